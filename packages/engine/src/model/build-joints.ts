/** JointSpec -> joint and action columns. */
import { at, BuildError } from '../base/index.ts';
import { hysteresisFor, SMALLEST_RESTITUTION } from '../contact/index.ts';
import {
  ACTION_STRIDE,
  ANGLE,
  COORDINATES_OF_TYPE,
  coordinateKind,
  DISPLACEMENT,
  JOINT_STRIDE,
  type JointActions,
  type Joints,
  LENGTH,
  ROWS_OF_TYPE,
  rowsOfKind,
  TURN_STRIDE,
  TURNS_OF_TYPE,
} from '../joints/index.ts';
import { type CompiledFunction, compileFunction, type Inputs, quaternionToMatrix } from '../math/index.ts';
import type { ActionCoordinate, JointActionSpec, JointSpec, ModelSpec, Placement } from './spec.ts';

export function buildJoints(spec: ModelSpec, slotOfBody: Int32Array, centre: Float64Array, inputs: Inputs): Joints {
  const count = spec.joints.length;
  const slotA = new Int32Array(count);
  const slotB = new Int32Array(count);
  const data = new Float64Array(JOINT_STRIDE * count);
  const length = new Float64Array(count);
  const kindStart = new Int32Array(count + 1);
  const rowStart = new Int32Array(count + 1);
  const kinds: number[] = [];
  const targets: Record<number, (CompiledFunction | undefined)[]> = { [LENGTH]: [], [ANGLE]: [], [DISPLACEMENT]: [] };
  spec.joints.forEach((joint, k) => {
    at(k, () => {
      checkJoint(spec, joint);
      slotA[k] = slotOfBody[joint.a];
      slotB[k] = slotOfBody[joint.b];
      putFrame(data, JOINT_STRIDE * k, JOINT_STRIDE * k + 6, joint.frameA, centre, slotA[k]);
      putFrame(data, JOINT_STRIDE * k + 3, JOINT_STRIDE * k + 15, joint.frameB, centre, slotB[k]);
      length[k] = joint.length ?? 0;
      const rows = [...ROWS_OF_TYPE[joint.type]];
      for (const kind of [LENGTH, ANGLE, DISPLACEMENT]) targets[kind][k] = undefined;
      for (const driver of joint.drivers) {
        const kind = coordinateKind(driver.coordinate);
        targets[kind][k] = inputs.add(`joint.${joint.name}.${driver.coordinate}`, compileFunction(driver.target));
        if (!rows.includes(kind)) rows.push(kind);
      }
      kinds.push(...rows);
      kindStart[k + 1] = kinds.length;
      rowStart[k + 1] = rowStart[k] + rows.reduce((sum, kind) => sum + rowsOfKind(kind), 0);
    });
  });
  return {
    count,
    slotA,
    slotB,
    data,
    length,
    kindStart,
    kinds: Uint8Array.from(kinds),
    rowStart,
    lengthTarget: targets[LENGTH],
    angleTarget: targets[ANGLE],
    displacementTarget: targets[DISPLACEMENT],
  };
}

function checkJoint(spec: ModelSpec, joint: JointSpec): void {
  for (const end of ['a', 'b'] as const) {
    const index = joint[end];
    if (!Number.isInteger(index) || index < 0 || index >= spec.bodies.length) {
      throw new BuildError('no-body', `must name one of ${spec.bodies.length} bodies, found ${index}`, [end]);
    }
  }
  if (joint.a === joint.b) {
    throw new BuildError(
      'same-body',
      `a joint must join two different bodies, found "${spec.bodies[joint.a].name}" twice`,
    );
  }
  if (spec.bodies[joint.a].kind !== 'dynamic' && spec.bodies[joint.b].kind !== 'dynamic') {
    throw new BuildError(
      'nothing-free',
      'a joint needs at least one body that can move freely; both have a given motion',
    );
  }
  if (joint.type === 'distance' && !((joint.length ?? 0) > 0)) {
    throw new BuildError('not-positive', `must be > 0 m, found ${joint.length}`, ['length']);
  }
  const free = COORDINATES_OF_TYPE[joint.type];
  const driven = new Set<string>();
  for (const driver of joint.drivers) {
    if (!free.includes(driver.coordinate)) throw noCoordinate(joint, driver.coordinate, free);
    if (driven.has(driver.coordinate)) throw new BuildError('driven-twice', `two drivers for the ${driver.coordinate}`);
    driven.add(driver.coordinate);
  }
  at('actions', () => {
    const acting = [...free, ...(TURNS_OF_TYPE[joint.type] ?? [])];
    for (let i = 0; i < joint.actions.length; i++) at(i, () => checkAction(joint, joint.actions[i], acting));
  });
}

