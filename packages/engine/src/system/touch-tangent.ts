/**
 * What a point of contact of a cable adds to the stage matrix. With the force F on B and the relative motion B - A
 *   D = -dF/dx = k n n^T + along P - across u u^T - (k g) n^T + N mu' c u v^T        P = 1 - n n^T
 *       - turn (P - share a a^T) + (b dN/dv / D) n (v_t - share (a.v) a)^T
 * The second line is the turning of n, dn = (P - share a a^T) dx/D, in the force and in the speed of approach; a is the tangent
 * of B at the foot. turn = b N/D is negative stiffness: a strand that is pressed on another would rather be beside it. It
 * is taken up to what friction and a part of the mass of the slice hold against it: a stage whose matrix is not positive has
 * more than one solution, and Newton's method throws strands off each other (a falling coil: 52 rejected steps against 3).
 * Once a patch, with its sums: slices grow with the stretch of A, and the foot slides along B, which turns n besides.
 */
import type { FrictionForce, NormalForce } from '../contact/index.ts';

/** Part of the mass of a slice that turning normals may take up. */
const KEPT = 0.3;

/** The point: what its tangent is made of. */
export interface TouchPoint {
  nx: number;
  ny: number;
  nz: number;
  /** relative velocity, and its part across n */
  wx: number;
  wy: number;
  wz: number;
  tx: number;
  ty: number;
  tz: number;
  /** tangent of B, how it takes part */
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
  /** part of the turning that was taken */
  taken: number;
}

export function makeTouchPoint(): TouchPoint {
  const x = 0.5; // not a whole number: see makeSlip
  return {
    nx: x,
    ny: x,
    nz: x,
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

/** d = D (3 x 3), and at.taken. */
export function pointTangent(d: Float64Array, at: TouchPoint, normal: NormalForce, friction: FrictionForce): void {
  const { nx, ny, nz, tx, ty, tz, ax, ay, az, share, bend, b, c } = at;
  const kn = b * normal.byDepth + c * normal.bySpeed;
  const held = friction.along + c * at.drag;
  const wanted = b * at.force * bend;
  const turn = Math.min(wanted, held + KEPT * at.mass);
  const lean = turn * share;
  const along = held - turn;
  const k = kn - along;
  const { ux, uy, uz, across } = friction;
  const s = at.slope * c;
  // columns of n, of what turns it, of the slip
  const e = b * normal.bySpeed * bend;
  const slid = share * (ax * at.wx + ay * at.wy + az * at.wz);
  const yx = e * (tx - slid * ax);
  const yy = e * (ty - slid * ay);
  const yz = e * (tz - slid * az);
  const px = k * nx - kn * friction.gx;
  const py = k * ny - kn * friction.gy;
  const pz = k * nz - kn * friction.gz;
  const qx = s * tx - across * ux;
  const qy = s * ty - across * uy;
  const qz = s * tz - across * uz;
  d[0] = px * nx + along + ux * qx + nx * yx + lean * ax * ax;
  d[1] = px * ny + ux * qy + nx * yy + lean * ax * ay;
  d[2] = px * nz + ux * qz + nx * yz + lean * ax * az;
  d[3] = py * nx + uy * qx + ny * yx + lean * ay * ax;
  d[4] = py * ny + along + uy * qy + ny * yy + lean * ay * ay;
  d[5] = py * nz + uy * qz + ny * yz + lean * ay * az;
  d[6] = pz * nx + uz * qx + nz * yx + lean * az * ax;
  d[7] = pz * ny + uz * qy + nz * yy + lean * az * ay;
  d[8] = pz * nz + along + uz * qz + nz * yz + lean * az * az;
  at.taken = wanted > 0 ? turn / wanted : 1;
}
