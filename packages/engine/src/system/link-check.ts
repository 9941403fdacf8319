/** Can steps with held contacts carry bodies with joints (integrator: heap)? */
import { BuildError } from '../base/index.ts';
import { areaContact, pairTouches } from './contact-table.ts';
import type { Model } from './model.ts';

const WHERE = ['solver', 'integrator'];

/** Bodies that meet at points only, and are held by joints or not: what link-system.ts is for. */
export function isLinked(model: Model): boolean {
  return (model.spec.cables?.length ?? 0) === 0 && !meetsByVolume(model);
}

function meetsByVolume(model: Model): boolean {
  const { shapes } = model;
  for (let p = 0; p < shapes.length; p++) {
    for (let q = p + 1; q < shapes.length; q++) {
      const [a, b] = [shapes[p].body, shapes[q].body];
      if (a === b || !model.mayTouch(a, b, p, q) || !pairTouches(model, p, q)) continue;
      if (areaContact(model, p, q) !== undefined) return true;
    }
  }
  return false;
}

/** Throws BuildError where something is in the model that they do not know. */
export function checkLinks(model: Model, gear: boolean): void {
  const { spec, springs, actions } = model;
  const found: string[] = [];
  if (springs.count > 0) found.push('springs');
  if (actions.count > 0) found.push('joints with springs, stops, friction or efforts');
  if (gear) found.push('winches, cranes or hands');
  if (spec.bodies.some((body) => body.hydro !== undefined)) found.push('bodies in water');
  if (spec.solver.constraints !== 'kkt') found.push(`constraints: ${spec.solver.constraints}`);
  if (found.length > 0) {
    throw new BuildError(
      'heap-needs',
      `heap carries bodies, joints, loads and contact, found ${found.join(', ')}; leave the integrator out`,
      WHERE,
    );
  }
  if (spec.solver.step === 'auto') {
    throw new BuildError('heap-needs', 'heap needs a fixed step, found auto; set solver: step, 5 ms for one', WHERE);
  }
}
