/**
 * A model driven by a program. Between two steps the program reads channels, gives orders, leads bodies and applies forces; all of it can
 * be logged, and a log replayed on the same model gives the same bits. Failed steps and orders are returned as data; an unknown name is a
 * mistake of the program and is thrown as a SimError with the same fields.
 */
import { BuildError, type LedPose, type Probe, type PullSpec, type Simulation, type Vec3 } from '@hawser/engine';
import { type Channel, POSE_SIZE, type Recording } from '@hawser/record';
import { channelOf, type PreparedRun, Run } from '@hawser/scenario';
import { controlsOf, type Control } from './control.ts';
import type { DriveLog, LogEntry } from './log.ts';
import { giveOrder, type Order, type OrderResult } from './order.ts';

export type StepOutcome =
  /** time: present time of the model [s] */
  | { readonly ok: true; readonly time: number }
  /** the model is at `time`; reason: `refused` for an invalid call, otherwise the cause of the failed step */
  | {
      readonly ok: false;
      readonly reason: string;
      readonly subject: string;
      readonly time: number;
      readonly message: string;
    };

/** Pose and velocity of a led body at the end of the next step. World axes, body frame. */
export type Pose = LedPose;

/** An unknown name, or an argument of the wrong kind. */
export class SimError extends Error {
  readonly code: string;
  readonly expected: string;
  readonly found: string;

  constructor(code: string, expected: string, found: string) {
    super(`expected ${expected}, found ${found}`);
    this.name = 'SimError';
    this.code = code;
    this.expected = expected;
    this.found = found;
  }
}

export interface SimOptions {
  /** record the rows of the scenario's `output`; Sim.recording returns them */
  readonly record?: boolean;
  /** log all outside actions; Sim.log returns them */
  readonly log?: boolean;
}

interface Controller {
  readonly period: number;
  readonly act: (sim: Sim) => void;
  count: number;
}

export class Sim {
  /** all channels */
  readonly channels: readonly Channel[];
  /** all controls: set-points, winches, cranes, deckhands, led bodies */
  readonly controls: readonly Control[];
  /** names of moving bodies, in the order of `poses` */
  readonly bodies: readonly string[];
  readonly title: string;
  readonly warnings: readonly string[];
  readonly #prepared: PreparedRun;
  readonly #simulation: Simulation;
  readonly #probes: ReadonlyMap<string, Probe>;
  readonly #poseProbes: readonly (Probe | undefined)[];
  readonly #scratch: Float64Array;
  readonly #keepsLog: boolean;
  readonly #records: boolean;
  #entries: LogEntry[] = [];
  #controllers: Controller[] = [];
  #waiting: Map<string, Pose> = new Map();
  #period = 0; // [s] period of the controller acting now; 0: none
  #stepping = false;
  #pushes: Map<string, PullSpec> = new Map();
  #run: Run | undefined;

