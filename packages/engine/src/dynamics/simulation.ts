/**
 * A running model. Owns Model, State and Workspace; nobody else writes the State. One call of step() is one accepted step
 * or a typed failure that leaves the State as it was.
 */
import { Hasher } from '../base/index.ts';
import { orthonormalise } from '../math/index.ts';
import {
  buildModel,
  commitForces,
  type EnergyLedger,
  EnergySums,
  evaluateForces,
  evaluateRows,
  type HolderSpec,
  type Model,
  type ModelSpec,
  modelProbes,
  type Probe,
  readTouches,
  type TouchPicture,
  Workspace,
} from '../system/index.ts';
import { isSound } from './acceptable.ts';
import { type CableEndName, feedFault } from './cable-events.ts';
import { beginAnew, fitCables } from './cable-nodes.ts';
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { ImpactWatch, shortenBeforeImpact, commitTouch } from './contact-events.ts';
import { findEquilibrium } from './equilibrium.ts';
import { Controls } from './controls.ts';
import { describeFailure } from './failure.ts';
import { foreseesEvent } from './foresee.ts';
import { Happenings, type Thrown } from './happenings.ts';
import { hashState } from './hash-state.ts';
import { initialise, startAccelerations } from './initialise.ts';
import { Esdirk3 } from './esdirk.ts';
import { type Integrator, makeIntegrator } from './integrators.ts';
import { checkMethod } from './method-check.ts';
import { CRAWL, CRAWL_STEPS, ORTHONORMALISE_EVERY, SPLINTER } from './options.ts';
import { Operation } from './operation.ts';
import { heapIntegrator } from './links.ts';
import { ownProbes } from './own-probes.ts';
import { nothingJumps, RungeKutta } from './runge-kutta.ts';
import { searchContacts } from './search.ts';
import { makeStatistics, type MutableSuccess, type Statistics, type StepResult } from './simulation-types.ts';
import { type StageFailure, StageSolver } from './stage.ts';
import { makeState, rewind, type State } from './state.ts';
import { afterAccepted, afterFixed, afterRejected, snap, TriedStep } from './step-size.ts';
import { nameOfSubject } from './subject.ts';

/** Times a step is tried with the explicit method before the implicit one takes over (integrator: auto). */
const EXPLICIT_ATTEMPTS = 6;

export class Simulation {
  readonly spec: ModelSpec;
  readonly model: Model;
  readonly warnings: readonly string[];
  readonly thrown: readonly Thrown[];
  readonly probes: readonly Probe[];
  readonly stats: Statistics = makeStatistics();
  private readonly w: Workspace;
  private readonly state: State;
  private readonly solver: StageSolver;
  private integrator: Integrator;
  private explicit: RungeKutta | undefined; // the same, while it is the explicit one
  /** what the integrator's own estimate may reach [m or rad] */
  private tolerance: number;
  private readonly sums: EnergySums;
  /** can anything hit anything: contacts, stops? */
  private readonly impacts: ImpactWatch;
  private until = 0; // [s] the step under way does not go beyond
  private cut = -1; // [s] the step, where it was cut short to meet that
  private readonly tried: TriedStep = new TriedStep();
  private crawled = 0; // steps of the smallest size in a row
  private readonly success: MutableSuccess = { ok: true, time: 0, step: 0, iterations: 0 };
  private readonly happenings: Happenings;
  /** what a hand or a program may change between two steps */
  readonly controls: Controls;
  /** the script and how far it has come */
  readonly operation: Operation;
  private readonly fed: boolean;

