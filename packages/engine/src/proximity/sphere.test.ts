import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convexHull, type ShapeSpec } from '../geometry/index.ts';
import type { Vec3 } from '../math/index.ts';
import { SPHERE_LINE, SPHERE_PLANE, SPHERE_SPHERE } from './element.ts';
import { hullPolytope, type Polytope } from './polytope.ts';
import { dot, fromQuaternion, maxDepth, TestWorld, times, turn } from './test-world.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true }); // shrinking doubles takes minutes and rarely helps

const BOX: ShapeSpec = { kind: 'box', half: [1, 2, 3] };
const CYLINDER: ShapeSpec = { kind: 'cylinder', radius: 0.5, halfLength: 1 };

/** The one element of a ball of radius 0.25 at `at` against a shape at the origin. */
function touch(shape: ShapeSpec, at: Vec3) {
  const elements = new TestWorld([
    { shape, at: [0, 0, 0] },
    { shape: { kind: 'sphere', radius: 0.25 }, at },
  ]).search(0.2);
  expect(elements.length).toBe(1);
  expect(elements[0].feature).toBe(0);
  expect(Math.abs(elements[0].fresh - elements[0].depth)).toBeLessThan(1e-14);
  return elements[0];
}

test('two spheres: depth along the line of centres; within the margin negative, beyond it nothing', () => {
  const ball: ShapeSpec = { kind: 'sphere', radius: 0.25 };
  expect(touch(ball, [0, 0, 0.4]).depth).toBeCloseTo(0.1, 15);
  expect(touch(ball, [0, -0.6, 0]).depth).toBeCloseTo(-0.1, 15);
  const world = new TestWorld([
    { shape: ball, at: [0, 0, 0] },
    { shape: ball, at: [0.71, 0, 0] },
  ]);
  expect(world.search(0.2).length).toBe(0);
});

describe('box: the closest feature', () => {
  test('face', () => {
    const e = touch(BOX, [1.2, 1.9, -2.9]);
    expect(e).toMatchObject({ kind: SPHERE_PLANE, normal: [1, 0, 0] });
    expect(e.depth).toBeCloseTo(0.05, 14);
  });

  test('edge', () => {
    const e = touch(BOX, [1.1, 2.1, 0.5]);
    expect(e.kind).toBe(SPHERE_LINE);
    expect(e.depth).toBeCloseTo(0.25 - Math.SQRT2 * 0.1, 14);
    expect(e.point[2]).toBeCloseTo(0.5, 14);
  });

  test('vertex', () => {
    const e = touch(BOX, [1.1, -2.1, 3.1]);
    expect(e.kind).toBe(SPHERE_SPHERE);
    expect(e.depth).toBeCloseTo(0.25 - Math.sqrt(3) * 0.1, 14);
    for (const [k, x] of [1, -2, 3].entries()) expect(e.point[k]).toBeCloseTo(x, 14);
  });

  test('centre inside: out through the nearest face, and through the same one until another is clearly nearer', () => {
    expect(touch(BOX, [0.9, 0, 0]).depth).toBeCloseTo(0.35, 14);
    const world = new TestWorld([
      { shape: BOX, at: [0, 0, 0] },
      { shape: { kind: 'sphere', radius: 0.25 }, at: [0.9, 1.91, 0] },
    ]);
    const normalAt = (at: Vec3): Vec3 => {
      world.posW.set(at, 3);
      return world.search(0.1)[0].normal;
    };
    expect(normalAt([0.9, 1.91, 0])).toEqual([0, 1, 0]);
    expect(normalAt([0.9, 1.8995, 0])).toEqual([0, 1, 0]); // 0.5 mm farther than +x, of 0.1 m
    expect(normalAt([0.9, 1.85, 0])).toEqual([1, 0, 0]);
    expect(normalAt([0.9, 1.9005, 0])).toEqual([1, 0, 0]);
  });
});

describe('cylinder: the closest feature', () => {
  test('side', () => {
    const e = touch(CYLINDER, [0.6, 0, 0.9]);
    expect(e.kind).toBe(SPHERE_LINE);
    expect(e.depth).toBeCloseTo(0.15, 14);
    expect(e.normal).toEqual([1, 0, 0]);
  });

  test('cap', () => {
    const e = touch(CYLINDER, [0.3, 0.3, -1.2]);
    expect(e).toMatchObject({ kind: SPHERE_PLANE });
    expect(e.normal[2]).toBe(-1);
    expect(e.depth).toBeCloseTo(0.05, 14);
  });

  test('rim', () => {
    const e = touch(CYLINDER, [0, -0.6, 1.1]);
    expect(e.depth).toBeCloseTo(0.25 - Math.SQRT2 * 0.1, 14);
    expect(e.point[1]).toBeCloseTo(-0.5, 14);
  });

  test('on the axis: some direction, no NaN', () => {
    const e = touch(CYLINDER, [0, 0, 0]);
    expect(e.depth).toBeCloseTo(0.75, 14);
    expect(dot(e.normal, e.normal)).toBeCloseTo(1, 14);
  });

  test('the normal passes from side over rim to cap without a jump', () => {
    let last = touch(CYLINDER, [0.7, 0, 0.9]);
    for (let k = 1; k <= 400; k++) {
      const angle = (k / 400) * 0.5 * Math.PI;
      const next = touch(CYLINDER, [0.45 + 0.25 * Math.cos(angle), 0, 0.95 + 0.25 * Math.sin(angle)]);
      if (k > 1) expect(1 - dot(next.normal, last.normal)).toBeLessThan(1e-4); // (pi/800)^2 times the lever arm
      last = next;
    }
  });
});

