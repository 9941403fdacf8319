/** Which integrator advances a simulation: the one asked for, or, with `auto`, the explicit one while it does well. */
import { convexIntegrator } from './convex.ts';
import { Esdirk3 } from './esdirk.ts';
import { startAccelerations } from './start/initialise.ts';
import { type Integrator, makeIntegrator } from './integrators.ts';
import { EXPLICIT_TOLERANCE, nothingJumps, RungeKutta } from './explicit/runge-kutta.ts';
import type { StageSolver } from './stage.ts';
import { rewind, type State } from './state.ts';

/** Times a step is tried with the explicit method before the implicit one takes over. */
const EXPLICIT_ATTEMPTS = 6;

export class Method {
  integrator: Integrator;
  /** what the integrator's own estimate may reach [m or rad] */
  tolerance: number;
  /** may it change while a run goes on? */
  private readonly mayChange: boolean;
  /** the integrator, while it is the explicit one */
  private explicit: RungeKutta | undefined;
  private readonly solver: StageSolver;
  private readonly state: State;

  constructor(solver: StageSolver, state: State) {
    this.solver = solver;
    this.state = state;
    const { integrator: name, tolerance } = solver.options;
    this.mayChange = name === 'auto';
    this.tolerance = tolerance;
    if (name === 'runge-kutta') this.integrator = this.explicit = new RungeKutta(solver, state);
    else if (name === 'convex') this.integrator = convexIntegrator(solver, state);
    else if (name === 'esdirk3') this.integrator = new Esdirk3(solver, state);
    else this.integrator = makeIntegrator(name === 'auto' ? 'tr-bdf2' : name, solver, state);
  }

  /** The run begins: explicit, where nothing in the model makes forces jump. */
  begin(): void {
    const { options, w } = this.solver;
    if (!this.mayChange || options.step !== 'auto' || !w.matrix.withMultipliers) return;
    if (nothingJumps(w)) this.useExplicit();
  }

  /** A step begins. */
  reconsider(): void {
    if (this.mayChange && this.explicit?.outdone) this.turnImplicit();
  }

  /** A step was tried so many times in vain; the workspace stands at the state again. */
  afterAttempt(attempt: number): void {
    if (this.mayChange && this.explicit && attempt >= EXPLICIT_ATTEMPTS) this.turnImplicit();
  }

  private useExplicit(): void {
    this.integrator = this.explicit = new RungeKutta(this.solver, this.state);
    this.tolerance = EXPLICIT_TOLERANCE * this.solver.options.tolerance;
  }

  private useImplicit(): void {
    this.explicit = undefined;
    this.integrator = makeIntegrator('tr-bdf2', this.solver, this.state);
    this.tolerance = this.solver.options.tolerance;
  }

  /** Too dear, or beyond what an explicit method can do: implicit from here on. The workspace stands at the state. */
  private turnImplicit(): void {
    this.useImplicit();
    startAccelerations(this.solver.w, this.state, this.solver);
    rewind(this.solver.w, this.state);
  }

  /** For a checkpoint: 1 while explicit, and what that method remembers. */
  save(): [number, number] {
    return this.explicit ? [1, this.explicit.save()] : [0, 0];
  }

  restore(explicit: number, behind: number): void {
    if (explicit === 1 && !this.explicit) this.useExplicit();
    if (explicit === 0 && this.explicit) this.useImplicit();
    this.explicit?.restore(behind);
  }
}
