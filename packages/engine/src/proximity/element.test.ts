import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../math/index.ts';
import {
  aboutEdge,
  EDGE_EDGE,
  ELEMENT_STRIDE,
  makeContactPoint,
  RIM_PLANE,
  refreshElement,
  SPHERE_LINE,
  SPHERE_PLANE,
  SPHERE_SPHERE,
} from './element.ts';
import { add, dot, fromQuaternion, IDENTITY, product, times, turn } from './test-world.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true }); // shrinking doubles takes minutes and rarely helps

interface Pose {
  readonly at: Vec3;
  readonly rotation: readonly number[];
}

function refreshed(kind: number, numbers: readonly number[], a: Pose, b: Pose) {
  const data = new Float64Array(2 * ELEMENT_STRIDE);
  data.set(numbers, ELEMENT_STRIDE); // not at the start: the offset must be used
  const out = makeContactPoint();
  const posW = Float64Array.from([...a.at, ...b.at]);
  const rotWB = Float64Array.from([...a.rotation, ...b.rotation]);
  refreshElement(out, kind, data, ELEMENT_STRIDE, posW, rotWB, 0, 1);
  return out;
}

const UPRIGHT: Pose = { at: [0, 0, 0], rotation: IDENTITY };
const TOLERANCE = 1e-14; // a few roundings of numbers of size 1

function sideOf(n: readonly number[], u: Float64Array): Float64Array {
  const out = new Float64Array(2);
  aboutEdge(out, Float64Array.from(n), u);
  return out;
}

describe('elements by hand', () => {
  test('sphere over a plane: depth = r - n.(c - p), point below the centre', () => {
    const out = refreshed(SPHERE_PLANE, [5, 7, 1, 0, 0, 1, 0, 0, 0, 0.5], UPRIGHT, {
      at: [1, 2, 1.4],
      rotation: IDENTITY,
    });
    expect(out.depth).toBeCloseTo(0.1, 14);
    expect([out.px, out.py, out.pz]).toEqual([1, 2, expect.closeTo(0.9, 14)]);
    expect([out.nx, out.ny, out.nz]).toEqual([0, 0, 1]);
  });

  test('two spheres share the point in the ratio of their radii', () => {
    const out = refreshed(SPHERE_SPHERE, [0, 0, 0, 0.3, 0, 0, 0, 0.6, 0, 0, 1], UPRIGHT, {
      at: [0, 0.84, 0],
      rotation: IDENTITY,
    });
    expect(out.depth).toBeCloseTo(0.06, 14);
    expect(out.py).toBeCloseTo(0.28, 14);
    expect(out.ny).toBe(1);
  });

  test('sphere beside a line: measured from its foot', () => {
    const out = refreshed(SPHERE_LINE, [0, 0, -9, 0, 0, 1, 0.1, 0, 0, 0, 0.2, 1, 0, 0], UPRIGHT, {
      at: [0.25, 0, 4],
      rotation: IDENTITY,
    });
    expect(out.depth).toBeCloseTo(0.05, 14);
    expect([out.px, out.pz]).toEqual([expect.closeTo(0.25 / 3, 14), expect.closeTo(4, 14)]);
  });

  test('rim: an axis at 30 degrees to the plane lowers the rim by R cos 30', () => {
    const axis = times(turn([0, 1, 0], Math.PI / 3), [0, 0, 1]);
    const out = refreshed(RIM_PLANE, [0, 0, 0, 0, 0, 1, 0, 0, 0, ...axis, 2, 1, 0, 0], UPRIGHT, {
      at: [0, 0, 1],
      rotation: IDENTITY,
    });
    expect(out.depth).toBeCloseTo(2 * (Math.sqrt(3) / 2) - 1, 14);
    expect(out.px).toBeCloseTo(2 * 0.5, 14); // the low side is where the axis climbs
  });

  test('crossed edges: depth along their product, point half way, also while they slide', () => {
    // along x in A, along y in B, 0.1 apart; sign chosen so that n points up
    const numbers = [-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 2, 2, 1];
    const out = refreshed(EDGE_EDGE, numbers, UPRIGHT, { at: [0.3, 0.2, -0.1], rotation: IDENTITY });
    expect(out.depth).toBeCloseTo(0.1, 14);
    expect([out.px, out.py, out.pz]).toEqual([
      expect.closeTo(0.3, 14),
      expect.closeTo(0, 14),
      expect.closeTo(-0.05, 14),
    ]);
    expect(out.nz).toBe(1);
    // beyond the end of the edge of A the point stays at its end
    expect(refreshed(EDGE_EDGE, numbers, UPRIGHT, { at: [1.4, 0, 0], rotation: IDENTITY }).px).toBeCloseTo(1.2, 14);
  });

  test('edges that turn through parallel stay apart: their product turns round, the side they are on does not', () => {
    // both upright, B 0.05 beyond A along x + y, and leaning across that a little to one side, then to the other
    const apart = 0.05 * Math.SQRT1_2;
    const n = [Math.SQRT1_2, Math.SQRT1_2, 0];
    const u = Float64Array.of(0, 0, 1);
    const [across, aside] = sideOf(n, u);
    const numbers = [0, 0, -0.1, 0, 0, 1, 0, 0, -0.1, 0, 0, 1, across, 0.2, 0.2, aside];
    for (let lean = -8; lean <= 8; lean++) {
      const rotation = turn([Math.SQRT1_2, Math.SQRT1_2, 0], 0.005 * lean + 1e-4);
      const out = refreshed(EDGE_EDGE, numbers, UPRIGHT, { at: [apart, apart, 0], rotation });
      expect(out.depth).toBeCloseTo(-0.05, 12);
      expect(out.nx * n[0] + out.ny * n[1]).toBeCloseTo(1, 12);
    }
  });

  test('undefined directions take the one of the search, turned with its body: never NaN', () => {
    const r = turn([1, 0, 0], Math.PI / 2); // y to z
    const spheres = refreshed(
      SPHERE_SPHERE,
      [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0],
      { at: [0, 0, 0], rotation: r },
      UPRIGHT,
    );
    expect([spheres.nx, spheres.ny, spheres.nz]).toEqual([0, expect.closeTo(0, 14), expect.closeTo(1, 14)]);
    expect(spheres.depth).toBe(2);
    const rim = refreshed(RIM_PLANE, [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0], UPRIGHT, UPRIGHT);
    expect([rim.px, rim.py, rim.pz]).toEqual([-1, 0, 0]);
    expect(rim.depth).toBeCloseTo(0, 15);
    const points = refreshed(SPHERE_SPHERE, [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], UPRIGHT, {
      at: [2, 0, 0],
      rotation: IDENTITY,
    });
    expect(points.px).toBe(1); // no radii: half way
  });
});

