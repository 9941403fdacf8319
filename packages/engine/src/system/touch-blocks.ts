/**
 * Where a patch of contact stands in the stage matrix, and what a point of it adds there. The four nodes around a point move it by
 * w_j, a body by [1, -[r]x]; with D = -dF/dx of the relative motion B - A the blocks are w_i w_j D, and with the other side -w_i D J.
 */
import type { BlockLU } from '../linalg/index.ts';
import type { TouchCouplings } from './touch-couplings.ts';

/** Offsets of a patch: (A, A), (B, B), (A, B), (B, A) of nodes, sixteen each; (node, body), (body, node), four each. -1: none */
export const TOUCH_BLOCKS = 72;
const AA = 0;
const BB = 16;
const AB = 32;
const BA = 48;
const NODE_BODY = 64;
const BODY_NODE = 68;

/** Of the nodes around element a, and around element b unless it is -1. */
export function findNodeBlocks(out: Int32Array, lu: BlockLU, touch: TouchCouplings, a: number, b: number): void {
  for (let i = 0; i < 4; i++) {
    const p = touch.blockOf(a, i);
    const r = b < 0 ? -1 : touch.blockOf(b, i);
    for (let j = 0; j < 4; j++) {
      const q = touch.blockOf(a, j);
      const s = b < 0 ? -1 : touch.blockOf(b, j);
      const k = 4 * i + j;
      out[AA + k] = p < 0 || q < 0 ? -1 : lu.blockOffset(p, q);
      out[BB + k] = r < 0 || s < 0 ? -1 : lu.blockOffset(r, s);
      out[AB + k] = p < 0 || s < 0 ? -1 : lu.blockOffset(p, s);
      out[BA + k] = r < 0 || q < 0 ? -1 : lu.blockOffset(r, q);
    }
  }
}

export function findBodyBlocks(out: Int32Array, lu: BlockLU, touch: TouchCouplings, a: number, slot: number): void {
  for (let i = 0; i < 4; i++) {
    const p = touch.blockOf(a, i);
    out[NODE_BODY + i] = p < 0 ? -1 : lu.blockOffset(p, slot);
    out[BODY_NODE + i] = p < 0 ? -1 : lu.blockOffset(slot, p);
  }
}

export function addNodeBlocks(
  values: Float64Array,
  at: Int32Array,
  wA: Float64Array,
  wB: Float64Array,
  solid: boolean,
  d: Float64Array,
): void {
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      const k = 4 * i + j;
      addScaled(values, at[AA + k], wA[i] * wA[j], d);
      if (solid) continue;
      addScaled(values, at[BB + k], wB[i] * wB[j], d);
      addScaled(values, at[AB + k], -wA[i] * wB[j], d);
      addScaled(values, at[BA + k], -wB[i] * wA[j], d);
    }
  }
}

function addScaled(values: Float64Array, o: number, s: number, d: Float64Array): void {
  if (o < 0) return;
  values[o] += s * d[0];
  values[o + 1] += s * d[1];
  values[o + 2] += s * d[2];
  values[o + 4] += s * d[3];
  values[o + 5] += s * d[4];
  values[o + 6] += s * d[5];
  values[o + 8] += s * d[6];
  values[o + 9] += s * d[7];
  values[o + 10] += s * d[8];
}

/** Nodes with a body at lever r: -w D [1, -[r]x], 4 x 6, and its like the other way round, 6 x 4. */
export function addNodeBodyBlocks(
  values: Float64Array,
  at: Int32Array,
  w: Float64Array,
  rx: number,
  ry: number,
  rz: number,
  d: Float64Array,
): void {
  for (let i = 0; i < 4; i++) {
    const o = at[NODE_BODY + i];
    const q = at[BODY_NODE + i];
    if (o < 0 || q < 0) continue;
    const s = -w[i];
    for (let r = 0; r < 3; r++) {
      const x = s * d[3 * r];
      const y = s * d[3 * r + 1];
      const z = s * d[3 * r + 2];
      const k = o + 6 * r;
      values[k] += x;
      values[k + 1] += y;
      values[k + 2] += z;
      // -D [r]x
      values[k + 3] += z * ry - y * rz;
      values[k + 4] += x * rz - z * rx;
      values[k + 5] += y * rx - x * ry;
    }
    for (let c = 0; c < 3; c++) {
      const x = s * d[c];
      const y = s * d[3 + c];
      const z = s * d[6 + c];
      const k = q + c;
      values[k] += x;
      values[k + 4] += y;
      values[k + 8] += z;
      // [r]x D
      values[k + 12] += ry * z - rz * y;
      values[k + 16] += rz * x - rx * z;
      values[k + 20] += rx * y - ry * x;
    }
  }
}
