/** Contacts that rest: features stay, depths follow small motions. */
import { describe, expect, test } from 'vitest';
import { Random } from '../base/index.ts';
import type { ShapeSpec } from '../geometry/index.ts';
import type { Vec3 } from '../math/index.ts';
import { add, maxDepth, product, type TestBody, TestWorld, turn } from './test-world.ts';

const CUBE: ShapeSpec = { kind: 'box', half: [0.5, 0.5, 0.5] };
const PLATE: ShapeSpec = { kind: 'box', half: [3, 2, 0.2] };
const DRUM: ShapeSpec = { kind: 'cylinder', radius: 0.4, halfLength: 0.5 };
const PRISM: ShapeSpec = {
  kind: 'hull',
  points: Array.from({ length: 40 }, (_, i) => {
    const a = (2 * Math.PI * (i >> 1)) / 20;
    return [0.6 * Math.cos(a), 0.6 * Math.sin(a), i & 1 ? 0.5 : -0.5];
  }).flat(),
};
const TILTED_WEDGE: ShapeSpec = { kind: 'hull', points: [-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, 0, 2] };

const RESTING: [string, TestBody, TestBody][] = [
  ['cube on an equal cube, edges flush', { shape: CUBE, at: [0, 0, 0] }, { shape: CUBE, at: [0, 0, 0.9999] }],
  [
    'cube on an equal cube, shifted along one edge',
    { shape: CUBE, at: [0, 0, 0] },
    { shape: CUBE, at: [0.2, 0, 0.9999] },
  ],
  [
    'cube on an equal cube, shifted both ways',
    { shape: CUBE, at: [0, 0, 0] },
    { shape: CUBE, at: [0.2, -0.3, 0.9999] },
  ],
  [
    'cube on an equal cube, turned by 0.3',
    { shape: CUBE, at: [0, 0, 0] },
    { shape: CUBE, at: [0, 0, 0.9999], rotation: turn([0, 0, 1], 0.3) },
  ],
  [
    'cube on an equal cube, turned by 90 degrees',
    { shape: CUBE, at: [0, 0, 0] },
    { shape: CUBE, at: [0, 0, 0.9999], rotation: turn([0, 0, 1], Math.PI / 2) },
  ],
  ['plate on a cube', { shape: CUBE, at: [0, 0, 0] }, { shape: PLATE, at: [0.3, 0.3, 0.6999] }],
  ['cube on a plate, flush with its edge', { shape: PLATE, at: [0, 0, 0] }, { shape: CUBE, at: [2.5, 0, 0.6999] }],
  ['drum standing on a plate', { shape: PLATE, at: [0, 0, 0] }, { shape: DRUM, at: [0, 0, 0.6999] }],
  ['drum standing on an equal drum', { shape: DRUM, at: [0, 0, 0] }, { shape: DRUM, at: [0, 0, 0.9999] }],
  ['drum standing on a cube, over its edge', { shape: CUBE, at: [0, 0, 0] }, { shape: DRUM, at: [0.3, 0.1, 0.9999] }],
  [
    'drum lying on a plate',
    { shape: PLATE, at: [0, 0, 0] },
    { shape: DRUM, at: [0, 0, 0.5999], rotation: turn([1, 0, 0], Math.PI / 2) },
  ],
  [
    'drum lying on a plate, over its edge',
    { shape: PLATE, at: [0, 0, 0] },
    { shape: DRUM, at: [0, 1.9, 0.5999], rotation: turn([1, 0, 0], Math.PI / 2) },
  ],
  ['twenty-sided hull on a plate', { shape: PLATE, at: [0, 0, 0] }, { shape: PRISM, at: [0, 0, 0.6999] }],
  ['cube on a hull', { shape: PRISM, at: [0, 0, 0] }, { shape: CUBE, at: [0.1, 0, 0.9999] }],
  [
    'cube on edge on a plate',
    { shape: PLATE, at: [0, 0, 0] },
    { shape: CUBE, at: [0, 0, 0.2 + Math.SQRT1_2 - 0.0001], rotation: turn([1, 0, 0], Math.PI / 4) },
  ],
  ['tetrahedron on a plate', { shape: PLATE, at: [0, 0, 0] }, { shape: TILTED_WEDGE, at: [0, 0, 0.1999] }],
  [
    'crossed edges',
    { shape: CUBE, at: [0, 0, 0], rotation: turn([1, 0, 0], Math.PI / 4) },
    { shape: CUBE, at: [0.1, 0.05, Math.SQRT2 - 0.0001], rotation: turn([0, 1, 0], Math.PI / 4) },
  ],
];

const SHAKE = 2e-6; // [m] and [rad]: more than a resting contact moves, less than its depth of 1e-4
const MARGIN = 1e-3;

function shaken(random: Random, body: TestBody, amplitude: number): [Vec3, number[]] {
  const d = (): number => random.between(-amplitude, amplitude);
  const axis: Vec3 = [random.between(-1, 1), random.between(-1, 1), 1];
  const rotation = body.rotation ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return [add(body.at, [d(), d(), d()]), product(turn(axis, d()), rotation)];
}

