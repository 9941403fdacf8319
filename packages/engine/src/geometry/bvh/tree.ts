/**
 * A tree of axis-aligned boxes over primitives (triangles), for rigid bodies: built once, flat arrays in preorder.
 * Split by the binned surface-area heuristic (Wald 2007): of the planes between 16 bins along the longest axis of the box of
 * the centres, the one with the least sum of count x surface.
 */
import { EPSILON } from '../../math/index.ts';

export interface BoxTree {
  /** centre x y z, half lengths x y z of each node [m]; the first child of node i is node i + 1 */
  readonly boxes: Float64Array;
  /** of a leaf the first place in `order`, of any other node its second child */
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
  const centres = new Float64Array(3 * size);
  const order = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    order[i] = i;
    for (let k = 0; k < 3; k++) centres[3 * i + k] = 0.5 * (bounds[6 * i + k] + bounds[6 * i + 3 + k]);
  }
  const boxes = new Float64Array(12 * size);
  const link = new Int32Array(2 * size);
  const count = new Int32Array(2 * size);
  const box = new Float64Array(6);
  let nodes = 0;
  let depth = 0;
  // first, end, parent to be linked (-1: none), level
  const todo: number[] = [0, size, -1, 0];
  while (todo.length > 0) {
    const [first, end, parent, level] = todo.splice(-4);
    const node = nodes++;
    depth = Math.max(depth, level);
    if (parent >= 0) link[parent] = node;
    boxOf(box, bounds, order, first, end);
    for (let k = 0; k < 3; k++) {
      boxes[6 * node + k] = 0.5 * (box[k] + box[3 + k]);
      // halves of both ends, rounded up: never smaller than what is inside
      const half = Math.max(box[3 + k] - boxes[6 * node + k], boxes[6 * node + k] - box[k]);
      boxes[6 * node + 3 + k] = half * (1 + EPSILON);
    }
    if (end - first <= leafSize) {
      link[node] = first;
      count[node] = end - first;
      continue;
    }
    const middle = split(bounds, centres, order, first, end);
    todo.push(middle, end, node, level + 1, first, middle, -1, level + 1); // the first child comes next
  }
  return { boxes: boxes.slice(0, 6 * nodes), link: link.slice(0, nodes), count: count.slice(0, nodes), order, depth };
}

/** Lowest and highest x y z of each triangle. */
export function triangleBounds(positions: Float64Array, triangles: Int32Array): Float64Array {
  const bounds = new Float64Array(2 * triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((corner) => positions[3 * triangles[i + corner] + k]);
      bounds[2 * i + k] = Math.min(a, b, c);
      bounds[2 * i + 3 + k] = Math.max(a, b, c);
    }
  }
  return bounds;
}

function boxOf(box: Float64Array, bounds: Float64Array, order: Int32Array, first: number, end: number): void {
  box.fill(Number.POSITIVE_INFINITY, 0, 3);
  box.fill(Number.NEGATIVE_INFINITY, 3);
  for (let i = first; i < end; i++) grow(box, 0, bounds, 6 * order[i]);
}

function grow(box: Float64Array, o: number, bounds: Float64Array, p: number): void {
  for (let k = 0; k < 3; k++) {
    box[o + k] = Math.min(box[o + k], bounds[p + k]);
    box[o + 3 + k] = Math.max(box[o + 3 + k], bounds[p + 3 + k]);
  }
}

/** Half the surface of a box that may be empty. */
function surface(box: Float64Array, o: number): number {
  const x = box[o + 3] - box[o];
  const y = box[o + 4] - box[o + 1];
  const z = box[o + 5] - box[o + 2];
  return x >= 0 ? x * y + y * z + z * x : 0;
}

const binBoxes = new Float64Array(6 * BINS);
const binCounts = new Int32Array(BINS);
const sweepCosts = new Float64Array(BINS);
const sweepBox = new Float64Array(6);

/** Reorders [first, end) into two parts that are not empty; where the second begins. */
function split(bounds: Float64Array, centres: Float64Array, order: Int32Array, first: number, end: number): number {
  let axis = 0;
  let low = 0;
  let extent = -1;
  for (let k = 0; k < 3; k++) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let i = first; i < end; i++) {
      lowest = Math.min(lowest, centres[3 * order[i] + k]);
      highest = Math.max(highest, centres[3 * order[i] + k]);
    }
    if (highest - lowest > extent) [axis, low, extent] = [k, lowest, highest - lowest];
  }
  const half = (first + end) >> 1;
  if (!(extent > 0)) return half; // all centres in one place
  const scale = (BINS * (1 - 1e-12)) / extent;
  const binOf = (p: number): number => Math.floor((centres[3 * p + axis] - low) * scale);
  const bin = bestSplit(bounds, order, first, end, binOf);
  let i = first;
  let j = end - 1;
  while (i <= j) {
    if (binOf(order[i]) <= bin) i += 1;
    else {
      const other = order[j];
      order[j--] = order[i];
      order[i] = other;
    }
  }
  return i > first && i < end ? i : half;
}

/** The bin after which to split. */
function bestSplit(
  bounds: Float64Array,
  order: Int32Array,
  first: number,
  end: number,
  binOf: (p: number) => number,
): number {
  binCounts.fill(0);
  for (let b = 0; b < BINS; b++) {
    binBoxes.fill(Number.POSITIVE_INFINITY, 6 * b, 6 * b + 3);
    binBoxes.fill(Number.NEGATIVE_INFINITY, 6 * b + 3, 6 * b + 6);
  }
  for (let i = first; i < end; i++) {
    const b = binOf(order[i]);
    binCounts[b] += 1;
    grow(binBoxes, 6 * b, bounds, 6 * order[i]);
  }
  // cost of what lies after each bin, then of what lies before
  sweepBox.fill(Number.POSITIVE_INFINITY, 0, 3);
  sweepBox.fill(Number.NEGATIVE_INFINITY, 3);
  let number = 0;
  for (let b = BINS - 1; b > 0; b--) {
    number += binCounts[b];
    grow(sweepBox, 0, binBoxes, 6 * b);
    sweepCosts[b - 1] = number * surface(sweepBox, 0);
  }
  sweepBox.fill(Number.POSITIVE_INFINITY, 0, 3);
  sweepBox.fill(Number.NEGATIVE_INFINITY, 3);
  number = 0;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let b = 0; b < BINS - 1; b++) {
    number += binCounts[b];
    grow(sweepBox, 0, binBoxes, 6 * b);
    const cost = number * surface(sweepBox, 0) + sweepCosts[b];
    if (number > 0 && number < end - first && cost < least) {
      best = b;
      least = cost;
    }
  }
  return best;
}
