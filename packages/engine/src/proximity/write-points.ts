/** Writes SPHERE_PLANE and EDGE_EDGE elements of polyhedron pairs: transforms them from the frame of a to both frames. */
import type { BuiltShape } from './built-shape.ts';
import {
  aboutEdge,
  EDGE_ACROSS,
  EDGE_ASIDE,
  EDGE_DIRECTION_B,
  EDGE_EDGE,
  EDGE_LENGTH_A,
  EDGE_LENGTH_B,
  EDGE_POINT_B,
  PLANE_CENTRE,
  SPHERE_PLANE,
} from './element.ts';
import type { Polytope } from './polytope.ts';
import type { ClosestPoints } from './gjk.ts';
import { EDGE_GAP, edgeNormal } from './separation.ts';
import type { Workspace } from './workspace.ts';

const direction = new Float64Array(3);
const side = new Float64Array(2);

/** Point p[i...] of the incident body, frame of a, against a face of a, or of b (onB); its depth is depths[at]. */
export function addAgainstFace(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  onB: boolean,
  face: number,
  feature: number,
  depths: Float64Array,
  at: number,
  p: Float64Array,
  i: number,
): void {
  const x = p[i];
  const y = p[i + 1];
  const z = p[i + 2];
  const depth = depths[at];
  const owner = onB ? b.polytope : a.polytope;
  if (owner === undefined) return;
  const o = onB
    ? w.out.add(SPHERE_PLANE, w.pair, b.body, a.body, feature)
    : w.out.add(SPHERE_PLANE, w.pair, a.body, b.body, feature);
  w.out.setDepth(depth);
  const data = w.out.data;
  const r = w.rotAB;
  const dx = x - w.posAB[0];
  const dy = y - w.posAB[1];
  const dz = z - w.posAB[2];
  // the point in the frame of b
  const bx = r[0] * dx + r[3] * dy + r[6] * dz;
  const by = r[1] * dx + r[4] * dy + r[7] * dz;
  const bz = r[2] * dx + r[5] * dy + r[8] * dz;
  const n = owner.normals;
  const f = 3 * face;
  // its foot on the plane, in the frame of the owner of the plane
  data[o] = (onB ? bx : x) + depth * n[f];
  data[o + 1] = (onB ? by : y) + depth * n[f + 1];
  data[o + 2] = (onB ? bz : z) + depth * n[f + 2];
  data[o + 3] = n[f];
  data[o + 4] = n[f + 1];
  data[o + 5] = n[f + 2];
  data[o + PLANE_CENTRE] = onB ? x : bx;
  data[o + PLANE_CENTRE + 1] = onB ? y : by;
  data[o + PLANE_CENTRE + 2] = onB ? z : bz;
  data[o + 9] = 0;
}

/** One point with the plane through the closest point of a, perpendicular to the line to that of b; both in the frame of a. */
export function addAcross(w: Workspace, a: BuiltShape, b: BuiltShape, feature: number, closest: ClosestPoints): void {
  const { distance, ax, ay, az, bx, by, bz } = closest;
  const o = w.out.add(SPHERE_PLANE, w.pair, a.body, b.body, feature);
  w.out.setDepth(-distance);
  const data = w.out.data;
  data[o] = ax;
  data[o + 1] = ay;
  data[o + 2] = az;
  data[o + 3] = (bx - ax) / distance;
  data[o + 4] = (by - ay) / distance;
  data[o + 5] = (bz - az) / distance;
  const r = w.rotAB;
  const dx = bx - w.posAB[0];
  const dy = by - w.posAB[1];
  const dz = bz - w.posAB[2];
  data[o + PLANE_CENTRE] = r[0] * dx + r[3] * dy + r[6] * dz;
  data[o + PLANE_CENTRE + 1] = r[1] * dx + r[4] * dy + r[7] * dz;
  data[o + PLANE_CENTRE + 2] = r[2] * dx + r[5] * dy + r[8] * dz;
  data[o + 9] = 0;
}

/** The crossing of edge i of a and edge j of b; edgeNormal is that of the pair. lengths: of the two edges [m]. */
export function addCrossing(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  pa: Polytope,
  pb: Polytope,
  i: number,
  j: number,
  feature: number,
  lengths: Float64Array,
): void {
  const o = w.out.add(EDGE_EDGE, w.pair, a.body, b.body, feature);
  w.out.setDepth(-edgeNormal[EDGE_GAP]);
  const data = w.out.data;
  const p = 3 * pa.edgeVertices[2 * i];
  const q = 3 * pb.edgeVertices[2 * j];
  const r = w.rotAB;
  for (let k = 0; k < 3; k++) {
    data[o + k] = pa.vertices[p + k];
    data[o + 3 + k] = pa.edgeDirections[3 * i + k];
    // b's edge in the frame of b
    const x = w.verticesB[q] - w.posAB[0];
    const y = w.verticesB[q + 1] - w.posAB[1];
    const z = w.verticesB[q + 2] - w.posAB[2];
    const v = w.directionsB;
    data[o + EDGE_POINT_B + k] = r[k] * x + r[3 + k] * y + r[6 + k] * z;
    data[o + EDGE_DIRECTION_B + k] = r[k] * v[3 * j] + r[3 + k] * v[3 * j + 1] + r[6 + k] * v[3 * j + 2];
  }
  for (let k = 0; k < 3; k++) direction[k] = pa.edgeDirections[3 * i + k];
  aboutEdge(side, edgeNormal, direction);
  data[o + EDGE_ACROSS] = side[0];
  data[o + EDGE_ASIDE] = side[1];
  data[o + EDGE_LENGTH_A] = lengths[0];
  data[o + EDGE_LENGTH_B] = lengths[1];
}
