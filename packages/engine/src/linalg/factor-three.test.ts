import fs from 'node:fs';
import { expect, test, vi } from 'vitest';
import { BuildError } from '../base/index.ts';
import { BlockCholesky } from './block-cholesky.ts';
import { assemble } from './factor-three.assembly.ts';

const file = new URL('./factor-three.code.ts', import.meta.url);

/** To write it anew: HAWSER_WRITE_CODE=1 npx vitest run packages/engine/src/linalg/factor-three.test.ts */
test('the code that is shipped is the code that factor-three.assembly.ts describes', () => {
  const digits = [...assemble()].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const text = [
    '/** Written by factor-three.test.ts from factor-three.assembly.ts. */',
    'export const CODE: string =',
    `  '${digits}';`,
    '',
  ].join('\n');
  if (process.env.HAWSER_WRITE_CODE === '1') fs.writeFileSync(file, text);
  expect(fs.readFileSync(file, 'utf8')).toBe(text);
});

/** The same by plain loops, with the sums of each block in the order of the shipped code. */
function factorPlainly(v: Float64Array, edges: readonly (readonly number[])[], count: number): number {
  const at = new Map<string, number>();
  for (let k = 0; k < count; k++) at.set(`${k} ${k}`, 9 * k);
  let o = 9 * count;
  for (let k = 0; k < count; k++) {
    for (const i of edges[k]) {
      at.set(`${i} ${k}`, o);
      o += 9;
    }
  }
  for (let k = 0; k < count; k++) {
    const D = v.subarray(9 * k, 9 * k + 9);
    const [a, , , b, e, , c, f, g] = D;
    const minors = [e * g - f * f, c * f - b * g, b * f - c * e, a * g - c * c, b * c - a * f, a * e - b * b];
    const det = a * minors[0] + b * minors[1] + c * minors[2];
    if (!(a > 0 && minors[5] > 0 && det > 0)) return k;
    const I = minors.map((x) => (1 / det) * x);
    D.set([I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5]]);
    const product = (X: ArrayLike<number>, Y: ArrayLike<number>, r: number, c: number): number =>
      X[3 * r] * Y[3 * c] + X[3 * r + 1] * Y[3 * c + 1] + X[3 * r + 2] * Y[3 * c + 2];
    const old = edges[k].map((i) => v.slice(at.get(`${i} ${k}`) ?? 0, (at.get(`${i} ${k}`) ?? 0) + 9));
    edges[k].forEach((j, n) => {
      const L = Float64Array.from({ length: 9 }, (_, m) => product(old[n], D, Math.floor(m / 3), m % 3));
      for (let p = n; p < edges[k].length; p++) {
        const to = at.get(`${edges[k][p]} ${j}`) ?? Number.NaN;
        for (let m = 0; m < 9; m++) v[to + m] -= product(old[p], L, Math.floor(m / 3), m % 3);
      }
      v.set(L, at.get(`${j} ${k}`));
    });
  }
  return -1;
}

/** All blocks joined with all: their order is that of their numbers. */
function dense(count: number, seed: number): BlockCholesky {
  let s = seed;
  const next = (): number => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2147483648 - 1;
  };
  const edges: number[] = [];
  for (let i = 0; i < count; i++) for (let j = 0; j < i; j++) edges.push(i, j);
  const lu = new BlockCholesky(count, 3);
  lu.lay(Int32Array.from(edges), edges.length / 2);
  lu.clear();
  for (let i = 0; i < lu.values.length; i++) lu.values[i] = next();
  for (let k = 0; k < count; k++) {
    const d = lu.blockOffset(k, k);
    for (let r = 0; r < 3; r++) lu.values[d + 4 * r] += 4 * count;
  }
  return lu;
}

const columns = (count: number): number[][] =>
  Array.from({ length: count }, (_, k) => Array.from({ length: count - 1 - k }, (_, i) => k + 1 + i));

test('pairs of numbers give the bits of plain loops', () => {
  for (let count = 1; count <= 24; count++) {
    const lu = dense(count, count);
    const plain = Float64Array.from(lu.values);
    expect(lu.factor()).toBe(-1);
    expect(factorPlainly(plain, columns(count), count)).toBe(-1);
    // upper halves of pivots are not read; they are overwritten with those of the inverse
    expect(Array.from(lu.values)).toEqual(Array.from(plain));
  }
});

