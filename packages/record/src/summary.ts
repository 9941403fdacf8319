/**
 * Summary of a column: extremes and their times, mean, rms, last value. Non-finite values are skipped and counted. Mean and rms use linear
 * interpolation over time, so they do not depend on the spacing of rows: with h = t1 - t0 the interval a ... b gives (a + b) h/2 and (a^2 +
 * ab + b^2) h/3.
 */
import type { Recording } from './recording.ts';

export interface ColumnSummary {
  readonly unit: string;
  /** null here and below: the column holds no finite value */
  readonly min: number | null;
  /** [s] of the first row that reaches the extreme */
  readonly minTime: number | null;
  readonly max: number | null;
  readonly maxTime: number | null;
  readonly mean: number | null;
  readonly rms: number | null;
  /** last finite value */
  readonly final: number | null;
  /** rows without a finite value */
  readonly missing: number;
}

/** One entry a column, by column name; fit for JSON. */
export function summarise(recording: Recording): Record<string, ColumnSummary> {
  const summary: Record<string, ColumnSummary> = {};
  for (let i = 0; i < recording.columns.length; i++) {
    const { name, unit } = recording.names[i];
    summary[name] = summariseColumn(recording.time, recording.columns[i], unit);
  }
  return summary;
}

export function summariseColumn(time: Float64Array, values: Float64Array, unit: string): ColumnSummary {
  const { low, high, last, missing } = extremeRowsOf(values);
  if (last < 0) {
    const none = { min: null, minTime: null, max: null, maxTime: null, mean: null, rms: null, final: null };
    return { unit, ...none, missing };
  }
  const min = values[low];
  const max = values[high];
  const { mean, rms } = moments(time, values, Math.max(-min, max));
  return { unit, min, minTime: time[low], max, maxTime: time[high], mean, rms, final: values[last], missing };
}

/** The summary of rows, extended by the extremes of every step within the requested time [s]. */
export function widened(
  rows: ColumnSummary,
  steps: ColumnSummary | undefined,
  from: number = Number.NEGATIVE_INFINITY,
  to: number = Number.POSITIVE_INFINITY,
): ColumnSummary {
  if (steps === undefined || rows.min === null || rows.max === null) return rows;
  const { min, minTime, max, maxTime } = steps;
  const within = (time: number | null): boolean => time !== null && time >= from && time <= to;
  return {
    ...rows,
    ...(min !== null && min < rows.min && within(minTime) && { min, minTime }),
    ...(max !== null && max > rows.max && within(maxTime) && { max, maxTime }),
  };
}

/** All columns at the row where one of them is largest or smallest: the state of the worst case. */
export function linkedValues(
  recording: Recording,
  name: string,
  extreme: 'min' | 'max',
): Record<string, number> | null {
  const { low, high } = extremeRowsOf(recording.column(name));
  const row = extreme === 'min' ? low : high;
  if (row < 0) return null;
  const linked: Record<string, number> = { time: recording.time[row] };
  for (let i = 0; i < recording.columns.length; i++) linked[recording.names[i].name] = recording.columns[i][row];
  return linked;
}

/** First rows of the smallest and the largest finite value, the last row with one (-1: none), and how many have none. */
function extremeRowsOf(values: Float64Array): { low: number; high: number; last: number; missing: number } {
  let low = -1;
  let high = -1;
  let last = -1;
  let missing = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      missing++;
      continue;
    }
    if (low < 0 || values[i] < values[low]) low = i;
    if (high < 0 || values[i] > values[high]) high = i;
    last = i;
  }
  return { low, high, last, missing };
}

/** `scale` is the largest magnitude: values are divided by it so that no square overflows. */
function moments(time: Float64Array, values: Float64Array, scale: number): { mean: number; rms: number } {
  if (scale === 0) return { mean: 0, rms: 0 };
  let duration = 0;
  let sum = 0;
  let squares = 0;
  let count = 0;
  let plainSum = 0;
  let plainSquares = 0;
  for (let i = 0; i < values.length; i++) {
    const b = values[i] / scale;
    if (!Number.isFinite(b)) continue;
    count++;
    plainSum += b;
    plainSquares += b * b;
    if (i === 0) continue;
    const a = values[i - 1] / scale;
    const h = time[i] - time[i - 1];
    if (!Number.isFinite(a) || !(h > 0)) continue;
    duration += h;
    sum += ((a + b) / 2) * h;
    squares += ((a * a + a * b + b * b) / 3) * h;
  }
  // no interval with two finite ends: isolated rows with equal weights
  if (duration === 0) return { mean: scale * (plainSum / count), rms: scale * Math.sqrt(plainSquares / count) };
  return { mean: scale * (sum / duration), rms: scale * Math.sqrt(squares / duration) };
}
