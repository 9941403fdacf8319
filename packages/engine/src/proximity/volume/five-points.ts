/**
 * A patch with one direction as five points from sums over its volume, for those who do not need more: its centre and the corners of a
 * rectangle along the principal axes across the direction, with the volume, the area, the centres of both and the second moments of the
 * volume, and with the mean distance from the centre, which holds a spin on the spot (as thin.ts makes of points).
 */
import type { PatchList } from './patch-list.ts';

export interface PatchSums {
  /** [m^3] */
  volume: number;
  /** [m^2] across the direction */
  area: number;
  /** [m] largest depth */
  depth: number;
  /** unit vector from A to B */
  readonly direction: Float64Array;
  /** [m] centre of the patch, centre of its area */
  readonly centre: Float64Array;
  readonly areaCentre: Float64Array;
  /** [m^5] of the volume about its centre: xx yy zz xy xz yz */
  readonly second: Float64Array;
  /** [m] mean distance of the volume from its centre, across the direction; 0: not known, four corners without a centre */
  distance: number;
}

/** (mean distance from the centre)^2 over its mean square: a ring has 1, a disc 8/9, a line 3/4; not below this. */
const LEAST_OUTER = 0.5;

export function makePatchSums(): PatchSums {
  const floats = (n: number): Float64Array => new Float64Array(n);
  return {
    volume: 0,
    area: 0,
    depth: 0,
    direction: floats(3),
    centre: floats(3),
    areaCentre: floats(3),
    second: floats(6),
    distance: 0,
  };
}

/** volume, area, depth, more of the area along each axis, share of the corners */
const sizes = new Float64Array(6);
const axes = new Float64Array(12); // n, then the axes across it: first, second, and scratch

/** Adds the patch; sums are in a frame given by rot (row-major at r) and origin. */
export function addFivePoints(
  out: PatchList,
  sums: PatchSums,
  rot: Float64Array,
  r: number,
  origin: Float64Array,
): void {
  const { volume, area, direction: n, second: s, centre: c } = sums;
  if (!(volume > 0 && area > 0)) return;
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  // axes across n
  const first = Math.abs(nx) < 0.6;
  const ax = first ? 1 - nx * nx : -nx * ny;
  const ay = first ? -nx * ny : 1 - ny * ny;
  const az = first ? -nx * nz : -ny * nz;
  const scale = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  const px = ax * scale;
  const py = ay * scale;
  const pz = az * scale;
  const qx = ny * pz - nz * py;
  const qy = nz * px - nx * pz;
  const qz = nx * py - ny * px;
  const sx = s[0] * px + s[3] * py + s[4] * pz;
  const sy = s[3] * px + s[1] * py + s[5] * pz;
  const sz = s[4] * px + s[5] * py + s[2] * pz;
  const tx = s[0] * qx + s[3] * qy + s[4] * qz;
  const ty = s[3] * qx + s[1] * qy + s[5] * qz;
  const tz = s[4] * qx + s[5] * qy + s[2] * qz;
  const pp = px * sx + py * sy + pz * sz;
  const pq = qx * sx + qy * sy + qz * sz;
  const qq = qx * tx + qy * ty + qz * tz;
  // eigenvectors of [pp pq; pq qq] without angles
  const half = 0.5 * (pp - qq);
  const root = Math.sqrt(half * half + pq * pq);
  const mean = 0.5 * (pp + qq);
  let cosine = 1;
  let sine = 0;
  if (root > 0) {
    cosine = Math.sqrt(Math.max(0, 0.5 * (1 + half / root)));
    sine = Math.sqrt(Math.max(0, 0.5 * (1 - half / root)));
    if (pq < 0) sine = -sine;
  }
  let long = Math.sqrt(Math.max(0, (mean + root) / volume));
  let wide = Math.sqrt(Math.max(0, (mean - root) / volume));
  const square = long * long + wide * wide;
  const ratio = sums.distance > 0 && square > 0 ? (sums.distance * sums.distance) / square : 0;
  const outer = ratio > 0 ? Math.max(LEAST_OUTER, Math.min(1, ratio)) : 1;
  long /= Math.sqrt(outer);
  wide /= Math.sqrt(outer);
  const lx = cosine * px + sine * qx;
  const ly = cosine * py + sine * qy;
  const lz = cosine * pz + sine * qz;
  const wx = cosine * qx - sine * px;
  const wy = cosine * qy - sine * py;
  const wz = cosine * qz - sine * pz;
  // more area on the side where the layer is thin
  const dx = sums.areaCentre[0] - c[0];
  const dy = sums.areaCentre[1] - c[1];
  const dz = sums.areaCentre[2] - c[2];
  const leanLong = long > 0 ? (area * (dx * lx + dy * ly + dz * lz)) / (4 * long) : 0;
  const leanWide = wide > 0 ? (area * (dx * wx + dy * wy + dz * wz)) / (4 * wide) : 0;
  for (let i = 0; i < 3; i++) {
    const o = r + 3 * i;
    axes[i] = rot[o] * nx + rot[o + 1] * ny + rot[o + 2] * nz;
    axes[3 + i] = long * (rot[o] * lx + rot[o + 1] * ly + rot[o + 2] * lz);
    axes[6 + i] = wide * (rot[o] * wx + rot[o + 1] * wy + rot[o + 2] * wz);
    axes[9 + i] = rot[o] * c[0] + rot[o + 1] * c[1] + rot[o + 2] * c[2];
  }
  sizes[0] = volume;
  sizes[1] = area;
  sizes[2] = sums.depth;
  sizes[3] = leanLong;
  sizes[4] = leanWide;
  sizes[5] = outer;
  out.addFive(axes, origin, sizes);
}
