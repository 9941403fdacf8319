/**
 * Chooses the integrator of a simulation: the given one or, with `auto`, the explicit one while it is efficient, and the convex one in a
 * crowd.
 */
import { convexIntegrator } from './convex.ts';
import { Crowd } from './crowd.ts';
import { Esdirk3 } from './esdirk.ts';
import { startAccelerations } from './start/initialise.ts';
import { type Integrator, makeIntegrator } from './integrators.ts';
import { EXPLICIT_TOLERANCE, nothingJumps, RungeKutta, STIFF_TOLERANCE } from './explicit/runge-kutta.ts';
import type { StageSolver } from './stage.ts';
import { rewind, type State } from './state.ts';

/**
 * Number of times that a step is tried with the explicit method before the implicit one takes over. At singular positions of a mechanism a
 * step may have to be a twentieth of the one before: with six tries MB-02 became implicit there, for good, and was 3 mm off by default.
 */
const EXPLICIT_ATTEMPTS = 20;

// Methods in a checkpoint; LEAVING: convex, but the next step is a general one.
const IMPLICIT = 0;
const EXPLICIT = 1;
const CONVEX = 2;
const LEAVING = 3;
/** Numbers of a checkpoint. */
export const METHOD_NUMBERS = 4;

export class Method {
  integrator: Integrator;
  /** largest error estimate of the integrator [m or rad] */
  tolerance: number;
  /** true: the method may change during a run */
  private readonly mayChange: boolean;
  /** true: `auto` takes convex steps now */
  convex = false;
  /** may it? */
  readonly mayTakeConvex: boolean;
  private readonly crowd: Crowd;
  private convexOne: Integrator | undefined;
  /** the explicit integrator, while it is in use */
  private explicit: RungeKutta | undefined;
  private readonly solver: StageSolver;
  private readonly state: State;

  constructor(solver: StageSolver, state: State) {
    this.solver = solver;
    this.state = state;
    const { integrator: name, tolerance } = solver.options;
    this.mayChange = name === 'auto';
    this.tolerance = tolerance;
    this.crowd = new Crowd(solver.w);
    this.mayTakeConvex = this.crowd.possible;
    if (name === 'runge-kutta') this.integrator = this.explicit = new RungeKutta(solver, state);
    else if (name === 'convex') this.integrator = convexIntegrator(solver, state);
    else if (name === 'esdirk3') this.integrator = new Esdirk3(solver, state);
    else this.integrator = makeIntegrator(name === 'auto' ? 'tr-bdf2' : name, solver, state);
  }

  /** Of the integrator, in the step. */
  get order(): number {
    if (this.explicit) return 8;
    if (this.convex) return 1;
    if (this.integrator instanceof Esdirk3) return 3;
    return this.solver.options.integrator === 'convex' ? 1 : 2;
  }

  /** The run begins: explicit where nothing in the model makes forces jump. */
  begin(): void {
    const { options, w } = this.solver;
    if (!this.mayChange || options.step !== 'auto' || !w.matrix.withMultipliers) return;
    if (nothingJumps(w)) this.useExplicit();
  }

  /** A step begins, after its contact search. */
  reconsider(): void {
    if (this.mayChange && this.explicit?.outdone) this.turnImplicit();
    if (this.mayTakeConvex) this.reconsiderConvex();
  }

  private reconsiderConvex(): void {
    if (!this.convex && (this.crowd.crawls || this.crowd.meets)) this.useConvex();
    else if (this.convex && this.solver.w.matrix.needed) this.leaveConvex();
  }

  /** Records a committed step and its Newton iterations; when nothing touches, the next step is a general one. */
  noteStep(iterations: number): void {
    const { crowd, solver } = this;
    if (!this.convex) crowd.note(iterations);
    else if (crowd.isOver) solver.w.matrix.needed = true;
  }

  /** The length after a convex step, to state.nextStep. */
  chooseNext(shortened: boolean): void {
    this.crowd.chooseNext(this.state, shortened);
  }

  private useConvex(): void {
    const { w } = this.solver;
    this.crowd.begin();
    this.convex = true;
    w.contacts.setConvex(true);
    this.convexOne ??= convexIntegrator(this.solver, this.state);
    this.integrator = this.convexOne;
    w.matrix.needed = false;
  }

  private leaveConvex(): void {
    this.crowd.begin();
    this.convex = false;
    this.solver.w.contacts.setConvex(false);
    this.turnImplicit();
  }

  /** A step failed this many times; the workspace is at the state again. */
  afterAttempt(attempt: number): void {
    if (this.mayChange && this.explicit && attempt >= EXPLICIT_ATTEMPTS) this.turnImplicit();
  }

  private useExplicit(): void {
    this.integrator = this.explicit = new RungeKutta(this.solver, this.state);
    this.tolerance = EXPLICIT_TOLERANCE * this.solver.options.tolerance;
  }

  private useImplicit(): void {
    this.explicit = undefined;
    const { solver, state } = this;
    const smooth = nothingJumps(solver.w);
    this.integrator = smooth ? new Esdirk3(solver, state) : makeIntegrator('tr-bdf2', solver, state);
    this.tolerance = (smooth ? STIFF_TOLERANCE : 1) * solver.options.tolerance;
  }

  /** The explicit method is too expensive or not applicable: implicit from here on. The workspace is at the state. */
  private turnImplicit(): void {
    this.useImplicit();
    startAccelerations(this.solver.w, this.state, this.solver);
    rewind(this.solver.w, this.state);
  }

  /** For a checkpoint: the method, and the memory of its choice. */
  save(): [number, number, number, number] {
    const { crowd, explicit, convex } = this;
    const which = explicit ? EXPLICIT : !convex ? IMPLICIT : this.solver.w.matrix.needed ? LEAVING : CONVEX;
    const [spent, covered] = crowd.counted;
    return [which, explicit ? explicit.save() : crowd.crawls ? 1 : 0, spent, covered];
  }

  restore([which, remembered, spent, covered]: readonly number[]): void {
    const { crowd } = this;
    if (which === EXPLICIT && !this.explicit) this.useExplicit();
    if (which !== EXPLICIT && this.explicit) this.useImplicit();
    if (which >= CONVEX) this.useConvex();
    if (which === LEAVING) this.solver.w.matrix.needed = true;
    this.explicit?.restore(remembered);
    crowd.crawls = which === IMPLICIT && remembered === 1;
    crowd.counted[0] = spent;
    crowd.counted[1] = covered;
  }
}
