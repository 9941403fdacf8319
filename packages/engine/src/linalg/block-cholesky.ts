/**
 * Factors a sparse symmetric positive definite matrix of equal blocks, A = L D L^T with unit L (Golub and Van Loan 2013, s. 4.1
 * and 4.2 by blocks): half the work of an LU, and a pattern that may change from step to step.
 *   D_k = A_kk,   L_ik = A_ik D_k^-1,   A_ij -= L_ik A_jk^T     for the neighbours i >= j of k
 * WebAssembly handles blocks of three rows (factor-three.ts), unrolled code those of six, loops all others. D_k^-1 is stored.
 */
import { factorSix, solveSix } from './cholesky-six.ts';
import { EliminationOrder } from './elimination-order.ts';
import { FactorThree } from './factor-three.ts';

/** Sparse Cholesky factorisation of a matrix of equal square blocks. */
export class BlockCholesky {
  /** rows of a block */
  readonly size: number;
  readonly count: number;
  /** Lower blocks, row-major: first the diagonal ones in elimination order. */
  values: Float64Array;
  private readonly order: EliminationOrder;
  /** by update: offset of the block A_ij that it changes, diagonal ones included */
  private targets: Int32Array = new Int32Array(64);
  private readonly scratch: Float64Array;
  /** kernel of blocks of three rows; owns their values */
  private readonly three: FactorThree | undefined;
  private length = 0;

  constructor(count: number, size: number) {
    this.count = count;
    this.size = size;
    this.order = new EliminationOrder(count);
    this.values = new Float64Array(size * size * count);
    this.scratch = new Float64Array(size * size + size);
    this.three = size === 3 ? new FactorThree(count) : undefined;
  }

  /** Sets the pattern: blocks (i, j) = edges[2 k], edges[2 k + 1] for k < edgeCount, and all (i, i). */
  lay(edges: Int32Array, edgeCount: number): void {
    const { order, size, count } = this;
    order.clear();
    for (let k = 0; k < edgeCount; k++) order.join(edges[2 * k], edges[2 * k + 1]);
    order.find();
    this.length = size * size * (count + order.start[count]);
    const total = this.findTargets();
    if (this.three) this.values = this.three.lay(this.length, this.targets, total, order);
    else if (this.length > this.values.length) this.values = new Float64Array(Math.ceil(1.5 * this.length));
  }

  /** Lists the blocks that every elimination changes; returns how many updates there are. */
  private findTargets(): number {
    const { start, rows } = this.order;
    let total = 0;
    for (let k = 0; k < this.count; k++) {
      const d = start[k + 1] - start[k];
      total += (d * (d + 1)) >> 1;
    }
    if (total > this.targets.length) this.targets = new Int32Array(Math.ceil(1.5 * total));
    const { targets } = this;
    const square = this.size * this.size;
    let t = 0;
    for (let k = 0; k < this.count; k++) {
      for (let a = start[k]; a < start[k + 1]; a++) {
        const column = rows[a];
        targets[t++] = square * column;
        let at = start[column];
        for (let b = a + 1; b < start[k + 1]; b++) {
          while (rows[at] !== rows[b]) at++;
          targets[t++] = square * (this.count + at);
          at++;
        }
      }
    }
    return total;
  }

