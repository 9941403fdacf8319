/**
 * integrator: convex. Each step is the minimum of a convex function of the velocities at its end (convex/), of first order in time; impacts
 * are absorbed.
 */
import { effortFor, FOR_PART, ITERATIONS, PART_CROWD } from '../base/index.ts';
import { checkConvex, ConvexStep } from '../convex/index.ts';
import { timesJacobian } from '../stage/index.ts';
import type { InnerStages } from './contact-events.ts';
import { EULER_WEIGHTS, type Integrator, projectEuler } from './integrators.ts';
import { PROJECTED } from './options.ts';
import { factorMass } from './project.ts';
import type { StageSolver } from './stage.ts';
import type { State } from './state.ts';

const CONVEX = effortFor(FOR_PART, PART_CROWD);

/** Throws BuildError for models that convex steps do not support. */
export function convexIntegrator(solver: StageSolver, state: State): Integrator {
  const { w } = solver;
  if (w.model.spec.solver.integrator === 'convex') checkConvex(w.model);
  return new ConvexIntegrator(solver, state);
}

class ConvexIntegrator implements Integrator {
  readonly weights: readonly [number, number] = EULER_WEIGHTS;
  error = 0;
  readonly errorAt = 0;
  absorbed = false;
  readonly errorPower = 2;
  private readonly solver: StageSolver;
  private readonly state: State;
  private readonly step: ConvexStep;

  constructor(solver: StageSolver, state: State) {
    this.solver = solver;
    this.state = state;
    this.step = new ConvexStep(solver.w);
  }

  advance(inner: InnerStages): boolean {
    const { solver, state, step } = this;
    const { w } = solver;
    const before = step.newton.iterations;
    w.joints.compliance = solver.regularisation;
    const done = step.advance(state.time, state.x, state.steps);
    solver.iterations += step.newton.iterations - before;
    solver.factorisations += step.newton.iterations - before;
    for (let k = before; k < step.newton.iterations; k++) w.effort.count(CONVEX, ITERATIONS);
    if (!done) {
      solver.failure = step.trouble;
      solver.subject = step.newton.subject;
      return false;
    }
    this.absorbed = w.allContacts.active > 0;
    if (step.problem.leavesStageMatrix && this.rowsMove && !factorMass(w, solver)) {
      solver.failure = 'singular';
      return false;
    }
    projectEuler(solver, inner);
    for (let i = 0; i < w.size; i++) solver.x[i] = (w.velocity[i] - state.velocity[i]) / w.h;
    return true;
  }

  /** Do velocities violate the rows of joints and held ends? Those of led ends do, by their change in a step. */
  private get rowsMove(): boolean {
    const { w, rate } = this.solver;
    timesJacobian(w, rate, w.velocity);
    for (let i = 0; i < w.multiplierCount; i++) if (!(Math.abs(rate[i] + w.rows.phiT[i]) < PROJECTED)) return true;
    return false;
  }

  remember(): void {
    this.state.x.set(this.solver.x);
  }

  saveHeld(): readonly number[] {
    return this.step.problem.save(this.state.steps);
  }

  restoreHeld(saved: ArrayLike<number>): void {
    this.step.problem.restore(saved, this.state.steps);
  }
}
