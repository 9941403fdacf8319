/**
 * What contacts with held shapes may give in a step. A shape found anew, or seen from farther on its way, can be deeper than the one
 * it goes on from, and would give back energy nobody put in. Where others lose as much in the same step that is how bodies come out of
 * each other; where they do not, contacts give no more than they hold: points start the step at depths r_k that are smaller by
 * one factor for each pair of bodies, and so do their brushes,
 *   sum K_k r_k^2 / 2 + sum N'_k s0 |z_k|^2 / 2 <= held.
 * As N_k <= K_k d_k where bodies part, what points then give, h N_k v_n <= K_k d_k (r_k - d_k), is no more than what they lose.
 */
import { GrowableFloat64 } from '../base/index.ts';
import { HEAP_LAG, HEAP_POINT, HEAP_REST, HEAP_STIFFNESS } from '../contact/index.ts';
import { BRISTLE_S0, PAIR_STRIDE } from './contact-table.ts';
import type { Contacts } from './contacts.ts';
import { BRUSH, type HeapPatches, LINKS, MU, NORMAL, STRIDE } from './heap-patches.ts';

export class HeapBudget {
  private readonly contacts: Contacts;
  private readonly patches: HeapPatches;
  /** by pair of bodies: [J] what its points would hold as the step begins, then the factor */
  private readonly asks = new GrowableFloat64(64);

  constructor(contacts: Contacts, patches: HeapPatches) {
    this.contacts = contacts;
    this.patches = patches;
  }

  /** Takes the points of the step under way back to what their pairs hold. */
  keepTo(): void {
    const { asks, contacts, patches } = this;
    const { bodyPair, held, stored } = contacts;
    asks.resize(stored.length);
    asks.data.fill(0);
    for (let p = 0; p < patches.count; p++) asks.data[bodyPair.data[patches.links.data[LINKS * p]]] += this.startOf(p);
    for (let i = 0; i < asks.length; i++) {
      const has = i < held.length ? held.data[i] : 0;
      asks.data[i] = asks.data[i] > has ? Math.sqrt(has / asks.data[i]) : 1;
    }
    for (let p = 0; p < patches.count; p++) {
      const factor = asks.data[bodyPair.data[patches.links.data[LINKS * p]]];
      if (factor < 1) this.scale(p, factor);
    }
  }

  /** [J] of patch p where bodies have not moved yet. */
  private startOf(p: number): number {
    const { links, points, data } = this.patches;
    const d = data.data;
    const q = points.data;
    const n = STRIDE * p + NORMAL;
    const z = STRIDE * p + BRUSH;
    const s0 = this.contacts.laws.data[PAIR_STRIDE * links.data[LINKS * p] + BRISTLE_S0];
    const rough = d[STRIDE * p + MU] > 0;
    const tx = d[z + 4] + d[z + 3] * d[n];
    const ty = d[z + 5] + d[z + 3] * d[n + 1];
    const tz = d[z + 6] + d[z + 3] * d[n + 2];
    const end = HEAP_POINT * links.data[LINKS * (p + 1) + 4];
    let sum = 0;
    for (let o = HEAP_POINT * links.data[LINKS * p + 4]; o < end; o += HEAP_POINT) {
      const r = q[o + HEAP_REST];
      if (r > 0) sum += 0.5 * q[o + HEAP_STIFFNESS] * r * r;
      const lag = q[o + HEAP_LAG];
      if (!(rough && lag > 0)) continue;
      const dx = d[z] + ty * q[o + 2] - tz * q[o + 1];
      const dy = d[z + 1] + tz * q[o] - tx * q[o + 2];
      const dz = d[z + 2] + tx * q[o + 1] - ty * q[o];
      const dn = dx * q[o + 3] + dy * q[o + 4] + dz * q[o + 5];
      sum += 0.5 * lag * s0 * (dx * dx + dy * dy + dz * dz - dn * dn);
    }
    return sum;
  }

  private scale(p: number, factor: number): void {
    const { links, points, data } = this.patches;
    const q = points.data;
    const end = HEAP_POINT * links.data[LINKS * (p + 1) + 4];
    for (let o = HEAP_POINT * links.data[LINKS * p + 4]; o < end; o += HEAP_POINT) {
      if (q[o + HEAP_REST] > 0) q[o + HEAP_REST] *= factor;
    }
    const z = STRIDE * p + BRUSH;
    for (let k = 0; k < 7; k++) data.data[z + k] *= factor;
  }
}
