/**
 * Depth at which Newton's method linearises the law of a contact while a stage is being solved.
 *
 * A step that starts with cables in free flight starts its iterations with overlaps of millimetres, where forces are thousands of times the
 * final ones. N grows as a power p of the depth, 1.5 to 3 including damping, and Newton's method then advances by 1/p of the distance in
 * each iteration. The law is therefore linearised at the depth at which its force is plausible:
 *   N(x) ~ N(d*) + N'(d*) (d(x) - d*)
 * where the next iterate computes the d* of the force found, as for tensions of cables (Magisano, Leonetti & Garcea 2017). A stage has
 * converged when d* = d at every contact; the law is then exact. First guess: a force that moves the mass of an element out of the overlap
 * within the stage, plus twice the previous force.
 */
import { GrowableFloat64 } from '../../base/index.ts';
import { pow } from '../../math/index.ts';

/** Numbers of a contact: key, d* [m], N(d*) [N], its slope [N/m]. */
const STRIDE = 4;
/** Forces grow by at most this factor in each iteration, or to the force that moves the mass out. */
const GROWTH = 2;
/** Powers of the law. */
const LEAST_POWER = 1.2;
const MOST_POWER = 4;

export class TouchIterates {
  private before: GrowableFloat64 = new GrowableFloat64(16 * STRIDE);
  private now: GrowableFloat64 = new GrowableFloat64(16 * STRIDE);
  private at = 0;

  /** A stage begins: no depths are known. */
  forget(): void {
    this.now.clear();
    this.before.clear();
  }

  /** Contacts are evaluated again, keys ascending. */
  begin(): void {
    const { before } = this;
    this.before = this.now;
    this.now = before;
    this.now.clear();
    this.at = 0;
  }

  /** Sets patch.depth from its other fields. */
  find(patch: TouchIterate): void {
    const { key, deepest, expected, force, power, damped } = patch;
    const { data, length } = this.before;
    patch.depth = deepest;
    while (this.at < length && data[this.at] < key) this.at += STRIDE;
    if (this.at >= length || data[this.at] !== key) {
      if (force * (1 + damped) <= expected) return;
      // r^p (1 + damped r) = expected/force by a few iterations from below
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

  /** Stores d* of the contact, N there and its slope. */
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
  /** force that moves its mass out of the overlap, plus its previous force [N] */
  expected: number;
  /** without damping, at the depth of its geometry, for `find`; at d*, for `keep` [N] */
  force: number;
  /** exponent of the depth, and damping term a v, at the depth of its geometry */
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
