/**
 * Divides a flat piece of a surface inside a solid where another face of the solid becomes the nearest. On each part the depth is a linear
 * function, so that integrals are exact, whatever the previous division.
 *   depth(x) = min over faces f of |d_f(x)| + 2 max(0, t_f(x))
 * d_f: under the plane of f; t_f: beyond the bounds of its cell, half-way to its neighbours (cells.ts). Where cells fill the solid exactly
 * once, this is the depth under the face of the cell: across an edge that turns by 2 b the depth of the next face differs by 2 sin(b) t.
 * Where cells overlap, the smaller depth counts, and in gaps, at corners, that of the nearest cell. The depth is continuous and vanishes on
 * the surface, and nowhere else.
 */
import { grown } from '../mesh-mesh/crossings.ts';
import type { Cells } from './cells.ts';

/** Largest number of corners of a polygon, far more than divisions produce; such a polygon is not divided again. */
const MOST = 64;
const SLOT = 3 * MOST + 3;

/**
 * A depth within this multiple of the rounding distance of a linear function counts as linear: more than the corners of one polygon can
 * accumulate.
 */
const LOOSE = 64;
/** Additional depth for each distance beyond the bounds of a cell: the largest value that any edge requires. */
export const BEYOND = 2;

/**
 * Receiver of the parts: convex polygons (three numbers for each corner, in the frame of the solid) over which the depth is slope[3] -
 * slope[0...2].x.
 */
export interface EnvelopeSink {
  addPart(polygon: Float64Array, at: number, count: number, slope: Float64Array): void;
}

let polygons = new Float64Array(32 * SLOT);
let lists = new Int32Array(512);
/** of each waiting polygon: number of corners, start and end of its list of cells, upper bound of its depth */
let frames = new Int32Array(3 * 32);
let bounds = new Float64Array(32);
/**
 * of each face in the present list: smallest and largest depth over the polygon, deviation from linear; its linear function in the middle,
 * and the one farthest from that (code)
 */
let lows = new Float64Array(512);
let highs = new Float64Array(512);
let offs = new Float64Array(512);
let codes = new Int32Array(512);
let others = new Int32Array(512);
const work = new Float64Array(SLOT);
/** signed heights of the corners of the present polygon over its dividing plane */
const heights = new Float64Array(MOST + 1);
/** two linear functions: that of the nearest face, and of the present face */
const nearest = new Float64Array(4);
const linear = new Float64Array(4);
/** distance of each corner beyond the bounds of the present face, and the bound with the largest distance */
const beyond = new Float64Array(MOST + 1);
const edges = new Int32Array(MOST + 1);
const cutting = new Float64Array(4);
/** [m] heights below which a corner lies in a plane */
const close = new Float64Array(1);

/**
 * Divides a convex polygon by the first `count` cells of a list, at least one. limits: height below which a corner lies in a plane, and
 * upper bound of its depth [m]
 */
export function cutByDepth(
  out: EnvelopeSink,
  corner: Float64Array,
  corners: number,
  cells: Cells,
  list: Int32Array,
  count: number,
  limits: Float64Array,
): void {
  reserve(2, count);
  for (let i = 0; i < 3 * corners; i++) polygons[i] = corner[i];
  for (let i = 0; i < count; i++) lists[i] = list[i];
  frames[0] = corners;
  frames[1] = 0;
  frames[2] = count;
  bounds[0] = limits[1];
  let top = 1;
  close[0] = limits[0];
  while (top > 0) top = part(out, top - 1, cells);
}

