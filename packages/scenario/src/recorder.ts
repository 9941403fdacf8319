/**
 * Takes what is due after a step: rows of the series, frames of the animation, contacts that begin and end. Rows and
 * frames are kept and, where a stream is given, sent to it at once.
 */
import type { Probe } from '@hawser/engine';
import { type Frames, POSE_SIZE, Recording, type RunEvent, type StreamWriter } from '@hawser/record';
import { channelOf } from './channels.ts';

/** What the recorder reads of a simulation. */
export interface Recordable {
  readonly time: number;
  readonly probes: readonly Probe[];
  readonly stats: { readonly contacts: number };
}

export interface RecorderOptions {
  readonly probes: readonly Probe[];
  /** bodies whose poses make the frames */
  readonly bodies: readonly string[];
  /** [Hz] */
  readonly rate: number;
  /** [Hz] */
  readonly frameRate: number;
  readonly writer?: StreamWriter;
}

/** A frame may come this part of its interval early: a row and a frame almost at one time must not force a tiny step. */
const FRAME_SLACK = 0.02;

/** Contacts that begin and end are told up to this many times; a chattering contact must not fill the disk. */
const MOST_EVENTS = 2000;

export class Recorder {
  readonly events: RunEvent[] = [];
  readonly #simulation: Recordable;
  readonly #options: RecorderOptions;
  readonly #series: Rows;
  readonly #frames: Rows;
  readonly #poseProbes: readonly Probe[];
  readonly #rowTicks: Ticks;
  readonly #frameTicks: Ticks;
  readonly #contacts: readonly { readonly pair: string; readonly probe: Probe }[];
  readonly #touching: Uint8Array;
  readonly #count: Float64Array = new Float64Array(1);
  #anyTouching = false;
  #contactEvents = 0;

