/**
 * Explicit Runge-Kutta of order eight on the accelerations of the constrained system: a second implementation that shares
 * no stage equation with the implicit integrators, and the better one for smooth mechanisms without stiff forces.
 *   u_x' = v,  phi' = dexp^-1(phi) omega (Munthe-Kaas),  v' from [M J^T; J -eps](a, lambda) = (Q - omega x J omega, -gamma)
 * After a step positions and velocities are projected onto the joints. The accelerations there are the first stage of the
 * next step, unless forces have a history that the end of a step changes, or a command has changed something since.
 */
import { ITERATIONS } from '../../base/index.ts';
import {
  addTransposed,
  evaluateForces,
  evaluateRows,
  gyroscopic,
  massTimes,
  timesJacobian,
  type Workspace,
} from '../../stage/index.ts';
import { JointSpace } from './joint-space.ts';
import { moveTrial, placeTrial } from '../../trial/index.ts';
import { PointChain } from './point-chain.ts';
import { NODES, STAGES, WEIGHTS } from './dormand-prince.ts';
import type { Integrator } from '../integrators.ts';
import { ORTHONORMALISE_EVERY } from '../options.ts';

import { applyCorrection, factorMass } from '../project.ts';
import type { InnerStages } from '../contact-events.ts';
import { type Combination, errors, largestAt, largestErrors, RESULT_ROW, STAGE_ROWS, sumRates } from './rate-sums.ts';
import type { StageSolver } from '../stage.ts';
import { whoHasUnknown } from '../subject.ts';
import { rotationRate } from '../within/turning.ts';
import type { Within } from '../within/within.ts';
import type { State } from '../state.ts';

/** Local error of a TR-BDF2 step is this times h^3 times the rate of the acceleration (the estimate in integrators.ts). */
const IMPLICIT_ERROR = 0.0404;
/** Tolerance of the explicit method with `auto`, as a part of the given one: digits cost little in a method of order eight. */
export const EXPLICIT_TOLERANCE = 5e-5;
/**
 * Tolerance of the implicit method of third order where it takes over, in mechanisms with stiff springs, as a part of the given one: the
 * error of a smooth motion accumulates over the run. The flyball governor of MB-05, 10 s: 1.5 mm with 1, 0.05 mm with this.
 */
export const STIFF_TOLERANCE = 0.03;
/**
 * Cost of an implicit step over that of an explicit step of twelve stages. The implicit method pays where its tolerance allows steps longer
 * than this multiple of the explicit step.
 */
const CHEAPER = 0.45;
/** Error over tolerance below which the step is limited not by the method, but by rows, events or the longest step allowed. */
const FREE = 1e-3;
/** The implicit method takes over when the steps in which it would be cheaper outnumber the others by this count. */
const OUTDONE = 15;
/** Part of the compliance of implicit steps that is left in accelerations. */
const EXACT = 1e-4;
/** Violation below which joints count as closed; violation from which one more correction closes them [m or rad, and per second]. */
const CLOSED = 2e-15;
const NEARLY_CLOSED = 1e-9;
/** Largest number of Newton iterations of the projection onto the joints. */
const ONTO_JOINTS = 4;

export class RungeKutta implements Integrator {
  readonly weights: readonly [number, number] = [WEIGHTS[0][1], 0];
  error = 0;
  errorAt = 0;
  readonly errorPower = 8;
  /** true: TR-BDF2 would need less work at equal error */
  outdone = false;
  private readonly solver: StageSolver;
  private readonly state: State;
  private readonly w: Workspace;
  private readonly uRate: Float64Array[] = [];
  private readonly vRate: Float64Array[] = [];
  private readonly rate: Float64Array;
  private readonly none: Float64Array;
  private readonly endU: Float64Array;
  private readonly endV: Float64Array;
  /** true: forces depend on the state and time only */
  private readonly memoryless: boolean;
  /** a cheaper solver of accelerations, where it applies */
  private readonly joints: JointSpace | undefined;
  /** and the cheapest */
  private readonly chain: PointChain | undefined;
  /** true: bodies have given motions */
  private readonly driven: boolean;
  /** start of the step under way [s] */
  private startTime = 0;
  private startVelocity: Float64Array;
  /** of steps that end at rows */
  private readonly sideU: Float64Array[] = [];
  private readonly sideV: Float64Array[] = [];
  private firstStageOf = -1; // number of steps taken when stage 0 was computed, -1: not computed
  private commands = 0; // number of commands then
  private behind = 0;

