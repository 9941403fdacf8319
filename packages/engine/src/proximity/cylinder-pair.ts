/**
 * Two cylinders, in the frame of a, whose axis is z. Side against side is exact, axis as a line, point of the other axis as a sphere:
 *   along      axes nearly parallel: a sphere of b at either end of the common length (features 0, 1). Used while the sides
 *              bend away from each other by less than 1e-4 of the smaller radius over that length.
 *   crossing   the closest points of the axes lie between their ends: a sphere of b there (feature 2)
 *   rim        one axis ends at the closest point: the rim point of that end nearest to the other axis, without radius,
 *              against that axis (features 3 to 6). It is fixed in its body: rolling by phi errs by R phi^2/2 in a step.
 * Caps go by the inscribed prisms of 32 sides (polytope-pair.ts): depths there err by up to 0.5 % of the radius.
 */
import { type BuiltShape, PRISM_APOTHEM } from './built-shape.ts';
import { APART, type Choice, chooseFeatures, makeChoice } from './choice.ts';
import { addManifold } from './polytope-pair.ts';
import { CHOICE, FEATURE_COUNT, MODEL, type Workspace } from './workspace.ts';
import { addAxisOfB, addLineOfA } from './write-cylinder.ts';

const ALONG = 1;
const ROUND = 2; // crossing or rim
const PRISM = 3;

/**
 * [part of the smaller radius] largest separation of the sides over the common length of "parallel" axes; twice that if they were parallel
 * before.
 */
const ALONG_BEND = 1e-4;
/** Slope of an axis towards the other one up to which an end section counts as a sphere: 1 - cos = 2e-4. */
const ALONG_SLOPE = 0.02;
/** Part of the half axis that counts as its end. */
const END_SHARE = 1e-6;
/** Cosine between normal and axis of the ending cylinder above which its cap, not its rim, meets the side. */
const CAP_COSINE = 0.4;
/** Cosine between normal and the other axis above which the end of that one takes part as well. */
const SIDE_COSINE = 0.05;
/** [part of the smaller radius or half length] depth beyond which separation through the ends may be shorter: left to the prisms. */
const SHALLOW = 0.1;
const RIM_ITERATIONS = 4;

const choice: Choice = makeChoice();
/** axis of b in the frame of a; s, t parameters of the closest points; n from a to b; d distance of the axes */
const q = { x: 0, y: 0, z: 0, ux: 0, uy: 0, uz: 1, s: 0, t: 0, nx: 0, ny: 0, nz: 1, d: 0 };

export function cylinderPair(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  const pa = a.polytope;
  const pb = b.polytope;
  if (pa === undefined || pb === undefined) return;
  const memory = w.memory;
  const at = w.memoryAt;
  const last = memory[at + MODEL];
  memory[at + MODEL] = 0;
  closestAxisPoints(w, a, b);
  if (q.d >= a.radius + b.radius + w.margin) return;
  let model = PRISM;
  const shallow = SHALLOW * Math.min(a.radius, b.radius, a.halfLength, b.halfLength);
  if (q.d > a.radius + b.radius - shallow) model = addSides(w, a, b, last);
  if (model === PRISM) {
    w.limit = w.margin + (1 - PRISM_APOTHEM) * (a.radius + b.radius);
    chooseFeatures(choice, w, pa, pb);
    if (choice.kind === APART) return;
    addManifold(w, a, b, choice);
  } else {
    memory[at + CHOICE] = 0;
    memory[at + FEATURE_COUNT] = 0;
  }
  memory[at + MODEL] = model;
}

