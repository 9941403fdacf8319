/**
 * Face against face: the incident polygon cut to the sides of the reference polygon (Sutherland, Hodgman 1974), in the
 * frame of a. Each corner remembers what it is: a vertex of the incident face, a crossing of an incident edge with a
 * reference edge, or a reference vertex between two sides; so the points keep their numbers from search to search.
 *
 * Allowance: a vertex counts as inside while it overhangs a side by less than 1e-4 of the smaller body, or twice that if
 * it was a point of the last manifold. Equal boxes in a stack then keep their four corners whichever side of the edge
 * rounding puts them on. A crossing overhangs by the allowance interpolated along the edge, at most 2e-4 of the size.
 */
import { closestFeature, crossingFeature, vertexFeature } from './pair-features.ts';
import type { Polytope } from './polytope.ts';
import { FEATURE_COUNT, FEATURES, type Workspace } from './workspace.ts';

/** A polyhedron in the frame of a. */
export interface Seen {
  topology: Polytope;
  vertices: Float64Array;
  normals: Float64Array;
  offsets: Float64Array;
}

export function makeSeen(topology: Polytope): Seen {
  return { topology, vertices: topology.vertices, normals: topology.normals, offsets: topology.offsets };
}

/** Polyhedron a, or b as it was moved into the frame of a. */
export function see(out: Seen, second: boolean, w: Workspace, a: Polytope, b: Polytope): void {
  out.topology = second ? b : a;
  out.vertices = second ? w.verticesB : a.vertices;
  out.normals = second ? w.normalsB : a.normals;
  out.offsets = second ? w.offsetsB : a.offsets;
}

/** Was this feature in the last manifold of the pair? */
export function isRemembered(w: Workspace, feature: number): boolean {
  const at = w.memoryAt;
  const count = w.memory[at + FEATURE_COUNT];
  for (let k = 0; k < count; k++) if (w.memory[at + FEATURES + k] === feature) return true;
  return false;
}

/**
 * Cuts face `incidentFace` to face `referenceFace`. Returns the number of corners; they are in w.clipPoints[0], their
 * features in w.pointFeature, their depths below the reference plane in w.pointDepth.
 * referenceIsB: the reference polyhedron is that of shape b.
 */
export function clipFaces(
  w: Workspace,
  reference: Seen,
  referenceFace: number,
  incident: Seen,
  incidentFace: number,
  referenceIsB: boolean,
  allowance: number,
): number {
  const planeOnSecond = referenceIsB !== w.swapped;
  let count = loadIncident(w, incident, incidentFace, planeOnSecond, allowance);
  const t = reference.topology;
  const v = reference.vertices;
  const nx = reference.normals[3 * referenceFace];
  const ny = reference.normals[3 * referenceFace + 1];
  const nz = reference.normals[3 * referenceFace + 2];
  const start = t.faceStart[referenceFace];
  const sides = t.faceStart[referenceFace + 1] - start;
  let from = 0; // which of the two buffers holds the polygon
  for (let k = 0; k < sides && count > 0; k++) {
    const i = 3 * t.faceVertices[start + k];
    const j = 3 * t.faceVertices[start + (k + 1 === sides ? 0 : k + 1)];
    const ex = v[j] - v[i];
    const ey = v[j + 1] - v[i + 1];
    const ez = v[j + 2] - v[i + 2];
    const scale = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
    // e x n points out of the reference polygon
    const mx = (ey * nz - ez * ny) * scale;
    const my = (ez * nx - ex * nz) * scale;
    const mz = (ex * ny - ey * nx) * scale;
    const cut = cutPolygon(w, from, count, mx, my, mz, mx * v[i] + my * v[i + 1] + mz * v[i + 2], -1 - k);
    if (cut >= 0) {
      count = cut;
      from = 1 - from;
    }
  }
  if (from === 1) copyBack(w, count);
  const offset = reference.offsets[referenceFace];
  for (let i = 0; i < count; i++) {
    const p = w.clipPoints[0];
    w.pointDepth[i] = offset - (nx * p[3 * i] + ny * p[3 * i + 1] + nz * p[3 * i + 2]);
    w.pointFeature[i] = cornerFeature(w, i, count, reference, referenceFace, incident, referenceIsB, planeOnSecond);
  }
  return count;
}

