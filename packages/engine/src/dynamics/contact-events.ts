/**
 * Contacts that open or close within a step, stops of joints that are met or left, and steps that follow such impacts.
 * With k the slope of the normal force and m the effective mass of the pair, omega = sqrt(k/m) is the rate of the impact
 * and pi/omega about its length. A step is followed by the law itself when omega h < RESOLVED; it takes ACCURATE for the
 * restitution to come out within a percent or two.
 */
import { pow } from '../math/index.ts';
import {
  CONTACT_EXPONENT,
  contactFoundation,
  contactHysteresis,
  contactStiffness,
  type EnergySums,
  HISTORY,
  PATCH_AREA,
  PATCH_DEPTH,
  PATCH_FRESH,
  PATCH_KEPT,
  PATCH_NORMAL,
  PATCH_ONSET,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_SPEED,
  relativeMotion,
  stopDepth,
  stopRate,
  type SolverSpec,
  stopSpeed,
  touchRateOfChanges,
  touchRateOfOnsets,
  TRIAL,
  type Workspace,
} from '../system/index.ts';
import type { StageSolver } from './stage.ts';
import { Weighing } from './weighing.ts';

/** What an integrator calls at its inner stages; an object, since engines compile calls of closures anew for every simulation. */
export interface InnerStages {
  /** powers may be read here, and weigh weights[at] in the step; true: the step will not do, leave it */
  readInner(weights: Float64Array, at: number): boolean;
  /** powers of the way that a step by backward Euler took, and where it is to be brought to the velocities of what drives it [J] */
  readWay(): void;
  addWork(work: number): void;
}

const WHOLE = Float64Array.of(1);

/** Watches the stages of a trial step for impacts, and hands their powers to the energy ledger. */
export class ImpactWatch implements InnerStages {
  /** are there contacts or stops at all? */
  readonly watches: boolean;
  /** follow impacts with short steps? */
  readonly resolves: boolean;
  /** a contact too stiff for the step opened or closed within it */
  event = false;
  /** step that would meet the impact just found [s] */
  wanted: number = Number.POSITIVE_INFINITY;
  /** the longest step within the impacts under way [s] */
  within: number = Number.POSITIVE_INFINITY;
  /** until then solids that met may be about to turn round [s] */
  turning: number = Number.NEGATIVE_INFINITY;
  private readonly fixed: boolean;
  private readonly weighing: Weighing;
  private readonly w: Workspace;
  private readonly sums: EnergySums;

  constructor(w: Workspace, sums: EnergySums, options: SolverSpec) {
    this.w = w;
    this.sums = sums;
    this.fixed = options.step !== 'auto';
    this.weighing = new Weighing(w, sums, options);
    this.watches = w.contacts.any || w.touch.any || w.stops.length > 0;
    this.resolves = this.watches && options.step === 'auto' && options.impacts !== 'absorb';
  }

  /** A step begins, and what may touch in it is known: the ledger remembers where it stands, should the step absorb an impact. */
  noteStart(): void {
    const { contacts, touch, stops } = this.w;
    const calm = !contacts.any && stops.length === 0 && (touch.idle || (touch.alone && touch.active === 0));
    if ((this.watches && !calm) || this.weighing.watches) this.sums.noteStart();
  }

  /** A trial step begins. */
  begin(): void {
    this.event = false;
    this.wanted = Number.POSITIVE_INFINITY;
  }

  readInner(weights: Float64Array, at: number): boolean {
    this.sums.addInner(weights, at);
    if (this.watches) this.note();
    return this.fixed && this.event;
  }

  readWay(): void {
    this.sums.addInner(WHOLE, 0);
  }

  addWork(work: number): void {
    this.sums.addWork(work);
  }

  /** Looks for impacts in the trial as it stands. */
  note(): void {
    if (this.resolves) {
      findStepToImpact(this.w);
      this.wanted = Math.min(this.wanted, found[STEP]);
    }
    this.event = this.event || unresolvedEvent(this.w);
  }

  /** The trial is done: a step of cables that gains is taken like an impact, which loses what the step cannot follow. */
  noteEnd(weights: readonly [number, number]): void {
    if (this.watches) this.note();
    if (!this.event) this.event = this.weighing.gains(weights);
  }

