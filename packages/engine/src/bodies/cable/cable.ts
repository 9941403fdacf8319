/**
 * The data of one cable. Node i = 0 … n-1, element (edge) j joins node j to node j+1. A node has four numbers in q, v, a and force:
 * position and the twist angle theta_j of the element that follows it; the last node's fourth number is not used.
 *
 * Elements are stored in slots: slot j+1 is element j; slot 0 and slot n are the directions in which clamped ends are held. Every node i
 * thus lies between slot i and slot i+1, also at the ends.
 *
 * The caller moves q, v (and a); kernels fill force and tangent. `commit` accepts a step, `rewind` discards a trial.
 */
import { curveOf } from './axial-curve.ts';
import { CreepState } from './creep-curve.ts';
import type { RopeSpec } from './rope.ts';

/** Which of a cable's ends, as an index. */
export const START = 0;
export const END = 1;
export type CableEnd = typeof START | typeof END;

export class Cable {
  readonly capacity: number;
  /** its ropes; where it can part, one more for each: the remainder between the ends (parting.ts) */
  readonly ropes: readonly RopeSpec[];
  /** its ropes, without these */
  readonly kinds: number;
  /** places where it has parted */
  gaps = 0;
  /** tension over the break load borne elsewhere when it parted; 0: it has not parted */
  readonly proven: Float64Array = new Float64Array(1);
  readonly massConsistency: number;
  nodeCount: number;
  /** default of slackTension: 1e-3 of the weight, or of EA 1e-6 where nothing weighs [N] */
  slackTension = 0;

  // state of the caller
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
  // results
  readonly force: Float64Array;
  /** row i: blocks (i, i-2) … (i, i+2), 16 numbers each, row-major: -(b dF/dq + c dF/dv - dF/da) */
  readonly tangent: Float64Array;
  /** moment of the cable on what holds its ends, about the end node [N m] */
  readonly endMoment: Float64Array = new Float64Array(6);

  // elements
  readonly ropeOf: Int32Array;
  /** rest length l [m], its rate [m/s], and the length of material, which l follows (length.ts) */
  readonly restLength: Float64Array;
  readonly restRate: Float64Array;
  readonly materialLength: Float64Array;
  /** speed at which material enters at the ends [m/s] */
  readonly feedRate: Float64Array = new Float64Array(2);
  /** tension as an unknown of its own, and the accepted one [N] */
  readonly tension: Float64Array;
  readonly tension0: Float64Array;
  /** of the last evaluation: gap l (z - z(T)) [m], stiffness k [N/m], gradient of l z by the unknown (3) */
  readonly gap: Float64Array;
  /** strain with the damper in it, z */
  readonly strain: Float64Array;
  readonly axialRate: Float64Array;
  readonly axialGradient: Float64Array;
  /** chords at the start of the step, for symmetric evaluations [m] */
  readonly length0: Float64Array;

  // properties by element (properties.ts)
  readonly EA: Float64Array;
  readonly slackRatio: Float64Array;
  readonly bucklingStrain: Float64Array;
  readonly bendWidth: Float64Array;
  /** tables of tension by strain (axial-curve.ts), those of all ropes; where that of an element begins, or -1 */
  readonly curves: Float64Array;
  readonly curveOf: Int32Array;
  /** state of creeping ropes (creep.ts) */
  readonly creep: CreepState | undefined;
  readonly axialDamping: Float64Array;
  readonly massPerLength: Float64Array;
  readonly spinInertia: Float64Array;
  readonly diameter: Float64Array;
  readonly area: Float64Array;
  readonly dragNormal: Float64Array;
  readonly dragTangential: Float64Array;
  readonly addedNormal: Float64Array;
  readonly addedTangential: Float64Array;
  // by node
  readonly mass: Float64Array;
  /** bending: moment per 2 tan(angle/2) [N m], its damping [N m s]; twist: torque per angle, damping time */
  readonly bendRatio: Float64Array;
  readonly bendDamping: Float64Array;
  readonly twistRatio: Float64Array;
  readonly twistTime: Float64Array;
  /** natural curvature (2) and twist over the node's length [rad] */
  readonly naturalBend: Float64Array;
  readonly naturalTwist: Float64Array;
  hasBending = false;
  hasTwist = false;
  hasNaturalBend = false;
  /** true: the cable has internal damping */
  damped = false;

  // ends: direction held, turn held
  readonly holdsDirection: [boolean, boolean] = [false, false];
  readonly holdsTurn: [boolean, boolean] = [false, false];
  /** rotation of a held end about its direction [rad] and its rate */
  readonly endTurn: Float64Array = new Float64Array(2);
  readonly endTurnRate: Float64Array = new Float64Array(2);
  /** angular velocity of the holders of the ends [rad/s] */
  readonly endSpin: Float64Array = new Float64Array(6);

