/** One stage of a step as the solver sees it: residual, its derivative by differences, and the matrix as assembled. */
import { quaternionToMatrix } from '../src/math/index.ts';
import {
  addTransposed,
  evaluateRows,
  beginMatrix,
  endMatrix,
  evaluateForces,
  massTimes,
  jointCoordinateStart,
  Workspace,
} from '../src/stage/index.ts';
import { buildModel, type ModelSpec } from '../src/model/index.ts';
import { HISTORY } from '../src/contacts/index.ts';
import { moveTrial } from '../src/trial/index.ts';
import { body, Draw, model, WORLD } from './support.ts';

/** A stage of a step of 10 ms: the unknown x moves displacements by B and velocities by C. */
export const C = 5e-3;
export const B: number = C * C;
export const TIME = 0.37;

/** Workspace with the bodies at their placements; the stage begins and ends there, so that u = 0. */
export function begin(spec: ModelSpec): Workspace {
  const built = buildModel(spec);
  const w = new Workspace(built, spec.solver.constraints === 'kkt');
  for (let slot = 0; slot < built.slotCount; slot++) {
    const from = spec.bodies[built.bodyOfSlot[slot]];
    quaternionToMatrix(w.rotation0, 9 * slot, from.placement.rotation, 0);
    w.position0.set(from.placement.position, 3 * slot); // centres of mass are origins in these models
    if (from.kind === 'dynamic') {
      w.velocity.set(from.velocity, 6 * slot);
      w.velocity.set(from.angularVelocity, 6 * slot + 3);
    }
  }
  w.position.set(w.position0);
  w.rotation.set(w.rotation0);
  moveTrial(w, TIME);
  jointCoordinateStart(w);
  if (w.contacts.any) {
    w.contacts.search(w.position, w.rotation, w.velocity, { horizon: 1e-3, slack: 1e-4 });
    w.matrix.ensurePairs(w.contacts.coupledA, w.contacts.coupledB);
    for (let i = 0; i < w.contacts.set.count; i++) w.contacts.history.data[HISTORY * i + 3] = 0.5; // speed at onset
  }
  return w;
}

/** (M v)/c - Q + J^T lambda, and phi/b, at the trial moved by x: what Newton drives to zero, without its constants. */
function residual(w: Workspace, velocity: Float64Array, x: Float64Array, penalty: number): Float64Array {
  const n = w.size;
  for (let i = 0; i < n; i++) {
    w.u[i] = B * x[i];
    w.velocity[i] = velocity[i] + C * x[i];
    if (i < w.bodySize) w.bodyX[i] = x[i];
  }
  moveTrial(w, TIME);
  evaluateRows(w, false);
  evaluateForces(w, false, B, C);
  const momentum = new Float64Array(n);
  massTimes(w, momentum, w.velocity);
  const out = new Float64Array(n + (w.matrix.withMultipliers ? w.multiplierCount : 0));
  for (let i = 0; i < n; i++) out[i] = momentum[i] / C - w.force[i];
  const pull = w.lambda.map((l, i) => l + penalty * w.rows.phi[i]);
  addTransposed(w, out, pull);
  if (w.matrix.withMultipliers) for (let i = 0; i < w.multiplierCount; i++) out[n + i] = w.rows.phi[i] / B;
  return out;
}

/** Columns by central differences: a step of `h` moves bodies by B h. */
function numerical(w: Workspace, h: number, penalty: number): Float64Array[] {
  const velocity = w.velocity.slice();
  const x = new Float64Array(w.size);
  return [...x.keys()].map((k) => {
    x[k] = h;
    const plus = residual(w, velocity, x, penalty);
    x[k] = -h;
    const minus = residual(w, velocity, x, penalty);
    x[k] = 0;
    residual(w, velocity, x, penalty); // back to where the stage is
    return plus.map((p, i) => (p - minus[i]) / (2 * h));
  });
}

/** The stage matrix as assembled, dense by columns of the bodies. */
function assembled(w: Workspace, penalty: number): Float64Array[] {
  evaluateRows(w, false);
  beginMatrix(w, B / C);
  evaluateForces(w, true, B, C);
  endMatrix(w, B, 0, penalty, true);
  const { lu } = w.matrix;
  const blocks = lu.offsets.length - 1;
  const columns = [...Array(w.size).keys()].map(() => new Float64Array(lu.dimension));
  for (let i = 0; i < blocks; i++) {
    for (let j = 0; j < w.model.dynamicCount; j++) {
      const o = lu.blockOffset(i, j);
      if (o < 0) continue;
      const rows = lu.sizes[i];
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < 6; c++) columns[6 * j + c][lu.offsets[i] + r] = lu.values[o + 6 * r + c];
      }
    }
  }
  return columns;
}

interface Comparison {
  /** largest difference of any entry, and the largest entry without the mass */
  readonly error: number;
  readonly size: number;
}

export function compare(w: Workspace, { h = 1e-2, penalty = 0 } = {}): Comparison {
  const exact = assembled(w, penalty);
  const differences = numerical(w, h, penalty);
  let error = 0;
  let size = 0;
  exact.forEach((column, k) => {
    column.forEach((value, r) => {
      error = Math.max(error, Math.abs(value - differences[k][r]));
      size = Math.max(size, Math.abs(value));
    });
  });
  return { error, size };
}

/** Three free bodies in random poses and motion. */
export function three(seed: number, fields: Parameters<typeof model>[1] = {}, first = WORLD): ModelSpec {
  const draw = new Draw(seed);
  const bodies = ['a', 'b', 'c'].map((name) =>
    body(name, {
      mass: draw.between(1, 3),
      inertia: draw.inertia(),
      placement: draw.placement(2),
      velocity: draw.vector(2),
      angularVelocity: draw.vector(3),
    }),
  );
  return model([first, ...bodies], fields);
}
