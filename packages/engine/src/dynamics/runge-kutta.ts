/**
 * Explicit Dormand-Prince 5(4) on the accelerations of the constrained system: a second implementation that shares no
 * stage equation with the implicit integrators, and the cheap one for smooth mechanisms without stiff contacts.
 *   u_x' = v,  phi' = dexp^-1(phi) omega (Munthe-Kaas),  v' from [M J^T; J -eps](a, lambda) = (Q - omega x J omega, -gamma)
 * After a step positions and velocities are projected onto the joints.
 */
import {
  addTransposed,
  evaluateForces,
  evaluateRows,
  gyroscopic,
  massTimes,
  moveTrial,
  timesJacobian,
  type Workspace,
} from '../system/index.ts';
import type { Integrator } from './integrators.ts';
import { applyCorrection, factorMass } from './project.ts';
import type { StageSolver } from './stage.ts';
import type { State } from './state.ts';

/** Dormand & Prince 1980, table 2. */
const C = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
const TABLEAU = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
/** Fifth-order weights minus fourth-order ones. */
const ERROR = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];

export class RungeKutta implements Integrator {
  readonly weights: readonly [number, number, number] = [0.5, 0, 0.5];
  error = 0;
  readonly errorPower = 5;
  private readonly solver: StageSolver;
  private readonly state: State;
  private readonly w: Workspace;
  private readonly uRate: Float64Array[] = [];
  private readonly vRate: Float64Array[] = [];
  private readonly rate: Float64Array;

  constructor(solver: StageSolver, state: State) {
    this.solver = solver;
    this.state = state;
    this.w = solver.w;
    const n = solver.w.size;
    for (let s = 0; s < 7; s++) {
      this.uRate.push(new Float64Array(n));
      this.vRate.push(new Float64Array(n));
    }
    this.rate = new Float64Array(solver.w.multiplierCount);
  }

  advance(h: number, _inner: () => void): boolean {
    const { w, state, uRate, vRate, solver } = this;
    const n = w.size;
    const v0 = state.velocity;
    solver.iterations++;
    for (let s = 0; s < 7; s++) {
      for (let i = 0; i < n; i++) {
        let u = 0;
        let v = v0[i];
        for (let k = 0; k < s; k++) {
          const a = h * TABLEAU[s][k];
          u += a * uRate[k][i];
          v += a * vRate[k][i];
        }
        w.u[i] = u;
        w.velocity[i] = v;
      }
      moveTrial(w, state.time + C[s] * h);
      if (!this.derivative(uRate[s], vRate[s])) return false;
    }
    let most = 0;
    for (let i = 0; i < n; i++) {
      let u = 0;
      let v = 0;
      for (let s = 0; s < 7; s++) {
        u += ERROR[s] * uRate[s][i];
        v += ERROR[s] * vRate[s][i];
      }
      most = Math.max(most, Math.abs(h * u), Math.abs(h * h * v));
    }
    this.error = most < Number.POSITIVE_INFINITY ? most : 1e300;
    if (w.multiplierCount > 0 && !this.project()) return false;
    evaluateForces(w, false, 0, 0);
    solver.x.set(vRate[6]);
    return true;
  }

  /** Accelerations at the trial. */
  private derivative(uRate: Float64Array, vRate: Float64Array): boolean {
    const { w, solver, rate } = this;
    const { solution } = solver;
    const n = w.size;
    evaluateRows(w, true);
    evaluateForces(w, false, 0, 0);
    if (!factorMass(w, solver)) {
      solver.failure = 'singular';
      return false;
    }
    vRate.fill(0);
    w.lambda.fill(0);
    // one round of refinement takes the compliance eps out of the accelerations
    for (let round = 0; round < (w.multiplierCount > 0 ? 2 : 1); round++) {
      massTimes(w, solution, vRate);
      gyroscopic(w, solution);
      addTransposed(w, solution, w.lambda);
      for (let i = 0; i < n; i++) solution[i] = w.force[i] - solution[i];
      w.acceleration.set(vRate);
      timesJacobian(w, rate, w.acceleration);
      for (let i = 0; i < w.multiplierCount; i++) solution[n + i] = -(rate[i] + w.rows.gamma[i]);
      w.matrix.lu.solve(solution);
      for (let i = 0; i < n; i++) vRate[i] += solution[i];
      for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] += solution[n + i];
    }
    for (let i = 0; i < w.model.dynamicCount; i++) rotationRate(uRate, w.u, w.velocity, 6 * i);
    return true;
  }

  /** Back onto the joints: positions, then velocities. */
  private project(): boolean {
    const { w, solver, rate } = this;
    const t = w.time;
    for (let round = 0; round < 3; round++) {
      evaluateRows(w, false);
      let most = 0;
      for (let i = 0; i < w.multiplierCount; i++) most = Math.max(most, Math.abs(w.rows.phi[i]));
      if (round === 0 && !factorMass(w, solver)) return false;
      if (most < 1e-14) break;
      applyCorrection(w, solver, w.rows.phi, w.u);
      moveTrial(w, t);
    }
    for (let round = 0; round < 2; round++) {
      timesJacobian(w, rate, w.velocity);
      for (let i = 0; i < w.multiplierCount; i++) rate[i] += w.rows.phiT[i];
      applyCorrection(w, solver, rate, w.velocity);
    }
    return true;
  }

  remember(_h: number): void {
    this.state.x.set(this.solver.x);
  }
}

/** (v, dexp^-1(phi) omega) = (v, omega - 1/2 phi x omega + 1/12 phi x (phi x omega) - 1/720 ...) for one body. */
function rotationRate(out: Float64Array, u: Float64Array, velocity: Float64Array, k: number): void {
  const px = u[k + 3];
  const py = u[k + 4];
  const pz = u[k + 5];
  let ax = velocity[k + 3];
  let ay = velocity[k + 4];
  let az = velocity[k + 5];
  out[k] = velocity[k];
  out[k + 1] = velocity[k + 1];
  out[k + 2] = velocity[k + 2];
  let x = ax;
  let y = ay;
  let z = az;
  for (let order = 1; order <= 4; order++) {
    const bx = py * az - pz * ay;
    const by = pz * ax - px * az;
    const bz = px * ay - py * ax;
    ax = bx;
    ay = by;
    az = bz;
    const f = order === 1 ? -1 / 2 : order === 2 ? 1 / 12 : order === 4 ? -1 / 720 : 0; // Bernoulli numbers / n!
    x += f * ax;
    y += f * ay;
    z += f * az;
  }
  out[k + 3] = x;
  out[k + 4] = y;
  out[k + 5] = z;
}
