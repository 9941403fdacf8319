/**
 * The water around the nodes of a cable. In waves the sea is asked once for every time, at the first iterate there: within a
 * step nodes move by centimetres, which changes velocities by k dx, a few thousandths; asked again when they move further.
 */
import { SAMPLE, type Sea } from '../marine/index.ts';

/** Move after which the sea is asked again [m]. */
const MOVED = 0.05;

/** What the sea said of the nodes of one cable, and when and where it was asked. */
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
