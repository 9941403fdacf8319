export {
  bristleFriction,
  coulombFriction,
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  FRICTION_LAW_NAMES,
  FRICTION_NONE,
  type FrictionForce,
  type FrictionLawName,
  makeFrictionForce,
  makeSlip,
  noFriction,
  type Slip,
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
  HEAP_LAG,
  HEAP_POINT,
  HEAP_PUSH,
  HEAP_REST,
  HEAP_STIFFNESS,
  heapPatchForce,
  makeHeapMotion,
} from './heap-patch.ts';
export { makeNormalForce, makePress, type NormalForce, normalForce, type Press } from './normal.ts';
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
export {
  makeStrandFrictionLaw,
  makeStrandPoint,
  makeStrandSlip,
  type StrandFriction,
  type StrandPoint,
  type StrandFrictionLaw,
  strandForce,
  strandFriction,
} from './strand.ts';
