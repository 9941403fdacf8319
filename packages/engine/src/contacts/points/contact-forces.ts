/**
 * Contact laws over all elements: forces on the bodies, their part of the stage matrix, power and stored energy.
 * Per element, with n from A to B and the relative velocity w of B at the point:
 *   approach v = -n.w;  force on B: F = N n - N g - s2 w_t, s2 its part of the pair's (pair-drag.ts)
 *   D = -dF/dx = k n n^T + along P - across u u^T - k g n^T + c s2 P (+ N dmu/d(v^2/2) c u v^T where the limit falls with the speed v of slip),   k = b N_depth + c N_speed,   P = 1 - n n^T
 * D enters as J^T D J. The matrix omits the rotation of n and of the levers within a step (of order depth / radius relative to D): this
 * costs Newton at most a digit in each iteration and does not affect the forces.
 */
import { COUNTS, effortFor, FOR_PAIR, FOR_PART, LAWS, PART_STEP } from '../../base/index.ts';
import {
  coulombFriction,
  dryFriction,
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  makeDryFriction,
  makeDrySlip,
  makeFrictionLaw,
  makeNormalForce,
  makePress,
  noFriction,
  normalForce,
} from '../../contact/index.ts';
import { ELEMENT_STRIDE, makeContactPoint, RIM_PLANE, refreshElement } from '../../proximity/index.ts';
import { addLeverBlock, addLeverForce, noteLimitChange, type Trial } from '../../trial/index.ts';
import {
  BRISTLE_S0,
  DISSIPATION,
  EXPONENT,
  FOUNDATION,
  FRICTION_KIND,
  HYSTERESIS,
  K_POINT,
  K_RIM,
  MU_KINETIC,
  MU_STATIC,
  ONSET_FLOOR,
  PAIR_STRIDE,
  SLIP_SPEED,
  ROLLING,
  readPairFriction,
} from './pair-laws.ts';
import { type Contacts, HISTORY, TRIAL } from './contacts.ts';
import { shareDrag } from './pair-drag.ts';
import { addRolling, makeRolling } from '../rolling.ts';
import { addPatches } from '../patches/patch-forces.ts';

const point = makeContactPoint();
const press = makePress();
const normal = makeNormalForce();
const friction = makeDryFriction();
const slip = makeDrySlip();
const law = makeFrictionLaw();
const roll = makeRolling();
const d = new Float64Array(9);
/** levers from the centres of A and B to the point [m], and the force on B [N] */
const levers = new Float64Array(9);
const TO_A = 0;
const TO_B = 3;
const PUSH = 6;

