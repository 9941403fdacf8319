/**
 * The one source of the state of the water at a point and a time: elevation, pressure, velocity, acceleration. Linear (Airy) waves over a
 * current. World frame z up; component n travels along d = (cos b, sin b) with phase T = k d.x - w t + p:
 *   eta = sum a cos T,           grad eta = -sum a k sin T d,      eta' = sum a w sin T
 *   head = sum a cs cos T        p = rho g (still level - z + head)
 *   u = sum a w cc cos T d,      u_z = sum a w sc sin T
 *   u' = sum a w^2 cc sin T d,   u_z' = -sum a w^2 sc cos T        local part; the convective part is of second order
 *   cs = cosh k(z'+h)/cosh kh, sc = sinh k(z'+h)/sinh kh, cc = cosh k(z'+h)/sinh kh, z' by the stretching:
 *   Wheeler z' = (z - eta) h/(h + eta)     so that p = 0 on the surface (Wheeler 1970)
 * Along a comb exp(i k_n s) and exp(k_n z') are products: E_{n+1} = E_n r_n, r_{n+1} = r_n q. The cost is three sines, three cosines and
 * three exponentials for each point and comb, and about forty multiplications for each component; rounding stays below 1e-13 with 200
 * components (tested). Velocities of waves and current are added; the change of wave length by a current is left out.
 */
import { at, BuildError } from '../../base/index.ts';
import { exp, expAt, pow, sincosAt } from '../../math/index.ts';
import { type Comb, makeComponents, type WaveComponents } from './components.ts';
import { Current } from './current.ts';
import { SeaLevels } from './levels.ts';
import { Shelter } from './shelter.ts';
import type { Stretching, WaterSpec, WindSpec } from './spec.ts';

/** Offsets of the values in a sample of SAMPLE numbers for each point. Without waves or surface they hold the values of still water. */
export const SAMPLE = 14;
/** z of the surface below which loads act [m, world], its slopes, its rate [m/s] */
export const SURFACE = 0;
export const SLOPE = 1;
export const RISE = 3;
/** dynamic head [m] and its gradient */
export const HEAD = 4;
export const HEAD_GRADIENT = 5;
/** velocity [m/s] with the current, and acceleration [m/s^2] of the water */
export const FLOW = 8;
export const FLOW_RATE = 11;

/** k h from which water counts as deep: exp(-2 k h) is below one part in 1e15 */
const DEEP = 18;
/** exponent of exp(k z') below which a component is left out: 1e-13 */
const FADED = -30;

/** Height above the surface from which a point is certainly in the air [m]. */
const CLEAR = 0.5;

const waterFlow = new Float64Array(3);
const own = { time: 0 };

export class Sea {
  readonly density: number;
  readonly gravity: number;
  /** z of the still surface; infinite: water everywhere */
  readonly level: number;
  readonly depth: number;
  readonly components: WaveComponents;
  readonly stretching: Stretching;
  readonly wind: WindSpec | undefined;
  /** present parts of waves, current and wind */
  readonly levels: SeaLevels;
  readonly shelters: readonly Shelter[];
  /** true: asked for the body that makes the lee and is not itself in it */
  open = false;
  /** of the phasors [s] */
  time: number = Number.NaN;
  private readonly current: Current;
  /** a exp(i (p - w t)) */
  private readonly re: Float64Array;
  private readonly im: Float64Array;
  /** a cos T, a sin T at the point being evaluated */
  private readonly cosine: Float64Array;
  private readonly sine: Float64Array;
  /** 1/(1 + exp(-2kh)), 1/(1 - exp(-2kh)) */
  private readonly byCosh: Float64Array;
  private readonly bySinh: Float64Array;
  private readonly turn: Float64Array = new Float64Array(6);
  private finest = Number.POSITIVE_INFINITY;
  private clear = CLEAR;
  private lee = 1;
  /** x, y, z of the point under way [m], then dz'/dz. Handed on one by one, numbers would be boxed. */
  private readonly place: Float64Array = new Float64Array(4);
  private readonly decay: Float64Array = new Float64Array(3);
  private sum = 0;
  /** no crest comes higher above the level [m]: sum of the amplitudes, or twice the significant height where that is less */
  private readonly full: number;
  private highest = 0;

