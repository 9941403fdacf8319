/**
 * By how much each node moves a point of the curve: the row of the linear map, for tangents of loads on the curve. The full
 * row falls off by sqrt(3) - 2 = -0.268 a node; here the six nodes around the element, from a system of ten nodes around it.
 * No weight is off by more than 0.01, all together by less than 0.03; loads themselves go by the full transpose, so nothing is
 * lost there.
 */
import type { CableSpline } from './cable-spline.ts';

/** Nodes of a row: from element - 2 to element + 3, those outside the cable with weight 0. */
export const ROW = 6;
const MARGIN = 4;
const WINDOW = 2 * MARGIN + 2;

const diagonal = new Float64Array(WINDOW);
const upper = new Float64Array(WINDOW);
const g = new Float64Array(WINDOW);
const full = new Float64Array(WINDOW);

export function curveWeights(out: Float64Array, o: number, spline: CableSpline, m: number, u: number): void {
  const { lengths, count } = spline;
  const from = Math.max(0, m - MARGIN);
  const to = Math.min(count - 1, m + 1 + MARGIN);
  const size = to - from + 1;
  const L = lengths[m];
  const a = 1 - u;
  for (let k = 0; k < size; k++) {
    full[k] = 0;
    g[k] = 0;
    const end = k === 0 || k === size - 1; // taken as free
    const i = from + k;
    diagonal[k] = end ? 1 : (lengths[i - 1] + lengths[i]) / 3;
    upper[k] = end || k + 1 === size - 1 ? 0 : lengths[i] / 6;
  }
  const at = m - from;
  full[at] = a;
  full[at + 1] = u;
  g[at] = ((a * a * a - a) * L * L) / 6;
  g[at + 1] = ((u * u * u - u) * L * L) / 6;
  g[0] = 0;
  g[size - 1] = 0;
  for (let k = 1; k < size; k++) {
    const r = upper[k - 1] / diagonal[k - 1];
    diagonal[k] -= r * upper[k - 1];
    g[k] -= r * g[k - 1];
  }
  g[size - 1] /= diagonal[size - 1];
  for (let k = size - 2; k >= 0; k--) g[k] = (g[k] - upper[k] * g[k + 1]) / diagonal[k];
  for (let k = 0; k + 1 < size; k++) {
    const d = ((k > 0 ? g[k] : 0) - (k + 2 < size ? g[k + 1] : 0)) / lengths[from + k];
    full[k] -= d;
    full[k + 1] += d;
  }
  for (let k = 0; k < ROW; k++) {
    const i = m - 2 + k;
    out[o + k] = i < from || i > to ? 0 : full[i - from];
  }
}
