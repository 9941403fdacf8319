/**
 * Accuracy of the numbers of a run, from a second run of the same scenario with half of the error. With errors e of the run and e/2 of the
 * second one, the two differ by e/2: twice the difference estimates e. Steps without error control are halved in the second run, so errors
 * there fall to a quarter or less, and the estimate is too large by at most a half.
 */
import { MAGNITUDE } from './channel.ts';
import type { Recording } from './recording.ts';
import type { ColumnSummary } from './summary.ts';

export interface TrustSummary {
  /** settings of the second run, in words: `tolerance 3.5e-6 instead of 1e-5` */
  readonly finer: readonly string[];
  /** steps of the second run, and its processor time [s] */
  readonly steps: number;
  readonly cpuSeconds?: number;
  /**
   * positions of bodies: estimated errors [m] at the end and during the run, and the size of the motion [m]; missing where none is recorded
   */
  readonly position?: { readonly final: number; readonly largest: number; readonly motion: number };
  /** by column */
  readonly columns: Readonly<Record<string, ColumnTrust>>;
}

/** Estimated errors, in the unit of the column; null where one of the runs has no such number. */
export interface ColumnTrust {
  readonly min: number | null;
  readonly max: number | null;
  readonly final: number | null;
  /** largest over all rows, and its time [s]: large for a motion with a phase error, even if its extremes are right */
  readonly largest: number | null;
  readonly largestTime: number | null;
}

/** The compared data of a run. */
export interface TrustedRun {
  readonly recording: Recording;
  readonly extremes: Readonly<Record<string, ColumnSummary>>;
}

/** Error over difference: 1/(1 - 1/2). */
const ERROR_OVER_DIFFERENCE = 2;

/** Largest number of digits reported; the arithmetic itself has fifteen. */
const MOST_DIGITS = 9;

/** Columns of solver statistics, which are not results. */
const ABOUT_THE_SOLVER = /^(solver\.|energy\.imbalance$)/;
/** nodes of a finer cable are other points of it */
const NODE = /\.(node|element|range)-\d+\./;

/** Compares the rows of a run, and its extremes from every step, with those of a finer one. */
export function compareTrust(
  run: TrustedRun,
  finer: TrustedRun,
  sameNodes: boolean,
): Pick<TrustSummary, 'columns' | 'position'> {
  const columns: Record<string, ColumnTrust> = {};
  const rows = new Rows(run.recording.time, finer.recording.time);
  for (const [name, extremes] of Object.entries(run.extremes)) {
    const other = finer.extremes[name];
    if (other === undefined || ABOUT_THE_SOLVER.test(name) || (!sameNodes && NODE.test(name))) continue;
    const turns = extremes.unit === 'rad';
    const error = (a: number | null, b: number | null): number | null =>
      a === null || b === null ? null : ERROR_OVER_DIFFERENCE * apart(a, b, turns);
    const largest =
      run.recording.has(name) && finer.recording.has(name)
        ? rows.largest(run.recording.column(name), finer.recording.column(name), turns)
        : undefined;
    columns[name] = {
      min: error(extremes.min, other.min),
      max: error(extremes.max, other.max),
      final: error(extremes.final, other.final),
      largest: largest === undefined ? null : ERROR_OVER_DIFFERENCE * largest.difference,
      largestTime: largest?.time ?? null,
    };
  }
  const position = comparePositions(run.recording, finer.recording, rows, sameNodes);
  return { columns, ...(position && { position }) };
}

/** Significant digits of a value with an error: the error is at most half a unit of the last one. */
export function trustedDigits(value: number, error: number): number {
  if (!Number.isFinite(value) || !Number.isFinite(error)) return 0;
  if (error === 0) return MOST_DIGITS;
  if (value === 0) return 0;
  const first = Math.floor(Math.log10(Math.abs(value)));
  const digits = first + 1 - Math.ceil(Math.log10(2 * error) - 1e-12);
  return Math.max(0, Math.min(MOST_DIGITS, digits));
}