  /**
   * Offset of block (i, j) in `values`, -1 if it is not in the pattern. The stored block has the rows of whichever of the two
   * is eliminated later, see isTransposed.
   */
  blockOffset(i: number, j: number): number {
    const { place, start, rows } = this.order;
    const square = this.size * this.size;
    const p = place[i];
    const q = place[j];
    if (p === q) return square * p;
    const column = p < q ? p : q;
    const row = p < q ? q : p;
    let low = start[column];
    let high = start[column + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    return low < start[column + 1] && rows[low] === row ? square * (this.count + low) : -1;
  }

  /** Is block (i, j) stored as (j, i)? */
  isTransposed(i: number, j: number): boolean {
    return this.order.place[i] < this.order.place[j];
  }

  clear(): void {
    this.values.fill(0, 0, this.length);
  }

  /**
   * Replaces the values by their factors. Returns -1 on success, else the number of the block whose pivot is not positive
   * definite. skip (blocks of six rows only): 1 for blocks that are left out together with everything they are connected to.
   */
  factor(skip?: Uint8Array): number {
    if (this.size === 6) return factorSix(this.values, this.targets, this.order, skip);
    if (!this.three) return this.factorAny();
    const place = this.three.factor(this.count);
    return place < 0 ? -1 : this.order.block[place];
  }

  private factorAny(): number {
    const { values: v, targets, count, size: n, scratch: L } = this;
    const { start, block } = this.order;
    const square = n * n;
    let t = 0;
    for (let k = 0; k < count; k++) {
      const d = square * k;
      if (!invertSymmetric(v, d, n)) return block[k];
      const to = square * (count + start[k + 1]);
      for (let o = square * (count + start[k]); o < to; o += square) {
        for (let r = 0; r < n; r++) {
          for (let c = 0; c < n; c++) {
            let sum = 0;
            for (let m = 0; m < n; m++) sum += v[o + n * r + m] * v[d + n * m + c];
            L[n * r + c] = sum;
          }
        }
        for (let p = o; p < to; p += square) {
          const at = targets[t++];
          for (let r = 0; r < n; r++) {
            for (let c = 0; c < n; c++) {
              let sum = 0;
              for (let m = 0; m < n; m++) sum += v[p + n * r + m] * L[n * c + m];
              v[at + n * r + c] -= sum;
            }
          }
        }
        for (let m = 0; m < square; m++) v[o + m] = L[m];
      }
    }
    return -1;
  }

  /** x <- A^-1 x; block i at x[i * size]. skip: as in factor(). */
  solve(x: Float64Array, skip?: Uint8Array): void {
    if (this.size === 6) solveSix(x, this.values, this.order, skip);
    else if (this.three) this.three.solve(x, this.count);
    else this.solveAny(x);
  }

  private solveAny(x: Float64Array): void {
    const { values: v, count, size: n, scratch } = this;
    const { start, rows, block } = this.order;
    const square = n * n;
    for (let k = 0; k < count; k++) {
      const from = n * block[k];
      for (let a = start[k]; a < start[k + 1]; a++) {
        const o = square * (count + a);
        const to = n * block[rows[a]];
        for (let r = 0; r < n; r++) {
          let sum = 0;
          for (let c = 0; c < n; c++) sum += v[o + n * r + c] * x[from + c];
          x[to + r] -= sum;
        }
      }
    }
    for (let k = count - 1; k >= 0; k--) {
      const from = n * block[k];
      const d = square * k;
      for (let r = 0; r < n; r++) {
        let sum = 0;
        for (let c = 0; c < n; c++) sum += v[d + n * r + c] * x[from + c];
        scratch[r] = sum;
      }
      for (let a = start[k]; a < start[k + 1]; a++) {
        const o = square * (count + a);
        const to = n * block[rows[a]];
        for (let c = 0; c < n; c++) {
          let sum = 0;
          for (let r = 0; r < n; r++) sum += v[o + n * r + c] * x[to + r];
          scratch[c] -= sum;
        }
      }
      for (let r = 0; r < n; r++) x[from + r] = scratch[r];
    }
  }
}

/**
 * Replaces the symmetric n x n block at v[d], of which the lower half is read, by its inverse. False: not positive definite.
 */
function invertSymmetric(v: Float64Array, d: number, n: number): boolean {
  for (let r = 0; r < n; r++) for (let c = r + 1; c < n; c++) v[d + n * r + c] = v[d + n * c + r];
  // Gauss-Jordan; the pivots of a positive definite matrix are positive
  for (let k = 0; k < n; k++) {
    const pivot = v[d + n * k + k];
    if (!(pivot > 0)) return false;
    const s = 1 / pivot;
    v[d + n * k + k] = 1;
    for (let c = 0; c < n; c++) v[d + n * k + c] *= s;
    for (let r = 0; r < n; r++) {
      if (r === k) continue;
      const f = v[d + n * r + k];
      v[d + n * r + k] = 0;
      for (let c = 0; c < n; c++) v[d + n * r + c] -= f * v[d + n * k + c];
    }
  }
  return true;
}
