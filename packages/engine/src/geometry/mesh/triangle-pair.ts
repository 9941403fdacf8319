/**
 * Do two triangles of one mesh meet anywhere but at their shared corners? Decided without error, from signs of volumes only
 * (Guigue & Devillers 2003). They run through each other when their insides have a point in common, also where each edge of one meets the other on an
 * edge: the faces of two boxes, one by half in the other, meet along their diagonals only.
 */
import type { Numbers } from '../../math/index.ts';
import { sideOfPlane } from '../predicates.ts';

/** apart; touching at a point, along an edge or face to face; running through each other */
export const MEETING = { none: 0, touch: 1, cross: 2 } as const;
export type Meeting = (typeof MEETING)[keyof typeof MEETING];

const { none, touch, cross } = MEETING;

/** `a` and `b`: where the three corners of each begin in `triangles`. No triangle may be without area. */
export function triangleMeeting(p: Numbers, triangles: Numbers, a: number, b: number): Meeting {
  const [a0, a1, a2] = [triangles[a], triangles[a + 1], triangles[a + 2]];
  const [b0, b1, b2] = [triangles[b], triangles[b + 1], triangles[b + 2]];
  const sa = [a0, a1, a2].map((v) => v === b0 || v === b1 || v === b2);
  const shared = Number(sa[0]) + Number(sa[1]) + Number(sa[2]);
  const s0 = sideOfPlane(p, a0, a1, a2, b0);
  const s1 = sideOfPlane(p, a0, a1, a2, b1);
  const s2 = sideOfPlane(p, a0, a1, a2, b2);
  if (s0 === 0 && s1 === 0 && s2 === 0) return coplanarMeeting(p, [a0, a1, a2], [b0, b1, b2], shared);
  if (shared >= 2) return none;
  if ((s0 > 0 && s1 > 0 && s2 > 0) || (s0 < 0 && s1 < 0 && s2 < 0)) return none;
  if (insidesMeet(p, [a0, a1, a2], [b0, b1, b2], [s0, s1, s2])) return cross;
  if (shared === 1) {
    // only the edges opposite the shared corner can meet the other triangle
    const i = sa.indexOf(true);
    const corner = [a0, a1, a2][i];
    const ofA = [a0, a1, a2].filter((v) => v !== corner);
    const ofB = [b0, b1, b2].filter((v) => v !== corner);
    return stronger(edgeMeeting(p, ofB[0], ofB[1], a0, a1, a2), edgeMeeting(p, ofA[0], ofA[1], b0, b1, b2));
  }
  let found: Meeting = none;
  for (const [v, w, t0, t1, t2] of [
    [b0, b1, a0, a1, a2],
    [b1, b2, a0, a1, a2],
    [b2, b0, a0, a1, a2],
    [a0, a1, b0, b1, b2],
    [a1, a2, b0, b1, b2],
    [a2, a0, b0, b1, b2],
  ]) {
    found = stronger(found, edgeMeeting(p, v, w, t0, t1, t2));
    if (found === cross) return cross;
  }
  return found;
}

/**
 * Planes that are not the same meet in a line. A triangle with corners on both sides of the other's plane has an interval
 * of that line inside it; the insides meet when the two intervals overlap by more than a point. With p the corner that is
 * alone on its side of the other plane, that side the one its triangle is seen from anticlockwise, that is
 *   [p1 q1 p2 q2] and [p1 r1 r2 p2] below 0   (Guigue & Devillers 2003, s. 3)
 * `sb`: sides of b's corners of the plane of a.
 */
function insidesMeet(p: Numbers, a: Corners, b: Corners, sb: Corners): boolean {
  const j = alone(sb);
  if (j < 0) return false;
  const sa: Corners = [
    sideOfPlane(p, b[0], b[1], b[2], a[0]),
    sideOfPlane(p, b[0], b[1], b[2], a[1]),
    sideOfPlane(p, b[0], b[1], b[2], a[2]),
  ];
  const i = alone(sa);
  if (i < 0) return false;
  const [p1, p2] = [a[i], b[j]];
  // seen from the other side a triangle runs the other way round
  const [q1, r1] = sb[j] > 0 ? [a[(i + 1) % 3], a[(i + 2) % 3]] : [a[(i + 2) % 3], a[(i + 1) % 3]];
  const [q2, r2] = sa[i] > 0 ? [b[(j + 1) % 3], b[(j + 2) % 3]] : [b[(j + 2) % 3], b[(j + 1) % 3]];
  return sideOfPlane(p, p1, q1, p2, q2) < 0 && sideOfPlane(p, p1, r1, r2, p2) < 0;
}

/** The corner that is alone on its side; -1 when all corners are on one side. */
function alone([s0, s1, s2]: Corners): number {
  const above = Number(s0 > 0) + Number(s1 > 0) + Number(s2 > 0);
  const below = Number(s0 < 0) + Number(s1 < 0) + Number(s2 < 0);
  if (above === 0 || below === 0) return -1;
  const way = above === 1 ? 1 : -1;
  return s0 * way > 0 ? 0 : s1 * way > 0 ? 1 : 2;
}

