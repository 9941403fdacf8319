/** Inputs of a pair query besides the two shapes, and its scratch memory: one Workspace for each scene, filled for each pair. */
import type { BuiltShape } from './built-shape.ts';
import { ContactSet } from './contact-set.ts';

// Memory of a pair between searches: integers of `memory` from `memoryAt` on; all zero: none.
/** kind of the feature chosen last: see each query */
export const CHOICE = 0;
/** its numbers */
export const CHOICE_I = 1;
export const CHOICE_J = 2;
/** incident face of the last face manifold plus one */
export const INCIDENT = 3;
/** model used by a cylinder pair */
export const MODEL = 4;
/** count of last manifold's features, and the features */
export const FEATURE_COUNT = 5;
export const FEATURES = 6;
/** Largest number of points of a manifold. */
export const MANIFOLD_LIMIT = 16;
export const MEMORY_STRIDE: number = FEATURES + MANIFOLD_LIMIT;

/**
 * Sizes, n and m being the longest face loops, all loops convex: cutting a polygon with a half-plane adds at most one corner, so an n-gon
 * cut by the m sides of another has at most n + m corners. Twice that is reserved, because allowances bend loops.
 */
export class Workspace {
  out: ContactSet = new ContactSet(1);
  pair = 0;
  /** [m] margin: elements with depth > -margin are written */
  margin = 0;
  // Numbers of the present pair: passed by value they would be boxed where a call is not inlined.
  /** [m] the same for polyhedra that approximate round shapes; the absolute part of tolerances; the value that edges must exceed */
  limit = 0;
  tolerance = 0;
  beat = 0;
  /** [m] of the corners just written */
  deepest = 0;
  memory: Int32Array = new Int32Array(MEMORY_STRIDE);
  memoryAt = 0;
  /** true: a stands second in the pair */
  swapped = false;
  /** true: in a tie between faces the one of b owns the plane (b lies lower in the world) */
  preferB = false;

  /** shape b in the frame of shape a: rotation row-major (takes b to a) and origin [m] */
  readonly rotAB: Float64Array = new Float64Array(9);
  readonly posAB: Float64Array = new Float64Array(3);
  /** vector from centre to centre, and reach required of edges along it [m] */
  readonly across: Float64Array = new Float64Array(4);

  /** polytope b in the frame of a */
  readonly verticesB: Float64Array;
  readonly normalsB: Float64Array;
  readonly offsetsB: Float64Array;
  readonly directionsB: Float64Array;
  readonly centreB: Float64Array = new Float64Array(3);
  /** two points each of a and b where they are nearest, judged by face normals */
  readonly nearA: Float64Array = new Float64Array(6);
  readonly nearB: Float64Array = new Float64Array(6);
  /** edges that may carry a separating direction, after pruning */
  readonly edgesA: Int32Array;
  readonly edgesB: Int32Array;
  /** axis of cylinder b in the frame of a as two points, lower and upper end */
  readonly segment: Float64Array = new Float64Array(6);
  /** distance of a point from every face */
  readonly faceDistances: Float64Array;

  /** incident polygon while it is cut: points, their features and allowances, and the owner of the edge to the next */
  readonly clipPoints: [Float64Array, Float64Array];
  readonly clipFeature: [Int32Array, Int32Array];
  readonly clipAllowance: [Float64Array, Float64Array];
  readonly clipOwner: [Int32Array, Int32Array];
  readonly clipDistance: Float64Array;
  /** the manifold before it is written: depths, order */
  readonly pointDepth: Float64Array;
  readonly pointOrder: Int32Array;
  /** for thinning out: importance of a corner, and the factor in it */
  readonly pointWeight: Float64Array;
  readonly pointFactor: Float64Array;

  constructor(shapes: readonly BuiltShape[]) {
    let vertices = 2;
    let faces = 1;
    let edges = 1;
    let loop = 4;
    for (const shape of shapes) {
      const p = shape.polytope;
      if (p === undefined) continue;
      vertices = Math.max(vertices, p.vertexCount);
      faces = Math.max(faces, p.faceCount);
      edges = Math.max(edges, p.edgeCount);
      loop = Math.max(loop, p.longestLoop);
    }
    const corners = 4 * loop;
    this.verticesB = new Float64Array(3 * vertices);
    this.normalsB = new Float64Array(3 * faces);
    this.offsetsB = new Float64Array(faces);
    this.directionsB = new Float64Array(3 * edges);
    this.edgesA = new Int32Array(edges);
    this.edgesB = new Int32Array(edges);
    this.faceDistances = new Float64Array(faces);
    this.clipPoints = [new Float64Array(3 * corners), new Float64Array(3 * corners)];
    this.clipFeature = [new Int32Array(corners), new Int32Array(corners)];
    this.clipAllowance = [new Float64Array(corners), new Float64Array(corners)];
    this.clipOwner = [new Int32Array(corners), new Int32Array(corners)];
    this.clipDistance = new Float64Array(corners);
    this.pointDepth = new Float64Array(corners);
    this.pointOrder = new Int32Array(corners);
    this.pointWeight = new Float64Array(corners);
    this.pointFactor = new Float64Array(corners);
  }
}
