import { describe, expect, test } from 'vitest';
import { compute, HOME, type Pose, randomRotation } from '../../../test/meshes.ts';
import { Random } from '../../base/index.ts';
import {
  boxMesh,
  gearMesh,
  pocketMesh,
  prepareMesh,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
  windingNumber,
} from '../../geometry/index.ts';
import type { FanList } from './fans.ts';
import { MeshIntersection } from './mesh-intersection.ts';

const HOLLOW: [string, TriangleMesh, TriangleMesh][] = [
  [
    'rings',
    torusMesh({ ring: 0.6, tube: 0.3, sides: 8, tubeSides: 5 }),
    torusMesh({ ring: 0.6, tube: 0.25, sides: 10, tubeSides: 6 }),
  ],
  [
    'a pipe across a block with a pocket',
    tubeMesh({ outer: 0.4, inner: 0.3, length: 1.2, sides: 10 }),
    pocketMesh({ size: [1.4, 1.2, 1], pocket: [0.6, 0.5, 0.5] }),
  ],
  ['a gear lying in a block', boxMesh(1.3, 1.4, 0.5), gearMesh({ module: 0.1, teeth: 9, width: 0.4 })],
];

/** Middle and signed area of each fan that is more than rounding. */
function fansOf({ count, points, sign }: FanList): { middle: number[]; area: number }[] {
  return Array.from({ length: count }, (_, i) => {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = points.subarray(9 * i, 9 * i + 9);
    const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const area = 0.5 * sign[i] * Math.sqrt(normal.reduce((sum, x) => sum + x * x, 0));
    return { middle: [(ax + bx + cx) / 3, (ay + by + cy) / 3, (az + bz + cz) / 3], area };
  }).filter(({ area }) => Math.abs(area) > 1e-6);
}

/** A point from the origin of the pair, in the frame of a body. */
function inBody(pair: MeshIntersection, [position, rotation]: Pose, p: number[]): [number, number, number] {
  const d = p.map((x, k) => x + pair.originW[k] - position[k]);
  const axis = (k: number): number => rotation[k] * d[0] + rotation[3 + k] * d[1] + rotation[6 + k] * d[2];
  return [axis(0), axis(1), axis(2)];
}

describe('fans of parts that are not convex', () => {
  for (const [name, a, b] of HOLLOW) {
    test(`${name}: every triangle's middle is inside the other body, and only holes are negative`, () => {
      const random = new Random(5);
      const pair = new MeshIntersection(prepareMesh(a), prepareMesh(b));
      let seen = 0;
      let outside = 0;
      let negative = 0;
      for (let i = 0; i < 25; i++) {
        const pose: Pose = [Float64Array.from([0, 0, 0], () => random.between(-0.5, 0.5)), randomRotation(random)];
        compute(pair, HOME, pose);
        for (const [fans, other, at] of [
          [pair.fansA, b, pose],
          [pair.fansB, a, HOME],
        ] as const) {
          for (const { middle, area } of fansOf(fans)) {
            seen += 1;
            if (area < 0) negative += 1;
            else if (windingNumber(other.positions, other.triangles, ...inBody(pair, at, middle)) < 0.5) outside += 1;
          }
        }
      }
      expect(seen).toBeGreaterThan(500);
      expect(negative).toBeLessThan(0.02 * seen);
      // the whole triangle around a hole has its middle where it may
      expect(outside).toBeLessThanOrEqual(negative);
    });
  }
});
