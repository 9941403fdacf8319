/**
 * Minimises the function of a convex step (problem.ts) by Newton's method, island by island. The increment comes from the factor of the
 * whole matrix; it is taken whole while increments shrink, otherwise a line search finds the zero of the slope. Bodies at rest take one
 * increment.
 */
import type { Workspace } from '../stage/index.ts';
import { IslandLineSearch } from './line-search.ts';
import type { ConvexProblem } from './problem.ts';

/** Tolerance of increments, as a part of the speed gained by free fall in the step, unless the model gives another. */
const TOLERANCE = 1e-6;
/** ... for models with cables: the error after the last increment is far smaller, and further rounds follow. */
const WITH_CABLES = 1e-3;
/** ... but never more than this part: a pile at rest would creep. */
const LOOSEST = 1e-4;
/** Factor on the tolerance of a solve that is followed by another. */
export const LOOSE = 1e3;
/** ... and factor for a first round with cables, whose linearisation is a millimetre away from the solution. */
export const LOOSE_CABLES = 1e5;
/**
 * ... or, for an island under impact, this part of its first increment beyond that number of free falls: the resulting normal forces, which
 * bound friction in the next solve, need no better accuracy. In the last solve: FINE of the first increment.
 */
const ROUGH = 0.01;
const HIT = 2;
const FINE = 1e-6;
/**
 * Cables: a solve ends at an increment of PART times the first one of the step; while contact states change, increments count STATES times.
 */
const PART = 3e-2;
const STATES = 10;
/** Multiple of the tolerance from which the remaining error is estimated by the rate of convergence. */
const NEXT = 100;
/** [m/s^2] acceleration of free fall assumed without gravity */
const WEAK = 1e-3;
/** ... or this part of the largest speed, which is rounding. */
const ROUNDING = 1e-12;

export type Trouble = 'diverged' | 'not-finite' | 'singular';

export class ConvexNewton {
  /** totals over all solves */
  iterations = 0;
  trouble: Trouble = 'diverged';
  /** body with the largest increment, or node n as -1 - n; for `singular`: the block whose pivot failed */
  subject = 0;
  private readonly w: Workspace;
  private readonly problem: ConvexProblem;
  private readonly search: IslandLineSearch;
  private readonly force: Float64Array;
  private readonly slope: Float64Array;
  private readonly increment: Float64Array;
  /** the increment of velocities, with zeros for bodies with given motion */
  private readonly ahead: Float64Array;
  /** change of the smooth part of the slope by the whole increment */
  private readonly growth: Float64Array;
  /** by island: largest change of speed [m/s] */
  private readonly size: Float64Array;
  /** ... of the previous iteration, and of the first */
  private readonly before: Float64Array;
  private readonly first: Float64Array;
  /** of the island last tested by isLast: remaining error after its increment [m/s]; true: its smallest increment so far */
  private rest = 0.5;
  private shrinks = false;
  private readonly done: Uint8Array;
  /** finished islands; islands that take the whole increment */
  private readonly whole: Uint8Array;
  private readonly skip: Uint8Array;
  /** tolerance of the present solve, and of a last solve [m/s] */
  private tolerance = 0.5;
  private tight = 0.5;
  /** [m/s] speed gained by free fall in the step */
  private fall = 0.5;
  /** the largest of the last increments [m/s] */
  private left = 0.5;

  constructor(w: Workspace, problem: ConvexProblem) {
    this.w = w;
    this.problem = problem;
    const blocks = problem.islands.of.length;
    this.search = new IslandLineSearch(blocks);
    this.force = new Float64Array(w.size);
    this.slope = new Float64Array(w.size);
    this.increment = new Float64Array(w.size + w.multiplierCount);
    this.ahead = new Float64Array(w.velocity.length);
    this.growth = new Float64Array(w.size);
    this.size = new Float64Array(blocks);
    this.before = new Float64Array(blocks);
    this.first = new Float64Array(blocks);
    this.done = new Uint8Array(blocks);
    this.whole = new Uint8Array(blocks);
    this.skip = new Uint8Array(blocks);
  }

  /** v: the iterate, then the solution. False: see `trouble`. */
  solve(v: Float64Array, most: number, loose: number): boolean {
    const { problem, done } = this;
    const { count } = problem.islands;
    this.findTolerance(v, loose);
    this.left = 0;
    done.fill(0);
    for (let iteration = 1; iteration <= most; iteration++) {
      this.iterations++;
      problem.strands.follows = loose > 1 && iteration > 1;
      if (!this.findIncrement(v)) return false;
      problem.strands.follows = false;
      this.findGrowth(v);
      let left = 0;
      for (let k = 0; k < count; k++) {
        const small = done[k] === 0 && this.isLast(k, iteration, loose);
        // shrinking increments need no line search; joints hold after the first increment, and along later ones
        this.whole[k] = done[k] === 1 || this.shrinks || small || (iteration === 1 && problem.hasRows[k] === 1) ? 1 : 0;
        if (small) {
          done[k] = 1;
          if (this.rest > this.left) this.left = this.rest;
        }
        if (done[k] === 0) left++;
      }
      this.findParts();
      this.advance(v);
      if (left === 0) return true;
    }
    this.trouble = 'diverged';
    return false;
  }

