/** Pairs of bodies in contact: power absorbed and energy stored now, over all shapes and kinds of contact. */
import { GrowableFloat64, GrowableInt32 } from '../../base/index.ts';

export class PairLedger {
  /** the two slots of each pair, the lower first */
  readonly slotA: GrowableInt32 = new GrowableInt32(64);
  readonly slotB: GrowableInt32 = new GrowableInt32(64);
  /** power absorbed now [W], energy stored now [J] */
  readonly power: GrowableFloat64 = new GrowableFloat64(64);
  readonly stored: GrowableFloat64 = new GrowableFloat64(64);
  /** convex steps: energy stored when the step began [J]; empty with other integrators */
  readonly held: GrowableFloat64 = new GrowableFloat64(64);
  private readonly index = new Map<number, number>();
  private readonly slotCount: number;

  constructor(slotCount: number) {
    this.slotCount = slotCount;
  }

  /** Index of the pair of two slots, made when new. */
  pairOf(a: number, b: number): number {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    const key = low * this.slotCount + high;
    let index = this.index.get(key);
    if (index === undefined) {
      index = this.slotA.length;
      this.index.set(key, index);
      this.slotA.push(low);
      this.slotB.push(high);
      this.power.push(0);
      this.stored.push(0);
    }
    return index;
  }

  /** Stores the present energy as that of the start of the next step. */
  noteHeld(): void {
    this.held.resize(this.stored.length);
    for (let i = 0; i < this.stored.length; i++) this.held.data[i] = this.stored.data[i];
  }

  /** Restores the energy at the start of the step. */
  takeHeld(): void {
    for (let i = 0; i < this.held.length; i++) this.stored.data[i] = this.held.data[i];
  }
}