const coordinate = fc.integer({ min: -1000000, max: 1000000 }).map((i) => i * 1e-6);
const vector = fc.tuple(coordinate, coordinate, coordinate);
const quaternion = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .filter((q) => q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] > 0.01);
const direction = vector
  .filter((v) => dot(v, v) > 0.01)
  .map((v): Vec3 => {
    const length = Math.sqrt(dot(v, v));
    return [v[0] / length, v[1] / length, v[2] / length];
  });
const element = fc.record({
  kind: fc.constantFrom(SPHERE_PLANE, SPHERE_SPHERE, SPHERE_LINE, RIM_PLANE, EDGE_EDGE),
  p: vector,
  n: direction,
  c: vector,
  u: direction,
  r: fc.integer({ min: 100000, max: 1000000 }).map((i) => i * 1e-6),
  s: fc.integer({ min: 100000, max: 1000000 }).map((i) => i * 1e-6),
});
const pose = fc.record({ at: vector, q: quaternion }).map(({ at, q }): Pose => ({ at, rotation: fromQuaternion(q) }));

function numbersOf(e: { kind: number; p: Vec3; n: Vec3; c: Vec3; u: Vec3; r: number; s: number }): number[] {
  if (e.kind === SPHERE_PLANE) return [...e.p, ...e.n, ...e.c, e.r];
  if (e.kind === SPHERE_SPHERE) return [...e.p, e.r, ...e.c, e.s, 0, 0, 1];
  if (e.kind === SPHERE_LINE) return [...e.p, ...e.n, e.r, ...e.c, e.s, 0, 0, 1];
  if (e.kind === RIM_PLANE) return [...e.p, ...e.n, ...e.c, ...e.u, e.r, 1, 0, 0];
  // edges of 40 m that start 20 m back: they cross between their ends unless nearly parallel
  const back = (x: Vec3, v: Vec3): Vec3 => [x[0] - 20 * v[0], x[1] - 20 * v[1], x[2] - 20 * v[2]];
  return [...back(e.p, e.n), ...e.n, ...back(e.c, e.u), ...e.u, e.r > 0.5 ? 1 : -1, 40, 40];
}

