/** The stage matrix with cables in it, against differences of the residual. */
import { describe, expect, test } from 'vitest';
import { cable, line, workspace } from '../../test/cables.ts';
import { B, C } from '../../test/stage.ts';
import { body, Draw, model, place, run } from '../../test/support.ts';
import type { RopeSpec } from '../bodies/index.ts';
import { Simulation } from '../dynamics/index.ts';
import {
  addTransposed,
  beginMatrix,
  type CableSpec,
  endMatrix,
  evaluateForces,
  evaluateRows,
  massTimes,
  moveTrial,
  type Workspace,
} from './index.ts';

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

/** Largest difference over the largest entry of the matrix without the mass. */
function mistake(w: Workspace): number {
  const n = w.size;
  // the stage begins here: frames carried on and displacements measured from now
  w.cables.commit(0);
  w.position0.set(w.position);
  w.rotation0.set(w.rotation);
  for (const { cable: c, at } of w.cables.items) w.cableQ0.set(c.q.subarray(0, 4 * c.nodeCount), at - w.bodySize);
  const velocity = w.velocity.slice();
  const { time } = w;
  const residual = (x: Float64Array): Float64Array => {
    for (let i = 0; i < n; i++) {
      w.u[i] = B * x[i];
      w.velocity[i] = velocity[i] + C * x[i];
    }
    moveTrial(w, time);
    evaluateRows(w, false);
    evaluateForces(w, false, 0, 0); // tensions follow from lengths, as Newton's elimination has it
    const out = new Float64Array(n + w.multiplierCount);
    massTimes(w, out, w.velocity);
    for (let i = 0; i < n; i++) out[i] = out[i] / C - w.force[i];
    addTransposed(w, out, w.lambda);
    for (let i = 0; i < w.multiplierCount; i++) out[n + i] = w.rows.phi[i] / B;
    return out;
  };
  const x = new Float64Array(n);
  residual(x);
  beginMatrix(w, B / C);
  evaluateForces(w, true, B, C);
  endMatrix(w, B, 0, 0, true);
  const { lu } = w.matrix;
  const { values, offsets } = lu;
  const matrix = values.slice();
  let error = 0;
  let size = 0;
  const h = 1e-2;
  const blocks = offsets.length - 1;
  for (let j = 0; j < blocks && offsets[j] < n; j++) {
    const width = offsets[j + 1] - offsets[j];
    for (let c = 0; c < width; c++) {
      const k = offsets[j] + c;
      x[k] = h;
      const plus = residual(x);
      x[k] = -h;
      const minus = residual(x);
      x[k] = 0;
      for (let i = 0; i < blocks; i++) {
        const o = lu.blockOffset(i, j);
        for (let r = offsets[i]; r < offsets[i + 1]; r++) {
          const exact = o < 0 ? 0 : matrix[o + width * (r - offsets[i]) + c];
          error = Math.max(error, Math.abs(exact - (plus[r] - minus[r]) / (2 * h)));
          size = Math.max(size, Math.abs(exact));
        }
      }
    }
  }
  residual(x);
  return error / size;
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
