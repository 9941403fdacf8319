/**
 * Contact points of a face of one polyhedron with the other: the incident face cut to the reference face, every corner
 * within the limit, at most 16, as SPHERE_PLANE elements of radius 0 with the plane of the reference face.
 */
import type { BuiltShape } from './built-shape.ts';
import { type Choice, FACE_OF_B, setTolerance } from './choice.ts';
import { clipFaces, isRemembered, makeSeen, type Seen, see } from './clip.ts';
import { sameFeature } from './pair-features.ts';
import { NO_POLYTOPE, type Polytope } from './polytope.ts';
import { INCIDENT, MANIFOLD_LIMIT, type Workspace } from './workspace.ts';
import { addAgainstFace } from './write-points.ts';

/** Cosine by which another face must be more opposed than the last incident one to replace it. */
const INCIDENT_KEEP = 0.01;
/** Weight of a stored corner when a manifold has too many. */
const REMEMBERED_WEIGHT = 4;

const reference: Seen = makeSeen(NO_POLYTOPE);
const incident: Seen = makeSeen(NO_POLYTOPE);

/**
 * a and b are the shapes, pa and pb their polyhedra; b has been transformed to the frame of a. Writes the corners within w.limit [m], by
 * feature, and leaves the largest depth among them in w.deepest, -infinity for none. most [m]: deeper corners are left out; except: the
 * corner of this feature is left out, because another element already represents it.
 */
export function addFacePoints(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  pa: Polytope,
  pb: Polytope,
  choice: Choice,
  most: number = Number.POSITIVE_INFINITY,
  except = -1,
): void {
  const { limit } = w;
  const onB = choice.kind === FACE_OF_B;
  see(reference, onB, w, pa, pb);
  see(incident, !onB, w, pa, pb);
  setTolerance(w, pa, pb);
  const face = incidentFace(w, choice.i);
  const corners = clipFaces(w, reference, choice.i, incident, face, onB);
  let count = 0;
  for (let i = 0; i < corners; i++) {
    const wanted = w.pointDepth[i] > -limit && w.pointDepth[i] <= most && !sameFeature(w.clipFeature[0][i], except);
    if (wanted) w.pointOrder[count++] = i;
  }
  if (count > MANIFOLD_LIMIT) count = thinOut(w, count);
  sortByFeature(w, count);
  let deepest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const i = w.pointOrder[k];
    // of two corners with one feature (degenerate cuts) the deeper comes first
    if (k > 0 && w.clipFeature[0][i] === w.clipFeature[0][w.pointOrder[k - 1]]) continue;
    if (w.pointDepth[i] > deepest) deepest = w.pointDepth[i];
    addAgainstFace(w, a, b, onB, choice.i, w.clipFeature[0][i], w.pointDepth, i, w.clipPoints[0], 3 * i);
  }
  w.deepest = deepest;
}

/**
 * The face most opposed to the reference normal among those around the deepest vertex; the last one stays while it is nearly as opposed and
 * as deep.
 */
function incidentFace(w: Workspace, face: number): number {
  const t = incident.topology;
  const v = incident.vertices;
  const m = incident.normals;
  const nx = reference.normals[3 * face];
  const ny = reference.normals[3 * face + 1];
  const nz = reference.normals[3 * face + 2];
  const vertex = lowestVertex(incident, reference.normals, 3 * face);
  const lowest = nx * v[3 * vertex] + ny * v[3 * vertex + 1] + nz * v[3 * vertex + 2];
  let best = 0;
  let bestCosine = Number.POSITIVE_INFINITY;
  for (let k = t.vertexStart[vertex]; k < t.vertexStart[vertex + 1]; k++) {
    const f = t.vertexFaces[k];
    const cosine = nx * m[3 * f] + ny * m[3 * f + 1] + nz * m[3 * f + 2];
    if (cosine < bestCosine) {
      bestCosine = cosine;
      best = f;
    }
  }
  const last = w.memory[w.memoryAt + INCIDENT] - 1;
  if (last >= 0 && last !== best) {
    const cosine = nx * m[3 * last] + ny * m[3 * last + 1] + nz * m[3 * last + 2];
    if (cosine <= bestCosine + INCIDENT_KEEP) {
      for (let k = t.faceStart[last]; k < t.faceStart[last + 1]; k++) {
        const i = 3 * t.faceVertices[k];
        if (nx * v[i] + ny * v[i + 1] + nz * v[i + 2] <= lowest + w.tolerance) best = last;
      }
    }
  }
  w.memory[w.memoryAt + INCIDENT] = best + 1;
  return best;
}