  constructor(prepared: PreparedRun, options: SimOptions = {}) {
    const { simulation, compiled, bodies, warnings } = prepared;
    this.#prepared = prepared;
    this.#simulation = simulation;
    this.#probes = new Map([...simulation.probes, ...prepared.probes].map((probe) => [probe.name, probe]));
    this.#poseProbes = bodies.flatMap((name) => [
      this.#probes.get(`${name}.position`),
      this.#probes.get(`${name}.rotation`),
    ]);
    this.#scratch = new Float64Array(Math.max(...[...this.#probes.values()].map(({ size }) => size), 4));
    this.channels = [...this.#probes.values()].map(channelOf);
    this.controls = controlsOf(simulation);
    this.bodies = bodies;
    this.title = compiled.scenario.title ?? '';
    this.warnings = warnings;
    this.#keepsLog = options.log === true;
    this.#records = options.record === true;
    if (this.#records) this.#run = this.#makeRun();
  }

  /** [s] */
  get time(): number {
    return this.#simulation.time;
  }

  /** [s] the scenario's own end; stepping beyond it is allowed */
  get duration(): number {
    return this.#prepared.compiled.scenario.run.duration;
  }

  /** Advances by dt [s]. */
  step(dt: number): StepOutcome {
    if (!(typeof dt === 'number' && dt > 0 && dt < Number.POSITIVE_INFINITY)) {
      return this.#refused(`step needs a time above 0 s to go on by, found ${String(dt)}`);
    }
    return this.stepTo(this.time + dt);
  }

  /**
   * Advances to the time t [s], exactly. `pause` is called after every step of the engine: true ends the call early, and another call with
   * the same t continues with the same bits as an uninterrupted one.
   */
  stepTo(t: number, pause?: () => boolean): StepOutcome {
    if (!(typeof t === 'number' && Number.isFinite(t))) {
      return this.#refused(`stepTo needs a finite time [s], found ${String(t)}`);
    }
    if (t < this.time) {
      return this.#refused(`stepTo needs a time not before ${this.time} s, found ${t}; restore a snapshot to go back`);
    }
    if (this.#stepping) return this.#refused('a controller cannot step the model it controls');
    this.#stepping = true;
    try {
      return this.#stepTo(t, pause);
    } finally {
      this.#stepping = false;
    }
  }

  #stepTo(t: number, pause?: () => boolean): StepOutcome {
    this.#sendLeads(t - this.time);
    while (this.time < t) {
      for (const controller of this.#controllers) this.#consult(controller);
      const next = Math.min(t, ...this.#controllers.map((one) => one.count * one.period));
      this.#note({ step: next });
      const failed = this.#advance(next, pause);
      if (failed) return failed;
      if (this.time < next) break; // paused
    }
    return { ok: true, time: this.time };
  }

  #advance(t: number, pause?: () => boolean): StepOutcome | undefined {
    const simulation = this.#simulation;
    while (simulation.time < t) {
      if (this.#run) {
        if (!this.#run.advance(t) && this.#run.failure) return { ok: false, ...this.#run.failure };
      } else {
        const result = simulation.step(t);
        if (!result.ok) {
          const { reason, subject, time, message } = result;
          return { ok: false, reason, subject, time, message };
        }
      }
      if (pause?.()) return undefined;
    }
    return undefined;
  }

  /** One number: a channel of one, or a component such as `bar.position.x`. */
  read(name: string): number {
    const whole = this.#probes.get(name);
    if (whole?.size === 1) {
      whole.read(this.#scratch, 0);
      return this.#scratch[0];
    }
    const dot = name.lastIndexOf('.');
    const probe = this.#probes.get(name.slice(0, dot));
    const component = probe?.components.indexOf(name.slice(dot + 1)) ?? -1;
    if (probe === undefined || component < 0) {
      if (whole)
        throw new SimError(
          'not-one-number',
          `one component, such as ${name}.${whole.components[0]}, or readVector`,
          name,
        );
      throw this.#unknown(name);
    }
    probe.read(this.#scratch, 0);
    return this.#scratch[component];
  }

  /** All numbers of a channel, into `out` where one is given. */
  readVector(name: string, out?: Float64Array): Float64Array {
    const probe = this.#probes.get(name);
    if (probe === undefined) throw this.#unknown(name);
    const into = out ?? new Float64Array(probe.size);
    if (into.length < probe.size) throw new SimError('too-short', `room for ${probe.size} numbers`, `${into.length}`);
    probe.read(into, 0);
    return into;
  }

  /** Poses of all `bodies`: x, y, z [m] and quaternion w, x, y, z each, into `out` where one is given. */
  poses(out: Float64Array = new Float64Array(POSE_SIZE * this.bodies.length)): Float64Array {
    for (let i = 0; i < this.bodies.length; i++) {
      this.#poseProbes[2 * i]?.read(out, POSE_SIZE * i);
      this.#poseProbes[2 * i + 1]?.read(out, POSE_SIZE * i + 3);
    }
    return out;
  }

  order(order: Order): OrderResult {
    const result = giveOrder(this.#simulation.controls, this.#simulation.spec, order);
    if (result.ok) this.#note({ order });
    return result;
  }

  /**
   * Leads a body with `motion: outside` to this pose and velocity at the end of the next call of step or stepTo (in a controller: at its
   * next call). It moves there without a jump; without another call it continues at that velocity.
   */
  lead(body: string, pose: Pose): OrderResult {
    if (this.#period > 0) return this.#lead(body, pose, this.#period);
    const test = this.#tryLead(body, pose);
    if (test.ok) this.#waiting.set(body, copyOf(pose));
    return test;
  }

  /** A force [N, world] at a point of a body that moves freely [m, body frame], from now on, until replaced or removed (null). */
  push(body: string, point: Vec3, force: Vec3 | null): OrderResult {
    const before = this.#pushes;
    const after = new Map(before);
    if (force === null) after.delete(body);
    else after.set(body, { body, point: [...point], force: [...force] });
    const result = this.#push([...after.values()]);
    if (result.ok) this.#pushes = after;
    return result;
  }

  #push(pushes: readonly PullSpec[]): OrderResult {
    return this.#order(() => {
      this.#simulation.controls.push(pushes);
      this.#note({ push: pushes });
    });
  }

  /** The force [N] and the moment about its origin [N m], world axes, that keep a led body on its path. */
  load(body: string): { readonly force: Float64Array; readonly moment: Float64Array } {
    if (!this.#probes.has(`${body}.load-force`))
      throw new SimError('not-led', 'a body with "motion: outside"', `"${body}"`);
    return { force: this.readVector(`${body}.load-force`), moment: this.readVector(`${body}.load-moment`) };
  }

  /** Calls `act` at the start and every `period` seconds of simulated time, between steps. Returns a function that ends it. */
  every(period: number, act: (sim: Sim) => void): () => void {
    if (!(period > 0 && period < Number.POSITIVE_INFINITY)) {
      throw new SimError('value', 'a period above 0 s', String(period));
    }
    const controller: Controller = { period, act, count: Math.ceil(this.time / period - 1e-9) };
    this.#controllers.push(controller);
    return () => {
      this.#controllers = this.#controllers.filter((one) => one !== controller);
    };
  }

  #consult(controller: Controller): void {
    if (this.time < controller.count * controller.period) return;
    controller.count++;
    this.#period = controller.count * controller.period - this.time;
    try {
      controller.act(this);
    } finally {
      this.#period = 0;
    }
  }

  /** The complete state of the model. */
  snapshot(): Uint8Array {
    return this.#simulation.save();
  }

  /** Restores a snapshot of the same model; the later run has the same bits. Log and recording start again there. */
  restore(snapshot: Uint8Array): OrderResult {
    const result = this.#order(() => this.#simulation.load(snapshot));
    if (!result.ok) return result;
    this.#entries = [];
    this.#waiting.clear();
    this.#pushes.clear();
    for (const controller of this.#controllers) controller.count = Math.ceil(this.time / controller.period - 1e-9);
    if (this.#records) this.#run = this.#makeRun(snapshot);
    return result;
  }

  /** 16 hexadecimal digits of the state: equal for equal bits. */
  hash(): string {
    return this.#simulation.hash();
  }

  /** Outside actions since the model was opened or restored; with the option `log`. */
  get log(): DriveLog {
    return { version: 1, title: this.title, entries: this.#entries };
  }

  /** Replays a log from here on. */
  replay(log: DriveLog): StepOutcome {
    if (log.version !== 1) return this.#refused(`replay needs a log of version 1, found ${String(log.version)}`);
    for (const entry of log.entries) {
      const result = this.#do(entry);
      if (result.ok) continue;
      return 'time' in result ? result : { ...result, subject: 'replay', time: this.time };
    }
    return { ok: true, time: this.time };
  }

  #do(entry: LogEntry): StepOutcome | OrderResult {
    if ('step' in entry) {
      this.#note(entry);
      return this.#advance(entry.step) ?? { ok: true, time: this.time };
    }
    if ('order' in entry) return this.order(entry.order);
    if ('push' in entry) return this.#push(entry.push);
    return this.#lead(entry.lead, entry.pose, entry.within);
  }

  /** The rows so far; with the option `record`. */
  get recording(): Recording {
    if (!this.#run) throw new SimError('not-recorded', 'a model opened with { record: true }', 'one without');
    return this.#run.recording;
  }

  #makeRun(state?: Uint8Array): Run {
    return new Run(this.#prepared, { until: Number.POSITIVE_INFINITY, ...(state && { resume: { state } }) });
  }

  #sendLeads(within: number): void {
    for (const [body, pose] of this.#waiting) this.#lead(body, pose, within);
    this.#waiting.clear();
  }

  #lead(body: string, pose: Pose, within: number): OrderResult {
    return this.#order(() => {
      this.#simulation.controls.lead(body, pose, within);
      this.#note({ lead: body, pose: copyOf(pose), within });
    });
  }

  /** Checks a lead before the next step. */
  #tryLead(body: string, pose: Pose): OrderResult {
    return this.#order(() => this.#simulation.controls.checkLead(body, pose));
  }

  #order(give: () => void): OrderResult {
    try {
      give();
      return { ok: true };
    } catch (error) {
      if (error instanceof BuildError) return { ok: false, reason: error.code, message: error.message };
      throw error;
    }
  }

  #note(entry: LogEntry): void {
    if (this.#keepsLog) this.#entries.push(entry);
  }

  #refused(message: string): StepOutcome {
    return { ok: false, reason: 'refused', subject: 'call', time: this.time, message };
  }

  #unknown(name: string): SimError {
    const near = [...this.#probes.keys()].filter((one) => one.includes(name.split('.')[0])).slice(0, 4);
    const offered = near.length > 0 ? `, such as ${near.join(', ')}` : '';
    return new SimError('no-channel', `a channel of this model${offered}; Sim.channels lists them`, `"${name}"`);
  }
}

function copyOf({ position, rotation, velocity, angularVelocity }: Pose): Pose {
  return {
    position: [...position],
    rotation: [...rotation],
    ...(velocity && { velocity: [...velocity] }),
    ...(angularVelocity && { angularVelocity: [...angularVelocity] }),
  };
}
