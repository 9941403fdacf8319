/** Checks whether convex steps support a model. What they do not support is reported by name. */
import { BuildError } from '../base/index.ts';
import { areaContact, areaLaw, pairParameters, pairTouches } from '../contacts/index.ts';
import type { Model } from '../model/index.ts';

const WHERE = ['solver', 'integrator'];

/** Throws BuildError. */
export function checkConvex(model: Model): void {
  const { spec } = model;
  if (spec.solver.constraints !== 'kkt') {
    throw new BuildError(
      'convex-needs',
      `convex holds joints by multipliers, found constraints: ${spec.solver.constraints}; leave the constraints or the integrator out`,
      WHERE,
    );
  }
  if (spec.solver.step === 'auto') {
    throw new BuildError(
      'convex-needs',
      'convex needs a fixed step, found auto; set solver: step, for example 5 ms',
      WHERE,
    );
  }
  checkAreas(model);
}

/**
 * May `auto` take convex steps for a model? Only for free bodies connected by contact alone: for joints, springs, water and cables a step
 * of second order is more accurate.
 */
export function mayTakeConvex(model: Model): boolean {
  const { spec, joints, springs, actions } = model;
  const { cables, solver, bodies } = spec;
  const joined = joints.count > 0 || springs.count > 0 || actions.count > 0 || (cables?.length ?? 0) > 0;
  if (joined || solver.constraints !== 'kkt' || bodies.some(({ hydro }) => hydro !== undefined)) return false;
  try {
    checkAreas(model);
  } catch (error) {
    if (error instanceof BuildError) return false;
    throw error;
  }
  return true;
}

function checkAreas(model: Model): void {
  const { spec, shapes, bodyOfSlot } = model;
  for (let p = 0; p < shapes.length; p++) {
    for (let q = p + 1; q < shapes.length; q++) {
      const [a, b] = [shapes[p].body, shapes[q].body];
      if (a === b || !model.mayTouch(a, b, p, q) || !pairTouches(model, p, q)) continue;
      const name = (slot: number): string => `"${spec.bodies[bodyOfSlot[slot]].name}"`;
      const method = areaContact(model, p, q);
      const law = areaLaw(model, p, q);
      const { rollingResistance = 0, viscous = 0, friction } = pairParameters(model, p, q);
      const lacking =
        rollingResistance > 0
          ? 'rolling resistance'
          : viscous > 0 && method !== undefined
            ? 'viscous friction over an area'
            : friction === 'lugre'
              ? 'creep as of friction: lugre'
              : method !== undefined && (friction === 'coulomb' || friction === 'reduced')
                ? `friction: ${friction} over an area`
                : '';
      if (lacking !== '') {
        throw new BuildError(
          'convex-needs',
          `convex steps have no ${lacking}, found it for ${name(a)} and ${name(b)}; leave it or the integrator out`,
          WHERE,
        );
      }
      if (method !== undefined && law !== 'distributed') {
        throw new BuildError(
          'convex-needs',
          `convex sums contact over its area, found ${name(a)} and ${name(b)} with the area law ${law}; leave the law or the integrator out`,
          WHERE,
        );
      }
    }
  }
}
