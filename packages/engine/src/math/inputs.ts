/**
 * Functions of time that a run may steer. Each follows its own function until a command moves it. From then on a few numbers
 * describe it, so that a checkpoint can save and restore it:
 *   phases   x0, v0, then up to three stretches of constant acceleration; afterwards it rests at a target, or keeps its rate
 *   quintic  c0 ... c5 of s = t - t0; after its duration it rests
 *   glide    c0 ... c3 of s = t - t0, to a value and a rate; after its duration it keeps the rate
 * Each is a closed form of t: a step that is repeated with another length sees the same function.
 */
import { BuildError } from '../base/index.ts';
import { CompiledFunction } from './compiled-function.ts';

/** Limits of a move, in the unit of the steered quantity. A missing limit means none. */
export interface MoveLimits {
  /** [unit/s] */
  readonly rate?: number;
  /** [unit/s^2] */
  readonly acceleration?: number;
  /** [s] shortest duration */
  readonly duration?: number;
}

const OWN = 0;
const PHASES = 1;
const QUINTIC = 2;
const GLIDE = 3;
/**
 * Numbers of one command: kind, t0, then
 *   phases:    x0, v0, three times (duration, acceleration), rests (0/1), target
 *   quintic:   c0 ... c5, duration, -, target
 *   glide:     c0 ... c3, duration, rate at the end, target
 */
const STRIDE = 12;
const PHASE_COUNT = 3;
const RESTS = 10;
const TARGET = 11;
/** peak rate and peak acceleration of the quintic smoothstep over unit distance in unit time */
const PEAK_RATE = 1.875;
const PEAK_ACCELERATION = 5.773502691896258; // 10 / sqrt(3)
/** [s] a move shorter than this is a jump */
const SHORTEST = 1e-6;
const ENDLESS = Number.POSITIVE_INFINITY;

/** Duration [s] of a quintic from rest to rest over the distance `way` [unit]. */
export function moveDuration(
  way: number,
  { rate = ENDLESS, acceleration = ENDLESS, duration = 0 }: MoveLimits,
): number {
  const far = Math.abs(way);
  return Math.max(duration, (PEAK_RATE * far) / rate, Math.sqrt((PEAK_ACCELERATION * far) / acceleration));
}

/** A function of time with its own course, which commands may replace. */
export class SteeredFunction extends CompiledFunction {
  readonly name: string;
  readonly #own: CompiledFunction;
  readonly #m: Float64Array = new Float64Array(STRIDE);
  readonly #now: Float64Array = new Float64Array(3);

  constructor(name: string, own: CompiledFunction) {
    super();
    this.name = name;
    this.#own = own;
  }

  /** true: it no longer follows its own course */
  get steered(): boolean {
    return this.#m[0] !== OWN;
  }

  evaluateAt(out: Float64Array, offset: number): void {
    const m = this.#m;
    if (m[0] === OWN) {
      this.#own.evaluateAt(out, offset);
      return;
    }
    let s = out[offset] - m[1];
    if (m[0] === QUINTIC) {
      const over = s >= m[8];
      if (over) s = m[8];
      out[offset] = over ? m[TARGET] : m[2] + s * (m[3] + s * (m[4] + s * (m[5] + s * (m[6] + s * m[7]))));
      out[offset + 1] = over ? 0 : m[3] + s * (2 * m[4] + s * (3 * m[5] + s * (4 * m[6] + s * 5 * m[7])));
      out[offset + 2] = over ? 0 : 2 * m[4] + s * (6 * m[5] + s * (12 * m[6] + s * 20 * m[7]));
      return;
    }
    if (m[0] === GLIDE) {
      const over = s >= m[8];
      out[offset] = over ? m[TARGET] + m[RESTS] * (s - m[8]) : m[2] + s * (m[3] + s * (m[4] + s * m[5]));
      out[offset + 1] = over ? m[RESTS] : m[3] + s * (2 * m[4] + s * 3 * m[5]);
      out[offset + 2] = over ? 0 : 2 * m[4] + s * 6 * m[5];
      return;
    }
    let x = m[2];
    let v = m[3];
    for (let k = 0; k < PHASE_COUNT; k++) {
      const duration = m[4 + 2 * k];
      const a = m[5 + 2 * k];
      if (s < duration) {
        out[offset] = x + s * (v + 0.5 * a * s);
        out[offset + 1] = v + a * s;
        out[offset + 2] = a;
        return;
      }
      x += duration * (v + 0.5 * a * duration);
      v += a * duration;
      s -= duration;
    }
    const rests = m[RESTS] === 1;
    out[offset] = rests ? m[TARGET] : x + v * s;
    out[offset + 1] = rests ? 0 : v;
    out[offset + 2] = 0;
  }

