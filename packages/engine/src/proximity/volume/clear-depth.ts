/**
 * The clear depth of a face: down to this depth no other face is nearer anywhere in its cell, except a few rivals. There the depth
 * (envelope.ts) is known without testing other faces. Contact layers are usually thin compared with faces, so most pieces need nothing
 * else. Rivals usually meet the face at a corner, where cells may overlap at any depth.
 */
import { type Cells, RIVALS } from './cells.ts';
import { BEYOND } from './envelope.ts';
import { NearCells } from './near-cells.ts';

/** Depths tried, as parts of the size of a face, each half of the previous one. */
const FIRST = 0.5;
const TRIES = 10;
/** Part of the size of a face that counts as rounding. */
const NOTHING = 1e-12;

const near = new NearCells();
const box = new Float64Array(7);
/** corners of the cell: those of the face, and below them */
let vertices = new Float64Array(6 * 16);

/** Finds cells.clear[f]. */
export function findClear(f: number, cells: Cells): void {
  const { start, corners, clear } = cells;
  const first = start[f];
  const count = start[f + 1] - first;
  if (vertices.length < 6 * count) vertices = new Float64Array(12 * count);
  let size = 0;
  for (let c = 3 * first; c < 3 * (first + count); c++) {
    vertices[c - 3 * first] = corners[c];
    size = Math.max(size, Math.abs(corners[c] - corners[3 * first + (c % 3)]));
  }
  clear[f] = 0;
  let depth = FIRST * size;
  for (let t = 0; t < TRIES; t++) {
    if (reaches(f, depth, count, cells) && isNearest(f, depth, count, cells, NOTHING * size)) {
      clear[f] = depth;
      return;
    }
    depth *= 0.5;
  }
}

/** Computes the corners of the cell at a depth; false where an edge vanishes above it. */
function reaches(f: number, depth: number, count: number, { plane, start, bounds }: Cells): boolean {
  const v = vertices;
  const nx = plane[4 * f];
  const ny = plane[4 * f + 1];
  const nz = plane[4 * f + 2];
  for (let i = 0; i < count; i++) {
    // along both bounds that meet in the corner
    const a = 4 * (start[f] + (i === 0 ? count - 1 : i - 1));
    const b = 4 * (start[f] + i);
    const x = bounds[a + 1] * bounds[b + 2] - bounds[a + 2] * bounds[b + 1];
    const y = bounds[a + 2] * bounds[b] - bounds[a] * bounds[b + 2];
    const z = bounds[a] * bounds[b + 1] - bounds[a + 1] * bounds[b];
    const down = -(nx * x + ny * y + nz * z);
    const o = 3 * (count + i);
    const straight = Math.abs(down) < 1e-6; // no corner at all: straight down
    v[o] = v[3 * i] + depth * (straight ? -nx : x / down);
    v[o + 1] = v[3 * i + 1] + depth * (straight ? -ny : y / down);
    v[o + 2] = v[3 * i + 2] + depth * (straight ? -nz : z / down);
  }
  for (let i = 0; i < count; i++) {
    const p = 3 * i;
    const q = 3 * ((i + 1) % count);
    const o = 3 * count;
    const along =
      (v[o + q] - v[o + p]) * (v[q] - v[p]) +
      (v[o + q + 1] - v[o + p + 1]) * (v[q + 1] - v[p + 1]) +
      (v[o + q + 2] - v[o + p + 2]) * (v[q + 2] - v[p + 2]);
    if (!(along > 0)) return false;
  }
  return true;
}

/** Is every other face deeper everywhere in the cell, except rivals? */
function isNearest(f: number, depth: number, count: number, cells: Cells, nothing: number): boolean {
  const v = vertices;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let c = k; c < 6 * count; c += 3) {
      low = Math.min(low, v[c]);
      high = Math.max(high, v[c]);
    }
    box[k] = 0.5 * (low + high);
    box[3 + k] = 0.5 * (high - low);
  }
  box[6] = 1.001 * cells.wider * depth;
  near.collect(box, cells);
  let rivals = 0;
  for (let i = 0; i < near.count; i++) {
    const g = near.list[i];
    if (g === f) continue;
    if (isDeeper(f, g, v, 2 * count, cells, nothing)) continue;
    if (rivals === RIVALS) return false;
    cells.rivals[RIVALS * f + rivals++] = g;
  }
  for (; rivals < RIVALS; rivals++) cells.rivals[RIVALS * f + rivals] = -1;
  return true;
}

/** Is face g, by one of the linear parts of its depth, nowhere among these places less deep than face f? */
export function isDeeper(f: number, g: number, v: Float64Array, count: number, cells: Cells, nothing: number): boolean {
  const first = cells.start[g];
  for (let sign = 1; sign >= -1; sign -= 2) {
    for (let e = first - 1; e < cells.start[g + 1]; e++) {
      if (isDeeperBy(f, g, sign, e < first ? -1 : e, v, count, cells, nothing)) return true;
      if (cells.convex) return false;
    }
  }
  return false;
}

/** By sign d_g, and how far it is beyond one of its bounds (-1: none). */
function isDeeperBy(
  f: number,
  g: number,
  sign: number,
  edge: number,
  v: Float64Array,
  count: number,
  { plane, bounds }: Cells,
  nothing: number,
): boolean {
  let x = sign * plane[4 * g] - plane[4 * f];
  let y = sign * plane[4 * g + 1] - plane[4 * f + 1];
  let z = sign * plane[4 * g + 2] - plane[4 * f + 2];
  let h = sign * plane[4 * g + 3] - plane[4 * f + 3];
  if (edge >= 0) {
    x -= BEYOND * bounds[4 * edge];
    y -= BEYOND * bounds[4 * edge + 1];
    z -= BEYOND * bounds[4 * edge + 2];
    h -= BEYOND * bounds[4 * edge + 3];
  }
  for (let c = 0; c < 3 * count; c += 3) {
    if (h - x * v[c] - y * v[c + 1] - z * v[c + 2] < -nothing) return false;
  }
  return true;
}
