/** Messages between the page and its workers, as plain data. */
import type { ChainView } from '../model/cable-elements.ts';
import type { PackedLink, View } from '@hawser/formats/report';
import type {
  Channel,
  ColumnSummary,
  Frames,
  LineRange,
  OperationSummary,
  RunEvent,
  RunFailure,
  RunStatus,
  RunSummary,
  Scenery,
  SeaWaves,
  TouchFrames,
} from '@hawser/record';
import type { HandAct, HandEntry, Issue, JsonSchema, WinchState } from '@hawser/scenario';

/** The files of a scenario by name, and which of them is the scenario itself. */
export interface Project {
  readonly main: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

export type Section =
  | 'bodies'
  | 'cables'
  | 'chains'
  | 'joints'
  | 'forces'
  | 'winches'
  | 'cranes'
  | 'deckhands'
  | 'materials'
  | 'ropes';

/** Place of a named thing, as offsets of characters in a file. */
export interface Place {
  readonly file: string;
  readonly section: Section;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A target that the user may change: a driven coordinate, a length, a component of a load. */
export interface TargetView {
  /** `joint.slew.angle`, `cable.hoist.length`, `force.push.force.x` */
  readonly name: string;
  readonly unit: string;
  /** of the slider, in that unit */
  readonly low: number;
  readonly high: number;
  readonly start: number;
  /** true: its slider is shown by default */
  readonly main: boolean;
}

/** A deckhand that can be given orders. */
export interface HandView {
  readonly name: string;
  /** [m/s] */
  readonly speedIn: number;
  readonly speedOut: number;
  /** [N] */
  readonly strength: number;
}

/** An order of the script. */
export interface OrderView {
  readonly phase: string;
  /** in words */
  readonly what: string;
}

export interface WinchView {
  readonly name: string;
  /** [m/s] at the most */
  readonly speedIn: number;
  readonly speedOut: number;
}

export interface JointView {
  readonly name: string;
  readonly type: string;
  readonly bodies: readonly [string, string];
  /** [m] in the first body's frame */
  readonly point: readonly [number, number, number];
  /** z of the joint frame in the first body's frame */
  readonly axis: readonly [number, number, number];
}

export interface BodyView {
  readonly name: string;
  readonly kind: 'dynamic' | 'fixed' | 'prescribed';
  /** [kg] */
  readonly mass: number;
  /** [m] body frame */
  readonly centre: readonly [number, number, number];
  /** [kg m^2] xx, yy, zz, xy, xz, yz */
  readonly inertia: readonly number[];
  /** colliding shapes, of all shapes */
  readonly colliding: number;
  readonly shapes: number;
}

/** The tree of boxes over the triangles of one mesh. */
export interface TreeView {
  readonly body: string;
  /** boxes of each level from the whole down: centre x y z, half lengths x y z each [m], in the frame of the mesh */
  readonly levels: readonly Float32Array[];
  /** from there to the body, and to the world where the body is fixed: turn (row by row), then shift [m] */
  readonly places: readonly { readonly turn: Float64Array; readonly shift: readonly number[] }[];
}

/** A valid scenario for display. */
export interface ModelView {
  readonly title: string;
  readonly description: string;
  /** [s] */
  readonly duration: number;
  readonly scenery: Scenery;
  readonly chains: readonly ChainView[];
  /** geometry of the contact search */
  readonly collision: Scenery;
  readonly trees: readonly TreeView[];
  /** bodies that move, where they stand at t = 0 */
  readonly start: Frames;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** `body/part` of floors and other parts that the view is not fitted to */
  readonly backdrop: readonly string[];
  readonly links: readonly PackedLink[];
  readonly sea: SeaWaves | undefined;
  /** initial view */
  readonly view: View;
  readonly bodies: readonly BodyView[];
  readonly joints: readonly JointView[];
  readonly targets: readonly TargetView[];
  readonly winches: readonly WinchView[];
  readonly hands: readonly HandView[];
  /** lines that can be hooked on and cast off */
  readonly lines: readonly string[];
  /** of the script, in its order */
  readonly orders: readonly OrderView[];
  readonly channels: readonly Channel[];
  /** channels to be recorded */
  readonly recorded: readonly string[];
}

export interface CheckReply {
  readonly kind: 'checked';
  readonly issues: readonly Issue[];
  /** places of things, in files that are valid YAML now */
  readonly places: readonly Place[];
  /** the scenario and the files it includes as written, those that are YAML now */
  readonly plains: Readonly<Record<string, unknown>>;
  readonly model: ModelView | undefined;
  /** [ms] that the check took */
  readonly took: number;
}

export interface MeshReport {
  readonly kind: 'mesh';
  readonly ok: boolean;
  /** lines for people: size, volume, faults */
  readonly lines: readonly { readonly tone: 'good' | 'bad' | 'plain'; readonly text: string }[];
}

export type DeskRequest =
  | { readonly kind: 'check'; readonly project: Project }
  | { readonly kind: 'schema' }
  | { readonly kind: 'mesh'; readonly name: string; readonly bytes: Uint8Array }
  /** a run as the browser keeps it */
  | { readonly kind: 'pack'; readonly run: PackedRun }
  /** the text with the value at a path replaced or put in */
  | {
      readonly kind: 'edit';
      readonly text: string;
      readonly path: readonly (string | number)[];
      readonly value: string;
    };

export type DeskReply =
  | CheckReply
  | { readonly kind: 'packed'; readonly parts: readonly Uint8Array<ArrayBuffer>[]; readonly thumbnail: string }
  | { readonly kind: 'schema'; readonly schema: JsonSchema }
  | MeshReport
  | { readonly kind: 'edited'; readonly text: string; readonly from: number; readonly to: number }
  | { readonly kind: 'broken'; readonly message: string };

/** The numbers of a run on the way to storage. */
export interface PackedRun {
  readonly channels: readonly Channel[];
  readonly time: Float64Array;
  readonly columns: readonly Float64Array[];
  readonly frames: Frames;
  readonly touches: TouchFrames;
  readonly events: readonly RunEvent[];
  readonly scenery: Scenery;
  readonly title: string;
  readonly resolved: unknown;
}

/** A request with its number; the reply carries the same one. */
export interface Numbered<T> {
  readonly id: number;
  readonly body: T;
}

export type ToSession =
  /** `set`: values changed as by --set; `tickEvery` [ms] at the least between two ticks */
  | {
      readonly kind: 'load';
      readonly project: Project;
      readonly set?: readonly string[];
      readonly pace: number;
      readonly tickEvery: number;
    }
  | { readonly kind: 'go' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'step' }
  | { readonly kind: 'stop' }
  /** simulated seconds a second; 0: as fast as it can */
  | { readonly kind: 'pace'; readonly pace: number }
  | { readonly kind: 'rewind'; readonly checkpoint: number }
  | { readonly kind: 'act'; readonly act: HandAct };

/** State of a run after some steps. */
export interface Tick {
  readonly kind: 'tick';
  readonly running: boolean;
  /** [s] */
  readonly time: number;
  readonly end: number;
  /** [s] last step */
  readonly step: number;
  readonly iterations: number;
  readonly steps: number;
  readonly rejected: number;
  readonly contacts: number;
  /** simulated seconds a second of computing, of late; 0: not known yet */
  readonly ratio: number;
  /** [s] computed so far */
  readonly computed: number;
  readonly energy: {
    readonly initial: number;
    readonly kinetic: number;
    readonly potential: number;
    readonly elastic: number;
    readonly dissipated: number;
    readonly work: number;
    readonly imbalance: number;
  };
  /** x y z, w x y z of every moving body, now */
  readonly pose: Float64Array;
  /** blocks of the stream since the last tick */
  readonly blocks: readonly Uint8Array[];
  /** [N] pull of the pointer */
  readonly pull: number;
  /** values in the order of `ModelView.targets`, and of `ModelView.winches` */
  readonly led: readonly number[];
  readonly winches: readonly WinchState[];
  /** true: the user holds the script */
  readonly held: boolean;
  /** state of the operation; not with every tick */
  readonly operation?: OperationSummary;
  /** along cables and chains, from every step so far; not with every tick */
  readonly ranges?: readonly LineRange[];
}

export type FromSession =
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | {
      readonly kind: 'ready';
      readonly model: ModelView;
      readonly warnings: readonly string[];
      readonly resolved: unknown;
    }
  | Tick
  | { readonly kind: 'checkpoint'; readonly index: number; readonly time: number }
  | { readonly kind: 'rewound'; readonly checkpoint: number; readonly time: number }
  | {
      readonly kind: 'done';
      readonly status: RunStatus;
      readonly summary: RunSummary;
      readonly warnings: readonly string[];
      readonly failure: RunFailure | null;
      readonly operation: OperationSummary | null;
      /** true: the user has acted on it, so the file alone does not reproduce this run */
      readonly steered: boolean;
      /** user actions, in order */
      readonly acts: readonly HandEntry[];
      readonly extremes: Readonly<Record<string, ColumnSummary>>;
      readonly ranges: readonly LineRange[];
    }
  /** an order that could not be carried out; the run goes on */
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string };
