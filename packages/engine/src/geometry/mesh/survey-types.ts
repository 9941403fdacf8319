/** What a survey of a mesh finds. */
import type { Vec3 } from '../../math/index.ts';
import type { Shell } from './shells.ts';

export type MeshFaultCode =
  | 'bad-index'
  | 'not-finite'
  | 'no-triangles'
  | 'coarse'
  | 'too-large'
  | 'too-small'
  | 'open-edge'
  | 'crowded-edge'
  | 'pinched-vertex'
  | 'flipped-face'
  | 'twisted'
  | 'inverted'
  | 'no-volume'
  | 'nested-shell'
  | 'self-intersection'
  | 'self-touch'
  | 'duplicate-face'
  | 'zero-area'
  | 'sliver'
  | 'isolated-vertex';

export interface MeshFault {
  readonly code: MeshFaultCode;
  /** error: a volume computed from the mesh, or contact with it, would be wrong */
  readonly severity: 'error' | 'warning';
  /** what is wrong, where, and what to do */
  readonly message: string;
  /** [m] a point of it */
  readonly place: Vec3;
  /** what the numbers are: vertices, edges as pairs of vertices, faces */
  readonly vertices: readonly number[];
  readonly edges: readonly number[];
  readonly faces: readonly number[];
}

export interface MeshSurvey {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly edgeCount: number;
  /** [m] */
  readonly min: Vec3;
  readonly max: Vec3;
  /** [m^2] */
  readonly area: number;
  /** the faces traverse every edge equally often in both directions */
  readonly closed: boolean;
  /** closed, and all faces run anticlockwise seen from outside: the mesh bounds a solid */
  readonly solid: boolean;
  readonly shells: readonly Shell[];
  /** V - E + F; 2 for each part without handles */
  readonly euler: number;
  /** in order of severity; at most MOST_FAULTS of each kind */
  readonly faults: readonly MeshFault[];
  /** number of each kind, including those not listed; for faces that cross or touch at most MOST_MEETINGS */
  readonly counts: Readonly<Partial<Record<MeshFaultCode, number>>>;
}

/** One cause often repeats over a whole mesh; a longer list helps nobody. */
export const MOST_FAULTS = 500;
/** The search for faces that cross or touch stops at this number, because there can be as many as pairs of faces. */
export const MOST_MEETINGS = 1000;

/** Collects faults: all are counted, the first ones of each kind kept. */
export class FaultList {
  readonly faults: MeshFault[] = [];
  readonly counts: Partial<Record<MeshFaultCode, number>> = {};

  /** `make` runs only when the fault is kept. */
  add(code: MeshFaultCode, make: () => Omit<MeshFault, 'code'>): void {
    const before = this.counts[code] ?? 0;
    this.counts[code] = before + 1;
    if (before < MOST_FAULTS) this.faults.push({ code, ...make() });
  }
}

/**
 * `(1.25, 0, -3)`: enough digits to distinguish places a ten-thousandth of `size` [m] apart, seven at least; values within rounding of zero
 * are 0.
 */
export function formatPlace(place: Vec3, size: number = 0): string {
  return `(${place.map((x) => formatCoordinate(x, size)).join(', ')})`;
}

function formatCoordinate(x: number, size: number): string {
  if (Math.abs(x) < 1e-13 * size) return '0';
  let digits = 5;
  for (let ratio = size > 0 ? Math.abs(x) / size : 1; ratio >= 1 && digits < 17; ratio /= 10) digits++;
  return String(Number(x.toPrecision(Math.max(7, digits))));
}
