/**
 * Equilibrium of a cable whose held unknowns stay where they are: force(q, v = 0) = 0. Newton with a mass that fades
 * (pseudo-transient continuation, Kelley & Keyes 1998):
 *   (K + s M) dq = F,     s <- s |F|/|F before|                 a heavily damped motion that turns into Newton
 * with tensions as unknowns of their own (elastic.ts). A step that makes things much worse is taken back and s raised. Needs
 * no guess of the shape (start-shape.ts makes one); slack parts, which have no stiffness across, are kept in place by s M.
 */
import { tautSlopeAt, tensionOf } from './axial.ts';
import type { Cable } from './cable.ts';
import { advanceTension } from './elastic.ts';
import type { Evaluation } from './evaluation.ts';
import { type CableSurroundings, evaluateCable } from './evaluate.ts';
import { updateElements } from './frames.ts';
import { addMass } from './mass.ts';
import { CableMatrix } from './matrix.ts';

export interface StaticsOptions {
  /** not 0: fixed; 4 flags for each node */
  readonly held: Uint8Array;
  /** dead loads, 4 a node [N, N m] */
  readonly load?: Float64Array;
  /** before each evaluation, for fluid samples at the trial positions */
  readonly sample?: (cable: Cable) => void;
  /** largest residual force over the largest load [1]; default 1e-9 */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

export type StaticsResult =
  | { readonly ok: true; readonly iterations: number; readonly residual: number }
  | {
      readonly ok: false;
      readonly reason: 'diverged' | 'not-finite';
      /** node with the largest residual force */
      readonly node: number;
      readonly residual: number;
      readonly iterations: number;
    };

/** Largest change of an element in one iteration, over its length: about its rotation [rad]. */
const LARGEST_TURN = 0.5;
/** Convergence: a step without mass rotates no element by more than this. For a steep line forces alone are no sufficient criterion. */
const LAST_TURN = 1e-5;
/** Factors on the initial mass where a line did not converge. */
const MORE_MASS = [1e3, 1e6];
/** Compression from which an element starts slack, as a part of its rest length. */
const FAR_SLACK = 0.02;
/** Largest residual after a step, and largest growth, before the step is undone: stiff beds push hard for some iterations. */
const WORSE = 10;
/** Load that counts as zero [N]. */
const NOTHING = 1e-12;
/** Gap, as a part of the length, with the same weight as the whole load. */
const GAP = 1e-3;
/** [N] of an element at its tension */
const slope = new Float64Array(1);

export function solveStatics(cable: Cable, around: CableSurroundings, options: StaticsOptions): StaticsResult {
  const solver = new StaticsSolver(cable, around, options);
  return solver.run();
}

class StaticsSolver {
  private readonly cable: Cable;
  private readonly around: CableSurroundings;
  private readonly options: StaticsOptions;
  private readonly matrix: CableMatrix;
  private readonly how: Evaluation = { b: 1, c: 0, withTangent: true, mixed: true };
  private readonly dq: Float64Array;
  private readonly left: Float64Array;
  /** the largest load, reference of convergence; and a reference during iterations, at least the forces of the first shape [N] */
  private readonly load: number;
  private scale: number;
  private readonly qKept: Float64Array;
  private readonly tensionKept: Float64Array;
  private readonly total: number;
  private readonly friction: boolean;
  private worstNode = 0;
  private worstForce = 0;
  /** over the length of its element, and the largest [m] */
  private worstGap = 0;
  private largestGap = 0;

  constructor(cable: Cable, around: CableSurroundings, options: StaticsOptions) {
    this.cable = cable;
    this.around = around;
    this.options = options;
    this.matrix = new CableMatrix(cable.nodeCount);
    this.dq = new Float64Array(4 * cable.nodeCount);
    this.left = new Float64Array(4 * cable.nodeCount);
    this.total = cable.totalLength;
    this.load = this.loadScale();
    this.scale = this.load;
    this.qKept = new Float64Array(4 * cable.nodeCount);
    this.tensionKept = new Float64Array(cable.nodeCount);
    this.friction = around.seabed?.withFriction ?? false;
  }

