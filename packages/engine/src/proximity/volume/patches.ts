/**
 * Patches of a pair of solids: their common volume, every element of it pushing along the normal of the face it lies nearest to,
 * ready to be integrated over.
 *
 * A region is the volume between the surface of A inside B and that of B inside A. The flatter of the two surfaces is the floor:
 * the region is cut by the cells of its faces (cells.ts), and each part is summed over its boundary (columns.ts). A flat floor
 * has one cell there, and the averaged plane of Vilela 2018, s. 5.3; a pin in its bore, a cube in its hole, an edge across an
 * edge have as many directions as faces (s. 6.2.1 leaves them open). Nothing of this depends on how the volume is connected: it
 * changes as smoothly as the surfaces move when regions join and part.
 */
import type { FanList } from '../mesh-mesh/fans.ts';
import type { RegionMeasures } from '../mesh-mesh/measures.ts';
import type { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import { cellsOf } from './cells.ts';
import { ColumnBuffer } from './column-buffer.ts';
import { addCell, type Floor } from './columns.ts';
import { addFourPoints, makePatchSums } from './four-points.ts';
import { addInner } from './inner.ts';
import type { PatchList } from './patch-list.ts';

/** Volume over area^(3/2) up to which a region is a layer, for those who want few points. */
const THIN = 0.01;
/**
 * Area of A's surface over that of B's: up to 1 - EVEN A is the flatter and the floor, from 1 + EVEN on it is B; in between both
 * are, in parts. An edge in a face is pushed along the face's normal, not apart along its own.
 */
const EVEN = 5e-4;
/** Vector area over area below which a thin layer goes around something, for those who want few points. */
const AROUND = 0.95;
/** Vector area over area below which it points nowhere. */
const NOWHERE = 1e-6;
/** Part of the volume cells may be off by: rounding. */
const ROUNDING = 1e-11;
/** Most that columns are scaled by to have the volume there is; what is beyond pushes by itself. */
const MOST_SCALE = 2;

const columns = new ColumnBuffer();

/** Adds the patches of all regions of a pair that has just been computed. */
export function addRegions(out: PatchList, pair: MeshIntersection): void {
  const { areaA, areaB, volume } = pair.regions;
  const onB = shareOfB(pair);
  const before = out.count;
  let found = 0;
  let whole = 0;
  for (let r = 0; r < pair.count; r++) {
    const area = areaA[r] > 0 && areaB[r] > 0 ? Math.min(areaA[r], areaB[r]) : areaA[r] + areaB[r];
    found += addLayer(out, pair, r, onB, area);
    whole += volume[r];
  }
  if (Math.abs(found - whole) <= ROUNDING * whole) return;
  // cells that overlap or leave gaps, by all regions together: sums that joining regions do not change
  const scale = found > 0 ? Math.max(1 / MOST_SCALE, Math.min(MOST_SCALE, whole / found)) : 1;
  out.scale(before, scale);
  if (whole - scale * found > ROUNDING * whole) addLeft(out, pair, whole - scale * found);
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
      addLayer(out, pair, r, shareOfB(pair), surface);
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
    addFourPoints(out, sums, UPRIGHT, 0, originW[0], originW[1], originW[2]);
  }
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

/** Region r on its floor: on B for the part onB, on A for the rest. area: of the region [m^2]. Volume found [m^3]. */
function addLayer(out: PatchList, pair: MeshIntersection, r: number, onB: number, area: number): number {
  const { fansA, fansB, meshA, meshB, work, sideOfA, regions } = pair;
  columns.clear();
  let volume = 0;
  if (onB < 1) {
    const floor = { cells: cellsOf(meshA), side: work.sides[sideOfA], own: fansA, other: fansB };
    volume += addFloor(floor, r, area, 1 - onB, regions, false);
  }
  if (onB > 0) {
    const floor = { cells: cellsOf(meshB), side: work.sides[1 - sideOfA], own: fansB, other: fansA };
    volume += addFloor(floor, r, area, onB, regions, true);
  }
  columns.flush(out, pair.originW);
  return volume;
}

const box = new Float64Array(6);
let stack = new Int32Array(64);

/** Region r in all cells of a floor it reaches into; their volume [m^3]. */
function addFloor(floor: Floor, r: number, area: number, part: number, regions: RegionMeasures, isB: boolean): number {
  const { boxes, link, count, order, depth } = floor.cells.tree;
  regionBox(floor, r);
  if (stack.length < depth + 2) stack = new Int32Array(2 * (depth + 2));
  let volume = 0;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const o = 6 * node;
    if (Math.abs(boxes[o] - box[0]) > boxes[o + 3] + box[3]) continue;
    if (Math.abs(boxes[o + 1] - box[1]) > boxes[o + 4] + box[4]) continue;
    if (Math.abs(boxes[o + 2] - box[2]) > boxes[o + 5] + box[5]) continue;
    if (count[node] === 0) {
      stack[top++] = link[node];
      stack[top++] = node + 1;
      continue;
    }
    for (let i = link[node]; i < link[node] + count[node]; i++) {
      columns.beginCell(isB);
      addCell(columns, floor, order[i], r, area, part, regions.centroid, extent, regions.volume[r]);
      volume += columns.endCell();
    }
  }
  return volume;
}

