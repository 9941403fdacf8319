/**
 * Block LU on chains of 6-row bodies hanging on universal joints (4 rows), with and without a coupling between
 * neighbouring bodies, and on a pile of bodies in contact.
 * Run: npx vitest bench benchmarks/kernels/linalg.bench.ts
 * `factor` includes copying the assembled matrix back (about 1 us per 100 bodies). The test runner makes calls between
 * modules dearer; bundled code is some 20 % faster.
 */
import { bench, describe } from 'vitest';
import { BlockLU, type BlockPattern } from '../../packages/engine/src/linalg/index.ts';

/** Park and Miller 1988; uniform in -1 .. 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
}

/** Body i is block 2 i, the joint above it block 2 i + 1. */
function chain(bodies: number, coupled: boolean): BlockPattern {
  const sizes = new Int32Array(2 * bodies);
  const isConstraint = new Uint8Array(2 * bodies);
  const edges: number[] = [];
  for (let i = 0; i < bodies; i++) {
    sizes[2 * i] = 6;
    sizes[2 * i + 1] = 4;
    isConstraint[2 * i + 1] = 1;
    edges.push(2 * i + 1, 2 * i);
    if (i === 0) continue;
    edges.push(2 * i + 1, 2 * i - 2);
    if (coupled) edges.push(2 * i, 2 * i - 2);
  }
  return { sizes, edges: Int32Array.from(edges), isConstraint };
}

/** Bodies on a square grid, each touching its four neighbours. */
function pile(side: number): BlockPattern {
  const edges: number[] = [];
  for (let r = 0; r < side; r++) {
    for (let c = 0; c < side; c++) {
      if (c + 1 < side) edges.push(r * side + c, r * side + c + 1);
      if (r + 1 < side) edges.push(r * side + c, r * side + c + side);
    }
  }
  const bodies = side * side;
  return { sizes: new Int32Array(bodies).fill(6), edges: Int32Array.from(edges), isConstraint: new Uint8Array(bodies) };
}

/** Random couplings, dominant body diagonals, -1e-10 on the multiplier diagonals. */
function assembled(pattern: BlockPattern): BlockLU {
  const lu = new BlockLU(pattern);
  const random = generator(12345);
  const { sizes, edges, isConstraint } = pattern;
  for (let i = 0; i < sizes.length; i++) {
    const d = lu.blockOffset(i, i);
    for (let e = 0; e < sizes[i] * sizes[i]; e++) {
      const onDiagonal = e % (sizes[i] + 1) === 0;
      if (isConstraint[i]) lu.values[d + e] = onDiagonal ? -1e-10 : 0;
      else lu.values[d + e] = random() + (onDiagonal ? 20 : 0);
    }
  }
  for (let e = 0; e < edges.length; e += 2) {
    const i = edges[e];
    const j = edges[e + 1];
    const down = lu.blockOffset(i, j);
    const up = lu.blockOffset(j, i);
    for (let r = 0; r < sizes[i]; r++) {
      for (let c = 0; c < sizes[j]; c++) {
        const value = random();
        lu.values[down + r * sizes[j] + c] = value;
        lu.values[up + c * sizes[i] + r] = value;
      }
    }
  }
  return lu;
}

function measure(name: string, pattern: BlockPattern): void {
  describe(name, () => {
    const lu = assembled(pattern);
    const matrix = lu.values.slice();
    const right = Float64Array.from({ length: lu.dimension }, generator(54321));
    const x = right.slice();
    bench('symbolic', () => {
      new BlockLU(pattern);
    });
    bench(`factor (${lu.multiplyAdds} multiply-adds)`, () => {
      lu.values.set(matrix);
      if (!lu.factor().ok) throw new Error('the benchmark matrix is regular');
    });
    bench('solve', () => {
      x.set(right);
      lu.solve(x);
    });
  });
}

for (const bodies of [50, 100, 400, 1600]) measure(`chain of ${bodies} bodies`, chain(bodies, false));
measure('chain of 100 bodies, neighbours coupled', chain(100, true));
measure('pile of 10 x 10 bodies', pile(10));
