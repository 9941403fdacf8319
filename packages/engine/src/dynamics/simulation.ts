/**
 * A running model. Owns Model, State and Workspace; nobody else writes the State. One call of step() is one accepted step
 * or a typed failure that leaves the State as it was.
 */
import {
  type Effort,
  effortFor,
  FOR_CALLER,
  FOR_PART,
  Hasher,
  PART_GEAR,
  PART_STEP,
  type Probe,
} from '../base/index.ts';
import { modelProbes, readTouches, type TouchPicture } from '../channels/index.ts';
import type { Thrown } from '../contacts/index.ts';
import { buildModel, type CableEndName, type HolderSpec, type Model, type ModelSpec } from '../model/index.ts';
import { Controls, GearSet, Operation } from '../operation/index.ts';
import { type EnergyLedger, EnergySums, Workspace } from '../stage/index.ts';
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { cornersOf } from './between/corners.ts';
import { findEquilibrium } from './start/equilibrium.ts';
import { Happenings, type Parting } from './between/happenings.ts';
import { nothingJumps } from './explicit/runge-kutta.ts';
import { type Cost, costsOf, effortName } from './effort-name.ts';
import { hashState } from './hash-state.ts';
import { initialise, startAccelerations } from './start/initialise.ts';
import { checkMethod } from './method-check.ts';
import { METHOD_NUMBERS } from './method.ts';
import { SPLINTER } from './options.ts';
import { ownProbes } from './own-probes.ts';
import { type AbsorbedImpact, makeStatistics, type Statistics, type StepResult } from './simulation-types.ts';
import { StageSolver } from './stage.ts';
import type { RepeatedRows } from './start/redundancy.ts';
import { makeState, type State } from './state.ts';
import { Stepper } from './step.ts';

const NO_BLOWS: readonly AbsorbedImpact[] = [];
const CALLER = effortFor(FOR_CALLER, 0);
const GEAR = effortFor(FOR_PART, PART_GEAR);

export class Simulation {
  readonly spec: ModelSpec;
  readonly model: Model;
  /** redundant joint conditions */
  readonly repeated: RepeatedRows | undefined;
  readonly thrown: readonly Thrown[];
  readonly probes: readonly Probe[];
  readonly stats: Statistics = makeStatistics();
  private readonly w: Workspace;
  private readonly gear: GearSet;
  private readonly state: State;
  private readonly solver: StageSolver;
  private readonly sums: EnergySums;
  private readonly stepper: Stepper;
  private readonly happenings: Happenings;
  /** controls that a person or a program may change between two steps */
  readonly controls: Controls;
  /** instants at which functions of time are not smooth [s]; index of the first that is not in the past */
  private readonly corners: Float64Array;
  private corner = 0;
  /** the script and its progress */
  readonly operation: Operation;

  constructor(spec: ModelSpec) {
    const { solver: options } = spec;
    this.spec = spec;
    this.model = buildModel(spec);
    // Runge-Kutta solves for accelerations and multipliers together, however the implicit methods enforce joints
    const method = options.integrator;
    const withMultipliers = options.constraints === 'kkt' || method === 'runge-kutta';
    checkMethod(spec, withMultipliers);
    this.w = new Workspace(this.model, withMultipliers);
    this.gear = new GearSet(this.model, this.w.cables.items, this.w.cables.attachments);
    this.w.gear = this.gear;
    this.state = makeState(this.w);
    this.solver = new StageSolver(this.w, options);
    this.sums = new EnergySums(this.w);
    this.stepper = new Stepper(this.solver, this.state, this.sums, this.gear, this.stats);
    this.happenings = new Happenings(spec, this.w, this.state, this.solver, this.sums, this.stepper);
    this.controls = new Controls(this.w, this.state, this.happenings, this.gear);
    this.state.nextStep = options.step === 'auto' ? Math.min(options.maxStep, 1e-3) : options.step;
    this.repeated = initialise(this.w, this.state, this.solver);
    this.stepper.method.begin();
    if (options.startFromEquilibrium) findEquilibrium(this.w, this.state, this.solver);
    startAccelerations(this.w, this.state, this.solver);
    this.thrown = this.happenings.begin();
    this.sums.readStart();
    this.sums.balance(true);
    if (this.gear.any) this.gear.watch(0, this.w);
    this.probes = [
      ...modelProbes(this.w, this.gear),
      ...ownProbes(
        this.stats,
        () => this.energy,
        () => this.w.allContacts.revision + this.w.moves,
      ),
    ];
    const own = this.probes;
    this.corners = options.step === 'auto' ? cornersOf(spec) : new Float64Array(0);
    this.operation = new Operation(spec, this.controls, own, this.w, (most) => this.touches(most));
    this.probes = [...own, ...this.operation.stows.flatMap((stow) => stow.probes())];
  }

  /** Where cables have parted so far. */
  get partings(): readonly Parting[] {
    return this.happenings.partings;
  }

  get time(): number {
    return this.state.time;
  }

  /** The present energy balance. */
  get energy(): Readonly<EnergyLedger> {
    return this.sums.balance(false);
  }

  dissipationByElement(): readonly { name: string; dissipated: number }[] {
    return this.sums.dissipation();
  }