function stronger(a: Meeting, b: Meeting): Meeting {
  return a > b ? a : b;
}

/** The edge v-w against the triangle a b c. */
function edgeMeeting(p: Numbers, v: number, w: number, a: number, b: number, c: number): Meeting {
  const sv = sideOfPlane(p, a, b, c, v);
  const sw = sideOfPlane(p, a, b, c, w);
  if ((sv > 0 && sw > 0) || (sv < 0 && sw < 0)) return none;
  if (sv === 0 && sw === 0) {
    const axis = droppedAxis(p, a, b, c);
    return segmentInTriangle(p, axis, v, w, [a, b, c]) ? touch : none;
  }
  const o1 = sideOfPlane(p, v, w, a, b);
  const o2 = sideOfPlane(p, v, w, b, c);
  const o3 = sideOfPlane(p, v, w, c, a);
  if ((o1 > 0 || o2 > 0 || o3 > 0) && (o1 < 0 || o2 < 0 || o3 < 0)) return none;
  return sv !== 0 && sw !== 0 && o1 !== 0 && o2 !== 0 && o3 !== 0 ? cross : touch;
}

type Corners = readonly [number, number, number];

/** Two triangles in one plane: faces that overlap with the same orientation cover a place twice; back to back, two parts only touch. */
function coplanarMeeting(p: Numbers, a: Corners, b: Corners, shared: number): Meeting {
  const axis = droppedAxis(p, a[0], a[1], a[2]);
  const turnA = turn(p, axis, a[0], a[1], a[2]);
  const turnB = turn(p, axis, b[0], b[1], b[2]);
  if (!overlap(p, axis, turnA, a, b) || !overlap(p, axis, turnB, b, a)) {
    if (shared > 0) return none;
    for (let k = 0; k < 3; k++) {
      if (segmentInTriangle(p, axis, b[k], b[(k + 1) % 3], a)) return touch;
    }
    return none;
  }
  return turnA > 0 === turnB > 0 ? cross : touch;
}

/** False when an edge of `a` has all of `b` on its outside or on it: then the insides cannot overlap. */
function overlap(p: Numbers, axis: number, turnA: number, a: Corners, b: Corners): boolean {
  for (let k = 0; k < 3; k++) {
    let inside = false;
    for (const v of b) {
      const side = turn(p, axis, a[k], a[(k + 1) % 3], v);
      if (turnA > 0 ? side > 0 : side < 0) inside = true;
    }
    if (!inside) return false;
  }
  return true;
}

function segmentInTriangle(p: Numbers, axis: number, v: number, w: number, abc: Corners): boolean {
  const whole = turn(p, axis, abc[0], abc[1], abc[2]);
  let holdsV = true;
  let holdsW = true;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [abc[k], abc[(k + 1) % 3]];
    const sv = whole > 0 ? turn(p, axis, a, b, v) : -turn(p, axis, a, b, v);
    const sw = whole > 0 ? turn(p, axis, a, b, w) : -turn(p, axis, a, b, w);
    if (sv < 0) holdsV = false;
    if (sw < 0) holdsW = false;
    if (sv < 0 && sw < 0) return false;
    const ta = turn(p, axis, v, w, a);
    const tb = turn(p, axis, v, w, b);
    const straddles = (sv <= 0 && sw >= 0) || (sv >= 0 && sw <= 0);
    const straddled = (ta <= 0 && tb >= 0) || (ta >= 0 && tb <= 0);
    // an edge on the line of another: the end points decide below
    if (straddles && straddled && !(sv === 0 && sw === 0)) return true;
  }
  return holdsV || holdsW;
}

function droppedAxis(p: Numbers, a: number, b: number, c: number): number {
  let axis = 0;
  let most = -1;
  for (let k = 0; k < 3; k++) {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    const area = Math.abs(
      (p[3 * b + u] - p[3 * a + u]) * (p[3 * c + v] - p[3 * a + v]) -
        (p[3 * b + v] - p[3 * a + v]) * (p[3 * c + u] - p[3 * a + u]),
    );
    if (area > most) {
      most = area;
      axis = k;
    }
  }
  return axis;
}

const flat = new Float64Array(12);

/** Sign of the turn a, b, c seen along an axis: exactly, as the side of a point one above a. */
function turn(p: Numbers, axis: number, a: number, b: number, c: number): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  flat[0] = p[3 * a + u];
  flat[1] = p[3 * a + v];
  flat[3] = p[3 * b + u];
  flat[4] = p[3 * b + v];
  flat[6] = p[3 * c + u];
  flat[7] = p[3 * c + v];
  flat[9] = flat[0];
  flat[10] = flat[1];
  flat[11] = 1;
  return sideOfPlane(flat, 0, 1, 2, 3);
}
