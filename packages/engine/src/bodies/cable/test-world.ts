/**
 * One cable and a clock, for tests: TR-BDF2 in momentum form, as dynamics/integrators.ts has it, over the kernels of this
 * folder with a block LU. Held unknowns follow given functions of time. A step that does not converge is halved.
 */
import type { Cable } from './cable.ts';
import { advanceTension } from './elastic.ts';
import type { Evaluation } from './evaluation.ts';
import { CableEnergy } from './energy.ts';
import { type CableSurroundings, evaluateCable } from './evaluate.ts';
import { addMass, timesMass } from './mass.ts';
import { CableMatrix } from './matrix.ts';

const GAMMA = 2 - Math.SQRT2;
const A = 1 / (GAMMA * (2 - GAMMA));
const B = A - 1;

export interface WorldOptions {
  /** unknowns that are not solved for: 4 a node */
  readonly held?: Uint8Array;
  /** writes q, v, a of held unknowns at time t into the cable */
  readonly drive?: (cable: Cable, t: number) => void;
  /** before each evaluation, for fluid samples */
  readonly sample?: (cable: Cable, t: number) => void;
  /** extra mass of nodes (points) [kg] */
  readonly pointMass?: Float64Array;
  /** forces by node, 4 numbers */
  readonly load?: (force: Float64Array, t: number) => void;
  /** after an accepted step */
  readonly accepted?: (cable: Cable, t: number, h: number) => void;
  readonly mixed?: boolean;
  /** [m] */
  readonly tolerance?: number;
  readonly maxIterations?: number;
  /** how often a step may be halved */
  readonly halvings?: number;
}

export class CableWorld {
  time = 0;
  steps = 0;
  iterations = 0;
  halved = 0;
  worstIterations = 0;
  readonly cable: Cable;
  readonly around: CableSurroundings;
  readonly options: WorldOptions;
  readonly energy: CableEnergy;
  private matrix: CableMatrix;
  private readonly how: Evaluation;
  private held: Uint8Array;
  private q0: Float64Array;
  private v0: Float64Array;
  private x0: Float64Array;
  private xs: Float64Array; // unknown
  private uStar: Float64Array;
  private vStar: Float64Array;
  private pStar: Float64Array;
  private p0: Float64Array;
  private rate0: Float64Array;
  private rhs: Float64Array;
  private trial: Float64Array;
  private tensionTrial: Float64Array;
  private momentum: Float64Array;
  private started = false;

  constructor(cable: Cable, around: CableSurroundings, options: WorldOptions = {}) {
    this.cable = cable;
    this.around = around;
    this.options = options;
    this.energy = new CableEnergy(cable.capacity);
    this.how = { b: 0, c: 0, withTangent: false, mixed: options.mixed ?? true };
    const n = 4 * cable.capacity;
    this.matrix = new CableMatrix(cable.nodeCount);
    this.held = options.held ?? new Uint8Array(n);
    const make = () => new Float64Array(n);
    this.q0 = make();
    this.v0 = make();
    this.x0 = make();
    this.xs = make();
    this.uStar = make();
    this.vStar = make();
    this.pStar = make();
    this.p0 = make();
    this.rate0 = make();
    this.rhs = make();
    this.trial = make();
    this.momentum = make();
    this.tensionTrial = new Float64Array(cable.capacity);
  }

  /** The cable has another number of nodes, or new held unknowns: starts anew from its q and v. */
  restart(held?: Uint8Array): void {
    if (held) this.held = held;
    if (this.matrix.nodeCount !== this.cable.nodeCount) this.matrix = new CableMatrix(this.cable.nodeCount);
    this.started = false;
  }

  private massTimes(out: Float64Array, x: Float64Array): void {
    const { cable } = this;
    const extra = this.options.pointMass;
    timesMass(out, x, cable);
    if (!extra) return;
    for (let i = 0; i < cable.nodeCount; i++) for (let r = 0; r < 3; r++) out[4 * i + r] += extra[i] * x[4 * i + r];
  }

