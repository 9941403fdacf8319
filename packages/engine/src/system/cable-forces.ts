/** Cables at the trial: forces on nodes and holders, their part of the stage matrix, rows that hold their ends. */
import {
  addCableMass,
  advanceTension,
  type Evaluation,
  evaluateCable,
  scatterTangent,
  timesCableMassAt,
} from '../bodies/index.ts';
import { ATTACHMENT_BLOCKS, type CableItem, sampleWater } from './cables.ts';
import type { Workspace } from './workspace.ts';

const how: Evaluation = { b: 0, c: 0, withTangent: false, mixed: true };
const direction = new Float64Array(3);
const director = new Float64Array(3);

/** Adds cable forces; with b = c = 0 tensions follow from lengths, else they are unknowns of their own. x: the unknown. */
export function addCables(w: Workspace, wantMatrix: boolean, b: number, c: number): void {
  const { cables, force } = w;
  for (let k = 0; k < cables.items.length; k++) {
    const item = cables.items[k];
    const { cable, at } = item;
    holdEnds(w, k);
    if (item.fluid) {
      sampleWater(item, cables.water);
      for (let i = 0; i < 4 * cable.nodeCount; i++) cable.a[i] = w.cableX[at - w.bodySize + i];
    }
    how.b = b;
    how.c = c;
    how.withTangent = wantMatrix;
    how.mixed = b > 0;
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
    item.power = power;
    if (wantMatrix) scatterTangent(w.matrix.lu.values, item.offsets, cable, 4);
    addEndMoments(w, k, wantMatrix, b);
  }
}

/** Clamped ends turn with their bodies. */
function holdEnds(w: Workspace, index: number): void {
  const { attachments: a, items } = w.cables;
  const { cable } = items[index];
  for (let k = 0; k < a.count; k++) {
    if (a.cable[k] !== index || a.clamped[k] === 0) continue;
    const end = a.node[k] === 0 ? 0 : 1;
    if (a.active[k] === 0) {
      cable.release(end);
      continue;
    }
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

/** Moments of clamped ends on their bodies; only the body's own turn goes into the matrix, the rest is small beside the nodes. */
function addEndMoments(w: Workspace, index: number, wantMatrix: boolean, b: number): void {
  const { attachments: a, items } = w.cables;
  const { cable, coupling } = items[index];
  for (let k = 0; k < a.count; k++) {
    if (a.cable[k] !== index || a.clamped[k] === 0 || a.active[k] === 0) continue;
    const end = a.node[k] === 0 ? 0 : 1;
    const slot = a.slot[k];
    const m = cable.endMoment;
    if (slot >= w.model.dynamicCount) {
      for (let r = 0; r < 3; r++) w.loadPower -= m[3 * end + r] * w.velocity[6 * slot + 3 + r];
      continue;
    }
    for (let r = 0; r < 3; r++) w.force[6 * slot + 3 + r] += m[3 * end + r];
    if (!wantMatrix) continue;
    coupling.fill(cable, end, b);
    const d = w.matrix.bodyDiagonal[slot];
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) w.matrix.lu.values[d + 6 * (3 + r) + 3 + s] += coupling.rotation[3 * r + s];
    }
  }
}

/** Tensions follow a part of the increment of the stage's unknown. Returns the largest gap before it [m]. */
export function advanceTensions(w: Workspace, dx: Float64Array, part: number): number {
  let most = 0;
  for (const { cable, at } of w.cables.items) most = Math.max(most, advanceTension(cable, dx, at, part));
  return most;
}

/** Masses of the nodes into the matrix, which holds nothing of the cables yet. */
export function addCableMasses(w: Workspace): void {
  for (const { cable, offsets } of w.cables.items) {
    cable.tangent.fill(0, 0, 80 * cable.nodeCount);
    addCableMass(cable, 1);
    scatterTangent(w.matrix.lu.values, offsets, cable, 4);
  }
}

