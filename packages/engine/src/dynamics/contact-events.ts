/**
 * Impacts in time: contacts that open or close within a step, stops of joints that are reached or left, and the length of steps during such
 * impacts. Contacts report the rate omega of an impact, which lasts about pi/omega. A step resolves the law when omega h < RESOLVED; for a
 * restitution right to a thousandth omega h must be ACCURATE.
 */
import { effortFor, FOR_JOINT, FOR_PAIR, FOR_PART, PART_LONGEST } from '../base/index.ts';
import { pow } from '../math/index.ts';
import {
  areaContact,
  IMPACT_GAP,
  IMPACT_LATE,
  IMPACT_PAIR,
  IMPACT_QUICKER,
  IMPACT_RATE,
  IMPACT_SPEED,
  IMPACT_STRIDE,
  IMPACT_TURNS,
  IMPACTS_AHEAD,
  IMPACTS_MET,
  IMPACTS_UNDER_WAY,
  ImpactList,
  RESOLVED,
} from '../contacts/index.ts';
import { type EnergySums, stopDepth, stopRate, stopSpeed, type Workspace } from '../stage/index.ts';
import type { Model, SolverSpec } from '../model/index.ts';
import type { StageSolver } from './stage.ts';
import { GivenBack } from './given-back.ts';
import { Weighing } from './weighing.ts';

/**
 * Callbacks of an integrator at its inner stages. They form an object, because engines recompile calls of closures for every simulation.
 */
export interface InnerStages {
  /** powers may be read here, with the weight weights[at] in the step; true: abandon the step */
  readInner(weights: Float64Array, at: number): boolean;
  /** powers along the displacement of a backward Euler step, and the work that brings it to the velocities of its drivers [J] */
  readWay(): void;
  addWork(work: number): void;
}

const WHOLE = Float64Array.of(1);
const NOBODY = effortFor(FOR_PART, PART_LONGEST);

/** Does any pair of bodies meet over an area? */
function meetsOverAreas(model: Model): boolean {
  const { shapes } = model;
  for (let p = 0; p < shapes.length; p++) {
    for (let q = p + 1; q < shapes.length; q++) {
      if (model.mayTouch(shapes[p].body, shapes[q].body, p, q) && areaContact(model, p, q) !== undefined) return true;
    }
  }
  return false;
}

/** Watches the stages of a trial step for impacts, and passes their powers to the energy ledger. */
export class ImpactWatch implements InnerStages {
  /** the model has contacts or stops */
  readonly watches: boolean;
  /** true: resolve impacts by short steps */
  readonly resolves: boolean;
  /** a contact too stiff for the step opened or closed within it */
  event = false;
  /** length of a step that ends at the impact just found [s] */
  wanted: number = Number.POSITIVE_INFINITY;
  /** the longest step within the impacts under way [s] */
  within: number = Number.POSITIVE_INFINITY;
  /** causes of these (base/effort.ts), and of a step shortened before it was tried */
  wantedBy: number = NOBODY;
  withinBy: number = NOBODY;
  aheadBy: number = NOBODY;
  /** until this time solids that met may be reversing their motion [s] */
  turning: number = Number.NEGATIVE_INFINITY;
  /** start of the step under way [s] */
  started = 0;
  private readonly fixed: boolean;
  /** steps of this over omega resolve an impact */
  readonly fine: number;
  readonly weighing: Weighing;
  readonly given: GivenBack;
  private readonly w: Workspace;
  private readonly sums: EnergySums;

  constructor(w: Workspace, sums: EnergySums, options: SolverSpec) {
    this.w = w;
    this.sums = sums;
    this.fixed = options.step !== 'auto';
    this.weighing = new Weighing(w, sums, options);
    this.given = new GivenBack(w, sums, options.step === 'auto' && w.allContacts.any);
    this.fine = w.model.dynamicCount <= FEW && !meetsOverAreas(w.model) ? FINE : ACCURATE;
    this.watches = w.allContacts.any || w.actions.stops.length > 0;
    this.resolves = this.watches && options.step === 'auto' && options.impacts !== 'absorb';
  }

  /** A step begins, after its contact search: the ledger stores its state, in case the step absorbs an impact. */
  noteStart(): void {
    const { allContacts, actions, time } = this.w;
    this.started = time;
    const calm = actions.stops.length === 0 && allContacts.calm;
    if ((this.watches && !calm) || this.weighing.watches) this.sums.noteStart();
  }

  /** A trial step begins. */
  begin(): void {
    this.event = false;
    this.wanted = Number.POSITIVE_INFINITY;
  }