  constructor(simulation: Recordable, options: RecorderOptions) {
    const byName = new Map(simulation.probes.map((probe) => [probe.name, probe]));
    const { probes, bodies, rate, frameRate } = options;
    this.#simulation = simulation;
    this.#options = options;
    this.#series = new Rows(sizeOf(probes));
    this.#frames = new Rows(POSE_SIZE * bodies.length);
    this.#poseProbes = bodies.flatMap((body) => [
      needed(byName, `${body}.position`),
      needed(byName, `${body}.rotation`),
    ]);
    this.#rowTicks = new Ticks(rate);
    this.#frameTicks = new Ticks(frameRate);
    this.#contacts = simulation.probes
      .map((probe) => ({ pair: /^contact\.(.*~.*)\.count$/s.exec(probe.name)?.[1] ?? '', probe }))
      .filter(({ pair }) => pair !== '');
    this.#touching = new Uint8Array(this.#contacts.length);
  }

  /** [s] when the next row or frame is due. */
  get nextTime(): number {
    return Math.min(this.#rowTicks.next, this.#frameTicks.next);
  }

  /** Rows and frames of an earlier part of the run, up to the present time; they are sent to the stream as well. */
  restore(recording: Recording, frames: Frames, events: readonly RunEvent[]): void {
    const { time } = this.#simulation;
    const { writer } = this.#options;
    for (let r = 0; r < recording.length && recording.time[r] <= time; r++) {
      for (let c = 0; c < recording.columns.length; c++) this.#series.scratch[c] = recording.columns[c][r];
      this.#series.push(recording.time[r]);
      writer?.append(recording.time[r], this.#series.scratch);
    }
    const width = POSE_SIZE * frames.bodies.length;
    for (let r = 0; r < frames.time.length && frames.time[r] <= time; r++) {
      this.#frames.scratch.set(frames.poses.subarray(r * width, (r + 1) * width));
      this.#frames.push(frames.time[r]);
      writer?.appendFrame(frames.time[r], this.#frames.scratch);
    }
    for (const event of events) if (event.time <= time) this.tell(event);
    this.#rowTicks.pass(time, 0);
    this.#frameTicks.pass(time, 0);
    this.#readContacts(false);
  }

  /** Takes what is due now. `slack` [s] forgives the rounding of times that are sums of steps. */
  record(slack: number = 0): void {
    const { time } = this.#simulation;
    if (time >= this.#rowTicks.next - slack) this.#takeRow(slack);
    const frameSlack = Math.max(slack, FRAME_SLACK / this.#options.frameRate);
    if (time >= this.#frameTicks.next - frameSlack) this.#takeFrame(frameSlack);
    this.#readContacts(true);
  }

  /** Takes the last row and frame, unless they are there already. */
  recordEnd(): void {
    const { time } = this.#simulation;
    if (this.#series.lastTime !== time) this.#takeRow(0);
    if (this.#frames.lastTime !== time) this.#takeFrame(0);
  }

  tell(event: RunEvent): void {
    this.events.push(event);
    this.#options.writer?.event(event);
  }

  recording(): Recording {
    return new Recording(this.#options.probes.map(channelOf), this.#series.times(), this.#series.columns());
  }

  frames(): Frames {
    return { bodies: this.#options.bodies, time: this.#frames.times(), poses: this.#frames.values() };
  }

  #takeRow(slack: number): void {
    const { time } = this.#simulation;
    readAll(this.#options.probes, this.#series.scratch);
    this.#series.push(time);
    this.#options.writer?.append(time, this.#series.scratch);
    this.#rowTicks.pass(time, slack);
  }

  #takeFrame(slack: number): void {
    const { time } = this.#simulation;
    readAll(this.#poseProbes, this.#frames.scratch);
    this.#frames.push(time);
    this.#options.writer?.appendFrame(time, this.#frames.scratch);
    this.#frameTicks.pass(time, slack);
  }

  #readContacts(tell: boolean): void {
    if (this.#simulation.stats.contacts === 0 && !this.#anyTouching && this.#series.count > 1) return;
    this.#anyTouching = false;
    for (let i = 0; i < this.#contacts.length; i++) {
      const { pair, probe } = this.#contacts[i];
      probe.read(this.#count, 0);
      const now = this.#count[0] > 0 ? 1 : 0;
      if (now === 1) this.#anyTouching = true;
      if (now === this.#touching[i]) continue;
      this.#touching[i] = now;
      if (tell) this.#tellContact(pair, now === 1);
    }
  }

  #tellContact(pair: string, begins: boolean): void {
    const { time } = this.#simulation;
    const told = this.#contactEvents++;
    if (told < MOST_EVENTS) {
      const message = begins ? 'begin to touch' : 'cease to touch';
      this.tell({
        time,
        kind: begins ? 'contact-begin' : 'contact-end',
        subject: pair,
        message: `${pair.replace('~', ' and ')} ${message}`,
      });
    } else if (told === MOST_EVENTS) {
      const message = `more than ${MOST_EVENTS} contacts began or ended; the rest is not told`;
      this.tell({ time, kind: 'warning', subject: '', message });
    }
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

/** Rows of numbers with their times, in arrays that double when full. */
class Rows {
  /** filled by the caller before `push` */
  readonly scratch: Float64Array;
  count = 0;
  #times: Float64Array = new Float64Array(256);
  #values: Float64Array;

  constructor(width: number) {
    this.scratch = new Float64Array(width);
    this.#values = new Float64Array(256 * width);
  }

  get lastTime(): number {
    return this.count === 0 ? Number.NaN : this.#times[this.count - 1];
  }

  push(time: number): void {
    if (this.count === this.#times.length) {
      this.#times = doubled(this.#times);
      this.#values = doubled(this.#values);
    }
    this.#times[this.count] = time;
    this.#values.set(this.scratch, this.count * this.scratch.length);
    this.count++;
  }

  times(): Float64Array {
    return this.#times.slice(0, this.count);
  }

  values(): Float64Array {
    return this.#values.slice(0, this.count * this.scratch.length);
  }

  columns(): Float64Array[] {
    const width = this.scratch.length;
    const columns: Float64Array[] = [];
    for (let c = 0; c < width; c++) {
      const column = new Float64Array(this.count);
      for (let r = 0; r < this.count; r++) column[r] = this.#values[r * width + c];
      columns.push(column);
    }
    return columns;
  }
}

function doubled(array: Float64Array): Float64Array {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
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
