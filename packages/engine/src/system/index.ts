export {
  commitActions,
  jointCoordinateStart,
  reactionSize,
  stopDepth,
  stopRate,
  stopSpeed,
} from './action-forces.ts';
export { buildModel } from './builder.ts';
export { drawnElement } from './cable-probes.ts';
export { drawnSpring } from './spring-probes.ts';
export { type Attachments, clampAsItLies, holdAt, letGo, worldPoint } from './cable-ends.ts';
export { feedLength, fitElements, hiddenEnergy, MERGED, refineElements, wantsRefining } from './cable-feed.ts';
export { markTouching, relabelTouch } from './touch-labels.ts';
export { addMassRates, advanceTensions, measureCables } from './cable-forces.ts';
export type { CableItem, Feed } from './cable-item.ts';
export { type CableAccuracy, chooseCableElements } from './cable-resolution.ts';
export { cableRoom, drawnEvenly, noteLengths } from './cables.ts';
export {
  addTransposed,
  evaluateRows,
  measureJointPower,
  timesJacobian,
} from './constraints.ts';
export { contactFoundation, contactHysteresis, contactStiffness } from './contact-forces.ts';
export { readTouches } from './contact-picture.ts';
export { contactPairs, MOST_LISTED_PAIRS } from './contact-probes.ts';
export { EXPONENT as CONTACT_EXPONENT } from './contact-table.ts';
export { HISTORY, TRIAL } from './contacts.ts';
export {
  PATCH_AREA,
  PATCH_DEPTH,
  PATCH_FRESH,
  PATCH_KEPT,
  PATCH_NORMAL,
  PATCH_ONSET,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_SPEED,
} from './patch-contacts.ts';
export { patchesFeel } from './patch-felt.ts';
export { relativeMotion } from './patch-wrench.ts';
export { liftClear } from './touch-clear.ts';
export { TOUCH_IMPACT, touchRateOfChanges, touchRateOfOnsets } from './touch-events.ts';
export { H_JUMP, H_NORMAL, H_RATE, H_STRIDE } from './touch-history.ts';
export { addTouch } from './touch-forces.ts';
export { JointSpace } from './joint-space.ts';
export { PointChain } from './point-chain.ts';
export type { TouchPicture } from './touch-picture.ts';
export {
  addJoints,
  beginMatrix,
  beginStageMatrix,
  commitForces,
  endMatrix,
  evaluateContacts,
  evaluateForces,
  evaluateStage,
  gyroscopic,
  massTimes,
} from './evaluate.ts';
export { commitHulls } from './hull-memory.ts';
export { addHullMasses, timesHullMasses } from './hull-forces.ts';
export { HeapSystem } from './heap-system.ts';
export { isLinked } from './link-check.ts';
export { LinkSystem } from './link-system.ts';
export { PileSystem } from './pile-system.ts';
export { SHAPES_EXACT, SHAPES_NEAR } from './patch-shapes.ts';
export { type EnergyLedger, EnergySums, kineticOf } from './energy.ts';
export type { GearView } from './fed-line.ts';
export { GearSet } from './gear.ts';
export { CRANE_AXES, type Crane } from './gear-crane.ts';
export type { Hand } from './gear-hand.ts';
export type { Winch } from './gear-winch.ts';
export type * from './gear-spec.ts';
export {
  HAND,
  HAND_STATUS,
  type HandOrder,
  WINCH,
  WINCH_EVENTS,
  type WinchMode,
  type WinchSpec,
} from '../marine/index.ts';
export { LOAD_STRIDE, type Model } from './model.ts';
export { restorePull, savePull } from './pull.ts';
export type * from './spec.ts';
export { forgetCaches, moveTrial, placeGiven, placeTrial, Workspace } from './workspace.ts';
export { type Probe, scalar } from './probe.ts';
export { modelProbes } from './probes.ts';
