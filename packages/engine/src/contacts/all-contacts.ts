/** All sources of contact as one. */
import type { Hasher } from '../base/index.ts';
import type { Trial } from '../trial/index.ts';
import type { AbsorbedBlow } from './blows.ts';
import type { ContactSource, ImpactList, ImpactsWanted, SavedColumn, Thrown } from './source.ts';

const NO_BLOWS: readonly AbsorbedBlow[] = [];

export class AllContacts {
  readonly sources: readonly ContactSource[];
  /** true: contact is possible in this model */
  readonly any: boolean;
  /** changes whenever contacts may have changed: derived data stay valid until then */
  revision = 0;

  constructor(sources: readonly ContactSource[]) {
    this.sources = sources;
    this.any = sources.some(({ any }) => any);
  }

  /** active contacts of the last evaluation */
  get active(): number {
    let sum = 0;
    for (let i = 0; i < this.sources.length; i++) sum += this.sources[i].scale.active;
    return sum;
  }

  get calm(): boolean {
    for (let i = 0; i < this.sources.length; i++) if (!this.sources[i].calm) return false;
    return true;
  }

  get struck(): boolean {
    for (let i = 0; i < this.sources.length; i++) if (this.sources[i].struck) return true;
    return false;
  }

  search(trial: Trial): void {
    this.revision++;
    for (let i = 0; i < this.sources.length; i++) this.sources[i].search(trial);
  }

  undoSearch(): void {
    this.revision++;
    for (let i = 0; i < this.sources.length; i++) this.sources[i].undoSearch();
  }

  get hasNew(): boolean {
    for (let i = 0; i < this.sources.length; i++) if (this.sources[i].hasNew) return true;
    return false;
  }

  noteOnset(): void {
    for (let i = 0; i < this.sources.length; i++) this.sources[i].noteOnset();
  }

  couple(trial: Trial): void {
    for (let i = 0; i < this.sources.length; i++) this.sources[i].couple(trial);
  }

  evaluate(trial: Trial, wantMatrix: boolean): void {
    this.revision++;
    for (let i = 0; i < this.sources.length; i++) this.sources[i].evaluate(trial, wantMatrix);
  }

  beginStage(): void {
    for (let i = 0; i < this.sources.length; i++) this.sources[i].beginStage();
  }

  setTolerance(stage: { readonly tolerance: number }): void {
    for (let i = 0; i < this.sources.length; i++) this.sources[i].setTolerance(stage);
  }

  get outgrown(): boolean {
    for (let i = 0; i < this.sources.length; i++) if (this.sources[i].outgrown) return true;
    return false;
  }

  outgrows(stage: { readonly size: number }): boolean {
    for (let i = 0; i < this.sources.length; i++) if (this.sources[i].outgrows(stage)) return true;
    return false;
  }

  /** Is a contact active whose iterations are helped this way? */
  needs(damping: ContactSource['damping']): boolean {
    for (let i = 0; i < this.sources.length; i++) {
      const { scale, damping: own } = this.sources[i];
      if (own === damping && scale.active > 0) return true;
    }
    return false;
  }

  hold(): boolean {
    let differs = false;
    for (let i = 0; i < this.sources.length; i++) if (this.sources[i].hold()) differs = true;
    return differs;
  }

  releaseHeld(): boolean {
    let held = false;
    for (let i = 0; i < this.sources.length; i++) if (this.sources[i].releaseHeld()) held = true;
    return held;
  }

  endStage(solved: boolean): void {
    for (let i = 0; i < this.sources.length; i++) this.sources[i].endStage(solved);
  }

  release(): void {
    for (let i = 0; i < this.sources.length; i++) this.sources[i].release();
  }

  /** list.fastest: the fastest rate among contacts that opened or closed since the step began [1/s] */
  rateOfChanges(list: ImpactList, trial: Trial): void {
    list.fastest = 0;
    for (let i = 0; i < this.sources.length; i++) this.sources[i].rateOfChanges(list, trial);
  }

  listImpacts(list: ImpactList, trial: Trial, wanted: ImpactsWanted): void {
    list.clear();
    for (let i = 0; i < this.sources.length; i++) this.sources[i].listImpacts(list, trial, wanted);
  }

  /** Impacts absorbed by the trial step, which is about to be committed. */
  absorbedBlows(trial: Trial): readonly AbsorbedBlow[] {
    for (let i = 0; i < this.sources.length; i++) {
      if (this.sources[i].hasBlows()) return this.sources.flatMap((source) => source.absorbedBlows(trial));
    }
    return NO_BLOWS;
  }

  /** The first source in which something passed through something else in the step. */
  get passed(): ContactSource | undefined {
    for (let i = 0; i < this.sources.length; i++) if (!this.sources[i].nothingPassed()) return this.sources[i];
    return undefined;
  }

  checkStart(): void {
    for (const source of this.sources) source.checkStart();
  }

  thrownAtStart(x: Float64Array): readonly Thrown[] {
    return this.sources.flatMap((source) => source.thrownAtStart(x));
  }

  /** [m] of the last evaluation */
  deepestOverlap(): number {
    let most = 0;
    for (let i = 0; i < this.sources.length; i++) most = Math.max(most, this.sources[i].deepestOverlap());
    return most;
  }

  commit(trial: Trial): void {
    this.revision++;
    for (let i = 0; i < this.sources.length; i++) this.sources[i].commit(trial);
  }

  rewind(trial: Trial, lost: boolean): void {
    this.revision++;
    for (let i = 0; i < this.sources.length; i++) this.sources[i].rewind(trial, lost);
  }

  settle(): void {
    this.revision++;
    for (let i = 0; i < this.sources.length; i++) this.sources[i].settle();
  }

  save(trial: Trial): SavedColumn[] {
    return this.sources.flatMap((source) => source.save(trial));
  }

  restore(saved: ReadonlyMap<string, Float64Array>, trial: Trial): void {
    this.revision++;
    for (const source of this.sources) source.restore(saved, trial);
  }

  /** active: active contacts when it was saved */
  resume(saved: ReadonlyMap<string, Float64Array>, active: number): void {
    this.revision++;
    let left = active;
    for (let i = this.sources.length - 1; i >= 0; i--) {
      this.sources[i].resume(saved, left);
      left -= this.sources[i].scale.active;
    }
  }

  addToHash(hasher: Hasher): void {
    for (const source of this.sources) source.addToHash(hasher);
  }
}
