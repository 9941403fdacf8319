import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BlockLU } from './block-lu.ts';
import { solveDense } from './dense.ts';
import type { BlockPattern } from './plan.ts';

/** Small reproducible generator (Park and Miller 1988), so that a failing seed can be replayed. */
function generator(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

interface Joint {
  readonly a: number;
  readonly b: number; // -1: the ground
  readonly rows: number;
}

interface Mechanism {
  readonly bodySizes: readonly number[];
  readonly joints: readonly Joint[];
  /** Direct couplings between bodies: contacts and springs. */
  readonly contacts: readonly (readonly [number, number])[];
}

/** Bodies come first, then joints; `rename` renumbers the blocks. */
function patternOf(
  m: Mechanism,
  rename: readonly number[] = m.bodySizes.concat(m.joints.map(() => 0)).map((_, i) => i),
): BlockPattern {
  const bodies = m.bodySizes.length;
  const sizes = new Int32Array(rename.length);
  const isConstraint = new Uint8Array(rename.length);
  const edges: number[] = [];
  m.bodySizes.forEach((size, i) => {
    sizes[rename[i]] = size;
  });
  m.joints.forEach((joint, j) => {
    const block = rename[bodies + j];
    sizes[block] = joint.rows;
    isConstraint[block] = 1;
    edges.push(block, rename[joint.a]);
    if (joint.b >= 0) edges.push(rename[joint.b], block);
  });
  for (const [a, b] of m.contacts) edges.push(rename[a], rename[b]);
  return { sizes, edges: Int32Array.from(edges), isConstraint };
}

/**
 * Fills [S J^T; J -eps] with random numbers: S = diagonally dominant (mass) + symmetric contact couplings
 * + `skew` times an unsymmetric perturbation (friction tangents). With `redundant`, each joint row repeats its first.
 */
function assemble(
  lu: BlockLU,
  m: Mechanism,
  rename: readonly number[],
  random: () => number,
  eps: number,
  skew: number,
  redundant = false,
): void {
  const bodies = m.bodySizes.length;
  const normal = () => 2 * random() - 1;
  lu.clear();
  const v = lu.values;
  m.bodySizes.forEach((n, i) => {
    const d = lu.blockOffset(rename[i], rename[i]);
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < r; c++) {
        const s = normal();
        v[d + r * n + c] = s;
        v[d + c * n + r] = s + skew * normal();
      }
      v[d + r * n + r] = n + 1 + 10 * random();
    }
  });
  // A contact adds the positive semidefinite stiffness g g^T of one direction, spoiled by the unsymmetric part.
  for (const [a, b] of m.contacts) {
    const na = m.bodySizes[a];
    const nb = m.bodySizes[b];
    const g = Array.from({ length: na + nb }, normal);
    const at = (i: number) => (i < na ? rename[a] : rename[b]);
    for (let r = 0; r < na + nb; r++) {
      for (let c = 0; c < na + nb; c++) {
        const columns = c < na ? na : nb;
        const o = lu.blockOffset(at(r), at(c)) + (r < na ? r : r - na) * columns + (c < na ? c : c - na);
        v[o] += g[r] * g[c] + 0.1 * skew * normal();
      }
    }
  }
  m.joints.forEach((joint, j) => {
    const block = rename[bodies + j];
    const d = lu.blockOffset(block, block);
    for (let r = 0; r < joint.rows; r++) v[d + r * joint.rows + r] = -eps;
    for (const body of [joint.a, joint.b]) {
      if (body < 0) continue;
      const n = m.bodySizes[body];
      const o = lu.blockOffset(block, rename[body]);
      const t = lu.blockOffset(rename[body], block);
      for (let c = 0; c < n; c++) {
        for (let r = 0; r < joint.rows; r++) {
          const value = redundant && r > 0 ? v[o + c] : normal();
          v[o + r * n + c] = value;
          v[t + c * joint.rows + r] = value;
        }
      }
    }
  });
}

