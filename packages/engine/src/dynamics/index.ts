export { Simulation } from './simulation.ts';
export type { Parting } from './between/happenings.ts';
export type { RepeatedRows } from './start/redundancy.ts';
export type { AbsorbedImpact, Statistics, StepFailure, StepResult } from './simulation-types.ts';