  private addMass(): void {
    const { cable } = this;
    const extra = this.options.pointMass;
    addMass(cable, 1);
    if (!extra) return;
    for (let i = 0; i < cable.nodeCount; i++) {
      for (let r = 0; r < 11; r += 5) cable.tangent[80 * i + 32 + r] += extra[i];
    }
  }

  private forces(t: number, withTangent: boolean): boolean {
    const { cable, options, around } = this;
    options.sample?.(cable, t);
    this.how.withTangent = withTangent;
    if (!evaluateCable(cable, around, this.how)) return false;
    const extra = options.pointMass;
    if (extra) {
      for (let i = 0; i < cable.nodeCount; i++) {
        for (let r = 0; r < 3; r++) cable.force[4 * i + r] += extra[i] * around.gravity[r];
      }
    }
    options.load?.(cable.force, t);
    return true;
  }

  /** Accelerations at the start. */
  private begin(): void {
    const { cable, x0, rate0, held } = this;
    const n = 4 * cable.nodeCount;
    this.options.drive?.(cable, this.time);
    this.q0.set(cable.q);
    this.v0.set(cable.v);
    for (let i = 0; i < n; i++) cable.a[i] = held[i] ? cable.a[i] : 0;
    const mixed = this.how.mixed;
    this.how.b = 0;
    this.how.c = 0;
    this.how.mixed = false;
    this.forces(this.time, true);
    for (let i = 0; i < n; i++) rate0[i] = cable.force[i];
    this.addMass();
    this.matrix.factor(cable, held);
    // held accelerations load their neighbours through the mass; their own rows are not solved
    this.rhs.set(rate0);
    this.matrix.solve(this.rhs, held);
    for (let i = 0; i < n; i++) x0[i] = held[i] ? cable.a[i] : this.rhs[i];
    for (let i = 0; i < n; i++) cable.a[i] = x0[i];
    this.forces(this.time, false);
    for (let i = 0; i < n; i++) rate0[i] = cable.force[i];
    this.how.mixed = mixed;
    cable.commit();
    this.started = true;
  }

  /** One step of h; halved inside as often as needed. False: it could not be made. */
  step(h: number, depth = 0): boolean {
    if (!this.started) this.begin();
    if (this.advance(h)) return true;
    const { cable } = this;
    cable.q.set(this.q0);
    cable.v.set(this.v0);
    cable.rewind();
    this.halved++;
    if (depth >= (this.options.halvings ?? 6)) return false;
    return this.step(0.5 * h, depth + 1) && this.step(0.5 * h, depth + 1);
  }

  run(until: number, h: number): boolean {
    const count = Math.round((until - this.time) / h);
    for (let k = 0; k < count; k++) if (!this.step(h)) return false;
    return true;
  }

  private advance(h: number): boolean {
    const { cable, q0, v0, x0, xs, uStar, vStar, pStar, p0, rate0, momentum } = this;
    const n = 4 * cable.nodeCount;
    const c = 0.5 * GAMMA * h;
    for (let i = 0; i < n; i++) {
      q0[i] = cable.q[i];
      v0[i] = cable.v[i];
    }
    this.massTimes(p0, v0);
    for (let i = 0; i < n; i++) {
      xs[i] = x0[i];
      pStar[i] = p0[i] + c * rate0[i];
      vStar[i] = v0[i] + c * x0[i];
      uStar[i] = c * v0[i] + c * vStar[i];
    }
    if (!this.solve(c * c, c, this.time + GAMMA * h)) return false;
    this.massTimes(momentum, cable.v);
    for (let i = 0; i < n; i++) {
      pStar[i] = momentum[i] + B * (momentum[i] - p0[i]);
      vStar[i] = cable.v[i] + B * (cable.v[i] - v0[i]);
      uStar[i] = A * (cable.q[i] - q0[i]) + c * vStar[i];
    }
    if (!this.solve(c * c, c, this.time + h)) return false;
    this.massTimes(momentum, cable.v);
    for (let i = 0; i < n; i++) {
      rate0[i] = (momentum[i] - pStar[i]) / c;
      x0[i] = xs[i];
    }
    this.time += h;
    this.steps++;
    cable.commit();
    this.around.seabed?.commit(cable);
    this.options.accepted?.(cable, this.time, h);
    return true;
  }

