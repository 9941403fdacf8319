/** The stage matrix with cables in it, against differences of the residual. */
import { describe, expect, test } from 'vitest';
import { mistake } from '../../test/cable-stage.ts';
import { cable, line, workspace } from '../../test/cables.ts';
import { body, Draw, model, place, run } from '../../test/support.ts';
import type { RopeSpec } from '../bodies/index.ts';
import { Simulation } from '../dynamics/index.ts';
import type { CableSpec } from '../model/index.ts';
import type { Workspace } from './workspace.ts';

/** Two bodies with a taut rope between them, turning; ends clamped or pinned. */
function scene(rope: Partial<RopeSpec>, clamped: boolean): Workspace {
  const spec: RopeSpec = { massPerLength: 0.4, axialStiffness: 2e3, diameter: 0.02, ...rope };
  const left = body('left', { placement: place([-0.1, 0, 0]), velocity: [-1, 0.2, 0], angularVelocity: [0.3, 0.5, 1] });
  const right = body('right', { mass: 2, placement: place([1.2, 0, 0]), velocity: [1, 0, 0.3] });
  const between: CableSpec = cable('line', 1, 5, {
    pieces: [{ rope: spec, length: 1, elements: 5 }],
    shape: line([0, 0, 0], [1.1, 0, 0], 5),
    start: { body: 1, point: [0.1, 0, 0], ...(clamped && { direction: [1, 0.1, 0] }) },
    end: { body: 2, point: [-0.1, 0, 0], ...(clamped && { direction: [1, 0, 0.1] }) },
  });
  const simulation = new Simulation(
    model([left, right], { cables: [between], solver: { step: 2e-3, assemble: true } }),
  );
  run(simulation, 0.02); // bent, twisted, moving
  return workspace(simulation);
}

describe('cables in the stage matrix', () => {
  // differences are good to about 1e-9 here; what else is left is told with each
  test('pinned ends: exact, with the turning of the levers under the pull', () => {
    expect(mistake(scene({}, false))).toBeLessThan(1e-7);
    expect(mistake(scene({ bendingStiffness: 0.5 }, false))).toBeLessThan(1e-7);
  });

  test('clamped ends: the coupling of the bodies with both nodes of the end element', () => {
    expect(mistake(scene({ bendingStiffness: 0.5 }, true))).toBeLessThan(1e-6);
    expect(mistake(scene({ bendingStiffness: 5, torsionalStiffness: 3 }, true))).toBeLessThan(1e-5);
  });

  test('the seed of the test matters little: random velocities of the nodes', () => {
    const w = scene({ bendingStiffness: 0.5 }, true);
    const draw = new Draw(3);
    for (let i = w.bodySize; i < w.size; i++) w.velocity[i] += draw.one(0.3);
    expect(mistake(w)).toBeLessThan(1e-6);
  });
});
