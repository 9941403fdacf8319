/** A run on the page, growing while it is computed or complete after loading. Every number is stored once. */
import type { HandEntry } from '@hawser/scenario';
import {
  type Channel,
  type ColumnSummary,
  columnsOf,
  type Frames,
  type LineRange,
  type OperationSummary,
  firstAbove,
  firstAtLeast,
  hasMagnitude,
  joinTouches,
  MAGNITUDE,
  POSE_SIZE,
  poseAt,
  Recording,
  type RunEvent,
  type RunFailure,
  type RunStatus,
  type RunSummary,
  RunningSummary,
  readBlock,
  type Scenery,
  type SeaWaves,
  type StreamHeader,
  type Touch,
  type TouchFrames,
  type TrustSummary,
  unpackTouches,
} from '@hawser/record';
import type { ColumnInfo, PlotData, PoseSource, Series } from '@hawser/viewer';
import type { PackedLink, View } from '@hawser/formats/report';
import { Growing } from './growing.ts';

/** Appearance of a run, from any source. */
export interface Scene {
  readonly scenery: Scenery;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly backdrop: readonly string[];
  readonly links: readonly PackedLink[];
  /** the surface of the water, where there is one */
  readonly sea?: SeaWaves | undefined;
  /** initial view; default: from a corner */
  readonly view?: View | undefined;
}

export interface RunFacts {
  readonly title: string;
  readonly file: string;
  /** text of the scenario */
  readonly source: string;
  readonly resolved: unknown;
  /** the scenario and its files, where known */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
  /** [s] asked for */
  readonly duration: number;
  /** version of the program that made it */
  readonly version: string;
  readonly started: string;
}

export interface RunEnd {
  readonly status: RunStatus;
  readonly summary: RunSummary;
  readonly warnings: readonly string[];
  readonly failure: RunFailure | null;
  readonly operation?: OperationSummary | null | undefined;
  readonly steered: boolean;
  /** user actions, in order; unknown for runs from a disk */
  readonly acts?: readonly HandEntry[];
  /** from every step; of a run taken back to a checkpoint, from there on */
  readonly extremes?: Readonly<Record<string, ColumnSummary>>;
  /** of a run repeated with half of the error */
  readonly trust?: TrustSummary;
}

interface Source {
  readonly channel: number;
  /** column; -1: the size of the vector that starts at `first` */
  readonly column: number;
  readonly first: number;
}

export class RunStore implements PlotData, PoseSource {
  readonly facts: RunFacts;
  readonly scene: Scene;
  readonly channels: readonly Channel[];
  readonly bodies: readonly string[];
  readonly events: RunEvent[] = [];
  /** names of bodies in contact */
  readonly touching: readonly string[];
  end: RunEnd | undefined;
  /** present or final state of the operation; undefined without one */
  operation: OperationSummary | undefined;
  /** along cables and chains, from every step so far; undefined: not reported */
  ranges: readonly LineRange[] | undefined;
  /** number of times that rows were removed */
  cuts = 0;
  readonly #header: StreamHeader;
  #time: Growing;
  readonly #columns: Growing[];
  #frameTime: Growing;
  #poses: Growing;
  #touches: { readonly time: number; readonly values: Float32Array }[] = [];
  readonly #sources = new Map<string, Source>();
  readonly #sizes = new Map<string, Growing>();
  #infos: readonly ColumnInfo[] | undefined;
  #infosRows = -1;
  #scratch: Float64Array;
  #scratchTime = Number.NaN;

  constructor(
    facts: RunFacts,
    scene: Scene,
    channels: readonly Channel[],
    bodies: readonly string[],
    touching: readonly string[] = [],
  ) {
    this.facts = facts;
    this.scene = scene;
    this.channels = channels;
    this.bodies = bodies;
    this.touching = touching;
    this.#header = { channels, bodies };
    this.#time = new Growing();
    this.#columns = columnsOf(channels).map(() => new Growing());
    this.#frameTime = new Growing();
    this.#poses = new Growing();
    this.#scratch = new Float64Array(POSE_SIZE * bodies.length);
    let first = 0;
    channels.forEach((channel, index) => {
      channel.components.forEach((component, i) => {
        const name = component === '' ? channel.name : `${channel.name}.${component}`;
        this.#sources.set(name, { channel: index, column: first + i, first });
      });
      if (hasMagnitude(channel))
        this.#sources.set(`${channel.name}.${MAGNITUDE}`, { channel: index, column: -1, first });
      first += channel.components.length;
    });
  }

