/**
 * A solid wholly inside another: its surface is closed, so the intersection gives no direction. It is pushed with its whole volume along
 * the shortest path from its centroid to the other's surface; otherwise it would fall through the other.
 */
import { distanceOf } from '../../geometry/index.ts';
import type { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import type { PatchList } from './patch-list.ts';

/** Handles region r of a pair just computed if it is a whole solid; returns true then. */
export function addInner(out: PatchList, pair: MeshIntersection, r: number): boolean {
  const { regions, sideOfA, work } = pair;
  if (regions.contourLength[r] > 0) return false;
  // the inner one has surface inside the other, the outer none
  const innerIsA = regions.areaB[r] === 0;
  if (!innerIsA && regions.areaA[r] !== 0) return false;
  const side = work.sides[innerIsA ? 1 - sideOfA : sideOfA];
  const { rot, shift } = side;
  const x = regions.centroid[3 * r];
  const y = regions.centroid[3 * r + 1];
  const z = regions.centroid[3 * r + 2];
  const dx = x - shift[0];
  const dy = y - shift[1];
  const dz = z - shift[2];
  const lx = rot[0] * dx + rot[3] * dy + rot[6] * dz;
  const ly = rot[1] * dx + rot[4] * dy + rot[7] * dz;
  const lz = rot[2] * dx + rot[5] * dy + rot[8] * dz;
  const surface = distanceOf(side.mesh);
  const depth = Math.abs(surface.nearest(lx, ly, lz, Number.POSITIVE_INFINITY));
  const ex = surface.px - lx;
  const ey = surface.py - ly;
  const ez = surface.pz - lz;
  const size = Math.sqrt(ex * ex + ey * ey + ez * ez);
  if (!(size > 0)) return false;
  // the inner solid is pushed out, the other in the opposite direction; n points from A to B
  const sign = (innerIsA ? -1 : 1) / size;
  const nx = sign * (rot[0] * ex + rot[1] * ey + rot[2] * ez);
  const ny = sign * (rot[3] * ex + rot[4] * ey + rot[5] * ez);
  const nz = sign * (rot[6] * ex + rot[7] * ey + rot[8] * ez);
  const volume = regions.volume[r];
  const area = volume / (2 * depth);
  out.beginSurfaces();
  out.addSurfacePoint(x, y, z, volume, area * nx, area * ny, area * nz);
  out.endSurfaces(nx, ny, nz, x * nx + y * ny + z * nz, area, depth, pair.originW);
  return true;
}
