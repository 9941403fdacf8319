/**
 * Mean slip of the points of a patch: G = sum N_k J_k^T P_k J_k / sum N_k over the points that push (notation of brush.ts), 6 x 6. V the
 * motion at the centre, V^T G V is the mean square of the speed of slip and -s G V the wrench of viscous friction with a total of s [N
 * s/m]: both belong to the patch as a whole and do not depend on its points.
 */
import { BRUSH_POINT } from './brush-points.ts';

const g = new Float64Array(6);

/** flat: all points have the normal of the first. */
export function patchSlide(out: Float64Array, points: Float64Array, count: number, flat: boolean): void {
  out.fill(0);
  let total = 0;
  for (let q = 0; q < BRUSH_POINT * count; q += BRUSH_POINT) {
    const N = points[q + 6];
    if (!(N > 0)) continue;
    total += N;
    const n = flat ? 3 : q + 3;
    // P = sum of its columns times their transposes
    for (let k = 0; k < 3; k++) {
      const px = (k === 0 ? 1 : 0) - points[n] * points[n + k];
      const py = (k === 1 ? 1 : 0) - points[n + 1] * points[n + k];
      const pz = (k === 2 ? 1 : 0) - points[n + 2] * points[n + k];
      g[0] = px;
      g[1] = py;
      g[2] = pz;
      g[3] = points[q + 1] * pz - points[q + 2] * py;
      g[4] = points[q + 2] * px - points[q] * pz;
      g[5] = points[q] * py - points[q + 1] * px;
      for (let i = 0; i < 6; i++) for (let j = 0; j <= i; j++) out[6 * i + j] += N * g[i] * g[j];
    }
  }
  const unit = total > 0 ? 1 / total : 0;
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j <= i; j++) {
      out[6 * i + j] *= unit;
      out[6 * j + i] = out[6 * i + j];
    }
  }
}
