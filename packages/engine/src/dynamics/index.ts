export type { CableEndName } from './cable-events.ts';
export type { Command, Controls, PullSpec } from './controls.ts';
export type { PhaseTimes } from './director.ts';
export type { Thrown } from './happenings.ts';
export type { GearEvent, Operation } from './operation.ts';
export { Simulation } from './simulation.ts';
export type { Statistics, StepFailure, StepResult } from './simulation-types.ts';
