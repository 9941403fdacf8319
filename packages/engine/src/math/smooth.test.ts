/** smooth.ts and root.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bisect,
  newtonInBracket,
  smoothAbs,
  smoothClamp,
  smoothClampSlope,
  smoothMax,
  smoothMin,
  smoothPositive,
  smoothPositiveSlope,
  smoothSign,
  smoothstep,
  smoothstepCurvature,
  smoothstepSlope,
} from './index.ts';

const y = fc.double({ min: -10, max: 10, noNaN: true });
const eta = fc.double({ min: 0.05, max: 2, noNaN: true });

describe('smooth', () => {
  test('smoothPositive lies above max(0, y) by at most eta/2, and never pulls: it is positive', () => {
    fc.assert(
      fc.property(y, eta, (a, e) => {
        const gap = smoothPositive(a, e) - Math.max(0, a);
        expect(gap).toBeGreaterThanOrEqual(0);
        expect(gap).toBeLessThanOrEqual(e / 2 + 1e-15);
        expect(smoothPositive(a, e)).toBeGreaterThan(0);
      }),
    );
    expect(smoothPositive(0, 3)).toBe(1.5);
    expect(smoothPositive(-1e8, 1e-3)).toBeCloseTo(1e-6 / 4e8, 25); // eta^2 / (4 |y|): no cancellation
  });

  test('slopes against central differences', () => {
    const h = 1e-5;
    fc.assert(
      fc.property(y, eta, (a, e) => {
        const slope = (f: (x: number) => number) => (f(a + h) - f(a - h)) / (2 * h);
        // f''' is at most about 1/eta^2 = 400: truncation 400 h^2 / 6 < 1e-8
        expect(slope((x) => smoothPositive(x, e))).toBeCloseTo(smoothPositiveSlope(a, e), 7);
        expect(slope((x) => smoothClamp(x, -1, 2, e))).toBeCloseTo(smoothClampSlope(a, -1, 2, e), 7);
        expect(slope((x) => smoothAbs(x, e))).toBeCloseTo(smoothSign(a, e), 7);
        expect(slope((x) => smoothMax(x, 1, e))).toBeCloseTo(smoothPositiveSlope(a - 1, e), 7);
        expect(slope((x) => smoothMin(x, 1, e))).toBeCloseTo(smoothPositiveSlope(1 - a, e), 7);
      }),
    );
  });

  test('eta = 0 gives the sharp functions', () => {
    for (const a of [-3, -1, 0, 0.5, 4]) {
      expect(smoothPositive(a, 0)).toBe(Math.max(0, a));
      expect(smoothMax(a, 1, 0)).toBe(Math.max(a, 1));
      expect(smoothMin(a, 1, 0)).toBe(Math.min(a, 1));
      expect(smoothClamp(a, -1, 2, 0)).toBe(Math.min(2, Math.max(-1, a)));
      expect(smoothAbs(a, 0)).toBe(Math.abs(a));
      expect(smoothSign(a, 0)).toBe(Math.sign(a));
    }
  });

  test('smoothstep: 0 to 1, odd about the middle, slope and curvature 0 at the ends', () => {
    expect([smoothstep(-1), smoothstep(0), smoothstep(0.5), smoothstep(1), smoothstep(2)]).toEqual([0, 0, 0.5, 1, 1]);
    const h = 1e-5;
    fc.assert(
      fc.property(fc.double({ min: -0.2, max: 1.2, noNaN: true }), (s) => {
        expect(smoothstep(s) + smoothstep(1 - s)).toBeCloseTo(1, 14);
        // f''' = 60 at the ends jumps to 0, so the difference of the slope is off by 60 h / 2 there
        expect((smoothstep(s + h) - smoothstep(s - h)) / (2 * h)).toBeCloseTo(smoothstepSlope(s), 6);
        expect(
          Math.abs((smoothstepSlope(s + h) - smoothstepSlope(s - h)) / (2 * h) - smoothstepCurvature(s)),
        ).toBeLessThan(40 * h);
      }),
    );
  });
});

describe('roots', () => {
  const cubic = (a: number) => (x: number, out: Float64Array) => {
    out[0] = x * x * x - a;
    out[1] = 3 * x * x;
  };
  test('newtonInBracket finds a cube root to the last bit or two, from any bracket', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 900, noNaN: true }), fc.constantFrom(1, -1), (size, sign) => {
        const a = sign * size;
        const result = newtonInBracket(cubic(a), -10, 10);
        expect(result.ok).toBe(true);
        if (!result.ok) return;
        const truth = Math.cbrt(a);
        // x^3 - a cannot be told from 0 nearer than one unit of a
        expect(Math.abs(result.value - truth)).toBeLessThanOrEqual(4e-16 * Math.abs(truth));
      }),
    );
  });

  test('a function whose derivative misleads still converges: the bracket holds', () => {
    const result = newtonInBracket(
      (x, out) => {
        out[0] = Math.atan(x - 3) * 20; // plain Newton diverges from |x - 3| > 1.39
        out[1] = 20 / (1 + (x - 3) ** 2);
      },
      -1000,
      1200,
    );
    expect(result).toEqual({ ok: true, value: 3 });
    const wrong = newtonInBracket(
      (x, out) => {
        out[0] = x - 2;
        out[1] = 0; // no help at all: bisection
      },
      0,
      5,
      { tolerance: 1e-12 },
    );
    expect(wrong.ok && Math.abs(wrong.value - 2) <= 1e-12).toBe(true);
  });

  test('ends are roots too; no sign change and NaN are reported, not guessed', () => {
    expect(newtonInBracket(cubic(8), 2, 5)).toEqual({ ok: true, value: 2 });
    expect(newtonInBracket(cubic(8), 0, 2)).toEqual({ ok: true, value: 2 });
    expect(newtonInBracket(cubic(8), 3, 5)).toEqual({ ok: false, failure: 'no-bracket' });
    expect(newtonInBracket((_, out) => out.fill(NaN), 3, 5)).toEqual({ ok: false, failure: 'not-finite' });
    expect(bisect((x) => x - 7, 8, 9)).toEqual({ ok: false, failure: 'no-bracket' });
    expect(bisect(() => NaN, 8, 9)).toEqual({ ok: false, failure: 'not-finite' });
  });

  test('bisect ends between two neighbouring doubles, whichever way the function goes', () => {
    for (const sign of [1, -1]) {
      const result = bisect((x) => sign * (x * x - 2), 0, 2);
      expect(result.ok && Math.abs(result.value - Math.SQRT2) <= 2 ** -52).toBe(true);
    }
  });
});
