/**
 * Rigid bodies as columns. A body is a slot; slots [0, dynamic) have unknowns, the rest are fixed or prescribed.
 *   position  x  of the centre of mass [m], world                3 numbers a slot
 *   rotation  R  body axes to world, row-major                   9 numbers a slot
 *   velocity  v, omega [m/s, rad/s], world                       6 numbers a slot
 * A step moves a body by u = (dx, phi): x = x0 + dx, R = exp(phi) R0. Because u' = omega - u x omega / 2 + ..., integrating u with omega
 * itself leaves a local error of third order, enough for every second-order integrator here. The unknown momentum is p = (m v, J omega), J
 * = R I R^T: bodies without a moment conserve it to the accuracy of the stage.
 */
import { expTimesMatrix } from '../math/index.ts';

/** x = x0 + u, R = exp(phi) R0 for slots [0, count). */
export function movePoses(
  position: Float64Array,
  rotation: Float64Array,
  position0: Float64Array,
  rotation0: Float64Array,
  u: Float64Array,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const p = 3 * i;
    const k = 6 * i;
    position[p] = position0[p] + u[k];
    position[p + 1] = position0[p + 1] + u[k + 1];
    position[p + 2] = position0[p + 2] + u[k + 2];
    expTimesMatrix(rotation, 9 * i, u, k + 3, rotation0, 9 * i);
  }
}

const moved = new Float64Array(3);

/** Moves slot i alone, by a part of u. */
export function movePose(
  position: Float64Array,
  rotation: Float64Array,
  position0: Float64Array,
  rotation0: Float64Array,
  u: Float64Array,
  i: number,
  part: number,
): void {
  for (let j = 0; j < 3; j++) {
    position[3 * i + j] = position0[3 * i + j] + part * u[6 * i + j];
    moved[j] = part * u[6 * i + 3 + j];
  }
  expTimesMatrix(rotation, 9 * i, moved, 0, rotation0, 9 * i);
}

/** J = R I R^T for slots [0, count); inertia holds xx, yy, zz, xy, xz, yz in body axes, out 9 numbers a slot. */
export function worldInertia(out: Float64Array, inertia: Float64Array, rotation: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const o = 9 * i;
    const k = 6 * i;
    const xx = inertia[k];
    const yy = inertia[k + 1];
    const zz = inertia[k + 2];
    const xy = inertia[k + 3];
    const xz = inertia[k + 4];
    const yz = inertia[k + 5];
    const r0 = rotation[o];
    const r1 = rotation[o + 1];
    const r2 = rotation[o + 2];
    const r3 = rotation[o + 3];
    const r4 = rotation[o + 4];
    const r5 = rotation[o + 5];
    const r6 = rotation[o + 6];
    const r7 = rotation[o + 7];
    const r8 = rotation[o + 8];
    // rows of R I
    const a0 = r0 * xx + r1 * xy + r2 * xz;
    const a1 = r0 * xy + r1 * yy + r2 * yz;
    const a2 = r0 * xz + r1 * yz + r2 * zz;
    const b0 = r3 * xx + r4 * xy + r5 * xz;
    const b1 = r3 * xy + r4 * yy + r5 * yz;
    const b2 = r3 * xz + r4 * yz + r5 * zz;
    const c0 = r6 * xx + r7 * xy + r8 * xz;
    const c1 = r6 * xy + r7 * yy + r8 * yz;
    const c2 = r6 * xz + r7 * yz + r8 * zz;
    out[o] = a0 * r0 + a1 * r1 + a2 * r2;
    out[o + 4] = b0 * r3 + b1 * r4 + b2 * r5;
    out[o + 8] = c0 * r6 + c1 * r7 + c2 * r8;
    out[o + 1] = out[o + 3] = a0 * r3 + a1 * r4 + a2 * r5;
    out[o + 2] = out[o + 6] = a0 * r6 + a1 * r7 + a2 * r8;
    out[o + 5] = out[o + 7] = b0 * r6 + b1 * r7 + b2 * r8;
  }
}