/** Processes the polygon at `slot`, the last one waiting: passes it on or divides it. Returns the number still waiting. */
function part(out: EnvelopeSink, slot: number, cells: Cells): number {
  const nothing = close[0];
  const corners = polygons;
  const first = frames[3 * slot + 1];
  const end = frames[3 * slot + 2];
  const count = frames[3 * slot];
  const at = SLOT * slot;
  // the face whose largest depth is smallest
  let best = first;
  let last = first;
  for (let i = first; i < end; i++) {
    lists[last] = lists[i];
    if (!survey(last, slot, at, count, cells)) continue;
    if (highs[last] < highs[best]) best = last;
    last++;
  }
  if (last === first) return slot;
  frames[3 * slot + 2] = last;
  const bound = highs[best];
  if (offs[best] > LOOSE * nothing && count < MOST) {
    findBend(best, cells);
    return split(slot);
  }
  put(nearest, lists[best], cells, codes[best]);
  // faces that are nowhere less deep are dropped, here and in the halves
  let kept = first;
  let cuts = false;
  for (let i = first; i < last; i++) {
    if (i === best) {
      lists[kept++] = lists[i];
      continue;
    }
    if (lows[i] >= bound) continue;
    put(linear, lists[i], cells, codes[i]);
    const nx = linear[0] - nearest[0];
    const ny = linear[1] - nearest[1];
    const nz = linear[2] - nearest[2];
    const h = linear[3] - nearest[3];
    let low = 0;
    let high = 0;
    for (let p = at; p < at + 3 * count; p += 3) {
      const height = nx * corners[p] + ny * corners[p + 1] + nz * corners[p + 2] - h;
      if (height < low) low = height;
      if (height > high) high = height;
    }
    if (high <= nothing) continue; // a lower bound from its linear parts
    const bends = offs[i] > LOOSE * nothing;
    if (low >= -nothing && !bends) {
      for (let k = 0; k < 4; k++) nearest[k] = linear[k]; // less deep everywhere: it is the nearest
    } else if (!cuts) {
      cuts = true;
      if (low < -nothing) {
        cutting[0] = nx;
        cutting[1] = ny;
        cutting[2] = nz;
        cutting[3] = h;
      } else findBend(i, cells);
    }
    lists[kept++] = lists[i];
  }
  frames[3 * slot + 2] = kept;
  if (cuts && count < MOST) return split(slot);
  out.addPart(polygons, at, count, nearest);
  return slot;
}

/** Writes the plane at which the depth of face i of the list bends to `cutting`. */
function findBend(i: number, cells: Cells): void {
  put(linear, lists[i], cells, codes[i]);
  put(cutting, lists[i], cells, others[i]);
  for (let k = 0; k < 4; k++) cutting[k] = linear[k] - cutting[k];
}

/**
 * Depth of the polygon under face i of the list: false where this face is nowhere the nearest. Fills lows, offs and codes; lowers the bound
 * of the polygon.
 */
function survey(i: number, slot: number, at: number, count: number, cells: Cells): boolean {
  const { plane, start, bounds: planes } = cells;
  const corners = polygons;
  const past = beyond;
  const which = edges;
  const f = lists[i];
  const bound = bounds[slot] + close[0]; // corners carry rounding errors
  const nx = plane[4 * f];
  const ny = plane[4 * f + 1];
  const nz = plane[4 * f + 2];
  const h = plane[4 * f + 3];
  let sum = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let c = 0, p = at; c < count; c++, p += 3) {
    const d = h - nx * corners[p] - ny * corners[p + 1] - nz * corners[p + 2];
    past[c] = 0;
    which[c] = -1;
    sum += d;
    if (d < low) low = d;
    if (d > high) high = d;
  }
  const least = low > 0 ? low : high < 0 ? -high : 0;
  if (least > bound) return false;
  lows[i] = least;
  highs[i] = high;
  offs[i] = 0;
  codes[i] = 0;
  if (cells.convex) {
    if (high < bounds[slot]) bounds[slot] = high;
    return true;
  }
  // the bound exceeded by each corner, and by all
  let edge = -1;
  let farthest = 0;
  for (let e = start[f]; e < start[f + 1]; e++) {
    const bx = planes[4 * e];
    const by = planes[4 * e + 1];
    const bz = planes[4 * e + 2];
    const bh = planes[4 * e + 3];
    let total = 0;
    let lowest = Number.POSITIVE_INFINITY;
    for (let c = 0, p = at; c < count; c++, p += 3) {
      const t = bx * corners[p] + by * corners[p + 1] + bz * corners[p + 2] - bh;
      total += t;
      if (t < lowest) lowest = t;
      if (t > past[c]) {
        past[c] = t;
        which[c] = e;
      }
    }
    if (lowest > 0 && least + BEYOND * lowest > lows[i]) {
      lows[i] = least + BEYOND * lowest;
      if (lows[i] > bound) return false;
    }
    if (total > farthest) {
      farthest = total;
      edge = e;
    }
  }
  const sign = sum < 0 ? -1 : 1;
  let most = 0;
  let off = 0;
  let there = 0;
  for (let c = 0, p = at; c < count; c++, p += 3) {
    const x = corners[p];
    const y = corners[p + 1];
    const z = corners[p + 2];
    const d = h - nx * x - ny * y - nz * z;
    const whole = Math.abs(d) + BEYOND * past[c];
    if (whole > most) most = whole;
    let middle = sign * d;
    if (edge >= 0) {
      const b = 4 * edge;
      middle += BEYOND * (planes[b] * x + planes[b + 1] * y + planes[b + 2] * z - planes[b + 3]);
    }
    if (whole - middle <= off) continue;
    off = whole - middle;
    there = c;
  }
  highs[i] = most;
  if (most < bounds[slot]) bounds[slot] = most;
  offs[i] = off;
  codes[i] = 2 * (edge + 1) + (sign < 0 ? 1 : 0);
  const p = at + 3 * there;
  const above = h - nx * corners[p] - ny * corners[p + 1] - nz * corners[p + 2] < 0;
  others[i] = 2 * (which[there] + 1) + (above ? 1 : 0);
  return true;
}

