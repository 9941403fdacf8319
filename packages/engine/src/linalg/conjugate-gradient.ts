/**
 * Solves a large symmetric positive definite system with few entries per row: conjugate gradients, preconditioned by the
 * diagonal (Golub & Van Loan 2013, alg. 11.5.1). For systems that are solved once while a model is built, not in a step.
 */

/** Sparse matrix by rows: entries of row i are start[i] ... start[i + 1] - 1. Both halves are stored. */
export interface SparseRows {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/**
 * Solves A x = b, starting from the given x, until the residual is `part` of b in the norm of the preconditioner. Returns the
 * number of iterations, or -1 if it did not converge.
 */
export function conjugateGradient(
  x: Float64Array,
  { start, column, value }: SparseRows,
  b: Float64Array,
  part: number,
): number {
  const n = b.length;
  const inverse = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) if (column[k] === i) inverse[i] = 1 / value[k];
  }
  const r = new Float64Array(n);
  const p = new Float64Array(n);
  const q = new Float64Array(n);
  const multiply = (out: Float64Array, v: Float64Array): void => {
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = start[i]; k < start[i + 1]; k++) sum += value[k] * v[column[k]];
      out[i] = sum;
    }
  };
  multiply(q, x);
  let size = 0;
  let rho = 0;
  for (let i = 0; i < n; i++) {
    r[i] = b[i] - q[i];
    p[i] = inverse[i] * r[i];
    rho += r[i] * p[i];
    size += b[i] * b[i] * inverse[i];
  }
  const enough = part * part * size;
  const most = 20 * n + 20;
  for (let round = 0; round < most; round++) {
    if (!(rho > enough)) return round;
    multiply(q, p);
    let across = 0;
    for (let i = 0; i < n; i++) across += p[i] * q[i];
    if (!(across > 0)) return -1;
    const alpha = rho / across;
    let next = 0;
    for (let i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      q[i] = inverse[i] * r[i];
      next += r[i] * q[i];
    }
    const beta = next / rho;
    rho = next;
    for (let i = 0; i < n; i++) p[i] = q[i] + beta * p[i];
  }
  return -1;
}
