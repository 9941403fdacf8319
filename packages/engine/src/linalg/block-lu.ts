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
import { type BlockPattern, type FactorPlan, findBlock, planFactorisation } from './plan.ts';

/** `block`: number of the block (caller's numbering) whose pivot failed, or -1. */
export type FactorStatus = { ok: boolean; block: number };

/** Smallest pivot that is accepted as a divisor; dividing an ordinary number by a smaller one may overflow. */
const smallestPivot = 1e-280;

/** LU factorisation of a block-sparse matrix with a fixed pattern. */
export class BlockLU {
  /** Length of a vector of unknowns. */
  readonly dimension: number;
  /** Rows of block i. */
  readonly sizes: Int32Array;
  /** First scalar index of block i; length n + 1. */
  readonly offsets: Int32Array;
  /** The matrix, assembled here by blocks (see blockOffset) and overwritten by its factors. */
  readonly values: Float64Array;
  /** Multiply-adds of one factorisation. */
  readonly multiplyAdds: number;

  private readonly plan: FactorPlan;
  private readonly status: FactorStatus = { ok: true, block: -1 };

  constructor(pattern: BlockPattern) {
    this.plan = planFactorisation(pattern);
    this.offsets = this.plan.offsets;
    this.sizes = this.plan.sizes;
    this.dimension = this.offsets[this.offsets.length - 1];
    this.values = new Float64Array(this.plan.valueCount);
    this.multiplyAdds = this.plan.multiplyAdds;
  }

  /**
   * Offset in `values` of the row-major sizes[i] x sizes[j] block (i, j); -1 if it is not in the pattern. Fill blocks belong to
   * the pattern.
   */
  blockOffset(i: number, j: number): number {
    const { table, sizes } = this.plan;
    if (table.length > 0) return table[sizes.length * i + j];
    return i === j ? this.plan.diagonalOffset[i] : findBlock(this.plan.rows, i, j);
  }

  /** Sets the matrix to zero. */
  clear(): void {
    this.values.fill(0);
  }

  /** Replaces the matrix by its factors. The returned object is the same at every call. */
  factor(): FactorStatus {
    const values = this.values;
    const { program, stepStart } = this.plan;
    const status = this.status;
    status.ok = true;
    status.block = -1;
    for (let s = 0; s + 1 < stepStart.length; s++) {
      const at = stepStart[s];
      let isRegular: boolean;
      switch (program[at]) {
        case 1:
          isRegular = eliminate1(values, program, at, smallestPivot);
          break;
        case 2:
          isRegular = eliminate2(values, program, at, smallestPivot);
          break;
        case 3:
          isRegular = eliminate3(values, program, at, smallestPivot);
          break;
        case 4:
          isRegular = eliminate4(values, program, at, smallestPivot);
          break;
        case 5:
          isRegular = eliminate5(values, program, at, smallestPivot);
          break;
        case 6:
          isRegular = eliminate6(values, program, at, smallestPivot);
          break;
        default:
          isRegular = eliminateAny(values, program, at, smallestPivot);
      }
      if (!isRegular) {
        status.ok = false;
        status.block = program[at + 1];
        break;
      }
    }
    return status;
  }

  /**
   * x <- A^-1 x with the factors of the last factor(), which must have succeeded; `offsets` gives the layout of x. Entries that
   * belong to no block are left unchanged.
   */
  solve(x: Float64Array): void {
    const values = this.values;
    const { program, stepStart } = this.plan;
    for (let s = 0; s + 1 < stepStart.length; s++) {
      const at = stepStart[s];
      switch (program[at]) {
        case 1:
          forward1(values, program, at, x);
          break;
        case 2:
          forward2(values, program, at, x);
          break;
        case 3:
          forward3(values, program, at, x);
          break;
        case 4:
          forward4(values, program, at, x);
          break;
        case 5:
          forward5(values, program, at, x);
          break;
        case 6:
          forward6(values, program, at, x);
          break;
        default:
          forwardAny(values, program, at, x);
      }
    }
    for (let s = stepStart.length - 2; s >= 0; s--) {
      const at = stepStart[s];
      switch (program[at]) {
        case 1:
          backward1(values, program, at, x);
          break;
        case 2:
          backward2(values, program, at, x);
          break;
        case 3:
          backward3(values, program, at, x);
          break;
        case 4:
          backward4(values, program, at, x);
          break;
        case 5:
          backward5(values, program, at, x);
          break;
        case 6:
          backward6(values, program, at, x);
          break;
        default:
          backwardAny(values, program, at, x);
      }
    }
  }
}
