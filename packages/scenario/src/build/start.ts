/** Poses of bodies at t = 0, for joints and springs given in the world. */
import {
  type BodySpec,
  BuildError,
  compileFunction,
  eulerToMatrix,
  type MotionSpec,
  mul33,
  type Placement,
  RaoMotion,
  type RaoSpec,
  Sea,
  type WaterSpec,
} from '@hawser/engine';
import { matrixOf, quaternionOf } from './placement.ts';

/** A body and its pose at t = 0. */
export interface StandingBody extends BodySpec {
  readonly start: Placement;
}

/** water: the sea of bodies that move with the waves */
export function standing(body: BodySpec, water: WaterSpec | undefined, gravity: number): StandingBody {
  const { motion, placement } = body;
  if (motion === undefined) return { ...body, start: placement };
  return { ...body, start: movedBy(motion, placement, motion.rao && inWaves(motion.rao, placement, water, gravity)) };
}

interface Wave {
  /** x, y, z, roll, pitch, yaw of the waves at t = 0; yaw holds the heading */
  readonly six: readonly number[];
  readonly heading: number;
}

function inWaves(rao: RaoSpec, placement: Placement, water: WaterSpec | undefined, gravity: number): Wave | undefined {
  if (water === undefined) return undefined;
  const values = new Float64Array(3);
  try {
    const { functions } = new RaoMotion(rao, new Sea(water, gravity), placement.position);
    const six = functions.map((f) => {
      f.evaluate(0, values, 0);
      return values[0];
    });
    return { six, heading: rao.heading };
  } catch (error) {
    if (!(error instanceof BuildError)) throw error; // reported when the model is built
    return undefined;
  }
}

const AXES = ['x', 'y', 'z', 'roll', 'pitch', 'yaw'] as const;
type Axis = (typeof AXES)[number];

/** p = p0 + (x, y, z), R = Rz(yaw) Ry(pitch) Rx(roll) Rz(-heading) R0 at t = 0, as the engine has it (bodies/prescribed.ts). */
function movedBy(motion: MotionSpec, placement: Placement, wave: Wave | undefined): Placement {
  const at = (key: Axis): number => valueAtStart(motion, key) + (wave ? wave.six[AXES.indexOf(key)] : 0);
  const [x, y, z] = placement.position;
  const position = [x + at('x'), y + at('y'), z + at('z')] as const;
  const angles = [at('roll'), at('pitch'), at('yaw')] as const;
  if (angles.every((angle) => angle === 0)) return { position, rotation: placement.rotation };
  const turn = new Float64Array(9);
  eulerToMatrix(turn, 0, ...angles);
  if (wave) {
    const back = new Float64Array(9);
    eulerToMatrix(back, 0, 0, 0, -wave.heading);
    mul33(turn, 0, turn, 0, back, 0);
  }
  mul33(turn, 0, turn, 0, matrixOf(placement.rotation), 0);
  return { position, rotation: quaternionOf(turn) };
}

function valueAtStart(motion: MotionSpec, key: Axis): number {
  const f = motion[key];
  if (f === undefined) return 0;
  const values = new Float64Array(3);
  try {
    compileFunction(f).evaluate(0, values, 0);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error; // faults of the function are reported when the model is built
  }
  return values[0];
}
