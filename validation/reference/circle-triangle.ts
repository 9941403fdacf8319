/**
 * The points of a triangle and of a circle that are closest: the core of a torus against a mesh. The circle has radius R, lies
 * in the plane z = 0 about the origin; a point at distance rho from the axis is at
 *   F = z^2 + (rho - R)^2
 * from it, squared. The least F is found where it must be (the spike of this kernel, after Dopico (anchor), s. 5.1, whose local
 * search starts once and misses minima):
 *  1 where the circle passes through the triangle: 0
 *  2 inside the triangle, where the circle runs parallel to its plane: the two extreme points of the circle along the normal
 *  3 on an edge a + t e. With m2 = e_x^2 + e_y^2, and rho^2 = m2 (t - s)^2 + c2 along it,
 *      F'/2 = a.e + e.e t - R m2 (t - s)/rho,   F''/2 = e.e - R m2 c2/rho^3,
 *    so F' grows outside the stretch in which rho^3 < R m2 c2/e.e and has at most one root on either side of it: Newton's
 *    method between bounds finds each.
 */
import { cbrt } from '@hawser/engine/parts';

/** [m] */
export interface CirclePair {
  distance: number;
  /** of the triangle */
  x: number;
  y: number;
  z: number;
  /** of the circle; its z is 0 */
  circleX: number;
  circleY: number;
}

export function makeCirclePair(): CirclePair {
  return { distance: 0, x: 0, y: 0, z: 0, circleX: 0, circleY: 0 };
}

/** corners: x y z of three; radius > 0 [m]. A triangle without area is its longest edges. */
export function closestOnCircle(out: CirclePair, corners: Float64Array, radius: number): void {
  out.distance = Number.POSITIVE_INFINITY;
  tryInside(out, corners, radius);
  if (out.distance === 0) return;
  tryEdge(out, corners, 0, 3, radius);
  tryEdge(out, corners, 3, 6, radius);
  tryEdge(out, corners, 6, 0, radius);
}

/** The point of the triangle, taken if it is the closest yet. */
function offer(out: CirclePair, x: number, y: number, z: number, radius: number): void {
  const rho = Math.sqrt(x * x + y * y);
  const off = rho - radius;
  const distance = Math.sqrt(z * z + off * off);
  if (distance >= out.distance) return;
  out.distance = distance;
  out.x = x;
  out.y = y;
  out.z = z;
  out.circleX = rho > 0 ? (x * radius) / rho : radius;
  out.circleY = rho > 0 ? (y * radius) / rho : 0;
}

function tryInside(out: CirclePair, p: Float64Array, radius: number): void {
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = p[6] - p[0];
  const vy = p[7] - p[1];
  const vz = p[8] - p[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > 0)) return;
  const offset = nx * p[0] + ny * p[1] + nz * p[2];
  const across = Math.sqrt(nx * nx + ny * ny);
  // where triangle and circle are parallel any direction is extreme
  const steep = across * across > 1e-28 * nn;
  const gx = steep ? nx / across : 1;
  const gy = steep ? ny / across : 0;
  for (let sign = -1; sign <= 1; sign += 2) {
    const cx = sign * radius * gx;
    const cy = sign * radius * gy;
    const k = (nx * cx + ny * cy - offset) / nn;
    if (isOver(p, cx - k * nx, cy - k * ny, -k * nz)) offer(out, cx - k * nx, cy - k * ny, -k * nz, radius);
  }
  const cosine = steep ? offset / (across * radius) : 2;
  if (Math.abs(cosine) > 1) return;
  const sine = Math.sqrt(1 - cosine * cosine);
  for (let sign = -1; sign <= 1; sign += 2) {
    const cx = radius * (gx * cosine - sign * gy * sine);
    const cy = radius * (gy * cosine + sign * gx * sine);
    if (!isOver(p, cx, cy, 0)) continue;
    offer(out, cx, cy, 0, radius);
    out.distance = 0;
    return;
  }
}

/** Does the point, moved along the normal, meet the triangle? */
function isOver(p: Float64Array, x: number, y: number, z: number): boolean {
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = p[6] - p[0];
  const vy = p[7] - p[1];
  const vz = p[8] - p[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const rx = x - p[0];
  const ry = y - p[1];
  const rz = z - p[2];
  const g = (ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz;
  const h = (uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz;
  return g >= 0 && h >= 0 && g + h <= nx * nx + ny * ny + nz * nz;
}

function tryEdge(out: CirclePair, p: Float64Array, i: number, j: number, radius: number): void {
  const ax = p[i];
  const ay = p[i + 1];
  const az = p[i + 2];
  const ex = p[j] - ax;
  const ey = p[j + 1] - ay;
  const ez = p[j + 2] - az;
  offer(out, ax, ay, az, radius);
  const m2 = ex * ex + ey * ey;
  const ee = m2 + ez * ez;
  if (!(ee > 0)) return;
  const ae = ax * ex + ay * ey + az * ez;
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
  const slope = (t: number, side: number): number => {
    const rho = Math.sqrt(m2 * (t - s) * (t - s) + c2);
    // through the axis F has a kink: the slope on the side asked for
    return ae + ee * t - radius * (rho > 0 ? (m2 * (t - s)) / rho : side * Math.sqrt(m2));
  };
  const tryRange = (from: number, to: number, side: number): void => {
    let low = Math.max(0, from);
    let high = Math.min(1, to);
    if (!(low < high) || slope(low, side) >= 0 || slope(high, side) <= 0) return;
    let t = 0.5 * (low + high);
    for (let k = 0; k < 80; k++) {
      const value = slope(t, side);
      if (value < 0) low = t;
      else high = t;
      const rho = Math.sqrt(m2 * (t - s) * (t - s) + c2);
      let next = t - value / (ee - (rho > 0 ? (radius * m2 * c2) / (rho * rho * rho) : 0));
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (Math.abs(next - t) <= 1e-16) break;
      t = next;
    }
    offer(out, ax + t * ex, ay + t * ey, az + t * ez, radius);
  };
  tryRange(Number.NEGATIVE_INFINITY, s - half, -1);
  tryRange(s + half, Number.POSITIVE_INFINITY, 1);
}