/** out = M x, six numbers a slot. */
export function timesMass(
  out: Float64Array,
  x: Float64Array,
  mass: Float64Array,
  inertiaW: Float64Array,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const k = 6 * i;
    const o = 9 * i;
    const m = mass[i];
    const a = x[k + 3];
    const b = x[k + 4];
    const c = x[k + 5];
    out[k] = m * x[k];
    out[k + 1] = m * x[k + 1];
    out[k + 2] = m * x[k + 2];
    out[k + 3] = inertiaW[o] * a + inertiaW[o + 1] * b + inertiaW[o + 2] * c;
    out[k + 4] = inertiaW[o + 3] * a + inertiaW[o + 4] * b + inertiaW[o + 5] * c;
    out[k + 5] = inertiaW[o + 6] * a + inertiaW[o + 7] * b + inertiaW[o + 8] * c;
  }
}

/**
 * Adds the bodies' blocks of the stage matrix, body i's at values[at[i]]: M + (b/c) d(J omega)/d(phi), which is
 *   J + (b/c) (J [omega]x - [J omega]x)
 * in the rotational part. ratio = b/c [s]; 0 leaves the plain mass.
 */
export function addMassBlocks(
  values: Float64Array,
  at: Int32Array,
  masses: Float64Array,
  inertiaW: Float64Array,
  v: Float64Array,
  count: number,
  turning: { readonly ratio: number },
): void {
  for (let i = 0; i < count; i++) {
    const { ratio } = turning;
    const offset = at[i];
    const mass = masses[i];
    const o = 9 * i;
    const j00 = inertiaW[o];
    const j01 = inertiaW[o + 1];
    const j02 = inertiaW[o + 2];
    const j11 = inertiaW[o + 4];
    const j12 = inertiaW[o + 5];
    const j22 = inertiaW[o + 8];
    values[offset] += mass;
    values[offset + 7] += mass;
    values[offset + 14] += mass;
    const k = 6 * i;
    const wx = v[k + 3] * ratio;
    const wy = v[k + 4] * ratio;
    const wz = v[k + 5] * ratio;
    const lx = j00 * wx + j01 * wy + j02 * wz;
    const ly = j01 * wx + j11 * wy + j12 * wz;
    const lz = j02 * wx + j12 * wy + j22 * wz;
    // J [w]x: column x = J (w x ex), w x ex = (0, wz, -wy); y: (-wz, 0, wx); z: (wy, -wx, 0)
    values[offset + 21] += j00 + (j01 * wz - j02 * wy);
    values[offset + 22] += j01 + (j02 * wx - j00 * wz) + lz;
    values[offset + 23] += j02 + (j00 * wy - j01 * wx) - ly;
    values[offset + 27] += j01 + (j11 * wz - j12 * wy) - lz;
    values[offset + 28] += j11 + (j12 * wx - j01 * wz);
    values[offset + 29] += j12 + (j01 * wy - j11 * wx) + lx;
    values[offset + 33] += j02 + (j12 * wz - j22 * wy) + ly;
    values[offset + 34] += j12 + (j22 * wx - j02 * wz) - lx;
    values[offset + 35] += j22 + (j02 * wy - j12 * wx);
  }
}

/** out += omega x (J omega) in the rotational rows: needed in the force form, not in the momentum form. */
export function addGyroscopic(out: Float64Array, v: Float64Array, inertiaW: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const k = 6 * i;
    const o = 9 * i;
    const wx = v[k + 3];
    const wy = v[k + 4];
    const wz = v[k + 5];
    const lx = inertiaW[o] * wx + inertiaW[o + 1] * wy + inertiaW[o + 2] * wz;
    const ly = inertiaW[o + 3] * wx + inertiaW[o + 4] * wy + inertiaW[o + 5] * wz;
    const lz = inertiaW[o + 6] * wx + inertiaW[o + 7] * wy + inertiaW[o + 8] * wz;
    out[k + 3] += wy * lz - wz * ly;
    out[k + 4] += wz * lx - wx * lz;
    out[k + 5] += wx * ly - wy * lx;
  }
}

/** Kinetic energy of slot i [J]. */
export function kineticEnergy(i: number, v: Float64Array, mass: Float64Array, inertiaW: Float64Array): number {
  const k = 6 * i;
  const o = 9 * i;
  const wx = v[k + 3];
  const wy = v[k + 4];
  const wz = v[k + 5];
  const linear = mass[i] * (v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
  const turning =
    wx * (inertiaW[o] * wx + inertiaW[o + 1] * wy + inertiaW[o + 2] * wz) +
    wy * (inertiaW[o + 3] * wx + inertiaW[o + 4] * wy + inertiaW[o + 5] * wz) +
    wz * (inertiaW[o + 6] * wx + inertiaW[o + 7] * wy + inertiaW[o + 8] * wz);
  return 0.5 * (linear + turning);
}