  constructor(spec: ModelSpec) {
    const { solver: options } = spec;
    this.spec = spec;
    this.model = buildModel(spec);
    // Runge-Kutta solves for accelerations and multipliers at once, whatever holds the joints of the implicit methods
    const method = options.integrator;
    const withMultipliers = options.constraints === 'kkt' || method === 'runge-kutta';
    checkMethod(spec, withMultipliers);
    this.w = new Workspace(this.model, withMultipliers);
    this.state = makeState(this.w);
    this.solver = new StageSolver(this.w, options);
    this.tolerance = options.tolerance;
    if (method === 'runge-kutta') this.integrator = this.explicit = new RungeKutta(this.solver, this.state);
    else if (method === 'heap') this.integrator = heapIntegrator(this.solver, this.state);
    else if (method === 'esdirk3') this.integrator = new Esdirk3(this.solver, this.state);
    else this.integrator = makeIntegrator(method === 'auto' ? 'tr-bdf2' : method, this.solver, this.state);
    this.sums = new EnergySums(this.w);
    this.happenings = new Happenings(spec, this.w, this.state, this.solver, this.sums, () => this.refresh());
    this.controls = new Controls(this.w, this.state, this.happenings);
    this.fed = this.w.cables.items.some(({ feed }) => feed !== undefined);
    this.impacts = new ImpactWatch(this.w, this.sums, options);
    this.state.nextStep = options.step === 'auto' ? Math.min(options.maxStep, 1e-3) : options.step;
    this.warnings = initialise(this.w, this.state, this.solver);
    const free = options.step === 'auto' && withMultipliers && this.warnings.length === 0;
    if (method === 'auto' && free && nothingJumps(this.w)) this.useExplicit();
    if (options.startFromEquilibrium) findEquilibrium(this.w, this.state, this.solver);
    startAccelerations(this.w, this.state, this.solver);
    this.thrown = this.happenings.begin();
    this.sums.readStart();
    this.sums.balance(true);
    if (this.w.gear.any) this.w.gear.watch(0, this.w);
    this.probes = [...modelProbes(this.w), ...ownProbes(this.stats, () => this.energy)];
    this.operation = new Operation(spec, this.controls, this.probes);
  }

  /** Runge-Kutta while it does well: digits cost little in a method of order eight, so it is asked for two more and a bit. */
  private useExplicit(): void {
    this.integrator = this.explicit = new RungeKutta(this.solver, this.state);
    this.tolerance = 5e-3 * this.solver.options.tolerance;
  }

  private useImplicit(): void {
    this.explicit = undefined;
    this.integrator = makeIntegrator('tr-bdf2', this.solver, this.state);
    this.tolerance = this.solver.options.tolerance;
  }

  /** Too dear, or beyond what an explicit method can do: implicit from here on. The workspace stands at the state. */
  private turnImplicit(): void {
    this.useImplicit();
    startAccelerations(this.w, this.state, this.solver);
    rewind(this.w, this.state);
  }

  get time(): number {
    return this.state.time;
  }

  /** Where energy is, was lost and came from, now. */
  get energy(): Readonly<EnergyLedger> {
    return this.sums.balance(false);
  }

  dissipationByElement(): readonly { name: string; dissipated: number }[] {
    return this.sums.dissipation();
  }

  /** What touches now, at most `most` places, those with the largest forces. */
  touches(most: number): readonly TouchPicture[] {
    return readTouches(this.w, most);
  }

  /** Between steps: the end of a cable is held at a point of a body from now on. Throws BuildError. */
  attach(cable: string, end: CableEndName, holder: HolderSpec): void {
    this.controls.attach(cable, end, holder);
  }

  /** Between steps: lets the end of a cable go. */
  detach(cable: string, end: CableEndName): void {
    this.controls.detach(cable, end);
  }

