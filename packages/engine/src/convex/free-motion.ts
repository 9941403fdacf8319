/**
 * Motion over a step h, without contact, of a body connected to others by contact alone:
 *   m (v - v0) = h F,   J (omega - omega0) + h omega x J omega = h tau        J [kg m^2] where the step begins
 * which adds no energy to the rotation, however long the step, because omega.(omega x J omega) = 0.
 */
import type { Workspace } from '../stage/index.ts';

/** Iterations of Newton's method. */
const ROUNDS = 4;

const J = new Float64Array(9);

/** out: velocity of body i after a step without contact, by the forces in w. inertia: in world axes at the start of the step. */
export function freeVelocity(out: Float64Array, w: Workspace, inertia: Float64Array, i: number): void {
  const { velocity: v, force, h } = w;
  const mass = w.model.mass[i];
  const k = 6 * i;
  for (let j = 0; j < 3; j++) out[k + j] = v[k + j] + (h * force[k + j]) / mass;
  for (let j = 0; j < 9; j++) J[j] = inertia[9 * i + j];
  const x0 = v[k + 3];
  const y0 = v[k + 4];
  const z0 = v[k + 5];
  let x = x0;
  let y = y0;
  let z = z0;
  for (let round = 0; round < ROUNDS; round++) {
    const lx = J[0] * x + J[1] * y + J[2] * z;
    const ly = J[3] * x + J[4] * y + J[5] * z;
    const lz = J[6] * x + J[7] * y + J[8] * z;
    const dx = x - x0;
    const dy = y - y0;
    const dz = z - z0;
    const fx = J[0] * dx + J[1] * dy + J[2] * dz + h * (y * lz - z * ly - force[k + 3]);
    const fy = J[3] * dx + J[4] * dy + J[5] * dz + h * (z * lx - x * lz - force[k + 4]);
    const fz = J[6] * dx + J[7] * dy + J[8] * dz + h * (x * ly - y * lx - force[k + 5]);
    // J + h ([omega]x J - [J omega]x)
    const a = J[0] + h * (y * J[6] - z * J[3]);
    const b = J[1] + h * (y * J[7] - z * J[4] + lz);
    const c = J[2] + h * (y * J[8] - z * J[5] - ly);
    const d = J[3] + h * (z * J[0] - x * J[6] - lz);
    const e = J[4] + h * (z * J[1] - x * J[7]);
    const f = J[5] + h * (z * J[2] - x * J[8] + lx);
    const g = J[6] + h * (x * J[3] - y * J[0] + ly);
    const p = J[7] + h * (x * J[4] - y * J[1] - lx);
    const q = J[8] + h * (x * J[5] - y * J[2]);
    const A = e * q - f * p;
    const B = f * g - d * q;
    const C = d * p - e * g;
    const scale = 1 / (a * A + b * B + c * C);
    x -= scale * (A * fx + (c * p - b * q) * fy + (b * f - c * e) * fz);
    y -= scale * (B * fx + (a * q - c * g) * fy + (c * d - a * f) * fz);
    z -= scale * (C * fx + (b * g - a * p) * fy + (a * e - b * d) * fz);
  }
  out[k + 3] = x;
  out[k + 4] = y;
  out[k + 5] = z;
}
