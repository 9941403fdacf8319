/**
 * One implicit stage, solved by Newton's method. With the unknown x (an acceleration) and multipliers lambda:
 *   u = u* + b x,   v = v* + c x                                       displacement since the step began, velocity
 *   momentum form   (M(q) v - P*)/c - Q(q, v, t) + J^T lambda = 0       no gyroscopic term: the change of M(q) contains it
 *   force form      M x + omega x J omega - Q + J^T lambda = 0
 *   Phi(q, t) = 0
 * Every integrator is a choice of (u*, v*, P*, b, c). Newton matrix S = M + c C + b K with the multipliers as blocks [S J^T; J -eps], or S
 * + b alpha J^T J with lambda += alpha Phi an iteration (Vilela 2018, eqs 2.10-2.11). A factor serves later iterations and stages of its
 * step while it contracts well. Each step makes a new one: velocities are projected along the directions of the factor, and a rotation of
 * these directions would cost an order of accuracy.
 */
import { effortFor, FOR_PART, ITERATIONS, PART_MATRIX, PART_STEP } from '../base/index.ts';
import {
  addJoints,
  addTransposed,
  advanceTensions,
  beginStageMatrix,
  evaluateStage,
  evaluateRows,
  gyroscopic,
  massTimes,
  timesJacobian,
  type Workspace,
} from '../stage/index.ts';
import { placeTrial } from '../trial/index.ts';
import type { SolverSpec } from '../model/index.ts';
import { fittingCompliance, fittingTolerance, REDUNDANT_COMPLIANCE, SMALL_COMPLIANCE } from './fitting.ts';
import { LINE_PART } from '../math/index.ts';
import { LineSearch } from './line-search.ts';
import { beyondReach } from './reach.ts';
import { chooseTolerance, isSmall } from './resolution.ts';
import { whoIsSubject } from './subject.ts';
import {
  ASTRAY,
  CONTACT_RESOLUTION,
  HALVE_FROM,
  LARGEST_GAP,
  LARGEST_MOVE,
  LARGEST_STRAIN,
  LATE_SPEED,
  LEAST_PART,
  LEAK_SQUARE,
  LOST,
  LOST_AFTER,
  NEARLY_PROJECTED,
  PROJECTED,
  REUSE_CONTRACTION,
  ROUND_FROM,
  SEARCH_CONTRACTION,
  SEARCH_FROM,
} from './options.ts';

/** alpha b over the largest mass: gains three digits in each iteration, and leaves as many before rounding spoils the factor. */
const STIFF = 1e4;
/**
 * Multipliers found by iteration have the error of the last increment over b: 1e-9 m in a step of 0.5 ms is 0.07 m/s^2. Where the tolerance
 * is automatic, it is smaller by this factor.
 */
const BY_ROUNDS = 1e-3;

const MATRIX = effortFor(FOR_PART, PART_MATRIX);
const STEP = effortFor(FOR_PART, PART_STEP);

export type StageFailure = 'diverged' | 'not-finite' | 'singular' | 'contradictory' | 'passed' | 'gained';

export class StageSolver {
  /** [kg] of the bodies */
  private heaviest = 0;
  readonly w: Workspace;
  readonly options: SolverSpec;
  /** as given; NaN: auto (a union of number and text would be boxed each time) */
  private readonly penalty: number;
  /** [m or rad] */
  readonly newtonTolerance: number;
  /** bound on increments as a part of the depth of contacts */
  readonly resolution: number;
  /** eps of the joints, see SolverSpec */
  regularisation: number;
  /** there are redundant joints */
  redundant = false;
  /** unknown; also the initial guess */
  readonly x: Float64Array;
  readonly uStar: Float64Array;
  readonly vStar: Float64Array;
  readonly momentumStar: Float64Array;
  momentumForm = true;
  readonly residual: Float64Array;
  readonly solution: Float64Array;
  readonly rate: Float64Array;
  private readonly search: LineSearch;
  iterations = 0;
  factorisations = 0;
  failure: StageFailure = 'diverged';
  /** size of the last increment [m or rad] */
  lastIncrement = 0;
  /** slot with the largest last increment, or with the failed pivot */
  subject = 0;
  /** size of the present increment [m or rad] */
  size = 0;
  /** bound on that size [m or rad] */
  tolerance = 0;
  private factorB = -1;
  private factorC = -1;
  private factorGeneration = -1;
  constructor(w: Workspace, options: SolverSpec) {
    const n = w.size;
    this.w = w;
    this.options = options;
    this.penalty = options.penalty === 'auto' ? Number.NaN : options.penalty;
    this.resolution = options.contactResolution ?? CONTACT_RESOLUTION;
    this.newtonTolerance =
      options.newtonTolerance === 'auto'
        ? (w.matrix.withMultipliers ? 1 : BY_ROUNDS) * fittingTolerance(w.model.spec.cables ?? [])
        : options.newtonTolerance;
    this.regularisation =
      options.regularisation === 'auto' ? fittingCompliance(w, SMALL_COMPLIANCE) : options.regularisation;
    const { mass, dynamicCount } = w.model;
    for (let i = 0; i < dynamicCount; i++) this.heaviest = Math.max(this.heaviest, mass[i]);
    this.x = new Float64Array(n);
    this.uStar = new Float64Array(n);
    this.vStar = new Float64Array(n);
    this.momentumStar = new Float64Array(n);
    this.residual = new Float64Array(n);
    this.solution = new Float64Array(n + w.multiplierCount);
    this.rate = new Float64Array(w.multiplierCount);
    this.search = new LineSearch(n, w.multiplierCount);
  }

