/** Checks of cables at the start of a run: they must not pass through each other or lie in a solid, and contact must not throw them off. */
import { BuildError } from '../../base/index.ts';
import { closestOnSegments, makeSegmentPair } from '../../proximity/index.ts';
import type { Thrown } from '../source.ts';
import type { CableTouch } from './cable-touch.ts';
import { TOUCH_IMPACT } from './touch-events.ts';
import { H_JUMP, H_NORMAL, H_RATE, H_STRIDE } from './touch-history.ts';

/** Centre lines closer than this part of the touching distance count as passing through each other. */
const CROSSED = 0.1;

/**
 * Cables that would leave their contact at the speed of an impact, a/omega, with a the acceleration in x out of the contact and due to it:
 * a taut rope round a drum presses on it with many times its weight, but has no such acceleration. Contacts must have been evaluated.
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

/** Rejects a start with such overlaps. Strand contacts must have been evaluated. */
export function checkStart(touch: CableTouch): void {
  checkFolds(touch);
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

/** Parts of one cable within this many diameters along it may touch: it bends there. */
const BEND = 4;

/**
 * Two parallel legs of a slack cable have no isolated minimum of distance, so contact may miss them: checks the chords of one cable
 * pairwise, except neighbours.
 */
function checkFolds(touch: CableTouch): void {
  const { items } = touch.cables;
  for (let c = 0; c < items.length; c++) {
    if (touch.table.onCable[c * items.length + c] < 0) continue;
    const { cable, name } = items[c];
    const { q, diameter, materialLength } = cable;
    for (let i = 0; i + 2 < cable.elementCount; i++) {
      let between = 0;
      for (let j = i + 2; j < cable.elementCount; j++) {
        between += materialLength[j - 1];
        const reach = CROSSED * 0.5 * (diameter[i] + diameter[j]);
        if (apart(q, i, j, reach) > reach) continue;
        const along = between + (1 - pair.s) * materialLength[i] + pair.t * materialLength[j];
        if (along < BEND * Math.max(diameter[i], diameter[j])) continue;
        U[0] = pair.s;
        U[1] = pair.t;
        if (touch.ends.between(touch.starts[c] + i, U, 0, touch.starts[c] + j, U, 1) < 1) continue;
        const [x, y, z] = [0, 1, 2].map((r) => show(q[4 * i + r] + pair.s * (q[4 * i + 4 + r] - q[4 * i + r])));
        throw new BuildError(
          'cables-crossed',
          `cable "${name}" begins inside itself: at x ${x}, y ${y}, z ${z} m its elements ${i} and ${j} lie ${show(Math.sqrt(pair.distance2))} m ` +
            'apart from axis to axis. Give it a shape whose legs are apart by its diameter, less slack, or ends that are not above each other, ' +
            'or list the cable twice under contacts: ignore',
          ['cables', c, 'shape'],
        );
      }
    }
  }
}

const pair = makeSegmentPair();
const chords = new Float64Array(9);
const U = new Float64Array(2);

/**
 * Writes to `pair` the distance [m] between the chords of two elements and its place; where their ends are far apart, a lower bound above
 * `reach`.
 */
function apart(q: Float64Array, i: number, j: number, reach: number): number {
  const [a, b] = [4 * i, 4 * j];
  let [between, first, second] = [0, 0, 0];
  for (let r = 0; r < 3; r++) {
    chords[r] = q[a + r] - q[b + r];
    chords[3 + r] = q[a + 4 + r] - q[a + r];
    chords[6 + r] = q[b + 4 + r] - q[b + r];
    between += chords[r] * chords[r];
    first += chords[3 + r] * chords[3 + r];
    second += chords[6 + r] * chords[6 + r];
  }
  const gap = Math.sqrt(between) - Math.sqrt(first) - Math.sqrt(second);
  if (gap > reach) return gap;
  closestOnSegments(pair, chords);
  return Math.sqrt(pair.distance2);
}

function show(x: number): string {
  return String(Number(x.toPrecision(3)));
}
