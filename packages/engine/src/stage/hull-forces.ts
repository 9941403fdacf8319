/**
 * Water and wind on bodies, at the trial. In the stage matrix S -= b dQ/dq + c dQ/dv + dQ/dx, x the unknown acceleration:
 *   pressure             marine/loads/hull.ts, with its stiffness
 *   drag                 with its slope; linear and quadratic damping at the centre of mass, body axes
 *   added mass           -A (x - U'), U' the mean acceleration of the water around the hull; A grows with the wet volume V as
 *                        A = A_full w(V/V_full), w(s) = s up to 0.9 and smoothly 1 from 1.1 on
 *   slamming             -A_full w' V'/V_full (v - U) where V grows: the rate of A times the speed (Kármán 1929);
 *                        zero on the way out
 *   radiated waves by retardation functions, and scattered waves, linear (hull-memory.ts)
 *   wind                 1/2 rho_a |U - v| (U - v) times the areas seen along the body axes
 * Energy: pressure, wind, and the water's own velocity and acceleration put work in; drag, slamming and added mass absorb energy relative
 * to the moving water; added mass stores v A v/2.
 */
import { effortFor, FOR_HULL } from '../base/index.ts';
import { turn6 } from '../marine/index.ts';
import { addDiffraction, addRadiation } from './hull-memory.ts';
import type { HullItem } from './hulls.ts';
import type { Workspace } from './workspace.ts';

export function addHulls(w: Workspace, wantMatrix: boolean): void {
  const { hulls, sea, b, c } = w;
  if (!sea) return;
  sea.follow(w);
  for (let k = 0; k < hulls.items.length; k++) {
    const item = hulls.items[k];
    w.effort.now[0] = effortFor(FOR_HULL, k);
    item.force.fill(0);
    item.added.fill(0);
    item.power = 0;
    stiffness.fill(0);
    damping.fill(0);
    sea.open = isLee(w, item.slot);
    addPressureAndDrag(w, item, wantMatrix, b > 0);
    sea.open = false;
    addInertia(w, item);
    addDamping(w, item);
    if (item.spec.windage && sea.wind) addWind(w, item);
    if (item.radiation) addRadiation(w, item, item.radiation, damping);
    if (item.diffraction && sea.hasWaves) addDiffraction(w, item, item.diffraction);
    const { slot, force, added } = item;
    if (slot >= w.model.dynamicCount) continue;
    for (let r = 0; r < 6; r++) w.force[6 * slot + r] += force[r];
    if (!wantMatrix) continue;
    const values = w.matrix.lu.values;
    const o = w.matrix.bodyDiagonal[slot];
    for (let i = 0; i < 36; i++) values[o + i] += b * stiffness[i] + c * damping[i] + added[i];
  }
}

/** Does this body make a lee? */
function isLee(w: Workspace, slot: number): boolean {
  const shelters = w.sea ? w.sea.shelters : [];
  for (let k = 0; k < shelters.length; k++) if (w.model.slotOfBody[shelters[k].spec.body] === slot) return true;
  return false;
}

const stiffness = new Float64Array(36);
const damping = new Float64Array(36);
const relative = new Float64Array(6); // velocity relative to the water
const product = new Float64Array(6);

/** mayFollow: the trial is an iterate of a stage. */
function addPressureAndDrag(w: Workspace, item: HullItem, wantMatrix: boolean, mayFollow: boolean): void {
  const { hull, members, slot, force } = item;
  const { sea, position, rotation, velocity } = w;
  const v = 6 * slot;
  for (let r = 0; r < 6; r++) relative[r] = velocity[v + r];
  if (!sea) return;
  if (hull) {
    hull.evaluate(sea, position, 3 * slot, rotation, 9 * slot, velocity, v, wantMatrix, mayFollow);
    for (let r = 0; r < 3; r++) relative[r] -= hull.flow[r];
    book(w, item, hull.pressureForce, hull.dragForce);
    if (wantMatrix) {
      for (let i = 0; i < 36; i++) {
        stiffness[i] += hull.stiffness[i];
        damping[i] += hull.damping[i];
      }
    }
    for (let r = 0; r < 6; r++) force[r] += hull.pressureForce[r] + hull.dragForce[r];
  }
  if (members) {
    members.evaluate(sea, position, 3 * slot, rotation, 9 * slot, velocity, v);
    book(w, item, members.pressureForce, members.dragForce);
    for (let i = 0; i < 36; i++) {
      stiffness[i] += members.stiffness[i];
      damping[i] += members.damping[i];
      item.added[i] += members.added[i];
    }
    for (let r = 0; r < 6; r++) force[r] += members.pressureForce[r] + members.dragForce[r];
  }
}