/** Edges that cross at a sine of 0.4 or more, rims inclined by as much. */
function isClear(e: { kind: number; n: Vec3; u: Vec3 }, a: Pose, b: Pose): boolean {
  if (e.kind !== RIM_PLANE && e.kind !== EDGE_EDGE) return true;
  return Math.abs(dot(times(a.rotation, e.n), times(b.rotation, e.u))) < 0.9;
}

test('depth grows at the speed of approach of the two bodies at the point: force and power agree', () => {
  // d(depth)/dt = -n.(v_B - v_A) at the point, for every kind; central differences, error h^2 = 1e-8
  fc.assert(
    fc.property(element, pose, pose, vector, vector, vector, vector, (e, a, b, va, wa, vb, wb) => {
      const at = (t: number) => {
        const move = (p: Pose, v: Vec3, w: Vec3): Pose => {
          const angle = t * Math.sqrt(dot(w, w));
          const rotation = angle === 0 ? p.rotation : product(turn(w, angle), p.rotation);
          return { at: add(p.at, [t * v[0], t * v[1], t * v[2]]), rotation };
        };
        return refreshed(e.kind, numbersOf(e), move(a, va, wa), move(b, vb, wb));
      };
      const now = at(0);
      const length = e.kind === SPHERE_SPHERE || e.kind === SPHERE_LINE ? e.r + e.s - now.depth : 1;
      fc.pre(length > 0.05); // a direction from a short difference turns fast
      fc.pre(isClear(e, a, b));
      const h = 1e-4;
      const rate = (at(h).depth - at(-h).depth) / (2 * h);
      const p: Vec3 = [now.px, now.py, now.pz];
      const velocity = (body: Pose, v: Vec3, w: Vec3): Vec3 => {
        const [x, y, z] = [p[0] - body.at[0], p[1] - body.at[1], p[2] - body.at[2]];
        return add(v, [w[1] * z - w[2] * y, w[2] * x - w[0] * z, w[0] * y - w[1] * x]);
      };
      const [ax, ay, az] = velocity(a, va, wa);
      const [bx, by, bz] = velocity(b, vb, wb);
      const approach = -(now.nx * (bx - ax) + now.ny * (by - ay) + now.nz * (bz - az));
      expect(Math.abs(rate - approach)).toBeLessThan(2e-4);
    }),
    { numRuns: 400 },
  );
});

test('the world may be turned and moved: depth stays, point and normal turn', () => {
  fc.assert(
    fc.property(element, pose, pose, pose, (e, a, b, world) => {
      const turned = (p: Pose): Pose => ({
        at: add(world.at, times(world.rotation, p.at)),
        rotation: product(world.rotation, p.rotation),
      });
      const here = refreshed(e.kind, numbersOf(e), a, b);
      fc.pre((e.kind !== SPHERE_SPHERE && e.kind !== SPHERE_LINE) || e.r + e.s - here.depth > 0.01);
      fc.pre(isClear(e, a, b));
      const there = refreshed(e.kind, numbersOf(e), turned(a), turned(b));
      expect(Math.abs(there.depth - here.depth)).toBeLessThan(100 * TOLERANCE);
      const point = add(world.at, times(world.rotation, [here.px, here.py, here.pz]));
      // up to 1/0.01 times rounding, where the direction comes from a short difference
      expect(
        Math.abs(there.px - point[0]) + Math.abs(there.py - point[1]) + Math.abs(there.pz - point[2]),
      ).toBeLessThan(1000 * TOLERANCE);
    }),
    { numRuns: 300 },
  );
});
