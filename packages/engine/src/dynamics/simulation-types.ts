/** What a step answers and what is counted. event: something due then could not be done; out-of-rope: a cable ends. */
export type StepFailure =
  | 'diverged'
  | 'not-finite'
  | 'step-too-small'
  | 'singular'
  | 'contradictory'
  | 'passed'
  | 'gained'
  | 'event'
  | 'out-of-rope';

export type StepResult =
  | { readonly ok: true; readonly time: number; readonly step: number; readonly iterations: number }
  | {
      readonly ok: false;
      readonly reason: StepFailure;
      /** name of the body or joint where it showed */
      readonly subject: string;
      readonly time: number;
      readonly message: string;
    };

/** The answer to a step that went well is one object, written anew by every step: read it before the next. */
export interface MutableSuccess {
  ok: true;
  time: number;
  step: number;
  iterations: number;
}

export interface Statistics {
  steps: number;
  rejected: number;
  iterations: number;
  factorisations: number;
  /** [s] */
  lastStep: number;
  lastIterations: number;
  contacts: number;
  /** impacts shorter than their step, taken as inelastic */
  absorbedImpacts: number;
  /** steps that `auto` took as convex ones */
  convexSteps: number;
  /** [m] the deepest that bodies have been in each other at the end of a step */
  deepestOverlap: number;
}

export function makeStatistics(): Statistics {
  return {
    steps: 0,
    rejected: 0,
    iterations: 0,
    factorisations: 0,
    lastStep: 0,
    lastIterations: 0,
    contacts: 0,
    absorbedImpacts: 0,
    convexSteps: 0,
    deepestOverlap: 0,
  };
}

/** A blow between two bodies within a step that was too long to follow it. */
export interface AbsorbedImpact {
  readonly a: string;
  readonly b: string;
  /** [m/s] of approach */
  readonly speed: number;
  /** [N s] */
  readonly impulse: number;
  /** [J] that the bodies brought along the normals */
  readonly energy: number;
  /** [s], [N] that the law of the contact gives */
  readonly duration: number;
  readonly peak: number;
}
