/** Contacts of bodies, at points and over areas, as a source. Both come from one search and share pairs, laws and ledger. */
import type { Hasher } from '../base/index.ts';
import type { Trial } from '../trial/index.ts';
import { type AbsorbedBlow, absorbedBlows, hasBlows } from './blows.ts';
import { patchesFeel } from './patches/patch-felt.ts';
import { listPatchImpacts, patchRateOfChanges } from './patches/patch-impacts.ts';
import { SHAPES_EXACT, SHAPES_NEAR } from './patches/patch-shapes.ts';
import { addContacts } from './points/contact-forces.ts';
import { type Contacts, HISTORY, TRIAL } from './points/contacts.ts';
import { listPointImpacts, pointRateOfChanges } from './points/point-impacts.ts';
import {
  type ContactScale,
  type ContactSource,
  type ContactTolerance,
  IMPACTS_AHEAD,
  type ImpactList,
  type ImpactsWanted,
  type PassedThrough,
  type SavedColumn,
  type StageIncrement,
  type Thrown,
} from './source.ts';

export class BodySource implements ContactSource {
  readonly any: boolean;
  readonly struck: boolean = false;
  readonly strain: number = 0;
  readonly damping = 'search' as const;
  readonly tolerance: ContactTolerance = { share: 1, enough: 0, speed: 0 };
  readonly passage: PassedThrough = { reason: 'passed', block: 0 };
  readonly scale: ContactScale;
  private readonly contacts: Contacts;

  constructor(contacts: Contacts) {
    this.contacts = contacts;
    this.scale = contacts;
    this.any = contacts.any;
  }

  get calm(): boolean {
    return !this.any;
  }

  search(trial: Trial): void {
    const { contacts } = this;
    contacts.searchTime = trial.time;
    if (this.any) contacts.search(trial.position, trial.rotation, trial.velocity, trial.reach);
    trial.matrix.ensurePairs(contacts.coupledA, contacts.coupledB);
  }

  undoSearch(): void {
    if (this.any) this.contacts.undoSearch();
  }

  get hasNew(): boolean {
    const { set, history } = this.contacts;
    for (let i = 0; i < set.count; i++) if (history.data[HISTORY * i + 3] < 0) return true;
    return false;
  }

  /** New elements take the approach speed at the start of the step as their speed at onset. */
  noteOnset(): void {
    const { set } = this.contacts;
    const history = this.contacts.history.data;
    const trial = this.contacts.trial.data;
    for (let i = 0; i < set.count; i++) {
      if (history[HISTORY * i + 3] < 0) history[HISTORY * i + 3] = Math.max(0, trial[TRIAL * i + 5]);
    }
  }

  couple(): void {} // pairs found by the search have their blocks

  evaluate(trial: Trial, wantMatrix: boolean): void {
    if (this.any) addContacts(this.contacts, trial, wantMatrix);
  }

  beginStage(): void {
    const { patches } = this.contacts;
    patches.shapes.mode = SHAPES_NEAR;
    patches.steady();
    this.contacts.mayStick = true;
  }

  setTolerance(stage: { readonly tolerance: number }): void {
    this.contacts.patches.shapes.tolerance = stage.tolerance;
  }

  get outgrown(): boolean {
    return this.contacts.changes > 0;
  }

  outgrows(): boolean {
    return this.contacts.active > 0 && this.contacts.changes > 0;
  }

  hold(): boolean {
    const { contacts } = this;
    if (contacts.changes === 0) return false;
    contacts.hold = true;
    return contacts.changes > contacts.patchChanges;
  }

  releaseHeld(): boolean {
    const held = this.contacts.hold;
    this.contacts.hold = false;
    return held;
  }

  /**
   * The depth of contacts by volume, 1e-11 m for steel on steel, is a criterion along their normals only: across them bristles deflect far
   * more, and rounding of a rotation moves slipping contacts by more.
   */
  barelyFeels(trial: Trial, stage: StageIncrement): boolean {
    const { contacts } = this;
    if (contacts.active > contacts.patches.count) return false;
    if (!(stage.size <= Math.min(stage.newtonTolerance, stage.resolution * contacts.finest))) return false;
    return !patchesFeel(contacts, trial, stage.solution, stage);
  }

  endStage(solved: boolean): void {
    this.contacts.mayStick = false;
    this.contacts.hold = false;
    if (!solved) this.release();
  }

  release(): void {
    this.contacts.patches.shapes.mode = SHAPES_EXACT;
  }

