/** Can steps with held contacts carry a model with cables (integrator: convex)? */
import { BuildError } from '../base/index.ts';
import type { Model } from '../model/index.ts';

const WHERE = ['solver', 'integrator'];

/** What is in the model that they do not know, which the step of everything carries. */
export function unknownToPile(model: Model, gear: boolean): boolean {
  const { spec, springs } = model;
  const cables = spec.cables ?? [];
  return (
    spec.bodies.some(({ kind }) => kind === 'dynamic') ||
    spec.joints.length > 0 ||
    springs.count > 0 ||
    gear ||
    cables.some(({ pay, refine }) => pay !== undefined || refine !== undefined)
  );
}

/** Throws BuildError for steps that they do not know. */
export function checkPile(model: Model): void {
  if (model.spec.solver.step === 'auto') {
    throw new BuildError(
      'convex-needs',
      'convex needs a fixed step, found auto; set solver: step, for example 5 ms',
      WHERE,
    );
  }
}
