/** Quantiles of distributions. */
import { normalQuantile } from './special.ts';

export type Distribution =
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | {
      readonly kind: 'normal';
      readonly mean: number;
      readonly deviation: number;
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'lognormal'; readonly median: number; readonly sigma: number }
  | { readonly kind: 'weibull'; readonly scale: number; readonly shape: number }
  | { readonly kind: 'gumbel'; readonly mode: number; readonly scale: number }
  | { readonly kind: 'triangular'; readonly least: number; readonly mode: number; readonly most: number };

export function quantileOf(d: Distribution, u: number): number {
  switch (d.kind) {
    case 'uniform':
      return d.from + (d.to - d.from) * u;
    case 'normal': {
      const low = normalShare((d.from - d.mean) / d.deviation);
      const high = normalShare((d.to - d.mean) / d.deviation);
      return d.mean + d.deviation * normalQuantile(low + (high - low) * u);
    }
    case 'lognormal':
      return d.median * Math.exp(d.sigma * normalQuantile(u));
    case 'weibull':
      return d.scale * (-Math.log1p(-u)) ** (1 / d.shape);
    case 'gumbel':
      return d.mode - d.scale * Math.log(-Math.log(u));
    case 'triangular': {
      const { least, mode, most } = d;
      const rise = (mode - least) / (most - least);
      if (u < rise) return least + Math.sqrt(u * (most - least) * (mode - least));
      return most - Math.sqrt((1 - u) * (most - least) * (most - mode));
    }
  }
}

/** Share of the standard normal distribution below x: erfc by its continued fraction or series, to 1e-15. */
export function normalShare(x: number): number {
  if (x === Number.NEGATIVE_INFINITY) return 0;
  if (x === Number.POSITIVE_INFINITY) return 1;
  const z = Math.abs(x);
  let tail: number;
  if (z < 3) {
    // Phi(z) - 1/2 = phi(z) (z + z^3/3 + z^5/(3 5) + ...)   (Abramowitz and Stegun 26.2.11)
    let term = z;
    let sum = z;
    for (let k = 3; Math.abs(term) > 1e-17 * sum && k < 400; k += 2) {
      term *= (z * z) / k;
      sum += term;
    }
    tail = 0.5 - (Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)) * sum;
  } else {
    // 1 - Phi(z) = phi(z)/(z + 1/(z + 2/(z + 3/(z + ...))))   (26.2.14)
    let fraction = z;
    for (let k = 200; k >= 1; k--) fraction = z + k / fraction;
    tail = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI) / fraction;
  }
  return x > 0 ? 1 - tail : tail;
}
