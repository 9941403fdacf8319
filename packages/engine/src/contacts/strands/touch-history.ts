/**
 * Memory of strand contacts: bristle, speed at onset, slipping or not, share of the static limit. A contact continues under its key (two
 * pieces of material, or a piece and a part of a surface). A new contact beside an old one, because the contact has moved along the cable,
 * continues the old one, so that sticking persists. A piece that lands on a solid beside a resting one, at the speed of an impact, is new.
 * The bristle of a contact lies across its mean normal. It is transferred to the points of the contact, and from step to step, by the
 * rotation that takes one normal to the other (turnAlong): projection onto the plane of each point would lose a little in every step.
 */
import { KeptPatches } from '../kept-patches.ts';
import { TouchIterates } from './touch-iterates.ts';

// Offsets of the numbers of a stored contact.
export const H_KEY = 0;
export const H_BRISTLE = 1; // 1..3 [m]
export const H_ONSET = 4; // [m/s]
export const H_SLIPS = 5; // 0 or 1
export const H_SHARE = 6; // of the static limit
export const H_FORCE = 7; // 7..9 [N] on B
export const H_NORMAL = 10; // [N]
export const H_FRICTION = 11; // [N]
export const H_DEPTH = 12; // [m] of its deepest point
export const H_SLIP_SPEED = 13; // [m/s]
export const H_PAIR = 14; // of the ledger
export const H_POINT = 15; // 15..17 [m] world
export const H_SPEED = 18; // [m/s] approach
export const H_RATE = 19; // [1/s] of the element on the patch
export const H_JUMP = 20; // [m/s^2] of the element under the force
export const H_FRESH = 21; // 1: it continues no committed contact
export const H_COUNTED = 22; // [m] of its deepest point with full weight: beside a held end a cable lies as deep as the end
export const H_AXIS = 23; // 23..25 its normal, across which its bristle lies
export const H_AREA = 26; // [m^2] of the patch: chords by length
export const H_VOLUME = 27; // [m^3] of interference
export const H_ELEMENT_A = 28; // of all curves
export const H_ELEMENT_B = 29; // -1: a solid
export const H_STRIDE = 30;

/**
 * out[o ...] = z rotated by the smallest rotation that takes the unit vector a to b. For opposite vectors only the part across b remains.
 */
export function turnAlong(
  out: Float64Array,
  o: number,
  z: Float64Array,
  zo: number,
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
): void {
  const za = z[zo] * a[ao] + z[zo + 1] * a[ao + 1] + z[zo + 2] * a[ao + 2];
  const zb = z[zo] * b[bo] + z[zo + 1] * b[bo + 1] + z[zo + 2] * b[bo + 2];
  const ab = a[ao] * b[bo] + a[ao + 1] * b[bo + 1] + a[ao + 2] * b[bo + 2];
  const s = ab > -0.9 ? (za + zb) / (1 + ab) : 0;
  const t = ab > -0.9 ? 2 * za - s : -zb;
  for (let k = 0; k < 3; k++) out[o + k] = z[zo + k] - s * a[ao + k] + t * b[bo + k];
}

export class TouchHistory extends KeptPatches {
  /** depths at which a stage linearises the laws */
  readonly iterates: TouchIterates = new TouchIterates();

  constructor() {
    super(H_STRIDE);
  }

  /** Offset in `committed` of this key, or -1. */
  find(key: number): number {
    const o = this.from(key);
    return o < this.committed.length && this.committed.data[o] === key ? o : -1;
  }

  /** The first one with a key from `low` to below `high`, or -1; not far from offset `near`. */
  within(low: number, high: number, near: number): number {
    const { stride } = this;
    const { data, length } = this.committed;
    let o = near;
    while (o > 0 && data[o - stride] >= low) o -= stride;
    while (o < length && data[o] < low) o += stride;
    return o < length && data[o] < high ? o : -1;
  }
}
