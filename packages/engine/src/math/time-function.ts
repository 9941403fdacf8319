/** Functions of time as plain data, and their compiled form: value, first and second derivative, without allocation. */
import { at, BuildError, unreachable } from '../base/index.ts';
import { sincosAt } from './exact.ts';
import { interpolateLinear, interpolateSpline, splineMoments } from './interpolate.ts';
import { CompiledFunction } from './compiled-function.ts';
import { SmoothTable } from './smooth-table.ts';

/** A function of time as it stands in a model. Values are in the unit of the field that holds it. */
export type TimeFunction =
  | { readonly kind: 'constant'; readonly value: number }
  /** sum of c_i t^i */
  | { readonly kind: 'polynomial'; readonly coefficients: readonly number[] }
  /** mean + b(t) amplitude sin(angularFrequency t + phase), [rad/s], [rad] */
  | {
      readonly kind: 'sine';
      readonly mean: number;
      readonly amplitude: number;
      readonly angularFrequency: number;
      readonly phase: number;
      /** b(t) grows from 0 at t = 0 to 1 at this time [s], by the quintic smoothstep; 1 throughout if left out */
      readonly buildUp?: number;
    }
  /** from `from` to `to` by the quintic smoothstep: two continuous derivatives, constant outside; times in [s] */
  | {
      readonly kind: 'ramp';
      readonly from: number;
      readonly to: number;
      readonly start: number;
      readonly duration: number;
    }
  /** constant outside the table; times in [s], strictly increasing */
  | {
      readonly kind: 'table';
      readonly times: readonly number[];
      readonly values: readonly number[];
      /** smooth: a spline that does not follow the rounding of the values (smooth-table.ts) */
      readonly interpolation: 'linear' | 'spline' | 'smooth';
      /** distance of the knots of a smooth table [s]; default 0.8 */
      readonly knots?: number;
    }
  | { readonly kind: 'sum'; readonly terms: readonly TimeFunction[] };

/** True when f(t) is the same for all t. */
export function isConstant(f: TimeFunction): boolean {
  switch (f.kind) {
    case 'constant':
      return true;
    case 'polynomial':
      return f.coefficients.every((c, power) => power === 0 || c === 0);
    case 'sine':
      return f.amplitude === 0 || (f.angularFrequency === 0 && f.buildUp === undefined);
    case 'ramp':
      return f.from === f.to;
    case 'table':
      return f.values.every((value) => value === f.values[0]);
    case 'sum':
      return f.terms.every(isConstant);
    default:
      return unreachable(f);
  }
}

/** Throws BuildError, with the path of the field, where a number is missing, not finite or out of range. */
export function compileFunction(f: TimeFunction): CompiledFunction {
  switch (f.kind) {
    case 'constant':
      allFinite({ value: f.value });
      return new Polynomial([f.value]);
    case 'polynomial':
      at('coefficients', () => allFinite(f.coefficients));
      return new Polynomial(f.coefficients);
    case 'sine':
      allFinite({ mean: f.mean, amplitude: f.amplitude, angularFrequency: f.angularFrequency, phase: f.phase });
      if (f.buildUp === undefined || f.buildUp === 0) return new Sine(f.mean, f.amplitude, f.angularFrequency, f.phase);
      allFinite({ buildUp: f.buildUp });
      if (f.buildUp < 0) refuse('buildUp', 'negative', `must be >= 0 s, found ${f.buildUp}`);
      return new GrowingSine(f.mean, f.amplitude, f.angularFrequency, f.phase, f.buildUp);
    case 'ramp':
      allFinite({ from: f.from, to: f.to, start: f.start, duration: f.duration });
      if (f.duration <= 0) refuse('duration', 'not-positive', `must be > 0 s, found ${f.duration}`);
      return new Ramp(f.from, f.to, f.start, f.duration);
    case 'table':
      checkTable(f.times, f.values);
      if (f.interpolation === 'smooth') {
        const spacing = f.knots ?? KNOTS;
        if (!(spacing > 0)) refuse('knots', 'not-positive', `must be > 0 s, found ${spacing}`);
        return new SmoothTable(f.times, f.values, spacing);
      }
      return f.interpolation === 'linear'
        ? new LinearTable(Float64Array.from(f.times), Float64Array.from(f.values))
        : new SplineTable(Float64Array.from(f.times), Float64Array.from(f.values));
    case 'sum':
      return new FunctionSum(at('terms', () => f.terms.map((term, i) => at(i, () => compileFunction(term)))));
    default:
      return unreachable(f);
  }
}

/** Default distance of the knots of a smooth table [s]: a sixth of the shortest period that matters in a ship's motion. */
const KNOTS = 0.8;

class Polynomial extends CompiledFunction {
  readonly #c: Float64Array;
  constructor(coefficients: readonly number[]) {
    super();
    this.#c = Float64Array.from(coefficients);
  }
  evaluateAt(out: Float64Array, offset: number): void {
    const t = out[offset];
    const c = this.#c;
    let value = 0;
    let first = 0;
    let second = 0; // half the second derivative (Horner's scheme, repeated)
    for (let i = c.length - 1; i >= 0; i--) {
      second = second * t + first;
      first = first * t + value;
      value = value * t + c[i];
    }
    out[offset] = value;
    out[offset + 1] = first;
    out[offset + 2] = 2 * second;
  }
}