export function timesCableMasses(w: Workspace, out: Float64Array, x: Float64Array): void {
  for (const { cable, at } of w.cables.items) timesCableMassAt(out, x, at, cable);
}

/** Rows that hold ends: phi = x_node - (x + R s), with their Jacobian by the body in rows.jacobianB. */
export function evaluateAttachments(w: Workspace, wantGamma: boolean): void {
  const { attachments: a, items, firstRow } = w.cables;
  const { phi, phiT, gamma, jacobianB: J } = w.rows;
  for (let k = 0; k < a.count; k++) {
    const row = firstRow + 3 * k;
    if (a.active[k] === 0) {
      phi.fill(0, row, row + 3);
      phiT.fill(0, row, row + 3);
      gamma.fill(0, row, row + 3);
      J.fill(0, 6 * row, 6 * row + 18);
      continue;
    }
    const s = a.slot[k];
    const R = 9 * s;
    const px = a.point[3 * k];
    const py = a.point[3 * k + 1];
    const pz = a.point[3 * k + 2];
    const m = w.rotation;
    const rx = m[R] * px + m[R + 1] * py + m[R + 2] * pz;
    const ry = m[R + 3] * px + m[R + 4] * py + m[R + 5] * pz;
    const rz = m[R + 6] * px + m[R + 7] * py + m[R + 8] * pz;
    const q = items[a.cable[k]].cable.q;
    const o = 4 * a.node[k];
    phi[row] = q[o] - w.position[3 * s] - rx;
    phi[row + 1] = q[o + 1] - w.position[3 * s + 1] - ry;
    phi[row + 2] = q[o + 2] - w.position[3 * s + 2] - rz;
    phiT.fill(0, row, row + 3);
    // -[1, -[r]x]
    const j = 6 * row;
    J.fill(0, j, j + 18);
    J[j] = -1;
    J[j + 4] = -rz;
    J[j + 5] = ry;
    J[j + 7] = -1;
    J[j + 9] = rz;
    J[j + 11] = -rx;
    J[j + 14] = -1;
    J[j + 15] = -ry;
    J[j + 16] = rx;
    if (!wantGamma) continue;
    const wx = w.velocity[6 * s + 3];
    const wy = w.velocity[6 * s + 4];
    const wz = w.velocity[6 * s + 5];
    const dot = wx * rx + wy * ry + wz * rz;
    const square = wx * wx + wy * wy + wz * wz;
    gamma[row] = -(wx * dot - square * rx);
    gamma[row + 1] = -(wy * dot - square * ry);
    gamma[row + 2] = -(wz * dot - square * rz);
  }
}

/** out += J^T m of the attachments. */
export function addAttachmentForces(w: Workspace, out: Float64Array, m: Float64Array): void {
  const { attachments: a, items, firstRow } = w.cables;
  const J = w.rows.jacobianB;
  const n = w.model.dynamicCount;
  for (let k = 0; k < a.count; k++) {
    if (a.active[k] === 0) continue;
    const row = firstRow + 3 * k;
    const x = m[row];
    const y = m[row + 1];
    const z = m[row + 2];
    const o = items[a.cable[k]].at + 4 * a.node[k];
    out[o] += x;
    out[o + 1] += y;
    out[o + 2] += z;
    if (a.slot[k] >= n) continue;
    const b = 6 * a.slot[k];
    const j = 6 * row;
    out[b] -= x;
    out[b + 1] -= y;
    out[b + 2] -= z;
    out[b + 3] += J[j + 9] * y + J[j + 15] * z;
    out[b + 4] += J[j + 4] * x + J[j + 16] * z;
    out[b + 5] += J[j + 5] * x + J[j + 11] * y;
  }
}