/** Distance of a point from a convex polyhedron by sampling its faces: an upper bound, exact up to the pitch. */
function sampledDistance(p: Polytope, c: Vec3, pitch: number): number {
  let least = Number.POSITIVE_INFINITY;
  const vertex = (k: number): Vec3 => {
    const v = 3 * p.faceVertices[k];
    return [p.vertices[v], p.vertices[v + 1], p.vertices[v + 2]];
  };
  for (let f = 0; f < p.faceCount; f++) {
    const a = vertex(p.faceStart[f]);
    for (let k = p.faceStart[f] + 1; k + 1 < p.faceStart[f + 1]; k++) {
      const b = vertex(k);
      const d = vertex(k + 1);
      for (let s = 0; s <= 1; s += pitch) {
        for (let t = 0; s + t <= 1 + 1e-12; t += pitch) {
          const x: Vec3 = [0, 1, 2].map((i) => a[i] + s * (b[i] - a[i]) + t * (d[i] - a[i]) - c[i]) as unknown as Vec3;
          least = Math.min(least, Math.sqrt(dot(x, x)));
        }
      }
    }
  }
  return least;
}

test('hull: depth is that of the closest point found by sampling all faces', () => {
  const unit = fc.integer({ min: -1000000, max: 1000000 }).map((i) => i * 1e-6);
  const cloud = fc.array(fc.tuple(unit, unit, unit), { minLength: 6, maxLength: 14 });
  const quaternion = fc.tuple(unit, unit, unit, unit).filter((q) => q.reduce((s, x) => s + x * x, 0) > 0.01);
  fc.assert(
    fc.property(cloud, quaternion, fc.tuple(unit, unit, unit), (points, q, where) => {
      let p: Polytope;
      try {
        p = hullPolytope(convexHull(points.flat()));
      } catch {
        return; // flat clouds have no hull
      }
      fc.pre(p.innerRadius > 0.02);
      const c: Vec3 = [2 * where[0], 2 * where[1], 2 * where[2]];
      const rotation = fromQuaternion(q);
      const world = new TestWorld([
        { shape: { kind: 'hull', points: points.flat() }, at: [7, 8, 9], rotation },
        {
          shape: { kind: 'sphere', radius: 0.3 },
          at: times(rotation, c).map((x, k) => x + [7, 8, 9][k]) as unknown as Vec3,
        },
      ]);
      const elements = world.search(5);
      expect(elements.length).toBe(1);
      const distance = sampledDistance(p, c, 1 / 24);
      const depth = elements[0].depth;
      const inside = [...p.offsets].every(
        (offset, f) => dot(c, [...p.normals.subarray(3 * f, 3 * f + 3)] as unknown as Vec3) < offset,
      );
      // the sample nearest to the closest point lies within one pitch, 2 sqrt(3)/24, of it
      const found = inside ? depth - 0.3 : 0.3 - depth;
      expect(found).toBeLessThan(distance + 1e-12);
      expect(found).toBeGreaterThan(distance - 0.15);
      expect(Math.abs(elements[0].fresh - depth)).toBeLessThan(1e-12);
      // and the point of touch lies on the surface: outside no face, on one
      const touchPoint = world.element(0);
      expect(Math.abs(maxDepth([touchPoint]) - depth)).toBeLessThan(1e-12);
    }),
    { numRuns: 60 },
  );
});

test('a sphere rolling over a box keeps one contact with a continuous depth', () => {
  const world = new TestWorld([
    { shape: BOX, at: [0, 0, 0], rotation: turn([1, 2, 3], 0.4) },
    { shape: { kind: 'sphere', radius: 0.5 }, at: [0, 0, 0] },
  ]);
  let last = Number.NaN;
  for (let k = 0; k <= 2000; k++) {
    const a = (2 * Math.PI * k) / 2000;
    world.posW.set([1.4 * Math.cos(a), 2.3 * Math.sin(a), 3.2 * Math.sin(2 * a)], 3);
    const [e] = world.search(10);
    if (k > 0) expect(Math.abs(e.depth - last)).toBeLessThan(0.025); // the path is 7 m/rad long at most: 0.022 a step
    last = e.depth;
  }
});