describe.each(RESTING)('%s', (_, lower, upper) => {
  test('features do not flicker while both shake', () => {
    const random = new Random(1);
    const world = new TestWorld([lower, upper]);
    const first = world.search(MARGIN);
    expect(first.length).toBeGreaterThan(0);
    expect(maxDepth(first)).toBeGreaterThan(5e-5);
    for (let k = 0; k < 200; k++) {
      world.move(0, ...shaken(random, lower, SHAKE));
      world.move(1, ...shaken(random, upper, SHAKE));
      const now = world.search(MARGIN);
      expect(now.map((e) => e.feature)).toEqual(first.map((e) => e.feature));
      // two bodies, size up to 6 m: the depth moves by a few SHAKE
      now.forEach((e, i) => {
        expect(Math.abs(e.depth - first[i].depth)).toBeLessThan(10 * SHAKE);
      });
    }
  });

  test('an element of the search, refreshed at moved poses, agrees with a new search to second order', () => {
    const random = new Random(2);
    const world = new TestWorld([lower, upper]);
    for (let k = 0; k < 50; k++) {
      world.move(0, ...shaken(random, lower, SHAKE));
      world.move(1, ...shaken(random, upper, SHAKE));
      world.search(MARGIN);
      const step = 1e-6;
      const [at, rotation] = shaken(
        random,
        { ...upper, at: [world.posW[3], world.posW[4], world.posW[5]], rotation: [...world.rotWB.subarray(9)] },
        step,
      );
      world.move(1, at, rotation);
      const count = world.set.count;
      const refreshed = Array.from({ length: count }, (_unused, i) => world.element(i));
      const found = world.search(MARGIN);
      expect(found.map((e) => e.feature)).toEqual(refreshed.map((e) => e.feature));
      found.forEach((e, i) => {
        // points that slide along an inclined edge move by step, and see its slope change by step: a few step^2,
        // over edges of metres; prism caps and cut faces follow the face they lie in, whose tilt is within SHAKE
        expect(Math.abs(e.depth - refreshed[i].fresh)).toBeLessThan(5e-11);
      });
    }
  });
});

test('a stack of ten equal cubes: forty points whose features and owners stay for 200 shakes', () => {
  const random = new Random(3);
  const bodies: TestBody[] = Array.from({ length: 10 }, (_, i) => ({ shape: CUBE, at: [0, 0, 0.9999 * i] as Vec3 }));
  const world = new TestWorld(bodies);
  const first = world.search(MARGIN);
  expect(first.length).toBe(36);
  for (let k = 0; k < 200; k++) {
    bodies.forEach((body, i) => {
      world.move(i, ...shaken(random, body, SHAKE));
    });
    const now = world.search(MARGIN);
    expect(now.map((e) => [e.pair, e.feature, e.bodyA])).toEqual(first.map((e) => [e.pair, e.feature, e.bodyA]));
  }
});

test('a vertex that hangs about the edge of its face by the allowance does not flicker: the band is twice as wide inside', () => {
  const random = new Random(4);
  const outer = 1e-4 * Math.sqrt(0.75); // allowance of unit cubes
  const world = new TestWorld([
    { shape: CUBE, at: [0, 0, 0] },
    { shape: CUBE, at: [0, 0, 0.9999] },
  ]);
  world.search(MARGIN);
  const seen = new Set<string>();
  for (let k = 0; k < 100; k++) {
    world.posW[3] = outer + random.between(-0.2, 0.2) * outer;
    seen.add(
      world
        .search(MARGIN)
        .map((e) => e.feature)
        .join(),
    );
  }
  expect(seen.size).toBe(1);
});

test('depth of a box moved through another one is continuous, to what a sticky choice may jump', () => {
  const random = new Random(5);
  for (let run = 0; run < 30; run++) {
    const axis: Vec3 = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    const rotation = turn(axis, random.between(0, 3));
    const world = new TestWorld([
      { shape: { kind: 'box', half: [1, 0.8, 0.6] }, at: [0, 0, 0] },
      { shape: CUBE, at: [0, 0, 0], rotation },
    ]);
    const from: Vec3 = [random.between(-1, 1), random.between(-1, 1), 1.6];
    const step = 1e-3;
    let last = Number.NaN;
    for (let k = 0; k <= 1200; k++) {
      const spin = product(turn([1, 2, 3], 0.5 * step * k), rotation);
      world.move(1, [from[0] - 0.3 * step * k, from[1] + 0.2 * step * k, from[2] - step * k], spin);
      const elements = world.search(1);
      const depth = maxDepth(elements);
      if (k > 0 && Math.max(depth, last) > 0) {
        // a step moves points by 1.6e-3; a choice is left when 5 % of the depth and 1e-4 worse than the best
        expect(Math.abs(depth - last)).toBeLessThan(1.7e-3 + 0.055 * Math.max(depth, last) + 1e-4);
      }
      last = depth;
    }
  }
});
