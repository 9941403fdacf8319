/**
 * Patches of a pair of solids: their common volume divided by directions, each part prepared for integration.
 *
 * A region is the volume between the surface of A inside B and that of B inside A. With n a direction and h the height
 * x.n above a plane across it, the depth under a point of that plane enters every sum over the patch as
 *   integral f depth dA = integral over the volume of f = sum over its boundary of f (h - h0) n.dS     (divergence theorem)
 * for any f that does not change along n. The points of a quadrature over both surfaces, with the signed volumes w = (h - h0) n.dS, thus
 * represent the depth without computing it, and volumes, moments and friction over them change as smoothly as the surfaces. Where one
 * surface is a plane, h0 is its height and only the other is summed.
 *
 * One direction serves all regions of a pair in which one solid has a face that is flat except for its rims (Vilela 2018, s. 5.3: the
 * averaged plane); this includes an edge or a corner on a floor. Where both surfaces bend, as around a pin in its bore, a cube in its hole
 * (Vilela 2018, s. 6.2.1, leaves this open) or edges on edges, every piece of either surface pushes separately, along its own normal, by
 * its depth in the other solid (depths.ts):
 *   energy U = k/2 (integral of the depth in A + of that in B) over the common volume;  force = -dU/dx, half of it on each surface
 * so the force is a gradient. Between the two cases a pair blends both, so that nothing jumps.
 */
