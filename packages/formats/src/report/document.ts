/**
 * Data of a report for the page's script: one small JSON index, and blobs (see codec.ts), each in a separate element, so that an unused
 * blob is never decoded.
 */
import type { SeaWaves } from '@hawser/record';

export interface ReportDocument {
  readonly format: 1;
  readonly title: string;
  /** file name (without ending) that downloads start with */
  readonly fileStem: string;
  /** [s] first and last instant that the page can show */
  readonly start: number;
  readonly end: number;
  readonly time: TimeAxis;
  readonly channels: readonly PackedChannel[];
  readonly frames: PackedFrames;
  readonly bodies: readonly PackedBody[];
  readonly meshes: readonly PackedMesh[];
  readonly links: readonly PackedLink[];
  readonly events: readonly PackedEvent[];
  /** null: no pressures were recorded */
  readonly pressures: PackedPressures | null;
  /** [m] space occupied by the bodies during the run, without backdrops */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** null: none is drawn */
  readonly sea: SeaWaves | null;
  /** initial view */
  readonly view: View;
  /** names of columns, one list for each default plot */
  readonly plots: readonly (readonly string[])[];
  /** true: some channels hold fewer rows than were recorded */
  readonly thinned: boolean;
}

/** Instants: evenly spaced ones are a formula, others are a blob of 64-bit floats. */
export type TimeAxis =
  | { readonly kind: 'even'; readonly start: number; readonly step: number; readonly count: number }
  | { readonly kind: 'listed'; readonly blob: string; readonly count: number };

export interface PackedChannel {
  readonly name: string;
  readonly unit: string;
  readonly components: readonly string[];
  /** blob with, for each component: row numbers (only where `rows` says so), then float32 values */
  readonly blob: string;
  /** for each component: 0 when all rows of `time` are included, otherwise the number of kept rows */
  readonly rows: readonly number[];
  /** for each component: smallest and largest finite value, to about six digits; null when there is none */
  readonly range: readonly (readonly [number, number] | null)[];
}

export interface PackedFrames {
  readonly time: TimeAxis;
  /** names of the bodies that move, in the order of the blob: seven integer columns a body (x y z, w x y z), order 2 */
  readonly bodies: readonly string[];
  readonly blob: string;
  /** [m] one unit of a position */
  readonly positionUnit: number;
  /** one unit of a quaternion's component */
  readonly rotationUnit: number;
}

export interface PackedBody {
  readonly name: string;
  /** index into `frames.bodies`, or -1: stands still at `pose` */
  readonly track: number;
  /** x y z w x y z, for bodies without a track */
  readonly pose: readonly number[];
  readonly parts: readonly PackedPart[];
}

export interface PackedPart {
  /** index into `meshes` */
  readonly mesh: number;
  /** #rrggbb */
  readonly colour: string;
  readonly opacity: number;
  /** much larger than all moving bodies: drawn, but the view is not fitted to it */
  readonly backdrop: boolean;
  /** in a line: the stripe that shows its twist, or the links of a chain */
  readonly role?: 'stripe' | 'links';
}

/** Polygons of contact areas with their pressures, picture after picture. */
export interface PackedPressures {
  readonly time: TimeAxis;
  /** blob: where each picture begins in the numbers, and the numbers, float32: corners of a polygon, then x y z [m] and pressure [Pa] of each */
  readonly blob: string;
  readonly count: number;
  /** [Pa] the largest */
  readonly most: number;
}

export interface PackedMesh {
  /** blob with three float32 columns (x, y, z), three of normals if `normals`, and one of vertex numbers */
  readonly blob: string;
  readonly vertices: number;
  readonly indices: number;
  readonly normals: boolean;
}

/** A line between two bodies. */
export interface PackedLink {
  readonly name: string;
  readonly ends: readonly [PackedEnd, PackedEnd];
  /** [m] length of a rope; it hangs when its ends come closer. null: always straight */
  readonly rope: number | null;
}

export interface PackedEnd {
  /** index into `frames.bodies`, or -1: `point` is in the world */
  readonly track: number;
  /** [m] */
  readonly point: readonly number[];
}

export interface PackedEvent {
  readonly time: number;
  readonly kind: string;
  readonly text: string;
}

/** Direction from the scene to the eye. */
export interface View {
  /** [rad] about z, from +x */
  readonly azimuth: number;
  /** [rad] above the horizon */
  readonly elevation: number;
  /** [m] initial view volume, where it is not the whole scene */
  readonly room?: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** the body that the view follows; `room` is at its initial position */
  readonly follow?: string;
}
