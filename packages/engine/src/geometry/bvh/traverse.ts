/**
 * Which primitives of two moving trees may meet? Both trees are traversed together in the frame of the first, on a stack of node pairs. Two
 * boxes are separated by their six face normals, the first six of the fifteen axes of Gottschalk, Lin & Manocha 1996; testing the nine edge
 * products would cost more than it saves.
 */
import type { BoxTree } from './tree.ts';

/** Pairs found, and the stack, kept between calls. */
export interface PairList {
  /** primitive of the first tree, primitive of the second, ... */
  pairs: Int32Array;
  length: number;
  stack: Int32Array;
  /** boxes of the second tree in the frame of the first, centre and half lengths; valid where `seen` holds the number of this traversal */
  moved: Float64Array;
  seen: Int32Array;
  walk: number;
}

export function makePairList(): PairList {
  return {
    pairs: new Int32Array(512),
    length: 0,
    stack: new Int32Array(256),
    moved: new Float64Array(0),
    seen: new Int32Array(0),
    walk: 0,
  };
}

/**
 * Fills `out` with all pairs of primitives whose leaf boxes overlap when the second tree is moved by x -> rot x + shift
 * into the frame of the first; boxes are grown by `margin` [m]. False when not even the outer boxes overlap.
 */
export function collectPairs(
  out: PairList,
  first: BoxTree,
  second: BoxTree,
  rot: Float64Array,
  shift: Float64Array,
  margin: number,
): boolean {
  const a = first.boxes;
  const b = second.boxes;
  const linkA = first.link;
  const linkB = second.link;
  const countA = first.count;
  const countB = second.count;
  const r0 = rot[0];
  const r1 = rot[1];
  const r2 = rot[2];
  const r3 = rot[3];
  const r4 = rot[4];
  const r5 = rot[5];
  const r6 = rot[6];
  const r7 = rot[7];
  const r8 = rot[8];
  const s0 = Math.abs(r0);
  const s1 = Math.abs(r1);
  const s2 = Math.abs(r2);
  const s3 = Math.abs(r3);
  const s4 = Math.abs(r4);
  const s5 = Math.abs(r5);
  const s6 = Math.abs(r6);
  const s7 = Math.abs(r7);
  const s8 = Math.abs(r8);
  const tx = shift[0];
  const ty = shift[1];
  const tz = shift[2];
  out.length = 0;
  // every level pops one pair and pushes four at most
  const room = 6 * (first.depth + second.depth + 2);
  if (room > out.stack.length) out.stack = new Int32Array(2 * room);
  const stack = out.stack;
  if (out.seen.length < countB.length || out.walk === 0x7ffffffe) {
    out.moved = new Float64Array(6 * Math.max(countB.length, out.seen.length));
    out.seen = new Int32Array(Math.max(countB.length, out.seen.length));
    out.walk = 0;
  }
  const { moved, seen } = out;
  const walk = ++out.walk;
  let overlap = false;
  let top = 2;
  stack[0] = 0;
  stack[1] = 0;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    const p = 6 * i;
    const q = 6 * j;
    const gx = b[q + 3];
    const gy = b[q + 4];
    const gz = b[q + 5];
    // a node is compared with several of the other tree: transform it once
    if (seen[j] !== walk) {
      seen[j] = walk;
      const bx = b[q];
      const by = b[q + 1];
      const bz = b[q + 2];
      moved[q] = r0 * bx + r1 * by + r2 * bz + tx;
      moved[q + 1] = r3 * bx + r4 * by + r5 * bz + ty;
      moved[q + 2] = r6 * bx + r7 * by + r8 * bz + tz;
      moved[q + 3] = s0 * gx + s1 * gy + s2 * gz + margin;
      moved[q + 4] = s3 * gx + s4 * gy + s5 * gz + margin;
      moved[q + 5] = s6 * gx + s7 * gy + s8 * gz + margin;
    }
    const hx = a[p + 3];
    const dx = moved[q] - a[p];
    if (Math.abs(dx) > hx + moved[q + 3]) continue;
    const hy = a[p + 4];
    const dy = moved[q + 1] - a[p + 1];
    if (Math.abs(dy) > hy + moved[q + 4]) continue;
    const hz = a[p + 5];
    const dz = moved[q + 2] - a[p + 2];
    if (Math.abs(dz) > hz + moved[q + 5]) continue;
    if (Math.abs(r0 * dx + r3 * dy + r6 * dz) > gx + s0 * hx + s3 * hy + s6 * hz + margin) continue;
    if (Math.abs(r1 * dx + r4 * dy + r7 * dz) > gy + s1 * hx + s4 * hy + s7 * hz + margin) continue;
    if (Math.abs(r2 * dx + r5 * dy + r8 * dz) > gz + s2 * hx + s5 * hy + s8 * hz + margin) continue;
    overlap = true;
    const m = countA[i];
    const n = countB[j];
    if (m > 0 && n > 0) {
      addLeafPairs(out, first.order, linkA[i], m, second.order, linkB[j], n);
      continue;
    }
    // open the larger box; both, when they are of similar size
    const a1 = hx + hy + hz;
    const b1 = gx + gy + gz;
    if (m === 0 && n === 0 && 0.5 * a1 < b1 && 0.5 * b1 < a1) {
      const k = linkA[i];
      const l = linkB[j];
      stack[top++] = k;
      stack[top++] = l;
      stack[top++] = k;
      stack[top++] = j + 1;
      stack[top++] = i + 1;
      stack[top++] = l;
      stack[top++] = i + 1;
      stack[top++] = j + 1;
    } else if (n > 0 || (m === 0 && a1 >= b1)) {
      stack[top++] = linkA[i];
      stack[top++] = j;
      stack[top++] = i + 1;
      stack[top++] = j;
    } else {
      stack[top++] = i;
      stack[top++] = linkB[j];
      stack[top++] = i;
      stack[top++] = j + 1;
    }
  }
  return overlap;
}

