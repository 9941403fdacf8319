/**
 * Motion of a ship by its transfer functions (RAO), in the same sea that acts on everything else. With the mean track X(t) = X0 + U t,
 * heading psi and mu = beta - psi the direction of travel of a wave seen from the ship (0 from astern, pi from ahead):
 *   xi_j(t) = Re sum A_n H_j(w_n, mu_n) exp(i (k_n.X(t) - w_n t)),   encounter  w_e = w - k U cos mu
 * Rates follow by the factor -i w_e. Tables are interpolated by wave frequency, never by encounter frequency, which is not unique in
 * following seas. H = surge, sway, heave [m/m], roll, pitch, yaw [rad/m], time factor exp(-i w t): a phase of H is a lag behind the crest
 * at the point for which the table is given. Real and imaginary parts are interpolated by cubics in frequency and heading; tables up to 180
 * degrees are mirrored. Below the lowest frequency angles are proportional to the wave slope k; above the highest frequency all values fall
 * with its fourth power. Long waves (deep water) move a ship with the water: i cos mu, i sin mu, 1, i k sin mu, -i k cos mu, 0.
 */
import { BuildError } from '../../base/index.ts';
import { atan2, CompiledFunction, cos, PI, sin, sincosAt, TWO_PI, type Vec3 } from '../../math/index.ts';
import type { Sea } from '../sea/sea.ts';

export interface RaoSpec {
  /** [rad/s] of the waves, increasing */
  readonly frequencies: readonly number[];
  /** [rad] direction of travel of the waves relative to the bow, increasing from 0 up to 2 pi or, where port and starboard are alike, pi */
  readonly headings: readonly number[];
  /** by heading, then frequency: real and imaginary part of the six */
  readonly values: readonly number[];
  /** [m] body frame: the point for which surge, sway and heave are given */
  readonly point: Vec3;
  /** [m/s] along the heading */
  readonly speed: number;
  /** [rad] mean direction of the bow from +x */
  readonly heading: number;
}

/** Values of a table at any frequency and heading. */
export class RaoTable {
  private readonly frequencies: readonly number[];
  private readonly headings: number[];
  private readonly values: number[][]; // by heading

  constructor(spec: Pick<RaoSpec, 'frequencies' | 'headings' | 'values'>) {
    const { frequencies, headings, values } = spec;
    const per = 12 * frequencies.length;
    if (frequencies.length < 2 || headings.length < 1 || values.length !== per * headings.length) {
      throw new BuildError(
        'rao-table',
        `needs at least 2 frequencies and 12 numbers for each of them and of ${headings.length} headings, found ${values.length} numbers`,
      );
    }
    const bad = values.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0) throw new BuildError('not-finite', `must be finite, found ${values[bad]}`, ['values', bad]);
    this.frequencies = frequencies;
    this.headings = [...headings];
    this.values = headings.map((_, i) => values.slice(per * i, per * (i + 1)));
    if (headings.length > 1 && headings[headings.length - 1] <= PI + 1e-6) this.mirror();
  }

  /** Mirror image for the other side: sway, roll and yaw change sign. */
  private mirror(): void {
    for (let i = this.headings.length - 1; i >= 0; i--) {
      const heading = TWO_PI - this.headings[i];
      if (heading >= TWO_PI - 1e-6 || Math.abs(heading - PI) < 1e-6) continue;
      this.headings.push(heading);
      this.values.push(this.values[i].map((x, k) => (ODD[(k % 12) >> 1] ? -x : x)));
    }
  }

  /** out[o .. o + 11] at a frequency [rad/s] and heading [rad] */
  at(out: Float64Array, o: number, frequency: number, heading: number): void {
    const n = this.headings.length;
    out.fill(0, o, o + 12);
    if (n === 1) {
      this.alongFrequency(out, o, 0, frequency, 1);
      return;
    }
    const turn = heading - TWO_PI * Math.floor(heading / TWO_PI);
    let i = 0;
    while (i < n - 1 && this.headings[i + 1] <= turn) i++;
    if (turn < this.headings[0]) i = n - 1;
    const place = (k: number): number => {
      const round = Math.floor(k / n);
      return this.headings[k - n * round] + TWO_PI * round;
    };
    const base = turn < this.headings[0] ? i - n : i;
    const w = cubicWeights(
      [-1, 0, 1, 2].map((d) => place(base + d)),
      turn,
    );
    for (let d = 0; d < 4; d++) this.alongFrequency(out, o, (((base - 1 + d) % n) + n) % n, frequency, w[d]);
  }

  private alongFrequency(out: Float64Array, o: number, heading: number, frequency: number, weight: number): void {
    const f = this.frequencies;
    const last = f.length - 1;
    const v = this.values[heading];
    if (frequency <= f[0] || frequency >= f[last]) {
      const edge = frequency <= f[0] ? 0 : last;
      const ratio = frequency / f[edge];
      const tail = edge === 0 ? 1 : 1 / (ratio * ratio * ratio * ratio);
      const slope = edge === 0 ? ratio * ratio : tail;
      for (let k = 0; k < 12; k++) out[o + k] += weight * (k < 6 ? tail : slope) * v[12 * edge + k];
      return;
    }
    let i = 0;
    while (f[i + 1] <= frequency) i++;
    const w = cubicWeights(
      [i - 1, i, i + 1, i + 2].map((k) => extended(f, k)),
      frequency,
    );
    for (let d = 0; d < 4; d++) {
      const k = Math.min(last, Math.max(0, i - 1 + d));
      for (let c = 0; c < 12; c++) out[o + c] += weight * w[d] * v[12 * k + c];
    }
  }
}

