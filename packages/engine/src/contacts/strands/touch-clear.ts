/**
 * When nodes are added or removed, the curve of a cable changes by millimetres; moved into a rail, it would be thrown off. Nodes are
 * therefore lifted until no point of the cable lies deeper in a solid than before. For a point with the weights w_j of its four nodes, free
 * nodes move along the normal by w_j/(sum w^2) of the excess depth, the smallest sufficient motion. Elements keep their strain; their
 * unstretched lengths return to the material's over time (bodies/cable/length.ts).
 */
import { LOCAL_STRIDE, localWeights } from '../../geometry/index.ts';
import { noteLengths } from '../../model/index.ts';
import { H_DEPTH, H_PAIR, H_STRIDE } from './touch-history.ts';
import type { Trial } from '../../trial/index.ts';
import type { CableTouch } from './cable-touch.ts';

const ROUNDS = 12;
/** [m] excess depth that may remain */
const LEFT = 1e-6;

const weight = new Float64Array(4);
const free = new Uint8Array(4);

/** Lifts cable k, at the trial with all pairs found. Returns true if it moved. */
export function liftClear(touch: CableTouch, w: Trial, k: number): boolean {
  const { cables, model } = w;
  const item = cables.items[k];
  const { cable } = item;
  const patches = touch.solidPatches;
  if (!touch.table.solids) return false;
  const before = elementLengths(cable.q, cable.elementCount);
  let moved = false;
  for (let round = 0; round < ROUNDS; round++) {
    touch.place(w.position, w.rotation);
    touch.onSolids.refresh(patches);
    let most = 0;
    for (let p = 0; p < patches.count; p++) {
      const e = patches.elementA[p];
      if (touch.curves.cable[e] !== k) continue;
      const pair = touch.pairOnSlot[k * model.slotCount + model.shapes[patches.elementB[p]].body];
      const allowed = deepestBefore(touch, pair);
      let deepest = -1;
      for (let i = patches.pointStart[p]; i < patches.pointStart[p + 1]; i++) {
        // a held end lies in its holder, and lifting the nodes next to it would not lift it
        if (touch.ends.onSolid(e, patches.pointU, i, patches.elementB[p]) < 1) continue;
        if (deepest < 0 || patches.depth[i] > patches.depth[deepest]) deepest = i;
      }
      if (deepest < 0 || !(patches.depth[deepest] > allowed + LEFT)) continue;
      most = Math.max(most, patches.depth[deepest] - allowed);
      localWeights(weight, 0, touch.map, LOCAL_STRIDE * e, patches.pointU, deepest);
      push(w, k, e - touch.starts[k], patches.depth[deepest] - allowed, patches.pointNormal, 3 * deepest);
    }
    if (most === 0) break;
    moved = true;
  }
  if (!moved) return false;
  const after = elementLengths(cable.q, cable.elementCount);
  for (let j = 0; j < cable.elementCount; j++) cable.restLength[j] *= after[j] / before[j];
  noteLengths(item);
  return true;
}

/** Free nodes around element j move by `depth` against n. */
function push(w: Trial, k: number, j: number, depth: number, n: Float64Array, o: number): void {
  const { cable } = w.cables.items[k];
  const { active } = w.cables.attachments;
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    const node = j - 1 + i;
    const last = cable.nodeCount - 1;
    const held = (node === 0 && active[2 * k] === 1) || (node === last && active[2 * k + 1] === 1);
    free[i] = node < 0 || node > last || held ? 0 : 1;
    if (free[i] === 1) sum += weight[i] * weight[i];
  }
  if (!(sum > 0)) return;
  for (let i = 0; i < 4; i++) {
    if (free[i] === 0) continue;
    const by = (weight[i] * depth) / sum;
    for (let r = 0; r < 3; r++) cable.q[4 * (j - 1 + i) + r] -= by * n[o + r];
  }
}

/** [m] depth of a pair at the end of the last step. */
function deepestBefore(touch: CableTouch, pair: number): number {
  const kept = touch.solidHistory.committed;
  let most = 0;
  for (let o = 0; o < kept.length; o += H_STRIDE) {
    if (kept.data[o + H_PAIR] === pair) most = Math.max(most, kept.data[o + H_DEPTH]);
  }
  return most;
}

function elementLengths(q: Float64Array, count: number): Float64Array {
  const out = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    const x = q[4 * j + 4] - q[4 * j];
    const y = q[4 * j + 5] - q[4 * j + 1];
    const z = q[4 * j + 6] - q[4 * j + 2];
    out[j] = Math.sqrt(x * x + y * y + z * z);
  }
  return out;
}
