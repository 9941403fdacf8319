/** Results of a step, and counters. event: a scheduled event could not be carried out; out-of-rope: the end of a cable was reached. */
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
      /** name of the body or joint at which the failure appeared */
      readonly subject: string;
      readonly time: number;
      readonly message: string;
    };

/** The result of a successful step is one object that every step overwrites: read it before the next. */
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
  /** impacts shorter than their step, treated as inelastic */
  absorbedImpacts: number;
  /** convex steps taken by `auto` */
  convexSteps: number;
  /** [m] largest overlap of bodies at the end of a step */
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

/** An impact of two bodies within a step too long to resolve it. */
export interface AbsorbedImpact {
  readonly a: string;
  readonly b: string;
  /** [m/s] of approach */
  readonly speed: number;
  /** [N s] */
  readonly impulse: number;
  /** [J] kinetic energy of approach along the normals */
  readonly energy: number;
  /** [s], [N] duration and peak force by the contact law */
  readonly duration: number;
  readonly peak: number;
}
