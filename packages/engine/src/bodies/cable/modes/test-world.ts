/** Stability and natural frequencies of a cable from its matrices, for tests; dense and plain. */
import type { Cable } from '../cable.ts';
import { type CableSurroundings, evaluateCable } from '../evaluate.ts';
import { addMass } from '../mass.ts';

/** Stiffness of the unknowns that are not held, row-major, at the cable's q with tensions of the law. */
export function stiffness(cable: Cable, around: CableSurroundings, held: Uint8Array): Float64Array[] {
  cable.v.fill(0);
  evaluateCable(cable, around, { b: 1, c: 0, withTangent: true, mixed: false });
  return freeRows(cable, held);
}

export function massRows(cable: Cable, held: Uint8Array): Float64Array[] {
  cable.tangent.fill(0);
  addMass(cable, 1);
  return freeRows(cable, held);
}

function freeRows(cable: Cable, held: Uint8Array): Float64Array[] {
  const free: number[] = [];
  for (let i = 0; i < 4 * cable.nodeCount; i++) if (!held[i]) free.push(i);
  return free.map((row) => {
    const i = Math.floor(row / 4);
    return Float64Array.from(free, (column) => {
      const k = Math.floor(column / 4) - i + 2;
      return k < 0 || k > 4 ? 0 : cable.tangent[80 * i + 16 * k + 4 * (row % 4) + (column % 4)];
    });
  });
}

/** (A + A^T)/2. */
export function symmetric(A: readonly Float64Array[]): Float64Array[] {
  return A.map((row, i) => row.map((value, k) => 0.5 * (value + A[k][i])));
}

/** Number of negative pivots of a symmetric matrix: how many eigenvalues are below zero (Sylvester). */
export function negativePivots(A: readonly Float64Array[]): number {
  const n = A.length;
  const M = A.map((row) => Float64Array.from(row));
  let count = 0;
  for (let k = 0; k < n; k++) {
    if (M[k][k] < 0) count++;
    for (let i = k + 1; i < Math.min(n, k + 16); i++) {
      const f = M[i][k] / M[k][k];
      if (f !== 0) for (let s = k; s < Math.min(n, k + 16); s++) M[i][s] -= f * M[k][s];
    }
  }
  return count;
}

/** The lowest natural frequencies [Hz] between two bounds, by counting and bisection: K - w^2 M. */
export function frequencies(
  K: readonly Float64Array[],
  M: readonly Float64Array[],
  count: number,
  most: number,
): number[] {
  const below = (f: number) => {
    const s = 4 * Math.PI * Math.PI * f * f;
    return negativePivots(K.map((row, i) => row.map((value, k) => value - s * M[i][k])));
  };
  const out: number[] = [];
  for (let mode = 1; mode <= count; mode++) {
    let low = 0;
    let high = most;
    for (let k = 0; k < 40 && high - low > 1e-8 * high; k++) {
      const middle = 0.5 * (low + high);
      if (below(middle) >= mode) high = middle;
      else low = middle;
    }
    out.push(0.5 * (low + high));
  }
  return out;
}

/** The value between low and high at which `unstable` changes from false to true. */
export function threshold(low: number, high: number, unstable: (value: number) => boolean): number {
  let a = low;
  let b = high;
  for (let k = 0; k < 30; k++) {
    const middle = 0.5 * (a + b);
    if (unstable(middle)) b = middle;
    else a = middle;
  }
  return 0.5 * (a + b);
}

/** Smallest singular value of a banded matrix, by inverse iteration: 0 where a neighbouring equilibrium exists. */
export function smallestSingular(A: readonly Float64Array[]): number {
  const n = A.length;
  const M = A.map((row) => Float64Array.from(row));
  const T = A.map((_, i) => Float64Array.from(A, (row) => row[i]));
  const solve = eliminate(M);
  const solveT = eliminate(T);
  let x = Float64Array.from({ length: n }, (_, i) => 1 + 0.1 * ((7 * i) % 5));
  let size = 1;
  for (let k = 0; k < 5; k++) {
    const y = solveT(solve(x));
    size = Math.sqrt(y.reduce((sum, value) => sum + value * value, 0));
    x = y.map((value) => value / size);
  }
  return 1 / Math.sqrt(size);
}

/** LU with row exchanges inside the band, of M itself; returns a solver. */
function eliminate(M: Float64Array[]): (b: Float64Array) => Float64Array {
  const n = M.length;
  const swaps: number[] = [];
  const reach = 12;
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < Math.min(n, k + reach); i++) if (Math.abs(M[i][k]) > Math.abs(M[p][k])) p = i;
    swaps.push(p);
    if (p !== k) [M[p], M[k]] = [M[k], M[p]];
    for (let i = k + 1; i < Math.min(n, k + reach); i++) {
      const f = M[i][k] / M[k][k];
      M[i][k] = f;
      if (f !== 0) for (let s = k + 1; s < Math.min(n, k + 2 * reach); s++) M[i][s] -= f * M[k][s];
    }
  }
  return (b) => {
    const x = Float64Array.from(b);
    // rows were exchanged with what was eliminated before, so exchange first
    for (let k = 0; k < n; k++) {
      const value = x[swaps[k]];
      x[swaps[k]] = x[k];
      x[k] = value;
    }
    for (let k = 0; k < n; k++) {
      for (let i = k + 1; i < Math.min(n, k + 2 * reach); i++) x[i] -= M[i][k] * x[k];
    }
    for (let k = n - 1; k >= 0; k--) {
      for (let s = k + 1; s < Math.min(n, k + 2 * reach); s++) x[k] -= M[k][s] * x[s];
      x[k] /= M[k][k];
    }
    return x;
  };
}

/** Where f is least between low and high, f falling and then rising. */
export function lowest(low: number, high: number, f: (x: number) => number): number {
  let a = low;
  let b = high;
  for (let k = 0; k < 20; k++) {
    const c = a + (b - a) / 3;
    const d = b - (b - a) / 3;
    if (f(c) < f(d)) b = d;
    else a = c;
  }
  return 0.5 * (a + b);
}
