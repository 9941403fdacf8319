/**
 * Viscous friction is one number for a pair: its contacts share it in proportion to their load at the start of the step, so that it does
 * not depend on the number of elements of a rope. Contacts that are all new have equal shares; a new one beside older ones starts with
 * zero.
 */
import { H_NORMAL, H_PAIR, type TouchHistory } from './touch-history.ts';

/** Share of the pair's drag for a contact that continues the committed one at `from` (-1: none); count: present contacts. */
export function dragShare(history: TouchHistory, pair: number, from: number, count: number): number {
  const { data, length } = history.committed;
  let sum = 0;
  for (let o = 0; o < length; o += history.stride) if (data[o + H_PAIR] === pair) sum += data[o + H_NORMAL];
  if (!(sum > 0)) return 1 / Math.max(1, count);
  return from >= 0 ? data[from + H_NORMAL] / sum : 0;
}
