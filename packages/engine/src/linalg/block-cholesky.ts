/**
 * Factors of a sparse symmetric positive definite matrix of equal blocks, A = L D L^T with unit L (Golub and Van Loan 2013,
 * s. 4.1 and 4.2 by blocks): half the work of an LU, and a pattern that may change from step to step.
 *   D_k = A_kk,   L_ik = A_ik D_k^-1,   A_ij -= L_ik A_jk^T     for the neighbours i >= j of k
 * Blocks of three and of six rows are written out, others go in loops. D_k^-1 is kept.
 */
import { factorSix, solveSix } from './cholesky-six.ts';
import { EliminationOrder } from './elimination-order.ts';

export class BlockCholesky {
  /** rows of a block */
  readonly size: number;
  readonly count: number;
  /** Lower blocks, row-major: the diagonal ones in the order of elimination first. */
  values: Float64Array;
  private readonly order: EliminationOrder;
  /** of the updates of each place, diagonal ones too: where A_ij is */
  private targets: Int32Array = new Int32Array(64);
  private readonly scratch: Float64Array;
  private length = 0;

  constructor(count: number, size: number) {
    this.count = count;
    this.size = size;
    this.order = new EliminationOrder(count);
    this.values = new Float64Array(size * size * count);
    this.scratch = new Float64Array(size * size + size);
  }

  /** Blocks (i, j) with numbers in them: edges[2 k], edges[2 k + 1] for k < edgeCount, and all (i, i). */
  lay(edges: Int32Array, edgeCount: number): void {
    const { order, size, count } = this;
    order.clear();
    for (let k = 0; k < edgeCount; k++) order.join(edges[2 * k], edges[2 * k + 1]);
    order.find();
    this.length = size * size * (count + order.start[count]);
    if (this.length > this.values.length) this.values = new Float64Array(Math.ceil(1.5 * this.length));
    this.findTargets();
  }

  private findTargets(): void {
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
  }

  /**
   * Offset of block (i, j) in `values`; what stands there has its rows from whichever goes later, see isTransposed. -1: not in
   * the pattern.
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

  /** Does block (i, j) stand there as (j, i)? */
  isTransposed(i: number, j: number): boolean {
    return this.order.place[i] < this.order.place[j];
  }

  clear(): void {
    this.values.fill(0, 0, this.length);
  }

  /**
   * The values become their factors. -1: done; else the block whose pivot is not positive definite. skip, for blocks of six rows:
   * 1 where one is left out, with all that it is joined with.
   */
  factor(skip?: Uint8Array): number {
    if (this.size === 6) return factorSix(this.values, this.targets, this.order, skip);
    return this.size === 3 ? this.factor3() : this.factorAny();
  }

