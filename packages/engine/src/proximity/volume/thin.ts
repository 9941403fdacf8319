/**
 * Five points instead of many, for a patch that is small compared with its bodies: its centre and the corners of a rectangle along the
 * principal axes of its volume, with its volume, area, the centres of both and the second moments of the volume. Its force and its moments
 * in sticking and in pure sliding equal those of the many points, and so does the mean distance from the centre (rectangle.ts), which
 * determines the friction of a spin. A growing patch changes gradually to many points. A patch of any size is thinned where its volume is
 * computed as a difference, for example above faces that look up from below the plane: with points of negative weight friction would not be
 * a minimum, and the law of each point, which has a corner, would be evaluated far outside the patch.
 */
import { PATCH_STRIDE, type PatchList, POINT_STRIDE } from './patch-list.ts';
import { axesAcross, findRectangle, leanOf, makeRectangle, writeFive } from './rectangle.ts';

const POINTS = 5;
/** Multiple of the size from which a patch keeps all its points. */
const WHOLE = 1.25;
/** Volume of negative points over that of the others from which a patch becomes five points, whatever its size. */
const SIGNED = 0.02;
const rectangle = makeRectangle();
const five = new Float64Array(POINT_STRIDE * POINTS);
/** direction and half the sides; see writeFive */
const sides = new Float64Array(9);
const sizes = new Float64Array(6);

/** Thins the patches with one direction whose size, the root of their area, is below `size` [m]. */
export function thinPatches(list: PatchList, size: number): void {
  const { count, data, start } = list;
  let room = 0;
  for (let p = 0; p < count; p++) {
    const kept = keptPart(list, p, start[p], start[p + 1], size);
    if (kept > 0 && kept < 1) room += POINTS;
  }
  if (room > 0) makeRoom(list, room);
  const { points, normals } = list;
  let to = 0;
  let last = start[0] + room;
  for (let p = 0; p < count; p++) {
    const first = last;
    last = start[p + 1] + room;
    const o = PATCH_STRIDE * p;
    const kept = keptPart(list, p, first, last, size);
    if (kept < 1) thin(list, o, first, last);
    start[p] = to;
    if (kept > 0) {
      points.copyWithin(POINT_STRIDE * to, POINT_STRIDE * first, POINT_STRIDE * last);
      if (data[o + 9] === 1) normals.copyWithin(3 * to, 3 * first, 3 * last);
      if (kept < 1) scale(points, to, to + last - first, kept);
      to += last - first;
    }
    if (kept < 1) {
      points.set(five, POINT_STRIDE * to);
      if (kept > 0) scale(points, to, to + POINTS, 1 - kept);
      to += POINTS;
    }
  }
  list.close(to);
}

/** Weight of patch p kept by its points first ... last - 1, 0 ... 1. */
function keptPart({ data, points }: PatchList, p: number, first: number, last: number, size: number): number {
  const o = PATCH_STRIDE * p;
  if (data[o + 9] === 1 || last - first <= POINTS) return 1;
  const large = Math.max(0, Math.min(1, (Math.sqrt(data[o + 7]) / size - 1) / (WHOLE - 1)));
  if (large === 0) return 0;
  let minus = 0;
  let plus = 0;
  for (let k = POINT_STRIDE * first + 3; k < POINT_STRIDE * last; k += POINT_STRIDE) {
    if (points[k] < 0) minus -= points[k];
    else plus += points[k];
  }
  return minus > 0 ? large * Math.max(0, 1 - minus / (SIGNED * plus)) : large;
}

/** Shifts all points up; the starts do not change. */
function makeRoom(list: PatchList, count: number): void {
  const end = list.start[list.count];
  if (POINT_STRIDE * (end + count) > list.points.length) {
    const larger = new Float64Array(2 * POINT_STRIDE * (end + count));
    larger.set(list.points);
    list.points = larger;
    const normals = new Float64Array(6 * (end + count));
    normals.set(list.normals);
    list.normals = normals;
  }
  list.points.copyWithin(POINT_STRIDE * count, 0, POINT_STRIDE * end);
  list.normals.copyWithin(3 * count, 0, 3 * end);
}

/** Volumes and areas of points from ... end - 1. */
function scale(points: Float64Array, from: number, end: number, by: number): void {
  for (let k = POINT_STRIDE * from; k < POINT_STRIDE * end; k += POINT_STRIDE) {
    for (let i = 3; i < POINT_STRIDE; i++) points[k + i] *= by;
  }
}

/** The five points of the patch at o with points first ... last - 1. */
function thin({ data, points }: PatchList, o: number, first: number, last: number): void {
  const nx = data[o + 3];
  const ny = data[o + 4];
  const nz = data[o + 5];
  axesAcross(rectangle.axes, nx, ny, nz);
  const { axes } = rectangle;
  const px = axes[0];
  const py = axes[1];
  const pz = axes[2];
  const qx = axes[3];
  const qy = axes[4];
  const qz = axes[5];
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
  let distance = 0;
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
    distance += w * Math.sqrt(u * u + v * v);
  }
  findRectangle(rectangle, volume, pp, pq, qq, distance / volume);
  const { cosine: c, sine: s, long, wide, outer } = rectangle;
  for (let k = 0; k < 3; k++) {
    sides[k] = data[o + 3 + k];
    sides[3 + k] = long * (c * axes[k] + s * axes[3 + k]);
    sides[6 + k] = wide * (c * axes[3 + k] - s * axes[k]);
  }
  sizes[0] = volume;
  sizes[1] = area;
  // a larger part of the area lies on the side where the layer is thin
  sizes[3] = leanOf(c * areaP + s * areaQ, long);
  sizes[4] = leanOf(c * areaQ - s * areaP, wide);
  sizes[5] = outer;
  writeFive(five, 0, sides, sizes, POINTS);
  for (let i = 0; i < POINTS; i++) {
    const k = POINT_STRIDE * i;
    const share = i < 4 ? outer / 4 : 1 - outer;
    // sweep of the walls, across n
    five[k + 4] += share * (sx - area * nx);
    five[k + 5] += share * (sy - area * ny);
    five[k + 6] += share * (sz - area * nz);
  }
}
