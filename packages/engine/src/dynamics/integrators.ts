/**
 * Integrators as drivers of the stage solver: each chooses (u*, v*, P*, b, c), nothing else.
 *
 * TR-BDF2 (Bank et al. 1985; Hosea & Shampine 1996) in momentum form, gamma = 2 - sqrt 2, both stages with c = gamma h/2:
 *   1  trapezoidal to t + gamma h:  P* = P0 + c F0,            u = c (v0 + v)
 *   2  BDF2 to t + h:               P* = A P_gamma - B P0,     u = A u_gamma + c v
 *      A = 1/(gamma (2 - gamma)), B = (1 - gamma)^2/(gamma (2 - gamma))
 *   joints hold in both stages, velocities are projected after each; F0 = (M v - P*)/c of the second stage, projected.
 *   It is L-stable: contacts stiffer than the step can resolve come to rest instead of ringing.
 * BDF2, variable step r = h/h_prev: c = h (1 + r)/(1 + 2 r), a1 = r^2/(1 + 2 r), P* = P0 + a1 (P0 - P_prev), u = a1 u_prev + c v Backward
 * Euler, P* = P0, u = h v, where a contact too stiff for the step opens or closes within it: the trapezoidal stage would reverse the
 * approach speed, and BDF2 would continue to push with a force that has vanished. Trapezoidal in force form with velocity and acceleration
 * projections: the seeds' ALI3-P (Vilela 2018, eqs 2.10-2.41).
 */
import { evaluateRows, evaluateStage, kineticOf, massTimes, type Workspace } from '../stage/index.ts';
import type { InnerStages } from './contact-events.ts';
import type { StageSolver } from './stage.ts';
import type { State } from './state.ts';
import type { Within } from './within/within.ts';

const GAMMA = 2 - Math.sqrt(2);
const A = 1 / (GAMMA * (2 - GAMMA));
const B = ((1 - GAMMA) * (1 - GAMMA)) / (GAMMA * (2 - GAMMA));
/** Quadrature weights over a TR-BDF2 step of the values at t and t + h; the value at t + gamma h has the weight of that at t. */
const INNER_WEIGHT = Math.sqrt(2) / 4;
const INNER_WEIGHTS = Float64Array.of(INNER_WEIGHT);
const TR_BDF2_WEIGHTS: readonly [number, number] = [INNER_WEIGHT, 1 - Math.sqrt(2) / 2];
/** Leading coefficient of the embedded estimate. */
const ESTIMATE = (2 * (-3 * GAMMA * GAMMA + 4 * GAMMA - 2)) / (12 * (2 - GAMMA));

export interface Integrator {
  /** weights of power at the start and the end of the last advance, for the energy ledger */
  weights: readonly [number, number];
  /**
   * Advances the workspace (rewound to the state) by its step h. inner.readInner is called at inner stages, where powers may be read with
   * the given weight; false: the stage solver knows the reason.
   */
  advance(inner: InnerStages): boolean;
  /** The same by backward Euler: no memory of forces or velocities, for steps in which stiff contacts open or close. */
  advanceEuler?(inner: InnerStages): boolean;
  /** the last advance treated impacts as inelastic: its loss belongs to the contacts */
  readonly absorbed?: boolean;
  /** estimate of the local position error of the last advance [m or rad], and the power of h it grows with */
  error: number;
  /** the unknown with that error */
  errorAt: number;
  readonly errorPower: number;
  /** writes data for the next step to the state */
  remember(): void;
  /** true: the last advance was of first order, a straight line from start to end */
  readonly line?: boolean;
  /** puts the workspace, with forces, at a time [s] within the last committed step; false: impossible */
  visit?(time: number, within: Within): boolean;
  /** true: that is possible */
  readonly visits?: boolean;
  /** data for a checkpoint besides the state */
  saveHeld?(): readonly number[];
  restoreHeld?(saved: ArrayLike<number>): void;
}

