/** Can the integrator for heaps carry a model? */
import { BuildError } from '../base/index.ts';
import { areaContact, pairTouches } from './contact-table.ts';
import type { Model } from './model.ts';

const WHERE = ['solver', 'integrator'];

/** Throws BuildError where something is in the model that steps with held shapes do not know. */
export function checkHeap(model: Model): void {
  const { spec, shapes, springs, bodyOfSlot } = model;
  const found: string[] = [];
  if (spec.joints.length > 0) {
    throw new BuildError(
      'heap-needs',
      'heap carries joints where bodies meet at points, found joints and contact by volume; set contacts: defaults: { method: points }, or leave the integrator out',
      WHERE,
    );
  }
  if (springs.count > 0) found.push('springs');
  if ((spec.cables?.length ?? 0) > 0) found.push('cables');
  if (spec.bodies.some((body) => body.hydro !== undefined)) found.push('bodies in water');
  if (found.length > 0) {
    throw new BuildError(
      'heap-needs',
      `heap carries bodies, loads and contact by volume, found ${found.join(', ')}; leave the integrator out`,
      WHERE,
    );
  }
  if (spec.solver.step === 'auto') {
    throw new BuildError('heap-needs', 'heap needs a fixed step, found auto; set solver: step, 5 ms for one', WHERE);
  }
  for (let p = 0; p < shapes.length; p++) {
    for (let q = p + 1; q < shapes.length; q++) {
      const [a, b] = [shapes[p].body, shapes[q].body];
      if (a === b || !model.mayTouch(a, b, p, q) || !pairTouches(model, p, q)) continue;
      if (areaContact(model, p, q) !== undefined) continue;
      const name = (slot: number): string => spec.bodies[bodyOfSlot[slot]].name;
      throw new BuildError(
        'heap-needs',
        `heap needs contact by volume, found "${name(a)}" and "${name(b)}" meeting by points; set contacts: defaults: { method: volume }`,
        WHERE,
      );
    }
  }
}
