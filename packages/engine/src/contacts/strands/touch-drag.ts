/**
 * Viscous friction is a number of a pair: its patches share it by what they carried when the step began, so that it does not depend on how many
 * elements a rope has. Patches that are all new share alike; one that is new beside others begins with nothing.
 */
import { H_NORMAL, H_PAIR, type TouchHistory } from './touch-history.ts';

/** Part of the pair's drag that the patch has which goes on from the committed one at `from`, -1: from none; count: patches now. */
export function dragShare(history: TouchHistory, pair: number, from: number, count: number): number {
  const { data, length } = history.committed;
  let sum = 0;
  for (let o = 0; o < length; o += history.stride) if (data[o + H_PAIR] === pair) sum += data[o + H_NORMAL];
  if (!(sum > 0)) return 1 / Math.max(1, count);
  return from >= 0 ? data[from + H_NORMAL] / sum : 0;
}
