/**
 * Hands on a running simulation: a point of a body is pulled, a driven coordinate is led elsewhere. Both go through
 * what the model has already, a load and the targets of drivers, which are functions of time: here they are functions
 * that a hand may change between two steps. Energy that a hand puts in is booked as work like that of any load.
 */
import type { CompiledFunction, ForceSpec, ModelSpec, Probe, Simulation, TimeFunction } from '@hawser/engine';
import type { DriverView, Grab } from './messages.ts';

const ZERO: TimeFunction = { kind: 'constant', value: 0 };

/** The spec with a load that pulls at nothing yet; unchanged when nothing can be pulled. */
export function withPointer(spec: ModelSpec): ModelSpec {
  const body = spec.bodies.findIndex((candidate) => candidate.kind === 'dynamic');
  if (body < 0) return spec;
  const pointer: ForceSpec = {
    kind: 'load',
    name: '~pointer', // no name a file can give
    body,
    point: spec.bodies[body].centreOfMass,
    axes: 'world',
    force: [ZERO, ZERO, ZERO],
    torque: [ZERO, ZERO, ZERO],
  };
  return { ...spec, forces: [...spec.forces, pointer] };
}

/** A value that is what it was last set to. */
class Held implements CompiledFunction {
  value = 0;
  evaluate(_t: number, out: Float64Array, offset: number): void {
    out[offset] = this.value;
    out[offset + 1] = 0;
    out[offset + 2] = 0;
  }
}

/** [rad/s] of the spring between the pointer and the body, and its damping ratio */
const STIFFNESS = 9;
const DAMPING = 0.9;
/** times the weight: more is not pulled with */
const MOST_PULL = 25;
const GRAVITY = 9.81;

/** Pulls a point of a body towards a place, as a damped spring scaled by the body's mass would. */
export class Pointer {
  readonly #simulation: Simulation;
  readonly #force: readonly Held[] = [new Held(), new Held(), new Held()];
  readonly #index: number;
  readonly #probes: ReadonlyMap<string, Probe>;
  readonly #body = new Float64Array(13);
  #grab: Grab | null = null;
  #used = false;

