/** Gear in a model and the script that operates it: plain data, SI units. */
import type { CraneGeometry, DeckhandSpec, HandOrder, WinchMode, WinchSpec } from '../marine/index.ts';
import type { MoveLimits, Vec3 } from '../math/index.ts';
import type { HolderSpec } from './holder-spec.ts';

/** A line that is fed at one end: a cable that is paid out, or a spring (at its end a). */
export type LineRef = { readonly cable: number } | { readonly spring: number };

export interface FeedWinchSpec extends WinchSpec {
  readonly line: LineRef;
  /** place of the drum, where the line runs to it from a sheave at its fed end: body, point [m, body frame] */
  readonly drumAt?: { readonly body: number; readonly point: Vec3 };
  /** its order at the start */
  readonly start: { readonly mode: WinchMode; readonly target: number };
}

/** A deckhand stands where the fed end of the line is held; the z axis of that body is the deck's normal. */
export interface FeedHandSpec extends DeckhandSpec {
  readonly line: LineRef;
  readonly start: { readonly order: HandOrder; readonly target: number };
}

/** Axes moved together: a crane, a davit. Each is a driven coordinate of a joint. */
export interface CraneSpec {
  readonly name: string;
  readonly axes: readonly CraneAxisSpec[];
  /** with the axes slew, luff, knuckle and telescope: the tip can be led in the frame of the base */
  readonly geometry?: CraneGeometry;
}

export interface CraneAxisSpec {
  readonly name: string;
  /** index into joints */
  readonly joint: number;
  readonly coordinate: 'angle' | 'displacement' | 'length';
  /** [rad] or [m] */
  readonly lower: number;
  readonly upper: number;
  /** [rad/s], [rad/s^2] or [m/s], [m/s^2] */
  readonly rate: number;
  readonly acceleration: number;
}

/** The script. Names are resolved when the model is built. */
export interface DirectorSpec {
  readonly script: readonly DirectorStep[];
}

export type DirectorStep =
  /** one after the other; with a name, a phase of the operation */
  | { readonly kind: 'sequence'; readonly name?: string; readonly steps: readonly DirectorStep[] }
  | { readonly kind: 'together'; readonly steps: readonly DirectorStep[] }
  /** the first branch whose conditions all hold when the step is due; a branch without conditions always fits */
  | { readonly kind: 'choose'; readonly branches: readonly DirectorBranch[] }
  /** repeated a number of times, or until conditions hold after a round */
  | {
      readonly kind: 'repeat';
      readonly times: number;
      readonly until: readonly ConditionSpec[];
      readonly steps: readonly DirectorStep[];
    }
  /** [s] */
  | { readonly kind: 'wait'; readonly duration: number }
  /** [s] of the run */
  | { readonly kind: 'at'; readonly time: number }
  | {
      readonly kind: 'until';
      readonly conditions: readonly ConditionSpec[];
      /** [s] time for which they must hold without a break; [s] after which waiting has failed */
      readonly hold: number;
      readonly within: number;
    }
  | {
      readonly kind: 'do';
      readonly action: DirectorAction;
      /** true: the next step comes when this is carried out */
      readonly wait: boolean;
      /** [s] after which it has failed */
      readonly within: number;
    };

export interface DirectorBranch {
  readonly conditions: readonly ConditionSpec[];
  readonly steps: readonly DirectorStep[];
}

export interface ConditionSpec {
  readonly channel: string;
  /** of a vector: 0, 1, 2; -1: its size */
  readonly component: number;
  readonly above?: number;
  readonly below?: number;
}

export type DirectorAction =
  | {
      readonly what: 'winch';
      readonly winch: string;
      readonly mode: WinchMode;
      readonly target: number;
      readonly speed: number;
    }
  | { readonly what: 'crane'; readonly crane: string; readonly pose: Readonly<Record<string, number>> }
  | { readonly what: 'tip'; readonly crane: string; readonly tip: Vec3; readonly telescope?: number }
  /** the tip stays with a point of a body, offset in world axes [m] */
  | {
      readonly what: 'follow';
      readonly crane: string;
      readonly body: number;
      readonly point: Vec3;
      readonly offset: Vec3;
    }
  | { readonly what: 'stop'; readonly crane: string }
  /** orders of a winch are relative to a point of a body; without a body, relative to the ship again */
  | { readonly what: 'compensate'; readonly winch: string; readonly body?: number; readonly point?: Vec3 }
  /** a deckhand walks to a point of his deck [m, its frame] */
  | { readonly what: 'walk'; readonly hand: string; readonly to: Vec3 }
  | { readonly what: 'attach'; readonly cable: string; readonly end: 'start' | 'end'; readonly holder: HolderSpec }
  | { readonly what: 'detach'; readonly cable: string; readonly end: 'start' | 'end' }
  | { readonly what: 'hook'; readonly force: string; readonly reach?: number }
  | { readonly what: 'unhook'; readonly force: string }
  | { readonly what: 'hand'; readonly hand: string; readonly order: HandOrder | 'let go'; readonly target: number }
  | { readonly what: 'target'; readonly target: string; readonly value: number; readonly limits: MoveLimits };

/** An anchor to be stowed: the bodies observed, and the pose wanted. */
export interface StowSpec {
  /** of the anchor */
  readonly name: string;
  readonly winch: string;
  /** bodies */
  readonly hull: number;
  readonly shank: number;
  readonly head: number;
  /** the joint of shank and head */
  readonly pin: string;
  /** [m] frame of the shank */
  readonly shackle: Vec3;
  /**
   * frame of the hull: point where the axis of the pipe meets the shell [m], its direction inboard, and the direction of the pin of a
   * stowed anchor; unit vectors, perpendicular
   */
  readonly origin: Vec3;
  readonly axis: Vec3;
  readonly across: Vec3;
  /** when stowed: [m] position of the shackle along the axis, [rad] angles of the flukes and of the shank to the axis */
  readonly depth: number;
  readonly flukes: number;
  readonly tilt: number;
  /** tolerances [m], then [rad]; tilt: angle of the shank to the axis */
  readonly tolerance: {
    readonly depth: number;
    readonly roll: number;
    readonly tilt: number;
    readonly flukes: number;
  };
  /** [s] time at rest before the verdict; [s] time for which it must stay after it was seated, 0: not required */
  readonly hold: number;
  readonly stable: number;
  /** [m] distance from the plane of the shank beyond which a contact counts to one of its sides */
  readonly beside: number;
}
