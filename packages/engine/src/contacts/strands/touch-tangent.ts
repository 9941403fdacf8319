/**
 * Contribution of a point of a strand contact to the stage matrix. With the force F on B and the relative motion B - A
 *   D = -dF/dx = (n - g) (k n + z m)^T + along P - across u u^T + N mu' c u v^T        P = 1 - n n^T
 *       - turn (P - share a a^T) + (b dN/dv / D) n (v_t - share (a.v) a)^T
 * with k = b dN/d(depth), z = c dN/dv, and in the second line v without its part along A. Damping uses the speed -m.w,
 *   m = n - (n.t) t,   t the tangent of A
 * Where a cable bends round an edge, n leans along it. With n, material running onto the edge would count as approaching and material
 * running off as separating, and damping would press one side only: on facets a frictionless rope was retarded by half of its load. The
 * source damps the volume (Roy 2007, eq. 3.22), which does not change when a cable runs along itself, except at its ends: there m = n. The
 * second line is the rotation of n, dn = (P - share a a^T) dx/D, in the force and in the approach speed; a is the tangent of B at the foot.
 * turn = b N/D is a negative stiffness: a strand pressed on another tends to slip off sideways. It is included up to the stiffness of
 * friction and a part of the inertia of the slice: a stage whose matrix is not positive definite has more than one solution, and Newton's
 * method throws strands off each other (a falling coil: 52 rejected steps instead of 3). Once for each contact, with its sums: slices grow
 * with the stretch of A, and the foot slides along B, which also rotates n.
 */
import type { FrictionForce, NormalForce } from '../../contact/index.ts';
import { type CableCurves, CONTROL_STRIDE, type ContactPatches, curveTangent } from '../../proximity/index.ts';

/** Part of the inertia of a slice that the rotation of normals may use. */
const KEPT = 0.3;

const tangent = new Float64Array(3);

/** Data of the point from which its tangent is built. */
export interface TouchPoint {
  nx: number;
  ny: number;
  nz: number;
  /** m, and t [-], 0 where m = n */
  mx: number;
  my: number;
  mz: number;
  sx: number;
  sy: number;
  sz: number;
  /** relative velocity, and its part across n */
  wx: number;
  wy: number;
  wz: number;
  tx: number;
  ty: number;
  tz: number;
  /** tangent of B, and its share */
  ax: number;
  ay: number;
  az: number;
  share: number;
  /** 1/D [1/m] */
  bend: number;
  /** N [N], mass of the slice [kg], viscous friction [N s/m], N mu' */
  force: number;
  mass: number;
  drag: number;
  slope: number;
  /** how the unknown moves displacement and velocity */
  b: number;
  c: number;
  /** part of the rotation that was included */
  taken: number;
}

export function makeTouchPoint(): TouchPoint {
  const x = 0.5; // not a whole number: see makeSlip
  return {
    nx: x,
    ny: x,
    nz: x,
    mx: x,
    my: x,
    mz: x,
    sx: x,
    sy: x,
    sz: x,
    wx: x,
    wy: x,
    wz: x,
    tx: x,
    ty: x,
    tz: x,
    ax: x,
    ay: x,
    az: x,
    share: x,
    bend: x,
    force: x,
    mass: x,
    drag: x,
    slope: x,
    b: x,
    c: x,
    taken: x,
  };
}

/** Data of point i of the contacts. */
export function setPoint(at: TouchPoint, { pointNormal, axis, share, bend }: ContactPatches, i: number): void {
  at.nx = pointNormal[3 * i];
  at.ny = pointNormal[3 * i + 1];
  at.nz = pointNormal[3 * i + 2];
  at.ax = axis[3 * i];
  at.ay = axis[3 * i + 1];
  at.az = axis[3 * i + 2];
  at.share = share[i];
  at.bend = bend[i];
}

/** m and t at point i, which lies on element e. */
export function acrossCable(
  at: TouchPoint,
  { ends, coefficients }: CableCurves,
  e: number,
  { pointU }: ContactPatches,
  i: number,
): void {
  let scale = 0;
  tangent.fill(0);
  if (ends[e] === 0) {
    curveTangent(tangent, 0, coefficients, CONTROL_STRIDE * e, pointU[i]);
    const square = tangent[0] * tangent[0] + tangent[1] * tangent[1] + tangent[2] * tangent[2];
    if (square > 0) scale = 1 / Math.sqrt(square);
  }
  at.sx = scale * tangent[0];
  at.sy = scale * tangent[1];
  at.sz = scale * tangent[2];
  const along = at.nx * at.sx + at.ny * at.sy + at.nz * at.sz;
  at.mx = at.nx - along * at.sx;
  at.my = at.ny - along * at.sy;
  at.mz = at.nz - along * at.sz;
}

/** d = D (3 x 3), and at.taken. */
export function pointTangent(d: Float64Array, at: TouchPoint, normal: NormalForce, friction: FrictionForce): void {
  const { nx, ny, nz, mx, my, mz, sx, sy, sz, wx, wy, wz, tx, ty, tz, ax, ay, az, share, bend, b, c } = at;
  const kd = b * normal.byDepth;
  const kv = c * normal.bySpeed;
  const held = friction.along + c * at.drag;
  const wanted = b * at.force * bend;
  const turn = Math.min(wanted, held + KEPT * at.mass);
  const lean = turn * share;
  const along = held - turn;
  const { ux, uy, uz, gx, gy, gz, across } = friction;
  const s = at.slope * c;
  // v without its part along A: the part across n, minus that along a
  const e = b * normal.bySpeed * bend;
  const run = wx * sx + wy * sy + wz * sz;
  const leant = run * (nx * sx + ny * sy + nz * sz);
  const slid = share * (ax * wx + ay * wy + az * wz - run * (ax * sx + ay * sy + az * sz));
  // rows of n, of the normal force, of the slip
  const rx = kd * nx + kv * mx;
  const ry = kd * ny + kv * my;
  const rz = kd * nz + kv * mz;
  const px = rx - along * nx + e * (tx - run * sx + leant * nx - slid * ax);
  const py = ry - along * ny + e * (ty - run * sy + leant * ny - slid * ay);
  const pz = rz - along * nz + e * (tz - run * sz + leant * nz - slid * az);
  const qx = s * tx - across * ux;
  const qy = s * ty - across * uy;
  const qz = s * tz - across * uz;
  d[0] = nx * px - gx * rx + ux * qx + lean * ax * ax + along;
  d[1] = nx * py - gx * ry + ux * qy + lean * ax * ay;
  d[2] = nx * pz - gx * rz + ux * qz + lean * ax * az;
  d[3] = ny * px - gy * rx + uy * qx + lean * ay * ax;
  d[4] = ny * py - gy * ry + uy * qy + lean * ay * ay + along;
  d[5] = ny * pz - gy * rz + uy * qz + lean * ay * az;
  d[6] = nz * px - gz * rx + uz * qx + lean * az * ax;
  d[7] = nz * py - gz * ry + uz * qy + lean * az * ay;
  d[8] = nz * pz - gz * rz + uz * qz + lean * az * az + along;
  at.taken = wanted > 0 ? turn / wanted : 1;
}
