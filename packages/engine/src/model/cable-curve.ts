/** The contact curve of a cable, element by element. */
import { type Cable, isGap } from '../bodies/index.ts';
import { LOCAL_STRIDE, localMap } from '../geometry/index.ts';

/**
 * Has a cable parted? From then on it does not touch itself: recoil folds it back along its own line, and two strands on one line have no
 * defined normal. Departure: a real rope buckles sideways first.
 */
export function hasParted({ items }: { readonly items: readonly { readonly cable: Cable }[] }, k: number): boolean {
  return items[k].cable.gaps > 0;
}

/**
 * The contact curve of element j (localMap). The parts of a parted cable are separate curves; a gap is a stub that continues straight from
 * the end before it, by the length of rope in the gap.
 */
export function elementMap(out: Float64Array, o: number, cable: Cable, j: number): void {
  const { restLength, nodeCount } = cable;
  if (cable.gaps === 0) {
    localMap(out, o, restLength, j, nodeCount);
    return;
  }
  if (isGap(cable, j)) {
    out.fill(0, o, o + LOCAL_STRIDE);
    const step = restLength[j] / (3 * restLength[j - 1]);
    for (let k = 0; k < 4; k++) {
      out[o + 4 * k] = -k * step;
      out[o + 4 * k + 1] = 1 + k * step;
    }
    return;
  }
  let first = j;
  while (first > 0 && !isGap(cable, first - 1)) first--;
  let last = j;
  while (last < cable.elementCount - 1 && !isGap(cable, last + 1)) last++;
  localMap(out, o, restLength.subarray(first), j - first, last - first + 2);
}
