/**
 * A solid wholly below the plane of a half-space. There is no cut: areas that face up and down cancel, and their sum is only rounding
 * (flat-cut.ts). The solid is pushed out with its whole volume at its centroid, as inner.ts does with a solid inside another, over the area
 * of a block of this volume that ends at the plane: k V^2/(2 area) is then the work of pushing it out, k V depth.
 */
import { integrateMesh, type PreparedMesh } from '../../geometry/index.ts';
import type { PatchList } from './patch-list.ts';

const centroids = new WeakMap<PreparedMesh, Float64Array>();
const direction = new Float64Array(3);

/** Of the volume, from the centre of the mesh. */
function centroidOf(mesh: PreparedMesh): Float64Array {
  let centroid = centroids.get(mesh);
  if (centroid === undefined) {
    centroid = Float64Array.from(integrateMesh(mesh.positions, mesh.corners).centroid);
    centroids.set(mesh, centroid);
  }
  return centroid;
}

/** False where a vertex is above the plane (outward normal and height, as FlatCut.add has them). */
export function addBelow(
  out: PatchList,
  mesh: PreparedMesh,
  rot: Float64Array,
  r: number,
  centreW: Float64Array,
  plane: Float64Array,
  sign: number,
): boolean {
  const { positions: p } = mesh;
  for (let i = 0; i < p.length; i += 3) {
    if (!(plane[0] * p[i] + plane[1] * p[i + 1] + plane[2] * p[i + 2] <= plane[3])) return false;
  }
  const c = centroidOf(mesh);
  const depth = plane[3] - (plane[0] * c[0] + plane[1] * c[1] + plane[2] * c[2]);
  for (let i = 0; i < 3; i++) direction[i] = -sign * plane[i];
  out.beginPoints(rot, r, centreW, 0, direction, 0);
  out.addPoint(c, 0, mesh.volume, mesh.volume / (2 * depth), direction, 0);
  out.endPoints(depth, -sign * plane[3]);
  return true;
}
