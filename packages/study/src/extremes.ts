/**
 * Extreme-value fits: Gumbel and Weibull to the largest value of each run, the generalised Pareto distribution to peaks over a threshold;
 * all by maximum likelihood. Intervals and the p-value of the Anderson-Darling test come from samples of the fit that are fitted again
 * (parametric bootstrap, seeded), which accounts for the fitted parameters.
 */
import { Random } from '@hawser/engine';
import { normalQuantile } from './special.ts';
import { type Interval, moments, quantile } from './statistics.ts';

export type Fit =
  | { readonly kind: 'gumbel'; readonly mode: number; readonly scale: number }
  | { readonly kind: 'weibull'; readonly shape: number; readonly scale: number }
  /** of the excess over the threshold */
  | { readonly kind: 'pareto'; readonly shape: number; readonly scale: number };

export type FitKind = Fit['kind'];

/** Smallest number of values for a fit of a tail. */
export const LEAST_VALUES = 8;

export function fitOf(kind: FitKind, values: readonly number[]): Fit | undefined {
  const { count, deviation, min } = moments(values);
  if (count < 3 || !(deviation > 0)) return undefined;
  if (kind === 'gumbel') return fitGumbel(values);
  if (kind === 'weibull') return min > 0 ? fitWeibull(values) : undefined;
  return min >= 0 ? fitPareto(values) : undefined;
}

/**
 * The scale b solves b = mean x - sum x e^(-x/b) / sum e^(-x/b), the mode is -b ln mean e^(-x/b)
 * (Johnson, Kotz and Balakrishnan 1995, 22.9.1). Values are taken relative to their mean, so that nothing overflows.
 */
function fitGumbel(values: readonly number[]): Fit {
  const { mean, deviation } = moments(values);
  const y = values.map((value) => (value - mean) / deviation);
  const least = Math.min(...y);
  const excess = (b: number): number => {
    let sum = 0;
    let weighted = 0;
    for (const each of y) {
      const e = Math.exp(-(each - least) / b);
      sum += e;
      weighted += each * e;
    }
    return b + weighted / sum; // the mean of y is 0
  };
  const b = root(excess, 1e-3, 10);
  const sum = y.reduce((total, each) => total + Math.exp(-(each - least) / b), 0);
  const mode = least - b * Math.log(sum / y.length);
  return { kind: 'gumbel', mode: mean + deviation * mode, scale: deviation * b };
}

/** The shape k solves sum x^k ln x / sum x^k - 1/k = mean ln x; scale^k = mean x^k (the same, 21.4). */
function fitWeibull(values: readonly number[]): Fit {
  const logs = values.map(Math.log);
  const { mean, max } = moments(logs);
  const excess = (k: number): number => {
    let sum = 0;
    let weighted = 0;
    for (const log of logs) {
      const power = Math.exp(k * (log - max));
      sum += power;
      weighted += power * log;
    }
    return weighted / sum - 1 / k - mean;
  };
  const k = root(excess, 1e-3, 1e4);
  const sum = logs.reduce((total, log) => total + Math.exp(k * (log - max)), 0);
  return { kind: 'weibull', shape: k, scale: Math.exp(max + Math.log(sum / logs.length) / k) };
}

/**
 * With t = shape/scale the likelihood is greatest at shape = mean ln(1 + t x), and what is left is a search along t (Grimshaw 1993). Shapes
 * below -1/2, for which the likelihood has no maximum, are excluded.
 */
function fitPareto(values: readonly number[]): Fit {
  const { mean, max } = moments(values);
  const shapeAt = (t: number): number => values.reduce((sum, x) => sum + Math.log1p(t * x), 0) / values.length;
  const likelihood = (t: number): number => {
    if (Math.abs(t * mean) < 1e-7) return -Math.log(mean) - 1; // exponential
    const shape = shapeAt(t);
    if (!(shape / t > 0) || shape < -0.5) return Number.NEGATIVE_INFINITY;
    return -Math.log(shape / t) - shape - 1;
  };
  const lowest = (-1 / max) * (1 - 1e-9);
  let best = 0;
  let bestValue = likelihood(0);
  const look = (t: number): void => {
    const value = likelihood(t);
    if (value > bestValue) {
      best = t;
      bestValue = value;
    }
  };
  const steps = 24;
  for (let i = 1; i < steps; i++) look(lowest * (i / steps));
  for (let i = 0; i < steps; i++) look(10 ** (-4 + (7 * i) / steps) / mean);
  const reach = Math.max(Math.abs(best) * (10 ** (7 / steps) - 1), Math.abs(lowest) / steps);
  best = maximum(likelihood, Math.max(lowest, best - reach), best + reach);
  if (Math.abs(best * mean) < 1e-6) return { kind: 'pareto', shape: 0, scale: mean };
  const shape = shapeAt(best);
  return { kind: 'pareto', shape, scale: shape / best };
}

