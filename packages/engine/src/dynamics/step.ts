/**
 * One step, in the order in which it happens:
 *
 *   choose a length                 not beyond what is due next
 *   drive the gear winches, hands and cranes set their motion over it
 *   fit the cables add and remove elements
 *   search for contacts             what may touch before it ends
 *   shorten it before an impact
 *   try it, until it is sound predict, solve the stages, check the result; shorter each time
 *   commit it                       the one place where the State changes
 *   choose the next length
 *
 * Until the commit nothing of the State has changed: a step that fails leaves no trace.
 */
import {
  effortFor,
  FOR_PART,
  PART_CROWD,
  PART_DUE,
  PART_ENERGY,
  PART_FRICTION,
  PART_GEAR,
  PART_GIVEN,
  PART_LONGEST,
  PART_STEP,
  RETRIES,
  STEPS,
} from '../base/index.ts';
import type { AbsorbedBlow } from '../contacts/index.ts';
import { orthonormalise } from '../math/index.ts';
import type { GearSet } from '../operation/index.ts';
import { commitForces, type EnergySums, evaluateForces, evaluateRows, type Workspace } from '../stage/index.ts';
import { isSound } from './acceptable.ts';
import { feedFault } from './between/cable-events.ts';
import { beginAnew, fitCables } from './between/cable-nodes.ts';
import { ImpactWatch } from './contact-events.ts';
import { describeFailure } from './failure.ts';
import { foreseesEvent } from './foresee.ts';
import { EULER_WEIGHTS } from './integrators.ts';
import { Method } from './method.ts';
import { CRAWL, CRAWL_STEPS, ORTHONORMALISE_EVERY, SPLINTER } from './options.ts';
import { searchContacts } from './search.ts';
import type { MutableSuccess, Statistics, StepResult } from './simulation-types.ts';
import type { StageFailure, StageSolver } from './stage.ts';
import { rewind, type State } from './state.ts';
import { afterAccepted, afterFixed, afterRejected, snap, TriedStep } from './step-size.ts';
import { nameOfSubject, whoHasUnknown, whoIsSubject } from './subject.ts';
import { Within } from './within/within.ts';

/**
 * Where friction falls with the slip speed, that speed changes by at most this part of the Stribeck speed in an automatic step: break-away
 * is decided while positions hardly change.
 */
const LIMIT_CHANGE = 0.01;

/** Factor up to which steps count as smallest steps. */
const HARDLY_ABOVE = 1.0001;
/**
 * Part of a fixed step below which a remainder is added to the neighbouring step. In a step h rounding causes accelerations of 1e-16/h^2.
 */
const SCRAP = 1e-3;

const NO_BLOWS: readonly AbsorbedBlow[] = [];

/** [s] longest automatic step while a hand pulls: its spring, 9 rad/s, sets the force between steps */
const PULLED = 2e-3;
const GIVEN = effortFor(FOR_PART, PART_GIVEN);
const DUE = effortFor(FOR_PART, PART_DUE);
const LONGEST = effortFor(FOR_PART, PART_LONGEST);
const ENERGY = effortFor(FOR_PART, PART_ENERGY);
const FRICTION = effortFor(FOR_PART, PART_FRICTION);

export class Stepper {
  /** impacts that the last step absorbed */
  blows: readonly AbsorbedBlow[] = NO_BLOWS;
  readonly method: Method;
  /** interpolation within the last step */
  readonly within: Within;
  /** true: the model has contacts or stops */
  readonly impacts: ImpactWatch;
  /** [s] limit of the step under way; a field, because a number argument would be boxed */
  until = 0;
  /** consecutive steps of the smallest size */
  crawled = 0;
  private readonly w: Workspace;
  private readonly state: State;
  private readonly solver: StageSolver;
  private readonly sums: EnergySums;
  private readonly gear: GearSet;
  private readonly stats: Statistics;
  /** true: steps are fixed, not chosen by their error */
  private readonly fixed: boolean;
  /** true: there are cables with a given length */
  private readonly fed: boolean;
  private evaluated = false; // forces have been computed at an instant within the last step since it ended
  private cut = -1; // [s] the step, where it was shortened to end there
  /** [s] remaining time that counts as zero */
  private readonly scrap: number;
  private limiter: number = GIVEN; // of the step under way (base/effort.ts)
  private nextBy: number = GIVEN; // of state.nextStep
  private triedBy: number = GIVEN; // of the excess of the trial
  private readonly tried: TriedStep = new TriedStep();
  private readonly success: MutableSuccess = { ok: true, time: 0, step: 0, iterations: 0 };

