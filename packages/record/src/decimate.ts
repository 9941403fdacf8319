/**
 * Reduces rows for plots without changing their look. Rows are divided into buckets of equal count; each column keeps its smallest and
 * largest value in each bucket, so that no peak is lost, however narrow.
 */
import type { Recording } from './recording.ts';

/**
 * Rows to keep of some columns over one time axis, ascending. One column without gaps keeps at most `points` rows; every
 * further column adds its own extremes. The first and last row are always kept, and of a bucket with missing values
 * (NaN) the first missing one too, so that gaps stay gaps.
 */
export function extremeRows(columns: readonly Float64Array[], length: number, points: number): Uint32Array {
  if (points < 4) throw new RangeError(`a plot needs at least 4 points, found ${points}`);
  if (length <= points) return Uint32Array.from({ length }, (_, i) => i);
  const buckets = Math.max(1, Math.floor((points - 2) / 2)); // two rows a bucket, and the two ends
  const kept = new Set<number>([0, length - 1]);
  for (const column of columns) {
    for (let bucket = 0; bucket < buckets; bucket++) {
      const start = Math.floor((bucket * length) / buckets);
      const end = Math.floor(((bucket + 1) * length) / buckets);
      keepExtremes(kept, column, start, end);
    }
  }
  return Uint32Array.from(kept).sort();
}

/** A recording thinned for plotting, all of its columns kept true to their extremes. */
export function decimate(recording: Recording, points: number): Recording {
  return recording.pick(extremeRows(recording.columns, recording.length, points));
}

function keepExtremes(kept: Set<number>, column: Float64Array, start: number, end: number): void {
  let low = -1;
  let high = -1;
  let missing = -1;
  for (let i = start; i < end; i++) {
    const value = column[i];
    if (Number.isNaN(value)) {
      if (missing < 0) missing = i;
    } else {
      if (low < 0 || value < column[low]) low = i;
      if (high < 0 || value > column[high]) high = i;
    }
  }
  if (low >= 0) kept.add(low);
  if (high >= 0) kept.add(high);
  if (missing >= 0) kept.add(missing);
}
