/**
 * The static half of BlockLU: where every block is stored, and the list of operations of the numeric half.
 *
 * Values are stored in elimination order: D_k, then its column L_ik, then its row U_kj, every block row-major. The
 * blocks L_ik of one column have the same width and follow each other, so they form one tall matrix.
 *
 * `program` holds one record per elimination step, read from front to back by factor() and forward substitution and
 * from back to front by backward substitution:
 *   0 rows of the pivot block       1 its number          2 offset of D_k        3 first scalar index of x_k
 *   4 number of neighbours m        5 rows of all neighbours
 *   then for each neighbour i:      rows, offset of L_ik, offset of U_ki, first scalar index of x_i
 *   then m x m offsets of A_ij, row by row
 */
import { assert } from '../base/index.ts';
import { eliminationOrder } from './ordering.ts';

/** Sizes of the blocks and which of them are coupled. */
export interface BlockPattern {
  /** Rows of block i: 1 to 12; up to 6 the kernels are unrolled. */
  readonly sizes: Int32Array;
  /** Flat pairs i, j with i != j, in either direction; duplicates allowed. */
  readonly edges: Int32Array;
  /** 1: multiplier block, eliminated only when eliminated neighbours can give its pivot full rank. */
  readonly isConstraint: Uint8Array;
  /** First scalar index of block i in a vector of unknowns, and the total; if missing, blocks follow each other. */
  readonly offsets?: Int32Array;
}

/** All off-diagonal blocks by rows, columns ascending: entries start[i] .. start[i + 1] - 1 of row i. */
interface RowPattern {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly offset: Int32Array;
}

/** Storage and operations of a factorisation with a fixed pattern. */
export interface FactorPlan {
  /** First scalar index of block i; length n + 1. */
  readonly offsets: Int32Array;
  readonly sizes: Int32Array;
  readonly diagonalOffset: Int32Array;
  readonly rows: RowPattern;
  /** offset of block (i, j) at i n + j, -1: none; only for up to DENSE blocks, otherwise empty */
  readonly table: Int32Array;
  readonly valueCount: number;
  readonly program: Int32Array;
  /** Record of step s in `program`; length n + 1. */
  readonly stepStart: Int32Array;
  /** Multiply-adds of one factorisation. */
  readonly multiplyAdds: number;
}

/**
 * Up to this many blocks a table of all pairs (256 kB) finds offsets; searching rows would take two thirds of the time of a
 * plan.
 */
const DENSE = 256;

/** Plans storage and operations of BlockLU for a pattern. */
export function planFactorisation(pattern: BlockPattern): FactorPlan {
  checkPattern(pattern);
  const sizes = pattern.sizes;
  const n = sizes.length;
  const { order, start, rows } = eliminationOrder(sizes, pattern.edges, pattern.isConstraint);
  const offsets = pattern.offsets ?? consecutive(sizes);

  const diagonalOffset = new Int32Array(n);
  const lowerOffset = new Int32Array(rows.length);
  const upperOffset = new Int32Array(rows.length);
  const stepStart = new Int32Array(n + 1);
  let valueCount = 0;
  for (let s = 0; s < n; s++) {
    const k = order[s];
    const count = start[s + 1] - start[s];
    stepStart[s + 1] = stepStart[s] + 6 + 4 * count + count * count;
    diagonalOffset[k] = valueCount;
    valueCount += sizes[k] * sizes[k];
    for (let p = start[s]; p < start[s + 1]; p++) {
      lowerOffset[p] = valueCount;
      valueCount += sizes[rows[p]] * sizes[k];
    }
    for (let p = start[s]; p < start[s + 1]; p++) {
      upperOffset[p] = valueCount;
      valueCount += sizes[rows[p]] * sizes[k];
    }
  }
  const byRows = rowPattern(order, start, rows, lowerOffset, upperOffset);

  const table = tableOf(n, byRows, diagonalOffset);
  const dense = table.length > 0;
  const program = new Int32Array(stepStart[n]);
  let multiplyAdds = 0;
  for (let s = 0, at = 0; s < n; s++) {
    const k = order[s];
    const nk = sizes[k];
    const first = start[s];
    const last = start[s + 1];
    let neighbourRows = 0;
    for (let p = first; p < last; p++) neighbourRows += sizes[rows[p]];
    program[at++] = nk;
    program[at++] = k;
    program[at++] = diagonalOffset[k];
    program[at++] = offsets[k];
    program[at++] = last - first;
    program[at++] = neighbourRows;
    for (let p = first; p < last; p++) {
      program[at++] = sizes[rows[p]];
      program[at++] = lowerOffset[p];
      program[at++] = upperOffset[p];
      program[at++] = offsets[rows[p]];
    }
    for (let p = first; p < last; p++) {
      const i = rows[p];
      if (dense) for (let q = first; q < last; q++) program[at++] = table[n * i + rows[q]];
      else
        for (let q = first; q < last; q++) program[at++] = p === q ? diagonalOffset[i] : findBlock(byRows, i, rows[q]);
    }
    multiplyAdds += (nk * (nk * nk - 1)) / 3 + nk * nk * neighbourRows + nk * neighbourRows * neighbourRows;
  }
  return { offsets, sizes, diagonalOffset, rows: byRows, table, valueCount, program, stepStart, multiplyAdds };
}

