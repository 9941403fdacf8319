/** Two solids that meet over an area: what the system asks of a pair, however the area is found. */
import type { PatchList } from './patch-list.ts';

export interface SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  /** [m] no point of a solid is farther than this from the centre of mass of its body */
  readonly radiusA: number;
  readonly radiusB: number;
  /** may points of its patches be joined to fewer? Balls stand for their shares of a surface one by one */
  readonly thins: boolean;
  /** Points of patches may be found around the place where nothing slips: has it moved since, so that others are needed? */
  slipMoved(posW: Float64Array, rotWB: Float64Array, velW: Float64Array): boolean;
  /**
   * Fills `out` with the patches of the pair at poses in columns (centres of mass, rotations row-major). velW: velocity,
   * angular velocity of each body; they only say where points are needed most. `out.apart` is a distance [m] the two are apart
   * by at least, up to most[0]; 0 where they touch or it was not looked for. coarsely: patches with one direction as five points.
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
   * Polygons of patch `patch` as `meet` found it last, for pictures: how many corners, then x y z in the world [m] and the pressure as a depth [m] of each.
   * Missing, or undefined: it has none.
   */
  facesOf?(patch: number): Float64Array | undefined;
  /** The same where the surface of contact is not what the law is about: for pictures alone. */
  drawnFacesOf?(patch: number): Float64Array | undefined;
}
