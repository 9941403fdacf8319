/**
 * Contacts by volume: the pairs of solids near each other, the patches they share at the trial and at the committed state. Patches have no
 * fixed numbers. A patch continues the earlier patch of the same pair with a similar normal at the same place in the frame of body A, so
 * that bristles and the speed at onset survive every change of mesh features.
 */
import { GrowableFloat64 } from '../../base/index.ts';
import { KeptPatches } from '../kept-patches.ts';
import { PatchShapes } from './patch-shapes.ts';

// Offsets of the numbers of a stored patch. In A's frame (centre-of-mass origin): centre, normal. In the world: all others.
export const PATCH_PAIR = 0;
export const PATCH_CENTRE = 1; // 1..3
export const PATCH_NORMAL = 4; // 4..6
export const PATCH_BRUSH = 7; // 7..9 z [m], 10 zeta [rad], 11..13 the rest of its turn
export const PATCH_ONSET = 14; // [m/s]
export const PATCH_SLIPS = 15; // 0 or 1
export const PATCH_AREA = 16; // [m^2]
export const PATCH_VOLUME = 17; // [m^3]
export const PATCH_DEPTH = 18; // [m]
export const PATCH_FORCE = 19; // 19..21 [N] on B
export const PATCH_PUSH = 22; // [N] normal
export const PATCH_SPEED = 23; // [m/s] approach
export const PATCH_POINT_W = 24; // 24..26 [m]
export const PATCH_SLIP_SPEED = 27; // [m/s]
export const PATCH_FRESH = 28; // 1: it continues no committed patch
export const PATCH_FRICTION = 29; // [N]
export const PATCH_SLIPPING = 30; // share of the normal force on points that slip
export const PATCH_STORED = 31; // [J]
export const PATCH_MOMENT = 32; // 32..34 [N m] on B about the centre
export const PATCH_SHARE = 35; // of the static limit of friction
export const PATCH_ROLLED = 36; // 36..38 [rad] bristle of rolling resistance
export const PATCH_ELASTIC = 39; // [J] in its springs; below 0 where only an even layer stands for it
export const PATCH_POWER = 40; // [W] into them
export const PATCH_KEPT = 41;

/** Smallest cosine between the normals of a patch and the one it continues. */
const SAME_WAY = 0.5;
/** Largest change of depth of a resting patch in a step, as a part of its depth. */
const SLOW = 0.1;

const SLIP = 6;
const EASED = 5;
/** It was taken as sticking. */
const STUCK = 2;

export class PatchContacts extends KeptPatches {
  readonly shapes: PatchShapes = new PatchShapes();
  /** by patch of the trial: 0, 1: slips, or STUCK since the stage began; brush of the previous iterate (4); 1: EASED */
  private readonly slips: GrowableFloat64 = new GrowableFloat64(SLIP * 16);

  constructor() {
    super(PATCH_KEPT);
  }

  /** The committed patch that this one continues: its offset in `committed`, or -1. Centre and normal in A's frame from p[i] on. */
  match(pair: number, p: Float64Array, i: number): number {
    const x = p[i];
    const y = p[i + 1];
    const z = p[i + 2];
    const nx = p[i + 3];
    const ny = p[i + 4];
    const nz = p[i + 5];
    const h = this.committed.data;
    let best = -1;
    let nearest = Number.POSITIVE_INFINITY;
    for (let o = this.from(pair); o < this.committed.length && h[o] === pair; o += PATCH_KEPT) {
      const along = h[o + PATCH_NORMAL] * nx + h[o + PATCH_NORMAL + 1] * ny + h[o + PATCH_NORMAL + 2] * nz;
      if (along < SAME_WAY) continue;
      const dx = h[o + PATCH_CENTRE] - x;
      const dy = h[o + PATCH_CENTRE + 1] - y;
      const dz = h[o + PATCH_CENTRE + 2] - z;
      const distance = dx * dx + dy * dy + dz * dz;
      if (distance >= nearest) continue;
      nearest = distance;
      best = o;
    }
    if (best >= 0) this.continued.data[best / PATCH_KEPT] = 1;
    return best;
  }

  /** Was this pair in touch when the step began? */
  touches(pair: number): boolean {
    const first = this.from(pair);
    return first < this.committed.length && this.committed.data[first] === pair;
  }

  /** Does this pair touch, and move so slowly that all its patches will persist over a step h? */
  rests(pair: number, h: number): boolean {
    const p = this.committed.data;
    for (let o = this.from(pair); o < this.committed.length && p[o] === pair; o += PATCH_KEPT) {
      if (h * Math.abs(p[o + PATCH_SPEED]) > SLOW * p[o + PATCH_DEPTH]) return false;
    }
    return this.touches(pair);
  }

  /** A stage begins. */
  steady(): void {
    this.slips.data.fill(0, 0, this.slips.length);
  }

  /**
   * Patch i of an iterate closes faster than any contact, as at the first iterate of a stage with bodies apart or falling. Take it as
   * undamped? Yes, once in each stage: the supporting depth is then found at once, instead of by half the distance in each iteration.
   */
  mayEase(i: number): boolean {
    const o = this.placeOf(i);
    const first = this.slips.data[o + EASED] === 0;
    this.slips.data[o + EASED] = 1;
    return first;
  }

  private placeOf(i: number): number {
    if (SLIP * i >= this.slips.length) this.slips.resize(SLIP * (i + 1));
    return SLIP * i;
  }

  /**
   * Patch i of an iterate slips with this brush, over an area [m^2]. Take it as sticking? Yes, once in each stage, where it stuck at the
   * start of the step or now slips in the opposite direction: if it comes to rest, sticking is the solution, and friction of constant
   * magnitude would make the iterates oscillate. before: the brush at the start of the step.
   */
  mayStick(i: number, brush: Float64Array, before: Float64Array, slipped: boolean, area: number): boolean {
    const o = this.placeOf(i);
    const s = this.slips.data;
    const first = s[o] === 0;
    const old = first ? before : s;
    const from = first ? 0 : o + 1;
    let along = 0.1 * area * brush[3] * old[from + 3];
    for (let k = 0; k < 3; k++) along += brush[k] * old[from + k];
    const turned = along < 0 || (first && !slipped);
    const sticks = turned && s[o] < STUCK;
    if (sticks) s[o] = STUCK;
    else if (first) s[o] = 1;
    for (let k = 0; k < 4; k++) s[o + 1 + k] = sticks ? 0 : brush[k];
    return sticks;
  }
}
