/**
 * Friction of a bend: two bodies that touch at the joint, such as the crowns of two links, resist bending in any direction.
 *   |M| <= L = constant + mu r |R|     (Dopico (anchor), s. 6: friction of the joints between links; r = d/2, R the force of the joint)
 * M is perpendicular to b, the long axis of the second body. The law of contact/dry-friction.ts keeps it below that limit: z* = z + (b_0 x
 * b), with b_0 the axis of the second body relative to the first at the start of the step. |b_0 x b| is the sine of the slip angle in a
 * step: at 0.5 degrees too small by 1e-5 of itself. The state is stored in the axes of the first body, so that both may rotate together.
 */
import { dryFriction, type FrictionLaw, makeDryFriction, makeDrySlip } from '../contact/index.ts';
import { ACTION_SHARE, ACTION_STATE, ACTION_STRIDE, BEND_BRISTLE, BEND_LENGTH, TURN_STRIDE } from '../joints/index.ts';
import { addMoment, addTurning } from '../trial/index.ts';
import type { Workspace } from './workspace.ts';

const slip = makeDrySlip();
const rub = makeDryFriction();
const lengthB = new Float64Array(3); // b, world axes
const slips = new Float64Array(3);

/** Adds moment, power and matrix of action k; returns the energy that the bristle holds [J]. */
export function addBendFriction(
  w: Workspace,
  k: number,
  reaction: number,
  law: FrictionLaw,
  wantMatrix: boolean,
): number {
  const { actions, joints } = w.model;
  const j = actions.joint[k];
  const A = joints.slotA[j];
  const B = joints.slotB[j];
  const o = ACTION_STRIDE * k;
  const s = ACTION_STATE * k;
  const { state, trial, bendMoment } = w.actions;
  const limit = actions.data[o + 7] + actions.data[o + 8] * reaction;
  const R = w.rotation;
  const a = 9 * A;
  putLength(w, k);
  const bx = lengthB[0];
  const by = lengthB[1];
  const bz = lengthB[2];
  const u0 = s + BEND_LENGTH;
  const z0 = s + BEND_BRISTLE;
  const cx = R[a] * state[u0] + R[a + 1] * state[u0 + 1] + R[a + 2] * state[u0 + 2];
  const cy = R[a + 3] * state[u0] + R[a + 4] * state[u0 + 1] + R[a + 5] * state[u0 + 2];
  const cz = R[a + 6] * state[u0] + R[a + 7] * state[u0 + 1] + R[a + 8] * state[u0 + 2];
  slip.wasX = R[a] * state[z0] + R[a + 1] * state[z0 + 1] + R[a + 2] * state[z0 + 2];
  slip.wasY = R[a + 3] * state[z0] + R[a + 4] * state[z0 + 1] + R[a + 5] * state[z0 + 2];
  slip.wasZ = R[a + 6] * state[z0] + R[a + 7] * state[z0 + 1] + R[a + 8] * state[z0 + 2];
  let zx = slip.wasX + cy * bz - cz * by;
  let zy = slip.wasY + cz * bx - cx * bz;
  let zz = slip.wasZ + cx * by - cy * bx;
  const part = zx * bx + zy * by + zz * bz;
  zx -= part * bx;
  zy -= part * by;
  zz -= part * bz;
  const v = w.velocity;
  let wx = v[6 * B + 3] - v[6 * A + 3];
  let wy = v[6 * B + 4] - v[6 * A + 4];
  let wz = v[6 * B + 5] - v[6 * A + 5];
  const spin = wx * bx + wy * by + wz * bz;
  wx -= spin * bx;
  wy -= spin * by;
  wz -= spin * bz;
  slip.zx = zx;
  slip.zy = zy;
  slip.zz = zz;
  slip.vx = wx;
  slip.vy = wy;
  slip.vz = wz;
  slip.normal = limit;
  slip.slipping = state[s + 2] === 1;
  slip.share = state[s + ACTION_SHARE];
  slip.h = w.time - w.startTime;
  slip.curved = false;
  slip.b = w.b;
  slip.c = w.c;
  dryFriction(rub, law, slip);
  const mx = -limit * rub.gx;
  const my = -limit * rub.gy;
  const mz = -limit * rub.gz;
  bendMoment[3 * k] = mx;
  bendMoment[3 * k + 1] = my;
  bendMoment[3 * k + 2] = mz;
  w.actions.friction[k] = Math.sqrt(mx * mx + my * my + mz * mz);
  w.actions.power[k] = -(mx * wx + my * wy + mz * wz);
  trial[s + 2] = rub.slips ? 1 : 0;
  trial[s + ACTION_SHARE] = rub.share;
  putInA(trial, u0, R, a, bx, by, bz);
  putInA(trial, z0, R, a, rub.zx, rub.zy, rub.zz);
  addMoment(w, A, B, mx, my, mz);
  if (wantMatrix) {
    slips[0] = rub.ux;
    slips[1] = rub.uy;
    slips[2] = rub.uz;
    const { jointAB, jointBA } = w.matrix;
    addTurning(w, A, B, jointAB[j], jointBA[j], lengthB, rub.along, rub.across, slips);
  }
  return rub.stored;
}

/** The axis b at the start, relative to body a; the bristle is unbent. */
export function startBend(w: Workspace, k: number): void {
  const { actions, joints } = w.model;
  const s = ACTION_STATE * k;
  putLength(w, k);
  const a = 9 * joints.slotA[actions.joint[k]];
  putInA(w.actions.state, s + BEND_LENGTH, w.rotation, a, lengthB[0], lengthB[1], lengthB[2]);
  w.actions.state.fill(0, s + BEND_BRISTLE, s + BEND_BRISTLE + 3);
}

function putLength(w: Workspace, k: number): void {
  const { actions, joints } = w.model;
  const b = 9 * joints.slotB[actions.joint[k]];
  const at = TURN_STRIDE * k + 9; // z is the last column
  const R = w.rotation;
  const { axes } = actions;
  for (let i = 0; i < 3; i++) {
    lengthB[i] = R[b + 3 * i] * axes[at + 2] + R[b + 3 * i + 1] * axes[at + 5] + R[b + 3 * i + 2] * axes[at + 8];
  }
}

/** out[o..] = R^T (x, y, z) */
function putInA(out: Float64Array, o: number, R: Float64Array, a: number, x: number, y: number, z: number): void {
  for (let i = 0; i < 3; i++) out[o + i] = R[a + i] * x + R[a + 3 + i] * y + R[a + 6 + i] * z;
}