/** out = J v of the attachments. */
export function timesAttachments(w: Workspace, out: Float64Array, v: Float64Array): void {
  const { attachments: a, items, firstRow } = w.cables;
  const J = w.rows.jacobianB;
  for (let k = 0; k < a.count; k++) {
    const row = firstRow + 3 * k;
    if (a.active[k] === 0) {
      out.fill(0, row, row + 3);
      continue;
    }
    const o = items[a.cable[k]].at + 4 * a.node[k];
    const b = 6 * a.slot[k];
    const j = 6 * row;
    out[row] = v[o] - v[b] + J[j + 4] * v[b + 4] + J[j + 5] * v[b + 5];
    out[row + 1] = v[o + 1] - v[b + 1] + J[j + 9] * v[b + 3] + J[j + 11] * v[b + 5];
    out[row + 2] = v[o + 2] - v[b + 2] + J[j + 15] * v[b + 3] + J[j + 16] * v[b + 4];
  }
}

/** Blocks of the attachments' multipliers, and the stiffness of their forces as the lever turns. */
export function addAttachmentBlocks(w: Workspace, regularisation: number, b: number): void {
  const { attachments: a, firstRow } = w.cables;
  const values = w.matrix.lu.values;
  const J = w.rows.jacobianB;
  const n = w.model.dynamicCount;
  for (let k = 0; k < a.count; k++) {
    const o = ATTACHMENT_BLOCKS * k;
    const diagonal = a.blocks[o];
    const free = a.active[k] === 0;
    for (let i = 0; i < 3; i++) values[diagonal + 4 * i] -= free ? 1 : regularisation;
    if (free) continue;
    for (let i = 0; i < 3; i++) {
      values[a.blocks[o + 1] + 4 * i + i] = 1; // 3 x 4
      values[a.blocks[o + 2] + 3 * i + i] = 1; // 4 x 3
    }
    if (a.slot[k] >= n) continue;
    const row = firstRow + 3 * k;
    for (let i = 0; i < 3; i++) {
      for (let c = 0; c < 6; c++) {
        const x = J[6 * (row + i) + c];
        values[a.blocks[o + 3] + 6 * i + c] = x;
        values[a.blocks[o + 4] + 3 * c + i] = x;
      }
    }
    if (b === 0) continue;
    // levers out of J = -[1, -[r]x]; the moment of -lambda on the body turns with it
    const j = 6 * row;
    const rx = J[j + 16];
    const ry = J[j + 5];
    const rz = J[j + 9];
    const lx = w.lambda[row];
    const ly = w.lambda[row + 1];
    const lz = w.lambda[row + 2];
    const dot = rx * lx + ry * ly + rz * lz;
    const d = w.matrix.bodyDiagonal[a.slot[k]];
    const r = [rx, ry, rz];
    const l = [lx, ly, lz];
    for (let i = 0; i < 3; i++) {
      for (let c = 0; c < 3; c++) {
        values[d + 6 * (3 + i) + 3 + c] -= b * (r[i] * l[c] - (i === c ? dot : 0));
      }
    }
  }
}

/** Power that prescribed bodies put into cables through their ends [W]. */
export function attachmentPower(w: Workspace): number {
  const { attachments: a, firstRow } = w.cables;
  const n = w.model.dynamicCount;
  let power = 0;
  for (let k = 0; k < a.count; k++) {
    if (a.active[k] === 0 || a.slot[k] < n) continue;
    const row = firstRow + 3 * k;
    const b = 6 * a.slot[k];
    const J = w.rows.jacobianB;
    for (let i = 0; i < 3; i++) {
      let rate = 0;
      for (let c = 0; c < 6; c++) rate += J[6 * (row + i) + c] * w.velocity[b + c];
      power += w.lambda[row + i] * rate;
    }
  }
  return power;
}

/** Energy of all cables, measured at the trial as last evaluated. */
export function measureCables(w: Workspace): { kinetic: number; potential: number } {
  let kinetic = 0;
  let potential = 0;
  for (const item of w.cables.items) {
    item.energy.measure(item.cable, w.model.gravity);
    kinetic += item.energy.kinetic;
    potential += item.energy.potential;
    item.stored = item.energy.elastic;
  }
  return { kinetic, potential };
}

export type { CableItem };