  /** A step is accepted: how long may the next one be? */
  noteAccepted(): void {
    if (this.weighing.cables) this.sums.settleCables();
    if (!this.resolves) return;
    const { time } = this.w;
    findStepWithinImpact(this.w);
    if (found[TIME] > 0) this.turning = time + found[TIME];
    else if (time < this.turning) found[STEP] = Math.min(found[STEP], this.within);
    this.within = found[STEP];
  }

  leaks(weights: readonly [number, number]): boolean {
    return this.weighing.leaks(weights, this.event);
  }

  /** Steps that gain are left for backward Euler (noteEnd); should that gain too, they must be shorter. */
  refuses(weights: readonly [number, number], solver: StageSolver): boolean {
    if (!this.event || !this.weighing.gains(weights)) return false;
    solver.failure = 'gained'; // it showed where the last increment was largest
    return true;
  }

  /** Is the step too long for the impact found? */
  wantsShorter(): boolean {
    return this.resolves && this.wanted < 0.9 * this.w.h;
  }
}

export const RESOLVED = 0.7;
const ACCURATE = 0.15;
/** Slower touches are not worth resolving [m/s]. */
const IMPACT_SPEED = 0.02;
/**
 * Where solids turn round they are slower than that, too: short steps go on for this over omega, from half of its speed an impact at
 * twice that one takes pi/3 to the deepest point and as long back.
 */
const TURN = 2.1;

/** Part of a step in which solids met that is tried next at most: where the touch is told by speeds that change, it comes out late. */
const SHORTER = 0.7;

/** from both centres of mass to a patch (6); motion of B against A there (6) */
const levers = new Float64Array(6);
const way = new Float64Array(6);

/** What the functions below hand each other; an array, since a number that a call gives or takes is boxed unless it is inlined. */
const found = new Float64Array(5);
/** [1/s] omega, [m] depth, [m/s] speed of an impact, [s] step, [s] time */
const RATE = 0;
const DEPTH = 1;
const SPEED = 2;
const STEP = 3;
const TIME = 4;

/** omega of element i at found[DEPTH], to found[RATE]. */
function findRate(w: Workspace, i: number): void {
  const { set, laws, lawStride } = w.contacts;
  const { mass, dynamicCount } = w.model;
  const A = set.bodyA[i];
  const B = set.bodyB[i];
  const lightness = (A < dynamicCount ? 1 / mass[A] : 0) + (B < dynamicCount ? 1 / mass[B] : 0);
  const stiffness = contactStiffness(w, i);
  const exponent = laws.data[lawStride * set.pair[i] + CONTACT_EXPONENT];
  const slope = exponent === 1 ? stiffness : exponent * stiffness * Math.sqrt(Math.max(0, found[DEPTH])); // exact for 1 and 3/2
  found[RATE] = Math.sqrt(slope * lightness);
}

/** omega of a patch kept at p[o...], to found[RATE]. */
function findPatchRate(w: Workspace, p: Float64Array, o: number): void {
  const pair = p[o + PATCH_PAIR];
  const { bodyA, bodyB } = w.contacts.scene.solidPair(pair);
  const { mass, dynamicCount: n } = w.model;
  const lightness = (bodyA < n ? 1 / mass[bodyA] : 0) + (bodyB < n ? 1 / mass[bodyB] : 0);
  found[RATE] = Math.sqrt(contactFoundation(w, pair) * p[o + PATCH_AREA] * lightness);
}

/**
 * The step that follows the impact of a patch as it approaches at found[SPEED], to found[STEP]. A damper makes it faster: the speed
 * begins to fall as v0 (1 - (1 + d) (omega t)^2/2), so with a restitution of 0.1, d = 10, a step for the spring alone would miss
 * most of the blow.
 */
function findPatchStep(w: Workspace, p: Float64Array, o: number): void {
  findPatchRate(w, p, o);
  const onset = p[o + PATCH_ONSET];
  const part = found[SPEED] <= 0 ? 0 : found[SPEED] < onset ? found[SPEED] / onset : 1;
  const d = part * contactHysteresis(w, p[o + PATCH_PAIR], onset);
  found[STEP] = ACCURATE / (found[RATE] * Math.sqrt(1 + d));
}

