export * from './base/index.ts';
export * from './contact/index.ts';
export * from './dynamics/index.ts';
export * from './geometry/index.ts';
export * from './math/index.ts';
export {
  CableCurves,
  type CableLayout,
  type CirclePair,
  closestOnCircle,
  closestOnSegments,
  type ContourList,
  type FanList,
  MeshIntersection,
  MeshWorkspace,
  makeCirclePair,
  makeSegmentPair,
  Minima,
  MinimaSearch,
  type PreparedMesh,
  prepareMesh,
  RegionDerivatives,
  type RegionMeasures,
  type SegmentPair,
} from './proximity/index.ts';
export { contactPairs, MOST_LISTED_PAIRS } from './system/index.ts';
export type { EnergyLedger, Probe } from './system/index.ts';

export type {
  BodyShapeSpec,
  BodySpec,
  ContactParametersSpec,
  ContactSelector,
  ContactTableSpec,
  ForceSpec,
  JointActionSpec,
  JointCoordinate,
  JointSpec,
  JointType,
  MaterialSpec,
  ModelSpec,
  MotionSpec,
  Placement,
  SolverSpec,
} from './system/index.ts';
