/** The parts of a body that meet water and wind, as data. SI units, body frame. */
import type { TriangleMesh } from '../../geometry/index.ts';
import type { Vec3 } from '../../math/index.ts';
import type { DiffractionSpec } from '../ship/diffraction.ts';
import type { RadiationSpec } from '../ship/radiation.ts';
import type { HullDrag } from './hull.ts';

export interface HydroSpec {
  /** closed surface, outward triangles; the only source of its buoyancy */
  readonly hull?: TriangleMesh;
  readonly drag?: HullDrag;
  readonly addedMass?: AddedMassSpec;
  /** surge, sway, heave [N s/m], roll, pitch, yaw [N m s] at the centre of mass, against the water, body axes */
  readonly linearDamping?: readonly number[];
  /** quadratic damping, multiplied by |speed|: [N s^2/m^2], [N m s^2] */
  readonly quadraticDamping?: readonly number[];
  /** [m^3] wet volume from which both dampings act in full; missing: from the first wet millimetre on */
  readonly dampedVolume?: number;
  readonly members?: readonly MemberSpec[];
  readonly windage?: readonly WindageSpec[];
  /** memory of radiated waves, and forces of scattered waves */
  readonly radiation?: RadiationSpec;
  readonly diffraction?: DiffractionSpec;
}

export interface AddedMassSpec {
  /** 6 x 6, row-major, at `point`, body axes */
  readonly matrix: readonly number[];
  readonly point: Vec3;
  /** [m^3] wet volume from which the added mass acts in full, in proportion below; missing: always in full */
  readonly fullVolume?: number;
  /** true: the growth of the added mass pushes back when the body enters the water, -dA/dt u */
  readonly slamming: boolean;
}

/** A straight tube, by Morison's formula. */
export interface MemberSpec {
  readonly from: Vec3;
  readonly to: Vec3;
  /** [m] */
  readonly diameter: number;
  /** across and along */
  readonly dragNormal: number;
  readonly dragTangential: number;
  readonly addedMass: number;
  /** along the axis, on the disc at each end; open ends, which feel no pressure, if both are left out */
  readonly endDrag?: number;
  readonly endAddedMass?: number;
  /** false: a hull already provides buoyancy and wave pressure */
  readonly buoyant: boolean;
  readonly segments: number;
}

/** Area that the wind blows on, at a point. */
export interface WindageSpec {
  /** [m^2] seen along body x, y, z, times the drag coefficient */
  readonly areas: Vec3;
  readonly point: Vec3;
}
