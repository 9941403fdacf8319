/**
 * From slots to nodes. An element vector is a difference of positions, e_j = x_{j+1} - x_j, so with slot blocks E
 *   force on x_i:   f_i - f_{i-1}                                          f: gradient of element i, counted from slot i+1
 *   block (i, k):   E_{i-1,k-1} - E_{i-1,k} - E_{i,k-1} + E_{i,k}           E is block tridiagonal, the result pentadiagonal
 * while a turn theta_j belongs to node j alone.
 */
import type { Cable } from './cable.ts';

/** force += internal forces. */
export function addSlotForces(cable: Cable): void {
  const { force, slotForce, nodeCount } = cable;
  for (let j = 0; j < nodeCount - 1; j++) {
    const o = 4 * j;
    const fx = slotForce[o + 4];
    const fy = slotForce[o + 5];
    const fz = slotForce[o + 6];
    force[o] += fx;
    force[o + 1] += fy;
    force[o + 2] += fz;
    force[o + 3] -= slotForce[o + 7];
    force[o + 4] -= fx;
    force[o + 5] -= fy;
    force[o + 6] -= fz;
  }
}

/** tangent += derivative of minus the internal forces. */
export function addSlotTangents(cable: Cable): void {
  const { tangent, slotDiagonal, slotUpper, slotLower, nodeCount } = cable;
  const last = nodeCount - 2; // element
  const coupled = cable.hasBending || cable.hasTwist;
  for (let j = 0; j <= last; j++) {
    const row = 80 * j;
    addPair(tangent, row + 32, row + 48, row + 96, row + 112, slotDiagonal, 16 * j + 16);
    if (j === last || !coupled) continue;
    const s = 16 * j + 16; // slots (j+1, j+2): elements (j, j+1)
    addPair(tangent, row + 48, row + 64, row + 112, row + 128, slotUpper, s);
    addPair(tangent, row + 96, row + 112, row + 160, row + 176, slotLower, s);
  }
}

/**
 * One element-by-element block E (rows: element a of nodes a, a+1; columns: element b) into its four node blocks
 * (a, b), (a, b+1), (a+1, b), (a+1, b+1).
 */
function addPair(out: Float64Array, ab: number, aB: number, Ab: number, AB: number, E: Float64Array, s: number): void {
  for (let r = 0; r < 12; r += 4) {
    for (let k = 0; k < 3; k++) {
      const e = E[s + r + k];
      out[ab + r + k] += e;
      out[aB + r + k] -= e;
      out[Ab + r + k] -= e;
      out[AB + r + k] += e;
    }
    const turn = E[s + r + 3];
    out[ab + r + 3] -= turn;
    out[Ab + r + 3] += turn;
  }
  for (let k = 0; k < 3; k++) {
    const e = E[s + 12 + k];
    out[ab + 12 + k] -= e;
    out[aB + 12 + k] += e;
  }
  out[ab + 15] += E[s + 15];
}

/** One 4 x 4 block of the tangent: rows of node i, columns of node k, row-major from `offset`. */
export type BlockSink = (i: number, k: number, values: Float64Array, offset: number) => void;

/** Hands over every block of the tangent that may be filled: k from i-2 to i+2, or i-1 to i+1 without bending and twist. */
export function forEachBlock(cable: Cable, sink: BlockSink): void {
  const reach = cable.hasBending || cable.hasTwist ? 2 : 1;
  for (let i = 0; i < cable.nodeCount; i++) {
    const to = Math.min(cable.nodeCount - 1, i + reach);
    for (let k = Math.max(0, i - reach); k <= to; k++) sink(i, k, cable.tangent, 80 * i + 16 * (k - i + 2));
  }
}

/**
 * values += tangent, block (i, k) at offsets[5 i + k - i + 2] (row-major, 4 wide; -1: left out). For a matrix whose blocks were
 * laid out once.
 */
export function scatterTangent(values: Float64Array, offsets: Int32Array, cable: Cable): void {
  const { tangent, nodeCount } = cable;
  for (let i = 0; i < nodeCount; i++) {
    for (let side = 0; side < 5; side++) {
      const to = offsets[5 * i + side];
      if (to < 0) continue;
      const from = 80 * i + 16 * side;
      for (let r = 0; r < 16; r++) values[to + r] += tangent[from + r];
    }
  }
}