  constructor(solver: StageSolver, state: State) {
    this.solver = solver;
    this.state = state;
    this.w = solver.w;
    const n = solver.w.size;
    for (let s = 0; s < STAGES; s++) {
      this.uRate.push(new Float64Array(n));
      this.vRate.push(new Float64Array(n));
    }
    this.startVelocity = state.velocity;
    this.rate = new Float64Array(solver.w.multiplierCount);
    this.none = new Float64Array(n);
    this.endU = new Float64Array(n);
    this.endV = new Float64Array(n);
    this.chain = solver.redundant ? undefined : PointChain.of(solver.w);
    this.joints = solver.redundant || this.chain ? undefined : JointSpace.of(solver.w);
    this.driven = solver.w.model.motions.some((motion) => motion !== undefined);
    this.memoryless = !solver.w.allContacts.any && !solver.w.actions.hasHistory;
  }

  advance(inner: InnerStages): boolean {
    const { w, state, solver } = this;
    solver.iterations++;
    this.startTime = state.time;
    this.startVelocity = state.velocity;
    const begun = this.memoryless && this.firstStageOf === state.steps && this.commands === w.commands;
    if (!this.stages(this.uRate, this.vRate, begun, inner)) return false;
    this.firstStageOf = state.steps;
    this.commands = w.commands;
    this.estimate();
    w.effort.count(whoHasUnknown(w, this.errorAt), ITERATIONS);
    if (!this.conclude(this.uRate, this.vRate)) return false;
    if (this.chain) evaluateRows(w, true); // not needed by stages, but by readers between steps
    solver.x.set(this.endV);
    return true;
  }

  /** Can everything be read within a step? Not where forces have memory: that is already at the end of the step. */
  get visits(): boolean {
    return this.memoryless && nothingJumps(this.w);
  }

  /** Puts the workspace at a time within the last step: by a step of the same method from its start, so of the same order. */
  visit(time: number, within: Within): boolean {
    const { w, sideU, sideV } = this;
    if (sideU.length === 0) {
      for (let s = 0; s < STAGES; s++) {
        sideU.push(new Float64Array(w.size));
        sideV.push(new Float64Array(w.size));
      }
    }
    const { h } = w;
    this.startTime = within.start;
    this.startVelocity = within.velocity0;
    w.h = time - within.start;
    const done = this.stages(sideU, sideV, false) && this.conclude(sideU, sideV);
    w.h = h;
    if (!done) return false;
    if (this.chain) evaluateRows(w, true);
    for (let i = 0; i < w.size; i++) w.acceleration[i] = this.endV[i];
    return true;
  }

  /** Rates of all stages; `begun`: those of the first are known. */
  private stages(uRate: Float64Array[], vRate: Float64Array[], begun: boolean, inner?: InnerStages): boolean {
    const { w } = this;
    for (let s = begun ? 1 : 0; s < STAGES; s++) {
      w.time = this.startTime + NODES[s] * w.h;
      this.place(STAGE_ROWS[s], uRate, vRate);
      if (!this.derivative(uRate[s], vRate[s])) return false;
      if (s > 0 && WEIGHT_OF[s] !== 0) inner?.readInner(WEIGHT_OF, s);
    }
    return true;
  }

  /** Computes the result, projected onto the joints; its rates go to endU, endV. */
  private conclude(uRate: readonly Float64Array[], vRate: readonly Float64Array[]): boolean {
    const { w } = this;
    w.time = this.startTime + w.h;
    this.place(RESULT_ROW, uRate, vRate);
    if (w.multiplierCount > 0) this.project();
    return this.derivative(this.endU, this.endV);
  }

