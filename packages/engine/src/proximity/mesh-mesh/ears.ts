/**
 * The triangles of a fan over a non-convex polygon overlap and are partly negative. Ears, triangles of three consecutive corners with no
 * other corner inside (Meisters 1975), do not overlap. Sums are the same; ears are needed where a function is evaluated at points of the
 * triangles, which must then lie on the surface.
 */
import type { FanList } from './fans.ts';

/** Largest number of corners of a polygon that is cut into ears, which takes the cube of that number. */
const MOST_CORNERS = 48;

/** x y of the corners in the plane, and the corners as given */
const flat = new Float64Array(2 * MOST_CORNERS);
const given = new Float64Array(3 * MOST_CORNERS);
const before = new Int32Array(MOST_CORNERS);
const after = new Int32Array(MOST_CORNERS);

/**
 * Replaces fans `first` ... of one polygon, all from its first corner, by ears. (nx, ny, nz): normal of the plane; turn: 1 when
 * the polygon turns around it, -1 when it is a hole and turns the other way.
 */
export function cutEars(fans: FanList, first: number, nx: number, ny: number, nz: number, turn: number): void {
  const corners = fans.count - first + 2;
  if (corners > MOST_CORNERS) return;
  takeCorners(fans, first, corners, nx, ny, nz, turn);
  let left = corners;
  let at = 0;
  let fan = first;
  for (let idle = 0; left > 3 && idle < left; ) {
    if (isEar(at)) {
      writeFan(fans, fan++, before[at], at, after[at], turn);
      after[before[at]] = after[at];
      before[after[at]] = before[at];
      left -= 1;
      idle = 0;
      at = before[at];
    } else {
      at = after[at];
      idle += 1;
    }
  }
  // three corners, or a rest without an ear due to rounding
  for (let b = after[at]; after[b] !== at; b = after[b]) writeFan(fans, fan++, at, b, after[b], turn);
}

/** Corners in the plane along the two axes other than the largest of the normal, anticlockwise. */
function takeCorners(
  fans: FanList,
  first: number,
  corners: number,
  nx: number,
  ny: number,
  nz: number,
  turn: number,
): void {
  const { points } = fans;
  for (let i = 0; i < corners; i++) {
    // the first corner, the second corner of the first fan, the third corners of all
    const o = i === 0 ? 9 * first : i === 1 ? 9 * first + 3 : 9 * (first + i - 2) + 6;
    for (let k = 0; k < 3; k++) given[3 * i + k] = points[o + k];
    before[i] = i === 0 ? corners - 1 : i - 1;
    after[i] = i === corners - 1 ? 0 : i + 1;
  }
  const x = Math.abs(nx);
  const y = Math.abs(ny);
  const z = Math.abs(nz);
  const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const along = axis === 0 ? nx : axis === 1 ? ny : nz;
  const mirror = along * turn > 0 ? 1 : -1;
  const u = axis === 2 ? 0 : axis + 1;
  const v = axis === 0 ? 2 : axis - 1;
  for (let i = 0; i < corners; i++) {
    flat[2 * i] = mirror * (given[3 * i + u] - given[u]);
    flat[2 * i + 1] = given[3 * i + v] - given[v];
  }
}

/** Twice the area of corners i j k, positive when they turn anticlockwise. */
function area(i: number, j: number, k: number): number {
  const x = flat[2 * i];
  const y = flat[2 * i + 1];
  return (flat[2 * j] - x) * (flat[2 * k + 1] - y) - (flat[2 * j + 1] - y) * (flat[2 * k] - x);
}

function isEar(j: number): boolean {
  const i = before[j];
  const k = after[j];
  if (!(area(i, j, k) > 0)) return false;
  for (let c = after[k]; c !== i; c = after[c]) {
    if (area(i, j, c) >= 0 && area(j, k, c) >= 0 && area(k, i, c) >= 0) return false;
  }
  return true;
}

/** Restores the original order of corners: the fans of a hole turn against the mesh. */
function writeFan(fans: FanList, fan: number, i: number, j: number, k: number, turn: number): void {
  const p = fans.points;
  const q = 9 * fan;
  for (let axis = 0; axis < 3; axis++) {
    p[q + axis] = given[3 * i + axis];
    p[q + 3 + axis] = given[3 * j + axis];
    p[q + 6 + axis] = given[3 * k + axis];
  }
  fans.sign[fan] = area(i, j, k) < 0 ? -turn : turn;
}
