import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeNormalForce, limitStiffness, makePress, type NormalForce, normalForce } from './index.ts';

const depth = fc.double({ min: -7, max: 0, noNaN: true }).map((k) => 10 ** k);
const speed = fc.double({ min: -10, max: 10, noNaN: true });
const exponent = fc.constantFrom(1, 1.2, 1.5, 2, 2.5);
const dissipation = fc.double({ min: 0, max: 50, noNaN: true });
const at = makeNormalForce();
const other = makeNormalForce();
const K = 3e6;

function press(out: NormalForce, depth: number, speed: number, exponent: number, dissipation: number): void {
  normalForce(out, { ...makePress(), depth, speed, stiffness: K, exponent, dissipation });
}

describe('normal force', () => {
  test('its derivatives are those of finite differences', () => {
    fc.assert(
      fc.property(depth, speed, exponent, dissipation, (x, v, n, a) => {
        press(at, x, v, n, a);
        const dx = 1e-5 * x;
        press(other, x + dx, v, n, a);
        const up = other.force;
        press(other, x - dx, v, n, a);
        // central differences of x^n: the error is (n-1)(n-2)/6 dx^2/x^2 < 1e-10, rounding 1e-16/1e-5
        expect(Math.abs((up - other.force) / (2 * dx) - at.byDepth)).toBeLessThanOrEqual(1e-9 * Math.abs(at.byDepth));
        // the corner is eta wide in y = 1 + a v: a step of 1e-3 eta sees it as smooth
        const dv = 1e-6 / Math.max(a, 1);
        press(other, x, v + dv, n, a);
        const fast = other.force;
        press(other, x, v - dv, n, a);
        const scale = K * x ** n * Math.max(a, 1);
        expect(Math.abs((fast - other.force) / (2 * dv) - at.bySpeed)).toBeLessThanOrEqual(1e-6 * scale);
      }),
    );
  });

  test('it never pulls, however fast the bodies part', () => {
    fc.assert(
      fc.property(depth, fc.double({ min: -1e6, max: 1e3, noNaN: true }), exponent, dissipation, (x, v, n, a) => {
        press(at, x, v, n, a);
        expect(at.force).toBeGreaterThanOrEqual(0);
        expect(at.bySpeed).toBeGreaterThanOrEqual(0);
        expect(at.byDepth).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('without contact there is nothing: force, slopes and energy are zero', () => {
    for (const x of [0, -1e-9, -1, Number.NaN]) {
      press(at, x, 5, 1.5, 2);
      expect(at).toEqual({ force: 0, byDepth: 0, bySpeed: 0, stored: 0 });
    }
  });

  test('at rest it is the elastic force to 2.5e-7 of itself', () => {
    fc.assert(
      fc.property(depth, exponent, dissipation, (x, n, a) => {
        press(at, x, 0, n, a);
        expect(Math.abs(at.force / (K * x ** n) - 1)).toBeLessThan(2.6e-7); // eta^2/4, eta = 1e-3
      }),
    );
  });

  test('what it stores is the work of the elastic force', () => {
    fc.assert(
      fc.property(depth, exponent, (x, n) => {
        // Simpson over the smooth substitute s^2 = depth, which makes depth^n polynomial enough for 200 intervals
        let work = 0;
        const intervals = 200;
        for (let k = 0; k <= intervals; k++) {
          const s = k / intervals;
          press(other, x * s * s, 0, n, 0);
          const weight = k === 0 || k === intervals ? 1 : k % 2 === 1 ? 4 : 2;
          work += (weight * other.force * 2 * s * x) / (3 * intervals);
        }
        press(at, x, 0, n, 0);
        // 2.5e-7 of the force is the corner's
        expect(Math.abs(work / at.stored - 1)).toBeLessThan(3e-7);
      }),
    );
  });
});

test('from a depth on it is straight, no stiffer than asked, and goes on without a jump; what it stores is still its work', () => {
  const most = Float64Array.of(3e5);
  for (const exponent of [1, 1.3, 1.5, 2, 3]) {
    const at = { ...makePress(), stiffness: 1e9, exponent, dissipation: 0, speed: 0, sharp: true };
    limitStiffness(at, most);
    const deep = exponent === 1 ? 1e-3 : 2 * at.straight;
    const out = makeNormalForce();
    let work = 0;
    let last = 0;
    let stiffest = 0;
    let steepest = 0; // [N] largest rise from one depth to the next
    const n = 20_000;
    for (let i = 1; i <= n; i++) {
      at.depth = (deep * i) / n;
      normalForce(out, at);
      stiffest = Math.max(stiffest, out.byDepth);
      steepest = Math.max(steepest, out.force - last);
      work += (0.5 * (out.force + last) * deep) / n;
      last = out.force;
    }
    expect(stiffest).toBeLessThanOrEqual(most[0] * (1 + 1e-12));
    expect(steepest).toBeLessThanOrEqual(((most[0] * deep) / n) * (1 + 1e-9));
    expect(out.byDepth / most[0]).toBeCloseTo(1, 12);
    // the trapezium rule where the slope begins at zero: (deep/n)^1.3 at worst
    expect(out.stored / work).toBeCloseTo(1, 4);
  }
});
