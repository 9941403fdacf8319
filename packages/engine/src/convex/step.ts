/**
 * A convex step: backward Euler for the whole model at once; impacts are absorbed. The step consists of rounds: each round solves with
 * fixed smooth forces, joints, levers, normals and friction bounds, which are then updated at the solution. Two rounds suffice where
 * rotations are small.
 */
import { advanceTensions, type Workspace } from '../stage/index.ts';
import { ConvexNewton, LOOSE, LOOSE_CABLES, type Trouble } from './newton.ts';
import { ConvexProblem } from './problem.ts';

/** Largest number of rounds: for bodies connected by contact alone, for other models, and with cables. */
const FEW_ROUNDS = 2;
const ROUNDS = 8;
const CABLE_ROUNDS = 12;
/** Largest number of repeated contact searches because a cable moved beyond the first. */
const LOOKS = 4;
/** [m] largest mismatch between length and tension of an element; a larger one after all rounds means no convergence. */
const GAP = 1e-5;
const LOOSEST_GAP = 1e-4;
/** Rounds whose motion of cables exceeds this part of the previous one do not converge. */
const TO_AND_FRO = 0.7;
/** Largest number of repeated solves of a step in which contacts create energy. */
const AGAIN = 6;
/** Largest number of Newton iterations in a round. */
const ITERATIONS = 60;
/** A round with smaller displacements over the step [m] is the last: the remaining error is of second order. */
const CLOSE = 1e-4;
/** [m] ... and for cables, bound of the error after a round: the square of its displacement over the length of an element. */
const CURVED = 1e-5;
/**
 * [m] A step that moves parts of a jointed system farther than this from their predicted positions is too long: the contact search at its
 * start may have missed contacts.
 */
const FAR = 0.04;
/**
 * Friction counts as converged when new normal forces change speeds by less than this part of the speed gained by free fall in the step.
 */
const SETTLED = 1e-4;
/** [m/s^2] imbalance of a resting part below which the step is not solved: a ten-thousandth of its weight */
const ASLEEP = 1e-3;
/** [m] largest displacement by accelerations in a step for which these are extrapolated */
const SMOOTH = 1e-3;

export class ConvexStep {
  readonly problem: ConvexProblem;
  readonly newton: ConvexNewton;
  /** velocities at the end of the step */
  readonly v: Float64Array;
  private readonly w: Workspace;
  private readonly from: Float64Array;
  private readonly change: Float64Array;
  /** for cables: displacements up to this count as close [m] */
  private readonly close: number;
  /** true: the last round was taken whole */
  private whole = true;
  /** SETTLED g [m/s^2] */
  private readonly settled: number;

  constructor(w: Workspace) {
    this.w = w;
    this.problem = new ConvexProblem(w);
    this.newton = new ConvexNewton(w, this.problem);
    this.v = new Float64Array(w.velocity.length);
    this.from = new Float64Array(w.velocity.length);
    this.change = new Float64Array(w.size);
    let shortest = Number.POSITIVE_INFINITY;
    for (const { cable } of w.cables.items) {
      for (let j = 0; j < cable.elementCount; j++) shortest = Math.min(shortest, cable.restLength[j]);
    }
    this.close = Math.sqrt(CURVED * shortest);
    const [gx, gy, gz] = w.model.gravity;
    this.settled = SETTLED * Math.max(1, Math.sqrt(gx * gx + gy * gy + gz * gz));
  }

  get trouble(): Trouble {
    return this.newton.trouble;
  }

  /**
   * Takes the step w.h. The workspace holds the state at its start, with contacts found; x: accelerations of the previous step; `steps`
   * counts earlier steps. False: see `trouble`.
   */
  advance(time: number, x: Float64Array, steps: number): boolean {
    const { w, problem } = this;
    w.time = time + w.h;
    problem.begin(steps);
    if (problem.keepsContacts && problem.stays(this.v, ASLEEP) && w.cableGap <= GAP) problem.end(this.v);
    else if (!this.solve(time, x)) return false;
    problem.carry(steps);
    return true;
  }

