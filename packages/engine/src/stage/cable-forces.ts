/** Cables at the trial: forces on nodes and holders, their part of the stage matrix, and the rows that hold their ends. */
import { effortFor, FOR_CABLE } from '../base/index.ts';
import {
  addCableMass,
  advanceTensionBy,
  type Evaluation,
  evaluateCable,
  scatterTangent,
  TensionStep,
  timesCableMassAt,
} from '../bodies/index.ts';
import {
  ATTACHMENT_BLOCKS,
  endOf,
  addMassRate,
  measureFeed,
  measureRelaxing,
  type CableItem,
  sampleWater,
} from '../model/index.ts';
import type { Workspace } from './workspace.ts';

const taken = new Float64Array(1);
const how: Evaluation = { b: 0, c: 0, withTangent: false, mixed: true, symmetric: false, taken };
const tensions = new TensionStep();
const allCables = new Float64Array(2);
const direction = new Float64Array(3);
const director = new Float64Array(3);

/**
 * Adds cable forces; with w.b = w.c = 0 tensions follow from lengths, otherwise they are unknowns of their own. x: the unknown.
 */
export function addCables(w: Workspace, wantMatrix: boolean): void {
  const { cables, force } = w;
  cables.measuredAt = -1;
  cables.sea?.follow(w);
  for (let k = 0; k < cables.items.length; k++) {
    const item = cables.items[k];
    const { cable, at } = item;
    w.effort.now[0] = effortFor(FOR_CABLE, k);
    holdEnds(w, k);
    if (item.fluid) {
      sampleWater(item, cables.sea, false);
      for (let i = 0; i < 4 * cable.nodeCount; i++) cable.a[i] = w.cableX[at - w.bodySize + i];
    }
    how.b = w.b;
    how.c = w.c;
    how.withTangent = wantMatrix;
    how.mixed = w.b > 0;
    how.symmetric = cables.symmetric && w.b > 0;
    taken[0] = 0;
    if (!evaluateCable(cable, item.around, how)) {
      force.fill(Number.NaN, at, at + 4 * cable.nodeCount);
      return;
    }
    let power = 0;
    const g = w.model.gravity;
    for (let i = 0; i < cable.nodeCount; i++) {
      for (let r = 0; r < 4; r++) {
        const f = cable.force[4 * i + r];
        force[at + 4 * i + r] += f;
        power -= f * cable.v[4 * i + r];
        if (r < 3) power += cable.mass[i] * g[r] * cable.v[4 * i + r];
      }
    }
    item.outsidePower = taken[0];
    item.power = power - taken[0];
    item.feedPower = 0;
    if (item.feed) measureFeed(item, g);
    if (item.relaxing) measureRelaxing(item);
    if (wantMatrix) scatterTangent(w.matrix.lu.values, item.offsets, cable, item.width);
    addEndMoments(w, k, wantMatrix);
  }
}

/** Clamped ends rotate with their bodies. */
function holdEnds(w: Workspace, index: number): void {
  const { attachments: a, items } = w.cables;
  const { cable } = items[index];
  for (let k = 2 * index; k < 2 * index + 2; k++) {
    if (a.active[k] === 0 || a.clamped[k] === 0) continue;
    const end = endOf(a, k);
    const s = 9 * a.slot[k];
    const R = w.rotation;
    for (let i = 0; i < 3; i++) {
      const o = 6 * k;
      const r = s + 3 * i;
      direction[i] = R[r] * a.direction[o] + R[r + 1] * a.direction[o + 1] + R[r + 2] * a.direction[o + 2];
      director[i] = R[r] * a.direction[o + 3] + R[r + 1] * a.direction[o + 4] + R[r + 2] * a.direction[o + 5];
      cable.endSpin[3 * end + i] = w.velocity[6 * a.slot[k] + 3 + i];
    }
    cable.turnEnd(end, direction, director);
  }
}

/** Moments of clamped ends on their bodies. */
function addEndMoments(w: Workspace, index: number, wantMatrix: boolean): void {
  const { attachments: a, items } = w.cables;
  const { cable } = items[index];
  for (let k = 2 * index; k < 2 * index + 2; k++) {
    if (a.active[k] === 0 || a.clamped[k] === 0) continue;
    const end = endOf(a, k);
    const slot = a.slot[k];
    const m = cable.endMoment;
    let given = 0; // to the holder [W]
    for (let r = 0; r < 3; r++) given += m[3 * end + r] * w.velocity[6 * slot + 3 + r];
    items[index].power -= given;
    if (slot >= w.model.dynamicCount) {
      w.loadPower -= given;
      continue;
    }
    for (let r = 0; r < 3; r++) w.force[6 * slot + 3 + r] += m[3 * end + r];
    if (wantMatrix) addEndBlocks(w, items[index], k);
  }
}

