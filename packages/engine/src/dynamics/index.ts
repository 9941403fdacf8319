export type { CableEndName } from './cable-events.ts';
export type { Command, Controls, PullSpec } from './controls.ts';
export { Simulation } from './simulation.ts';
export type { Statistics, StepFailure, StepResult } from './simulation-types.ts';
