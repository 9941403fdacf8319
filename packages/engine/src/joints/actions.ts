/**
 * Spring, damper, effort, stops and friction along one free coordinate chi of a joint. With chi' = g_A . v_A + g_B . v_B the
 * generalised force tau enters the bodies as g tau, and the stage matrix gets
 *   w g g^T,   w = -(b d tau/d chi + c d tau/d chi').
 * The matrix neglects how g itself turns (order tau / stiffness); the force does not.
 */
import type { CompiledFunction } from '../math/index.ts';
import type { Coordinate } from './coordinate.ts';
import { ANGLE, BEND, DISPLACEMENT, JOINT_STRIDE, type Joints, LENGTH, TWIST } from './joint.ts';
import { jointAngle, toWorld } from './rows.ts';
import { evaluateBend, evaluateTwist } from './turns.ts';

/** All actions along joint coordinates of a model, as columns. */
export interface JointActions {
  readonly count: number;
  readonly joint: Int32Array;
  /** ANGLE, DISPLACEMENT, LENGTH, BEND or TWIST */
  readonly coordinate: Uint8Array;
  /** for BEND and TWIST: axes in body a and in body b (row-major, z along the length of the body), TURN_STRIDE numbers each */
  readonly axes: Float64Array;
  /**
   * spring stiffness, rest, damping, lower, upper, stop stiffness, stop hysteresis d, friction constant, friction coefficient
   * (times radius), friction deflection, static over kinetic friction, Stribeck speed, dwell time, damping of the bristle over
   * its stiffness [s], 1 if the bristle creeps, 1 if that damping was given
   */
  readonly data: Float64Array;
  readonly effort: readonly (CompiledFunction | undefined)[];
}

export const ACTION_STRIDE = 16;

/** Two sets of axes, nine numbers each. */
export const TURN_STRIDE = 18;

/**
 * Committed history of an action: chi, bristle deflection, slipping (0/1), approach speed at the stop; for a bend also the
 * length axis of b seen from a (3) and the bristle in the axes of a (3); share of static friction.
 */
export const ACTION_STATE = 11;
export const ACTION_SHARE = 10;
/** Offsets of these two in the history of a bend. */
export const BEND_LENGTH = 4;
export const BEND_BRISTLE = 7;

/** Coordinate of action k; reference[r]: value near which an angle is unwrapped. */
export function evaluateAction(
  out: Coordinate,
  joints: Joints,
  actions: JointActions,
  k: number,
  position: Float64Array,
  rotation: Float64Array,
  velocity: Float64Array,
  reference: Float64Array,
  r: number,
): void {
  const j = actions.joint[k];
  const which = actions.coordinate[k];
  if (which !== BEND && which !== TWIST) {
    evaluateCoordinate(out, joints, j, which, position, rotation, velocity, reference, r);
    return;
  }
  const A = joints.slotA[j];
  const B = joints.slotB[j];
  if (which === BEND) evaluateBend(out, rotation, A, B, actions.axes, TURN_STRIDE * k);
  else evaluateTwist(out, rotation, A, B, actions.axes, TURN_STRIDE * k, reference[r]);
  const { gA, gB } = out;
  let rate = 0;
  for (let i = 3; i < 6; i++) {
    gA[i] = -gB[i];
    rate += gB[i] * (velocity[6 * B + i] - velocity[6 * A + i]);
  }
  gA[0] = gA[1] = gA[2] = gB[0] = gB[1] = gB[2] = 0;
  out.rate = rate;
}

const fA = new Float64Array(9);
const angle = new Float64Array(1);

/** Coordinate of the given kind; reference[r]: value near which an angle is unwrapped. */
export function evaluateCoordinate(
  out: Coordinate,
  joints: Joints,
  k: number,
  which: number,
  position: Float64Array,
  rotation: Float64Array,
  velocity: Float64Array,
  reference: Float64Array,
  r: number,
): void {
  const A = joints.slotA[k];
  const B = joints.slotB[k];
  const o = JOINT_STRIDE * k;
  const data = joints.data;
  const { gA, gB } = out;
  toWorld(fA, rotation, 9 * A, data, o + 6);
  const zx = fA[2];
  const zy = fA[5];
  const zz = fA[8];
  if (which === ANGLE) {
    jointAngle(angle, 0, joints, k, rotation, reference, r);
    out.value = angle[0];
    gA[0] = gA[1] = gA[2] = gB[0] = gB[1] = gB[2] = 0;
    gA[3] = -zx;
    gA[4] = -zy;
    gA[5] = -zz;
    gB[3] = zx;
    gB[4] = zy;
    gB[5] = zz;
  } else {
    const RA = 9 * A;
    const RB = 9 * B;
    const rax = rotation[RA] * data[o] + rotation[RA + 1] * data[o + 1] + rotation[RA + 2] * data[o + 2];
    const ray = rotation[RA + 3] * data[o] + rotation[RA + 4] * data[o + 1] + rotation[RA + 5] * data[o + 2];
    const raz = rotation[RA + 6] * data[o] + rotation[RA + 7] * data[o + 1] + rotation[RA + 8] * data[o + 2];
    const rbx = rotation[RB] * data[o + 3] + rotation[RB + 1] * data[o + 4] + rotation[RB + 2] * data[o + 5];
    const rby = rotation[RB + 3] * data[o + 3] + rotation[RB + 4] * data[o + 4] + rotation[RB + 5] * data[o + 5];
    const rbz = rotation[RB + 6] * data[o + 3] + rotation[RB + 7] * data[o + 4] + rotation[RB + 8] * data[o + 5];
    const dx = position[3 * B] + rbx - position[3 * A] - rax;
    const dy = position[3 * B + 1] + rby - position[3 * A + 1] - ray;
    const dz = position[3 * B + 2] + rbz - position[3 * A + 2] - raz;
    let ax = zx;
    let ay = zy;
    let az = zz;
    let lx = rax + dx; // lever of the force on A: for a displacement it acts at p_B, for a length along the line
    let ly = ray + dy;
    let lz = raz + dz;
    if (which === LENGTH) {
      const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const inverse = size > 0 ? 1 / size : 0;
      ax = dx * inverse;
      ay = dy * inverse;
      az = dz * inverse;
      lx = rax;
      ly = ray;
      lz = raz;
      out.value = size;
    } else {
      out.value = ax * dx + ay * dy + az * dz;
    }
    gA[0] = -ax;
    gA[1] = -ay;
    gA[2] = -az;
    gA[3] = -(ly * az - lz * ay);
    gA[4] = -(lz * ax - lx * az);
    gA[5] = -(lx * ay - ly * ax);
    gB[0] = ax;
    gB[1] = ay;
    gB[2] = az;
    gB[3] = rby * az - rbz * ay;
    gB[4] = rbz * ax - rbx * az;
    gB[5] = rbx * ay - rby * ax;
  }
  const vA = 6 * A;
  const vB = 6 * B;
  let rate = 0;
  for (let i = 0; i < 6; i++) rate += gA[i] * velocity[vA + i] + gB[i] * velocity[vB + i];
  out.rate = rate;
}

const KINDS: Readonly<Record<string, number>> = {
  angle: ANGLE,
  displacement: DISPLACEMENT,
  length: LENGTH,
  bend: BEND,
  twist: TWIST,
};

/** Row kind of a coordinate name in specs. */
export function coordinateKind(name: string): number {
  return KINDS[name];
}
