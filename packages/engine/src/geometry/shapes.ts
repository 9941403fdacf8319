/** The closed union of shapes a body can carry. All are given in their own frame, SI units. */
import type { Numbers, Vec3 } from '../math/index.ts';

export type ShapeSpec =
  | { readonly kind: 'sphere' /** [m] */; readonly radius: number }
  | { readonly kind: 'box' /** [m] half edge lengths */; readonly half: Vec3 }
  | {
      readonly kind: 'cylinder' /** [m] */;
      readonly radius: number /** [m], axis is z, from -halfLength to halfLength */;
      readonly halfLength: number;
    }
  | { readonly kind: 'half-space' } // solid below z = 0, outward normal +z
  | { readonly kind: 'hull' /** [m] xyz triples; the shape is their convex hull */; readonly points: Numbers }
  | {
      readonly kind: 'mesh'; // touches by volume: must be closed then
      /** [m] xyz triples */
      readonly positions: Float64Array;
      /** three vertices each, anticlockwise seen from outside */
      readonly triangles: Int32Array;
    };
