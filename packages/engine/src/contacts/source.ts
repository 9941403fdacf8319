/**
 * Interface of every kind of contact: bodies at points and over areas (body-source.ts), cables (strand-source.ts). A step uses a source in
 * this order:
 *   search                        what may touch before the step ends
 *   beginStage, evaluate ...      forces and matrix at every iterate of a stage; `scale` reports what the last evaluation found
 *   endStage, release
 *   rateOfChanges, listImpacts    what the step met
 *   commit, or rewind and undoSearch
 * Numbers that change in every step stay in objects and arrays: passed or returned by a call, each would be boxed.
 */
import { GrowableFloat64, type Hasher } from '../base/index.ts';
import type { Trial } from '../trial/index.ts';
import type { AbsorbedBlow } from './blows.ts';

/** Result of the last evaluation of a source. */
export interface ContactScale {
  /** active contacts */
  active: number;
  /** depth of the deepest [m] */
  deepest: number;
  /** smallest deflection of a bristle at its limit [m]; infinity: there is no friction */
  finest: number;
  /** contacts that opened, closed, stuck or slipped since the step began */
  changes: number;
}

/** Convergence criterion of Newton's method where contacts of a source are active. */
export interface ContactTolerance {
  /** weight of `deepest` and `finest`, compared with contacts of bodies */
  readonly share: number;
  /** increments below this part of `deepest` and `finest`, and below this speed [m/s], are small enough; 0: not a criterion */
  readonly enough: number;
  readonly speed: number;
}

/** An increment of Newton's method. */
export interface StageIncrement {
  readonly newtonTolerance: number;
  /** bound on increments as a part of the depth of contacts */
  readonly resolution: number;
  /** size of the increment, and its bound [m or rad] */
  readonly size: number;
  readonly tolerance: number;
  readonly solution: Float64Array;
}

/** A step resolves a contact when omega h is below this; omega: rate of the impact, which lasts about pi/omega. */
export const RESOLVED = 0.7;

/** Impacts listed: those predicted by the velocities at the start, those met in the trial, those under way in it. */
export const IMPACTS_AHEAD = 0;
export const IMPACTS_MET = 1;
export const IMPACTS_UNDER_WAY = 2;
export type ImpactsWanted = typeof IMPACTS_AHEAD | typeof IMPACTS_MET | typeof IMPACTS_UNDER_WAY;

/** Numbers of an impact in a list. */
export const IMPACT_RATE = 0; // [1/s] omega = sqrt(k/m), k the slope of the normal force, m the effective mass of the pair
export const IMPACT_QUICKER = 1; // factor by which damping makes it faster than omega
export const IMPACT_GAP = 2; // [m] between the two when the step began; below 0: they overlapped
export const IMPACT_SPEED = 3; // [m/s] approach
export const IMPACT_LATE = 4; // 1: speed and gap are means over the step, so the touch comes out late
export const IMPACT_TURNS = 5; // 1: solids about to reverse
export const IMPACT_PAIR = 6; // of shapes
export const IMPACT_STRIDE = 7;

/** Impacts relevant to a step, in columns. */
export class ImpactList {
  /** slowest approach listed [m/s] */
  readonly slowest: number;
  /** [1/s] largest rate found by rateOfChanges or foresee */
  fastest = 0;
  readonly columns: GrowableFloat64 = new GrowableFloat64(16 * IMPACT_STRIDE);

  constructor(slowest: number) {
    this.slowest = slowest;
  }

  clear(): void {
    this.columns.clear();
  }

  /** Room for one more: its offset. */
  add(): number {
    const o = this.columns.length;
    this.columns.resize(o + IMPACT_STRIDE);
    this.columns.data[o + IMPACT_QUICKER] = 1;
    return o;
  }
}

/** Columns of a checkpoint. */
export type SavedColumn = readonly [name: string, values: ArrayLike<number>];

/** A passage: something went through something else in a step. */
export interface PassedThrough {
  reason: 'passed' | 'diverged';
  /** block of the matrix it belongs to */
  block: number;
}

/** A cable that starts so deep in a body that contact throws it off. */
export interface Thrown {
  readonly cable: string;
  /** body it lies in */
  readonly other: string;
  /** [m] depth of its deepest point; [N] contact force, and weight of the cable; [1/s] rate of the contact */
  depth: number;
  force: number;
  readonly weight: number;
  rate: number;
}

