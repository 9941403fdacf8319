/**
 * Steps for cables that lie on each other and on solids (integrator: convex): contacts are looked for once a step and held; first order in time,
 * impacts are absorbed. Newton's method for tensions and forces of contact as unknowns of their own (held/pile-system.ts).
 */
import { advanceTensions, type Workspace } from '../stage/index.ts';
import { PileSystem } from '../held/index.ts';
import type { InnerStages } from './contact-events.ts';
import type { Integrator } from './integrators.ts';
import { LARGEST_MOVE } from './options.ts';
import type { StageSolver } from './stage.ts';
import type { State } from './state.ts';

/** [m] increments below this over a step are none, unless the model says */
const TOLERANCE = 1e-4;
/** [m] by which length and tension of an element may disagree */
const GAP = 1e-5;
/** [m/s^2] by which forces on a heap at rest may be out of balance in a step that is not solved */
const ASLEEP = 1e-3;
/** What takes more than so many times that to stop is not asked. */
const DROWSY = 10;
/** A round that another one follows ends with increments of so many tolerances. */
const LOOSE = 6;
/** Rounds in which cables are linearised. */
const ROUNDS = 12;
/** Times that contacts are looked for again, because something went where nobody had looked. */
const LOOKS = 4;
/** Rounds whose move is not below this part of that before do not come closer. */
const TO_AND_FRO = 0.7;

export class PileStep implements Integrator {
  readonly weights: readonly [number, number] = [0, 1];
  readonly line = true;
  error = 0;
  absorbed = false;
  readonly errorPower = 2;
  private readonly solver: StageSolver;
  private readonly state: State;
  private readonly w: Workspace;
  private readonly system: PileSystem;
  private readonly tolerance: number;
  /** [m] */
  private readonly shortest: number;
  private readonly residual: Float64Array;
  private readonly increment: Float64Array;
  private readonly total: Float64Array;
  private readonly start: Float64Array;
  /** steps after which patches at the end of the last are those where the next begins */
  private known = -1;

  constructor(solver: StageSolver, state: State) {
    const { w, options } = solver;
    this.solver = solver;
    this.state = state;
    this.w = w;
    this.system = new PileSystem(w);
    this.tolerance = options.newtonTolerance === 'auto' ? TOLERANCE : options.newtonTolerance;
    this.shortest = Number.POSITIVE_INFINITY;
    for (const { cable } of w.cables.items) {
      for (let j = 0; j < cable.elementCount; j++) this.shortest = Math.min(this.shortest, cable.restLength[j]);
    }
    this.residual = new Float64Array(w.size);
    this.increment = new Float64Array(w.size);
    this.total = new Float64Array(w.size);
    this.start = new Float64Array(w.velocity.length);
  }

  advance(_inner: InnerStages): boolean {
    const { h } = this.w;
    const { solver, state, system, start, residual } = this;
    const { x } = solver;
    const t = state.time + h;
    start.set(state.velocity);
    system.begin(h, start, state.steps, this.known === state.steps);
    this.known = -1;
    this.absorbed = system.contacts.set.count > 0;
    if (!this.sleeps(h, t)) {
      x.fill(0);
      system.holdEnds(x, start, t);
      system.move(x, start, t);
      if (!this.iterate(h, t)) return false;
      system.evaluate(residual, x, false);
    }
    if (system.end(residual, state.steps)) this.known = state.steps + 1;
    return true;
  }

  /** A heap that goes on with its contacts and is in balance where it is stops there, without a solution. If so the residual is known. */
  private sleeps(h: number, t: number): boolean {
    const { solver, system, start, w } = this;
    const { x } = solver;
    if (!system.resting) return false;
    for (let i = w.bodySize; i < w.size; i++) {
      x[i] = -start[i] / h;
      if (!(Math.abs(x[i]) <= DROWSY * ASLEEP)) return false;
    }
    system.holdEnds(x, start, t);
    system.move(x, start, t);
    return system.stays(this.residual, x, ASLEEP);
  }

  private iterate(h: number, t: number): boolean {
    const { solver, system, total, start, w } = this;
    const { x } = solver;
    const b = h * h;
    let done = 0;
    let looks = 0;
    let last = Number.POSITIVE_INFINITY;
    for (let round = 1; round <= ROUNDS; round++) {
      system.linearise(x);
      total.fill(0);
      const taken = this.minimise(h, done === 0);
      if (taken === 0) return false;
      done += taken;
      const move = this.largest(total, b);
      // rounds that go to and fro end half-way
      const part = round > 2 && move > TO_AND_FRO * last ? 0.5 : 1;
      last = part * move;
      for (let i = w.bodySize; i < w.size; i++) x[i] += part * total[i];
      advanceTensions(w, total, part);
      system.move(x, start, t);
      if (looks < LOOKS && system.catchMissed(start)) {
        looks++;
        done = 0;
        last = Number.POSITIVE_INFINITY;
        continue;
      }
      // what is left is of second order in the move against the length of an element
      if (this.settled(move) && w.cableGap <= GAP) return true;
    }
    solver.failure = 'diverged';
    return false;
  }

  /** Is what a round leaves, of second order in its move against the length of an element, none? */
  private settled(move: number): boolean {
    return move * move <= this.tolerance * this.shortest;
  }

  /**
   * Cables as they are linearised: the least of a convex function for friction bounded by the forces of each iterate, so that it is
   * bounded in the end by the forces that the step ends with. Returns the iterations it took, 0: none is found.
   */
  private minimise(h: number, first: boolean): number {
    const { solver, system, increment, total, w } = this;
    const b = h * h;
    for (let iteration = 1; iteration <= solver.options.maxIterations; iteration++) {
      solver.iterations++;
      solver.factorisations++;
      system.contacts.bound(h, first && iteration === 1);
      if (!system.solve(increment)) {
        solver.failure = 'singular';
        return 0;
      }
      const size = this.largest(increment, b);
      if (!(size < LARGEST_MOVE)) {
        solver.failure = Number.isFinite(size) ? 'diverged' : 'not-finite';
        return 0;
      }
      const part = system.search(increment);
      for (let i = w.bodySize; i < w.size; i++) total[i] += part * increment[i];
      system.goOn(part);
      if (part === 1 && size <= this.tolerance) return iteration;
      // cables are taken anew anyway
      if (part === 1 && size <= LOOSE * this.tolerance && !this.settled(this.largest(total, b))) return iteration;
    }
    solver.failure = 'diverged';
    return 0;
  }

  private largest(increment: Float64Array, b: number): number {
    const { w, solver } = this;
    let most = 0;
    let where = w.bodySize;
    for (let i = w.bodySize; i < w.size; i++) {
      const size = Math.abs(b * increment[i]);
      if (size <= most) continue;
      if (Number.isNaN(size)) return Number.NaN;
      most = size;
      where = i;
    }
    solver.subject = -1 - (where - w.bodySize);
    return most;
  }

  remember(): void {
    this.state.x.set(this.solver.x);
  }

  saveHeld(): readonly number[] {
    const { pattern, rest } = this.system;
    const { steps } = this.state;
    const found = rest.saveFound(steps, this.known === steps);
    return [...pattern.save(), found.length, ...found, ...rest.save(steps)];
  }

  restoreHeld(saved: ArrayLike<number>): void {
    const { pattern, rest } = this.system;
    const { steps } = this.state;
    const from = pattern.restore(saved) + 1;
    const to = from + (saved.length >= from ? saved[from - 1] : 0);
    rest.restore(Array.prototype.slice.call(saved, to), steps);
    this.known = rest.restoreFound(Array.prototype.slice.call(saved, from, to)) ? steps : -1;
  }
}
