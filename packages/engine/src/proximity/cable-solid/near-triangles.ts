/**
 * Which triangles of a mesh one element of a cable can come near: of those whose boxes it overlaps, the ones whose own plane, ball and
 * edges are within a margin of its Bezier points and its chord. A rope on a deck of a few large triangles keeps two of sixteen.
 */
import type { GrowableInt32 } from '../../base/index.ts';
import { type SolidSurface, signedDistance } from './surface.ts';
import { makeTrianglePoint, segmentTriangle } from './triangle.ts';

const middle = new Float64Array(3);
const chord = new Float64Array(6);
const place = makeTrianglePoint();

/**
 * Drops from list[from ..] the triangles farther than reach[0] [m] from the element with the Bezier points b (x y z of each, in the frame
 * of the surface); reach[1] is its sag. An element deep inside keeps all: the nearest of them says which way is out.
 */
export function keepNear(
  list: GrowableInt32,
  from: number,
  surface: SolidSurface,
  b: Float64Array,
  reach: Float64Array,
): void {
  const { data } = list;
  const { corners } = surface;
  const far = reach[0] + reach[1];
  for (let k = 0; k < 3; k++) {
    chord[k] = b[k];
    chord[3 + k] = b[9 + k];
  }
  let kept = from;
  for (let k = from; k < list.length; k++) {
    const t = data[k];
    if (offPlane(surface, t, b, reach) || offBox(surface, t, b, reach) || offBall(surface, t, far)) continue;
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

/** Is the ball around the triangle farther than that from the chord? */
function offBall({ balls }: SolidSurface, t: number, far: number): boolean {
  let along = 0;
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    const d = chord[3 + k] - chord[k];
    along += d * (balls[4 * t + k] - chord[k]);
    length2 += d * d;
  }
  const s = length2 > 0 ? Math.max(0, Math.min(1, along / length2)) : 0;
  let gap2 = 0;
  for (let k = 0; k < 3; k++) {
    const e = balls[4 * t + k] - chord[k] - s * (chord[3 + k] - chord[k]);
    gap2 += e * e;
  }
  const limit = far + balls[4 * t + 3];
  return gap2 > limit * limit;
}
