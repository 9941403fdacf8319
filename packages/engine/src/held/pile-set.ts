/**
 * Contacts of cables held through a step, as columns. A group is a patch of contact with its bristle (contacts/strands/touch-history.ts); under
 * it stand one or two contacts, points in which its force acts, so that an element that lies along something is held at both ends.
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';

// Numbers of a contact.
export const C_LOAD = 0; // N where the step begins [N]; below 0: it must close in by -C_LOAD/C_SLOPE first
export const C_SLOPE = 1; // [N/m]
export const C_NORMAL = 2; // 2..4
export const C_PLACE_A = 5; // on the chord of A, 0..1
export const C_PLACE_B = 6;
export const C_LEVER = 7; // 7..9 [m] from the centre of mass of the body
export const C_MOVE = 10; // 10..12 of B against A in the step [m]
export const C_AHEAD = 13; // 13..15 the same a unit of the increment at hand
export const C_DRAG = 16; // [N s/m]
export const C_LAGGED = 17; // N that bounds friction [N]
export const C_MU = 18; // [-]
export const C_PUSH = 19; // N now [N]
export const C_RUB = 20; // 20..22 friction on B now [N]
export const C_BRISTLE = 23; // 23..25 [m] now
export const C_SLIPS = 26; // 0 or 1
export const C_MATRIX = 27; // 27..32 -dF/dU now, xx xy xz yy yz zz [N/m]
export const C_FALL = 33; // [N] what its element weighs
export const C_REST = 34; // [m] depth d that N = K d^P has where the step begins; 0: it does not touch, or is a point beside a patch
export const C_POWER = 35; // P
export const C_IDLE = 36; // 1: force, bristle and matrix are 0
export const C_NOW = 37; // N before it is cut off at 0, now [N]
export const C_LAW = 38; // [N] K d^P of C_REST, of which C_LOAD may differ by what the step before left
export const C_STRIDE = 39;

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
export const G_FRESH = 13;
export const G_DEPTH = 14; // [m] of the deepest point of its patch; 0: does not touch
export const G_STRIDE = 15;

// Integers of a group.
export const L_PAIR = 0; // of the ledger
export const L_A = 1; // first node of the element of A, of all nodes
export const L_B = 2; // the same of B, or -1
export const L_SLOT = 3; // body, or -1
export const L_FIRST = 4; // contact
export const L_AT_A = 5; // unknown of node L_A
export const L_AT_B = 6;
export const L_STRIDE = 7;

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
    const { groups, links } = this;
    groups.reserve(G_STRIDE * this.groupCount);
    groups.length = G_STRIDE * this.groupCount;
    links.reserve(L_STRIDE * (this.groupCount + 1));
    links.length = L_STRIDE * (this.groupCount + 1);
    const end = L_STRIDE * (g + 1);
    for (let k = end; k < end + L_STRIDE; k++) links.data[k] = 0;
    links.data[end - L_STRIDE + L_FIRST] = this.count;
    links.data[end + L_FIRST] = this.count;
    return g;
  }

  /** One more contact in the last group: where its numbers begin. */
  add(): number {
    const o = C_STRIDE * this.count++;
    const { contacts } = this;
    contacts.reserve(o + C_STRIDE);
    contacts.length = o + C_STRIDE;
    const C = contacts.data;
    for (let i = o; i < o + C_STRIDE; i++) C[i] = 0;
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
