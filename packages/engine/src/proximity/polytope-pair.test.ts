import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShapeSpec } from '../geometry/index.ts';
import type { Vec3 } from '../math/index.ts';
import { EDGE_EDGE, SPHERE_PLANE } from './element.ts';
import { add, dot, fromQuaternion, IDENTITY, maxDepth, product, TestWorld, times, turn } from './test-world.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true }); // shrinking doubles takes minutes and rarely helps

const CUBE: ShapeSpec = { kind: 'box', half: [0.5, 0.5, 0.5] };

describe('boxes by hand', () => {
  test('cube on cube: four corners, depth exact, the lower one owns the plane', () => {
    const elements = new TestWorld([
      { shape: CUBE, at: [0, 0, 0] },
      { shape: CUBE, at: [0, 0, 0.998] },
    ]).search(0.01);
    expect(elements.length).toBe(4);
    for (const e of elements) {
      expect(e).toMatchObject({ kind: SPHERE_PLANE, bodyA: 0, bodyB: 1, normal: [0, 0, 1] });
      expect(e.depth).toBeCloseTo(0.002, 14);
      expect([Math.abs(e.point[0]), Math.abs(e.point[1])]).toEqual([0.5, 0.5]);
    }
  });

  test('the order of the shapes does not matter: equal cubes, listed upper first', () => {
    const elements = new TestWorld([
      { shape: CUBE, at: [0, 0, 0.998] },
      { shape: CUBE, at: [0, 0, 0] },
    ]).search(0.01);
    expect(elements.length).toBe(4);
    for (const e of elements) expect(e).toMatchObject({ bodyA: 1, bodyB: 0, normal: [0, 0, 1] });
  });

  test('half over the edge: two corners and two crossings', () => {
    const elements = new TestWorld([
      { shape: CUBE, at: [0, 0, 0] },
      { shape: CUBE, at: [0.3, 0, 0.999] },
    ]).search(0.01);
    const xs = elements.map((e) => e.point[0]).sort((p, q) => p - q);
    // the crossings may overhang by 1e-4 of the outer radius
    expect(xs.length).toBe(4);
    expect(xs[0]).toBeCloseTo(-0.2, 12);
    expect(Math.abs(xs[3] - 0.5)).toBeLessThan(1.0e-4);
  });

  test('turned by 45 degrees: the octagon', () => {
    const elements = new TestWorld([
      { shape: CUBE, at: [0, 0, 0] },
      { shape: CUBE, at: [0, 0, 0.999], rotation: turn([0, 0, 1], Math.PI / 4) },
    ]).search(0.01);
    expect(elements.length).toBe(8);
    for (const e of elements) {
      const r = Math.sqrt(e.point[0] ** 2 + e.point[1] ** 2);
      expect(Math.abs(r - 0.5 / Math.cos(Math.PI / 8))).toBeLessThan(2e-4);
    }
  });

  test('crossed edges: one point, normal along their product', () => {
    // two cubes on edge, one turned by 90 degrees: edges along x below and along y above
    const elements = new TestWorld([
      { shape: CUBE, at: [0, 0, 0], rotation: turn([1, 0, 0], Math.PI / 4) },
      { shape: CUBE, at: [0.1, 0.05, Math.SQRT2 - 0.001], rotation: turn([0, 1, 0], Math.PI / 4) },
    ]).search(0.01);
    expect(elements.length).toBe(1);
    expect(elements[0].depth).toBeCloseTo(0.001, 13);
    expect(elements[0].normal[2]).toBeCloseTo(1, 14);
    expect(elements[0].point[0]).toBeCloseTo(0.1, 13);
    expect(elements[0].point[1]).toBeCloseTo(0, 13);
  });

  test('corner to corner across a gap: the closest points stand for the pair', () => {
    const elements = new TestWorld([
      { shape: CUBE, at: [0, 0, 0] },
      { shape: CUBE, at: [1.03, 1.04, 1.12] },
    ]).search(0.15);
    expect(elements.length).toBe(1);
    expect(elements[0].depth).toBeCloseTo(-0.13, 13);
    expect(elements[0].normal[2]).toBeCloseTo(12 / 13, 12);
  });

  test('beyond the margin nothing, and remembered as such', () => {
    const world = new TestWorld([
      { shape: CUBE, at: [0, 0, 0] },
      { shape: CUBE, at: [0, 0, 1.02] },
    ]);
    expect(world.search(0.01).length).toBe(0);
    expect(world.search(0.03).length).toBe(4);
    expect(world.search(0.01).length).toBe(0);
  });

  test('deep and degenerate: same place, same place turned, nested: finite numbers', () => {
    for (const half of [0.5, 0.1]) {
      for (const angle of [0, 1e-9, 0.3]) {
        const shape: ShapeSpec = { kind: 'box', half: [half, half, half] };
        const rotation = turn([1, 1, 0.2], angle);
        const elements = new TestWorld([
          { shape: CUBE, at: [1, 1, 1] },
          { shape, at: [1, 1, 1], rotation },
        ]).search(0.01);
        expect(elements.length).toBeGreaterThan(0);
        for (const e of elements) {
          expect([e.depth, e.fresh, ...e.normal, ...e.point].every(Number.isFinite)).toBe(true);
          expect(e.depth).toBeGreaterThan(0);
        }
      }
    }
  });
});