  /** Sets the trial at the time of w: displacement and velocity from the rates of earlier stages. */
  private place(row: Combination, uRate: readonly Float64Array[], vRate: readonly Float64Array[]): void {
    const { w } = this;
    sumRates(w.u, this.none, uRate, row, w);
    sumRates(w.velocity, this.startVelocity, vRate, row, w);
    placeTrial(w);
  }

  /** Error of positions [m or rad]: e5^2/sqrt(e5^2 + e3^2/100) of the two estimates (Hairer et al. 1993, eq. II.10.17). */
  private estimate(): void {
    const { uRate, vRate, w } = this;
    const { h } = w;
    errors.fill(0);
    largestErrors(0, uRate, w.size);
    this.errorAt = largestAt[0];
    largestErrors(2, vRate, w.size);
    const most5 = Math.max(h * errors[0], h * h * errors[2]);
    const most3 = Math.max(h * errors[1], h * h * errors[3]);
    const size = Math.sqrt(most5 * most5 + 0.01 * most3 * most3);
    this.error = !(most5 < Number.POSITIVE_INFINITY) ? 1e300 : size > 0 ? (most5 * most5) / size : 0;
  }

  /**
   * Stability, or fast vibrations of little effect, limit the steps of an explicit method; an implicit method is not limited by them. Where
   * something else limits the step, an implicit step would be as short.
   */
  private compareWithImplicit(): void {
    const { h } = this.w;
    const { vRate, endV, solver } = this;
    const asked = EXPLICIT_TOLERANCE * solver.options.tolerance;
    const first = vRate[0];
    let most = 0;
    for (let i = 0; i < endV.length; i++) most = Math.max(most, Math.abs(endV[i] - first[i]));
    // part of the step with which TR-BDF2 would reach the tolerance of the implicit method; a method of third order may take longer steps
    const cube = (STIFF_TOLERANCE * solver.options.tolerance) / (IMPLICIT_ERROR * (most / h));
    const shorter = CHEAPER * h;
    if (this.error > FREE * asked && cube > shorter * shorter * shorter) this.behind++;
    else if (this.behind > 0) this.behind--;
    if (this.behind >= OUTDONE) this.outdone = true;
  }

