/** Water, waves, current and wind as data. Directions are those the waves, the water and the air travel to. */
import type { TimeFunction, Vec3 } from '../../math/index.ts';

export interface WaterSpec {
  /** [kg/m^3] */
  readonly density: number;
  /** [m/s] at every depth, or at the surface where there is a profile */
  readonly current: Vec3;
  /** [m] z of the still surface; missing: water everywhere, and no waves */
  readonly surface?: number;
  /** [m] below the still surface; missing: deep */
  readonly depth?: number;
  /** by depth below the surface, over `current` */
  readonly profile?: readonly CurrentPoint[];
  readonly waves?: readonly WaveSpec[];
  /** [s] ramp in which waves grow from zero; 0: full height at once */
  readonly ramp?: number;
  readonly stretching?: Stretching;
  readonly wind?: WindSpec;
  /** areas of the sea in the lee of a body */
  readonly shelters?: readonly ShelterSpec[];
  /** points at which the water is recorded; z matters for velocity and pressure only */
  readonly gauges?: readonly { readonly name: string; readonly position: Vec3 }[];
}

/**
 * Linear theory does not cover water above the mean level. wheeler: the column between bed and still level is stretched to the surface
 * (Wheeler 1970), where pressure vanishes; vertical: values above the mean level equal those at it; none: loads act up to the still level,
 * as in linear theory.
 */
export type Stretching = 'wheeler' | 'vertical' | 'none';

/**
 * Lower waves in a rectangle that moves with a body: a factor on their height, chosen by the user. This is no diffraction: waves do not
 * bend round the ship, and the body itself is not affected.
 */
export interface ShelterSpec {
  /** index into bodies */
  readonly body: number;
  /** [m] corners, body frame */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  /** 0 ... 1, of the wave height inside */
  readonly factor: number;
  /** [m] width over which the factor blends in */
  readonly edge: number;
}

export interface CurrentPoint {
  /** [m] below the surface, >= 0 */
  readonly depth: number;
  /** [m/s]; the value at t = 0 where it changes */
  readonly velocity: Vec3;
  /** its components by time; constant if left out */
  readonly course?: readonly [TimeFunction, TimeFunction, TimeFunction];
}

export type WaveSpec = RegularWaveSpec | IrregularWaveSpec;

export interface RegularWaveSpec {
  readonly kind: 'regular';
  /** [m] crest to trough */
  readonly height: number;
  /** [s] */
  readonly period: number;
  /** [rad] of travel, from +x towards +y */
  readonly direction: number;
  /** [rad]; 0: a crest at the origin at t = 0 */
  readonly phase: number;
}

export interface IrregularWaveSpec {
  readonly kind: 'irregular';
  readonly spectrum: SpectrumSpec;
  /** [rad] main direction of travel */
  readonly direction: number;
  /** s in cos^2s of half the angle from the main direction; missing: all waves travel in one direction */
  readonly spreading?: number;
  /** number of directions over which the waves spread; default 7 */
  readonly directions?: number;
  /** number of components in all; default 80, and 140 with spreading */
  readonly components?: number;
  readonly seed: number;
  /** true: amplitudes are random as well (Rayleigh), as a record of finite length has them */
  readonly randomAmplitudes?: boolean;
}

export type SpectrumSpec =
  | { readonly kind: 'jonswap'; readonly height: number; readonly period: number; readonly gamma?: number }
  /** Bretschneider's two-parameter form; also Pierson and Moskowitz's when height and period fit together */
  | { readonly kind: 'bretschneider'; readonly height: number; readonly period: number }
  /** fully risen sea of a wind at 19.5 m [m/s] */
  | { readonly kind: 'pierson-moskowitz'; readonly wind: number }
  /** [rad/s], [m^2 s/rad]; linear between rows, zero outside */
  | { readonly kind: 'table'; readonly frequencies: readonly number[]; readonly densities: readonly number[] };

export interface WindSpec {
  /** [m/s] at 10 m above the still surface, travelling direction as a vector */
  readonly velocity: Vec3;
  /** of the profile U = U10 (z/10)^exponent; 0: the same at all heights */
  readonly exponent: number;
  /** [kg/m^3] */
  readonly density: number;
}
