/** Cables at the start of a run: where they cannot be, through each other or in a solid, and where contact would throw them off. */
import { BuildError } from '../../base/index.ts';
import type { Thrown } from '../source.ts';
import type { CableTouch } from './cable-touch.ts';
import { TOUCH_IMPACT } from './touch-events.ts';
import { H_JUMP, H_NORMAL, H_RATE, H_STRIDE } from './touch-history.ts';

/** Centre lines closer than this part of the distance at which they touch go through each other. */
const CROSSED = 0.1;

/**
 * What would leave its contact at the speed of an impact, a/omega, with a the acceleration out of it that x has, as far as it is
 * of the contact: a rope that hangs taut round a drum presses on it with many times its weight and has none. Contacts must have been
 * evaluated.
 */
export function thrownAtStart(touch: CableTouch, x: Float64Array): Thrown[] {
  const { cables, model } = touch;
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

/** Refuses a start in which they are there already. Contacts of cables must have been evaluated. */
export function checkStart(touch: CableTouch): void {
  const { cables, model } = touch;
  const { solidPatches: solids, strandPatches: strands, curves } = touch;
  for (let q = 0; q < solids.pointCount; q++) {
    const p = solids.patch[q];
    const e = solids.elementA[p];
    const s = solids.elementB[p];
    if (solids.distance[q] >= 0 || touch.ends.onSolid(e, solids.pointU, q, s) < 1) continue;
    const c = curves.cable[e];
    const body = model.spec.bodies[model.bodyOfSlot[model.shapes[s].body]].name;
    throw new BuildError(
      'cable-in-solid',
      `cable "${cables.items[c].name}" begins inside body "${body}": its element ${e - touch.starts[c]} is ${show(-solids.distance[q])} m ` +
        'below the surface. Give it a shape that goes round, move the body, or list the two under contacts: ignore',
      ['cables', c, 'shape'],
    );
  }
  for (let q = 0; q < strands.pointCount; q++) {
    const p = strands.patch[q];
    const a = strands.elementA[p];
    const b = strands.elementB[p];
    if (strands.distance[q] >= CROSSED * (curves.radius[a] + curves.radius[b])) continue;
    if (touch.ends.between(a, strands.pointU, q, b, strands.pointW, q) < 1) continue;
    const c = curves.cable[a];
    const d = curves.cable[b];
    const other = c === d ? 'itself' : `cable "${cables.items[d].name}"`;
    throw new BuildError(
      'cables-crossed',
      `cable "${cables.items[c].name}" begins in the same place as ${other}: their axes are ${show(strands.distance[q])} m apart, ` +
        `elements ${a - touch.starts[c]} and ${b - touch.starts[d]}. Set them apart by their diameter, or list the two under contacts: ignore`,
      ['cables', c, 'shape'],
    );
  }
}

function show(x: number): string {
  return String(Number(x.toPrecision(3)));
}
