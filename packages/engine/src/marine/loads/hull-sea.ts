/**
 * What the sea says at the vertices of a hull. In a sea of few components it is asked at every time, at the first iterate there. One
 * of many costs by the point, and seen from a hull that moves slowly hardly bends over a hundredth of a second; then vertices are
 * asked about at knots t_j = j D, where the hull will be by its velocity, and between them places and answers follow the parabola
 * through three knots, s = (t - t_j)/D:
 *   f = s (s - 1)/2 f_{j-1} + (1 - s^2) f_j + s (s + 1)/2 f_{j+1}      off by (w D)^3/15.6 of a component that is met with w
 * D is BEND over the highest frequency the hull can see, so that this is 2e-3 of the shortest waves and some 1e-5 of those that carry
 * the sea. A hull that goes fast, leaves the places foreseen or is stepped over in long steps is asked about at every time as before.
 */
import { SAMPLE, type Sea } from '../sea/sea.ts';

/** Components from which on knots are cheaper. */
const MANY = 24;
/** w D, of the highest frequency. */
const BEND = 0.3;
/** Longest time between knots [s]: places are foreseen over it. */
const LONGEST = 0.1;
/** Move after which the sea is asked again [m]: between times, and from the places foreseen. */
const MOVED = 0.02;
const STRAYED = 0.1;
/** Numbers kept besides places and answers. */
const HEADER = 9;

export class HullSea {
  /** SAMPLE numbers a vertex at the time last looked at, for the points in `asked` [m, world] */
  readonly samples: Float64Array;
  readonly asked: Float64Array;
  readonly #count: number;
  readonly #finest: number;
  /** farthest vertex from the centre of mass [m] */
  readonly #radius: number;
  #time = Number.NaN;
  /** when the sea was last asked at the time looked at */
  #before = Number.NEGATIVE_INFINITY;
  /** number of the first of three knots; NaN: none */
  #first = Number.NaN;
  /** [s]; zero: a sea of few components */
  #apart = -1;
  /** speed up to which knots serve [m/s] */
  #slow = 0;
  /** of the three knots, one after the other, the oldest at #oldest; part of the waves and of the current there */
  #oldest = 0;
  readonly #places: Float64Array[] = [];
  readonly #answers: Float64Array[] = [];
  readonly #levels: Float64Array = new Float64Array(6);

  /** finest: largest wave number that counts [rad/m] */
  constructor(count: number, finest: number, radius: number) {
    this.#count = count;
    this.#finest = finest;
    this.#radius = radius;
    this.samples = new Float64Array(SAMPLE * count);
    this.asked = new Float64Array(3 * count);
  }

