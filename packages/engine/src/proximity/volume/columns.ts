/**
 * What of a common volume lies in one cell of a floor (cells.ts), as points: every element of it pushes along the normal of the
 * cell's face, whatever else the region consists of, so regions that join or part change nothing.
 *   energy U = k integral of d over the common volume, d the depth under the floor's nearest face
 *   force  -dU/dx = k sum over faces of (volume V_i in the cell of the face) (its normal n_i)
 * which is k V n on a flat floor (Gonthier et al. 2005; Vilela 2018, s. 5.3), and a gradient on any. With d the depth below the
 * face, V_i = sum of -d n.dS over the boundary of what is in the cell: over both bodies' surfaces there, cut to it, and over the
 * cuts in bounds that slope. An edge X Y that a cut leaves on a piece of surface stands for the triangle from it to a point of
 * that bound and the face; where it ends on a second bound, for one more along the line the two bounds share, counted from the
 * face; and so does a corner of the cell that lies within the volume. Together they cover the cut, and what is missing along the
 * face itself, where d = 0, adds nothing. Only the other's
 * surface moves against the cell: dV_i is what it sweeps.
 */
import type { FanList } from '../mesh-mesh/fans.ts';
import type { Side } from '../mesh-mesh/side.ts';
import { BOUND_STRIDE, type Cells, CORNER_STRIDE } from './cells.ts';
import type { ColumnSink } from './column-sink.ts';
import { isInRegion } from './in-region.ts';
import { PlacedCell } from './placed-cell.ts';
import { PATCH_POINTS } from './triangle-rules.ts';

/** Cells, and pieces of surface, above this part of the region's area are integrated by more than one point; above the second by many. */
const WIDE = 1 / 16;
const VERY_WIDE = 1 / 4;
/** Pieces below this part of that are what rounding leaves along the bounds of cells. */
const NOTHING = 1e-13;

const placed = new PlacedCell();
/** the polygon under way: x y z each, and the bound each edge lies in (the one from that corner on), FACE or NONE */
let polygon = new Float64Array(3 * 64);
let cut = new Float64Array(3 * 64);
let edgeIn = new Int32Array(64);
let cutIn = new Int32Array(64);
const FACE = -1;
const NONE = -2;

export interface Floor {
  readonly cells: Cells;
  readonly side: Side;
  /** surfaces inside each other: the floor's own, and that of what lies on it */
  readonly own: FanList;
  readonly other: FanList;
}

/**
 * Points of region r in cell i. area: of the region [m^2]; part: of it that stands on this floor, 0 ... 1; near: three
 * coordinates of a point of each region; box: least and greatest x y z
 * of this one; volume: of it [m^3].
 */
export function addCell(
  out: ColumnSink,
  floor: Floor,
  i: number,
  r: number,
  area: number,
  part: number,
  near: Float64Array,
  box: Float64Array,
  volume: number,
): void {
  placed.place(floor.cells, i, floor.side, near, 3 * r, area);
  // a convex polygon gains at most one corner a cut
  if (edgeIn.length < placed.bounds + 4) {
    polygon = new Float64Array(6 * (placed.bounds + 4));
    cut = new Float64Array(6 * (placed.bounds + 4));
    edgeIn = new Int32Array(2 * (placed.bounds + 4));
    cutIn = new Int32Array(2 * (placed.bounds + 4));
  }
  const first = out.columnCount;
  addSurface(out, floor, floor.other, i, r, area, part, true);
  addSurface(out, floor, floor.own, i, r, area, part, false);
  const pieces = out.columnCount;
  addCorners(out, floor, r, part, box);
  // a ray that ran along coinciding faces is found out by a volume that cannot be
  if (out.columnCount > pieces && !within(out.volumeFrom(first) / (part * volume))) out.columnCount = pieces;
  if (out.columnCount > first + 1) out.joinColumns(first, WIDE * part * area, VERY_WIDE * part * area);
}

