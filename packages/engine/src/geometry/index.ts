export { boundsOverlap, emptyBounds, growBounds, mergeBounds, shapeBounds } from './aabb.ts';
export { checkShape } from './check-shape.ts';
export { convexHull, type Hull, hullToTriangles } from './hull.ts';
export { type BodyMass, bodyMass, shapeMassProperties, type WeighedShape } from './mass.ts';
export type { Inertia, MassProperties } from './mass-properties.ts';
export { checkMesh } from './mesh/check.ts';
export { sideOfPlane } from './predicates.ts';
export type { ShapeSpec } from './shapes.ts';
export { type DrawMesh, type TessellateOptions, tessellate } from './tessellate.ts';