  /** Impacts of bodies that the last step absorbed because it was too long to resolve them. Names are in the order of the scenario. */
  get blows(): readonly AbsorbedImpact[] {
    if (this.stepper.blows.length === 0) return NO_BLOWS;
    const { bodyOfSlot, spec } = this.model;
    return this.stepper.blows.map(({ slotA, slotB, speed, impulse, energy, duration, peak }) => {
      const [a, b] = [bodyOfSlot[slotA], bodyOfSlot[slotB]];
      const [first, second] = a < b ? [a, b] : [b, a];
      return { a: spec.bodies[first].name, b: spec.bodies[second].name, speed, impulse, energy, duration, peak };
    });
  }

  /** The present contacts, at most `most`, those with the largest forces. */
  touches(most: number): readonly TouchPicture[] {
    return readTouches(this.w, most);
  }

  /** Between steps: attaches the end of a cable to a point of a body. Throws BuildError. */
  attach(cable: string, end: CableEndName, holder: HolderSpec): void {
    this.controls.attach(cable, end, holder);
  }

  /** Between steps: releases the end of a cable. */
  detach(cable: string, end: CableEndName): void {
    this.controls.detach(cable, end);
  }

  /** Work so far by cause; effortName gives the names of causes. */
  get effort(): Effort {
    return this.w.effort;
  }

  /** The same by name. */
  costs(): readonly Cost[] {
    return costsOf(this.w);
  }

  effortName(who: number): string {
    return effortName(this.w, who);
  }

  /** Carries out events that are due, then takes one accepted step, not beyond `target`. */
  step(target: number): StepResult {
    const { now } = this.w.effort;
    now[0] = GEAR;
    const result = this.takeStep(target);
    now[0] = CALLER;
    return result;
  }

  private takeStep(target: number): StepResult {
    const { state, happenings, operation } = this;
    const { now } = this.w.effort;
    const stopped = happenings.meet();
    if (stopped) return stopped;
    const fault = operation.acts ? operation.meet(state.time) : undefined;
    if (fault) return { ok: false, reason: 'event', time: state.time, ...fault };
    const { stepper } = this;
    stepper.until = target;
    // read only where needed: a number returned by a getter is boxed
    if (happenings.any && happenings.next < stepper.until) stepper.until = happenings.next;
    if (operation.acts && operation.next < stepper.until) stepper.until = operation.next;
    if (this.corners.length > 0) this.meetCorner();
    now[0] = effortFor(FOR_PART, PART_STEP);
    const result = this.stepper.take();
    now[0] = GEAR;
    if (result.ok && result.step > 0 && operation.acts) operation.look(state.time);
    return result;
  }

  /** Is the model a mechanism: nothing touches, slips, floats or is controlled, and there is no cable? */
  get smooth(): boolean {
    return nothingJumps(this.w);
  }

  /** Order of the method of the last step, and the power of the step length in its error estimate. */
  get order(): number {
    return this.stepper.method.order;
  }

  get errorPower(): number {
    return this.stepper.method.integrator.errorPower;
  }

  /** Limits the step under way to the next corner. */
  private meetCorner(): void {
    const { corners, state, stepper } = this;
    while (this.corner > 0 && corners[this.corner - 1] > state.time) this.corner--; // an earlier checkpoint was loaded
    while (this.corner < corners.length && corners[this.corner] <= state.time + SPLINTER * (1 + Math.abs(state.time)))
      this.corner++;
    if (this.corner < corners.length && corners[this.corner] < stepper.until) stepper.until = corners[this.corner];
  }

  /** [s] start of the last step */
  get stepStart(): number {
    return this.stepper.within.start;
  }

  /** Was the last step of first order: a straight line? */
  get stepIsLine(): boolean {
    return this.stepper.within.line;
  }

  /**
   * Puts the model at a time [s] within the last step, for reading: all channels, or those of motion only. Call `leave` before the next
   * step. The later run has the same bits, however often this is called.
   */
  visit(time: number): 'all' | 'motion' {
    const seen = this.stepper.visit(time);
    this.w.effort.now[0] = CALLER;
    return seen;
  }

  leave(): void {
    this.stepper.leave();
    this.w.effort.now[0] = CALLER;
  }

  /** 16 hexadecimal digits: the digest of everything from which the run continues. */
  hash(): string {
    const hasher = new Hasher();
    hashState(hasher, this.state, this.w, this.gear);
    return hasher.digest();
  }

  /** A checkpoint: a simulation that loads it continues with the same bits. */
  save(): Uint8Array {
    const { impacts, method, crawled } = this.stepper;
    const held = method.integrator.saveHeld?.() ?? [];
    const numbers = [impacts.within, impacts.turning, ...method.save(), crawled, ...held];
    return writeCheckpoint(this.state, this.w, this.gear, this.sums, this.stats, numbers, this.operation.save());
  }

  load(bytes: Uint8Array): void {
    const { impacts, method } = this.stepper;
    const numbers = readCheckpoint(bytes, this.state, this.w, this.gear, this.sums, this.stats);
    const [within, turning] = numbers.method;
    const own = 2 + METHOD_NUMBERS;
    this.operation.restore(numbers.operation);
    impacts.within = within;
    impacts.turning = turning;
    this.stepper.crawled = numbers.method[own];
    method.restore([...numbers.method.subarray(2, own)]);
    this.solver.forgetFactor();
    this.w.commands++;
    this.stepper.refresh();
    method.integrator.restoreHeld?.(numbers.method.subarray(own + 1));
    // restores the saved sea values of hulls, because the evaluation just done has changed them
    this.w.hulls.restore(numbers.columns.get('hulls') ?? new Float64Array(0));
    this.w.allContacts.resume(numbers.columns, this.stats.contacts);
  }
}
