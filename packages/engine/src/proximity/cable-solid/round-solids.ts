/**
 * Distance of a point from half-space, sphere, box and cylinder, in the frame of the shape, with its gradient and the rotation of the
 * gradient. Outside all of them the distance is continuously differentiable, over edges and corners too. Sizes and the point come as
 * arrays: separate number arguments would be boxed where the call is not inlined.
 */
import type { Branches } from './branch.ts';

export function distanceHalfSpace(out: Branches, p: Float64Array): void {
  out.single();
  out.distance[0] = p[2];
  out.outward[2] = 1;
}

/** size: radius */
export function distanceSphere(out: Branches, size: Float64Array, p: Float64Array): void {
  const length = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  out.single();
  out.distance[0] = length - size[0];
  if (length === 0) {
    out.outward[2] = 1;
    return;
  }
  for (let k = 0; k < 3; k++) out.outward[k] = p[k] / length;
  out.bend[0] = 1 / length;
}

/** size: half lengths. Inside, the nearest face. */
export function distanceBox(out: Branches, size: Float64Array, p: Float64Array): void {
  const { outward, axis } = out;
  const qx = Math.abs(p[0]) - size[0];
  const qy = Math.abs(p[1]) - size[1];
  const qz = Math.abs(p[2]) - size[2];
  const sx = p[0] < 0 ? -1 : 1;
  const sy = p[1] < 0 ? -1 : 1;
  const sz = p[2] < 0 ? -1 : 1;
  const beside = (qx > 0 ? 1 : 0) + (qy > 0 ? 1 : 0) + (qz > 0 ? 1 : 0);
  out.single();
  if (beside <= 1) {
    // over a face, or inside: the largest of the three is the distance
    if (qx >= qy && qx >= qz) {
      out.distance[0] = qx;
      outward[0] = sx;
    } else if (qy >= qz) {
      out.distance[0] = qy;
      outward[1] = sy;
    } else {
      out.distance[0] = qz;
      outward[2] = sz;
    }
    return;
  }
  const ex = qx > 0 ? qx : 0;
  const ey = qy > 0 ? qy : 0;
  const ez = qz > 0 ? qz : 0;
  const d = Math.sqrt(ex * ex + ey * ey + ez * ez);
  out.distance[0] = d;
  outward[0] = (sx * ex) / d;
  outward[1] = (sy * ey) / d;
  outward[2] = (sz * ez) / d;
  out.bend[0] = 1 / d;
  if (beside === 3) return;
  // along the edge
  out.share[0] = 1;
  axis[0] = qx > 0 ? 0 : 1;
  axis[1] = qy > 0 ? 0 : 1;
  axis[2] = qz > 0 ? 0 : 1;
}

/** size: radius, half length along z */
export function distanceCylinder(out: Branches, size: Float64Array, p: Float64Array): void {
  const { outward, axis } = out;
  const rho = Math.sqrt(p[0] * p[0] + p[1] * p[1]);
  const side = rho - size[0];
  const cap = Math.abs(p[2]) - size[1];
  const sz = p[2] < 0 ? -1 : 1;
  const cx = rho > 0 ? p[0] / rho : 1;
  const cy = rho > 0 ? p[1] / rho : 0;
  out.single();
  if (side > 0 && cap > 0) {
    // the rim: curved across by 1/d, and along by radial part/rho
    const d = Math.sqrt(side * side + cap * cap);
    out.distance[0] = d;
    outward[0] = (cx * side) / d;
    outward[1] = (cy * side) / d;
    outward[2] = (sz * cap) / d;
    out.bend[0] = 1 / d;
    out.share[0] = 1 - side / rho;
    axis[0] = -cy;
    axis[1] = cx;
  } else if (side >= cap) {
    out.distance[0] = side;
    outward[0] = cx;
    outward[1] = cy;
    out.bend[0] = rho > 0 ? 1 / rho : 0;
    out.share[0] = 1;
    axis[2] = 1;
  } else {
    out.distance[0] = cap;
    outward[2] = sz;
  }
}
