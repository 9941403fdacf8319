/**
 * Four points instead of many, for a patch that is small against its bodies: on the principal axes of its volume, with its
 * volume, area, the centres of both and the second moments of the volume. Its force and its moments in stick and in plain slip are those of the many points;
 * the torque of spin on the spot alone is a rounder one (6 % more for a disc), which over such a lever moves nothing.
 */
import { PATCH_STRIDE, type PatchList, POINT_STRIDE } from './patch-list.ts';

const POINTS = 4;
const axes = new Float64Array(6);

/** Thins the patches with one direction whose size, the root of their area, is below `size` [m]. */
export function thinPatches(list: PatchList, size: number): void {
  let to = 0;
  for (let p = 0; p < list.count; p++) {
    const first = list.start[p];
    const last = list.start[p + 1];
    list.start[p] = to;
    const o = PATCH_STRIDE * p;
    const bent = list.data[o + 9] === 1;
    if (!bent && last - first > POINTS && list.data[o + 7] < size * size) {
      thin(list, o, first, last, to);
      to += POINTS;
    } else {
      list.points.copyWithin(POINT_STRIDE * to, POINT_STRIDE * first, POINT_STRIDE * last);
      if (bent) list.normals.copyWithin(3 * to, 3 * first, 3 * last);
      to += last - first;
    }
  }
  list.close(to);
}

function thin({ data, points }: PatchList, o: number, first: number, last: number, to: number): void {
  const nx = data[o + 3];
  const ny = data[o + 4];
  const nz = data[o + 5];
  // axes across n
  const small = Math.abs(nx) < 0.6 ? 0 : 1;
  const ax = small === 0 ? 1 - nx * nx : -nx * ny;
  const ay = small === 0 ? -nx * ny : 1 - ny * ny;
  const az = small === 0 ? -nx * nz : -ny * nz;
  const scale = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  const px = ax * scale;
  const py = ay * scale;
  const pz = az * scale;
  const qx = ny * pz - nz * py;
  const qy = nz * px - nx * pz;
  const qz = nx * py - ny * px;
  let volume = 0;
  let area = 0;
  let areaP = 0;
  let areaQ = 0;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  let pp = 0;
  let pq = 0;
  let qq = 0;
  for (let k = POINT_STRIDE * first; k < POINT_STRIDE * last; k += POINT_STRIDE) {
    const w = points[k + 3];
    const u = px * points[k] + py * points[k + 1] + pz * points[k + 2];
    const v = qx * points[k] + qy * points[k + 1] + qz * points[k + 2];
    volume += w;
    sx += points[k + 4];
    sy += points[k + 5];
    sz += points[k + 6];
    const a = nx * points[k + 4] + ny * points[k + 5] + nz * points[k + 6];
    area += a;
    areaP += a * u;
    areaQ += a * v;
    pp += w * u * u;
    pq += w * u * v;
    qq += w * v * v;
  }
  // eigenvectors of [pp pq; pq qq] without angles
  const half = 0.5 * (pp - qq);
  const root = Math.sqrt(half * half + pq * pq);
  const mean = 0.5 * (pp + qq);
  let c = 1;
  let s = 0;
  if (root > 0) {
    c = Math.sqrt(Math.max(0, 0.5 * (1 + half / root)));
    s = Math.sqrt(Math.max(0, 0.5 * (1 - half / root)));
    if (pq < 0) s = -s;
  }
  const long = Math.sqrt(Math.max(0, (2 * (mean + root)) / volume));
  const wide = Math.sqrt(Math.max(0, (2 * (mean - root)) / volume));
  // more area on the side where the layer is thin
  const leanLong = long > 0 ? (c * areaP + s * areaQ) / (2 * long) : 0;
  const leanWide = wide > 0 ? (c * areaQ - s * areaP) / (2 * wide) : 0;
  axes[0] = long * (c * px + s * qx);
  axes[1] = long * (c * py + s * qy);
  axes[2] = long * (c * pz + s * qz);
  axes[3] = wide * (c * qx - s * px);
  axes[4] = wide * (c * qy - s * py);
  axes[5] = wide * (c * qz - s * pz);
  for (let i = 0; i < POINTS; i++) {
    const k = POINT_STRIDE * (to + i);
    const a = i < 2 ? 0 : 3;
    const sign = i % 2 === 0 ? 1 : -1;
    points[k] = sign * axes[a];
    points[k + 1] = sign * axes[a + 1];
    points[k + 2] = sign * axes[a + 2];
    points[k + 3] = volume / POINTS;
    const own = area / POINTS + sign * (i < 2 ? leanLong : leanWide);
    // what walls sweep, across n
    points[k + 4] = own * nx + (sx - area * nx) / POINTS;
    points[k + 5] = own * ny + (sy - area * ny) / POINTS;
    points[k + 6] = own * nz + (sz - area * nz) / POINTS;
  }
}
