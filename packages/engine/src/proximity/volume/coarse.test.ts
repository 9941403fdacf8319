import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import {
  boxMesh,
  cylinderMesh,
  fittedSphereMesh,
  prepareMesh,
  type ShapeSpec,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
} from '../../geometry/index.ts';
import { quaternionToMatrix } from '../../math/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import { PATCH_STRIDE, PatchList, POINT_STRIDE } from './patch-list.ts';
import { SeparatingAxis } from './separating-axis.ts';
import { thinPatches } from './thin.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';
import type { PlacedMeshes } from '../pair-pose.ts';

/** Two meshes about their centres. */
const placed = (pos: Float64Array, rot: Float64Array): PlacedMeshes => ({ pos, rot, centre: new Float64Array(6) });

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const STILL = new Float64Array(12);

function pairOf(a: TriangleMesh | 'half-space', b: TriangleMesh): VolumePair {
  const shapes: CollisionShape[] = [a, b].map((mesh, body) => {
    const shape: ShapeSpec =
      mesh === 'half-space'
        ? { kind: 'half-space' }
        : { kind: 'mesh', positions: mesh.positions, triangles: mesh.triangles };
    return { shape, body, position: [0, 0, 0], rotation: IDENTITY };
  });
  return new VolumePair(shapes[0], shapes[1], new SolidMeshes());
}

function randomPose(random: Random, reach: number): { position: Float64Array; rotation: Float64Array } {
  const d = (): number => random.between(-1, 1);
  const rotation = new Float64Array(18);
  rotation.set(IDENTITY);
  const q = [d(), d(), d(), d() + 1.1];
  const size = Math.hypot(...q);
  quaternionToMatrix(
    rotation,
    9,
    Float64Array.from(q, (x) => x / size),
    0,
  );
  return { position: Float64Array.from([0, 0, 0, reach * d(), reach * d(), reach * d()]), rotation };
}

const solids = [
  boxMesh(0.5, 0.3, 0.2),
  cylinderMesh({ radius: 0.2, length: 0.4, sides: 17 }),
  torusMesh({ ring: 0.3, tube: 0.1, sides: 13, tubeSides: 7 }),
  tubeMesh({ outer: 0.25, inner: 0.15, length: 0.4, sides: 14 }),
];

