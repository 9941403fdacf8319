/**
 * Retardation functions from coefficients of a panel program (Ogilvie 1964):
 *   K(t) = (2/pi) int_0^inf B(w) cos(w t) dw,    A_inf = A(w) + (1/w) int_0^inf K(t) sin(w t) dt
 * B is linear between its frequencies, zero at w = 0, and falls as w^-3 beyond the last one. Each piece is integrated in closed form, so no
 * frequency grid limits the time. Where A_inf is not given, it is the mean over the given frequencies. K falls smoothly to zero over its
 * last fifth.
 */
import { BuildError } from '../../base/index.ts';
import { cos, PI, sin } from '../../math/index.ts';

export interface RadiationData {
  /** [rad/s] increasing, > 0 */
  readonly frequencies: readonly number[];
  /** 36 numbers a frequency, row-major [kg ...], [N s/m ...] */
  readonly addedMass: readonly number[];
  readonly damping: readonly number[];
  /** at infinite frequency, 36 numbers; missing: computed from the others */
  readonly infinite?: readonly number[];
}

export interface Retardation {
  readonly step: number;
  readonly kernel: Float64Array;
  /** 36 numbers */
  readonly infinite: Float64Array;
}

/** Beyond the last frequency B falls with its cube: number of pieces, and upper end as a multiple of that frequency. */
const TAIL_PIECES = 24;
const TAIL_END = 5;
const FADE = 0.2;

export function retardation(data: RadiationData, step: number, duration: number): Retardation {
  const { frequencies: w, damping: B, addedMass: A } = data;
  const n = w.length;
  if (n < 3 || B.length !== 36 * n || A.length !== 36 * n) {
    throw new BuildError('bem', `needs 36 numbers of added mass and damping at 3 frequencies or more, found ${n}`);
  }
  const count = Math.max(2, Math.round(duration / step));
  const kernel = new Float64Array(36 * (count + 1));
  const grid = [0, ...w];
  for (let i = 1; i <= TAIL_PIECES; i++)
    grid.push(w[n - 1] * (1 + ((TAIL_END - 1) * i * i) / (TAIL_PIECES * TAIL_PIECES)));
  for (let c = 0; c < 36; c++) {
    const values = grid.map((x, i) => {
      if (i === 0) return 0;
      if (i <= n) return B[36 * (i - 1) + c];
      const ratio = w[n - 1] / x;
      return B[36 * (n - 1) + c] * ratio * ratio * ratio;
    });
    if (values.every((x) => x === 0)) continue;
    for (let k = 0; k <= count; k++) kernel[36 * k + c] = (2 / PI) * cosineIntegral(grid, values, k * step);
  }
  const infinite = data.infinite ? Float64Array.from(data.infinite) : meanInfinite(data, kernel, step, count);
  for (let k = 0; k <= count; k++) {
    const s = (k / count - 1 + FADE) / FADE;
    if (s <= 0) continue;
    const part = 0.5 * (1 + cos(PI * s));
    for (let c = 0; c < 36; c++) kernel[36 * k + c] *= part;
  }
  return { step, kernel, infinite };
}

/** int B cos(w t) dw of a piecewise linear B. */
function cosineIntegral(x: readonly number[], y: readonly number[], t: number): number {
  let sum = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const [a, b] = [x[i], x[i + 1]];
    const h = b - a;
    if (t * h < 1e-3) {
      sum += 0.5 * h * (y[i] * cos(a * t) + y[i + 1] * cos(b * t));
      continue;
    }
    // int (y + slope (w - a)) cos(w t) dw by parts
    const slope = (y[i + 1] - y[i]) / h;
    sum += (y[i + 1] * sin(b * t) - y[i] * sin(a * t)) / t + (slope * (cos(b * t) - cos(a * t))) / (t * t);
  }
  return sum;
}

function meanInfinite(
  { frequencies, addedMass }: RadiationData,
  K: Float64Array,
  step: number,
  count: number,
): Float64Array {
  const out = new Float64Array(36);
  frequencies.forEach((w, i) => {
    for (let c = 0; c < 36; c++) {
      let sum = 0;
      for (let k = 0; k < count; k++) {
        // K linear between samples: int K sin(w t) dt over one
        const [a, b] = [K[36 * k + c], K[36 * k + 36 + c]];
        const [t0, t1] = [k * step, (k + 1) * step];
        const slope = (b - a) / step;
        sum += (a * cos(w * t0) - b * cos(w * t1)) / w + (slope * (sin(w * t1) - sin(w * t0))) / (w * w);
      }
      out[c] += (addedMass[36 * i + c] + sum / w) / frequencies.length;
    }
  });
  return out;
}

/**
 * Smallest damping int K cos(w t) dt over frequencies and the six motions, each over its largest. Negative: the motion would gain energy
 * from calm water at some frequency, which is impossible.
 */
export function leastDamping({ kernel, step }: Retardation, frequencies: readonly number[]): number {
  const count = kernel.length / 36 - 1;
  let worst = Number.POSITIVE_INFINITY;
  for (let r = 0; r < 6; r++) {
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    for (const w of frequencies) {
      let sum = 0;
      for (let k = 0; k <= count; k++) {
        sum += (k === 0 || k === count ? 0.5 : 1) * kernel[36 * k + 7 * r] * cos(w * k * step) * step;
      }
      least = Math.min(least, sum);
      most = Math.max(most, Math.abs(sum));
    }
    if (most > 0) worst = Math.min(worst, least / most);
  }
  return worst;
}
