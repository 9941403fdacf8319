import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../math/index.ts';
import { RIM_PLANE, SPHERE_PLANE } from './element.ts';
import { add, IDENTITY, product, TestWorld, times, turn } from './test-world.ts';

const FLOOR = { shape: { kind: 'half-space' }, at: [0, 0, 0] as Vec3 } as const;
const CYLINDER = { kind: 'cylinder', radius: 0.5, halfLength: 1 } as const;

test('sphere: depth = r - height, the half-space owns the plane whatever the order of the shapes', () => {
  const ball = { shape: { kind: 'sphere', radius: 0.25 }, at: [3, 4, 0.2] as Vec3 } as const;
  const [below] = new TestWorld([FLOOR, ball]).search(0.01);
  const [above] = new TestWorld([ball, FLOOR]).search(0.01);
  expect(below).toMatchObject({ kind: SPHERE_PLANE, bodyA: 0, bodyB: 1, feature: 0, normal: [0, 0, 1] });
  expect(above).toMatchObject({ kind: SPHERE_PLANE, bodyA: 1, bodyB: 0, feature: 0, normal: [0, 0, 1] });
  expect(below.depth).toBeCloseTo(0.05, 15);
  expect(above.depth).toBe(below.depth);
});

test('box: exactly the vertices within the margin, numbered by vertex', () => {
  const world = new TestWorld([FLOOR, { shape: { kind: 'box', half: [1, 1, 1] }, at: [0, 0, 0.999] }]);
  const flat = world.search(0.01);
  expect(flat.map((e) => e.feature)).toEqual([0, 1, 2, 3]); // lower face: sign bit of z clear
  for (const e of flat) expect(e.depth).toBeCloseTo(0.001, 14);
  world.move(1, [0, 0, Math.SQRT2], turn([0, 1, 0], Math.PI / 4)); // on the edge of +x or -x with -z
  const edge = world.search(0.01);
  expect(edge.length).toBe(2);
  for (const e of edge) expect(e.depth).toBeCloseTo(0, 14);
  expect(world.search(3).length).toBe(8);
});

test('a tilted half-space on a turned body: depth along its own normal', () => {
  const tilt = turn([1, 0, 0], 0.3);
  const yaw = turn([0, 0, 1], 1);
  const normal = times(product(yaw, tilt), [0, 0, 1]);
  const at: Vec3 = add([5, 6, 7], times(yaw, [1, 2, 3]));
  const deck = { ...FLOOR, at: [5, 6, 7] as Vec3, rotation: yaw, offset: [1, 2, 3] as Vec3, turned: tilt };
  const ball = {
    shape: { kind: 'sphere', radius: 0.5 },
    at: add(at, times(IDENTITY, [0.4 * normal[0], 0.4 * normal[1], 0.4 * normal[2]])),
  } as const;
  const [e] = new TestWorld([deck, ball]).search(0.01);
  expect(e.depth).toBeCloseTo(0.1, 14);
  expect(e.fresh).toBeCloseTo(0.1, 14);
  for (let k = 0; k < 3; k++) expect(e.normal[k]).toBeCloseTo(normal[k], 14);
});

describe('cylinder', () => {
  test('lying: both rims, each at R below its centre, whatever the roll', () => {
    for (const roll of [0, 0.1, 2]) {
      const lying = product(turn([0, 1, 0], Math.PI / 2), turn([0, 0, 1], roll));
      const elements = new TestWorld([FLOOR, { shape: CYLINDER, at: [0, 0, 0.499], rotation: lying }]).search(0.01);
      expect(elements.map((e) => [e.kind, e.feature])).toEqual([
        [RIM_PLANE, 0],
        [RIM_PLANE, 1],
      ]);
      for (const e of elements) {
        expect(e.depth).toBeCloseTo(0.001, 14);
        expect(e.fresh).toBeCloseTo(0.001, 14);
        expect(Math.abs(e.point[0])).toBeCloseTo(1, 14);
      }
    }
  });

  test('inclined: the lower rim, depth from h cos + R sin', () => {
    const angle = 0.7; // of the axis from the vertical
    const reach = Math.cos(angle) + 0.5 * Math.sin(angle);
    const elements = new TestWorld([
      FLOOR,
      { shape: CYLINDER, at: [0, 0, reach - 0.002], rotation: turn([0, 1, 0], angle) },
    ]).search(0.01);
    expect(elements.map((e) => e.feature)).toEqual([0]);
    expect(elements[0].depth).toBeCloseTo(0.002, 14);
  });

  test('standing: sixteen points of the lower rim, and of the other one when it is upside down', () => {
    const world = new TestWorld([FLOOR, { shape: CYLINDER, at: [0, 0, 0.999] }]);
    const upright = world.search(0.01);
    expect(upright.map((e) => e.feature)).toEqual(Array.from({ length: 16 }, (_, i) => 2 + i));
    for (const e of upright) {
      expect(e.depth).toBeCloseTo(0.001, 14);
      expect(Math.sqrt(e.point[0] ** 2 + e.point[1] ** 2)).toBeCloseTo(0.5, 14);
    }
    world.move(1, [0, 0, 0.999], turn([1, 0, 0], Math.PI));
    expect(world.search(0.01).map((e) => e.feature)).toEqual(Array.from({ length: 16 }, (_, i) => 18 + i));
  });

  test('the switch at a sine of 0.3 has a band: a wobble of 0.01 about it changes nothing', () => {
    const angle = Math.asin(0.3);
    const kinds = (first: number): Set<number> => {
      const seen = new Set<number>();
      const world = new TestWorld([FLOOR, { shape: CYLINDER, at: [0, 0, 1.05] }]);
      world.move(1, [0, 0, 1.05], turn([0, 1, 0], first));
      world.search(1);
      for (let k = 0; k < 10; k++) {
        world.move(1, [0, 0, 1.05], turn([0, 1, 0], angle + (k % 2 ? 0.01 : -0.01)));
        for (const e of world.search(1)) seen.add(e.kind);
      }
      return seen;
    };
    expect(kinds(0)).toEqual(new Set([SPHERE_PLANE]));
    expect(kinds(1)).toEqual(new Set([RIM_PLANE]));
  });

  test('at the switch the two models differ by the sagitta of the 16-gon at most: 0.019 R sine', () => {
    const angle = Math.asin(0.3);
    for (const roll of [0, 0.1, Math.PI / 16]) {
      const depths = [-0.05, 0.05].map((d) => {
        const rotation = product(turn([0, 1, 0], angle + d), turn([0, 0, 1], roll));
        const reach = Math.cos(angle + d) + 0.5 * Math.sin(angle + d);
        const elements = new TestWorld([FLOOR, { shape: CYLINDER, at: [0, 0, reach - 0.01], rotation }]).search(0.1);
        return Math.max(...elements.map((e) => e.depth));
      });
      expect(depths[1]).toBeCloseTo(0.01, 14);
      expect(depths[0]).toBeLessThan(0.01 + 1e-14);
      expect(depths[0]).toBeGreaterThan(0.01 - 0.0193 * 0.5 * 0.3);
    }
  });
});
