/**
 * The points of a triangle and of a quarter circle that are closest: a quarter of the bend of a link, seen from its middle line. The circle has
 * radius R, lies in the plane z = 0 about the origin; its quarter is that with x, y >= 0. A point at distance rho from the axis is at
 *   F = z^2 + (rho - R)^2
 * from the circle, squared. The least F is found where it must be (Dopico (anchor), s. 5.1.2, whose local search starts once and misses minima):
 *  1 where the circle passes through the triangle: 0
 *  2 inside the triangle, where the circle runs parallel to its plane: the two extreme points of the circle along the normal
 *  3 on an edge a + t e. With m2 = e_x^2 + e_y^2, and rho^2 = m2 (t - s)^2 + c2 along it,
 *      F'/2 = a.e + e.e t - R m2 (t - s)/rho,   F''/2 = e.e - R m2 c2/rho^3,
 *    so F' grows outside the stretch in which rho^3 < R m2 c2/e.e and has at most one root on either side of it: Newton's
 *    method between bounds finds each.
 * Of these only those count whose point of the circle is on the quarter; then
 *  4 an end of the quarter and the triangle.
 */
import { cbrt } from '../../math/index.ts';
import { makeTrianglePoint, pointTriangle, type TrianglePoint } from '../../geometry/index.ts';

const end = makeTrianglePoint();
const tip = new Float64Array(3);
/** an edge: a e, e e, m2, c2, s, F'/2 at the kink on either side, R */
const edge = new Float64Array(7);
const A_E = 0;
const E_E = 1;
const M2 = 2;
const C2 = 3;
const MIDDLE = 4;
const SIDE = 5;
const RADIUS = 6;

/**
 * The triangle at offset o of c against the quarter of radius > 0 [m], where they are nearer than the root of most2 [m^2]; else out.distance2 is that. out: squared distance, point of the triangle, s = tan(phi/2) of the point
 * of the quarter, phi from the x axis; `part` is not set. A triangle without area is its longest edges.
 */
export function arcTriangle(
  out: TrianglePoint,
  c: Float64Array,
  o: number,
  radius: number,
  most2: number = Number.POSITIVE_INFINITY,
): void {
  out.distance2 = most2;
  tryInside(out, c, o, radius);
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
  tryEdge(out, c, o, o + 3, radius);
  tryEdge(out, c, o + 3, o + 6, radius);
  tryEdge(out, c, o + 6, o, radius);
}

/** The point of the triangle, taken if it is the closest yet and its foot is on the quarter. */
function offer(out: TrianglePoint, x: number, y: number, z: number, radius: number): void {
  if (x < 0 || y < 0) return;
  const rho = Math.sqrt(x * x + y * y);
  const off = rho - radius;
  const distance2 = z * z + off * off;
  if (distance2 >= out.distance2) return;
  out.distance2 = distance2;
  out.x = x;
  out.y = y;
  out.z = z;
  out.s = rho > 0 ? y / (rho + x) : 0;
}

function tryInside(out: TrianglePoint, p: Float64Array, o: number, radius: number): void {
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
    const x = cx - k * nx;
    const y = cy - k * ny;
    const z = -k * nz;
    const distance2 = k * k * nn;
    if (distance2 >= out.distance2 || !isOver(p, o, x, y, z, nx, ny, nz, nn)) continue;
    out.distance2 = distance2;
    out.x = x;
    out.y = y;
    out.z = z;
    out.s = cy / (radius + cx);
  }
  const cosine = steep ? offset / (across * radius) : 2;
  if (Math.abs(cosine) > 1) return;
  const sine = Math.sqrt(1 - cosine * cosine);
  for (let sign = -1; sign <= 1; sign += 2) {
    const cx = radius * (gx * cosine - sign * gy * sine);
    const cy = radius * (gy * cosine + sign * gx * sine);
    if (cx < 0 || cy < 0 || !isOver(p, o, cx, cy, 0, nx, ny, nz, nn)) continue;
    out.distance2 = 0;
    out.x = cx;
    out.y = cy;
    out.z = 0;
    out.s = cy / (radius + cx);
    return;
  }
}

/** Does the point, moved along the normal, meet the triangle? */
function isOver(
  p: Float64Array,
  o: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  nn: number,
): boolean {
  const rx = x - p[o];
  const ry = y - p[o + 1];
  const rz = z - p[o + 2];
  const ux = p[o + 3] - p[o];
  const uy = p[o + 4] - p[o + 1];
  const uz = p[o + 5] - p[o + 2];
  const vx = p[o + 6] - p[o];
  const vy = p[o + 7] - p[o + 1];
  const vz = p[o + 8] - p[o + 2];
  const g = (ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz;
  const h = (uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz;
  return g >= 0 && h >= 0 && g + h <= nn;
}

function tryEdge(out: TrianglePoint, p: Float64Array, i: number, j: number, radius: number): void {
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
  offer(out, ax, ay, az, radius);
  if (!(ee > 0)) return;
  if (!(m2 > 0)) {
    // parallel to the axis: rho stays, F is a parabola
    const t = Math.min(1, Math.max(0, -az / ez));
    offer(out, ax, ay, az + t * ez, radius);
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
  edge[RADIUS] = radius;
  for (let side = -1; side <= 1; side += 2) {
    edge[SIDE] = side;
    const low = side < 0 ? 0 : Math.max(0, s + half);
    const high = side < 0 ? Math.min(1, s - half) : 1;
    if (!(low < high) || slopeOf(low) >= 0 || slopeOf(high) <= 0) continue;
    const t = rootOf(low, high);
    offer(out, ax + t * ex, ay + t * ey, az + t * ez, radius);
  }
}

/** F'/2 along the edge at hand; through the axis F has a kink: the slope on the side at hand. */
function slopeOf(t: number): number {
  const off = t - edge[MIDDLE];
  const rho = Math.sqrt(edge[M2] * off * off + edge[C2]);
  const pull = rho > 0 ? (edge[M2] * off) / rho : edge[SIDE] * Math.sqrt(edge[M2]);
  return edge[A_E] + edge[E_E] * t - edge[RADIUS] * pull;
}

function rootOf(from: number, to: number): number {
  let low = from;
  let high = to;
  let t = 0.5 * (low + high);
  for (let k = 0; k < 80; k++) {
    const value = slopeOf(t);
    if (value < 0) low = t;
    else high = t;
    const off = t - edge[MIDDLE];
    const rho2 = edge[M2] * off * off + edge[C2];
    const rho = Math.sqrt(rho2);
    let next = t - value / (edge[E_E] - (rho > 0 ? (edge[RADIUS] * edge[M2] * edge[C2]) / (rho2 * rho) : 0));
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (Math.abs(next - t) <= 1e-12) return next; // Newton doubles the digits, and distance feels them squared
    t = next;
  }
  return t;
}
