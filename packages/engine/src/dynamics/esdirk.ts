/**
 * Three implicit stages of order three, L-stable, the last one the result: ESDIRK3(2)4L[2]SA of Kennedy & Carpenter 2003, for smooth
 * motion with stiff forces (ropes), where the phase errors of second order are too large. All stages have c = gamma h:
 *   S_i = h sum_(j<i) a_ij w_j,   u_i = S_i + c w_i,   P_i = P0 + h sum_(j<i) a_ij F_j + c F_i
 * with w_j = (u_j - S_j)/c, the velocity that keeps positions on the joints, and F_j = (M v_j - P*_j)/c with velocities projected onto
 * them: two kinds of stage values, as in the stabilised index-2 form (Gear et al. 1985). Order three under constraints needs two more
 * things: F_1 from accelerations that satisfy the joints, and a separate factor for each stage, because velocities are projected along the
 * joint directions of the factor (one factor for all stages gives second order, with an error a hundredth of that of TR-BDF2). Rotations:
 * phi' = omega - phi x omega/2 + ..., with the terms after omega at the predicted stage: an error of fourth order.
 */
import {
  addTransposed,
  evaluateForces,
  evaluateRows,
  gyroscopic,
  massTimes,
  timesJacobian,
  type Workspace,
} from '../stage/index.ts';
import type { InnerStages } from './contact-events.ts';
import { EULER_WEIGHTS, backwardEuler, type Integrator, settle, settleEuler, settleInner } from './integrators.ts';
import { factorMass } from './project.ts';
import type { StageSolver } from './stage.ts';
import type { State } from './state.ts';

/** gamma: the root of x^3 - 3 x^2 + 3 x/2 - 1/6 = 0 that makes the method L-stable. Stage 2 is a trapezoidal one, stage 3 at 3/5. */
export const GAMMA = 0.435866521508459;
export const INSTANTS: Float64Array = Float64Array.of(0, 2 * GAMMA, 0.6, 1);
/** second order of stage 3: a32 c2 + gamma c3 = c3^2/2 */
const A32 = (INSTANTS[2] * (INSTANTS[2] - 2 * GAMMA)) / (2 * INSTANTS[1]);
const A31 = INSTANTS[2] - GAMMA - A32;
/** weights: sum b c = 1/2 and sum b c^2 = 1/3 with b4 = gamma */
const B2 = (1 / 3 - GAMMA - INSTANTS[2] * (0.5 - GAMMA)) / (INSTANTS[1] * (INSTANTS[1] - INSTANTS[2]));
const B3 = (0.5 - GAMMA - B2 * INSTANTS[1]) / INSTANTS[2];
const B1 = 1 - GAMMA - B2 - B3;
/** Coefficients of earlier stages, three for each stage. */
export const BEFORE: Float64Array = Float64Array.of(0, 0, 0, GAMMA, 0, 0, A31, A32, 0, B1, B2, B3);
/** The weights minus those of the embedded method of second order. */
export const ERROR_2: Float64Array = Float64Array.of(
  B1 - 2756255671327 / 12835298489170,
  B2 + 10771552573575 / 22201958757719,
  B3 - 9247589265047 / 10645013368117,
  GAMMA - 2193209047091 / 5459859503100,
);
const WEIGHTS: readonly [number, number] = [B1, GAMMA];
const INNER: Float64Array = Float64Array.of(0, B2, B3);
const LAST = 3;

/** Extrapolation of a stage's acceleration from earlier ones: linear to stage 3, a parabola to the last. */
const TO_3 = INSTANTS[2] / INSTANTS[1];
const C2 = INSTANTS[1];
const C3 = INSTANTS[2];
const FROM_2 = (1 - C3) / (C2 * (C2 - C3));
const FROM_3 = (1 - C2) / (C3 * (C3 - C2));
const FROM_1 = ((1 - C2) * (1 - C3)) / (C2 * C3);

export class Esdirk3 implements Integrator {
  weights: readonly [number, number] = WEIGHTS;
  error = 0;
  errorAt = 0;
  readonly errorPower = 3;
  private readonly solver: StageSolver;
  private readonly state: State;
  private readonly w: Workspace;
  private readonly momentum0: Float64Array;
  /** of stages 1 to 4: w, F and x */
  private readonly ways: Float64Array[] = [];
  private readonly forces: Float64Array[] = [];
  private readonly accelerations: Float64Array[] = [];
  private readonly way: Float64Array;
  private euler = false;
  private readonly rate: Float64Array;
  /** true: forces at the start of a step are recomputed, where nothing jumps and joints have multipliers */
  private readonly renews: boolean;

