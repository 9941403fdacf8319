/** Non-overlapping balls inside a closed mesh: the result of packing, and the content of its files. */

/** Immutable by agreement. All lengths in metres, in the frame of the mesh. */
export interface SpherePacking {
  readonly count: number;
  /** x, y, z of each ball */
  readonly centres: Float64Array;
  readonly radii: Float64Array;
  /** weight of each ball's volume; 1 without weighting */
  readonly weights: Float64Array;
  /** index into `normals` of the face each ball lies against; -1: none, or the balls of an edge or corner, between faces */
  readonly faces: Int32Array;
  /** outward unit normals, x, y, z each */
  readonly normals: Float64Array;
  /** [m^2] of the surface each ball stands for (`areas.ts`); 0 for balls without a face */
  readonly areas: Float64Array;
  /** x, y, z of the middle of that share; of the centre for balls without one */
  readonly feet: Float64Array;
  /** [m^3] of the solid */
  readonly meshVolume: number;
  /** what the coordinates were rounded to: centre = origin + step * integer, radius = step * integer */
  readonly origin: readonly [number, number, number];
  readonly step: number;
}