  /** A complete run. */
  static loaded(
    facts: RunFacts,
    scene: Scene,
    {
      recording,
      frames,
      touches,
      events,
      ranges,
    }: {
      recording: Recording;
      frames: Frames;
      touches: TouchFrames;
      events: readonly RunEvent[];
      ranges?: readonly LineRange[] | undefined;
    },
    end: RunEnd,
  ): RunStore {
    const store = new RunStore(facts, scene, recording.channels, frames.bodies, touches.bodies);
    store.#adopt(recording, frames);
    const { time, start, values } = touches;
    store.#touches = Array.from(time, (t, i) => ({ time: t, values: values.subarray(start[i], start[i + 1]) }));
    store.events.push(...events);
    store.end = end;
    store.operation = end.operation ?? undefined;
    store.ranges = ranges;
    return store;
  }

  #adopt(recording: Recording, frames: Frames): void {
    this.#time = Growing.of(recording.time);
    recording.columns.forEach((column, i) => {
      this.#columns[i] = Growing.of(column);
    });
    this.#frameTime = Growing.of(frames.time);
    this.#poses = Growing.of(frames.poses);
  }

  /** Adds data sent by a session. */
  take(blocks: readonly Uint8Array[]): void {
    this.#scratchTime = Number.NaN;
    for (const bytes of blocks) {
      const block = readBlock(bytes, this.#header);
      if (block.kind === 'series') this.#addRows(block.values, block.rows, block.width);
      else if (block.kind === 'frames') this.#addFrames(block.values, block.rows, block.width);
      else if (block.kind === 'touches') this.#touches.push(...block.pictures);
      else if (block.kind === 'events') this.events.push(...block.events);
    }
  }

  /** Removes everything after a time [s]. */
  cut(time: number): void {
    this.#scratchTime = Number.NaN;
    this.cuts++;
    const rows = firstAbove(this.#time.view(), time);
    this.#time.cut(rows);
    for (const column of this.#columns) column.cut(rows);
    this.#sizes.clear();
    const frames = firstAbove(this.#frameTime.view(), time);
    this.#frameTime.cut(frames);
    this.#poses.cut(frames * POSE_SIZE * this.bodies.length);
    this.#touches = this.#touches.filter((picture) => picture.time <= time);
    this.events.splice(0, this.events.length, ...this.events.filter((event) => event.time <= time));
    this.end = undefined;
    this.operation = undefined;
    this.ranges = undefined;
    this.#infosRows = -1;
  }

  #addRows(values: Float64Array, rows: number, width: number): void {
    for (let r = 0; r < rows; r++) {
      this.#time.push(values[r * width]);
      for (let c = 1; c < width; c++) this.#columns[c - 1].push(values[r * width + c]);
    }
  }

  #addFrames(values: Float64Array, rows: number, width: number): void {
    for (let r = 0; r < rows; r++) {
      this.#frameTime.push(values[r * width]);
      this.#poses.append(values.subarray(r * width + 1, (r + 1) * width));
    }
  }

  get rows(): number {
    return this.#time.length;
  }

  get time(): Float64Array {
    return this.#time.view();
  }

  /** [s] last instant */
  get endTime(): number {
    const [rows, frames] = [this.#time.view(), this.#frameTime.view()];
    return Math.max(rows.at(-1) ?? 0, frames.at(-1) ?? 0);
  }

  get startTime(): number {
    const first = [this.#time.view()[0], this.#frameTime.view()[0]].filter((time) => time !== undefined);
    return first.length === 0 ? 0 : Math.min(...first);
  }

  recording(): Recording {
    return new Recording(
      this.channels,
      this.#time.view(),
      this.#columns.map((column) => column.view()),
    );
  }

  /** Summary of every column and the magnitude of every vector: from rows, and from every step after the end of the run. */
  extremes(): Record<string, ColumnSummary> {
    const sums = new RunningSummary(this.channels);
    const { time, columns } = this.recording();
    const row = new Float64Array(columns.length);
    for (let r = 0; r < time.length; r++) {
      for (let c = 0; c < row.length; c++) row[c] = columns[c][r];
      sums.add(time[r], row);
    }
    sums.widen(this.end?.extremes ?? {}, Number.POSITIVE_INFINITY);
    return sums.summary();
  }

  frames(): Frames {
    return { bodies: this.bodies, time: this.#frameTime.view(), poses: this.#poses.view() };
  }

  touches(): TouchFrames {
    return joinTouches(this.touching, this.#touches);
  }

  /** Contacts at t: the last frame before it. */
  touchesAt(t: number): readonly Touch[] {
    const list = this.#touches;
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].time <= t) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? [] : unpackTouches(list[low - 1].values);
  }

  // PlotData ---------------------------------------------------------------------------------------------------------

  get title(): string {
    return this.facts.title;
  }

  get fileStem(): string {
    // a scenario that is called scenario is known by its folder
    const file = this.facts.file.replace(/[/\\]scenario\.[A-Za-z0-9]+$/, '');
    const base = file.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z0-9]+$/, '');
    return base.replace(/[^\w.-]+/g, '-') || 'run';
  }

  get thinned(): boolean {
    return false;
  }

  get columns(): readonly ColumnInfo[] {
    if (this.#infos === undefined || this.#infosRows !== this.#time.length) {
      this.#infosRows = this.#time.length;
      this.#infos = [...this.#sources.keys()].map((name) => this.#info(name));
    }
    return this.#infos;
  }

  column(name: string): ColumnInfo | undefined {
    return this.#sources.has(name) ? this.#info(name) : undefined;
  }

  has(name: string): boolean {
    return this.#sources.has(name);
  }

  series(name: string): Series & { readonly values: Float64Array } {
    return { times: this.#time.view(), values: this.#values(name) };
  }

  /** Value of a column at t, on the straight line between rows. NaN outside. */
  valueAt(name: string, t: number): number {
    const times = this.#time.view();
    const values = this.#values(name);
    const after = firstAtLeast(times, t);
    if (after >= times.length) return Number.NaN;
    if (times[after] === t || after === 0) return after === 0 && times[0] > t ? Number.NaN : values[after];
    const s = (t - times[after - 1]) / (times[after] - times[after - 1]);
    return values[after - 1] + s * (values[after] - values[after - 1]);
  }

  #info(name: string): ColumnInfo {
    const source = this.#sources.get(name);
    if (source === undefined) throw new RangeError(`this run has no column ${name}`);
    const { name: channel, unit } = this.channels[source.channel];
    return { name, channel, component: name.slice(channel.length + 1), unit, range: rangeOf(this.#values(name)) };
  }

  #values(name: string): Float64Array {
    const source = this.#sources.get(name);
    if (source === undefined) throw new RangeError(`this run has no column ${name}`);
    if (source.column >= 0) return this.#columns[source.column].view();
    const sizes = this.#sizes.get(name) ?? new Growing();
    this.#sizes.set(name, sizes);
    const [x, y, z] = [0, 1, 2].map((i) => this.#columns[source.first + i].view());
    for (let i = sizes.length; i < x.length; i++) sizes.push(Math.sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]));
    return sizes.view();
  }

  // PoseSource -------------------------------------------------------------------------------------------------------

  read(out: Float64Array, track: number, t: number): void {
    if (t !== this.#scratchTime) {
      this.#scratchTime = t;
      if (this.#frameTime.length > 0) poseAt(this.#scratch, this.frames(), t);
    }
    for (let i = 0; i < POSE_SIZE; i++) out[i] = this.#scratch[POSE_SIZE * track + i];
  }

  /** All poses at t. */
  poses(t: number): Float64Array {
    if (this.#frameTime.length > 0) poseAt(this.#scratch, this.frames(), t);
    this.#scratchTime = t;
    return this.#scratch;
  }

  /** The instant of the next (+1) or previous (-1) frame. */
  neighbour(t: number, by: 1 | -1): number {
    const times = this.#frameTime.view();
    if (times.length === 0) return t;
    const slack = 1e-6 * (times[times.length - 1] - times[0]);
    const i = by > 0 ? firstAbove(times, t + slack) : firstAtLeast(times, t - slack) - 1;
    return times[Math.min(times.length - 1, Math.max(0, i))];
  }
}

function rangeOf(values: Float64Array): readonly [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  return low <= high ? [low, high] : null;
}