  constructor(solver: StageSolver, state: State) {
    this.solver = solver;
    this.state = state;
    this.w = solver.w;
    const n = solver.w.size;
    this.momentum0 = new Float64Array(n);
    this.way = new Float64Array(n);
    this.rate = new Float64Array(solver.w.multiplierCount);
    const { cables, contacts, touch, hulls, gear, actions, multiplierCount, matrix } = solver.w;
    const jumps = contacts.any || touch.any || hulls.any || gear.any || actions.hasHistory;
    const fed = cables.items.some(({ feed }) => feed !== undefined); // the mass of fed cables changes
    this.renews = multiplierCount > 0 && matrix.withMultipliers && !jumps && !fed;
    for (let s = 0; s <= LAST; s++) {
      this.ways.push(new Float64Array(n));
      this.forces.push(new Float64Array(n));
      this.accelerations.push(new Float64Array(n));
    }
  }

  advance(inner: InnerStages): boolean {
    const { solver, state, w, ways, forces, accelerations } = this;
    const n = w.size;
    solver.momentumForm = true;
    this.weights = WEIGHTS;
    this.euler = false;
    massTimes(w, this.momentum0, state.velocity);
    for (let i = 0; i < n; i++) {
      ways[0][i] = state.velocity[i];
      forces[0][i] = state.momentumRate[i];
      accelerations[0][i] = state.x[i];
    }
    if (this.renews) this.renewForces(accelerations[0], forces[0]);
    // later stages have weight zero; a failed step must not leave infinite values there
    for (let s = 1; s < LAST; s++) {
      ways[s].fill(0);
      forces[s].fill(0);
      accelerations[s].fill(0);
    }
    w.c = GAMMA * w.h;
    w.b = w.c * w.c;
    for (let s = 1; s <= LAST; s++) {
      if (w.multiplierCount > 0) solver.forgetFactor(); // velocities are projected along the joint directions in the factor
      this.guess(s);
      this.prepare(s);
      w.time = state.time + INSTANTS[s] * w.h;
      if (!solver.solve()) return false;
      if (s < LAST) {
        settleInner(solver);
        if (inner.readInner(INNER, s)) return false;
      } else settle(solver);
      this.read(s);
    }
    this.estimate();
    return true;
  }

