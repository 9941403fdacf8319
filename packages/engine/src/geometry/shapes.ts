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
      /** the round bar that the mesh stands for; areas then meet this instead of the mesh */
      readonly link?: LinkForm;
    };

/** The link of a chain, z along it, flat in x-z: a round bar bent to two half circles and two straights, and a round stud across. */
export interface LinkForm {
  /** [m] diameter of the bar; outside length and width; diameter of the stud, if it has one */
  readonly bar: number;
  readonly length: number;
  readonly width: number;
  readonly stud?: number;
}
