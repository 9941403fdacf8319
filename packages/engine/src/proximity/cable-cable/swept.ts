/**
 * First meeting of things whose vertices move along straight lines from one instant (0) to the next (1).
 *
 * Two edges, or a vertex and a triangle, can meet only when their four vertices are in one plane: a cubic in time,
 *   f(t) = x(t).(a(t) x b(t)),  all three linear in t,
 * whose roots are all found (cubic-roots.ts) and tried in order. Capsules (segments closer than a reach) meet where the distance
 * first reaches R: conservative advancement. With n across the closest points, n.(q_j - p_i) >= distance for all end points,
 * and each of the four is linear in time; no contact before the first of them falls to R. Never late, and close to Newton's
 * method near the end.
 */
import { cubicRoots } from './cubic-roots.ts';
import { closestOnSegments, makeSegmentPair } from './segment-pair.ts';

/** Filled by the sweeps: time 0 .. 1, and where: parameters on both edges, or barycentric weights of the triangle's 2nd and 3rd vertex. */
export interface Meeting {
  time: number;
  s: number;
  t: number;
}

export function makeMeeting(): Meeting {
  return { time: 0, s: 0, t: 0 };
}

/** Numbers of the four vertices at one instant: v0, v1, v2, v3. */
export const FOUR = 12;

const roots = new Float64Array(5);
const cubic = new Float64Array(4);
const vectors = new Float64Array(9);
const instant = new Float64Array(FOUR);
const closest = makeSegmentPair();

/** [1] of the size of the vertices' box: how far apart things count as meeting when they are in one plane */
const SLACK = 1e-9;

/** Edge v0 v1 against edge v2 v3; vertices at both instants [m]. False: they never meet. */
export function sweptEdges(out: Meeting, start: Float64Array, end: Float64Array): boolean {
  const slack = SLACK * sizeOf(start, end);
  if (!coplanarity(start, end, 0, 1, 2, 3)) return sweptCapsules(out, start, end, slack);
  const n = cubicRoots(roots, cubic, 0, 0, 1);
  for (let k = 0; k < n; k++) {
    const time = roots[k];
    closestAt(start, end, time);
    if (closest.distance2 > slack * slack) continue;
    out.time = time;
    out.s = closest.s;
    out.t = closest.t;
    return true;
  }
  return false;
}

/** Vertex v0 against triangle v1 v2 v3. */
export function sweptVertexTriangle(out: Meeting, start: Float64Array, end: Float64Array): boolean {
  if (!coplanarity(start, end, 1, 0, 2, 3)) return false; // in the plane all the way: the edges of the triangle are met first
  const n = cubicRoots(roots, cubic, 0, 0, 1);
  for (let k = 0; k < n; k++) {
    const time = roots[k];
    for (let i = 0; i < FOUR; i++) instant[i] = start[i] + time * (end[i] - start[i]);
    if (!inTriangle(out)) continue;
    out.time = time;
    return true;
  }
  return false;
}

/** Barycentric weights of v0 in the triangle v1 v2 v3 of `instant`; true when inside or on its border, to rounding. */
function inTriangle(out: Meeting): boolean {
  const p = instant;
  const ux = p[6] - p[3];
  const uy = p[7] - p[4];
  const uz = p[8] - p[5];
  const vx = p[9] - p[3];
  const vy = p[10] - p[4];
  const vz = p[11] - p[5];
  const wx = p[0] - p[3];
  const wy = p[1] - p[4];
  const wz = p[2] - p[5];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const wu = wx * ux + wy * uy + wz * uz;
  const wv = wx * vx + wy * vy + wz * vz;
  const det = uu * vv - uv * uv;
  if (!(det > 0)) return false;
  const s = (wu * vv - wv * uv) / det;
  const t = (wv * uu - wu * uv) / det;
  out.s = s;
  out.t = t;
  return s >= -SLACK && t >= -SLACK && s + t <= 1 + 2 * SLACK;
}

/**
 * The cubic of x.(a x b) with x = v_c - v_o, a = v_a - v_o, b = v_d - v_c (edges: o a against c d). False when it vanishes altogether.
 */
