/** Can the integrator for heaps carry a model? */
import { BuildError } from '../base/index.ts';
import { areaContact, areaLaw, pairTouches } from './contact-table.ts';
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
      const name = (slot: number): string => `"${spec.bodies[bodyOfSlot[slot]].name}"`;
      const method = areaContact(model, p, q);
      if (method !== 'volume') {
        const how = method === undefined ? 'points' : 'balls';
        throw new BuildError(
          'heap-needs',
          `heap needs contact by volume, found ${name(a)} and ${name(b)} meeting by ${how}; set contacts: defaults: { method: volume }`,
          WHERE,
        );
      }
      const law = areaLaw(model, p, q);
      if (law !== 'distributed') {
        throw new BuildError(
          'heap-needs',
          `heap sums contact over its area, found ${name(a)} and ${name(b)} with the area law ${law}; leave the law or the integrator out`,
          WHERE,
        );
      }
    }
  }
}