function addLeafPairs(
  out: PairList,
  orderA: Int32Array,
  firstA: number,
  countA: number,
  orderB: Int32Array,
  firstB: number,
  countB: number,
): void {
  let n = out.length;
  if (n + 2 * countA * countB > out.pairs.length) {
    const larger = new Int32Array(2 * (n + 2 * countA * countB));
    larger.set(out.pairs);
    out.pairs = larger;
  }
  const pairs = out.pairs;
  for (let i = firstA; i < firstA + countA; i++) {
    for (let j = firstB; j < firstB + countB; j++) {
      pairs[n++] = orderA[i];
      pairs[n++] = orderB[j];
    }
  }
  out.length = n;
}

/**
 * Fills `out.pairs` (here single numbers) with the primitives whose leaf boxes meet the ray from x y z along dx dy dz;
 * `ray` holds those six in the frame of the tree. Boxes are grown by `margin` [m].
 */
export function collectAlongRay(out: PairList, tree: BoxTree, ray: Float64Array, margin: number): void {
  const { boxes, link, count, order } = tree;
  out.length = 0;
  const room = tree.depth + 2;
  if (room > out.stack.length) out.stack = new Int32Array(2 * room);
  const stack = out.stack;
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    const node = stack[--top];
    let enter = 0;
    let leave = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 3; k++) {
      const from = boxes[6 * node + k] - ray[k];
      const half = boxes[6 * node + 3 + k] + margin;
      const slope = ray[3 + k];
      if (slope === 0) {
        if (Math.abs(from) > half) enter = Number.POSITIVE_INFINITY;
        continue;
      }
      const near = (from - (slope > 0 ? half : -half)) / slope;
      const far = (from + (slope > 0 ? half : -half)) / slope;
      if (near > enter) enter = near;
      if (far < leave) leave = far;
    }
    if (enter > leave) continue;
    const n = count[node];
    if (n === 0) {
      stack[top++] = link[node];
      stack[top++] = node + 1;
      continue;
    }
    if (out.length + n > out.pairs.length) {
      const larger = new Int32Array(2 * (out.length + n));
      larger.set(out.pairs);
      out.pairs = larger;
    }
    for (let i = link[node]; i < link[node] + n; i++) out.pairs[out.length++] = order[i];
  }
}
