/** The symmetric matrix of cables alone gives the step that the stage matrix gives, multipliers of held ends included. */
import { expect, test, vi } from 'vitest';
import { cable, line, ROPE, workspace } from '../../test/cables.ts';
import { body, CONTACT, model, place, shape, STEEL } from '../../test/support.ts';
import { Simulation } from '../dynamics/index.ts';
import { ConvexStep } from './step.ts';
import { NodeMatrix } from './strand-matrix.ts';

/** One step of two ropes across each other, pressed into a fixed block; one end of the upper one is held beside where it is. */
function stepped(ownMatrix: boolean): { v: Float64Array; force: number[]; matrix: unknown } {
  const soft = { ...ROPE, axialStiffness: 1e5, bendingStiffness: 0.01 };
  const piece = { pieces: [{ rope: soft, length: 0.4, elements: 6 }] };
  const block = body('block', {
    kind: 'fixed',
    placement: place([0, 0, -0.1]),
    shapes: [shape({ kind: 'box', half: [0.3, 0.3, 0.1] })],
  });
  const spec = model([block], {
    contacts: { ...CONTACT, defaults: { frictionStatic: 0.4, frictionKinetic: 0.4 } },
    materials: [STEEL],
    cables: [
      cable('a', 0.4, 6, { ...piece, shape: line([-0.2, 0, 0.0099], [0.2, 0, 0.0099], 6) }),
      cable('b', 0.4, 6, {
        ...piece,
        shape: line([0.01, -0.2, 0.0298], [0.03, 0.2, 0.0298], 6),
        start: { body: 0, point: [0.01, -0.2, 0.1298] },
      }),
    ],
    solver: { step: 5e-3, integrator: 'convex' },
  });
  const w = workspace(new Simulation(spec));
  const spy = vi.spyOn(NodeMatrix, 'suits');
  if (!ownMatrix) spy.mockReturnValue(false);
  const step = new ConvexStep(w);
  spy.mockRestore();
  w.h = 5e-3;
  w.reach.horizon = 6e-3;
  w.reach.slack = 1e-3;
  w.allContacts.search(w);
  for (let i = w.bodySize; i < w.size; i += 4) w.velocity[i] = 0.2 * Math.sin(i);
  expect(step.advance(0, new Float64Array(w.size))).toBe(true);
  return { v: step.v, force: Array.from(w.lambda), matrix: step.problem.matrix };
}

test('a step with a held end and contacts that slip, by both matrices', () => {
  const own = stepped(true);
  const whole = stepped(false);
  expect(own.matrix).toBeInstanceOf(NodeMatrix);
  expect(whole.matrix).not.toBeInstanceOf(NodeMatrix);
  const fastest = Math.max(...own.v.map(Math.abs));
  const largest = Math.max(...own.force.map(Math.abs));
  expect(fastest).toBeGreaterThan(0.05);
  expect(largest).toBeGreaterThan(0.1);
  // both solve the same equations: what differs is rounding
  for (let i = 0; i < own.v.length; i++) expect(Math.abs(own.v[i] - whole.v[i])).toBeLessThan(1e-8 * fastest);
  for (let i = 0; i < own.force.length; i++) {
    expect(Math.abs(own.force[i] - whole.force[i])).toBeLessThan(1e-6 * largest);
  }
});