  /** One accepted step, not beyond `until`. */
  step(target: number): StepResult {
    const { state, w, solver, stats, operation } = this;
    const stopped = this.happenings.meet() ?? (operation.acts ? operation.meet(state.time) : undefined);
    if (stopped) return stopped;
    const { options } = solver;
    const fixed = options.step !== 'auto';
    this.until = Math.min(target, this.happenings.next, operation.next);
    this.firstTrial();
    if (w.h === 0 && state.time >= this.until) return this.succeed(0);
    const possible = Math.min(w.h, this.until - state.time);
    if (!(possible > 0)) return this.fail('not-finite', possible); // time would stand still
    if (this.crawled >= CRAWL_STEPS && options.minStep < CRAWL * options.maxStep) {
      return this.fail('step-too-small', options.minStep);
    }
    this.cut = w.h < state.nextStep ? w.h : -1;
    if (w.gear.any) w.gear.drive(state.time, w.h, w);
    if (this.fed) {
      const fault = feedFault(w, state, w.h);
      if (fault) return { ok: false, reason: 'out-of-rope', time: state.time, ...fault };
    }
    const changed = fitCables(w, state, this.sums);
    searchContacts(w);
    this.impacts.noteStart();
    if (changed.length > 0) beginAnew(w, state, this.sums, changed);
    if (this.impacts.watches && !fixed) {
      shortenBeforeImpact(w, this.tolerance, this.impacts.resolves);
      w.h = Math.max(options.minStep, w.h);
    }
    const before = solver.iterations;
    const mayChange = options.integrator === 'auto';
    if (mayChange && this.explicit?.outdone) this.turnImplicit();
    for (let attempt = 1; ; attempt++) {
      if (!(w.h > 0)) return this.fail('not-finite', w.h);
      const factorised = solver.factorisations;
      solver.forgetFactor();
      const sound = this.advance(fixed) && isSound(w, solver, this.integrator, fixed);
      stats.factorisations += solver.factorisations - factorised;
      if (sound && !this.impacts.refuses(this.integrator.weights, solver)) {
        this.tried.excess = fixed ? 0 : this.integrator.error / this.tolerance;
        const early = this.impacts.wantsShorter();
        if ((early || this.impacts.leaks(this.integrator.weights)) && w.h > options.minStep * 1.0001) {
          stats.rejected++;
          w.h = Math.max(options.minStep, early ? this.impacts.wanted : 0.5 * w.h);
          rewind(w, state);
          continue;
        }
        if (this.tried.excess <= 1 || w.h <= options.minStep * 1.0001) {
          const used = solver.iterations - before;
          stats.iterations += used;
          this.crawled = !fixed && w.h <= options.minStep * 1.0001 && w.h !== this.cut ? this.crawled + 1 : 0;
          this.commit();
          if (fixed) state.nextStep = afterFixed(w.h, attempt > 1, used, state.nextStep, options);
          else this.chooseNext();
          return this.succeed(used);
        }
        stats.rejected++;
        this.chooseShorter();
      } else {
        stats.rejected++;
        if (w.h <= options.minStep * 1.0001) {
          stats.iterations += solver.iterations - before;
          return this.fail(solver.failure, w.h);
        }
        w.h = Math.max(options.minStep, (fixed ? 0.5 : 0.25) * w.h);
      }
      rewind(w, state);
      if (mayChange && this.explicit && attempt >= EXPLICIT_ATTEMPTS) this.turnImplicit();
    }
  }

  /**
   * Advances the workspace by a trial step; where a contact opens or closes that is too stiff for it, or cables gain energy, once more
   * by backward Euler, with the error estimate of the first attempt.
   */
  private advance(fixed: boolean): boolean {
    const { integrator, w, solver, state, impacts } = this;
    impacts.begin();
    this.sums.beginStep();
    // a rope let go under load: half a step with the force of its end alone would throw it
    impacts.event = fixed && integrator.advanceEuler !== undefined && foreseesEvent(w, state);
    if ((state.jolt === 1 || impacts.event) && integrator.advanceEuler) return integrator.advanceEuler(impacts);
    const struck = fixed && w.touch.struck === 1; // cables in the middle of an impact shorter than the steps
    const good = !struck && integrator.advance(impacts);
    if (integrator.absorbed === true) impacts.event = true;
    if (integrator.advanceEuler === undefined) return good;
    if (good) {
      impacts.noteEnd(integrator.weights);
      if (!this.impacts.event) return true;
      const shorter = w.h > solver.options.minStep * 1.0001;
      if (!fixed && shorter && (integrator.error > solver.options.tolerance || impacts.wantsShorter())) return true;
    } else if (!fixed || !impacts.watches) return false;
    this.impacts.event = true;
    rewind(w, state);
    this.sums.beginStep();
    solver.forgetFactor();
    return integrator.advanceEuler(impacts);
  }

  /** Sets the step to try first. */
  private firstTrial(): void {
    const { state, w } = this;
    const { options } = this.solver;
    const left = this.until - state.time;
    if (left <= SPLINTER * (1 + Math.abs(state.time))) {
      w.h = 0;
      state.time = Math.max(state.time, this.until); // who adds steps up misses it by rounding
    } else if (options.step === 'auto') {
      const h = Math.min(state.nextStep, options.maxStep, this.impacts.within);
      // two equal steps rather than a long one and a splinter
      w.h = left <= h * 1.0001 ? left : left < 2 * h ? 0.5 * left : h;
    } else {
      // multiples of the step, so that a thousand steps do not end a rounding error short of a sample
      if (state.fixedTarget - state.time <= 1e-9 * options.step) {
        state.fixedTarget = (Math.floor(state.time / options.step + 1e-6) + 1) * options.step;
      }
      const ahead = Math.min(state.fixedTarget - state.time, left);
      w.h = ahead / Math.max(1, Math.ceil(ahead / state.nextStep - 1e-6));
    }
  }

