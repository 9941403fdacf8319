/**
 * Cuts a flat polygon, convex or not, into triangles by clipping ears: a corner is an ear when it turns the way the
 * polygon runs and no other corner lies in its triangle. Area and orientation are kept exactly as the polygon has them.
 */

/** Appends n - 2 triangles of the polygon with these vertex numbers to `triangles`. */
export function triangulate(triangles: number[], positions: ArrayLike<number>, polygon: readonly number[]): void {
  if (polygon.length === 3) {
    triangles.push(polygon[0], polygon[1], polygon[2]);
    return;
  }
  const flat = flatten(positions, polygon);
  const left = polygon.map((_, i) => i); // corners not yet cut off
  while (left.length > 3) {
    const ear = left.findIndex((_, i) => isEar(flat, left, i));
    if (ear < 0) break; // the outline crosses itself: no right answer exists, the fan below keeps the triangle count
    const before = left[(ear + left.length - 1) % left.length];
    const after = left[(ear + 1) % left.length];
    triangles.push(polygon[before], polygon[left[ear]], polygon[after]);
    left.splice(ear, 1);
  }
  for (let i = 2; i < left.length; i++) triangles.push(polygon[left[0]], polygon[left[i - 1]], polygon[left[i]]);
}

/** Corners as x, y pairs, seen along the polygon's normal so that it runs counter-clockwise. */
function flatten(positions: ArrayLike<number>, polygon: readonly number[]): Float64Array {
  // normal by Newell's sum: right for any flat outline, and the mean normal of one that is not quite flat
  const normal = [0, 0, 0];
  for (let i = 0; i < polygon.length; i++) {
    const a = 3 * polygon[i];
    const b = 3 * polygon[(i + 1) % polygon.length];
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      normal[axis] += (positions[a + u] - positions[b + u]) * (positions[a + v] + positions[b + v]);
    }
  }
  let drop = 0;
  for (let axis = 1; axis < 3; axis++) if (Math.abs(normal[axis]) > Math.abs(normal[drop])) drop = axis;
  const u = (drop + 1) % 3;
  const v = (drop + 2) % 3;
  const flip = normal[drop] < 0;
  const flat = new Float64Array(2 * polygon.length);
  for (let i = 0; i < polygon.length; i++) {
    flat[2 * i] = positions[3 * polygon[i] + (flip ? v : u)];
    flat[2 * i + 1] = positions[3 * polygon[i] + (flip ? u : v)];
  }
  return flat;
}

function isEar(flat: Float64Array, left: readonly number[], i: number): boolean {
  const a = left[(i + left.length - 1) % left.length];
  const b = left[i];
  const c = left[(i + 1) % left.length];
  if (turn(flat, a, b, c) <= 0) return false;
  for (const p of left) {
    if (p === a || p === b || p === c) continue;
    if (turn(flat, a, b, p) >= 0 && turn(flat, b, c, p) >= 0 && turn(flat, c, a, p) >= 0) return false;
  }
  return true;
}

/** Twice the area of the triangle p, q, r; > 0 when it runs counter-clockwise. */
function turn(flat: Float64Array, p: number, q: number, r: number): number {
  const x = flat[2 * p];
  const y = flat[2 * p + 1];
  return (flat[2 * q] - x) * (flat[2 * r + 1] - y) - (flat[2 * q + 1] - y) * (flat[2 * r] - x);
}
