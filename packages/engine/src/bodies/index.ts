export { scatterTangent } from './cable/assemble.ts';
export { strainEnergyAt, strainOf, tautSlopeAt, tensionAt, tensionOf, tensionSlope } from './cable/axial.ts';
export type { TensionTable } from './cable/axial-curve.ts';
export {
  beginCreep,
  commitCreep,
  creepWithin,
  followRest,
  freshCreep,
  layWithCreep,
  restWithCreep,
  settleCreep,
} from './cable/creep.ts';
export { creepFault, type CreepSpec, type WorkingCurve } from './cable/creep-curve.ts';
export { type BedGridSpec, gridFault } from './cable/bed-grid.ts';
export { type CableOptions, makeCable, placeNodes } from './cable/build.ts';
export { Cable, type CableEnd, END, START } from './cable/cable.ts';
export { advanceTensionBy, TensionStep } from './cable/elastic.ts';
export type { Evaluation } from './cable/evaluation.ts';
export { EndCoupling } from './cable/ends.ts';
export { CableEnergy } from './cable/energy.ts';
export { type CableSurroundings, evaluateCable } from './cable/evaluate.ts';
export { FluidSamples } from './cable/fluid.ts';
export { directorAsItLies, resetFrames } from './cable/frames.ts';
export {
  canPart,
  crossingTime,
  isGap,
  MOST_PARTINGS,
  NODES_A_PARTING,
  overloaded,
  partElement,
} from './cable/parting.ts';
export { refreshProperties } from './cable/properties.ts';
export {
  mergeNode,
  relaxLengths,
  relaxWithin,
  setEndLength,
  splitElement,
} from './cable/length.ts';
export {
  addMass as addCableMass,
  timesMass as timesCableMass,
  timesMassAt as timesCableMassAt,
} from './cable/mass.ts';
export { CableMatrix } from './cable/matrix.ts';
export { type RefineChange, type RefineOptions, Refiner } from './cable/refine.ts';
export { chooseElements, type Resolution, type ResolutionOptions } from './cable/resolution.ts';
export { checkCable, checkRope, type RopeLength, type RopeSpec, tableFault } from './cable/rope.ts';
export { Seabed, type SeabedSpec } from './cable/seabed.ts';
export { type StartEnds, type StartLoads, startShape } from './cable/start-shape.ts';
export { type StaticsOptions, type StaticsResult, solveStatics } from './cable/statics.ts';
export { evaluatePrescribed, type PrescribedMotion } from './prescribed.ts';
export { addGyroscopic, addMassBlocks, kineticEnergy, movePose, movePoses, timesMass, worldInertia } from './rigid.ts';