/** How far the bodies of a patch of the trial came closer at it, along its normal, since the step began, to found[DEPTH]. */
function findPatchWay(w: Workspace, p: Float64Array, o: number): void {
  const { bodyA, bodyB } = w.contacts.scene.solidPair(p[o + PATCH_PAIR]);
  const { position, rotation, u } = w;
  for (let k = 0; k < 3; k++) {
    levers[k] = p[o + PATCH_POINT_W + k] - position[3 * bodyA + k];
    levers[3 + k] = p[o + PATCH_POINT_W + k] - position[3 * bodyB + k];
  }
  relativeMotion(way, u, 6 * bodyA, 6 * bodyB, levers, 0, 3);
  let along = 0;
  for (let k = 0; k < 3; k++) {
    const r = 9 * bodyA + 3 * k;
    const n = PATCH_NORMAL + o;
    along += way[k] * (rotation[r] * p[n] + rotation[r + 1] * p[n + 1] + rotation[r + 2] * p[n + 2]);
  }
  found[DEPTH] = -along;
}

/** Did a contact open or close between the start of the step and the trial that is too stiff for the step? */
function unresolvedEvent(w: Workspace): boolean {
  const { h } = w;
  const { set } = w.contacts;
  const trial = w.contacts.trial.data;
  for (let i = 0; i < set.count; i++) {
    const before = set.depth[i];
    const now = trial[TRIAL * i + 4];
    if (before > 0 === now > 0) continue;
    found[DEPTH] = Math.max(before, now);
    findRate(w, i);
    if (h * found[RATE] > RESOLVED) return true;
  }
  for (let i = 0; i < w.stops.length; i++) {
    const k = w.stops[i];
    if (stopDepth(w, k, false) > 0 === stopDepth(w, k, true) > 0) continue;
    if (h * stopRate(w, k) > RESOLVED) return true;
  }
  return unresolvedPatch(w) || (w.touch.any && !w.touch.idle && touchStruck(w));
}

/** Did a cable meet or leave something in a step too long to follow it? */
function touchStruck(w: Workspace): boolean {
  return w.h * touchRateOfChanges(w) > RESOLVED;
}

/** Would a cable meet something at the trial, where it goes on as it moves? */
export function touchForeseen({ touch, h }: Workspace): boolean {
  return h * touchRateOfOnsets(touch) > RESOLVED;
}

/** A step is accepted. */
export function commitTouch(w: Workspace): void {
  const { touch } = w;
  if (!touch.any || touch.idle) return; // as it was: nothing
  touch.struck = touchStruck(w) ? 1 : 0;
  touch.commit();
}

/** Did a contact by volume open or close that is too stiff for the step? */
export function unresolvedPatch(w: Workspace): boolean {
  const { patches } = w.contacts;
  for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) {
    if (patches.trial.data[o + PATCH_FRESH] !== 1) continue;
    findPatchRate(w, patches.trial.data, o);
    if (w.h * found[RATE] > RESOLVED) return true;
  }
  for (let i = 0; i < patches.continued.length; i++) {
    if (patches.continued.data[i] !== 0) continue;
    findPatchRate(w, patches.committed.data, PATCH_KEPT * i);
    if (w.h * found[RATE] > RESOLVED) return true;
  }
  return false;
}

/**
 * A step that meets the impact found in the trial of length h: just short of the touch while that is far, then one that
 * the law can follow. Infinity: nothing hits fast enough to matter. To found[STEP].
 */
function findStepToImpact(w: Workspace): void {
  const { set } = w.contacts;
  const trial = w.contacts.trial.data;
  const history = w.contacts.history.data;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < set.count; i++) {
    const before = set.depth[i];
    const now = trial[TRIAL * i + 4];
    if (before > 0 === now > 0) continue;
    const speed = before > 0 ? Math.abs(trial[TRIAL * i + 5]) : history[HISTORY * i + 3];
    if (speed < IMPACT_SPEED) continue;
    found[SPEED] = speed;
    findImpactDepth(w, i);
    findRate(w, i);
    const fine = ACCURATE / found[RATE];
    const away = before < 0 ? -before / speed : 0;
    best = Math.min(best, away > 2 * fine ? 0.98 * away : fine);
  }
  const { patches, searchTime } = w.contacts;
  const p = patches.trial.data;
  for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) {
    if (p[o + PATCH_FRESH] !== 1) continue;
    // how far the two were apart when the step began: the way they came closer, less what of it is depth. The depth alone would not
    // tell: in a step much longer than the impact the body has been stopped, or sent back, where it ends
    findPatchWay(w, p, o);
    const gap = found[DEPTH] - p[o + PATCH_DEPTH];
    const elapsed = w.time - searchTime;
    const speed = Math.max(p[o + PATCH_ONSET], gap / elapsed);
    if (speed < IMPACT_SPEED) continue;
    found[SPEED] = speed;
    findPatchStep(w, p, o);
    const fine = found[STEP];
    const away = gap / speed;
    best = Math.min(best, away > 2 * fine ? Math.min(0.98 * away, SHORTER * elapsed) : fine);
  }
  for (let i = 0; i < w.stops.length; i++) {
    const k = w.stops[i];
    const before = stopDepth(w, k, false);
    if (before > 0 === stopDepth(w, k, true) > 0) continue;
    const speed = stopSpeed(w, k, before <= 0);
    if (speed < IMPACT_SPEED) continue;
    const fine = ACCURATE / stopRate(w, k);
    const away = before < 0 ? -before / speed : 0;
    best = Math.min(best, away > 2 * fine ? 0.98 * away : fine);
  }
  found[STEP] = best;
}