function tableOf(n: number, rows: RowPattern, diagonal: Int32Array): Int32Array {
  if (n > DENSE) return new Int32Array(0);
  const table = new Int32Array(n * n).fill(-1);
  for (let i = 0; i < n; i++) {
    table[n * i + i] = diagonal[i];
    for (let e = rows.start[i]; e < rows.start[i + 1]; e++) table[n * i + rows.column[e]] = rows.offset[e];
  }
  return table;
}

function consecutive(sizes: Int32Array): Int32Array {
  const offsets = new Int32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) offsets[i + 1] = offsets[i] + sizes[i];
  return offsets;
}

/** Offset of the off-diagonal block (i, j), or -1. */
export function findBlock(rows: RowPattern, i: number, j: number): number {
  let low = rows.start[i];
  let high = rows.start[i + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const column = rows.column[middle];
    if (column === j) return rows.offset[middle];
    if (column < j) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Sorts the blocks of the factor into rows: two counting passes, no comparison. */
function rowPattern(
  order: Int32Array,
  start: Int32Array,
  rows: Int32Array,
  lowerOffset: Int32Array,
  upperOffset: Int32Array,
): RowPattern {
  const n = order.length;
  const rowStart = new Int32Array(n + 1);
  for (let s = 0; s < n; s++) {
    rowStart[order[s] + 1] += start[s + 1] - start[s];
    for (let p = start[s]; p < start[s + 1]; p++) rowStart[rows[p] + 1]++;
  }
  for (let i = 0; i < n; i++) rowStart[i + 1] += rowStart[i];
  // Pass 1: rows in elimination order, with the offset of the mirrored block. Pass 2: the transpose, read row by row.
  const column = new Int32Array(rowStart[n]);
  const mirrored = new Int32Array(rowStart[n]);
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
  const sortedColumn = new Int32Array(rowStart[n]);
  const offset = new Int32Array(rowStart[n]);
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

function checkPattern(pattern: BlockPattern): void {
  const { sizes, edges, isConstraint } = pattern;
  const n = sizes.length;
  const given = pattern.offsets?.length ?? n + 1;
  assert(given === n + 1, `offsets must have one entry per block and one more (${n + 1}), found ${given}`);
  assert(isConstraint.length === n, `isConstraint must have one entry per block (${n}), found ${isConstraint.length}`);
  assert(edges.length % 2 === 0, `edges must be pairs, found ${edges.length} numbers`);
  for (let i = 0; i < n; i++) {
    if (!(sizes[i] >= 1 && sizes[i] <= 12)) assert(false, `block ${i} must have 1 to 12 rows, found ${sizes[i]}`);
  }
  for (let e = 0; e < edges.length; e += 2) {
    const i = edges[e];
    const j = edges[e + 1];
    if (!(i >= 0 && i < n && j >= 0 && j < n && i !== j)) {
      assert(false, `edge ${e / 2} must join two different blocks below ${n}, found ${i}-${j}`);
    }
  }
}
