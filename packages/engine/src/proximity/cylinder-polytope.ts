/**
 * A polyhedron (a) and a cylinder (b). Contact of the side or a rim of the cylinder is exact:
 *   rims   on a face, axis inclined to its normal by a sine above 0.3: the line of the side that faces the plane is cut to
 *          the face; at its two ends a circle against the plane (RIM_PLANE). Exact while it rolls; one point where it
 *          stands on a rim, two where it lies, also when the face ends under it.
 *   line   the closest point of the axis lies between its ends, against an edge or a vertex: SPHERE_LINE with the edge as
 *          the line and the axis point as a sphere, or the axis as the line and the vertex as a point; at both ends of the
 *          common length where axis and edge are parallel.
 * All contacts of a cap, or of a rim on an edge, use the inscribed prism of 32 sides and polyhedron rules, with depth errors up to 0.5 % of
 * the radius. The model is found from the closest points of polyhedron and axis: the direction between them within 1.1 degrees of a face
 * normal is a face. Hysteresis: the last model stays up to 1.8 degrees, and up to a sine of 0.28; rims replace it at 0.32.
 */
import { type BuiltShape, PRISM_APOTHEM, PRISM_SIDES } from './built-shape.ts';
import { APART, type Choice, chooseFeatures, FACE_OF_A, makeChoice, setTolerance } from './choice.ts';
import { put3 } from './element.ts';
import { type ClosestPoints, closestPoints, makeClosestPoints } from './gjk.ts';
import { crossingFeature, vertexFeature } from './pair-features.ts';
import type { Polytope } from './polytope.ts';
import { addManifold } from './polytope-pair.ts';
import { CHOICE, FEATURE_COUNT, MODEL, type Workspace } from './workspace.ts';
import { addAxisOfB, addLineOfA, addRim } from './write-cylinder.ts';

const RIMS = 1;
const LINE = 2;
const PRISM = 3;

const LYING_SINE = 0.3;
const LYING_BAND = 0.02;
const ON_FACE_COSINE = 0.9998;
const STILL_ON_FACE_COSINE = 0.9995;
/** Share of the half axis that counts as its end. */
const END_SHARE = 1e-6;
/** [part of radius or half length] depth beyond which separation through the ends may be shorter: left to the prism. */
const SHALLOW = 0.1;
/** Sine below which an edge counts as parallel to the axis: over a length of ten radii the side then deviates by 0.5 % of a radius. */
const PARALLEL_SINE = 0.01;

const closest: ClosestPoints = makeClosestPoints();
const choice: Choice = makeChoice();
/** axis of the cylinder in the frame of a: centre, unit direction */
const axis = { x: 0, y: 0, z: 0, ux: 0, uy: 0, uz: 1 };

export function polytopeCylinder(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  const p = a.polytope;
  const prism = b.polytope;
  if (p === undefined || prism === undefined) return;
  const memory = w.memory;
  const at = w.memoryAt;
  const last = memory[at + MODEL];
  memory[at + MODEL] = 0;
  seeAxis(w, b);
  closestPoints(closest, p.vertices, p.vertexCount, w.segment, 2);
  // the cylinder lies within its radius of the axis
  if (closest.distance >= b.radius + w.margin) return;
  const first = w.out.count;
  let model = PRISM;
  const shallow = SHALLOW * Math.min(b.radius, b.halfLength);
  if (closest.distance > b.radius - shallow) model = addSide(w, a, b, p, last);
  if (model === PRISM) {
    w.limit = w.margin + (1 - PRISM_APOTHEM) * b.radius;
    chooseFeatures(choice, w, p, prism);
    if (choice.kind === APART) return;
    if (choice.kind === FACE_OF_A && lies(p, choice.i, last)) {
      addRims(w, a, b, p, choice.i);
      if (w.out.count > first) model = RIMS;
    }
    if (model === PRISM) addManifold(w, a, b, choice);
  } else {
    memory[at + CHOICE] = 0;
    memory[at + FEATURE_COUNT] = 0;
  }
  memory[at + MODEL] = model;
}

