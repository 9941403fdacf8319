/**
 * Memory of the water: the waves that a ship radiates continue to act on it (Cummins 1962). With nu the six velocities at a point of the
 * ship, body axes, minus the mean speed ahead, and K the retardation functions:
 *   F(t) = -int_0^inf K(tau) nu(t - tau) dtau
 * K is given at equally spaced times and linear between them; nu is linear between the points of a time grid as fine as that of K, and up
 * to the present. Integrals of the product are then exact: with P2 the second integral of K, the weight of a grid value whose hat function
 * reaches d to both sides is (P2(tau + d) - 2 P2(tau) + P2(tau - d))/d. All grid values lie at the same fraction s of an interval of K, so
 * their weights are cubics of s with coefficients computed once. The past is known when a stage begins; the present velocity has the weight
 * P2(delta)/delta, the damping in the Newton matrix.
 */
import { BuildError } from '../../base/index.ts';
import type { Vec3 } from '../../math/index.ts';

export interface RadiationSpec {
  /** [s] between the samples of K */
  readonly step: number;
  /** K by time, from 0 on: 36 numbers each, row-major [N/m, N, N m] */
  readonly kernel: readonly number[];
  /** [m] body frame: the point at which velocities and forces are taken */
  readonly point: Vec3;
  /** [m/s] mean velocity, body axes; it radiates no waves of this kind */
  readonly mean: Vec3;
}

export class Radiation {
  readonly point: Vec3;
  private readonly mean: Vec3;
  private readonly step: number;
  private readonly count: number; // intervals of K
  /** K, first and second integral at the samples, 36 each */
  private readonly K: Float64Array;
  private readonly P1: Float64Array;
  private readonly P2: Float64Array;
  /** second differences of the four coefficients of P2 in an interval, over the step: 4 x 36 numbers for each interval */
  private readonly weights: Float64Array;
  /** pairs (row, column) whose K is not zero */
  private readonly pairs: Int32Array;
  /** velocities on the grid, six each, the latest at `head`; time of the latest [s] */
  readonly past: Float64Array;
  head = 0;
  latest = 0;
  /** velocity at the last committed time */
  readonly last: Float64Array = new Float64Array(6);
  lastTime = 0;
  /** -F of the past at the prepared time, and weight of the present velocity (6 x 6) */
  readonly history: Float64Array = new Float64Array(6);
  readonly present: Float64Array = new Float64Array(36);
  private prepared = Number.NaN;

  constructor(spec: RadiationSpec) {
    const { step, kernel } = spec;
    const samples = kernel.length / 36;
    if (!(step > 0) || samples < 2 || !Number.isInteger(samples) || !kernel.every(Number.isFinite)) {
      throw new BuildError(
        'kernel',
        `needs a step > 0 s and 36 finite numbers for each of at least 2 times, found ${kernel.length}`,
      );
    }
    this.point = spec.point;
    this.mean = spec.mean;
    this.step = step;
    this.count = samples - 1;
    this.K = Float64Array.from(kernel);
    this.P1 = new Float64Array(kernel.length);
    this.P2 = new Float64Array(kernel.length);
    const pairs: number[] = [];
    for (let c = 0; c < 36; c++) {
      let any = false;
      for (let k = 0; k < samples; k++) if (kernel[36 * k + c] !== 0) any = true;
      if (any) pairs.push(c);
      for (let k = 0; k < this.count; k++) {
        const o = 36 * k + c;
        const [a, b] = [kernel[o], kernel[o + 36]];
        this.P1[o + 36] = this.P1[o] + 0.5 * step * (a + b);
        this.P2[o + 36] = this.P2[o] + step * this.P1[o] + (step * step * (2 * a + b)) / 6;
      }
    }
    this.pairs = Int32Array.from(pairs);
    this.weights = this.makeWeights();
    this.past = new Float64Array(6 * (this.count + 2));
  }

  /** Beyond the end of K, P2 and its coefficients continue on a straight line. */
  private coefficient(power: number, k: number, c: number): number {
    const { count, step } = this;
    if (k < 0) return 0;
    if (k >= count) {
      const o = 36 * count + c;
      return power === 0 ? this.P2[o] + (k - count) * step * this.P1[o] : power === 1 ? this.P1[o] : 0;
    }
    const o = 36 * k + c;
    if (power === 0) return this.P2[o];
    if (power === 1) return this.P1[o];
    if (power === 2) return 0.5 * this.K[o];
    return (this.K[o + 36] - this.K[o]) / (6 * step);
  }

