export {
  drumMass,
  drumRadius,
  orderWinch,
  WINCH,
  WINCH_ARRIVED,
  WINCH_EVENTS,
  WINCH_MODES,
  type WinchMode,
  type WinchSpec,
  watchWinch,
  winchArrived,
} from './gear/winch.ts';
export { gypsyRadius } from './gear/drum.ts';
export { driveWinch, type LineGive, type WinchLeading } from './gear/winch-drive.ts';
export { WettedHull, type HullDrag, type HullShape } from './loads/hull.ts';
export { estimateAddedMass, floatUpright, type Flotation } from './loads/estimate.ts';
export { hullMesh, longestSide, type PlacedShape } from './loads/hull-mesh.ts';
export { Members } from './loads/members.ts';
export { leverArm, shift6, turn6 } from './loads/six.ts';
export type * from './loads/spec.ts';
export { type Comb, makeComponents, type WaveComponents } from './sea/components.ts';
export { groupSpeed, waveFrequency, waveNumber } from './sea/dispersion.ts';
export { type LedSea, SeaLevels } from './sea/levels.ts';
export { FLOW, FLOW_RATE, HEAD, HEAD_GRADIENT, RISE, SAMPLE, Sea, SLOPE, SURFACE } from './sea/sea.ts';
export type * from './sea/spec.ts';
export { Diffraction, type DiffractionSpec, froudeKrylov, refuseOtherShip } from './ship/diffraction.ts';
export { Radiation, type RadiationSpec } from './ship/radiation.ts';
export { leastDamping, type RadiationData, type Retardation, retardation } from './ship/retardation.ts';
export { checkLongWaves, RaoMotion, type RaoSpec, RaoTable, type RaoVerdict } from './ship/rao.ts';
export { defaultGamma, makeSpectrum, type Spectrum, spreadDirections } from './sea/spectrum.ts';
export {
  chainBreakLoad,
  chainProofLoad,
  type Equipment,
  equipmentFor,
  equipmentNumber,
  type Grade,
  WINDLASS_RULES,
  windlassDutyPull,
} from './gear/class-rules.ts';
export { type CraneGeometry, type CranePose, craneJacobian, cranePose, craneTip } from './gear/crane.ts';
export { type AxisLimits, followAxis } from './gear/follow.ts';
export {
  type DeckhandSpec,
  driveHand,
  handFollows,
  HAND,
  HAND_STATUS,
  handCapability,
  type HandLoad,
  type HandOrder,
  type HandStatus,
  handStatus,
  orderHand,
  watchHand,
} from './gear/deckhand.ts';
