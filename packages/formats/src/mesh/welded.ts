/** What every mesh reader gives: one vertex a place, three vertices a triangle, 64-bit floats. */
import { type TriangleMesh, weldVertices } from '@hawser/engine';

export interface MeshOptions {
  /** [units of the file] vertices no further apart than this become one */
  readonly weldTolerance?: number;
}

export interface WeldedMesh extends TriangleMesh {
  /** vertices and triangles as the file has them, polygons cut into triangles */
  readonly read: { readonly vertices: number; readonly triangles: number };
  /** [units of the file] vertices no further apart were joined */
  readonly weldTolerance: number;
  /** triangles that two equal corners left without area, and that were dropped */
  readonly collapsed: number;
}

export function welded(positions: ArrayLike<number>, triangles: ArrayLike<number>, weldTolerance: number): WeldedMesh {
  const { mesh, collapsed } = weldVertices({ positions, triangles }, weldTolerance);
  const read = { vertices: positions.length / 3, triangles: triangles.length / 3 };
  return { ...mesh, read, weldTolerance, collapsed };
}

/** Two units in the last place of the largest coordinate as f32: what separate rounding of one corner may differ by. */
export function singleRounding(positions: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i]));
  return 2 * largest * 2 ** -23;
}