function loadIncident(w: Workspace, incident: Seen, face: number, planeOnSecond: boolean, allowance: number): number {
  const t = incident.topology;
  const start = t.faceStart[face];
  const count = t.faceStart[face + 1] - start;
  const points = w.clipPoints[0];
  for (let i = 0; i < count; i++) {
    const vertex = t.faceVertices[start + i];
    points[3 * i] = incident.vertices[3 * vertex];
    points[3 * i + 1] = incident.vertices[3 * vertex + 1];
    points[3 * i + 2] = incident.vertices[3 * vertex + 2];
    w.clipVertex[0][i] = vertex;
    w.clipOwner[0][i] = t.faceEdges[start + i];
    // the incident shape is the other one than the owner of the plane
    const known = isRemembered(w, vertexFeature(planeOnSecond, !planeOnSecond, vertex));
    w.clipAllowance[0][i] = known ? 2 * allowance : allowance;
  }
  return count;
}

/** One side m.x <= offset (+ allowance). Returns the new count in the other buffer, or -1: nothing was cut. */
function cutPolygon(
  w: Workspace,
  from: number,
  count: number,
  mx: number,
  my: number,
  mz: number,
  offset: number,
  side: number,
): number {
  const points = w.clipPoints[from];
  const allowance = w.clipAllowance[from];
  const distance = w.clipDistance;
  let outside = false;
  for (let i = 0; i < count; i++) {
    const height = mx * points[3 * i] + my * points[3 * i + 1] + mz * points[3 * i + 2];
    distance[i] = height - offset - allowance[i];
    outside = outside || distance[i] > 0;
  }
  if (!outside) return -1;
  const vertex = w.clipVertex[from];
  const owner = w.clipOwner[from];
  const to = 1 - from;
  const toPoints = w.clipPoints[to];
  const toVertex = w.clipVertex[to];
  const toAllowance = w.clipAllowance[to];
  const toOwner = w.clipOwner[to];
  let n = 0;
  for (let i = 0; i < count; i++) {
    const next = i + 1 === count ? 0 : i + 1;
    const here = distance[i];
    const there = distance[next];
    if (here <= 0) {
      toPoints[3 * n] = points[3 * i];
      toPoints[3 * n + 1] = points[3 * i + 1];
      toPoints[3 * n + 2] = points[3 * i + 2];
      toVertex[n] = vertex[i];
      toAllowance[n] = allowance[i];
      toOwner[n] = here === 0 && there > 0 ? side : owner[i];
      n++;
    }
    // a corner on the line is itself the crossing
    if ((here < 0 && there > 0) || (here > 0 && there < 0)) {
      const s = here / (here - there);
      for (let c = 0; c < 3; c++) {
        toPoints[3 * n + c] = points[3 * i + c] + s * (points[3 * next + c] - points[3 * i + c]);
      }
      toVertex[n] = -1;
      toAllowance[n] = allowance[i] + s * (allowance[next] - allowance[i]);
      toOwner[n] = here < 0 ? side : owner[i];
      n++;
    }
  }
  return n;
}

function copyBack(w: Workspace, count: number): void {
  for (let i = 0; i < 3 * count; i++) w.clipPoints[0][i] = w.clipPoints[1][i];
  for (let i = 0; i < count; i++) {
    w.clipVertex[0][i] = w.clipVertex[1][i];
    w.clipOwner[0][i] = w.clipOwner[1][i];
  }
}

/** What corner i is: from its vertex, or from the owners of the polygon edges that meet there. */
function cornerFeature(
  w: Workspace,
  i: number,
  count: number,
  reference: Seen,
  referenceFace: number,
  incident: Seen,
  referenceIsB: boolean,
  planeOnSecond: boolean,
): number {
  const vertex = w.clipVertex[0][i];
  if (vertex >= 0) return vertexFeature(planeOnSecond, !planeOnSecond, vertex);
  const before = w.clipOwner[0][i === 0 ? count - 1 : i - 1];
  const after = w.clipOwner[0][i];
  const t = reference.topology;
  const start = t.faceStart[referenceFace];
  const sides = t.faceStart[referenceFace + 1] - start;
  if (before < 0 && after < 0) {
    const k = -1 - before;
    const m = -1 - after;
    if (m === (k + 1) % sides) return vertexFeature(planeOnSecond, planeOnSecond, t.faceVertices[start + m]);
    if (k === (m + 1) % sides) return vertexFeature(planeOnSecond, planeOnSecond, t.faceVertices[start + k]);
    return closestFeature(planeOnSecond, k, m, sides);
  }
  if (before >= 0 && after >= 0) return closestFeature(planeOnSecond, before, after, incident.topology.edgeCount);
  const incidentEdge = before >= 0 ? before : after;
  const referenceEdge = t.faceEdges[start + (before < 0 ? -1 - before : -1 - after)];
  return referenceIsB
    ? crossingFeature(planeOnSecond, incidentEdge, referenceEdge, t.edgeCount)
    : crossingFeature(planeOnSecond, referenceEdge, incidentEdge, incident.topology.edgeCount);
}
