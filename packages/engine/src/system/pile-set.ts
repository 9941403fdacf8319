/**
 * Contacts of cables held through a step, as columns. A group is a patch of contact with its bristle (system/touch-history.ts); under
 * it stand one or two contacts, points in which its force acts, so that an element that lies along something is held at both ends.
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';

// Numbers of a contact.
export const C_LOAD = 0; // N where the step begins [N]; below 0: it must close in by -C_LOAD/C_SLOPE first
export const C_SLOPE = 1; // [N/m]
export const C_NORMAL = 2; // 2..4
export const C_WEIGHT_A = 5; // 5..8
export const C_WEIGHT_B = 9; // 9..12
export const C_LEVER = 13; // 13..15 [m] from the centre of mass of the body
export const C_MOVE = 16; // 16..18 of B against A in the step [m]
export const C_AHEAD = 19; // 19..21 the same a unit of the increment at hand
export const C_DRAG = 22; // [N s/m]
export const C_LAGGED = 23; // N that bounds friction [N]
export const C_MU = 24; // [-]
export const C_PUSH = 25; // N now [N]
export const C_RUB = 26; // 26..28 friction on B now [N]
export const C_BRISTLE = 29; // 29..31 [m] now
export const C_SLIPS = 32; // 0 or 1
export const C_MATRIX = 33; // 33..38 -dF/dU now, xx xy xz yy yz zz [N/m]
export const C_FALL = 39; // [N] what its element weighs
export const C_STRIDE = 40;

// Numbers of a group.
export const G_KEY = 0;
export const G_BRISTLE = 1; // 1..3 [m] as the step begins
export const G_SHARE = 4;
export const G_SLIPPED = 5;
export const G_ONSET = 6; // [m/s]
export const G_MU_STATIC = 7;
export const G_MU_KINETIC = 8;
export const G_S0 = 9;
export const G_S1 = 10;
export const G_STRIBECK = 11;
export const G_DWELL = 12;
export const G_DEEPEST = 13; // [m] as the step begins
export const G_FRESH = 14;
export const G_STRIDE = 15;

// Integers of a group.
export const L_PAIR = 0; // of the ledger
export const L_SOLID = 1; // 1: B is a solid
export const L_A = 2; // first of the four nodes of A, of all nodes; -1 below the first of its cable
export const L_B = 3; // the same of B, or -2
export const L_SLOT = 4; // body, or -1
export const L_FIRST = 5; // contact
export const L_AT_A = 6; // unknown of node L_A
export const L_AT_B = 7;
export const L_LOW_A = 8; // bounds of the cable's nodes
export const L_HIGH_A = 9;
export const L_LOW_B = 10;
export const L_HIGH_B = 11;
export const L_STRIDE = 12;

export class PileSet {
  readonly contacts: GrowableFloat64 = new GrowableFloat64(64 * C_STRIDE);
  readonly groups: GrowableFloat64 = new GrowableFloat64(64 * G_STRIDE);
  /** one more group at the end, whose L_FIRST is the number of contacts */
  readonly links: GrowableInt32 = new GrowableInt32(64 * L_STRIDE);
  count = 0;
  groupCount = 0;

  clear(): void {
    this.count = 0;
    this.groupCount = 0;
    this.contacts.clear();
    this.groups.clear();
    this.links.resize(L_STRIDE);
    this.links.data.fill(0, 0, L_STRIDE);
  }

  /** Begins a group; its contacts follow. */
  open(): number {
    const g = this.groupCount++;
    this.groups.resize(G_STRIDE * this.groupCount);
    this.links.resize(L_STRIDE * (this.groupCount + 1));
    this.links.data[L_STRIDE * g + L_FIRST] = this.count;
    this.links.data[L_STRIDE * (g + 1) + L_FIRST] = this.count;
    return g;
  }

  /** One more contact in the last group: where its numbers begin. */
  add(): number {
    const o = C_STRIDE * this.count++;
    this.contacts.resize(C_STRIDE * this.count);
    this.links.data[L_STRIDE * this.groupCount + L_FIRST] = this.count;
    return o;
  }

  /** Takes the last group back when it has no contact. */
  close(): void {
    const g = this.groupCount - 1;
    if (this.links.data[L_STRIDE * g + L_FIRST] < this.count) return;
    this.groupCount = g;
  }
}
