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

export class LineSearch {
  /** of the step to take, found by the last run */
  part = 1;
  /** g at the last place looked at */
  private slope = 0;
  private readonly x: Float64Array;
  private readonly lambda: Float64Array;

  constructor(size: number, multipliers: number) {
    this.x = new Float64Array(size);
    this.lambda = new Float64Array(multipliers);
  }

  /** Finds the part of the step to take. Leaves x and lambda of the stage as they were. */
  run(stage: SearchedStage): void {
    const { w, x, solution } = stage;
    const n = w.size;
    this.x.set(x);
    this.lambda.set(w.lambda);
    if (w.matrix.withMultipliers) for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] += solution[n + i];
    stage.makeResidual();
    this.along(stage);
    const start = this.slope;
    this.part = 1;
    if (start < 0) {
      this.look(stage);
      if (this.slope > -0.5 * start) this.illinois(stage, start);
    }
    x.set(this.x);
    w.lambda.set(this.lambda);
  }

  /** Slope at the part at hand. */
  private look(stage: SearchedStage): void {
    const { w, x, solution } = stage;
    const { part: a, x: from } = this;
    for (let i = 0; i < w.size; i++) x[i] = from[i] + a * solution[i];
    stage.moveTo();
    evaluateRows(w, false);
    evaluateStage(w, false);
    stage.makeResidual();
    this.along(stage);
  }

  /** first: slope at the start; that at the end was the last one looked at. */
  private illinois(stage: SearchedStage, first: number): void {
    let low = 0;
    let high = 1;
    let atLow = first;
    let atHigh = this.slope;
    let side = 0;
    for (let k = 0; k < 5; k++) {
      const a = (low * atHigh - high * atLow) / (atHigh - atLow);
      this.part = Math.min(Math.max(a, low + 0.05 * (high - low)), high - 0.05 * (high - low));
      this.look(stage);
      const here = this.slope;
      if (Math.abs(here) < -0.3 * first) break;
      if (here > 0) {
        high = this.part;
        atHigh = here;
        if (side === 1) atLow *= 0.5;
        side = 1;
      } else {
        low = this.part;
        atLow = here;
        if (side === -1) atHigh *= 0.5;
        side = -1;
      }
    }
  }

  private along(stage: SearchedStage): void {
    let sum = 0;
    for (let i = 0; i < stage.w.size; i++) sum += stage.residual[i] * stage.solution[i];
    this.slope = sum;
  }
}