  constructor(spec: WaterSpec, gravity: number) {
    this.density = spec.density;
    this.gravity = gravity;
    this.level = spec.surface ?? Number.POSITIVE_INFINITY;
    this.depth = spec.depth ?? Number.POSITIVE_INFINITY;
    this.stretching = spec.stretching ?? 'wheeler';
    this.wind = spec.wind;
    if (!(spec.density > 0))
      throw new BuildError('not-positive', `must be > 0 kg/m^3, found ${spec.density}`, ['density']);
    if (!(this.depth > 0)) throw new BuildError('not-positive', `must be > 0 m, found ${this.depth}`, ['depth']);
    const { ramp = 0 } = spec;
    if (!(ramp >= 0)) throw new BuildError('negative', `must be >= 0 s, found ${ramp}`, ['ramp']);
    this.levels = new SeaLevels(ramp);
    this.shelters = (spec.shelters ?? []).map((shelter) => new Shelter(shelter));
    const waves = spec.waves ?? [];
    if (waves.length > 0 && spec.surface === undefined) {
      throw new BuildError('no-surface', 'waves need a surface: give its height, usually 0 m', ['surface']);
    }
    if (waves.length > 0 && !(gravity > 0)) throw new BuildError('no-gravity', 'waves need gravity', ['waves']);
    this.components = at('waves', () => makeComponents(waves, this.depth, gravity));
    this.current = new Current(spec);
    const { count, amplitude, k } = this.components;
    let highest = 0;
    let square = 0;
    for (let n = 0; n < count; n++) {
      highest += Math.abs(amplitude[n]);
      square += 0.5 * amplitude[n] * amplitude[n];
    }
    this.full = Math.min(highest, 8 * Math.sqrt(square)); // exceeded once in e^32 waves
    this.highest = this.full;
    const floats = (): Float64Array => new Float64Array(count);
    this.re = floats();
    this.im = floats();
    this.cosine = floats();
    this.sine = floats();
    this.byCosh = floats();
    this.bySinh = floats();
    for (let n = 0; n < count; n++) {
      const fade = exp(-2 * k[n] * this.depth);
      this.byCosh[n] = 1 / (1 + fade);
      this.bySinh[n] = 1 / (1 - fade);
    }
  }

  get hasWaves(): boolean {
    return this.components.count > 0;
  }

  setTime(t: number): void {
    own.time = t;
    this.follow(own);
  }

  /** Sets the time [s]. */
  follow(clock: { readonly time: number }): void {
    if (clock.time === this.time) return;
    this.time = clock.time;
    const t = this.time;
    const { count, omega, phase, amplitude } = this.components;
    const size = this.levels.waves(t);
    this.highest = this.full * Math.max(1, Math.abs(size));
    this.levels.look(t);
    this.current.look(t);
    for (let n = 0; n < count; n++) {
      this.turn[0] = phase[n] - omega[n] * t;
      sincosAt(this.turn, 0, this.turn, 0);
      this.re[n] = size * amplitude[n] * this.turn[1];
      this.im[n] = size * amplitude[n] * this.turn[0];
    }
  }

  /** Height of the true surface at (x, y) at the time set [m, world], whatever the stretching. */
  elevation(x: number, y: number): number {
    let sum = 0;
    this.place[0] = x;
    this.place[1] = y;
    this.findLee();
    const { combs } = this.components;
    for (let m = 0; m < combs.length; m++) {
      this.phasors(combs[m], combs[m].first + combs[m].count);
      sum += this.sum;
    }
    return this.level + sum;
  }

