/**
 * The worker's side: a model that runs beside a page in step with the clock. Frame i is due at i/rate; it is computed while frame i - 1 is
 * shown and sent when it is due, so that only a frame that takes longer than its time is late. With a delay of more than a quarter of a
 * second the clock is set back instead of being caught up. Three buffers circulate: a page that returns none gets no frames and costs
 * nothing.
 */
import { type Channel, POSE_SIZE } from '@hawser/record';
import { openWith } from '../open.ts';
import type { OrderResult } from '../order.ts';
import { type Sim, SimError, type StepOutcome } from '../sim.ts';
import type { ChannelPlace, FromWorker, Port, ToWorker, WorkerOptions } from './messages.ts';

export interface Clock {
  /** [ms] */
  now(): number;
  /** calls `act` after this many milliseconds, or soon */
  after(milliseconds: number, act: () => void): void;
}

const BUFFERS = 3;
/** [ms] delay at which the clock is set back */
const FAR_BEHIND = 250;
const FASTEST = 10_000;

export function serveSim(port: Port, clock: Clock): void {
  let host: Host | undefined;
  port.listen((message) => {
    const said = message as ToWorker;
    if (said.kind === 'open') {
      if (host === undefined) host = opened(port, clock, said.source, said.options);
    } else host?.hear(said);
  });
}

function opened(port: Port, clock: Clock, source: string | object, options: WorkerOptions): Host | undefined {
  const { set, files } = options;
  const result = openWith(source, { ...(set && { set }), ...(files && { files }) });
  const send = (message: FromWorker): void => port.post(message);
  if (!result.ok) {
    send({ kind: 'refused', issues: result.issues });
    return undefined;
  }
  try {
    return new Host(port, clock, result.sim, options);
  } catch (error) {
    if (!(error instanceof SimError)) throw error;
    const { message, expected, found, code } = error;
    const issue = { severity: 'error', file: '', line: null, column: null, path: 'channels', code, expected, found };
    send({ kind: 'refused', issues: [{ ...issue, hint: null, message } as never] });
    return undefined;
  }
}

class Host {
  readonly #port: Port;
  readonly #clock: Clock;
  readonly #sim: Sim;
  readonly #places: readonly ChannelPlace[];
  readonly #rate: number;
  readonly #size: number;
  #free: ArrayBuffer[];
  #playing = false;
  #closed = false;
  /** frames since play, and when that was [ms], [s] of the model */
  #index = 0;
  #from = 0;
  #start = 0;
  #sent = 0;
  #dropped = 0;

