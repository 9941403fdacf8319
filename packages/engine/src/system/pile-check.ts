/** Can steps with held contacts carry a model with cables (integrator: heap)? */
import { BuildError } from '../base/index.ts';
import type { Model } from './model.ts';

const WHERE = ['solver', 'integrator'];

/** Throws BuildError where something is in the model that they do not know. */
export function checkPile(model: Model, gear: boolean): void {
  const { spec, springs } = model;
  const cables = spec.cables ?? [];
  const found: string[] = [];
  if (spec.bodies.some(({ kind }) => kind === 'dynamic')) found.push('bodies that move freely');
  if (spec.joints.length > 0) found.push('joints');
  if (springs.count > 0) found.push('springs');
  if (gear) found.push('winches, cranes or hands');
  if (cables.some(({ pay }) => pay !== undefined)) found.push('cables that are paid out');
  if (cables.some(({ refine }) => refine !== undefined)) found.push('cables that are refined');
  if (found.length > 0) {
    throw new BuildError(
      'heap-needs',
      `heap carries cables on bodies that are fixed or moved, found ${found.join(', ')}; leave the integrator out`,
      WHERE,
    );
  }
  if (spec.solver.step === 'auto') {
    throw new BuildError('heap-needs', 'heap needs a fixed step, found auto; set solver: step, 5 ms for one', WHERE);
  }
}
