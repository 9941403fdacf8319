/**
 * Which features two polyhedra meet with: a face of A, a face of B, or a pair of edges. The candidate with the largest separation s
 * (separation.ts) is chosen, with hysteresis, because every change restarts the history of the contact:
 *   - the last choice stays until another exceeds it by 5 % of |s| and 1e-4 of the size of the smaller body;
 *   - faces have precedence over edges: an edge pair enters when it exceeds both faces by 1e-4 of the size, and leaves at half that;
 *   - faces of A and B that lie flat on each other (1.1 degrees) tie within 1e-4 of the size: the larger face owns the plane; of equal
 *     faces (to 0.1 %) that of the lower body in the world (z, then y, then x), which does not depend on the order of the shapes. Other
 *     faces tie only within rounding, by the same rule.
 * Hysteresis changes the plane from which depths are measured, not whether the bodies overlap: contact points are cut to the reference
 * face, so for boxes a point of a face contact of positive depth lies inside the other body. The point of two crossing edges lies midway
 * between them and may be outside a box that is thin there.
 */
import type { Polytope } from './polytope.ts';
import {
  bestEdges,
  bestFace,
  EDGE_GAP,
  edgeNormal,
  edgeSeparation,
  faceHeight,
  faceSeparation,
  makeSeparation,
  type Separation,
  seePolytope,
} from './separation.ts';
import { CHOICE, CHOICE_I, CHOICE_J, FEATURE_COUNT, INCIDENT, type Workspace } from './workspace.ts';

/** farther apart than the limit */
export const APART = 0;
export const FACE_OF_A = 1;
export const FACE_OF_B = 2;
export const EDGES = 3;

const KEEP_RELATIVE = 0.05;
export const KEEP_OF_SIZE = 1e-4;
const EQUAL_AREAS = 1e-3;
const FLAT_COSINE = 0.9998;
/** Share of the tolerance within which faces that do not lie flat on each other tie: 1e-12 of the size. */
const ROUNDING_SHARE = 1e-8;

export interface Choice {
  /** APART, FACE_OF_A, FACE_OF_B or EDGES */
  kind: number;
  /** face, or edge of A */
  i: number;
  /** edge of B */
  j: number;
  /** [m] s of the chosen feature, and of the best one */
  separation: number;
  best: number;
  /** the better of the two faces, whatever was chosen: FACE_OF_A or FACE_OF_B, and which */
  faceKind: number;
  face: number;
}

export function makeChoice(): Choice {
  return { kind: APART, i: 0, j: 0, separation: 0, best: 0, faceKind: FACE_OF_A, face: 0 };
}

const faceA: Separation = makeSeparation();
const faceB: Separation = makeSeparation();
const edges: Separation = makeSeparation();

/** w.tolerance: the absolute part of every tolerance of this pair [m] */
export function setTolerance(w: Workspace, a: Polytope, b: Polytope): void {
  w.tolerance = KEEP_OF_SIZE * Math.min(a.outerRadius, b.outerRadius);
}

