/** Time series of a run: columns of equal length over one time axis. */
import { type Channel, type Column, columnsOf } from './channel.ts';

export class Recording {
  readonly channels: readonly Channel[];
  /** [s] one entry a row, not decreasing */
  readonly time: Float64Array;
  /** one array a column, in the order of the channels and their components; each as long as `time` */
  readonly columns: readonly Float64Array[];
  /** names and units of `columns` */
  readonly names: readonly Column[];
  readonly #index: ReadonlyMap<string, number>;

  constructor(channels: readonly Channel[], time: Float64Array, columns: readonly Float64Array[]) {
    const names = columnsOf(channels);
    if (names.length !== columns.length) {
      throw new RangeError(`the channels name ${names.length} columns, found ${columns.length}`);
    }
    const index = new Map<string, number>();
    for (let i = 0; i < columns.length; i++) {
      const name = names[i].name;
      if (columns[i].length !== time.length) {
        throw new RangeError(`column ${name} has ${columns[i].length} rows, the time axis ${time.length}`);
      }
      if (index.has(name) || name === 'time') {
        throw new RangeError(`two columns are called ${name}; names of channels must differ`);
      }
      index.set(name, i);
    }
    this.channels = channels;
    this.time = time;
    this.columns = columns;
    this.names = names;
    this.#index = index;
  }

  /** Number of rows. */
  get length(): number {
    return this.time.length;
  }

  has(name: string): boolean {
    return name === 'time' || this.#index.has(name);
  }

  /** The numbers of one column, `time` included. Throws when it is missing: call `has` first where names come from users. */
  column(name: string): Float64Array {
    if (name === 'time') return this.time;
    const i = this.#index.get(name);
    if (i === undefined) throw new RangeError(`no column ${name}; this recording has ${listed(this.names)}`);
    return this.columns[i];
  }

  unit(name: string): string {
    if (name === 'time') return 's';
    const i = this.#index.get(name);
    if (i === undefined) throw new RangeError(`no column ${name}; this recording has ${listed(this.names)}`);
    return this.names[i].unit;
  }

  /** The rows from `start` to before `end`, as views on the same numbers. */
  rows(start: number, end: number): Recording {
    const columns = this.columns.map((column) => column.subarray(start, end));
    return new Recording(this.channels, this.time.subarray(start, end), columns);
  }

  /** The rows with `from` <= time <= `to` [s], as views on the same numbers. */
  between(from: number, to: number): Recording {
    return this.rows(firstAtLeast(this.time, from), firstAbove(this.time, to));
  }

  /** Copies of the rows at the given indices. */
  pick(indices: ArrayLike<number>): Recording {
    const columns = this.columns.map((column) => picked(column, indices));
    return new Recording(this.channels, picked(this.time, indices), columns);
  }

  /** The recording with these channels only, in the given order; unknown names are left out. */
  select(channelNames: readonly string[]): Recording {
    const channels: Channel[] = [];
    const columns: Float64Array[] = [];
    for (const wanted of channelNames) {
      let column = 0;
      for (const channel of this.channels) {
        if (channel.name === wanted) {
          channels.push(channel);
          columns.push(...this.columns.slice(column, column + channel.components.length));
        }
        column += channel.components.length;
      }
    }
    return new Recording(channels, this.time, columns);
  }
}

/** First index whose time is >= t; the length when there is none. `time` must not decrease. */
export function firstAtLeast(time: Float64Array, t: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle] < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First index whose time is > t; the length when there is none. `time` must not decrease. */
export function firstAbove(time: Float64Array, t: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

function picked(from: Float64Array, indices: ArrayLike<number>): Float64Array {
  const out = new Float64Array(indices.length);
  for (let i = 0; i < indices.length; i++) out[i] = from[indices[i]];
  return out;
}

function listed(names: readonly Column[]): string {
  if (names.length === 0) return 'no columns';
  const first = names.slice(0, 8).map((column) => column.name);
  return names.length > 8 ? `${first.join(', ')} and ${names.length - 8} more` : first.join(', ');
}
