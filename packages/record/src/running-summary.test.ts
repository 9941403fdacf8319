import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCALAR, VECTOR } from './channel.ts';
import { Recording } from './recording.ts';
import { RunningSummary } from './running-summary.ts';
import { summarise, widened } from './summary.ts';

const channels = [
  { name: 'tension', unit: 'N', components: SCALAR },
  { name: 'pull', unit: 'N', components: VECTOR },
  { name: 'place', unit: 'm', components: VECTOR },
];

function add(sums: RunningSummary, recording: Recording): RunningSummary {
  for (let r = 0; r < recording.length; r++)
    sums.add(
      recording.time[r],
      Float64Array.from(recording.columns, (column) => column[r]),
    );
  return sums;
}

function recordingOf(rows: readonly (readonly number[])[]): Recording {
  const time = Float64Array.from(rows, (_, r) => 0.25 * r * r);
  const columns = [0, 1, 2, 3, 4, 5, 6].map((c) => Float64Array.from(rows, (row) => row[c]));
  return new Recording(channels, time, columns);
}

test('step by step comes out what summarise finds in all rows together, values that are not finite included', () => {
  const value = fc.oneof(
    fc.double({ min: -1e200, max: 1e200, noNaN: true }),
    fc.constantFrom(0, -3, Number.NaN, Number.POSITIVE_INFINITY),
  );
  const rows = fc.array(fc.array(value, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(rows, (values) => {
      const recording = recordingOf(values);
      const found = add(new RunningSummary(channels), recording).summary();
      for (const [name, wanted] of Object.entries(summarise(recording))) {
        const { mean, rms, ...exact } = wanted;
        expect(found[name]).toMatchObject(exact);
        if (mean === null || rms === null) expect(found[name].mean).toBe(null);
        else {
          const slack = 1e-12 * Math.max(-(wanted.min ?? 0), wanted.max ?? 0, 1e-300); // rounding of a sum of 20
          expect(Math.abs((found[name].mean ?? 0) - mean)).toBeLessThanOrEqual(slack);
          expect(Math.abs((found[name].rms ?? 0) - rms)).toBeLessThanOrEqual(slack);
        }
      }
    }),
  );
});

test('the size of a vector has its own extremes, that of a position none; columns that are skipped keep theirs', () => {
  const sums = new RunningSummary(channels);
  sums.add(0, Float64Array.of(1, 3, 4, 12, 1, 2, 3));
  sums.add(1, Float64Array.of(9, 8, 4, 1, 99, 99, 99), Uint8Array.of(0, 0, 0, 0, 1, 1, 1));
  const found = sums.summary();
  expect(found['pull.magnitude']).toMatchObject({ max: 13, maxTime: 0, min: 9, minTime: 1, unit: 'N' });
  expect(found['place.magnitude']).toBeUndefined();
  expect(found['place.x']).toMatchObject({ max: 1, final: 1, missing: 0 });
  expect(found.tension).toMatchObject({ max: 9, final: 9 });
});

test('extremes of an earlier part widen those known, up to its time, and leave the mean', () => {
  const sums = new RunningSummary(channels);
  sums.add(0, new Float64Array(7).fill(1));
  sums.add(2, new Float64Array(7).fill(3));
  const earlier = new RunningSummary(channels);
  earlier.add(0.5, new Float64Array(7).fill(-4));
  earlier.add(1.5, new Float64Array(7).fill(40));
  sums.widen(earlier.summary(), 1);
  expect(sums.summary().tension).toMatchObject({ min: -4, minTime: 0.5, max: 3, maxTime: 2, mean: 2 });
});

test('summaries of a stretch of rows take the extremes of steps within it only', () => {
  const rows = summarise(recordingOf([new Array(7).fill(1), new Array(7).fill(2)])).tension;
  const steps = { ...rows, min: -5, minTime: 0.1, max: 7, maxTime: 0.2 };
  expect(widened(rows, steps)).toMatchObject({ min: -5, minTime: 0.1, max: 7, maxTime: 0.2 });
  expect(widened(rows, steps, 0.15)).toMatchObject({ min: 1, max: 7 });
});
