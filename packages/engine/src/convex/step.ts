/**
 * A convex step: backward Euler for everything at once, impacts absorbed. In rounds all that is held in a solve is taken anew at its
 * solution: smooth forces, joints, levers, normals, and the normal forces that bound friction. Two rounds do where little turns.
 */
import { advanceTensions, type Workspace } from '../stage/index.ts';
import { ConvexNewton, LOOSE, LOOSE_CABLES, type Trouble } from './newton.ts';
import { ConvexProblem } from './problem.ts';

/** Rounds at most: of bodies that nothing but contact joins, of all else, and where there are cables. */
const FEW_ROUNDS = 2;
const ROUNDS = 8;
const CABLE_ROUNDS = 12;
/** Times that contacts are looked for again, because a cable went where nobody had looked. */
const LOOKS = 4;
/** [m] by which length and tension of an element may disagree; what more than so much is left after all rounds has not been found. */
const GAP = 1e-5;
const LOOSEST_GAP = 1e-4;
/** Rounds that move cables by more than this part of what the round before did do not come closer. */
const TO_AND_FRO = 0.7;
/** A step in which contacts make energy is solved again, at most this many times. */
const AGAIN = 6;
/** Newton's iterations of a round. */
const ITERATIONS = 60;
/** A round that moved no part of anything by more than this over the step [m] is the last: what it leaves is of second order. */
const CLOSE = 1e-4;
/** [m] ... and of cables, what a round leaves: the square of its move over the length of an element. */
const CURVED = 1e-5;
/**
 * [m] A step that takes parts of a jointed system farther than this from where they were going is too long: contacts were looked for where it
 * begins, and others may come.
 */
const FAR = 0.04;
/** Friction that new normal forces change by less than this part of what a free fall gains in the step is settled. */
const SETTLED = 1e-4;
/** [m/s^2] by which forces on what lies still may be out of balance in a step that is not solved: a ten-thousandth of its weight */
const ASLEEP = 1e-3;
/** [m] what accelerations add to the way of a step, up to which they are taken to last */
const SMOOTH = 1e-3;

export class ConvexStep {
  readonly problem: ConvexProblem;
  readonly newton: ConvexNewton;
  /** velocities at the end of the step */
  readonly v: Float64Array;
  private readonly w: Workspace;
  private readonly from: Float64Array;
  private readonly change: Float64Array;
  /** of cables: moves up to this are close [m] */
  private readonly close: number;
  /** was the last round taken whole? */
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

  /** Takes the step w.h. The workspace holds the state at its start, with contacts found; x: accelerations of the step before; `steps` counts the steps before. False: see `trouble`. */
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
      // bodies go where the first round takes them, but for friction; cables may turn up in any
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
      problem.unsettled(v); // contacts as they are there
      problem.end(v);
    }
    return true;
  }

  /**
   * Tensions of cables are unknowns of their own and go along with the round. Rounds that go to and fro end half-way. Returns how far this one
   * moved anything over the step [m].
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

  /** [m] the most that the last round moved anything over the step, of the unknowns below `end` */
  private moved(end: number): number {
    const { w, v, from, problem } = this;
    let most = 0;
    for (let i = 0; i < end; i++) {
      const reach = i < w.bodySize && i % 6 >= 3 ? problem.reach[Math.floor(i / 6)] : 1;
      most = Math.max(most, reach * Math.abs(v[i] - from[i]));
    }
    return w.h * most;
  }

  /** What moves smoothly goes on as it did. */
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
