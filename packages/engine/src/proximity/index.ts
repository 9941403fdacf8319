export type { CollisionShape } from './built-shape.ts';
export { CableContact, type CableContactOptions, type CableSearch } from './cable-cable/cable-contact.ts';
export { chordClearance } from './cable-cable/clearance.ts';
export {
  CableCurves,
  type CableLayout,
  CONTROL_STRIDE,
  curvePoint,
  curveTangent,
  splineControl,
} from './cable-cable/curves.ts';
export type { LineRulePoints } from './cable-cable/line-rule.ts';
export { Minima, MinimaSearch } from './cable-cable/minima.ts';
export { MlsDist, type MlsDistOptions } from './cable-cable/mls-dist.ts';
export {
  makePassage,
  type Passage,
  PassageCheck,
  type PassageOptions,
} from './cable-cable/passage.ts';
export { ContactPatches, NO_FEATURE } from './cable-cable/patches.ts';
export { closestOnSegments, makeSegmentPair, type SegmentPair } from './cable-cable/segment-pair.ts';
export { type Meeting, makeMeeting, sweptCapsules, sweptEdges, sweptVertexTriangle } from './cable-cable/swept.ts';
export { Branches } from './cable-solid/branch.ts';
export {
  CableSolidContact,
  type CableSolidOptions,
  PLANE,
  type SolidSearch,
} from './cable-solid/cable-solid-contact.ts';
export { StochasticSearch, type StochasticOptions } from './cable-solid/stochastic.ts';
export { CableSolid } from './cable-solid/solid.ts';
export {
  makeSolidPassage,
  type SolidPassage,
  SolidPassageCheck,
  type SolidPoses,
} from './cable-solid/solid-passage.ts';
export { type SolidSurface, sideOf, signedDistance, surfaceOf } from './cable-solid/surface.ts';
export { type Lens as DiscLens, findSegment, lensOfDiscs, makeLens as makeDiscLens } from './cable-cable/lens.ts';
export { ContactSet } from './contact-set.ts';
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
export { arcTriangle } from './links/arc-triangle.ts';
export { hertzForm, linePart, STRAIGHT_PART } from './links/hertz-form.ts';
export { LinkCurve } from './links/link-curve.ts';
export { LinkLinkPair } from './links/link-link-pair.ts';
export { LinkSolidPair } from './links/link-solid-pair.ts';
export type { ContourList } from './mesh-mesh/contours.ts';
export { grown } from './mesh-mesh/crossings.ts';
export type { FanList } from './mesh-mesh/fans.ts';
export type { RegionMeasures } from './mesh-mesh/measures.ts';
export { MeshIntersection } from './mesh-mesh/mesh-intersection.ts';
export { FACE, NORMAL } from './mesh-mesh/side.ts';
export { MeshWorkspace } from './mesh-mesh/workspace.ts';
export { PairPose, type PlacedMeshes } from './pair-pose.ts';
export { CollisionScene } from './scene.ts';
export type { Reach } from './shape-poses.ts';
export { type Lens, lensOfDepth, lensVolume, makeLens, sphereCap, sphereLens } from './spheres/lens.ts';
export { type HalfSpace, type RelativePose, SpherePairSet } from './spheres/pair-set.ts';
export { PairRegions, type RegionOptions } from './spheres/regions.ts';
export { SphereTraversal } from './spheres/traverse.ts';
export { CutPolygon } from './pressure/cut.ts';
export { PressurePair, type PressureSide, type PressureSides } from './pressure/pressure-pair.ts';
export { PATCH_STRIDE, PATCH_TURNING, PatchList, POINT_STRIDE } from './volume/patch-list.ts';
export type { SolidPair } from './volume/solid-pair.ts';
export { thinPatches } from './volume/thin.ts';
export { SolidMeshes, VolumePair } from './volume/volume-pair.ts';