  private solve(time: number, x: Float64Array): boolean {
    const { w, problem, newton, v, from } = this;
    this.guess(x);
    const settled = this.settled * w.h;
    const rounds = problem.plain ? FEW_ROUNDS : w.cables.any ? CABLE_ROUNDS : ROUNDS;
    let looks = 0;
    const close = w.cables.any ? this.close : CLOSE;
    let last = Number.POSITIVE_INFINITY;
    for (let round = 1; round <= rounds; round++) {
      from.set(v);
      problem.lineUp(v, round);
      for (let i = w.size; i < v.length; i++) from[i] = v[i];
      if (!newton.solve(v, ITERATIONS, round > 1 ? 1 : w.touch.any ? LOOSE_CABLES : LOOSE)) return false;
      if (w.cables.any) last = this.followTensions(round, last);
      if (problem.strayed(v)) {
        problem.lookAgain(time);
        round = 0;
        last = Number.POSITIVE_INFINITY;
        continue;
      }
      // bodies move as in the first round, except for friction; contacts of cables may appear in any round
      if (looks < LOOKS && (round === 1 || w.cables.any) && problem.catchMissed(v)) {
        looks++;
        round = 0;
        last = Number.POSITIVE_INFINITY;
        continue;
      }
      const rub = problem.unsettled(v);
      const moved = w.cables.any ? last : this.moved(w.size);
      if (round === 1 && this.moved(w.bodySize) > FAR && !problem.plain) {
        newton.trouble = 'diverged';
        return false;
      }
      const fits = !w.cables.any || (w.cableGap <= GAP && this.whole);
      if (fits && newton.isTight && moved <= close && rub <= settled && !(round === 1 && problem.stale)) break;
    }
    if (w.cables.any && (w.cableGap > LOOSEST_GAP || !this.whole)) {
      newton.trouble = 'diverged';
      return false;
    }
    problem.end(v);
    for (let round = 0; round < AGAIN && problem.takeBack(round); round++) {
      if (!newton.solve(v, ITERATIONS, 1)) return false;
      problem.unsettled(v); // contacts at that place
      problem.end(v);
    }
    return true;
  }

  /**
   * Tensions of cables are unknowns of their own and change with the round. Oscillating rounds are halved. Returns the largest displacement
   * of this round over the step [m].
   */
  private followTensions(round: number, last: number): number {
    const { w, v, from, change } = this;
    const moved = this.moved(w.size);
    this.whole = round <= 2 || moved <= TO_AND_FRO * last;
    const part = this.whole ? 1 : 0.5;
    for (let i = 0; i < w.size; i++) {
      const more = part * (v[i] - from[i]);
      v[i] = from[i] + more;
      change[i] = more / w.h;
    }
    advanceTensions(w, change, 1);
    return moved;
  }

  /** [m] largest displacement of the last round over the step, among the unknowns below `end` */
  private moved(end: number): number {
    const { w, v, from, problem } = this;
    let most = 0;
    for (let i = 0; i < end; i++) {
      const reach = i < w.bodySize && i % 6 >= 3 ? problem.reach[Math.floor(i / 6)] : 1;
      most = Math.max(most, reach * Math.abs(v[i] - from[i]));
    }
    return w.h * most;
  }

  /** Extrapolates smooth motion. */
  private guess(x: Float64Array): void {
    const { v, w } = this;
    const { h } = w;
    v.set(w.velocity);
    for (let body = 0; body < w.bodySize; body += 6) {
      let most = 0;
      for (let i = body; i < body + 6; i++) most = Math.max(most, Math.abs(h * h * x[i]));
      if (most > SMOOTH) continue;
      for (let i = body; i < body + 6; i++) v[i] += h * x[i];
    }
  }
}
