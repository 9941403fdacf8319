/**
 * What every kind of contact offers to the rest of the engine: bodies at points and over areas (body-source.ts), cables
 * (strand-source.ts). A step uses a source in this order:
 *   search                        what may touch before the step ends
 *   beginStage, evaluate ...      forces and matrix at every iterate of a stage; `scale` reports what the last evaluation found
 *   endStage, release
 *   rateOfChanges, listImpacts    what the step met
 *   commit, or rewind and undoSearch
 * Numbers that change with every step stay in objects and arrays: a call that takes or returns them would put each in a box.
 */
import { GrowableFloat64, type Hasher } from '../base/index.ts';
import type { Trial } from '../trial/index.ts';
import type { AbsorbedBlow } from './blows.ts';

/** What the last evaluation of a source found. */
export interface ContactScale {
  /** contacts that touch */
  active: number;
  /** depth of the deepest [m] */
  deepest: number;
  /** smallest deflection of a bristle at its limit [m]; infinity: there is no friction */
  finest: number;
  /** contacts that opened, closed, stuck or slipped since the step began */
  changes: number;
}

/** How small increments of Newton's method must be where contacts of a source touch. */
export interface ContactTolerance {
  /** weight of `deepest` and `finest`, compared with contacts of bodies */
  readonly share: number;
  /** increments below this part of `deepest` and `finest`, and of this speed [m/s], are small enough; 0: never for that reason */
  readonly enough: number;
  readonly speed: number;
}

/** An increment of Newton's method. */
export interface StageIncrement {
  readonly newtonTolerance: number;
  /** part of the depth of contacts that increments come below */
  readonly resolution: number;
  /** of the increment, and what it must come below [m or rad] */
  readonly size: number;
  readonly tolerance: number;
  readonly solution: Float64Array;
}

/** A contact is followed by its law when omega h is below this; omega: rate of the impact, pi/omega about its length. */
export const RESOLVED = 0.7;

/** Which impacts are listed: those that the velocities at the start foretell, those met in the trial, those under way in it. */
export const IMPACTS_AHEAD = 0;
export const IMPACTS_MET = 1;
export const IMPACTS_UNDER_WAY = 2;
export type ImpactsWanted = typeof IMPACTS_AHEAD | typeof IMPACTS_MET | typeof IMPACTS_UNDER_WAY;

/** Numbers of an impact in a list. */
export const IMPACT_RATE = 0; // [1/s] omega = sqrt(k/m), k the slope of the normal force, m the effective mass of the pair
export const IMPACT_QUICKER = 1; // by which a damper makes it faster than omega
export const IMPACT_GAP = 2; // [m] between the two when the step began; below 0: they overlapped
export const IMPACT_SPEED = 3; // [m/s] approach
export const IMPACT_LATE = 4; // 1: speed and gap are means over the step, so the touch comes out late
export const IMPACT_TURNS = 5; // 1: solids about to turn round
export const IMPACT_PAIR = 6; // of shapes
export const IMPACT_STRIDE = 7;

/** Impacts that a step has to do with, in columns. */
export class ImpactList {
  /** slower touches are not listed [m/s] */
  readonly slowest: number;
  /** [1/s] the largest rate that was asked for with rateOfChanges or foresee */
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

/** Something that went through something else in a step. */
export interface PassedThrough {
  reason: 'passed' | 'diverged';
  /** block of the matrix it belongs to */
  block: number;
}

/** A cable that begins so deep in a body that contact throws it off. */
export interface Thrown {
  readonly cable: string;
  /** body it lies in */
  readonly other: string;
  /** [m] of its deepest point; [N] of contact where it is thrown, and weight of the cable; [1/s] of contact */
  depth: number;
  force: number;
  readonly weight: number;
  rate: number;
}

export interface ContactSource {
  /** may anything of this kind touch at all? */
  readonly any: boolean;
  /** can nothing touch in this step, or has nothing yet? Then the step needs no watching */
  readonly calm: boolean;
  /** did the last step have an impact shorter than itself? */
  readonly struck: boolean;
  readonly scale: ContactScale;
  readonly tolerance: ContactTolerance;

