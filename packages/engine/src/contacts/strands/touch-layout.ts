/** Elements of all cables, one after the other, for contact: lengths, radii, labels, and the map from nodes to curves. */
import { LOCAL_STRIDE } from '../../geometry/index.ts';
import type { CableLayout } from '../../proximity/index.ts';
import { type CableSet, elementMap } from '../../model/index.ts';
import type { TouchScene } from './touch-types.ts';

/** Fills starts and map for the present elements. Labels persist when elements are added or removed at a fed end. */
export function layOut({ items }: CableSet, starts: Int32Array, map: Float64Array): CableLayout {
  let count = 0;
  for (let c = 0; c < items.length; c++) {
    starts[c] = count;
    count += items[c].cable.elementCount;
  }
  starts[items.length] = count;
  const radius = new Float64Array(count);
  const restLength = new Float64Array(count);
  const label = new Int32Array(count);
  let first = 0;
  for (let c = 0; c < items.length; c++) {
    const { cable, feed } = items[c];
    const m = cable.elementCount;
    const skip = feed?.end === 0 ? cable.capacity - 1 - m : 0;
    for (let j = 0; j < m; j++) {
      const e = starts[c] + j;
      radius[e] = 0.5 * cable.diameter[j];
      restLength[e] = cable.restLength[j];
      label[e] = first + skip + j;
      elementMap(map, LOCAL_STRIDE * e, cable, j);
    }
    first += cable.capacity;
  }
  return { starts, radius, restLength, label };
}

/** Present lengths and radii: elements may have been split and merged, or be returning to their length. */
export function takeLengths({ cables, curves, starts }: TouchScene, map: Float64Array): void {
  const { items } = cables;
  for (let c = 0; c < items.length; c++) {
    const { cable } = items[c];
    let arc = 0;
    for (let j = 0; j < cable.elementCount; j++) {
      const e = starts[c] + j;
      curves.radius[e] = 0.5 * cable.diameter[j];
      curves.restLength[e] = cable.restLength[j];
      curves.arcStart[e] = arc;
      arc += cable.restLength[j];
      elementMap(map, LOCAL_STRIDE * e, cable, j);
    }
  }
}
