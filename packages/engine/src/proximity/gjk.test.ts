import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Vec3 } from '../math/index.ts';
import { closestPoints, makeClosestPoints } from './gjk.ts';
import { boxPolytope } from './polytope.ts';
import { add, dot, fromQuaternion, times } from './test-world.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true }); // shrinking doubles takes minutes and rarely helps

const out = makeClosestPoints();

function placed(points: Float64Array, rotation: readonly number[], at: Vec3): Float64Array {
  const moved = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    moved.set(add(at, times(rotation, [points[i], points[i + 1], points[i + 2]])), i);
  }
  return moved;
}

test('corner to corner, edge to edge, face to face of unit cubes', () => {
  const cube = boxPolytope([0.5, 0.5, 0.5]).vertices;
  const distance = (at: Vec3): number => {
    closestPoints(out, cube, 8, placed(cube, [1, 0, 0, 0, 1, 0, 0, 0, 1], at), 8);
    return out.distance;
  };
  expect(distance([2, 2, 2])).toBeCloseTo(Math.sqrt(3), 13);
  expect(distance([2, 2, 0.3])).toBeCloseTo(Math.sqrt(2), 13);
  expect(distance([2, 0.2, 0.3])).toBeCloseTo(1, 13);
  expect(distance([0.3, 0.2, 0.1])).toBe(0);
});

test('the points lie on both sets, and the plane across them separates the sets: the distance is the largest possible', () => {
  const unit = fc.integer({ min: -1000000, max: 1000000 }).map((i) => i * 1e-6);
  const cloud = fc.array(fc.tuple(unit, unit, unit), { minLength: 1, maxLength: 12 });
  const quaternion = fc.tuple(unit, unit, unit, unit).filter((q) => q.reduce((s, x) => s + x * x, 0) > 0.01);
  fc.assert(
    fc.property(cloud, cloud, quaternion, fc.tuple(unit, unit, unit), (a, b, q, t) => {
      const pointsA = Float64Array.from(a.flat());
      const at: Vec3 = [3 * t[0], 3 * t[1], 3 * t[2]];
      const pointsB = placed(Float64Array.from(b.flat()), fromQuaternion(q), at);
      closestPoints(out, pointsA, a.length, pointsB, b.length);
      if (out.distance < 1e-6) return; // overlap or touch: nothing is claimed
      const n: Vec3 = [
        (out.bx - out.ax) / out.distance,
        (out.by - out.ay) / out.distance,
        (out.bz - out.az) / out.distance,
      ];
      expect(Math.abs(Math.sqrt(dot(n, n)) - 1)).toBeLessThan(1e-9);
      let highA = Number.NEGATIVE_INFINITY;
      let lowB = Number.POSITIVE_INFINITY;
      for (let i = 0; i < a.length; i++)
        highA = Math.max(highA, dot(n, [pointsA[3 * i], pointsA[3 * i + 1], pointsA[3 * i + 2]]));
      for (let i = 0; i < b.length; i++)
        lowB = Math.min(lowB, dot(n, [pointsB[3 * i], pointsB[3 * i + 1], pointsB[3 * i + 2]]));
      // a gap along any direction is at most the distance; this one attains it. Points of size 3: 1e-9 is ample
      expect(Math.abs(lowB - highA - out.distance)).toBeLessThan(1e-8);
    }),
    { numRuns: 500 },
  );
});
