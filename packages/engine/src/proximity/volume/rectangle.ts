/**
 * The rectangle whose corners represent a plane patch: along the principal axes of its volume, across its direction, with the second
 * moments of the volume. The weight of a point at the centre is chosen so that the mean distance from the centre, which determines the
 * friction of a spin, is that of the patch.
 */
import { POINT_STRIDE } from './face-points.ts';

/** (mean distance from the centre)^2 over the mean square: a ring has 1, a disc 8/9, a line 3/4, a cone of pressure 5/6; not below this. */
const LEAST_OUTER = 0.5;

export interface Rectangle {
  /** two axes across the direction, x y z each */
  readonly axes: Float64Array;
  /** angle of the longer side from the first of them */
  cosine: number;
  sine: number;
  /** [m] half its sides */
  long: number;
  wide: number;
  /** share of the corners, the rest is at the centre */
  outer: number;
}

export function makeRectangle(): Rectangle {
  const x = 0.5; // not a whole number: see makeSlip
  return { axes: new Float64Array(6), cosine: x, sine: x, long: x, wide: x, outer: x };
}

/** Two axes across n, unit and at right angles. */
export function axesAcross(out: Float64Array, nx: number, ny: number, nz: number): void {
  const first = Math.abs(nx) < 0.6;
  const ax = first ? 1 - nx * nx : -nx * ny;
  const ay = first ? -nx * ny : 1 - ny * ny;
  const az = first ? -nx * nz : -ny * nz;
  const scale = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  const px = ax * scale;
  const py = ay * scale;
  const pz = az * scale;
  out[0] = px;
  out[1] = py;
  out[2] = pz;
  out[3] = ny * pz - nz * py;
  out[4] = nz * px - nx * pz;
  out[5] = nx * py - ny * px;
}

/**
 * Moments of the volume about its centre along the two axes, and its mean distance from the centre [m]; 0: unknown, all weight in the
 * corners.
 */
export function findRectangle(
  out: Rectangle,
  volume: number,
  pp: number,
  pq: number,
  qq: number,
  distance: number,
): void {
  // eigenvectors of [pp pq; pq qq] without angles
  const half = 0.5 * (pp - qq);
  const root = Math.sqrt(half * half + pq * pq);
  const mean = 0.5 * (pp + qq);
  out.cosine = 1;
  out.sine = 0;
  if (root > 0) {
    out.cosine = Math.sqrt(Math.max(0, 0.5 * (1 + half / root)));
    const sine = Math.sqrt(Math.max(0, 0.5 * (1 - half / root)));
    out.sine = pq < 0 ? -sine : sine;
  }
  const long = Math.sqrt(Math.max(0, (mean + root) / volume));
  const wide = Math.sqrt(Math.max(0, (mean - root) / volume));
  const square = long * long + wide * wide;
  const ratio = distance > 0 && square > 0 ? (distance * distance) / square : 0;
  out.outer = ratio > 0 ? Math.max(LEAST_OUTER, Math.min(1, ratio)) : 1;
  const reach = 1 / Math.sqrt(out.outer);
  out.long = reach * long;
  out.wide = reach * wide;
}

/** [m^2] more area in corners on the positive side of an axis: the centre of the area lies `shift` [m^3 / m^2 of it] beyond that of the volume along it. */
export function leanOf(shift: number, side: number): number {
  return side > 0 ? shift / (4 * side) : 0;
}

/**
 * The corners and, with a count of 5, the centre as points at to[o...]. axes: direction (3), half the sides (3 each). sizes: volume, area, depth, how
 * much more area there is in corners on the positive side of each axis [m^2], share of the corners.
 */
export function writeFive(to: Float64Array, o: number, axes: Float64Array, sizes: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const k = o + POINT_STRIDE * i;
    const corner = i < 4 ? 1 : 0;
    const along = corner * (i % 2 === 0 ? 1 : -1);
    const across = corner * (i < 2 ? 1 : -1);
    const share = corner === 1 ? 0.25 * sizes[5] : 1 - sizes[5];
    const own = share * sizes[1] + along * sizes[3] + across * sizes[4];
    for (let c = 0; c < 3; c++) {
      to[k + c] = along * axes[3 + c] + across * axes[6 + c];
      to[k + 4 + c] = own * axes[c];
    }
    to[k + 3] = share * sizes[0];
  }
}
