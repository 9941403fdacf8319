/**
 * Steps for bodies held by joints that fall on things, at points (integrator: heap): backward Euler, first order in time; impacts are absorbed.
 * Contacts are looked for once a step. In rounds everything is taken at an iterate, and the velocities at the end are the minimum of a
 * convex function on the linear space joints leave (system/link-system.ts), by Newton's method with a search along its line.
 */
import { LINE_HERE, LINE_PART, LINE_START, type Line, searchLine } from '../math/index.ts';
import { isLinked, LinkSystem, type Workspace } from '../system/index.ts';
import type { InnerStages } from './contact-events.ts';
import type { Integrator } from './integrators.ts';
import { makeHeapStep } from './pile.ts';
import type { StageSolver } from './stage.ts';
import type { State } from './state.ts';

/** Rounds in which joints and contacts are taken anew. */
const ROUNDS = 12;
/**
 * Increments of a round below which it needs no other, as ways over the step [m or rad] and, in short steps, as speeds [m/s or rad/s]: what it leaves is
 * their square, of the first round, without stiffness, a sixth. The same of friction that waits to be bounded by the normal forces a round found.
 */
const FIRST = 1e-4;
const CLOSE = 3e-4;
const SETTLED = 3e-5;
/** [s] steps that are shorter have increments that much smaller */
const SHORT = 5e-3;
/** [m or rad] increments below this over a step are none */
const TOLERANCE = 1e-9;
/** [m or rad] a step that takes things farther from where they were going is too long: contacts were looked for where it begins, and others may come. */
const FAR = 0.04;
/** Newton's iterations of a round. */
const ITERATIONS = 30;
/** Slopes within this part of that at the start of a line are none. */
const LEVEL = 0.1;
const TRIES = 8;
/** [m or rad] what accelerations add to the way of a step, up to which they are taken to last */
const SMOOTH = 1e-3;

/** integrator: heap, of bodies that meet at points, of bodies that meet by volume, or of cables. */
export function heapIntegrator(solver: StageSolver, state: State): Integrator {
  return isLinked(solver.w.model) ? new LinkStep(solver, state) : makeHeapStep(solver, state);
}

class LinkStep implements Integrator, Line {
  readonly weights: readonly [number, number] = [0, 1];
  error = 0;
  absorbed = false;
  readonly errorPower = 2;
  private readonly solver: StageSolver;
  private readonly state: State;
  private readonly w: Workspace;
  private readonly system: LinkSystem;
  private readonly v: Float64Array;
  private readonly from: Float64Array;
  private readonly tried: Float64Array;
  private readonly slope: Float64Array;
  private readonly increment: Float64Array;
  private readonly impulse: Float64Array;
  /** the increment of velocities, and none for bodies whose motion is given */
  private readonly way: Float64Array;
  /** slope along the increment: at its start, and last evaluated; part of it to take */
  readonly line: Float64Array = new Float64Array(3);

  constructor(solver: StageSolver, state: State) {
    const { w } = solver;
    this.solver = solver;
    this.state = state;
    this.w = w;
    this.system = new LinkSystem(w);
    this.v = new Float64Array(w.velocity.length);
    this.from = new Float64Array(w.velocity.length);
    this.tried = new Float64Array(w.velocity.length);
    this.slope = new Float64Array(w.bodySize);
    this.increment = new Float64Array(w.bodySize + w.multiplierCount);
    this.impulse = new Float64Array(w.multiplierCount);
    this.way = new Float64Array(w.velocity.length);
  }

  advance(_inner: InnerStages): boolean {
    const { solver, state, system, v, from, w, impulse } = this;
    const { h } = w;
    w.time = state.time + h;
    w.compliance = solver.regularisation;
    system.begin();
    this.guess();
    for (let i = 0; i < impulse.length; i++) impulse[i] = h * state.lambda[i];
    for (let round = 1; round <= ROUNDS; round++) {
      from.set(v);
      system.lineUp(v);
      if (round > 1) system.stiffen(v, impulse); // impulses of the step before may be those of an impact
      this.tried.set(v); // what is given of bodies that are moved
      if (!this.minimise()) return false;
      let most = 0;
      for (let i = 0; i < w.bodySize; i++) most = Math.max(most, Math.abs(h * (v[i] - from[i])));
      if (round === 1 && most > FAR) {
        solver.failure = 'diverged';
        return false;
      }
      system.contacts.follow();
      const part = Math.min(1, h / SHORT);
      if (most <= part * (round === 1 ? FIRST : CLOSE) && system.contacts.unsettled <= part * SETTLED) break;
    }
    system.end(v, impulse);
    this.absorbed = w.contacts.active > 0;
    for (let i = 0; i < w.bodySize; i++) solver.x[i] = (v[i] - state.velocity[i]) / h;
    return true;
  }