/** d of face f, or -d, plus BEYOND t of a bound or zero, as out[3] - out x. */
function put(out: Float64Array, f: number, { plane, bounds: planes }: Cells, code: number): void {
  const sign = (code & 1) === 1 ? -1 : 1;
  for (let k = 0; k < 4; k++) out[k] = sign * plane[4 * f + k];
  const edge = (code >> 1) - 1;
  if (edge < 0) return;
  for (let k = 0; k < 4; k++) out[k] -= BEYOND * planes[4 * edge + k];
}

function reserve(slots: number, entries: number): void {
  while (polygons.length < SLOT * slots) polygons = grown(polygons);
  while (frames.length < 3 * slots) {
    frames = grown(frames);
    bounds = grown(bounds);
  }
  while (lists.length < entries) {
    lists = grown(lists);
    lows = grown(lows);
    highs = grown(highs);
    offs = grown(offs);
    codes = grown(codes);
    others = grown(others);
  }
}

/** Divides the polygon at `slot` by the plane `cutting`; both halves keep its cells. */
function split(slot: number): number {
  const nothing = close[0];
  const first = frames[3 * slot + 1];
  const last = frames[3 * slot + 2];
  const count = frames[3 * slot];
  reserve(slot + 2, 2 * last - first);
  const at = SLOT * slot;
  for (let c = 0; c < count; c++) {
    const p = at + 3 * c;
    const height = cutting[0] * polygons[p] + cutting[1] * polygons[p + 1] + cutting[2] * polygons[p + 2] - cutting[3];
    heights[c] = Math.abs(height) <= nothing ? 0 : height;
    for (let k = 0; k < 3; k++) work[3 * c + k] = polygons[p + k];
  }
  let below = at;
  let above = SLOT * (slot + 1);
  for (let c = 0; c < count; c++) {
    const n = c + 1 < count ? c + 1 : 0;
    const here = heights[c];
    const next = heights[n];
    for (let k = 0; k < 3; k++) {
      if (here <= 0) polygons[below + k] = work[3 * c + k];
      if (here >= 0) polygons[above + k] = work[3 * c + k];
    }
    if (here <= 0) below += 3;
    if (here >= 0) above += 3;
    if ((here < 0 && next > 0) || (here > 0 && next < 0)) {
      const t = here / (here - next);
      for (let k = 0; k < 3; k++) {
        const x = work[3 * c + k] + t * (work[3 * n + k] - work[3 * c + k]);
        polygons[below + k] = x;
        polygons[above + k] = x;
      }
      below += 3;
      above += 3;
    }
  }
  return waitBoth(slot, (below - at) / 3, (above - SLOT * (slot + 1)) / 3);
}

/** Corners of the two halves; a half with fewer than three is empty. */
function waitBoth(slot: number, corners: number, others: number): number {
  const first = frames[3 * slot + 1];
  const last = frames[3 * slot + 2];
  if (corners < 3) {
    if (others < 3) return slot;
    polygons.copyWithin(SLOT * slot, SLOT * (slot + 1), SLOT * (slot + 1) + 3 * others);
    frames[3 * slot] = others;
    return slot + 1;
  }
  frames[3 * slot] = corners;
  if (others < 3) return slot + 1;
  for (let i = first; i < last; i++) lists[last + i - first] = lists[i];
  bounds[slot + 1] = bounds[slot];
  frames[3 * slot + 3] = others;
  frames[3 * slot + 4] = last;
  frames[3 * slot + 5] = 2 * last - first;
  return slot + 2;
}
