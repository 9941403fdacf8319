/**
 * The law of patch.ts for a step in which the shape of a contact is held and its depth goes straight with the motion: what is
 * left is the gradient of a convex function of the velocities at the end of the step, so that Newton's method with a search
 * along its line always arrives (Castro et al. 2022; the friction as in Castro et al. 2023).
 *   d_k = r_k - h v_n           depth at the end of the step, r_k that of a point which did not move; v_n speed of parting
 *   N_k = K_k d_k (1 - a v_n)   never less than nothing, falls as v_n grows; K_k = k_v times the area of the point
 *   T_k = -N'_k g min(1, mu/|g|),  g = s0 (z + h v_t) + s1 v_t
 * N' is the normal force of an iterate before: friction that knew its own N would not be a gradient. Columns instead of
 * volumes: a point that opens does so by itself.
 */
import { addToFit, clearFit, FIT, solveFit } from './brush.ts';
import type { PatchForce, PatchLaw } from './patch.ts';

/** Numbers a point: from the centre (3) [m], unit normal (3), K [N/m], r [m], N' [N], N [N]. */
export const HEAP_POINT = 10;
export const HEAP_NORMAL = 3;
export const HEAP_STIFFNESS = 6;
export const HEAP_REST = 7;
export const HEAP_LAG = 8;
export const HEAP_PUSH = 9;

/** What moves a patch over a step with a held shape. */
export interface HeapMotion {
  /** of B against A at the centre: velocity (3), angular velocity (3) */
  readonly velocity: Float64Array;
  /** when the step began */
  readonly brush: Float64Array;
  /** mean normal of the patch */
  readonly normal: Float64Array;
  mu: number;
  /** [s] length of the step */
  h: number;
}

export function makeHeapMotion(): HeapMotion {
  const floats = (n: number): Float64Array => new Float64Array(n);
  return { velocity: floats(6), brush: floats(7), normal: floats(3), mu: 0, h: 0 };
}

/**
 * Points first ... last - 1. out.matrix is -d wrench / d v. atEnd: with what outlasts the step, brush and energies. N goes to the points.
 * False: nothing acts, and the matrix is not written.
 */
