/** Result of every mesh reader: one vertex for each place, three vertices for each triangle, 64-bit floats. */
import { halfEdges, NO_TWIN, type TriangleMesh, weldVertices } from '@hawser/engine';

export interface MeshOptions {
  /** [units of the file] vertices no further apart than this become one */
  readonly weldTolerance?: number;
  /** The bytes of a file named in the mesh file, relative to its folder; undefined when missing. */
  readonly beside?: (name: string) => Uint8Array | undefined;
}

/** Tetrahedra, with a number at each point or without. */
export interface MeshCells {
  /** [units of the file] */
  readonly points: Float64Array;
  /** four points each, from 0 */
  readonly tets: Int32Array;
  /** a number at each point, if the file has one */
  readonly values?: Float64Array;
}

export interface WeldedMesh extends TriangleMesh {
  /** vertices and triangles of the file, polygons divided into triangles */
  readonly read: { readonly vertices: number; readonly triangles: number };
  /** [units of the file] vertices no further apart were joined */
  readonly weldTolerance: number;
  /** [units of the file] step between neighbouring numbers where all are in single precision; 0 for finer ones */
  readonly resolution: number;
  /** triangles with two equal corners, which were dropped */
  readonly collapsed: number;
  /** of a file of tetrahedra, whose surface this is */
  readonly cells?: MeshCells;
}

export function welded(positions: ArrayLike<number>, triangles: ArrayLike<number>, weldTolerance: number): WeldedMesh {
  const { mesh, collapsed } = weldVertices({ positions, triangles }, weldTolerance);
  const read = { vertices: positions.length / 3, triangles: triangles.length / 3 };
  return { ...mesh, read, weldTolerance, resolution: resolutionOf(mesh.positions), collapsed };
}

function resolutionOf(positions: Float64Array): number {
  return positions.every((x) => Math.fround(x) === x) ? 0.5 * singleRounding(positions) : 0;
}

/** Half-edges without a partner: 0 for a closed surface. */
export function openEdges(mesh: TriangleMesh): number {
  return halfEdges(mesh).twin.reduce((count, twin) => count + (twin === NO_TWIN.open ? 1 : 0), 0);
}

/** Two units in the last place of the largest coordinate as f32: the largest difference of separate roundings of one corner. */
export function singleRounding(positions: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i]));
  return 2 * largest * 2 ** -23;
}