  rateOfChanges(list: ImpactList, trial: Trial): void {
    pointRateOfChanges(this.contacts, list, trial);
    patchRateOfChanges(this.contacts, list, trial);
  }

  listImpacts(list: ImpactList, trial: Trial, wanted: ImpactsWanted): void {
    listPointImpacts(this.contacts, list, trial, wanted);
    if (wanted !== IMPACTS_AHEAD) listPatchImpacts(this.contacts, list, trial, wanted);
  }

  hasBlows(): boolean {
    return hasBlows(this.contacts);
  }

  absorbedBlows(trial: Trial): readonly AbsorbedBlow[] {
    return absorbedBlows(this.contacts, trial);
  }

  looksAhead(): boolean {
    return this.contacts.scene.near.length > 0;
  }

  /** For solids that meet by volume. The geometry found here is the one with which a step by backward Euler begins. */
  foresee(list: ImpactList, trial: Trial): void {
    this.contacts.patches.shapes.mode = SHAPES_NEAR;
    if (this.mayChange(trial)) {
      trial.b = 0;
      trial.c = 0;
      this.evaluate(trial, false);
      patchRateOfChanges(this.contacts, list, trial);
    }
    this.release();
  }

  /** Is there a pair that touches at the trial, or did before, and is not at rest? */
  private mayChange(trial: Trial): boolean {
    const { patches, scene } = this.contacts;
    for (let i = 0; i < scene.near.length; i++) {
      const pair = scene.near.data[i];
      if (patches.rests(pair, trial.h)) continue;
      if (patches.touches(pair) || patches.shapes.of(trial, pair, scene.solidPair(pair)) !== undefined) return true;
    }
    return false;
  }

  nothingPassed(): boolean {
    return true;
  }

  checkStart(): void {}

  thrownAtStart(): readonly Thrown[] {
    return [];
  }

  deepestOverlap(): number {
    return this.contacts.deepestOverlap();
  }

  commit(): void {
    this.contacts.commit();
  }

  /** Displacements restart from the committed state, so contact geometry found before is invalid. */
  rewind(trial: Trial, lost: boolean): void {
    const { patches, scene } = this.contacts;
    if (lost) patches.shapes.forget();
    else patches.shapes.rebase(trial, scene);
  }

  settle(): void {
    this.contacts.ledger.takeHeld();
  }

  save(trial: Trial): SavedColumn[] {
    const { contacts } = this;
    const { scene, patches } = contacts;
    return [
      ['pairSlotA', contacts.ledger.slotA.toArray()],
      ['pairSlotB', contacts.ledger.slotB.toArray()],
      ['elements', contacts.saveElements()],
      ['patches', patches.save()],
      ['shapes', patches.shapes.save(trial, scene)],
      ['held', contacts.ledger.held.toArray()],
      ['near', scene.near.toArray()],
      ['searchMemory', scene.save()],
    ];
  }

  restore(saved: ReadonlyMap<string, Float64Array>): void {
    const { contacts } = this;
    const take = (name: string): Float64Array => saved.get(name) ?? new Float64Array(0);
    const slotA = take('pairSlotA');
    const slotB = take('pairSlotB');
    for (let i = 0; i < slotA.length; i++) contacts.ledger.pairOf(slotA[i], slotB[i]);
    contacts.restore(Int32Array.from(take('searchMemory')), take('elements'));
    contacts.patches.restore(take('patches'));
    contacts.ledger.held.clear();
    for (const energy of take('held')) contacts.ledger.held.push(energy);
    for (const pair of take('near')) contacts.scene.near.push(pair);
  }

  /** Restores the saved contact geometry, not that of a later evaluation. */
  resume(saved: ReadonlyMap<string, Float64Array>, active: number): void {
    this.contacts.patches.shapes.restore(saved.get('shapes') ?? new Float64Array(0));
    this.contacts.active = active;
  }

  addToHash(hasher: Hasher): void {
    const { set, history, patches } = this.contacts;
    hasher.addInt(set.count);
    for (let i = 0; i < set.count; i++) {
      hasher.addInt(set.bodyA[i]);
      hasher.addInt(set.bodyB[i]);
      hasher.addInt(set.feature[i]);
    }
    hasher.addFloats(history.data, 0, HISTORY * set.count);
    const { committed } = patches;
    if (committed.length > 0) hasher.addFloats(committed.data, 0, committed.length);
  }
}
