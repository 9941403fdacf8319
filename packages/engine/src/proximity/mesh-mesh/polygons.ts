/**
 * The inside part of each cut triangle as closed polygons, fanned from their first crossing, or cut into ears where they are not convex, by
 * following `next`. The polygons also provide information: their contours belong to one region, corners on them are inside, and so is the
 * neighbour across an edge that lies on them as a whole.
 *
 * Sums over fans of anything that is a polynomial are exact whatever the shape of the polygon. Only fans of holes in a triangle, and some
 * of non-convex polygons of many corners, are negative.
 */
import { CORNER, NONE } from './crossings.ts';
import { cutEars } from './ears.ts';
import type { FanList } from './fans.ts';
import { FACE, NORMAL, type Side } from './side.ts';
import type { MeshWorkspace } from './workspace.ts';

/** Numbers the closed contours, following them in the direction of side 0. */
export function numberLoops(work: MeshWorkspace): void {
  const { count, contour, loop } = work.crossings;
  for (let first = 0; first < count; first++) {
    if (loop[first] !== NONE) continue;
    const label = work.newLabel();
    for (let c = first; c !== NONE && loop[c] === NONE; c = contour[c]) loop[c] = label;
  }
  work.loops = work.labels;
}

/** Fans of all cut triangles of both sides; `region` of a fan is its label for now. */
export function tracePolygons(work: MeshWorkspace, fans0: FanList, fans1: FanList): void {
  const { crossings, sides } = work;
  const { count, next, side, half, triangle } = crossings;
  for (let c = 0; c < count; c++) {
    const s = side[c];
    const mine = s === 0 ? fans0 : fans1;
    if (next[3 * c] !== NONE) tracePolygon(work, s, (half[c] / 3) | 0, c, mine);
    if (next[3 * c + 1] !== NONE) tracePolygon(work, s, (sides[s].mesh.twin[half[c]] / 3) | 0, c, mine);
    if (next[3 * c + 2] !== NONE) tracePolygon(work, 1 - s, triangle[c], c, s === 0 ? fans1 : fans0);
  }
}

function tracePolygon(work: MeshWorkspace, s: number, f: number, first: number, fans: FanList): void {
  const { crossings, tick } = work;
  const { next, loop, points } = crossings;
  const side = work.sides[s];
  const { corners, edge, twin, source } = side.mesh;
  const label = loop[first];
  const x0 = points[3 * first];
  const y0 = points[3 * first + 1];
  const z0 = points[3 * first + 2];
  let x1 = 0;
  let y1 = 0;
  let z1 = 0;
  let at = first;
  let length = 0;
  let crossed = false; // passes along an edge of the triangle
  const { face } = side;
  const nx = face[FACE * f + NORMAL];
  const ny = face[FACE * f + NORMAL + 1];
  const nz = face[FACE * f + NORMAL + 2];
  const unit = nx * nx + ny * ny + nz * nz;
  const tiny = 1e-12 * unit; // below this an area is rounding
  const firstFan = fans.count;
  // areas times four times that of the triangle: of the polygon, of its smallest and its largest fan
  let sum = 0;
  let least = 0;
  let most = 0;
  // a surface that intersects itself may lead to an endless loop
  for (let left = 3 * crossings.count + 3; left > 0; left--) {
    // the step from here
    let to: number;
    if (at >= 0) {
      const slot = crossings.slotOf(at, s, f);
      to = next[slot];
      next[slot] = NONE;
      if (slot !== 3 * at + 2) crossed = true;
    } else {
      const k = CORNER - at;
      const h = 3 * f + k;
      if (side.edgeTick[edge[h]] === tick) to = side.cornerNext[h];
      else {
        to = k === 2 ? CORNER : at - 1;
        pushInner(side, (twin[h] / 3) | 0, tick);
      }
    }
    if (to === first || to === NONE) break;
    // the point there
    let x: number;
    let y: number;
    let z: number;
    if (to >= 0) {
      if (loop[to] !== label) work.unite(label, loop[to]);
      x = points[3 * to];
      y = points[3 * to + 1];
      z = points[3 * to + 2];
    } else {
      const v = corners[3 * f + CORNER - to];
      labelVertex(work, side, v, label);
      x = side.x[3 * v];
      y = side.x[3 * v + 1];
      z = side.x[3 * v + 2];
    }
    length += 1;
    if (length > 1) {
      fans.reserve();
      const n = fans.count++;
      const p = fans.points;
      p[9 * n] = x0;
      p[9 * n + 1] = y0;
      p[9 * n + 2] = z0;
      p[9 * n + 3] = x1;
      p[9 * n + 4] = y1;
      p[9 * n + 5] = z1;
      p[9 * n + 6] = x;
      p[9 * n + 7] = y;
      p[9 * n + 8] = z;
      fans.triangle[n] = source[f];
      fans.region[n] = label;
      const ux = x1 - x0;
      const uy = y1 - y0;
      const uz = z1 - z0;
      const vx = x - x0;
      const vy = y - y0;
      const vz = z - z0;
      const area = nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
      fans.sign[n] = area < -tiny ? -1 : 1;
      sum += area;
      if (area < least) least = area;
      if (area > most) most = area;
    }
    x1 = x;
    y1 = y;
    z1 = z;
    at = to;
  }
  // fans either way: not convex
  if (least < -tiny && most > tiny) cutEars(fans, firstFan, nx, ny, nz, sum > 0 ? 1 : -1);
  if (!crossed && !hasCrossedEdge(side, f, tick)) work.addPierced(s, f, label, sum / unit);
}

function hasCrossedEdge(side: Side, f: number, tick: number): boolean {
  const { edge } = side.mesh;
  const ticks = side.edgeTick;
  return ticks[edge[3 * f]] === tick || ticks[edge[3 * f + 1]] === tick || ticks[edge[3 * f + 2]] === tick;
}

/** An inside vertex belongs to the region of `label`. */
export function labelVertex(work: MeshWorkspace, side: Side, v: number, label: number): void {
  if (side.labelTick[v] === work.tick) {
    if (side.label[v] !== label) work.unite(side.label[v], label);
    return;
  }
  side.labelTick[v] = work.tick;
  side.label[v] = label;
  side.inside[side.insideCount++] = v;
}

/** A triangle with an edge wholly inside and no cut edge is inside. */
export function pushInner(side: Side, f: number, tick: number): void {
  if (side.cutTick[f] === tick || side.innerTick[f] === tick) return;
  side.innerTick[f] = tick;
  side.stack[side.stackTop++] = f;
}
