/**
 * What contacts with held shapes may give in a step. A shape found anew, or seen from farther on its way, can be deeper than the one
 * it goes on from, and then a pair gives more energy than it holds. Where others lose as much in the same step that is how bodies come out
 * of each other. Where they do not the step has gained, and is solved anew with points that begin it less deep: pairs which gave
 * too much, by o_i each, take back their part of the gain G,
 *   r_k <- r_k - G o_i / (N_i sum o),   N_i the normal force of the pair as the step ends
 * since by so much less do they push bodies out, with that force. What held a body still holds it: nothing but the gain is taken.
 */
import { GrowableFloat64 } from '../base/index.ts';
import { HEAP_POINT, HEAP_PUSH, HEAP_REST } from '../contact/index.ts';
import type { Contacts } from './contacts.ts';
import { type HeapPatches, LINKS } from './heap-patches.ts';

/** Of the gain: what is taken back at first, and that many times as much whenever something is left of it. */
const TAKEN = 1.1;
const MORE = 2;

export class HeapBudget {
  private readonly contacts: Contacts;
  private readonly patches: HeapPatches;
  /** by pair of bodies: normal force [N], then how much less deep its points begin [m] */
  private readonly back = new GrowableFloat64(64);

  constructor(contacts: Contacts, patches: HeapPatches) {
    this.contacts = contacts;
    this.patches = patches;
  }

  /** gain[0]: of the step as it was solved; over: what each pair of bodies gave too much [J]; round: how often before. */
  take(gain: Float64Array, over: GrowableFloat64, round: number): void {
    const { back, contacts, patches } = this;
    const { bodyPair } = contacts;
    const { links, points } = patches;
    back.resize(over.length);
    back.data.fill(0);
    let taken = TAKEN * gain[0];
    for (let k = 0; k < round; k++) taken *= MORE;
    let total = 0;
    for (let i = 0; i < over.length; i++) total += over.data[i];
    for (let p = 0; p < patches.count; p++) {
      const pair = bodyPair.data[links.data[LINKS * p]];
      const end = HEAP_POINT * links.data[LINKS * (p + 1) + 4];
      for (let o = HEAP_POINT * links.data[LINKS * p + 4]; o < end; o += HEAP_POINT) {
        back.data[pair] += points.data[o + HEAP_PUSH];
      }
    }
    for (let i = 0; i < over.length; i++) {
      const N = back.data[i];
      back.data[i] = N > 0 && total > 0 ? (taken * over.data[i]) / (total * N) : 0;
    }
    for (let p = 0; p < patches.count; p++) {
      const pair = bodyPair.data[links.data[LINKS * p]];
      const end = HEAP_POINT * links.data[LINKS * (p + 1) + 4];
      for (let o = HEAP_POINT * links.data[LINKS * p + 4]; o < end; o += HEAP_POINT) {
        points.data[o + HEAP_REST] -= back.data[pair];
      }
    }
  }
}
