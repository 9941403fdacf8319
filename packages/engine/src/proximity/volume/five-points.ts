/**
 * A patch with one direction as five points, from sums over its volume: its centre and the corners of a rectangle along the principal axes
 * across the direction. The points keep the volume, the area, the centres of both, the second moments of the volume, and the mean distance
 * from the centre, which determines the friction of a spin (thin.ts does the same from points).
 */
import type { PatchList } from './patch-list.ts';
import { axesAcross, findRectangle, leanOf, makeRectangle } from './rectangle.ts';

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
  /** [m] mean distance of the volume from its centre, across the direction; 0: unknown, four corners without a centre */
  distance: number;
}

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

const rectangle = makeRectangle();
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
  axesAcross(rectangle.axes, n[0], n[1], n[2]);
  const { axes: t } = rectangle;
  const px = t[0];
  const py = t[1];
  const pz = t[2];
  const qx = t[3];
  const qy = t[4];
  const qz = t[5];
  const sx = s[0] * px + s[3] * py + s[4] * pz;
  const sy = s[3] * px + s[1] * py + s[5] * pz;
  const sz = s[4] * px + s[5] * py + s[2] * pz;
  const tx = s[0] * qx + s[3] * qy + s[4] * qz;
  const ty = s[3] * qx + s[1] * qy + s[5] * qz;
  const tz = s[4] * qx + s[5] * qy + s[2] * qz;
  const pp = px * sx + py * sy + pz * sz;
  const pq = qx * sx + qy * sy + qz * sz;
  const qq = qx * tx + qy * ty + qz * tz;
  findRectangle(rectangle, volume, pp, pq, qq, sums.distance);
  const { cosine, sine, long, wide, outer } = rectangle;
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
  const leanLong = leanOf(area * (dx * lx + dy * ly + dz * lz), long);
  const leanWide = leanOf(area * (dx * wx + dy * wy + dz * wz), wide);
  for (let i = 0; i < 3; i++) {
    const o = r + 3 * i;
    axes[i] = rot[o] * n[0] + rot[o + 1] * n[1] + rot[o + 2] * n[2];
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
