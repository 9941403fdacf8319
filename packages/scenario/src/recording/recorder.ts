/**
 * Records after each step: rows of the series, frames of the animation, contacts that begin and end. Rows and frames have their own times
 * within steps and do not influence them: the model is put at that time for reading, and forces are interpolated between step ends. With a
 * stream that can be read back, all data go there immediately and nothing is kept in memory: a run of hours takes no more memory than one
 * of seconds. Without one, rows and frames are kept in memory.
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
import { channelOf } from '../channels.ts';
import { BetweenEnds } from './between-ends.ts';
import { ContactWatch, type Watched } from './contact-watch.ts';
import { KeptRows } from './kept-rows.ts';

/** What is recorded of a simulation. */
export interface Recorded extends Watched {
  /** [s] where the last step began */
  readonly stepStart: number;
  /** true: it was of first order */
  readonly stepIsLine: boolean;
  /** puts the model at a time [s] within the last step, to be read; `leave` puts it back */
  visit(time: number): 'all' | 'motion';
  leave(): void;
}

export interface RecorderOptions {
  readonly probes: readonly Probe[];
  /** bodies whose poses make the frames */
  readonly bodies: readonly string[];
  /** [Hz] */
  readonly rate: number;
  /** [Hz]; 0: there are no frames */
  readonly frameRate: number;
  /** contacts recorded with every frame: names of bodies, and their source */
  readonly touches?: { readonly bodies: readonly string[]; readonly read: () => readonly Touch[] };
  readonly writer?: StreamWriter;
  /** reads back what the writer has sent; with it nothing is kept in memory */
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

/** [m/s] slower impacts are not reported, though they count; and largest number of reports. */
const LIGHT_BLOW = 0.1;
const MOST_BLOWS = 500;

export class Recorder {
  readonly #events: RunEvent[] = [];
  readonly #simulation: Recorded;
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
  /** probes with their first columns; those read at every step; columns of the others */
  readonly #all: readonly PlacedProbe[];
  readonly #quick: readonly PlacedProbe[];
  readonly #dear: Uint8Array;
  readonly #ends: BetweenEnds;
  #blows = 0;
  #lastRow = Number.NaN;
  #lastFrame = Number.NaN;