  private commit(): void {
    const { state, w, stats } = this;
    const { h } = w;
    this.integrator.remember();
    w.contacts.commit();
    commitTouch(w);
    commitForces(w);
    if (w.cables.any) {
      w.cables.commit(w);
      for (let i = 0; i < state.cableQ.length; i++) state.cableQ[i] += w.u[w.bodySize + i];
    }
    this.sums.commit(this.integrator.weights);
    state.time = snap(snap(state.time + h, state.fixedTarget, 1e-9 * h), this.until, 1e-9 * h);
    state.steps++;
    state.jolt = 0;
    if (state.steps % ORTHONORMALISE_EVERY === 0) {
      for (let i = 0; i < this.model.dynamicCount; i++) orthonormalise(w.rotation, 9 * i);
    }
    state.position.set(w.position);
    state.rotation.set(w.rotation);
    state.velocity.set(w.velocity);
    state.lambda.set(w.lambda);
    w.acceleration.set(state.x);
    if (w.gear.any) w.gear.watch(state.time, w);
    this.impacts.noteAccepted();
    if (this.impacts.event) {
      stats.absorbedImpacts++;
      this.sums.bookImpact();
    }
    stats.steps++;
    stats.lastStep = h;
    stats.contacts = w.contacts.active + w.touch.active;
    stats.deepestOverlap = Math.max(stats.deepestOverlap, w.contacts.deepestOverlap());
    if (this.operation.acts) this.operation.look(state.time);
  }

  /** The step to try after one that was accepted. */
  private chooseNext(): void {
    const { w, state, tried } = this;
    tried.h = tried.next = w.h;
    tried.power = this.integrator.errorPower;
    if (!this.impacts.event) afterAccepted(tried, this.solver.options);
    // a step cut short to meet a sample says little about how long a step may be
    state.nextStep = w.h === this.cut ? Math.max(tried.next, state.nextStep) : tried.next;
  }

  private chooseShorter(): void {
    const { w, tried } = this;
    tried.h = w.h;
    tried.power = this.integrator.errorPower;
    afterRejected(tried);
    w.h = Math.max(this.solver.options.minStep, tried.next);
  }

  private succeed(iterations: number): StepResult {
    this.stats.lastIterations = iterations;
    this.success.time = this.state.time;
    this.success.step = this.w.h;
    this.success.iterations = iterations;
    return this.success;
  }

  private fail(cause: StageFailure | 'step-too-small', h: number): StepResult {
    const { w, solver, state } = this;
    if (w.contacts.any) w.contacts.undoSearch();
    this.refresh();
    const name = nameOfSubject(w, solver.subject);
    const message = describeFailure(cause, name, state.time, h);
    return { ok: false, reason: cause, subject: name, time: state.time, message };
  }

  /** Everything that can be read, at the committed state. */
  private refresh(): void {
    const { w, state } = this;
    rewind(w, state);
    w.acceleration.set(state.x);
    w.bodyX.set(state.x.subarray(0, w.bodySize));
    evaluateRows(w, false);
    evaluateForces(w, false, 0, 0);
    w.contacts.takeHeld();
  }

  /** 16 hexadecimal digits of everything the run will go on from. */
  hash(): string {
    const hasher = new Hasher();
    hashState(hasher, this.state, this.w);
    return hasher.digest();
  }

  /** A checkpoint: a simulation that loads it goes on with the bits of this one. */
  save(): Uint8Array {
    const explicit = this.explicit ? [1, this.explicit.save()] : [0, 0];
    const held = this.integrator.saveHeld?.() ?? [];
    const method = [this.impacts.within, this.impacts.turning, ...explicit, this.crawled, ...held];
    return writeCheckpoint(this.state, this.w, this.sums, this.stats, method, this.operation.save());
  }

  load(bytes: Uint8Array): void {
    const numbers = readCheckpoint(bytes, this.state, this.w, this.sums, this.stats);
    const [within, turning, explicit, behind, crawled] = numbers.method;
    this.operation.restore(numbers.operation);
    this.impacts.within = within;
    this.impacts.turning = turning;
    this.crawled = crawled;
    if (explicit === 1 && !this.explicit) this.useExplicit();
    if (explicit === 0 && this.explicit) this.useImplicit();
    this.explicit?.restore(behind);
    this.solver.forgetFactor();
    this.refresh();
    this.integrator.restoreHeld?.(numbers.method.subarray(5));
    this.w.contacts.patches.shapes.restore(numbers.shapes); // not those that refresh() found
    this.w.contacts.active = this.stats.contacts - this.w.touch.active;
  }
}
