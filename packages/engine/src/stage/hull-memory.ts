/**
 * Forces of waves that a hull radiates and scatters, at the trial: computed in body axes at a point, transformed to the centre of mass in
 * world axes.
 */
import type { Diffraction, Radiation } from '../marine/index.ts';
import type { HullItem } from './hulls.ts';
import type { Workspace } from './workspace.ts';

const nu = new Float64Array(6);
const local = new Float64Array(6);
const lever = new Float64Array(3);
const rows = new Float64Array(36);

function turnLever(w: Workspace, item: HullItem, point: readonly number[]): void {
  const R = 9 * item.slot;
  const x = point[0] - item.centre[0];
  const y = point[1] - item.centre[1];
  const z = point[2] - item.centre[2];
  for (let i = 0; i < 3; i++) {
    lever[i] = w.rotation[R + 3 * i] * x + w.rotation[R + 3 * i + 1] * y + w.rotation[R + 3 * i + 2] * z;
  }
}

/** nu = velocities of the point, body axes */
function readVelocity(w: Workspace, item: HullItem, radiation: Radiation): void {
  turnLever(w, item, radiation.point);
  const v = 6 * item.slot;
  const R = 9 * item.slot;
  const V = w.velocity;
  const x = V[v] + V[v + 4] * lever[2] - V[v + 5] * lever[1];
  const y = V[v + 1] + V[v + 5] * lever[0] - V[v + 3] * lever[2];
  const z = V[v + 2] + V[v + 3] * lever[1] - V[v + 4] * lever[0];
  for (let i = 0; i < 3; i++) {
    nu[i] = w.rotation[R + i] * x + w.rotation[R + 3 + i] * y + w.rotation[R + 6 + i] * z;
    nu[3 + i] = w.rotation[R + i] * V[v + 3] + w.rotation[R + 3 + i] * V[v + 4] + w.rotation[R + 6 + i] * V[v + 5];
  }
}

/** Adds `sign` times the six in `local`, which act at the lever in body axes; returns their power on the body. */
function addLocal(w: Workspace, item: HullItem, sign: number): number {
  const R = 9 * item.slot;
  const v = 6 * item.slot;
  const { force } = item;
  const r = w.rotation;
  let power = 0;
  for (let half = 0; half < 2; half++) {
    const a = sign * local[3 * half];
    const b = sign * local[3 * half + 1];
    const c = sign * local[3 * half + 2];
    const x = r[R] * a + r[R + 1] * b + r[R + 2] * c;
    const y = r[R + 3] * a + r[R + 4] * b + r[R + 5] * c;
    const z = r[R + 6] * a + r[R + 7] * b + r[R + 8] * c;
    force[3 * half] += x;
    force[3 * half + 1] += y;
    force[3 * half + 2] += z;
    power += x * w.velocity[v + 3 * half] + y * w.velocity[v + 3 * half + 1] + z * w.velocity[v + 3 * half + 2];
    if (half === 1) break;
    const mx = lever[1] * z - lever[2] * y;
    const my = lever[2] * x - lever[0] * z;
    const mz = lever[0] * y - lever[1] * x;
    force[3] += mx;
    force[4] += my;
    force[5] += mz;
    power += mx * w.velocity[v + 3] + my * w.velocity[v + 4] + mz * w.velocity[v + 5];
  }
  return power;
}

/** Adds the force of the past motion, and the damping of the present one (6 x 6, world axes, at the centre of mass). */
export function addRadiation(w: Workspace, item: HullItem, radiation: Radiation, damping: Float64Array): void {
  readVelocity(w, item, radiation);
  radiation.prepare(w.time);
  radiation.resistance(local, nu);
  const { force, radiated } = item;
  for (let i = 0; i < 6; i++) radiated[i] = -force[i];
  item.power -= addLocal(w, item, -1);
  for (let i = 0; i < 6; i++) radiated[i] += force[i];
  // C = G^T present G with nu = G (v, omega), G = [R^T, -R^T [lever]x; 0, R^T]
  const R = 9 * item.slot;
  const r = w.rotation;
  for (let i = 0; i < 6; i++) {
    const axis = i % 3;
    const x = r[R + axis];
    const y = r[R + 3 + axis];
    const z = r[R + 6 + axis];
    const o = 6 * i;
    if (i < 3) {
      rows[o] = x;
      rows[o + 1] = y;
      rows[o + 2] = z;
      rows[o + 3] = lever[1] * z - lever[2] * y;
      rows[o + 4] = lever[2] * x - lever[0] * z;
      rows[o + 5] = lever[0] * y - lever[1] * x;
    } else {
      rows[o] = rows[o + 1] = rows[o + 2] = 0;
      rows[o + 3] = x;
      rows[o + 4] = y;
      rows[o + 5] = z;
    }
  }
  const { present } = radiation;
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      const weight = present[6 * i + j];
      if (weight === 0) continue;
      for (let p = 0; p < 6; p++) {
        const s = weight * rows[6 * i + p];
        if (s === 0) continue;
        for (let q = 0; q < 6; q++) damping[6 * p + q] += s * rows[6 * j + q];
      }
    }
  }
}

/** Adds the force of scattered waves, which is work of the sea. */
export function addDiffraction(w: Workspace, item: HullItem, diffraction: Diffraction): void {
  turnLever(w, item, diffraction.point);
  const p = 3 * item.slot;
  diffraction.ask(w.position[p] + lever[0], w.position[p + 1] + lever[1]);
  local.set(diffraction.now);
  w.loadPower += addLocal(w, item, 1);
}

/** A step is accepted, or a run begins: the velocities at the time of the workspace become the latest of the past. */
export function commitHulls(w: Workspace, first: boolean): void {
  for (const item of w.hulls.items) {
    if (!item.radiation) continue;
    readVelocity(w, item, item.radiation);
    if (first) item.radiation.start(w.time, nu);
    else item.radiation.commit(w.time, nu);
  }
}
