/**
 * The water around the nodes of a cable. In waves the sea is evaluated once for each instant, at the first iterate: within a step nodes
 * move by centimetres, which changes velocities by k dx, a few thousandths. It is evaluated again when they move further.
 */
import { SAMPLE, type Sea } from '../marine/index.ts';

/** Distance after which the sea is evaluated again [m]. */
const MOVED = 0.05;

/** Values of the sea at the nodes of one cable, with the time and place of their evaluation. */
export class CableWater {
  readonly samples: Float64Array;
  private readonly asked: Float64Array;
  private time = Number.NaN;
  private count = 0;

  constructor(capacity: number) {
    this.samples = new Float64Array(SAMPLE * capacity);
    this.asked = new Float64Array(4 * capacity);
  }

  ask(sea: Sea, q: Float64Array, count: number): void {
    if (sea.time === this.time && count === this.count && !this.moved(q)) return;
    this.time = sea.time;
    this.count = count;
    for (let i = 0; i < 4 * count; i++) this.asked[i] = q[i];
    sea.sample(this.samples, q, 4, count);
  }

  private moved(q: Float64Array): boolean {
    const { asked } = this;
    for (let i = 0; i < this.count; i++) {
      const o = 4 * i;
      const x = q[o] - asked[o];
      const y = q[o + 1] - asked[o + 1];
      const z = q[o + 2] - asked[o + 2];
      if (x * x + y * y + z * z > MOVED * MOVED) return true;
    }
    return false;
  }
}