  constructor(solver: StageSolver, state: State, sums: EnergySums, gear: GearSet, stats: Statistics) {
    this.w = solver.w;
    this.state = state;
    this.solver = solver;
    this.sums = sums;
    this.gear = gear;
    this.stats = stats;
    const { step, maxStep } = solver.options;
    this.fixed = step !== 'auto';
    this.scrap = 1e-9 * (step === 'auto' ? maxStep : step);
    this.fed = this.w.cables.items.some(({ feed }) => feed !== undefined);
    this.method = new Method(solver, state);
    this.impacts = new ImpactWatch(this.w, sums, solver.options);
    this.within = new Within(this.w, state);
  }

  /** One accepted step, not beyond `until`. */
  take(): StepResult {
    this.chooseLength();
    if (this.w.h === 0 && this.state.time >= this.until) return this.succeed(0);
    const refused = this.refuse() ?? this.prepare();
    if (refused) return refused;
    const before = this.solver.iterations;
    for (let attempt = 1; ; attempt++) {
      if (!(this.w.h > 0)) return this.fail('not-finite', this.w.h);
      const verdict = this.attempt();
      const used = this.solver.iterations - before;
      if (verdict === 'good') {
        this.commit(used);
        this.chooseNextLength(attempt, used);
        if (this.method.mayTakeConvex) this.noteCrowd(attempt, used);
        return this.succeed(used);
      }
      this.stats.rejected++;
      if (verdict === 'failed' && this.isShortest()) {
        this.stats.iterations += used;
        return this.fail(this.solver.failure, this.w.h);
      }
      this.shorten(verdict);
      rewind(this.w, this.state);
      if (verdict !== 'met') this.method.afterAttempt(attempt);
    }
  }

  /** Sets the first length to try. */
  private chooseLength(): void {
    const { state, w } = this;
    const { options } = this.solver;
    const left = this.until - state.time;
    if (left <= Math.max(SPLINTER * (1 + Math.abs(state.time)), this.scrap)) {
      w.h = 0;
      state.time = Math.max(state.time, this.until); // a caller that adds steps up misses it by rounding
    } else if (options.step === 'auto') {
      const { slot, unknown } = w.pull;
      const most = slot >= 0 || unknown >= 0 ? Math.min(PULLED, options.maxStep) : options.maxStep;
      const h = Math.min(state.nextStep, most, this.impacts.within);
      // two equal steps rather than a long and a tiny one
      w.h = left <= h * HARDLY_ABOVE ? left : left < 2 * h ? 0.5 * left : h;
      this.limiter =
        w.h !== h ? DUE : h === this.impacts.within ? this.impacts.withinBy : h === most ? LONGEST : this.nextBy;
    } else {
      // multiples of the step, so that a thousand steps do not end a rounding error before a sample
      const scrap = SCRAP * options.step;
      if (state.fixedTarget - state.time <= scrap) {
        state.fixedTarget = (Math.floor(state.time / options.step + SCRAP) + 1) * options.step;
      }
      const next = state.fixedTarget - state.time;
      const beyond = left - next; // within 1e-9 of a step: the same time up to rounding
      const ahead = beyond > 1e-9 * options.step && beyond < scrap ? left : Math.min(next, left);
      const parts = Math.max(1, Math.ceil(ahead / state.nextStep - 1e-6));
      w.h = ahead / parts;
      this.limiter = parts > 1 ? this.nextBy : GIVEN;
    }
  }

  /** The reason why no step is possible. */
  private refuse(): StepResult | undefined {
    const { options } = this.solver;
    const possible = Math.min(this.w.h, this.until - this.state.time);
    if (!(possible > 0)) return this.fail('not-finite', possible); // time would not advance
    const crawls = this.crawled >= CRAWL_STEPS && options.minStep < CRAWL * options.maxStep;
    return crawls ? this.fail('step-too-small', options.minStep) : undefined;
  }

  /** Prepares the step: gear, cables, contacts, predicted impacts. Returns a failure where that is impossible. */
  private prepare(): StepResult | undefined {
    const { w, state, impacts, gear, method } = this;
    this.cut = w.h < state.nextStep ? w.h : -1;
    w.effort.now[0] = effortFor(FOR_PART, PART_GEAR);
    if (gear.any) gear.drive(state.time, w.h, w);
    w.effort.now[0] = effortFor(FOR_PART, PART_STEP);
    if (this.fed) {
      const fault = feedFault(w, state, w.h);
      if (fault) return { ok: false, reason: 'out-of-rope', time: state.time, ...fault };
    }
    const changed = fitCables(w, state, this.sums);
    w.reach.stops = method.convex || this.solver.options.integrator === 'convex';
    searchContacts(w);
    impacts.noteStart();
    if (changed.length > 0) beginAnew(w, state, this.sums, changed);
    method.reconsider();
    if (method.convex && !w.reach.stops) {
      w.reach.stops = true;
      searchContacts(w);
    }
    if (impacts.watches && !this.fixed && !method.convex) {
      const { h } = w;
      impacts.shortenStep(method.tolerance);
      if (w.h < h) this.limiter = impacts.aheadBy;
      w.h = Math.max(this.solver.options.minStep, w.h);
    }
    return undefined;
  }