  /** There are redundant joints: where the compliance is automatic, a larger one distributes their forces better. */
  allowForRedundancy(): void {
    this.redundant = true;
    if (this.options.regularisation === 'auto') this.regularisation = fittingCompliance(this.w, REDUNDANT_COMPLIANCE);
  }

  /** Makes the next solve compute a new factor. */
  forgetFactor(): void {
    this.factorB = -1;
  }

  /**
   * Solves the stage at the time and with the b and c of the workspace; false: see `failure` and `subject`. Later code may use the contact
   * geometry at the end of the solve.
   */
  solve(): boolean {
    const { allContacts } = this.w;
    allContacts.beginStage();
    const solved = this.iterate();
    allContacts.endStage(solved);
    return solved;
  }

  private iterate(): boolean {
    const { w, options, x, solution } = this;
    const { size: n, b, c } = w;
    this.tolerance = this.newtonTolerance;
    this.moveTo();
    let previous = Number.POSITIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY; // of the increments so far
    let damped = 1;
    let first = 0; // largest of the first increments
    let fresh = this.factorB !== b || this.factorC !== c || this.factorGeneration !== w.matrix.generation;
    for (let iteration = 1; iteration <= options.maxIterations; iteration++) {
      this.iterations++;
      w.allContacts.setTolerance(this);
      evaluateRows(w, false);
      if (!fresh) {
        evaluateStage(w, false);
        if (iteration === 1 && w.allContacts.outgrown) fresh = true;
      }
      if (fresh) this.assemble(iteration === 1);
      this.makeResidual();
      if (fresh && !this.factorise()) return false;
      const held = w.allContacts.releaseHeld();
      chooseTolerance(this, w);
      const { tolerance } = this;
      for (let i = 0; i < n; i++) solution[i] = -this.residual[i];
      if (w.matrix.withMultipliers) {
        // eps lambda on the right side keeps the forces of redundant rows from drifting (violation: b eps lambda)
        const phi = w.rows.phi;
        const leak = this.regularisation * Math.min(1, LEAK_SQUARE / b);
        for (let i = 0; i < w.multiplierCount; i++) solution[n + i] = -phi[i] / b + leak * w.lambda[i];
      }
      w.effort.now[0] = MATRIX;
      w.matrix.lu.solve(solution);
      w.effort.now[0] = STEP;
      this.measure(solution);
      w.effort.count(whoIsSubject(w, this.subject), ITERATIONS);
      const { size } = this;
      if (!(size < Number.POSITIVE_INFINITY)) {
        this.failure = 'not-finite';
        return false;
      }
      const small = isSmall(this, w);
      if (!fresh && iteration > 1 && size > REUSE_CONTRACTION * previous && !small) {
        // the old factor no longer contracts: repeat this iteration with a new one
        fresh = true;
        previous = Number.POSITIVE_INFINITY;
        continue;
      }
      const halves = w.allContacts.needs('halve');
      const searches = w.allContacts.needs('search');
      let part = 1;
      if (
        searches &&
        !w.cables.any && // their tensions would have to follow the search
        iteration >= SEARCH_FROM &&
        size > SEARCH_CONTRACTION * (iteration >= ROUND_FROM ? least : previous) &&
        !small
      ) {
        this.search.run(this);
        part = this.search.line[LINE_PART];
      } else if (halves && iteration >= HALVE_FROM && previous < Number.POSITIVE_INFINITY) {
        // iterates that alternate, as contacts open and close or slip reverses, take half the increment
        if (size > (1 - 0.2 * damped) * previous) damped = Math.max(LEAST_PART, 0.5 * damped);
        else if (size < (1 - 0.6 * damped) * previous) damped = Math.min(1, 2 * damped);
        part = damped;
      }
      if (iteration <= 3) first = Math.max(first, size);
      const late = halves && iteration >= LOST_AFTER;
      const astray = searches && iteration >= LOST_AFTER && size > ASTRAY * first;
      if (astray || (late && size > Math.max(LOST * first, LATE_SPEED * c)) || !(size < LARGEST_MOVE)) {
        this.failure = 'diverged';
        return false;
      }
      for (let i = 0; i < n; i++) x[i] += part * solution[i];
      if (w.cables.any) advanceTensions(w, solution, part);
      if (w.matrix.withMultipliers) {
        for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] += part * solution[n + i];
      }
      this.moveTo();
      if (!w.matrix.withMultipliers && w.multiplierCount > 0) this.updateMultipliers();
      const contraction = previous < Number.POSITIVE_INFINITY ? size / previous : 1; // unknown: take none
      this.lastIncrement = size;
      least = Math.min(least, size);
      previous = held ? Number.POSITIVE_INFINITY : size;
      // a shortened step gives no information about the remaining error
      const enough =
        part === 1 &&
        !held &&
        w.cableGap <= Math.max(tolerance, LARGEST_GAP) &&
        !strained(w) &&
        (small || contraction * size <= 0.01 * tolerance || (late && size <= LATE_SPEED * c));
      if (enough && this.rowsHold()) {
        const far = beyondReach(w);
        if (far < 0) return true;
        this.subject = far;
        this.failure = 'diverged';
        return false;
      }
      // contacts change the matrix between iterates; smooth systems keep it
      fresh =
        held ||
        !w.matrix.withMultipliers ||
        (iteration < 3 && w.allContacts.outgrows(this)) ||
        (iteration > 1 && contraction > REUSE_CONTRACTION);
    }
    this.failure = 'diverged';
    return false;
  }

  /** Computes u, v and poses from x. */
  moveTo(): void {
    const { w, x, uStar, vStar } = this;
    const { u, velocity, b, c } = w;
    for (let i = 0; i < w.size; i++) {
      u[i] = uStar[i] + b * x[i];
      velocity[i] = vStar[i] + c * x[i];
    }
    if (w.hulls.any) for (let i = 0; i < w.bodySize; i++) w.bodyX[i] = x[i];
    if (w.cables.any) for (let i = w.bodySize; i < w.size; i++) w.cableX[i - w.bodySize] = x[i];
    placeTrial(w);
  }

  /** Computes matrix and forces. mayHold: where contacts changed since the step began, keep them as they were. */
  private assemble(mayHold: boolean): void {
    const { w } = this;
    beginStageMatrix(w);
    evaluateStage(w, true);
    if (mayHold && w.allContacts.hold()) {
      beginStageMatrix(w);
      evaluateStage(w, true);
    }
  }

  private factorise(): boolean {
    const { w } = this;
    w.joints.compliance = this.regularisation;
    w.joints.penalty = w.b * this.penaltyAt(w.b);
    addJoints(w, true);
    w.effort.now[0] = MATRIX;
    const status = w.matrix.lu.factor();
    w.effort.now[0] = STEP;
    this.factorisations++;
    if (!status.ok) {
      this.forgetFactor();
      this.failure = 'singular';
      this.subject = status.block;
      return false;
    }
    this.factorB = w.b;
    this.factorC = w.c;
    this.factorGeneration = w.matrix.generation;
    return true;
  }

  makeResidual(): void {
    const { w, residual, x, momentumStar } = this;
    const { size: n, c } = w;
    if (this.momentumForm) {
      massTimes(w, residual, w.velocity);
      for (let i = 0; i < n; i++) residual[i] = (residual[i] - momentumStar[i]) / c - w.force[i];
    } else {
      massTimes(w, residual, x);
      gyroscopic(w, residual);
      for (let i = 0; i < n; i++) residual[i] -= w.force[i];
    }
    if (w.multiplierCount === 0) return;
    if (w.matrix.withMultipliers) addTransposed(w, residual, w.lambda);
    else {
      const { rate } = this;
      const penalty = this.penaltyAt(w.b);
      for (let i = 0; i < w.multiplierCount; i++) rate[i] = w.lambda[i] + penalty * w.rows.phi[i];
      addTransposed(w, residual, rate);
    }
  }

  /**
   * alpha of the augmented Lagrangian [N/m or N m/rad] where displacements are b x: with alpha b = STIFF m every iteration leaves 1/(1 +
   * STIFF) of the violation of a joint of two bodies of mass m, whatever the step.
   */
  penaltyAt(b: number): number {
    const given = this.penalty;
    return given > 0 ? given : (STIFF * this.heaviest) / b;
  }

  private updateMultipliers(): void {
    const { w } = this;
    evaluateRows(w, false);
    const penalty = this.penaltyAt(w.b);
    for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] += penalty * w.rows.phi[i];
  }

  /** Augmented Lagrangian: the rows must hold too, not only the increments be small. */
  private rowsHold(): boolean {
    const { w } = this;
    if (w.matrix.withMultipliers) return true;
    for (let i = 0; i < w.multiplierCount; i++) {
      if (Math.abs(w.rows.phi[i]) > 100 * this.newtonTolerance) return false;
    }
    return true;
  }

  /** Size and subject of an increment. */
  private measure(solution: Float64Array): void {
    const { b } = this.w;
    let most = 0;
    let where = 0;
    for (let i = 0; i < this.w.size; i++) {
      const size = Math.abs(b * solution[i]);
      if (!(size <= most)) {
        most = size;
        where = i;
        if (!Number.isNaN(size)) continue;
        this.size = Number.POSITIVE_INFINITY;
        return;
      }
    }
    this.subject = where < this.w.bodySize ? Math.floor(where / 6) : -1 - (where - this.w.bodySize);
    this.size = most;
  }

  /**
   * Projects velocities onto J v + Phi_t = 0, in the metric of the stage matrix. Rows must be those of the converged poses. The impulse
   * belongs to the joints: divided by c it completes their multipliers to second order.
   */
  projectVelocity(rounds: number): void {
    // a penalty projects along the rows of the factor, so they must be those of the result
    if (!this.w.matrix.withMultipliers && this.w.multiplierCount > 0) {
      this.assemble(false);
      if (!this.factorise()) return;
    }
    this.project(this.w.velocity, false, rounds);
  }

  /** Projects accelerations onto J x + gamma = 0 (force form). */
  projectAcceleration(): void {
    const { w, x } = this;
    w.acceleration.set(x);
    evaluateRows(w, true);
    this.project(w.acceleration, true, 2);
    for (let i = 0; i < w.size; i++) x[i] = w.acceleration[i];
  }

  /** of velocities, or of accelerations */
  private project(v: Float64Array, accelerations: boolean, rounds: number): void {
    const { w, solution, rate } = this;
    if (w.multiplierCount === 0) return;
    const { size: n, b, c } = w;
    const offset = accelerations ? w.rows.gamma : w.rows.phiT;
    const withMultipliers = w.matrix.withMultipliers;
    for (let round = 0; round < (withMultipliers ? rounds : 10); round++) {
      timesJacobian(w, rate, v);
      let most = 0;
      for (let i = 0; i < w.multiplierCount; i++) {
        rate[i] += offset[i];
        most = Math.max(most, Math.abs(rate[i]));
      }
      if (most < PROJECTED) return;
      const last = most < NEARLY_PROJECTED && withMultipliers;
      solution.fill(0);
      if (withMultipliers) for (let i = 0; i < w.multiplierCount; i++) solution[n + i] = -rate[i];
      else {
        const weight = -b * this.penaltyAt(b);
        for (let i = 0; i < w.multiplierCount; i++) rate[i] *= weight;
        addTransposed(w, solution, rate);
      }
      w.matrix.lu.solve(solution);
      for (let i = 0; i < n; i++) v[i] += solution[i];
      if (withMultipliers && !accelerations)
        for (let i = 0; i < w.multiplierCount; i++) w.lambda[i] += solution[n + i] / c;
      if (last) return;
    }
  }
}

/** Were contact laws linearised too far from the present depth? */
function strained({ allContacts: { sources } }: Workspace): boolean {
  for (let i = 0; i < sources.length; i++) if (!(sources[i].strain <= LARGEST_STRAIN)) return true;
  return false;
}
