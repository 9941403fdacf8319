/**
 * Boxes over the elements of all cables: a complete binary tree in the order of the elements, which for a cable is already a spatial order.
 * The tree is never rebuilt; a refit sets the leaves and merges upwards, in linear time. Nodes are numbered as in a heap, root 1, children
 * 2 i and 2 i + 1, leaves from `leaves` on.
 */
import { GrowableInt32 } from '../../base/index.ts';
import type { CableCurves } from './curves.ts';

/**
 * [rad] Two strands of a cable can touch only if it turns by 90 degrees between them. The limit is smaller, because turning is sampled and
 * changes within a step.
 */
export const STRAIGHT = 1.2;

export class ElementTree {
  /** leaves of the complete tree, a power of two */
  leaves = 0;
  /** [m] lower x y z, upper x y z of each node; empty ones have lower > upper */
  boxes: Float64Array = new Float64Array(0);
  /** pairs of elements found by findPairs: first < second, ascending */
  readonly pairs: GrowableInt32 = new GrowableInt32(256);
  readonly #found: GrowableInt32 = new GrowableInt32(256);
  /** a pair of subtrees waits for at most 4 pairs a level on each side of the tree, with 31 levels at most */
  readonly #stack: Int32Array = new Int32Array(512);
  #starts: Int32Array = new Int32Array(0);

