/**
 * Triangles of a mesh near one element of a cable: of those with overlapping boxes, the ones whose plane, ball and edges are within a
 * margin of its Bezier points and its chord. For a rope on a deck of a few large triangles, two of sixteen remain.
 */
import type { GrowableInt32 } from '../../base/index.ts';
import { makeTrianglePoint } from '../../geometry/index.ts';
import { type SolidSurface, signedDistance } from './surface.ts';
import { segmentTriangle } from './triangle.ts';

const middle = new Float64Array(3);
/** both ends, and what counts as near [m] */
const chord = new Float64Array(7);
const place = makeTrianglePoint();

/**
 * Drops from list[from ..] the triangles farther than reach[0] [m] from the element with the Bezier points b (x y z of each, in the frame
 * of the surface); reach[1] is its sag. An element deep inside keeps all: the nearest of them determines the direction out.
 */
export function keepNear(
  list: GrowableInt32,
  from: number,
  surface: SolidSurface,
  b: Float64Array,
  reach: Float64Array,
): void {
  const { data } = list;
  const { corners, balls } = surface;
  const far = reach[0] + reach[1];
  for (let k = 0; k < 3; k++) {
    chord[k] = b[k];
    chord[3 + k] = b[9 + k];
  }
  chord[6] = far;
  let kept = from;
  for (let k = from; k < list.length; k++) {
    const t = data[k];
    if (offPlane(surface, t, b, reach) || offBox(surface, t, b, reach) || !ballNear(chord, balls, 4 * t)) continue;
    segmentTriangle(place, chord, corners, 9 * t);
    if (place.distance2 > far * far) continue;
    data[k] = data[kept];
    data[kept++] = t;
  }
  if (kept === from && inside(surface, b)) return;
  list.resize(kept);
}

function inside(surface: SolidSurface, b: Float64Array): boolean {
  for (let k = 0; k < 3; k++) middle[k] = 0.125 * (b[k] + 3 * (b[3 + k] + b[6 + k]) + b[9 + k]);
  return signedDistance(surface, middle) < 0;
}

/** Are all Bezier points beyond reach of the triangle's plane, on one side? */
function offPlane({ normals, balls }: SolidSurface, t: number, b: Float64Array, reach: Float64Array): boolean {
  const far = reach[0];
  const nx = normals[3 * t];
  const ny = normals[3 * t + 1];
  const nz = normals[3 * t + 2];
  // centres of balls lie in the planes of their triangles
  const h = nx * balls[4 * t] + ny * balls[4 * t + 1] + nz * balls[4 * t + 2];
  const h0 = nx * b[0] + ny * b[1] + nz * b[2] - h;
  const h1 = nx * b[3] + ny * b[4] + nz * b[5] - h;
  const h2 = nx * b[6] + ny * b[7] + nz * b[8] - h;
  const h3 = nx * b[9] + ny * b[10] + nz * b[11] - h;
  return (h0 > far && h1 > far && h2 > far && h3 > far) || (h0 < -far && h1 < -far && h2 < -far && h3 < -far);
}

/** Are the boxes around both farther apart than that along an axis? */
function offBox({ corners: c }: SolidSurface, t: number, b: Float64Array, reach: Float64Array): boolean {
  const far = reach[0];
  for (let k = 0; k < 3; k++) {
    const o = 9 * t + k;
    if (Math.min(b[k], b[3 + k], b[6 + k], b[9 + k]) - Math.max(c[o], c[o + 3], c[o + 6]) > far) return true;
    if (Math.min(c[o], c[o + 3], c[o + 6]) - Math.max(b[k], b[3 + k], b[6 + k], b[9 + k]) > far) return true;
  }
  return false;
}

/** Is the segment q (both ends, then its reach) beyond that of the plane of a triangle, with all of it on one side? */
export function chordOffPlane(
  q: Float64Array,
  balls: Float64Array,
  o: number,
  normals: Float64Array,
  n: number,
): boolean {
  const reach = q[6];
  const nx = normals[n];
  const ny = normals[n + 1];
  const nz = normals[n + 2];
  const a = nx * (q[0] - balls[o]) + ny * (q[1] - balls[o + 1]) + nz * (q[2] - balls[o + 2]);
  const b = nx * (q[3] - balls[o]) + ny * (q[4] - balls[o + 1]) + nz * (q[5] - balls[o + 2]);
  return (a > reach && b > reach) || (a < -reach && b < -reach);
}

/** Is the ball within reach of the segment q? */
export function ballNear(q: Float64Array, balls: Float64Array, o: number): boolean {
  const dx = q[3] - q[0];
  const dy = q[4] - q[1];
  const dz = q[5] - q[2];
  const x = balls[o] - q[0];
  const y = balls[o + 1] - q[1];
  const z = balls[o + 2] - q[2];
  const length2 = dx * dx + dy * dy + dz * dz;
  const along = length2 > 0 ? (x * dx + y * dy + z * dz) / length2 : 0;
  const s = along < 0 ? 0 : along > 1 ? 1 : along;
  const ex = x - s * dx;
  const ey = y - s * dy;
  const ez = z - s * dz;
  const far = q[6] + balls[o + 3];
  return ex * ex + ey * ey + ez * ez < far * far;
}
