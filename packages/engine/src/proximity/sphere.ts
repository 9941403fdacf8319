/**
 * A sphere (b) against a sphere, a polyhedron or a cylinder (a), in the frame of a, where its centre is posAB: one contact point, so the
 * feature is always 0 and the history of the contact persists when the sphere rolls from a face over an edge.
 *
 * Centre outside: the closest feature of a. A face gives SPHERE_PLANE, an edge SPHERE_LINE, a vertex SPHERE_SPHERE, the
 * side of a cylinder SPHERE_LINE with its radius. Distance and normal are continuous from one to the next.
 * Rim of a cylinder: the line tangent to it at the closest point. Sliding by x along the rim then errs by x^2/(2 R).
 * Centre inside: the face of least depth; the last one stays until another is shallower by 5 % and 1e-4 of the size.
 */
import type { BuiltShape } from './built-shape.ts';
import {
  LINE_CENTRE_B,
  LINE_FALLBACK,
  LINE_RADIUS_A,
  PLANE_CENTRE,
  put3,
  SPHERE_CENTRE_B,
  SPHERE_FALLBACK,
  SPHERE_LINE,
  SPHERE_PLANE,
  SPHERE_RADIUS_A,
  SPHERE_SPHERE,
} from './element.ts';
import type { Polytope } from './polytope.ts';
import { CHOICE, type Workspace } from './workspace.ts';

const KEEP_RELATIVE = 0.05;
const KEEP_OF_SIZE = 1e-4;
/** [m] distance below which it gives no direction */
const UNDEFINED_LENGTH = 1e-12;

/**
 * The feature of a that the sphere meets, for addAboutPoint and addAboutLine: a point, the direction of a line, a radius about them, and
 * the normal for a centre on them. An array, because separate number arguments would be boxed where the call is not inlined.
 */
const feature = new Float64Array(10);
const ALONG = 3;
const RADIUS = 6;
const FALLBACK = 7;

export function sphereSphere(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  feature.fill(0);
  feature[RADIUS] = a.radius;
  feature[FALLBACK + 2] = 1;
  addAboutPoint(w, a, b);
}

export function polytopeSphere(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  const p = a.polytope;
  if (p === undefined) return;
  const n = p.normals;
  const distances = w.faceDistances;
  let face = 0;
  for (let f = 0; f < p.faceCount; f++) {
    distances[f] = n[3 * f] * w.posAB[0] + n[3 * f + 1] * w.posAB[1] + n[3 * f + 2] * w.posAB[2] - p.offsets[f];
    if (distances[f] > distances[face]) face = f;
  }
  if (distances[face] >= b.radius + w.margin) return;
  const inside = distances[face] <= 0;
  if (inside) {
    const last = w.memory[w.memoryAt + CHOICE] - 1;
    if (last >= 0) {
      const keep = KEEP_OF_SIZE * p.outerRadius - KEEP_RELATIVE * distances[last];
      if (distances[face] <= distances[last] + keep) face = last;
    }
    w.memory[w.memoryAt + CHOICE] = face + 1;
  } else {
    w.memory[w.memoryAt + CHOICE] = 0;
  }
  if (inside || facesPoint(w, p, face)) {
    // the distance from a convex body is at least that from each of its planes: take the largest
    addFace(w, a, b, p, face, distances[face]);
    return;
  }
  addClosestEdge(w, a, b, p, face);
}

export function cylinderSphere(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  const x = w.posAB[0];
  const y = w.posAB[1];
  const z = w.posAB[2];
  const radial = Math.sqrt(x * x + y * y);
  const qx = radial > UNDEFINED_LENGTH ? x / radial : 1;
  const qy = radial > UNDEFINED_LENGTH ? y / radial : 0;
  const fromSide = radial - a.radius;
  const up = z >= 0 ? 1 : -1;
  const fromCap = Math.abs(z) - a.halfLength;
  if (fromSide > 0 && fromCap > 0) {
    // line tangent to the rim at its closest point
    put3(feature, 0, a.radius * qx, a.radius * qy, up * a.halfLength);
    put3(feature, ALONG, -qy, qx, 0);
    feature[RADIUS] = 0;
    put3(feature, FALLBACK, qx, qy, 0);
    addAboutLine(w, a, b);
    return;
  }
  let side = fromCap <= 0 && fromSide > fromCap;
  if (fromSide <= 0 && fromCap <= 0) {
    const last = w.memory[w.memoryAt + CHOICE]; // 1 side, 2 cap
    const keep = KEEP_OF_SIZE * a.radius - KEEP_RELATIVE * Math.max(fromSide, fromCap);
    if (last === 1 && fromCap <= fromSide + keep) side = true;
    if (last === 2 && fromSide <= fromCap + keep) side = false;
    w.memory[w.memoryAt + CHOICE] = side ? 1 : 2;
  } else {
    w.memory[w.memoryAt + CHOICE] = 0;
  }
  if (side) {
    put3(feature, 0, 0, 0, 0);
    put3(feature, ALONG, 0, 0, 1);
    feature[RADIUS] = a.radius;
    put3(feature, FALLBACK, qx, qy, 0);
    addAboutLine(w, a, b);
    return;
  }
  const depth = b.radius - fromCap;
  if (depth <= -w.margin) return;
  const o = w.out.add(SPHERE_PLANE, w.pair, a.body, b.body, 0);
  w.out.setDepth(depth);
  put3(w.out.data, o, 0, 0, up * a.halfLength);
  put3(w.out.data, o + 3, 0, 0, up);
  writeSphere(w.out.data, o + PLANE_CENTRE, b);
}

