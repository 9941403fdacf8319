export { emptyBounds, mergeBounds, shapeBounds } from './aabb.ts';
export { type BoxTree, buildBoxTree, triangleBounds } from './bvh/tree.ts';
export { type TreeMesh, treeMesh } from './bvh/tree-mesh.ts';
export { gapOfMeshes } from './bvh/mesh-gap.ts';
export { collectAlongRay, collectPairs, makePairList, type PairList } from './bvh/traverse.ts';
export { BSP_LEAF, type BspOptions, bspSide, type BspTree, buildBsp } from './bsp/bsp.ts';
export { checkShape } from './check-shape.ts';
export { type DecomposeOptions, type Decomposition, decomposeMesh } from './decompose/decompose.ts';
export type { Piece as ConvexPiece } from './decompose/merge.ts';
export { CELL, CELL_EXTENT, CELL_GRADIENT, type ExtentField } from './field/field.ts';
export { FLOW, FLOW_BUBBLE, FLOW_CORNER, FLOW_HEIGHT, FLOW_SINK } from './field/flow.ts';
export { type FieldCore, fieldOf, type FieldSpec, topOf } from './field/field-of.ts';
export type { GivenTets } from './field/given-tets.ts';
export { lawAt, rootLaw, stiffeningLaw } from './field/law.ts';
export { convexHull, type Hull, hullToTriangles } from './hull.ts';
export { type BodyMass, bodyMass, shapeMassProperties, type WeighedShape } from './mass.ts';
export type { Inertia, MassProperties } from './mass-properties.ts';
export { checkMesh } from './mesh/check.ts';
export { type HalfEdges, halfEdges, NO_TWIN, nextHalfEdge, tipOf } from './mesh/half-edge.ts';
export { integrateMesh } from './mesh/integrals.ts';
export { binMesh, type BinSpec, boxMesh, pocketMesh, type PocketSpec } from './mesh/primitives/blocks.ts';
export {
  ANCHOR_TYPES,
  anchorHeadMesh,
  anchorShankMesh,
  type AnchorSizes,
  anchorSizes,
  type AnchorType,
  LEAST_HEAD_SHARE,
} from './mesh/primitives/anchor.ts';
export { bowAxes, bowMesh, type BowSpec } from './mesh/primitives/bow.ts';
export { boatMesh, type BoatSpec, cradleMesh, type CradleSpec } from './mesh/primitives/boat.ts';
export { extrudedMesh } from './mesh/primitives/extrude.ts';
export { gearMesh, type GearSpec } from './mesh/primitives/gear.ts';
export { linkMesh, type LinkSpec } from './mesh/primitives/link.ts';
export {
  cylinderMesh,
  type CylinderSpec,
  fittedSphereMesh,
  sphereMesh,
  torusMesh,
  type TorusSpec,
  tubeMesh,
  type TubeSpec,
} from './mesh/primitives/round.ts';
export { nutMesh, type NutSpec, screwMesh, type ScrewSpec } from './mesh/primitives/screw.ts';
export { thickenMesh } from './mesh/thicken.ts';
export { type MeshRepair, type RepairedMesh, type RepairOptions, repairMesh } from './mesh/repair.ts';
export { isCavity, type Shell } from './mesh/shells.ts';
export { type MeshStudy, type StudyOptions, studyMesh } from './mesh/study.ts';
export { type SurveyOptions, surveyMesh } from './mesh/survey.ts';
export {
  formatPlace,
  type MeshFault,
  type MeshFaultCode,
  type MeshSurvey,
  MOST_MEETINGS,
} from './mesh/survey-types.ts';
export { distanceOf, MeshDistance } from './solid/mesh-distance.ts';
export { type CentredMesh, type PreparedMesh, prepareMesh } from './solid/prepared-mesh.ts';
export { type PreparedSolid, solidOf } from './solid/prepared-solid.ts';
export { tipNormals } from './solid/surface-normals.ts';
export {
  IN_FACE,
  makeTrianglePoint,
  ON_CORNER,
  ON_EDGE,
  pointTriangle,
  type TrianglePoint,
} from './solid/triangle-point.ts';
export type { TriangleMesh } from './mesh/triangle-mesh.ts';
export { triangulatePolygon, triangulateWithHoles } from './mesh/triangulate.ts';
export { compactMesh, type Welded, weldVertices } from './mesh/weld.ts';
export { windingNumber } from './mesh/winding.ts';
export { crossSign, orientation, sideOfPlane } from './predicates.ts';
export type { LinkForm, ShapeSpec } from './shapes.ts';
export { type PackOptions, packSpheres } from './spheres/pack.ts';
export type { SpherePacking } from './spheres/packing.ts';
export { BRANCHING, buildSphereTree, type SphereTree } from './spheres/sphere-tree.ts';
export { type DrawMesh, type TessellateOptions, tessellate } from './tessellate.ts';
export { CableSpline, type CurvePoint } from './spline/cable-spline.ts';
export { LOCAL_STRIDE, localControl, localMap, localSlopes, localWeights } from './spline/local-spline.ts';
