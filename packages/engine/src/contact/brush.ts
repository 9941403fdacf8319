/**
 * What a rigid brush over a bent patch keeps of the deflections found: the z and theta that come nearest to them,
 *   least sum of N |P (z + theta x rho) - s / s0|^2,  P = 1 - n n^T across the normal n of each point,
 * so tractions keep their resultant and their moment. With a = (n, rho x n) and J = [1, -[rho]x] the six equations have the
 * matrix sum N (J^T J - a a^T). What no point feels, as turning about an axis across a flat patch, stays out.
 */

/** Sums over the points of a patch: matrix (6 x 6, lower half by rows), right-hand side. */
const M = new Float64Array(36);
const rhs = new Float64Array(6);
const order = new Int32Array(6);
/** A pivot below this part of the largest is rounding. */
const RANK = 1e-9;

export function clearFit(): void {
  M.fill(0);
  rhs.fill(0);
}

/** The point added next: normal force N, place (3), normal n (3), deflection s of its bristle times s0 (3). */
export const FIT: Float64Array = new Float64Array(10);

/** What is handed to it stands in FIT: ten numbers a point would be boxed one by one. */
export function addToFit(): void {
  const N = FIT[0];
  const x = FIT[1];
  const y = FIT[2];
  const z = FIT[3];
  const nx = FIT[4];
  const ny = FIT[5];
  const nz = FIT[6];
  const sx = FIT[7];
  const sy = FIT[8];
  const sz = FIT[9];
  const a3 = y * nz - z * ny;
  const a4 = z * nx - x * nz;
  const a5 = x * ny - y * nx;
  M[0] += N * (1 - nx * nx);
  M[6] -= N * ny * nx;
  M[7] += N * (1 - ny * ny);
  M[12] -= N * nz * nx;
  M[13] -= N * nz * ny;
  M[14] += N * (1 - nz * nz);
  M[18] -= N * a3 * nx;
  M[19] -= N * (z + a3 * ny);
  M[20] += N * (y - a3 * nz);
  M[21] += N * (y * y + z * z - a3 * a3);
  M[24] += N * (z - a4 * nx);
  M[25] -= N * a4 * ny;
  M[26] -= N * (x + a4 * nz);
  M[27] -= N * (x * y + a4 * a3);
  M[28] += N * (x * x + z * z - a4 * a4);
  M[30] -= N * (y + a5 * nx);
  M[31] += N * (x - a5 * ny);
  M[32] -= N * a5 * nz;
  M[33] -= N * (x * z + a5 * a3);
  M[34] -= N * (y * z + a5 * a4);
  M[35] += N * (x * x + y * y - a5 * a5);
  rhs[0] += N * sx;
  rhs[1] += N * sy;
  rhs[2] += N * sz;
  rhs[3] += N * (y * sz - z * sy);
  rhs[4] += N * (z * sx - x * sz);
  rhs[5] += N * (x * sy - y * sx);
}

/** brush: z (3), zeta about the mean normal n, the rest of theta (3). */
export function solveFit(brush: Float64Array, { s0 }: { readonly s0: number }, n: Float64Array): void {
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  brush.fill(0);
  const turn = M[21] + M[28] + M[35];
  const slide = M[0] + M[7] + M[14];
  if (!(slide > 0)) return;
  // turns counted in lengths of the patch, so that all pivots compare
  const scale = turn > 0 ? Math.sqrt(slide / turn) : 0;
  for (let i = 0; i < 6; i++) {
    order[i] = i;
    for (let j = 0; j <= i; j++) {
      M[6 * i + j] *= (i > 2 ? scale : 1) * (j > 2 ? scale : 1);
      M[6 * j + i] = M[6 * i + j];
    }
    rhs[i] *= i > 2 ? scale : 1;
  }
  const rank = eliminate();
  for (let i = rank - 1; i >= 0; i--) {
    const p = order[i];
    let sum = rhs[p];
    for (let j = i + 1; j < rank; j++) sum -= M[6 * p + order[j]] * rhs[order[j]];
    rhs[p] = sum / M[7 * p];
  }
  for (let i = rank; i < 6; i++) rhs[order[i]] = 0;
  const tx = (rhs[3] * scale) / s0;
  const ty = (rhs[4] * scale) / s0;
  const tz = (rhs[5] * scale) / s0;
  const zeta = tx * nx + ty * ny + tz * nz;
  brush[0] = rhs[0] / s0;
  brush[1] = rhs[1] / s0;
  brush[2] = rhs[2] / s0;
  brush[3] = zeta;
  brush[4] = tx - zeta * nx;
  brush[5] = ty - zeta * ny;
  brush[6] = tz - zeta * nz;
}

/** Gauss with the largest pivot of the diagonal first; the rank. */
function eliminate(): number {
  let largest = 0;
  for (let i = 0; i < 3; i++) largest += M[7 * i]; // turns are scaled to have this sum too
  const least = RANK * largest;
  for (let i = 0; i < 6; i++) {
    let best = i;
    for (let k = i + 1; k < 6; k++) if (M[7 * order[k]] > M[7 * order[best]]) best = k;
    const p = order[best];
    order[best] = order[i];
    order[i] = p;
    if (!(M[7 * p] > least)) return i;
    for (let k = i + 1; k < 6; k++) {
      const row = order[k];
      const factor = M[6 * row + p] / M[7 * p];
      for (let l = i + 1; l < 6; l++) M[6 * row + order[l]] -= factor * M[6 * p + order[l]];
      rhs[row] -= factor * rhs[p];
    }
  }
  return 6;
}