  constructor(simulation: Simulation, probes: ReadonlyMap<string, Probe>) {
    this.#simulation = simulation;
    this.#probes = probes;
    this.#index = simulation.model.loads.count - 1;
    const functions = simulation.model.loads.functions[this.#index] as CompiledFunction[] | undefined;
    if (functions !== undefined) for (let i = 0; i < 3; i++) functions[i] = this.#force[i];
  }

  /** true once something was pulled */
  get used(): boolean {
    return this.#used;
  }

  /** [N] now */
  get pull(): number {
    return Math.hypot(...this.#force.map((component) => component.value));
  }

  set(grab: Grab | null): void {
    this.#grab = null;
    for (const component of this.#force) component.value = 0;
    if (grab === null || this.#index < 0) return;
    const { model } = this.#simulation;
    const body = model.spec.bodies.findIndex(({ name, kind }) => name === grab.body && kind === 'dynamic');
    if (body < 0) return;
    const slot = model.slotOfBody[body];
    model.loads.slot[this.#index] = slot;
    const stride = model.loads.data.length / model.loads.count;
    for (let i = 0; i < 3; i++) {
      model.loads.data[stride * this.#index + i] = grab.point[i] - model.centre[3 * slot + i];
    }
    this.#grab = grab;
    this.#used = true;
  }

  /** Before a step: the force for where the point is now. It is kept through the step. */
  update(): void {
    const grab = this.#grab;
    if (grab === null) return;
    const b = this.#body;
    this.#probes.get(`${grab.body}.position`)?.read(b, 0);
    this.#probes.get(`${grab.body}.rotation`)?.read(b, 3);
    this.#probes.get(`${grab.body}.velocity`)?.read(b, 7);
    this.#probes.get(`${grab.body}.angular-velocity`)?.read(b, 10);
    const [x, y, z] = grab.point;
    const [w, i, j, k] = [b[3], b[4], b[5], b[6]];
    const tx = 2 * (j * z - k * y);
    const ty = 2 * (k * x - i * z);
    const tz = 2 * (i * y - j * x);
    const rx = x + w * tx + j * tz - k * ty;
    const ry = y + w * ty + k * tx - i * tz;
    const rz = z + w * tz + i * ty - j * tx;
    const v = [b[7] + b[11] * rz - b[12] * ry, b[8] + b[12] * rx - b[10] * rz, b[9] + b[10] * ry - b[11] * rx];
    const at = [b[0] + rx, b[1] + ry, b[2] + rz];
    const { mass } = this.#simulation.model.spec.bodies.find(({ name }) => name === grab.body) ?? { mass: 0 };
    const m = mass * grab.strength;
    const wanted = at.map((p, axis) => {
      const toTarget = grab.target[axis] - p;
      return m * (STIFFNESS * STIFFNESS * toTarget - 2 * DAMPING * STIFFNESS * v[axis]);
    });
    const size = Math.hypot(...wanted);
    const scale = size > MOST_PULL * m * GRAVITY ? (MOST_PULL * m * GRAVITY) / size : 1;
    for (let axis = 0; axis < 3; axis++) this.#force[axis].value = scale * wanted[axis];
  }
}

interface Move {
  /** [s] */
  readonly start: number;
  readonly duration: number;
  /** c0 ... c5 of s = t - start */
  readonly c: readonly number[];
}

/** A target that follows its file until a hand moves it, then runs smoothly to where the hand wants it. */
class Steered implements CompiledFunction {
  readonly #own: CompiledFunction;
  #moves: Move[] = [];

  constructor(own: CompiledFunction) {
    this.#own = own;
  }

  get used(): boolean {
    return this.#moves.length > 0;
  }

  evaluate(t: number, out: Float64Array, offset: number): void {
    let last: Move | undefined;
    for (const move of this.#moves) if (move.start <= t) last = move;
    if (last === undefined) {
      this.#own.evaluate(t, out, offset);
      return;
    }
    const { c } = last;
    const s = Math.min(last.duration, t - last.start);
    out[offset] = c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * c[5]))));
    out[offset + 1] = c[1] + s * (2 * c[2] + s * (3 * c[3] + s * (4 * c[4] + s * 5 * c[5])));
    out[offset + 2] = 2 * c[2] + s * (6 * c[3] + s * (12 * c[4] + s * 20 * c[5]));
  }

  /**
   * From where it is at t, with the rate and acceleration it has, to `value` at rest: the quintic that meets all six.
   * Twice differentiable everywhere, so that accelerations never jump.
   */
  lead(t: number, value: number, fastest: number): void {
    const now = new Float64Array(3);
    this.evaluate(t, now, 0);
    const [p, v, a] = now;
    const T = Math.max(0.4, (1.875 * Math.abs(value - p)) / fastest, (1.5 * Math.abs(v)) / fastest);
    const d = value - p - v * T - 0.5 * a * T * T;
    const e = -v - a * T;
    const c3 = (10 * d - 4 * e * T - 0.5 * a * T * T) / T ** 3;
    const c4 = (-15 * d + 7 * e * T + a * T * T) / T ** 4;
    const c5 = (6 * d - 3 * e * T - 0.5 * a * T * T) / T ** 5;
    this.#moves.push({ start: t, duration: T, c: [p, v, 0.5 * a, c3, c4, c5] });
  }

  /** Forgets what was led after t. */
  rewind(t: number): void {
    this.#moves = this.#moves.filter((move) => move.start <= t);
  }
}

/** [rad/s], [m/s] at the most when a hand moves a coordinate */
const FASTEST = { angle: 0.5, displacement: 1, length: 1 } as const;

/** The driven coordinates, each with a target that a hand may lead. */
export class Drivers {
  readonly #steered = new Map<string, Steered>();
  readonly #simulation: Simulation;
  readonly #order: readonly DriverView[];
  readonly #out = new Float64Array(3);

  constructor(simulation: Simulation, drivers: readonly DriverView[]) {
    this.#simulation = simulation;
    this.#order = drivers;
    const { joints } = simulation.model;
    const columns = { angle: joints.angleTarget, displacement: joints.displacementTarget, length: joints.lengthTarget };
    for (const { joint, coordinate } of drivers) {
      const index = simulation.model.spec.joints.findIndex((candidate) => candidate.name === joint);
      const targets = columns[coordinate] as (CompiledFunction | undefined)[];
      const own = targets[index];
      if (own === undefined) continue;
      const steered = new Steered(own);
      targets[index] = steered;
      this.#steered.set(`${joint} ${coordinate}`, steered);
    }
  }

  get used(): boolean {
    return [...this.#steered.values()].some((steered) => steered.used);
  }

  lead(joint: string, coordinate: DriverView['coordinate'], value: number): void {
    this.#steered.get(`${joint} ${coordinate}`)?.lead(this.#simulation.time, value, FASTEST[coordinate]);
  }

  rewind(t: number): void {
    for (const steered of this.#steered.values()) steered.rewind(t);
  }

  /** Targets now, in the order given. */
  values(): number[] {
    return this.#order.map(({ joint, coordinate }) => {
      this.#steered.get(`${joint} ${coordinate}`)?.evaluate(this.#simulation.time, this.#out, 0);
      return this.#out[0];
    });
  }
}
