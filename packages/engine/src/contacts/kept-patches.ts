/**
 * Memory of contact patches: those of the committed state and those of the trial, a fixed count of numbers each, sorted by the key that
 * comes first. A trial never changes what is committed.
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';

export class KeptPatches {
  readonly committed: GrowableFloat64;
  readonly trial: GrowableFloat64;
  /** by committed patch: 1 where a patch of the trial continues it; those with 0 are open now */
  readonly continued: GrowableInt32 = new GrowableInt32(16);
  /** numbers of each patch */
  readonly stride: number;

  constructor(stride: number) {
    this.stride = stride;
    this.committed = new GrowableFloat64(16 * stride);
    this.trial = new GrowableFloat64(16 * stride);
  }

  get count(): number {
    return this.trial.length / this.stride;
  }

  begin(): void {
    this.trial.clear();
    this.continued.resize(this.committed.length / this.stride);
    this.continued.data.fill(0, 0, this.continued.length);
  }

  /** Room for one more patch of the trial, keys ascending: its offset. */
  add(): number {
    const o = this.trial.length;
    this.trial.resize(o + this.stride);
    return o;
  }

  /** Offset in `committed` of the first key not below this one. */
  from(key: number): number {
    const { stride } = this;
    const h = this.committed.data;
    let low = 0;
    let high = this.committed.length / stride;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (h[stride * middle] < key) low = middle + 1;
      else high = middle;
    }
    return stride * low;
  }

  commit(): void {
    this.committed.resize(this.trial.length);
    const to = this.committed.data;
    const from = this.trial.data;
    for (let i = 0; i < this.trial.length; i++) to[i] = from[i];
  }

  save(): Float64Array {
    return this.committed.data.slice(0, this.committed.length);
  }

  restore(saved: Float64Array): void {
    this.committed.resize(saved.length);
    this.committed.data.set(saved);
    this.trial.resize(saved.length);
    this.trial.data.set(saved);
    this.continued.resize(saved.length / this.stride);
    this.continued.data.fill(1, 0, this.continued.length);
  }
}
