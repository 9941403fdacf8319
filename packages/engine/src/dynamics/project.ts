/** Projections onto the joints with the mass as metric: the smallest change that removes a violation from the rows. */
import { BuildError } from '../base/index.ts';
import { addTransposed, beginMatrix, endMatrix, type Workspace } from '../stage/index.ts';
import type { StageSolver } from './stage.ts';

/** Factor on the mass of a body with a given velocity while velocities are made consistent. */
const GIVEN_WEIGHT = 1e6;

/** Factors [M J^T; J -eps] at the trial poses. given: slots whose velocities are given. */
export function factorMass(
  w: Workspace,
  solver: StageSolver,
  given?: Uint8Array,
  eps: number = solver.regularisation,
): boolean {
  beginMatrix(w, 0);
  if (given) {
    for (let i = 0; i < w.model.dynamicCount; i++) {
      const d = w.matrix.bodyDiagonal[i];
      if (given[i]) for (let k = 0; k < 36; k++) w.matrix.lu.values[d + k] *= GIVEN_WEIGHT;
    }
  }
  endMatrix(w, 1, eps, solver.penaltyAt(1), false);
  solver.forgetFactor();
  const status = w.matrix.lu.factor();
  if (!status.ok) solver.subject = status.block;
  return status.ok;
}

/** target += smallest change that removes `violation` from the rows, with the factor of factorMass. */
export function applyCorrection(
  w: Workspace,
  solver: StageSolver,
  violation: Float64Array,
  target: Float64Array,
): void {
  const { solution, rate } = solver;
  const n = w.size;
  solution.fill(0);
  if (w.matrix.withMultipliers) for (let i = 0; i < w.multiplierCount; i++) solution[n + i] = -violation[i];
  else {
    for (let i = 0; i < w.multiplierCount; i++) rate[i] = -solver.penaltyAt(1) * violation[i];
    addTransposed(w, solution, rate);
  }
  w.matrix.lu.solve(solution);
  for (let i = 0; i < n; i++) target[i] += solution[i];
}

export function correct(
  w: Workspace,
  solver: StageSolver,
  violation: Float64Array,
  target: Float64Array,
  given?: Uint8Array,
): void {
  if (!factorMass(w, solver, given)) {
    throw new BuildError('singular', `the joints around block ${solver.subject} cannot be solved for`);
  }
  applyCorrection(w, solver, violation, target);
}
