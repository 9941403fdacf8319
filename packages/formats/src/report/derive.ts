/** Derived numbers of the page: magnitudes of vectors, their extremes, exchanged energy. */
import {
  type Channel,
  type ColumnSummary,
  type EnergySummary,
  hasMagnitude,
  MAGNITUDE,
  Recording,
  summarise,
} from '@hawser/record';

/** The recording with the magnitude of every vector beside its components. */
export function withMagnitudes(recording: Recording): Recording {
  const channels: Channel[] = [];
  const columns: Float64Array[] = [];
  let first = 0;
  for (const channel of recording.channels) {
    const own = recording.columns.slice(first, first + channel.components.length);
    first += channel.components.length;
    columns.push(...own);
    if (hasMagnitude(channel)) {
      channels.push({ ...channel, components: [...channel.components, MAGNITUDE] });
      columns.push(Float64Array.from(own[0], (x, i) => Math.hypot(x, own[1][i], own[2][i])));
    } else {
      channels.push(channel);
    }
  }
  return new Recording(channels, recording.time, columns);
}

/** Excess over the band of the rows, as a part of it, from which a peak between rows is drawn; and largest number of such peaks. */
const WORTH_DRAWING = 0.01;
const MOST_PEAKS = 400;

/** An extreme at a step between two rows; `beyond`: its excess over the rows, as a part of the whole range. */
export interface Peak {
  readonly time: number;
  readonly value: number;
  readonly beyond: number;
}

/** The extremes of every step of one column that its rows do not contain. */
export function peaksBetweenRows(time: Float64Array, column: Float64Array, known: ColumnSummary | undefined): Peak[] {
  if (known === undefined || column.length < 2) return [];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of column) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const { min, minTime, max, maxTime } = known;
  const reach = (max ?? high) - (min ?? low);
  const peaks: Peak[] = [];
  const add = (value: number | null, at: number | null, beyond: number): void => {
    if (value === null || at === null || !(beyond > WORTH_DRAWING * reach)) return;
    if (at > time[0] && at < time[column.length - 1]) peaks.push({ time: at, value, beyond: beyond / reach });
  };
  add(max, maxTime, (max ?? high) - high);
  add(min, minTime, low - (min ?? low));
  return peaks;
}

/** One curve with its peaks between rows. */
export function withPeak(
  times: Float64Array,
  values: Float64Array,
  peaks: readonly Peak[],
): { readonly times: Float64Array; readonly values: Float64Array } {
  if (peaks.length === 0) return { times, values };
  const rows = new Map(Array.from(times, (time, row) => [time, values[row]]));
  for (const { time, value } of peaks) rows.set(time, value);
  const sorted = [...rows].sort(([a], [b]) => a - b);
  return {
    times: Float64Array.from(sorted, ([time]) => time),
    values: Float64Array.from(sorted, ([, value]) => value),
  };
}

/**
 * The recording with a row for each extreme between two rows, so that curves show the peaks of the tables. The other columns are
 * interpolated linearly there.
 */
export function withPeaks(recording: Recording, given: Readonly<Record<string, ColumnSummary>>): Recording {
  const { time, columns, names, channels, length } = recording;
  if (length < 2) return recording;
  const peaks = columns.flatMap((values, column) =>
    peaksBetweenRows(time, values, given[names[column].name]).map((peak) => ({ ...peak, column })),
  );
  if (peaks.length === 0) return recording;
  const drawn = peaks.sort((a, b) => b.beyond - a.beyond).slice(0, MOST_PEAKS);
  const known = new Set(time);
  const added = [...new Set(drawn.map((peak) => peak.time))].filter((t) => !known.has(t));
  const times = Float64Array.from([...time, ...added]).sort();
  const rowOf = new Map(Array.from(times, (t, row) => [t, row]));
  const fresh = new Set(added);
  const wider = columns.map((column) => {
    let row = 0;
    return Float64Array.from(times, (t) => (fresh.has(t) ? between(time, column, row - 1, t) : column[row++]));
  });
  for (const { column, time: at, value } of drawn) wider[column][rowOf.get(at) ?? 0] = value;
  return new Recording(channels, times, wider);
}

/** At time t, on the straight line from a row to the next. */
function between(time: Float64Array, values: Float64Array, row: number, t: number): number {
  const part = (t - time[row]) / (time[row + 1] - time[row]);
  return values[row] + part * (values[row + 1] - values[row]);
}

/** A column with both extremes known. */
export interface Extreme {
  readonly name: string;
  readonly unit: string;
  readonly min: number;
  /** [s] */
  readonly minTime: number;
  readonly max: number;
  /** [s] */
  readonly maxTime: number;
  readonly mean: number;
  readonly rms: number;
}

/** Extremes of every column with a finite value; those of run.json have precedence. */
export function extremesOf(recording: Recording, given: Readonly<Record<string, ColumnSummary>>): Extreme[] {
  const extremes: Extreme[] = [];
  const all = { ...summarise(recording), ...given };
  for (const { name } of recording.names) {
    const { unit, min, minTime, max, maxTime, mean, rms } = all[name];
    if (min === null || minTime === null || max === null || maxTime === null) continue;
    extremes.push({ name, unit, min, minTime, max, maxTime, mean: mean ?? Number.NaN, rms: rms ?? Number.NaN });
  }
  return extremes;
}

/**
 * [J] exchanged energy: the largest kinetic energy, plus losses and the work of drivers. It is the reference for the imbalance; potential
 * energy is not included, because its zero is arbitrary.
 */
export function exchangedEnergy(recording: Recording, ledger: EnergySummary): number {
  let kinetic = Math.abs(ledger.kinetic);
  if (recording.has('energy.kinetic')) {
    for (const value of recording.column('energy.kinetic')) if (value > kinetic) kinetic = value;
  }
  return kinetic + Math.abs(ledger.dissipated) + Math.abs(ledger.work);
}