  private makeWeights(): Float64Array {
    const out = new Float64Array(144 * (this.count + 2));
    for (let k = 0; k < this.count + 2; k++) {
      for (let power = 0; power < 4; power++) {
        for (let c = 0; c < 36; c++) {
          const d =
            this.coefficient(power, k + 1, c) - 2 * this.coefficient(power, k, c) + this.coefficient(power, k - 1, c);
          out[144 * k + 36 * power + c] = d / this.step;
        }
      }
    }
    return out;
  }

  /** P2 at tau >= 0 */
  private second(tau: number, c: number): number {
    const k = Math.floor(tau / this.step);
    const s = tau - k * this.step;
    const f = (power: number): number => this.coefficient(power, k, c);
    return f(0) + s * (f(1) + s * (f(2) + s * f(3)));
  }

  /** Starts with a velocity (six, body axes, at the point) and a past at rest. */
  start(time: number, nu: Float64Array): void {
    this.past.fill(0);
    this.head = 0;
    this.latest = time;
    this.lastTime = time;
    for (let r = 0; r < 6; r++) {
      this.last[r] = this.relative(nu, r);
      this.past[r] = this.last[r];
    }
    this.prepared = Number.NaN;
  }

  private relative(nu: Float64Array, r: number): number {
    return r < 3 ? nu[r] - this.mean[r] : nu[r];
  }

  /** Prepares time t, after the last committed one: force of the past and weight of the present velocity at t. */
  prepare(t: number): void {
    if (t === this.prepared) return;
    this.prepared = t;
    const { history, present, past, pairs, step, weights, count } = this;
    history.fill(0);
    present.fill(0);
    const delta = t - this.latest;
    if (!(delta > 0)) {
      this.prepareOnGrid();
      return;
    }
    const rows = count + 2;
    const k0 = Math.floor(delta / step);
    const s = delta - k0 * step;
    for (let p = 0; p < pairs.length; p++) {
      const c = pairs[p];
      const row = Math.floor(c / 6);
      const column = c - 6 * row;
      const near = this.second(delta, c);
      present[c] = near / delta;
      // the latest grid value: a straight line to t on one side, one grid step on the other
      let sum = ((this.second(delta + step, c) - near) / step - near / delta) * past[6 * this.head + column];
      for (let m = 1; m < rows && k0 + m < count + 2; m++) {
        const o = 144 * (k0 + m) + c;
        const w = weights[o] + s * (weights[o + 36] + s * (weights[o + 72] + s * weights[o + 108]));
        sum += w * past[6 * ((this.head + m) % rows) + column];
      }
      history[row] += sum;
    }
  }

  /** At the latest grid time itself, as at the start, the present velocity is the grid value. */
  private prepareOnGrid(): void {
    const { history, past, pairs, weights, count } = this;
    const rows = count + 2;
    for (let p = 0; p < pairs.length; p++) {
      const c = pairs[p];
      const row = Math.floor(c / 6);
      const column = c - 6 * row;
      let sum = (this.second(this.step, c) / this.step) * past[6 * this.head + column];
      for (let m = 1; m < rows; m++) sum += weights[144 * m + c] * past[6 * ((this.head + m) % rows) + column];
      history[row] += sum;
    }
  }

  /** out = -F at the prepared time: six, body axes, at the point. */
  resistance(out: Float64Array, nu: Float64Array): void {
    const { present, history } = this;
    for (let r = 0; r < 6; r++) {
      let sum = history[r];
      for (let s = 0; s < 6; s++) sum += present[6 * r + s] * this.relative(nu, s);
      out[r] = sum;
    }
  }

  /** Commits time t with this velocity: grid values up to t are interpolated linearly. */
  commit(t: number, nu: Float64Array): void {
    const { past, step, last, count } = this;
    const rows = count + 2;
    while (this.latest + step <= t + 1e-9 * step) {
      this.latest += step;
      this.head = (this.head + rows - 1) % rows;
      const s = t > this.lastTime ? (this.latest - this.lastTime) / (t - this.lastTime) : 1;
      for (let r = 0; r < 6; r++) past[6 * this.head + r] = last[r] + s * (this.relative(nu, r) - last[r]);
    }
    this.lastTime = t;
    for (let r = 0; r < 6; r++) last[r] = this.relative(nu, r);
    this.prepared = Number.NaN;
  }

  /** Numbers that a restart needs. */
  save(): Float64Array {
    return Float64Array.of(this.head, this.latest, this.lastTime, ...this.last, ...this.past);
  }

  restore(saved: Float64Array): void {
    this.head = saved[0];
    this.latest = saved[1];
    this.lastTime = saved[2];
    this.last.set(saved.subarray(3, 9));
    this.past.set(saved.subarray(9, 9 + this.past.length));
    this.prepared = Number.NaN;
  }

  get saved(): number {
    return 9 + this.past.length;
  }
}