function coplanarity(start: Float64Array, end: Float64Array, o: number, a: number, c: number, d: number): boolean {
  const triangle = o === 1; // v1 is the corner all three vectors start from
  const base = triangle ? o : c;
  for (let k = 0; k < 3; k++) {
    vectors[k] = start[3 * c + k] - start[3 * o + k];
    vectors[3 + k] = start[3 * a + k] - start[3 * o + k];
    vectors[6 + k] = start[3 * d + k] - start[3 * base + k];
  }
  const x0 = vectors[0];
  const y0 = vectors[1];
  const z0 = vectors[2];
  const a0 = vectors[3];
  const b0 = vectors[4];
  const c0 = vectors[5];
  const d0 = vectors[6];
  const e0 = vectors[7];
  const f0 = vectors[8];
  for (let k = 0; k < 3; k++) {
    vectors[k] = end[3 * c + k] - end[3 * o + k] - vectors[k];
    vectors[3 + k] = end[3 * a + k] - end[3 * o + k] - vectors[3 + k];
    vectors[6 + k] = end[3 * d + k] - end[3 * base + k] - vectors[6 + k];
  }
  const x1 = vectors[0];
  const y1 = vectors[1];
  const z1 = vectors[2];
  const a1 = vectors[3];
  const b1 = vectors[4];
  const c1 = vectors[5];
  const d1 = vectors[6];
  const e1 = vectors[7];
  const f1 = vectors[8];
  // a x b as a quadratic in time
  const px = b0 * f0 - c0 * e0;
  const py = c0 * d0 - a0 * f0;
  const pz = a0 * e0 - b0 * d0;
  const qx = b0 * f1 - c0 * e1 + b1 * f0 - c1 * e0;
  const qy = c0 * d1 - a0 * f1 + c1 * d0 - a1 * f0;
  const qz = a0 * e1 - b0 * d1 + a1 * e0 - b1 * d0;
  const rx = b1 * f1 - c1 * e1;
  const ry = c1 * d1 - a1 * f1;
  const rz = a1 * e1 - b1 * d1;
  cubic[0] = x0 * px + y0 * py + z0 * pz;
  cubic[1] = x0 * qx + y0 * qy + z0 * qz + x1 * px + y1 * py + z1 * pz;
  cubic[2] = x0 * rx + y0 * ry + z0 * rz + x1 * qx + y1 * qy + z1 * qz;
  cubic[3] = x1 * rx + y1 * ry + z1 * rz;
  const size = sizeOf(start, end);
  const largest = Math.max(Math.abs(cubic[0]), Math.abs(cubic[1]), Math.abs(cubic[2]), Math.abs(cubic[3]));
  return largest > 1e-15 * size * size * size;
}

/** Largest extent of all vertices [m]. */
function sizeOf(start: Float64Array, end: Float64Array): number {
  let size = 0;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let v = k; v < FOUR; v += 3) {
      low = Math.min(low, start[v], end[v]);
      high = Math.max(high, start[v], end[v]);
    }
    size = Math.max(size, high - low);
  }
  return size;
}

/** Segments v0 v1 and v2 v3 at a time into `instant`, their closest points into `closest`. */
function closestAt(start: Float64Array, end: Float64Array, time: number): void {
  const p = instant;
  for (let i = 0; i < FOUR; i++) p[i] = start[i] + time * (end[i] - start[i]);
  for (let k = 0; k < 3; k++) {
    vectors[k] = p[k] - p[6 + k];
    vectors[3 + k] = p[3 + k] - p[k];
    vectors[6 + k] = p[9 + k] - p[6 + k];
  }
  closestOnSegments(closest, vectors);
}

/** When do the segments v0 v1 and v2 v3 come within `reach` [m]? Time 0 when they are from the start. Never later than true. */
export function sweptCapsules(out: Meeting, start: Float64Array, end: Float64Array, reach: number): boolean {
  let time = 0;
  const close = 1e-10 * (reach > 0 ? reach : sizeOf(start, end));
  for (let k = 0; k < 400; k++) {
    closestAt(start, end, time);
    const d = Math.sqrt(closest.distance2);
    out.s = closest.s;
    out.t = closest.t;
    out.time = time;
    if (d <= reach + close) return true;
    const wait = timeToReach(start, end, d, reach);
    if (!(time + wait <= 1)) return false;
    time += wait;
  }
  return true; // grazing: hundreds of ever smaller steps; taken for a contact, which is early, not late
}

/** Time until the first of the four n.(q_j - p_i) falls to reach. */
function timeToReach(start: Float64Array, end: Float64Array, d: number, reach: number): number {
  const p = instant;
  const { s, t } = closest;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  if (d > 0) {
    nx = (p[6] + t * (p[9] - p[6]) - p[0] - s * (p[3] - p[0])) / d;
    ny = (p[7] + t * (p[10] - p[7]) - p[1] - s * (p[4] - p[1])) / d;
    nz = (p[8] + t * (p[11] - p[8]) - p[2] - s * (p[5] - p[2])) / d;
  }
  let first = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 6; i += 3) {
    for (let j = 6; j < 12; j += 3) {
      const height = nx * (p[j] - p[i]) + ny * (p[j + 1] - p[i + 1]) + nz * (p[j + 2] - p[i + 2]) - reach;
      const closing =
        nx * (end[i] - start[i] - end[j] + start[j]) +
        ny * (end[i + 1] - start[i + 1] - end[j + 1] + start[j + 1]) +
        nz * (end[i + 2] - start[i + 2] - end[j + 2] + start[j + 2]);
      if (closing > 0 && height < first * closing) first = height / closing;
    }
  }
  return first;
}
