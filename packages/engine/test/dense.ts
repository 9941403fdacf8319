/**
 * x <- a^-1 x for a small dense system: LU with partial pivoting (Golub and Van Loan 2013, alg. 3.4.1).
 * `a` is n x n row-major and destroyed; nothing is allocated. False, with x meaningless, when a column has no pivot
 * above the rounding error of the matrix, n 2^-52 max|a|.
 */
export function solveDense(a: Float64Array, x: Float64Array, n: number): boolean {
  let scale = 0;
  for (let e = 0; e < n * n; e++) scale = Math.max(scale, Math.abs(a[e]));
  const smallest = n * 2.220446049250313e-16 * scale;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let r = k + 1; r < n; r++) if (Math.abs(a[r * n + k]) > Math.abs(a[best * n + k])) best = r;
    const pivot = a[best * n + k];
    if (!(Math.abs(pivot) > smallest && Math.abs(pivot) < Infinity)) return false;
    if (best !== k) {
      for (let c = k; c < n; c++) {
        const kept = a[k * n + c];
        a[k * n + c] = a[best * n + c];
        a[best * n + c] = kept;
      }
      const kept = x[k];
      x[k] = x[best];
      x[best] = kept;
    }
    for (let r = k + 1; r < n; r++) {
      const l = a[r * n + k] / pivot;
      if (l === 0) continue;
      for (let c = k + 1; c < n; c++) a[r * n + c] -= l * a[k * n + c];
      x[r] -= l * x[k];
    }
  }
  for (let r = n - 1; r >= 0; r--) {
    let sum = x[r];
    for (let c = r + 1; c < n; c++) sum -= a[r * n + c] * x[c];
    x[r] = sum / a[r * n + r];
  }
  return true;
}
