/** Distance of pairs of elements from touching, by their chords. */
import type { GrowableInt32 } from '../../base/index.ts';
import type { CableCurves } from './curves.ts';
import { closestOnSegments, makeSegmentPair } from './segment-pair.ts';

const pair = makeSegmentPair();
const chords = new Float64Array(9);

/** [m] Lower bound over pairs (two numbers each): a curve is within its sag of its chord. 0 where some may touch. */
export function chordClearance(curves: CableCurves, pairs: GrowableInt32): number {
  const { coefficients: c, radius, sag } = curves;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < pairs.length; k += 2) {
    const i = pairs.data[k];
    const j = pairs.data[k + 1];
    for (let r = 0, o = 12 * i, q = 12 * j; r < 3; r++, o += 4, q += 4) {
      chords[r] = c[o] - c[q];
      chords[3 + r] = c[o + 1] + c[o + 2] + c[o + 3];
      chords[6 + r] = c[q + 1] + c[q + 2] + c[q + 3];
    }
    closestOnSegments(pair, chords);
    const gap = Math.sqrt(pair.distance2) - radius[i] - radius[j] - sag[i] - sag[j];
    if (gap < least) least = gap;
  }
  return Math.max(0, least);
}
