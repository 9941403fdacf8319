/** Interface of a pair of solids that meet over an area, however the area is computed. */
import type { PatchList } from './patch-list.ts';

export interface SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  /** [m] distance of the farthest point of each solid from the centre of mass of its body */
  readonly radiusA: number;
  readonly radiusB: number;
  /** true: points of its patches may be joined to fewer; not for balls, which represent their shares of a surface singly */
  readonly thins: boolean;
  /** Points of patches may depend on the point without slip: has it moved, so that new ones are needed? */
  slipMoved(posW: Float64Array, rotWB: Float64Array, velW: Float64Array): boolean;
  /**
   * Fills `out` with the patches of the pair at poses in columns (centres of mass, rotations row-major). velW: velocity, angular velocity
   * of each body; they only determine where points are needed most. `out.apart` is a lower bound of the distance [m], up to most[0]; 0
   * where the two touch or it was not computed. coarsely: patches with one direction as five points.
   */
  meet(
    out: PatchList,
    posW: Float64Array,
    rotWB: Float64Array,
    velW: Float64Array,
    most?: Float64Array,
    coarsely?: boolean,
  ): void;
  /**
   * Polygons of patch `patch` from the last `meet`, for pictures: number of corners, then x y z in the world [m] and the pressure as a
   * depth [m] of each. Missing, or undefined: no polygons.
   */
  facesOf?(patch: number): Float64Array | undefined;
  /** The same where the surface of contact is not what the law is about: for pictures alone. */
  drawnFacesOf?(patch: number): Float64Array | undefined;
}
