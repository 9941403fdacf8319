/**
 * Cuts flat polygons, convex or not, with or without holes, into triangles by clipping ears: a corner is an ear when it is convex and no
 * other corner lies in its triangle. Holes are joined to the outline by a bridge first (Eberly 2008, section 3). Area and orientation are
 * kept exactly as the outline has them.
 */
import type { Numbers } from '../../math/index.ts';

/** Appends n - 2 triangles of the polygon with these vertex numbers to `triangles`. `positions`: xyz triples. */
export function triangulatePolygon(triangles: number[], positions: Numbers, polygon: readonly number[]): void {
  if (polygon.length === 3) {
    triangles.push(polygon[0], polygon[1], polygon[2]);
    return;
  }
  clipEars(triangles, flatten(positions, polygon), polygon);
}

/**
 * The same with holes: `outline` runs anticlockwise, every hole clockwise, seen from the side the triangles shall face.
 * Holes must lie inside the outline and apart from one another.
 */
export function triangulateWithHoles(
  triangles: number[],
  positions: Numbers,
  outline: readonly number[],
  holes: readonly (readonly number[])[],
): void {
  const all = [...outline, ...holes.flat()];
  const flat = flatten(positions, all, outline.length);
  // loops as places in `all`; a bridge repeats two places, so a corner is a place, not a vertex
  let loop = outline.map((_, i) => i);
  let first = outline.length;
  const loops = holes.map((hole) => {
    const places = hole.map((_, i) => first + i);
    first += hole.length;
    return places;
  });
  const rightmost = (places: readonly number[]): number => places.reduce((x, p) => Math.max(x, flat[2 * p]), -Infinity);
  loops.sort((a, b) => rightmost(b) - rightmost(a));
  for (const hole of loops) loop = bridged(flat, loop, hole);
  const places = Float64Array.from({ length: 2 * loop.length }, (_, i) => flat[2 * loop[i >> 1] + (i & 1)]);
  clipEars(
    triangles,
    places,
    loop.map((p) => all[p]),
  );
}

/** The loop with a hole joined to it, from the hole's rightmost corner to a corner of the loop it can see. */
function bridged(flat: Float64Array, loop: readonly number[], hole: readonly number[]): number[] {
  let m = 0;
  for (let i = 1; i < hole.length; i++) if (flat[2 * hole[i]] > flat[2 * hole[m]]) m = i;
  const from = hole[m];
  let best = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < loop.length; i++) {
    const dx = flat[2 * loop[i]] - flat[2 * from];
    const dy = flat[2 * loop[i] + 1] - flat[2 * from + 1];
    const distance = dx * dx + dy * dy;
    if (distance >= nearest || !opensTowards(flat, loop, i, from) || blocked(flat, loop, hole, loop[i], from)) continue;
    nearest = distance;
    best = i;
  }
  if (best < 0) best = 0; // the hole is not inside: there is no right answer
  return [...loop.slice(0, best + 1), ...hole.slice(m), ...hole.slice(0, m + 1), ...loop.slice(best)];
}

/** Does the inside of the loop at corner i open towards this place? */
function opensTowards(flat: Float64Array, loop: readonly number[], i: number, to: number): boolean {
  const before = loop[(i + loop.length - 1) % loop.length];
  const after = loop[(i + 1) % loop.length];
  const convex = turn(flat, before, loop[i], after) >= 0;
  const leftOfIn = turn(flat, before, loop[i], to) > 0;
  const leftOfOut = turn(flat, loop[i], after, to) > 0;
  return convex ? leftOfIn && leftOfOut : leftOfIn || leftOfOut;
}

function blocked(flat: Float64Array, loop: readonly number[], hole: readonly number[], a: number, b: number): boolean {
  for (const ring of [loop, hole]) {
    for (let i = 0; i < ring.length; i++) {
      const p = ring[i];
      const q = ring[(i + 1) % ring.length];
      if (same(flat, p, a) || same(flat, q, a) || same(flat, p, b) || same(flat, q, b)) continue;
      const crosses =
        turn(flat, a, b, p) >= 0 !== turn(flat, a, b, q) >= 0 && turn(flat, p, q, a) >= 0 !== turn(flat, p, q, b) >= 0;
      if (crosses) return true;
    }
  }
  return false;
}

function same(flat: Float64Array, p: number, q: number): boolean {
  return flat[2 * p] === flat[2 * q] && flat[2 * p + 1] === flat[2 * q + 1];
}

/** `flat`: x, y of each corner of `polygon`, which runs anticlockwise. */
function clipEars(triangles: number[], flat: Float64Array, polygon: readonly number[]): void {
  const left = polygon.map((_, i) => i); // corners not yet cut off
  let start = 0;
  while (left.length > 3) {
    let ear = -1;
    for (let k = 0; k < left.length && ear < 0; k++) {
      const i = (start + k) % left.length;
      if (isEar(flat, left, i)) ear = i;
    }
    if (ear < 0) break; // the outline crosses itself: there is no right answer, and the fan below keeps the triangle count
    const before = left[(ear + left.length - 1) % left.length];
    const after = left[(ear + 1) % left.length];
    triangles.push(polygon[before], polygon[left[ear]], polygon[after]);
    left.splice(ear, 1);
    start = ear % left.length; // continue from here: always cutting at one place makes slivers
  }
  for (let i = 2; i < left.length; i++) triangles.push(polygon[left[0]], polygon[left[i - 1]], polygon[left[i]]);
}

/** Corners as x, y pairs, seen along the normal of the first `count` of them so that these run anticlockwise. */
function flatten(positions: Numbers, polygon: readonly number[], count: number = polygon.length): Float64Array {
  // normal by Newell's sum: right for any flat outline, and the mean normal of one that is not quite flat; taken from the first corner, so
  // that distance from the origin loses no digits
  const normal = [0, 0, 0];
  const o = 3 * polygon[0];
  for (let i = 0; i < count; i++) {
    const a = 3 * polygon[i];
    const b = 3 * polygon[(i + 1) % count];
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      const sum = positions[a + v] - positions[o + v] + (positions[b + v] - positions[o + v]);
      normal[axis] += (positions[a + u] - positions[b + u]) * sum;
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
    // the far end of a bridge coincides with a corner of the ear; it does not block the ear
    if (same(flat, p, a) || same(flat, p, b) || same(flat, p, c)) continue;
    if (turn(flat, a, b, p) >= 0 && turn(flat, b, c, p) >= 0 && turn(flat, c, a, p) >= 0) return false;
  }
  return true;
}

/** Twice the area of the triangle p, q, r; > 0 when it runs anticlockwise. */
function turn(flat: Float64Array, p: number, q: number, r: number): number {
  const x = flat[2 * p];
  const y = flat[2 * p + 1];
  return (flat[2 * q] - x) * (flat[2 * r + 1] - y) - (flat[2 * q + 1] - y) * (flat[2 * r] - x);
}
