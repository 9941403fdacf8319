/**
 * Rotations: row-major 3x3 matrices, rotation vectors, quaternions (w, x, y, z), Euler angles.
 * A matrix R takes components in the turned frame to components in the fixed one. `out` may be one of the inputs.
 *   exp(theta) = I + a [theta]x + b [theta]x^2,  a = sin(t)/t,  b = (1 - cos t)/t^2,  t = |theta|      (Rodrigues)
 */
import { atan2, atan2At, sincos, sincosAt } from './exact.ts';
import { mul33 } from './mat3.ts';
import type { Numbers } from './types.ts';
import { set3 } from './vec3.ts';

const sinCos = new Float64Array(6);
const turn = new Float64Array(9);
const quaternion = new Float64Array(4);
const half = new Float64Array(2);

/** out = exp(theta), the rotation by |theta| [rad] about theta */
export function expRotation(out: Float64Array, o: number, theta: Numbers, t: number): void {
  const x = theta[t];
  const y = theta[t + 1];
  const z = theta[t + 2];
  const t2 = x * x + y * y + z * z;
  let a: number;
  let b: number;
  if (t2 < 1e-3) {
    // four terms each: the first one left out is below t2^4 / 9! < 3e-18. Nearly every step of nearly every body ends here.
    a = 1 - t2 * (1 / 6 - t2 * (1 / 120 - t2 * (1 / 5040)));
    b = 0.5 - t2 * (1 / 24 - t2 * (1 / 720 - t2 * (1 / 40320)));
  } else if (t2 < 0.1) {
    // seven terms: the first one left out is below t2^7 / 15! < 1e-19
    a = 1 - (t2 / 6) * (1 - (t2 / 20) * (1 - (t2 / 42) * (1 - (t2 / 72) * (1 - (t2 / 110) * (1 - t2 / 156)))));
    b = 0.5 - (t2 / 24) * (1 - (t2 / 30) * (1 - (t2 / 56) * (1 - (t2 / 90) * (1 - (t2 / 132) * (1 - t2 / 182)))));
  } else {
    const angle = Math.sqrt(t2);
    sinCos[2] = 0.5 * angle;
    sincosAt(sinCos, 0, sinCos, 2); // 1 - cos t = 2 sin^2(t/2), no cancellation
    const s = sinCos[0];
    a = (2 * s * sinCos[1]) / angle;
    b = (2 * s * s) / t2;
  }
  const xy = b * x * y;
  const xz = b * x * z;
  const yz = b * y * z;
  out[o] = 1 - b * (y * y + z * z);
  out[o + 1] = xy - a * z;
  out[o + 2] = xz + a * y;
  out[o + 3] = xy + a * z;
  out[o + 4] = 1 - b * (x * x + z * z);
  out[o + 5] = yz - a * x;
  out[o + 6] = xz - a * y;
  out[o + 7] = yz + a * x;
  out[o + 8] = 1 - b * (x * x + y * y);
}

/** out = exp(theta) R: a turn by theta, in fixed axes, on top of R */
export function expTimesMatrix(out: Float64Array, o: number, theta: Numbers, t: number, R: Numbers, r: number): void {
  expRotation(turn, 0, theta, t);
  mul33(out, o, turn, 0, R, r);
}

/** out (3) = theta with exp(theta) = R, 0 <= |theta| <= pi. Accurate at every angle, since it goes through the quaternion. */
export function logRotation(out: Float64Array, o: number, R: Numbers, r: number): void {
  matrixToQuaternion(quaternion, 0, R, r);
  const w = quaternion[0];
  const x = quaternion[1];
  const y = quaternion[2];
  const z = quaternion[3];
  const s2 = x * x + y * y + z * z; // sin^2(t/2); w = cos(t/2) >= 0
  // t / sin(t/2); for small t the series of 2 asin(s)/s
  const s = Math.sqrt(s2);
  let factor = 2 + s2 * (1 / 3 + s2 * 0.15);
  if (!(s2 < 1e-6)) {
    half[0] = w;
    half[1] = s;
    atan2At(half, 0, half, 0);
    factor = (2 * half[0]) / s;
  }
  set3(out, o, factor * x, factor * y, factor * z);
}

/** Rotation matrix of a quaternion of any length but zero: the length cancels. */
export function quaternionToMatrix(out: Float64Array, o: number, q: Numbers, i: number): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  const s = 2 / (w * w + x * x + y * y + z * z);
  set3(out, o, 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y));
  set3(out, o + 3, s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x));
  set3(out, o + 6, s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y));
}

