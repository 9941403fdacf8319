/**
 * Takes what is due after a step: rows of the series, frames of the animation, contacts that begin and end. Where a stream
 * is given that can be read back, everything goes there at once and nothing is kept: a run of hours takes no more memory
 * than one of seconds. Without one, rows and frames are kept in memory.
 */
import type { AbsorbedImpact, Probe } from '@hawser/engine';
import {
  type ColumnSummary,
  type Frames,
  joinTouches,
  type LineRange,
  MAGNITUDE,
  POSE_SIZE,
  packTouches,
  Recording,
  type RunEvent,
  RunningRanges,
  RunningSummary,
  readStream,
  type StreamSource,
  type StreamWriter,
  type Touch,
  type TouchFrames,
} from '@hawser/record';
import { channelOf } from './channels.ts';
import { ContactWatch, type Watched } from './contact-watch.ts';
import { KeptRows } from './kept-rows.ts';

export interface RecorderOptions {
  readonly probes: readonly Probe[];
  /** bodies whose poses make the frames */
  readonly bodies: readonly string[];
  /** [Hz] */
  readonly rate: number;
  /** [Hz] */
  readonly frameRate: number;
  /** where bodies touch is recorded with every frame: their names, and who tells */
  readonly touches?: { readonly bodies: readonly string[]; readonly read: () => readonly Touch[] };
  readonly writer?: StreamWriter;
  /** gives back what the writer has sent; with it nothing is kept in memory */
  readonly readBack?: () => StreamSource;
}

/** Where rows and frames are until the end of the run. */
type Store =
  | {
      readonly series: KeptRows;
      readonly frames: KeptRows;
      readonly touches: { time: number; values: Float32Array }[];
    }
  | { readonly readBack: () => StreamSource };

/** A frame may come this part of its interval early: a row and a frame almost at one time must not force a tiny step. */
const FRAME_SLACK = 0.02;

/** [m/s] slower blows are not told, though they count; nor more than so many. */
const LIGHT_BLOW = 0.1;
const MOST_BLOWS = 500;

export class Recorder {
  readonly #events: RunEvent[] = [];
  readonly #simulation: Watched;
  readonly #options: RecorderOptions;
  readonly #row: Float64Array;
  readonly #frame: Float64Array;
  readonly #store: Store;
  readonly #poseProbes: readonly Probe[];
  readonly #rowTicks: Ticks;
  readonly #frameTicks: Ticks;
  readonly #contacts: ContactWatch;
  readonly #summary: RunningSummary;
  readonly #ranges: RunningRanges;
  /** probes that are read at every step, and where in the row; columns of the others */
  readonly #quick: readonly { readonly probe: Probe; readonly at: number }[];
  readonly #dear: Uint8Array;
  #blows = 0;
  #lastRow = Number.NaN;
  #lastFrame = Number.NaN;

  constructor(simulation: Watched, options: RecorderOptions) {
    const byName = new Map(simulation.probes.map((probe) => [probe.name, probe]));
    const { probes, bodies, rate, frameRate, writer, readBack } = options;
    this.#simulation = simulation;
    this.#options = options;
    this.#row = new Float64Array(sizeOf(probes));
    this.#frame = new Float64Array(POSE_SIZE * bodies.length);
    this.#store =
      writer !== undefined && readBack !== undefined
        ? { readBack }
        : { series: new KeptRows(this.#row.length), frames: new KeptRows(this.#frame.length), touches: [] };
    this.#poseProbes = bodies.flatMap((body) => [
      needed(byName, `${body}.position`),
      needed(byName, `${body}.rotation`),
    ]);
    this.#summary = new RunningSummary(probes.map(channelOf));
    this.#ranges = new RunningRanges(probes.map(channelOf));
    this.#dear = new Uint8Array(this.#row.length);
    const quick: { probe: Probe; at: number }[] = [];
    let at = 0;
    for (const probe of probes) {
      if (probe.dear === true) this.#dear.fill(1, at, at + probe.size);
      else quick.push({ probe, at });
      at += probe.size;
    }
    this.#quick = quick;
    this.#rowTicks = new Ticks(rate);
    this.#frameTicks = new Ticks(frameRate);
    this.#contacts = new ContactWatch(simulation, rate, (event) => this.tell(event));
  }