  private factor3(): number {
    const { values: v, targets, count } = this;
    const { start, block } = this.order;
    let t = 0;
    for (let k = 0; k < count; k++) {
      const d = 9 * k;
      const a = v[d];
      const b = v[d + 3];
      const c = v[d + 6];
      const e = v[d + 4];
      const f = v[d + 7];
      const g = v[d + 8];
      // inverse of the symmetric pivot; its leading minors tell whether it is positive
      const A = e * g - f * f;
      const B = c * f - b * g;
      const C = b * f - c * e;
      const det = a * A + b * B + c * C;
      const minor = a * e - b * b;
      if (!(a > 0 && minor > 0 && det > 0)) return block[k];
      const s = 1 / det;
      const i00 = s * A;
      const i10 = s * B;
      const i20 = s * C;
      const i11 = s * (a * g - c * c);
      const i21 = s * (b * c - a * f);
      const i22 = s * minor;
      v[d] = i00;
      v[d + 1] = i10;
      v[d + 2] = i20;
      v[d + 3] = i10;
      v[d + 4] = i11;
      v[d + 5] = i21;
      v[d + 6] = i20;
      v[d + 7] = i21;
      v[d + 8] = i22;
      const from = 9 * (count + start[k]);
      const to = 9 * (count + start[k + 1]);
      for (let o = from; o < to; o += 9) {
        // L = A_jk D^-1 of column block j; rows below it take A_ik L^T
        const x0 = v[o];
        const x1 = v[o + 1];
        const x2 = v[o + 2];
        const y0 = v[o + 3];
        const y1 = v[o + 4];
        const y2 = v[o + 5];
        const z0 = v[o + 6];
        const z1 = v[o + 7];
        const z2 = v[o + 8];
        const l00 = x0 * i00 + x1 * i10 + x2 * i20;
        const l01 = x0 * i10 + x1 * i11 + x2 * i21;
        const l02 = x0 * i20 + x1 * i21 + x2 * i22;
        const l10 = y0 * i00 + y1 * i10 + y2 * i20;
        const l11 = y0 * i10 + y1 * i11 + y2 * i21;
        const l12 = y0 * i20 + y1 * i21 + y2 * i22;
        const l20 = z0 * i00 + z1 * i10 + z2 * i20;
        const l21 = z0 * i10 + z1 * i11 + z2 * i21;
        const l22 = z0 * i20 + z1 * i21 + z2 * i22;
        // the diagonal's lower half
        const at = targets[t++];
        v[at] -= x0 * l00 + x1 * l01 + x2 * l02;
        v[at + 3] -= y0 * l00 + y1 * l01 + y2 * l02;
        v[at + 4] -= y0 * l10 + y1 * l11 + y2 * l12;
        v[at + 6] -= z0 * l00 + z1 * l01 + z2 * l02;
        v[at + 7] -= z0 * l10 + z1 * l11 + z2 * l12;
        v[at + 8] -= z0 * l20 + z1 * l21 + z2 * l22;
        for (let p = o + 9; p < to; p += 9) {
          const r = targets[t++];
          const p0 = v[p];
          const p1 = v[p + 1];
          const p2 = v[p + 2];
          const q0 = v[p + 3];
          const q1 = v[p + 4];
          const q2 = v[p + 5];
          const r0 = v[p + 6];
          const r1 = v[p + 7];
          const r2 = v[p + 8];
          v[r] -= p0 * l00 + p1 * l01 + p2 * l02;
          v[r + 1] -= p0 * l10 + p1 * l11 + p2 * l12;
          v[r + 2] -= p0 * l20 + p1 * l21 + p2 * l22;
          v[r + 3] -= q0 * l00 + q1 * l01 + q2 * l02;
          v[r + 4] -= q0 * l10 + q1 * l11 + q2 * l12;
          v[r + 5] -= q0 * l20 + q1 * l21 + q2 * l22;
          v[r + 6] -= r0 * l00 + r1 * l01 + r2 * l02;
          v[r + 7] -= r0 * l10 + r1 * l11 + r2 * l12;
          v[r + 8] -= r0 * l20 + r1 * l21 + r2 * l22;
        }
        v[o] = l00;
        v[o + 1] = l01;
        v[o + 2] = l02;
        v[o + 3] = l10;
        v[o + 4] = l11;
        v[o + 5] = l12;
        v[o + 6] = l20;
        v[o + 7] = l21;
        v[o + 8] = l22;
      }
    }
    return -1;
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

  /** x <- A^-1 x; block i at x[i * size]. skip: as it was factored. */
  solve(x: Float64Array, skip?: Uint8Array): void {
    if (this.size === 6) solveSix(x, this.values, this.order, skip);
    else if (this.size === 3) this.solve3(x);
    else this.solveAny(x);
  }

  private solve3(x: Float64Array): void {
    const { values: v, count } = this;
    const { start, rows, block } = this.order;
    for (let k = 0; k < count; k++) {
      const from = 3 * block[k];
      const x0 = x[from];
      const x1 = x[from + 1];
      const x2 = x[from + 2];
      for (let a = start[k]; a < start[k + 1]; a++) {
        const o = 9 * (count + a);
        const to = 3 * block[rows[a]];
        x[to] -= v[o] * x0 + v[o + 1] * x1 + v[o + 2] * x2;
        x[to + 1] -= v[o + 3] * x0 + v[o + 4] * x1 + v[o + 5] * x2;
        x[to + 2] -= v[o + 6] * x0 + v[o + 7] * x1 + v[o + 8] * x2;
      }
    }
    for (let k = count - 1; k >= 0; k--) {
      const at = 3 * block[k];
      const d = 9 * k;
      const x0 = x[at];
      const x1 = x[at + 1];
      const x2 = x[at + 2];
      let y0 = v[d] * x0 + v[d + 1] * x1 + v[d + 2] * x2;
      let y1 = v[d + 3] * x0 + v[d + 4] * x1 + v[d + 5] * x2;
      let y2 = v[d + 6] * x0 + v[d + 7] * x1 + v[d + 8] * x2;
      for (let a = start[k]; a < start[k + 1]; a++) {
        const o = 9 * (count + a);
        const to = 3 * block[rows[a]];
        const z0 = x[to];
        const z1 = x[to + 1];
        const z2 = x[to + 2];
        y0 -= v[o] * z0 + v[o + 3] * z1 + v[o + 6] * z2;
        y1 -= v[o + 1] * z0 + v[o + 4] * z1 + v[o + 7] * z2;
        y2 -= v[o + 2] * z0 + v[o + 5] * z1 + v[o + 8] * z2;
      }
      x[at] = y0;
      x[at + 1] = y1;
      x[at + 2] = y2;
    }
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

/** The symmetric n x n block at v[d], of which the lower half counts, by its inverse; false: not positive definite. */
function invertSymmetric(v: Float64Array, d: number, n: number): boolean {
  for (let r = 0; r < n; r++) for (let c = r + 1; c < n; c++) v[d + n * r + c] = v[d + n * c + r];
  // Gauss and Jordan; pivots of a positive matrix are positive
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
