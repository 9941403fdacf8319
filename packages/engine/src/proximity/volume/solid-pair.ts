/** Two solids that meet over an area: what the system asks of a pair, however the area is found. */
import type { PatchList } from './patch-list.ts';

export interface SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  /**
   * Fills `out` with the patches of the pair at poses in columns (centres of mass, rotations row-major). velW: velocity,
   * angular velocity of each body; they only say where points are needed most.
   */
  meet(out: PatchList, posW: Float64Array, rotWB: Float64Array, velW: Float64Array): void;
}
