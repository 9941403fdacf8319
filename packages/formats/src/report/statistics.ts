/** Statistics of a signal: mean, deviation, significant value, spectral moments and mean period. */

export interface SignalStatistics {
  readonly mean: number;
  /** standard deviation */
  readonly deviation: number;
  /** mean of the largest third of the heights between up-crossings of the mean; NaN with fewer than three */
  readonly significant: number;
  /** m_n = integral of omega^n S(omega): variances of the signal and of its first two derivatives */
  readonly m0: number;
  readonly m2: number;
  readonly m4: number;
  /** [s] 2 pi sqrt(m0 / m2), the mean period between up-crossings of a narrow-banded signal */
  readonly period: number;
}

/** For finite values at rising times; undefined for fewer than four. */
export function signalStatistics(time: ArrayLike<number>, values: ArrayLike<number>): SignalStatistics | undefined {
  const t: number[] = [];
  const x: number[] = [];
  for (let i = 0; i < time.length; i++) {
    if (!Number.isFinite(values[i]) || (t.length > 0 && !(time[i] > t[t.length - 1]))) continue;
    t.push(time[i]);
    x.push(values[i]);
  }
  if (t.length < 4) return undefined;
  const [mean, m0] = meanAndVariance(t, x);
  const [tv, v] = slopes(t, x);
  const [ta, a] = slopes(tv, v);
  const m2 = meanAndVariance(tv, v)[1];
  const m4 = meanAndVariance(ta, a)[1];
  const period = m2 > 0 ? 2 * Math.PI * Math.sqrt(m0 / m2) : Number.NaN;
  return { mean, deviation: Math.sqrt(m0), significant: significantHeight(x, mean), m0, m2, m4, period };
}

/** By the trapezoidal rule: rows need not be evenly spaced. */
function meanAndVariance(t: readonly number[], x: readonly number[]): [number, number] {
  const span = t[t.length - 1] - t[0];
  const integral = (f: (i: number) => number): number => {
    let sum = 0;
    for (let i = 1; i < t.length; i++) sum += 0.5 * (f(i) + f(i - 1)) * (t[i] - t[i - 1]);
    return sum / span;
  };
  const mean = integral((i) => x[i]);
  return [mean, integral((i) => (x[i] - mean) * (x[i] - mean))];
}

function slopes(t: readonly number[], x: readonly number[]): [number[], number[]] {
  const middles: number[] = [];
  const found: number[] = [];
  for (let i = 1; i < t.length; i++) {
    middles.push(0.5 * (t[i] + t[i - 1]));
    found.push((x[i] - x[i - 1]) / (t[i] - t[i - 1]));
  }
  return [middles, found];
}

/** From trough to crest between one up-crossing of the mean and the next. */
function significantHeight(x: readonly number[], mean: number): number {
  const heights: number[] = [];
  let begun = false;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 1; i < x.length; i++) {
    if (x[i - 1] <= mean && x[i] > mean) {
      if (begun) heights.push(high - low);
      begun = true;
      [low, high] = [x[i], x[i]];
    }
    low = Math.min(low, x[i]);
    high = Math.max(high, x[i]);
  }
  if (heights.length < 3) return Number.NaN;
  const largest = heights.sort((p, q) => q - p).slice(0, Math.ceil(heights.length / 3));
  return largest.reduce((sum, height) => sum + height, 0) / largest.length;
}