  /** Accelerations at the trial. */
  private derivative(uRate: Float64Array, vRate: Float64Array): boolean {
    const { w, solver, rate } = this;
    const { solution } = solver;
    const n = w.size;
    if (!this.chain) evaluateRows(w, true);
    evaluateForces(w, false, 0, 0);
    for (let i = 0; i < w.model.dynamicCount; i++) rotationRate(uRate, w.u, w.velocity, 6 * i);
    if (this.chain) return this.alongChain(vRate, this.chain);
    if (this.joints) return this.throughJoints(vRate, this.joints);
    // joints that do not repeat each other need one solve
    const exact = w.multiplierCount === 0 || !solver.redundant;
    if (!factorMass(w, solver, undefined, EXACT * solver.regularisation)) {
      solver.failure = 'singular';
      return false;
    }
    vRate.fill(0);
    w.lambda.fill(0);
    // otherwise a step of iterative refinement removes the effect of the compliance eps: all but eps/(eps + s^2) of what a direction of singular value s
    // lacks. Near a singular position of the mechanism s goes through 0, so eps must be small for the time that this takes to be short
    for (let round = 0; round < (exact ? 1 : 2); round++) {
      if (round === 0) solution.fill(0, 0, n);
      else {
        massTimes(w, solution, vRate);
        addTransposed(w, solution, w.lambda);
      }
      gyroscopic(w, solution);
      for (let i = 0; i < n; i++) solution[i] = w.force[i] - solution[i];
      w.acceleration.set(vRate);
      timesJacobian(w, rate, w.acceleration);
      for (let i = 0; i < w.multiplierCount; i++) solution[n + i] = -(rate[i] + w.rows.gamma[i]);
      w.matrix.lu.solve(solution);
      for (let i = 0; i < n; i++) vRate[i] += solution[i];
      for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] += solution[n + i];
    }
    return true;
  }

  private alongChain(vRate: Float64Array, chain: PointChain): boolean {
    const { w, solver } = this;
    chain.compliance = EXACT * solver.regularisation;
    if (chain.accelerate(vRate)) return true;
    solver.failure = 'singular';
    solver.subject = w.model.dynamicCount + chain.subject;
    return false;
  }

  private throughJoints(vRate: Float64Array, joints: JointSpace): boolean {
    const { w, solver, rate } = this;
    const { solution } = solver;
    const n = w.size;
    joints.compliance = EXACT * solver.regularisation;
    if (!joints.factor()) {
      solver.failure = 'singular';
      solver.subject = w.model.dynamicCount + joints.subject;
      return false;
    }
    solution.fill(0, 0, n);
    gyroscopic(w, solution);
    for (let i = 0; i < n; i++) solution[i] = w.force[i] - solution[i];
    for (let i = 0; i < w.multiplierCount; i++) solution[n + i] = -w.rows.gamma[i];
    if (this.driven) {
      // given accelerations belong to the right side
      w.acceleration.fill(0, 0, n);
      timesJacobian(w, rate, w.acceleration);
      for (let i = 0; i < w.multiplierCount; i++) solution[n + i] -= rate[i];
    }
    joints.solve(solution);
    for (let i = 0; i < n; i++) vRate[i] = solution[i];
    for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] = solution[n + i];
    return true;
  }

  /** target += smallest change that removes `violation` from the rows. */
  private correct(violation: Float64Array, target: Float64Array): void {
    if (this.chain) this.chain.correct(violation, target);
    else if (this.joints) this.joints.correct(violation, target);
    else applyCorrection(this.w, this.solver, violation, target);
  }

  /** Projects onto the joints, first positions, then velocities, along the directions of the last stage's factor. */
  private project(): void {
    const { w, rate } = this;
    const t = w.time;
    for (let round = 0; round < ONTO_JOINTS; round++) {
      evaluateRows(w, false);
      findLargest(w.rows.phi, w.multiplierCount);
      if (open[0] < CLOSED) break;
      this.correct(w.rows.phi, w.u);
      moveTrial(w, t);
      if (open[0] < NEARLY_CLOSED) break; // the rows change by less than one part in 1e9
    }
    for (let round = 0; round < 2; round++) {
      timesJacobian(w, rate, w.velocity);
      for (let i = 0; i < w.multiplierCount; i++) rate[i] += w.rows.phiT[i];
      findLargest(rate, w.multiplierCount);
      if (open[0] < CLOSED) break;
      this.correct(rate, w.velocity);
      if (open[0] < NEARLY_CLOSED) break;
    }
  }

  remember(): void {
    const { state, uRate, vRate, w } = this;
    this.compareWithImplicit();
    state.x.set(this.solver.x);
    // orthonormalised rotations change by a rounding error: recompute the first stage, as after a restart
    const kept = this.memoryless && (state.steps + 1) % ORTHONORMALISE_EVERY !== 0;
    this.firstStageOf = kept ? state.steps + 1 : -1;
    if (!kept) return;
    vRate[0].set(this.endV);
    // displacements start from the new poses, where phi' is omega
    for (let i = 0; i < w.size; i++) uRate[0][i] = w.velocity[i];
  }

  /** For a checkpoint. */
  save(): number {
    return this.behind;
  }

  /** Called when the state was set from outside. */
  restore(behind: number): void {
    this.firstStageOf = -1;
    this.behind = behind;
  }
}

/** Weight of every stage in the result. */
const WEIGHT_OF = Float64Array.from(NODES, (_, s) => WEIGHTS.find(([stage]) => stage === s)?.[1] ?? 0);

/** The largest violation of the rows last checked. */
const open = new Float64Array(1);

function findLargest(values: Float64Array, count: number): void {
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, Math.abs(values[i]));
  open[0] = most;
}

/** True where nothing touches, slips or is controlled: motion suitable for an explicit method. */
export function nothingJumps(w: Workspace): boolean {
  if (w.cables.any || w.gear.any || w.hulls.any || w.allContacts.any || w.actions.hasHistory) return false;
  const { bodies } = w.model.spec;
  for (let i = 0; i < bodies.length; i++) if (bodies[i].motion?.outside === true) return false; // its acceleration jumps at every exchange
  return true;
}