  /**
   * Writes SAMPLE numbers for each of the points at points[stride i + 0 .. 2], at the time set. finest: largest wave number taken into
   * account [rad/m], for points too far apart to resolve shorter waves. asOne: the points belong together; when the waves reach one of
   * them, all receive surface and motion of the water.
   */
  sample(
    out: Float64Array,
    points: Float64Array,
    stride: number,
    count: number,
    finest: number = Number.POSITIVE_INFINITY,
    asOne: boolean = false,
  ): void {
    this.finest = finest;
    let reach = -this.highest - 1e-9;
    if (asOne) {
      let deepest = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < count; i++) deepest = Math.max(deepest, this.level - points[stride * i + 2]);
      if (deepest > reach) reach = Number.NEGATIVE_INFINITY;
    }
    this.clear = asOne ? Number.POSITIVE_INFINITY : CLEAR;
    for (let i = 0; i < count; i++) {
      const o = SAMPLE * i;
      const p = stride * i;
      out.fill(0, o, o + SAMPLE);
      out[o] = this.level;
      const below = this.level - points[p + 2];
      if (this.components.count > 0 && below > reach) {
        this.place[0] = points[p];
        this.place[1] = points[p + 1];
        this.place[2] = -below;
        this.sampleWaves(out, o);
      } else {
        this.current.below = below;
        this.current.at(out, o + FLOW, this.levels);
      }
    }
  }

  /** Of the place. */
  private findLee(): void {
    this.lee = 1;
    if (this.open) return;
    const { place } = this;
    for (let k = 0; k < this.shelters.length; k++)
      this.lee = Math.min(this.lee, this.shelters[k].at(place[0], place[1]));
  }

  /** Index of the first component of a comb, after its first, that is too short to be taken into account. */
  private endOf(comb: Comb): number {
    const end = comb.first + comb.count;
    if (this.finest === Number.POSITIVE_INFINITY || comb.count === 1) return end;
    const most = Math.floor((Math.sqrt(this.finest) - comb.kappa) / comb.step) + 1;
    return comb.first + Math.max(0, Math.min(comb.count, most));
  }

  private sampleWaves(out: Float64Array, o: number): void {
    const { components, sine, depth, place } = this;
    const { combs, k, omega } = components;
    const z = place[2];
    const linear = this.stretching === 'none';
    this.findLee();
    let eta = 0;
    for (let m = 0; m < combs.length; m++) {
      const comb = combs[m];
      const end = this.endOf(comb);
      this.phasors(comb, end);
      eta += this.sum;
      if (linear) continue;
      let slope = 0;
      let rise = 0;
      for (let n = comb.first; n < end; n++) {
        slope -= k[n] * sine[n];
        rise += omega[n] * sine[n];
      }
      out[o + 1] += slope * comb.cos;
      out[o + 2] += slope * comb.sin;
      out[o + 3] += rise;
    }
    let stretched = Math.min(z, 0);
    let by = z < 0 ? 1 : 0; // dz'/dz
    if (this.stretching === 'wheeler') {
      by = depth < Number.POSITIVE_INFINITY ? depth / (depth + eta) : 1;
      stretched = Math.min(0, (z - eta) * by); // above the surface: the values on the surface, with the gradient there
    }
    if (!linear) out[o] += eta;
    if (z - (linear ? 0 : eta) > this.clear) return; // in the air only the surface is needed
    place[2] = stretched;
    place[3] = by;
    for (let m = 0; m < combs.length; m++) this.addComb(out, o, combs[m]);
    this.current.below = linear ? -z : -stretched;
    this.current.at(waterFlow, 0, this.levels);
    for (let r = 0; r < 3; r++) out[o + FLOW + r] += waterFlow[r];
  }

  /** a cos T and a sin T of a comb at the place; the sum of the first goes to `sum`. */
  private phasors(comb: Comb, end: number): void {
    const { re, im, cosine, sine, turn, lee, place } = this;
    const s = comb.cos * place[0] + comb.sin * place[1];
    const { kappa, step } = comb;
    turn[0] = kappa * kappa * s;
    sincosAt(turn, 0, turn, 0);
    let ei = turn[0];
    let er = turn[1];
    let ri = 0;
    let rr = 1;
    let qi = 0;
    let qr = 1;
    if (comb.count > 1) {
      turn[2] = step * (2 * kappa + step) * s;
      turn[4] = 2 * step * step * s;
      sincosAt(turn, 2, turn, 2);
      sincosAt(turn, 4, turn, 4);
      ri = turn[2];
      rr = turn[3];
      qi = turn[4];
      qr = turn[5];
    }
    let sum = 0;
    for (let n = comb.first; n < end; n++) {
      const c = lee * (re[n] * er - im[n] * ei);
      cosine[n] = c;
      sine[n] = lee * (re[n] * ei + im[n] * er);
      sum += c;
      const next = er * rr - ei * ri;
      ei = er * ri + ei * rr;
      er = next;
      const ratio = rr * qr - ri * qi;
      ri = rr * qi + ri * qr;
      rr = ratio;
    }
    this.sum = sum;
  }

  /** Head, its gradient, velocity and acceleration of a comb whose phasors are computed, at z' = place[2], dz'/dz = place[3]. */
  private addComb(out: Float64Array, o: number, comb: Comb): void {
    const { cosine, sine, depth, byCosh, bySinh, place, decay } = this;
    const z = place[2];
    const by = place[3];
    const { k, omega } = this.components;
    const { kappa, step } = comb;
    const first = kappa * kappa;
    if (first * z < FADED) return;
    const bend = step * (2 * kappa + step);
    const twice = 2 * step * step;
    decay[0] = first * z;
    decay[1] = comb.count > 1 ? bend * z : 0;
    decay[2] = comb.count > 1 ? twice * z : 0;
    for (let i = 0; i < 3; i++) expAt(decay, i);
    let d = decay[0];
    let dr = decay[1];
    const dq = decay[2];
    // exp(-2 k (z' + h)): reflection at the bed
    const shallow = first * depth < DEEP;
    const up = -2 * (z + depth);
    let g = 0;
    let gr = 1;
    let gq = 1;
    if (shallow) {
      decay[0] = first * up;
      decay[1] = comb.count > 1 ? bend * up : 0;
      decay[2] = comb.count > 1 ? twice * up : 0;
      for (let i = 0; i < 3; i++) expAt(decay, i);
      g = decay[0];
      gr = decay[1];
      gq = decay[2];
    }
    let head = 0;
    let across = 0;
    let upward = 0;
    let flow = 0;
    let rise = 0;
    let rate = 0;
    let fall = 0;
    const end = this.endOf(comb);
    for (let n = comb.first; n < end; n++) {
      const plus = d * (1 + g);
      const minus = d * (1 - g);
      const c = cosine[n];
      const s = sine[n];
      const cs = plus * byCosh[n];
      const cc = plus * bySinh[n];
      const sc = minus * bySinh[n];
      const w = omega[n];
      head += cs * c;
      across -= k[n] * cs * s;
      upward += k[n] * minus * byCosh[n] * c;
      flow += w * cc * c;
      rise += w * sc * s;
      rate += w * w * cc * s;
      fall -= w * w * sc * c;
      d *= dr;
      dr *= dq;
      g *= gr;
      gr *= gq;
    }
    out[o + 4] += head;
    out[o + 5] += across * comb.cos;
    out[o + 6] += across * comb.sin;
    out[o + 7] += by * upward;
    out[o + 8] += flow * comb.cos;
    out[o + 9] += flow * comb.sin;
    out[o + 10] += rise;
    out[o + 11] += rate * comb.cos;
    out[o + 12] += rate * comb.sin;
    out[o + 13] += fall;
  }

  /** out[o ..] = current at a depth below the surface; above the surface, the current at the surface. */
  currentAt(out: Float64Array, o: number, below: number): void {
    this.current.below = below;
    this.current.at(out, o, this.levels);
  }

  /** Wind at z [m, world] over the wind at 10 m; zero below the still surface. */
  windPart(z: number): number {
    const level = this.level < Number.POSITIVE_INFINITY ? this.level : 0;
    if (!this.wind || z <= level) return 0;
    const part = this.levels.wind;
    return this.wind.exponent === 0 ? part : part * pow((z - level) / 10, this.wind.exponent);
  }
}
