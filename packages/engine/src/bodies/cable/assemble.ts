/**
 * From slots to nodes. An element vector is a difference of positions, e_j = x_{j+1} - x_j, so with slot blocks E
 *   force on x_i:   f_i - f_{i-1}                                          f: gradient of element i, counted from slot i+1
 *   block (i, k):   E_{i-1,k-1} - E_{i-1,k} - E_{i,k-1} + E_{i,k}           E is block tridiagonal, the result pentadiagonal
 * while a twist angle theta_j belongs to node j alone.
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

/** tangent = derivative of minus the internal forces; overwrites earlier contents. */
export function setSlotTangents(cable: Cable): void {
  if (cable.hasTwist) setWithTurns(cable);
  else if (cable.hasBending) setWithBending(cable);
  else setWithTension(cable);
}

/** All five blocks of every row, each number written once. Row and column of the twist angle: that of the element after the node. */
function setWithTurns(cable: Cable): void {
  const { tangent, slotDiagonal: D, slotUpper: U, slotLower: V, nodeCount } = cable;
  const last = nodeCount - 1;
  for (let i = 0; i <= last; i++) {
    const row = 80 * i;
    const d0 = 16 * i; // slot of element i-1; of element i: 16 more
    const d1 = d0 + 16;
    const before = i > 0;
    const after = i < last;
    const inner = before && after;
    const ahead = i < last - 1;
    const behind = i > 1;
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        const o = 4 * r + s;
        // slots 0 and n belong to held ends and are skipped
        const e00 = before ? D[d0 + o] : 0;
        const e11 = after ? D[d1 + o] : 0;
        const e01 = inner ? U[d0 + o] : 0;
        const e10 = inner ? V[d0 + o] : 0;
        const e12 = ahead ? U[d1 + o] : 0;
        const e0m = behind ? V[d0 - 16 + o] : 0; // E_{i-1,i-2}
        tangent[row + 32 + o] = e00 - e01 - e10 + e11;
        if (after) tangent[row + 48 + o] = e01 - e11 + e12;
        if (ahead) tangent[row + 64 + o] = -e12;
        if (before) tangent[row + 16 + o] = e0m - e00 + e10;
        if (behind) tangent[row + o] = -e0m;
      }
      // columns of turns: E_{i-1,k} - E_{i,k}
      const o = 4 * r + 3;
      if (behind) tangent[row + o] = V[d0 - 16 + o];
      if (before) tangent[row + 16 + o] = D[d0 + o] - (inner ? V[d0 + o] : 0);
      tangent[row + 32 + o] = (inner ? U[d0 + o] : 0) - (after ? D[d1 + o] : 0);
      if (after) tangent[row + 48 + o] = ahead ? -U[d1 + o] : 0;
      // the row of the own turn: E_{i,k-1} - E_{i,k}
      const t = 12 + r;
      if (before) tangent[row + 16 + t] = inner ? -V[d0 + t] : 0;
      tangent[row + 32 + t] = (inner ? V[d0 + t] : 0) - (after ? D[d1 + t] : 0);
      if (after) tangent[row + 48 + t] = D[d1 + t] - (ahead ? U[d1 + t] : 0);
      if (ahead) tangent[row + 64 + t] = U[d1 + t];
    }
    if (before) tangent[row + 31] = inner ? V[d0 + 15] : 0;
    tangent[row + 47] = after ? D[d1 + 15] : 0;
    if (after) tangent[row + 63] = ahead ? U[d1 + 15] : 0;
  }
}

/**
 * Without twist E_{k+1,k} is the transpose of E_{k,k+1}, and the fourth rows and columns of all blocks stay 0 except the corner, where a
 * mass may have been added. Every block is written once.
 */
function setWithBending(cable: Cable): void {
  const { tangent, slotDiagonal: D, slotUpper: U, nodeCount } = cable;
  const last = nodeCount - 1;
  for (let i = 0; i <= last; i++) {
    const row = 80 * i;
    const d0 = 16 * i; // slot of element i-1; of element i: 16 more
    const d1 = d0 + 16;
    const before = i > 0 ? 1 : 0;
    const after = i < last ? 1 : 0;
    const inner = before * after;
    const ahead = i < last - 1 ? 1 : 0;
    const behind = i > 1 ? 1 : 0;
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        const o = 4 * r + s;
        const t = 4 * s + r;
        // slots 0 and n belong to held ends and do not count
        const e00 = before === 1 ? D[d0 + o] : 0;
        const e11 = after === 1 ? D[d1 + o] : 0;
        const e01 = inner === 1 ? U[d0 + o] : 0;
        const e10 = inner === 1 ? U[d0 + t] : 0;
        const e12 = ahead === 1 ? U[d1 + o] : 0;
        const e0m = behind === 1 ? U[d0 - 16 + t] : 0; // E_{i-1,i-2}
        tangent[row + 32 + o] = e00 - e01 - e10 + e11;
        if (after === 1) tangent[row + 48 + o] = e01 - e11 + e12;
        if (ahead === 1) tangent[row + 64 + o] = -e12;
        if (before === 1) tangent[row + 16 + o] = e0m - e00 + e10;
        if (behind === 1) tangent[row + o] = -e0m;
      }
    }
    tangent[row + 47] = 0;
  }
}

function setWithTension(cable: Cable): void {
  const { tangent, slotDiagonal: D, nodeCount } = cable;
  const last = nodeCount - 1;
  for (let i = 0; i <= last; i++) {
    const row = 80 * i;
    const d = 16 * i;
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        const o = 4 * r + s;
        const e0 = i > 0 ? D[d + o] : 0;
        const e1 = i < last ? D[d + 16 + o] : 0;
        tangent[row + 32 + o] = e0 + e1;
        if (i > 0) tangent[row + 16 + o] = -e0;
        if (i < last) tangent[row + 48 + o] = -e1;
      }
    }
    tangent[row + 47] = 0;
  }
}

/**
 * values += tangent, block (i, k) at offsets[5 i + k - i + 2] (row-major, `width` wide; -1: skipped), for a matrix with a fixed layout.
 * Width 3 omits twist angles, for cables without twist; 4 includes them.
 */
export function scatterTangent(values: Float64Array, offsets: Int32Array, cable: Cable, width: 3 | 4 = 4): void {
  const { tangent, nodeCount } = cable;
  for (let i = 0; i < nodeCount; i++) {
    for (let side = 0; side < 5; side++) {
      const to = offsets[5 * i + side];
      if (to < 0) continue;
      const from = 80 * i + 16 * side;
      if (width === 4) {
        for (let r = 0; r < 16; r++) values[to + r] += tangent[from + r];
        continue;
      }
      for (let r = 0; r < 3; r++) {
        values[to + 3 * r] += tangent[from + 4 * r];
        values[to + 3 * r + 1] += tangent[from + 4 * r + 1];
        values[to + 3 * r + 2] += tangent[from + 4 * r + 2];
      }
    }
  }
}
