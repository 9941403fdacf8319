/**
 * Volume, first and second moments of the solid inside a closed triangle mesh, as sums over tetrahedra between each
 * triangle a b c and one common point o, taken as origin:
 *   V = sum D/6,  D = a . (b x c)
 *   integral x dV   = sum D/24 (a + b + c)
 *   integral x y dV = sum D/120 (s_x s_y + a_x a_y + b_x b_y + c_x c_y),  s = a + b + c
 * (the moments of a tetrahedron with a corner at the origin; the boundary form of DiCarlo & Paoluzzi 2006 gives the same). Exact for
 * polyhedra up to rounding. o is the mean of the vertices, so a mesh far from the origin loses no digits.
 */
import { addParallelAxis, type Numbers } from '../../math/index.ts';
import type { MassProperties } from '../mass-properties.ts';

/** The mesh must be closed; a surface turned inside out has a negative volume. */
export function integrateMesh(positions: Numbers, triangles: Numbers): MassProperties {
  let ox = 0;
  let oy = 0;
  let oz = 0;
  for (let i = 0; i < triangles.length; i++) {
    ox += positions[3 * triangles[i]] / triangles.length;
    oy += positions[3 * triangles[i] + 1] / triangles.length;
    oz += positions[3 * triangles[i] + 2] / triangles.length;
  }
  let volume = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = 3 * triangles[i];
    const b = 3 * triangles[i + 1];
    const c = 3 * triangles[i + 2];
    const ax = positions[a] - ox;
    const ay = positions[a + 1] - oy;
    const az = positions[a + 2] - oz;
    const bx = positions[b] - ox;
    const by = positions[b + 1] - oy;
    const bz = positions[b + 2] - oz;
    const cx = positions[c] - ox;
    const cy = positions[c + 1] - oy;
    const cz = positions[c + 2] - oz;
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    volume += det;
    mx += det * sx;
    my += det * sy;
    mz += det * sz;
    xx += det * (sx * sx + ax * ax + bx * bx + cx * cx);
    yy += det * (sy * sy + ay * ay + by * by + cy * cy);
    zz += det * (sz * sz + az * az + bz * bz + cz * cz);
    xy += det * (sx * sy + ax * ay + bx * by + cx * cy);
    xz += det * (sx * sz + ax * az + bx * bz + cx * cz);
    yz += det * (sy * sz + ay * az + by * bz + cy * cz);
  }
  // centroid relative to o, then inertia about o, then about the centroid
  const gx = mx / (4 * volume);
  const gy = my / (4 * volume);
  const gz = mz / (4 * volume);
  volume /= 6;
  const inertia = Float64Array.of(yy + zz, xx + zz, xx + yy, -xy, -xz, -yz);
  for (let k = 0; k < 6; k++) inertia[k] /= 120;
  addParallelAxis(inertia, 0, -volume, gx, gy, gz);
  return {
    volume,
    centroid: [ox + gx, oy + gy, oz + gz],
    inertia: [inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]],
  };
}
