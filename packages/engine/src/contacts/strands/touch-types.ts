/** What parts of CableTouch see of it. */
import type { Vec3 } from '../../math/index.ts';
import type { CableCurves, CableSolid, ContactPatches, SolidPoses } from '../../proximity/index.ts';
import type { CableSet, Model } from '../../model/index.ts';
import type { TouchTable } from './strand-laws.ts';

/** Who touches whom, and where they are. */
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

/** The step under way: where things are and were, and what touches. */
export interface TouchStep extends TouchScene {
  readonly control: Float64Array;
  readonly control0: Float64Array;
  readonly poses: SolidPoses;
  readonly poses0: SolidPoses;
  readonly size: Float64Array;
  readonly solidPatches: ContactPatches;
  readonly strandPatches: ContactPatches;
  /** the step began without a look: nothing can touch in it while nodes stay in their room */
  readonly idle: boolean;
  /** places are looked for from random starts */
  readonly random: boolean;
  /** nothing was near, and nothing has moved further than was looked */
  keptApart(): boolean;
  readonly ends: { nearHolder(e: number, s: number): boolean; nearEnds(a: number, b: number): boolean };
}
