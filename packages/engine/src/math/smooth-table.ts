/**
 * Least-squares quintic B-spline through a table of (time, value), with equidistant knots: four continuous derivatives, and
 * most of the rounding of the values averaged away. A position rounded to r at a spacing dt gives an interpolating spline an
 * acceleration error of about r/dt^2; knots several samples apart average it out. The weights of the six basis functions on a
 * uniform interval are polynomials of u in [0, 1), the fraction of the interval (de Boor 2001, chapter X).
 */
import { CompiledFunction } from './compiled-function.ts';
import type { Numbers } from './types.ts';

const ORDER = 6;
/** Coefficients of 120 times the weights, constant term first. */
const BASIS = [
  [1, -5, 10, -10, 5, -1],
  [26, -50, 20, 20, -20, 5],
  [66, 0, -60, 0, 30, -10],
  [26, 50, 20, -20, -20, 10],
  [1, 5, 10, 10, 5, -5],
  [0, 0, 0, 0, 0, 1],
] as const;
/**
 * Weight of the third differences of the coefficients relative to the data (second differences weigh less): enough to bridge
 * intervals without samples.
 */
const STIFFENING = 1e-9;

/** Function of time: a smooth curve through a table. */
export class SmoothTable extends CompiledFunction {
  readonly #start: number;
  readonly #end: number;
  readonly #step: number;
  readonly #count: number; // of intervals
  readonly #c: Float64Array;

  /** spacing: wanted distance of the knots [s]; it is never less than that of the samples */
  constructor(times: Numbers, values: Numbers, spacing: number) {
    super();
    const n = times.length;
    this.#start = times[0];
    this.#end = times[n - 1];
    const span = this.#end - this.#start;
    this.#count = Math.max(1, Math.min(n - 1, Math.round(span / spacing)));
    this.#step = span > 0 ? span / this.#count : 1;
    this.#c = this.#fit(times, values);
  }

  /** Value, first and second derivative. Outside the table the end value holds, with zero derivatives. */
  evaluateAt(out: Float64Array, o: number): void {
    const t = out[o];
    const inside = t >= this.#start && t <= this.#end;
    const s = Math.min(this.#end, Math.max(this.#start, t));
    const x = (s - this.#start) / this.#step;
    const i = Math.min(this.#count - 1, Math.floor(x));
    const u = x - i;
    let value = 0;
    let first = 0;
    let second = 0;
    for (let j = 0; j < ORDER; j++) {
      const b = BASIS[j];
      const c = this.#c[i + j] / 120;
      value += c * (b[0] + u * (b[1] + u * (b[2] + u * (b[3] + u * (b[4] + u * b[5])))));
      first += c * (b[1] + u * (2 * b[2] + u * (3 * b[3] + u * (4 * b[4] + u * 5 * b[5]))));
      second += c * (2 * b[2] + u * (6 * b[3] + u * (12 * b[4] + u * 20 * b[5])));
    }
    out[o] = value;
    out[o + 1] = inside ? first / this.#step : 0;
    out[o + 2] = inside ? second / (this.#step * this.#step) : 0;
  }

  /** Solves the normal equations, a band of eleven, by Cholesky factorisation. */
  #fit(times: Numbers, values: Numbers): Float64Array {
    const m = this.#count + ORDER - 1;
    const band = new Float64Array(ORDER * m); // band[6 i + d] = A[i + d][i]
    const right = new Float64Array(m);
    const w = new Float64Array(ORDER);
    for (let k = 0; k < times.length; k++) {
      const x = (times[k] - this.#start) / this.#step;
      const i = Math.min(this.#count - 1, Math.max(0, Math.floor(x)));
      const u = x - i;
      for (let j = 0; j < ORDER; j++) {
        const b = BASIS[j];
        w[j] = (b[0] + u * (b[1] + u * (b[2] + u * (b[3] + u * (b[4] + u * b[5]))))) / 120;
      }
      for (let a = 0; a < ORDER; a++) {
        right[i + a] += w[a] * values[k];
        for (let d = 0; a + d < ORDER; d++) band[ORDER * (i + a) + d] += w[a] * w[a + d];
      }
    }
    const weight = (STIFFENING * times.length) / m;
    addDifferences(band, m, [-1, 3, -3, 1], weight);
    addDifferences(band, m, [1, -2, 1], 1e-3 * weight);
    solveBand(band, right, m);
    return right;
  }
}

/** A += weight D^T D, D the differences of neighbours by a stencil */
function addDifferences(band: Float64Array, m: number, stencil: readonly number[], weight: number): void {
  const width = stencil.length;
  for (let i = 0; i + width <= m; i++) {
    for (let a = 0; a < width; a++) {
      for (let d = 0; a + d < width; d++) band[ORDER * (i + a) + d] += weight * stencil[a] * stencil[a + d];
    }
  }
}

/** x = A^-1 x for the lower band of a symmetric positive matrix, half width 5; both are overwritten. */
function solveBand(a: Float64Array, x: Float64Array, m: number): void {
  for (let i = 0; i < m; i++) {
    const pivot = Math.sqrt(Math.max(a[ORDER * i], 1e-300));
    for (let d = 0; d < ORDER; d++) a[ORDER * i + d] /= pivot;
    for (let d = 1; d < ORDER && i + d < m; d++) {
      for (let e = d; e < ORDER && i + e < m; e++) a[ORDER * (i + d) + e - d] -= a[ORDER * i + d] * a[ORDER * i + e];
    }
  }
  for (let i = 0; i < m; i++) {
    x[i] /= a[ORDER * i];
    for (let d = 1; d < ORDER && i + d < m; d++) x[i + d] -= a[ORDER * i + d] * x[i];
  }
  for (let i = m - 1; i >= 0; i--) {
    for (let d = 1; d < ORDER && i + d < m; d++) x[i] -= a[ORDER * i + d] * x[i + d];
    x[i] /= a[ORDER * i];
  }
}
