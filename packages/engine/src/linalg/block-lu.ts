/**
 * LU factorisation of a block-sparse matrix, unsymmetric values on a symmetric pattern: A = L U with unit L.
 *
 * With pivot block D_k = L_k U_k (scalar LU inside the block) the elimination of step k is
 *   L_ik = A_ik U_k^-1,   U_kj = L_k^-1 A_kj,   A_ij -= L_ik U_kj     for all neighbours i, j of k
 * (Golub and Van Loan 2013, alg. 3.2.1 by blocks). The diagonal of U_k is stored inverted.
 *
 * No pivoting, neither across blocks nor inside them. The systems solved here are [S J^T; J -eps]: a body block S is
 * dominated by its mass matrix, and a multiplier block, eliminated after its bodies, by -(eps + J S^-1 J^T). Such
 * quasi-definite matrices have an LU factorisation under every symmetric permutation (Vanderbei 1995, theorem 2.1),
 * and the order of ordering.ts keeps the small eps from being a pivot on its own. A pivot that is nevertheless not
 * finite or below 1e-280 stops the factorisation and is reported with its block.
 */
import {
  backward1,
  backward2,
  backward3,
  backward4,
  backward5,
  backward6,
  eliminate1,
  eliminate2,
  eliminate3,
  eliminate4,
  eliminate5,
  eliminate6,
  forward1,
  forward2,
  forward3,
  forward4,
  forward5,
  forward6,
} from './kernels.gen.ts';
import { backwardAny, eliminateAny, forwardAny } from './kernels.ts';
import { eliminationOrder } from './ordering.ts';

/** Blocks and who touches whom. */
export interface BlockPattern {
  /** Rows of block i: 1 to 12. */
  readonly sizes: Int32Array;
  /** Flat pairs i, j with i != j; duplicates allowed, either direction. */
  readonly edges: Int32Array;
  /** 1: multiplier block, eliminated only when eliminated neighbours can give its pivot full rank. */
  readonly isConstraint: Uint8Array;
}

/** `block`: number of the block (caller's numbering) whose pivot failed, or -1. */
export type FactorStatus = { ok: boolean; block: number };

/** Smallest pivot that is still divided by; below it the quotient would overflow. */
const smallestPivot = 1e-280;

export class BlockLU {
  /** Number of scalar unknowns. */
  readonly dimension: number;
  /** First scalar index of block i; length n + 1. */
  readonly offsets: Int32Array;
  /** The matrix, assembled here by blocks (see blockOffset) and overwritten by its factors. */
  readonly values: Float64Array;
  /** Multiply-adds of one factorisation. */
  readonly multiplyAdds: number;

  private readonly status: FactorStatus = { ok: true, block: -1 };
  private readonly plan: Int32Array;
  private readonly stepStart: Int32Array;
  private readonly diagonalOffset: Int32Array; // per block
  private readonly rowStart: Int32Array; // pattern by rows: columns ascending, with the offset of each block
  private readonly rowColumn: Int32Array;
  private readonly rowOffset: Int32Array;

  constructor(pattern: BlockPattern) {
    const sizes = Int32Array.from(pattern.sizes);
    const n = sizes.length;
    const { order, start, rows } = eliminationOrder(sizes, pattern.edges, pattern.isConstraint);
    this.offsets = new Int32Array(n + 1);
    for (let i = 0; i < n; i++) this.offsets[i + 1] = this.offsets[i] + sizes[i];
    this.dimension = this.offsets[n];

    // Storage in elimination order: D_k, then the column L_ik, then the row U_kj.
    this.diagonalOffset = new Int32Array(n);
    const lowerOffset = new Int32Array(rows.length);
    const upperOffset = new Int32Array(rows.length);
    let end = 0;
    for (let s = 0; s < n; s++) {
      const k = order[s];
      this.diagonalOffset[k] = end;
      end += sizes[k] * sizes[k];
      for (let p = start[s]; p < start[s + 1]; p++) {
        lowerOffset[p] = end;
        end += sizes[rows[p]] * sizes[k];
      }
      for (let p = start[s]; p < start[s + 1]; p++) {
        upperOffset[p] = end;
        end += sizes[rows[p]] * sizes[k];
      }
    }
    this.values = new Float64Array(end);

    const byRows = rowPattern(order, start, rows, lowerOffset, upperOffset);
    this.rowStart = byRows.start;
    this.rowColumn = byRows.column;
    this.rowOffset = byRows.offset;

    this.stepStart = new Int32Array(n + 1);
    for (let s = 0; s < n; s++) {
      const count = start[s + 1] - start[s];
      this.stepStart[s + 1] = this.stepStart[s] + 6 + 4 * count + count * count;
    }
    const plan = new Int32Array(this.stepStart[n]);
    this.plan = plan;
    let multiplyAdds = 0;
    for (let s = 0, at = 0; s < n; s++) {
      const k = order[s];
      const nk = sizes[k];
      const count = start[s + 1] - start[s];
      let neighbourRows = 0;
      for (let p = start[s]; p < start[s + 1]; p++) neighbourRows += sizes[rows[p]];
      plan[at++] = nk;
      plan[at++] = k;
      plan[at++] = this.diagonalOffset[k];
      plan[at++] = this.offsets[k];
      plan[at++] = count;
      plan[at++] = neighbourRows;
      for (let p = start[s]; p < start[s + 1]; p++) {
        plan[at++] = sizes[rows[p]];
        plan[at++] = lowerOffset[p];
        plan[at++] = upperOffset[p];
        plan[at++] = this.offsets[rows[p]];
      }
      for (let p = start[s]; p < start[s + 1]; p++) {
        for (let q = start[s]; q < start[s + 1]; q++) plan[at++] = this.blockOffset(rows[p], rows[q]);
      }
      multiplyAdds += (nk * (nk * nk - 1)) / 3 + nk * nk * neighbourRows + nk * neighbourRows * neighbourRows;
    }
    this.multiplyAdds = multiplyAdds;
  }

