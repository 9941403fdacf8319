/**
 * Follows a flat piece of a surface inside a solid from face to face: the part in the cell of a face, above its clear depth
 * (clear-depth.ts), has the depth under that face; the part beyond a bound continues with the face there. Uncertain parts are divided by
 * all near faces (envelope.ts).
 */
import { grown } from '../mesh-mesh/crossings.ts';
import { type Cells, hasArea, RIVALS } from './cells.ts';
import { findClear, isDeeper } from './clear-depth.ts';
import type { EnvelopeSink } from './envelope.ts';

/** Most corners of a polygon that is followed. */
const MOST_WALKED = 14;
const SLOT = 3 * (MOST_WALKED + 2);
/** A polygon passed on whole this often is uncertain: around some corners the walk does not terminate. */
const MOST_HOPS = 6;
/** and so is everything left after this number of faces. */
const MOST_FACES = 2000;

export interface WalkSink extends EnvelopeSink {
  /** A polygon whose nearest face is not certain. */
  addDoubt(polygon: Float64Array, count: number): void;
}

let waiting = new Float64Array(16 * SLOT);
/** of each waiting polygon: number of corners, face, number of times it was passed on whole */
let frames = new Int32Array(3 * 16);
let own = new Float64Array(SLOT);
let below = new Float64Array(SLOT);
const heights = new Float64Array(MOST_WALKED + 2);
const slope = new Float64Array(4);

/** Processes a convex polygon, starting from a face. close[0]: height below which a corner lies in a plane [m] */
export function walkByDepth(
  out: WalkSink,
  corner: Float64Array,
  corners: number,
  face: number,
  cells: Cells,
  close: Float64Array,
): void {
  const { plane, start, across, clear } = cells;
  const nothing = close[0];
  for (let i = 0; i < 3 * corners; i++) waiting[i] = corner[i];
  frames[0] = corners;
  frames[1] = face;
  frames[2] = 0;
  let top = 1;
  let faces = 0;
  while (top > 0) {
    top--;
    let count = frames[3 * top];
    const f = frames[3 * top + 1];
    const hops = frames[3 * top + 2];
    for (let i = 0; i < 3 * count; i++) own[i] = waiting[SLOT * top + i];
    while (waiting.length < SLOT * (top + start[f + 1] - start[f] + 2)) {
      waiting = grown(waiting);
      frames = grown(frames);
    }
    let doubt = hops > MOST_HOPS || ++faces > MOST_FACES || !hasArea(plane, f);
    let gone = false;
    for (let e = start[f]; e < start[f + 1] && !doubt && !gone; e++) {
      const side = measure(count, e, cells, nothing);
      if (side < 0) continue;
      const to = SLOT * top;
      if (side > 0) {
        for (let i = 0; i < 3 * count; i++) waiting[to + i] = own[i];
        frames[3 * top] = count;
        gone = true;
      } else {
        doubt = count >= MOST_WALKED;
        if (doubt) continue;
        frames[3 * top] = cut(count, to);
        count = frames[3 * top + 3];
      }
      if (frames[3 * top] < 3) continue;
      frames[3 * top + 1] = across[e];
      frames[3 * top + 2] = gone ? hops + 1 : 0;
      top++;
    }
    if (gone || count < 3) continue;
    if (Number.isNaN(clear[f])) findClear(f, cells);
    if (doubt || !isClear(count, f, cells, nothing)) {
      out.addDoubt(own, count);
      continue;
    }
    for (let k = 0; k < 4; k++) slope[k] = plane[4 * f + k];
    out.addPart(own, 0, count, slope);
  }
}

/** The present polygon is wholly within bound e (-1), wholly beyond it (1), or on both sides (0). */
function measure(count: number, e: number, { bounds }: Cells, nothing: number): number {
  const p = own;
  const x = bounds[4 * e];
  const y = bounds[4 * e + 1];
  const z = bounds[4 * e + 2];
  const h = bounds[4 * e + 3];
  let low = 0;
  let high = 0;
  for (let c = 0, i = 0; c < count; c++, i += 3) {
    const t = x * p[i] + y * p[i + 1] + z * p[i + 2] - h;
    heights[c] = t > nothing || t < -nothing ? t : 0;
    if (t < low) low = t;
    if (t > high) high = t;
  }
  if (high <= nothing) return -1;
  return low >= -nothing ? 1 : 0;
}

/** Keeps the part of the present polygon below, by `heights`; the part above goes to waiting[to...]. Returns the number of its corners. */
function cut(count: number, to: number): number {
  const p = own;
  const q = below;
  let under = 0;
  let above = to;
  for (let c = 0; c < count; c++) {
    const n = c + 1 < count ? c + 1 : 0;
    const here = heights[c];
    const next = heights[n];
    for (let k = 0; k < 3; k++) {
      if (here <= 0) q[under + k] = p[3 * c + k];
      if (here >= 0) waiting[above + k] = p[3 * c + k];
    }
    if (here <= 0) under += 3;
    if (here >= 0) above += 3;
    if ((here < 0 && next > 0) || (here > 0 && next < 0)) {
      const t = here / (here - next);
      for (let k = 0; k < 3; k++) {
        const x = p[3 * c + k] + t * (p[3 * n + k] - p[3 * c + k]);
        q[under + k] = x;
        waiting[above + k] = x;
      }
      under += 3;
      above += 3;
    }
  }
  own = q;
  below = p;
  frames[(3 * to) / SLOT + 3] = under / 3;
  return (above - to) / 3;
}

function isClear(count: number, f: number, cells: Cells, nothing: number): boolean {
  const { plane, clear, rivals } = cells;
  const p = own;
  const most = clear[f];
  for (let i = 0; i < 3 * count; i += 3) {
    const d = plane[4 * f + 3] - plane[4 * f] * p[i] - plane[4 * f + 1] * p[i + 1] - plane[4 * f + 2] * p[i + 2];
    if (d > most || d < -nothing) return false;
  }
  for (let i = RIVALS * f; i < RIVALS * (f + 1) && rivals[i] >= 0; i++) {
    if (!isDeeper(f, rivals[i], p, count, cells, nothing)) return false;
  }
  return true;
}
