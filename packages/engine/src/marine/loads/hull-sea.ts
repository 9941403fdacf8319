/**
 * Water surface and pressure at the vertices of a hull. A sea of few components is evaluated at every instant, at the first iterate. A sea
 * of many components is expensive for each point, and at a slow hull it changes almost linearly over a hundredth of a second. It is
 * therefore evaluated at knots of time, at the places the vertices will reach by the hull's velocity, and interpolated between them
 * (knots.ts). A hull that is fast, leaves the predicted places or takes long steps is served at every instant as with few components.
 */
import { SAMPLE, type Sea } from '../sea/sea.ts';
import { largestSpeed, SAVED_KNOTS, TimeKnots } from './knots.ts';

/** Longest time between knots [s]; places are predicted over this time. */
const LONGEST = 0.1;
/** Distance after which the sea is evaluated again [m]: between instants, and from the predicted places. */
const MOVED = 0.02;
const STRAYED = 0.1;

export class HullSea {
  /** SAMPLE numbers for each vertex at the last instant evaluated, for the points in `asked` [m, world] */
  readonly samples: Float64Array;
  readonly asked: Float64Array;
  /** largest wave number that counts [rad/m] */
  readonly finest: number;
  readonly #count: number;
  /** farthest vertex from the centre of mass [m] */
  readonly #radius: number;
  #time = Number.NaN;
  readonly #knots: TimeKnots = new TimeKnots();
  readonly #places: Float64Array[] = [];
  readonly #answers: Float64Array[] = [];

  constructor(count: number, finest: number, radius: number) {
    this.#count = count;
    this.finest = finest;
    this.#radius = radius;
    this.samples = new Float64Array(SAMPLE * count);
    this.asked = new Float64Array(3 * count);
  }

  /** Brings samples to the time of the sea and near the vertices at position + lever. */
  look(sea: Sea, position: Float64Array, p: number, lever: Float64Array, velocity: Float64Array, v: number): void {
    const knots = this.#knots;
    const fresh = sea.time !== this.#time;
    if (!fresh && this.#near(position, p, lever, knots.any ? STRAYED : MOVED)) return;
    this.#time = sea.time;
    if (fresh && this.#serve(sea, position, p, lever, velocity, v)) {
      knots.weigh(sea.time);
      this.#mix(this.asked, this.#places);
      this.#mix(this.samples, this.#answers);
      if (this.#near(position, p, lever, STRAYED)) return;
    }
    knots.stop();
    knots.before = sea.time;
    for (let i = 0; i < lever.length; i++) this.asked[i] = position[p + (i % 3)] + lever[i];
    sea.sample(this.samples, this.asked, 3, this.#count, this.finest, true);
  }

  #near(position: Float64Array, p: number, lever: Float64Array, limit: number): boolean {
    const { asked } = this;
    for (let i = 0; i < lever.length; i += 3) {
      const x = position[p] + lever[i] - asked[i];
      const y = position[p + 1] + lever[i + 1] - asked[i + 1];
      const z = position[p + 2] + lever[i + 2] - asked[i + 2];
      if (x * x + y * y + z * z > limit * limit) return false;
    }
    return true;
  }

  /** Are there knots around the time of the sea, or does it pay to make them? */
  #serve(sea: Sea, position: Float64Array, p: number, lever: Float64Array, V: Float64Array, v: number): boolean {
    const knots = this.#knots;
    if (knots.apart < 0) this.#prepare(sea);
    if (knots.apart === 0 || !(largestSpeed(V, v, this.#radius) < knots.slow)) return false;
    const missing = knots.around(sea.time);
    if (missing < 0) return false;
    for (let k = 0; k < 3; k++) {
      if (k >= 3 - missing) this.#foresee(k, sea.time, position, p, lever, V, v);
      else if (!knots.stale(sea, k)) continue;
      this.#ask(sea, k);
    }
    return true;
  }

  #prepare(sea: Sea): void {
    this.#knots.prepare(sea, this.finest, LONGEST);
    if (this.#knots.apart > 0) this.#makeRoom();
  }

  #makeRoom(): void {
    while (this.#places.length < 3) {
      this.#places.push(new Float64Array(3 * this.#count));
      this.#answers.push(new Float64Array(SAMPLE * this.#count));
    }
  }

  /** Places of the vertices at the time of knot k. */
  #foresee(
    k: number,
    now: number,
    position: Float64Array,
    p: number,
    lever: Float64Array,
    V: Float64Array,
    v: number,
  ): void {
    const places = this.#places[this.#knots.slot(k)];
    const ahead = this.#knots.time(k) - now;
    for (let i = 0; i < lever.length; i += 3) {
      const x = lever[i];
      const y = lever[i + 1];
      const z = lever[i + 2];
      places[i] = position[p] + x + ahead * (V[v] + V[v + 4] * z - V[v + 5] * y);
      places[i + 1] = position[p + 1] + y + ahead * (V[v + 1] + V[v + 5] * x - V[v + 3] * z);
      places[i + 2] = position[p + 2] + z + ahead * (V[v + 2] + V[v + 3] * y - V[v + 4] * x);
    }
  }

  #ask(sea: Sea, k: number): void {
    const knots = this.#knots;
    const slot = knots.slot(k);
    const now = sea.time;
    sea.setTime(knots.time(k));
    sea.sample(this.#answers[slot], this.#places[slot], 3, this.#count, this.finest, true);
    knots.note(sea, k);
    sea.setTime(now);
  }

  #mix(out: Float64Array, of: readonly Float64Array[]): void {
    const { weights } = this.#knots;
    const a = weights[0];
    const b = weights[1];
    const c = weights[2];
    const p = of[this.#knots.slot(0)];
    const q = of[this.#knots.slot(1)];
    const r = of[this.#knots.slot(2)];
    for (let i = 0; i < out.length; i++) out[i] = a * p[i] + b * q[i] + c * r[i];
  }

  /** Adds all numbers that a restart needs to continue with the same bits. */
  save(out: number[]): void {
    this.#knots.save(out);
    if (!this.#knots.any) return;
    for (let k = 0; k < 3; k++) {
      const slot = this.#knots.slot(k);
      for (const value of this.#places[slot]) out.push(value);
      for (const value of this.#answers[slot]) out.push(value);
    }
  }

  /** saved: the numbers from the place where `save` wrote; returns the count of those that belong here. */
  restore(saved: Float64Array): number {
    this.#time = Number.NaN;
    this.#knots.restore(saved);
    let o = SAVED_KNOTS;
    if (!this.#knots.any) return o;
    this.#makeRoom();
    for (let k = 0; k < 3; k++) {
      for (const target of [this.#places[k], this.#answers[k]]) {
        target.set(saved.subarray(o, o + target.length));
        o += target.length;
      }
    }
    return o;
  }
}
