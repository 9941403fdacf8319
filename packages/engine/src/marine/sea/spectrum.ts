/**
 * Wave spectra S(omega) [m^2 s/rad], one-sided, and spreading of directions.
 *   Bretschneider         5/16 Hs^2 wp^4 w^-5 exp(-5/4 (wp/w)^4)
 *   JONSWAP               A times that, times gamma^exp(-((w/wp - 1)/s)^2/2), s = 0.07 up to wp and 0.09 above;
 *                         A = 1 - 0.287 ln gamma (DNV-RP-C205); gamma by Tp/sqrt(Hs) where none is given
 *   Pierson-Moskowitz     alpha g^2 w^-5 exp(-0.74 (g/(U w))^4), alpha = 0.0081, U at 19.5 m (Pierson and Moskowitz 1964)
 * The components made from a spectrum are scaled to its exact m0 (components.ts), so that A matters for single ordinates only.
 */
import { at, BuildError, unreachable } from '../../base/index.ts';
import { acos, cos, exp, findInterval, log, PI, pow, TWO_PI } from '../../math/index.ts';
import type { SpectrumSpec } from './spec.ts';

export interface Spectrum {
  /** [m^2 s/rad] at [rad/s] */
  density(omega: number): number;
  /** [rad/s] of the peak */
  readonly peak: number;
  /** [m^2] area */
  readonly m0: number;
  /** [rad/s] upper end of the spectrum, where it has one */
  readonly lowest?: number;
  readonly highest?: number;
}

export function makeSpectrum(spec: SpectrumSpec, gravity: number): Spectrum {
  switch (spec.kind) {
    case 'jonswap': {
      positive('height', spec.height, 'm');
      positive('period', spec.period, 's');
      const gamma = spec.gamma ?? defaultGamma(spec.height, spec.period);
      if (!(gamma >= 1 && gamma <= 20)) {
        throw new BuildError('range', `gamma must be from 1 to 20, found ${gamma}`, ['gamma']);
      }
      return jonswap(spec.height, TWO_PI / spec.period, gamma);
    }
    case 'bretschneider':
      positive('height', spec.height, 'm');
      positive('period', spec.period, 's');
      return jonswap(spec.height, TWO_PI / spec.period, 1);
    case 'pierson-moskowitz': {
      positive('wind', spec.wind, 'm/s');
      // exp(-1.25 (wp/w)^4) = exp(-0.74 (g/(U w))^4), and Hs from the area alpha g^2/(5 wp^4)
      const peak = pow(0.74 / 1.25, 0.25) * (gravity / spec.wind);
      const height = 4 * Math.sqrt((0.0081 * gravity * gravity) / (5 * peak * peak * peak * peak));
      return jonswap(height, peak, 1);
    }
    case 'table':
      return tableSpectrum(spec.frequencies, spec.densities);
    default:
      return unreachable(spec);
  }
}

function positive(field: string, value: number, unit: string): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new BuildError('not-positive', `must be > 0 ${unit}, found ${value}`, [field]);
  }
}

/** DNV-RP-C205: 5 for steep seas, 1 for flat ones. */
export function defaultGamma(height: number, period: number): number {
  const ratio = period / Math.sqrt(height);
  return ratio <= 3.6 ? 5 : ratio >= 5 ? 1 : exp(5.75 - 1.15 * ratio);
}

function jonswap(height: number, peak: number, gamma: number): Spectrum {
  const peak4 = peak * peak * peak * peak;
  const logGamma = log(gamma);
  const scale = (5 / 16) * height * height * peak4 * (1 - 0.287 * logGamma);
  return {
    peak,
    m0: (height * height) / 16,
    density: (w) => {
      if (!(w > 0)) return 0;
      const w4 = w * w * w * w;
      const base = (scale * exp((-1.25 * peak4) / w4)) / (w4 * w);
      if (gamma === 1) return base;
      const x = (w / peak - 1) / (w <= peak ? 0.07 : 0.09);
      return base * exp(logGamma * exp(-0.5 * x * x));
    },
  };
}

function tableSpectrum(frequencies: readonly number[], densities: readonly number[]): Spectrum {
  const n = frequencies.length;
  if (n < 2 || densities.length !== n) {
    throw new BuildError('table', `a spectrum needs at least 2 rows of frequency and density, found ${n}`);
  }
  let m0 = 0;
  let peak = 0;
  at('table', () => {
    for (let i = 0; i < n; i++) {
      at(i, () => {
        if (!(frequencies[i] > 0) || (i > 0 && !(frequencies[i] > frequencies[i - 1]))) {
          throw new BuildError('order', `frequencies must be > 0 rad/s and increase, found ${frequencies[i]}`);
        }
        if (!(densities[i] >= 0)) throw new BuildError('negative', `density must be >= 0, found ${densities[i]}`);
      });
      if (i > 0) m0 += 0.5 * (densities[i] + densities[i - 1]) * (frequencies[i] - frequencies[i - 1]);
      if (densities[i] > densities[peak]) peak = i;
    }
  });
  if (!(m0 > 0)) throw new BuildError('empty', 'the spectrum holds no energy');
  return {
    peak: frequencies[peak],
    m0,
    lowest: frequencies[0],
    highest: frequencies[n - 1],
    density: (w) => {
      const i = findInterval(frequencies, w);
      if (i < 0 || i >= n - 1) return 0;
      const s = (w - frequencies[i]) / (frequencies[i + 1] - frequencies[i]);
      return densities[i] + s * (densities[i + 1] - densities[i]);
    },
  };
}

/**
 * Shares of the energy in `count` directions between -limit and limit about the main one, by cos^2s of half the angle; the shares add to 1.
 * Returns offsets [rad] and shares.
 */
export function spreadDirections(s: number, count: number): { offsets: Float64Array; shares: Float64Array } {
  if (!(s > 0)) throw new BuildError('not-positive', `spreading must be > 0, found ${s}`, ['spreading']);
  // where cos^2s has fallen to 1 %: cos(x/2) = 0.01^(1/2s)
  const edge = Math.min(PI, 2 * acos(pow(0.01, 0.5 / s)));
  const offsets = new Float64Array(count);
  const shares = new Float64Array(count);
  let sum = 0;
  for (let m = 0; m < count; m++) {
    offsets[m] = count === 1 ? 0 : edge * ((2 * m + 1) / count - 1);
    shares[m] = pow(cos(0.5 * offsets[m]), 2 * s);
    sum += shares[m];
  }
  for (let m = 0; m < count; m++) shares[m] /= sum;
  return { offsets, shares };
}