/**
 * Leaves the step h, or a shorter one where speeds and gaps at its start foretell an impact: just short of the touch while that is
 * far, then one whose error stays within the tolerance [m]. A jump of the velocity by s makes the estimate of TR-BDF2
 * h s/5; a spring of rate omega that takes it up makes it h^3 s omega^2/25. Trying the whole step first would find the same,
 * after the iterations of a stage with contacts deeper than any that will be.
 */
export function shortenBeforeImpact(w: Workspace, tolerance: number, resolve: boolean): void {
  const { set } = w.contacts;
  const history = w.contacts.history.data;
  let best = w.h;
  for (let i = 0; i < set.count; i++) {
    const speed = history[HISTORY * i + 3];
    const gap = -set.depth[i];
    if (!(gap >= 0) || speed < IMPACT_SPEED || gap >= best * speed) continue;
    found[SPEED] = speed;
    findImpactDepth(w, i);
    findRate(w, i);
    const omega = found[RATE];
    const fine = resolve
      ? ACCURATE / omega
      : Math.max((5 * tolerance) / speed, pow((25 * tolerance) / (speed * omega * omega), 1 / 3));
    const away = gap / speed;
    best = Math.min(best, away > 2 * fine ? 0.9 * away : fine);
  }
  w.h = best;
}

/** The longest step that follows the impacts under way at the trial, to found[STEP], and how long solids may be about to turn, to found[TIME]. */
function findStepWithinImpact(w: Workspace): void {
  const { set } = w.contacts;
  const trial = w.contacts.trial.data;
  let best = Number.POSITIVE_INFINITY;
  let turn = 0;
  for (let i = 0; i < set.count; i++) {
    const depth = trial[TRIAL * i + 4];
    const speed = Math.abs(trial[TRIAL * i + 5]);
    if (!(depth > 0) || speed < IMPACT_SPEED) continue;
    found[SPEED] = speed;
    findImpactDepth(w, i);
    found[DEPTH] = Math.max(depth, found[DEPTH]);
    findRate(w, i);
    best = Math.min(best, ACCURATE / found[RATE]);
  }
  const p = w.contacts.patches.trial;
  for (let o = 0; o < p.length; o += PATCH_KEPT) {
    if (Math.abs(p.data[o + PATCH_SPEED]) < IMPACT_SPEED) continue;
    found[SPEED] = p.data[o + PATCH_SPEED];
    findPatchStep(w, p.data, o);
    best = Math.min(best, found[STEP]);
    if (found[SPEED] > 0 && p.data[o + PATCH_ONSET] >= IMPACT_SPEED) turn = Math.max(turn, TURN / found[RATE]);
  }
  for (let i = 0; i < w.stops.length; i++) {
    const k = w.stops[i];
    if (stopDepth(w, k, true) > 0 && stopSpeed(w, k, false) >= IMPACT_SPEED)
      best = Math.min(best, ACCURATE / stopRate(w, k));
  }
  found[STEP] = best;
  found[TIME] = turn;
}

/** Depth an impact at found[SPEED] reaches, to its order and to found[DEPTH]: a few rounds of depth = speed / omega(depth). */
function findImpactDepth(w: Workspace, i: number): void {
  found[DEPTH] = 1e-4;
  for (let k = 0; k < 4; k++) {
    findRate(w, i);
    found[DEPTH] = found[SPEED] / Math.max(found[RATE], 1e-3);
  }
}
