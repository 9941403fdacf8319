/** Shares, means, fractiles and ranks, with intervals. */
import { betaQuantile, normalQuantile, studentQuantile } from './special.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Interval of a share, k of n (Wilson 1927): holds its level well down to few runs. */
export function shareInterval(k: number, n: number, confidence: number): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const z = normalQuantile(0.5 + confidence / 2);
  const p = k / n;
  const centre = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return { low: k === 0 ? 0 : Math.max(0, centre - half), high: k === n ? 1 : Math.min(1, centre + half) };
}

/** The same without approximation (Clopper and Pearson 1934): never narrower than its level. */
export function exactShareInterval(k: number, n: number, confidence: number): Interval {
  const tail = (1 - confidence) / 2;
  return {
    low: k === 0 ? 0 : betaQuantile(tail, k, n - k + 1),
    high: k === n ? 1 : betaQuantile(1 - tail, k + 1, n - k),
  };
}

export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** of the sample, with n - 1 */
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
}

/** In one pass, without cancellation (Welford 1962). */
export class Gather {
  count = 0;
  mean = 0;
  min: number = Number.POSITIVE_INFINITY;
  max: number = Number.NEGATIVE_INFINITY;
  #squares = 0;

  add(value: number): void {
    this.count++;
    const step = value - this.mean;
    this.mean += step / this.count;
    this.#squares += step * (value - this.mean);
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
  }

  get deviation(): number {
    return this.count > 1 ? Math.sqrt(this.#squares / (this.count - 1)) : Number.NaN;
  }
}

export function moments(values: Iterable<number>): Moments {
  const gather = new Gather();
  for (const value of values) gather.add(value);
  const { count, mean, deviation, min, max } = gather;
  return { count, mean: count === 0 ? Number.NaN : mean, deviation, min, max };
}

/** Interval of the mean by Student's t. */
export function meanInterval(
  { mean, deviation, count }: Pick<Moments, 'mean' | 'deviation' | 'count'>,
  confidence: number,
): Interval {
  if (count < 2) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const half = (studentQuantile(0.5 + confidence / 2, count - 1) * deviation) / Math.sqrt(count);
  return { low: mean - half, high: mean + half };
}

/** Of sorted values, linear between them (type 7 of Hyndman and Fan 1996). */
export function quantile(sorted: ArrayLike<number>, part: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = part * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/** Ranks from 1; equal values share the mean of theirs. */
export function ranks(values: ArrayLike<number>): Float64Array {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((a, b) => values[a] - values[b]);
  const result = new Float64Array(values.length);
  for (let i = 0; i < order.length; ) {
    let j = i;
    while (j + 1 < order.length && values[order[j + 1]] === values[order[i]]) j++;
    for (let k = i; k <= j; k++) result[order[k]] = (i + j) / 2 + 1;
    i = j + 1;
  }
  return result;
}

export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const n = a.length;
  let ma = 0;
  let mb = 0;
  for (let i = 0; i < n; i++) {
    ma += a[i];
    mb += b[i];
  }
  // divided last: sums of ranks are exact, and so is the mean of values that are all alike
  ma /= n;
  mb /= n;
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < n; i++) {
    ab += (a[i] - ma) * (b[i] - mb);
    aa += (a[i] - ma) ** 2;
    bb += (b[i] - mb) ** 2;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : Number.NaN;
}

/** Spearman's rank correlation, with an interval by Fisher's transform (Bonett and Wright 2000). */
export function rankCorrelation(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  confidence: number,
): { value: number } & Interval {
  const value = correlation(ranks(a), ranks(b));
  const n = a.length;
  if (n < 4 || !Number.isFinite(value)) return { value, low: -1, high: 1 };
  const z = Math.atanh(Math.max(-1 + 1e-15, Math.min(1 - 1e-15, value)));
  const half = normalQuantile(0.5 + confidence / 2) * Math.sqrt((1 + (value * value) / 2) / (n - 3));
  return { value, low: Math.tanh(z - half), high: Math.tanh(z + half) };
}

export interface SobolIndices {
  /** part of the variance that a variable makes alone */
  readonly first: readonly number[];
  /** that it has a hand in */
  readonly total: readonly number[];
}

/**
 * From values at the points of `saltelli`, in their order: blocks f(A), f(B), f(A_B^1) ... f(A_B^d).
 *   S_i = mean f(B) (f(A_B^i) - f(A)) / V, T_i = mean (f(A) - f(A_B^i))^2 / (2 V)   (Saltelli et al. 2010, table 2 (b) and (f))
 * Values are centred first, which takes out the error that a large mean brings.
 */
export function sobolIndices(values: ArrayLike<number>, dimensions: number): SobolIndices {
  const block = dimensions + 2;
  const n = Math.floor(values.length / block);
  const gather = new Gather();
  for (let i = 0; i < n; i++) {
    gather.add(values[i * block]);
    gather.add(values[i * block + 1]);
  }
  const variance = gather.deviation ** 2;
  const first = new Array<number>(dimensions).fill(0);
  const total = new Array<number>(dimensions).fill(0);
  for (let i = 0; i < n; i++) {
    const a = values[i * block] - gather.mean;
    const b = values[i * block + 1] - gather.mean;
    for (let d = 0; d < dimensions; d++) {
      const mixed = values[i * block + 2 + d] - gather.mean;
      first[d] += (b * (mixed - a)) / (n * variance);
      total[d] += (a - mixed) ** 2 / (2 * n * variance);
    }
  }
  return { first, total };
}
