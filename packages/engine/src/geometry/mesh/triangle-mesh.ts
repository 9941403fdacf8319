/** A surface of triangles, welded and indexed. Immutable by agreement: code that changes a mesh makes a new one. */
export interface TriangleMesh {
  /** [m] x, y, z of each vertex */
  readonly positions: Float64Array;
  /** three vertices each, anticlockwise seen from outside */
  readonly triangles: Int32Array;
}
