import { describe, expect, test } from 'vitest';
import { BlockCholesky } from './block-cholesky.ts';
import { solveDense } from '../../test/dense.ts';

/** A repeatable sequence of numbers in -1 .. 1. */
function numbers(seed: number): () => number {
  let s = seed;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2147483648 - 1;
  };
}

/** A chain with rungs, diagonally dominant, dense and in blocks. */
function world(count: number, size: number, rungs: number, seed: number): { lu: BlockCholesky; dense: Float64Array } {
  const next = numbers(seed);
  const edges: number[] = [];
  for (let i = 0; i < count; i++) {
    if (i + 1 < count) edges.push(i, i + 1);
    if (i + 2 < count) edges.push(i, i + 2);
  }
  for (let k = 0; k < rungs; k++) {
    const i = Math.floor((0.5 + 0.5 * next()) * count * 0.999);
    const j = Math.floor((0.5 + 0.5 * next()) * count * 0.999);
    if (i !== j) edges.push(i, j);
  }
  const lu = new BlockCholesky(count, size);
  lu.lay(Int32Array.from(edges), edges.length / 2);
  lu.clear();
  const n = count * size;
  const dense = new Float64Array(n * n);
  const put = (i: number, j: number, r: number, c: number, x: number): void => {
    const o = lu.blockOffset(i, j);
    const swapped = lu.isTransposed(i, j);
    lu.values[o + (swapped ? size * c + r : size * r + c)] += x;
    dense[(size * i + r) * n + size * j + c] += x;
    if (i !== j) dense[(size * j + c) * n + size * i + r] += x;
  };
  for (let k = 0; k < edges.length; k += 2) {
    for (let r = 0; r < size; r++) for (let c = 0; c < size; c++) put(edges[k], edges[k + 1], r, c, next());
  }
  for (let i = 0; i < n; i++) {
    let sum = 1;
    for (let j = 0; j < n; j++) sum += Math.abs(dense[i * n + j]);
    put(Math.floor(i / size), Math.floor(i / size), i % size, i % size, sum);
  }
  return { lu, dense };
}

describe('factors of a symmetric matrix of blocks', () => {
  for (const size of [3, 4, 6]) {
    test(`blocks of ${size}: the solution is that of the dense matrix, whatever is joined`, () => {
      for (let seed = 1; seed <= 6; seed++) {
        const count = 9 + 7 * seed;
        const { lu, dense } = world(count, size, 3 * seed, seed);
        const next = numbers(99 + seed);
        const b = Float64Array.from({ length: count * size }, () => next());
        const x = Float64Array.from(b);
        expect(lu.factor()).toBe(-1);
        lu.solve(x);
        const y = Float64Array.from(b);
        expect(solveDense(dense, y, y.length)).toBe(true);
        // dominant diagonals: errors of rounding stay rounding
        for (let i = 0; i < x.length; i++) expect(Math.abs(x[i] - y[i])).toBeLessThan(1e-13);
      }
    });
  }

  test('a chain fills in nothing: two blocks below the diagonal of all but the last two', () => {
    const lu = new BlockCholesky(40, 3);
    const edges: number[] = [];
    for (let i = 0; i < 40; i++) {
      if (i + 1 < 40) edges.push(i, i + 1);
      if (i + 2 < 40) edges.push(i, i + 2);
    }
    lu.lay(Int32Array.from(edges), edges.length / 2);
    let held = 0;
    for (let i = 0; i < 40; i++) for (let j = 0; j < i; j++) if (lu.blockOffset(i, j) >= 0) held++;
    expect(held).toBe(39 + 38);
  });

  test('a pivot that is not positive is told by its block', () => {
    for (const size of [3, 4, 6]) {
      const lu = new BlockCholesky(3, size);
      lu.lay(Int32Array.of(0, 1, 1, 2), 2);
      lu.clear();
      for (let i = 0; i < 3; i++) {
        for (let r = 0; r < size; r++) lu.values[lu.blockOffset(i, i) + (size + 1) * r] = i === 1 && r === 1 ? -1 : 1;
      }
      expect(lu.factor()).toBe(1);
    }
  });
});