function addSurface(
  out: ColumnSink,
  { cells }: Floor,
  fans: FanList,
  i: number,
  r: number,
  area: number,
  part: number,
  moves: boolean,
): void {
  const { points: p, region, triangle, count } = fans;
  for (let f = 0; f < count; f++) {
    // the face itself has no depth
    if (region[f] !== r || (!moves && cells.ofSource[triangle[f]] === i)) continue;
    const k = 9 * f;
    if (placed.excludes(p, k)) continue;
    cutToCell(out, p, k, area, part, moves);
  }
}

/** A triangle cut to the cell and integrated, with the cuts it leaves in the bounds. */
function cutToCell(out: ColumnSink, p: Float64Array, k: number, area: number, part: number, moves: boolean): void {
  for (let c = 0; c < 9; c++) polygon[c] = p[k + c];
  for (let c = 0; c < 3; c++) edgeIn[c] = NONE;
  let count = 3;
  for (let b = FACE; b < placed.bounds && count > 2; b++) count = clip(count, b);
  if (count < 3) return;
  const ux = p[k + 3] - p[k];
  const uy = p[k + 4] - p[k + 1];
  const uz = p[k + 5] - p[k + 2];
  const vx = p[k + 6] - p[k];
  const vy = p[k + 7] - p[k + 1];
  const vz = p[k + 8] - p[k + 2];
  const sx = uy * vz - uz * vy;
  const sy = uz * vx - ux * vz;
  const sz = ux * vy - uy * vx;
  const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (!(size > 0)) return;
  integrate(out, count, sx / size, sy / size, sz / size, part, area, moves);
  for (let c = 0; c < count; c++) {
    const b = edgeIn[c];
    if (b >= 0 && b < placed.firstUpright) addCut(out, count, c, part);
  }
}

/** Keeps what is within bound b, or below the face; the number of corners left. */
function clip(count: number, b: number): number {
  const cell = placed.data;
  const o = b < 0 ? 0 : 4 + BOUND_STRIDE * b;
  const nx = cell[o];
  const ny = cell[o + 1];
  const nz = cell[o + 2];
  const h = cell[o + 3];
  const from = polygon;
  const to = cut;
  let n = 0;
  let q = count - 1;
  let before = nx * from[3 * q] + ny * from[3 * q + 1] + nz * from[3 * q + 2] - h;
  let whole = before <= 0;
  for (let c = 0; c < count; c++) {
    const k = 3 * c;
    const here = nx * from[k] + ny * from[k + 1] + nz * from[k + 2] - h;
    if (here > 0) whole = false;
    if (here > 0 !== before > 0) {
      // from the inner end, so that both pieces along this edge find the same bits
      const i = here > 0 ? 3 * q : k;
      const l = here > 0 ? k : 3 * q;
      const t = here > 0 ? before / (before - here) : here / (here - before);
      to[3 * n] = from[i] + t * (from[l] - from[i]);
      to[3 * n + 1] = from[i + 1] + t * (from[l + 1] - from[i + 1]);
      to[3 * n + 2] = from[i + 2] + t * (from[l + 2] - from[i + 2]);
      // out along the bound, or back in along the edge
      cutIn[n++] = here > 0 ? b : edgeIn[q];
    }
    if (here <= 0) {
      to[3 * n] = from[k];
      to[3 * n + 1] = from[k + 1];
      to[3 * n + 2] = from[k + 2];
      cutIn[n++] = edgeIn[c];
    }
    q = c;
    before = here;
  }
  if (whole) return count;
  polygon = to;
  cut = from;
  const edges = edgeIn;
  edgeIn = cutIn;
  cutIn = edges;
  return n;
}

