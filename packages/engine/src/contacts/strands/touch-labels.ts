/**
 * Keys of patches name elements by their labels (proximity/cable-solid/cable-solid-contact.ts, cable-cable/cable-contact.ts):
 *   of a solid  (label SOLIDS + solid) FEATURES + feature,   of strands  label LABELS + other label
 * Labels of a refined cable are the numbers of its elements, starting from the total room of the cables before it.
 */
import type { CableTouch } from './cable-touch.ts';
import { H_KEY, H_STRIDE } from './touch-history.ts';

/** Parts of a surface, solids and labels a key can tell apart. */
export const FEATURES = 65536;
export const SOLIDS = 8192;
export const LABELS = 16777216;

function firstLabel({ cables: { items } }: CableTouch, index: number): number {
  let first = 0;
  for (let c = 0; c < index; c++) first += items[c].cable.capacity;
  return first;
}

/** out[j] = 1 where element j of a cable touched something when the last step ended. */
export function markTouching(touch: CableTouch, index: number, out: Uint8Array): void {
  out.fill(0);
  const first = firstLabel(touch, index);
  const mark = (label: number): void => {
    if (label >= first && label < first + out.length) out[label - first] = 1;
  };
  const { committed: solids } = touch.solidHistory;
  for (let o = 0; o < solids.length; o += H_STRIDE) mark(Math.floor(solids.data[o + H_KEY] / (SOLIDS * FEATURES)));
  const { committed: strands } = touch.strandHistory;
  for (let o = 0; o < strands.length; o += H_STRIDE) {
    const key = strands.data[o + H_KEY];
    mark(Math.floor(key / LABELS));
    mark(key % LABELS);
  }
}

/** Node `node` of a cable was added or removed: the memory of contacts stays with its elements. Keys stay in order. */
export function relabelTouch(touch: CableTouch, index: number, kind: 'split' | 'merge', node: number): void {
  const first = firstLabel(touch, index);
  const end = first + touch.cables.items[index].cable.capacity;
  const moved = (label: number): number => {
    if (label < first + node || label >= end) return label;
    return kind === 'split' ? label + 1 : label - 1;
  };
  const { committed: solids } = touch.solidHistory;
  for (let o = 0; o < solids.length; o += H_STRIDE) {
    const key = solids.data[o + H_KEY];
    const label = Math.floor(key / (SOLIDS * FEATURES));
    solids.data[o + H_KEY] = key + (moved(label) - label) * SOLIDS * FEATURES;
  }
  const { committed: strands } = touch.strandHistory;
  for (let o = 0; o < strands.length; o += H_STRIDE) {
    const key = strands.data[o + H_KEY];
    strands.data[o + H_KEY] = moved(Math.floor(key / LABELS)) * LABELS + moved(key % LABELS);
  }
}
