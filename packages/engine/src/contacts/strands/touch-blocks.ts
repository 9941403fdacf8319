/**
 * Blocks of the stage matrix for strand contacts, and the contribution of one point to them. The four nodes around a point move it by w_j,
 * a body by [1, -[r]x]; with D = -dF/dx of the relative motion B - A the blocks are w_i w_j D, and with the other side -w_i D J.
 */
import type { TouchCouplings } from './touch-couplings.ts';

/** A matrix of blocks: the offset of block (i, j), -1 where it has none, or keeps (j, i) for both. */
export interface BlockPlaces {
  blockOffset(i: number, j: number): number;
}

/** Offsets of a patch: (A, A), (B, B), (A, B), (B, A) of nodes, sixteen each; (node, body), (body, node), four each. -1: none */
export const TOUCH_BLOCKS = 72;
const AA = 0;
const BB = 16;
const AB = 32;
const BA = 48;
const NODE_BODY = 64;
const BODY_NODE = 68;
/** factor of the block added next: an array, because a number argument would be boxed where the call is not inlined */
const factor = new Float64Array(1);

/** Of the nodes around element a, and around element b unless it is -1. */
export function findNodeBlocks(out: Int32Array, lu: BlockPlaces, touch: TouchCouplings, a: number, b: number): void {
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

export function findBodyBlocks(out: Int32Array, lu: BlockPlaces, touch: TouchCouplings, a: number, slot: number): void {
  for (let i = 0; i < 4; i++) {
    const p = touch.blockOf(a, i);
    out[NODE_BODY + i] = p < 0 ? -1 : lu.blockOffset(p, slot);
    out[BODY_NODE + i] = p < 0 ? -1 : lu.blockOffset(slot, p);
  }
}

/** widthA, widthB: rows of a node's block, 3 or 4. */
export function addNodeBlocks(
  values: Float64Array,
  at: Int32Array,
  wA: Float64Array,
  wB: Float64Array,
  solid: boolean,
  d: Float64Array,
  widthA: number,
  widthB: number,
): void {
  for (let i = 0; i < 4; i++) {
    const a = wA[i];
    const b = solid ? 0 : wB[i];
    for (let j = 0; j < 4; j++) {
      const k = 4 * i + j;
      factor[0] = a * wA[j];
      addScaled(values, at[AA + k], widthA, d);
      if (solid) continue;
      factor[0] = b * wB[j];
      addScaled(values, at[BB + k], widthB, d);
      factor[0] = -a * wB[j];
      addScaled(values, at[AB + k], widthB, d);
      factor[0] = -b * wA[j];
      addScaled(values, at[BA + k], widthA, d);
    }
  }
}

/** block += factor d */
function addScaled(values: Float64Array, o: number, width: number, d: Float64Array): void {
  if (o < 0) return;
  const s = factor[0];
  values[o] += s * d[0];
  values[o + 1] += s * d[1];
  values[o + 2] += s * d[2];
  const p = o + width;
  values[p] += s * d[3];
  values[p + 1] += s * d[4];
  values[p + 2] += s * d[5];
  const q = p + width;
  values[q] += s * d[6];
  values[q + 1] += s * d[7];
  values[q + 2] += s * d[8];
}

/**
 * The foot of a point on B slides along B as either moves, and n turns with B: blocks p (w'_i n) (w_j Q')^T and their like,
 * p = foot[0] = N b/bend, slope w'_j = dw_j/du at the foot, Q' the tangent there, d = D p = foot[1] the corner. One symmetric form with turn and lean.
 */
export function addFootBlocks(
  values: Float64Array,
  at: Int32Array,
  wA: Float64Array,
  wB: Float64Array,
  slope: Float64Array,
  n: Float64Array,
  q: Float64Array,
  foot: Float64Array,
  widthA: number,
  widthB: number,
): void {
  const p = foot[0];
  const corner = foot[1];
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      const k = 4 * i + j;
      factor[0] = -p * wA[i] * slope[j];
      addOuter(values, at[AB + k], widthB, q, n);
      factor[0] = -p * slope[i] * wA[j];
      addOuter(values, at[BA + k], widthA, n, q);
      factor[0] = p * wB[i] * slope[j];
      addOuter(values, at[BB + k], widthB, q, n);
      factor[0] = p * slope[i] * wB[j];
      addOuter(values, at[BB + k], widthB, n, q);
      factor[0] = corner * slope[i] * slope[j];
      addOuter(values, at[BB + k], widthB, n, n);
    }
  }
}

/** Slices along A grow with its stretch: blocks w_i f (w'_j P')^T with f = F b/|P'|^2. */
export function addStretchBlocks(
  values: Float64Array,
  at: Int32Array,
  wA: Float64Array,
  wB: Float64Array,
  slope: Float64Array,
  f: Float64Array,
  p: Float64Array,
  widthA: number,
): void {
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      factor[0] = wA[i] * slope[j];
      addOuter(values, at[AA + 4 * i + j], widthA, f, p);
      factor[0] = -wB[i] * slope[j];
      addOuter(values, at[BA + 4 * i + j], widthA, f, p);
    }
  }
}

/** block += factor x y^T */
function addOuter(values: Float64Array, o: number, width: number, x: Float64Array, y: Float64Array): void {
  if (o < 0) return;
  const s = factor[0];
  for (let r = 0, k = o; r < 3; r++, k += width) {
    const f = s * x[r];
    values[k] += f * y[0];
    values[k + 1] += f * y[1];
    values[k + 2] += f * y[2];
  }
}

/** Nodes with a body at lever p[l...]: -w D [1, -[r]x], width x 6, and its like the other way round, 6 x width. */
export function addNodeBodyBlocks(
  values: Float64Array,
  at: Int32Array,
  w: Float64Array,
  p: Float64Array,
  l: number,
  d: Float64Array,
  width: number,
): void {
  const rx = p[l];
  const ry = p[l + 1];
  const rz = p[l + 2];
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
      values[k + width] += y;
      values[k + 2 * width] += z;
      // [r]x D
      values[k + 3 * width] += ry * z - rz * y;
      values[k + 4 * width] += rz * x - rx * z;
      values[k + 5 * width] += rx * y - ry * x;
    }
  }
}