/** The exact side of the cylinder, where it touches; returns the model used, PRISM: none. */
function addSide(w: Workspace, a: BuiltShape, b: BuiltShape, p: Polytope, last: number): number {
  const d = closest.distance;
  const nx = (closest.bx - closest.ax) / d;
  const ny = (closest.by - closest.ay) / d;
  const nz = (closest.bz - closest.az) / d;
  let face = 0;
  let cosine = -1;
  for (let f = 0; f < p.faceCount; f++) {
    const c = nx * p.normals[3 * f] + ny * p.normals[3 * f + 1] + nz * p.normals[3 * f + 2];
    if (c > cosine) {
      cosine = c;
      face = f;
    }
  }
  if (cosine > (last === RIMS ? STILL_ON_FACE_COSINE : ON_FACE_COSINE) && lies(p, face, last)) {
    const first = w.out.count;
    addRims(w, a, b, p, face);
    return w.out.count > first ? RIMS : PRISM;
  }
  // an edge along the axis: the closest points may lie anywhere along it, also at its end or at that of the axis
  const along = nx * axis.ux + ny * axis.uy + nz * axis.uz;
  const parallel = Math.abs(along) < PARALLEL_SINE ? parallelEdge(p, closest.vertexA) : -1;
  if (parallel >= 0) {
    const first = w.out.count;
    addEdgeLine(w, a, b, p, parallel, nx, ny, nz);
    return w.out.count > first ? LINE : PRISM;
  }
  const middle = (closest.bx - axis.x) * axis.ux + (closest.by - axis.y) * axis.uy + (closest.bz - axis.z) * axis.uz;
  if (Math.abs(middle) > (1 - END_SHARE) * b.halfLength) return PRISM;
  if (closest.otherA < 0) {
    const feature = vertexFeature(!w.swapped, w.swapped, closest.vertexA);
    addAxisOfB(w, a, b, feature, b.radius - d, closest.ax, closest.ay, closest.az, -nx, -ny, -nz);
    return LINE;
  }
  const edge = edgeBetween(p, closest.vertexA, closest.otherA);
  if (edge < 0) return PRISM; // on a face, but not along its normal: rounding of a sliver
  addEdgeLine(w, a, b, p, edge, nx, ny, nz);
  return LINE;
}

/** Does the axis lie, rather than stand, on this face? */
function lies(p: Polytope, face: number, last: number): boolean {
  const along = p.normals[3 * face] * axis.ux + p.normals[3 * face + 1] * axis.uy + p.normals[3 * face + 2] * axis.uz;
  const limit = last === RIMS ? LYING_SINE - LYING_BAND : last === PRISM ? LYING_SINE + LYING_BAND : LYING_SINE;
  return 1 - along * along > limit * limit;
}

/** The generator nearest to the plane, cut to the face; a circle at each end of the remaining segment. */
function addRims(w: Workspace, a: BuiltShape, b: BuiltShape, p: Polytope, face: number): void {
  const nx = p.normals[3 * face];
  const ny = p.normals[3 * face + 1];
  const nz = p.normals[3 * face + 2];
  const along = nx * axis.ux + ny * axis.uy + nz * axis.uz;
  const sine = Math.sqrt(1 - along * along);
  const ex = (nx - along * axis.ux) / sine;
  const ey = (ny - along * axis.uy) / sine;
  const ez = (nz - along * axis.uz) / sine;
  const x = axis.x - b.radius * ex;
  const y = axis.y - b.radius * ey;
  const z = axis.z - b.radius * ez;
  setTolerance(w, p, b.polytope ?? p);
  const { tolerance } = w;
  let low = -b.halfLength;
  let high = b.halfLength;
  const v = p.vertices;
  const end = p.faceStart[face + 1];
  let from = 3 * p.faceVertices[end - 1];
  for (let k = p.faceStart[face]; k < end; k++) {
    const to = 3 * p.faceVertices[k];
    const gx = v[to] - v[from];
    const gy = v[to + 1] - v[from + 1];
    const gz = v[to + 2] - v[from + 2];
    // outward side normal g x n; height over the side is c + t s for the point at t
    const mx = gy * nz - gz * ny;
    const my = gz * nx - gx * nz;
    const mz = gx * ny - gy * nx;
    const length = Math.sqrt(mx * mx + my * my + mz * mz);
    const c = (mx * (x - v[from]) + my * (y - v[from + 1]) + mz * (z - v[from + 2])) / length - tolerance;
    const s = (mx * axis.ux + my * axis.uy + mz * axis.uz) / length;
    if (s > 0) high = Math.min(high, -c / s);
    else if (s < 0) low = Math.max(low, -c / s);
    else if (c > 0) return;
    from = to;
  }
  if (!(low <= high)) return;
  const depth = p.offsets[face] - (nx * x + ny * y + nz * z);
  for (let k = 0; k < 2; k++) {
    const t = k === 0 ? low : high;
    const here = depth - t * along;
    if (here <= -w.margin) continue;
    addRim(w, a, b, p, face, vertexFeature(w.swapped, !w.swapped, 2 * PRISM_SIDES + k), here, t, ex, ey, ez);
  }
}