export function heapPatchForce(
  out: PatchForce,
  points: Float64Array,
  first: number,
  last: number,
  law: PatchLaw,
  motion: HeapMotion,
  wantMatrix: boolean,
  atEnd: boolean,
): boolean {
  const { velocity: v, brush, normal: mean, mu, h } = motion;
  const { dissipation: a, s0, s1 } = law;
  const vx = v[0];
  const vy = v[1];
  const vz = v[2];
  const wx = v[3];
  const wy = v[4];
  const wz = v[5];
  // the brush as a rigid motion
  const zx = brush[0];
  const zy = brush[1];
  const zz = brush[2];
  const tx = brush[4] + brush[3] * mean[0];
  const ty = brush[5] + brush[3] * mean[1];
  const tz = brush[6] + brush[3] * mean[2];
  const give = h * s0 + s1;
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let total = 0;
  let power = 0;
  let stored = 0;
  let slip = 0;
  let rubX = 0;
  let rubY = 0;
  let rubZ = 0;
  const m = out.matrix;
  let acts = false;
  if (atEnd) clearFit();
  for (let k = HEAP_POINT * first; k < HEAP_POINT * last; k += HEAP_POINT) {
    const x = points[k];
    const y = points[k + 1];
    const q = points[k + 2];
    const nx = points[k + 3];
    const ny = points[k + 4];
    const nz = points[k + 5];
    const K = points[k + HEAP_STIFFNESS];
    const lag = points[k + HEAP_LAG];
    const ax = vx + wy * q - wz * y;
    const ay = vy + wz * x - wx * q;
    const az = vz + wx * y - wy * x;
    const an = ax * nx + ay * ny + az * nz;
    const depth = points[k + HEAP_REST] - h * an;
    const lift = 1 - a * an;
    const pushes = depth > 0 && lift > 0;
    const N = pushes ? K * depth * lift : 0;
    points[k + HEAP_PUSH] = N;
    const rubs = lag > 0 && mu > 0;
    // contacts are looked at closer than they are: many points are open
    if (!pushes && !rubs && !atEnd) continue;
    if (!acts) {
      acts = true;
      if (wantMatrix) m.fill(0);
    }
    total += N;
    let px = N * nx;
    let py = N * ny;
    let pz = N * nz;
    let along = 0;
    let across = 0;
    let ux = 0;
    let uy = 0;
    let uz = 0;
    if (rubs) {
      let dx = zx + ty * q - tz * y;
      let dy = zy + tz * x - tx * q;
      let dz = zz + tx * y - ty * x;
      const dn = dx * nx + dy * ny + dz * nz;
      dx -= dn * nx;
      dy -= dn * ny;
      dz -= dn * nz;
      const sx = ax - an * nx;
      const sy = ay - an * ny;
      const sz = az - an * nz;
      let gx = s0 * dx + give * sx;
      let gy = s0 * dy + give * sy;
      let gz = s0 * dz + give * sz;
      const size = Math.sqrt(gx * gx + gy * gy + gz * gz);
      along = lag * give;
      let ex = s0 * (dx + h * sx);
      let ey = s0 * (dy + h * sy);
      let ez = s0 * (dz + h * sz);
      if (size > mu) {
        ux = gx / size;
        uy = gy / size;
        uz = gz / size;
        gx = mu * ux;
        gy = mu * uy;
        gz = mu * uz;
        along *= mu / size;
        across = along;
        slip += lag;
        ex = gx;
        ey = gy;
        ez = gz;
      }
      px -= lag * gx;
      py -= lag * gy;
      pz -= lag * gz;
      rubX += lag * gx;
      rubY += lag * gy;
      rubZ += lag * gz;
      if (atEnd) {
        FIT[0] = lag;
        for (let j = 0; j < 6; j++) FIT[1 + j] = points[k + j];
        FIT[7] = ex;
        FIT[8] = ey;
        FIT[9] = ez;
        addToFit();
        stored += (0.5 * lag * (ex * ex + ey * ey + ez * ez)) / s0;
      }
    }
    fx += px;
    fy += py;
    fz += pz;
    mx += y * pz - q * py;
    my += q * px - x * pz;
    mz += x * py - y * px;
    if (atEnd) {
      power -= px * ax + py * ay + pz * az;
      if (depth > 0) stored += 0.5 * K * depth * depth;
    }
    if (!wantMatrix) continue;
    const kn = (pushes ? K * (h * lift + a * depth) : 0) - along;
    // D = kn n n^T + along (1 - ...) - across u u^T, symmetric
    const d00 = kn * nx * nx + along - across * ux * ux;
    const d01 = kn * nx * ny - across * ux * uy;
    const d02 = kn * nx * nz - across * ux * uz;
    const d11 = kn * ny * ny + along - across * uy * uy;
    const d12 = kn * ny * nz - across * uy * uz;
    const d22 = kn * nz * nz + along - across * uz * uz;
    // G = -D [rho]x
    const g00 = d02 * y - d01 * q;
    const g01 = d00 * q - d02 * x;
    const g02 = d01 * x - d00 * y;
    const g10 = d12 * y - d11 * q;
    const g11 = d01 * q - d12 * x;
    const g12 = d11 * x - d01 * y;
    const g20 = d22 * y - d12 * q;
    const g21 = d02 * q - d22 * x;
    const g22 = d12 * x - d02 * y;
    m[0] += d00;
    m[1] += d01;
    m[2] += d02;
    m[7] += d11;
    m[8] += d12;
    m[14] += d22;
    m[3] += g00;
    m[4] += g01;
    m[5] += g02;
    m[9] += g10;
    m[10] += g11;
    m[11] += g12;
    m[15] += g20;
    m[16] += g21;
    m[17] += g22;
    m[21] += y * g20 - q * g10;
    m[22] += y * g21 - q * g11;
    m[23] += y * g22 - q * g12;
    m[28] += q * g01 - x * g21;
    m[29] += q * g02 - x * g22;
    m[35] += x * g12 - y * g02;
  }
  if (wantMatrix && acts) for (let i = 1; i < 6; i++) for (let j = 0; j < i; j++) m[6 * i + j] = m[6 * j + i];
  const f = out.wrench;
  f[0] = fx;
  f[1] = fy;
  f[2] = fz;
  f[3] = mx;
  f[4] = my;
  f[5] = mz;
  out.normal = total;
  if (!atEnd) return acts;
  out.friction = Math.sqrt(rubX * rubX + rubY * rubY + rubZ * rubZ);
  out.power = power;
  out.stored = stored;
  out.slipping = total > 0 ? slip / total : 0;
  // a contact that does not push forgets its brush
  if (total > 0) solveFit(out.brush, law, mean);
  return acts;
}
