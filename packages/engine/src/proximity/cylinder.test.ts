import { describe, expect, test } from 'vitest';
import type { ShapeSpec } from '../geometry/index.ts';
import type { Vec3 } from '../math/index.ts';
import { RIM_PLANE, SPHERE_LINE } from './element.ts';
import { dot, maxDepth, product, TestWorld, times, turn } from './test-world.ts';

const PIPE: ShapeSpec = { kind: 'cylinder', radius: 0.1, halfLength: 1 };
const TABLE: ShapeSpec = { kind: 'box', half: [2, 2, 0.5] };
const ALONG_X = turn([0, 1, 0], Math.PI / 2);
const ALONG_Y = turn([1, 0, 0], Math.PI / 2);

describe('cylinder and polyhedron', () => {
  test('lying on a face: two exact circles at the ends, at every roll', () => {
    for (let roll = 0; roll < 7; roll += 0.37) {
      const rotation = product(ALONG_X, turn([0, 0, 1], roll));
      const elements = new TestWorld([
        { shape: TABLE, at: [0, 0, -0.5] },
        { shape: PIPE, at: [0.3, 0, 0.099], rotation },
      ]).search(0.005);
      expect(elements.map((e) => e.kind)).toEqual([RIM_PLANE, RIM_PLANE]);
      for (const e of elements) {
        expect(e.depth).toBeCloseTo(0.001, 13);
        expect(e.fresh).toBeCloseTo(0.001, 13);
        expect(Math.abs(e.point[0] - 0.3)).toBeCloseTo(1, 12);
      }
    }
  });

  test('hanging over the end of the face: the second circle stands where the face ends', () => {
    const elements = new TestWorld([
      { shape: TABLE, at: [0, 0, -0.5] },
      { shape: PIPE, at: [1.6, 0, 0.099], rotation: ALONG_X },
    ]).search(0.005);
    const xs = elements.map((e) => e.point[0]).sort((p, q) => p - q);
    expect(xs.length).toBe(2);
    expect(xs[0]).toBeCloseTo(0.6, 12);
    expect(Math.abs(xs[1] - 2)).toBeLessThan(2e-4); // overhang allowed: 1e-4 of the pipe's outer radius
  });

  test('rolling keeps the features and the depth: no facets', () => {
    const world = new TestWorld([
      { shape: TABLE, at: [0, 0, -0.5] },
      { shape: PIPE, at: [0, 0, 0.0999], rotation: ALONG_X },
    ]);
    const features = world.search(0.001).map((e) => e.feature);
    for (let k = 1; k <= 300; k++) {
      const angle = 0.01 * k;
      world.move(1, [0, -0.1 * angle, 0.0999], product(turn([1, 0, 0], angle), ALONG_X));
      const elements = world.search(0.001);
      expect(elements.map((e) => e.feature)).toEqual(features);
      for (const e of elements) expect(Math.abs(e.depth - 0.0001)).toBeLessThan(1e-13);
    }
  });

  test('inclined on its rim: the depth of the lowest point of the rim', () => {
    for (const angle of [0.5, 1, 1.4]) {
      const reach = Math.cos(angle) + 0.1 * Math.sin(angle);
      const elements = new TestWorld([
        { shape: TABLE, at: [0, 0, -0.5] },
        { shape: PIPE, at: [0, 0, reach - 0.0005], rotation: product(turn([0, 1, 0], angle), turn([0, 0, 1], 0.123)) },
      ]).search(0.001);
      expect(elements.length).toBe(1);
      expect(elements[0].depth).toBeCloseTo(0.0005, 13);
    }
  });

  test('standing on a face: at most sixteen points of its rim, exact depth', () => {
    const elements = new TestWorld([
      { shape: TABLE, at: [0, 0, -0.5] },
      { shape: PIPE, at: [0, 0, 0.999] },
    ]).search(0.01);
    expect(elements.length).toBe(16);
    for (const e of elements) {
      expect(e.depth).toBeCloseTo(0.001, 13);
      expect(Math.sqrt(e.point[0] ** 2 + e.point[1] ** 2)).toBeCloseTo(0.1, 13);
    }
  });

  test('lying across an edge: one point, distance of axis and edge', () => {
    // box on its edge along x, pipe along y on top
    const elements = new TestWorld([
      { shape: { kind: 'box', half: [1, 0.5, 0.5] }, at: [0, 0, 0], rotation: turn([1, 0, 0], Math.PI / 4) },
      { shape: PIPE, at: [0.2, 0.1, Math.SQRT1_2 + 0.1 - 0.002], rotation: ALONG_Y },
    ]).search(0.01);
    expect(elements.length).toBe(1);
    expect(elements[0].kind).toBe(SPHERE_LINE);
    expect(elements[0].depth).toBeCloseTo(0.002, 13);
    expect(elements[0].normal[2]).toBeCloseTo(1, 13);
    expect(elements[0].point[0]).toBeCloseTo(0.2, 12);
  });

  test('lying along an edge: two points, at the ends of the common length', () => {
    const elements = new TestWorld([
      { shape: { kind: 'box', half: [0.6, 0.5, 0.5] }, at: [0, 0, 0], rotation: turn([1, 0, 0], Math.PI / 4) },
      { shape: PIPE, at: [0.2, 0, Math.SQRT1_2 + 0.1 - 0.002], rotation: ALONG_X },
    ]).search(0.01);
    const xs = elements.map((e) => e.point[0]).sort((p, q) => p - q);
    expect(xs.length).toBe(2);
    expect(xs[0]).toBeCloseTo(-0.6, 12);
    expect(xs[1]).toBeCloseTo(0.6, 12);
    for (const e of elements) expect(e.depth).toBeCloseTo(0.002, 13);
  });

  test('a corner of a hull in the side: distance of the vertex from the axis', () => {
    const cone: ShapeSpec = { kind: 'hull', points: [0, 0, 0, 1, 0, -1, -1, 1, -1, -1, -1, -1] };
    const elements = new TestWorld([
      { shape: PIPE, at: [0, 0, 0.095], rotation: ALONG_X },
      { shape: cone, at: [0.1, 0.01, 0] },
    ]).search(0.01);
    expect(elements.length).toBe(1);
    expect(elements[0]).toMatchObject({ kind: SPHERE_LINE, bodyA: 0, bodyB: 1 });
    expect(elements[0].depth).toBeCloseTo(0.1 - Math.sqrt(0.095 ** 2 + 0.01 ** 2), 13);
  });

  test('continuous from lying over the rim to standing, to the 0.5 % of the prism', () => {
    const world = new TestWorld([
      { shape: TABLE, at: [0, 0, -0.5] },
      { shape: PIPE, at: [0, 0, 2] },
    ]);
    for (let k = 0; k <= 200; k++) {
      const angle = (0.5 * Math.PI * k) / 200;
      const reach = Math.cos(angle) + 0.1 * Math.sin(angle);
      world.move(1, [0, 0, reach - 0.001], product(turn([0, 1, 0], angle), turn([0, 0, 1], 0.05)));
      const depth = maxDepth(world.search(0.01));
      expect(depth).toBeLessThan(0.001 + 1e-12);
      expect(depth).toBeGreaterThan(0.001 - 0.005 * 0.1);
    }
  });
});