/** The assembled matrix, row-major, gathered through blockOffset. */
function dense(lu: BlockLU): Float64Array {
  const n = lu.dimension;
  const blocks = lu.offsets.length - 1;
  const a = new Float64Array(n * n);
  for (let i = 0; i < blocks; i++) {
    for (let j = 0; j < blocks; j++) {
      const o = lu.blockOffset(i, j);
      if (o < 0) continue;
      const columns = lu.offsets[j + 1] - lu.offsets[j];
      for (let r = lu.offsets[i]; r < lu.offsets[i + 1]; r++) {
        for (let c = 0; c < columns; c++)
          a[r * n + lu.offsets[j] + c] = lu.values[o + (r - lu.offsets[i]) * columns + c];
      }
    }
  }
  return a;
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** |A x - b| / (|A| |x| + |b|) in the maximum norm: 1e-16 for a backward-stable solver. */
function backwardError(a: Float64Array, x: Float64Array, b: Float64Array): number {
  const n = b.length;
  let worst = 0;
  let normA = 0;
  for (let r = 0; r < n; r++) {
    let sum = -b[r];
    let row = 0;
    for (let c = 0; c < n; c++) {
      sum += a[r * n + c] * x[c];
      row += Math.abs(a[r * n + c]);
    }
    worst = Math.max(worst, Math.abs(sum));
    normA = Math.max(normA, row);
  }
  return worst / (normA * largest(x) + largest(b) + 1e-300);
}

function denseSolution(a: Float64Array, b: Float64Array): Float64Array {
  const x = b.slice();
  expect(solveDense(a.slice(), x, b.length)).toBe(true);
  return x;
}

function difference(x: Float64Array, y: Float64Array): number {
  return largest(x.map((value, i) => value - y[i])) / (largest(y) + 1e-300);
}

const bodySize = fc.constantFrom(6, 6, 6, 3, 1, 2, 12);
const jointRows = fc.integer({ min: 1, max: 6 });
const seed = fc.integer({ min: 1, max: 1e9 });

/** A joint never has more rows than the smaller body it holds can support. */
function fit(sizes: readonly number[], a: number, b: number, rows: number): Joint {
  return { a, b, rows: Math.min(rows, sizes[a], b < 0 ? 12 : sizes[b]) };
}

const chain: fc.Arbitrary<Mechanism> = fc
  .tuple(fc.array(bodySize, { minLength: 1, maxLength: 12 }), fc.array(jointRows, { minLength: 12, maxLength: 12 }))
  .map(([sizes, rows]) => ({
    bodySizes: sizes,
    joints: sizes.map((_, i) => fit(sizes, i, i - 1, rows[i])),
    contacts: [],
  }));

const tree: fc.Arbitrary<Mechanism> = fc
  .array(fc.tuple(bodySize, jointRows, fc.nat(1000)), { minLength: 1, maxLength: 14 })
  .map((nodes) => {
    const sizes = nodes.map(([size]) => size);
    return {
      bodySizes: sizes,
      joints: nodes.map(([, rows, parent], i) => fit(sizes, i, i === 0 ? -1 : parent % i, rows)),
      contacts: [],
    };
  });

const star: fc.Arbitrary<Mechanism> = fc.array(jointRows, { minLength: 1, maxLength: 12 }).map((rows) => ({
  bodySizes: [6, ...rows.map(() => 6)],
  joints: rows.map((count, i) => ({ a: i + 1, b: 0, rows: count })),
  contacts: [],
}));

/** A ring of 6-row bodies, each joint with 1 to 3 rows: closed, but not over-constrained. Chords are contacts. */
const loop: fc.Arbitrary<Mechanism> = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
  )
  .map(([rows, chords]) => ({
    bodySizes: rows.map(() => 6),
    joints: rows.map((count, i) => ({ a: i, b: (i + 1) % rows.length, rows: count })),
    contacts: chords.map(([a, b]) => [a % rows.length, b % rows.length] as const).filter(([a, b]) => a !== b),
  }));

const mechanism = fc.oneof(chain, tree, star, loop);
const identity = (m: Mechanism) => Array.from({ length: m.bodySizes.length + m.joints.length }, (_, i) => i);

describe('BlockLU against a dense solve with partial pivoting', () => {
  test('symmetric quasi-definite systems: chains, trees, stars, loops with contacts', () => {
    fc.assert(
      fc.property(mechanism, seed, (m, s) => {
        const random = generator(s);
        const lu = new BlockLU(patternOf(m));
        assemble(lu, m, identity(m), random, 1e-10, 0);
        const a = dense(lu);
        const b = Float64Array.from({ length: lu.dimension }, () => 2 * random() - 1);
        const x = b.slice();
        expect(lu.factor()).toEqual({ ok: true, block: -1 });
        lu.solve(x);
        // Without pivoting the backward error grows with 1/|smallest Schur pivot|, which random rows make 1e-4 at times.
        expect(backwardError(a, x, b)).toBeLessThan(1e-10);
        expect(difference(x, denseSolution(a, b))).toBeLessThan(1e-6);
      }),
    );
  });

  test('unsymmetric values, as friction tangents give them', () => {
    fc.assert(
      fc.property(mechanism, seed, (m, s) => {
        const random = generator(s);
        const lu = new BlockLU(patternOf(m));
        assemble(lu, m, identity(m), random, 1e-8, 0.3);
        const a = dense(lu);
        const b = Float64Array.from({ length: lu.dimension }, () => 2 * random() - 1);
        const x = b.slice();
        expect(lu.factor().ok).toBe(true);
        lu.solve(x);
        expect(backwardError(a, x, b)).toBeLessThan(1e-10);
      }),
    );
  });
});
