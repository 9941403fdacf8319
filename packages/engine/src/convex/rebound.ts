/**
 * Impacts in automatic convex steps. Two surfaces that approach with v0 [m/s] and would meet within the step h, including their fall,
 * separate with e v0 at its end, where e is the restitution of the law (Newton's rule; Moreau 1988). The contact then pushes as if its
 * depth were
 *   d = h (e v0 - n.w)      n.w [m/s] the speed of parting at the end of the step
 * which is its depth there, d0 - h n.w, with its surface displaced by h e v0 - d0. The function of the step stays convex. Fixed steps
 * absorb impacts.
 */
import { deliveredRestitution } from '../contact/index.ts';
import { DISSIPATION, HYSTERESIS } from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

/** [m/s] slower impacts are absorbed, and so are those below this multiple of the speed gained by free fall in the step */
const SLOWEST = 0.02;
const FALLS = 2;

export class Rebound {
  /** of a contact: [s] the step, [m] depth at its start (negative: a gap), [m/s] approach speed there, 0 if it already carries a load */
  h = 0.5;
  depth = 0.5;
  speed = 0.5;
  /** results: displacement of the surface [m], and separation speed [m/s]; 0: no impact */
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