describe('five points a patch', () => {
  const meet = (pair: VolumePair, pose: ReturnType<typeof randomPose>, coarsely: boolean): PatchList => {
    const out = new PatchList();
    out.clear();
    pair.meet(out, pose.position, pose.rotation, STILL, undefined, coarsely);
    if (!coarsely) thinPatches(out, Number.POSITIVE_INFINITY);
    return out;
  };

  test('in a half-space: the arm at which friction holds a spin, of a ball and of a cone, comes to that of the round one as facets get smaller', () => {
    // pressure goes with depth: volume, and integral of depth r^2 over that of depth r
    const round = (below: (r: number) => number, to: number): [number, number] => {
      let [volume, moment] = [0, 0];
      for (let i = 0; i < 300; i++) {
        const r = (to * (i + 0.5)) / 300;
        volume += 2 * Math.PI * below(r) * r * (to / 300);
        moment += 2 * Math.PI * below(r) * r * r * (to / 300);
      }
      return [volume, moment / volume];
    };
    const ball = (d: number): [number, number] =>
      round((r) => Math.sqrt(0.01 - r * r) - (0.1 - d), Math.sqrt(0.01 - (0.1 - d) ** 2));
    const cone = (d: number): [number, number] => round((r) => d - r / 2, 2 * d);
    /** Arm of the five points over that of the round solid with their volume. */
    const found = (solid: TriangleMesh, height: number, exact: (d: number) => [number, number]): number => {
      const rotation = Float64Array.from([...IDENTITY, ...IDENTITY]);
      const out = meet(
        pairOf('half-space', solid),
        { position: Float64Array.of(0, 0, 0, 0, 0, height), rotation },
        true,
      );
      expect(out.count).toBe(1);
      let [volume, moment] = [0, 0];
      for (let k = 0; k < out.pointCount; k++) {
        const w = out.points[POINT_STRIDE * k + 3];
        volume += w;
        moment += w * Math.hypot(out.points[POINT_STRIDE * k], out.points[POINT_STRIDE * k + 1]);
      }
      let [low, high] = [1e-4, 0.04];
      for (let k = 0; k < 24; k++) {
        const middle = 0.5 * (low + high);
        if (exact(middle)[0] < volume) low = middle;
        else high = middle;
      }
      return moment / volume / exact(low)[1];
    };
    for (const [level, most] of [
      [2, 0.01],
      [3, 2e-3],
      [4, 5e-4],
    ]) {
      expect(Math.abs(found(fittedSphereMesh(0.1, level), 0.082, ball) - 1)).toBeLessThan(most);
    }
    for (const [sides, most] of [
      [12, 0.01],
      [48, 1e-3],
    ]) {
      const around = Array.from({ length: sides }, (_, i) => (2 * Math.PI * i) / sides);
      const rim = around.flatMap((phi) => [0.1 * Math.cos(phi), 0.1 * Math.sin(phi), 0]);
      const triangles = around.flatMap((_, i) => {
        const next = 1 + ((i + 1) % sides);
        return [0, next, 1 + i, sides + 1, 1 + i, next];
      });
      const solid = {
        positions: Float64Array.from([0, 0, -0.05, ...rim, 0, 0, 0]),
        triangles: Int32Array.from(triangles),
      };
      expect(Math.abs(found(solid, 0.032, cone) - 1)).toBeLessThan(most);
    }
  });

  test('in a half-space: volume, centre, direction and area of the many points', () => {
    const random = new Random(3);
    let met = 0;
    for (const solid of solids) {
      const pair = pairOf('half-space', solid);
      const whole = prepareMesh(solid).volume;
      for (let round = 0; round < 40; round++) {
        const pose = randomPose(random, 0.3);
        const fine = meet(pair, pose, false);
        const coarse = meet(pair, pose, true);
        // wholly below there is no area to go by
        if (coarse.count === 1 && coarse.data[6] > 0.9 * whole) continue;
        expect(coarse.count).toBe(fine.count);
        // nor is there one where surfaces fold back
        if (fine.count === 0 || fine.data[7] < (1.001 * fine.data[6]) / fine.data[8]) continue;
        met++;
        // the five lie half the mean depth below the plane, the many as high as the centre of the volume
        const lift = [0, 1, 2].reduce((sum, k) => sum + (fine.data[k] - coarse.data[k]) * fine.data[3 + k], 0);
        for (let k = 0; k < 3; k++) {
          expect(coarse.data[k] + lift * fine.data[3 + k]).toBeCloseTo(fine.data[k], 9);
        }
        for (let k = 3; k < 8; k++) expect(coarse.data[k]).toBeCloseTo(fine.data[k], k === 6 ? 12 : 9);
        expect(coarse.start[1]).toBeLessThanOrEqual(5);
        let volume = 0;
        for (let k = 0; k < coarse.start[1]; k++) volume += coarse.points[POINT_STRIDE * k + 3];
        expect(volume).toBeCloseTo(fine.data[6], 12);
      }
    }
    expect(met).toBeGreaterThan(60);
  });

  test.each([
    ['a disc', cylinderMesh({ radius: 0.2, length: 0.1, sides: 48 }), 2 / 3],
    // of a square of side s: s (sqrt 2 + log(1 + sqrt 2))/6
    ['a square', boxMesh(0.4, 0.4, 0.1), (Math.SQRT2 + Math.log(1 + Math.SQRT2)) / 3],
    [
      'a ring',
      tubeMesh({ outer: 0.2, inner: 0.16, length: 0.1, sides: 60 }),
      (2 / 3) * ((1 - 0.8 ** 3) / (1 - 0.8 ** 2)),
    ],
  ])(
    '%s on its face: the mean distance from its centre, which holds a spin, is the exact one',
    (_name, mesh, exact) => {
      const rotation = Float64Array.from([...IDENTITY, ...IDENTITY]);
      const pose = { position: Float64Array.of(0, 0, 0, 0, 0, 0.05 - 1e-5), rotation };
      const { points, start } = meet(pairOf('half-space', mesh), pose, true);
      let sum = 0;
      let volume = 0;
      for (let k = 0; k < POINT_STRIDE * start[1]; k += POINT_STRIDE) {
        sum += points[k + 3] * Math.hypot(points[k], points[k + 1], points[k + 2]);
        volume += points[k + 3];
      }
      // n sides for a circle take off (2 pi/n)^2/12
      expect(Math.abs(sum / (0.2 * exact * volume) - 1)).toBeLessThan(1.5e-3);
    },
  );

  test('of two solids: the volume, the place and the vector area of each region', () => {
    const random = new Random(4);
    let met = 0;
    for (const a of solids) {
      for (const b of solids) {
        const pair = pairOf(a, b);
        for (let round = 0; round < 6; round++) {
          const pose = randomPose(random, 0.4);
          const coarse = meet(pair, pose, true);
          const { intersection } = pair;
          if (coarse.count === 0 || intersection === undefined) continue;
          met++;
          intersection.computeAt(placed(pose.position, pose.rotation));
          let volume = 0;
          for (let p = 0; p < coarse.count; p++) volume += coarse.data[PATCH_STRIDE * p + 6];
          let whole = 0;
          for (let r = 0; r < intersection.count; r++) whole += intersection.regions.volume[r];
          // columns of bent layers share out the volume, to what lies beyond the cells at rims
          expect(Math.abs(volume - whole)).toBeLessThan(0.02 * whole);
        }
      }
    }
    expect(met).toBeGreaterThan(30);
  });
});

test('a separating axis never says more than is true: bodies are still apart when one has moved by the gap, anywhere', () => {
  const random = new Random(8);
  let found = 0;
  let clear = 0;
  for (const a of solids) {
    for (const b of solids) {
      const [first, second] = [prepareMesh(a), prepareMesh(b)];
      const axis = new SeparatingAxis(first, second);
      const meshes = new MeshIntersection(first, second);
      for (let round = 0; round < 20; round++) {
        const { position, rotation } = randomPose(random, 0.8);
        const gap = axis.gap(placed(position, rotation));
        if (meshes.computeAt(placed(position, rotation)) === 0) clear++;
        if (gap === 0) continue;
        found++;
        const way = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
        const scale = (0.999 * gap) / Math.hypot(...way);
        for (let k = 0; k < 3; k++) position[3 + k] += scale * way[k];
        expect(meshes.computeAt(placed(position, rotation))).toBe(0);
      }
    }
  }
  expect(found).toBeGreaterThan(0.3 * clear); // it pauses after a miss
});
