/**
 * Patches of a pair of solids: their common volume cut by directions, each part ready to be integrated over.
 *
 * A region is the volume between the surface of A inside B and that of B inside A. With n a direction and h the height
 * x.n above a plane across it, the depth under a point of that plane enters every sum over the patch as
 *   integral f depth dA = integral over the volume of f = sum over its boundary of f (h - h0) n.dS     (divergence theorem)
 * for any f that does not change along n. So the points of a quadrature over both surfaces, with the signed volumes
 * w = (h - h0) n.dS, stand for the depth without anyone measuring it, and volumes, moments and friction over them change
 * as smoothly as the surfaces do. Where one surface is a plane, h0 is its height and only the other is summed.
 *
 * One direction serves a region whose surfaces look one way (Vilela 2018, s. 5.3: the averaged plane), and one that is an edge
 * or a corner in the other body. A thin layer that bends, as around a pin in its bore or a cube in its hole, is cut into columns
 * with a normal each (columns.ts; Vilela 2018, s. 6.2.1, leaves this open) and sorted into patches by direction. In between a
 * region is partly the one, partly the other, and regions that are about to join decide together (neighbours.ts), so that
 * nothing jumps.
 */
import type { FanList } from '../mesh-mesh/fans.ts';
import type { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import { cellsOf } from './cells.ts';
import { ColumnVolumes } from './column-volumes.ts';
import { addColumns, CellList } from './columns.ts';
import { findDirections, MOST_DIRECTIONS } from './directions.ts';
import { between, regionDirection } from './faces.ts';
import { addInner } from './inner.ts';
import { addFourPoints, makePatchSums } from './four-points.ts';
import { Neighbours } from './neighbours.ts';
import type { PatchList } from './patch-list.ts';
import { PATCH_POINTS } from './triangle-rules.ts';

/**
 * Mean of 1 - cos of the angle to the mean normal: up to FLAT a surface looks one way, from BENT on it bends (0.3 and 0.8
 * degrees). One direction for a region that bends that little pushes as much as its columns do, to 1e-4.
 */
const FLAT = 1e-5;
const BENT = 1e-4;
/** Cosine to the mean normal up to which a face is the rim of a layer, and from which on it is part of it. */
const RIM = 0.5;
const FACE = 0.7;
/** Volume over area^(3/2): up to THIN the region is a layer between conforming faces, from THICK on a corner or an edge. */
export const THIN = 0.01;
const THICK = 0.03;
/**
 * Area of A's surface over that of B's: up to 1 - EVEN A is the flatter and the columns stand on it, from 1 + EVEN on they
 * stand on B; in between on both. An edge in a face is pushed along the face's normal, not apart along its own.
 */
const EVEN = 5e-4;
/** A surface whose points stay within this part of the mean depth of a plane is that plane. */
const PLANE = 1e-3;
/** Square of the cosine below which a face is a wall: it stands on its edge and carries nothing. */
const WALL = 1e-20;
/** Vector area of all walls over the area above which a region grows as they move. */
const NET = 1e-9;
/** Below this many fans a patch is integrated with the finer rule. */
const FEW = 24;
/** Vector area over area below which a thin layer goes around something, for those who want few points. */
export const AROUND = 0.95;

/** directions of the region under way (3 each), and which its fans and triangles go with */
const directions = new Float64Array(3 * MOST_DIRECTIONS);
const way = new Float64Array(3);
/** vector area of its walls (3), their area, and that times their place (3) */
const walls = new Float64Array(7);
let groupA: Int32Array = new Int32Array(64);
let groupB: Int32Array = new Int32Array(64);
const floorA = new CellList();
const floorB = new CellList();
const neighbours = new Neighbours();
const volumes = new ColumnVolumes();

/** Adds the patches of all regions of a pair that has just been computed. */
export function addRegions(out: PatchList, pair: MeshIntersection): void {
  const { regions } = pair;
  const onB = shareOfB(pair);
  neighbours.find(pair);
  volumes.begin(pair.count);
  const { weight } = neighbours;
  for (let r = 0; r < pair.count; r++) {
    if (addInner(out, pair, r)) continue;
    // what it has in common with regions that are near
    const o = pair.count * r;
    const looks = regionDirection(way, pair, weight, o);
    const nx = way[0];
    const ny = way[1];
    const nz = way[2];
    let volume = 0;
    let areaA = 0;
    let areaB = 0;
    for (let s = 0; s < pair.count; s++) {
      volume += weight[o + s] * regions.volume[s];
      areaA += weight[o + s] * regions.areaA[s];
      areaB += weight[o + s] * regions.areaB[s];
    }
    const surface = Math.min(areaA, areaB);
    const thickness = volume / (surface * Math.sqrt(surface));
    // how much of the region is taken as columns: thin ones whose surfaces both bend
    let bent = between(THICK, THIN, thickness);
    if (bent > 0 && looks) bent *= between(FLAT, BENT, bend(pair.fansA, weight, o, nx, ny, nz));
    if (bent > 0 && looks) bent *= between(FLAT, BENT, bend(pair.fansB, weight, o, -nx, -ny, -nz));
    if (bent < 1 && looks) addPatch(out, pair, r, nx, ny, nz, 1 - bent);
    const first = out.count;
    if (bent > 0) addBent(out, pair, r, bent, onB, surface);
    volumes.note(out, r, first, bent * regions.volume[r]);
  }
  volumes.fill(out, weight);
}

const sums = makePatchSums();
const UPRIGHT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** The same in few points: four for a region with one direction. Depths are those of an even layer, doubled. */
export function addRegionsCoarsely(out: PatchList, pair: MeshIntersection): void {
  const { regions, originW } = pair;
  for (let r = 0; r < pair.count; r++) {
    const sx = regions.vectorArea[3 * r];
    const sy = regions.vectorArea[3 * r + 1];
    const sz = regions.vectorArea[3 * r + 2];
    const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
    if (addInner(out, pair, r)) continue;
    const surface = Math.min(regions.areaA[r], regions.areaB[r]);
    const volume = regions.volume[r];
    // a thin layer that bends around something, or closes around it
    if (volume < THIN * surface * Math.sqrt(surface) && size < AROUND * surface) {
      addBent(out, pair, r, 1, shareOfB(pair), surface);
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
    addFourPoints(out, sums, UPRIGHT, 0, originW);
  }
}

/** How much a surface bends, without its rims. Of one that looks every way, without a mean: all. */
function bend(
  { points: p, region, sign, count }: FanList,
  weights: Float64Array,
  o: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  let area = 0;
  let excess = 0;
  for (let i = 0; i < count; i++) {
    const own = weights[o + region[i]];
    if (own === 0) continue;
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
    const size = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const across = sign[i] * (cx * nx + cy * ny + cz * nz);
    if (!(across > RIM * size)) continue;
    const weight = own * sign[i] * between(RIM, FACE, across / size);
    area += weight * size;
    excess += weight * (size - across);
  }
  return area > 0 ? excess / area : 1;
}

/** How much of the columns stands on B, by all regions together: sums that joining regions do not change. */
function shareOfB({ regions, count }: MeshIntersection): number {
  let areaA = 0;
  let areaB = 0;
  for (let r = 0; r < count; r++) {
    areaA += regions.areaA[r];
    areaB += regions.areaB[r];
  }
  return between(1 - EVEN, 1 + EVEN, areaA / areaB);
}

/** Columns of a region, on B for the part onB and on A for the rest, a patch for each direction. */
function addBent(out: PatchList, pair: MeshIntersection, r: number, part: number, onB: number, area: number): void {
  const { fansA, fansB, meshA, meshB, work, sideOfA } = pair;
  groupA = room(groupA, fansA.count);
  groupB = room(groupB, fansB.count);
  const count = findDirections(directions, fansA, fansB, groupA, groupB, r);
  const sideA = work.sides[sideOfA];
  const sideB = work.sides[1 - sideOfA];
  const cellsA = cellsOf(meshA);
  const cellsB = cellsOf(meshB);
  if (onB < 1) floorA.list(fansA, groupA, cellsA, r);
  if (onB > 0) floorB.list(fansB, groupB, cellsB, r);
  for (let g = 0; g < count; g++) {
    out.beginColumns();
    out.standOn(true);
    if (onB > 0) addColumns(out, floorB, g, cellsB, sideB, fansA, r, area, part * onB);
    out.standOn(false);
    if (onB < 1) addColumns(out, floorA, g, cellsA, sideA, fansB, r, area, part * (1 - onB));
    out.endColumns(pair.originW);
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
  // less than nothing where a small region takes the direction of its neighbour
  const area = 0.5 * (surveyA.area - surveyB.area);
  const spreadA = surveyA.high - surveyA.low;
  const spreadB = surveyB.high - surveyB.low;
  const gap = Math.abs(surveyA.height - surveyB.height);
  // the flatter surface, if it is a plane, is the zero of heights and drops out
  const planeB = spreadB <= PLANE * gap || spreadB === 0;
  const planeA = !planeB && (spreadA <= PLANE * gap || spreadA === 0);
  const zero = planeB ? surveyB.height : planeA ? surveyA.height : 0.5 * (surveyA.height + surveyB.height);
  out.beginSurfaces();
  walls.fill(0);
  const fine = surveyA.fans + surveyB.fans < FEW;
  if (!planeA) addPoints(out, fansA, r, nx, ny, nz, zero, planeB ? 1 : 0.5, part, fine, 1);
  if (!planeB) addPoints(out, fansB, r, nx, ny, nz, zero, planeA ? 1 : 0.5, part, fine, -1);
  // what walls sweep where they do not make up for each other, in one point without volume
  if (walls[0] * walls[0] + walls[1] * walls[1] + walls[2] * walls[2] > NET * NET * area * area) {
    const [sx, sy, sz, size, x, y, z] = walls;
    out.addSurfacePoint(x / size, y / size, z / size, 0, sx, sy, sz);
  }
  const middle = 0.5 * (surveyA.height + surveyB.height);
  const depth = Math.max(surveyA.high, surveyB.high) - Math.min(surveyA.low, surveyB.low);
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
    // A's surface looks along n, B's against it
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

/** Heights of one surface of a patch, by those of its fans that look along the direction. */
function survey(out: Survey, fans: FanList, r: number, nx: number, ny: number, nz: number): void {
  const { points: p, region } = fans;
  let area = 0;
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
    // walls: what rounding leaves of a right angle
    if (4 * across * across <= WALL * (cx * cx + cy * cy + cz * cz)) continue;
    const a = p[k] * nx + p[k + 1] * ny + p[k + 2] * nz;
    const b = p[k + 3] * nx + p[k + 4] * ny + p[k + 5] * nz;
    const c = p[k + 6] * nx + p[k + 7] * ny + p[k + 8] * nz;
    area += across;
    moment += (across * (a + b + c)) / 3;
    low = Math.min(low, a, b, c);
    high = Math.max(high, a, b, c);
    count++;
  }
  out.fans = count;
  out.area = area;
  out.height = area !== 0 ? moment / area : 0;
  out.low = low;
  out.high = high;
}

function room(column: Int32Array, count: number): Int32Array {
  if (count <= column.length) return column;
  const larger = new Int32Array(Math.max(count, 2 * column.length));
  larger.set(column);
  return larger;
}
