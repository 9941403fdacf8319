export type { CollisionShape } from './built-shape.ts';
export { CableContact, type CableContactOptions, type CableSearch } from './cable-cable/cable-contact.ts';
export { chordClearance } from './cable-cable/clearance.ts';
export { CableCurves, type CableLayout, CONTROL_STRIDE, curveTangent, splineControl } from './cable-cable/curves.ts';
export {
  type HertzConstants,
  type HertzPatch,
  hertzConstants,
  hertzCrossedCylinders,
} from './cable-cable/hertz.ts';
export type { LineRulePoints } from './cable-cable/line-rule.ts';
export { Minima, MinimaSearch } from './cable-cable/minima.ts';
export { MlsDist, type MlsDistOptions } from './cable-cable/mls-dist.ts';
export {
  changedSides,
  flightThroughReach,
  makePassage,
  type Passage,
  PassageCheck,
  type PassageOptions,
} from './cable-cable/passage.ts';
export { ContactPatches, NO_FEATURE } from './cable-cable/patches.ts';
export { closestOnSegments, makeSegmentPair, type SegmentPair } from './cable-cable/segment-pair.ts';
export {
  makeSkewOverlap,
  royEllipseArea,
  royVolume,
  type SkewOverlap,
  skewCylinders,
  skewProjectedArea,
} from './cable-cable/skew-cylinders.ts';
export { type Meeting, makeMeeting, sweptCapsules, sweptEdges, sweptVertexTriangle } from './cable-cable/swept.ts';
export { Branches } from './cable-solid/branch.ts';
export { CableSolidContact, type CableSolidOptions, PLANE } from './cable-solid/cable-solid-contact.ts';
export { CableSolid } from './cable-solid/solid.ts';
export {
  makeSolidPassage,
  type SolidPassage,
  SolidPassageCheck,
  type SolidPoses,
} from './cable-solid/solid-passage.ts';
export { type StochasticMinimum, type StochasticOptions, StochasticSearch } from './cable-solid/stochastic.ts';
export { prepareSurface, type SolidSurface, signedDistance } from './cable-solid/surface.ts';
export { type Lens as DiscLens, findSegment, lensOfDiscs, makeLens as makeDiscLens } from './cable-cable/lens.ts';
export { ContactSet } from './contact-set.ts';
export { type CirclePair, closestOnCircle, makeCirclePair } from './distance/circle-triangle.ts';
export {
  type ContactPoint,
  EDGE_EDGE,
  ELEMENT_STRIDE,
  makeContactPoint,
  RIM_PLANE,
  refreshElement,
  SPHERE_LINE,
  SPHERE_PLANE,
  SPHERE_SPHERE,
} from './element.ts';
export type { ContourList } from './mesh-mesh/contours.ts';
export { RegionDerivatives } from './mesh-mesh/derivatives.ts';
export type { FanList } from './mesh-mesh/fans.ts';
export type { RegionMeasures } from './mesh-mesh/measures.ts';
export { MeshIntersection } from './mesh-mesh/mesh-intersection.ts';
export { type PreparedMesh, prepareMesh } from './mesh-mesh/prepared-mesh.ts';
export { MeshWorkspace } from './mesh-mesh/workspace.ts';
export { solidMesh } from './volume/solid-mesh.ts';
export { CollisionScene } from './scene.ts';
export type { Reach } from './shape-poses.ts';
export {
  halfSpaceGradient,
  halfSpaceHessian,
  volumeGradient,
  volumeHessian,
} from './spheres/derivatives.ts';
export { type Lens, lensOfDepth, lensVolume, makeLens, sphereCap, sphereLens } from './spheres/lens.ts';
export { type HalfSpace, type RelativePose, SpherePairSet } from './spheres/pair-set.ts';
export { PairRegions, type RegionOptions } from './spheres/regions.ts';
export { makePairSums, type PairSums, sumPairs } from './spheres/sums.ts';
export { makeVolumeEstimate, TimeCriticalTraversal, type VolumeEstimate } from './spheres/time-critical.ts';
export { SphereTraversal } from './spheres/traverse.ts';
export { PATCH_STRIDE, PatchList, POINT_STRIDE } from './volume/patch-list.ts';
export type { SolidPair } from './volume/solid-pair.ts';
export { thinPatches } from './volume/thin.ts';
export { SolidMeshes, VolumePair } from './volume/volume-pair.ts';
