/**
 * A tree of axis-aligned boxes over primitives (triangles), for rigid bodies: built once, flat arrays in preorder. Split by the binned
 * surface-area heuristic (Wald 2007): of the planes between 16 bins along the longest axis of the box of all centres, the one with the
 * smallest sum of count x surface.
 */
import { EPSILON } from '../../math/index.ts';

export interface BoxTree {
  /** centre x y z, half lengths x y z of each node [m]; the first child of node i is node i + 1 */
  readonly boxes: Float64Array;
  /** for a leaf its first index into `order`, for any other node its second child */
  readonly link: Int32Array;
  /** primitives in a leaf, 0 for other nodes */
  readonly count: Int32Array;
  /** primitives, leaf by leaf */
  readonly order: Int32Array;
  /** levels below the root */
  readonly depth: number;
}

const BINS = 16;

/** bounds: lowest x y z, highest x y z of each primitive [m], at least one. */
export function buildBoxTree(bounds: Float64Array, leafSize = 2): BoxTree {
  const size = bounds.length / 6;
  const order = new Int32Array(size);
  for (let i = 0; i < size; i++) order[i] = i;
  const boxes = new Float64Array(12 * size);
  const link = new Int32Array(2 * size);
  const count = new Int32Array(2 * size);
  const bins = new Uint8Array(size);
  let nodes = 0;
  let depth = 0;
  // first, end, parent to be linked (-1: none), level
  const todo: number[] = [0, size, -1, 0];
  while (todo.length > 0) {
    const level = todo.pop() as number;
    const parent = todo.pop() as number;
    const end = todo.pop() as number;
    const first = todo.pop() as number;
    const node = nodes++;
    depth = Math.max(depth, level);
    if (parent >= 0) link[parent] = node;
    boxOf(boxes, 6 * node, bounds, order, first, end);
    if (end - first <= leafSize) {
      link[node] = first;
      count[node] = end - first;
      continue;
    }
    const middle = split(bounds, order, bins, first, end);
    todo.push(middle, end, node, level + 1, first, middle, -1, level + 1); // the first child comes next
  }
  return { boxes: boxes.slice(0, 6 * nodes), link: link.slice(0, nodes), count: count.slice(0, nodes), order, depth };
}

/** Lowest and highest x y z of each triangle. */
export function triangleBounds(positions: Float64Array, triangles: Int32Array): Float64Array {
  const bounds = new Float64Array(2 * triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const a = positions[3 * triangles[i] + k];
      const b = positions[3 * triangles[i + 1] + k];
      const c = positions[3 * triangles[i + 2] + k];
      bounds[2 * i + k] = Math.min(a, b, c);
      bounds[2 * i + 3 + k] = Math.max(a, b, c);
    }
  }
  return bounds;
}

/** Centre and half lengths of the box around some primitives; half lengths are rounded up, so that the box contains them. */
function boxOf(
  out: Float64Array,
  o: number,
  bounds: Float64Array,
  order: Int32Array,
  first: number,
  end: number,
): void {
  empty(sweepBox, 0);
  for (let i = first; i < end; i++) grow(sweepBox, 0, bounds, 6 * order[i]);
  for (let k = 0; k < 3; k++) {
    const centre = 0.5 * (sweepBox[k] + sweepBox[3 + k]);
    out[o + k] = centre;
    out[o + 3 + k] = Math.max(sweepBox[3 + k] - centre, centre - sweepBox[k]) * (1 + EPSILON);
  }
}

/** Reorders [first, end) into two non-empty parts. Returns the start of the second. */
function split(bounds: Float64Array, order: Int32Array, bins: Uint8Array, first: number, end: number): number {
  // centres are stored doubled
  let axis = 0;
  let low = 0;
  let extent = -1;
  for (let k = 0; k < 3; k++) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let i = first; i < end; i++) {
      const centre = bounds[6 * order[i] + k] + bounds[6 * order[i] + 3 + k];
      if (centre < lowest) lowest = centre;
      if (centre > highest) highest = centre;
    }
    if (highest - lowest > extent) {
      axis = k;
      low = lowest;
      extent = highest - lowest;
    }
  }
  const half = (first + end) >> 1;
  if (!(extent > 0)) return half; // all centres in one place
  const scale = (BINS * (1 - 1e-12)) / extent;
  for (let i = first; i < end; i++) {
    const p = 6 * order[i] + axis;
    bins[order[i]] = Math.floor((bounds[p] + bounds[p + 3] - low) * scale);
  }
  const bin = bestSplit(bounds, order, bins, first, end);
  let i = first;
  let j = end - 1;
  while (i <= j) {
    if (bins[order[i]] <= bin) i += 1;
    else {
      const other = order[j];
      order[j--] = order[i];
      order[i] = other;
    }
  }
  return i > first && i < end ? i : half;
}

const binBoxes = new Float64Array(6 * BINS);
const binCounts = new Int32Array(BINS);
const sweepCosts = new Float64Array(BINS);
const sweepBox = new Float64Array(6);

/** The bin after which to split. */
function bestSplit(bounds: Float64Array, order: Int32Array, bins: Uint8Array, first: number, end: number): number {
  binCounts.fill(0);
  for (let i = first; i < end; i++) {
    const b = bins[order[i]];
    if (binCounts[b] === 0) empty(binBoxes, 6 * b);
    binCounts[b] += 1;
    grow(binBoxes, 6 * b, bounds, 6 * order[i]);
  }
  // cost of the primitives after each bin, then of those before it
  empty(sweepBox, 0);
  let number = 0;
  for (let b = BINS - 1; b > 0; b--) {
    number += binCounts[b];
    if (binCounts[b] > 0) grow(sweepBox, 0, binBoxes, 6 * b);
    sweepCosts[b - 1] = number * surface(sweepBox);
  }
  empty(sweepBox, 0);
  number = 0;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let b = 0; b < BINS - 1; b++) {
    if (binCounts[b] === 0) continue;
    number += binCounts[b];
    grow(sweepBox, 0, binBoxes, 6 * b);
    const cost = number * surface(sweepBox) + sweepCosts[b];
    if (number < end - first && cost < least) {
      best = b;
      least = cost;
    }
  }
  return best;
}

function empty(box: Float64Array, o: number): void {
  box[o] = Number.POSITIVE_INFINITY;
  box[o + 1] = Number.POSITIVE_INFINITY;
  box[o + 2] = Number.POSITIVE_INFINITY;
  box[o + 3] = Number.NEGATIVE_INFINITY;
  box[o + 4] = Number.NEGATIVE_INFINITY;
  box[o + 5] = Number.NEGATIVE_INFINITY;
}

function grow(box: Float64Array, o: number, bounds: Float64Array, p: number): void {
  if (bounds[p] < box[o]) box[o] = bounds[p];
  if (bounds[p + 1] < box[o + 1]) box[o + 1] = bounds[p + 1];
  if (bounds[p + 2] < box[o + 2]) box[o + 2] = bounds[p + 2];
  if (bounds[p + 3] > box[o + 3]) box[o + 3] = bounds[p + 3];
  if (bounds[p + 4] > box[o + 4]) box[o + 4] = bounds[p + 4];
  if (bounds[p + 5] > box[o + 5]) box[o + 5] = bounds[p + 5];
}

/** Half the surface of a box that may be empty. */
function surface(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x >= 0 ? x * y + y * z + z * x : 0;
}