function addFace(w: Workspace, a: BuiltShape, b: BuiltShape, p: Polytope, face: number, distance: number): void {
  const depth = b.radius - distance;
  if (depth <= -w.margin) return;
  const o = w.out.add(SPHERE_PLANE, w.pair, a.body, b.body, 0);
  w.out.setDepth(depth);
  const data = w.out.data;
  const v = 3 * p.faceVertices[p.faceStart[face]];
  for (let k = 0; k < 3; k++) {
    data[o + k] = p.vertices[v + k];
    data[o + 3 + k] = p.normals[3 * face + k];
  }
  writeSphere(data, o + PLANE_CENTRE, b);
}

/** Is the centre above the inside of this face? */
function facesPoint(w: Workspace, p: Polytope, face: number): boolean {
  const nx = p.normals[3 * face];
  const ny = p.normals[3 * face + 1];
  const nz = p.normals[3 * face + 2];
  const v = p.vertices;
  const start = p.faceStart[face];
  const end = p.faceStart[face + 1];
  let from = 3 * p.faceVertices[end - 1];
  for (let k = start; k < end; k++) {
    const to = 3 * p.faceVertices[k];
    const ex = v[to] - v[from];
    const ey = v[to + 1] - v[from + 1];
    const ez = v[to + 2] - v[from + 2];
    // e x n points out of the face
    const side =
      (ey * nz - ez * ny) * (w.posAB[0] - v[from]) +
      (ez * nx - ex * nz) * (w.posAB[1] - v[from + 1]) +
      (ex * ny - ey * nx) * (w.posAB[2] - v[from + 2]);
    if (side > 0) return false;
    from = to;
  }
  return true;
}

/** The closest point lies on an edge of a face visible from the centre: inside the edge, or at a vertex. */
function addClosestEdge(w: Workspace, a: BuiltShape, b: BuiltShape, p: Polytope, face: number): void {
  const v = p.vertices;
  const distances = w.faceDistances;
  let best2 = Number.POSITIVE_INFINITY;
  let bestEdge = 0;
  let bestEnd = 0; // -1 first vertex, 1 second vertex, 0 between
  for (let e = 0; e < p.edgeCount; e++) {
    if (distances[p.edgeFaces[2 * e]] <= 0 && distances[p.edgeFaces[2 * e + 1]] <= 0) continue;
    const i = 3 * p.edgeVertices[2 * e];
    const j = 3 * p.edgeVertices[2 * e + 1];
    const ex = v[j] - v[i];
    const ey = v[j + 1] - v[i + 1];
    const ez = v[j + 2] - v[i + 2];
    const dx = w.posAB[0] - v[i];
    const dy = w.posAB[1] - v[i + 1];
    const dz = w.posAB[2] - v[i + 2];
    const t = (ex * dx + ey * dy + ez * dz) / (ex * ex + ey * ey + ez * ez);
    const clamped = t <= 0 ? 0 : t >= 1 ? 1 : t;
    const x = dx - clamped * ex;
    const y = dy - clamped * ey;
    const z = dz - clamped * ez;
    const distance2 = x * x + y * y + z * z;
    if (distance2 < best2) {
      best2 = distance2;
      bestEdge = e;
      bestEnd = t <= 0 ? -1 : t >= 1 ? 1 : 0;
    }
  }
  const i = 3 * p.edgeVertices[2 * bestEdge + (bestEnd === 1 ? 1 : 0)];
  for (let k = 0; k < 3; k++) {
    feature[k] = v[i + k];
    feature[ALONG + k] = p.edgeDirections[3 * bestEdge + k];
    feature[FALLBACK + k] = p.normals[3 * face + k];
  }
  feature[RADIUS] = 0;
  if (bestEnd === 0) addAboutLine(w, a, b);
  else addAboutPoint(w, a, b);
}

/** Sphere b against the point of a. */
function addAboutPoint(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  const dx = w.posAB[0] - feature[0];
  const dy = w.posAB[1] - feature[1];
  const dz = w.posAB[2] - feature[2];
  const depth = feature[RADIUS] + b.radius - Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (depth <= -w.margin) return;
  const o = w.out.add(SPHERE_SPHERE, w.pair, a.body, b.body, 0);
  w.out.setDepth(depth);
  const { data } = w.out;
  for (let k = 0; k < 3; k++) {
    data[o + k] = feature[k];
    data[o + SPHERE_FALLBACK + k] = feature[FALLBACK + k];
  }
  data[o + SPHERE_RADIUS_A] = feature[RADIUS];
  writeSphere(data, o + SPHERE_CENTRE_B, b);
}

/** Sphere b against the line of a. */
function addAboutLine(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  const dx = w.posAB[0] - feature[0];
  const dy = w.posAB[1] - feature[1];
  const dz = w.posAB[2] - feature[2];
  const along = dx * feature[ALONG] + dy * feature[ALONG + 1] + dz * feature[ALONG + 2];
  const qx = dx - along * feature[ALONG];
  const qy = dy - along * feature[ALONG + 1];
  const qz = dz - along * feature[ALONG + 2];
  const depth = feature[RADIUS] + b.radius - Math.sqrt(qx * qx + qy * qy + qz * qz);
  if (depth <= -w.margin) return;
  const o = w.out.add(SPHERE_LINE, w.pair, a.body, b.body, 0);
  w.out.setDepth(depth);
  const { data } = w.out;
  for (let k = 0; k < 3; k++) {
    data[o + k] = feature[k];
    data[o + ALONG + k] = feature[ALONG + k];
    data[o + LINE_FALLBACK + k] = feature[FALLBACK + k];
  }
  data[o + LINE_RADIUS_A] = feature[RADIUS];
  writeSphere(data, o + LINE_CENTRE_B, b);
}

/** centre, then radius */
function writeSphere(data: Float64Array, o: number, b: BuiltShape): void {
  put3(data, o, 0, 0, 0);
  data[o + 3] = b.radius;
}
