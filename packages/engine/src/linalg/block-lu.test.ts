import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesPerCall } from '../../test/allocation.ts';
import { BlockLU } from './block-lu.ts';
import { solveDense } from '../../test/dense.ts';
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
 * + `skew` times an unsymmetric perturbation (friction tangents). Joints between the same bodies get the same rows:
 * they are exactly redundant.
 */
function assemble(
  lu: BlockLU,
  m: Mechanism,
  rename: readonly number[],
  random: () => number,
  eps: number,
  skew: number,
): void {
  const bodies = m.bodySizes.length;
  const normal = () => 2 * random() - 1;
  const jointSeed = Math.floor(1e6 * random());
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
    const rowEntry = generator(1000 * joint.a + joint.b + jointSeed);
    for (const body of [joint.a, joint.b]) {
      if (body < 0) continue;
      const n = m.bodySizes[body];
      const o = lu.blockOffset(block, rename[body]);
      const t = lu.blockOffset(rename[body], block);
      for (let c = 0; c < n; c++) {
        for (let r = 0; r < joint.rows; r++) {
          const strong = c % joint.rows === r ? 3 : 0; // keeps the rows of one joint well apart
          const value = 2 * rowEntry() - 1 + strong;
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

/** Assembles with the given seed, factors and solves; returns what is needed to judge it. */
function run(m: Mechanism, s: number, eps: number, skew: number, rename = identity(m)) {
  const random = generator(s);
  const lu = new BlockLU(patternOf(m, rename));
  assemble(lu, m, rename, random, eps, skew);
  const a = dense(lu);
  const b = Float64Array.from({ length: lu.dimension }, () => 2 * random() - 1);
  const x = b.slice();
  const status = { ...lu.factor() };
  lu.solve(x);
  return { lu, a, b, x, status };
}

describe('BlockLU against a dense solve with partial pivoting', () => {
  test('symmetric quasi-definite systems: chains, trees, stars, loops with contacts', () => {
    fc.assert(
      fc.property(mechanism, seed, (m, s) => {
        const { a, b, x, status } = run(m, s, 1e-10, 0);
        expect(status).toEqual({ ok: true, block: -1 });
        // Without pivoting the error grows with 1 / (smallest Schur pivot). In 5000 random systems the worst errors were
        // 1e-11 and 5e-11, the median 4e-17 and 9e-16; dividing by eps once would give 1e-6.
        expect(backwardError(a, x, b)).toBeLessThan(1e-8);
        expect(difference(x, denseSolution(a, b))).toBeLessThan(1e-7);
      }),
    );
  });

  test('without any regularisation: every joint is eliminated after bodies that give it full rank', () => {
    fc.assert(
      fc.property(mechanism, seed, (m, s) => {
        const { a, b, x, status } = run(m, s, 0, 0);
        expect(status.ok).toBe(true);
        expect(backwardError(a, x, b)).toBeLessThan(1e-8); // a joint taken too early would divide by rounding noise
      }),
    );
  });

  test('unsymmetric values, as friction tangents give them', () => {
    fc.assert(
      fc.property(mechanism, seed, (m, s) => {
        const { a, b, x, status } = run(m, s, 1e-8, 0.3);
        expect(status.ok).toBe(true);
        expect(backwardError(a, x, b)).toBeLessThan(1e-8);
      }),
    );
  });

  test('joints given twice rest on eps = 1e-10: the motion is the one of the single joints', () => {
    fc.assert(
      fc.property(mechanism, seed, (m, s) => {
        const doubled = { ...m, joints: [...m.joints, ...m.joints] };
        const { lu, a, status } = run(doubled, s, 1e-10, 0);
        expect(status.ok).toBe(true);
        // A right-hand side that does not contradict itself: the image of a known solution.
        const n = lu.dimension;
        const random = generator(s + 1);
        const known = Float64Array.from({ length: n }, () => 2 * random() - 1);
        const x = known.map((_, r) => known.reduce((sum, value, c) => sum + a[r * n + c] * value, 0));
        lu.solve(x);
        // The two multipliers of a doubled row are known only in their sum; the bodies, which come first, do not care.
        // Worst of 2000 random systems: 2e-13.
        const bodyRows = m.bodySizes.reduce((sum, size) => sum + size, 0);
        expect(difference(x.subarray(0, bodyRows), known.subarray(0, bodyRows))).toBeLessThan(1e-9);
      }),
    );
  });

  test('the numbering of the blocks does not change the solution', () => {
    fc.assert(
      fc.property(mechanism, seed, fc.infiniteStream(fc.nat(1 << 20)), (m, s, stream) => {
        const keys = identity(m).map((i) => [stream.next().value, i]);
        const rename = keys.sort((p, q) => p[0] - q[0] || p[1] - q[1]).map(([, i]) => i);
        const plain = run(m, s, 1e-6, 0.2);
        const renamed = run(m, s, 1e-6, 0.2, rename);
        // Same matrix entries in other places; the right-hand side is moved along.
        const x = new Float64Array(plain.b.length);
        const moved = (from: Float64Array, to: Float64Array, back: boolean) => {
          rename.forEach((block, i) => {
            for (let r = 0; r < plain.lu.offsets[i + 1] - plain.lu.offsets[i]; r++) {
              if (back) to[plain.lu.offsets[i] + r] = from[renamed.lu.offsets[block] + r];
              else to[renamed.lu.offsets[block] + r] = from[plain.lu.offsets[i] + r];
            }
          });
        };
        moved(plain.b, x, false);
        renamed.lu.solve(x);
        const back = new Float64Array(x.length);
        moved(x, back, true);
        expect(difference(back, plain.x)).toBeLessThan(1e-7); // worst of 5000: 3e-11
      }),
    );
  });

  test('same input, same bits: building and factoring twice gives identical factors', () => {
    fc.assert(
      fc.property(mechanism, seed, (m, s) => {
        const first = run(m, s, 1e-10, 0.1);
        const second = run(m, s, 1e-10, 0.1);
        expect(second.lu.values).toEqual(first.lu.values);
        expect(second.x).toEqual(first.x);
      }),
      { numRuns: 20 },
    );
  });
});

describe('BlockLU pattern', () => {
  test('every edge has a block in both directions, no two blocks overlap, and strangers have none', () => {
    fc.assert(
      fc.property(mechanism, (m) => {
        const pattern = patternOf(m);
        const lu = new BlockLU(pattern);
        const n = pattern.sizes.length;
        for (let e = 0; e < pattern.edges.length; e += 2) {
          expect(lu.blockOffset(pattern.edges[e], pattern.edges[e + 1])).toBeGreaterThanOrEqual(0);
          expect(lu.blockOffset(pattern.edges[e + 1], pattern.edges[e])).toBeGreaterThanOrEqual(0);
        }
        const owners = new Int32Array(lu.values.length);
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            const o = lu.blockOffset(i, j);
            expect(o < 0).toBe(lu.blockOffset(j, i) < 0);
            if (o >= 0) for (let e = 0; e < pattern.sizes[i] * pattern.sizes[j]; e++) owners[o + e]++;
          }
        }
        expect(owners.every((count) => count === 1)).toBe(true);
      }),
    );
    const apart = new BlockLU({
      sizes: Int32Array.of(6, 6),
      edges: new Int32Array(0),
      isConstraint: new Uint8Array(2),
    });
    expect(apart.blockOffset(0, 1)).toBe(-1);
  });

  test('an empty pattern and a single block are solved', () => {
    const none = new BlockLU({ sizes: new Int32Array(0), edges: new Int32Array(0), isConstraint: new Uint8Array(0) });
    expect(none.dimension).toBe(0);
    expect(none.factor().ok).toBe(true);
    none.solve(new Float64Array(0));
    const one = new BlockLU({ sizes: Int32Array.of(1), edges: new Int32Array(0), isConstraint: new Uint8Array(1) });
    one.values[0] = 4;
    expect(one.factor().ok).toBe(true);
    const x = Float64Array.of(2);
    one.solve(x);
    expect(x[0]).toBe(0.5);
  });

  test('a wrong pattern is refused with the block or edge at fault', () => {
    const isConstraint = new Uint8Array(2);
    const edges = new Int32Array(0);
    expect(() => new BlockLU({ sizes: Int32Array.of(6, 0), edges, isConstraint })).toThrow(/block 1 .* found 0/);
    expect(() => new BlockLU({ sizes: Int32Array.of(6, 6), edges: Int32Array.of(0, 1, 1, 1), isConstraint })).toThrow(
      /edge 1 .* found 1-1/,
    );
    expect(() => new BlockLU({ sizes: Int32Array.of(6, 6), edges: Int32Array.of(0, 2), isConstraint })).toThrow(/0-2/);
  });

  test('work grows linearly along a chain: 32 times the bodies, 32 times the multiply-adds', () => {
    const work = (bodies: number) => {
      const bodySizes = new Array<number>(bodies).fill(6);
      const joints = bodySizes.map((_, i) => ({ a: i, b: i - 1, rows: 4 }));
      return new BlockLU(patternOf({ bodySizes, joints, contacts: [] })).multiplyAdds;
    };
    expect(work(1600) / work(50)).toBeLessThan(32.5); // the two ends of the chain are cheaper than its middle
  });
});

test('unknowns that belong to no block stay as they are', () => {
  const offsets = Int32Array.of(0, 4, 8);
  const lu = new BlockLU({
    sizes: Int32Array.of(3, 3),
    edges: Int32Array.of(0, 1),
    isConstraint: new Uint8Array(2),
    offsets,
  });
  for (let i = 0; i < 2; i++) for (let r = 0; r < 3; r++) lu.values[lu.blockOffset(i, i) + 4 * r] = 2;
  lu.values[lu.blockOffset(0, 1)] = 1;
  expect(lu.factor().ok).toBe(true);
  const x = Float64Array.of(4, 2, 2, 7, 2, 2, 2, 9);
  lu.solve(x);
  // 2 x0 + x4 = 4, x4 = 1
  expect([...x]).toEqual([1.5, 1, 1, 7, 1, 1, 1, 9]);
});

describe('BlockLU failures', () => {
  const pair = { bodySizes: [6, 6, 6], joints: [{ a: 0, b: 1, rows: 4 }], contacts: [] };

  test('a singular pivot is reported with its block, for every unrolled size and beyond, and the next matrix is fine', () => {
    for (const size of [1, 2, 3, 4, 5, 6, 7, 12]) {
      for (const bad of [0, 1e-281, Number.NaN, Number.POSITIVE_INFINITY]) {
        const lu = new BlockLU({
          sizes: Int32Array.of(6, size, 6),
          edges: Int32Array.of(0, 2),
          isConstraint: new Uint8Array(3),
        });
        const fill = (last: number) => {
          lu.clear();
          for (let i = 0; i < 3; i++) {
            const n = lu.offsets[i + 1] - lu.offsets[i];
            for (let r = 0; r < n; r++) lu.values[lu.blockOffset(i, i) + r * (n + 1)] = 2;
          }
          lu.values[lu.blockOffset(1, 1) + size * size - 1] = last;
        };
        fill(bad);
        expect(lu.factor()).toEqual({ ok: false, block: 1 });
        fill(2);
        expect(lu.factor()).toEqual({ ok: true, block: -1 });
        const x = new Float64Array(lu.dimension).fill(1);
        lu.solve(x);
        expect(x.every((value) => value === 0.5)).toBe(true);
      }
    }
  });

  test('a joint on a body without mass is reported, not divided by', () => {
    const lu = new BlockLU(patternOf(pair));
    lu.clear();
    expect(lu.factor().ok).toBe(false);
  });
});

test('no allocation: factor and solve', () => {
  const bodySizes = [6, 6, 3, 12, 6];
  const joints = [4, 5, 3, 1, 2].map((rows, i) => ({ a: i, b: i - 1, rows }));
  const m = { bodySizes, joints, contacts: [[0, 4] as const] };
  const { lu, b } = run(m, 7, 1e-10, 0.1);
  assemble(lu, m, identity(m), generator(7), 1e-10, 0.1);
  const assembled = lu.values.slice();
  const x = b.slice();
  const call = () => {
    lu.values.set(assembled);
    if (!lu.factor().ok) throw new Error('the matrix of this test is regular');
    x.set(b);
    lu.solve(x);
  };
  const { heap, buffers } = bytesPerCall(call, 1, 10000, 6);
  expect(heap).toBeLessThanOrEqual(1);
  expect(buffers).toBeLessThanOrEqual(0);
});
