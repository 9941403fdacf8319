/** Rotations and placements of frames, for importers. Quaternions are w, x, y, z; angles are in degrees. */

export type Vec3 = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number];

export interface Frame {
  readonly at: Vec3;
  readonly turn: Quaternion;
}

export const NO_TURN: Quaternion = [1, 0, 0, 0];

export function turnAbout(axis: Vec3, degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  const length = Math.hypot(...axis) || 1;
  const s = Math.sin(half) / length;
  return [Math.cos(half), axis[0] * s, axis[1] * s, axis[2] * s];
}

/** a after b: the rotation of a frame b inside a frame a. */
export function product(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export function conjugate(a: Quaternion): Quaternion {
  return [a[0], -a[1], -a[2], -a[3]];
}

export function rotate(turn: Quaternion, v: Vec3): Vec3 {
  const [w, x, y, z] = turn;
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

/** A frame given inside another, in outer coordinates. */
export function placed(outer: Frame, inner: Frame): Frame {
  return { at: pointOf(outer, inner.at), turn: product(outer.turn, inner.turn) };
}

export function pointOf(frame: Frame, point: Vec3): Vec3 {
  return plus(frame.at, rotate(frame.turn, point));
}

/** A frame in outer coordinates, relative to another. */
export function within(outer: Frame, frame: Frame): Frame {
  const back = conjugate(outer.turn);
  return { at: rotate(back, minus(frame.at, outer.at)), turn: product(back, frame.turn) };
}

export function plus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** Rotations about the fixed axes x, then y, then z. */
export function rollPitchYaw(roll: number, pitch: number, yaw: number): Quaternion {
  return product(turnAbout([0, 0, 1], yaw), product(turnAbout([0, 1, 0], pitch), turnAbout([1, 0, 0], roll)));
}

/** Rotations about x, then the new y, then the new z. */
export function threeTurns(first: number, second: number, third: number): Quaternion {
  return product(product(turnAbout([1, 0, 0], first), turnAbout([0, 1, 0], second)), turnAbout([0, 0, 1], third));
}

export function isNoTurn(turn: Quaternion): boolean {
  return Math.hypot(turn[1], turn[2], turn[3]) < 1e-12;
}
