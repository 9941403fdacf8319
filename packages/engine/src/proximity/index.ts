export type { CollisionShape } from './built-shape.ts';
export { CableCurves, type CableLayout } from './cable-cable/curves.ts';
export { Minima, MinimaSearch } from './cable-cable/minima.ts';
export { closestOnSegments, makeSegmentPair, type SegmentPair } from './cable-cable/segment-pair.ts';
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
export { CollisionScene } from './scene.ts';
export {
  halfSpaceGradient,
  halfSpaceHessian,
  volumeGradient,
  volumeHessian,
} from './spheres/derivatives.ts';
export { type Lens, lensOfDepth, makeLens, sphereCap, sphereLens } from './spheres/lens.ts';
export { type HalfSpace, type RelativePose, SpherePairSet } from './spheres/pair-set.ts';
export { PairRegions, type RegionOptions } from './spheres/regions.ts';
export { makePairSums, type PairSums, sumPairs } from './spheres/sums.ts';
export { makeVolumeEstimate, TimeCriticalTraversal, type VolumeEstimate } from './spheres/time-critical.ts';
export { SphereTraversal } from './spheres/traverse.ts';
export { PATCH_STRIDE, PatchList, POINT_STRIDE } from './volume/patches.ts';
export type { SolidPair } from './volume/solid-pair.ts';
export { SolidMeshes, VolumePair } from './volume/volume-pair.ts';
