/**
 * Line search along a Newton direction that no longer contracts, because contacts open and close or slip reverses between iterates. The
 * root of g(a) = r(x + a dx, lambda + dlambda) . dx in (0, 1] by the Illinois rule.
 */
import { LINE_HERE, LINE_PART, LINE_START, type Line, searchLine } from '../math/index.ts';
import { evaluateRows, evaluateStage, type Workspace } from '../stage/index.ts';

/** Slopes below this part of the initial slope count as zero. */
const LEVEL = 0.3;
const TRIES = 5;

/** Interface of a stage for the search. */
export interface SearchedStage {
  readonly w: Workspace;
  readonly x: Float64Array;
  readonly solution: Float64Array;
  readonly residual: Float64Array;
  moveTo(): void;
  makeResidual(): void;
}

export class LineSearch implements Line {
  /** the part of the step to take, found by the last run */
  readonly line: Float64Array = new Float64Array(3);
  private stage: SearchedStage | undefined;
  private readonly x: Float64Array;
  private readonly lambda: Float64Array;

  constructor(size: number, multipliers: number) {
    this.x = new Float64Array(size);
    this.lambda = new Float64Array(multipliers);
  }

  /** Finds the part of the step to take. Does not change x and lambda of the stage. */
  run(stage: SearchedStage): void {
    const { w, x, solution } = stage;
    const n = w.size;
    this.x.set(x);
    this.lambda.set(w.lambda);
    if (w.matrix.withMultipliers) for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] += solution[n + i];
    stage.makeResidual();
    this.stage = stage;
    this.along(stage, LINE_START);
    const start = this.line[LINE_START];
    this.line[LINE_PART] = 1;
    if (start < 0) {
      this.tryPart();
      if (this.line[LINE_HERE] > -0.5 * start) searchLine(this, LEVEL, TRIES);
    }
    x.set(this.x);
    w.lambda.set(this.lambda);
  }

  tryPart(): void {
    const { stage, x: from } = this;
    if (!stage) return;
    const { w, x, solution } = stage;
    const a = this.line[LINE_PART];
    for (let i = 0; i < w.size; i++) x[i] = from[i] + a * solution[i];
    stage.moveTo();
    evaluateRows(w, false);
    evaluateStage(w, false);
    stage.makeResidual();
    this.along(stage, LINE_HERE);
  }

  private along(stage: SearchedStage, into: number): void {
    let sum = 0;
    for (let i = 0; i < stage.w.size; i++) sum += stage.residual[i] * stage.solution[i];
    this.line[into] = sum;
  }
}
