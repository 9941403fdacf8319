import { describe, expect, test } from 'vitest';
import { closestPair, PAIR_D2, PAIR_I, PAIR_J, PAIR_STRIDE, PAIR_U, PAIR_W } from './closest-pair.ts';
import type { CableCurves } from './curves.ts';
import { Minima, MinimaSearch } from './minima.ts';
import { MlsDist } from './mls-dist.ts';
import { type ShapeName, shapeNodes, splineCables, straightNodes } from './test-world.ts';

/** Every minimum of a fine grid over both parameters, polished. */
function dense(curves: CableCurves, cut: number, m: number): Minima {
  const { count: n, coefficients: c, arcStart, restLength, neighbourLength } = curves;
  const N = n * m;
  const x = new Float64Array(3 * (N + 1));
  const arc = new Float64Array(N + 1);
  for (let i = 0; i <= N; i++) {
    const e = Math.min(n - 1, Math.floor(i / m));
    const u = i / m - e;
    for (let k = 0, o = 12 * e; k < 3; k++, o += 4)
      x[3 * i + k] = c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
    arc[i] = arcStart[e] + u * restLength[e];
  }
  const gap = neighbourLength[0];
  const d2 = (i: number, j: number): number =>
    (x[3 * i] - x[3 * j]) ** 2 + (x[3 * i + 1] - x[3 * j + 1]) ** 2 + (x[3 * i + 2] - x[3 * j + 2]) ** 2;
  const lowest = (i: number, j: number, d: number): boolean => {
    for (let k = 0; k < 9; k++) {
      const a = i + Math.floor(k / 3) - 1;
      const b = j + (k % 3) - 1;
      if (a < 0 || b > N || a >= b || arc[b] - arc[a] < gap) continue;
      if (d2(a, b) < d) return false;
    }
    return true;
  };
  const out = new Minima();
  out.clear(n);
  const pair = new Float64Array(PAIR_STRIDE);
  for (let i = 0; i <= N; i++) {
    for (let j = i + 1; j <= N; j++) {
      if (arc[j] - arc[i] < gap) continue;
      const d = d2(i, j);
      if (d > 4 * cut * cut || !lowest(i, j, d)) continue;
      pair[PAIR_I] = Math.min(n - 1, Math.floor(i / m));
      pair[PAIR_J] = Math.min(n - 1, Math.floor(j / m));
      pair[PAIR_U] = i / m - pair[PAIR_I];
      pair[PAIR_W] = j / m - pair[PAIR_J];
      if (closestPair(pair, curves, gap) && pair[PAIR_D2] < cut * cut) out.add(pair, 1e-3);
    }
  }
  return out;
}

function missing(truth: Minima, found: Minima): number {
  let missed = 0;
  for (let i = 0; i < truth.count; i++) {
    let seen = false;
    for (let k = 0; k < found.count && !seen; k++) {
      seen =
        Math.abs(truth.elementA[i] + truth.uA[i] - found.elementA[k] - found.uA[k]) < 5e-3 &&
        Math.abs(truth.elementB[i] + truth.uB[i] - found.elementB[k] - found.uB[k]) < 5e-3;
    }
    if (!seen) missed++;
  }
  return missed;
}

const cases: [ShapeName, number, number][] = [
  ['loop', 32, 16],
  ['loop', 128, 6],
  ['trefoil', 32, 16],
  ['trefoil', 64, 10],
  ['snake', 32, 24],
  ['snake', 64, 12],
  ['tangle', 32, 24],
  ['tangle', 64, 12],
  ['tangle', 128, 6],
  ['coil', 32, 16],
  ['coil', 64, 10],
  ['coil', 128, 5],
  ['snake', 256, 5],
  ['tangle', 512, 4],
  ['coil', 512, 3],
];