export function makeIntegrator(
  name: 'tr-bdf2' | 'bdf2' | 'trapezoidal',
  solver: StageSolver,
  state: State,
): Integrator {
  if (name === 'tr-bdf2') return new TrBdf2(solver, state);
  if (name === 'bdf2') return new Bdf2(solver, state);
  return new Trapezoidal(solver, state);
}

const TRAPEZOID_WEIGHTS: readonly [number, number] = [0.5, 0.5];
/** powers are read before velocities are projected, see settleEuler */
export const EULER_WEIGHTS: readonly [number, number] = [0, 0];

export function backwardEuler(solver: StageSolver, state: State, momentum0: Float64Array): boolean {
  const { w, uStar, vStar, momentumStar, x } = solver;
  const { h } = w;
  solver.momentumForm = true;
  massTimes(w, momentum0, state.velocity);
  for (let i = 0; i < w.size; i++) {
    x[i] = 0; // a past impact gives no information about the next step
    momentumStar[i] = momentum0[i];
    vStar[i] = state.velocity[i];
    uStar[i] = h * state.velocity[i];
  }
  w.b = h * h;
  w.c = h;
  w.time = state.time + h;
  return solver.solve();
}

/** Poses have converged: rows at them, velocities projected, forces and powers at the final values. */
export function settle(solver: StageSolver): void {
  const { w } = solver;
  evaluateRows(w, false);
  solver.projectVelocity(2);
  evaluateEnd(w);
}

/**
 * The same for a step by backward Euler. Its energies change by F.u over its displacement u = h v, so powers use v before the projection.
 * Where given motions accelerate, v lags them by half a step; the correction is their work.
 */
export function settleEuler(solver: StageSolver, inner: InnerStages): void {
  const { w } = solver;
  evaluateRows(w, false);
  evaluateStage(w, false);
  projectEuler(solver, inner);
  evaluateEnd(w);
}

/** With rows and forces at the end of the step: reads powers, then projects velocities. */
export function projectEuler(solver: StageSolver, inner: InnerStages): void {
  const { w } = solver;
  inner.readWay();
  const before = kineticOf(w);
  solver.projectVelocity(2);
  if (w.joints.working.length > 0) inner.addWork(kineticOf(w) - before);
}

/** Uses the contact geometry at the end of the stage, which is kept for the next reader. */
function evaluateEnd(w: Workspace): void {
  evaluateStage(w, false);
  w.allContacts.release();
}

/** The same for an inner stage, whose velocities only serve the next one: the rows of the last iterate and one iteration suffice. */
export function settleInner(solver: StageSolver): void {
  const { w } = solver;
  if (solver.lastIncrement > CLOSE_ENOUGH) evaluateRows(w, false);
  solver.projectVelocity(1);
  evaluateEnd(w);
}

const CLOSE_ENOUGH = 1e-8; // [m or rad] increment below which the rows of an iterate serve for the result

class TrBdf2 implements Integrator {
  weights: readonly [number, number] = TR_BDF2_WEIGHTS;
  error = 0;
  errorAt = 0;
  readonly errorPower = 3;
  private readonly solver: StageSolver;
  private readonly state: State;
  private readonly w: Workspace;
  private readonly momentum0: Float64Array;
  private readonly momentumInner: Float64Array;
  private readonly vInner: Float64Array;
  private readonly xInner: Float64Array;
  private readonly rate: Float64Array;

  constructor(solver: StageSolver, state: State) {
    this.solver = solver;
    this.state = state;
    this.w = solver.w;
    const n = solver.w.size;
    this.momentum0 = new Float64Array(n);
    this.momentumInner = new Float64Array(n);
    this.vInner = new Float64Array(n);
    this.xInner = new Float64Array(n);
    this.rate = new Float64Array(n);
  }

