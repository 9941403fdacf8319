/**
 * Face against face: the incident polygon cut to the sides of the reference polygon (Sutherland, Hodgman 1974), in the frame of a. Each
 * corner stores its kind: a vertex of the incident face, a crossing of an incident edge with a reference edge, or a reference vertex
 * between two sides. Points therefore keep their numbers between searches.
 *
 * Allowance: a corner counts as inside while it overhangs a side by less than 1e-4 of the smaller body, or twice that if it was a point of
 * the last manifold. Equal boxes in a stack then keep their four corners on whichever side of the edge rounding places them. A vertex of
 * either face replaces crossings within the allowance. The positions of points thus never depend on the allowance, only their selection and
 * numbers.
 */
import { closestFeature, crossingFeature, vertexFeature } from './pair-features.ts';
import { NO_POLYTOPE, type Polytope } from './polytope.ts';
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

/** Polyhedron a, or b transformed to the frame of a. */
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

/** The present cut: reference side, ownership and tolerance, for the helpers below. */
const cut = {
  reference: NO_POLYTOPE,
  /** start of the loop of the reference face, and its length */
  start: 0,
  sides: 0,
  incidentEdges: 0,
  referenceIsB: false,
  planeOnSecond: false,
  allowance: 0,
  /** reference edge of the present side: start, unit direction, length */
  x: 0,
  y: 0,
  z: 0,
  ex: 0,
  ey: 0,
  ez: 0,
  length: 0,
  /** the plane of the present side, and the place of a crossing with it */
  mx: 0,
  my: 0,
  mz: 0,
  offset: 0,
  px: 0,
  py: 0,
  pz: 0,
};

/**
 * Cuts face `incidentFace` to face `referenceFace`. Returns the number of corners; they are in w.clipPoints[0], their
 * features in w.clipFeature[0], their depths below the reference plane in w.pointDepth.
 * referenceIsB: the reference polyhedron is that of shape b.
 */
export function clipFaces(
  w: Workspace,
  reference: Seen,
  referenceFace: number,
  incident: Seen,
  incidentFace: number,
  referenceIsB: boolean,
): number {
  const t = reference.topology;
  const v = reference.vertices;
  const nx = reference.normals[3 * referenceFace];
  const ny = reference.normals[3 * referenceFace + 1];
  const nz = reference.normals[3 * referenceFace + 2];
  const start = t.faceStart[referenceFace];
  const sides = t.faceStart[referenceFace + 1] - start;
  cut.reference = t;
  cut.start = start;
  cut.sides = sides;
  cut.incidentEdges = incident.topology.edgeCount;
  cut.referenceIsB = referenceIsB;
  cut.planeOnSecond = referenceIsB !== w.swapped;
  cut.allowance = w.tolerance;
  let count = loadIncident(w, incident, incidentFace);
  let from = 0; // the buffer that holds the polygon
  for (let k = 0; k < sides && count > 0; k++) {
    const i = 3 * t.faceVertices[start + k];
    const j = 3 * t.faceVertices[start + (k + 1 === sides ? 0 : k + 1)];
    const ex = v[j] - v[i];
    const ey = v[j + 1] - v[i + 1];
    const ez = v[j + 2] - v[i + 2];
    cut.length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    const scale = 1 / cut.length;
    cut.x = v[i];
    cut.y = v[i + 1];
    cut.z = v[i + 2];
    cut.ex = ex * scale;
    cut.ey = ey * scale;
    cut.ez = ez * scale;
    // e x n points out of the reference polygon
    const mx = (ey * nz - ez * ny) * scale;
    const my = (ez * nx - ex * nz) * scale;
    const mz = (ex * ny - ey * nx) * scale;
    cut.mx = mx;
    cut.my = my;
    cut.mz = mz;
    cut.offset = mx * v[i] + my * v[i + 1] + mz * v[i + 2];
    const left = cutPolygon(w, from, count, -1 - k);
    if (left >= 0) {
      count = left;
      from = 1 - from;
    }
  }
  const offset = reference.offsets[referenceFace];
  const p = w.clipPoints[0];
  for (let i = 0; i < count; i++) {
    if (from === 1) {
      for (let c = 0; c < 3; c++) p[3 * i + c] = w.clipPoints[1][3 * i + c];
      w.clipFeature[0][i] = w.clipFeature[1][i];
    }
    w.pointDepth[i] = offset - (nx * p[3 * i] + ny * p[3 * i + 1] + nz * p[3 * i + 2]);
  }
  return count;
}

function loadIncident(w: Workspace, incident: Seen, face: number): number {
  const t = incident.topology;
  const start = t.faceStart[face];
  const count = t.faceStart[face + 1] - start;
  const points = w.clipPoints[0];
  for (let i = 0; i < count; i++) {
    const vertex = t.faceVertices[start + i];
    points[3 * i] = incident.vertices[3 * vertex];
    points[3 * i + 1] = incident.vertices[3 * vertex + 1];
    points[3 * i + 2] = incident.vertices[3 * vertex + 2];
    w.clipOwner[0][i] = t.faceEdges[start + i];
    // the incident shape is the other one than the owner of the plane
    setFeature(w, 0, i, vertexFeature(cut.planeOnSecond, !cut.planeOnSecond, vertex));
  }
  return count;
}