  run(): StaticsResult {
    const { cable, around, options } = this;
    cable.v.fill(0);
    cable.a.fill(0);
    if (around.seabed) around.seabed.withFriction = false;
    this.loosen();
    const q = cable.q.slice(0, 4 * cable.nodeCount);
    const tension = cable.tension.slice(0, cable.elementCount);
    const [direction, director, refTwist] = [
      cable.direction0.slice(),
      cable.director0.slice(),
      cable.refTwist0.slice(),
    ];
    const most = options.maxIterations ?? 500;
    let result: StaticsResult = this.iterate(options.tolerance ?? 1e-9, most, 1);
    // not converged: start again with a larger initial mass
    for (const mass of MORE_MASS) {
      if (result.ok) break;
      cable.q.set(q);
      cable.tension.set(tension);
      cable.direction0.set(direction);
      cable.director0.set(director);
      cable.refTwist0.set(refTwist);
      result = this.iterate(options.tolerance ?? 1e-9, most, mass);
    }
    if (around.seabed) {
      around.seabed.withFriction = this.friction;
      around.seabed.bristle.fill(0);
      around.seabed.commit(cable);
    }
    cable.commit();
    return result;
  }

  /** Elements that start slack take the tension of their length, as during iterations (advanceTension). */
  private loosen(): void {
    const { cable } = this;
    const { EA, slackRatio, bucklingStrain, bendWidth } = cable;
    if (!updateElements(cable)) return;
    for (let j = 0; j < cable.elementCount; j++) {
      const z = cable.length[j + 1] / cable.restLength[j] - 1;
      if (z >= -FAR_SLACK) continue;
      cable.tension[j] = tensionOf(z, EA[j], slackRatio[j], bucklingStrain[j], bendWidth[j]);
    }
  }

  private iterate(tolerance: number, most: number, mass: number): StaticsResult {
    const { cable, options, dq } = this;
    const n = 4 * cable.nodeCount;
    let residual = this.residual();
    this.scale = Math.max(this.load, this.worstForce);
    const { load } = this;
    const rounding = this.rounding();
    const enough = Math.max(tolerance * load, rounding);
    let s = 0;
    let lightest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < cable.nodeCount; i++) if (cable.mass[i] < lightest) lightest = cable.mass[i];
    s = mass * Math.max((this.worstForce * cable.nodeCount) / (lightest * this.total), 1e-12);
    this.how.c = Math.sqrt(s);
    residual = this.residual();
    const least = (1e-9 * load) / (lightest * this.total * cable.nodeCount);
    for (let iteration = 1; iteration <= most; iteration++) {
      if (!Number.isFinite(residual)) return this.failed('not-finite', iteration);
      // a slack line without load stays where it is: it has no stiffness from which to find its position
      if (load <= NOTHING && this.worstForce <= rounding && this.largestGap <= 1e-9 * this.total) {
        return { ok: true, iterations: iteration, residual: 0 };
      }
      addMass(cable, s);
      if (!this.matrix.factor(cable, options.held)) {
        // slack parts have no stiffness of their own
        s *= 100;
        this.how.c = Math.sqrt(s);
        residual = this.residual();
        continue;
      }
      this.matrix.solve(dq, options.held);
      const turn = this.largestTurn();
      if (!(turn < Number.POSITIVE_INFINITY)) return this.failed('not-finite', iteration);
      const part = turn > LARGEST_TURN ? LARGEST_TURN / turn : 1;
      this.keep();
      for (let i = 0; i < n; i++) cable.q[i] += part * dq[i];
      // previous gaps: if closed, the last two steps agree
      const gap = this.largestGap;
      advanceTension(cable, dq, 0, part, 1);
      const before = residual;
      residual = this.residual();
      if (!(residual <= WORSE * Math.max(before, WORSE))) {
        this.restore();
        s = Math.max(4 * s, 16 * least);
        this.how.c = Math.sqrt(s);
        residual = this.residual();
        continue;
      }
      cable.commit();
      const nearly = this.worstForce <= enough && part === 1;
      if (nearly && gap <= 1e-9 * this.total && s <= least && turn <= LAST_TURN) {
        return { ok: true, iterations: iteration, residual: this.worstForce / load };
      }
      // small rotations: closer to Newton; falling residuals: in the same proportion; limited rotations: further from Newton
      const strain = this.worstGap; // gap of an element, over its length
      const ease =
        part < 1 || strain > 0.05 ? 3 : turn > 0.3 || strain > 0.02 ? 1 : turn > 0.15 || strain > 0.01 ? 0.5 : 0.2;
      s = nearly ? least : Math.max(least, s * ease * Math.max(0.05, Math.min(1, residual / before)));
      this.how.c = Math.sqrt(s); // of the next evaluation
    }
    return this.failed('diverged', most);
  }