import { GrowableInt32 } from '../../base/index.ts';
import type { FanList } from '../mesh-mesh/fans.ts';
import type { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import { Depths, PIECE_STRIDE, SUM_STRIDE } from './depths.ts';
import { findDirections, MOST_DIRECTIONS } from './directions.ts';
import { addInner } from './inner.ts';
import { addFivePoints, makePatchSums } from './five-points.ts';
import type { PatchList } from './patch-list.ts';
import { PATCH_POINTS } from './triangle-rules.ts';

/**
 * Mean of 1 - cos of the angle to the mean direction, weighted by depth: up to FLAT a surface counts as flat, from BENT on as bent (0.3 and
 * 0.8 degrees). Walls around a layer add to this mean in proportion to depth over width, which is no bend: this multiple of the thickness
 * of the layer is allowed for them.
 */
const FLAT = 1e-5;
const BENT = 1e-4;
const RIMS = 4;
/** Volume over area^(3/2), depth over width: up to THIN a region counts as a layer between conforming faces, with an allowance for rims. */
export const THIN = 0.01;
/** Part of the volume that pushes without any defined direction: two coinciding bodies must separate. */
const LEAST = 1e-9;
/** A surface whose points lie within this part of the mean depth of a plane counts as that plane. */
const PLANE = 1e-10;
/** Square of the cosine below which a face is a wall: it carries nothing. */
const WALL = 1e-20;
/** Vector area of all walls over the area above which a region grows as they move. */
const NET = 1e-9;
/** Below this many fans a patch is integrated with the finer rule. */
const FEW = 24;
/** Ratio of vector area to area below which a thin layer surrounds something, when few points are wanted. */
export const AROUND = 0.95;

/** directions of the present region (3 each), and the direction of each fan */
const directions = new Float64Array(3 * MOST_DIRECTIONS);
/** vector area of its walls (3), their area, and that times their place (3) */
const walls = new Float64Array(7);
let groupA: Int32Array = new Int32Array(64);
let groupB: Int32Array = new Int32Array(64);

/**
 * Adds the patches of all regions of a pair just computed. The decisions and the single direction use sums over all regions, so they do not
 * depend on how regions are connected.
 */
export function addRegions(out: PatchList, pair: MeshIntersection): void {
  const { regions, count } = pair;
  const first = out.count;
  inner.resize(count);
  for (let r = 0; r < count; r++) inner.data[r] = addInner(out, pair, r) ? 1 : 0;
  if (out.count - first === count) return;
  findDepths(pair);
  both.fill(0);
  for (let r = 0; r < count; r++) {
    if (inner.data[r] === 1) continue;
    for (let k = 0; k < SUM_STRIDE; k++) {
      both[k] += inB.sums[SUM_STRIDE * r + k];
      both[SUM_STRIDE + k] += inA.sums[SUM_STRIDE * r + k];
    }
    both[2 * SUM_STRIDE] += regions.volume[r];
  }
  const x = both[0] - both[SUM_STRIDE];
  const y = both[1] - both[SUM_STRIDE + 1];
  const z = both[2] - both[SUM_STRIDE + 2];
  const size = Math.sqrt(x * x + y * y + z * z);
  const pushes = both[3] + both[SUM_STRIDE + 3];
  const depth = (both[4] + both[SUM_STRIDE + 4]) / pushes;
  // depth over width
  const thickness = Math.min(THIN, Math.sqrt((depth * depth * depth) / both[2 * SUM_STRIDE]));
  // part that is summed piece by piece: where both surfaces bend, or push past each other
  const less = Math.max(Math.min(bend(0), bend(SUM_STRIDE)), 1 - size / (sizeOf(0) + sizeOf(SUM_STRIDE)));
  const bent =
    pushes > 0 && both[2 * SUM_STRIDE] > 0 ? between(FLAT + RIMS * thickness, BENT + 2 * RIMS * thickness, less) : 0;
  const part = size > 0 ? 1 - bent : LEAST;
  const by = size > 0 ? 1 / size : 0;
  for (let r = 0; r < count; r++) {
    if (inner.data[r] === 1) continue;
    if (bent < 1) addPatch(out, pair, r, by * x, by * y, size > 0 ? by * z : 1, part);
    if (bent > 0) addBent(out, pair, r, bent, false);
  }
}

/** 1: all of one solid, inside the other */
const inner = new GrowableInt32();
/** B's surface in A, A's in B. */
const inA = new Depths();
const inB = new Depths();
/** sums of all regions: A's surface in B, B's in A, volume [m^3] */
const both = new Float64Array(2 * SUM_STRIDE + 1);

function findDepths({ fansA, fansB, regions, count, work, sideOfA }: MeshIntersection): void {
  const sideA = work.sides[sideOfA];
  const sideB = work.sides[1 - sideOfA];
  const size = Math.min(sideA.mesh.radius, sideB.mesh.radius);
  inA.find(fansB, sideA, regions.areaB, count, size);
  inB.find(fansA, sideB, regions.areaA, count, size);
}

/** Direction of the push of the surface with the sums at `both[o]`. */
function sizeOf(o: number): number {
  return Math.sqrt(both[o] * both[o] + both[o + 1] * both[o + 1] + both[o + 2] * both[o + 2]);
}

/** Its amount of bending. */
function bend(o: number): number {
  return both[o + 3] > 0 ? 1 - sizeOf(o) / both[o + 3] : 0;
}

/** 0 at `none` and beyond, 1 at `full` and beyond, linear in between. */
function between(none: number, full: number, x: number): number {
  return Math.max(0, Math.min(1, (x - none) / (full - none)));
}

const sums = makePatchSums();
const UPRIGHT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** The same in few points: four for a region with one direction. Depths are twice those of a uniform layer. */
export function addRegionsCoarsely(out: PatchList, pair: MeshIntersection): void {
  const { regions, originW } = pair;
  let found = false;
  for (let r = 0; r < pair.count; r++) {
    const sx = regions.vectorArea[3 * r];
    const sy = regions.vectorArea[3 * r + 1];
    const sz = regions.vectorArea[3 * r + 2];
    const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
    if (addInner(out, pair, r)) continue;
    const surface = Math.min(regions.areaA[r], regions.areaB[r]);
    const volume = regions.volume[r];
    // a thin layer that bends around something, or surrounds it
    if (volume < THIN * surface * Math.sqrt(surface) && size < AROUND * surface) {
      if (!found) findDepths(pair);
      found = true;
      addBent(out, pair, r, 1, true);
      continue;
    }
    if (!(size > 0)) continue;
    sums.volume = volume;
    sums.area = size;
    sums.depth = (2 * volume) / size;
    const { direction: n, centre: c, areaCentre: a } = sums;
    n[0] = sx / size;
    n[1] = sy / size;
    n[2] = sz / size;
    for (let k = 0; k < 3; k++) c[k] = regions.centroid[3 * r + k];
    for (let k = 0; k < 6; k++) sums.second[k] = regions.second[6 * r + k];
    // r x S = moment: the part of r across n is n x moment / |S|
    const mx = regions.moment[3 * r] / size;
    const my = regions.moment[3 * r + 1] / size;
    const mz = regions.moment[3 * r + 2] / size;
    const along = c[0] * n[0] + c[1] * n[1] + c[2] * n[2];
    a[0] = n[1] * mz - n[2] * my + along * n[0];
    a[1] = n[2] * mx - n[0] * mz + along * n[1];
    a[2] = n[0] * my - n[1] * mx + along * n[2];
    addFivePoints(out, sums, UPRIGHT, 0, originW);
  }
}

/**
 * Region r piece by piece, half of it on each surface, a patch for each direction. Pieces push along their own normals or, as standing
 * columns, along those of the faces under them: columns grow with the motion against which they push, whatever their inclination, and walls
 * do not push.
 */
function addBent(out: PatchList, pair: MeshIntersection, r: number, part: number, standing: boolean): void {
  const { fansA, fansB } = pair;
  groupA = room(groupA, fansA.count);
  groupB = room(groupB, fansB.count);
  const count = findDirections(directions, fansA, fansB, groupA, groupB, r);
  for (let g = 0; g < count; g++) {
    out.beginColumns();
    addPieces(out, inB, fansA, groupA, g, r, 0.5 * part, 1, standing);
    addPieces(out, inA, fansB, groupB, g, r, 0.5 * part, -1, standing);
    out.endColumns(pair.originW);
  }
}

const column = new Float64Array(12);

/** sense: 1 for A's surface, which faces from A to B, -1 for B's. */
function addPieces(
  out: PatchList,
  { pieces: p, fan, count }: Depths,
  { region }: FanList,
  group: Int32Array,
  g: number,
  r: number,
  part: number,
  sense: number,
  standing: boolean,
): void {
  for (let i = 0; i < count; i++) {
    if (region[fan[i]] !== r || group[fan[i]] !== g) continue;
    const o = PIECE_STRIDE * i;
    if (standing && !(p[o + 12] > 0)) continue;
    const area = p[o + 5];
    const size = Math.sqrt(p[o + 9] * p[o + 9] + p[o + 10] * p[o + 10] + p[o + 11] * p[o + 11]);
    for (let k = 0; k < 3; k++) {
      const own = p[o + 6 + k];
      const n = standing ? -p[o + 9 + k] / size : own;
      column[k] = p[o + k] - ((0.5 * p[o + 4]) / p[o + 3]) * n; // in the middle of the layer, by volume
      column[4 + k] = sense * part * (standing ? area * own : -p[o + 9 + k]);
      column[7 + k] = sense * n;
    }
    column[3] = part * p[o + (standing ? 12 : 3)];
    column[10] = p[o + 13];
    column[11] = part * p[o + 4] * (standing ? p[o + 12] / p[o + 3] : 1);
    out.addColumn(column);
  }
}

/** Region r with one direction. part: of the region, 0 ... 1 */
function addPatch(
  out: PatchList,
  pair: MeshIntersection,
  r: number,
  nx: number,
  ny: number,
  nz: number,
  part: number,
): void {
  const { fansA, fansB, originW } = pair;
  survey(surveyA, fansA, r, nx, ny, nz);
  survey(surveyB, fansB, r, nx, ny, nz);
  if (surveyA.fans + surveyB.fans === 0) return;
  // negative where a small region is pushed in the direction of the others
  const area = 0.5 * (surveyA.area - surveyB.area);
  const spreadA = surveyA.high - surveyA.low;
  const spreadB = surveyB.high - surveyB.low;
  const gap = Math.abs(surveyA.height - surveyB.height);
  // the flatter surface, if it is a plane, defines height zero and drops out
  const planeB = spreadB <= PLANE * gap || spreadB === 0;
  const planeA = !planeB && (spreadA <= PLANE * gap || spreadA === 0);
  const zero = planeB ? surveyB.height : planeA ? surveyA.height : 0.5 * (surveyA.height + surveyB.height);
  out.beginSurfaces();
  walls.fill(0);
  const fine = surveyA.fans + surveyB.fans < FEW;
  if (!planeA) addPoints(out, fansA, r, nx, ny, nz, zero, planeB ? 1 : 0.5, part, fine, 1);
  if (!planeB) addPoints(out, fansB, r, nx, ny, nz, zero, planeA ? 1 : 0.5, part, fine, -1);
  // the net sweep of walls, as one point without volume
  if (walls[0] * walls[0] + walls[1] * walls[1] + walls[2] * walls[2] > NET * NET * area * area) {
    const [sx, sy, sz, size, x, y, z] = walls;
    out.addSurfacePoint(x / size, y / size, z / size, 0, sx, sy, sz);
  }
  const { centroid } = pair.regions;
  const middle = centroid[3 * r] * nx + centroid[3 * r + 1] * ny + centroid[3 * r + 2] * nz;
  // depth of its pieces; for two coinciding bodies, without surface inside, by their size
  const { areaA, areaB, volume } = pair.regions;
  const own = SUM_STRIDE * r + 5;
  const depth = Math.max(inA.sums[own], inB.sums[own], volume[r] / Math.max(areaA[r], areaB[r]));
  out.endSurfaces(nx, ny, nz, middle, part * area, depth, originW);
}

function addPoints(
  out: PatchList,
  fans: FanList,
  r: number,
  nx: number,
  ny: number,
  nz: number,
  zero: number,
  share: number,
  part: number,
  fine: boolean,
  sense: number,
): void {
  const rule = fine ? PATCH_POINTS.fine : PATCH_POINTS.coarse;
  const { points: p, region } = fans;
  for (let i = 0; i < fans.count; i++) {
    if (region[i] !== r) continue;
    const k = 9 * i;
    const ax = p[k];
    const ay = p[k + 1];
    const az = p[k + 2];
    const ux = p[k + 3] - ax;
    const uy = p[k + 4] - ay;
    const uz = p[k + 5] - az;
    const vx = p[k + 6] - ax;
    const vy = p[k + 7] - ay;
    const vz = p[k + 8] - az;
    const wx = uy * vz - uz * vy;
    const wy = uz * vx - ux * vz;
    const wz = ux * vy - uy * vx;
    const across = 0.5 * (wx * nx + wy * ny + wz * nz);
    // A's surface faces along n, B's against it
    const areaShare = 0.5 * sense * share * part;
    const square = wx * wx + wy * wy + wz * wz;
    if (4 * across * across <= WALL * square) {
      const size = Math.abs(areaShare) * Math.sqrt(square);
      walls[0] += areaShare * wx;
      walls[1] += areaShare * wy;
      walls[2] += areaShare * wz;
      walls[3] += size;
      walls[4] += size * (ax + (ux + vx) / 3);
      walls[5] += size * (ay + (uy + vy) / 3);
      walls[6] += size * (az + (uz + vz) / 3);
      continue;
    }
    for (let q = 0; q < rule.length; q += 4) {
      const s = rule[q + 1];
      const t = rule[q + 2];
      const x = ax + s * ux + t * vx;
      const y = ay + s * uy + t * vy;
      const z = az + s * uz + t * vz;
      const weight = part * rule[q + 3] * across;
      const area = areaShare * rule[q + 3];
      out.addSurfacePoint(x, y, z, weight * (x * nx + y * ny + z * nz - zero), area * wx, area * wy, area * wz);
    }
  }
}

interface Survey {
  fans: number;
  /** [m^2] signed, across the direction */
  area: number;
  /** [m] mean height by area, and the extremes */
  height: number;
  low: number;
  high: number;
}

const surveyA: Survey = { fans: 0, area: 0, height: 0, low: 0, high: 0 };
const surveyB: Survey = { fans: 0, area: 0, height: 0, low: 0, high: 0 };

/** Heights of one surface of a patch, from its fans along the direction. */
function survey(out: Survey, fans: FanList, r: number, nx: number, ny: number, nz: number): void {
  const { points: p, region } = fans;
  let area = 0;
  let size = 0;
  let moment = 0;
  let count = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < fans.count; i++) {
    if (region[i] !== r) continue;
    const k = 9 * i;
    const ux = p[k + 3] - p[k];
    const uy = p[k + 4] - p[k + 1];
    const uz = p[k + 5] - p[k + 2];
    const vx = p[k + 6] - p[k];
    const vy = p[k + 7] - p[k + 1];
    const vz = p[k + 8] - p[k + 2];
    const cx = uy * vz - uz * vy;
    const cy = uz * vx - ux * vz;
    const cz = ux * vy - uy * vx;
    const across = 0.5 * (cx * nx + cy * ny + cz * nz);
    // walls: right angles up to rounding
    if (4 * across * across <= WALL * (cx * cx + cy * cy + cz * cz)) continue;
    const a = p[k] * nx + p[k + 1] * ny + p[k + 2] * nz;
    const b = p[k + 3] * nx + p[k + 4] * ny + p[k + 5] * nz;
    const c = p[k + 6] * nx + p[k + 7] * ny + p[k + 8] * nz;
    area += across;
    size += Math.abs(across);
    moment += (Math.abs(across) * (a + b + c)) / 3;
    low = Math.min(low, a, b, c);
    high = Math.max(high, a, b, c);
    count++;
  }
  out.fans = count;
  out.area = area;
  out.height = size > 0 ? moment / size : 0;
  out.low = low;
  out.high = high;
}

function room(column: Int32Array, count: number): Int32Array {
  if (count <= column.length) return column;
  const larger = new Int32Array(Math.max(count, 2 * column.length));
  larger.set(column);
  return larger;
}
