/** Checks which integrators support the contents of a model. */
import { BuildError } from '../base/index.ts';
import type { ModelSpec } from '../model/index.ts';

const WHERE = ['solver', 'integrator'];

/** Throws BuildError where cables or water need another method than the one given. */
export function checkMethod(spec: ModelSpec, withMultipliers: boolean): void {
  const { integrator: method, constraints } = spec.solver;
  const cables = (spec.cables?.length ?? 0) > 0;
  if (cables && (!withMultipliers || method === 'runge-kutta' || method === 'trapezoidal')) {
    throw new BuildError(
      'cables-need',
      `cables need tr-bdf2, esdirk3 or bdf2 with kkt constraints, found ${method} with ${constraints}; leave both out`,
      WHERE,
    );
  }
  if (method === 'runge-kutta' && spec.bodies.some((body) => body.hydro !== undefined)) {
    throw new BuildError(
      'hulls-need',
      `bodies in water need an implicit integrator, found ${method}; leave it out`,
      WHERE,
    );
  }
}