  readInner(weights: Float64Array, at: number): boolean {
    this.sums.addInner(weights, at);
    this.given.addInner(weights, at);
    if (this.watches) this.note();
    return this.fixed && this.event;
  }

  readWay(): void {
    this.sums.addInner(WHOLE, 0);
  }

  addWork(work: number): void {
    this.sums.addWork(work);
  }

  /** Looks for impacts in the present trial. */
  note(): void {
    if (this.resolves) {
      findStepToImpact(this.w, this);
      if (found[STEP] < this.wanted) {
        this.wanted = found[STEP];
        this.wantedBy = found[WHO];
      }
    }
    this.event = this.event || unresolvedEvent(this.w);
  }

  /**
   * The trial is complete: a step of cables that gains energy is treated as an impact, which loses the motion that the step cannot resolve.
   */
  noteEnd(weights: readonly [number, number]): void {
    if (this.watches) this.note();
    if (!this.event) this.event = this.weighing.gains(weights);
  }

  /** A step is accepted: limits the length of the next one. */
  noteAccepted(): void {
    this.sums.settle(this.event);
    if (!this.resolves) return;
    const { time } = this.w;
    findStepWithinImpact(this.w, this);
    if (found[STEP] < Number.POSITIVE_INFINITY) this.withinBy = found[WHO];
    if (found[TIME] > 0) this.turning = time + found[TIME];
    else if (time < this.turning) found[STEP] = Math.min(found[STEP], this.within);
    this.within = found[STEP];
  }

  /** Before the step is tried: shortens it to end before a predicted impact. */
  shortenStep(tolerance: number): void {
    shortenBeforeImpact(this.w, tolerance, this);
    this.aheadBy = found[WHO];
  }

  leaks(weights: readonly [number, number]): boolean {
    return this.weighing.leaks(weights, this.event);
  }

  /**
   * Writes to weighing.excess the energy unaccounted for in a trial of an automatic step during an impact, over the allowed amount; 0: not
   * checked.
   */
  weigh(weights: readonly [number, number]): void {
    const { weighing, w } = this;
    weighing.excess = 0;
    if (!this.resolves || this.event) return;
    findStepWithinImpact(w, this);
    if (w.h > FINEST * found[STEP]) weighing.weigh(weights);
  }

  /** Steps that gain energy are repeated by backward Euler (noteEnd); if that gains energy as well, they are shortened. */
  refuses(weights: readonly [number, number], solver: StageSolver): boolean {
    if (!this.event || !this.weighing.gains(weights)) return false;
    solver.failure = 'gained'; // the cause is where the last increment was largest
    return true;
  }

  /** Is the step too long for the impact found? */
  wantsShorter(): boolean {
    return this.resolves && this.wanted < 0.9 * this.w.h;
  }
}

/**
 * Steps of this over omega resolve an impact: twenty of them, restitution within 6e-4, force within 1.4 % (CT-02). Where few bodies move,
 * an impact at points gets more: FINE, restitution within 1e-4, force within 1e-3. Among many bodies the order of impacts matters more, and
 * each impact delays all.
 */
const ACCURATE = 0.15;
const FINE = 0.045;
const FEW = 8;
/** Smallest part of that length to which steps are shortened for unaccounted energy: what then remains does not depend on the step. */
const FINEST = 0.05;
/** Speed of approach below which an impact is not resolved [m/s]. */
const SLOWEST = 0.02;
/**
 * Solids that reverse their motion are slower than that, too: short steps continue for this over omega. From half of its speed an impact
 * takes pi/3 to the deepest point and as long back.
 */
const TURN = 2.1;
/** Largest part of a step in which solids met that is tried next: a time of touch computed from changing speeds is too late. */
const SHORTER = 0.7;

const impacts = new ImpactList(SLOWEST);
/**
 * Results of the functions below: step [s], time [s], cause. An array, because a number passed or returned is boxed unless the call is
 * inlined.
 */
const found = new Float64Array(3);
const STEP = 0;
const TIME = 1;
const WHO = 2;

/** Did a contact or stop that is too stiff for the step open or close between the start of the step and the trial? */
function unresolvedEvent(w: Workspace): boolean {
  const { h } = w;
  w.allContacts.rateOfChanges(impacts, w);
  if (h * impacts.fastest > RESOLVED) return true;
  for (let i = 0; i < w.actions.stops.length; i++) {
    const k = w.actions.stops[i];
    if (stopDepth(w, k, false) > 0 === stopDepth(w, k, true) > 0) continue;
    if (h * stopRate(w, k) > RESOLVED) return true;
  }
  return false;
}

/**
 * Writes to found[STEP] the length of a step that meets the impact found in the trial of length h: just short of the touch while that is
 * far, then short enough to resolve the law. Infinity: nothing hits fast enough to matter.
 */
