/** Contacts of cables, with solids, with each other and with themselves, as a source. */
import type { Hasher } from '../base/index.ts';
import type { Trial } from '../trial/index.ts';
import {
  type ContactScale,
  type ContactSource,
  type ContactTolerance,
  type ImpactList,
  type PassedThrough,
  RESOLVED,
  type SavedColumn,
  type StageIncrement,
  type Thrown,
} from './source.ts';
import type { CableTouch } from './strands/cable-touch.ts';
import { touchRateOfChanges, touchRateOfOnsets } from './strands/touch-events.ts';
import { liftClear } from './strands/touch-clear.ts';
import { addTouch } from './strands/touch-forces.ts';
import { markTouching, relabelTouch } from './strands/touch-labels.ts';
import { checkStart, thrownAtStart } from './strands/touch-start.ts';

/** A factor stays valid for increments below this part of the depth, and for a change of this part of all contacts. */
const KEPT_DEPTH = 0.1;
const KEPT_CHANGES = 0.1;
/** Speed of cables below which no impact is possible (strands/touch-events.ts) [m/s]. */
const SLOW = 0.02;
/** Number of elements at the fed end whose curve depends on a node there. */
const NEAR_END = 3;
const HERE = { horizon: 0, slack: 0 };

export class StrandSource implements ContactSource {
  readonly any: boolean;
  readonly hasNew: boolean = false;
  readonly damping = 'halve' as const;
  /**
   * Depths have ten times the weight of those of bodies: there are many contacts, and ropes are soft. Increments need only be below this
   * part of the deepest contact, and below this speed: momentum is conserved whatever error remains, and the remaining error is a tenth of
   * the last increment.
   */
  readonly tolerance: ContactTolerance = { share: 10, enough: 0.01, speed: 2e-4 };
  readonly passage: PassedThrough = { reason: 'passed', block: 0 };
  readonly scale: ContactScale;
  private readonly touch: CableTouch;

  constructor(touch: CableTouch) {
    this.touch = touch;
    this.scale = touch;
    this.any = touch.any;
  }

  get calm(): boolean {
    const { touch } = this;
    return touch.idle || (touch.alone && touch.active === 0);
  }

  get struck(): boolean {
    return this.touch.struck === 1;
  }

  get strain(): number {
    return this.touch.strain;
  }

  search(trial: Trial): void {
    if (this.any) this.touch.search(trial.position, trial.rotation, trial.velocity, trial, trial.reach);
  }

  undoSearch(): void {} // recompute the contacts

  noteOnset(): void {} // contacts use the velocities of the search

  couple(trial: Trial): void {
    const { touch } = this;
    if (!this.any || touch.idle) return;
    touch.find(trial.moves, trial.position, trial.rotation);
    touch.couplings.list(touch.solidPatches, touch.strandPatches);
    trial.matrix.ensureTouch(touch.couplings.coupledA, touch.couplings.coupledB);
  }

  evaluate(trial: Trial, wantMatrix: boolean): void {
    if (this.any && !this.touch.idle) addTouch(this.touch, trial, wantMatrix);
  }

  beginStage(): void {
    this.touch.beginStage();
  }

  setTolerance(): void {}

  get outgrown(): boolean {
    return this.touch.changes > KEPT_CHANGES * this.touch.active;
  }

  outgrows(stage: { readonly size: number }): boolean {
    const { active, deepest, finest } = this.touch;
    return active > 0 && stage.size > KEPT_DEPTH * Math.min(deepest, finest);
  }

  hold(): boolean {
    return false;
  }

  releaseHeld(): boolean {
    return false;
  }

  barelyFeels(_trial: Trial, _stage: StageIncrement): boolean {
    return this.touch.active === 0;
  }

  endStage(): void {
    this.touch.iterating = false;
  }

  release(): void {}

  rateOfChanges(list: ImpactList, trial: Trial): void {
    if (!this.any || this.touch.idle) return;
    const rate = touchRateOfChanges(this.touch, trial);
    if (rate > list.fastest) list.fastest = rate;
  }

