/**
 * Extremes, mean, rms and last value of every column during a run, from every step instead of recorded rows, so that peaks between two rows
 * are included. It needs a few numbers for each column, however long the run. Mean and rms use linear interpolation between steps, as in
 * summary.ts. Vectors have an additional column magnitude; positions have none, because their distance to the origin is meaningless.
 */
import { type Channel, type Column, columnsOf, hasMagnitude, MAGNITUDE } from './channel.ts';
import type { ColumnSummary } from './summary.ts';

/** Numbers of a column. */
const MIN = 0;
const MIN_TIME = 1;
const MAX = 2;
const MAX_TIME = 3;
/** integrals of the value and its square over time, both divided by the largest magnitude so far, so that no square overflows */
const SUM = 4;
const SQUARES = 5;
/** [s] time covered by them */
const DURATION = 6;
/** last value, not finite where the last step had none, and its time [s] */
const LAST = 7;
const LAST_TIME = 8;
const FINAL = 9;
/** finite values, and others */
const COUNT = 10;
const MISSING = 11;
/** sums of finite values and their squares, with equal weights, scaled likewise; used where no two neighbours are finite */
const PLAIN = 12;
const PLAIN_SQUARES = 13;
const STRIDE = 14;

export class RunningSummary {
  readonly #columns: readonly Column[];
  /** first column of each vector, and the column of its magnitude */
  readonly #vectors: readonly (readonly [first: number, size: number])[];
  readonly #width: number;
  readonly #numbers: Float64Array;

  constructor(channels: readonly Channel[]) {
    const columns = columnsOf(channels);
    this.#width = columns.length;
    const vectors: [number, number][] = [];
    let first = 0;
    for (const channel of channels) {
      if (hasMagnitude(channel)) {
        vectors.push([first, columns.length]);
        columns.push({ name: `${channel.name}.${MAGNITUDE}`, unit: channel.unit });
      }
      first += channel.components.length;
    }
    this.#columns = columns;
    this.#vectors = vectors;
    this.#numbers = new Float64Array(STRIDE * columns.length);
    for (let o = 0; o < this.#numbers.length; o += STRIDE) {
      this.#numbers[o + MIN] = Number.POSITIVE_INFINITY;
      this.#numbers[o + MAX] = Number.NEGATIVE_INFINITY;
      this.#numbers[o + LAST] = Number.NaN;
      this.#numbers[o + FINAL] = Number.NaN;
    }
  }

  /** All columns at one time [s]; `skip`, where given, marks those whose values are not of this time. */
  add(time: number, row: Float64Array, skip?: Uint8Array): void {
    for (let c = 0; c < this.#width; c++) if (skip === undefined || skip[c] === 0) this.#put(c, time, row[c]);
    for (let k = 0; k < this.#vectors.length; k++) {
      const first = this.#vectors[k][0];
      if (skip !== undefined && skip[first] !== 0) continue;
      const x = row[first];
      const y = row[first + 1];
      const z = row[first + 2];
      this.#put(this.#vectors[k][1], time, Math.sqrt(x * x + y * y + z * z));
    }
  }

  #put(column: number, time: number, value: number): void {
    const n = this.#numbers;
    const o = STRIDE * column;
    if (!Number.isFinite(value)) {
      n[o + MISSING]++;
      n[o + LAST] = Number.NaN;
      return;
    }
    const before = Math.max(-n[o + MIN], n[o + MAX]);
    if (value < n[o + MIN]) {
      n[o + MIN] = value;
      n[o + MIN_TIME] = time;
    }
    if (value > n[o + MAX]) {
      n[o + MAX] = value;
      n[o + MAX_TIME] = time;
    }
    const scale = Math.max(-n[o + MIN], n[o + MAX]);
    if (scale > before && n[o + COUNT] > 0) rescale(n, o, before / scale);
    const b = scale > 0 ? value / scale : 0;
    n[o + COUNT]++;
    n[o + PLAIN] += b;
    n[o + PLAIN_SQUARES] += b * b;
    const h = time - n[o + LAST_TIME];
    if (h > 0 && Number.isFinite(n[o + LAST])) {
      const a = scale > 0 ? n[o + LAST] / scale : 0;
      n[o + DURATION] += h;
      n[o + SUM] += 0.5 * (a + b) * h;
      n[o + SQUARES] += ((a * a + a * b + b * b) / 3) * h;
    }
    n[o + LAST] = value;
    n[o + FINAL] = value;
    n[o + LAST_TIME] = time;
  }

  /** A value of a column within a step, not at its end; it counts in extremes only. */
  raise(name: string, time: number, value: number): void {
    const c = this.#columns.findIndex((column) => column.name === name);
    if (c < 0 || this.#numbers[STRIDE * c + COUNT] === 0) return;
    const known = this.#summaryOf(c, '');
    this.widen({ [name]: { ...known, max: value, maxTime: time } }, time);
  }

  /** Adds extremes of an earlier part of the run, up to a time [s], of which only rows are known here. */
  widen(known: Readonly<Record<string, ColumnSummary>>, until: number): void {
    const n = this.#numbers;
    this.#columns.forEach(({ name }, c) => {
      const found = known[name];
      const o = STRIDE * c;
      if (found === undefined || n[o + COUNT] === 0) return;
      const { min, minTime, max, maxTime } = found;
      const before = Math.max(-n[o + MIN], n[o + MAX]);
      if (min !== null && minTime !== null && minTime <= until && min < n[o + MIN]) {
        n[o + MIN] = min;
        n[o + MIN_TIME] = minTime;
      }
      if (max !== null && maxTime !== null && maxTime <= until && max > n[o + MAX]) {
        n[o + MAX] = max;
        n[o + MAX_TIME] = maxTime;
      }
      const scale = Math.max(-n[o + MIN], n[o + MAX]);
      if (scale > before) rescale(n, o, before / scale);
    });
  }

  /** One entry a column, by column name; fit for JSON. */
  summary(): Record<string, ColumnSummary> {
    const found: Record<string, ColumnSummary> = {};
    this.#columns.forEach(({ name, unit }, c) => {
      found[name] = this.#summaryOf(c, unit);
    });
    return found;
  }

  #summaryOf(column: number, unit: string): ColumnSummary {
    const n = this.#numbers.subarray(STRIDE * column, STRIDE * (column + 1));
    const missing = n[MISSING];
    if (n[COUNT] === 0) {
      const none = { min: null, minTime: null, max: null, maxTime: null, mean: null, rms: null, final: null };
      return { unit, ...none, missing };
    }
    const scale = Math.max(-n[MIN], n[MAX]);
    const even = n[DURATION] > 0; // otherwise isolated values with equal weights
    return {
      unit,
      min: n[MIN],
      minTime: n[MIN_TIME],
      max: n[MAX],
      maxTime: n[MAX_TIME],
      mean: scale * (even ? n[SUM] / n[DURATION] : n[PLAIN] / n[COUNT]),
      rms: scale * Math.sqrt(even ? n[SQUARES] / n[DURATION] : n[PLAIN_SQUARES] / n[COUNT]),
      final: n[FINAL],
      missing,
    };
  }
}

/** The largest magnitude of a column grew by 1/part. */
function rescale(n: Float64Array, o: number, part: number): void {
  n[o + SUM] *= part;
  n[o + PLAIN] *= part;
  n[o + SQUARES] *= part * part;
  n[o + PLAIN_SQUARES] *= part * part;
}