  private move(b: number, c: number, t: number): void {
    const { cable, q0, xs, uStar, vStar, held } = this;
    const n = 4 * cable.nodeCount;
    for (let i = 0; i < n; i++) {
      if (held[i]) continue;
      cable.q[i] = q0[i] + uStar[i] + b * xs[i];
      cable.v[i] = vStar[i] + c * xs[i];
      cable.a[i] = xs[i];
    }
    this.options.drive?.(cable, t);
    // with consistent mass a held node's momentum acts on its neighbours: its unknown is what its velocity says
    for (let i = 0; i < n; i++) if (held[i]) xs[i] = (cable.v[i] - vStar[i]) / c;
  }

  /** Residual into rhs, as minus; returns its norm with that of the gaps, or NaN. */
  private residual(b: number, c: number, t: number, withTangent: boolean): number {
    const { cable, rhs, pStar, held, momentum } = this;
    this.how.b = b;
    this.how.c = c;
    this.move(b, c, t);
    if (!this.forces(t, withTangent)) return Number.NaN;
    this.massTimes(momentum, cable.v);
    let sum = 0;
    for (let i = 0; i < 4 * cable.nodeCount; i++) {
      rhs[i] = held[i] ? 0 : cable.force[i] - (momentum[i] - pStar[i]) / c;
      // without the part that the tension equation adds, which is the gap's
      sum += rhs[i] * rhs[i];
    }
    return sum;
  }

  private solve(b: number, c: number, t: number): boolean {
    const { cable, rhs, xs, trial, held, tensionTrial, options } = this;
    const n = 4 * cable.nodeCount;
    const tolerance = options.tolerance ?? 1e-9;
    const most = options.maxIterations ?? 25;
    let previous = Number.POSITIVE_INFINITY;
    for (let iteration = 1; iteration <= most; iteration++) {
      this.iterations++;
      const size0 = this.residual(b, c, t, true);
      if (!(size0 < Number.POSITIVE_INFINITY)) return false;
      this.addMass();
      if (!this.matrix.factor(cable, held)) return false;
      this.matrix.solve(rhs, held);
      let size = 0;
      for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(b * rhs[i]));
      if (!(size < Number.POSITIVE_INFINITY)) return false;
      let part = 1;
      const before = iteration > 2 && size > 0.3 * previous && size > tolerance;
      for (let i = 0; i < n; i++) trial[i] = xs[i];
      for (let j = 0; j < cable.elementCount; j++) tensionTrial[j] = cable.tension[j];
      if (before) part = 0.7;
      if (part * size > 2) part = 2 / size;
      for (let i = 0; i < n; i++) xs[i] = trial[i] + part * rhs[i];
      const gap = this.how.mixed ? advanceTension(cable, rhs, 0, part, b) : 0;
      this.worstIterations = Math.max(this.worstIterations, iteration);
      if (part === 1 && size <= tolerance && gap <= Math.max(tolerance, 1e-9)) {
        this.move(b, c, t);
        return this.forces(t, false);
      }
      previous = size;
    }
    return false;
  }

  /** Kinetic, potential and elastic energy of now [J]; point masses included. */
  measure(): CableEnergy {
    const { cable, around, energy } = this;
    energy.measure(cable, around.gravity);
    const extra = this.options.pointMass;
    if (extra) {
      for (let i = 0; i < cable.nodeCount; i++) {
        for (let r = 0; r < 3; r++) {
          energy.kinetic += 0.5 * extra[i] * cable.v[4 * i + r] * cable.v[4 * i + r];
          energy.potential -= extra[i] * around.gravity[r] * cable.q[4 * i + r];
        }
      }
    }
    return energy;
  }
}

/** Mask of held unknowns: all four of the nodes listed; the unused turn of the last node, and all turns without twist. */
export function hold(cable: Cable, nodes: readonly number[]): Uint8Array {
  const held = new Uint8Array(4 * cable.capacity);
  for (const i of nodes) for (let r = 0; r < 3; r++) held[4 * i + r] = 1;
  for (let i = 0; i < cable.nodeCount; i++) if (!cable.hasTwist || i === cable.nodeCount - 1) held[4 * i + 3] = 1;
  return held;
}
