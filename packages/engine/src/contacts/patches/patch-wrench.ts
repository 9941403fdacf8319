/** Common parts of all contact patches, whatever their law: motion at their centre, the brush they continue, blocks of the matrix. */
import { PATCH_BRUSH, PATCH_CENTRE, PATCH_NORMAL } from './patch-contacts.ts';

const moved = new Float64Array(36);
const theta = new Float64Array(3);

/**
 * The brush of the patch that this one continues. It rotates with the mean of the two bodies; about the new centre it is z + theta x (c -
 * c_before), theta its rotation.
 */
export function goOn(
  z: Float64Array,
  before: Float64Array,
  from: number,
  kept: Float64Array,
  t: number,
  u: Float64Array,
  a: number,
  b: number,
  rotation: Float64Array,
  r: number,
  n: Float64Array,
  o: number,
): void {
  const nx = n[o];
  const ny = n[o + 1];
  const nz = n[o + 2];
  // theta: zeta about the previous normal, and its other components
  const zeta = before[from + PATCH_BRUSH + 3];
  for (let k = 0; k < 3; k++) {
    theta[k] = before[from + PATCH_BRUSH + 4 + k];
    for (let j = 0; j < 3; j++) theta[k] += zeta * rotation[r + 3 * k + j] * before[from + PATCH_NORMAL + j];
    z[k] = before[from + PATCH_BRUSH + k];
    z[4 + k] = theta[k];
    const c = PATCH_CENTRE;
    moved[k] = 0;
    for (let j = 0; j < 3; j++) moved[k] += rotation[r + 3 * k + j] * (kept[t + c + j] - before[from + c + j]);
  }
  const hx = 0.5 * (u[a + 3] + u[b + 3]);
  const hy = 0.5 * (u[a + 4] + u[b + 4]);
  const hz = 0.5 * (u[a + 5] + u[b + 5]);
  for (let k = 0; k < 8; k += 4) {
    const x = z[k];
    const y = z[k + 1];
    const q = z[k + 2];
    z[k] = x + hy * q - hz * y;
    z[k + 1] = y + hz * x - hx * q;
    z[k + 2] = q + hx * y - hy * x;
  }
  z[0] += z[5] * moved[2] - z[6] * moved[1];
  z[1] += z[6] * moved[0] - z[4] * moved[2];
  z[2] += z[4] * moved[1] - z[5] * moved[0];
  z[3] = z[4] * nx + z[5] * ny + z[6] * nz;
  z[4] -= z[3] * nx;
  z[5] -= z[3] * ny;
  z[6] -= z[3] * nz;
}

/**
 * Motion of B relative to A at the centre, levers from p[i] and p[j] on: (v_B + omega_B x r_B) - (v_A + omega_A x r_A), omega_B - omega_A.
 */
export function relativeMotion(
  out: Float64Array,
  v: Float64Array,
  a: number,
  b: number,
  p: Float64Array,
  i: number,
  j: number,
): void {
  const rax = p[i];
  const ray = p[i + 1];
  const raz = p[i + 2];
  const rbx = p[j];
  const rby = p[j + 1];
  const rbz = p[j + 2];
  out[0] = v[b] + v[b + 4] * rbz - v[b + 5] * rby - (v[a] + v[a + 4] * raz - v[a + 5] * ray);
  out[1] = v[b + 1] + v[b + 5] * rbx - v[b + 3] * rbz - (v[a + 1] + v[a + 5] * rax - v[a + 3] * raz);
  out[2] = v[b + 2] + v[b + 3] * rby - v[b + 4] * rbx - (v[a + 2] + v[a + 3] * ray - v[a + 4] * rax);
  out[3] = v[b + 3] - v[a + 3];
  out[4] = v[b + 4] - v[a + 4];
  out[5] = v[b + 5] - v[a + 5];
}

/** Power of a wrench at the lever p[i...] on a body with the given motion. */
export function wrenchPower(f: Float64Array, v: Float64Array, k: number, p: Float64Array, i: number): number {
  const rx = p[i];
  const ry = p[i + 1];
  const rz = p[i + 2];
  const x = v[k] + v[k + 4] * rz - v[k + 5] * ry;
  const y = v[k + 1] + v[k + 5] * rx - v[k + 3] * rz;
  const z = v[k + 2] + v[k + 3] * ry - v[k + 4] * rx;
  return f[0] * x + f[1] * y + f[2] * z + f[3] * v[k + 3] + f[4] * v[k + 4] + f[5] * v[k + 5];
}

/** values[offset] += sign scale[0] T_i^T K T_j, levers from p[i] and p[j] on */
export function addMovedBlock(
  values: Float64Array,
  offset: number,
  sign: number,
  scale: Float64Array,
  K: Float64Array,
  p: Float64Array,
  i: number,
  j: number,
): void {
  const s = sign * scale[0];
  const ix = p[i];
  const iy = p[i + 1];
  const iz = p[i + 2];
  const jx = p[j];
  const jy = p[j + 1];
  const jz = p[j + 2];
  // K T_j: the turning columns get -K_left [r_j]x
  for (let row = 0; row < 36; row += 6) {
    const a = K[row];
    const b = K[row + 1];
    const c = K[row + 2];
    moved[row] = a;
    moved[row + 1] = b;
    moved[row + 2] = c;
    moved[row + 3] = K[row + 3] + c * jy - b * jz;
    moved[row + 4] = K[row + 4] + a * jz - c * jx;
    moved[row + 5] = K[row + 5] + b * jx - a * jy;
  }
  // T_i^T: the turning rows get [r_i]x of the upper ones
  for (let k = 0; k < 6; k++) {
    const x = moved[k];
    const y = moved[6 + k];
    const z = moved[12 + k];
    values[offset + k] += s * x;
    values[offset + 6 + k] += s * y;
    values[offset + 12 + k] += s * z;
    values[offset + 18 + k] += s * (moved[18 + k] + iy * z - iz * y);
    values[offset + 24 + k] += s * (moved[24 + k] + iz * x - ix * z);
    values[offset + 30 + k] += s * (moved[30 + k] + ix * y - iy * x);
  }
}
