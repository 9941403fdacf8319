/**
 * Three knots of time t_j = j D around the present. A parabola through them, s = (t - t_j)/D, interpolates quantities that change smoothly:
 *   f = s (s - 1)/2 f_{j-1} + (1 - s^2) f_j + s (s + 1)/2 f_{j+1}      error: (w D)^3/15.6 of a quantity of encounter frequency w
 * D is BEND over the highest frequency that matters, so that the error is 2e-3 for the shortest waves and about 1e-5 for the waves that
 * carry most energy. Steps longer than half of D get no knots.
 */
import type { Sea } from '../sea/sea.ts';

/** Number of components from which knots are cheaper than the sea itself. */
const MANY = 24;
/** w D at the highest frequency. */
const BEND = 0.3;
/** Count of numbers saved. */
export const SAVED_KNOTS = 8;

export class TimeKnots {
  /** D [s]; zero: few components, no knots; negative: not yet known */
  apart = -1;
  /** largest speed through the waves for which knots serve [m/s] */
  slow = 0;
  /** last time at which the knots could not serve [s] */
  before: number = Number.NEGATIVE_INFINITY;
  /** weights of the three knots at the last time asked for */
  readonly weights: Float64Array = new Float64Array(3);
  /** number of the first of the three; NaN: none */
  #first = Number.NaN;
  #oldest = 0;
  /** part of the waves and of the current with which the knots were computed */
  readonly #levels: Float64Array = new Float64Array(6);

  get any(): boolean {
    return !Number.isNaN(this.#first);
  }

  stop(): void {
    this.#first = Number.NaN;
  }

  /** finest: largest wave number that counts [rad/m]; longest: [s] */
  prepare(sea: Sea, finest: number, longest: number): void {
    const { count, k, omega } = sea.components;
    let fastest = 0;
    let shortest = 0;
    for (let n = 0; n < count; n++) {
      if (k[n] > finest) continue;
      fastest = Math.max(fastest, omega[n]);
      shortest = Math.max(shortest, k[n]);
    }
    this.apart = count >= MANY && fastest > 0 ? Math.min(longest, BEND / fastest) : 0;
    if (this.apart > 0) this.slow = BEND / (shortest * this.apart);
  }

  /** Storage slot, 0 to 2, and time of the k-th knot. */
  slot(k: number): number {
    return (this.#oldest + k) % 3;
  }

  time(k: number): number {
    return this.apart * (this.#first + k);
  }

  /** Moves the knots around a time. Returns how many knots, the last ones, must be computed; -1: knots cannot serve. */
  around(time: number): number {
    const { apart } = this;
    const first = Math.floor(time / apart) - 1;
    if (!this.any) {
      if (!(time - this.before > 0 && time - this.before < 0.5 * apart)) return -1;
      this.#first = first;
      this.#oldest = 0;
      return 3;
    }
    if (time >= this.time(0) && time <= this.time(2)) return 0;
    if (first !== this.#first + 1) return -1;
    this.#first = first;
    this.#oldest = this.slot(1);
    return 1;
  }

  weigh(time: number): void {
    const s = time / this.apart - (this.#first + 1);
    this.weights[0] = 0.5 * s * (s - 1);
    this.weights[1] = 1 - s * s;
    this.weights[2] = 0.5 * s * (s + 1);
  }

  /** The k-th knot has been computed with the sea at its time. */
  note(sea: Sea, k: number): void {
    const o = 2 * this.slot(k);
    this.#levels[o] = sea.levels.waves(sea.time);
    this.#levels[o + 1] = sea.levels.current;
  }

  /** Have waves or current been changed from outside since the k-th knot was computed? */
  stale(sea: Sea, k: number): boolean {
    const o = 2 * this.slot(k);
    sea.levels.look(this.time(k));
    const same = sea.levels.waves(this.time(k)) === this.#levels[o] && sea.levels.current === this.#levels[o + 1];
    sea.levels.look(sea.time);
    return !same;
  }

  save(out: number[]): void {
    out.push(this.before, this.any ? this.#first : Number.NEGATIVE_INFINITY);
    for (let k = 0; k < 3; k++) {
      const o = 2 * this.slot(k);
      out.push(this.any ? this.#levels[o] : 0, this.any ? this.#levels[o + 1] : 0);
    }
  }

  restore(saved: Float64Array): void {
    this.before = saved[0];
    this.#first = saved[1] > Number.NEGATIVE_INFINITY ? saved[1] : Number.NaN;
    this.#oldest = 0;
    this.#levels.set(saved.subarray(2, SAVED_KNOTS));
  }
}

/** Largest speed of any point within a radius of the centre of mass [m/s]. */
export function largestSpeed(V: Float64Array, v: number, radius: number): number {
  const along = Math.sqrt(V[v] * V[v] + V[v + 1] * V[v + 1] + V[v + 2] * V[v + 2]);
  const round = Math.sqrt(V[v + 3] * V[v + 3] + V[v + 4] * V[v + 4] + V[v + 5] * V[v + 5]);
  return along + radius * round;
}
