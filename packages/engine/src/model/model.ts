/**
 * The model as the solver sees it: columns by slot, joint, action, spring, load, shape. Made once by builder.ts, never
 * changed afterwards. Slots: dynamic bodies first, then room for cables, then fixed and prescribed bodies, each group in the
 * order of the spec.
 */
import type { JointActions, Joints } from '../joints/index.ts';
import type { CompiledFunction, Inputs, SteeredFunction } from '../math/index.ts';
import type { PrescribedMotion } from '../bodies/index.ts';
import type { CollisionShape } from '../proximity/index.ts';
import type { Sea } from '../marine/index.ts';
import type { ModelSpec, PressureFieldSpec } from './spec.ts';

export interface Model {
  readonly spec: ModelSpec;
  readonly slotCount: number;
  readonly dynamicCount: number;
  /** first slot of fixed and prescribed bodies; those between hold the numbers of cable nodes, four a node */
  readonly firstGiven: number;
  /** body index in the spec -> slot, and back */
  readonly slotOfBody: Int32Array;
  readonly bodyOfSlot: Int32Array;
  readonly mass: Float64Array;
  /** xx, yy, zz, xy, xz, yz about the centre of mass, body axes; six a slot */
  readonly inertia: Float64Array;
  /** centre of mass in the body frame; three a slot */
  readonly centre: Float64Array;
  readonly gravity: Float64Array;
  /** water, waves, current and wind; its phasors are a cache of the time last asked for */
  readonly sea: Sea | undefined;
  /** given motions by slot - firstGiven; undefined: fixed */
  readonly motions: readonly (PrescribedMotion | undefined)[];
  /** inputs that may be changed during a run: the only part of a model that is written after the build, between steps */
  readonly inputs: Inputs;
  readonly joints: Joints;
  readonly actions: JointActions;
  readonly springs: Springs;
  readonly loads: Loads;
  readonly shapes: readonly CollisionShape[];
  /** material index of each collision shape */
  readonly shapeMaterial: Int32Array;
  /** pressure field of each shape that has one */
  readonly shapeField: readonly (PressureFieldSpec | undefined)[];
  readonly shapeThin: readonly boolean[];
  /** characteristic length of each collision shape [m]: radius of a sphere, length of a cylinder, cube root of a volume */
  readonly shapeSize: Float64Array;
  readonly mayTouch: (bodyA: number, bodyB: number, shapeA: number, shapeB: number) => boolean;
}

export interface Springs {
  readonly count: number;
  readonly slotA: Int32Array;
  readonly slotB: Int32Array;
  /** point in A (3), point in B (3) from the centres of mass, stiffness, damping, free length, tension only (0/1), gas: tension (0: none), column, exponent, stroke */
  readonly data: Float64Array;
  /** free length, which may be changed from outside */
  readonly length: readonly SteeredFunction[];
}
export const SPRING_STRIDE = 14;
/** offset of the gas among the numbers of a spring */
export const SPRING_GAS = 10;

export interface Loads {
  readonly count: number;
  readonly slot: Int32Array;
  /** point from the centre of mass (3), 1 when the components turn with the body */
  readonly data: Float64Array;
  /** force x y z, torque x y z */
  readonly functions: readonly (readonly CompiledFunction[])[];
}
export const LOAD_STRIDE = 4;
