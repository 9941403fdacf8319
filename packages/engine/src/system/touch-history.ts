/**
 * What patches of contact of cables remember: bristle, speed at onset, slipping or not, share of the static limit. A patch goes on
 * under its key (two pieces of material, or a piece and a part of a surface). One that is new beside an old one, because the
 * contact has moved on along the cable, goes on from that: what sticks keeps sticking.
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';

// Numbers of a patch kept.
export const H_KEY = 0;
export const H_BRISTLE = 1; // 1..3 [m]
export const H_ONSET = 4; // [m/s]
export const H_SLIPS = 5; // 0 or 1
export const H_SHARE = 6; // of the static limit
export const H_FORCE = 7; // 7..9 [N] on B
export const H_NORMAL = 10; // [N]
export const H_FRICTION = 11; // [N]
export const H_DEPTH = 12; // [m]
export const H_SLIP_SPEED = 13; // [m/s]
export const H_PAIR = 14; // of the ledger
export const H_POINT = 15; // 15..17 [m] world
export const H_SPEED = 18; // [m/s] approach
export const H_RATE = 19; // [1/s] of the element on the patch
export const H_JUMP = 20; // [m/s^2] of the element under the force
export const H_FRESH = 21; // 1: it goes on from nothing committed
export const H_STRIDE = 22;

export class TouchHistory {
  readonly committed: GrowableFloat64 = new GrowableFloat64(H_STRIDE * 16);
  readonly trial: GrowableFloat64 = new GrowableFloat64(H_STRIDE * 16);
  /** of the trial: committed patches that one of it goes on from */
  readonly continued: GrowableInt32 = new GrowableInt32(16);

  get count(): number {
    return this.trial.length / H_STRIDE;
  }

  begin(): void {
    this.trial.clear();
    this.continued.resize(this.committed.length / H_STRIDE);
    this.continued.data.fill(0, 0, this.continued.length);
  }

  /** Room for one more patch of the trial, keys ascending: its offset. */
  add(): number {
    const o = this.trial.length;
    this.trial.resize(o + H_STRIDE);
    return o;
  }

  /** Offset in `committed` of the first key not below this one. */
  from(key: number): number {
    const h = this.committed.data;
    let low = 0;
    let high = this.committed.length / H_STRIDE;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (h[H_STRIDE * middle] < key) low = middle + 1;
      else high = middle;
    }
    return H_STRIDE * low;
  }

  /** Offset in `committed` of this key, or -1. */
  find(key: number): number {
    const o = this.from(key);
    return o < this.committed.length && this.committed.data[o] === key ? o : -1;
  }

  /** The first one with a key from `low` to below `high`, or -1. */
  within(low: number, high: number): number {
    const o = this.from(low);
    return o < this.committed.length && this.committed.data[o] < high ? o : -1;
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
    this.continued.resize(saved.length / H_STRIDE);
    this.continued.data.fill(1, 0, this.continued.length);
  }
}
