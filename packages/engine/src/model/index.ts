export { LED_AXES, ledInput } from './build-motion.ts';
export { buildModel } from './builder.ts';
export {
  ATTACHMENT_BLOCKS,
  type Attachments,
  clampAsItLies,
  endOf,
  gapLeft,
  holdAt,
  letGo,
  worldPoint,
} from './cable-ends.ts';
export { elementMap, hasParted } from './cable-curve.ts';
export {
  MERGED,
  addMassRate,
  crossingTime,
  feedLength,
  fitElements,
  hiddenEnergy,
  measureFeed,
  measureRelaxing,
  partCable,
  partingElement,
  refineElements,
  wantsRefining,
} from './cable-feed.ts';
export type { CableItem } from './cable-item.ts';
export { type CableEndName, cableIndex } from './cable-names.ts';
export { chooseCableElements } from './cable-resolution.ts';
export { CableSet, cableRoom, drawnEvenly, noteLengths } from './cables.ts';
export type {
  ConditionSpec,
  CraneAxisSpec,
  CraneSpec,
  DirectorAction,
  DirectorSpec,
  DirectorStep,
  FeedHandSpec,
  FeedWinchSpec,
  LineRef,
  StowSpec,
} from './gear-spec.ts';
export type { CableEndSpec, HolderSpec } from './holder-spec.ts';
export { LOAD_STRIDE, type Model, SPRING_GAS, SPRING_STRIDE } from './model.ts';
export { sampleWater } from './sea-cables.ts';
export type {
  BodyShapeSpec,
  PressureFieldSpec,
  TactileSpec,
  BodySpec,
  CablePaySpec,
  CableSpec,
  ChainSpec,
  ContactParametersSpec,
  FoundationLaw,
  ContactSelector,
  ContactTableSpec,
  EventSpec,
  ForceSpec,
  JointActionSpec,
  ActionCoordinate,
  JointCoordinate,
  JointSpec,
  JointType,
  MaterialSpec,
  ModelSpec,
  MotionSpec,
  Placement,
  SolverSpec,
} from './spec.ts';
export { FOUNDATION_LAWS } from './spec.ts';
