/**
 * A half-space (a) against a sphere, a polyhedron or a cylinder (b). In the frame of a the plane is
 * z = 0; in that of b its normal n is the third row of the rotation b to a, and n.x = -t_z.
 *
 * Cylinder: with s = |n - (n.axis) axis|, the sine of the angle between axis and normal,
 *   s > 0.3  inclined or lying: the two rims, each touching at its lowest point (features 0 lower end, 1 upper end);
 *            exact while it rolls, two points when it lies, one when it stands on its rim
 *   s < 0.3  standing: 16 fixed points of the rim of the nearer cap (features 2 + 16 cap + i). A flat rim has no lowest point, and on an
 *            almost flat rim it moves faster than a step can resolve.
 * The switch has a hysteresis of +-0.02. In the standing range a wobbling disc rolls on a 16-gon, whose sagitta 0.019 R times s is the
 * error of its height: 0.006 R at the switch, zero when flat.
 */
import { cos, PI, sin } from '../math/index.ts';
import type { BuiltShape } from './built-shape.ts';
import {
  PLANE_CENTRE,
  put3,
  RIM_AXIS,
  RIM_CENTRE,
  RIM_FALLBACK,
  RIM_PLANE,
  RIM_RADIUS,
  SPHERE_PLANE,
} from './element.ts';
import { CHOICE, type Workspace } from './workspace.ts';

/** Sine of the angle between axis and normal below which a cylinder stands. */
export const STANDING_SINE = 0.3;
const STANDING_BAND = 0.02;
export const RIM_POINTS = 16;
const RIM_COS = Float64Array.from({ length: RIM_POINTS }, (_, i) => cos((2 * PI * i) / RIM_POINTS));
const RIM_SIN = Float64Array.from({ length: RIM_POINTS }, (_, i) => sin((2 * PI * i) / RIM_POINTS));
const CHOSE_STANDING = 1;
const CHOSE_LYING = 2;

export function halfSpaceSphere(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  const depth = b.radius - w.posAB[2];
  if (depth > -w.margin) addPoint(w, a, b, 0, 0, 0, 0, b.radius, depth);
}

/** Writes every vertex within the margin, numbered as in the polyhedron. */
export function halfSpacePolytope(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  if (b.polytope === undefined) return;
  const nx = w.rotAB[6];
  const ny = w.rotAB[7];
  const nz = w.rotAB[8];
  const d = -w.posAB[2];
  const limit = d + w.margin;
  const v = b.polytope.vertices;
  const count = b.polytope.vertexCount;
  for (let i = 0; i < count; i++) {
    const x = v[3 * i];
    const y = v[3 * i + 1];
    const z = v[3 * i + 2];
    const height = nx * x + ny * y + nz * z;
    if (height < limit) addPoint(w, a, b, i, x, y, z, 0, d - height);
  }
}

export function halfSpaceCylinder(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  const along = w.rotAB[8];
  const sine = Math.sqrt(Math.max(0, 1 - along * along));
  const last = w.memory[w.memoryAt + CHOICE];
  const side = last === CHOSE_STANDING ? 1 : last === CHOSE_LYING ? -1 : 0;
  if (sine > STANDING_SINE + side * STANDING_BAND) {
    w.memory[w.memoryAt + CHOICE] = CHOSE_LYING;
    addRims(w, a, b);
  } else {
    w.memory[w.memoryAt + CHOICE] = CHOSE_STANDING;
    addCapPoints(w, a, b, along > 0 ? 0 : 1);
  }
}

function addRims(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  const along = w.rotAB[8];
  const sine = Math.sqrt(Math.max(0, 1 - along * along));
  for (let end = 0; end < 2; end++) {
    const h = end === 0 ? -b.halfLength : b.halfLength;
    // height of the centre of the rim minus that of its radius along e: n.e = |n - (n.axis) axis|
    const depth = b.radius * sine - (w.posAB[2] + h * along);
    if (depth <= -w.margin) continue;
    const o = w.out.add(RIM_PLANE, w.pair, a.body, b.body, end);
    w.out.setDepth(depth);
    const data = w.out.data;
    writePlane(data, o);
    put3(data, o + RIM_CENTRE, 0, 0, h);
    put3(data, o + RIM_AXIS, 0, 0, 1);
    data[o + RIM_RADIUS] = b.radius;
    put3(data, o + RIM_FALLBACK, w.rotAB[6] / sine, w.rotAB[7] / sine, 0);
  }
}

/** cap 0: the end at -halfLength */
function addCapPoints(w: Workspace, a: BuiltShape, b: BuiltShape, cap: number): void {
  const z = cap === 0 ? -b.halfLength : b.halfLength;
  const base = w.posAB[2] + w.rotAB[8] * z;
  for (let i = 0; i < RIM_POINTS; i++) {
    const x = b.radius * RIM_COS[i];
    const y = b.radius * RIM_SIN[i];
    const depth = -(base + w.rotAB[6] * x + w.rotAB[7] * y);
    if (depth > -w.margin) addPoint(w, a, b, 2 + RIM_POINTS * cap + i, x, y, z, 0, depth);
  }
}

function addPoint(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  feature: number,
  x: number,
  y: number,
  z: number,
  radius: number,
  depth: number,
): void {
  const o = w.out.add(SPHERE_PLANE, w.pair, a.body, b.body, feature);
  w.out.setDepth(depth);
  const data = w.out.data;
  writePlane(data, o);
  put3(data, o + PLANE_CENTRE, x, y, z);
  data[o + PLANE_CENTRE + 3] = radius;
}

/** z = 0 in the frame of the half-space */
function writePlane(data: Float64Array, o: number): void {
  put3(data, o, 0, 0, 0);
  put3(data, o + 3, 0, 0, 1);
}
