export { type Command, Controls, type Interruptions, type PullSpec } from './controls.ts';
export type { PhaseTimes } from './director.ts';
export { GearSet } from './gear.ts';
export type { LedPose } from './lead.ts';
export { type GearEvent, Operation } from './operation.ts';
export { Stow, STOW, STOW_VERDICTS, type StowVerdict, type Touch } from './stow.ts';
