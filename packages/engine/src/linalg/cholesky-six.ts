/** BlockCholesky for blocks of six rows: rigid bodies. Pivots are inverted by 3 x 3 quarters. */
import type { EliminationOrder } from './elimination-order.ts';

const L = new Float64Array(36);
/** Mask that lets the compiler assume that an offset is a small integer. */
const INDEX = 0x3fffffff;

/**
 * As BlockCholesky.factor. skip: 1 for blocks that are left out together with everything they are connected to. Returns -1 on
 * success, else the block whose pivot is not positive definite.
 */
export function factorSix(
  v: Float64Array,
  targets: Int32Array,
  { count, start, block }: EliminationOrder,
  skip: Uint8Array | undefined,
): number {
  let t = 0;
  for (let k = 0; k < count; k++) {
    const below = start[k + 1] - start[k];
    if (skip !== undefined && skip[block[k]] === 1) {
      t += (below * (below + 1)) >> 1;
      continue;
    }
    const d = 36 * k;
    if (!invertSix(v, d)) return block[k];
    const to = 36 * (count + start[k + 1]);
    for (let o = 36 * (count + start[k]); o < to; o += 36) {
      // L = A_jk D^-1, two rows at a time: they stay in registers for all blocks below
      for (let c = 0; c < 6; c += 2) {
        const i = o + 6 * c;
        const a0 = v[i];
        const a1 = v[i + 1];
        const a2 = v[i + 2];
        const a3 = v[i + 3];
        const a4 = v[i + 4];
        const a5 = v[i + 5];
        const b0 = v[i + 6];
        const b1 = v[i + 7];
        const b2 = v[i + 8];
        const b3 = v[i + 9];
        const b4 = v[i + 10];
        const b5 = v[i + 11];
        for (let m = 0; m < 6; m++) {
          const q = d + 6 * m;
          const e0 = v[q];
          const e1 = v[q + 1];
          const e2 = v[q + 2];
          const e3 = v[q + 3];
          const e4 = v[q + 4];
          const e5 = v[q + 5];
          L[6 * c + m] = a0 * e0 + a1 * e1 + a2 * e2 + a3 * e3 + a4 * e4 + a5 * e5;
          L[6 * c + 6 + m] = b0 * e0 + b1 * e1 + b2 * e2 + b3 * e3 + b4 * e4 + b5 * e5;
        }
        const y0 = L[6 * c];
        const y1 = L[6 * c + 1];
        const y2 = L[6 * c + 2];
        const y3 = L[6 * c + 3];
        const y4 = L[6 * c + 4];
        const y5 = L[6 * c + 5];
        const z0 = L[6 * c + 6];
        const z1 = L[6 * c + 7];
        const z2 = L[6 * c + 8];
        const z3 = L[6 * c + 9];
        const z4 = L[6 * c + 10];
        const z5 = L[6 * c + 11];
        for (let l = o, tp = t; l < to; tp++) {
          let at = (targets[tp] & INDEX) + c;
          for (const end = l + 36; l < end; l += 6) {
            const l0 = v[l];
            const l1 = v[l + 1];
            const l2 = v[l + 2];
            const l3 = v[l + 3];
            const l4 = v[l + 4];
            const l5 = v[l + 5];
            v[at] -= l0 * y0 + l1 * y1 + l2 * y2 + l3 * y3 + l4 * y4 + l5 * y5;
            v[at + 1] -= l0 * z0 + l1 * z1 + l2 * z2 + l3 * z3 + l4 * z4 + l5 * z5;
            at += 6;
          }
        }
      }
      t += (to - o) / 36;
      for (let m = 0; m < 36; m++) v[o + m] = L[m];
    }
  }
  return -1;
}

const P = new Float64Array(6); // inverse of a symmetric 3 x 3: 00 10 20 11 21 22
const S = new Float64Array(6);
const W = new Float64Array(9);
const X = new Float64Array(9);

/**
 * Replaces the symmetric block at v[d], of which the lower half is read, by its inverse: with quarters [P Q^T; Q R], W = Q P^-1
 * and S = R - W Q^T it is [P^-1 + W^T S^-1 W, -W^T S^-1; -S^-1 W, S^-1]. False: not positive definite.
 */
