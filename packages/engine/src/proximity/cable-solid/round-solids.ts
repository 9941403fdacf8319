/**
 * Distance of a point from half-space, sphere, box and cylinder, in the frame of the shape, with its gradient and how that turns.
 * Outside all of them the distance is continuously differentiable, over edges and corners too.
 */
import type { Branches } from './branch.ts';

export function distanceHalfSpace(out: Branches, _x: number, _y: number, z: number): void {
  out.single(z, 0, 0, 1, 0, 0);
}

export function distanceSphere(out: Branches, radius: number, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) {
    out.single(-radius, 0, 0, 1, 0, 0);
    return;
  }
  out.single(length - radius, x / length, y / length, z / length, 1 / length, 0);
}

/** Half lengths hx, hy, hz. Inside, the nearest face. */
export function distanceBox(out: Branches, hx: number, hy: number, hz: number, x: number, y: number, z: number): void {
  const qx = Math.abs(x) - hx;
  const qy = Math.abs(y) - hy;
  const qz = Math.abs(z) - hz;
  const sx = x < 0 ? -1 : 1;
  const sy = y < 0 ? -1 : 1;
  const sz = z < 0 ? -1 : 1;
  const beside = (qx > 0 ? 1 : 0) + (qy > 0 ? 1 : 0) + (qz > 0 ? 1 : 0);
  if (beside <= 1) {
    // over a face, or inside: the largest of the three decides
    if (qx >= qy && qx >= qz) out.single(qx, sx, 0, 0, 0, 0);
    else if (qy >= qz) out.single(qy, 0, sy, 0, 0, 0);
    else out.single(qz, 0, 0, sz, 0, 0);
    return;
  }
  const ex = qx > 0 ? qx : 0;
  const ey = qy > 0 ? qy : 0;
  const ez = qz > 0 ? qz : 0;
  const d = Math.sqrt(ex * ex + ey * ey + ez * ez);
  if (beside === 3) {
    out.single(d, (sx * ex) / d, (sy * ey) / d, (sz * ez) / d, 1 / d, 0);
    return;
  }
  out.single(d, (sx * ex) / d, (sy * ey) / d, (sz * ez) / d, 1 / d, 1);
  out.setAxis(0, qx > 0 ? 0 : 1, qy > 0 ? 0 : 1, qz > 0 ? 0 : 1); // along the edge
}

/** Axis z, half length h. */
export function distanceCylinder(out: Branches, radius: number, h: number, x: number, y: number, z: number): void {
  const rho = Math.sqrt(x * x + y * y);
  const side = rho - radius;
  const cap = Math.abs(z) - h;
  const sz = z < 0 ? -1 : 1;
  const cx = rho > 0 ? x / rho : 1;
  const cy = rho > 0 ? y / rho : 0;
  if (side > 0 && cap > 0) {
    // the rim: curved across by 1/d, and along by radial part/rho
    const d = Math.sqrt(side * side + cap * cap);
    out.single(d, (cx * side) / d, (cy * side) / d, (sz * cap) / d, 1 / d, 1 - side / rho);
    out.setAxis(0, -cy, cx, 0);
    return;
  }
  if (side >= cap) {
    out.single(side, cx, cy, 0, rho > 0 ? 1 / rho : 0, 1);
    out.setAxis(0, 0, 0, 1);
  } else out.single(cap, 0, 0, sz, 0, 0);
}