export function addContacts(contacts: Contacts, w: Trial, wantMatrix: boolean): void {
  const { position, rotation, velocity, u, force, model, b, c } = w;
  const { set } = contacts;
  const n = model.dynamicCount;
  const h = w.time - w.startTime;
  const laws = contacts.laws.data;
  const history = contacts.history.data;
  const trial = contacts.trial.data;
  const power = contacts.ledger.power.data;
  const stored = contacts.ledger.stored.data;
  for (let k = 0; k < contacts.ledger.power.length; k++) {
    power[k] = 0;
    stored[k] = 0;
  }
  if (wantMatrix) findBlocks(contacts, w);
  const counts = contacts.effort.room(FOR_PAIR, contacts.scene.pairCount);
  const { now } = contacts.effort;
  shareDrag(contacts);
  let active = 0;
  let deepest = 0;
  let changes = 0;
  let finest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < set.count; i++) {
    const A = set.bodyA[i];
    const B = set.bodyB[i];
    const t = TRIAL * i;
    const o = HISTORY * i;
    now[0] = effortFor(FOR_PAIR, set.pair[i]);
    counts[COUNTS * set.pair[i] + LAWS]++;
    refreshElement(point, set.kind[i], set.data, ELEMENT_STRIDE * i, position, rotation, A, B);
    const nx = point.nx;
    const ny = point.ny;
    const nz = point.nz;
    const rax = point.px - position[3 * A];
    const ray = point.py - position[3 * A + 1];
    const raz = point.pz - position[3 * A + 2];
    const rbx = point.px - position[3 * B];
    const rby = point.py - position[3 * B + 1];
    const rbz = point.pz - position[3 * B + 2];
    const a6 = 6 * A;
    const b6 = 6 * B;
    const vax = velocity[a6] + velocity[a6 + 4] * raz - velocity[a6 + 5] * ray;
    const vay = velocity[a6 + 1] + velocity[a6 + 5] * rax - velocity[a6 + 3] * raz;
    const vaz = velocity[a6 + 2] + velocity[a6 + 3] * ray - velocity[a6 + 4] * rax;
    const vbx = velocity[b6] + velocity[b6 + 4] * rbz - velocity[b6 + 5] * rby;
    const vby = velocity[b6 + 1] + velocity[b6 + 5] * rbx - velocity[b6 + 3] * rbz;
    const vbz = velocity[b6 + 2] + velocity[b6 + 3] * rby - velocity[b6 + 4] * rbx;
    const wx = vbx - vax;
    const wy = vby - vay;
    const wz = vbz - vaz;
    const wn = wx * nx + wy * ny + wz * nz;
    trial[t + 4] = point.depth;
    trial[t + 5] = -wn;
    trial[t + 10] = point.px;
    trial[t + 11] = point.py;
    trial[t + 12] = point.pz;
    // hold: treated as at the start of the step: closed and linear, sticking if it stuck (see Contacts.hold)
    const hold = contacts.hold && set.depth[i] > 0;
    if (point.depth > 0 !== set.depth[i] > 0) changes++;
    if (!(point.depth > 0) && !hold) {
      trial[t] = 0;
      trial[t + 1] = 0;
      trial[t + 2] = 0;
      trial[t + 3] = 0;
      trial[t + 6] = 0;
      trial[t + 7] = 0;
      trial[t + 8] = 0;
      trial[t + 9] = 0;
      trial[t + 13] = 0;
      for (let k = 14; k < TRIAL; k++) trial[t + k] = 0;
      continue;
    }
    active++;
    if (point.depth > deepest) deepest = point.depth;
    const q = PAIR_STRIDE * set.pair[i];
    let dissipation = laws[q + DISSIPATION];
    if (dissipation < 0) {
      const onset = history[o + 3] >= 0 ? history[o + 3] : -wn;
      dissipation = laws[q + HYSTERESIS] / Math.max(onset, laws[q + ONSET_FLOOR]);
    }
    press.depth = hold ? set.depth[i] : point.depth;
    press.speed = hold ? 0 : -wn;
    press.stiffness = laws[q + (set.kind[i] === RIM_PLANE ? K_RIM : K_POINT)];
    press.exponent = laws[q + EXPONENT];
    press.dissipation = dissipation;
    normalForce(normal, press);
    const N = normal.force;
    const push = hold ? N + normal.byDepth * (point.depth - set.depth[i]) - normal.bySpeed * wn : N;
    const slipped = history[o + 4] === 1;
    const tx = wx - wn * nx;
    const ty = wy - wn * ny;
    const tz = wz - wn * nz;
    const kind = laws[q + FRICTION_KIND];
    if (kind === FRICTION_BRISTLE) {
      finest = Math.min(finest, laws[q + MU_STATIC] / laws[q + BRISTLE_S0]);
      // slip since the step began, from the displacements of both bodies at this point; z turns with the two bodies
      const pax = u[a6 + 3];
      const pay = u[a6 + 4];
      const paz = u[a6 + 5];
      const pbx = u[b6 + 3];
      const pby = u[b6 + 4];
      const pbz = u[b6 + 5];
      const z0 = history[o];
      const z1 = history[o + 1];
      const z2 = history[o + 2];
      const hx = 0.5 * (pax + pbx);
      const hy = 0.5 * (pay + pby);
      const hz = 0.5 * (paz + pbz);
      let zx = z0 + hy * z2 - hz * z1 + u[b6] + pby * rbz - pbz * rby - (u[a6] + pay * raz - paz * ray);
      let zy = z1 + hz * z0 - hx * z2 + u[b6 + 1] + pbz * rbx - pbx * rbz - (u[a6 + 1] + paz * rax - pax * raz);
      let zz = z2 + hx * z1 - hy * z0 + u[b6 + 2] + pbx * rby - pby * rbx - (u[a6 + 2] + pax * ray - pay * rax);
      const zn = zx * nx + zy * ny + zz * nz;
      zx -= zn * nx;
      zy -= zn * ny;
      zz -= zn * nz;
      slip.zx = zx;
      slip.zy = zy;
      slip.zz = zz;
      slip.vx = tx;
      slip.vy = ty;
      slip.vz = tz;
      slip.normal = N;
      slip.wasX = z0 + hy * z2 - hz * z1;
      slip.wasY = z1 + hz * z0 - hx * z2;
      slip.wasZ = z2 + hx * z1 - hy * z0;
      slip.share = history[o + 9];
      slip.h = h;
      slip.slipping = slipped;
      slip.b = b;
      slip.c = c;
      const sticks = hold && !slipped;
      readPairFriction(law, laws, q);
      if (sticks) {
        law.muStatic = Number.MAX_VALUE;
        law.muKinetic = Number.MAX_VALUE;
      }
      dryFriction(friction, law, slip);
      if (law.stribeck > 0 && history[o + 8] > 0) noteLimitChange(w, friction.share, slip.share);
      if (set.depth[i] > 0 && friction.slips !== slipped) changes++;
    } else if (kind === FRICTION_COULOMB) {
      slip.vx = tx;
      slip.vy = ty;
      slip.vz = tz;
      slip.normal = N;
      slip.muKinetic = laws[q + MU_KINETIC];
      slip.slipSpeed = laws[q + SLIP_SPEED];
      slip.c = c;
      coulombFriction(friction, slip);
      friction.muSlope = 0;
      friction.share = 0;
    } else {
      noFriction(friction);
      friction.muSlope = 0;
      friction.share = 0;
    }
    const viscous = contacts.viscous ? contacts.drag.data[i] : 0;
    const fx = push * nx - N * friction.gx - viscous * tx;
    const fy = push * ny - N * friction.gy - viscous * ty;
    const fz = push * nz - N * friction.gz - viscous * tz;
    levers[TO_A] = rax;
    levers[TO_A + 1] = ray;
    levers[TO_A + 2] = raz;
    levers[TO_B] = rbx;
    levers[TO_B + 1] = rby;
    levers[TO_B + 2] = rbz;
    levers[PUSH] = fx;
    levers[PUSH + 1] = fy;
    levers[PUSH + 2] = fz;
    if (A < n) addLeverForce(force, A, -1, levers, PUSH, TO_A);
    else w.loadPower += fx * vax + fy * vay + fz * vaz;
    if (B < n) addLeverForce(force, B, 1, levers, PUSH, TO_B);
    else w.loadPower -= fx * vbx + fy * vby + fz * vbz;
    const bodyPair = contacts.bodyPair.data[set.pair[i]];
    power[bodyPair] -= fx * wx + fy * wy + fz * wz;
    stored[bodyPair] += normal.stored + friction.stored;
    trial[t] = friction.zx;
    trial[t + 1] = friction.zy;
    trial[t + 2] = friction.zz;
    trial[t + 3] = friction.slips ? 1 : 0;
    trial[t + 6] = fx;
    trial[t + 7] = fy;
    trial[t + 8] = fz;
    trial[t + 9] = N;
    trial[t + 13] = Math.sqrt(tx * tx + ty * ty + tz * tz);
    trial[t + 14] = friction.share;
    if (laws[q + ROLLING] > 0) {
      roll.limit = laws[q + ROLLING] * N;
      roll.h = h;
      addRoll(contacts, w, i, wantMatrix);
    } else for (let k = 15; k < TRIAL; k++) trial[t + k] = 0;
    if (!wantMatrix) continue;
    const kn = b * normal.byDepth + c * normal.bySpeed;
    const along = friction.along + c * viscous;
    const rise = kn - along;
    const { ux, uy, uz, across } = friction;
    const coupling = hold ? 0 : kn; // the friction of a held contact does not follow the normal force
    const gx = coupling * friction.gx;
    const gy = coupling * friction.gy;
    const gz = coupling * friction.gz;
    d[0] = (rise * nx - gx) * nx + along - across * ux * ux;
    d[1] = (rise * nx - gx) * ny - across * ux * uy;
    d[2] = (rise * nx - gx) * nz - across * ux * uz;
    d[3] = (rise * ny - gy) * nx - across * uy * ux;
    d[4] = (rise * ny - gy) * ny + along - across * uy * uy;
    d[5] = (rise * ny - gy) * nz - across * uy * uz;
    d[6] = (rise * nz - gz) * nx - across * uz * ux;
    d[7] = (rise * nz - gz) * ny - across * uz * uy;
    d[8] = (rise * nz - gz) * nz + along - across * uz * uz;
    if (friction.muSlope !== 0) {
      // the limit falls with the speed
      const fall = N * friction.muSlope * c;
      d[0] += fall * ux * tx;
      d[1] += fall * ux * ty;
      d[2] += fall * ux * tz;
      d[3] += fall * uy * tx;
      d[4] += fall * uy * ty;
      d[5] += fall * uy * tz;
      d[6] += fall * uz * tx;
      d[7] += fall * uz * ty;
      d[8] += fall * uz * tz;
    }
    const values = w.matrix.lu.values;
    if (A < n) addLeverBlock(values, w.matrix.bodyDiagonal[A], 1, levers, TO_A, TO_A, d);
    if (B < n) addLeverBlock(values, w.matrix.bodyDiagonal[B], 1, levers, TO_B, TO_B, d);
    if (A < n && B < n) {
      const straight = model.shapes[contacts.scene.pairShapeA[set.pair[i]]].body === A;
      const ab = straight ? contacts.blockAB.data[set.pair[i]] : contacts.blockBA.data[set.pair[i]];
      const ba = straight ? contacts.blockBA.data[set.pair[i]] : contacts.blockAB.data[set.pair[i]];
      addLeverBlock(values, ab, -1, levers, TO_A, TO_B, d);
      addLeverBlock(values, ba, -1, levers, TO_B, TO_A, d);
    }
  }
  contacts.active = active;
  contacts.deepest = deepest;
  contacts.changes = changes;
  contacts.finest = finest;
  if (contacts.scene.near.length > 0) addPatches(contacts, w, wantMatrix);
  else contacts.patches.begin();
  now[0] = effortFor(FOR_PART, PART_STEP);
}

