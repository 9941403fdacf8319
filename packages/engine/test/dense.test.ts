import fc from 'fast-check';
import { expect, test } from 'vitest';
import { solveDense } from './dense.ts';

test('solveDense: A x = b is satisfied, with zeros on the diagonal too', () => {
  const entry = fc.integer({ min: -9, max: 9 });
  const system = fc
    .integer({ min: 1, max: 12 })
    .chain((n) =>
      fc.tuple(
        fc.constant(n),
        fc.array(entry, { minLength: n * n, maxLength: n * n }),
        fc.array(entry, { minLength: n, maxLength: n }),
      ),
    );
  fc.assert(
    fc.property(system, ([n, entries, right]) => {
      const a = Float64Array.from(entries);
      const x = Float64Array.from(right);
      fc.pre(solveDense(a.slice(), x, n));
      let size = 1;
      for (const value of x) size = Math.max(size, Math.abs(value));
      for (let r = 0; r < n; r++) {
        let sum = -right[r];
        for (let c = 0; c < n; c++) sum += a[r * n + c] * x[c];
        // Partial pivoting is backward stable up to a growth factor; 1e-12 leaves 1e3 for it at |A| <= 9, n <= 12.
        expect(Math.abs(sum)).toBeLessThan(1e-12 * 9 * n * size);
      }
    }),
  );
});

test('solveDense: a cyclic shift, which has no pivot on the diagonal, is inverted exactly', () => {
  const a = Float64Array.of(0, 1, 0, 0, 0, 1, 1, 0, 0);
  const x = Float64Array.of(5, 6, 7);
  expect(solveDense(a, x, 3)).toBe(true);
  expect(Array.from(x)).toEqual([7, 5, 6]);
});

test('solveDense: dependent rows and entries that are not numbers are refused', () => {
  expect(solveDense(Float64Array.of(1, 2, 2, 4), Float64Array.of(1, 1), 2)).toBe(false);
  expect(solveDense(Float64Array.of(0), Float64Array.of(1), 1)).toBe(false);
  expect(solveDense(Float64Array.of(1, Number.NaN, 2, 1), Float64Array.of(1, 1), 2)).toBe(false);
});
