/** Result of an operation in run.json: phases, lines, people, impacts, limits, and the verdict. */

export interface OperationSummary {
  /** in the order they began [s]; end missing: not finished */
  readonly phases: readonly { readonly name: string; readonly start: number; readonly end?: number }[];
  readonly lines: readonly LineSummary[];
  readonly hands: readonly HandSummary[];
  readonly impacts: readonly ImpactSummary[];
  readonly limits: readonly LimitSummary[];
  readonly clearances: readonly ClearanceSummary[];
  /** motions of floating bodies, such as boats: loads on their people and gear */
  readonly motions?: readonly MotionSummary[];
  /** anchors that were hauled home */
  readonly stowing?: readonly StowSummary[];
  /** not finished: no reason against it so far, but the run was stopped or a limit was never tested */
  readonly verdict: 'go' | 'no-go' | 'not finished';
  /** reasons; empty for go */
  readonly reasons: readonly string[];
}

/** The smallest distance between two bodies [m], and its time [s]; over the run and in each phase. */
export interface ClearanceSummary {
  readonly between: string;
  readonly least: number;
  readonly time: number;
  readonly phases?: readonly { readonly name: string; readonly least: number; readonly time: number }[];
}

/** Accelerations and angles of a body. */
export interface MotionSummary {
  readonly name: string;
  /** [m/s^2] of its origin: largest, its time [s], and root mean square; without gravity */
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
   * [N] static load: the largest mean tension of a long phase, and the phase (empty: the whole run). Missing in runs of earlier versions
   */
  readonly static?: number;
  readonly staticPhase?: string;
  /** amplification: largest tension over the static load of the line */
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
  /**
   * [N] break load of its rope, the weakest of several, and utilisation by the largest tension anywhere along it; missing where no break
   * load is given
   */
  readonly capacity?: number;
  readonly utilisation?: number;
}

export interface HandSummary {
  readonly name: string;
  /** the worst status: holds, slips, dragged, let go, fallen */
  readonly worst: string;
  readonly most: number;
  /** [s] above 225 N, the pull recommended for standing work */
  readonly hardSeconds: number;
  /** [m] line that ran through the hands, distance slid by the feet */
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
  /** [J] energy of approach along the normals for an impact absorbed by a step; otherwise the energy lost in it */
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
  /** worst value, and its time [s] */
  readonly worst: number;
  readonly time: number;
  readonly unit: string;
}

/** Result of stowing an anchor. */
export interface StowSummary {
  readonly anchor: string;
  /**
   * not decided, never entered, mis-seated, jam (hung up or self-locking), seated, seated then shifted, stable stow; undecided: the same
   * scenario with half of the error has another verdict
   */
  readonly verdict: string;
  /** of an undecided one: the verdict of this run, and that of the finer one */
  readonly verdicts?: readonly string[];
  /** home: seated or stable stow */
  readonly home: boolean;
  /** [s] time of the verdict, and of the shackle's passage through the shell; missing: it did not pass */
  readonly time?: number;
  readonly entered?: number;
  /** [m], [rad] values at rest, and wanted values */
  readonly depth: number;
  readonly wantedDepth: number;
  readonly roll: number;
  /** [rad] of the shank against the pipe; left out in runs of earlier versions */
  readonly tilt?: number;
  readonly wantedTilt?: number;
  readonly flukes: number;
  readonly wantedFlukes: number;
  /** places of contact with a twentieth of the contact force or more; number of sides of the shank */
  readonly places: number;
  readonly sides: number;
  /** smallest remaining part of a tolerance: 1 in the middle, 0 at its limit, negative beyond */
  readonly margin: number;
  /** [N] largest tension of the windlass up to then */
  readonly peak: number;
  /** blows of shank and head on the hull, and the energy lost in them [J] */
  readonly blows: number;
  readonly energy: number;
  /** [m] its largest distance from the seat since */
  readonly shift: number;
}