/** Rolling resistance of element i. */
function addRoll(contacts: Contacts, w: Trial, i: number, wantMatrix: boolean): void {
  const { set, history, trial, scene, model, ledger } = contacts;
  const A = set.bodyA[i];
  roll.bodyA = A;
  roll.bodyB = set.bodyB[i];
  roll.nx = point.nx;
  roll.ny = point.ny;
  roll.nz = point.nz;
  for (let k = 0; k < 3; k++) roll.angle[k] = history.data[HISTORY * i + 10 + k];
  const straight = model.shapes[scene.pairShapeA[set.pair[i]]].body === A;
  roll.ab = (straight ? contacts.blockAB : contacts.blockBA).data[set.pair[i]];
  roll.ba = (straight ? contacts.blockBA : contacts.blockAB).data[set.pair[i]];
  addRolling(roll, w, wantMatrix);
  for (let k = 0; k < 3; k++) trial.data[TRIAL * i + 15 + k] = roll.angle[k];
  const pair = contacts.bodyPair.data[set.pair[i]];
  ledger.power.data[pair] += roll.power;
  ledger.stored.data[pair] += roll.stored;
}

/** Offsets of the pairs' blocks, looked up again after the pattern changed. */
function findBlocks(contacts: Contacts, { matrix, model }: Trial): void {
  if (contacts.blockGeneration === matrix.generation) return;
  const n = model.dynamicCount;
  for (let k = 0; k < contacts.scene.pairCount; k++) {
    const a = model.shapes[contacts.scene.pairShapeA[k]].body;
    const b = model.shapes[contacts.scene.pairShapeB[k]].body;
    const both = a < n && b < n;
    contacts.blockAB.data[k] = both ? matrix.lu.blockOffset(a, b) : -1;
    contacts.blockBA.data[k] = both ? matrix.lu.blockOffset(b, a) : -1;
  }
  contacts.blockGeneration = matrix.generation;
}

/** k_v of a pair [N/m^3]. */
export function contactFoundation(contacts: Contacts, pair: number): number {
  return contacts.laws.data[PAIR_STRIDE * pair + FOUNDATION];
}

/** d = a v of a pair whose solids met at this speed [m/s]: excess of the force at onset over the spring force of its layer. */
export function contactHysteresis(contacts: Contacts, pair: number, speed: number): number {
  const laws = contacts.laws.data;
  const a = laws[PAIR_STRIDE * pair + DISSIPATION];
  return a < 0 ? laws[PAIR_STRIDE * pair + HYSTERESIS] : a * speed;
}

/** K of element i [N/m^n]. */
export function contactStiffness({ set, laws }: Contacts, i: number): number {
  return laws.data[PAIR_STRIDE * set.pair[i] + (set.kind[i] === RIM_PLANE ? K_RIM : K_POINT)];
}