describe('tree and Newton', () => {
  test.each(cases)('%s of %i nodes: no minimum of a dense search is missed', (name, n, m) => {
    const r = 0.01;
    const { curves } = splineCables([shapeNodes(name, n)], [r], [0.15]);
    const found = new Minima();
    new MinimaSearch(curves).find(found, 0.06);
    const truth = dense(curves, 0.08, m);
    expect(truth.count).toBeGreaterThan(0);
    expect(missing(truth, found)).toBe(0);
  });

  test.each(['snake', 'trefoil', 'loop'] as const)(
    '%s, looked at from afar: none is invented, nor told twice',
    (name) => {
      const { curves } = splineCables([shapeNodes(name, 128)], [0.01], [0.15]);
      const { count: n, coefficients: c } = curves;
      const found = new Minima();
      new MinimaSearch(curves).find(found, 0.5); // Newton starts from pairs a hundred elements away
      expect(found.count).toBeGreaterThan(0);
      const at = (place: number): number[] => {
        const e = Math.min(n - 1, Math.max(0, Math.floor(place)));
        const u = Math.min(1, Math.max(0, place - e));
        return [0, 4, 8].map(
          (k) => c[12 * e + k] + u * (c[12 * e + k + 1] + u * (c[12 * e + k + 2] + u * c[12 * e + k + 3])),
        );
      };
      const seen: [number, number][] = [];
      for (let m = 0; m < found.count; m++) {
        const [s, t] = [found.elementA[m] + found.uA[m], found.elementB[m] + found.uB[m]];
        const apart = (ds: number, dt: number): number => {
          const [p, q] = [at(s + ds), at(t + dt)];
          return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
        };
        for (let k = 0; k < 9; k++) {
          // a step of a hundredth of an element to any side does not lead down; beyond an end it leads nowhere
          expect(apart(0.01 * (Math.floor(k / 3) - 1), 0.01 * ((k % 3) - 1))).toBeGreaterThan(apart(0, 0) - 1e-9);
        }
        expect(seen.every(([a, b]) => Math.hypot(a - s, b - t) > 1e-2)).toBe(true);
        seen.push([s, t]);
      }
    },
  );

  test('two crossing lines: distance and place of the common perpendicular', () => {
    const { curves } = splineCables(
      [straightNodes(4, [0, 0, 0], [1, 0, 0], 8), straightNodes(3, [0.5, 0, 0.3], [0, 0.6, 0.8], 6)],
      [0.1, 0.1],
    );
    const found = new Minima();
    new MinimaSearch(curves).find(found, 1);
    expect(found.count).toBe(1);
    expect(found.distance[0]).toBeCloseTo(0.3 * 0.6, 12);
    expect(2 * (found.elementA[0] + found.uA[0]) - 4).toBeCloseTo(0.5, 10);
  });
});

describe("MLSDist (Roy 2007, 2.1.1), the documents' search", () => {
  test('finds the crossings of a trefoil, and with tracking keeps them', () => {
    const { curves } = splineCables([shapeNodes('trefoil', 64)], [0.01], [0.15]);
    const mls = new MlsDist(curves, { seed: 3 });
    const found = new Minima();
    mls.find(found, 0.06);
    mls.find(found, 0.06);
    const truth = dense(curves, 0.08, 10);
    expect(missing(truth, found)).toBe(0);
    const tracked = new MlsDist(curves, { seed: 3, randomPairs: 400 });
    tracked.find(found, 0.06);
    const known = found.count;
    for (let k = 0; k < 3; k++) tracked.find(found, 0.06);
    expect(found.count).toBeGreaterThanOrEqual(known);
  });

  test('on a coarse snake it misses minima whatever the number of starts, the tree does not', () => {
    const { curves } = splineCables([shapeNodes('snake', 32)], [0.01], [0.15]);
    const truth = dense(curves, 0.08, 24);
    const found = new Minima();
    new MlsDist(curves, { seed: 1, randomPairs: 4000 }).find(found, 0.06);
    expect(missing(truth, found)).toBeGreaterThan(0);
    new MinimaSearch(curves).find(found, 0.06);
    expect(missing(truth, found)).toBe(0);
  });
});