  /** Finds what may touch within trial.reach of the poses and velocities of the trial, and makes room in the matrix. */
  search(trial: Trial): void;
  /** The step that searched last did not happen. */
  undoSearch(): void;
  /** Were contacts found whose speed at onset is not known yet? After an evaluation, noteOnset learns it. */
  readonly hasNew: boolean;
  noteOnset(): void;

  /** Makes room in the matrix for what touches at the trial. */
  couple(trial: Trial): void;
  /** Adds forces, and the part of the matrix when wanted, at the trial. */
  evaluate(trial: Trial, wantMatrix: boolean): void;

  /** A stage is solved from here on: evaluations may help its iterations. */
  beginStage(): void;
  /** Increments below this [m or rad] end the stage. */
  setTolerance(stage: { readonly tolerance: number }): void;
  /** Did contacts change since the step began by more than a factor made before it would stand? */
  readonly outgrown: boolean;
  /** ... or since the iteration before, by an increment of this size [m or rad]? */
  outgrows(stage: { readonly size: number }): boolean;
  /** What helps iterations that do not contract: a search along the increment, or halves of it. */
  readonly damping: 'search' | 'halve';
  /** Takes what changed since the step began as it was, in the next evaluation; true: that differs from the last one. */
  hold(): boolean;
  /** Was the last evaluation one of contacts held as they were? They no longer are. */
  releaseHeld(): boolean;
  /** How far laws were taken from the depth at hand, as a part of it. */
  readonly strain: number;
  /** Does an increment of the unknowns that is too large elsewhere leave these contacts as they are? */
  barelyFeels(trial: Trial, stage: StageIncrement): boolean;
  /** The stage is done. What follows may use the shapes it ended with, until `release`; if it failed, it may not. */
  endStage(solved: boolean): void;
  release(): void;

  /** The fastest rate among contacts that opened or closed between the start of the step and the trial, if above list.fastest. */
  rateOfChanges(list: ImpactList, trial: Trial): void;
  listImpacts(list: ImpactList, trial: Trial, wanted: ImpactsWanted): void;
  /** Did bodies meet in the trial step, about to be committed? Then the blows that it absorbed. */
  hasBlows(): boolean;
  absorbedBlows(trial: Trial): readonly AbsorbedBlow[];
  /** Is it worth looking where everything would be at the end of the step if it went on as it moves? */
  looksAhead(trial: Trial): boolean;
  /** Evaluates contacts there, where the trial stands: the fastest rate among those that would open or close. */
  foresee(list: ImpactList, trial: Trial): void;
  /** Did nothing go through anything in the step? Else see `passage`. */
  nothingPassed(): boolean;
  readonly passage: Readonly<PassedThrough>;

  /** Refuses a start in which something is where it cannot be; contacts must have been evaluated. Throws BuildError. */
  checkStart(): void;
  /** What contact would throw off at the start, with the accelerations x. */
  thrownAtStart(x: Float64Array): readonly Thrown[];

  /** [m] by which solids overlap, of the last evaluation; cables that lie in each other do not count */
  deepestOverlap(): number;

  /** Takes over what the last evaluation found. */
  commit(trial: Trial): void;
  /** The trial is about to go back to the committed state. lost: it is no longer where the last step ended. */
  rewind(trial: Trial, lost: boolean): void;
  /** The trial stands at the committed state, evaluated: what is stored is what the last step left. */
  settle(): void;

  /** What a run goes on from, for a checkpoint; back to it, with the trial at the saved state; and after the first evaluation there. */
  save(trial: Trial): SavedColumn[];
  restore(saved: ReadonlyMap<string, Float64Array>, trial: Trial): void;
  resume(saved: ReadonlyMap<string, Float64Array>, active: number): void;
  addToHash(hasher: Hasher): void;
}