  value(t: number): number {
    this.evaluate(t, this.#now, 0);
    return this.#now[0];
  }

  /** rate [unit/s] at t [s] */
  rate(t: number): number {
    this.evaluate(t, this.#now, 0);
    return this.#now[1];
  }

  /** Sets value, rate and constant acceleration from t on. */
  accelerate(t: number, value: number, rate: number, acceleration: number): void {
    this.#begin(PHASES, t, value, rate);
    this.#m[4] = ENDLESS;
    this.#m[5] = acceleration;
  }

  /** Jumps to a value at t and stays there. */
  set(t: number, value: number): void {
    this.#begin(PHASES, t, value, 0);
    this.#m[RESTS] = 1;
    this.#m[TARGET] = value;
  }

  /**
   * Moves to a target and rests there. From rest, or without a limit of acceleration: by the quintic that continues value, rate
   * and acceleration. From a motion with a limit of acceleration: by stretches of constant acceleration, which respect it.
   */
  move(t: number, target: number, limits: MoveLimits): void {
    this.evaluate(t, this.#now, 0);
    const [x, v, a] = this.#now;
    const { rate = ENDLESS, acceleration = ENDLESS } = limits;
    if (v !== 0 && acceleration < ENDLESS) {
      this.#drive(t, x, v, target, rate, acceleration);
      return;
    }
    const T = Math.max(moveDuration(target - x, limits), rate < ENDLESS ? (1.5 * Math.abs(v)) / rate : 0);
    if (!(T > SHORTEST)) {
      this.set(t, target);
      return;
    }
    this.#begin(QUINTIC, t, x, v);
    const m = this.#m;
    const d = target - x - v * T - 0.5 * a * T * T;
    const e = -v - a * T;
    const T3 = T * T * T;
    m[4] = 0.5 * a;
    m[5] = (10 * d - 4 * e * T - 0.5 * a * T * T) / T3;
    m[6] = (-15 * d + 7 * e * T + a * T * T) / (T3 * T);
    m[7] = (6 * d - 3 * e * T - 0.5 * a * T * T) / (T3 * T * T);
    m[8] = T;
    m[TARGET] = target;
  }

  /**
   * Changes to `rate` at t with the given acceleration, and keeps it; with a finite bound ahead, comes to rest at the bound.
   */
  run(t: number, rate: number, acceleration: number, lower: number, upper: number): void {
    this.evaluate(t, this.#now, 0);
    const [x, v] = this.#now;
    const bound = rate > 0 ? upper : lower;
    if (rate !== 0 && Number.isFinite(bound)) {
      this.#drive(t, x, v, bound, Math.abs(rate), acceleration);
      return;
    }
    this.#begin(PHASES, t, x, v);
    const time = Math.abs(rate - v) / acceleration;
    this.#phase(0, time, rate > v ? acceleration : -acceleration);
    if (rate !== 0) return;
    this.#m[RESTS] = 1;
    this.#m[TARGET] = x + 0.5 * v * time;
  }

  /** Cubic from the present value and rate at t to a value and a rate at t + T; keeps that rate afterwards. */
  glide(t: number, T: number, value: number, rate: number): void {
    this.evaluate(t, this.#now, 0);
    const [x, v] = this.#now;
    this.#begin(GLIDE, t, x, v);
    const m = this.#m;
    const way = (value - x) / T;
    m[4] = (3 * way - 2 * v - rate) / T;
    m[5] = (v + rate - 2 * way) / (T * T);
    m[8] = T;
    m[RESTS] = rate;
    m[TARGET] = value;
  }

  /** Does it stand still at t, with no motion still to come? */
  resting(t: number): boolean {
    if (this.rate(t) !== 0) return false;
    return this.#m[0] === OWN || t >= this.#m[1] + this.duration;
  }

  /** [s] duration of the present move, from its start */
  get duration(): number {
    const m = this.#m;
    if (m[0] === QUINTIC || m[0] === GLIDE) return m[8];
    return m[0] === OWN ? 0 : m[4] + m[6] + m[8];
  }

  #begin(kind: number, t: number, x: number, v: number): void {
    this.#m.fill(0);
    this.#m[0] = kind;
    this.#m[1] = t;
    this.#m[2] = x;
    this.#m[3] = v;
  }

  #phase(k: number, duration: number, acceleration: number): void {
    this.#m[4 + 2 * k] = duration;
    this.#m[5 + 2 * k] = duration > 0 ? acceleration : 0;
  }

  /**
   * Constant acceleration to a cruising rate, cruise, and constant deceleration to rest at the target. The cruising rate
   * follows from
   *   distance = (2 top^2 - v^2) / (2 A),   v positive towards the target.
   * If it is too fast to stop in time it overshoots and returns, by the same formulas.
   */
  #drive(t: number, x: number, v: number, target: number, rate: number, acceleration: number): void {
    const side = Math.sign(target - x - (v * Math.abs(v)) / (2 * acceleration));
    this.#begin(PHASES, t, x, v);
    this.#m[RESTS] = 1;
    this.#m[TARGET] = target;
    if (side === 0) {
      this.#phase(0, Math.abs(v) / acceleration, v > 0 ? -acceleration : acceleration);
      return;
    }
    const top = side * Math.min(rate, Math.sqrt(Math.max(0, acceleration * side * (target - x) + 0.5 * v * v)));
    const first = Math.abs(top - v) / acceleration;
    const last = Math.abs(top) / acceleration;
    this.#phase(0, first, top > v ? acceleration : -acceleration);
    if (top === 0) return;
    this.#phase(1, Math.max(0, (target - x - 0.5 * (v + top) * first - 0.5 * top * last) / top), 0);
    this.#phase(2, last, -side * acceleration);
  }

  /** State of the command, for a checkpoint. */
  get numbers(): Float64Array {
    return this.#m;
  }
}

/** The steerable functions of a model, by name. */
export class Inputs {
  readonly #list: SteeredFunction[] = [];
  readonly #byName: Map<string, SteeredFunction> = new Map();

  add(name: string, own: CompiledFunction): SteeredFunction {
    const input = new SteeredFunction(name, own);
    this.#list.push(input);
    this.#byName.set(name, input);
    return input;
  }

  get names(): readonly string[] {
    return this.#list.map(({ name }) => name);
  }

  /** true: at least one no longer follows its own course */
  get steered(): boolean {
    return this.#list.some(({ steered }) => steered);
  }

  find(name: string): SteeredFunction | undefined {
    return this.#byName.get(name);
  }

  /** Throws BuildError for an unknown name. */
  get(name: string): SteeredFunction {
    const input = this.#byName.get(name);
    if (input) return input;
    const offered = this.names.slice(0, 12).join(', ');
    const more = this.#list.length > 12 ? ', ...' : '';
    throw new BuildError(
      'no-input',
      `must name a target that can be led, one of ${offered || '(this model has none)'}${more}; found "${name}"`,
    );
  }

  save(): Float64Array {
    const out = new Float64Array(STRIDE * this.#list.length);
    for (let i = 0; i < this.#list.length; i++) out.set(this.#list[i].numbers, STRIDE * i);
    return out;
  }

  restore(saved: Float64Array): void {
    for (let i = 0; i < this.#list.length; i++) {
      this.#list[i].numbers.set(saved.subarray(STRIDE * i, STRIDE * (i + 1)));
    }
  }
}
