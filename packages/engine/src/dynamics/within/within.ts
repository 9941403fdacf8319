/**
 * Positions and velocities at an instant within the last step, read after its commit, without any effect on the later run.
 *   motion, general step   cubic of Hermite through displacements and velocities of both ends, s = (t - t0)/h:
 *     u = (s - 2 s^2 + s^3) h v0 + (3 s^2 - 2 s^3) u1 + (s^3 - s^2) h u1'      error h^4 u''''/384, order three
 *     v = u'; rotation vectors likewise, with phi' and omega by turning.ts
 *   motion, step by backward Euler or a convex one   a straight line, also for velocities: within an impact a cubic would pass through the floor
 *   forces not interpolated here: at a stiffness of 1e9 N/m an error of a micrometre is a kilonewton. Readers interpolate them between the ends of steps
 *   explicit method   everything, by a step of the same method from the same start that ends there (order eight): see RungeKutta.visit
 */
import type { Workspace } from '../../stage/index.ts';
import { placePoses } from '../../trial/index.ts';
import type { State } from '../state.ts';
import { rotationRate, spinOf } from './turning.ts';

export class Within {
  /** [s] start of the last step; equal to its end before the first step */
  start = 0;
  end = 0;
  /** the last step was one of first order */
  line = true;
  /** velocities at its start */
  readonly velocity0: Float64Array;
  private readonly w: Workspace;
  private readonly state: State;
  /** displacements over the step, and to the instant asked for */
  private readonly u1: Float64Array;
  private readonly u: Float64Array;
  private readonly rate: Float64Array;
  /** at the end: u' and nodes of cables */
  private readonly endRate: Float64Array;
  private readonly endQ: Float64Array[];
  private readonly endV: Float64Array[];
  private readonly acceleration: Float64Array;
  private endTime = 0;
  private away = false;

  constructor(w: Workspace, state: State) {
    const floats = (): Float64Array => new Float64Array(w.u.length);
    this.w = w;
    this.state = state;
    this.velocity0 = floats();
    this.u1 = floats();
    this.u = floats();
    this.rate = floats();
    this.endRate = floats();
    this.acceleration = floats();
    this.endQ = w.cables.items.map(({ cable }) => new Float64Array(cable.q.length));
    this.endV = w.cables.items.map(({ cable }) => new Float64Array(cable.v.length));
  }

  /** A step is about to be committed: the State is still at its start, the workspace at its end. */
  note(line: boolean): void {
    this.start = this.state.time;
    this.end = this.start + this.w.h;
    this.line = line;
    this.velocity0.set(this.state.velocity);
    this.u1.set(this.w.u);
  }

  /** Puts bodies and nodes, with their velocities, at a time [s] within the step; forces stay those at the end. */
  place(time: number): void {
    const { w, u, u1, velocity0, rate, state } = this;
    const h = this.end - this.start;
    const s = h > 0 ? (time - this.start) / h : 1;
    if (!this.away) this.keepEnd();
    const r = 1 - s;
    const from0 = this.line ? 0 : h * s * r * r;
    const from1 = this.line ? 0 : -h * s * s * r;
    const way = this.line ? s : s * s * (3 - 2 * s);
    // their rates
    const rate0 = r * (1 - 3 * s);
    const rate1 = s * (3 * s - 2);
    const speed = h > 0 ? (6 * s * r) / h : 0;
    for (let i = 0; i < w.size; i++) {
      u[i] = from0 * velocity0[i] + way * u1[i] + from1 * this.endRate[i];
      rate[i] = rate0 * velocity0[i] + speed * u1[i] + rate1 * this.endRate[i];
      w.velocity[i] = this.line ? r * velocity0[i] + s * state.velocity[i] : rate[i];
    }
    if (!this.line) for (let k = 0; k < w.bodySize; k += 6) spinOf(w.velocity, u, rate, k);
    w.time = time;
    placePoses(w, u);
    for (let c = 0; c < w.cables.items.length; c++) {
      const { cable, at } = w.cables.items[c];
      const from = at - w.bodySize;
      for (let i = 0; i < 4 * cable.nodeCount; i++) {
        cable.q[i] = w.cableQ0[from + i] + u[at + i];
        cable.v[i] = w.velocity[at + i];
      }
    }
  }

  private keepEnd(): void {
    const { w, endRate, state } = this;
    this.away = true;
    this.endTime = w.time;
    for (let i = 0; i < w.size; i++) endRate[i] = state.velocity[i];
    for (let k = 0; k < w.bodySize; k += 6) rotationRate(endRate, this.u1, state.velocity, k);
    this.acceleration.set(w.acceleration);
    for (let c = 0; c < w.cables.items.length; c++) {
      const { cable } = w.cables.items[c];
      this.endQ[c].set(cable.q);
      this.endV[c].set(cable.v);
    }
  }

  /** Returns to the end of the step. */
  leave(): void {
    const { w, state } = this;
    if (!this.away) return;
    this.away = false;
    w.position.set(state.position);
    w.rotation.set(state.rotation);
    w.velocity.set(state.velocity);
    w.acceleration.set(this.acceleration);
    for (let c = 0; c < w.cables.items.length; c++) {
      const { cable } = w.cables.items[c];
      cable.q.set(this.endQ[c]);
      cable.v.set(this.endV[c]);
    }
    w.time = this.endTime;
  }
}