export interface ContactSource {
  /** true: contact of this kind is possible in the model */
  readonly any: boolean;
  /** true: nothing can touch in this step, or nothing has; then the step needs no watching */
  readonly calm: boolean;
  /** true: the last step had an impact shorter than itself */
  readonly struck: boolean;
  readonly scale: ContactScale;
  readonly tolerance: ContactTolerance;

  /** Finds what may touch within trial.reach of the poses and velocities of the trial, and makes room in the matrix. */
  search(trial: Trial): void;
  /** The step that searched last was abandoned. */
  undoSearch(): void;
  /** Did the search find contacts whose speed at onset is unknown? After an evaluation noteOnset sets it. */
  readonly hasNew: boolean;
  noteOnset(): void;

  /** Makes room in the matrix for what touches at the trial. */
  couple(trial: Trial): void;
  /** Adds forces, and the part of the matrix when wanted, at the trial. */
  evaluate(trial: Trial, wantMatrix: boolean): void;

  /** A stage begins: evaluations may help its iterations. */
  beginStage(): void;
  /** Increments below this [m or rad] end the stage. */
  setTolerance(stage: { readonly tolerance: number }): void;
  /** Did contacts change since the step began by more than a factor made before it would stand? */
  readonly outgrown: boolean;
  /** ... or since the iteration before, by an increment of this size [m or rad]? */
  outgrows(stage: { readonly size: number }): boolean;
  /** Remedy for iterations that do not contract: a line search, or halved increments. */
  readonly damping: 'search' | 'halve';
  /** Makes the next evaluation treat changed contacts as at the start of the step; true: that differs from the last evaluation. */
  hold(): boolean;
  /** Was the last evaluation one with held contacts? Releases them. */
  releaseHeld(): boolean;
  /** Largest distance between the depth at which a law was linearised and the present depth, as a part of it. */
  readonly strain: number;
  /** Does an increment of the unknowns that is too large elsewhere leave these contacts as they are? */
  barelyFeels(trial: Trial, stage: StageIncrement): boolean;
  /** The stage ends. Until `release`, later code may use its last geometry, unless it failed. */
  endStage(solved: boolean): void;
  release(): void;

  /** The fastest rate among contacts that opened or closed between the start of the step and the trial, if above list.fastest. */
  rateOfChanges(list: ImpactList, trial: Trial): void;
  listImpacts(list: ImpactList, trial: Trial, wanted: ImpactsWanted): void;
  /** The impacts absorbed by the trial step, which is about to be committed, if bodies met in it. */
  hasBlows(): boolean;
  absorbedBlows(trial: Trial): readonly AbsorbedBlow[];
  /** Does a prediction at present velocities to the end of the step pay? */
  looksAhead(trial: Trial): boolean;
  /** Evaluates contacts at the predicted poses of the trial: the fastest rate among those that would open or close. */
  foresee(list: ImpactList, trial: Trial): void;
  /** True if nothing passed through anything in the step; otherwise see `passage`. */
  nothingPassed(): boolean;
  readonly passage: Readonly<PassedThrough>;

  /** Rejects an impossible start; contacts must have been evaluated. Throws BuildError. */
  checkStart(): void;
  /** Cables that contact would throw off at the start, with the accelerations x. */
  thrownAtStart(x: Float64Array): readonly Thrown[];

  /** [m] largest overlap of solids in the last evaluation, without cables */
  deepestOverlap(): number;

  /** Commits the results of the last evaluation. */
  commit(trial: Trial): void;
  /** The trial is about to return to the committed state. lost: it is no longer at the end of the last step. */
  rewind(trial: Trial, lost: boolean): void;
  /** The trial is evaluated at the committed state: stores its energies as those of the last step. */
  settle(): void;

  /** Memory for a checkpoint; its restoration, with the trial at the saved state; and a call after the first evaluation there. */
  save(trial: Trial): SavedColumn[];
  restore(saved: ReadonlyMap<string, Float64Array>, trial: Trial): void;
  resume(saved: ReadonlyMap<string, Float64Array>, active: number): void;
  addToHash(hasher: Hasher): void;
}
