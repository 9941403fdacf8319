/**
 * The least of the function of a convex step (problem.ts) by Newton's method, island by island: an increment from the factors of the whole
 * matrix, taken whole while increments get smaller, else as far as the slope along its line is zero. Bodies at rest take one increment.
 */
import type { Workspace } from '../stage/index.ts';
import { IslandLineSearch } from './line-search.ts';
import type { ConvexProblem } from './problem.ts';

/** Increments that change speeds by less than this part of what a free fall gains in the step are the last, unless the model says otherwise. */
const TOLERANCE = 1e-6;
/** ... of models with cables this part: what is left after the last increment is far less, and rounds follow. */
const WITH_CABLES = 1e-3;
/** ... but never by more than this part: a pile at rest would creep. */
const LOOSEST = 1e-4;
/** A solve that another one follows may leave this many times as much. */
export const LOOSE = 1e3;
/** ... and this many times where a first round of cables leaves more: they are linearised at an iterate that is a millimetre away. */
export const LOOSE_CABLES = 1e5;
/**
 * ... or where the island is hit, this part of its first increment beyond so many free falls: the normal forces it finds, which bound friction in
 * the next one, are as good as that. In the last solve: FINE of the first increment.
 */
const ROUGH = 0.01;
const HIT = 2;
const FINE = 1e-6;
/** Cables: a solve ends at an increment of PART times the first one of the step; while states of contacts change, an increment counts STATES times. */
const PART = 3e-2;
const STATES = 10;
/** What an increment leaves is judged by how fast increments get smaller from this many times the tolerance on. */
const NEXT = 100;
/** [m/s^2] the free fall where there is no gravity */
const WEAK = 1e-3;
/** ... and so are increments of this part of the largest speed: they are rounding. */
const ROUNDING = 1e-12;

export type Trouble = 'diverged' | 'not-finite' | 'singular';

export class ConvexNewton {
  /** of all solves */
  iterations = 0;
  trouble: Trouble = 'diverged';
  /** body where the largest increment was, or node n below zero: -1 - n; of `singular`: the block whose pivot failed */
  subject = 0;
  private readonly w: Workspace;
  private readonly problem: ConvexProblem;
  private readonly search: IslandLineSearch;
  private readonly force: Float64Array;
  private readonly slope: Float64Array;
  private readonly increment: Float64Array;
  /** the increment of velocities, with zeros for bodies whose motion is given */
  private readonly ahead: Float64Array;
  /** what the whole increment adds to the smooth part of the slope */
  private readonly growth: Float64Array;
  /** by island: largest change of speed [m/s] */
  private readonly size: Float64Array;
  /** ... of the iteration before, and of the first */
  private readonly before: Float64Array;
  private readonly first: Float64Array;
  /** of the island last looked at by isLast: what its increment leaves [m/s]; no increment before was smaller */
  private rest = 0.5;
  private shrinks = false;
  private readonly done: Uint8Array;
  /** done, or to take the increment whole */
  private readonly whole: Uint8Array;
  private readonly skip: Uint8Array;
  /** of the solve at hand, and of one that is the last [m/s] */
  private tolerance = 0.5;
  private tight = 0.5;
  /** [m/s] what a free fall gains in the step */
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
        // increments that get smaller need no search along their line; joints hold after the first, and along later ones
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

  /** Does the increment at hand leave island k close enough to its solution? */
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
      // cables keep nine tenths of the curvature along their slips while states change
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
    // of increments that get smaller by a factor the next is smaller by its square
    if (loose === 1 && iteration > 1 && size[k] <= NEXT * tolerance && problem.steady(k))
      this.rest *= Math.min(1, size[k] / before[k]);
    before[k] = size[k];
    return this.rest <= tolerance && problem.foreseen(k);
  }

  /** Was the last solve as close as one that is the last must be? */
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

  /** growth = S d + J^T dmu = -slope - h J^T G J d, and where the line leads contacts. */
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
