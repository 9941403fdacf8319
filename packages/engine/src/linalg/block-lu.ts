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
  private readonly sizes: Int32Array;
  private readonly order: Int32Array;
  private readonly start: Int32Array; // neighbours of step s: start[s] .. start[s + 1] - 1 in the four arrays below
  private readonly neighbourSize: Int32Array;
  private readonly neighbourIndex: Int32Array; // first scalar index of the neighbour
  private readonly lowerOffset: Int32Array; // of L_ik
  private readonly upperOffset: Int32Array; // of U_ki
  private readonly targetStart: Int32Array; // per step, into targets
  private readonly targets: Int32Array; // offset of A_ij for neighbours i (outer), j (inner)
  private readonly diagonalOffset: Int32Array; // per block
  private readonly rowStart: Int32Array; // pattern by rows: columns ascending, with the offset of each block
  private readonly rowColumn: Int32Array;
  private readonly rowOffset: Int32Array;

  constructor(pattern: BlockPattern) {
    const sizes = Int32Array.from(pattern.sizes);
    const n = sizes.length;
    const { order, start, rows } = eliminationOrder(sizes, pattern.edges, pattern.isConstraint);
    this.sizes = sizes;
    this.order = order;
    this.start = start;
    this.offsets = new Int32Array(n + 1);
    for (let i = 0; i < n; i++) this.offsets[i + 1] = this.offsets[i] + sizes[i];
    this.dimension = this.offsets[n];

    // Storage in elimination order: D_k, then the column L_ik, then the row U_kj.
    this.diagonalOffset = new Int32Array(n);
    this.neighbourSize = new Int32Array(rows.length);
    this.neighbourIndex = new Int32Array(rows.length);
    this.lowerOffset = new Int32Array(rows.length);
    this.upperOffset = new Int32Array(rows.length);
    let end = 0;
    for (let s = 0; s < n; s++) {
      const k = order[s];
      this.diagonalOffset[k] = end;
      end += sizes[k] * sizes[k];
      for (let p = start[s]; p < start[s + 1]; p++) {
        this.neighbourSize[p] = sizes[rows[p]];
        this.neighbourIndex[p] = this.offsets[rows[p]];
        this.lowerOffset[p] = end;
        end += sizes[rows[p]] * sizes[k];
      }
      for (let p = start[s]; p < start[s + 1]; p++) {
        this.upperOffset[p] = end;
        end += sizes[rows[p]] * sizes[k];
      }
    }
    this.values = new Float64Array(end);

    const byRows = rowPattern(order, start, rows, this.lowerOffset, this.upperOffset);
    this.rowStart = byRows.start;
    this.rowColumn = byRows.column;
    this.rowOffset = byRows.offset;

    this.targetStart = new Int32Array(n + 1);
    for (let s = 0; s < n; s++) {
      const count = start[s + 1] - start[s];
      this.targetStart[s + 1] = this.targetStart[s] + count * count;
    }
    this.targets = new Int32Array(this.targetStart[n]);
    let t = 0;
    let multiplyAdds = 0;
    for (let s = 0; s < n; s++) {
      const nk = sizes[order[s]];
      let neighbourRows = 0;
      for (let p = start[s]; p < start[s + 1]; p++) {
        neighbourRows += sizes[rows[p]];
        for (let q = start[s]; q < start[s + 1]; q++) this.targets[t++] = this.blockOffset(rows[p], rows[q]);
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
    const { values, sizes, order, start, neighbourSize, lowerOffset, upperOffset, diagonalOffset, targets } = this;
    const n = order.length;
    let t = 0;
    for (let s = 0; s < n; s++) {
      const k = order[s];
      const nk = sizes[k];
      const d = diagonalOffset[k];
      const first = start[s];
      const last = start[s + 1];
      if (!factorDiagonal(values, d, nk)) {
        this.status.ok = false;
        this.status.block = k;
        return this.status;
      }
      for (let p = first; p < last; p++) {
        solveLower(values, lowerOffset[p], neighbourSize[p], d, nk);
        solveUpper(values, upperOffset[p], neighbourSize[p], d, nk);
      }
      for (let p = first; p < last; p++) {
        for (let q = first; q < last; q++) {
          subtractProduct(values, targets[t++], lowerOffset[p], upperOffset[q], neighbourSize[p], neighbourSize[q], nk);
        }
      }
    }
    this.status.ok = true;
    this.status.block = -1;
    return this.status;
  }

  /** x <- A^-1 x with the factors of the last factor(); x is laid out by `offsets`. */
  solve(x: Float64Array): void {
    const { values, sizes, order, start, neighbourSize, neighbourIndex, lowerOffset, upperOffset, offsets } = this;
    const n = order.length;
    for (let s = 0; s < n; s++) {
      const k = order[s];
      const nk = sizes[k];
      const xk = offsets[k];
      const d = this.diagonalOffset[k];
      for (let r = 1; r < nk; r++) {
        let sum = x[xk + r];
        for (let c = 0; c < r; c++) sum -= values[d + r * nk + c] * x[xk + c];
        x[xk + r] = sum;
      }
      for (let p = start[s]; p < start[s + 1]; p++) {
        const l = lowerOffset[p];
        const xi = neighbourIndex[p];
        for (let r = 0; r < neighbourSize[p]; r++) {
          let sum = x[xi + r];
          for (let c = 0; c < nk; c++) sum -= values[l + r * nk + c] * x[xk + c];
          x[xi + r] = sum;
        }
      }
    }
    for (let s = n - 1; s >= 0; s--) {
      const k = order[s];
      const nk = sizes[k];
      const xk = offsets[k];
      const d = this.diagonalOffset[k];
      for (let p = start[s]; p < start[s + 1]; p++) {
        const u = upperOffset[p];
        const xi = neighbourIndex[p];
        const ni = neighbourSize[p];
        for (let r = 0; r < nk; r++) {
          let sum = x[xk + r];
          for (let c = 0; c < ni; c++) sum -= values[u + r * ni + c] * x[xi + c];
          x[xk + r] = sum;
        }
      }
      for (let r = nk - 1; r >= 0; r--) {
        let sum = x[xk + r];
        for (let c = r + 1; c < nk; c++) sum -= values[d + r * nk + c] * x[xk + c];
        x[xk + r] = sum * values[d + r * nk + r];
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

/** LU of the n x n block at d in place, unit lower, inverted diagonal of U. False when a pivot is unusable. */
function factorDiagonal(a: Float64Array, d: number, n: number): boolean {
  for (let k = 0; k < n; k++) {
    const pivot = a[d + k * n + k];
    const size = Math.abs(pivot);
    if (!(size >= smallestPivot && size < Infinity)) return false;
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
      let sum = a[target + r * mj + c];
      for (let k = 0; k < n; k++) sum -= a[l + r * n + k] * a[u + k * mj + c];
      a[target + r * mj + c] = sum;
    }
  }
}
