/** Cables that begin so deep in a solid that contact throws them off. */
import { H_JUMP, H_NORMAL, H_RATE, H_STRIDE, TOUCH_IMPACT, type Workspace } from '../system/index.ts';
import type { State } from './state.ts';

export interface Thrown {
  readonly cable: string;
  /** body it lies in */
  readonly other: string;
  /** [m] of its deepest point; [N] of contact where it is thrown, and weight of the cable; [1/s] of contact */
  depth: number;
  force: number;
  readonly weight: number;
  rate: number;
}

/**
 * What would leave its contact at the speed of an impact, a/omega, with a the acceleration out of it that state.x has, as far as it is
 * of the contact: a rope that hangs taut round a drum presses on it with many times its weight and has none. Contacts must have been
 * evaluated.
 */
export function thrownAtStart({ touch, cables, model }: Workspace, { x }: State): Thrown[] {
  const { solidPatches: patches, curves } = touch;
  const { data } = touch.solidHistory.trial;
  const [gx, gy, gz] = model.spec.gravity;
  const g = Math.sqrt(gx * gx + gy * gy + gz * gz);
  const found: Thrown[] = [];
  for (let p = 0; p < patches.count; p++) {
    const e = patches.elementA[p];
    const o = H_STRIDE * p;
    const c = curves.cable[e];
    const { name, cable, at } = cables.items[c];
    const first = at + 4 * (e - touch.starts[c]);
    let out = 0;
    for (let k = 0; k < 3; k++) out -= 0.5 * patches.normal[3 * p + k] * (x[first + k] + x[first + 4 + k]);
    if (!(Math.min(out, data[o + H_JUMP]) > TOUCH_IMPACT * data[o + H_RATE])) continue;
    const other = model.spec.bodies[model.bodyOfSlot[model.shapes[patches.elementB[p]].body]].name;
    let pair = found.find((known) => known.cable === name && known.other === other);
    if (!pair) {
      const weight = g * cable.mass.subarray(0, cable.nodeCount).reduce((sum, m) => sum + m, 0);
      pair = { cable: name, other, depth: 0, force: 0, weight, rate: 0 };
      found.push(pair);
    }
    pair.depth = Math.max(pair.depth, -patches.separation[p]);
    pair.force += data[o + H_NORMAL];
    pair.rate = Math.max(pair.rate, data[o + H_RATE]);
  }
  return found;
}