/**
 * A clamped end in the matrix: the rotation of the body, and its coupling with both nodes of the end element, e = x_2 - x_1 and the twist
 * angle of node 1 (bodies/cable/ends.ts).
 */
function addEndBlocks(w: Workspace, { cable, coupling, width }: CableItem, k: number): void {
  const { attachments: a } = w.cables;
  const values = w.matrix.lu.values;
  const end = endOf(a, k);
  coupling.fill(cable, end, w.b);
  const { rotation, momentByElement, elementByRotation } = coupling;
  const d = w.matrix.bodyDiagonal[a.slot[k]];
  const o = ATTACHMENT_BLOCKS * k;
  for (let side = 0; side < 2; side++) {
    // side 0: first node of the element
    const held = side === end;
    const byNode = a.blocks[o + (held ? 5 : 7)]; // (body, node), 6 x width
    const ofNode = a.blocks[o + (held ? 6 : 8)]; // (node, body), width x 6
    const sign = side === 0 ? -1 : 1;
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        values[byNode + width * (3 + r) + s] += sign * momentByElement[4 * r + s];
        values[ofNode + 6 * r + 3 + s] += sign * elementByRotation[3 * r + s];
      }
      if (side === 1 || width === 3) continue;
      values[byNode + 4 * (3 + r) + 3] += momentByElement[4 * r + 3];
      values[ofNode + 18 + 3 + r] += elementByRotation[9 + r];
    }
  }
  for (let r = 0; r < 3; r++) {
    for (let s = 0; s < 3; s++) values[d + 6 * (3 + r) + 3 + s] += rotation[3 * r + s];
  }
}

/** Advances the tensions by a part of the increment of the stage's unknown; w.cableGap: the remaining gap. */
export function advanceTensions(w: Workspace, dx: Float64Array, part: number): void {
  tensions.part = part;
  tensions.b = w.b;
  tensions.gap = 0;
  const { items } = w.cables;
  for (let k = 0; k < items.length; k++) advanceTensionBy(tensions, items[k].cable, dx, items[k].at);
  w.cableGap = tensions.gap;
}

/** Adds masses of the nodes to the matrix, which holds no other cable terms yet. */
export function addCableMasses(w: Workspace): void {
  const { items } = w.cables;
  for (let k = 0; k < items.length; k++) {
    const { cable, offsets, width } = items[k];
    cable.tangent.fill(0, 0, 80 * cable.nodeCount);
    addCableMass(cable, 1);
    scatterTangent(w.matrix.lu.values, offsets, cable, width);
    // nodes that do not exist yet
    for (let i = cable.nodeCount; i < cable.capacity; i++) {
      for (let r = 0; r < width; r++) w.matrix.lu.values[offsets[5 * i + 2] + (width + 1) * r] += 1;
    }
  }
}

export function timesCableMasses(w: Workspace, out: Float64Array, x: Float64Array): void {
  const { items } = w.cables;
  for (let k = 0; k < items.length; k++) {
    const { cable, at } = items[k];
    timesCableMassAt(out, x, at, cable);
    for (let i = at + 4 * cable.nodeCount; i < at + 4 * cable.capacity; i++) out[i] = x[i];
  }
}

/** out += M'v of fed cables. */
export function addMassRates(w: Workspace, out: Float64Array): void {
  const { items } = w.cables;
  for (let k = 0; k < items.length; k++) addMassRate(out, items[k]);
}

/** Power that the feeds of cables put in [W]. */
export function feedPower(w: Workspace): number {
  let sum = 0;
  const { items } = w.cables;
  for (let k = 0; k < items.length; k++) sum += items[k].feedPower;
  return sum;
}

/** [J] kinetic and potential energy of all cables, at the trial as last evaluated; filled anew by every call. */
export function measureCables(w: Workspace): Float64Array {
  let kinetic = 0;
  let potential = 0;
  const known = w.cables.measuredAt === w.moves;
  w.cables.measuredAt = w.moves;
  const { items } = w.cables;
  for (let k = 0; k < items.length; k++) {
    const item = items[k];
    if (!known) item.energy.measure(item.cable, w.model.gravity);
    kinetic += item.energy.kinetic;
    potential += item.energy.potential;
    item.stored = item.energy.elastic;
  }
  allCables[0] = kinetic;
  allCables[1] = potential;
  return allCables;
}
