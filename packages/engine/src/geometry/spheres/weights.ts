/**
 * What each ball's volume counts for. A packing leaves 10 to 40 % of a solid empty; read as a density, rho = sum of weights of
 * the balls at a point, the overlap of two packings, integral of rho_A rho_B = sum w_i w_j V_ij, is then the overlap of the
 * two solids on average over their places, if rho is 1 on average.
 */
import type { Random } from '../../base/index.ts';
import { PI } from '../../math/index.ts';
import type { FreeSpace } from './free-space.ts';

/** All the same: solid over balls. */
export function uniformWeights(radii: Float64Array, meshVolume: number): Float64Array {
  let sum = 0;
  for (let i = 0; i < radii.length; i++) sum += ballVolume(radii[i]);
  return new Float64Array(radii.length).fill(meshVolume / sum);
}

/** Samples of the solid a ball; a fifth of them falls between the balls and is what is shared out. */
const SAMPLES = 40;
/** times the smallest radius: where packing has got that far, gaps are no wider than one or two */
const FAR = 16;

/**
 * Each ball counts for itself and for the gaps nearer to its surface than to any other's: the gaps by one random point in each
 * cell of a grid, then scaled to the volume the balls leave. Voids far from all balls are shared out over all of them.
 */
export function cellWeights(
  space: FreeSpace,
  half: readonly [number, number, number],
  meshVolume: number,
  random: Random,
): Float64Array {
  const n = space.count;
  const balls = space.balls.data;
  const weights = new Float64Array(n).fill(1);
  let filled = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    filled += ballVolume(balls[4 * i + 3]);
    smallest = Math.min(smallest, balls[4 * i + 3]);
  }
  const far = FAR * smallest;
  const box = 8 * half[0] * half[1] * half[2];
  let edge = Math.max(half[0], half[1], half[2]);
  const cellsOf = (h: number): number => Math.max(1, Math.ceil((2 * h) / edge));
  const wanted = Math.min(4e6, (SAMPLES * n * box) / meshVolume);
  while (cellsOf(half[0]) * cellsOf(half[1]) * cellsOf(half[2]) < wanted) edge *= 0.95;
  const counts = half.map(cellsOf);
  const shares = new Float64Array(n);
  let total = 0;
  for (let ix = 0; ix < counts[0]; ix++) {
    for (let iy = 0; iy < counts[1]; iy++) {
      for (let iz = 0; iz < counts[2]; iz++) {
        const x = half[0] * ((2 * (ix + random.uniform())) / counts[0] - 1);
        const y = half[1] * ((2 * (iy + random.uniform())) / counts[1] - 1);
        const z = half[2] * ((2 * (iz + random.uniform())) / counts[2] - 1);
        const d = space.toBalls(x, y, z, far, 0);
        if (d < 0 || space.ball < 0 || space.surface.inside(x, y, z) <= 0) continue;
        shares[space.ball] += 1;
        total += 1;
      }
    }
  }
  if (total === 0)
    return uniformWeights(
      Float64Array.from(weights, (_, i) => balls[4 * i + 3]),
      meshVolume,
    );
  const each = Math.max(0, meshVolume - filled) / total;
  for (let i = 0; i < n; i++) weights[i] += (shares[i] * each) / ballVolume(balls[4 * i + 3]);
  return weights;
}

function ballVolume(radius: number): number {
  return (4 / 3) * PI * radius * radius * radius;
}
