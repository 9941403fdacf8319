/**
 * Search along a Newton direction that has stopped contracting: contacts that open and close, or slip that turns round,
 * from iterate to iterate. The root of g(a) = r(x + a dx, lambda + dlambda) . dx in (0, 1] by the Illinois rule.
 */
import { evaluateForces, evaluateRows, type Workspace } from '../system/index.ts';

/** What the search needs of a stage. */
export interface SearchedStage {
  readonly w: Workspace;
  readonly x: Float64Array;
  readonly solution: Float64Array;
  readonly residual: Float64Array;
  moveTo(b: number, c: number, t: number): void;
  makeResidual(b: number, c: number): void;
}

/** Scratch by stage, made at the first search. */
const buffers = new WeakMap<SearchedStage, { x: Float64Array; lambda: Float64Array }>();

/** Returns the part of the step to take. Leaves x and lambda of the solver as they were. */
export function lineSearch(solver: SearchedStage, b: number, c: number, t: number): number {
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
  solver.makeResidual(b, c);
  const start = along(solver);
  let part = 1;
  if (start < 0) {
    const full = slopeAt(solver, 1, b, c, t);
    if (full > -0.5 * start) part = illinois(solver, start, full, b, c, t);
  }
  x.set(keep.x);
  w.lambda.set(keep.lambda);
  return part;

  function slopeAt(s: SearchedStage, a: number, b: number, c: number, t: number): number {
    const from = (keep as { x: Float64Array }).x;
    for (let i = 0; i < n; i++) x[i] = from[i] + a * solution[i];
    s.moveTo(b, c, t);
    evaluateRows(w, false);
    evaluateForces(w, false, b, c);
    s.makeResidual(b, c);
    return along(s);
  }

  function illinois(s: SearchedStage, first: number, last: number, b: number, c: number, t: number): number {
    let low = 0;
    let high = 1;
    let atLow = first;
    let atHigh = last;
    let side = 0;
    let a = 1;
    for (let k = 0; k < 5; k++) {
      a = (low * atHigh - high * atLow) / (atHigh - atLow);
      a = Math.min(Math.max(a, low + 0.05 * (high - low)), high - 0.05 * (high - low));
      const here = slopeAt(s, a, b, c, t);
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
}

function along(solver: SearchedStage): number {
  let sum = 0;
  for (let i = 0; i < solver.w.size; i++) sum += solver.residual[i] * solver.solution[i];
  return sum;
}