function invertSix(v: Float64Array, d: number): boolean {
  if (!invertThree(P, v[d], v[d + 6], v[d + 12], v[d + 7], v[d + 13], v[d + 14])) return false;
  for (let r = 0; r < 3; r++) {
    const q = d + 18 + 6 * r;
    const x = v[q];
    const y = v[q + 1];
    const z = v[q + 2];
    W[3 * r] = x * P[0] + y * P[1] + z * P[2];
    W[3 * r + 1] = x * P[1] + y * P[3] + z * P[4];
    W[3 * r + 2] = x * P[2] + y * P[4] + z * P[5];
  }
  const e = d + 18;
  const f = d + 24;
  const g = d + 30;
  const s00 = v[e + 3] - (W[0] * v[e] + W[1] * v[e + 1] + W[2] * v[e + 2]);
  const s10 = v[f + 3] - (W[3] * v[e] + W[4] * v[e + 1] + W[5] * v[e + 2]);
  const s20 = v[g + 3] - (W[6] * v[e] + W[7] * v[e + 1] + W[8] * v[e + 2]);
  const s11 = v[f + 4] - (W[3] * v[f] + W[4] * v[f + 1] + W[5] * v[f + 2]);
  const s21 = v[g + 4] - (W[6] * v[f] + W[7] * v[f + 1] + W[8] * v[f + 2]);
  const s22 = v[g + 5] - (W[6] * v[g] + W[7] * v[g + 1] + W[8] * v[g + 2]);
  if (!invertThree(S, s00, s10, s20, s11, s21, s22)) return false;
  // X = S^-1 W
  for (let c = 0; c < 3; c++) {
    X[c] = S[0] * W[c] + S[1] * W[3 + c] + S[2] * W[6 + c];
    X[3 + c] = S[1] * W[c] + S[3] * W[3 + c] + S[4] * W[6 + c];
    X[6 + c] = S[2] * W[c] + S[4] * W[3 + c] + S[5] * W[6 + c];
  }
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      v[d + 18 + 6 * r + c] = -X[3 * r + c];
      v[d + 6 * c + 3 + r] = -X[3 * r + c];
    }
  }
  v[e + 3] = S[0];
  v[e + 4] = S[1];
  v[e + 5] = S[2];
  v[f + 3] = S[1];
  v[f + 4] = S[3];
  v[f + 5] = S[4];
  v[g + 3] = S[2];
  v[g + 4] = S[4];
  v[g + 5] = S[5];
  v[d] = P[0] + W[0] * X[0] + W[3] * X[3] + W[6] * X[6];
  v[d + 6] = P[1] + W[1] * X[0] + W[4] * X[3] + W[7] * X[6];
  v[d + 12] = P[2] + W[2] * X[0] + W[5] * X[3] + W[8] * X[6];
  v[d + 7] = P[3] + W[1] * X[1] + W[4] * X[4] + W[7] * X[7];
  v[d + 13] = P[4] + W[2] * X[1] + W[5] * X[4] + W[8] * X[7];
  v[d + 14] = P[5] + W[2] * X[2] + W[5] * X[5] + W[8] * X[8];
  v[d + 1] = v[d + 6];
  v[d + 2] = v[d + 12];
  v[d + 8] = v[d + 13];
  return true;
}

/** Inverse of the symmetric [a; b e; c f g]; false: its leading minors are not all positive. */
function invertThree(out: Float64Array, a: number, b: number, c: number, e: number, f: number, g: number): boolean {
  const A = e * g - f * f;
  const B = c * f - b * g;
  const C = b * f - c * e;
  const minor = a * e - b * b;
  const det = a * A + b * B + c * C;
  if (!(a > 0 && minor > 0 && det > 0)) return false;
  const s = 1 / det;
  out[0] = s * A;
  out[1] = s * B;
  out[2] = s * C;
  out[3] = s * (a * g - c * c);
  out[4] = s * (b * c - a * f);
  out[5] = s * minor;
  return true;
}

/** x <- A^-1 x; block i at x[6 i]. Skipped blocks are left unchanged. */
export function solveSix(
  x: Float64Array,
  v: Float64Array,
  { count, start, rows, block }: EliminationOrder,
  skip: Uint8Array | undefined,
): void {
  for (let k = 0; k < count; k++) {
    if (skip !== undefined && skip[block[k]] === 1) continue;
    const from = 6 * block[k];
    const x0 = x[from];
    const x1 = x[from + 1];
    const x2 = x[from + 2];
    const x3 = x[from + 3];
    const x4 = x[from + 4];
    const x5 = x[from + 5];
    for (let a = start[k]; a < start[k + 1]; a++) {
      let o = 36 * (count + a);
      const to = 6 * block[rows[a]];
      for (let r = to; r < to + 6; r++, o += 6) {
        x[r] -= v[o] * x0 + v[o + 1] * x1 + v[o + 2] * x2 + v[o + 3] * x3 + v[o + 4] * x4 + v[o + 5] * x5;
      }
    }
  }
  for (let k = count - 1; k >= 0; k--) {
    if (skip !== undefined && skip[block[k]] === 1) continue;
    const at = 6 * block[k];
    const x0 = x[at];
    const x1 = x[at + 1];
    const x2 = x[at + 2];
    const x3 = x[at + 3];
    const x4 = x[at + 4];
    const x5 = x[at + 5];
    let d = 36 * k;
    for (let r = at; r < at + 6; r++, d += 6) {
      x[r] = v[d] * x0 + v[d + 1] * x1 + v[d + 2] * x2 + v[d + 3] * x3 + v[d + 4] * x4 + v[d + 5] * x5;
    }
    for (let a = start[k]; a < start[k + 1]; a++) {
      let o = 36 * (count + a);
      const from = 6 * block[rows[a]];
      for (let r = from; r < from + 6; r++, o += 6) {
        const z = x[r];
        x[at] -= v[o] * z;
        x[at + 1] -= v[o + 1] * z;
        x[at + 2] -= v[o + 2] * z;
        x[at + 3] -= v[o + 3] * z;
        x[at + 4] -= v[o + 4] * z;
        x[at + 5] -= v[o + 5] * z;
      }
    }
  }
}