function setFeature(w: Workspace, buffer: number, i: number, feature: number): void {
  w.clipFeature[buffer][i] = feature;
  w.clipAllowance[buffer][i] = isRemembered(w, feature) ? 2 * cut.allowance : cut.allowance;
}

/** Cuts by the present side, m.x <= offset. Returns the new count in the other buffer, or -1: nothing was cut. */
function cutPolygon(w: Workspace, from: number, count: number, side: number): number {
  const { mx, my, mz, offset } = cut;
  const points = w.clipPoints[from];
  const allowance = w.clipAllowance[from];
  const distance = w.clipDistance;
  let outside = false;
  for (let i = 0; i < count; i++) {
    distance[i] = mx * points[3 * i] + my * points[3 * i + 1] + mz * points[3 * i + 2] - offset;
    outside = outside || distance[i] > allowance[i];
  }
  if (!outside) return -1;
  const owner = w.clipOwner[from];
  const to = 1 - from;
  const toPoints = w.clipPoints[to];
  const toOwner = w.clipOwner[to];
  let n = 0;
  for (let i = 0; i < count; i++) {
    const next = i + 1 === count ? 0 : i + 1;
    const here = distance[i];
    const there = distance[next];
    const inside = here <= allowance[i];
    const nextInside = there <= allowance[next];
    if (inside) {
      toPoints[3 * n] = points[3 * i];
      toPoints[3 * n + 1] = points[3 * i + 1];
      toPoints[3 * n + 2] = points[3 * i + 2];
      w.clipFeature[to][n] = w.clipFeature[from][i];
      w.clipAllowance[to][n] = allowance[i];
      toOwner[n] = nextInside || here < 0 ? owner[i] : side;
      n++;
    }
    // an overhanging corner within the allowance replaces the crossing beside it
    if (inside === nextInside || here < 0 === there < 0) continue;
    const t = here / (here - there);
    const dx = points[3 * next] - points[3 * i];
    const dy = points[3 * next + 1] - points[3 * i + 1];
    const dz = points[3 * next + 2] - points[3 * i + 2];
    const x = points[3 * i] + t * dx;
    const y = points[3 * i + 1] + t * dy;
    const z = points[3 * i + 2] + t * dz;
    cut.px = x;
    cut.py = y;
    cut.pz = z;
    const feature = meetingFeature(w, owner[i], side);
    // and so does a corner as near to it from inside
    const share = inside ? t : 1 - t;
    const near = isRemembered(w, feature) ? 0.5 * cut.allowance : cut.allowance;
    if (share * share * (dx * dx + dy * dy + dz * dz) < near * near) {
      if (inside) toOwner[n - 1] = side;
      continue;
    }
    toPoints[3 * n] = x;
    toPoints[3 * n + 1] = y;
    toPoints[3 * n + 2] = z;
    setFeature(w, to, n, feature);
    toOwner[n] = inside ? side : owner[i];
    n++;
  }
  return n;
}

/**
 * Identity of a crossing of a polygon edge (incident edge >= 0, or an earlier side) with a side; sides are -1 - loop entry. Within the
 * allowance of a reference vertex (twice that if it was one last time) it is that vertex.
 */
function meetingFeature(w: Workspace, owner: number, side: number): number {
  const { reference, start, sides, planeOnSecond } = cut;
  const k = -1 - side;
  const next = k + 1 === sides ? 0 : k + 1;
  const first = vertexFeature(planeOnSecond, planeOnSecond, reference.faceVertices[start + k]);
  const second = vertexFeature(planeOnSecond, planeOnSecond, reference.faceVertices[start + next]);
  if (owner >= 0) {
    const along = (cut.px - cut.x) * cut.ex + (cut.py - cut.y) * cut.ey + (cut.pz - cut.z) * cut.ez;
    const near = 2 * cut.allowance;
    if (Math.abs(along) < near && Math.abs(along) < (isRemembered(w, first) ? 2 : 1) * cut.allowance) return first;
    const back = Math.abs(cut.length - along);
    if (back < near && back < (isRemembered(w, second) ? 2 : 1) * cut.allowance) return second;
    const edge = reference.faceEdges[start + k];
    return cut.referenceIsB
      ? crossingFeature(planeOnSecond, owner, edge, reference.edgeCount)
      : crossingFeature(planeOnSecond, edge, owner, cut.incidentEdges);
  }
  const m = -1 - owner;
  if (k === (m + 1) % sides) return first;
  if (m === next) return second;
  return closestFeature(planeOnSecond, m, k, sides); // sides that do not meet: only a later side cuts this off
}
