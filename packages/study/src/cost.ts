/**
 * Estimates the cost of all runs of a plan from a few of them. Cost depends on the variables (seas above the limit may cost four times as
 * much), so the few runs form a Latin hypercube, with each value of each variable equally often. The mean over all points is that of an
 * additive model of value classes of the variables, fitted by least squares:
 *   y = X b + e,   mean = c b,   its variance = s^2 c (X'X)^-1 c',   s^2 = |e|^2/(n - p)
 * c: shares of all points in each class. The remaining uncertainty is the scatter within a cell, not that between cells.
 */
import { type Axis, indicesOf, pointCount } from './plan.ts';
import { unitSample } from './sampling.ts';
import { studentQuantile } from './special.ts';
import { meanInterval, moments } from './statistics.ts';

export interface MeanOfAll {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Indices of `count` points, or of all where there are no more, ascending; the same ones every time. */
export function costSample(axes: readonly Axis[], count: number): number[] {
  const points = pointCount(axes);
  if (count >= points) return Array.from({ length: points }, (_, i) => i);
  const unit = unitSample('latin-hypercube', count, Math.max(1, axes.length), 1);
  const chosen = new Set<number>();
  for (let k = 0; k < count; k++) {
    let index = 0;
    axes.forEach((axis, a) => {
      index = index * axis.count + Math.min(axis.count - 1, Math.floor(unit[k * axes.length + a] * axis.count));
    });
    while (chosen.has(index)) index = (index + 1) % points;
    chosen.add(index);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Largest number of classes of a variable. */
const MOST_CLASSES = 5;

/** Mean over all points of what `values` is at the points `indices`. */
export function meanOfAll(
  axes: readonly Axis[],
  indices: readonly number[],
  values: readonly number[],
  confidence: number,
): MeanOfAll {
  const n = values.length;
  const points = pointCount(axes);
  // repetitions differ by chance alone
  const explaining = axes.map((axis, a) => ({ axis, a })).filter(({ axis }) => axis.kind !== 'seeds' && axis.count > 1);
  const sizes = (classes: number): number[] => explaining.map(({ axis }) => Math.min(axis.count, classes));
  const columns = (classes: number): number => 1 + sizes(classes).reduce((sum, size) => sum + size - 1, 0);
  let classes = MOST_CLASSES;
  while (classes > 1 && columns(classes) > n / 2) classes--;
  const p = columns(classes);
  const size = sizes(classes);
  const row = (classOf: (k: number) => number | undefined): Float64Array => {
    const out = new Float64Array(p);
    out[0] = 1;
    let o = 1;
    size.forEach((m, k) => {
      const { count } = explaining[k].axis;
      const at = classOf(k);
      for (let c = 1; c < m; c++)
        out[o++] = at === undefined ? shareOf(c, m, count) : Math.floor((at * m) / count) === c ? 1 : 0;
    });
    return out;
  };
  const normal = Array.from({ length: p }, () => new Float64Array(p));
  const right = new Float64Array(p);
  const rows = indices.map((index) => {
    const at = indicesOf(axes, index);
    return row((k) => at[explaining[k].a]);
  });
  rows.forEach((x, i) => {
    for (let a = 0; a < p; a++) {
      right[a] += x[a] * values[i];
      for (let b = 0; b < p; b++) normal[a][b] += x[a] * x[b];
    }
  });
  const c = row(() => undefined);
  const b = solved(normal, right);
  const weight = solved(normal, c);
  const left = Math.sqrt(Math.max(0, 1 - n / points)); // all points: no uncertainty
  if (b === undefined || weight === undefined || n - p < 1) {
    const { mean } = moments(values);
    const { low, high } = meanInterval(moments(values), confidence);
    return { mean, low: left === 0 ? mean : Math.max(0, low), high: left === 0 ? mean : high };
  }
  const mean = dot(c, b);
  const error = rows.reduce((sum, x, i) => sum + (values[i] - dot(x, b)) ** 2, 0) / (n - p);
  const half = left * studentQuantile(0.5 + confidence / 2, n - p) * Math.sqrt(Math.max(0, error * dot(c, weight)));
  return { mean, low: Math.max(0, mean - half), high: mean + half };
}

/** Of `count` values, how many fall into class c of m. */
function shareOf(c: number, m: number, count: number): number {
  let inside = 0;
  for (let i = 0; i < count; i++) if (Math.floor((i * m) / count) === c) inside++;
  return inside / count;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** A x = b by elimination with pivots; undefined when A has no inverse. */
function solved(matrix: readonly Float64Array[], b: Float64Array): Float64Array | undefined {
  const n = b.length;
  const a = matrix.map((row, i) => Float64Array.of(...row, b[i]));
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[pivot][k])) pivot = i;
    if (Math.abs(a[pivot][k]) < 1e-9) return undefined; // counts: exact but for rounding
    [a[k], a[pivot]] = [a[pivot], a[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = a[i][k] / a[k][k];
      for (let j = k; j <= n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  const x = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    let sum = a[i][n];
    for (let j = i + 1; j < n; j++) sum -= a[i][j] * x[j];
    x[i] = sum / a[i][i];
  }
  return x;
}
