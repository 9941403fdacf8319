/**
 * Load on a body that is led from outside: the force and the moment about its origin [N, N m, world axes] that the outside program must
 * apply to keep the body on its path against joints, springs, ends of cables and contacts. The program's own ship feels the opposite. The
 * force of an area contact acts at its centre of pressure. Water loads on the body itself are left to the outside program.
 */
import { ACTION_STATE, evaluateAction } from '../joints/index.ts';
import { readTouches } from './contact-picture.ts';
import { type Probe, vector } from '../base/index.ts';
import { SPRING_STRIDE } from '../model/index.ts';
import type { Workspace } from '../stage/index.ts';

export function holdingProbes(w: Workspace): Probe[] {
  return w.model.spec.bodies.flatMap(({ name, motion }, body) => {
    if (motion?.outside !== true) return [];
    const six = new Float64Array(6);
    return [
      vector(`${name}.load-force`, 'N', (out, o) => {
        holding(w, body, six);
        for (let i = 0; i < 3; i++) out[o + i] = six[i];
      }),
      vector(`${name}.load-moment`, 'N m', (out, o) => {
        holding(w, body, six);
        for (let i = 0; i < 3; i++) out[o + i] = six[3 + i];
      }),
    ];
  });
}

/** out = -(forces on the body, moments about its origin) */
function holding(w: Workspace, body: number, out: Float64Array): void {
  const slot = w.model.slotOfBody[body];
  out.fill(0);
  addJoints(w, slot, out);
  addSprings(w, slot, out);
  addCableEnds(w, slot, out);
  addTouches(w, body, slot, out);
  moveToOrigin(w, slot, out);
  for (let i = 0; i < 6; i++) out[i] = -out[i];
}

/** Constraint forces -J^T lambda, and forces along free coordinates. */
function addJoints(w: Workspace, slot: number, out: Float64Array): void {
  const { joints, actions } = w.model;
  for (let k = 0; k < joints.count; k++) {
    const J = joints.slotA[k] === slot ? w.rows.jacobianA : joints.slotB[k] === slot ? w.rows.jacobianB : undefined;
    if (J === undefined) continue;
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      for (let i = 0; i < 6; i++) out[i] -= J[6 * row + i] * w.lambda[row];
    }
  }
  const x = w.joints.coordinate;
  for (let k = 0; k < actions.count; k++) {
    const j = actions.joint[k];
    if (joints.slotA[j] !== slot && joints.slotB[j] !== slot) continue;
    evaluateAction(x, joints, actions, k, w.position, w.rotation, w.velocity, w.actions.state, ACTION_STATE * k);
    const g = joints.slotA[j] === slot ? x.gA : x.gB;
    for (let i = 0; i < 6; i++) out[i] += g[i] * w.actions.tau[k];
    const onB = joints.slotB[j] === slot ? 1 : -1;
    for (let i = 0; i < 3; i++) out[3 + i] += onB * w.actions.bendMoment[3 * k + i];
  }
}

function addSprings(w: Workspace, slot: number, out: Float64Array): void {
  const { springs } = w.model;
  for (let k = 0; k < springs.count; k++) {
    const [A, B] = [springs.slotA[k], springs.slotB[k]];
    if (A !== slot && B !== slot) continue;
    const a = pointOf(w, A, springs.data, SPRING_STRIDE * k);
    const b = pointOf(w, B, springs.data, SPRING_STRIDE * k + 3);
    const size = Math.max(w.springs.length[k], 1e-12);
    const pull = (A === slot ? 1 : -1) * (w.springs.tension[k] / size); // towards the other end
    const force = a.map((x, i) => pull * (b[i] - x));
    addAt(w, slot, out, force, A === slot ? a : b);
  }
}

/** Multipliers pull the node; the holder feels the opposite, and the moment of a clamp. */
function addCableEnds(w: Workspace, slot: number, out: Float64Array): void {
  const { attachments: a, firstRow, items } = w.cables;
  for (let k = 0; k < a.count; k++) {
    if (a.active[k] === 0 || a.slot[k] !== slot) continue;
    const row = firstRow + 3 * k;
    const J = w.rows.jacobianB;
    for (let r = row; r < row + 3; r++) for (let i = 0; i < 6; i++) out[i] -= J[6 * r + i] * w.lambda[r];
    if (a.clamped[k] === 0) continue;
    for (let r = 0; r < 3; r++) out[3 + r] += items[a.cable[k]].cable.endMoment[3 * a.end[k] + r];
  }
}

function addTouches(w: Workspace, body: number, slot: number, out: Float64Array): void {
  if (!w.contacts.any && !w.touch.any) return;
  for (const { a, b, point, force } of readTouches(w, Number.POSITIVE_INFINITY)) {
    if (a !== body && b !== body) continue;
    const sign = b === body ? 1 : -1;
    addAt(w, slot, out, [sign * force[0], sign * force[1], sign * force[2]], point);
  }
}

/** out += a force at a point of the world, its moment about the centre of mass */
function addAt(w: Workspace, slot: number, out: Float64Array, f: readonly number[], p: readonly number[]): void {
  const [x, y, z] = [0, 1, 2].map((i) => p[i] - w.position[3 * slot + i]);
  for (let i = 0; i < 3; i++) out[i] += f[i];
  out[3] += y * f[2] - z * f[1];
  out[4] += z * f[0] - x * f[2];
  out[5] += x * f[1] - y * f[0];
}

/** Converts moments about the centre of mass to moments about the origin of the body frame. */
function moveToOrigin(w: Workspace, slot: number, out: Float64Array): void {
  const [x, y, z] = pointOf(w, slot, w.model.centre, 3 * slot).map((p, i) => p - w.position[3 * slot + i]);
  out[3] += y * out[2] - z * out[1];
  out[4] += z * out[0] - x * out[2];
  out[5] += x * out[1] - y * out[0];
}

/** World position of a point given relative to the centre of mass, body axes. */
function pointOf(w: Workspace, slot: number, s: Float64Array, o: number): number[] {
  const R = w.rotation;
  return [0, 1, 2].map((i) => {
    const r = 9 * slot + 3 * i;
    return w.position[3 * slot + i] + R[r] * s[o] + R[r + 1] * s[o + 1] + R[r + 2] * s[o + 2];
  });
}