/** The same of a solution by all blocks joined with all. */
function solvePlainly(x: Float64Array, v: Float64Array, count: number): void {
  const at = (i: number, k: number): number => 9 * (count + (k * (2 * count - k - 1)) / 2 + i - k - 1);
  for (let k = 0; k < count; k++) {
    const [a, b, c] = x.slice(3 * k, 3 * k + 3);
    for (let i = k + 1; i < count; i++) {
      for (let r = 0; r < 3; r++) {
        const o = at(i, k) + 3 * r;
        x[3 * i + r] -= v[o] * a + v[o + 1] * b + v[o + 2] * c;
      }
    }
  }
  for (let k = count - 1; k >= 0; k--) {
    const [a, b, c] = x.slice(3 * k, 3 * k + 3);
    for (let r = 0; r < 3; r++) {
      const d = 9 * k + 3 * r;
      let y = v[d] * a + v[d + 1] * b + v[d + 2] * c;
      for (let i = k + 1; i < count; i++) {
        const o = at(i, k) + r;
        y -= v[o] * x[3 * i] + v[o + 3] * x[3 * i + 1] + v[o + 6] * x[3 * i + 2];
      }
      x[3 * k + r] = y;
    }
  }
}

test('so do solutions', () => {
  for (let count = 1; count <= 24; count++) {
    const lu = dense(count, 100 + count);
    expect(lu.factor()).toBe(-1);
    const x = Float64Array.from({ length: 3 * count }, (_, i) => 1 / (i + count) - 0.1);
    const plain = x.slice();
    lu.solve(x);
    solvePlainly(plain, lu.values, count);
    expect(Array.from(x)).toEqual(Array.from(plain));
  }
});

test('no blocks at all are factored and solved', () => {
  const lu = new BlockCholesky(0, 3);
  lu.lay(new Int32Array(0), 0);
  lu.clear();
  expect(lu.factor()).toBe(-1);
  lu.solve(new Float64Array(0));
});

test('without WebAssembly, or memory for it, the one who builds a model is told', () => {
  const lacking = {
    Memory: class {
      constructor() {
        throw new RangeError('could not allocate memory');
      }
    },
  };
  for (const [found, message] of [
    [undefined, /need WebAssembly/],
    [lacking, /found: RangeError: could not allocate memory; allow more address space/],
  ] as const) {
    vi.stubGlobal('WebAssembly', found);
    try {
      expect(() => new BlockCholesky(4, 3)).toThrow(BuildError);
      expect(() => new BlockCholesky(4, 3)).toThrow(message);
    } finally {
      vi.unstubAllGlobals();
    }
  }
});

test('the block whose pivot is not positive is told, whichever minor says so', () => {
  for (const spoil of [
    [-1, 0, 0, 0, 1, 0, 0, 0, 1],
    [1, 0, 0, 2, 1, 0, 0, 0, 1],
    [1, 0, 0, 0, 1, 0, 2, 0, 1],
    [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1],
  ]) {
    const lu = new BlockCholesky(5, 3);
    lu.lay(new Int32Array(0), 0);
    lu.clear();
    for (let k = 0; k < 5; k++) lu.values.set([1, 0, 0, 0, 1, 0, 0, 0, 1], lu.blockOffset(k, k));
    lu.values.set(spoil, lu.blockOffset(3, 3));
    expect(lu.factor()).toBe(3);
  }
});

test('a pattern laid anew, larger or smaller, has its own numbers', () => {
  const lu = new BlockCholesky(60, 3);
  for (const width of [1, 59, 2, 30]) {
    const edges: number[] = [];
    for (let i = 0; i < 60; i++) for (let j = Math.max(0, i - width); j < i; j++) edges.push(i, j);
    lu.lay(Int32Array.from(edges), edges.length / 2);
    lu.clear();
    for (let k = 0; k < 60; k++) for (let r = 0; r < 3; r++) lu.values[lu.blockOffset(k, k) + 4 * r] = 2;
    const x = new Float64Array(180).fill(1);
    expect(lu.factor()).toBe(-1);
    lu.solve(x);
    expect(x).toEqual(new Float64Array(180).fill(0.5));
  }
});