/** Side of the cylinder on an edge: a sphere on the axis against the edge line, two where they are parallel. */
function addEdgeLine(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  p: Polytope,
  edge: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  const i = 3 * p.edgeVertices[2 * edge];
  const j = 3 * p.edgeVertices[2 * edge + 1];
  const v = p.vertices;
  const ex = p.edgeDirections[3 * edge];
  const ey = p.edgeDirections[3 * edge + 1];
  const ez = p.edgeDirections[3 * edge + 2];
  const c = ex * axis.ux + ey * axis.uy + ez * axis.uz;
  const parallel = 1 - c * c < PARALLEL_SINE * PARALLEL_SINE;
  // ends of the edge along the axis, from its centre
  const s = (v[i] - axis.x) * axis.ux + (v[i + 1] - axis.y) * axis.uy + (v[i + 2] - axis.z) * axis.uz;
  const t = (v[j] - axis.x) * axis.ux + (v[j + 1] - axis.y) * axis.uy + (v[j + 2] - axis.z) * axis.uz;
  const low = Math.max(-b.halfLength, Math.min(s, t));
  const high = Math.min(b.halfLength, Math.max(s, t));
  const mid = (closest.bx - axis.x) * axis.ux + (closest.by - axis.y) * axis.uy + (closest.bz - axis.z) * axis.uz;
  if (parallel && !(high > low)) return; // side by side along the line: ends, not sides, may meet
  const points = parallel ? 2 : 1;
  for (let k = 0; k < points; k++) {
    const along = points === 1 ? mid : k === 0 ? low : high;
    const x = axis.x + along * axis.ux;
    const y = axis.y + along * axis.uy;
    const z = axis.z + along * axis.uz;
    const dx = x - v[i];
    const dy = y - v[i + 1];
    const dz = z - v[i + 2];
    const foot = dx * ex + dy * ey + dz * ez;
    const qx = dx - foot * ex;
    const qy = dy - foot * ey;
    const qz = dz - foot * ez;
    const depth = b.radius - Math.sqrt(qx * qx + qy * qy + qz * qz);
    if (depth <= -w.margin) continue;
    const feature = crossingFeature(w.swapped, edge, points === 1 ? 0 : 1 + k, 3);
    addLineOfA(w, a, b, feature, depth, v[i], v[i + 1], v[i + 2], ex, ey, ez, 0, x, y, z, b.radius, nx, ny, nz);
  }
}

/** An edge at vertex v along the axis, -1: none. */
function parallelEdge(p: Polytope, v: number): number {
  for (let k = p.vertexStart[v]; k < p.vertexStart[v + 1]; k++) {
    const face = p.vertexFaces[k];
    for (let m = p.faceStart[face]; m < p.faceStart[face + 1]; m++) {
      const e = p.faceEdges[m];
      if (p.edgeVertices[2 * e] !== v && p.edgeVertices[2 * e + 1] !== v) continue;
      const d = p.edgeDirections;
      const c = d[3 * e] * axis.ux + d[3 * e + 1] * axis.uy + d[3 * e + 2] * axis.uz;
      if (1 - c * c < PARALLEL_SINE * PARALLEL_SINE) return e;
    }
  }
  return -1;
}

/** The edge with these two ends, -1: none. */
function edgeBetween(p: Polytope, v: number, u: number): number {
  for (let k = p.vertexStart[v]; k < p.vertexStart[v + 1]; k++) {
    const face = p.vertexFaces[k];
    for (let m = p.faceStart[face]; m < p.faceStart[face + 1]; m++) {
      const e = p.faceEdges[m];
      const i = p.edgeVertices[2 * e];
      const j = p.edgeVertices[2 * e + 1];
      if ((i === v && j === u) || (i === u && j === v)) return e;
    }
  }
  return -1;
}

function seeAxis(w: Workspace, b: BuiltShape): void {
  const r = w.rotAB;
  axis.x = w.posAB[0];
  axis.y = w.posAB[1];
  axis.z = w.posAB[2];
  axis.ux = r[2];
  axis.uy = r[5];
  axis.uz = r[8];
  const h = b.halfLength;
  put3(w.segment, 0, axis.x - h * axis.ux, axis.y - h * axis.uy, axis.z - h * axis.uz);
  put3(w.segment, 3, axis.x + h * axis.ux, axis.y + h * axis.uy, axis.z + h * axis.uz);
}
