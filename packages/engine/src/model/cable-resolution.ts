/** Number and spacing of the elements that a cable needs for its static shape. */
import { at, BuildError } from '../base/index.ts';
import { type Cable, chooseElements, type Resolution } from '../bodies/index.ts';
import { Sea } from '../marine/index.ts';
import { quaternionToMatrix } from '../math/index.ts';
import { makeAttachments } from './cable-ends.ts';
import { placeCable } from './cable-placing.ts';
import { itemAround } from './cables.ts';
import type { CableSpec, ModelSpec } from './spec.ts';

export interface CableAccuracy {
  /** [m] of nodes at rest */
  readonly position: number;
  /** of the forces at its ends, in parts of the larger */
  readonly force: number;
  /** fewest and most elements; default 8 and 1000 */
  readonly least?: number;
  readonly most?: number;
}

/**
 * Elements for a cable whose number of elements is not given, with bodies at their initial poses: static shapes with n and with 2 n
 * elements show how many suffice (bodies/cable/resolution.ts). Not for cables laid along a given shape.
 */
export function chooseCableElements(
  around: Pick<ModelSpec, 'gravity' | 'bodies' | 'water'>,
  given: CableSpec,
  accuracy: CableAccuracy,
): Resolution {
  const { bodies, gravity, water } = around;
  const position = new Float64Array(3 * bodies.length);
  const rotation = new Float64Array(9 * bodies.length);
  bodies.forEach(({ placement }, i) => {
    position.set(placement.position, 3 * i);
    quaternionToMatrix(rotation, 9 * i, Float64Array.from(placement.rotation), 0);
  });
  const size = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  const sea = water ? at('water', () => new Sea(water, size)) : undefined;
  const slots = Int32Array.from(bodies, (_, i) => i);
  const centres = new Float64Array(3 * bodies.length);
  const { refine: _refine, pay: _pay, shape: _shape, ...plain } = given;
  const settle = (cable: Cable): boolean => {
    const attachments = makeAttachments([plain], [cable.nodeCount], slots, centres);
    const item = itemAround(around, plain, cable);
    try {
      placeCable(item, 0, attachments, plain, position, rotation, around, sea);
      return true;
    } catch (error) {
      if (error instanceof BuildError) return false;
      throw error;
    }
  };
  return chooseElements({ ropes: given.pieces, settle, ...accuracy });
}