  /** Brings samples to the time of the sea and near the vertices at position + lever. */
  look(sea: Sea, position: Float64Array, p: number, lever: Float64Array, velocity: Float64Array, v: number): void {
    const knots = !Number.isNaN(this.#first);
    if (sea.time === this.#time && this.#near(position, p, lever, knots ? STRAYED : MOVED)) return;
    const fresh = sea.time !== this.#time;
    this.#time = sea.time;
    if (fresh && this.#serve(sea, position, p, lever, velocity, v)) {
      this.#between(sea.time);
      if (this.#near(position, p, lever, STRAYED)) return;
    }
    this.#first = Number.NaN;
    this.#before = sea.time;
    for (let i = 0; i < lever.length; i++) this.asked[i] = position[p + (i % 3)] + lever[i];
    sea.sample(this.samples, this.asked, 3, this.#count, this.#finest);
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

  /** Are there knots around the time of the sea, or is it worth while to make them? */
  #serve(sea: Sea, position: Float64Array, p: number, lever: Float64Array, velocity: Float64Array, v: number): boolean {
    if (this.#apart < 0) this.#prepare(sea);
    const apart = this.#apart;
    if (apart === 0 || !(this.#speed(velocity, v) < this.#slow)) return false;
    const time = sea.time;
    const first = Math.floor(time / apart) - 1;
    if (Number.isNaN(this.#first)) {
      if (!(time - this.#before > 0 && time - this.#before < 0.5 * apart)) return false;
      this.#first = first;
      this.#oldest = 0;
      for (let k = 0; k < 3; k++) this.#ask(sea, k, position, p, lever, velocity, v);
      return true;
    }
    if (time < apart * this.#first) return false;
    if (time <= apart * (this.#first + 2)) {
      this.#follow(sea);
      return true;
    }
    if (first !== this.#first + 1) return false;
    this.#follow(sea);
    this.#first = first;
    this.#oldest = (this.#oldest + 1) % 3;
    this.#ask(sea, 2, position, p, lever, velocity, v);
    return true;
  }

  #prepare(sea: Sea): void {
    const { count, k, omega } = sea.components;
    let fastest = 0;
    let shortest = 0;
    for (let n = 0; n < count; n++) {
      if (k[n] > this.#finest) continue;
      fastest = Math.max(fastest, omega[n]);
      shortest = Math.max(shortest, k[n]);
    }
    this.#apart = count >= MANY && fastest > 0 ? Math.min(LONGEST, BEND / fastest) : 0;
    if (this.#apart === 0) return;
    this.#slow = BEND / (shortest * this.#apart);
    this.#makeRoom();
  }

  #makeRoom(): void {
    while (this.#places.length < 3) {
      this.#places.push(new Float64Array(3 * this.#count));
      this.#answers.push(new Float64Array(SAMPLE * this.#count));
    }
  }

  #speed(V: Float64Array, v: number): number {
    const along = Math.sqrt(V[v] * V[v] + V[v + 1] * V[v + 1] + V[v + 2] * V[v + 2]);
    const round = Math.sqrt(V[v + 3] * V[v + 3] + V[v + 4] * V[v + 4] + V[v + 5] * V[v + 5]);
    return along + this.#radius * round;
  }

  /** Knot k of the three, at the places where vertices will be, or were. */
  #ask(sea: Sea, k: number, position: Float64Array, p: number, lever: Float64Array, V: Float64Array, v: number): void {
    const slot = (this.#oldest + k) % 3;
    const places = this.#places[slot];
    const ahead = this.#apart * (this.#first + k) - sea.time;
    for (let i = 0; i < lever.length; i += 3) {
      const x = lever[i];
      const y = lever[i + 1];
      const z = lever[i + 2];
      places[i] = position[p] + x + ahead * (V[v] + V[v + 4] * z - V[v + 5] * y);
      places[i + 1] = position[p + 1] + y + ahead * (V[v + 1] + V[v + 5] * x - V[v + 3] * z);
      places[i + 2] = position[p + 2] + z + ahead * (V[v + 2] + V[v + 3] * y - V[v + 4] * x);
    }
    this.#answer(sea, k);
  }

  /** Asks the sea at the places of knot k. */
  #answer(sea: Sea, k: number): void {
    const slot = (this.#oldest + k) % 3;
    const now = sea.time;
    const time = this.#apart * (this.#first + k);
    sea.setTime(time);
    sea.sample(this.#answers[slot], this.#places[slot], 3, this.#count, this.#finest);
    this.#levels[2 * slot] = sea.levels.waves(time);
    this.#levels[2 * slot + 1] = sea.levels.current;
    sea.setTime(now);
  }

  /** Waves and current may have been led elsewhere since a knot was asked about. */
  #follow(sea: Sea): void {
    const now = sea.time;
    for (let k = 0; k < 3; k++) {
      const slot = (this.#oldest + k) % 3;
      const time = this.#apart * (this.#first + k);
      sea.levels.look(time);
      const same =
        sea.levels.waves(time) === this.#levels[2 * slot] && sea.levels.current === this.#levels[2 * slot + 1];
      if (!same) this.#answer(sea, k);
    }
    sea.levels.look(now);
  }

  #between(time: number): void {
    const s = time / this.#apart - (this.#first + 1);
    const a = 0.5 * s * (s - 1);
    const b = 1 - s * s;
    const c = 0.5 * s * (s + 1);
    const i = this.#oldest;
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    mix(this.asked, a, this.#places[i], b, this.#places[j], c, this.#places[k]);
    mix(this.samples, a, this.#answers[i], b, this.#answers[j], c, this.#answers[k]);
  }

  /** Adds how many numbers, and what a restart needs to go on with the same bits. */
  save(out: number[]): void {
    const knots = !Number.isNaN(this.#first);
    out.push(HEADER + (knots ? 3 * (3 + SAMPLE) * this.#count : 0), this.#before, knots ? this.#first : 0);
    for (let k = 0; k < 3; k++) {
      const slot = (this.#oldest + k) % 3;
      out.push(knots ? this.#levels[2 * slot] : 0, knots ? this.#levels[2 * slot + 1] : 0);
    }
    if (!knots) return;
    for (let k = 0; k < 3; k++) {
      const slot = (this.#oldest + k) % 3;
      for (const value of this.#places[slot]) out.push(value);
      for (const value of this.#answers[slot]) out.push(value);
    }
  }

  /** saved: from where `save` wrote; returns how many numbers were its own. */
  restore(saved: Float64Array): number {
    const total = saved[0];
    this.#time = Number.NaN;
    this.#before = saved[1];
    this.#first = total > HEADER ? saved[2] : Number.NaN;
    this.#oldest = 0;
    if (total === HEADER) return total;
    this.#makeRoom();
    this.#levels.set(saved.subarray(3, HEADER));
    let o = HEADER;
    for (let k = 0; k < 3; k++) {
      for (const target of [this.#places[k], this.#answers[k]]) {
        target.set(saved.subarray(o, o + target.length));
        o += target.length;
      }
    }
    return total;
  }
}

function mix(
  out: Float64Array,
  a: number,
  p: Float64Array,
  b: number,
  q: Float64Array,
  c: number,
  r: Float64Array,
): void {
  for (let i = 0; i < out.length; i++) out[i] = a * p[i] + b * q[i] + c * r[i];
}
