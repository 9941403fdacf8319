/** Writes elements of cylinders: transforms points from the frame of a to both bodies. */
import type { BuiltShape } from './built-shape.ts';
import {
  LINE_CENTRE_B,
  LINE_FALLBACK,
  LINE_RADIUS_A,
  put3,
  RIM_AXIS,
  RIM_CENTRE,
  RIM_FALLBACK,
  RIM_PLANE,
  RIM_RADIUS,
  SPHERE_LINE,
} from './element.ts';
import type { Polytope } from './polytope.ts';
import type { Workspace } from './workspace.ts';

/**
 * Line of body a through (x, y, z) along u with radius rA, sphere of body b about (qx, qy, qz) with radius rB, all in the
 * frame of a; (nx, ny, nz) is the present normal.
 */
export function addLineOfA(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  feature: number,
  depth: number,
  x: number,
  y: number,
  z: number,
  ux: number,
  uy: number,
  uz: number,
  radiusA: number,
  qx: number,
  qy: number,
  qz: number,
  radiusB: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  const o = w.out.add(SPHERE_LINE, w.pair, a.body, b.body, feature);
  w.out.setDepth(depth);
  const data = w.out.data;
  put3(data, o, x, y, z);
  put3(data, o + 3, ux, uy, uz);
  data[o + LINE_RADIUS_A] = radiusA;
  putInB(w, data, o + LINE_CENTRE_B, qx - w.posAB[0], qy - w.posAB[1], qz - w.posAB[2]);
  data[o + LINE_CENTRE_B + 3] = radiusB;
  put3(data, o + LINE_FALLBACK, nx, ny, nz);
}

/** Axis of cylinder b as the line, point (x, y, z) of body a (frame of a) without radius; n is the normal from b to a. */
export function addAxisOfB(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  feature: number,
  depth: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  const o = w.out.add(SPHERE_LINE, w.pair, b.body, a.body, feature);
  w.out.setDepth(depth);
  const data = w.out.data;
  put3(data, o, 0, 0, 0);
  put3(data, o + 3, 0, 0, 1);
  data[o + LINE_RADIUS_A] = b.radius;
  put3(data, o + LINE_CENTRE_B, x, y, z);
  data[o + LINE_CENTRE_B + 3] = 0;
  putInB(w, data, o + LINE_FALLBACK, nx, ny, nz);
}

/** Circle of cylinder b at `along` [m] from its centre against a face of a; e as in element.ts, frame of a. */
export function addRim(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  p: Polytope,
  face: number,
  feature: number,
  depth: number,
  along: number,
  ex: number,
  ey: number,
  ez: number,
): void {
  const o = w.out.add(RIM_PLANE, w.pair, a.body, b.body, feature);
  w.out.setDepth(depth);
  const data = w.out.data;
  const v = 3 * p.faceVertices[p.faceStart[face]];
  put3(data, o, p.vertices[v], p.vertices[v + 1], p.vertices[v + 2]);
  put3(data, o + 3, p.normals[3 * face], p.normals[3 * face + 1], p.normals[3 * face + 2]);
  put3(data, o + RIM_CENTRE, 0, 0, along);
  put3(data, o + RIM_AXIS, 0, 0, 1);
  data[o + RIM_RADIUS] = b.radius;
  putInB(w, data, o + RIM_FALLBACK, ex, ey, ez);
}

/** A direction from the frame of a into that of b. */
function putInB(w: Workspace, data: Float64Array, o: number, x: number, y: number, z: number): void {
  const r = w.rotAB;
  data[o] = r[0] * x + r[3] * y + r[6] * z;
  data[o + 1] = r[1] * x + r[4] * y + r[7] * z;
  data[o + 2] = r[2] * x + r[5] * y + r[8] * z;
}
