/**
 * One step of BlockLU for any pivot size, in loops: the plain form of what kernels.gen.ts unrolls for sizes 1 to 6. Sums run in
 * the same order in both, so both give the same bits.
 */

/** Factors the pivot block and eliminates it. False when a pivot is not finite or smaller than `smallest`. */
export function eliminateAny(a: Float64Array, program: Int32Array, at: number, smallest: number): boolean {
  const n = program[at];
  const d = program[at + 2];
  const count = program[at + 4];
  const first = at + 6;
  const last = first + 4 * count;
  if (!factorDiagonal(a, d, n, smallest)) return false;
  for (let p = first; p < last; p += 4) {
    solveLower(a, program[p + 1], program[p], d, n);
    solveUpper(a, program[p + 2], program[p], d, n);
  }
  let t = last;
  for (let p = first; p < last; p += 4) {
    for (let q = first; q < last; q += 4, t++) {
      subtractProduct(a, program[t], program[p + 1], program[q + 2], program[p], program[q], n);
    }
  }
  return true;
}

/** x_k <- L_k^-1 x_k, then x_i -= L_ik x_k. */
export function forwardAny(a: Float64Array, program: Int32Array, at: number, x: Float64Array): void {
  const n = program[at];
  const d = program[at + 2];
  const xk = program[at + 3];
  const last = at + 6 + 4 * program[at + 4];
  for (let r = 1; r < n; r++) {
    let sum = x[xk + r];
    for (let c = 0; c < r; c++) sum -= a[d + r * n + c] * x[xk + c];
    x[xk + r] = sum;
  }
  for (let p = at + 6; p < last; p += 4) {
    const rows = program[p];
    const l = program[p + 1];
    const xi = program[p + 3];
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (let c = 0; c < n; c++) sum += a[l + r * n + c] * x[xk + c];
      x[xi + r] -= sum;
    }
  }
}

/** x_k -= U_ki x_i, then x_k <- U_k^-1 x_k. */
export function backwardAny(a: Float64Array, program: Int32Array, at: number, x: Float64Array): void {
  const n = program[at];
  const d = program[at + 2];
  const xk = program[at + 3];
  const last = at + 6 + 4 * program[at + 4];
  for (let p = at + 6; p < last; p += 4) {
    const columns = program[p];
    const u = program[p + 2];
    const xi = program[p + 3];
    for (let r = 0; r < n; r++) {
      let sum = x[xk + r];
      for (let c = 0; c < columns; c++) sum -= a[u + r * columns + c] * x[xi + c];
      x[xk + r] = sum;
    }
  }
  for (let r = n - 1; r >= 0; r--) {
    let sum = x[xk + r];
    for (let c = n - 1; c > r; c--) sum -= a[d + r * n + c] * x[xk + c];
    x[xk + r] = sum * a[d + r * n + r];
  }
}

/** LU of the n x n block at d in place: unit lower part, inverted diagonal of the upper part. */
function factorDiagonal(a: Float64Array, d: number, n: number, smallest: number): boolean {
  for (let k = 0; k < n; k++) {
    const pivot = a[d + k * n + k];
    const size = Math.abs(pivot);
    if (!(size >= smallest && size < Infinity)) return false;
    const inverse = 1 / pivot;
    a[d + k * n + k] = inverse;
    for (let r = k + 1; r < n; r++) {
      const l = a[d + r * n + k] * inverse;
      a[d + r * n + k] = l;
      for (let c = k + 1; c < n; c++) a[d + r * n + c] -= l * a[d + k * n + c];
    }
  }
  return true;
}

/** m x n block at l: L_ik = A_ik U_k^-1. */
function solveLower(a: Float64Array, l: number, m: number, d: number, n: number): void {
  for (let r = 0; r < m; r++) {
    for (let c = 0; c < n; c++) {
      let sum = a[l + r * n + c];
      for (let k = 0; k < c; k++) sum -= a[l + r * n + k] * a[d + k * n + c];
      a[l + r * n + c] = sum * a[d + c * n + c];
    }
  }
}

/** n x m block at u: U_ki = L_k^-1 A_ki. */
function solveUpper(a: Float64Array, u: number, m: number, d: number, n: number): void {
  for (let r = 1; r < n; r++) {
    for (let k = 0; k < r; k++) {
      const l = a[d + r * n + k];
      for (let c = 0; c < m; c++) a[u + r * m + c] -= l * a[u + k * m + c];
    }
  }
}

/** Target (mi x mj) -= L (mi x n) U (n x mj). */
function subtractProduct(
  a: Float64Array,
  target: number,
  l: number,
  u: number,
  mi: number,
  mj: number,
  n: number,
): void {
  for (let r = 0; r < mi; r++) {
    for (let c = 0; c < mj; c++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += a[l + r * n + k] * a[u + k * mj + c];
      a[target + r * mj + c] -= sum;
    }
  }
}
