/**
 * Friction over an area, point by point, for comparison with the brush of the whole patch (brush.ts):
 *   coulomb   t = -mu N v/max(|v|, v_c)                                     (Elandt 2022, eq. 5.16): it creeps
 *   reduced   t = -N (s0 P J (D + d) + s1 v), capped at mu N, and D' with K D' = -sum J^T t: the reduced model of Elandt 2022, s. 6.2. Six numbers
 *             cannot follow points that slip one after the other, so it spins at 0.6 to 0.75 of the torque (table 6.1).
 * v: slip velocity across the normal. Rows of the matrix: the tangent of the tractions with N held, and their change with N.
 */
import { BRUSH_POINT } from './brush-points.ts';

/** The data of law, motion and force of a patch (patch.ts) that it uses. */
interface PatchLaw {
  readonly muKinetic: number;
  readonly s0: number;
  readonly s1: number;
  readonly slipSpeed: number;
}
interface PatchMotion {
  readonly velocity: Float64Array;
  readonly displacement: Float64Array;
  readonly normal: Float64Array;
  readonly b: number;
  readonly c: number;
}
interface PatchForce {
  readonly wrench: Float64Array;
  readonly matrix: Float64Array;
  readonly brush: Float64Array;
  friction: number;
  stored: number;
  slipping: number;
  slips: boolean;
}

const J = new Float64Array(6);
const K = new Float64Array(36);
const spring = new Float64Array(6);
const about = new Float64Array(6);

/** points: rho, n, N as of a brush (the first normal counts where `flat`); e: how N falls, three a point. Adds to wrench and matrix. */
export function areaFriction(
  out: PatchForce,
  points: Float64Array,
  length: number,
  e: Float64Array,
  law: PatchLaw,
  motion: PatchMotion,
  elastic: Float64Array,
  flat: boolean,
  wantMatrix: boolean,
): void {
  const reduced = law.slipSpeed === 0;
  const { velocity: v, displacement: d, b, c } = motion;
  const { s0, s1, muKinetic: mu } = law;
  for (let i = 0; i < 6; i++) spring[i] = elastic[i] + d[i];
  K.fill(0);
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let beyond = 0;
  let total = 0;
  let stored = 0;
  about.fill(0);
  for (let k = 0, o = 0; k < length; k += BRUSH_POINT, o += 3) {
    const x = points[k];
    const y = points[k + 1];
    const z = points[k + 2];
    const q = flat ? 3 : k + 3;
    const nx = points[q];
    const ny = points[q + 1];
    const nz = points[q + 2];
    const N = points[k + 6];
    if (!(N > 0)) continue;
    total += N;
    across(J, v, x, y, z, nx, ny, nz, 0);
    if (reduced) across(J, spring, x, y, z, nx, ny, nz, 3);
    let tx: number;
    let ty: number;
    let tz: number;
    let slope: number; // of the traction with its own motion, over N
    let slips: boolean;
    let size: number;
    if (reduced) {
      tx = s0 * J[3] + s1 * J[0];
      ty = s0 * J[4] + s1 * J[1];
      tz = s0 * J[5] + s1 * J[2];
      size = Math.sqrt(tx * tx + ty * ty + tz * tz);
      slips = size > mu;
      const part = slips ? mu / size : 1;
      slope = part * (b * s0 + c * s1);
      stored += 0.5 * N * s0 * part * part * (J[3] * J[3] + J[4] * J[4] + J[5] * J[5]);
      tx *= part;
      ty *= part;
      tz *= part;
    } else {
      size = Math.sqrt(J[0] * J[0] + J[1] * J[1] + J[2] * J[2]);
      slips = size > law.slipSpeed;
      const part = mu / Math.max(size, law.slipSpeed);
      slope = c * part;
      tx = part * J[0];
      ty = part * J[1];
      tz = part * J[2];
    }
    if (slips) beyond += N;
    fx -= N * tx;
    fy -= N * ty;
    fz -= N * tz;
    about[3] -= N * (y * tz - z * ty);
    about[4] -= N * (z * tx - x * tz);
    about[5] -= N * (x * ty - y * tx);
    if (reduced) addAcross(K, N * s0, x, y, z, nx, ny, nz);
    if (!wantMatrix) continue;
    addAcross(out.matrix, N * slope, x, y, z, nx, ny, nz);
    const lever = (i: number, gx: number, gy: number, gz: number): number =>
      i === 0
        ? gx
        : i === 1
          ? gy
          : i === 2
            ? gz
            : i === 3
              ? y * gz - z * gy
              : i === 4
                ? z * gx - x * gz
                : x * gy - y * gx;
    const t = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const along = slips && t > 0 ? (N * slope) / (t * t) : 0;
    for (let i = 0; i < 6; i++) {
      const row = lever(i, tx, ty, tz);
      for (let j = 0; j < 6; j++) {
        const own = along * lever(j, tx, ty, tz) + lever(j, e[o], e[o + 1], e[o + 2]);
        out.matrix[6 * i + j] -= row * own;
      }
    }
  }
  about[0] = fx;
  about[1] = fy;
  about[2] = fz;
  for (let i = 0; i < 6; i++) out.wrench[i] += about[i];
  out.friction = Math.sqrt(fx * fx + fy * fy + fz * fz);
  out.slipping = total > 0 ? beyond / total : 0;
  out.slips = beyond > 0;
  out.stored = stored;
  if (reduced && total > 0) refit(out, motion.normal, total * s0);
}