  constructor(simulation: Recorded, options: RecorderOptions) {
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
    let at = 0;
    this.#all = probes.map((probe) => {
      const first = at;
      at += probe.size;
      if (probe.dear === true) this.#dear.fill(1, first, at);
      return { probe, first, next: at };
    });
    this.#quick = this.#all.filter(({ probe }) => probe.dear !== true);
    this.#ends = new BetweenEnds(this.#row.length);
    this.#rowTicks = new Ticks(rate);
    this.#frameTicks = new Ticks(frameRate);
    this.#contacts = new ContactWatch(simulation, rate, (event) => this.tell(event));
  }

  /**
   * Continues at the present time, after the recording of an earlier part of the run (also in the stream), or without one.
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
    // extremes of a run that went beyond this time include later values
    if (ranges !== undefined && !(rows[rows.length - 1] > time)) this.#ranges.restore(ranges, time);
    const events = (recorded?.events ?? []).filter((event) => event.time <= time);
    for (const event of events) this.tell(event);
    this.#contacts.restore(events);
    this.#rowTicks.pass(time, 0);
    this.#frameTicks.pass(time, 0);
    this.#readEnd();
  }

  /** Discards knowledge of earlier steps, as when a run continues from a checkpoint. */
  forget(): void {
    this.#ends.forget();
  }

  /**
   * A step has ended: records everything due since the previous one. `slack` [s] allows for rounding of times that are sums of steps;
   * `measure` is called with each row, for values that are expensive to read.
   */
  record(slack: number = 0, measure?: (time: number) => void): void {
    const { time } = this.#simulation;
    this.#contacts.look();
    this.#readEnd();
    this.#visit(time - slack, measure);
    if (this.#rowTicks.next <= time + slack) {
      this.#takeRow(slack);
      measure?.(time);
    } else {
      this.#summary.add(time, this.#ends.end, this.#dear);
      this.#ranges.add(time, this.#ends.end);
    }
    if (this.#frameTicks.next <= time + slack) this.#takeFrame(slack);
    for (const blow of this.#simulation.blows) this.#takeBlow(blow, time);
  }

  /** Rows and frames within the last step, before a time [s]. */
  #visit(before: number, measure?: (time: number) => void): void {
    const [rows, frames] = [this.#rowTicks, this.#frameTicks];
    if (!(rows.next < before || frames.next < before)) return;
    const simulation = this.#simulation;
    while (rows.next < before || frames.next < before) {
      const time = Math.min(rows.next, frames.next);
      const whole = simulation.visit(time) === 'all';
      if (rows.next === time) {
        this.#readWithin(time, whole);
        this.#putRow(time);
        measure?.(time);
        rows.pass(time, 0);
      }
      if (frames.next === time) {
        readAll(this.#poseProbes, this.#frame);
        this.#putFrame(time);
        if (this.#options.touches !== undefined) this.#putTouches(time, packTouches(this.#options.touches.read()));
        frames.pass(time, 0);
      }
    }
    simulation.leave();
  }

  /** The row at a time within the last step, at which the model is placed. */
  #readWithin(time: number, whole: boolean): void {
    const { end } = this.#ends;
    for (let i = 0; i < this.#all.length; i++) {
      const { probe, first, next } = this.#all[i];
      const { within } = probe;
      if (within === 'motion' || (whole && within === undefined) || probe.dear === true) probe.read(this.#row, first);
      else if (within === 'held') for (let c = first; c < next; c++) this.#row[c] = end[c];
      else this.#ends.read(this.#row, time, first, next);
    }
  }

  /** All inexpensive values at the end of the step. */
  #readEnd(): void {
    const { time, stepIsLine } = this.#simulation;
    const end = this.#ends.next(time, stepIsLine);
    for (let i = 0; i < this.#quick.length; i++) this.#quick[i].probe.read(end, this.#quick[i].first);
  }

  /** An impact shorter than its step: the values of its law count among the extremes and are reported. */
  #takeBlow({ a, b, speed, impulse, energy, duration, peak }: AbsorbedImpact, time: number): void {
    const pair = `${a}~${b}`;
    this.#summary.raise(`contact.${pair}.normal-force`, time, peak);
    this.#summary.raise(`contact.${pair}.force.${MAGNITUDE}`, time, peak);
    if (speed < LIGHT_BLOW || this.#blows++ >= MOST_BLOWS) return;
    const message =
      `struck at ${show(speed)} m/s in a step too long to follow it: ${show(impulse)} N s and ${show(energy)} J in it; ` +
      `by its law ${show(peak)} N at the peak, for ${show(1000 * duration)} ms`;
    this.tell({ time, kind: 'impact', subject: pair, message });
  }

  /** Records the last row and frame, unless already recorded, and pending events. */
  recordEnd(): void {
    const { time } = this.#simulation;
    if (this.#lastRow !== time) this.#takeRow(0);
    if (this.#lastFrame !== time && this.#options.frameRate > 0) this.#takeFrame(0);
    this.#contacts.end();
  }

  tell(event: RunEvent): void {
    this.#events.push(event);
    this.#options.writer?.event(event);
  }

  /** In the order of time; the end of a contact is known only a moment later. */
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
    this.#row.set(this.#ends.end);
    for (const { probe, first } of this.#all) if (probe.dear === true) probe.read(this.#row, first);
    this.#putRow(time);
    this.#rowTicks.pass(time, slack);
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

/** A probe and its columns: from the first to the one before the next. */
interface PlacedProbe {
  readonly probe: Probe;
  readonly first: number;
  readonly next: number;
}

/** Whole multiples of 1/rate; the start is due at once. */
class Ticks {
  next = 0;
  readonly #rate: number;
  #index = 0;

  /** rate [Hz]; 0: never */
  constructor(rate: number) {
    this.#rate = rate;
    if (rate === 0) this.next = Number.POSITIVE_INFINITY;
  }

  /** On to the first multiple after `time`. */
  pass(time: number, slack: number): void {
    if (this.#rate === 0) return;
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