class Sine extends CompiledFunction {
  readonly #p: Float64Array; // mean, amplitude, angular frequency, phase
  readonly #sinCos: Float64Array = new Float64Array(2);
  constructor(mean: number, amplitude: number, angularFrequency: number, phase: number) {
    super();
    this.#p = Float64Array.of(mean, amplitude, angularFrequency, phase);
  }
  evaluateAt(out: Float64Array, offset: number): void {
    const t = out[offset];
    const p = this.#p;
    const w = p[2];
    const sinCos = this.#sinCos;
    sinCos[0] = w * t + p[3];
    sincosAt(sinCos, 0, sinCos, 0);
    const s = p[1] * sinCos[0];
    out[offset] = p[0] + s;
    out[offset + 1] = p[1] * w * sinCos[1];
    out[offset + 2] = -w * w * s;
  }
}

/** mean + b a(t): the sine a without its mean, times a ramp b from 0 to 1. By the product rule (b a)'' = b'' a + 2 b' a' + b a''. */
class GrowingSine extends CompiledFunction {
  readonly #mean: number;
  readonly #sine: Sine;
  readonly #ramp: Ramp;
  readonly #b: Float64Array = new Float64Array(3);
  constructor(mean: number, amplitude: number, angularFrequency: number, phase: number, buildUp: number) {
    super();
    this.#mean = mean;
    this.#sine = new Sine(0, amplitude, angularFrequency, phase);
    this.#ramp = new Ramp(0, 1, 0, buildUp);
  }
  evaluateAt(out: Float64Array, offset: number): void {
    const b = this.#b;
    b[0] = out[offset];
    this.#ramp.evaluateAt(b, 0);
    this.#sine.evaluateAt(out, offset);
    const value = out[offset];
    const first = out[offset + 1];
    out[offset] = this.#mean + b[0] * value;
    out[offset + 1] = b[1] * value + b[0] * first;
    out[offset + 2] = b[2] * value + 2 * b[1] * first + b[0] * out[offset + 2];
  }
}

/** smoothstep with its slope and curvature (smooth.ts), written out. */
class Ramp extends CompiledFunction {
  readonly #p: Float64Array; // from, rise, start, duration, to
  constructor(from: number, to: number, start: number, duration: number) {
    super();
    this.#p = Float64Array.of(from, to - from, start, duration, to);
  }
  evaluateAt(out: Float64Array, offset: number): void {
    const t = out[offset];
    const p = this.#p;
    const s = Math.min(1, Math.max(0, (t - p[2]) / p[3]));
    const r = s * (1 - s);
    out[offset] = s === 1 ? p[4] : p[0] + p[1] * (s * s * s * (10 + s * (6 * s - 15)));
    out[offset + 1] = (p[1] / p[3]) * (30 * r * r);
    out[offset + 2] = (p[1] / (p[3] * p[3])) * (60 * s * (1 - s) * (1 - 2 * s) + 0); // + 0: the result at the end is 0, not -0
  }
}

class LinearTable extends CompiledFunction {
  readonly #times: Float64Array;
  readonly #values: Float64Array;
  constructor(times: Float64Array, values: Float64Array) {
    super();
    this.#times = times;
    this.#values = values;
  }
  evaluateAt(out: Float64Array, offset: number): void {
    interpolateLinear(out, offset, this.#times, this.#values);
  }
}

class SplineTable extends CompiledFunction {
  readonly #times: Float64Array;
  readonly #values: Float64Array;
  readonly #moments: Float64Array;
  constructor(times: Float64Array, values: Float64Array) {
    super();
    this.#times = times;
    this.#values = values;
    this.#moments = splineMoments(times, values);
  }
  evaluateAt(out: Float64Array, offset: number): void {
    interpolateSpline(out, offset, this.#times, this.#values, this.#moments);
  }
}

/** The sum of functions. */
export class FunctionSum extends CompiledFunction {
  readonly #terms: readonly CompiledFunction[];
  readonly #term: Float64Array = new Float64Array(3);
  constructor(terms: readonly CompiledFunction[]) {
    super();
    this.#terms = terms;
  }
  evaluateAt(out: Float64Array, offset: number): void {
    const t = out[offset];
    let value = 0;
    let first = 0;
    let second = 0;
    for (let i = 0; i < this.#terms.length; i++) {
      this.#term[0] = t;
      this.#terms[i].evaluateAt(this.#term, 0);
      value += this.#term[0];
      first += this.#term[1];
      second += this.#term[2];
    }
    out[offset] = value;
    out[offset + 1] = first;
    out[offset + 2] = second;
  }
}

function checkTable(times: readonly number[], values: readonly number[]): void {
  if (times.length === 0)
    refuse('times', 'table-empty', 'a table needs at least one row of time [s] and value, found none');
  if (times.length !== values.length) {
    refuse(
      'values',
      'table-length',
      `must have one value for each of the ${times.length} times, found ${values.length}`,
    );
  }
  at('values', () => allFinite(values));
  at('times', () => {
    allFinite(times);
    times.forEach((time, i) => {
      if (i > 0 && time <= times[i - 1]) {
        refuse(
          i,
          'table-order',
          `times must increase from row to row; ${time} s follows ${times[i - 1]} s: sort the rows and remove repeated times`,
        );
      }
    });
  });
}

/** Checks every entry of a record or a list; the error's path names the entry. */
function allFinite(numbers: Readonly<Record<string, number>> | readonly number[]): void {
  for (const [field, value] of Object.entries(numbers)) {
    if (Number.isFinite(value)) continue;
    refuse(Array.isArray(numbers) ? Number(field) : field, 'not-finite', `must be a finite number, found ${value}`);
  }
}

function refuse(field: string | number, code: string, message: string): never {
  throw new BuildError(code, message, [field]);
}
