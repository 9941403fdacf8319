/** Decides whether a converged trial can be accepted. */
import type { Workspace } from '../stage/index.ts';
import { OPEN_JOINT } from './options.ts';
import type { StageSolver } from './stage.ts';

export function isSound(w: Workspace, solver: StageSolver, integrator: Estimating, fixed: boolean): boolean {
  return allFinite(w, solver, integrator, fixed) && jointsHold(w, solver) && nothingPassed(w, solver);
}

/** The source of the error estimate of a step; passing the number itself would box it. */
interface Estimating {
  readonly error: number;
}

/** An error estimate that is NaN would make the next step NaN. */
function allFinite(w: Workspace, solver: StageSolver, integrator: Estimating, fixed: boolean): boolean {
  const { position, velocity, size } = w;
  let good = fixed || Number.isFinite(integrator.error);
  for (let i = 0; i < size; i++) if (!Number.isFinite(velocity[i])) good = false;
  for (let i = 0; i < 3 * w.model.dynamicCount; i++) if (!Number.isFinite(position[i])) good = false;
  if (!good) solver.failure = 'not-finite';
  return good;
}

/** Where joints contradict each other, some stay open however large the multipliers grow. */
function jointsHold(w: Workspace, solver: StageSolver): boolean {
  const { joints, dynamicCount } = w.model;
  for (let k = 0; k < joints.count; k++) {
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      if (Math.abs(w.rows.phi[row]) <= OPEN_JOINT) continue;
      solver.failure = 'contradictory';
      solver.subject = dynamicCount + w.cables.nodeCount + k;
      return false;
    }
  }
  return true;
}

/** A step in which one thing passed through another must be shortened: contact would push it out on the wrong side. */
function nothingPassed(w: Workspace, solver: StageSolver): boolean {
  const { passed } = w.allContacts;
  if (passed === undefined) return true;
  solver.failure = passed.passage.reason;
  solver.subject = passed.passage.block;
  return false;
}
