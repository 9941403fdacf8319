/** smooth.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCorner, smoothCorner, smoothstep } from './index.ts';

const corner = (at: number, width: number) => {
  const found = makeCorner(width);
  found.y = at;
  smoothCorner(found);
  return found;
};

const y = fc.double({ min: -10, max: 10, noNaN: true });
const eta = fc.double({ min: 0.05, max: 2, noNaN: true });

describe('smooth', () => {
  test('a smooth corner lies above max(0, y) by at most eta/2, and never pulls: it is positive', () => {
    fc.assert(
      fc.property(y, eta, (a, e) => {
        const gap = corner(a, e).s - Math.max(0, a);
        expect(gap).toBeGreaterThanOrEqual(0);
        expect(gap).toBeLessThanOrEqual(e / 2 + 1e-15);
        expect(corner(a, e).s).toBeGreaterThan(0);
      }),
    );
    expect(corner(0, 3).s).toBe(1.5);
    expect(corner(-1e8, 1e-3).s).toBeCloseTo(1e-6 / 4e8, 25); // eta^2 / (4 |y|): no cancellation
  });

  test('slopes against central differences', () => {
    const h = 1e-5;
    fc.assert(
      fc.property(y, eta, (a, e) => {
        const slope = (f: (x: number) => number) => (f(a + h) - f(a - h)) / (2 * h);
        // f''' is at most about 1/eta^2 = 400: truncation 400 h^2 / 6 < 1e-8
        expect(slope((x) => corner(x, e).s)).toBeCloseTo(corner(a, e).slope, 7);
      }),
    );
  });

  test('smoothstep: 0 to 1, odd about the middle, its slope 0 at the ends', () => {
    expect([smoothstep(-1), smoothstep(0), smoothstep(0.5), smoothstep(1), smoothstep(2)]).toEqual([0, 0, 0.5, 1, 1]);
    const h = 1e-5;
    fc.assert(
      fc.property(fc.double({ min: -0.2, max: 1.2, noNaN: true }), (s) => {
        expect(smoothstep(s) + smoothstep(1 - s)).toBeCloseTo(1, 14);
        const inside = s > 0 && s < 1 ? s * (1 - s) : 0;
        // slope 30 s^2 (1 - s)^2
        expect((smoothstep(s + h) - smoothstep(s - h)) / (2 * h)).toBeCloseTo(30 * inside * inside, 6);
      }),
    );
  });
});