  advance(inner: InnerStages): boolean {
    const { solver, state, w, momentum0, momentumInner, vInner, xInner } = this;
    const { h } = w;
    const { uStar, vStar, momentumStar, x } = solver;
    const n = w.size;
    const c = 0.5 * GAMMA * h;
    const b = c * c;
    const v0 = state.velocity;
    const t = state.time;
    solver.momentumForm = true;
    this.weights = TR_BDF2_WEIGHTS;
    massTimes(w, momentum0, v0);
    // contacts jump, so they start from the last acceleration; smooth motion starts from its extrapolation
    const ahead = w.allContacts.active > 0 ? 0 : GAMMA * h;
    for (let i = 0; i < n; i++) {
      x[i] = state.x[i] + ahead * state.xRate[i];
      momentumStar[i] = momentum0[i] + c * state.momentumRate[i];
      vStar[i] = v0[i] + c * state.x[i];
      uStar[i] = c * v0[i] + c * vStar[i];
    }
    w.b = b;
    w.c = c;
    w.time = t + GAMMA * h;
    if (!solver.solve()) return false;
    settleInner(solver);
    if (inner.readInner(INNER_WEIGHTS, 0)) return false;
    massTimes(w, momentumInner, w.velocity);
    const onward = w.allContacts.active > 0 ? 0 : (1 - GAMMA) / GAMMA;
    for (let i = 0; i < n; i++) {
      xInner[i] = x[i];
      x[i] += onward * (x[i] - state.x[i]);
      vInner[i] = w.velocity[i];
      // A - B = 1 only up to rounding: written so that constant values stay exactly constant
      momentumStar[i] = momentumInner[i] + B * (momentumInner[i] - momentum0[i]);
      vStar[i] = vInner[i] + B * (vInner[i] - v0[i]);
      uStar[i] = A * w.u[i] + c * vStar[i];
    }
    w.time = t + h;
    if (!solver.solve()) return false;
    settle(solver);
    massTimes(w, this.rate, w.velocity);
    for (let i = 0; i < n; i++) this.rate[i] = (this.rate[i] - momentumStar[i]) / c;
    let most = 0;
    const scale = ESTIMATE * h;
    for (let i = 0; i < n; i++) {
      const e = Math.abs(scale * (v0[i] / GAMMA - vInner[i] / (GAMMA * (1 - GAMMA)) + w.velocity[i] / (1 - GAMMA)));
      if (e > most) {
        most = e;
        this.errorAt = i;
      }
    }
    this.error = most;
    return true;
  }

  advanceEuler(inner: InnerStages): boolean {
    const { solver, state, w, momentum0, rate, xInner } = this;
    const { h } = w;
    if (!backwardEuler(solver, state, momentum0)) return false;
    massTimes(w, rate, w.velocity);
    for (let i = 0; i < w.size; i++) {
      rate[i] = (rate[i] - momentum0[i]) / h;
      xInner[i] = solver.x[i];
    }
    settleEuler(solver, inner);
    this.weights = EULER_WEIGHTS;
    return true;
  }

  remember(): void {
    const { state, solver, xInner } = this;
    const { h } = this.w;
    for (let i = 0; i < xInner.length; i++) state.xRate[i] = (solver.x[i] - xInner[i]) / ((1 - GAMMA) * h);
    state.x.set(solver.x);
    state.momentumRate.set(this.rate);
  }
}

class Bdf2 implements Integrator {
  weights: readonly [number, number] = TRAPEZOID_WEIGHTS;
  private euler = false;
  error = 0;
  errorAt = 0;
  readonly errorPower = 3;
  private readonly solver: StageSolver;
  private readonly state: State;
  private readonly momentum0: Float64Array;
  private readonly displacement: Float64Array;
  private readonly vOld: Float64Array;

  constructor(solver: StageSolver, state: State) {
    this.solver = solver;
    this.state = state;
    this.momentum0 = new Float64Array(solver.w.size);
    this.displacement = new Float64Array(solver.w.size);
    this.vOld = new Float64Array(solver.w.size);
  }

