/**
 * How far apart are the surfaces of two meshes? Both trees are descended from their roots, nearer pairs of boxes first, down to triangles
 * (as in Gottschalk, Lin, Manocha 1996, for pairs that overlap). The gaps along the three face normals of one box, combined, are a lower
 * bound of the distance of two boxes.
 */
import type { PairList } from './traverse.ts';
import type { BoxTree } from './tree.ts';
import type { TreeMesh } from './tree-mesh.ts';
import { gapFound, triangleGap } from './triangle-gap.ts';

/** Cost of a pair of triangles, in pairs of boxes. */
const TRIANGLES = 2;

const leafA = new Float64Array(9);
const leafB = new Float64Array(9);
/** distance [m] of each pair of boxes on the stack */
let waiting = new Float64Array(128);
const boxGap = new Float64Array(1);

/**
 * A lower bound [m] of the distance of the two surfaces, at most `most`, when the second is moved by x -> rot x + shift into the frame of
 * the first; 0 where they cross. part: share of the true distance that the bound must reach; 1 for the distance itself. trials: number of
 * pairs of boxes that may be opened; where these do not suffice, the bound may be lower, down to 0.
 */
export function gapOfMeshes(
  scratch: PairList,
  first: TreeMesh,
  second: TreeMesh,
  rot: Float64Array,
  shift: Float64Array,
  most: number,
  part: number,
  trials: number = Number.POSITIVE_INFINITY,
): number {
  const a = first.tree;
  const b = second.tree;
  const room = 6 * (a.depth + b.depth + 2);
  if (room > scratch.stack.length) scratch.stack = new Int32Array(2 * room);
  if (waiting.length < scratch.stack.length / 2) waiting = new Float64Array(scratch.stack.length / 2);
  const { stack } = scratch;
  let least = most; // smallest distance of the triangle pairs computed
  let left = most; // smallest distance of the box pairs not opened
  let looks = 0;
  let top = 1;
  stack[0] = 0;
  stack[1] = 0;
  findBoxGap(a, 0, b, 0, rot, shift);
  waiting[0] = boxGap[0];
  while (top > 0) {
    top--;
    const i = stack[2 * top];
    const j = stack[2 * top + 1];
    if (waiting[top] >= part * least || looks >= trials) {
      if (waiting[top] < left) left = waiting[top];
      continue;
    }
    const m = a.count[i];
    const n = b.count[j];
    if (m > 0 && n > 0) {
      looks += TRIANGLES * m * n;
      gapFound[0] = least;
      addLeafGap(first, i, second, j, rot, shift);
      least = gapFound[0];
      if (least === 0) return 0;
      continue;
    }
    looks++;
    const openFirst = n > 0 || (m === 0 && sizeOf(a, i) >= sizeOf(b, j));
    const k = openFirst ? a.link[i] : i;
    const l = openFirst ? j : b.link[j];
    const p = openFirst ? i + 1 : i;
    const q = openFirst ? j : j + 1;
    findBoxGap(a, k, b, l, rot, shift);
    const one = boxGap[0];
    findBoxGap(a, p, b, q, rot, shift);
    const other = boxGap[0];
    const near = one <= other ? 1 : 0; // the nearer one goes on top
    stack[2 * (top + near)] = k;
    stack[2 * (top + near) + 1] = l;
    waiting[top + near] = one;
    stack[2 * (top + 1 - near)] = p;
    stack[2 * (top + 1 - near) + 1] = q;
    waiting[top + 1 - near] = other;
    top += 2;
  }
  return Math.min(least, left);
}

function sizeOf({ boxes }: BoxTree, i: number): number {
  return boxes[6 * i + 3] + boxes[6 * i + 4] + boxes[6 * i + 5];
}

/** All triangles of one leaf against those of another, into gapFound. */
function addLeafGap(
  first: TreeMesh,
  i: number,
  second: TreeMesh,
  j: number,
  rot: Float64Array,
  shift: Float64Array,
): void {
  const a = first.tree;
  const b = second.tree;
  for (let v = b.link[j]; v < b.link[j] + b.count[j]; v++) {
    for (let c = 0; c < 3; c++) {
      const o = 3 * second.corners[3 * b.order[v] + c];
      const x = second.positions[o];
      const y = second.positions[o + 1];
      const z = second.positions[o + 2];
      for (let k = 0; k < 3; k++) {
        leafB[3 * c + k] = rot[3 * k] * x + rot[3 * k + 1] * y + rot[3 * k + 2] * z + shift[k];
      }
    }
    for (let u = a.link[i]; u < a.link[i] + a.count[i]; u++) {
      for (let c = 0; c < 3; c++) {
        const o = 3 * first.corners[3 * a.order[u] + c];
        for (let k = 0; k < 3; k++) leafA[3 * c + k] = first.positions[o + k];
      }
      triangleGap(leafA, 0, leafB, 0);
      if (gapFound[0] === 0) return;
    }
  }
}

function findBoxGap(
  first: BoxTree,
  i: number,
  second: BoxTree,
  j: number,
  rot: Float64Array,
  shift: Float64Array,
): void {
  const a = first.boxes;
  const b = second.boxes;
  const p = 6 * i;
  const q = 6 * j;
  const d0 = rot[0] * b[q] + rot[1] * b[q + 1] + rot[2] * b[q + 2] + shift[0] - a[p];
  const d1 = rot[3] * b[q] + rot[4] * b[q + 1] + rot[5] * b[q + 2] + shift[1] - a[p + 1];
  const d2 = rot[6] * b[q] + rot[7] * b[q + 1] + rot[8] * b[q + 2] + shift[2] - a[p + 2];
  let alongA = 0;
  let alongB = 0;
  for (let k = 0; k < 3; k++) {
    const d = k === 0 ? d0 : k === 1 ? d1 : d2;
    const r = 3 * k;
    const reach = Math.abs(rot[r]) * b[q + 3] + Math.abs(rot[r + 1]) * b[q + 4] + Math.abs(rot[r + 2]) * b[q + 5];
    const gap = Math.abs(d) - a[p + 3 + k] - reach;
    if (gap > 0) alongA += gap * gap;
    const e = rot[k] * d0 + rot[3 + k] * d1 + rot[6 + k] * d2;
    const back = Math.abs(rot[k]) * a[p + 3] + Math.abs(rot[3 + k]) * a[p + 4] + Math.abs(rot[6 + k]) * a[p + 5];
    const other = Math.abs(e) - b[q + 3 + k] - back;
    if (other > 0) alongB += other * other;
  }
  boxGap[0] = Math.sqrt(Math.max(alongA, alongB));
}