/** Root of a rising function. */
function root(f: (x: number) => number, from: number, to: number): number {
  let low = from;
  let high = to;
  for (let i = 0; i < 200 && high - low > 1e-14 * high; i++) {
    const middle = i < 60 ? Math.sqrt(low * high) : (low + high) / 2;
    if (f(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Golden section. */
function maximum(f: (x: number) => number, from: number, to: number): number {
  const part = (Math.sqrt(5) - 1) / 2;
  let low = from;
  let high = to;
  let a = high - part * (high - low);
  let b = low + part * (high - low);
  let fa = f(a);
  let fb = f(b);
  for (let i = 0; i < 45; i++) {
    if (fa > fb) {
      high = b;
      b = a;
      fb = fa;
      a = high - part * (high - low);
      fa = f(a);
    } else {
      low = a;
      a = b;
      fa = fb;
      b = low + part * (high - low);
      fb = f(b);
    }
  }
  return (low + high) / 2;
}

/** Share of values at or below x. */
export function shareBelow(fit: Fit, x: number): number {
  if (fit.kind === 'gumbel') return Math.exp(-Math.exp(-(x - fit.mode) / fit.scale));
  if (!(x > 0)) return 0;
  if (fit.kind === 'weibull') return -Math.expm1(-((x / fit.scale) ** fit.shape));
  if (Math.abs(fit.shape) < 1e-9) return -Math.expm1(-x / fit.scale);
  const base = 1 + (fit.shape * x) / fit.scale;
  return base <= 0 ? 1 : 1 - base ** (-1 / fit.shape);
}

/** The value that a share p of all values stays below. */
export function fitQuantile(fit: Fit, p: number): number {
  if (fit.kind === 'gumbel') return fit.mode - fit.scale * Math.log(-Math.log(p));
  if (fit.kind === 'weibull') return fit.scale * (-Math.log1p(-p)) ** (1 / fit.shape);
  if (Math.abs(fit.shape) < 1e-9) return -fit.scale * Math.log1p(-p);
  return (fit.scale / fit.shape) * ((1 - p) ** -fit.shape - 1);
}

/** A^2 = -n - mean (2i - 1)(ln F(x_i) + ln(1 - F(x_(n+1-i))))   (Anderson and Darling 1954) */
export function andersonDarling(fit: Fit, sorted: readonly number[]): number {
  const n = sorted.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const low = Math.min(Math.max(shareBelow(fit, sorted[i]), 1e-300), 1 - 1e-16);
    const high = Math.min(Math.max(shareBelow(fit, sorted[n - 1 - i]), 1e-300), 1 - 1e-16);
    sum += (2 * i + 1) * (Math.log(low) + Math.log1p(-high));
  }
  return -n - sum / n;
}

export interface ExtremeFit {
  readonly fit: Fit;
  readonly count: number;
  /** first and second parameter as named in the fit */
  readonly intervals: readonly [Interval, Interval];
  /** Anderson-Darling, and the share of samples of the fit that lie farther from their own */
  readonly statistic: number;
  readonly pValue: number;
  /** one for each share asked for */
  readonly values: readonly { readonly share: number; readonly value: number; readonly interval: Interval }[];
}

const DRAWS = 400;
/**
 * Largest size of bootstrap samples. Errors of a fit by maximum likelihood go with 1 / sqrt(n), so those of a smaller sample, shrunk by
 * sqrt(m / n), are those of all; the Anderson-Darling statistic of such samples has its limit already.
 */
const MOST_DRAWN = 2000;

/** `shares`: the shares of values whose bound is asked for. Undefined with too few values, or with equal values only. */
export function fitExtremes(
  kind: FitKind,
  values: readonly number[],
  shares: readonly number[],
  confidence: number,
  seed: number = 1,
): ExtremeFit | undefined {
  if (values.length < LEAST_VALUES) return undefined;
  const fit = fitOf(kind, values);
  if (fit === undefined) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const statistic = andersonDarling(fit, sorted);
  const random = new Random(seed);
  const drawnSize = Math.min(values.length, MOST_DRAWN);
  const shrink = Math.sqrt(drawnSize / values.length);
  const drawn: { parameters: readonly [number, number]; statistic: number; values: number[] }[] = [];
  for (let k = 0; k < DRAWS; k++) {
    const sample = Array.from({ length: drawnSize }, () => fitQuantile(fit, Math.max(random.uniform(), 1e-16)));
    const again = fitOf(kind, sample);
    if (again === undefined) continue;
    sample.sort((a, b) => a - b);
    const parameters = parametersOf(again);
    drawn.push({
      parameters,
      statistic: andersonDarling(again, sample),
      values: shares.map((p) => fitQuantile(again, p)),
    });
  }
  // reflected at the fit (the basic bootstrap), so that a bias of the fit is removed and not doubled; in ratios for positive quantities
  const interval = (of: (draw: (typeof drawn)[number]) => number, at: number, ratio: boolean): Interval => {
    const all = drawn.map(of).sort((a, b) => a - b);
    const low = quantile(all, (1 - confidence) / 2);
    const high = quantile(all, (1 + confidence) / 2);
    return ratio
      ? { low: at * (at / high) ** shrink, high: at * (at / low) ** shrink }
      : { low: at - shrink * (high - at), high: at + shrink * (at - low) };
  };
  const [first, second] = parametersOf(fit);
  const positive = kind !== 'gumbel';
  return {
    fit,
    count: values.length,
    intervals: [
      interval(({ parameters }) => parameters[0], first, kind === 'weibull'),
      interval(({ parameters }) => parameters[1], second, true),
    ],
    statistic,
    pValue: drawn.filter((draw) => draw.statistic >= statistic).length / drawn.length,
    values: shares.map((share, i) => {
      const value = fitQuantile(fit, share);
      const bounds =
        fit.kind === 'pareto'
          ? profile(fit, values, share, confidence)
          : interval((draw) => draw.values[i], value, positive);
      return { share, value, interval: bounds };
    }),
  };
}

/**
 * Interval of a quantile of the Pareto distribution by profile likelihood (Coles 2001, 4.3.3): all values q for which the
 * likelihood, at the shape that suits q best, falls short of the greatest by no more than half a quantile of chi^2. Few
 * peaks make the likelihood lopsided, which draws from the fit do not follow.
 */
function profile(
  fit: Fit & { kind: 'pareto' },
  values: readonly number[],
  share: number,
  confidence: number,
): Interval {
  const { max } = moments(values);
  const at = (shape: number, q: number): number => {
    const reach = Math.abs(shape) < 1e-6 ? -Math.log1p(-share) : ((1 - share) ** -shape - 1) / shape;
    const scale = q / reach;
    if (shape < 0 && !(-scale / shape > max)) return Number.NEGATIVE_INFINITY;
    let sum = -values.length * Math.log(scale);
    for (const x of values) {
      const base = Math.abs(shape) < 1e-6 ? x / scale : Math.log1p((shape * x) / scale) / shape;
      sum -= Math.abs(shape) < 1e-6 ? base : (1 + shape) * base;
    }
    return sum;
  };
  const best = (q: number): number => {
    let top = Number.NEGATIVE_INFINITY;
    let where = 0;
    for (let k = 0; k <= 40; k++) {
      const shape = -0.5 + (2 * k) / 40;
      const value = at(shape, q);
      if (value > top) {
        top = value;
        where = shape;
      }
    }
    return at(
      maximum((shape) => at(shape, q), where - 0.05, where + 0.05),
      q,
    );
  };
  const value = fitQuantile(fit, share);
  const z = normalQuantile(0.5 + confidence / 2);
  const floor = at(fit.shape, value) - (z * z) / 2;
  const edge = (out: number): number => {
    let inside = value;
    let outside = value;
    for (let k = 0; k < 60 && best(outside) > floor; k++) outside *= out;
    for (let k = 0; k < 30; k++) {
      const middle = Math.sqrt(inside * outside);
      if (best(middle) > floor) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return { low: edge(1 / 1.2), high: edge(1.2) };
}

/** Mode or shape first, then the scale. */
export function parametersOf(fit: Fit): readonly [number, number] {
  return [fit.kind === 'gumbel' ? fit.mode : fit.shape, fit.scale];
}
