/**
 * A body whose motion is given: p(t) = p0 + (x, y, z)(t), R(t) = Rz(yaw) Ry(pitch) Rx(roll) R0.
 * Velocity and acceleration follow by differentiating the angles:
 *   omega = roll' e_x'' + pitch' e_y' + yaw' e_z,  e_y' = Rz e_y,  e_x'' = Rz Ry e_x
 *   alpha = the same with second derivatives + yaw' e_z x (pitch' e_y') + (yaw' e_z + pitch' e_y') x (roll' e_x'')
 */
import { type CompiledFunction, sincosAt } from '../math/index.ts';

export interface PrescribedMotion {
  /** x, y, z, roll, pitch, yaw; undefined is zero */
  readonly functions: readonly (CompiledFunction | undefined)[];
  /** body-frame origin and orientation at rest */
  readonly position0: Float64Array;
  readonly rotation0: Float64Array;
  /** centre of mass in the body frame [m] */
  readonly centre: Float64Array;
}

const turns = new Float64Array(6); // sine and cosine of roll, pitch, yaw
const values = new Float64Array(18); // value, rate, second derivative of the six functions

/** Writes pose (centre of mass), velocity and acceleration of one slot at the time of a clock. */
export function evaluatePrescribed(
  motion: PrescribedMotion,
  clock: { readonly time: number },
  slot: number,
  position: Float64Array,
  rotation: Float64Array,
  velocity: Float64Array,
  acceleration: Float64Array,
): void {
  for (let k = 0; k < 6; k++) {
    const f = motion.functions[k];
    if (f === undefined) values.fill(0, 3 * k, 3 * k + 3);
    else {
      values[3 * k] = clock.time;
      f.evaluateAt(values, 3 * k);
    }
  }
  for (let k = 0; k < 3; k++) sincosAt(turns, 2 * k, values, 9 + 3 * k);
  const sr = turns[0];
  const cr = turns[1];
  const sp = turns[2];
  const cp = turns[3];
  const sy = turns[4];
  const cy = turns[5];
  // E = Rz Ry Rx
  const e00 = cy * cp;
  const e01 = cy * sp * sr - sy * cr;
  const e02 = cy * sp * cr + sy * sr;
  const e10 = sy * cp;
  const e11 = sy * sp * sr + cy * cr;
  const e12 = sy * sp * cr - cy * sr;
  const e20 = -sp;
  const e21 = cp * sr;
  const e22 = cp * cr;
  const r0 = motion.rotation0;
  const o = 9 * slot;
  for (let j = 0; j < 3; j++) {
    const a = r0[j];
    const b = r0[3 + j];
    const c = r0[6 + j];
    rotation[o + j] = e00 * a + e01 * b + e02 * c;
    rotation[o + 3 + j] = e10 * a + e11 * b + e12 * c;
    rotation[o + 6 + j] = e20 * a + e21 * b + e22 * c;
  }
  const dr = values[10];
  const dp = values[13];
  const dy = values[16];
  const ddr = values[11];
  const ddp = values[14];
  const ddy = values[17];
  // e_y' = (-sy, cy, 0), e_x'' = (cy cp, sy cp, -sp)
  const ax = cy * cp;
  const ay = sy * cp;
  const az = -sp;
  const hx = -sy * dp; // yaw' e_z + pitch' e_y'
  const hy = cy * dp;
  const hz = dy;
  const wx = hx + dr * ax;
  const wy = hy + dr * ay;
  const wz = hz + dr * az;
  // yaw' e_z x pitch' e_y' = yaw' pitch' (-cy, -sy, 0)
  const alx = -sy * ddp + ddr * ax - dy * dp * cy + dr * (hy * az - hz * ay);
  const aly = cy * ddp + ddr * ay - dy * dp * sy + dr * (hz * ax - hx * az);
  const alz = ddy + ddr * az + dr * (hx * ay - hy * ax);
  const c0 = motion.centre[0];
  const c1 = motion.centre[1];
  const c2 = motion.centre[2];
  const lx = rotation[o] * c0 + rotation[o + 1] * c1 + rotation[o + 2] * c2;
  const ly = rotation[o + 3] * c0 + rotation[o + 4] * c1 + rotation[o + 5] * c2;
  const lz = rotation[o + 6] * c0 + rotation[o + 7] * c1 + rotation[o + 8] * c2;
  const p = 3 * slot;
  const k = 6 * slot;
  position[p] = motion.position0[0] + values[0] + lx;
  position[p + 1] = motion.position0[1] + values[3] + ly;
  position[p + 2] = motion.position0[2] + values[6] + lz;
  const tx = wy * lz - wz * ly; // omega x lever
  const ty = wz * lx - wx * lz;
  const tz = wx * ly - wy * lx;
  velocity[k] = values[1] + tx;
  velocity[k + 1] = values[4] + ty;
  velocity[k + 2] = values[7] + tz;
  velocity[k + 3] = wx;
  velocity[k + 4] = wy;
  velocity[k + 5] = wz;
  acceleration[k] = values[2] + (aly * lz - alz * ly) + (wy * tz - wz * ty);
  acceleration[k + 1] = values[5] + (alz * lx - alx * lz) + (wz * tx - wx * tz);
  acceleration[k + 2] = values[8] + (alx * ly - aly * lx) + (wx * ty - wy * tx);
  acceleration[k + 3] = alx;
  acceleration[k + 4] = aly;
  acceleration[k + 5] = alz;
}
