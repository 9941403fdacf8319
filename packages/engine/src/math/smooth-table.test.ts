import { describe, expect, test } from 'vitest';
import { compileFunction } from './index.ts';

const out = new Float64Array(3);
const round = (x: number, unit: number): number => Math.round(x / unit) * unit;

describe('a smoothed table', () => {
  test.each([0.05, 0.1, 0.2, 0.5])(
    'of a heave of 1 m and 10 s rounded to 1 mm every %s s: acceleration within 2 mm/s^2',
    (dt) => {
      const times = Array.from({ length: Math.round(60 / dt) + 1 }, (_, i) => i * dt);
      const values = times.map((t) => round(Math.sin((2 * Math.PI * t) / 10), 1e-3));
      const smooth = compileFunction({ kind: 'table', times, values, interpolation: 'smooth' });
      const spline = compileFunction({ kind: 'table', times, values, interpolation: 'spline' });
      let [ours, theirs, count] = [0, 0, 0];
      for (let t = 5; t < 55; t += 0.037) {
        const wanted = -1 * ((2 * Math.PI) / 10) ** 2 * Math.sin((2 * Math.PI * t) / 10);
        smooth.evaluate(t, out, 0);
        ours += (out[2] - wanted) ** 2;
        expect(Math.abs(out[0] - Math.sin((2 * Math.PI * t) / 10))).toBeLessThan(1e-3);
        spline.evaluate(t, out, 0);
        theirs += (out[2] - wanted) ** 2;
        count++;
      }
      expect(Math.sqrt(ours / count)).toBeLessThan(2e-3); // note of the sea: 2e-4 to 1.5e-3
      expect(ours).toBeLessThan(theirs);
    },
  );

  test('keeps a quintic, but for what bridging costs, and its rates are the derivatives of its value', () => {
    const f = (t: number): number => 1 + t * (2 + t * (-0.3 + t * (0.05 + t * (0.01 - 0.001 * t))));
    const times = Array.from({ length: 81 }, (_, i) => 0.1 * i);
    const smooth = compileFunction({ kind: 'table', times, values: times.map(f), interpolation: 'smooth' });
    for (const t of [0.01, 1.234, 4.2, 7.9]) {
      smooth.evaluate(t, out, 0);
      const [value, rate, second] = out;
      expect(value).toBeCloseTo(f(t), 5);
      const h = 1e-4;
      expect(rate).toBeCloseTo((f(t + h) - f(t - h)) / (2 * h), 4);
      expect(second).toBeCloseTo((f(t + h) - 2 * f(t) + f(t - h)) / (h * h), 3);
    }
  });

  test('bridges samples at uneven times, two samples, and holds outside', () => {
    const smooth = compileFunction({
      kind: 'table',
      times: [0, 0.1, 5, 5.1, 9, 10],
      values: [0, 0, 0, 0, 0, 0],
      interpolation: 'smooth',
    });
    smooth.evaluate(3, out, 0);
    expect([...out].map(Math.abs)).toEqual([0, 0, 0]);
    const two = compileFunction({ kind: 'table', times: [0, 1], values: [2, 4], interpolation: 'smooth' });
    two.evaluate(0.5, out, 0);
    expect(out[0]).toBeCloseTo(3, 3);
    two.evaluate(7, out, 0);
    expect(out[0]).toBeCloseTo(4, 3);
    expect(out[1]).toBe(0);
  });
});
