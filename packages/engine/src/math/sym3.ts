/**
 * Symmetric 3x3 tensors as six numbers xx, yy, zz, xy, xz, yz from an offset; the xy of an inertia is the tensor
 * component, -integral of x y dm. `out` may be one of the inputs.
 */
import type { Numbers } from './types.ts';

const work = new Float64Array(9);
const basis = new Float64Array(9);
const product = new Float64Array(9);

/** Six numbers to a row-major 3x3 matrix. */
export function sym3ToMatrix(out: Float64Array, o: number, S: Numbers, s: number): void {
  const xy = S[s + 3];
  const xz = S[s + 4];
  const yz = S[s + 5];
  const yy = S[s + 1];
  const zz = S[s + 2];
  out[o] = S[s];
  out[o + 1] = xy;
  out[o + 2] = xz;
  out[o + 3] = xy;
  out[o + 4] = yy;
  out[o + 5] = yz;
  out[o + 6] = xz;
  out[o + 7] = yz;
  out[o + 8] = zz;
}

/** out = R S R^T: the tensor in the axes that R rotates to */
export function rotateSym3(out: Float64Array, o: number, R: Numbers, r: number, S: Numbers, s: number): void {
  sym3ToMatrix(work, 0, S, s);
  for (let i = 0; i < 3; i++) {
    const x = R[r + 3 * i];
    const y = R[r + 3 * i + 1];
    const z = R[r + 3 * i + 2];
    product[3 * i] = x * work[0] + y * work[3] + z * work[6];
    product[3 * i + 1] = x * work[1] + y * work[4] + z * work[7];
    product[3 * i + 2] = x * work[2] + y * work[5] + z * work[8];
  }
  out[o] = rowDot(0, R, r);
  out[o + 1] = rowDot(3, R, r + 3);
  out[o + 2] = rowDot(6, R, r + 6);
  out[o + 3] = rowDot(0, R, r + 3);
  out[o + 4] = rowDot(0, R, r + 6);
  out[o + 5] = rowDot(3, R, r + 6);
}

function rowDot(p: number, R: Numbers, r: number): number {
  return product[p] * R[r] + product[p + 1] * R[r + 1] + product[p + 2] * R[r + 2];
}

/**
 * Parallel axes (Steiner): I += m (d.d 1 - d d^T) moves the reference from the centre of mass to a point at d from it [m]. A
 * negative mass moves it back.
 */
export function addParallelAxis(I: Float64Array, o: number, mass: number, dx: number, dy: number, dz: number): void {
  I[o] += mass * (dy * dy + dz * dz);
  I[o + 1] += mass * (dx * dx + dz * dz);
  I[o + 2] += mass * (dx * dx + dy * dy);
  I[o + 3] -= mass * dx * dy;
  I[o + 4] -= mass * dx * dz;
  I[o + 5] -= mass * dy * dz;
}

/**
 * Eigenvalues (ascending, 3 numbers from v) and eigenvectors of S by cyclic Jacobi turns (Golub and Van Loan, 8.5).
 * The eigenvectors are the columns of the row-major matrix at m, a rotation: S = V diag(values) V^T.
 */
export function eigenSym3(
  values: Float64Array,
  v: number,
  vectors: Float64Array,
  m: number,
  S: Numbers,
  s: number,
): void {
  sym3ToMatrix(work, 0, S, s);
  basis.fill(0);
  basis[0] = 1;
  basis[4] = 1;
  basis[8] = 1;
  // convergence is quadratic: 5 sweeps suffice for any matrix; 30 is a bound that is never reached
  for (let sweep = 0; sweep < 30; sweep++) {
    const off = Math.abs(work[1]) + Math.abs(work[2]) + Math.abs(work[5]);
    if (off === 0) break;
    jacobiTurn(0, 1);
    jacobiTurn(0, 2);
    jacobiTurn(1, 2);
  }
  sortColumns();
  const sign = handedness();
  for (let i = 0; i < 3; i++) {
    values[v + i] = work[4 * i];
    vectors[m + 3 * i] = basis[3 * i];
    vectors[m + 3 * i + 1] = basis[3 * i + 1];
    vectors[m + 3 * i + 2] = sign * basis[3 * i + 2];
  }
}

/** Turns columns p, q so that work[p][q] = 0. */
function jacobiTurn(p: number, q: number): void {
  const apq = work[3 * p + q];
  if (apq === 0) return;
  const app = work[4 * p];
  const aqq = work[4 * q];
  if (Math.abs(apq) < 1e-17 * (Math.abs(app) + Math.abs(aqq))) {
    // below the last bit of both: done, and the loop ends at an exact zero
    work[3 * p + q] = 0;
    work[3 * q + p] = 0;
    return;
  }
  const tau = (aqq - app) / (2 * apq);
  const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const sine = t * c;
  const k = 3 - p - q;
  const apk = work[3 * p + k];
  const aqk = work[3 * q + k];
  work[4 * p] = app - t * apq;
  work[4 * q] = aqq + t * apq;
  work[3 * p + q] = 0;
  work[3 * q + p] = 0;
  work[3 * p + k] = c * apk - sine * aqk;
  work[3 * k + p] = work[3 * p + k];
  work[3 * q + k] = sine * apk + c * aqk;
  work[3 * k + q] = work[3 * q + k];
  for (let i = 0; i < 9; i += 3) {
    const bp = basis[i + p];
    const bq = basis[i + q];
    basis[i + p] = c * bp - sine * bq;
    basis[i + q] = sine * bp + c * bq;
  }
}

function sortColumns(): void {
  if (work[0] > work[4]) swapColumns(0, 1);
  if (work[4] > work[8]) swapColumns(1, 2);
  if (work[0] > work[4]) swapColumns(0, 1);
}

function swapColumns(p: number, q: number): void {
  const value = work[4 * p];
  work[4 * p] = work[4 * q];
  work[4 * q] = value;
  for (let i = 0; i < 9; i += 3) {
    const entry = basis[i + p];
    basis[i + p] = basis[i + q];
    basis[i + q] = entry;
  }
}

/** 1 for a right-handed basis, -1 for a left-handed one */
function handedness(): number {
  const b = basis;
  const det =
    b[0] * (b[4] * b[8] - b[5] * b[7]) + b[1] * (b[5] * b[6] - b[3] * b[8]) + b[2] * (b[3] * b[7] - b[4] * b[6]);
  return det < 0 ? -1 : 1;
}
