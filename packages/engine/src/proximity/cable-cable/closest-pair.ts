/**
 * A local minimum of the distance between two cables, from a start: Newton's method on
 *   f = |P(s) - Q(t)|^2/2,  gradient [P'.D, -Q'.D],  Hessian [[P'.P' + P''.D, -P'.Q'], [., Q'.Q' - Q''.D]],  D = P - Q
 * (Roy 2007, eqs. 2.8-2.9 and appendix B, where rows y and z repeat C_x and d stands for d^2). The Hessian is made definite by a multiple
 * of the identity, steps are limited to half an element, and points may slide into neighbouring elements. s and t are unstretched lengths,
 * in which a spline is smooth across nodes whatever the lengths of its elements are.
 */
import type { CableCurves } from './curves.ts';

/** Inputs and outputs of closestPair: places as u of elements, the elements, and the squared distance [m^2]. */
export const PAIR_U = 0;
export const PAIR_W = 1;
export const PAIR_I = 2;
export const PAIR_J = 3;
export const PAIR_D2 = 4;
export const PAIR_STRIDE = 5;

/** f's derivatives: g1, g2, h11, h12, h22, and |D|^2 */
const now = new Float64Array(6);

/** Cosine between the distance and a tangent below which a point of a flat valley counts as a minimum. */
const FLAT = 1e-5;

/**
 * Moves both points downhill to a minimum. On one cable the second stays ahead of the first by `gap` [m] of unstretched length: false when
 * they reach that gap, or have not converged after steps across forty elements; true otherwise.
 */
export function closestPair(pair: Float64Array, curves: CableCurves, gap: number): boolean {
  const { arcStart, restLength, ends, cable } = curves;
  let i = pair[PAIR_I];
  let j = pair[PAIR_J];
  const same = cable[i] === cable[j];
  let s = arcStart[i] + pair[PAIR_U] * restLength[i];
  let t = arcStart[j] + pair[PAIR_W] * restLength[j];
  const longest = 0.5 * Math.min(restLength[i], restLength[j]);
  let radius = longest;
  evaluate(curves, i, s, j, t);
  let d2 = now[5];
  let there = false;
  for (let k = 0; k < 80; k++) {
    const g1 = now[0];
    const g2 = now[1];
    let h11 = now[2];
    const h12 = now[3];
    let h22 = now[4];
    const heldS =
      ((ends[i] & 1) !== 0 && s <= arcStart[i] && g1 > 0) ||
      ((ends[i] & 2) !== 0 && s >= arcStart[i] + restLength[i] && g1 < 0);
    const heldT =
      ((ends[j] & 1) !== 0 && t <= arcStart[j] && g2 > 0) ||
      ((ends[j] & 2) !== 0 && t >= arcStart[j] + restLength[j] && g2 < 0);
    there = heldS && heldT;
    if (there) break;
    let ds = 0;
    let dt = 0;
    if (heldS) dt = h22 > 0 ? -g2 / h22 : g2 > 0 ? -radius : radius;
    else if (heldT) ds = h11 > 0 ? -g1 / h11 : g1 > 0 ? -radius : radius;
    else {
      const mean = 0.5 * (h11 + h22);
      const half = 0.5 * (h11 - h22);
      const spread = Math.sqrt(half * half + h12 * h12);
      const largest = Math.abs(mean) + spread;
      if (mean - spread < 1e-6 * largest) {
        const shift = 1e-6 * largest - (mean - spread);
        h11 += shift;
        h22 += shift;
      }
      const det = h11 * h22 - h12 * h12;
      ds = -(h22 * g1 - h12 * g2) / det;
      dt = -(h11 * g2 - h12 * g1) / det;
    }
    const most = Math.max(Math.abs(ds), Math.abs(dt));
    const scale = most > radius ? radius / most : 1;
    let a = elementAt(curves, i, s + ds * scale);
    let b = elementAt(curves, j, t + dt * scale);
    let x = within(curves, a, s + ds * scale);
    let y = within(curves, b, t + dt * scale);
    // a point that reaches an end of its cable stays there, and the other takes its own optimal step
    if (x !== s + ds * scale && !heldT) {
      y = t + limited(h22 > 0 ? -(g2 + h12 * (x - s)) / h22 : dt * scale, radius);
      b = elementAt(curves, j, y);
      y = within(curves, b, y);
    } else if (y !== t + dt * scale && !heldS) {
      x = s + limited(h11 > 0 ? -(g1 + h12 * (y - t)) / h11 : ds * scale, radius);
      a = elementAt(curves, i, x);
      x = within(curves, a, x);
    }
    const size = Math.max(Math.abs(x - s), Math.abs(y - t));
    if (same && y - x < gap) return false;
    evaluate(curves, a, x, b, y);
    if (now[5] > d2 * (1 + 1e-14)) {
      radius = 0.3 * Math.min(radius, size);
      there = radius < 1e-11 * longest;
      if (there) break;
      evaluate(curves, i, s, j, t);
      continue;
    }
    const step = Math.max(Math.abs(x - s), Math.abs(y - t));
    i = a;
    j = b;
    s = x;
    t = y;
    d2 = now[5];
    there = step < 1e-11 * longest;
    if (there) break;
    radius = Math.min(longest, 2 * radius);
  }
  pair[PAIR_I] = i;
  pair[PAIR_J] = j;
  pair[PAIR_U] = (s - arcStart[i]) / restLength[i];
  pair[PAIR_W] = (t - arcStart[j]) / restLength[j];
  pair[PAIR_D2] = d2;
  return there || (now[0] * now[0] + now[1] * now[1] < FLAT * FLAT * d2 && now[5] <= d2 * (1 + 1e-14));
}