/** sway, roll, yaw */
const ODD = [false, true, false, true, false, true] as const;

/** Ghost frequencies beyond the ends mirror the spacing inside. */
function extended(f: readonly number[], k: number): number {
  const last = f.length - 1;
  if (k < 0) return 2 * f[0] - f[-k];
  return k > last ? 2 * f[last] - f[2 * last - k] : f[k];
}

/** Weights of four values for the cubic between the middle two; its slopes are those of parabolas through three values. */
function cubicWeights(x: readonly number[], at: number): number[] {
  const h = x[2] - x[1];
  const s = (at - x[1]) / h;
  const slopes = [0, 1].map((k) => {
    const a = x[k + 1] - x[k];
    const b = x[k + 2] - x[k + 1];
    // derivative of the parabola at its middle point
    return [-b / (a * (a + b)), (b - a) / (a * b), a / (b * (a + b))].map((w) => w * h);
  });
  const s2 = s * s;
  const s3 = s2 * s;
  const [v0, v1, m0, m1] = [2 * s3 - 3 * s2 + 1, -2 * s3 + 3 * s2, s3 - 2 * s2 + s, s3 - s2];
  return [
    m0 * slopes[0][0],
    v0 + m0 * slopes[0][1] + m1 * slopes[1][0],
    v1 + m0 * slopes[0][2] + m1 * slopes[1][1],
    m1 * slopes[1][2],
  ];
}

/** The six motions of one ship as functions of time, computed together. */
export class RaoMotion {
  /** displacement of the body origin along world x, y, z from its position at rest at t = 0; roll, pitch, yaw */
  readonly functions: readonly CompiledFunction[];
  private readonly sea: Sea;
  private readonly spec: RaoSpec;
  /** for each component: encounter frequency, phase at t = 0 on the track, a H (12 numbers) at the body origin */
  private readonly encounter: Float64Array;
  private readonly phase: Float64Array;
  private readonly response: Float64Array;
  private readonly values: Float64Array = new Float64Array(18);
  private readonly turn: Float64Array = new Float64Array(2);
  private readonly growth: Float64Array = new Float64Array(3);
  private time = Number.NaN;

  /** position: that of the body origin at t = 0, at rest */
  constructor(spec: RaoSpec, sea: Sea, position: Vec3) {
    this.sea = sea;
    this.spec = spec;
    const table = new RaoTable(spec);
    const { count, k, omega, amplitude, phase, direction } = sea.components;
    this.encounter = new Float64Array(count);
    this.phase = new Float64Array(count);
    this.response = new Float64Array(12 * count);
    const [c, s] = [cos(spec.heading), sin(spec.heading)];
    const [px, py] = spec.point;
    const x = position[0] + c * px - s * py;
    const y = position[1] + s * px + c * py;
    for (let n = 0; n < count; n++) {
      const mu = direction[n] - spec.heading;
      this.encounter[n] = omega[n] - k[n] * spec.speed * cos(mu);
      this.phase[n] = phase[n] + k[n] * (cos(direction[n]) * x + sin(direction[n]) * y);
      table.at(this.response, 12 * n, omega[n], mu);
      this.moveToOrigin(12 * n);
      for (let i = 0; i < 12; i++) this.response[12 * n + i] *= amplitude[n];
    }
    this.functions = Array.from({ length: 6 }, (_, i) => new OneMotion(this, i));
  }

  /** Value and two derivatives of motion i at the time out[o]. */
  read(i: number, out: Float64Array, o: number): void {
    if (out[o] !== this.time) {
      this.time = out[o];
      this.evaluate();
    }
    for (let r = 0; r < 3; r++) out[o + r] = this.values[3 * i + r];
  }

  /** xi(origin) = xi(point) - theta x point, for small angles. */
  private moveToOrigin(o: number): void {
    const h = this.response;
    const [x, y, z] = this.spec.point;
    for (let part = 0; part < 2; part++) {
      const [a, b, c] = [h[o + 6 + part], h[o + 8 + part], h[o + 10 + part]];
      h[o + part] -= b * z - c * y;
      h[o + 2 + part] -= c * x - a * z;
      h[o + 4 + part] -= a * y - b * x;
    }
  }

