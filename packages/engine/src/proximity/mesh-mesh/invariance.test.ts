import { describe, expect, test } from 'vitest';
import { at, compute, HOME, type Pose, randomRotation, totalVolume, turned } from '../../../test/meshes.ts';
import { Random } from '../../base/index.ts';
import {
  boxMesh,
  cylinderMesh,
  pocketMesh,
  prepareMesh,
  sphereMesh,
  torusMesh,
  type TriangleMesh,
} from '../../geometry/index.ts';
import { expTimesMatrix, mul33 } from '../../math/index.ts';
import { MeshIntersection } from './mesh-intersection.ts';
import { mulVec33 } from '../../../test/algebra.ts';

const BODIES: [string, TriangleMesh, TriangleMesh][] = [
  ['cubes', boxMesh(1, 1, 1), boxMesh(1, 1, 1)],
  ['a cylinder on a block', boxMesh(2, 1, 1), cylinderMesh({ radius: 0.4, length: 1, sides: 24 })],
  [
    'two rings',
    torusMesh({ ring: 0.6, tube: 0.3, sides: 14, tubeSides: 7 }),
    torusMesh({ ring: 0.5, tube: 0.3, sides: 12, tubeSides: 6 }),
  ],
  ['a ball in a pocket', pocketMesh({ size: [2, 2, 1], pocket: [0.8, 0.8, 0.6] }), sphereMesh(0.5, 2)],
];

function randomPose(random: Random): Pose {
  return [Float64Array.from([0, 0, 0], () => random.between(-0.7, 0.7)), randomRotation(random)];
}

describe('order and place do not matter', () => {
  for (const [name, a, b] of BODIES) {
    test(`${name}: B with A is A with B, normals and contours reversed`, () => {
      const random = new Random(1);
      const [meshA, meshB] = [prepareMesh(a), prepareMesh(b)];
      const pair = new MeshIntersection(meshA, meshB);
      const other = new MeshIntersection(meshB, meshA);
      for (let i = 0; i < 40; i++) {
        const [p, q] = [randomPose(random), randomPose(random)];
        const count = compute(pair, p, q);
        expect(compute(other, q, p)).toBe(count);
        expect(Math.abs(totalVolume(pair) - totalVolume(other))).toBeLessThan(1e-14);
        const { regions } = pair;
        for (let r = 0; r < count; r++) {
          // the same region has the same volume; order may differ
          let s = 0;
          while (s < count && Math.abs(other.regions.volume[s] - regions.volume[r]) > 1e-14) s++;
          expect(s).toBeLessThan(count);
          expect(Math.abs(other.regions.areaA[s] - regions.areaB[r])).toBeLessThan(1e-13);
          for (let k = 0; k < 3; k++) {
            const sum = other.regions.vectorArea[3 * s + k] + regions.vectorArea[3 * r + k];
            expect(Math.abs(sum)).toBeLessThan(1e-13);
            const centroid = other.originW[k] + other.regions.centroid[3 * s + k];
            expect(Math.abs(centroid - pair.originW[k] - regions.centroid[3 * r + k])).toBeLessThan(1e-9);
          }
        }
      }
    });

    test(`${name}: moving both together moves the results with them`, () => {
      const random = new Random(2);
      const [meshA, meshB] = [prepareMesh(a), prepareMesh(b)];
      const here = new MeshIntersection(meshA, meshB);
      const there = new MeshIntersection(meshA, meshB);
      const carried = (by: Pose, [position, rotation]: Pose): Pose => {
        const out: Pose = [new Float64Array(3), new Float64Array(9)];
        mulVec33(out[0], 0, by[1], 0, position, 0);
        for (let k = 0; k < 3; k++) out[0][k] += by[0][k];
        mul33(out[1], 0, by[1], 0, rotation, 0);
        return out;
      };
      const vector = new Float64Array(3);
      for (let i = 0; i < 40; i++) {
        const [p, q, by] = [randomPose(random), randomPose(random), randomPose(random)];
        const count = compute(here, p, q);
        expect(compute(there, carried(by, p), carried(by, q))).toBe(count);
        expect(Math.abs(totalVolume(here) - totalVolume(there))).toBeLessThan(1e-13);
        if (count !== 1) continue;
        mulVec33(vector, 0, by[1], 0, here.regions.vectorArea, 0);
        for (let k = 0; k < 3; k++) expect(Math.abs(vector[k] - there.regions.vectorArea[k])).toBeLessThan(1e-13);
        for (let k = 0; k < 3; k++) vector[k] = here.originW[k] + here.regions.point[k];
        const place = carried(by, [vector, p[1]])[0];
        for (let k = 0; k < 3; k++)
          expect(Math.abs(place[k] - there.originW[k] - there.regions.point[k])).toBeLessThan(1e-11);
      }
    });
  }
});

describe('no jumps: volume, vector area and its moment change by no more than the motion explains', () => {
  for (const [name, a, b] of BODIES) {
    test(name, () => {
      const pair = new MeshIntersection(prepareMesh(a), prepareMesh(b));
      const start = turned(4, 1, 2, 3);
      const rotation = new Float64Array(9);
      const turn = new Float64Array(3);
      // a slow tumble through the other body
      const place = (s: number): Pose => {
        turn.set([0.9 * s, -0.7 * s, 0.4 * s]);
        rotation.set(start);
        expTimesMatrix(rotation, 0, turn, 0, rotation, 0);
        return at(0.9 - 1.1 * s, 0.3 * s - 0.2, 0.1 + 0.2 * s, rotation);
      };
      const measure = (s: number): { shape: string; values: number[] } => {
        compute(pair, HOME, place(s));
        const { crossings } = pair.work;
        const shape = `${pair.count} ${crossings.count} ${pair.fansA.count} ${pair.fansB.count}`;
        const values = [totalVolume(pair), 0, 0, 0, 0, 0, 0];
        for (let r = 0; r < pair.count; r++) {
          for (let k = 0; k < 3; k++) {
            values[1 + k] += pair.regions.vectorArea[3 * r + k];
            // about a point that does not jump with the origin of the pair
            values[4 + k] += pair.regions.moment[3 * r + k];
          }
        }
        return { shape, values };
      };
      let events = 0;
      let jump = 0;
      const steps = 60;
      for (let i = 0; i < steps; i++) {
        let low = i / steps;
        let high = (i + 1) / steps;
        let atLow = measure(low);
        let atHigh = measure(high);
        if (atLow.shape === atHigh.shape) continue;
        for (let halving = 0; halving < 46 && high - low > 1e-15; halving++) {
          const middle = 0.5 * (low + high);
          const atMiddle = measure(middle);
          if (atMiddle.shape === atLow.shape) [low, atLow] = [middle, atMiddle];
          else [high, atHigh] = [middle, atMiddle];
        }
        events += 1;
        atLow.values.forEach((value, k) => {
          jump = Math.max(jump, Math.abs(value - atHigh.values[k]));
        });
      }
      expect(events).toBeGreaterThan(10);
      // the motion left, 1e-15 of a unit, and rounding of some hundred terms
      expect(jump).toBeLessThan(1e-12);
    });
  }
});
