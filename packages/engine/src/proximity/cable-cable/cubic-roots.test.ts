import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cubicRoots } from './cubic-roots.ts';

const out = new Float64Array(5);
const rootsOf = (a: readonly number[], from = 0, to = 1): number[] => {
  const n = cubicRoots(out, Float64Array.from(a), 0, from, to);
  return [...out.subarray(0, n)];
};
/** k (x - a)(x - b)(x - c) */
const product = (a: number, b: number, c: number, k = 1): number[] => [
  -k * a * b * c,
  k * (a * b + b * c + c * a),
  -k * (a + b + c),
  k,
];

test('no root of a cubic is missed: every sign change on a fine grid has a root beside it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
      fc.constantFrom(1, 1e-6, 1e6),
      (unit, scale) => {
        const a = unit.map((x) => x * scale);
        const f = (x: number): number => a[0] + x * (a[1] + x * (a[2] + x * a[3]));
        const roots = rootsOf(a);
        for (let k = 0; k < 200; k++) {
          const [low, high] = [k / 200, (k + 1) / 200];
          if (f(low) < 0 === f(high) < 0) continue;
          expect(roots.some((r) => r >= low - 1e-12 && r <= high + 1e-12)).toBe(true);
        }
        const size = a.reduce((sum, x) => sum + Math.abs(x), 0);
        for (const r of roots) expect(Math.abs(f(r))).toBeLessThanOrEqual(2e-14 * size + Number.MIN_VALUE);
        expect([...roots].sort((x, y) => x - y)).toEqual(roots);
      },
    ),
    { seed: 11, numRuns: 300 },
  );
});

test('three roots, two roots that touch, and the ends of the interval', () => {
  expect(rootsOf(product(0.2, 0.5, 0.9)).map((x) => Math.round(1e12 * x) / 1e12)).toEqual([0.2, 0.5, 0.9]);
  const touching = rootsOf(product(0.25, 0.25, 2));
  expect(touching.length).toBe(1);
  expect(touching[0]).toBeCloseTo(0.25, 7); // a double root is known to half the digits
  expect(rootsOf(product(0, 1, 3))).toEqual([0, 1]);
});

test('leading coefficients of zero or nearly zero are no special case', () => {
  expect(rootsOf([-0.3, 1, 0, 0])).toEqual([0.3]);
  expect(rootsOf([-0.3, 1, 1e-18, -1e-19])[0]).toBeCloseTo(0.3, 15);
  expect(rootsOf([0.06, -0.5, 1, 0]).map((x) => x.toFixed(12))).toEqual(['0.200000000000', '0.300000000000']);
  expect(rootsOf([1, 0, 0, 0])).toEqual([]);
  expect(rootsOf([0, 0, 0, 0])).toEqual([0, 1].slice(0, rootsOf([0, 0, 0, 0]).length));
});