describe('two cylinders', () => {
  const pair = (at: Vec3, rotation: readonly number[]) =>
    new TestWorld([
      { shape: PIPE, at: [0, 0, 0], rotation: ALONG_X },
      { shape: PIPE, at, rotation },
    ]);

  test('crossed at any angle: one point, depth = r1 + r2 - distance of the axes', () => {
    for (const angle of [0.1, 0.5, 1.2]) {
      const elements = pair([0.1, 0.02, 0.199], product(turn([0, 0, 1], angle), ALONG_X)).search(0.01);
      expect(elements.length).toBe(1);
      expect(elements[0].kind).toBe(SPHERE_LINE);
      expect(elements[0].depth).toBeCloseTo(0.001, 13);
      expect(Math.abs(elements[0].normal[2])).toBeCloseTo(1, 13);
    }
  });

  test('parallel and shifted: the ends of the common length', () => {
    const elements = pair([0.5, 0, 0.199], ALONG_X).search(0.01);
    expect(elements.map((e) => e.feature)).toEqual([0, 1]);
    expect(elements.map((e) => e.point[0]).sort((p, q) => p - q)).toEqual([
      expect.closeTo(-0.5, 12),
      expect.closeTo(1, 12),
    ]);
    for (const e of elements) expect(e.depth).toBeCloseTo(0.001, 13);
  });

  test('parallel from either side: antiparallel axes and swapped shapes give the same points', () => {
    const lists = [
      pair([0.5, 0, 0.199], ALONG_X).search(0.01),
      pair([0.5, 0, 0.199], product(turn([0, 0, 1], Math.PI), ALONG_X)).search(0.01),
      new TestWorld([
        { shape: PIPE, at: [0.5, 0, 0.199], rotation: ALONG_X },
        { shape: PIPE, at: [0, 0, 0], rotation: ALONG_X },
      ]).search(0.01),
    ];
    for (const list of lists) {
      expect(list.map((e) => Math.round(1e9 * e.point[0])).sort((p, q) => p - q)).toEqual([-5e8, 1e9]);
    }
  });

  test('nearly parallel is as parallel while the sides bend apart by 1e-4 of the radius, then one crossing', () => {
    // lateral deviation over the half length 1: bend = angle^2/(2 * 0.2) = 1e-5 at 2e-3 rad
    expect(pair([0, 0, 0.1999], product(turn([0, 0, 1], 1e-3), ALONG_X)).search(0.001).length).toBe(2);
    expect(pair([0, 0, 0.1999], product(turn([0, 0, 1], 4e-3), ALONG_X)).search(0.001).length).toBe(1);
  });

  test('one end sagging onto the other pipe: the rim of that end against the side', () => {
    for (const slope of [0.05, 0.2]) {
      // axis of b in the x-z plane, its lower end above the middle of a
      const rotation = product(turn([0, 1, 0], -slope), ALONG_X);
      const axis = times(rotation, [0, 0, 1]);
      const low = axis[2] < 0 ? axis : ([-axis[0], -axis[1], -axis[2]] as Vec3);
      // centre of the end disc at height h: lowest rim point at h - 0.1 cos(slope), and that touches z = 0.1 with 0.0005
      const end: Vec3 = [0, 0, 0.1 + 0.1 * Math.cos(slope) - 0.0005];
      const at: Vec3 = [end[0] - low[0], end[1] - low[1], end[2] - low[2]];
      const elements = pair(at, rotation).search(0.001);
      expect(elements.length).toBe(1);
      expect(elements[0].depth).toBeCloseTo(0.0005, 9);
    }
  });

  test('end to end on one axis: points of the rim, depth of the caps', () => {
    const elements = pair([1.999, 0, 0], ALONG_X).search(0.01);
    expect(elements.length).toBe(16);
    for (const e of elements) {
      expect(e.depth).toBeCloseTo(0.001, 12);
      expect(Math.abs(dot(e.normal, [1, 0, 0]))).toBeCloseTo(1, 12);
    }
  });

  test('rolling on each other keeps features and depth', () => {
    const world = pair([0, 0, 0.1999], ALONG_X);
    for (let k = 0; k < 100; k++) {
      const spin = turn([1, 0, 0], 0.05 * k);
      world.move(1, times(turn([1, 0, 0], 0.025 * k), [0, 0, 0.1999]), product(spin, ALONG_X));
      const elements = world.search(0.001);
      expect(elements.map((e) => e.feature)).toEqual([0, 1]);
      for (const e of elements) expect(Math.abs(e.depth - 0.0001)).toBeLessThan(1e-13);
    }
  });

  test('never NaN: same place, coaxial, touching centres', () => {
    for (const at of [
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 1e-13],
    ] as Vec3[]) {
      for (const angle of [0, 1e-8, 0.7]) {
        for (const e of pair(at, product(turn([0, 0, 1], angle), ALONG_X)).search(0.01)) {
          expect([e.depth, e.fresh, ...e.normal, ...e.point].every(Number.isFinite)).toBe(true);
        }
      }
    }
  });
});
