/**
 * What a field stores, U = integral of min(p_A, p_B) over the common volume (Elandt 2022, eqs 4.4, A.1), from the surface alone: with G(x)
 * the integral of f from x straight along a direction d to where f is 0, the volume on that side of the surface holds
 *   integral f dV = integral over the surface of G (d.n) dS      (divergence theorem)
 * It is exact where d points out of the solid on all of its wetted surface, and G is quadratic over each polygon. A field whose cells all have
 * one apex c needs no rays: with r = 1 - e, which grows in proportion to the distance from c,
 *   W = (x - c) (1/3 - r/4 - 1/(12 r^3)),   div W = e,   W = 0 on the surface of the solid
 * and on a triangle (x - c).n is constant, r linear, and the mean of 1/r^3 is 1/(r1 r2 r3).
 */
import { CELL, CELL_GRADIENT, type ExtentField } from '../../geometry/index.ts';

/** Cells that a walk passes at most. */
const MOST_CELLS_PASSED = 1000;

/** -12 times the mean of 1/3 - r/4 - 1/(12 r^3) over a triangle, r = 1 - e, e at its corners; without differences of nearly equal numbers. */
export function apexMean(e1: number, e2: number, e3: number): number {
  const sum = e1 + e2 + e3;
  const pairs = e1 * e2 + e2 * e3 + e3 * e1;
  const all = e1 * e2 * e3;
  const left = (1 - e1) * (1 - e2) * (1 - e3);
  return left > 0 ? (sum * sum - pairs + all - sum * pairs + sum * all) / left : 0;
}

/** [m] integral of e from x = p[0..2], in a cell, along the unit vector p[3..5] out of the field. */
export function extentAlong(field: ExtentField, cell: number, p: Float64Array): number {
  const { cells: S, neighbours } = field;
  const dx = p[3];
  const dy = p[4];
  const dz = p[5];
  let x = p[0];
  let y = p[1];
  let z = p[2];
  let before = -1;
  let sum = 0;
  for (let n = 0; n < MOST_CELLS_PASSED; n++) {
    const o = CELL * cell;
    let way = Number.POSITIVE_INFINITY;
    let face = -1;
    for (let k = 0; k < 4; k++) {
      const q = o + 4 * k;
      const along = S[q] * dx + S[q + 1] * dy + S[q + 2] * dz;
      if (!(along < 0) || (before >= 0 && neighbours[4 * cell + k] === before)) continue;
      const t = -(S[q] * x + S[q + 1] * y + S[q + 2] * z + S[q + 3]) / along;
      if (t >= way) continue;
      way = t;
      face = k;
    }
    if (face < 0) return sum;
    if (way < 0) way = 0;
    const g = o + CELL_GRADIENT;
    const e = S[g] * x + S[g + 1] * y + S[g + 2] * z + S[g + 3];
    const slope = S[g] * dx + S[g + 1] * dy + S[g + 2] * dz;
    sum += way * (e + 0.5 * way * slope);
    before = cell;
    cell = neighbours[4 * cell + face];
    if (cell < 0) return sum;
    x += way * dx;
    y += way * dy;
    z += way * dz;
  }
  return sum;
}
