/**
 * Viscous friction of a pair of bodies that meet at points: one number s2 [N s/m] for the pair, however many points it has.
 *   contact i has s2 N_i / sum N,  N as they were when the step began
 * Without a load at the start of the step, active contacts have equal shares; without active contacts, all near ones. Shares do not change
 * within a step, so the force stays a linear function of velocity; their sum is always s2.
 */
import { PAIR_STRIDE, VISCOUS } from './pair-laws.ts';
import { type Contacts, HISTORY } from './contacts.ts';

/** Columns of a body pair: load [N], contacts that touch, contacts. */
const SUMS = 3;

/** Fills contacts.drag [N s/m] by element, where any law has viscous friction. */
export function shareDrag(contacts: Contacts): void {
  if (!contacts.viscous) return;
  const { set, drag, dragSums } = contacts;
  const history = contacts.history.data;
  const laws = contacts.laws.data;
  const pairs = contacts.bodyPair.data;
  dragSums.resize(SUMS * contacts.ledger.power.length);
  drag.resize(set.count);
  const sums = dragSums.data;
  const out = drag.data;
  for (let k = 0; k < dragSums.length; k++) sums[k] = 0;
  for (let i = 0; i < set.count; i++) {
    const q = SUMS * pairs[set.pair[i]];
    sums[q] += history[HISTORY * i + 8];
    if (set.depth[i] > 0) sums[q + 1]++;
    sums[q + 2]++;
  }
  for (let i = 0; i < set.count; i++) {
    const q = SUMS * pairs[set.pair[i]];
    const touches = set.depth[i] > 0 ? 1 : 0;
    const part =
      sums[q] > 0 ? history[HISTORY * i + 8] / sums[q] : sums[q + 1] > 0 ? touches / sums[q + 1] : 1 / sums[q + 2];
    out[i] = part * laws[PAIR_STRIDE * set.pair[i] + VISCOUS];
  }
}