/** Chooses, and remembers the choice. APART when some direction separates the two by more than w.limit [m]. */
export function chooseFeatures(out: Choice, w: Workspace, a: Polytope, b: Polytope): void {
  const { limit } = w;
  seePolytope(w, b);
  const memory = w.memory;
  const at = w.memoryAt;
  setTolerance(w, a, b);
  const { tolerance } = w;
  const lastKind = memory[at + CHOICE];
  const lastI = memory[at + CHOICE_I];
  const lastJ = memory[at + CHOICE_J];
  lastSeparation(w, a, b, lastKind, lastI, lastJ);
  const last = faceHeight[0];
  out.kind = APART;
  if (last > limit) {
    forgetManifold(w);
    return;
  }
  bestFace(faceA, a.normals, a.offsets, a.faceCount, w.verticesB, b.vertexCount, w.centreB, b);
  if (faceA.value > limit) {
    setApart(w, FACE_OF_A, faceA);
    return;
  }
  bestFace(faceB, w.normalsB, w.offsetsB, b.faceCount, a.vertices, a.vertexCount, a.centre, a);
  if (faceB.value > limit) {
    setApart(w, FACE_OF_B, faceB);
    return;
  }
  const bestOfFaces = Math.max(faceA.value, faceB.value);
  w.beat = bestOfFaces + tolerance;
  bestEdges(edges, w, a, b, faceA.i, faceB.i);
  if (edges.value > limit) {
    setApart(w, EDGES, edges);
    return;
  }
  out.best = Math.max(bestOfFaces, edges.value, last);

  const onB = faceOfB(w, a, b);
  out.faceKind = onB ? FACE_OF_B : FACE_OF_A;
  out.face = onB ? faceB.i : faceA.i;
  const keep = last + KEEP_RELATIVE * Math.abs(last) + tolerance;
  const lastIsFace = lastKind === FACE_OF_A || lastKind === FACE_OF_B;
  const lastStays =
    edges.value <= keep &&
    ((lastIsFace && bestOfFaces <= keep) || (lastKind === EDGES && bestOfFaces < last - 0.5 * tolerance));
  if (lastStays) {
    setChoice(out, lastKind, lastI, lastJ, last);
  } else if (edges.value > bestOfFaces + tolerance) {
    setChoice(out, EDGES, edges.i, edges.j, edges.value);
  } else if (onB) {
    setChoice(out, FACE_OF_B, faceB.i, 0, faceB.value);
  } else {
    setChoice(out, FACE_OF_A, faceA.i, 0, faceA.value);
  }
  if (!lastStays) {
    memory[at + CHOICE] = out.kind;
    memory[at + CHOICE_I] = out.i;
    memory[at + CHOICE_J] = out.j;
    memory[at + INCIDENT] = 0;
  }
}

/** Writes s of the last choice at the present poses to faceHeight; -infinity: none, or no longer a candidate. */
function lastSeparation(w: Workspace, a: Polytope, b: Polytope, kind: number, i: number, j: number): void {
  if (kind === EDGES) {
    edgeSeparation(w, a, b, i, j);
    faceHeight[0] = edgeNormal[EDGE_GAP];
    return;
  }
  if (kind === FACE_OF_A) faceSeparation(a.normals, a.offsets, i, w.verticesB, b.vertexCount);
  else if (kind === FACE_OF_B) faceSeparation(w.normalsB, w.offsetsB, i, a.vertices, a.vertexCount);
  else faceHeight[0] = Number.NEGATIVE_INFINITY;
}

function faceOfB(w: Workspace, a: Polytope, b: Polytope): boolean {
  const { tolerance } = w;
  const difference = faceB.value - faceA.value;
  const f = 3 * faceA.i;
  const g = 3 * faceB.i;
  const cosine =
    a.normals[f] * w.normalsB[g] + a.normals[f + 1] * w.normalsB[g + 1] + a.normals[f + 2] * w.normalsB[g + 2];
  const tie = cosine < -FLAT_COSINE ? tolerance : ROUNDING_SHARE * tolerance;
  if (Math.abs(difference) > tie) return difference > 0;
  const areaA = a.areas[faceA.i];
  const areaB = b.areas[faceB.i];
  if (Math.abs(areaA - areaB) > EQUAL_AREAS * areaA) return areaB > areaA;
  return w.preferB;
}

function setChoice(out: Choice, kind: number, i: number, j: number, separation: number): void {
  out.kind = kind;
  out.i = i;
  out.j = j;
  out.separation = separation;
}

/** Stores a direction that separates the two beyond the limit; the next search tries it first. */
function setApart(w: Workspace, kind: number, found: Separation): void {
  w.memory[w.memoryAt + CHOICE] = kind;
  w.memory[w.memoryAt + CHOICE_I] = found.i;
  w.memory[w.memoryAt + CHOICE_J] = found.j;
  w.memory[w.memoryAt + INCIDENT] = 0;
  forgetManifold(w);
}

function forgetManifold(w: Workspace): void {
  w.memory[w.memoryAt + FEATURE_COUNT] = 0;
}