  private failed(reason: 'diverged' | 'not-finite', iterations: number): StaticsResult {
    return { ok: false, reason, node: this.worstNode, residual: this.worstForce / this.load, iterations };
  }

  /** Largest change of an element by dq, over its length. */
  private largestTurn(): number {
    const { dq, cable } = this;
    let most = 0;
    for (let j = 0; j < cable.elementCount; j++) {
      const o = 4 * j;
      const x = dq[o + 4] - dq[o];
      const y = dq[o + 5] - dq[o + 1];
      const z = dq[o + 6] - dq[o + 2];
      const size = Math.sqrt(x * x + y * y + z * z) / cable.length[j + 1];
      if (!(size <= most)) most = size;
    }
    return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
  }

  private keep(): void {
    this.qKept.set(this.cable.q.subarray(0, this.qKept.length));
    this.tensionKept.set(this.cable.tension.subarray(0, this.tensionKept.length));
  }

  private restore(): void {
    this.cable.q.set(this.qKept);
    this.cable.tension.set(this.tensionKept);
  }

  /**
   * Writes forces to dq, with the contribution of the tension equation; returns the total residual: forces at the present tensions over the
   * load, plus gaps over the length. Their sum falls during iterations; dq alone may jump when an element tightens.
   */
  private residual(): number {
    const { cable, options, dq, left } = this;
    options.sample?.(cable);
    if (!evaluateCable(cable, this.around, this.how)) return Number.NaN;
    const { force, axialRate, gap, direction } = cable;
    const load = options.load;
    for (let i = 0; i < 4 * cable.nodeCount; i++) {
      dq[i] = force[i] + (load ? load[i] : 0);
      left[i] = dq[i];
    }
    let gaps = 0;
    this.worstGap = 0;
    this.largestGap = 0;
    for (let j = 0; j < cable.elementCount; j++) {
      const extra = axialRate[j] * gap[j];
      gaps += gap[j] * gap[j];
      this.worstGap = Math.max(this.worstGap, Math.abs(gap[j]) / cable.restLength[j]);
      this.largestGap = Math.max(this.largestGap, Math.abs(gap[j]));
      for (let r = 0; r < 3; r++) {
        left[4 * j + r] -= extra * direction[3 * j + 3 + r];
        left[4 * j + 4 + r] += extra * direction[3 * j + 3 + r];
      }
    }
    let sum = 0;
    this.worstForce = 0;
    for (let i = 0; i < 4 * cable.nodeCount; i++) {
      if (options.held[i] !== 0) {
        dq[i] = 0;
        continue;
      }
      const f = Math.abs(left[i]);
      sum += f * f;
      if (f > this.worstForce) {
        this.worstForce = f;
        this.worstNode = Math.floor(i / 4);
      }
    }
    return Math.sqrt(sum) / this.scale + Math.sqrt(gaps) / (GAP * this.total);
  }

  /** Error of tensions by rounding of positions [N]. */
  private rounding(): number {
    const { cable } = this;
    let size = 0;
    let stiffest = 0;
    for (let i = 0; i < 4 * cable.nodeCount; i++) if (i % 4 !== 3) size = Math.max(size, Math.abs(cable.q[i]));
    for (let j = 0; j < cable.elementCount; j++) {
      slope[0] = cable.tension[j];
      tautSlopeAt(slope, 0, cable, j);
      stiffest = Math.max(stiffest, slope[0] / cable.restLength[j]);
    }
    return 1e-15 * stiffest * size;
  }

  /**
   * Largest load: total weight, dead loads, initial tensions, EI over the squared length [N]. Forces of the first shape are not included:
   * those of a sharp bend, or deep in a bed, are no reference for the final residual.
   */
  private loadScale(): number {
    const { cable, around, options } = this;
    const g = around.gravity;
    const size = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    let scale = NOTHING;
    for (let i = 0; i < cable.nodeCount; i++) scale += cable.mass[i] * size;
    for (let j = 0; j < cable.elementCount; j++) {
      scale = Math.max(
        scale,
        Math.abs(cable.tension[j]),
        (cable.bendRatio[j] * cable.restLength[j]) / (this.total * this.total),
      );
    }
    if (options.load) for (let i = 0; i < options.load.length; i++) scale = Math.max(scale, Math.abs(options.load[i]));
    return scale;
  }
}
