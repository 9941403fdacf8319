export { addForce, addLeverBlock, addLeverForce, addLeverTurn, addOuter } from './blocks.ts';
export { StageMatrix } from './matrix.ts';
export { type Pull, makePull, restorePulls, savePulls } from './pull.ts';
export { addMoment, addTurning } from './turning.ts';
export {
  limitChange,
  moveGiven,
  Trial,
  moveTrial,
  noteLimitChange,
  placeGiven,
  placePoses,
  placeTrial,
} from './trial.ts';