function addSides(w: Workspace, a: BuiltShape, b: BuiltShape, last: number): number {
  const slopeA = q.nz;
  const slopeB = q.ux * q.nx + q.uy * q.ny + q.uz * q.nz;
  if (Math.abs(slopeA) < ALONG_SLOPE && Math.abs(slopeB) < ALONG_SLOPE && addAlong(w, a, b, last)) return ALONG;
  const endA = Math.abs(q.s) > (1 - END_SHARE) * a.halfLength;
  const endB = Math.abs(q.t) > (1 - END_SHARE) * b.halfLength;
  if (!endA && !endB) {
    addSphereOfB(w, a, b, 2, q.t);
    return ROUND;
  }
  if (endB && Math.abs(slopeB) < CAP_COSINE && (!endA || Math.abs(slopeA) < SIDE_COSINE)) {
    return addRimOfB(w, a, b) ? ROUND : PRISM;
  }
  if (endA && Math.abs(slopeA) < CAP_COSINE && (!endB || Math.abs(slopeB) < SIDE_COSINE)) {
    return addRimOfA(w, a, b) ? ROUND : PRISM;
  }
  return PRISM;
}

/** Nearly parallel axes with a common length; false: not parallel enough for that length. */
function addAlong(w: Workspace, a: BuiltShape, b: BuiltShape, last: number): boolean {
  const c = q.uz;
  if (1 - c * c > 0.01) return false; // cheap test: 6 degrees are too many for any relevant length
  const reach = b.halfLength * Math.abs(c);
  const low = Math.max(-a.halfLength, q.z - reach);
  const high = Math.min(a.halfLength, q.z + reach);
  if (!(high > low)) return false;
  // part of b's direction across both axis and normal; the sides bend apart by (lateral length/2)^2/(2 d)
  const lateral = q.uy * q.nx - q.ux * q.ny;
  const half = 0.5 * (high - low) * lateral;
  const bend = (half * half) / (2 * q.d);
  const allowed = ALONG_BEND * Math.min(a.radius, b.radius) * (last === ALONG ? 2 : 1);
  if (bend > allowed) return false;
  addSphereOfB(w, a, b, 0, (low - q.z) / c);
  addSphereOfB(w, a, b, 1, (high - q.z) / c);
  return true;
}

/** Axis of a as the line, point t of the axis of b as a sphere. */
function addSphereOfB(w: Workspace, a: BuiltShape, b: BuiltShape, feature: number, t: number): void {
  const x = q.x + t * q.ux;
  const y = q.y + t * q.uy;
  const z = q.z + t * q.uz;
  addPointAgainstA(w, a, b, feature, x, y, z, b.radius);
}

/** Writes nothing outside the margin. */
function addPointAgainstA(
  w: Workspace,
  a: BuiltShape,
  b: BuiltShape,
  feature: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): void {
  const depth = a.radius + radius - Math.sqrt(x * x + y * y);
  if (depth <= -w.margin) return;
  const id = featureOf(w, false, feature);
  addLineOfA(w, a, b, id, depth, 0, 0, 0, 0, 0, 1, a.radius, x, y, z, radius, q.nx, q.ny, q.nz);
}

/** Bit 30 as in pair-features.ts: the line belongs to the second shape of the pair. */
function featureOf(w: Workspace, lineOfB: boolean, feature: number): number {
  return (lineOfB !== w.swapped ? 1 << 30 : 0) | feature;
}

/** The point of the circle about (ex, ey, ez) nearest to a line; filled by nearestRimPoint. */
const rim = { x: 0, y: 0, z: 0, foot: 0, distance: 0, nx: 0, ny: 0, nz: 0 };

/**
 * Circle with centre (cx, cy, cz), unit axis v, radius R; line through o along u. Fixed point: the rim point lowest along
 * the direction n from the line to it, then n anew. Starts from n towards the centre.
 */