/**
 * The power of pressure is work of the sea. Drag absorbs energy relative to the water; the power of drag in the moving water is work of the
 * sea.
 */
function book(w: Workspace, item: HullItem, pressure: Float64Array, drag: Float64Array): void {
  const v = 6 * item.slot;
  if (item.slot >= w.model.dynamicCount) return;
  for (let r = 0; r < 6; r++) {
    w.loadPower += pressure[r] * w.velocity[v + r] + drag[r] * (w.velocity[v + r] - relative[r]);
    item.power -= drag[r] * relative[r];
  }
}

/** w(s): s up to 0.9, then a parabola that ends level at 1.1, from where added mass acts in full. */
function grown(s: number): number {
  if (s <= 0.9) return Math.max(0, s);
  if (s >= 1.1) return 1;
  const x = 1.1 - s;
  return 1 - 2.5 * x * x;
}

function grownSlope(s: number): number {
  if (s <= 0.9) return s > 0 ? 1 : 0;
  return s >= 1.1 ? 0 : 5 * (1.1 - s);
}

function addInertia(w: Workspace, item: HullItem): void {
  const { spec, hull, slot, added, force, slam } = item;
  slam.fill(0);
  if (!item.hasAdded) return;
  const { addedMass } = spec;
  if (addedMass) {
    turn6(product36, item.addedBody, w.rotation, 9 * slot);
    const full = addedMass.fullVolume ?? 0;
    const wet = full > 0 && hull ? hull.volume / full : 1;
    const share = full > 0 ? grown(wet) : 1;
    if (hull && full > 0 && addedMass.slamming && hull.growth > 0) {
      const rate = grownSlope(wet) / full;
      times6(product, product36, relative);
      for (let r = 0; r < 6; r++) slam[r] = -rate * hull.growth * product[r];
      for (let r = 0; r < 6; r++) {
        for (let s = 0; s < 6; s++) {
          damping[6 * r + s] += rate * (hull.growth * product36[6 * r + s] + product[r] * hull.growthBy[s]);
        }
      }
    }
    for (let i = 0; i < 36; i++) added[i] += share * product36[i];
  }
  // -A x, and A U' from the water; members already include their U' term
  const x = 6 * slot;
  const dynamic = slot < w.model.dynamicCount;
  for (let r = 0; r < 6; r++) product[r] = dynamic ? w.bodyX[x + r] : w.acceleration[x + r];
  times6(own, added, product);
  let sent = 0;
  if (addedMass && hull) {
    const full = addedMass.fullVolume ?? 0;
    const share = full > 0 ? grown(hull.volume / full) : hull.volume > 0 ? 1 : 0;
    for (let r = 0; r < 6; r++) product[r] = r < 3 ? share * hull.flow[3 + r] : 0;
    times6(driven, product36, product);
    for (let r = 0; r < 6; r++) {
      force[r] += driven[r];
      sent += driven[r] * w.velocity[x + r];
    }
  }
  for (let r = 0; r < 6; r++) force[r] += slam[r] - own[r];
  if (!dynamic) return;
  let lost = 0;
  let held = 0;
  for (let r = 0; r < 6; r++) product[r] = w.velocity[x + r];
  times6(momentum, added, product);
  for (let r = 0; r < 6; r++) {
    lost += own[r] * w.velocity[x + r] - slam[r] * relative[r];
    sent += slam[r] * (w.velocity[x + r] - relative[r]);
    held += 0.5 * momentum[r] * w.velocity[x + r];
  }
  w.loadPower += sent;
  item.power += lost;
  item.stored = held;
}

const product36 = new Float64Array(36);
const own = new Float64Array(6);
const driven = new Float64Array(6);
const momentum = new Float64Array(6);

function times6(out: Float64Array, m: Float64Array, x: Float64Array): void {
  for (let r = 0; r < 6; r++) {
    let sum = 0;
    for (let s = 0; s < 6; s++) sum += m[6 * r + s] * x[s];
    out[r] = sum;
  }
}

/**
 * B1 u + B2 |u| u along the body axes, in proportion to the wet volume, as for added mass. The matrix omits its growth within a step, as
 * for added mass.
 */
