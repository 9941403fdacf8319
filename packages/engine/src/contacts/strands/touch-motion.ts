/** Motion of points of cables and bodies at the trial, transfer of forces to the nodes, and continuation of contacts. */
import { LOCAL_STRIDE, localWeights } from '../../geometry/index.ts';
import type { ContactPatches } from '../../proximity/index.ts';
import type { CableTouch } from './cable-touch.ts';
import type { TouchHistory } from './touch-history.ts';
import { FEATURES, LABELS, SOLIDS } from './touch-labels.ts';
import type { Trial } from '../../trial/index.ts';

const weight4 = new Float64Array(4);
const lever = new Float64Array(3);
const pointA = new Float64Array(6);
const pointB = new Float64Array(6);

/** Resets the sums of an evaluation over all contacts. */
export function clearSums(touch: CableTouch): void {
  touch.power.fill(0);
  touch.stored.fill(0);
  touch.pressed.fill(0);
  touch.limitChanges.fill(0);
  touch.active = 0;
  touch.deepest = 0;
  touch.changes = 0;
  touch.finest = Number.POSITIVE_INFINITY;
  touch.strain = 0;
}

/** The committed contact that this one continues: its own, otherwise a neighbour. */
export function goesOn(
  history: TouchHistory,
  keys: Float64Array,
  p: number,
  solid: boolean,
  label: number,
  other: number,
): number {
  const own = history.from(keys[p]);
  if (own < history.committed.length && history.committed.data[own] === keys[p]) return own;
  for (let step = 0; step < 3; step++) {
    const beside = label + (step === 0 ? 0 : step === 1 ? -1 : 1);
    const low = solid ? (beside * SOLIDS + other) * FEATURES : beside * LABELS + other - 1;
    const found = history.within(low, solid ? low + FEATURES : low + 3, own);
    if (found >= 0) return found;
  }
  return -1;
}

/** Speed at which the middle of a patch closed with the velocities the step began with [m/s], 0 when it opened. */
export function startApproach(
  touch: CableTouch,
  w: Trial,
  patches: ContactPatches,
  p: number,
  solid: boolean,
  slot: number,
): number {
  const v = touch.velocity0;
  curveStart(pointA, touch, v, patches.elementA[p], patches.uA, p);
  if (solid) {
    const i = 3 * patches.pointStart[p];
    const q = patches.pointA;
    const x = w.position;
    for (let r = 0; r < 3; r++) lever[r] = q[i + r] - x[3 * slot + r];
    bodyMotion(pointB, v, v, 6 * slot, lever, 0);
  } else curveStart(pointB, touch, v, patches.elementB[p], patches.uB, p);
  let speed = 0;
  for (let r = 0; r < 3; r++) speed -= patches.normal[3 * p + r] * (pointB[r] - pointA[r]);
  return speed > 0 ? speed : 0;
}

function curveStart(
  out: Float64Array,
  touch: CableTouch,
  v: Float64Array,
  e: number,
  us: Float64Array,
  i: number,
): void {
  const c = touch.curves.cable[e];
  const { cable, at } = touch.cables.items[c];
  localWeights(weight4, 0, touch.map, LOCAL_STRIDE * e, us, i);
  pointMotion(out, v, v, at, weight4, e - touch.starts[c], cable.nodeCount);
}

/** out = velocity (3) and displacement (3) of a point of a curve; m its element, count nodes of the cable from unknown `at` on. */
export function pointMotion(
  out: Float64Array,
  velocity: Float64Array,
  u: Float64Array,
  at: number,
  weight: Float64Array,
  m: number,
  count: number,
): void {
  out.fill(0);
  for (let j = 0; j < 4; j++) {
    const node = m - 1 + j;
    if (node < 0 || node >= count) continue;
    const o = at + 4 * node;
    for (let k = 0; k < 3; k++) {
      out[k] += weight[j] * velocity[o + k];
      out[3 + k] += weight[j] * u[o + k];
    }
  }
}

/** The same of a point at lever r[o...] on the body whose numbers begin at k. */
export function bodyMotion(
  out: Float64Array,
  v: Float64Array,
  u: Float64Array,
  k: number,
  r: Float64Array,
  o: number,
): void {
  const rx = r[o];
  const ry = r[o + 1];
  const rz = r[o + 2];
  out[0] = v[k] + v[k + 4] * rz - v[k + 5] * ry;
  out[1] = v[k + 1] + v[k + 5] * rx - v[k + 3] * rz;
  out[2] = v[k + 2] + v[k + 3] * ry - v[k + 4] * rx;
  out[3] = u[k] + u[k + 4] * rz - u[k + 5] * ry;
  out[4] = u[k + 1] + u[k + 5] * rx - u[k + 3] * rz;
  out[5] = u[k + 2] + u[k + 3] * ry - u[k + 4] * rx;
}

/** s f, a force on a point of a curve, to its four nodes. */
export function addNodeForce(
  force: Float64Array,
  at: number,
  weight: Float64Array,
  m: number,
  count: number,
  s: number,
  f: Float64Array,
): void {
  const fx = s * f[0];
  const fy = s * f[1];
  const fz = s * f[2];
  for (let j = 0; j < 4; j++) {
    const node = m - 1 + j;
    if (node < 0 || node >= count) continue;
    const o = at + 4 * node;
    force[o] += weight[j] * fx;
    force[o + 1] += weight[j] * fy;
    force[o + 2] += weight[j] * fz;
  }
}

/** dr/du of a curve: slopes of its weights on the nodes around element m, four numbers each in q. */
export function tangentOf(out: Float64Array, q: Float64Array, slope: Float64Array, m: number, count: number): void {
  out.fill(0);
  for (let j = 0; j < 4; j++) {
    const node = m - 1 + j;
    if (node < 0 || node >= count) continue;
    for (let k = 0; k < 3; k++) out[k] += slope[j] * q[4 * node + k];
  }
}