  /** x and F of stage 1 from accelerations that satisfy the joints; those at the end of the last step are of second order only. */
  private renewForces(x: Float64Array, force: Float64Array): void {
    const { solver, w, rate } = this;
    const { solution } = solver;
    const n = w.size;
    evaluateRows(w, true);
    evaluateForces(w, false, 0, 0);
    if (!factorMass(w, solver)) return;
    w.lambda.fill(0);
    x.fill(0);
    // the second iteration removes the effect of the joints' compliance
    for (let round = 0; round < 2; round++) {
      massTimes(w, solution, x);
      addTransposed(w, solution, w.lambda);
      gyroscopic(w, solution);
      for (let i = 0; i < n; i++) solution[i] = w.force[i] - solution[i];
      for (let i = 0; i < n; i++) w.acceleration[i] = x[i];
      timesJacobian(w, rate, w.acceleration);
      for (let i = 0; i < w.multiplierCount; i++) solution[n + i] = -(rate[i] + w.rows.gamma[i]);
      w.matrix.lu.solve(solution);
      for (let i = 0; i < n; i++) x[i] += solution[i];
      for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] += solution[n + i];
    }
    force.fill(0);
    addTransposed(w, force, w.lambda);
    for (let i = 0; i < n; i++) force[i] = w.force[i] - force[i];
  }

  /** Initial guess of the acceleration; contacts jump, so they start from the last one. */
  private guess(s: number): void {
    const { solver, state, w, accelerations } = this;
    const { x } = solver;
    const x1 = accelerations[0];
    const x2 = accelerations[1];
    const x3 = accelerations[2];
    const smooth = w.allContacts.active === 0;
    const ahead = INSTANTS[s] * w.h;
    for (let i = 0; i < w.size; i++) {
      if (s === 1) x[i] = smooth ? state.x[i] + ahead * state.xRate[i] : state.x[i];
      else if (!smooth) x[i] = x2[i];
      else if (s === 2) x[i] = x1[i] + TO_3 * (x2[i] - x1[i]);
      else x[i] = FROM_1 * x1[i] + FROM_2 * x2[i] + FROM_3 * x3[i];
    }
  }

  /** u*, v* and P* of a stage. */
  private prepare(s: number): void {
    const { solver, state, w, ways, forces, accelerations, momentum0, way } = this;
    const { uStar, vStar, momentumStar, x } = solver;
    const { h, c, b } = w;
    const w1 = ways[0];
    const w2 = ways[1];
    const w3 = ways[2];
    const f1 = forces[0];
    const f2 = forces[1];
    const f3 = forces[2];
    const x1 = accelerations[0];
    const x2 = accelerations[1];
    const x3 = accelerations[2];
    const a1 = h * BEFORE[3 * s];
    const a2 = h * BEFORE[3 * s + 1];
    const a3 = h * BEFORE[3 * s + 2];
    for (let i = 0; i < w.size; i++) {
      way[i] = a1 * w1[i] + a2 * w2[i] + a3 * w3[i];
      momentumStar[i] = momentum0[i] + (a1 * f1[i] + a2 * f2[i] + a3 * f3[i]);
      vStar[i] = state.velocity[i] + (a1 * x1[i] + a2 * x2[i] + a3 * x3[i]);
      uStar[i] = way[i] + c * vStar[i];
    }
    for (let k = 3; k < w.bodySize; k += 6) {
      const px = uStar[k] + b * x[k];
      const py = uStar[k + 1] + b * x[k + 1];
      const pz = uStar[k + 2] + b * x[k + 2];
      const wx = vStar[k] + c * x[k];
      const wy = vStar[k + 1] + c * x[k + 1];
      const wz = vStar[k + 2] + c * x[k + 2];
      // phi x omega, and phi x (phi x omega)
      const ax = py * wz - pz * wy;
      const ay = pz * wx - px * wz;
      const az = px * wy - py * wx;
      uStar[k] += c * ((py * az - pz * ay) / 12 - 0.5 * ax);
      uStar[k + 1] += c * ((pz * ax - px * az) / 12 - 0.5 * ay);
      uStar[k + 2] += c * ((px * ay - py * ax) / 12 - 0.5 * az);
    }
  }

  /** w, F and x of a solved stage, with projected velocities. */
  private read(s: number): void {
    const { solver, w, way } = this;
    const { vStar, momentumStar } = solver;
    const ways = this.ways[s];
    const force = this.forces[s];
    const acceleration = this.accelerations[s];
    massTimes(w, force, w.velocity);
    for (let i = 0; i < w.size; i++) {
      ways[i] = (w.u[i] - way[i]) / w.c;
      force[i] = (force[i] - momentumStar[i]) / w.c;
      acceleration[i] = (w.velocity[i] - vStar[i]) / w.c;
    }
  }

  private estimate(): void {
    const { w, ways } = this;
    const w1 = ways[0];
    const w2 = ways[1];
    const w3 = ways[2];
    const w4 = ways[LAST];
    const e1 = ERROR_2[0];
    const e2 = ERROR_2[1];
    const e3 = ERROR_2[2];
    const e4 = ERROR_2[LAST];
    let most = 0;
    for (let i = 0; i < w.size; i++) {
      const e = Math.abs(e1 * w1[i] + e2 * w2[i] + e3 * w3[i] + e4 * w4[i]);
      if (e > most) {
        most = e;
        this.errorAt = i;
      }
    }
    this.error = w.h * most;
  }

  advanceEuler(inner: InnerStages): boolean {
    const { solver, state, w, momentum0, forces, accelerations } = this;
    const { h } = w;
    if (!backwardEuler(solver, state, momentum0)) return false;
    const force = forces[LAST];
    massTimes(w, force, w.velocity);
    for (let i = 0; i < w.size; i++) {
      force[i] = (force[i] - momentum0[i]) / h;
      accelerations[LAST][i] = solver.x[i];
    }
    settleEuler(solver, inner);
    this.weights = EULER_WEIGHTS;
    this.euler = true;
    return true;
  }

  remember(): void {
    const { state, w, accelerations, forces } = this;
    const x2 = accelerations[1];
    const x4 = accelerations[LAST];
    for (let i = 0; i < w.size; i++) {
      state.xRate[i] = this.euler ? 0 : (x4[i] - x2[i]) / ((1 - INSTANTS[1]) * w.h);
      state.x[i] = x4[i];
      state.momentumRate[i] = forces[LAST][i];
    }
  }
}
