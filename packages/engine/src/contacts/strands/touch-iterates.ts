/**
 * At what depth Newton's method takes the law of a patch while a stage is being solved.
 *
 * A step that begins with cables in free flight begins its iterations with them millimetres deep in each other, where forces are
 * thousands of times those that will be. N grows as a power p of the depth, 1.5 to 3 with the damping in it, and Newton's
 * method from there takes a part 1/p of the way at a time. So the law is taken at the depth at which it gives a force
 * that is likely, and goes on from there along its tangent:
 *   N(x) ~ N(d*) + N'(d*) (d(x) - d*)
 * where the next iterate finds the d* that belongs to the force found, as tensions of cables do (Magisano, Leonetti & Garcea
 * 2017). A stage has converged when d* = d at every patch, and then the law is the law.
 * First guess: a force that moves the mass of an element out of the overlap within the stage, and twice what was there before.
 */
import { GrowableFloat64 } from '../../base/index.ts';
import { pow } from '../../math/index.ts';

/** Numbers of a patch: key, d* [m], N(d*) [N], its slope [N/m]. */
const STRIDE = 4;
/** Forces grow by this factor an iteration, or to what moves the mass out. */
const GROWTH = 2;
/** Powers of the law. */
const LEAST_POWER = 1.2;
const MOST_POWER = 4;

export class TouchIterates {
  private before: GrowableFloat64 = new GrowableFloat64(16 * STRIDE);
  private now: GrowableFloat64 = new GrowableFloat64(16 * STRIDE);
  private at = 0;

  /** A stage begins: nothing is known. */
  forget(): void {
    this.now.clear();
    this.before.clear();
  }

  /** Patches are evaluated anew, keys ascending. */
  begin(): void {
    const { before } = this;
    this.before = this.now;
    this.now = before;
    this.now.clear();
    this.at = 0;
  }

  /** Sets patch.depth from the rest of it. */
  find(patch: TouchIterate): void {
    const { key, deepest, expected, force, power, damped } = patch;
    const { data, length } = this.before;
    patch.depth = deepest;
    while (this.at < length && data[this.at] < key) this.at += STRIDE;
    if (this.at >= length || data[this.at] !== key) {
      if (force * (1 + damped) <= expected) return;
      // r^p (1 + damped r) = expected/force by a few rounds from below
      const root = 1 / bounded(power);
      let r = 0;
      for (let k = 0; k < 3; k++) r = Math.min(1, pow(expected / (force * (1 + damped * r)), root));
      patch.depth = r * deepest;
      return;
    }
    const last = data[this.at + 1];
    const N = data[this.at + 2];
    if (deepest <= last || !(N > 0)) return;
    const slope = data[this.at + 3];
    const wanted = Math.min(N + slope * (deepest - last), Math.max(GROWTH * N, expected));
    patch.depth = Math.min(deepest, last * pow(wanted / N, 1 / bounded((slope * last) / N)));
  }

  /** Remembers d* of the patch, N there and its slope. */
  keep(patch: TouchIterate): void {
    const o = this.now.length;
    this.now.resize(o + STRIDE);
    const { data } = this.now;
    data[o] = patch.key;
    data[o + 1] = patch.depth;
    data[o + 2] = patch.force;
    data[o + 3] = patch.slope;
  }
}

/** A patch under iteration. */
export interface TouchIterate {
  key: number;
  /** d at its geometry [m] */
  deepest: number;
  /** force that moves its mass out of the overlap, with what it had before [N] */
  expected: number;
  /** without damping, at the depth of its geometry, for `find`; at d*, for `keep` [N] */
  force: number;
  /** of the depth, and what the damping adds, a v, at the depth of its geometry */
  power: number;
  damped: number;
  /** [N/m] at d* */
  slope: number;
  /** d* [m] */
  depth: number;
}

export function makeTouchIterate(): TouchIterate {
  const x = 0.5; // not a whole number: see makeSlip
  return { key: x, deepest: x, expected: x, force: x, power: x, damped: x, slope: x, depth: x };
}

function bounded(power: number): number {
  return Math.min(MOST_POWER, Math.max(LEAST_POWER, power));
}
