export { commitActions, jointCoordinateStart, stopDepth, stopRate, stopSpeed } from './action-forces.ts';
export { addMassRates, advanceTensions, measureCables } from './cable-forces.ts';
export { addTransposed, evaluateRows, timesJacobian } from './constraints.ts';
export { type EnergyLedger, EnergySums, kineticOf } from './energy.ts';
export {
  addJoints,
  beginMatrix,
  beginSmoothMatrix,
  beginStageMatrix,
  commitForces,
  endMatrix,
  evaluateForces,
  evaluateSmooth,
  evaluateStage,
  gyroscopic,
  massTimes,
} from './evaluate.ts';
export { addHullMasses, timesHullMasses } from './hull-forces.ts';
export { commitHulls } from './hull-memory.ts';
export type { HullItem } from './hulls.ts';
export { Workspace, forgetCaches } from './workspace.ts';