/** D' from the spring load: K D' = -w; rotations without stiffness stay 0. */
function refit(out: PatchForce, n: Float64Array, scale: number): void {
  let size = 0;
  for (let i = 3; i < 6; i++) size = Math.max(size, K[7 * i]);
  for (let i = 0; i < 6; i++) {
    K[7 * i] += 1e-12 * (i < 3 ? scale : Math.max(size, 1e-12 * scale));
    spring[i] = -about[i];
  }
  if (!solveSix()) spring.fill(0);
  const zeta = spring[3] * n[0] + spring[4] * n[1] + spring[5] * n[2];
  out.brush[3] = zeta;
  for (let i = 0; i < 3; i++) {
    out.brush[i] = spring[i];
    out.brush[4 + i] = spring[3 + i] - zeta * n[i];
  }
}

/** out[at...] = P (m + turn x rho) */
function across(
  out: Float64Array,
  m: Float64Array,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  at: number,
): void {
  const ax = m[0] + m[4] * z - m[5] * y;
  const ay = m[1] + m[5] * x - m[3] * z;
  const az = m[2] + m[3] * y - m[4] * x;
  const an = ax * nx + ay * ny + az * nz;
  out[at] = ax - an * nx;
  out[at + 1] = ay - an * ny;
  out[at + 2] = az - an * nz;
}

const column = new Float64Array(6);
const unit = new Float64Array(6);
/** M += s J^T P J */
function addAcross(
  M: Float64Array,
  s: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  for (let j = 0; j < 6; j++) {
    unit.fill(0);
    unit[j] = 1;
    across(column, unit, x, y, z, nx, ny, nz, 0);
    const gx = s * column[0];
    const gy = s * column[1];
    const gz = s * column[2];
    M[j] += gx;
    M[6 + j] += gy;
    M[12 + j] += gz;
    M[18 + j] += y * gz - z * gy;
    M[24 + j] += z * gx - x * gz;
    M[30 + j] += x * gy - y * gx;
  }
}

/** K x = spring by Cholesky's factors in place. */
function solveSix(): boolean {
  for (let j = 0; j < 6; j++) {
    for (let i = j; i < 6; i++) {
      let sum = K[6 * i + j];
      for (let k = 0; k < j; k++) sum -= K[6 * i + k] * K[6 * j + k];
      if (i === j) {
        if (!(sum > 0)) return false;
        K[7 * j] = Math.sqrt(sum);
      } else K[6 * i + j] = sum / K[7 * j];
    }
  }
  for (let i = 0; i < 6; i++) {
    for (let k = 0; k < i; k++) spring[i] -= K[6 * i + k] * spring[k];
    spring[i] /= K[7 * i];
  }
  for (let i = 5; i >= 0; i--) {
    for (let k = i + 1; k < 6; k++) spring[i] -= K[6 * k + i] * spring[k];
    spring[i] /= K[7 * i];
  }
  return true;
}
