/**
 * Closest points of a triangle and a quarter circle, the middle line of a quarter of the bend of a link. The circle has radius R, lies in
 * the plane z = 0 about the origin; its quarter is that with x, y >= 0. A point at distance rho from the axis is at
 *   F = z^2 + (rho - R)^2
 * from the circle, squared. The minimum of F is one of these cases (Dopico (anchor), s. 5.1.2, uses a local search from one start and
 * misses minima): 1 where the circle passes through the triangle: 0 2 inside the triangle, where the circle runs parallel to its plane: the
 * two extreme points of the circle along the normal 3 on an edge a + t e. With m2 = e_x^2 + e_y^2, and rho^2 = m2 (t - s)^2 + c2 along it,
 *      F'/2 = a.e + e.e t - R m2 (t - s)/rho,   F''/2 = e.e - R m2 c2/rho^3,
 *    so F' grows outside the stretch in which rho^3 < R m2 c2/e.e and has at most one root on either side of it: Newton's
 *    method between bounds finds each.
 * Of these only points on the quarter are valid; then 4 an end of the quarter and the triangle.
 */
import { cbrt } from '../../math/index.ts';
import { makeTrianglePoint, pointTriangle, type TrianglePoint } from '../../geometry/index.ts';

const end = makeTrianglePoint();
const tip = new Float64Array(3);
// Numbers passed between functions stand in arrays: as separate arguments they would be boxed.
/** a point that may be the closest */
const spot = new Float64Array(3);
/** normal of the triangle, times the length it has, and its square */
const plane = new Float64Array(4);
/** an edge: a e, e e, m2, c2, s, F'/2 at the kink on either side, R; a place on it, F'/2 there; interval in which a root is sought */
const edge = new Float64Array(11);
const A_E = 0;
const E_E = 1;
const M2 = 2;
const C2 = 3;
const MIDDLE = 4;
const SIDE = 5;
const RADIUS = 6;
const AT = 7;
const SLOPE = 8;
const LOW = 9;
const HIGH = 10;

/**
 * The triangle at offset o of c against the quarter of radius circle[0] > 0 [m], where they are nearer than the root of circle[1] [m^2];
 * otherwise out.distance2 is that value. out: squared distance, point of the triangle, s = tan(phi/2) of the point of the quarter, phi from
 * the x axis; `part` is not set. A triangle without area is its longest edges.
 */
export function arcTriangle(out: TrianglePoint, c: Float64Array, o: number, circle: Float64Array): void {
  const radius = circle[0];
  out.distance2 = circle[1];
  edge[RADIUS] = radius;
  tryInside(out, c, o);
  if (out.distance2 === 0) return;
  for (let k = 0; k < 2; k++) {
    tip[k] = radius;
    tip[1 - k] = 0;
    pointTriangle(end, tip, 0, c, o);
    if (end.distance2 >= out.distance2) continue;
    out.distance2 = end.distance2;
    out.x = end.x;
    out.y = end.y;
    out.z = end.z;
    out.s = k;
  }
  tryEdge(out, c, o, o + 3);
  tryEdge(out, c, o + 3, o + 6);
  tryEdge(out, c, o + 6, o);
}

/** Accepts the point of the triangle in `spot` if it is the closest so far and its foot is on the quarter. */
function offer(out: TrianglePoint): void {
  const x = spot[0];
  const y = spot[1];
  const z = spot[2];
  if (x < 0 || y < 0) return;
  const rho = Math.sqrt(x * x + y * y);
  const off = rho - edge[RADIUS];
  const distance2 = z * z + off * off;
  if (distance2 >= out.distance2) return;
  out.distance2 = distance2;
  out.x = x;
  out.y = y;
  out.z = z;
  out.s = rho > 0 ? y / (rho + x) : 0;
}

function tryInside(out: TrianglePoint, p: Float64Array, o: number): void {
  const radius = edge[RADIUS];
  const ux = p[o + 3] - p[o];
  const uy = p[o + 4] - p[o + 1];
  const uz = p[o + 5] - p[o + 2];
  const vx = p[o + 6] - p[o];
  const vy = p[o + 7] - p[o + 1];
  const vz = p[o + 8] - p[o + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > 0)) return;
  plane[0] = nx;
  plane[1] = ny;
  plane[2] = nz;
  plane[3] = nn;
  const offset = nx * p[o] + ny * p[o + 1] + nz * p[o + 2];
  const across = Math.sqrt(nx * nx + ny * ny);
  // where triangle and circle are parallel any direction is extreme
  const steep = across * across > 1e-28 * nn;
  const gx = steep ? nx / across : Math.SQRT1_2;
  const gy = steep ? ny / across : Math.SQRT1_2;
  for (let sign = -1; sign <= 1; sign += 2) {
    const cx = sign * radius * gx;
    const cy = sign * radius * gy;
    if (cx < 0 || cy < 0) continue;
    const k = (nx * cx + ny * cy - offset) / nn;
    spot[0] = cx - k * nx;
    spot[1] = cy - k * ny;
    spot[2] = -k * nz;
    const distance2 = k * k * nn;
    if (distance2 >= out.distance2 || !isOver(p, o)) continue;
    out.distance2 = distance2;
    out.x = spot[0];
    out.y = spot[1];
    out.z = spot[2];
    out.s = cy / (radius + cx);
  }
  const cosine = steep ? offset / (across * radius) : 2;
  if (Math.abs(cosine) > 1) return;
  const sine = Math.sqrt(1 - cosine * cosine);
  for (let sign = -1; sign <= 1; sign += 2) {
    const cx = radius * (gx * cosine - sign * gy * sine);
    const cy = radius * (gy * cosine + sign * gx * sine);
    spot[0] = cx;
    spot[1] = cy;
    spot[2] = 0;
    if (cx < 0 || cy < 0 || !isOver(p, o)) continue;
    out.distance2 = 0;
    out.x = cx;
    out.y = cy;
    out.z = 0;
    out.s = cy / (radius + cx);
    return;
  }
}