/** The part of a cut that edge c of the polygon stands for. */
function addCut(out: ColumnSink, count: number, c: number, part: number): void {
  const next = c + 1 === count ? 0 : c + 1;
  const b = edgeIn[c];
  const o = 4 + BOUND_STRIDE * b;
  addCutTriangle(out, o, polygon, 3 * next, polygon, 3 * c, part);
  const last = edgeIn[c === 0 ? count - 1 : c - 1];
  const following = edgeIn[next];
  if (last >= 0 && last !== b && placed.meet(b, last)) addCutTriangle(out, o, polygon, 3 * c, placed.corner, 0, part);
  if (following >= 0 && following !== b && placed.meet(b, following))
    addCutTriangle(out, o, placed.corner, 0, polygon, 3 * next, part);
}

/** Is this a part of a whole, but for rounding? */
function within(part: number): boolean {
  return part > -1e-6 && part < 1 + 1e-6;
}

/** The parts of cuts that corners of the cell within the region stand for. box: around the region. */
function addCorners(out: ColumnSink, floor: Floor, r: number, part: number, box: Float64Array): void {
  const { corners: q, cornerCount } = placed;
  let inside = false;
  for (let i = 0; i < cornerCount; i++) {
    const o = CORNER_STRIDE * i;
    // the same place as the last?
    if (i === 0 || q[o] !== q[o - 6] || q[o + 1] !== q[o - 5] || q[o + 2] !== q[o - 4]) {
      inside = isInRegion(floor.own, floor.other, r, q, o, box);
    }
    if (!inside) continue;
    const b = q[o + 3];
    const k = 4 + BOUND_STRIDE * b;
    if (placed.meet(b, q[o + 4])) addCutTriangle(out, k, placed.corner, 0, q, o, part);
    if (placed.meet(b, q[o + 5])) addCutTriangle(out, k, q, o, placed.corner, 0, part);
  }
}

/** From the foot of the bound at o to p[i...] and q[j...], looking out along the bound, or taking off. */
function addCutTriangle(
  out: ColumnSink,
  o: number,
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  part: number,
): void {
  const cell = placed.data;
  const bx = cell[o];
  const by = cell[o + 1];
  const bz = cell[o + 2];
  const fx = cell[o + 4];
  const fy = cell[o + 5];
  const fz = cell[o + 6];
  const ux = p[i] - fx;
  const uy = p[i + 1] - fy;
  const uz = p[i + 2] - fz;
  const vx = q[j] - fx;
  const vy = q[j + 1] - fy;
  const vz = q[j + 2] - fz;
  const area = 0.5 * (bx * (uy * vz - uz * vy) + by * (uz * vx - ux * vz) + bz * (ux * vy - uy * vx));
  const d0 = cell[3] - (cell[0] * fx + cell[1] * fy + cell[2] * fz);
  const d1 = cell[3] - (cell[0] * p[i] + cell[1] * p[i + 1] + cell[2] * p[i + 2]);
  const d2 = cell[3] - (cell[0] * q[j] + cell[1] * q[j + 1] + cell[2] * q[j + 2]);
  const sum = d0 + d1 + d2;
  if (area === 0 || !(sum > 0)) return;
  const a = (sum + d0) / (4 * sum);
  const b = (sum + d1) / (4 * sum);
  const d = (sum + d2) / (4 * sum);
  const facing = -(bx * cell[0] + by * cell[1] + bz * cell[2]);
  addAt(
    out,
    a * fx + b * p[i] + d * q[j],
    a * fy + b * p[i + 1] + d * q[j + 1],
    a * fz + b * p[i + 2] + d * q[j + 2],
    sum / 3,
    (sum * sum + d0 * d0 + d1 * d1 + d2 * d2) / (8 * sum),
    part * area,
    bx,
    by,
    bz,
    facing,
    false,
  );
}

/**
 * Points of a piece: one at the centre of its pressure, or several a triangle where it is wide; either way volume and moment are
 * exact. s: unit normal as it turns.
 */