function nearestRimPoint(
  cx: number,
  cy: number,
  cz: number,
  vx: number,
  vy: number,
  vz: number,
  radius: number,
  ox: number,
  oy: number,
  oz: number,
  ux: number,
  uy: number,
  uz: number,
  startX: number,
  startY: number,
  startZ: number,
): void {
  rim.nx = startX;
  rim.ny = startY;
  rim.nz = startZ;
  for (let k = 0; k < RIM_ITERATIONS; k++) {
    const along = rim.nx * vx + rim.ny * vy + rim.nz * vz;
    const ex = rim.nx - along * vx;
    const ey = rim.ny - along * vy;
    const ez = rim.nz - along * vz;
    const scale = radius / Math.sqrt(ex * ex + ey * ey + ez * ez);
    rim.x = cx - scale * ex;
    rim.y = cy - scale * ey;
    rim.z = cz - scale * ez;
    rim.foot = (rim.x - ox) * ux + (rim.y - oy) * uy + (rim.z - oz) * uz;
    const dx = rim.x - ox - rim.foot * ux;
    const dy = rim.y - oy - rim.foot * uy;
    const dz = rim.z - oz - rim.foot * uz;
    rim.distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(rim.distance > 0)) return;
    rim.nx = dx / rim.distance;
    rim.ny = dy / rim.distance;
    rim.nz = dz / rim.distance;
  }
}

/** End of b on the side of a. */
function addRimOfB(w: Workspace, a: BuiltShape, b: BuiltShape): boolean {
  const x = q.x + q.t * q.ux;
  const y = q.y + q.t * q.uy;
  const z = q.z + q.t * q.uz;
  nearestRimPoint(x, y, z, q.ux, q.uy, q.uz, b.radius, 0, 0, 0, 0, 0, 1, q.nx, q.ny, q.nz);
  if (!isSound(w, a, q.nx, q.ny, q.nz)) return false;
  addPointAgainstA(w, a, b, q.t < 0 ? 3 : 4, rim.x, rim.y, rim.z, 0);
  return true;
}

/** End of a on the side of b. */
function addRimOfA(w: Workspace, a: BuiltShape, b: BuiltShape): boolean {
  nearestRimPoint(0, 0, q.s, 0, 0, 1, a.radius, q.x, q.y, q.z, q.ux, q.uy, q.uz, -q.nx, -q.ny, -q.nz);
  if (!isSound(w, b, -q.nx, -q.ny, -q.nz)) return false;
  const feature = featureOf(w, true, q.s < 0 ? 5 : 6);
  addAxisOfB(w, a, b, feature, b.radius - rim.distance, rim.x, rim.y, rim.z, rim.nx, rim.ny, rim.nz);
  return true;
}

/** True if the rim point lies near the surface of the side, between its ends, and at the expected place. */
function isSound(w: Workspace, side: BuiltShape, nx: number, ny: number, nz: number): boolean {
  return (
    Math.abs(rim.foot) <= side.halfLength &&
    rim.distance < side.radius + w.margin &&
    rim.distance > (1 - SHALLOW) * side.radius &&
    rim.nx * nx + rim.ny * ny + rim.nz * nz > 0.5
  );
}

/** Closest points of the two axis segments (Ericson 2005, section 5.1.9), with lengths as parameters from the centres. */
function closestAxisPoints(w: Workspace, a: BuiltShape, b: BuiltShape): void {
  q.x = w.posAB[0];
  q.y = w.posAB[1];
  q.z = w.posAB[2];
  q.ux = w.rotAB[2];
  q.uy = w.rotAB[5];
  q.uz = w.rotAB[8];
  const c = q.uz;
  const along = q.ux * q.x + q.uy * q.y + q.uz * q.z;
  const sine2 = 1 - c * c;
  // s z - (q + t u) perpendicular to both axes: s = q_z + t c, t = s c - q.u
  let s = clampTo(sine2 > 1e-12 ? (q.z - c * along) / sine2 : q.z, a.halfLength);
  let t = s * c - along;
  if (Math.abs(t) > b.halfLength) {
    t = clampTo(t, b.halfLength);
    s = clampTo(q.z + t * c, a.halfLength);
  }
  q.s = s;
  q.t = t;
  const nx = q.x + t * q.ux;
  const ny = q.y + t * q.uy;
  const nz = q.z + t * q.uz - s;
  q.d = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const scale = q.d > 0 ? 1 / q.d : 0;
  q.nx = nx * scale;
  q.ny = ny * scale;
  q.nz = nz * scale;
}

function clampTo(x: number, limit: number): number {
  return x < -limit ? -limit : x > limit ? limit : x;
}