/** Difference; of angles the short way round. */
function apart(a: number, b: number, turns: boolean): number {
  const difference = Math.abs(a - b);
  if (!turns || difference <= Math.PI) return difference;
  const rest = difference % (2 * Math.PI);
  return Math.min(rest, 2 * Math.PI - rest);
}

/** Rows of one run read at the times of another: the same row where there is one, else on the line between two. */
class Rows {
  readonly time: Float64Array;
  readonly #row: Int32Array;
  readonly #part: Float64Array;

  constructor(time: Float64Array, other: Float64Array) {
    const count = time.length;
    this.time = time;
    this.#row = new Int32Array(count).fill(-1);
    this.#part = new Float64Array(count);
    let j = 0;
    for (let i = 0; i < count; i++) {
      const near = 1e-9 * (1 + Math.abs(time[i]));
      while (j + 1 < other.length && other[j + 1] <= time[i] + near) j++;
      if (other.length === 0 || other[j] > time[i] + near) continue;
      if (time[i] - other[j] <= near) this.#row[i] = j;
      else if (j + 1 < other.length) {
        this.#row[i] = j;
        this.#part[i] = (time[i] - other[j]) / (other[j + 1] - other[j]);
      }
    }
  }

  /** The other run's column at row i of the first; NaN beyond its end. */
  at(column: Float64Array, i: number): number {
    const j = this.#row[i];
    if (j < 0) return Number.NaN;
    const t = this.#part[i];
    return t === 0 ? column[j] : column[j] + t * (column[j + 1] - column[j]);
  }

  largest(a: Float64Array, b: Float64Array, turns: boolean): { difference: number; time: number } | undefined {
    let difference = -1;
    let time = 0;
    for (let i = 0; i < a.length; i++) {
      const here = apart(a[i], this.at(b, i), turns);
      if (here > difference) {
        difference = here;
        time = this.time[i];
      }
    }
    return difference < 0 ? undefined : { difference, time };
  }
}

/** The worst of all bodies whose positions both runs have. */
function comparePositions(
  run: Recording,
  finer: Recording,
  rows: Rows,
  sameNodes: boolean,
): TrustSummary['position'] | undefined {
  let [final, largest, motion, any] = [0, 0, 0, false];
  for (const { name, components } of run.channels) {
    if (!name.endsWith('.position') || components.length !== 3 || !finer.has(`${name}.x`)) continue;
    if (!sameNodes && NODE.test(`${name}.`)) continue;
    const a = components.map((component) => run.column(`${name}.${component}`));
    const b = components.map((component) => finer.column(`${name}.${component}`));
    const low = a.map(() => Number.POSITIVE_INFINITY);
    const high = a.map(() => Number.NEGATIVE_INFINITY);
    for (let i = 0; i < run.length; i++) {
      let squares = 0;
      for (let r = 0; r < 3; r++) {
        squares += (a[r][i] - rows.at(b[r], i)) ** 2;
        low[r] = Math.min(low[r], a[r][i]);
        high[r] = Math.max(high[r], a[r][i]);
      }
      if (!Number.isFinite(squares)) continue;
      any = true;
      const error = ERROR_OVER_DIFFERENCE * Math.sqrt(squares);
      largest = Math.max(largest, error);
      if (i === run.length - 1) final = Math.max(final, error);
    }
    motion = Math.max(motion, Math.hypot(...high.map((x, r) => x - low[r])));
  }
  return any ? { final, largest, motion } : undefined;
}

/** Is a column the size of a vector or a single number, rather than a component of a vector that has a size? */
export function isQuoted(name: string, columns: Readonly<Record<string, unknown>>): boolean {
  const vector = name.replace(/\.[xyz]$/, '');
  return vector === name || !Object.hasOwn(columns, `${vector}.${MAGNITUDE}`);
}