function integrate(
  out: ColumnSink,
  count: number,
  sx: number,
  sy: number,
  sz: number,
  part: number,
  whole: number,
  moves: boolean,
): void {
  const cell = placed.data;
  const p = polygon;
  const facing = -(sx * cell[0] + sy * cell[1] + sz * cell[2]);
  const d0 = depthOf(0);
  let area = 0;
  let volume = 0;
  let square = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let c = 3; c < 3 * (count - 1); c += 3) {
    const size = triangleArea(c, sx, sy, sz);
    const d1 = depthOf(c);
    const d2 = depthOf(c + 3);
    const sum = d0 + d1 + d2;
    const a = (size / 12) * (sum + d0);
    const b = (size / 12) * (sum + d1);
    const d = (size / 12) * (sum + d2);
    area += size;
    volume += (size / 3) * sum;
    square += (size / 12) * (sum * sum + d0 * d0 + d1 * d1 + d2 * d2);
    mx += a * p[0] + b * p[c] + d * p[c + 3];
    my += a * p[1] + b * p[c + 1] + d * p[c + 4];
    mz += a * p[2] + b * p[c + 2] + d * p[c + 5];
  }
  if (!(volume > 0 && area > NOTHING * whole)) return;
  if (area <= WIDE * whole) {
    const up = (0.5 * square) / volume;
    addAt(out, mx / volume, my / volume, mz / volume, volume / area, up, part * area, sx, sy, sz, facing, moves);
    return;
  }
  const rule = area > VERY_WIDE * whole ? PATCH_POINTS.fine : PATCH_POINTS.coarse;
  for (let c = 3; c < 3 * (count - 1); c += 3) {
    const size = part * triangleArea(c, sx, sy, sz);
    const d1 = depthOf(c);
    const d2 = depthOf(c + 3);
    for (let q = 0; q < rule.length; q += 4) {
      const a = rule[q];
      const b = rule[q + 1];
      const d = rule[q + 2];
      addAt(
        out,
        a * p[0] + b * p[c] + d * p[c + 3],
        a * p[1] + b * p[c + 1] + d * p[c + 4],
        a * p[2] + b * p[c + 2] + d * p[c + 5],
        a * d0 + b * d1 + d * d2,
        0.5 * (a * d0 + b * d1 + d * d2),
        rule[q + 3] * size,
        sx,
        sy,
        sz,
        facing,
        moves,
      );
    }
  }
}

/** [m] of a corner of the polygon below the face. */
function depthOf(c: number): number {
  const cell = placed.data;
  return cell[3] - (cell[0] * polygon[c] + cell[1] * polygon[c + 1] + cell[2] * polygon[c + 2]);
}

/** Of corners 0, c, c + 1 of the polygon. */
function triangleArea(c: number, sx: number, sy: number, sz: number): number {
  const p = polygon;
  const ux = p[c] - p[0];
  const uy = p[c + 1] - p[1];
  const uz = p[c + 2] - p[2];
  const vx = p[c + 3] - p[0];
  const vy = p[c + 4] - p[1];
  const vz = p[c + 5] - p[2];
  return 0.5 * (sx * (uy * vz - uz * vy) + sy * (uz * vx - ux * vz) + sz * (ux * vy - uy * vx));
}

/** up: how far the middle of the column is above the place [m]; facing: cosine against the floor, negative where the surface looks away from it and takes volume off. */
function addAt(
  out: ColumnSink,
  x: number,
  y: number,
  z: number,
  depth: number,
  up: number,
  area: number,
  sx: number,
  sy: number,
  sz: number,
  facing: number,
  moves: boolean,
): void {
  const cell = placed.data;
  const nx = cell[0];
  const ny = cell[1];
  const nz = cell[2];
  const swept = moves ? area : 0;
  out.addColumn(
    x + up * nx,
    y + up * ny,
    z + up * nz,
    facing * area * depth,
    swept * sx,
    swept * sy,
    swept * sz,
    nx,
    ny,
    nz,
    depth,
  );
}