  /**
   * Offset in `values` of the row-major sizes[i] x sizes[j] block (i, j); -1 when it is not in the pattern. Blocks that
   * only fill in are in the pattern too.
   */
  blockOffset(i: number, j: number): number {
    if (i === j) return this.diagonalOffset[i];
    let low = this.rowStart[i];
    let high = this.rowStart[i + 1] - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const column = this.rowColumn[middle];
      if (column === j) return this.rowOffset[middle];
      if (column < j) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Sets the matrix to zero. */
  clear(): void {
    this.values.fill(0);
  }

  /** Replaces the matrix by its factors. The returned object is the same at every call. */
  factor(): FactorStatus {
    const { values, plan, stepStart, status } = this;
    const n = stepStart.length - 1;
    status.ok = true;
    status.block = -1;
    for (let s = 0; s < n; s++) {
      const at = stepStart[s];
      let ok: boolean;
      switch (plan[at]) {
        case 1:
          ok = eliminate1(values, plan, at, smallestPivot);
          break;
        case 2:
          ok = eliminate2(values, plan, at, smallestPivot);
          break;
        case 3:
          ok = eliminate3(values, plan, at, smallestPivot);
          break;
        case 4:
          ok = eliminate4(values, plan, at, smallestPivot);
          break;
        case 5:
          ok = eliminate5(values, plan, at, smallestPivot);
          break;
        case 6:
          ok = eliminate6(values, plan, at, smallestPivot);
          break;
        default:
          ok = eliminateAny(values, plan, at, smallestPivot);
      }
      if (!ok) {
        status.ok = false;
        status.block = plan[at + 1];
        break;
      }
    }
    return status;
  }

  /** x <- A^-1 x with the factors of the last factor(); x is laid out by `offsets`. */
  solve(x: Float64Array): void {
    const { values, plan, stepStart } = this;
    const n = stepStart.length - 1;
    for (let s = 0; s < n; s++) {
      const at = stepStart[s];
      switch (plan[at]) {
        case 1:
          forward1(values, plan, at, x);
          break;
        case 2:
          forward2(values, plan, at, x);
          break;
        case 3:
          forward3(values, plan, at, x);
          break;
        case 4:
          forward4(values, plan, at, x);
          break;
        case 5:
          forward5(values, plan, at, x);
          break;
        case 6:
          forward6(values, plan, at, x);
          break;
        default:
          forwardAny(values, plan, at, x);
      }
    }
    for (let s = n - 1; s >= 0; s--) {
      const at = stepStart[s];
      switch (plan[at]) {
        case 1:
          backward1(values, plan, at, x);
          break;
        case 2:
          backward2(values, plan, at, x);
          break;
        case 3:
          backward3(values, plan, at, x);
          break;
        case 4:
          backward4(values, plan, at, x);
          break;
        case 5:
          backward5(values, plan, at, x);
          break;
        case 6:
          backward6(values, plan, at, x);
          break;
        default:
          backwardAny(values, plan, at, x);
      }
    }
  }
}

/** All off-diagonal blocks of the factor by rows, columns ascending: two counting passes, no comparison sort. */
function rowPattern(
  order: Int32Array,
  start: Int32Array,
  rows: Int32Array,
  lowerOffset: Int32Array,
  upperOffset: Int32Array,
): { start: Int32Array; column: Int32Array; offset: Int32Array } {
  const n = order.length;
  const rowStart = new Int32Array(n + 1);
  for (let s = 0; s < n; s++) {
    rowStart[order[s] + 1] += start[s + 1] - start[s];
    for (let p = start[s]; p < start[s + 1]; p++) rowStart[rows[p] + 1]++;
  }
  for (let i = 0; i < n; i++) rowStart[i + 1] += rowStart[i];
  // Pass 1: by rows in elimination order. Pass 2: the transpose, which comes out sorted.
  const total = rowStart[n];
  const column = new Int32Array(total);
  const mirrored = new Int32Array(total); // offset of the block on the other side of the diagonal
  const free = rowStart.slice();
  for (let s = 0; s < n; s++) {
    const k = order[s];
    for (let p = start[s]; p < start[s + 1]; p++) {
      const i = rows[p];
      column[free[k]] = i;
      mirrored[free[k]++] = lowerOffset[p];
      column[free[i]] = k;
      mirrored[free[i]++] = upperOffset[p];
    }
  }
  const sortedColumn = new Int32Array(total);
  const offset = new Int32Array(total);
  free.set(rowStart);
  for (let i = 0; i < n; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const j = column[e];
      sortedColumn[free[j]] = i;
      offset[free[j]++] = mirrored[e];
    }
  }
  return { start: rowStart, column: sortedColumn, offset };
}
