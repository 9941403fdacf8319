/** Interfaces of CableTouch for its parts. */
import type { Vec3 } from '../../math/index.ts';
import type { CableCurves, CableSolid, ContactPatches, SolidPoses } from '../../proximity/index.ts';
import type { CableSet, Model } from '../../model/index.ts';
import type { TouchTable } from './strand-laws.ts';

/** Partners of strand contacts and their positions. */
export interface TouchScene {
  readonly model: Model;
  readonly cables: CableSet;
  readonly table: TouchTable;
  readonly curves: CableCurves;
  readonly solids: readonly CableSolid[];
  /** [m] origins of their frames, from the centres of mass of their bodies */
  readonly origins: readonly Vec3[];
  /** first element of each cable */
  readonly starts: Int32Array;
}

/** The step under way: present and earlier positions, and contacts. */
export interface TouchStep extends TouchScene {
  readonly control: Float64Array;
  readonly control0: Float64Array;
  readonly poses: SolidPoses;
  readonly poses0: SolidPoses;
  readonly size: Float64Array;
  readonly solidPatches: ContactPatches;
  readonly strandPatches: ContactPatches;
  /** true: the step began without a search: nothing can touch in it while nodes stay within their bounds */
  readonly idle: boolean;
  /** places are looked for from random starts */
  readonly random: boolean;
  /** true: nothing was near, and nothing has moved beyond the reach of the search */
  keptApart(): boolean;
  readonly ends: { nearHolder(e: number, s: number): boolean; nearEnds(a: number, b: number): boolean };
}