  /** Six values with two derivatives each; while waves grow, by the product rule. */
  private evaluate(): void {
    const { encounter, phase, response, values, turn, spec, time: t } = this;
    values.fill(0);
    for (let n = 0; n < encounter.length; n++) {
      const w = encounter[n];
      turn[0] = phase[n] - w * t;
      sincosAt(turn, 0, turn, 0);
      for (let i = 0; i < 6; i++) {
        const re = response[12 * n + 2 * i];
        const im = response[12 * n + 2 * i + 1];
        const value = re * turn[1] - im * turn[0];
        values[3 * i] += value;
        values[3 * i + 1] += w * (re * turn[0] + im * turn[1]);
        values[3 * i + 2] -= w * w * value;
      }
    }
    this.grow(t);
    // surge and sway are along the ship
    const [c, s] = [cos(spec.heading), sin(spec.heading)];
    for (let r = 0; r < 3; r++) {
      const surge = values[r] + (r === 0 ? spec.speed * t : r === 1 ? spec.speed : 0);
      const sway = values[3 + r];
      values[r] = c * surge - s * sway;
      values[3 + r] = s * surge + c * sway;
    }
    values[15] += spec.heading;
  }

  private grow(t: number): void {
    const { values, growth } = this;
    this.sea.levels.growth(growth, t);
    const [size, rate, second] = growth;
    if (size === 1 && rate === 0 && second === 0) return;
    for (let i = 0; i < 18; i += 3) {
      values[i + 2] = size * values[i + 2] + 2 * rate * values[i + 1] + second * values[i];
      values[i + 1] = size * values[i + 1] + rate * values[i];
      values[i] *= size;
    }
  }
}

export interface RaoVerdict {
  /** good; conjugate: phases lead where they should lag; opposite: a motion has the wrong sign; far: disagrees in another way */
  readonly kind: 'good' | 'conjugate' | 'opposite' | 'far';
  readonly motion: string;
  readonly heading: number;
  /** ratio of found to expected: modulus and phase [rad] */
  readonly modulus: number;
  readonly phase: number;
}

/** Largest distance of found/expected from 1 at the lowest frequency that still counts as the long-wave limit. */
const NEAR = 0.6;

/** Compares heave, pitch and roll at the lowest frequency with the long-wave limit. */
export function checkLongWaves(
  spec: Pick<RaoSpec, 'frequencies' | 'headings' | 'values'>,
  gravity: number,
): RaoVerdict {
  const k = (spec.frequencies[0] * spec.frequencies[0]) / gravity;
  const per = 12 * spec.frequencies.length;
  let worst: RaoVerdict = { kind: 'good', motion: 'heave', heading: 0, modulus: 1, phase: 0 };
  let distance = 0;
  const good = new Set<string>();
  spec.headings.forEach((mu, i) => {
    const tests: [string, number, number, number][] = [
      ['heave', 2, 1, 0],
      ['pitch', 4, 0, -k * cos(mu)],
      ['roll', 3, 0, k * sin(mu)],
    ];
    for (const [motion, index, re, im] of tests) {
      const size = re * re + im * im;
      if (index !== 2 && size < 0.25 * k * k) continue; // the expected value is almost zero
      const a = spec.values[per * i + 2 * index];
      const b = spec.values[per * i + 2 * index + 1];
      const quotient = [(a * re + b * im) / size, (b * re - a * im) / size];
      const off = distanceFromOne(quotient[0], quotient[1]);
      if (off <= NEAR) good.add(motion);
      if (off <= NEAR || off <= distance) continue;
      distance = off;
      // the conjugate of H, over the same
      const other = [(a * re - b * im) / size, (-b * re - a * im) / size];
      const kind =
        distanceFromOne(other[0], other[1]) <= NEAR
          ? 'conjugate'
          : distanceFromOne(-quotient[0], -quotient[1]) <= NEAR
            ? 'opposite'
            : 'far';
      const modulus = Math.sqrt(quotient[0] * quotient[0] + quotient[1] * quotient[1]);
      worst = { kind, motion, heading: mu, modulus, phase: atan2(quotient[1], quotient[0]) };
    }
  });
  // a reversed phase and a wrong sign look alike for slopes; reversed phases would affect pitch and roll together
  const turned = worst.kind === 'conjugate' && good.has(worst.motion === 'pitch' ? 'roll' : 'pitch');
  return turned ? { ...worst, kind: 'opposite' } : worst;
}

function distanceFromOne(re: number, im: number): number {
  return Math.sqrt((re - 1) * (re - 1) + im * im);
}

/** One of the six. */
class OneMotion extends CompiledFunction {
  readonly #ship: RaoMotion;
  readonly #i: number;
  constructor(ship: RaoMotion, i: number) {
    super();
    this.#ship = ship;
    this.#i = i;
  }
  evaluateAt(out: Float64Array, offset: number): void {
    this.#ship.read(this.#i, out, offset);
  }
}