  /** [s] when the next row or frame is due. */
  get nextTime(): number {
    return Math.min(this.#rowTicks.next, this.#frameTicks.next);
  }

  /**
   * Goes on at the present time, after what an earlier part of the run recorded up to it (sent to the stream as well);
   * without that, after nothing.
   */
  restore(
    recorded?: {
      readonly recording: Recording;
      readonly frames: Frames;
      readonly touches: TouchFrames;
      readonly events: readonly RunEvent[];
      readonly extremes?: Readonly<Record<string, ColumnSummary>>;
      readonly ranges?: readonly LineRange[];
    },
    known?: readonly LineRange[],
  ): void {
    const { time } = this.#simulation;
    if (recorded !== undefined) this.#copy(recorded.recording, recorded.frames, recorded.touches, time);
    if (recorded?.extremes !== undefined) this.#summary.widen(recorded.extremes, time);
    const ranges = known ?? recorded?.ranges;
    const { time: rows } = recorded?.recording ?? { time: [] };
    // those of a run that went on beyond this time know of more than has happened
    if (ranges !== undefined && !(rows[rows.length - 1] > time)) this.#ranges.restore(ranges, time);
    const events = (recorded?.events ?? []).filter((event) => event.time <= time);
    for (const event of events) this.tell(event);
    this.#contacts.restore(events);
    this.#rowTicks.pass(time, 0);
    this.#frameTicks.pass(time, 0);
  }

  /** Takes what is due now. `slack` [s] forgives the rounding of times that are sums of steps. */
  record(slack: number = 0): boolean {
    const { time } = this.#simulation;
    const due = time >= this.#rowTicks.next - slack;
    if (due) this.#takeRow(slack);
    else this.#addStep();
    const frameSlack = Math.max(slack, FRAME_SLACK / this.#options.frameRate);
    if (time >= this.#frameTicks.next - frameSlack) this.#takeFrame(frameSlack);
    this.#contacts.look();
    const { blows } = this.#simulation;
    for (const blow of blows) this.#takeBlow(blow, time);
    return due;
  }

  /** A blow shorter than its step: what the law says of it counts among the extremes and is told. */
  #takeBlow({ a, b, speed, impulse, duration, peak }: AbsorbedImpact, time: number): void {
    const pair = `${a}~${b}`;
    this.#summary.raise(`contact.${pair}.normal-force`, time, peak);
    this.#summary.raise(`contact.${pair}.force.${MAGNITUDE}`, time, peak);
    if (speed < LIGHT_BLOW || this.#blows++ >= MOST_BLOWS) return;
    const message =
      `struck at ${show(speed)} m/s in a step too long to follow it: ${show(impulse)} N s in it; ` +
      `by its law ${show(peak)} N at the peak, for ${show(1000 * duration)} ms`;
    this.tell({ time, kind: 'impact', subject: pair, message });
  }

  /** Takes the last row and frame, unless they are there already, and what is still to be told. */
  recordEnd(): void {
    const { time } = this.#simulation;
    if (this.#lastRow !== time) this.#takeRow(0);
    if (this.#lastFrame !== time) this.#takeFrame(0);
    this.#contacts.end();
  }

  tell(event: RunEvent): void {
    this.#events.push(event);
    this.#options.writer?.event(event);
  }

  /** In the order of time; an end is known only a moment after it happened. */
  get events(): readonly RunEvent[] {
    return [...this.#events].sort((a, b) => a.time - b.time);
  }

  /** Extremes and means of all columns, from every step so far. */
  extremes(): Record<string, ColumnSummary> {
    return this.#summary.summary();
  }

  /** Along cables and chains, from every step so far. */
  ranges(): LineRange[] {
    return this.#ranges.ranges();
  }

  /** The largest value of a column, from every step so far; undefined where it is not recorded. */
  extremeOf(name: string): number | undefined {
    return this.#summary.summary()[name]?.max ?? undefined;
  }

  /** Sends what has been recorded to the stream, with the extremes so far where asked for. */
  flush(extremes: boolean): void {
    const { writer } = this.#options;
    if (extremes) writer?.extremes(this.extremes());
    writer?.flush();
  }

  /** All that was recorded. A stream must have been ended before. */
  contents(): { readonly recording: Recording; readonly frames: Frames; readonly touches: TouchFrames } {
    const { probes, bodies } = this.#options;
    if ('series' in this.#store) {
      const { series, frames, touches } = this.#store;
      const recording = new Recording(probes.map(channelOf), series.times(), series.columns());
      return {
        recording,
        frames: { bodies, time: frames.times(), poses: frames.values() },
        touches: joinTouches(this.#options.touches?.bodies ?? [], touches),
      };
    }
    const { recording, frames, touches, ending } = readStream(this.#store.readBack());
    if (ending === 'complete') return { recording, frames, touches };
    throw new Error(`the stream was written to its end but reads back ${ending}; the disk may be at fault`);
  }

  /** Rows and frames up to a time [s]. */
  #copy(recording: Recording, frames: Frames, touches: TouchFrames, time: number): void {
    for (let r = 0; r < recording.length && recording.time[r] <= time; r++) {
      for (let c = 0; c < recording.columns.length; c++) this.#row[c] = recording.columns[c][r];
      this.#putRow(recording.time[r]);
    }
    const width = POSE_SIZE * frames.bodies.length;
    for (let r = 0; r < frames.time.length && frames.time[r] <= time; r++) {
      this.#frame.set(frames.poses.subarray(r * width, (r + 1) * width));
      this.#putFrame(frames.time[r]);
    }
    if (this.#options.touches === undefined) return;
    for (let r = 0; r < touches.time.length && touches.time[r] <= time; r++) {
      this.#putTouches(touches.time[r], touches.values.slice(touches.start[r], touches.start[r + 1]));
    }
  }

  #takeRow(slack: number): void {
    const { time } = this.#simulation;
    readAll(this.#options.probes, this.#row);
    this.#putRow(time);
    this.#rowTicks.pass(time, slack);
  }

  /** A step that ends between rows: its extremes count all the same. */
  #addStep(): void {
    const { time } = this.#simulation;
    for (let i = 0; i < this.#quick.length; i++) this.#quick[i].probe.read(this.#row, this.#quick[i].at);
    this.#summary.add(time, this.#row, this.#dear);
    this.#ranges.add(time, this.#row);
  }

  #takeFrame(slack: number): void {
    const { time } = this.#simulation;
    readAll(this.#poseProbes, this.#frame);
    this.#putFrame(time);
    if (this.#options.touches !== undefined) this.#putTouches(time, packTouches(this.#options.touches.read()));
    this.#frameTicks.pass(time, slack);
  }

  #putRow(time: number): void {
    this.#lastRow = time;
    this.#summary.add(time, this.#row);
    this.#ranges.add(time, this.#row);
    if ('series' in this.#store) this.#store.series.push(time, this.#row);
    this.#options.writer?.append(time, this.#row);
  }

  #putFrame(time: number): void {
    this.#lastFrame = time;
    if ('series' in this.#store) this.#store.frames.push(time, this.#frame);
    this.#options.writer?.appendFrame(time, this.#frame);
  }

  #putTouches(time: number, values: Float32Array): void {
    if ('series' in this.#store) this.#store.touches.push({ time, values });
    this.#options.writer?.appendTouches(time, values);
  }
}

/** Whole multiples of 1/rate; the start is due at once. */
class Ticks {
  next = 0;
  readonly #rate: number;
  #index = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** On to the first multiple after `time`. */
  pass(time: number, slack: number): void {
    this.#index = Math.max(this.#index, Math.floor((time + slack) * this.#rate) - 1);
    while (this.#index / this.#rate <= time + slack) this.#index++;
    this.next = this.#index / this.#rate;
  }
}

function sizeOf(probes: readonly Probe[]): number {
  return probes.reduce((sum, probe) => sum + probe.size, 0);
}

function readAll(probes: readonly Probe[], out: Float64Array): void {
  let offset = 0;
  for (let i = 0; i < probes.length; i++) {
    probes[i].read(out, offset);
    offset += probes[i].size;
  }
}

function needed(byName: ReadonlyMap<string, Probe>, name: string): Probe {
  const probe = byName.get(name);
  if (probe === undefined) throw new RangeError(`the engine offers no ${name}, which the animation needs`);
  return probe;
}

function show(x: number): string {
  return String(Number(x.toPrecision(3)));
}