/** Does the point in `spot`, moved along the normal, meet the triangle? */
function isOver(p: Float64Array, o: number): boolean {
  const rx = spot[0] - p[o];
  const ry = spot[1] - p[o + 1];
  const rz = spot[2] - p[o + 2];
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  const ux = p[o + 3] - p[o];
  const uy = p[o + 4] - p[o + 1];
  const uz = p[o + 5] - p[o + 2];
  const vx = p[o + 6] - p[o];
  const vy = p[o + 7] - p[o + 1];
  const vz = p[o + 8] - p[o + 2];
  const g = (ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz;
  const h = (uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz;
  return g >= 0 && h >= 0 && g + h <= plane[3];
}

function tryEdge(out: TrianglePoint, p: Float64Array, i: number, j: number): void {
  const radius = edge[RADIUS];
  const ax = p[i];
  const ay = p[i + 1];
  const az = p[i + 2];
  const ex = p[j] - ax;
  const ey = p[j + 1] - ay;
  const ez = p[j + 2] - az;
  // nowhere over the quarter
  if ((ax < 0 && ax + ex < 0) || (ay < 0 && ay + ey < 0)) return;
  const m2 = ex * ex + ey * ey;
  const ee = m2 + ez * ez;
  // its middle is farther from the circle than the best by half its length
  const px = ax + 0.5 * ex;
  const py = ay + 0.5 * ey;
  const pz = az + 0.5 * ez;
  const off = Math.sqrt(px * px + py * py) - radius;
  const far2 = pz * pz + off * off;
  if (far2 > out.distance2) {
    const spare = Math.sqrt(far2) - 0.5 * Math.sqrt(ee);
    if (spare > 0 && spare * spare > out.distance2) return;
  }
  spot[0] = ax;
  spot[1] = ay;
  spot[2] = az;
  offer(out);
  if (!(ee > 0)) return;
  if (!(m2 > 0)) {
    // parallel to the axis: rho stays, F is a parabola
    const t = Math.min(1, Math.max(0, -az / ez));
    spot[2] = az + t * ez;
    offer(out);
    return;
  }
  const s = -(ax * ex + ay * ey) / m2;
  const turn = ax * ey - ay * ex;
  const c2 = (turn * turn) / m2;
  // half the stretch around s in which F' falls
  let half = 0;
  if (radius * m2 > Math.sqrt(c2) * ee) {
    const least = cbrt((radius * m2 * c2) / ee);
    half = Math.sqrt(Math.max(0, least * least - c2) / m2);
  }
  edge[A_E] = ax * ex + ay * ey + az * ez;
  edge[E_E] = ee;
  edge[M2] = m2;
  edge[C2] = c2;
  edge[MIDDLE] = s;
  for (let side = -1; side <= 1; side += 2) {
    edge[SIDE] = side;
    const low = side < 0 ? 0 : Math.max(0, s + half);
    const high = side < 0 ? Math.min(1, s - half) : 1;
    if (!(low < high)) continue;
    edge[AT] = low;
    findSlope();
    if (edge[SLOPE] >= 0) continue;
    edge[AT] = high;
    findSlope();
    if (edge[SLOPE] <= 0) continue;
    edge[LOW] = low;
    edge[HIGH] = high;
    findRoot();
    const t = edge[AT];
    spot[0] = ax + t * ex;
    spot[1] = ay + t * ey;
    spot[2] = az + t * ez;
    offer(out);
  }
}

/** F'/2 at the place on the present edge; on the axis F has a kink: the slope on the present side. */
function findSlope(): void {
  const t = edge[AT];
  const off = t - edge[MIDDLE];
  const rho = Math.sqrt(edge[M2] * off * off + edge[C2]);
  const pull = rho > 0 ? (edge[M2] * off) / rho : edge[SIDE] * Math.sqrt(edge[M2]);
  edge[SLOPE] = edge[A_E] + edge[E_E] * t - edge[RADIUS] * pull;
}

/** The place where it is 0. */
function findRoot(): void {
  let low = edge[LOW];
  let high = edge[HIGH];
  let t = 0.5 * (low + high);
  for (let k = 0; k < 80; k++) {
    edge[AT] = t;
    findSlope();
    const value = edge[SLOPE];
    if (value < 0) low = t;
    else high = t;
    const off = t - edge[MIDDLE];
    const rho2 = edge[M2] * off * off + edge[C2];
    const rho = Math.sqrt(rho2);
    let next = t - value / (edge[E_E] - (rho > 0 ? (edge[RADIUS] * edge[M2] * edge[C2]) / (rho2 * rho) : 0));
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    // Newton doubles the digits, and the distance depends on their square
    const close = Math.abs(next - t) <= 1e-12;
    t = next;
    if (close) break;
  }
  edge[AT] = t;
}
