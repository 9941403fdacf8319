/**
 * Joints as columns: which rows each type adds, and where its data lie.
 * Frames: F_A fixed in body A, F_B fixed in body B, both given from the centre of mass in body axes.
 */
import type { CompiledFunction } from '../math/index.ts';

/**
 * Row kinds. DOT_ij: axis i of F_A stays perpendicular to axis j of F_B. ALONG_i: the offset from A to B has no component along
 * axis i of F_A.
 */
export const POINT = 0; // three rows at once: origin of F_A minus origin of F_B, world axes
export const DOT = 10; // 10 + 3 i + j
export const ALONG = 20; // 20 + i
export const LENGTH = 30;
export const ANGLE = 31;
export const DISPLACEMENT = 32;
export const BEND = 33; // of actions only: angle between the length axes of the two bodies
export const TWIST = 34; // of actions only: rotation about their length

const X = 0;
const Y = 1;
const Z = 2;
const dot = (i: number, j: number): number => DOT + 3 * i + j;
const turnsAboutZ = [dot(X, Z), dot(Y, Z)];

/** Row kinds of each joint type (drivers append ANGLE, DISPLACEMENT; a distance joint is one LENGTH row). */
export const ROWS_OF_TYPE: Readonly<Record<string, readonly number[]>> = {
  point: [POINT],
  revolute: [POINT, ...turnsAboutZ],
  universal: [POINT, dot(Z, X)],
  prismatic: [ALONG + X, ALONG + Y, ...turnsAboutZ, dot(X, Y)],
  cylindrical: [ALONG + X, ALONG + Y, ...turnsAboutZ],
  fixed: [POINT, dot(X, Y), dot(Y, Z), dot(Z, X)],
  distance: [LENGTH],
  planar: [ALONG + Z, ...turnsAboutZ],
};

/** Coordinates a joint type leaves free. */
export const COORDINATES_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  point: [],
  revolute: ['angle'],
  universal: [],
  prismatic: ['displacement'],
  cylindrical: ['angle', 'displacement'],
  fixed: [],
  distance: ['length'],
  planar: [],
};

/**
 * Coordinates along which something may act although no driver can move them: both bodies have a length axis
 * (JointActionSpec.lengthwise).
 */
export const TURNS_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  point: ['bend', 'twist'],
  universal: ['bend'],
};

/** Numbers per joint: origin of F_A (3), of F_B (3), axes of F_A (9, row-major, columns are x y z), axes of F_B (9). */
export const JOINT_STRIDE = 24;

/** All joints of a model, as columns. */
export interface Joints {
  readonly count: number;
  readonly slotA: Int32Array;
  readonly slotB: Int32Array;
  readonly data: Float64Array;
  /** [m] rest length of distance joints */
  readonly length: Float64Array;
  /** row kinds of joint k: kinds[kindStart[k] .. kindStart[k + 1]) */
  readonly kindStart: Int32Array;
  readonly kinds: Uint8Array;
  /** first multiplier of joint k; rowStart[count] is the number of multipliers */
  readonly rowStart: Int32Array;
  /** prescribed values of LENGTH, ANGLE, DISPLACEMENT rows */
  readonly lengthTarget: readonly (CompiledFunction | undefined)[];
  readonly angleTarget: readonly (CompiledFunction | undefined)[];
  readonly displacementTarget: readonly (CompiledFunction | undefined)[];
}

/** What evaluateJoints writes. */
export interface JointRows {
  /** violation [m or rad] */
  readonly phi: Float64Array;
  /** partial derivative by time, [m/s or rad/s] */
  readonly phiT: Float64Array;
  /** velocity terms of the second derivative: phi'' = J a + gamma */
  readonly gamma: Float64Array;
  /** six numbers per row */
  readonly jacobianA: Float64Array;
  readonly jacobianB: Float64Array;
}

export function rowsOfKind(kind: number): number {
  return kind === POINT ? 3 : 1;
}