  /** What moves smoothly goes on as it did. */
  private guess(): void {
    const { v, w, state } = this;
    const { h } = w;
    v.set(w.velocity);
    for (let body = 0; body < w.bodySize; body += 6) {
      let most = 0;
      for (let i = body; i < body + 6; i++) most = Math.max(most, Math.abs(h * h * state.x[i]));
      if (most > SMOOTH) continue;
      for (let i = body; i < body + 6; i++) v[i] += h * state.x[i];
    }
  }

  private minimise(): boolean {
    const { solver, system, v, tried, slope, increment, impulse, w } = this;
    const n = w.bodySize;
    const { h } = w;
    for (let iteration = 1; iteration <= ITERATIONS; iteration++) {
      solver.iterations++;
      solver.factorisations++;
      system.evaluate(slope, v, impulse, true);
      const status = w.matrix.lu.factor();
      if (!status.ok) {
        solver.failure = 'singular';
        solver.subject = status.block;
        return false;
      }
      for (let i = 0; i < n; i++) increment[i] = -slope[i];
      system.lack(increment, n, v);
      w.matrix.lu.solve(increment);
      this.along(LINE_START);
      let most = 0;
      for (let i = 0; i < n; i++) {
        const way = Math.abs(h * increment[i]);
        if (way <= most) continue;
        most = way;
        solver.subject = Math.floor(i / 6);
      }
      if (!(most < Number.POSITIVE_INFINITY)) {
        solver.failure = 'not-finite';
        return false;
      }
      for (let i = 0; i < n; i++) tried[i] = v[i] + increment[i];
      for (let i = 0; i < impulse.length; i++) impulse[i] += increment[n + i];
      if (system.contacts.count > 0) system.evaluate(slope, tried, impulse, false);
      if (system.contacts.count === 0 || most <= TOLERANCE || this.still()) {
        for (let i = 0; i < n; i++) v[i] = tried[i];
        return true;
      }
      // the first one whole: joints hold after it, and along later ones
      this.line[LINE_PART] = 1;
      if (iteration > 1) this.search();
      const part = this.line[LINE_PART];
      for (let i = 0; i < n; i++) v[i] += part * increment[i];
    }
    solver.failure = 'diverged';
    return false;
  }

  /** Is what the last evaluation left over too little to move anything? */
  private still(): boolean {
    const { slope, w } = this;
    const { mass, inertia } = w.model;
    const { h } = w;
    for (let i = 0, body = 0; i < w.bodySize; i += 6, body++) {
      const m = mass[body];
      const J = Math.min(inertia[6 * body], inertia[6 * body + 1], inertia[6 * body + 2]);
      for (let k = 0; k < 3; k++) {
        if (!(Math.abs(h * slope[i + k]) <= TOLERANCE * m && Math.abs(h * slope[i + 3 + k]) <= TOLERANCE * J))
          return false;
      }
    }
    return true;
  }

  /** The part of the increment at which the slope along it is as good as none; the last evaluation was of the whole. */
  private search(): void {
    const { line } = this;
    const first = line[LINE_START];
    this.along(LINE_HERE);
    if (!(first < 0) || line[LINE_HERE] <= -LEVEL * first) return;
    for (let i = 0; i < this.w.bodySize; i++) this.way[i] = this.increment[i];
    this.system.noteLine(line, this.v, this.way);
    searchLine(this, LEVEL, TRIES);
  }

  tryPart(): void {
    this.system.lookAlong(this.line);
  }

  private along(into: number): void {
    const { slope, increment, line } = this;
    let sum = 0;
    for (let i = 0; i < slope.length; i++) sum += slope[i] * increment[i];
    line[into] = sum;
  }

  remember(): void {
    this.state.x.set(this.solver.x);
  }
}
