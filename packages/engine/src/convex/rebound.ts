/**
 * Blows of automatic convex steps. Two surfaces that approach with v0 [m/s] and would meet within the step h, falling, part with e v0 where it ends, e the
 * restitution that the law delivers (Newton's rule; Moreau 1988): the contact then presses as if its depth were
 *   d = h (e v0 - n.w)      n.w [m/s] the speed of parting at the end of the step
 * which is the depth it has there, d0 - h n.w, with its surface nearer by h e v0 - d0. That keeps the function of the step convex. Fixed steps absorb blows.
 */
import { deliveredRestitution } from '../contact/index.ts';
import { DISSIPATION, HYSTERESIS } from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

/** [m/s] slower blows are absorbed, and so are those below this many times what a free fall gains in the step */
const SLOWEST = 0.02;
const FALLS = 2;

export class Rebound {
  /** of a contact: [s] the step, [m] depth where it begins, below 0 a gap, [m/s] speed of approach there, 0 if it carries a load already */
  h = 0.5;
  depth = 0.5;
  speed = 0.5;
  /** what is found: [m] by which the surface is nearer, and the speed to part with [m/s]; 0: no blow */
  away = 0.5;
  parting = 0.5;
  private readonly wanted: boolean;
  /** [m/s^2] */
  private readonly gravity: number;

  constructor(w: Workspace) {
    const { solver } = w.model.spec;
    const [x, y, z] = w.model.gravity;
    this.wanted = solver.step === 'auto' && solver.impacts !== 'absorb';
    this.gravity = Math.sqrt(x * x + y * y + z * z);
  }

  /** laws, at: columns of its pair. */
  find(laws: Float64Array, at: number): void {
    const { h, depth, speed } = this;
    this.away = 0;
    this.parting = 0;
    if (
      !this.wanted ||
      speed < SLOWEST ||
      speed < FALLS * this.gravity * h ||
      depth + h * (speed + this.gravity * h) <= 0
    )
      return;
    const a = laws[at + DISSIPATION];
    this.parting = speed * deliveredRestitution(a < 0 ? laws[at + HYSTERESIS] : a * speed);
    this.away = h * this.parting - Math.min(0, depth);
  }
}
