/** Measures of a run: plain data that are sent to the worker, and their evaluation from the recording. */
import { type ColumnSummary, MAGNITUDE, type Recording, summariseColumn, widened } from '@hawser/record';
import type { RunResult } from '@hawser/scenario';
import type { Measure, Take } from './types.ts';

/** A resolved measure; numbers are in the unit of the channel. */
export interface MeasureSpec {
  readonly name: string;
  readonly unit: string;
  /** columns of the recording; several: the length of the vector */
  readonly columns?: readonly string[];
  readonly take?: Take;
  readonly fractile?: number;
  readonly timeAbove?: number;
  readonly timeBelow?: number;
  /** unit: that of the threshold and of the peaks; the measure itself is their number */
  readonly peaks?: { readonly above: number; readonly separation: number; readonly unit?: string };
  /** [s] */
  readonly from?: number;
  readonly to?: number;
  readonly events?: Measure['events'];
  readonly limit?: string;
  readonly summary?: Measure['summary'];
}

export interface Measured {
  /** one for each measure; null: no value */
  readonly values: readonly (number | null)[];
  /** peaks by the name of their measure */
  readonly peaks?: Readonly<Record<string, readonly number[]>>;
}

/** A finished run, or one in progress, which has no list of events and no summary yet. */
export type Measurable = Pick<RunResult, 'recording' | 'extremes' | 'operation'> &
  Partial<Pick<RunResult, 'events' | 'summary'>>;

export function takeMeasures(specs: readonly MeasureSpec[], result: Measurable): Measured {
  const peaks: Record<string, number[]> = {};
  const values = specs.map((spec): number | null => {
    const value = takeOne(spec, result, peaks);
    return value !== null && Number.isFinite(value) ? value : null;
  });
  return Object.keys(peaks).length === 0 ? { values } : { values, peaks };
}

/** Is the text in it as whole words? "seated" is not in "mis-seated". */
function holdsWords(message: string, words: string): boolean {
  const inWord = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}-]/u.test(character);
  for (let at = message.indexOf(words); at >= 0; at = message.indexOf(words, at + 1)) {
    if (!inWord(message[at - 1]) && !inWord(message[at + words.length])) return true;
  }
  return false;
}

function takeOne(spec: MeasureSpec, result: Measurable, peaks: Record<string, number[]>): number | null {
  if (spec.events !== undefined) {
    const { kind, subject, message } = spec.events;
    return (result.events ?? []).filter(
      (event) =>
        (kind === undefined || event.kind === kind) &&
        (subject === undefined || event.subject === subject) &&
        (message === undefined || holdsWords(event.message, message)),
    ).length;
  }
  if (spec.limit !== undefined) return result.operation?.limits.find(({ name }) => name === spec.limit)?.worst ?? null;
  if (spec.summary !== undefined) {
    if (result.summary === undefined) return null;
    if (spec.summary === 'imbalance') return result.summary.energy.imbalance;
    return result.summary[spec.summary] ?? 0;
  }
  const { time, values } = series(spec, result.recording);
  if (time.length === 0) return null;
  if (spec.peaks !== undefined) {
    const found = peaksAbove(time, values, spec.peaks.above, spec.peaks.separation);
    peaks[spec.name] = found;
    return found.length;
  }
  if (spec.fractile !== undefined) return fractileOf(time, values, spec.fractile);
  if (spec.timeAbove !== undefined) return timeAbove(time, values, spec.timeAbove);
  if (spec.timeBelow !== undefined)
    return timeAbove(
      time,
      values.map((value) => -value),
      -spec.timeBelow,
    );
  const rows = summariseColumn(time, values, spec.unit);
  const { min, max, mean, rms, final } = widened(rows, ofSteps(spec, result), spec.from, spec.to);
  if (min === null || max === null || mean === null || rms === null) return null;
  switch (spec.take ?? 'max') {
    case 'max':
      return max;
    case 'min':
      return min;
    case 'mean':
      return mean;
    case 'rms':
      return rms;
    case 'deviation':
      return Math.sqrt(Math.max(0, rms * rms - mean * mean));
    case 'range':
      return max - min;
    case 'largest':
      return Math.max(-min, max);
    case 'final':
      return final;
  }
}

/** Extremes of every step of a column, or of the magnitude of a vector. */
function ofSteps({ columns = [] }: MeasureSpec, { extremes }: Measurable): ColumnSummary | undefined {
  if (columns.length === 1) return extremes[columns[0]];
  const vector = columns[0]?.replace(/\.x$/, '');
  const whole = ['x', 'y', 'z'].every((c, i) => columns[i] === `${vector}.${c}`) && columns.length === 3;
  return whole ? extremes[`${vector}.${MAGNITUDE}`] : undefined;
}

function series(spec: MeasureSpec, whole: Recording): { time: Float64Array; values: Float64Array } {
  const recording =
    spec.from === undefined && spec.to === undefined
      ? whole
      : whole.between(spec.from ?? Number.NEGATIVE_INFINITY, spec.to ?? Number.POSITIVE_INFINITY);
  const columns = (spec.columns ?? []).map((name) => recording.column(name));
  if (columns.length === 1) return { time: recording.time, values: columns[0] };
  const values = new Float64Array(recording.length);
  for (let i = 0; i < values.length; i++) {
    let sum = 0;
    for (const column of columns) sum += column[i] * column[i];
    values[i] = Math.sqrt(sum);
  }
  return { time: recording.time, values };
}

/** Weighted by time: a row represents half of the interval on either side. */
export function fractileOf(time: Float64Array, values: Float64Array, part: number): number | null {
  const rows = Array.from(values.keys()).filter((i) => Number.isFinite(values[i]));
  if (rows.length === 0) return null;
  const weight = (i: number): number => (time[Math.min(i + 1, time.length - 1)] - time[Math.max(i - 1, 0)]) / 2;
  rows.sort((a, b) => values[a] - values[b]);
  const total = rows.reduce((sum, i) => sum + weight(i), 0);
  let sum = 0;
  for (const i of rows) {
    sum += weight(i);
    if (sum >= part * total * (1 - 1e-12)) return values[i];
  }
  return values[rows[rows.length - 1]];
}

/** [s] time above a bound, with linear interpolation between rows. */
export function timeAbove(time: Float64Array, values: Float64Array, bound: number): number {
  let sum = 0;
  for (let i = 1; i < values.length; i++) {
    const a = values[i - 1] - bound;
    const b = values[i] - bound;
    const h = time[i] - time[i - 1];
    if (a > 0 && b > 0) sum += h;
    else if (a > 0 || b > 0) sum += (h * Math.max(a, b)) / (Math.abs(a) + Math.abs(b));
  }
  return sum;
}

/** The largest value of each excursion above a threshold; excursions separated by less than `separation` [s] count as one. */
export function peaksAbove(time: Float64Array, values: Float64Array, above: number, separation: number): number[] {
  const peaks: number[] = [];
  let last = Number.NEGATIVE_INFINITY; // last time above
  for (let i = 0; i < values.length; i++) {
    if (!(values[i] > above)) continue;
    const newStay = i === 0 || !(values[i - 1] > above);
    if (newStay && (peaks.length === 0 || time[i] - last >= separation)) peaks.push(values[i]);
    else if (values[i] > peaks[peaks.length - 1]) peaks[peaks.length - 1] = values[i];
    last = time[i];
  }
  return peaks;
}
