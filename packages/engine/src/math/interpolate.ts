/**
 * Tables of (time, value) with strictly increasing times: piecewise linear, or a natural cubic spline. Outside the table the
 * end values hold. Results are value, first and second derivative at out[o], out[o + 1], out[o + 2]. Where a derivative jumps,
 * its value on the right is given.
 */
import type { Numbers } from './types.ts';

/** Index i with times[i] <= t < times[i + 1]; -1 before the first time, n - 1 from the last one on. */
export function findInterval(times: Numbers, t: number): number {
  let low = -1;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return low;
}

/** Piecewise linear; t is passed in out[o]. */
export function interpolateLinear(out: Float64Array, o: number, times: Numbers, values: Numbers): void {
  const t = out[o];
  const i = findInterval(times, t);
  const last = times.length - 1;
  out[o + 1] = 0;
  out[o + 2] = 0;
  if (i < 0) out[o] = values[0];
  else if (i >= last) out[o] = values[last];
  else {
    const slope = (values[i + 1] - values[i]) / (times[i + 1] - times[i]);
    out[o] = values[i] + slope * (t - times[i]);
    out[o + 1] = slope;
  }
}

/**
 * Second derivatives M_i of the natural spline at its knots (M = 0 at both ends), from
 *   h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (d_i - d_{i-1}),  d_i = (y_{i+1} - y_i)/h_i
 * (de Boor 2001, chapter IV). The matrix is diagonally dominant, so elimination needs no pivots.
 */
export function splineMoments(times: Numbers, values: Numbers): Float64Array {
  const n = times.length;
  const moments = new Float64Array(n);
  const upper = new Float64Array(n); // M_i = moments_i - upper_i M_{i+1}
  for (let i = 1; i < n - 1; i++) {
    const before = times[i] - times[i - 1];
    const after = times[i + 1] - times[i];
    const jump = (values[i + 1] - values[i]) / after - (values[i] - values[i - 1]) / before;
    const pivot = 2 * (before + after) - before * upper[i - 1];
    upper[i] = after / pivot;
    moments[i] = (6 * jump - before * moments[i - 1]) / pivot;
  }
  for (let i = n - 2; i > 0; i--) moments[i] -= upper[i] * moments[i + 1];
  return moments;
}

/** Natural cubic spline, `moments` from splineMoments; t is passed in out[o]. */
export function interpolateSpline(
  out: Float64Array,
  o: number,
  times: Numbers,
  values: Numbers,
  moments: Numbers,
): void {
  const t = out[o];
  const i = findInterval(times, t);
  const last = times.length - 1;
  if (i < 0 || i >= last) {
    out[o] = values[i < 0 ? 0 : last];
    out[o + 1] = 0;
    out[o + 2] = 0;
    return;
  }
  const h = times[i + 1] - times[i];
  const s = t - times[i];
  const m0 = moments[i];
  const m1 = moments[i + 1];
  const slope = (values[i + 1] - values[i]) / h - (h * (2 * m0 + m1)) / 6; // at the left knot
  const third = (m1 - m0) / h;
  out[o] = values[i] + s * (slope + s * (0.5 * m0 + (s * third) / 6));
  out[o + 1] = slope + s * (m0 + 0.5 * s * third);
  out[o + 2] = m0 + s * third;
}