/**
 * Unit quaternion with w >= 0. Divides by the largest of the four components (Shepperd 1978), so it is accurate at every angle.
 */
export function matrixToQuaternion(out: Float64Array, o: number, R: Numbers, r: number): void {
  const xx = R[r];
  const yy = R[r + 4];
  const zz = R[r + 8];
  const trace = xx + yy + zz;
  let w: number;
  let x: number;
  let y: number;
  let z: number;
  if (trace >= xx && trace >= yy && trace >= zz) {
    w = 1 + trace;
    x = R[r + 7] - R[r + 5];
    y = R[r + 2] - R[r + 6];
    z = R[r + 3] - R[r + 1];
  } else if (xx >= yy && xx >= zz) {
    w = R[r + 7] - R[r + 5];
    x = 1 + xx - yy - zz;
    y = R[r + 1] + R[r + 3];
    z = R[r + 2] + R[r + 6];
  } else if (yy >= zz) {
    w = R[r + 2] - R[r + 6];
    x = R[r + 1] + R[r + 3];
    y = 1 + yy - zz - xx;
    z = R[r + 5] + R[r + 7];
  } else {
    w = R[r + 3] - R[r + 1];
    x = R[r + 2] + R[r + 6];
    y = R[r + 5] + R[r + 7];
    z = 1 + zz - xx - yy;
  }
  const length = Math.sqrt(w * w + x * x + y * y + z * z);
  const s = w < 0 ? -1 / length : 1 / length;
  out[o] = s * w;
  set3(out, o + 1, s * x, s * y, s * z);
}

/** Quaternion of the turn by `angle` [rad] about `axis`, which need not be a unit vector but must not be zero. */
export function axisAngleToQuaternion(out: Float64Array, o: number, axis: Numbers, i: number, angle: number): void {
  const x = axis[i];
  const y = axis[i + 1];
  const z = axis[i + 2];
  sincos(sinCos, 0, 0.5 * angle);
  const s = sinCos[0] / Math.sqrt(x * x + y * y + z * z);
  out[o] = sinCos[1];
  set3(out, o + 1, s * x, s * y, s * z);
}

/** out = Rz(yaw) Ry(pitch) Rx(roll) [rad], turns about fixed axes, roll first */
export function eulerToMatrix(out: Float64Array, o: number, roll: number, pitch: number, yaw: number): void {
  sincos(sinCos, 0, roll);
  sincos(sinCos, 2, pitch);
  sincos(sinCos, 4, yaw);
  const sr = sinCos[0];
  const cr = sinCos[1];
  const sp = sinCos[2];
  const cp = sinCos[3];
  const sy = sinCos[4];
  const cy = sinCos[5];
  set3(out, o, cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr);
  set3(out, o + 3, sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr);
  set3(out, o + 6, -sp, cp * sr, cp * cr);
}

/**
 * out = roll, pitch, yaw [rad], |pitch| <= pi/2, |roll|, |yaw| <= pi. At pitch = +-pi/2, where only yaw -+ roll is
 * defined, roll is 0.
 */
export function matrixToEuler(out: Float64Array, o: number, R: Numbers, r: number): void {
  const cosPitch = Math.sqrt(R[r] * R[r] + R[r + 3] * R[r + 3]);
  const pitch = atan2(-R[r + 6], cosPitch);
  if (cosPitch > 1e-12) {
    set3(out, o, atan2(R[r + 7], R[r + 8]), pitch, atan2(R[r + 3], R[r]));
  } else {
    set3(out, o, 0, pitch, atan2(-R[r + 1], R[r + 4]));
  }
}

/**
 * One Newton step towards the nearest rotation, R <- R (3 I - R^T R)/2: an error e of R^T R - I falls to about 3 e^2/4
 * (Higham 1986, "Computing the polar decomposition", Newton-Schulz form). Removes drift, not a wrong matrix.
 */
export function orthonormalise(R: Float64Array, o: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const s = R[o + i] * R[o + j] + R[o + 3 + i] * R[o + 3 + j] + R[o + 6 + i] * R[o + 6 + j];
      turn[3 * i + j] = (i === j ? 1.5 : 0) - 0.5 * s;
    }
  }
  mul33(R, o, R, o, turn, 0);
}
