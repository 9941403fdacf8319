/** What became of an operation: phases, lines, people, impacts, limits, and whether it may be done. In run.json. */

export interface OperationSummary {
  /** in the order they began [s]; end missing: not finished */
  readonly phases: readonly { readonly name: string; readonly start: number; readonly end?: number }[];
  readonly lines: readonly LineSummary[];
  readonly hands: readonly HandSummary[];
  readonly impacts: readonly ImpactSummary[];
  readonly limits: readonly LimitSummary[];
  readonly clearances: readonly ClearanceSummary[];
  /** bodies in the water, boats for one: what their people and their gear have to bear */
  readonly motions?: readonly MotionSummary[];
  /** anchors that were hauled home */
  readonly stowing?: readonly StowSummary[];
  /** not finished: nothing is against it so far, but the run was stopped or a limit was never tested */
  readonly verdict: 'go' | 'no-go' | 'not finished';
  /** why not; empty for go */
  readonly reasons: readonly string[];
}

/** The least distance kept between two bodies [m], and when [s]; over the run and in each phase. */
export interface ClearanceSummary {
  readonly between: string;
  readonly least: number;
  readonly time: number;
  readonly phases?: readonly { readonly name: string; readonly least: number; readonly time: number }[];
}

/** How hard a body was moved about. */
export interface MotionSummary {
  readonly name: string;
  /** [m/s^2] of its origin: greatest, when [s], and root of the mean square; without gravity */
  readonly acceleration: number;
  readonly time: number;
  readonly rms: number;
  /** [rad] greatest, to either side */
  readonly roll: number;
  readonly pitch: number;
}

/** Tension of one line [N], over the run and by phase. */
export interface LineSummary {
  /** of the winch or the hand that holds it; of the cable itself where neither does and it has a break load */
  readonly name: string;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  /** [s] */
  readonly mostTime: number;
  /**
   * [N] what it carries while nothing shakes it: the largest mean tension of a phase that lasts, and which (empty: that of the whole run).
   * Left out in runs of earlier versions
   */
  readonly static?: number;
  readonly staticPhase?: string;
  /** amplification: most over the static load of the line */
  readonly phases: readonly {
    readonly name: string;
    readonly mean: number;
    readonly least: number;
    readonly most: number;
    readonly amplification: number;
  }[];
  /** times the line came taut again after slack, and the peak that followed */
  readonly snaps: readonly { readonly time: number; readonly peak: number }[];
  readonly slackSeconds: number;
  /** [N] break load of its rope, the weakest of several, and the greatest tension anywhere along it over that; left out where none is given */
  readonly capacity?: number;
  readonly utilisation?: number;
}

export interface HandSummary {
  readonly name: string;
  /** the worst it came to: holds, slips, dragged, let go, fallen */
  readonly worst: string;
  readonly most: number;
  /** [s] above 225 N, the pull recommended for standing work */
  readonly hardSeconds: number;
  /** [m] line that ran through the hands, way of the feet */
  readonly slipped: number;
  readonly slid: number;
}

/** Two bodies that met. */
export interface ImpactSummary {
  readonly between: string;
  /** [s] */
  readonly time: number;
  readonly duration: number;
  /** [N] */
  readonly peak: number;
  /** [J] that the bodies brought along the normals, of a blow that a step absorbed; else what was lost in it */
  readonly energy: number;
}

export interface LimitSummary {
  readonly name: string;
  readonly kept: boolean;
  /** such as `below 20000 N` */
  readonly wanted: string;
  /** the bounds themselves, in the unit */
  readonly above?: number;
  readonly below?: number;
  /** farthest it came, and when [s] */
  readonly worst: number;
  readonly time: number;
  readonly unit: string;
}

/** How an anchor came home. */
export interface StowSummary {
  readonly anchor: string;
  /**
   * not decided, never entered, mis-seated, jam (hung up or self-locking), seated, seated then shifted, stable stow; undecided: the same
   * scenario with half of the error allowed says otherwise
   */
  readonly verdict: string;
  /** of an undecided one: what this run says, and what the finer one says */
  readonly verdicts?: readonly string[];
  /** home: seated or stable stow */
  readonly home: boolean;
  /** [s] of the verdict, and when the shackle passed the shell; missing: it did not */
  readonly time?: number;
  readonly entered?: number;
  /** [m], [rad] as it came to rest, and as they should be */
  readonly depth: number;
  readonly wantedDepth: number;
  readonly roll: number;
  /** [rad] of the shank against the pipe; left out in runs of earlier versions */
  readonly tilt?: number;
  readonly wantedTilt?: number;
  readonly flukes: number;
  readonly wantedFlukes: number;
  /** places of contact that carry a twentieth of the contact force or more; on how many sides of the shank */
  readonly places: number;
  readonly sides: number;
  /** the least part of its tolerance that is left over: 1 in the middle, 0 at its edge, negative beyond */
  readonly margin: number;
  /** [N] greatest tension of the windlass on the way */
  readonly peak: number;
  /** blows of shank and head on the hull, and the energy lost in them [J] */
  readonly blows: number;
  readonly energy: number;
  /** [m] the farthest that it has been from its seat since */
  readonly shift: number;
}