/** A box around region r, in the frame of the floor's mesh: middle, half lengths. */
function regionBox({ own, other, side: { rot, shift } }: Floor, r: number): void {
  extent.fill(Number.POSITIVE_INFINITY, 0, 3);
  extent.fill(Number.NEGATIVE_INFINITY, 3, 6);
  growBox(own, r);
  growBox(other, r);
  for (let i = 0; i < 3; i++) {
    box[i] = 0;
    box[3 + i] = 0;
    for (let k = 0; k < 3; k++) {
      box[i] += rot[3 * k + i] * (0.5 * (extent[k] + extent[3 + k]) - shift[k]);
      box[3 + i] += 0.5 * Math.abs(rot[3 * k + i]) * (extent[3 + k] - extent[k]);
    }
  }
}

/** least and greatest x y z of the region, in the frame of the pair */
const extent = new Float64Array(6);

function growBox({ points, region, count }: FanList, r: number): void {
  for (let f = 0; f < count; f++) {
    if (region[f] !== r) continue;
    for (let k = 9 * f; k < 9 * f + 9; k += 3) {
      for (let i = 0; i < 3; i++) {
        if (points[k + i] < extent[i]) extent[i] = points[k + i];
        if (points[k + i] > extent[3 + i]) extent[3 + i] = points[k + i];
      }
    }
  }
}

/** What lies in no cell, far below faces smaller than that, pushes along the vector area of all regions together. */
function addLeft(out: PatchList, pair: MeshIntersection, volume: number): void {
  const { regions, count, originW } = pair;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  let area = 0;
  let whole = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let r = 0; r < count; r++) {
    sx += regions.vectorArea[3 * r];
    sy += regions.vectorArea[3 * r + 1];
    sz += regions.vectorArea[3 * r + 2];
    area += regions.areaA[r] + regions.areaB[r];
    const w = regions.volume[r];
    whole += w;
    x += w * regions.centroid[3 * r];
    y += w * regions.centroid[3 * r + 1];
    z += w * regions.centroid[3 * r + 2];
  }
  const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (!(size > NOWHERE * area)) return;
  const nx = sx / size;
  const ny = sy / size;
  const nz = sz / size;
  out.beginSurfaces();
  out.addSurfacePoint(x / whole, y / whole, z / whole, volume, size * nx, size * ny, size * nz);
  out.endSurfaces(nx, ny, nz, (x * nx + y * ny + z * nz) / whole, size, volume / size, originW);
}

/** 0 at `none` and beyond, 1 at `full` and beyond, straight in between. */
function between(none: number, full: number, x: number): number {
  return Math.max(0, Math.min(1, (x - none) / (full - none)));
}