  constructor(port: Port, clock: Clock, sim: Sim, { rate = 60, channels = [], warmUp = 1 }: WorkerOptions) {
    if (!(rate > 0 && rate <= FASTEST)) throw new SimError('rate', `a rate from 0 to ${FASTEST} Hz`, String(rate));
    this.#port = port;
    this.#clock = clock;
    this.#sim = sim;
    this.#rate = rate;
    this.#places = placesOf(sim.channels, channels, POSE_SIZE * sim.bodies.length);
    const last = this.#places[this.#places.length - 1];
    this.#size = last === undefined ? POSE_SIZE * sim.bodies.length : last.at + last.size;
    this.#free = Array.from({ length: BUFFERS }, () => new ArrayBuffer(8 * this.#size));
    if (warmUp > 0) this.#warmUp(1000 * warmUp);
    this.#send({
      kind: 'opened',
      model: {
        title: sim.title,
        duration: sim.duration,
        bodies: sim.bodies,
        controls: sim.controls,
        warnings: sim.warnings,
        channels: this.#places,
        names: sim.channels.map(({ name }) => name),
      },
    });
  }

  hear(said: ToWorker): void {
    if (this.#closed) return;
    if (said.kind === 'play') this.#play();
    else if (said.kind === 'pause') this.#playing = false;
    else if (said.kind === 'buffer') this.#take(said.buffer);
    else if (said.kind === 'close') {
      this.#playing = false;
      this.#closed = true;
    } else if (said.kind === 'step') {
      const outcome = this.#sim.step(said.dt);
      this.#answer(said.id, outcome);
      if (outcome.ok) this.#frame(false, 0);
    } else if (said.kind === 'order') this.#do(said.id, () => this.#sim.order(said.order));
    else if (said.kind === 'lead') this.#do(said.id, () => this.#sim.lead(said.body, said.pose));
    else if (said.kind === 'push') this.#do(said.id, () => this.#sim.push(said.body, said.point, said.force));
  }

  #send(message: FromWorker, transfer?: readonly ArrayBuffer[]): void {
    this.#port.post(message, transfer);
  }

  #answer(id: number, result: OrderResult | StepOutcome): void {
    this.#send({ kind: 'answer', id, result });
  }

  #do(id: number, act: () => OrderResult): void {
    let result: OrderResult;
    try {
      result = act();
    } catch (error) {
      if (!(error instanceof SimError)) throw error;
      result = { ok: false, reason: error.code, message: error.message };
    }
    this.#answer(id, result);
  }

  #take(buffer: ArrayBuffer): void {
    if (buffer.byteLength === 8 * this.#size && this.#free.length < BUFFERS) this.#free.push(buffer);
  }

  /** Warm-up: runs the model for a while and restores its start: the same bits, with compiled code. */
  #warmUp(milliseconds: number): void {
    const start = this.#sim.snapshot();
    const until = this.#clock.now() + milliseconds;
    while (this.#clock.now() < until && this.#sim.step(1 / this.#rate).ok);
    this.#sim.restore(start);
  }

  #play(): void {
    if (this.#playing) return;
    this.#playing = true;
    this.#index = 0;
    this.#from = this.#clock.now();
    this.#start = this.#sim.time;
    this.#next();
  }

  /** Computes the next frame and sends it when it is due. */
  #next(): void {
    if (!this.#playing) return;
    this.#index++;
    const began = this.#clock.now();
    const outcome = this.#sim.stepTo(this.#start + this.#index / this.#rate);
    const cost = this.#clock.now() - began;
    if (!outcome.ok) {
      this.#playing = false;
      this.#send({ kind: 'ended', outcome });
      return;
    }
    const due = this.#from + (1000 * this.#index) / this.#rate;
    const wait = due - this.#clock.now();
    if (wait < -FAR_BEHIND) this.#from -= wait; // the clock is set back
    if (wait > 0) {
      this.#clock.after(wait, () => this.#show(false, cost));
    } else this.#clock.after(0, () => this.#show(true, cost)); // orders are received in between
  }

  #show(late: boolean, cost: number): void {
    if (this.#closed) return;
    this.#frame(late, cost);
    this.#next();
  }

  #frame(late: boolean, cost: number): void {
    const buffer = this.#free.pop();
    if (buffer === undefined) {
      this.#dropped++;
      return;
    }
    const numbers = new Float64Array(buffer);
    this.#sim.poses(numbers.subarray(0, POSE_SIZE * this.#sim.bodies.length));
    for (const { name, at, size } of this.#places) this.#sim.readVector(name, numbers.subarray(at, at + size));
    this.#send(
      { kind: 'frame', index: this.#sent++, time: this.#sim.time, late, cost, dropped: this.#dropped, buffer },
      [buffer],
    );
    this.#dropped = 0;
  }
}

function placesOf(all: readonly Channel[], wanted: readonly string[], from: number): ChannelPlace[] {
  let at = from;
  return wanted.map((name) => {
    const channel = all.find((one) => one.name === name);
    if (channel === undefined) throw new SimError('no-channel', 'a channel of this model', `"${name}"`);
    const size = Math.max(1, channel.components.length);
    const place = { name, unit: channel.unit, components: channel.components, at, size };
    at += size;
    return place;
  });
}
