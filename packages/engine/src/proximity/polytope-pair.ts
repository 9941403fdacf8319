/**
 * Two polyhedra: chooses the kind of contact (choice.ts), then writes the points.
 *   faces   manifold.ts
 *   edges   one EDGE_EDGE element, which follows the crossing of the two edges, and the corners of the better face that
 *           do not touch yet
 *   apart   where no corner of the cut lies within the limit, or a vertex beside the face is nearer than all of them:
 *           the closest points, and the plane across the line between them. It gives way to faces or edges on touching.
 */
import type { BuiltShape } from './built-shape.ts';
import { APART, type Choice, chooseFeatures, EDGES, FACE_OF_B, makeChoice } from './choice.ts';
import { makeSeen, type Seen, see } from './clip.ts';
import { type ClosestPoints, closestPoints, makeClosestPoints } from './gjk.ts';
import { addFacePoints, lowestVertex } from './manifold.ts';
import { closestFeature, crossingFeature, vertexFeature } from './pair-features.ts';
import { NO_POLYTOPE, type Polytope } from './polytope.ts';
import { edgeSeparation } from './separation.ts';
import { FEATURE_COUNT, FEATURES, MANIFOLD_LIMIT, type Workspace } from './workspace.ts';
import { addAcross, addAgainstFace, addCrossing } from './write-points.ts';

/** Distance of closest points, as a part of the size, below which they give no direction. */
const TOUCHING = 1e-10;

const choice: Choice = makeChoice();
const guard: Choice = makeChoice();
const lengths = new Float64Array(2);
const closest: ClosestPoints = makeClosestPoints();
const reference: Seen = makeSeen(NO_POLYTOPE);
const incident: Seen = makeSeen(NO_POLYTOPE);

export function polytopePair(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  if (a.polytope === undefined || b.polytope === undefined) return;
  w.limit = w.margin;
  chooseFeatures(choice, w, a.polytope, b.polytope);
  if (choice.kind !== APART) addManifold(w, a, b, choice);
}

/** Writes the points of the choice within w.limit [m], and stores their features. */
export function addManifold(w: Workspace, a: BuiltShape, b: BuiltShape, chosen: Choice): void {
  const pa = a.polytope;
  const pb = b.polytope;
  if (pa === undefined || pb === undefined) return;
  const first = w.out.count;
  if (chosen.kind === EDGES) {
    // corners that may touch within the step: a box rocking on a rail lands on its other end
    guard.kind = chosen.faceKind;
    guard.i = chosen.face;
    const feature = crossingFeature(w.swapped, chosen.i, chosen.j, pb.edgeCount);
    addFacePoints(w, a, b, pa, pb, guard, 0, feature);
    addEdgePoint(w, a, b, pa, pb, chosen, feature);
    w.out.sortLast(first);
  } else {
    addFacePoints(w, a, b, pa, pb, chosen);
    const { deepest, tolerance } = w;
    if (chosen.best > 0) {
      if (deepest < -chosen.separation - tolerance) addClosestPoint(w, a, b, pa, pb);
    } else if (deepest <= 0) {
      addDeepestVertex(w, a, b, pa, pb, chosen);
    }
    w.out.sortLast(first);
  }
  const count = Math.min(w.out.count - first, MANIFOLD_LIMIT);
  w.memory[w.memoryAt + FEATURE_COUNT] = count;
  for (let k = 0; k < count; k++) w.memory[w.memoryAt + FEATURES + k] = w.out.feature[first + k];
}

function addEdgePoint(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  pa: Polytope,
  pb: Polytope,
  chosen: Choice,
  feature: number,
): void {
  edgeSeparation(w, pa, pb, chosen.i, chosen.j);
  lengths[0] = edgeLength(pa, chosen.i);
  lengths[1] = edgeLength(pb, chosen.j);
  addCrossing(w, a, b, pa, pb, chosen.i, chosen.j, feature, lengths);
}

function edgeLength(p: Polytope, edge: number): number {
  const i = 3 * p.edgeVertices[2 * edge];
  const j = 3 * p.edgeVertices[2 * edge + 1];
  const x = p.vertices[j] - p.vertices[i];
  const y = p.vertices[j + 1] - p.vertices[i + 1];
  const z = p.vertices[j + 2] - p.vertices[i + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** For separate polyhedra: the closest points, where they are nearer than the corners just written. */
function addClosestPoint(w: Workspace, a: BuiltShape, b: BuiltShape, pa: Polytope, pb: Polytope): void {
  const limit = Math.min(w.limit, -w.deepest - w.tolerance);
  closestPoints(closest, pa.vertices, pa.vertexCount, w.verticesB, pb.vertexCount);
  const distance = closest.distance;
  if (distance <= TOUCHING * pa.outerRadius || distance >= limit) return;
  addAcross(w, a, b, closestFeature(w.swapped, closest.vertexA, closest.vertexB, pb.vertexCount), closest);
}

/** Overlap, but the cut found no point below the plane: the deepest vertex represents it. */
function addDeepestVertex(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  pa: Polytope,
  pb: Polytope,
  chosen: Choice,
): void {
  const onB = chosen.kind === FACE_OF_B;
  see(reference, onB, w, pa, pb);
  see(incident, !onB, w, pa, pb);
  const vertex = lowestVertex(incident, reference.normals, 3 * chosen.i);
  const feature = vertexFeature(onB !== w.swapped, onB === w.swapped, vertex);
  w.pointDepth[0] = -chosen.separation;
  addAgainstFace(w, a, b, onB, chosen.i, feature, w.pointDepth, 0, incident.vertices, 3 * vertex);
}
