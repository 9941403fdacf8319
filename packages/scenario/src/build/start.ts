/** Where bodies stand at t = 0: joints and springs given in the world hold there. */
import {
  type BodySpec,
  BuildError,
  compileFunction,
  eulerToMatrix,
  type MotionSpec,
  mul33,
  type Placement,
} from '@hawser/engine';
import { matrixOf, quaternionOf } from './placement.ts';

/** A body and its pose at t = 0. */
export interface StandingBody extends BodySpec {
  readonly start: Placement;
}

export function standing(body: BodySpec): StandingBody {
  return { ...body, start: body.motion === undefined ? body.placement : movedBy(body.motion, body.placement) };
}

/** p = p0 + (x, y, z), R = Rz(yaw) Ry(pitch) Rx(roll) R0 at t = 0, as the engine has it (bodies/prescribed.ts). */
function movedBy(motion: MotionSpec, placement: Placement): Placement {
  const at = (key: keyof MotionSpec): number => valueAtStart(motion, key);
  const [x, y, z] = placement.position;
  const position = [x + at('x'), y + at('y'), z + at('z')] as const;
  const angles = [at('roll'), at('pitch'), at('yaw')] as const;
  if (angles.every((angle) => angle === 0)) return { position, rotation: placement.rotation };
  const turn = new Float64Array(9);
  eulerToMatrix(turn, 0, ...angles);
  mul33(turn, 0, turn, 0, matrixOf(placement.rotation), 0);
  return { position, rotation: quaternionOf(turn) };
}

function valueAtStart(motion: MotionSpec, key: keyof MotionSpec): number {
  const f = motion[key];
  if (f === undefined) return 0;
  const values = new Float64Array(3);
  try {
    compileFunction(f).evaluate(0, values, 0);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error; // what is wrong with the function is told when the model is built
  }
  return values[0];
}