  #resize(count: number): void {
    let leaves = 1;
    while (leaves < count) leaves *= 2;
    if (leaves === this.leaves) return;
    this.leaves = leaves;
    this.boxes = new Float64Array(12 * leaves);
    this.#starts = new Int32Array(leaves + 1);
  }

  /**
   * Sets boxes around the tubes of all elements, each enlarged by its `reach` [m], the largest motion of its points until the next search.
   */
  refit(curves: CableCurves, reach: Float64Array): void {
    const { count, coefficients: c, radius } = curves;
    this.#resize(count);
    const { leaves, boxes } = this;
    for (let e = 0; e < leaves; e++) {
      const at = 6 * (leaves + e);
      if (e >= count) {
        for (let k = 0; k < 3; k++) {
          boxes[at + k] = Number.POSITIVE_INFINITY;
          boxes[at + 3 + k] = Number.NEGATIVE_INFINITY;
        }
        continue;
      }
      const margin = radius[e] + reach[e];
      for (let k = 0, o = 12 * e; k < 3; k++, o += 4) {
        // the Bezier points hold the element in their hull
        const b0 = c[o];
        const b1 = b0 + c[o + 1] / 3;
        const b2 = b1 + (c[o + 1] + c[o + 2]) / 3;
        const b3 = b0 + c[o + 1] + c[o + 2] + c[o + 3];
        let low = b0 < b3 ? b0 : b3;
        let high = b0 < b3 ? b3 : b0;
        if (b1 < low) low = b1;
        if (b1 > high) high = b1;
        if (b2 < low) low = b2;
        if (b2 > high) high = b2;
        boxes[at + k] = low - margin;
        boxes[at + 3 + k] = high + margin;
      }
    }
    this.mergeUp();
  }

  /** Enlarges the leaves of a fresh refit to include another instant: the volume swept by the tubes when control points move straight. */
  sweep(other: ElementTree): void {
    const { leaves, boxes } = this;
    const from = other.boxes;
    for (let at = 6 * leaves; at < 12 * leaves; at += 6) {
      for (let k = 0; k < 3; k++) {
        if (from[at + k] < boxes[at + k]) boxes[at + k] = from[at + k];
        if (from[at + 3 + k] > boxes[at + 3 + k]) boxes[at + 3 + k] = from[at + 3 + k];
      }
    }
    this.mergeUp();
  }

  mergeUp(): void {
    const { leaves, boxes } = this;
    for (let i = leaves - 1; i > 0; i--) {
      const at = 6 * i;
      const a = 12 * i;
      const b = a + 6;
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = boxes[a + k] < boxes[b + k] ? boxes[a + k] : boxes[b + k];
        boxes[at + 3 + k] = boxes[a + 3 + k] > boxes[b + 3 + k] ? boxes[a + 3 + k] : boxes[b + 3 + k];
      }
    }
  }

  /**
   * Fills `pairs` with all pairs of elements whose boxes overlap, except neighbours along one cable: by their distance along it and, unless
   * `all`, by its small turn between them. Returns their number.
   */
  findPairs(curves: CableCurves, all = false): number {
    const { leaves, boxes } = this;
    const { cable, count } = curves;
    const stack = this.#stack;
    const found = this.#found;
    found.clear();
    let top = 0;
    stack[top++] = 1;
    stack[top++] = 1;
    while (top > 0) {
      const b = stack[--top];
      const a = stack[--top];
      if (a === b) {
        if (a >= leaves) continue;
        const l = 2 * a;
        stack[top++] = l + 1;
        stack[top++] = l + 1;
        stack[top++] = l;
        stack[top++] = l + 1;
        stack[top++] = l;
        stack[top++] = l;
        continue;
      }
      const o = 6 * a;
      const q = 6 * b;
      if (
        boxes[o] > boxes[q + 3] ||
        boxes[q] > boxes[o + 3] ||
        boxes[o + 1] > boxes[q + 4] ||
        boxes[q + 1] > boxes[o + 4] ||
        boxes[o + 2] > boxes[q + 5] ||
        boxes[q + 2] > boxes[o + 5]
      ) {
        continue;
      }
      if (a >= leaves) {
        // both trees are cut at the same level, so b is a leaf too
        const i = a - leaves;
        const j = b - leaves;
        if (cable[i] === cable[j] && neighbours(curves, i, j, all)) continue;
        found.push(i);
        found.push(j);
        continue;
      }
      const l = 2 * a;
      const r = 2 * b;
      stack[top++] = l + 1;
      stack[top++] = r + 1;
      stack[top++] = l + 1;
      stack[top++] = r;
      stack[top++] = l;
      stack[top++] = r + 1;
      stack[top++] = l;
      stack[top++] = r;
    }
    this.#sort(count);
    return found.length / 2;
  }

  /** Counting sort by the first element, insertion by the second. */
  #sort(count: number): void {
    const found = this.#found;
    const starts = this.#starts;
    this.pairs.resize(found.length);
    const out = this.pairs.data;
    starts.fill(0, 0, count + 1);
    for (let k = 0; k < found.length; k += 2) starts[found.data[k]]++;
    for (let e = 0, sum = 0; e <= count && e < starts.length; e++) {
      const n = starts[e];
      starts[e] = sum;
      sum += n;
    }
    for (let k = 0; k < found.length; k += 2) {
      const i = found.data[k];
      const j = found.data[k + 1];
      const slot = starts[i]++;
      out[2 * slot] = i;
      out[2 * slot + 1] = j;
    }
    for (let k = 1; 2 * k < found.length; k++) {
      const i = out[2 * k];
      const j = out[2 * k + 1];
      let m = k - 1;
      for (; m >= 0 && out[2 * m] === i && out[2 * m + 1] > j; m--) out[2 * m + 3] = out[2 * m + 1];
      out[2 * m + 3] = j;
    }
  }

  /** Elements whose boxes overlap the box [low, high], ascending, into `out`; returns how many. */
  findInBox(out: GrowableInt32, low: Float64Array, high: Float64Array): number {
    const { leaves, boxes } = this;
    const stack = this.#stack;
    out.clear();
    let top = 0;
    stack[top++] = 1;
    while (top > 0) {
      const a = stack[--top];
      const o = 6 * a;
      if (
        boxes[o] > high[0] ||
        low[0] > boxes[o + 3] ||
        boxes[o + 1] > high[1] ||
        low[1] > boxes[o + 4] ||
        boxes[o + 2] > high[2] ||
        low[2] > boxes[o + 5]
      ) {
        continue;
      }
      if (a >= leaves) out.push(a - leaves);
      else {
        stack[top++] = 2 * a + 1;
        stack[top++] = 2 * a;
      }
    }
    return out.length;
  }
}

/** True for elements i < j of one cable that cannot touch: too close along it or, unless `all`, with little turn between them. */
export function neighbours(curves: CableCurves, i: number, j: number, all: boolean): boolean {
  const { cable, arcStart, restLength, neighbourLength, turning } = curves;
  if (arcStart[j] + restLength[j] - arcStart[i] <= neighbourLength[cable[i]]) return true;
  return !all && turning[j + 1] - turning[i] < STRAIGHT;
}