// --- a second implementation: boxes by fifteen axes, overlap by corners and edges ---

interface Box {
  readonly half: Vec3;
  readonly at: Vec3;
  readonly rotation: readonly number[];
}

const column = (r: readonly number[], k: number): Vec3 => [r[k], r[3 + k], r[6 + k]];

function cross(u: Vec3, v: Vec3): Vec3 {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** Largest gap over 15 axes (3 + 3 face normals, 9 products of edges). */
function gap(a: Box, b: Box): number {
  const axesA = [0, 1, 2].map((k) => column(a.rotation, k));
  const axesB = [0, 1, 2].map((k) => column(b.rotation, k));
  const products = axesA.flatMap((u) => axesB.map((v) => cross(u, v))).filter((n) => dot(n, n) > 1e-6);
  const d: Vec3 = [b.at[0] - a.at[0], b.at[1] - a.at[1], b.at[2] - a.at[2]];
  let most = Number.NEGATIVE_INFINITY;
  for (const axis of [...axesA, ...axesB, ...products]) {
    const length = Math.sqrt(dot(axis, axis));
    const reach = [0, 1, 2].reduce(
      (sum, k) => sum + a.half[k] * Math.abs(dot(axis, axesA[k])) + b.half[k] * Math.abs(dot(axis, axesB[k])),
      0,
    );
    most = Math.max(most, (Math.abs(dot(axis, d)) - reach) / length);
  }
  return most;
}

function corners(a: Box): Vec3[] {
  return Array.from({ length: 8 }, (_, i) =>
    add(
      a.at,
      times(a.rotation, [
        i & 1 ? a.half[0] : -a.half[0],
        i & 2 ? a.half[1] : -a.half[1],
        i & 4 ? a.half[2] : -a.half[2],
      ]),
    ),
  );
}

/** Part of a segment inside a box, by the three slabs. */
function segmentMeets(p: Vec3, q: Vec3, b: Box): boolean {
  let from = 0;
  let to = 1;
  for (let k = 0; k < 3; k++) {
    const axis = column(b.rotation, k);
    const u = dot(axis, [p[0] - b.at[0], p[1] - b.at[1], p[2] - b.at[2]]);
    const v = dot(axis, [q[0] - b.at[0], q[1] - b.at[1], q[2] - b.at[2]]);
    for (const sign of [1, -1]) {
      const low = sign * u - b.half[k];
      const high = sign * v - b.half[k];
      if (low > 0 && high > 0) return false;
      if (low > 0) from = Math.max(from, low / (low - high));
      else if (high > 0) to = Math.min(to, low / (low - high));
    }
  }
  return from <= to;
}

/** Two convex bodies overlap when an edge of one meets the other (corners are ends of edges). */
function overlap(a: Box, b: Box): boolean {
  const meets = (from: Box, other: Box): boolean => {
    const c = corners(from);
    for (let i = 0; i < 8; i++) {
      for (const bit of [1, 2, 4]) if (!(i & bit) && segmentMeets(c[i], c[i | bit], other)) return true;
    }
    return false;
  };
  return meets(a, b) || meets(b, a);
}

// to a millionth: all of IEEE 754 would mostly be 1e-300
const unit = fc.integer({ min: -1000000, max: 1000000 }).map((i) => i * 1e-6);
const size = fc.integer({ min: 200000, max: 1200000 }).map((i) => i * 1e-6);
const quaternion = fc.tuple(unit, unit, unit, unit).filter((q) => q.reduce((s, x) => s + x * x, 0) > 0.01);
const box = fc
  .record({ half: fc.tuple(size, size, size), at: fc.tuple(unit, unit, unit), q: quaternion })
  .map(({ half, at, q }): Box => ({ half, at: [1.5 * at[0], 1.5 * at[1], 1.5 * at[2]], rotation: fromQuaternion(q) }));

const body = (b: Box) => ({ shape: { kind: 'box', half: b.half } as const, at: b.at, rotation: b.rotation });

/** 1e-4 of the smaller outer radius: what a face may be behind an edge pair when it is preferred. */
function tolerance(a: Box, b: Box): number {
  return 1e-4 * Math.min(Math.sqrt(dot(a.half, a.half)), Math.sqrt(dot(b.half, b.half)));
}

test('random boxes: the largest depth is the least of fifteen axes, and it is positive exactly when they overlap', () => {
  fc.assert(
    fc.property(box, box, (a, b) => {
      const elements = new TestWorld([body(a), body(b)]).search(0.1);
      const depth = maxDepth(elements);
      const apart = gap(a, b);
      expect(elements.length).toBeLessThanOrEqual(9);
      if (apart > 1e-9) expect(depth).toBeLessThan(0);
      if (apart < -1e-9) expect(depth).toBeGreaterThan(0);
      if (Math.abs(apart) > 1e-9) expect(overlap(a, b)).toBe(apart < 0);
      if (apart < 0) {
        expect(depth).toBeGreaterThan(-apart - 1e-12);
        expect(depth).toBeLessThan(-apart + tolerance(a, b) + 1e-12);
      } else if (apart < 0.1 && elements.length > 0) {
        // apart: the gap along an axis is at most the distance, which is at most any gap between the two
        expect(depth).toBeLessThan(-apart + tolerance(a, b) + 1e-12);
      }
      for (const e of elements) {
        expect(Math.abs(e.fresh - e.depth)).toBeLessThan(1e-13);
        expect(Math.abs(dot(e.normal, e.normal) - 1)).toBeLessThan(1e-13);
        expect(e.depth).toBeGreaterThan(-0.1);
      }
    }),
    { numRuns: 1500 },
  );
});

/** Two edges cross 0.9 m deep, and a corner of the thin one's far side waits 5 mm away: two elements, and no face contact. */
const EDGES_WITH_A_CORNER: [Box, Box] = [
  {
    half: [1.2, 0.409664, 0.200002],
    at: [0.986859, -0.0804075, 0.1241355],
    rotation: [
      0.9474661551711065, 0.29989348912036057, 0.11122850348942379, 0.29989564427930654, -0.7119773250503969,
      -0.634941643898383, -0.11122269259274492, 0.6349426618186067, -0.7645111698694285,
    ],
  },
  {
    half: [0.200012, 0.8971, 1.149565],
    at: [1.3070175, 0.029043, -0.5645085],
    rotation: [
      -0.6886947575929045, -0.7205387774157701, -0.08076757458434837, 0.7205345332383986, -0.6677299363179823,
      -0.18699389978207046, 0.08080542849941529, -0.18697754513569584, 0.9790351782954761,
    ],
  },
];

test('random boxes: a point of positive depth lies in both boxes, to the overhang allowed; where edges cross, midway between them', () => {
  const outside = (p: Vec3, b: Box): number =>
    Math.max(
      ...[0, 1, 2].map(
        (k) => Math.abs(dot(column(b.rotation, k), [p[0] - b.at[0], p[1] - b.at[1], p[2] - b.at[2]])) - b.half[k],
      ),
    );
  const scaled = ([x, y, z]: Vec3, by: number): Vec3 => [by * x, by * y, by * z];
  fc.assert(
    fc.property(box, box, (a, b) => {
      const elements = new TestWorld([body(a), body(b)]).search(0.01);
      if (elements.some(({ kind }) => kind === EDGE_EDGE)) {
        // the crossing stands for the pair, midway between an edge of one and an edge of the other; corners beside it wait
        for (const e of elements) {
          if (e.kind !== EDGE_EDGE) expect(e.depth).toBeLessThanOrEqual(0);
          else {
            const [first, second] = e.bodyA === 0 ? [a, b] : [b, a];
            expect(Math.abs(outside(add(e.point, scaled(e.normal, 0.5 * e.depth)), first))).toBeLessThan(1e-9);
            expect(Math.abs(outside(add(e.point, scaled(e.normal, -0.5 * e.depth)), second))).toBeLessThan(1e-9);
          }
        }
        return;
      }
      for (const e of elements) {
        if (e.depth <= 0) continue;
        const [owner, other] = e.bodyA === 0 ? [a, b] : [b, a];
        expect(outside(e.point, other)).toBeLessThan(3 * tolerance(a, b));
        // below its plane and within its sides; through the far side only if it is deeper than the body
        const thickness = 2 * Math.min(...owner.half);
        if (e.depth < thickness) expect(outside(e.point, owner)).toBeLessThan(3 * tolerance(a, b));
      }
    }),
    { numRuns: 600, examples: [EDGES_WITH_A_CORNER] },
  );
});

test('swapping the shapes or turning the world changes neither depths nor points', () => {
  fc.assert(
    fc.property(box, box, quaternion, fc.tuple(unit, unit, unit), (a, b, q, t) => {
      const apart = gap(a, b);
      fc.pre(apart < 0.05);
      const here = new TestWorld([body(a), body(b)]).search(0.05);
      const swapped = new TestWorld([body(b), body(a)]).search(0.05);
      const r = fromQuaternion(q);
      const moved = (x: Box): Box => ({ half: x.half, at: add(t, times(r, x.at)), rotation: product(r, x.rotation) });
      const turned = new TestWorld([body(moved(a)), body(moved(b))]).search(0.05);
      const depths = (list: readonly { depth: number }[]): number[] => list.map((e) => e.depth).sort((x, y) => x - y);
      const close = (x: number[], y: number[]): boolean =>
        x.length === y.length && x.every((value, k) => Math.abs(value - y[k]) < 1e-9);
      expect(close(depths(here), depths(swapped))).toBe(true);
      expect(close(depths(here), depths(turned))).toBe(true);
      // equal faces flat on each other: the lower body owns the plane, and turning the world changes which that is
      if (here.length > 0 && here[0].bodyA !== turned[0].bodyA) return;
      expect(turned.map((e) => e.feature)).toEqual(here.map((e) => e.feature));
      turned.forEach((e, k) => {
        const p = add(t, times(r, here[k].point));
        expect(Math.abs(e.point[0] - p[0]) + Math.abs(e.point[1] - p[1]) + Math.abs(e.point[2] - p[2])).toBeLessThan(
          1e-9,
        );
      });
    }),
    { numRuns: 400 },
  );
});

test('a box is a hull of its corners: the same depths', () => {
  fc.assert(
    fc.property(box, box, (a, b) => {
      // of opposite faces at the same depth either may be taken
      fc.pre(Math.abs(dot(column(a.rotation, 0), a.at) - dot(column(a.rotation, 0), b.at)) > 0.01);
      const hull = {
        ...body(a),
        shape: { kind: 'hull', points: corners({ ...a, at: [0, 0, 0], rotation: IDENTITY }).flat() } as const,
      };
      const boxes = new TestWorld([body(a), body(b)]).search(0.02);
      const mixed = new TestWorld([hull, body(b)]).search(0.02);
      expect(mixed.length).toBe(boxes.length);
      expect(Math.abs(maxDepth(mixed) - maxDepth(boxes)) < 1e-9 || boxes.length === 0).toBe(true);
    }),
    { numRuns: 300 },
  );
});
