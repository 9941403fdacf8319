/** What a step leaves on the heap once buffers have grown: nothing that grows with the model. */
import { expect, test } from 'vitest';
import { type Bytes, bytesPerCall } from '../../test/allocation.ts';
import { cable, line } from '../../test/cables.ts';
import { jointAt, rod } from '../../test/mechanisms.ts';
import { body, CONTACT, constant, FLOOR, load, model, place, shape, WORLD } from '../../test/support.ts';
import type { BodySpec, JointSpec, ModelSpec } from '../system/index.ts';
import { Simulation } from './index.ts';

const STEPS = 100;

function bytesPerStep(spec: ModelSpec, enough: number): Bytes {
  const simulation = new Simulation(spec);
  const step = (): void => {
    if (!simulation.step(1e9).ok) throw new Error('failed');
  };
  for (let k = 0; k < 8 * STEPS; k++) step(); // warm: buffers grown
  return bytesPerCall(step, enough, STEPS, 80);
}

function chain(count: number): ModelSpec {
  const bodies: BodySpec[] = [WORLD];
  const joints: JointSpec[] = [];
  for (let k = 0; k < count; k++) {
    bodies.push(rod(`link ${k}`, [0.3 * k, 0, 0], [0.3 * (k + 1), 0, 0]));
    joints.push(jointAt(`ball ${k}`, 'point', bodies, k, k + 1, [0.3 * k, 0, 0]));
  }
  return model(bodies, { joints, solver: { step: 1e-3 } });
}

/** Boxes pushed over a floor for ever. */
function sliding(count: number): ModelSpec {
  const box = shape({ kind: 'box', half: [0.1, 0.1, 0.05] });
  const bodies = [...Array(count).keys()].map((k) =>
    body(`box ${k}`, { mass: 2, inertia: [0.01, 0.01, 0.014, 0, 0, 0], placement: place([0, k, 0.05]), shapes: [box] }),
  );
  const forces = bodies.map((_, k) => load(`push ${k}`, k + 1, { force: [constant(8), constant(0), constant(0)] }));
  return model([FLOOR, ...bodies], { contacts: CONTACT, forces, solver: { step: 1e-3 } });
}

// Numbers handed to a function that is not inlined are boxed, 16 bytes each, and whether the compiler inlines the friction
// law with its 15 arguments differs from run to run: measured 25 bytes a link, 65 or 620 bytes a contact point for the three
// evaluations of a step (in a bundle, warm, 67 bytes a step for all boxes together). What the bounds exclude is any buffer,
// and a closure, view or record for each point and evaluation on top of that.
test('no allocation: a chain of 24 links', () => {
  const { heap, buffers } = bytesPerStep(chain(24), 24 * 80);
  expect(buffers).toBeLessThanOrEqual(0);
  expect(heap).toBeLessThanOrEqual(24 * 80);
});

test('no allocation: eight boxes sliding on a floor, 32 contact points', () => {
  const { heap, buffers } = bytesPerStep(sliding(8), 32 * 800);
  expect(buffers).toBeLessThanOrEqual(0);
  expect(heap).toBeLessThanOrEqual(32 * 800);
});

test('no allocation: a rope at rest on a floor, ten elements of five points', () => {
  const rope = cable('rope', 1, 10, { shape: line([0, 0, 0.01], [1, 0, 0.01], 10) });
  const spec = model([FLOOR], { contacts: CONTACT, cables: [rope], solver: { step: 2e-3 } });
  const { heap, buffers } = bytesPerStep(spec, 50 * 800);
  expect(buffers).toBeLessThanOrEqual(0);
  expect(heap).toBeLessThanOrEqual(50 * 800);
});