function limited(x: number, most: number): number {
  return x > most ? most : x < -most ? -most : x;
}

/** The element at an unstretched length of the cable of element e, searched from e on. */
function elementAt(curves: CableCurves, from: number, arc: number): number {
  const { arcStart, restLength, ends } = curves;
  let e = from;
  while (arc < arcStart[e] && (ends[e] & 1) === 0) e--;
  while (arc > arcStart[e] + restLength[e] && (ends[e] & 2) === 0) e++;
  return e;
}

function within(curves: CableCurves, e: number, arc: number): number {
  const low = curves.arcStart[e];
  const high = low + curves.restLength[e];
  return arc < low ? low : arc > high ? high : arc;
}

function evaluate(curves: CableCurves, i: number, s: number, j: number, t: number): void {
  const { coefficients: c, arcStart, restLength } = curves;
  const scaleA = 1 / restLength[i];
  const scaleB = 1 / restLength[j];
  const a = (s - arcStart[i]) * scaleA;
  const b = (t - arcStart[j]) * scaleB;
  let d2 = 0;
  let g1 = 0;
  let g2 = 0;
  let h11 = 0;
  let h12 = 0;
  let h22 = 0;
  for (let k = 0, o = 12 * i, q = 12 * j; k < 3; k++, o += 4, q += 4) {
    const p = c[o] + a * (c[o + 1] + a * (c[o + 2] + a * c[o + 3]));
    const r = p - (c[q] + b * (c[q + 1] + b * (c[q + 2] + b * c[q + 3])));
    const u = c[o + 1] + a * (2 * c[o + 2] + 3 * a * c[o + 3]);
    const v = c[q + 1] + b * (2 * c[q + 2] + 3 * b * c[q + 3]);
    d2 += r * r;
    g1 += r * u;
    g2 -= r * v;
    h11 += u * u + r * (2 * c[o + 2] + 6 * a * c[o + 3]);
    h12 -= u * v;
    h22 += v * v - r * (2 * c[q + 2] + 6 * b * c[q + 3]);
  }
  now[0] = g1 * scaleA;
  now[1] = g2 * scaleB;
  now[2] = h11 * scaleA * scaleA;
  now[3] = h12 * scaleA * scaleB;
  now[4] = h22 * scaleB * scaleB;
  now[5] = d2;
}
