export { commitActions, jointCoordinateStart, stopDepth, stopRate, stopSpeed } from './action-forces.ts';
export { addCables, addMassRates, advanceTensions, measureCables, timesCableMasses } from './cable-forces.ts';
export { evaluateAttachments } from './cable-rows.ts';
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
export { addGravity, addLoads, addPull } from './forces.ts';
export { addHullMasses, timesHullMasses } from './hull-forces.ts';
export { commitHulls } from './hull-memory.ts';
export type { HullItem } from './hulls.ts';
export { Workspace, forgetCaches } from './workspace.ts';