function addDamping(w: Workspace, item: HullItem): void {
  const { linearDamping, quadraticDamping } = item.spec;
  if (!linearDamping && !quadraticDamping) return;
  if (item.hull && !(item.hull.volume > 0)) return;
  const full = item.spec.dampedVolume ?? 0;
  const share = item.hull && full > 0 ? grown(item.hull.volume / full) : 1;
  const R = 9 * item.slot;
  let power = 0;
  let sent = 0;
  for (let k = 0; k < 6; k++) {
    const B1 = linearDamping ? share * linearDamping[k] : 0;
    const B2 = quadraticDamping ? share * quadraticDamping[k] : 0;
    if (B1 === 0 && B2 === 0) continue;
    const half = k < 3 ? 0 : 3;
    const axis = k - half;
    const x = w.rotation[R + axis];
    const y = w.rotation[R + 3 + axis];
    const z = w.rotation[R + 6 + axis];
    const u = x * relative[half] + y * relative[half + 1] + z * relative[half + 2];
    const size = Math.abs(u);
    const f = -(B1 + B2 * size) * u;
    const slope = B1 + 2 * B2 * size;
    const { force } = item;
    force[half] += f * x;
    force[half + 1] += f * y;
    force[half + 2] += f * z;
    power -= f * u;
    const v = 6 * item.slot + half;
    sent += f * (x * w.velocity[v] + y * w.velocity[v + 1] + z * w.velocity[v + 2] - u);
    addAxis(slope, half, x, y, z);
  }
  item.power += power;
  w.loadPower += sent;
}

function addAxis(s: number, half: number, x: number, y: number, z: number): void {
  const o = 7 * half;
  damping[o] += s * x * x;
  damping[o + 1] += s * x * y;
  damping[o + 2] += s * x * z;
  damping[o + 6] += s * x * y;
  damping[o + 7] += s * y * y;
  damping[o + 8] += s * y * z;
  damping[o + 12] += s * x * z;
  damping[o + 13] += s * y * z;
  damping[o + 14] += s * z * z;
}

/** Wind on areas, body axes. Its derivatives are small compared with those of water and left out. */
function addWind(w: Workspace, item: HullItem): void {
  const { sea, position, rotation: R, velocity } = w;
  const wind = sea?.wind;
  if (!sea || !wind) return;
  const { slot, force } = item;
  const o = 9 * slot;
  const v = 6 * slot;
  for (const { areas, point } of item.spec.windage ?? []) {
    const x = point[0] - item.centre[0];
    const y = point[1] - item.centre[1];
    const z = point[2] - item.centre[2];
    const rx = R[o] * x + R[o + 1] * y + R[o + 2] * z;
    const ry = R[o + 3] * x + R[o + 4] * y + R[o + 5] * z;
    const rz = R[o + 6] * x + R[o + 7] * y + R[o + 8] * z;
    const part = sea.windPart(position[3 * slot + 2] + rz);
    const ux = part * wind.velocity[0] - velocity[v] - velocity[v + 4] * rz + velocity[v + 5] * ry;
    const uy = part * wind.velocity[1] - velocity[v + 1] - velocity[v + 5] * rx + velocity[v + 3] * rz;
    const uz = part * wind.velocity[2] - velocity[v + 2] - velocity[v + 3] * ry + velocity[v + 4] * rx;
    const speed = Math.sqrt(ux * ux + uy * uy + uz * uz);
    let fx = 0;
    let fy = 0;
    let fz = 0;
    for (let a = 0; a < 3; a++) {
      const along = R[o + a] * ux + R[o + 3 + a] * uy + R[o + 6 + a] * uz;
      const push = 0.5 * wind.density * areas[a] * speed * along;
      fx += push * R[o + a];
      fy += push * R[o + 3 + a];
      fz += push * R[o + 6 + a];
    }
    force[0] += fx;
    force[1] += fy;
    force[2] += fz;
    force[3] += ry * fz - rz * fy;
    force[4] += rz * fx - rx * fz;
    force[5] += rx * fy - ry * fx;
    if (slot >= w.model.dynamicCount) continue;
    w.loadPower += fx * velocity[v] + fy * velocity[v + 1] + fz * velocity[v + 2];
    w.loadPower += (ry * fz - rz * fy) * velocity[v + 3] + (rz * fx - rx * fz) * velocity[v + 4];
    w.loadPower += (rx * fy - ry * fx) * velocity[v + 5];
  }
}

/** Added masses as last evaluated into the matrix, for accelerations at the start. */
export function addHullMasses(w: Workspace): void {
  for (const { slot, added, hasAdded } of w.hulls.items) {
    if (!hasAdded || slot >= w.model.dynamicCount) continue;
    const o = w.matrix.bodyDiagonal[slot];
    for (let i = 0; i < 36; i++) w.matrix.lu.values[o + i] += added[i];
  }
}

/** out += A x of all hulls, as last evaluated. */
export function timesHullMasses(w: Workspace, out: Float64Array, x: Float64Array): void {
  for (const { slot, added, hasAdded } of w.hulls.items) {
    if (!hasAdded || slot >= w.model.dynamicCount) continue;
    for (let r = 0; r < 6; r++) {
      for (let s = 0; s < 6; s++) out[6 * slot + r] += added[6 * r + s] * x[6 * slot + s];
    }
  }
}
