/**
 * Which way a region looks, without its rims: walls of either body that stand around the layer and carry nothing.
 *   S = M_A + R_A = M_B + R_B        vector area from A to B: faces and rims of A's surface inside B, and of B's inside A
 *   n ~ (r_B M_A + r_A M_B)/(r_A + r_B)                      r: area of the rims
 * A surface without rims says all there is to say: M = S, a floor under a box, whatever the box's walls. With rims on both, S would
 * lean by depth over width towards a wall that is in, and over to the other side when that wall comes out and the one opposite
 * goes in: two equal cubes, one on the other, are at that place. Where rims are no longer small against the faces, S stays.
 */
import type { FanList } from '../mesh-mesh/fans.ts';
import type { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';

/** Cosine to the vector area up to which a face is a rim, and from which on it is none. */
const RIM = 0.2;
const FACE = 0.4;
/** Area of the smaller of the two rims over the vector area: up to SLIM rims are left out, from STOUT on nothing is. */
const SLIM = 0.2;
const STOUT = 0.5;

interface Rim {
  /** [m^2] twice its area, and twice its vector area */
  area: number;
  x: number;
  y: number;
  z: number;
}

const rimA: Rim = { area: 0, x: 0, y: 0, z: 0 };
const rimB: Rim = { area: 0, x: 0, y: 0, z: 0 };

/**
 * Unit vector into out, of regions together, each with its weight (weight[o...], neighbours.ts); false where they look nowhere.
 */
export function regionDirection(
  out: Float64Array,
  { regions, fansA, fansB, count }: MeshIntersection,
  weight: Float64Array,
  o: number,
): boolean {
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let s = 0; s < count; s++) {
    sx += weight[o + s] * regions.vectorArea[3 * s];
    sy += weight[o + s] * regions.vectorArea[3 * s + 1];
    sz += weight[o + s] * regions.vectorArea[3 * s + 2];
  }
  const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (!(size > 0)) return false;
  out[0] = sx / size;
  out[1] = sy / size;
  out[2] = sz / size;
  findRim(rimA, fansA, weight, o, out, 1);
  if (!(rimA.area > 0)) return true;
  findRim(rimB, fansB, weight, o, out, -1);
  if (!(rimB.area > 0)) return true;
  const share = between(STOUT, SLIM, Math.min(rimA.area, rimB.area) / (2 * size));
  if (share === 0) return true;
  // twice the area in all of these
  const a = (share * rimB.area) / (rimA.area + rimB.area);
  const b = (share * rimA.area) / (rimA.area + rimB.area);
  const nx = 2 * sx - a * rimA.x + b * rimB.x;
  const ny = 2 * sy - a * rimA.y + b * rimB.y;
  const nz = 2 * sz - a * rimA.z + b * rimB.z;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return true;
  out[0] = nx / length;
  out[1] = ny / length;
  out[2] = nz / length;
  return true;
}

/** sense: -1 for B, whose faces look against n. */
function findRim(
  out: Rim,
  { points: p, region, sign, count }: FanList,
  weights: Float64Array,
  o: number,
  n: Float64Array,
  sense: number,
): void {
  const nx = sense * n[0];
  const ny = sense * n[1];
  const nz = sense * n[2];
  let area = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    const own = weights[o + region[i]];
    if (own === 0) continue;
    const k = 9 * i;
    const ux = p[k + 3] - p[k];
    const uy = p[k + 4] - p[k + 1];
    const uz = p[k + 5] - p[k + 2];
    const vx = p[k + 6] - p[k];
    const vy = p[k + 7] - p[k + 1];
    const vz = p[k + 8] - p[k + 2];
    const cx = uy * vz - uz * vy;
    const cy = uz * vx - ux * vz;
    const cz = ux * vy - uy * vx;
    const size = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const across = sign[i] * (cx * nx + cy * ny + cz * nz);
    if (across >= FACE * size) continue;
    const weight = own * between(FACE, RIM, across / size);
    area += sign[i] * weight * size;
    x += weight * cx;
    y += weight * cy;
    z += weight * cz;
  }
  out.area = area;
  out.x = x;
  out.y = y;
  out.z = z;
}

/** 0 at `none` and beyond, 1 at `full` and beyond, straight in between. */
export function between(none: number, full: number, x: number): number {
  return Math.max(0, Math.min(1, (x - none) / (full - none)));
}
