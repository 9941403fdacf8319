/** All pairs of balls of two trees together: volume, centroid, second moments. And the part of a solid that its balls fill. */
import { PI, type SpherePacking, type SpherePairSet } from '@hawser/engine/parts';

/** Filled by `sumPairs`. Frame of A, about the origin of A unless said otherwise. */
export interface PairSums {
  /** [m^3] */
  volume: number;
  /** [m]; zero when there is no volume */
  readonly centroid: Float64Array;
  /** [m^2] sum of the circles' areas */
  area: number;
  /** [m^2] sum of area n, from A to B: the force on B is along it for a pressure that is the same everywhere */
  readonly vectorArea: Float64Array;
  /** [m^5] integrals of xx, yy, zz, xy, xz, yz about the centroid */
  readonly moments: Float64Array;
  /** [m] the deepest pair */
  depth: number;
  /** pairs that overlap */
  touching: number;
}

export function makePairSums(): PairSums {
  return {
    volume: 0,
    centroid: new Float64Array(3),
    area: 0,
    vectorArea: new Float64Array(3),
    moments: new Float64Array(6),
    depth: 0,
    touching: 0,
  };
}

export function sumPairs(out: PairSums, pairs: SpherePairSet): void {
  const { centroid: c, vectorArea, moments } = out;
  out.volume = 0;
  out.area = 0;
  out.depth = 0;
  out.touching = 0;
  c.fill(0);
  vectorArea.fill(0);
  moments.fill(0);
  for (let i = 0; i < pairs.count; i++) {
    const v = pairs.volume[i];
    if (v === 0) continue;
    const o = 3 * i;
    out.touching++;
    out.volume += v;
    out.area += pairs.area[i];
    out.depth = Math.max(out.depth, pairs.depth[i]);
    for (let k = 0; k < 3; k++) {
      c[k] += v * pairs.centroid[o + k];
      vectorArea[k] += pairs.area[i] * pairs.normal[o + k];
    }
  }
  if (out.volume === 0) return;
  for (let k = 0; k < 3; k++) c[k] /= out.volume;
  for (let i = 0; i < pairs.count; i++) {
    const v = pairs.volume[i];
    if (v === 0) continue;
    const o = 3 * i;
    const x = pairs.centroid[o] - c[0];
    const y = pairs.centroid[o + 1] - c[1];
    const z = pairs.centroid[o + 2] - c[2];
    const nx = pairs.normal[o];
    const ny = pairs.normal[o + 1];
    const nz = pairs.normal[o + 2];
    // transverse 1 + (axial - transverse) n n^T; concentric balls have n = 0 and both equal
    const t = pairs.transverse[i];
    const more = pairs.axial[i] - t;
    moments[0] += v * x * x + t + more * nx * nx;
    moments[1] += v * y * y + t + more * ny * ny;
    moments[2] += v * z * z + t + more * nz * nz;
    moments[3] += v * x * y + more * nx * ny;
    moments[4] += v * x * z + more * nx * nz;
    moments[5] += v * y * z + more * ny * nz;
  }
}

/** Volume of the balls over that of the solid. */
export function filledFraction(packing: SpherePacking): number {
  let sum = 0;
  for (let i = 0; i < packing.count; i++) sum += packing.radii[i] * packing.radii[i] * packing.radii[i];
  return ((4 / 3) * PI * sum) / packing.meshVolume;
}
