/** Rows that hold the ends of cables: values, products with their Jacobian, blocks in the stage matrix, power. */
import { ATTACHMENT_BLOCKS, gapLeft } from '../model/index.ts';
import type { Workspace } from './workspace.ts';

const left = new Float64Array(3);

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
    gapLeft(left, a, k, w.time);
    const gx = a.gap[3 * k];
    const gy = a.gap[3 * k + 1];
    const gz = a.gap[3 * k + 2];
    const px = a.point[3 * k] + left[0] * gx;
    const py = a.point[3 * k + 1] + left[0] * gy;
    const pz = a.point[3 * k + 2] + left[0] * gz;
    const m = w.rotation;
    const rx = m[R] * px + m[R + 1] * py + m[R + 2] * pz;
    const ry = m[R + 3] * px + m[R + 4] * py + m[R + 5] * pz;
    const rz = m[R + 6] * px + m[R + 7] * py + m[R + 8] * pz;
    const q = items[a.cable[k]].cable.q;
    const o = 4 * a.node[k];
    phi[row] = q[o] - w.position[3 * s] - rx;
    phi[row + 1] = q[o + 1] - w.position[3 * s + 1] - ry;
    phi[row + 2] = q[o + 2] - w.position[3 * s + 2] - rz;
    // while the end is drawn in, its point moves in the body
    const ux = m[R] * gx + m[R + 1] * gy + m[R + 2] * gz;
    const uy = m[R + 3] * gx + m[R + 4] * gy + m[R + 5] * gz;
    const uz = m[R + 6] * gx + m[R + 7] * gy + m[R + 8] * gz;
    phiT[row] = -left[1] * ux;
    phiT[row + 1] = -left[1] * uy;
    phiT[row + 2] = -left[1] * uz;
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
    const twice = 2 * left[1];
    gamma[row] = -(wx * dot - square * rx) - twice * (wy * uz - wz * uy) - left[2] * ux;
    gamma[row + 1] = -(wy * dot - square * ry) - twice * (wz * ux - wx * uz) - left[2] * uy;
    gamma[row + 2] = -(wz * dot - square * rz) - twice * (wx * uy - wy * ux) - left[2] * uz;
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
export function addAttachmentBlocks(w: Workspace, geometric: boolean): void {
  const { attachments: a, firstRow } = w.cables;
  const values = w.matrix.lu.values;
  const J = w.rows.jacobianB;
  const n = w.model.dynamicCount;
  const b = geometric ? w.b : 0;
  for (let k = 0; k < a.count; k++) {
    const o = ATTACHMENT_BLOCKS * k;
    const diagonal = a.blocks[o];
    const free = a.active[k] === 0;
    for (let i = 0; i < 3; i++) values[diagonal + 4 * i] -= free ? 1 : w.joints.compliance;
    if (free) continue;
    const { width } = w.cables.items[a.cable[k]];
    for (let i = 0; i < 3; i++) {
      values[a.blocks[o + 1] + width * i + i] = 1; // 3 x width
      values[a.blocks[o + 2] + 3 * i + i] = 1; // width x 3
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
    // levers from J = -[1, -[r]x]; the moment of -lambda turns with the body
    const j = 6 * row;
    const rx = J[j + 16];
    const ry = J[j + 5];
    const rz = J[j + 9];
    const lx = w.lambda[row];
    const ly = w.lambda[row + 1];
    const lz = w.lambda[row + 2];
    const dot = rx * lx + ry * ly + rz * lz;
    const d = w.matrix.bodyDiagonal[a.slot[k]];
    values[d + 21] -= b * (rx * lx - dot);
    values[d + 22] -= b * (rx * ly);
    values[d + 23] -= b * (rx * lz);
    values[d + 27] -= b * (ry * lx);
    values[d + 28] -= b * (ry * ly - dot);
    values[d + 29] -= b * (ry * lz);
    values[d + 33] -= b * (rz * lx);
    values[d + 34] -= b * (rz * ly);
    values[d + 35] -= b * (rz * lz - dot);
  }
}

/** Power that prescribed bodies, and the drawing in of ends, put into cables through their ends [W]. */
export function attachmentPower(w: Workspace): number {
  const { attachments: a, firstRow } = w.cables;
  const n = w.model.dynamicCount;
  let power = 0;
  for (let k = 0; k < a.count; k++) {
    if (a.active[k] === 0) continue;
    const row = firstRow + 3 * k;
    const b = 6 * a.slot[k];
    for (let i = 0; i < 3; i++) power += w.lambda[row + i] * w.rows.phiT[row + i];
    if (a.slot[k] < n) continue;
    const J = w.rows.jacobianB;
    for (let i = 0; i < 3; i++) {
      let rate = 0;
      for (let c = 0; c < 6; c++) rate += J[6 * (row + i) + c] * w.velocity[b + c];
      power += w.lambda[row + i] * rate;
    }
  }
  return power;
}