  /** Is island k close enough to its solution after the present increment? */
  private isLast(k: number, iteration: number, loose: number): boolean {
    const { size, before, first, problem } = this;
    let { tolerance } = this;
    if (this.w.cables.any) {
      this.shrinks = false;
      if (iteration === 1 && loose > 1) first[k] = size[k];
      tolerance = Math.max(tolerance, PART * first[k]);
      this.rest = size[k];
      const steady = problem.steady(k);
      if (iteration > 1 && steady && size[k] <= NEXT * tolerance) this.rest *= Math.min(1, size[k] / before[k]);
      // while states change, cables keep nine tenths of the curvature along their slips
      else if (!steady && loose === 1) this.rest *= STATES;
      before[k] = size[k];
      if (this.rest > tolerance) return false;
      if (tolerance > this.tolerance) this.rest = 0;
      return true;
    }
    if (iteration === 1) first[k] = size[k];
    else tolerance = Math.max(tolerance, loose > 1 ? ROUGH * (first[k] - HIT * this.fall) : FINE * first[k]);
    this.rest = size[k];
    this.shrinks = iteration === 1 || size[k] <= before[k];
    // with quadratic convergence the next contraction is the square of this one
    if (loose === 1 && iteration > 1 && size[k] <= NEXT * tolerance && problem.steady(k))
      this.rest *= Math.min(1, size[k] / before[k]);
    before[k] = size[k];
    return this.rest <= tolerance && problem.foreseen(k);
  }

  /** Did the last solve reach the tolerance of a final one? */
  get isTight(): boolean {
    return this.left <= this.tight;
  }

  private findTolerance(v: Float64Array, loose: number): void {
    const { w } = this;
    const g = w.model.gravity;
    let fastest = 0;
    for (let i = 0; i < w.size; i++) fastest = Math.max(fastest, Math.abs(v[i]));
    const fall = w.h * Math.max(WEAK, Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]));
    this.fall = fall;
    const { newtonTolerance } = w.model.spec.solver;
    const asked = newtonTolerance === 'auto' ? 0 : newtonTolerance / w.h;
    const least = w.cables.any ? WITH_CABLES : TOLERANCE;
    const wanted = Math.max(least * fall, Math.min(asked, LOOSEST * fall));
    this.tight = Math.max(wanted, ROUNDING * fastest);
    this.tolerance = Math.max(this.tight, loose * TOLERANCE * fall);
  }

  private findIncrement(v: Float64Array): boolean {
    const { w, problem, slope, force, increment, done, skip } = this;
    const { matrix, smooth, lack, islands } = problem;
    const { ofUnknown, of } = islands;
    const n = w.size;
    force.fill(0);
    problem.addForces(force, v, done);
    problem.fillMatrix(done);
    for (let i = 0; i < skip.length; i++) skip[i] = done[of[i]];
    const failed = matrix.factor(skip);
    if (failed >= 0) {
      this.trouble = 'singular';
      this.subject = failed;
      return false;
    }
    for (let i = 0; i < n; i++) {
      slope[i] = done[ofUnknown[i]] === 1 ? 0 : smooth[i] - w.h * force[i];
      increment[i] = -slope[i];
    }
    for (let i = 0; i < lack.length; i++) increment[n + i] = lack[i];
    matrix.solve(increment, skip);
    return this.measure();
  }

  /** Largest changes of speed by island; false where one is not finite. */
  private measure(): boolean {
    const { w, increment: d, size, problem, done } = this;
    const { of } = problem.islands;
    const { reach } = problem;
    size.fill(0);
    let most = 0;
    for (let block = 0; block < of.length; block++) {
      const k = of[block];
      if (done[k] === 1) continue;
      const body = block < reach.length;
      const i = body ? 6 * block : w.bodySize + 4 * (block - reach.length);
      let speed = Math.sqrt(d[i] * d[i] + d[i + 1] * d[i + 1] + d[i + 2] * d[i + 2]);
      if (body) speed += reach[block] * Math.sqrt(d[i + 3] * d[i + 3] + d[i + 4] * d[i + 4] + d[i + 5] * d[i + 5]);
      if (!(speed <= size[k])) size[k] = speed;
      if (speed <= most) continue;
      most = speed;
      this.subject = body ? block : -1 - 4 * (block - reach.length);
    }
    if (most < Number.POSITIVE_INFINITY) return true;
    this.trouble = 'not-finite';
    return false;
  }

  /** growth = S d + J^T dmu = -slope - h J^T G J d, and the motion of contacts along the line. */
  private findGrowth(v: Float64Array): void {
    const { w, problem, ahead, growth, slope, increment, done } = this;
    for (let i = 0; i < w.size; i++) {
      ahead[i] = increment[i];
      growth[i] = -slope[i];
    }
    problem.noteLine(v, ahead, done);
    if (problem.plain) problem.timesInertia(growth, ahead);
    else problem.subtractMatrix(growth, done);
  }

  private findParts(): void {
    const { problem, search, slope, growth, increment, whole, w } = this;
    const { ofUnknown, count } = problem.islands;
    search.start.fill(0, 0, count);
    search.rise.fill(0, 0, count);
    for (let i = 0; i < w.size; i++) {
      const k = ofUnknown[i];
      search.start[k] += slope[i] * increment[i];
      search.rise[k] += growth[i] * increment[i];
    }
    search.run(count, whole, problem);
  }

  private advance(v: Float64Array): void {
    const { w, problem, search, increment, growth } = this;
    const { smooth, impulse, lack, rowIsland } = problem;
    const { ofUnknown } = problem.islands;
    const { part } = search;
    for (let i = 0; i < w.size; i++) {
      const p = part[ofUnknown[i]];
      v[i] += p * increment[i];
      smooth[i] += p * growth[i];
    }
    for (let i = 0; i < lack.length; i++) {
      const p = part[rowIsland[i]];
      impulse[i] += p * increment[w.size + i];
      lack[i] *= 1 - p;
    }
  }
}