  advance(_inner: InnerStages): boolean {
    const { solver, state, momentum0 } = this;
    const { w, uStar, vStar, momentumStar, x } = solver;
    const { h } = w;
    const started = state.lastStep > 0;
    const r = started ? h / state.lastStep : 0;
    const c = started ? (h * (1 + r)) / (1 + 2 * r) : h;
    const a1 = started ? (r * r) / (1 + 2 * r) : 0;
    const b = c * c;
    const v0 = state.velocity;
    this.euler = false;
    this.weights = TRAPEZOID_WEIGHTS;
    solver.momentumForm = true;
    massTimes(w, momentum0, v0);
    x.set(state.x);
    for (let i = 0; i < w.size; i++) {
      momentumStar[i] = momentum0[i] + a1 * (momentum0[i] - state.momentumPrevious[i]);
      vStar[i] = v0[i] + a1 * (v0[i] - state.vPrevious[i]);
      uStar[i] = a1 * state.uPrevious[i] + c * vStar[i];
      this.vOld[i] = v0[i];
    }
    w.b = b;
    w.c = c;
    w.time = state.time + h;
    if (!solver.solve()) return false;
    settle(solver);
    this.displacement.set(w.u.subarray(0, w.size));
    // predictor-corrector difference: a straight line through the last two velocities against the one found
    let most = 0;
    for (let i = 0; i < w.size; i++) {
      const predicted = started ? v0[i] + r * (v0[i] - state.vPrevious[i]) : v0[i] + h * state.x[i];
      const e = Math.abs((h / 6) * (w.velocity[i] - predicted));
      if (e > most) {
        most = e;
        this.errorAt = i;
      }
    }
    this.error = most;
    return true;
  }

  advanceEuler(inner: InnerStages): boolean {
    if (!backwardEuler(this.solver, this.state, this.momentum0)) return false;
    settleEuler(this.solver, inner);
    this.euler = true;
    this.weights = EULER_WEIGHTS;
    return true;
  }

  remember(): void {
    const { state } = this;
    state.x.set(this.solver.x);
    if (this.euler) {
      state.lastStep = 0; // values before an event must not be extrapolated across it
      return;
    }
    state.uPrevious.set(this.displacement);
    state.vPrevious.set(this.vOld);
    state.momentumPrevious.set(this.momentum0);
    state.lastStep = this.solver.w.h;
  }
}

class Trapezoidal implements Integrator {
  readonly weights: readonly [number, number] = TRAPEZOID_WEIGHTS;
  error = 0;
  errorAt = 0;
  readonly errorPower = 3;
  private readonly solver: StageSolver;
  private readonly state: State;

  constructor(solver: StageSolver, state: State) {
    this.solver = solver;
    this.state = state;
  }

  advance(_inner: InnerStages): boolean {
    const { solver, state } = this;
    const { w, uStar, vStar, x } = solver;
    const { h } = w;
    const b = 0.25 * h * h;
    const c = 0.5 * h;
    const v0 = state.velocity;
    solver.momentumForm = false;
    x.set(state.x);
    for (let i = 0; i < w.size; i++) {
      vStar[i] = v0[i] + c * state.x[i];
      uStar[i] = h * v0[i] + b * state.x[i];
    }
    w.b = b;
    w.c = c;
    w.time = state.time + h;
    if (!solver.solve()) return false;
    let most = 0;
    for (let i = 0; i < w.size; i++) {
      const e = Math.abs((h * h * (x[i] - state.x[i])) / 12);
      if (e > most) {
        most = e;
        this.errorAt = i;
      }
    }
    this.error = most;
    evaluateRows(w, false);
    solver.projectVelocity(2);
    solver.projectAcceleration();
    evaluateEnd(w);
    return true;
  }

  remember(): void {
    this.state.x.set(this.solver.x);
  }
}
