/**
 * Search along a Newton direction that has stopped contracting: contacts that open and close, or slip that turns round,
 * from iterate to iterate. The root of g(a) = r(x + a dx, lambda + dlambda) . dx in (0, 1] by the Illinois rule.
 */
import { evaluateRows, evaluateStage, type Workspace } from '../system/index.ts';

/** What the search needs of a stage. */
export interface SearchedStage {
  readonly w: Workspace;
  readonly x: Float64Array;
  readonly solution: Float64Array;
  readonly residual: Float64Array;
  moveTo(): void;
  makeResidual(): void;
}

/** Scratch by stage, made at the first search. */
const buffers = new WeakMap<SearchedStage, { x: Float64Array; lambda: Float64Array }>();

/** Returns the part of the step to take. Leaves x and lambda of the solver as they were. */
export function lineSearch(solver: SearchedStage): number {
  const { w, x, solution } = solver;
  const n = w.size;
  let keep = buffers.get(solver);
  if (keep === undefined) {
    keep = { x: new Float64Array(n), lambda: new Float64Array(w.multiplierCount) };
    buffers.set(solver, keep);
  }
  keep.x.set(x);
  keep.lambda.set(w.lambda);
  if (w.matrix.withMultipliers) for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] += solution[n + i];
  solver.makeResidual();
  const start = along(solver);
  let part = 1;
  if (start < 0) {
    const full = slopeAt(solver, keep.x, 1);
    if (full > -0.5 * start) part = illinois(solver, keep.x, start, full);
  }
  x.set(keep.x);
  w.lambda.set(keep.lambda);
  return part;
}

function slopeAt(stage: SearchedStage, from: Float64Array, a: number): number {
  const { w, x, solution } = stage;
  for (let i = 0; i < w.size; i++) x[i] = from[i] + a * solution[i];
  stage.moveTo();
  evaluateRows(w, false);
  evaluateStage(w, false);
  stage.makeResidual();
  return along(stage);
}

function illinois(stage: SearchedStage, from: Float64Array, first: number, last: number): number {
  let low = 0;
  let high = 1;
  let atLow = first;
  let atHigh = last;
  let side = 0;
  let a = 1;
  for (let k = 0; k < 5; k++) {
    a = (low * atHigh - high * atLow) / (atHigh - atLow);
    a = Math.min(Math.max(a, low + 0.05 * (high - low)), high - 0.05 * (high - low));
    const here = slopeAt(stage, from, a);
    if (Math.abs(here) < -0.3 * first) break;
    if (here > 0) {
      high = a;
      atHigh = here;
      if (side === 1) atLow *= 0.5;
      side = 1;
    } else {
      low = a;
      atLow = here;
      if (side === -1) atHigh *= 0.5;
      side = -1;
    }
  }
  return a;
}

function along(solver: SearchedStage): number {
  let sum = 0;
  for (let i = 0; i < solver.w.size; i++) sum += solver.residual[i] * solver.solution[i];
  return sum;
}
