/** A mesh with a tree of boxes over its triangles. */
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type BoxTree, buildBoxTree, triangleBounds } from './tree.ts';

export interface TreeMesh {
  readonly tree: BoxTree;
  /** [m] x y z of each vertex */
  readonly positions: Float64Array;
  /** three vertices of each triangle */
  readonly corners: Int32Array;
}

/** For a mesh that need not be closed. The surface of a solid already has its tree (solid/prepared-solid.ts). */
export function treeMesh({ positions, triangles }: TriangleMesh, leafSize?: number): TreeMesh {
  return { tree: buildBoxTree(triangleBounds(positions, triangles), leafSize), positions, corners: triangles };
}
