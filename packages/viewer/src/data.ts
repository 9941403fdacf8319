/** The run inside the page. Blobs are decoded on first use. */
import {
  asFloats,
  asIntegers,
  type ColumnInfo,
  decodeColumns,
  decodeDoubles,
  type PackedChannel,
  type ReportDocument,
  type TimeAxis,
} from '@hawser/formats/report';
import { byId } from './dom.ts';

export type { ColumnInfo };

export interface Series {
  readonly times: Float64Array;
  readonly values: Float32Array | Float64Array;
}

/** Interface of a run for plots and the list of channels. */
export interface PlotData {
  readonly title: string;
  /** file name (without ending) that downloads start with */
  readonly fileStem: string;
  /** true: some channels hold fewer rows than were recorded */
  readonly thinned: boolean;
  readonly columns: readonly ColumnInfo[];
  column(name: string): ColumnInfo | undefined;
  /** Samples of a column. */
  series(name: string): Series;
}

export class RunData implements PlotData {
  readonly document: ReportDocument;
  readonly columns: readonly ColumnInfo[];
  readonly #byName = new Map<string, ColumnInfo>();
  readonly #packed = new Map<string, { channel: PackedChannel; component: number }>();
  readonly #series = new Map<string, Series>();
  #time: Float64Array | undefined;
  #frameTimes: Float64Array | undefined;
  #tracks: Float64Array[] | undefined;
  #faces: { times: Float64Array; start: Int32Array; values: Float32Array } | undefined;

  constructor() {
    this.document = JSON.parse(byId('hawser-document').textContent ?? '') as ReportDocument;
    const columns: ColumnInfo[] = [];
    for (const channel of this.document.channels) {
      channel.components.forEach((component, i) => {
        const name = component === '' ? channel.name : `${channel.name}.${component}`;
        const info = { name, channel: channel.name, component, unit: channel.unit, range: channel.range[i] };
        columns.push(info);
        this.#byName.set(name, info);
        this.#packed.set(name, { channel, component: i });
      });
    }
    this.columns = columns;
  }

  get title(): string {
    return this.document.title;
  }

  get fileStem(): string {
    return this.document.fileStem;
  }

  get thinned(): boolean {
    return this.document.thinned;
  }

  column(name: string): ColumnInfo | undefined {
    return this.#byName.get(name);
  }

  /** Samples of a column. */
  series(name: string): Series {
    const known = this.#series.get(name);
    if (known !== undefined) return known;
    const packed = this.#packed.get(name);
    if (packed === undefined) throw new RangeError(`this report has no column ${name}`);
    this.#decode(packed.channel);
    return this.series(name);
  }

  /** [s] instants of the stored poses */
  get frameTimes(): Float64Array {
    this.#frameTimes ??= instants(this.document.frames.time);
    return this.#frameTimes;
  }

  /** Polygons of contact with their pressures at a time; empty where there are none. */
  facesAt(t: number): Float32Array {
    const { pressures } = this.document;
    if (pressures === null || pressures === undefined) return new Float32Array(0);
    if (this.#faces === undefined) {
      const times = instants(pressures.time);
      const [start, values] = decodeColumns(blob(pressures.blob), [times.length + 1, pressures.count]);
      this.#faces = { times, start: asIntegers(start), values: asFloats(values) };
    }
    const { times, start, values } = this.#faces;
    const i = Math.max(0, lastNotAfter(times, t));
    return values.subarray(start[i], start[i + 1]);
  }

  /** Seven columns a moving body (x y z, w x y z), one entry a frame. */
  get tracks(): readonly Float64Array[] {
    this.#tracks ??= this.#decodeTracks();
    return this.#tracks;
  }

  #decodeTracks(): Float64Array[] {
    const { bodies, blob: name, time, positionUnit, rotationUnit } = this.document.frames;
    const lengths = new Array<number>(7 * bodies.length).fill(time.count);
    return decodeColumns(blob(name), lengths, 2).map((words, column) => {
      const unit = column % 7 < 3 ? positionUnit : rotationUnit;
      return Float64Array.from(asIntegers(words), (value) => value * unit);
    });
  }

  #decode(channel: PackedChannel): void {
    this.#time ??= instants(this.document.time);
    const time = this.#time;
    const lengths = channel.rows.flatMap((rows) => (rows === 0 ? [time.length] : [rows, rows]));
    const words = decodeColumns(blob(channel.blob), lengths);
    let at = 0;
    channel.components.forEach((component, i) => {
      const rows = channel.rows[i] === 0 ? undefined : words[at++];
      const values = asFloats(words[at++]);
      const times = rows === undefined ? time : Float64Array.from(rows, (row) => time[row]);
      this.#series.set(component === '' ? channel.name : `${channel.name}.${component}`, { times, values });
    });
  }
}

/** Text of a blob; a missing one is an internal error. */
export function blob(name: string): string {
  const element = document.querySelector(`script[data-blob="${name}"]`);
  if (element === null) throw new Error(`the page has no data ${name}; the file may have been cut off`);
  return element.textContent ?? '';
}

function instants(axis: TimeAxis): Float64Array {
  if (axis.kind === 'listed') return decodeDoubles(blob(axis.blob));
  return Float64Array.from({ length: axis.count }, (_, i) => axis.start + i * axis.step);
}

/** Index of the last entry that is not later than t; -1 before the first. */
export function lastNotAfter(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Value at t, interpolated linearly; counts (no unit) keep their last value. NaN outside. */
export function valueAt(series: Series, t: number, unit: string): number {
  const { times, values } = series;
  const i = lastNotAfter(times, t);
  if (i < 0) return Number.NaN;
  if (i === times.length - 1 || unit === '') return t > times[times.length - 1] ? Number.NaN : values[i];
  const s = (t - times[i]) / (times[i + 1] - times[i]);
  return values[i] + s * (values[i + 1] - values[i]);
}
