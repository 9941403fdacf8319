/** Faces of a solid that may be the nearest to a place in it, found by the tree of their boxes. */
import { grown } from '../mesh-mesh/crossings.ts';
import { type Cells, hasArea } from './cells.ts';
import { BEYOND } from './envelope.ts';

let stack = new Int32Array(64);
const depthAt = new Float64Array(1);

/** Depth [m] of p[o...] under face f (envelope.ts), into depthAt. */
function depthUnder(p: Float64Array, o: number, f: number, { plane, start, bounds, convex }: Cells): void {
  const x = p[o];
  const y = p[o + 1];
  const z = p[o + 2];
  const c = 4 * f;
  const depth = Math.abs(plane[c + 3] - plane[c] * x - plane[c + 1] * y - plane[c + 2] * z);
  let beyond = 0;
  if (!convex) {
    for (let b = 4 * start[f]; b < 4 * start[f + 1]; b += 4) {
      const t = bounds[b] * x + bounds[b + 1] * y + bounds[b + 2] * z - bounds[b + 3];
      if (t > beyond) beyond = t;
    }
  }
  depthAt[0] = depth + BEYOND * beyond;
}

/** Depth [m] of at[0...2], in the frame of the mesh: at[3], an upper bound, is lowered. Returns the nearest face, or -1. */
export function findDepth(at: Float64Array, cells: Cells): number {
  const { plane } = cells;
  const { boxes, link, count, order, depth } = cells.tree;
  if (stack.length < depth + 2) stack = new Int32Array(2 * (depth + 2));
  const x = at[0];
  const y = at[1];
  const z = at[2];
  let best = at[3];
  let found = -1;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const o = 6 * node;
    const bx = Math.max(0, Math.abs(boxes[o] - x) - boxes[o + 3]);
    const by = Math.max(0, Math.abs(boxes[o + 1] - y) - boxes[o + 4]);
    const bz = Math.max(0, Math.abs(boxes[o + 2] - z) - boxes[o + 5]);
    if (bx * bx + by * by + bz * bz >= best * best) continue;
    if (count[node] === 0) {
      // the nearer one first
      const a = 6 * (node + 1);
      const b = 6 * link[node];
      const far =
        Math.abs(boxes[a] - x) + Math.abs(boxes[a + 1] - y) + Math.abs(boxes[a + 2] - z) >
        Math.abs(boxes[b] - x) + Math.abs(boxes[b + 1] - y) + Math.abs(boxes[b + 2] - z);
      stack[top++] = far ? node + 1 : link[node];
      stack[top++] = far ? link[node] : node + 1;
      continue;
    }
    for (let t = link[node]; t < link[node] + count[node]; t++) {
      const f = order[t];
      const c = 4 * f;
      if (!(Math.abs(plane[c + 3] - plane[c] * x - plane[c + 1] * y - plane[c + 2] * z) < best)) continue;
      depthUnder(at, 0, f, cells);
      if (!(depthAt[0] < best) || !hasArea(plane, f)) continue;
      best = depthAt[0];
      found = f;
    }
  }
  at[3] = best;
  return found;
}

/** Writes to box[6] the largest depth [m] of the corners of a polygon under face f. */
export function boundDepth(box: Float64Array, corner: Float64Array, corners: number, f: number, cells: Cells): void {
  let most = 0;
  for (let p = 0; p < 3 * corners; p += 3) {
    depthUnder(corner, p, f, cells);
    if (depthAt[0] > most) most = depthAt[0];
  }
  box[6] = most;
}

/** Faces near a place. */
export class NearCells {
  count = 0;
  list: Int32Array = new Int32Array(64);

  /** Faces with a cell whose boxes are within a distance (box[6]) of the box (centre, half lengths), in the frame of the mesh. */
  collect(box: Float64Array, { tree, plane }: Cells): void {
    const { boxes, link, count, order } = tree;
    if (stack.length < tree.depth + 2) stack = new Int32Array(2 * (tree.depth + 2));
    this.count = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const o = 6 * node;
      if (Math.abs(boxes[o] - box[0]) > boxes[o + 3] + box[3] + box[6]) continue;
      if (Math.abs(boxes[o + 1] - box[1]) > boxes[o + 4] + box[4] + box[6]) continue;
      if (Math.abs(boxes[o + 2] - box[2]) > boxes[o + 5] + box[5] + box[6]) continue;
      if (count[node] === 0) {
        stack[top++] = link[node];
        stack[top++] = node + 1;
        continue;
      }
      for (let t = link[node]; t < link[node] + count[node]; t++) {
        if (!hasArea(plane, order[t])) continue;
        if (this.count === this.list.length) this.list = grown(this.list);
        this.list[this.count++] = order[t];
      }
    }
  }
}