  /** Tries the step. Outcomes: good; failed; met an impact for which it is too long, or lost energy; or its error is too large. */
  private attempt(): 'good' | 'failed' | 'met' | 'inaccurate' {
    const { w, solver, impacts, stats, method, tried } = this;
    const factorised = solver.factorisations;
    solver.forgetFactor();
    const sound = this.advance() && isSound(w, solver, method.integrator, this.fixed);
    stats.factorisations += solver.factorisations - factorised;
    if (!sound || impacts.refuses(method.integrator.weights, solver)) return 'failed';
    tried.excess = 0;
    if (!this.fixed) {
      impacts.weigh(method.integrator.weights);
      const over = impacts.event ? 0 : w.limitChange / LIMIT_CHANGE; // an error that grows with the third power of the step
      const cube = over * over * over;
      const { excess } = impacts.weighing;
      const { error, errorAt } = method.integrator;
      tried.excess = Math.max(error / method.tolerance, excess, cube);
      this.triedBy =
        tried.excess === error / method.tolerance
          ? whoHasUnknown(w, errorAt)
          : tried.excess === excess
            ? ENERGY
            : FRICTION;
    }
    const shortest = this.isShortest();
    if ((impacts.wantsShorter() || impacts.leaks(method.integrator.weights)) && !shortest) return 'met';
    return tried.excess <= 1 || shortest ? 'good' : 'inaccurate';
  }

  /**
   * Advances the workspace by a trial step. Where a contact that is too stiff for it opens or closes, or cables gain energy, the step is
   * repeated by backward Euler, with the error estimate of the first attempt.
   */
  private advance(): boolean {
    const { w, solver, state, impacts, fixed } = this;
    const { integrator } = this.method;
    impacts.begin();
    this.sums.beginStep();
    impacts.given.begin();
    // a rope released under load: half a step with the force of its end alone would throw it
    impacts.event = fixed && integrator.advanceEuler !== undefined && foreseesEvent(w, state);
    if ((state.jolt === 1 || impacts.event) && integrator.advanceEuler) return integrator.advanceEuler(impacts);
    const struck = fixed && w.allContacts.struck; // during an impact shorter than the steps
    const good = !struck && integrator.advance(impacts);
    if (integrator.absorbed === true) impacts.event = true;
    if (integrator.advanceEuler === undefined) return good;
    if (good) {
      impacts.noteEnd(integrator.weights);
      if (!impacts.event) return true;
      if (!fixed && !this.isShortest() && (integrator.error > solver.options.tolerance || impacts.wantsShorter()))
        return true;
    } else if (!fixed || !impacts.watches) return false;
    impacts.event = true;
    rewind(w, state);
    this.sums.beginStep();
    impacts.given.begin();
    solver.forgetFactor();
    return integrator.advanceEuler(impacts);
  }

  private isShortest(): boolean {
    return !(this.w.h > this.solver.options.minStep * HARDLY_ABOVE);
  }

  /** The step was rejected: take a shorter one. */
  private shorten(why: 'failed' | 'met' | 'inaccurate'): void {
    const { w, impacts, tried, solver } = this;
    const { minStep } = solver.options;
    this.limiter =
      why === 'failed'
        ? whoIsSubject(w, solver.subject)
        : why === 'inaccurate'
          ? this.triedBy
          : impacts.wantsShorter()
            ? impacts.wantedBy
            : ENERGY;
    w.effort.count(this.limiter, RETRIES);
    if (why === 'failed') w.h = Math.max(minStep, (this.fixed ? 0.5 : 0.25) * w.h);
    else if (why === 'met') w.h = Math.max(minStep, impacts.wantsShorter() ? impacts.wanted : 0.5 * w.h);
    else {
      tried.h = w.h;
      tried.power = this.method.integrator.errorPower;
      afterRejected(tried);
      w.h = Math.max(minStep, tried.next);
    }
  }