  listImpacts(): void {} // steps do not resolve them

  hasBlows(): boolean {
    return false;
  }

  absorbedBlows(): readonly [] {
    return [];
  }

  looksAhead(trial: Trial): boolean {
    const { touch } = this;
    return this.any && !touch.quiet && !touch.alone && touch.struck === 0 && anythingMoves(trial);
  }

  foresee(list: ImpactList, trial: Trial): void {
    trial.b = 0;
    trial.c = 0;
    addTouch(this.touch, trial, false);
    const rate = touchRateOfOnsets(this.touch);
    if (rate > list.fastest) list.fastest = rate;
  }

  /** Contact would push a passed strand out on the wrong side. */
  nothingPassed(): boolean {
    const { touch, passage } = this;
    if (!this.any || touch.passages.clear()) return true;
    const { items } = touch.cables;
    if (touch.idle) {
      // nodes moved beyond the reach of the search: a shorter step moves them less
      passage.reason = 'diverged';
      passage.block = items[0].block;
      return false;
    }
    const e = touch.passages.element;
    const c = touch.curves.cable[e];
    passage.reason = 'passed';
    passage.block = items[c].block + e - touch.starts[c];
    return false;
  }

  deepestOverlap(): number {
    return 0;
  }

  commit(trial: Trial): void {
    const { touch } = this;
    if (!this.any || touch.idle) return; // as it was: nothing
    touch.struck = trial.h * touchRateOfChanges(touch, trial) > RESOLVED ? 1 : 0;
    touch.commit();
  }

  checkStart(): void {
    if (this.any) checkStart(this.touch);
  }

  thrownAtStart(x: Float64Array): readonly Thrown[] {
    return this.any ? thrownAtStart(this.touch, x) : [];
  }

  /** out[j] = 1 where element j of a cable touched something when the last step ended. */
  markTouching(cable: number, out: Uint8Array): void {
    markTouching(this.touch, cable, out);
  }

  /** A node of a cable was added or removed: memory stays with its elements. */
  relabel(cable: number, kind: 'split' | 'merge', node: number): void {
    relabelTouch(this.touch, cable, kind, node);
  }

  /** Lifts a cable with changed nodes out of solids that its new curve enters; true: it moved. */
  liftClear(trial: Trial, cable: number): boolean {
    return this.any && liftClear(this.touch, trial, cable);
  }

  /** Does a cable touch something near its fed end? */
  touchesNearEnd(index: number): boolean {
    const { touch } = this;
    const { feed, cable } = touch.cables.items[index];
    for (const patches of [touch.solidPatches, touch.strandPatches]) {
      for (let p = 0; p < patches.count; p++) {
        const e = patches.elementA[p];
        if (touch.curves.cable[e] !== index) continue;
        const j = e - touch.starts[index];
        if ((feed?.end === 0 ? j : cable.elementCount - 1 - j) < NEAR_END) return true;
      }
    }
    return false;
  }

  rewind(): void {}

  settle(): void {}

  save(): SavedColumn[] {
    return [['touch', this.touch.save()]];
  }

  restore(saved: ReadonlyMap<string, Float64Array>, trial: Trial): void {
    const { touch } = this;
    const values = saved.get('touch') ?? new Float64Array(0);
    touch.restore(values);
    if (this.any) touch.search(trial.position, trial.rotation, trial.velocity, trial, HERE);
    touch.restoreSearch(values);
  }

  resume(): void {}

  addToHash(hasher: Hasher): void {
    if (this.any) hasher.addFloats(this.touch.save());
  }
}

/** Are nodes of cables, or centres of bodies, faster than SLOW? */
function anythingMoves({ velocity, bodySize, size }: Trial): boolean {
  for (let i = 0; i < size; i += i < bodySize ? 6 : 4) {
    const speed2 = velocity[i] * velocity[i] + velocity[i + 1] * velocity[i + 1] + velocity[i + 2] * velocity[i + 2];
    if (speed2 > SLOW * SLOW) return true;
  }
  return false;
}