function checkAction(joint: JointSpec, action: JointActionSpec, free: readonly string[]): void {
  const { limits, friction } = action;
  if (!free.includes(action.coordinate)) throw noCoordinate(joint, action.coordinate, free);
  if (limits && !(limits.restitution >= SMALLEST_RESTITUTION && limits.restitution <= 1)) {
    const range = `${SMALLEST_RESTITUTION} ... 1`;
    throw new BuildError('restitution', `must lie in ${range}, found ${limits.restitution}`, ['limits', 'restitution']);
  }
  if (limits?.lower !== undefined && limits.upper !== undefined && !(limits.lower < limits.upper)) {
    const found = `${limits.lower} and ${limits.upper}`;
    throw new BuildError('limits', `the lower limit must lie below the upper one, found ${found} [m or rad]`, [
      'limits',
    ]);
  }
  if (friction && !(friction.deflection > 0)) {
    const message = `must be > 0 m or rad, found ${friction.deflection}`;
    throw new BuildError('not-positive', message, ['friction', 'deflection']);
  }
}

function noCoordinate(joint: JointSpec, found: string, free: readonly string[]): BuildError {
  const offered = free.length === 0 ? 'none' : free.join(', ');
  return new BuildError('no-coordinate', `a ${joint.type} joint has no free ${found}; it leaves free: ${offered}`);
}

function putFrame(
  data: Float64Array,
  origin: number,
  axes: number,
  frame: Placement,
  centre: Float64Array,
  slot: number,
): void {
  for (let j = 0; j < 3; j++) data[origin + j] = frame.position[j] - centre[3 * slot + j];
  quaternionToMatrix(data, axes, frame.rotation, 0);
}

/** Damping of a joint's bristle over its stiffness [s], unless given. */
const STICK_DAMPING = 1e-3;

export function buildActions(spec: ModelSpec, inputs: Inputs): JointActions {
  const joint: number[] = [];
  const coordinate: number[] = [];
  const data: number[] = [];
  const effort: (CompiledFunction | undefined)[] = [];
  const axes: number[] = [];
  const turn = new Float64Array(9);
  spec.joints.forEach((entry, k) => {
    for (const action of entry.actions) {
      const { spring, limits, friction } = action;
      joint.push(k);
      coordinate.push(coordinateKind(action.coordinate));
      const name = `joint.${entry.name}.${action.coordinate}-effort`;
      effort.push(action.effort ? inputs.add(name, compileFunction(action.effort)) : undefined);
      const perReaction = friction ? friction.coefficient * (isAngle(action.coordinate) ? friction.radius : 1) : 0;
      const { a, b } = action.lengthwise ?? { a: entry.frameA.rotation, b: entry.frameB.rotation };
      for (const rotation of [a, b]) {
        quaternionToMatrix(turn, 0, rotation, 0);
        axes.push(...turn);
      }
      data.push(
        spring?.stiffness ?? 0,
        spring?.rest ?? 0,
        action.damping ?? 0,
        limits?.lower ?? Number.NEGATIVE_INFINITY,
        limits?.upper ?? Number.POSITIVE_INFINITY,
        limits?.stiffness ?? 0,
        limits ? hysteresisFor('exact', limits.restitution) : 0,
        friction?.constant ?? 0,
        perReaction,
        friction?.deflection ?? 1,
        Math.max(1, friction?.staticRatio ?? 1),
        friction?.stribeckSpeed ?? 0,
        friction?.dwellTime ?? 0,
        friction?.stickDamping ?? STICK_DAMPING,
        friction?.creeps ? 1 : 0,
        friction?.stickDamping !== undefined ? 1 : 0,
      );
    }
  });
  if (data.length !== ACTION_STRIDE * joint.length || axes.length !== TURN_STRIDE * joint.length)
    throw new BuildError('internal', 'action columns out of step');
  return {
    count: joint.length,
    joint: Int32Array.from(joint),
    coordinate: Uint8Array.from(coordinate),
    axes: Float64Array.from(axes),
    data: Float64Array.from(data),
    effort,
  };
}

/** Is the coordinate an angle? */
export function isAngle(coordinate: ActionCoordinate): boolean {
  return coordinate === 'angle' || coordinate === 'bend' || coordinate === 'twist';
}