/** The vertex of least height along n[o...]. */
export function lowestVertex(body: Seen, n: Float64Array, o: number): number {
  const nx = n[o];
  const ny = n[o + 1];
  const nz = n[o + 2];
  const v = body.vertices;
  let vertex = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < body.topology.vertexCount; i++) {
    const height = nx * v[3 * i] + ny * v[3 * i + 1] + nz * v[3 * i + 2];
    if (height < lowest) {
      lowest = height;
      vertex = i;
    }
  }
  return vertex;
}

/**
 * Reduces to MANIFOLD_LIMIT corners: repeatedly removes the corner with the smallest triangle with its neighbours, where corners of the
 * last manifold have four times the weight; the deepest is never removed.
 */
function thinOut(w: Workspace, corners: number): number {
  const order = w.pointOrder;
  const factor = w.pointFactor;
  let deepest = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < corners; k++) {
    const i = order[k];
    const known = isRemembered(w, w.clipFeature[0][i]);
    factor[i] = known ? REMEMBERED_WEIGHT * REMEMBERED_WEIGHT : 1; // of squared areas
    const depth = w.pointDepth[i] + (known ? w.tolerance : 0);
    if (depth > most) {
      most = depth;
      deepest = i;
    }
  }
  factor[deepest] = Number.POSITIVE_INFINITY;
  for (let k = 0; k < corners; k++) weigh(w, k, corners);
  let count = corners;
  while (count > MANIFOLD_LIMIT) {
    let drop = 0;
    for (let k = 1; k < count; k++) if (w.pointWeight[order[k]] < w.pointWeight[order[drop]]) drop = k;
    for (let k = drop; k + 1 < count; k++) order[k] = order[k + 1];
    count--;
    weigh(w, drop === 0 ? count - 1 : drop - 1, count);
    weigh(w, drop === count ? 0 : drop, count);
  }
  return count;
}

/** Weight of the corner that stands k-th of `count`: squared area of the triangle with its neighbours, times its factor. */
function weigh(w: Workspace, k: number, count: number): void {
  const p = w.clipPoints[0];
  const before = 3 * w.pointOrder[k === 0 ? count - 1 : k - 1];
  const i = w.pointOrder[k];
  const at = 3 * i;
  const after = 3 * w.pointOrder[k + 1 === count ? 0 : k + 1];
  const ux = p[at] - p[before];
  const uy = p[at + 1] - p[before + 1];
  const uz = p[at + 2] - p[before + 2];
  const vx = p[after] - p[at];
  const vy = p[after + 1] - p[at + 1];
  const vz = p[after + 2] - p[at + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const factor = w.pointFactor[i];
  w.pointWeight[i] = factor === Number.POSITIVE_INFINITY ? factor : factor * (x * x + y * y + z * z);
}

/** By feature, the deeper first. */
function sortByFeature(w: Workspace, count: number): void {
  const order = w.pointOrder;
  for (let k = 1; k < count; k++) {
    const i = order[k];
    let m = k;
    for (; m > 0; m--) {
      const j = order[m - 1];
      const earlier =
        w.clipFeature[0][i] < w.clipFeature[0][j] ||
        (w.clipFeature[0][i] === w.clipFeature[0][j] && w.pointDepth[i] > w.pointDepth[j]);
      if (!earlier) break;
      order[m] = j;
    }
    order[m] = i;
  }
}
