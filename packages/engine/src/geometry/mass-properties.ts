import type { Vec3 } from '../math/index.ts';

/** xx, yy, zz, xy, xz, yz; tensor components, so xy = -integral of x y dm */
export type Inertia = readonly [number, number, number, number, number, number];

/** Of a shape of density 1 kg/m^3, in the frame of the shape. */
export interface MassProperties {
  /** [m^3] */
  readonly volume: number;
  /** [m] */
  readonly centroid: Vec3;
  /** [m^5] about the centroid */
  readonly inertia: Inertia;
}
