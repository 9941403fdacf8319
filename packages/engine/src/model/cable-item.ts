/** One cable in a model, and its feed. */
import type {
  Cable,
  CableEnd,
  CableEnergy,
  CableSurroundings,
  EndCoupling,
  FluidSamples,
  Refiner,
  Seabed,
} from '../bodies/index.ts';
import type { SteeredFunction } from '../math/index.ts';
import type { CableWater } from './cable-water.ts';

export interface CableItem {
  readonly name: string;
  readonly cable: Cable;
  /** first of its numbers among the unknowns, and first of its blocks in the stage matrix */
  at: number;
  block: number;
  readonly around: CableSurroundings;
  readonly fluid: FluidSamples | undefined;
  readonly water: CableWater;
  readonly seabed: Seabed | undefined;
  /** its length as a function of time */
  readonly feed: Feed | undefined;
  /** adds and removes elements along it */
  readonly refiner: Refiner | undefined;
  /** rest lengths at the last accepted step; true while they return to the material's */
  readonly rest0: Float64Array;
  relaxing: boolean;
  /** true: drawn as equal pieces of its length, because its elements differ */
  readonly drawnEvenly: boolean;
  readonly energy: CableEnergy;
  readonly coupling: EndCoupling;
  /** present power absorbed by the cable, by water and bed around it, and brought in by its feed [W]; stored energy [J] */
  power: number;
  outsidePower: number;
  feedPower: number;
  stored: number;
  /** rows of a node's block in the matrix: positions, and the twist angle where the cable resists twist */
  width: 3 | 4;
  /** offsets of its blocks in the matrix, five for each node */
  readonly offsets: Int32Array;
}

/** Length as a function of time. */
export interface Feed {
  readonly end: CableEnd;
  readonly length: SteeredFunction;
  /** length of elements added or removed, longest and shortest length of the cable [m] */
  readonly nominal: number;
  readonly longest: number;
  shortest: number;
  /** length of all elements but the one at the feeding end [m] */
  others: number;
}
