/**
 * Points in the unit cube: random, Latin hypercube (McKay, Beckman and Conover 1979), Sobol' (direction numbers of Joe and Kuo
 * 2008, with a random digital shift) and the pairs of matrices for Sobol' indices (Saltelli et al. 2010). Same seed, same points.
 */
import { Random } from '@hawser/engine';

export type SampleMethod = 'latin-hypercube' | 'sobol' | 'random' | 'saltelli';

/** Dimensions for which there are direction numbers. */
export const MOST_SOBOL = 21;

/** Points a method makes of `count`: saltelli takes a block of d + 2 for each. */
export function sampleSize(method: SampleMethod, count: number, dimensions: number): number {
  return method === 'saltelli' ? count * (dimensions + 2) : count;
}

/** Row after row, each number strictly between 0 and 1. */
export function unitSample(method: SampleMethod, count: number, dimensions: number, seed: number): Float64Array {
  if (method === 'sobol') return sobol(count, dimensions, seed);
  if (method === 'saltelli') return saltelli(count, dimensions, seed);
  const random = new Random(seed);
  const points = new Float64Array(count * dimensions);
  if (method === 'random') {
    for (let i = 0; i < points.length; i++) points[i] = inside(random.uniform());
    return points;
  }
  const order = new Uint32Array(count);
  for (let d = 0; d < dimensions; d++) {
    for (let i = 0; i < count; i++) order[i] = i;
    for (let i = count - 1; i > 0; i--) {
      const j = Math.floor(random.uniform() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    for (let i = 0; i < count; i++) points[i * dimensions + d] = inside((order[i] + random.uniform()) / count);
  }
  return points;
}

/** Keeps numbers away from the ends, where a quantile would be infinite, within the cell of a Latin hypercube. */
function inside(u: number): number {
  return Math.min(Math.max(u, 2 ** -54), 1 - 2 ** -53);
}

/** Degree, coefficients and first direction numbers of dimensions 2 to 21 (file new-joe-kuo-6.21201). */
const JOE_KUO: readonly (readonly number[])[] = [
  [1, 0, 1],
  [2, 1, 1, 3],
  [3, 1, 1, 3, 1],
  [3, 2, 1, 1, 1],
  [4, 1, 1, 1, 3, 3],
  [4, 4, 1, 3, 5, 13],
  [5, 2, 1, 1, 5, 5, 17],
  [5, 4, 1, 1, 5, 5, 5],
  [5, 7, 1, 1, 7, 11, 19],
  [5, 11, 1, 1, 5, 1, 1],
  [5, 13, 1, 1, 1, 3, 11],
  [5, 14, 1, 3, 5, 5, 31],
  [6, 1, 1, 3, 3, 9, 7, 49],
  [6, 13, 1, 1, 1, 15, 21, 21],
  [6, 16, 1, 3, 1, 13, 27, 49],
  [6, 19, 1, 1, 1, 15, 7, 5],
  [6, 22, 1, 3, 1, 15, 13, 25],
  [6, 25, 1, 1, 5, 5, 19, 61],
  [7, 1, 1, 3, 7, 11, 23, 15, 103],
  [7, 4, 1, 3, 7, 13, 13, 15, 69],
];

const BITS = 32;

function directions(dimension: number): Uint32Array {
  const v = new Uint32Array(BITS);
  if (dimension === 0) {
    for (let i = 0; i < BITS; i++) v[i] = 2 ** (BITS - 1 - i);
    return v;
  }
  const [s, a, ...m] = JOE_KUO[dimension - 1];
  for (let i = 0; i < BITS; i++) {
    if (i < s) {
      v[i] = m[i] * 2 ** (BITS - 1 - i);
      continue;
    }
    let next = v[i - s] ^ (v[i - s] >>> s);
    for (let k = 1; k < s; k++) if ((a >>> (s - 1 - k)) & 1) next ^= v[i - k];
    v[i] = next;
  }
  return v;
}

/** Gray-code order (Antonov and Saleev 1979). The shift keeps every net property and takes 0 out of the points. */
function sobol(count: number, dimensions: number, seed: number): Float64Array {
  if (dimensions > MOST_SOBOL) throw new RangeError(`Sobol' points have at most ${MOST_SOBOL} dimensions`);
  const random = new Random(seed);
  const points = new Float64Array(count * dimensions);
  for (let d = 0; d < dimensions; d++) {
    const v = directions(d);
    const shift = random.next();
    let x = 0;
    for (let i = 0; i < count; i++) {
      if (i > 0) x ^= v[31 - Math.clz32(i & -i)];
      points[i * dimensions + d] = (((x ^ shift) >>> 0) + 0.5) / 4294967296;
    }
  }
  return points;
}

/** Blocks of d + 2 points: A, B, and A with the j-th number of B, j = 1 ... d. */
function saltelli(count: number, dimensions: number, seed: number): Float64Array {
  const both =
    2 * dimensions <= MOST_SOBOL
      ? sobol(count, 2 * dimensions, seed)
      : unitSample('random', count, 2 * dimensions, seed);
  const block = dimensions + 2;
  const points = new Float64Array(count * block * dimensions);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < block; k++) {
      for (let d = 0; d < dimensions; d++) {
        const fromB = k === 1 || k === d + 2;
        points[(i * block + k) * dimensions + d] = both[2 * dimensions * i + (fromB ? dimensions : 0) + d];
      }
    }
  }
  return points;
}