  /** The trial becomes the State; contacts, joint actions, cables and the ledger commit it. */
  private commit(used: number): void {
    const { state, w, stats, impacts, gear, sums } = this;
    const { integrator } = this.method;
    const { h } = w;
    stats.iterations += used;
    w.effort.limiter = this.limiter;
    w.effort.count(this.limiter, STEPS);
    this.crawled = !this.fixed && this.isShortest() && h !== this.cut ? this.crawled + 1 : 0;
    this.within.note(integrator.line === true || integrator.weights === EULER_WEIGHTS);
    integrator.remember();
    this.blows = impacts.event ? w.allContacts.absorbedBlows(w) : NO_BLOWS;
    if (!impacts.event && !this.method.convex) impacts.given.close(integrator.weights);
    w.allContacts.commit(w);
    commitForces(w);
    if (w.cables.any) {
      w.cables.commit(w);
      for (let i = 0; i < state.cableQ.length; i++) state.cableQ[i] += w.u[w.bodySize + i];
    }
    sums.commit(integrator.weights);
    if (!impacts.event && !this.method.convex) impacts.given.settle();
    state.time = snap(snap(state.time + h, state.fixedTarget, 1e-9 * h), this.until, 1e-9 * h);
    state.steps++;
    state.jolt = 0;
    if (state.steps % ORTHONORMALISE_EVERY === 0) {
      for (let i = 0; i < w.model.dynamicCount; i++) orthonormalise(w.rotation, 9 * i);
    }
    state.position.set(w.position);
    state.rotation.set(w.rotation);
    state.velocity.set(w.velocity);
    state.lambda.set(w.lambda);
    w.acceleration.set(state.x);
    if (gear.any) gear.watch(state.time, w);
    impacts.noteAccepted();
    this.within.end = state.time;
    if (impacts.event) stats.absorbedImpacts++;
    stats.steps++;
    stats.lastStep = h;
    stats.contacts = w.allContacts.active;
    stats.deepestOverlap = Math.max(stats.deepestOverlap, w.allContacts.deepestOverlap());
  }

  /** The length to try after a step that was accepted at this attempt with this number of iterations. */
  private chooseNextLength(attempt: number, iterations: number): void {
    const { w, state, tried } = this;
    const { options } = this.solver;
    if (this.fixed) {
      if (attempt > 1) this.nextBy = this.limiter;
      state.nextStep = afterFixed(w.h, attempt > 1, iterations, state.nextStep, options);
      return;
    }
    tried.h = tried.next = w.h;
    tried.power = this.method.integrator.errorPower;
    this.nextBy = this.impacts.event ? this.limiter : this.triedBy;
    if (!this.impacts.event) afterAccepted(tried, options);
    // a step shortened to end at a sample says little about the longest possible step
    state.nextStep = w.h === this.cut ? Math.max(tried.next, state.nextStep) : tried.next;
  }

  /** Where `auto` may take convex steps: they have their own length, and impacts are shorter. */
  private noteCrowd(attempt: number, iterations: number): void {
    const { method, impacts } = this;
    if (method.convex) {
      this.stats.convexSteps++;
      impacts.within = Number.POSITIVE_INFINITY;
      method.chooseNext(attempt > 1);
      this.nextBy = effortFor(FOR_PART, PART_CROWD);
    }
    method.noteStep(iterations);
  }

  private succeed(iterations: number): StepResult {
    this.stats.lastIterations = iterations;
    this.success.time = this.state.time;
    this.success.step = this.w.h;
    this.success.iterations = iterations;
    return this.success;
  }

  /** Penalty of the augmented Lagrangian, where it enforces joints. */
  private penalty(): number | undefined {
    const { w, solver } = this;
    return w.matrix.withMultipliers || w.multiplierCount === 0 ? undefined : solver.penaltyAt(w.b);
  }

  private fail(cause: StageFailure | 'step-too-small', h: number): StepResult {
    const { w, solver, state } = this;
    w.allContacts.undoSearch();
    this.refresh();
    const name = nameOfSubject(w, solver.subject);
    const message = describeFailure(cause, name, state.time, h, this.penalty());
    return { ok: false, reason: cause, subject: name, time: state.time, message };
  }

  /** Puts all readable values, or those of motion only, at a time [s] within the last step. The State does not change. */
  visit(time: number): 'all' | 'motion' {
    const { integrator } = this.method;
    if (integrator.visits === true && integrator.visit) {
      this.evaluated = true;
      if (integrator.visit(time, this.within)) return 'all';
    }
    this.within.place(time);
    return 'motion';
  }

  /** Returns to the end of the step, without a trace. */
  leave(): void {
    this.within.leave();
    if (!this.evaluated) return;
    this.evaluated = false;
    this.refresh();
  }

  /** Computes all readable values at the committed state. */
  refresh(): void {
    const { w, state } = this;
    rewind(w, state);
    w.acceleration.set(state.x);
    w.bodyX.set(state.x.subarray(0, w.bodySize));
    evaluateRows(w, false);
    evaluateForces(w, false, 0, 0);
    w.allContacts.settle();
  }
}