function findStepToImpact(w: Workspace, { started, fine: part }: ImpactWatch): void {
  w.allContacts.listImpacts(impacts, w, IMPACTS_MET);
  const { data, length } = impacts.columns;
  let best = Number.POSITIVE_INFINITY;
  let by = -1;
  for (let o = 0; o < length; o += IMPACT_STRIDE) {
    const fine = part / (data[o + IMPACT_RATE] * data[o + IMPACT_QUICKER]);
    const away = data[o + IMPACT_GAP] > 0 ? data[o + IMPACT_GAP] / data[o + IMPACT_SPEED] : 0;
    let short = 0.98 * away;
    if (data[o + IMPACT_LATE] === 1) short = Math.min(short, SHORTER * (w.time - started));
    const step = away > 2 * fine ? short : fine;
    if (!(step < best)) continue;
    best = step;
    by = o;
  }
  found[STEP] = best;
  if (by >= 0) found[WHO] = effortFor(FOR_PAIR, data[by + IMPACT_PAIR]);
  for (let i = 0; i < w.actions.stops.length; i++) {
    const k = w.actions.stops[i];
    const before = stopDepth(w, k, false);
    if (before > 0 === stopDepth(w, k, true) > 0) continue;
    const speed = stopSpeed(w, k, before <= 0);
    if (speed < SLOWEST) continue;
    const fine = part / stopRate(w, k);
    const away = before < 0 ? -before / speed : 0;
    const step = away > 2 * fine ? 0.98 * away : fine;
    if (!(step < found[STEP])) continue;
    found[STEP] = step;
    found[WHO] = effortFor(FOR_JOINT, w.model.actions.joint[k]);
  }
}

/**
 * Keeps the step h, or shortens it where speeds and gaps at its start predict an impact: just short of the touch while that is far, then to
 * a length whose error stays within the tolerance [m]. For a jump of the velocity by s the error estimate of TR-BDF2 is h s/5; for a spring
 * of rate omega that stops the speed s it is h^3 s omega^2/25. Trying the whole step first would give the same result, after iterations
 * with contacts deeper than any that occur.
 */
function shortenBeforeImpact(w: Workspace, tolerance: number, { resolves, fine: part }: ImpactWatch): void {
  w.allContacts.listImpacts(impacts, w, IMPACTS_AHEAD);
  const { data, length } = impacts.columns;
  let best = w.h;
  let by = -1;
  for (let o = 0; o < length; o += IMPACT_STRIDE) {
    const speed = data[o + IMPACT_SPEED];
    const gap = data[o + IMPACT_GAP];
    if (gap >= best * speed) continue;
    const omega = data[o + IMPACT_RATE];
    const fine = resolves
      ? part / omega
      : Math.max((5 * tolerance) / speed, pow((25 * tolerance) / (speed * omega * omega), 1 / 3));
    const away = gap / speed;
    const step = away > 2 * fine ? 0.9 * away : fine;
    if (!(step < best)) continue;
    best = step;
    by = o;
  }
  w.h = best;
  found[WHO] = by >= 0 ? effortFor(FOR_PAIR, data[by + IMPACT_PAIR]) : NOBODY;
}

/**
 * Writes to found[STEP] the longest step that resolves the impacts under way at the trial, and to found[TIME] the time until which solids
 * may be reversing.
 */
function findStepWithinImpact(w: Workspace, { fine }: ImpactWatch): void {
  w.allContacts.listImpacts(impacts, w, IMPACTS_UNDER_WAY);
  const { data, length } = impacts.columns;
  let best = Number.POSITIVE_INFINITY;
  let by = -1;
  let turn = 0;
  for (let o = 0; o < length; o += IMPACT_STRIDE) {
    if (data[o + IMPACT_TURNS] === 1) turn = Math.max(turn, TURN / data[o + IMPACT_RATE]);
    const step = fine / (data[o + IMPACT_RATE] * data[o + IMPACT_QUICKER]);
    if (!(step < best)) continue;
    best = step;
    by = o;
  }
  found[STEP] = best;
  if (by >= 0) found[WHO] = effortFor(FOR_PAIR, data[by + IMPACT_PAIR]);
  for (let i = 0; i < w.actions.stops.length; i++) {
    const k = w.actions.stops[i];
    if (!(stopDepth(w, k, true) > 0 && stopSpeed(w, k, false) >= SLOWEST)) continue;
    const step = fine / stopRate(w, k);
    if (!(step < found[STEP])) continue;
    found[STEP] = step;
    found[WHO] = effortFor(FOR_JOINT, w.model.actions.joint[k]);
  }
  found[TIME] = turn;
}
