export { type Blow, findBlowPeak, makeBlow } from './blow.ts';
export { bristleFriction, type FrictionForce, makeFrictionForce, makeSlip, type Slip } from './bristle.ts';
export { BRUSH_POINT } from './brush-points.ts';
export {
  type Brush,
  type BrushForce,
  brushFriction,
  keepEnergy,
  makeBrush,
  makeBrushForce,
} from './brush.ts';
export {
  coulombFriction,
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  FRICTION_REDUCED,
  FRICTION_LAW_NAMES,
  FRICTION_NONE,
  type FrictionLawName,
  noFriction,
} from './friction.ts';
export {
  cornerStiffness,
  hertzStiffness,
  type Material,
  type MixedMaterial,
  mixMaterials,
  rimStiffness,
} from './material.ts';
export {
  findImpactDepth,
  findImpactRate,
  type Impact,
  makeImpact,
  makeNormalForce,
  limitStiffness,
  makePress,
  type NormalForce,
  normalForce,
  type Press,
} from './normal.ts';
export {
  deliveredRestitution,
  exactHysteresis,
  hysteresisFor,
  NORMAL_LAW_NAMES,
  type NormalLawName,
  SMALLEST_RESTITUTION,
} from './restitution.ts';
export {
  makePatchForce,
  makePatchLaw,
  makePatchMotion,
  PATCH_POINT,
  type PatchForce,
  type PatchLaw,
  type PatchMotion,
  patchForce,
} from './patch.ts';
export { AREA_LAW_NAMES, type AreaLawName, type Indentation, lumpedForce } from './lumped.ts';
export { type Foundation, makeFoundation, makeStrandPoint, type StrandPoint, strandForce } from './strand.ts';
export {
  type DryFriction,
  dryFriction,
  type DrySlip,
  followsSpeed,
  type FrictionLaw,
  limitSlope,
  makeDryFriction,
  makeDrySlip,
  makeFrictionLaw,
  staticShare,
} from './dry-friction.ts';