  // slots
  readonly length: Float64Array;
  readonly direction: Float64Array;
  readonly rate: Float64Array;
  readonly direction0: Float64Array;
  readonly director0: Float64Array;
  readonly director: Float64Array;
  readonly refTwist: Float64Array;
  readonly refTwist0: Float64Array;
  /** gradients by (element, turn) and their derivatives: diagonal, (k, k+1), (k+1, k) */
  readonly slotForce: Float64Array;
  readonly slotDiagonal: Float64Array;
  readonly slotUpper: Float64Array;
  readonly slotLower: Float64Array;

  /** Arrays of zeros; makeCable (build.ts) fills them. */
  constructor(ropes: readonly RopeSpec[], kinds: number, nodeCount: number, capacity: number, massConsistency: number) {
    const nodes = capacity;
    const slots = nodes + 1;
    this.ropes = ropes;
    this.kinds = kinds;
    this.capacity = nodes;
    this.nodeCount = nodeCount;
    this.massConsistency = massConsistency;
    const array = (perNode: number) => new Float64Array(perNode * nodes);
    const slotArray = (perSlot: number) => new Float64Array(perSlot * slots);
    this.q = array(4);
    this.v = array(4);
    this.a = array(4);
    this.force = array(4);
    this.tangent = array(80);
    this.ropeOf = new Int32Array(nodes);
    this.restLength = array(1);
    this.restRate = array(1);
    this.materialLength = array(1);
    this.tension = array(1);
    this.tension0 = array(1);
    this.gap = array(1);
    this.strain = array(1);
    this.axialRate = array(1);
    this.axialGradient = array(3);
    this.length0 = array(1);
    this.EA = array(1);
    this.slackRatio = array(1);
    this.bucklingStrain = array(1);
    this.bendWidth = array(1);
    this.curves = Float64Array.from(ropes.flatMap(({ tensionTable }) => (tensionTable ? curveOf(tensionTable) : [])));
    this.curveOf = new Int32Array(nodes).fill(-1);
    this.creep = ropes.some(({ creep }) => creep !== undefined) ? new CreepState(nodes) : undefined;
    this.axialDamping = array(1);
    this.massPerLength = array(1);
    this.spinInertia = array(1);
    this.diameter = array(1);
    this.area = array(1);
    this.dragNormal = array(1);
    this.dragTangential = array(1);
    this.addedNormal = array(1);
    this.addedTangential = array(1);
    this.mass = array(1);
    this.bendRatio = array(1);
    this.bendDamping = array(1);
    this.twistRatio = array(1);
    this.twistTime = array(1);
    this.naturalBend = array(2);
    this.naturalTwist = array(1);
    this.length = slotArray(1);
    this.direction = slotArray(3);
    this.rate = slotArray(3);
    this.direction0 = slotArray(3);
    this.director0 = slotArray(3);
    this.director = slotArray(3);
    this.refTwist = array(1);
    this.refTwist0 = array(1);
    this.slotForce = slotArray(4);
    this.slotDiagonal = slotArray(16);
    this.slotUpper = slotArray(16);
    this.slotLower = slotArray(16);
  }

  get elementCount(): number {
    return this.nodeCount - 1;
  }

  /** Unstretched length of the material [m]. */
  get totalLength(): number {
    let sum = 0;
    for (let j = 0; j < this.elementCount; j++) sum += this.materialLength[j];
    return sum;
  }

  /** Accepts the trial: tensions, frames and twist angles become those at the start of the next step. */
  commit(): void {
    const slots = 3 * (this.nodeCount + 1);
    for (let i = 0; i < slots; i++) {
      this.direction0[i] = this.direction[i];
      this.director0[i] = this.director[i];
    }
    for (let i = 0; i < this.nodeCount; i++) {
      this.refTwist0[i] = this.refTwist[i];
      this.tension0[i] = this.tension[i];
    }
  }

  /** Discards the trial: restores the tensions of the last accepted step. Frames always start from the accepted ones. */
  rewind(): void {
    for (let j = 0; j < this.elementCount; j++) this.tension[j] = this.tension0[j];
  }

  /**
   * Holds an end: the cable leaves node 0 along `direction` (arrives at the last node along it), its rotation is measured from `director`,
   * a unit vector across it, or is free.
   */
  clamp(end: CableEnd, direction: ArrayLike<number>, director?: ArrayLike<number>): void {
    this.holdsDirection[end] = true;
    this.holdsTurn[end] = director !== undefined;
    this.turnEnd(end, direction, director);
  }

  /** Updates the held direction and director after a motion of the holder. */
  turnEnd(end: CableEnd, direction: ArrayLike<number>, director?: ArrayLike<number>): void {
    const k = end === START ? 0 : 3 * this.nodeCount;
    for (let i = 0; i < 3; i++) {
      this.direction[k + i] = direction[i];
      this.direction0[k + i] = direction[i];
      if (director) {
        this.director[k + i] = director[i];
        this.director0[k + i] = director[i];
      }
    }
  }

  /** Releases an end: pinned or free, depending on how the caller moves the node. */
  release(end: CableEnd): void {
    this.holdsDirection[end] = false;
    this.holdsTurn[end] = false;
  }
}
