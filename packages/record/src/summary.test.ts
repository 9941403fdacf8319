import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCALAR } from './channel.ts';
import { Recording } from './recording.ts';
import { linkedValues, summarise, summariseColumn } from './summary.ts';

const NONE = Number.NaN;

describe('summary', () => {
  test('a straight line from 0 to 3 has mean 3/2 and rms sqrt(3), however its rows are spaced', () => {
    for (const times of [
      [0, 1, 2, 3],
      [0, 0.01, 2.7, 3],
    ]) {
      const time = Float64Array.from(times);
      const summary = summariseColumn(time, time, 'm');
      expect(summary.mean).toBeCloseTo(1.5, 14); // exact for straight pieces; the rest is rounding
      expect(summary.rms).toBeCloseTo(Math.sqrt(3), 14);
      expect(summary).toMatchObject({ min: 0, minTime: 0, max: 3, maxTime: 3, final: 3, missing: 0, unit: 'm' });
    }
  });

  test('mean of a sine over a period is 0, rms 1/sqrt(2), up to the error of the straight pieces', () => {
    const time = new Float64Array(1001).map((_, i) => (i * 2 * Math.PI) / 1000);
    const summary = summariseColumn(time, time.map(Math.sin), '');
    expect(Math.abs(summary.mean ?? 1)).toBeLessThan(1e-12);
    expect(summary.rms).toBeCloseTo(Math.SQRT1_2, 5); // chords fall short by h^2/12 = 3e-6
  });

  test('values that are not finite are left out and counted', () => {
    const time = Float64Array.of(0, 1, 2, 3, 4);
    const summary = summariseColumn(time, Float64Array.of(NONE, 2, 4, Number.POSITIVE_INFINITY, NONE), 'N');
    expect(summary).toMatchObject({ min: 2, minTime: 1, max: 4, maxTime: 2, mean: 3, final: 4, missing: 3 });
    const empty = summariseColumn(time, new Float64Array(5).fill(NONE), 'N');
    expect(empty).toMatchObject({ min: null, max: null, mean: null, rms: null, final: null, missing: 5 });
    expect(summariseColumn(new Float64Array(0), new Float64Array(0), '').max).toBe(null);
  });

  test('isolated values count equally; a single row is its own mean', () => {
    const time = Float64Array.of(0, 1, 2);
    expect(summariseColumn(time, Float64Array.of(1, NONE, 3), '').mean).toBe(2);
    expect(summariseColumn(Float64Array.of(5), Float64Array.of(-7), '')).toMatchObject({ mean: -7, rms: 7 });
  });

  test('min <= mean <= max, |mean| <= rms <= largest magnitude, also where squares would overflow', () => {
    const instant = fc.integer({ min: 0, max: 10_000 }).map((ms) => ms / 1000);
    const rows = fc.array(fc.tuple(instant, fc.double({ min: -1e300, max: 1e300 })), { minLength: 1 });
    fc.assert(
      fc.property(rows, (pairs) => {
        const time = Float64Array.from(pairs, ([t]) => t).sort();
        const values = Float64Array.from(pairs, ([, value]) => value);
        const { min, max, mean, rms } = summariseColumn(time, values, '');
        if (min === null || max === null || mean === null || rms === null) {
          expect(values.every(Number.isNaN)).toBe(true);
          return;
        }
        const largest = Math.max(-min, max);
        const slack = 1e-12 * largest + 1e-322; // rounding of sums of some hundred terms; spacing of the smallest doubles
        expect(mean).toBeGreaterThanOrEqual(min - slack);
        expect(mean).toBeLessThanOrEqual(max + slack);
        expect(rms).toBeGreaterThanOrEqual(Math.abs(mean) - slack);
        expect(rms).toBeLessThanOrEqual(largest + slack);
      }),
    );
  });

  test('linked values are those of the row where the extreme is', () => {
    const channels = ['tension', 'angle'].map((name) => ({ name, unit: '', components: SCALAR }));
    const time = Float64Array.of(0, 1, 1, 2); // a repeated time must not confuse the rows
    const recording = new Recording(channels, time, [Float64Array.of(3, 1, 9, 4), Float64Array.of(10, 20, 30, 40)]);
    expect(linkedValues(recording, 'tension', 'max')).toEqual({ time: 1, tension: 9, angle: 30 });
    expect(linkedValues(recording, 'tension', 'min')).toEqual({ time: 1, tension: 1, angle: 20 });
    expect(summarise(recording).angle.final).toBe(40);
  });
});
