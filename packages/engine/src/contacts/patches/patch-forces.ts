/**
 * Contact by volume over all near pairs: patches at the trial poses, the law of contact/patch.ts over each, forces on the bodies and the
 * part of the stage matrix, T_i^T K T_j with T = [1, -[r]x; 0, 1] from the centre of the patch. The matrix omits the rotation of normals
 * within a step, as for points (contact-forces.ts).
 */
import {
  AREA_LAW_NAMES,
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  FRICTION_NONE,
  type Indentation,
  lumpedForce,
  makePatchForce,
  makePatchLaw,
  makePatchMotion,
  patchForce,
} from '../../contact/index.ts';
import { addLeverForce, noteLimitChange, type Trial } from '../../trial/index.ts';
import {
  AREA_LAW,
  BRISTLE_S0,
  BRISTLE_S1,
  DISSIPATION,
  EXPONENT,
  FOUNDATION,
  FRICTION_KIND,
  HYSTERESIS,
  K_POINT,
  MU_KINETIC,
  MU_STATIC,
  DWELL,
  LAGS,
  ONSET_FLOOR,
  PAIR_STRIDE,
  ROLLING,
  SLIP_SPEED,
  STRIBECK,
  VISCOUS,
} from '../points/pair-laws.ts';
import {
  PATCH_AREA,
  PATCH_BRUSH,
  PATCH_CENTRE,
  PATCH_DEPTH,
  PATCH_ELASTIC,
  PATCH_FORCE,
  PATCH_FRESH,
  PATCH_FRICTION,
  PATCH_KEPT,
  PATCH_NORMAL,
  PATCH_ONSET,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_ROLLED,
  PATCH_SHARE,
  PATCH_POWER,
  PATCH_MOMENT,
  PATCH_PUSH,
  PATCH_SLIP_SPEED,
  PATCH_SLIPPING,
  PATCH_SLIPS,
  PATCH_SPEED,
  PATCH_STORED,
  PATCH_VOLUME,
} from './patch-contacts.ts';
import { addRolling, makeRolling } from '../rolling.ts';
import type { Contacts } from '../points/contacts.ts';
import { addMovedBlock, goOn, relativeMotion, wrenchPower } from './patch-wrench.ts';
import type { MovedPatch } from './patch-shapes.ts';

const law = makePatchLaw();
const motion = makePatchMotion();
const result = makePatchForce();
/**
 * levers from both centres of mass to the centre of the patch, and the force on B: arrays, because separate number arguments would be boxed
 */
const levers = new Float64Array(9);
const TO_A = 0;
const TO_B = 3;
const PUSH = 6;
const roll = makeRolling();
const ONE = Float64Array.of(1);
const indentation: Indentation = { stiffness: 0, exponent: 1, depth: 0 };

export function addPatches(contacts: Contacts, w: Trial, wantMatrix: boolean): void {
  const { scene, patches: surfaces } = contacts;
  const { near } = scene;
  const { shapes } = surfaces;
  const changes = contacts.changes;
  surfaces.begin();
  for (let i = 0; i < near.length; i++) {
    const pair = near.data[i];
    const solids = scene.solidPair(pair);
    const list = shapes.of(w, pair, solids);
    if (list === undefined) continue;
    for (let p = 0; p < list.count; p++) {
      if (!shapes.take(w, list, p, solids.bodyA, solids.bodyB)) continue;
      addPatch(contacts, w, pair, solids.bodyA, solids.bodyB, shapes.patch, wantMatrix);
    }
  }
  for (let i = 0; i < surfaces.continued.length; i++) if (surfaces.continued.data[i] === 0) contacts.changes++;
  contacts.patchChanges = contacts.changes - changes;
}

function addPatch(
  contacts: Contacts,
  w: Trial,
  pair: number,
  A: number,
  B: number,
  { data, points, normals, first, last, turning, turningAt }: MovedPatch,
  wantMatrix: boolean,
): void {
  const { position, rotation, velocity, u, force, model } = w;
  const surfaces = contacts.patches;
  const n = model.dynamicCount;
  const nx = data[3];
  const ny = data[4];
  const nz = data[5];
  for (let k = 0; k < 3; k++) {
    levers[TO_A + k] = data[k] - position[3 * A + k];
    levers[TO_B + k] = data[k] - position[3 * B + k];
    motion.normal[k] = data[3 + k];
  }
  const rax = levers[TO_A];
  const ray = levers[TO_A + 1];
  const raz = levers[TO_A + 2];
  const volume = data[6];
  const area = data[7];

  // its place in A, and the patch it continues
  const t = surfaces.add();
  const kept = surfaces.trial.data;
  const r = 9 * A;
  kept[t + PATCH_PAIR] = pair;
  for (let k = 0; k < 3; k++) {
    kept[t + PATCH_CENTRE + k] = rotation[r + k] * rax + rotation[r + 3 + k] * ray + rotation[r + 6 + k] * raz;
    kept[t + PATCH_NORMAL + k] = rotation[r + k] * nx + rotation[r + 3 + k] * ny + rotation[r + 6 + k] * nz;
    kept[t + PATCH_POINT_W + k] = data[k];
  }
  const from = surfaces.match(pair, kept, t + PATCH_CENTRE); // the normal follows the centre
  const before = surfaces.committed.data;
  kept[t + PATCH_FRESH] = from < 0 ? 1 : 0;
  if (from < 0) contacts.changes++;

  relativeMotion(motion.velocity, velocity, 6 * A, 6 * B, levers, TO_A, TO_B);
  relativeMotion(motion.displacement, u, 6 * A, 6 * B, levers, TO_A, TO_B);
  motion.b = w.b;
  motion.c = w.c;
  const v = motion.velocity;
  const approach = -(v[0] * nx + v[1] * ny + v[2] * nz);
  const z = motion.brush;
  const slipped = from >= 0 && before[from + PATCH_SLIPS] === 1;
  if (from >= 0) goOn(z, before, from, kept, t, u, 6 * A, 6 * B, rotation, r, data, 3);
  else z.fill(0);
  motion.load = from >= 0 ? before[from + PATCH_PUSH] : 0;
  const onset = from >= 0 ? before[from + PATCH_ONSET] : Math.max(0, contacts.startApproach(A, B, data, 0, levers));

  const bodyPair = contacts.bodyPair.data[pair];
  const laws = contacts.laws.data;
  const q = PAIR_STRIDE * pair;
  law.stiffness = laws[q + FOUNDATION];
  law.dissipation =
    laws[q + DISSIPATION] < 0 ? laws[q + HYSTERESIS] / Math.max(onset, laws[q + ONSET_FLOOR]) : laws[q + DISSIPATION];
  const rough = laws[q + FRICTION_KIND] !== FRICTION_NONE;
  law.muStatic = rough ? laws[q + MU_STATIC] : 0;
  law.muKinetic = rough ? laws[q + MU_KINETIC] : 0;
  law.s0 = laws[q + BRISTLE_S0];
  law.s1 = laws[q + BRISTLE_S1];
  law.stribeck = laws[q + STRIBECK];
  law.dwell = laws[q + DWELL];
  law.viscous = laws[q + VISCOUS] > 0 ? laws[q + VISCOUS] * dragShare(contacts, bodyPair, from) : 0;
  motion.h = w.time - w.startTime;
  motion.lags = laws[q + LAGS] === 1;
  motion.share = from >= 0 ? before[from + PATCH_SHARE] : 0;
  const kind = laws[q + FRICTION_KIND];
  law.slipSpeed = kind === FRICTION_BRISTLE ? -1 : kind === FRICTION_COULOMB ? laws[q + SLIP_SPEED] : 0;
  const index = t / PATCH_KEPT;
  const mayChange = wantMatrix && contacts.mayStick;
  if (mayChange && approach > 2 * Math.max(onset, laws[q + ONSET_FLOOR]) && surfaces.mayEase(index)) {
    law.dissipation = 0;
    contacts.hold = true;
  }
  const form = AREA_LAW_NAMES[laws[q + AREA_LAW]];
  if (form === 'distributed') {
    const own = data[9] === 1 ? normals : undefined;
    patchForce(result, points, first, last, law, motion, slipped, wantMatrix, own, turning, turningAt);
    if (mayChange && from >= 0 && result.slips && law.slipSpeed < 0) {
      if (surfaces.mayStick(index, result.brush, z, slipped, area)) {
        contacts.hold = true;
        law.muStatic = Number.MAX_VALUE;
        patchForce(result, points, first, last, law, motion, false, true, own, turning, turningAt);
      }
    }
  } else {
    indentation.stiffness = laws[q + K_POINT];
    indentation.exponent = laws[q + EXPONENT];
    indentation.depth = data[8];
    lumpedForce(result, points, first, last, law, motion, form, indentation, slipped);
  }

  const f = result.wrench;
  for (let k = 0; k < 3; k++) levers[PUSH + k] = f[k];
  if (A < n) {
    addLeverForce(force, A, -1, levers, PUSH, TO_A);
    for (let k = 0; k < 3; k++) force[6 * A + 3 + k] -= f[3 + k];
  } else w.loadPower += wrenchPower(f, velocity, 6 * A, levers, TO_A);
  if (B < n) {
    addLeverForce(force, B, 1, levers, PUSH, TO_B);
    for (let k = 0; k < 3; k++) force[6 * B + 3 + k] += f[3 + k];
  } else w.loadPower -= wrenchPower(f, velocity, 6 * B, levers, TO_B);
  contacts.ledger.power.data[bodyPair] += result.power;
  // exact for a layer of uniform depth, where the stored energy is not known
  const elastic = data[10] < 0 ? (0.5 * law.stiffness * volume * volume) / area : law.stiffness * data[10];
  contacts.ledger.stored.data[bodyPair] += elastic + result.stored;

  const depth = volume / area;
  contacts.active++;
  if (depth > contacts.deepest) contacts.deepest = depth;
  if (rough) contacts.finest = Math.min(contacts.finest, laws[q + MU_STATIC] / law.s0);
  for (let k = 0; k < 7; k++) kept[t + PATCH_BRUSH + k] = result.brush[k];
  for (let k = 0; k < 3; k++) kept[t + PATCH_FORCE + k] = f[k];
  kept[t + PATCH_ONSET] = onset;
  kept[t + PATCH_SLIPS] = result.slips ? 1 : 0;
  kept[t + PATCH_AREA] = area;
  kept[t + PATCH_VOLUME] = volume;
  kept[t + PATCH_DEPTH] = data[8];
  kept[t + PATCH_PUSH] = result.normal;
  kept[t + PATCH_FRICTION] = result.friction;
  kept[t + PATCH_SLIPPING] = result.slipping;
  kept[t + PATCH_STORED] = elastic + result.stored;
  kept[t + PATCH_ELASTIC] = data[10] < 0 || form !== 'distributed' ? -1 : elastic;
  kept[t + PATCH_POWER] = result.elasticPower;
  for (let k = 0; k < 3; k++) kept[t + PATCH_MOMENT + k] = f[3 + k];
  kept[t + PATCH_SPEED] = approach;
  kept[t + PATCH_SHARE] = result.share;
  if (law.stribeck > 0 && from >= 0) noteLimitChange(w, result.share, motion.share);
  const sx = v[0] + approach * nx;
  const sy = v[1] + approach * ny;
  const sz = v[2] + approach * nz;
  kept[t + PATCH_SLIP_SPEED] = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (wantMatrix) addBlocks(contacts, w, pair, A, B);
  kept.fill(0, t + PATCH_ROLLED, t + PATCH_ROLLED + 3);
  if (!(laws[q + ROLLING] > 0)) return;
  roll.bodyA = A;
  roll.bodyB = B;
  roll.nx = nx;
  roll.ny = ny;
  roll.nz = nz;
  roll.limit = laws[q + ROLLING] * Math.max(0, result.normal);
  roll.h = motion.h;
  roll.ab = contacts.blockAB.data[pair];
  roll.ba = contacts.blockBA.data[pair];
  for (let k = 0; k < 3; k++) roll.angle[k] = from >= 0 ? before[from + PATCH_ROLLED + k] : 0;
  addRolling(roll, w, wantMatrix);
  for (let k = 0; k < 3; k++) kept[t + PATCH_ROLLED + k] = roll.angle[k];
  contacts.ledger.power.data[bodyPair] += roll.power;
  contacts.ledger.stored.data[bodyPair] += roll.stored;
  kept[t + PATCH_STORED] += roll.stored;
}

/**
 * Share of the pair's viscous friction for the patch that continues `from`, in proportion to the load of patches at the start of the step.
 */
function dragShare(contacts: Contacts, bodyPair: number, from: number): number {
  const { committed } = contacts.patches;
  let sum = 0;
  for (let o = 0; o < committed.length; o += PATCH_KEPT) {
    if (contacts.bodyPair.data[committed.data[o + PATCH_PAIR]] === bodyPair) sum += committed.data[o + PATCH_PUSH];
  }
  if (!(sum > 0)) return 1;
  return from >= 0 ? committed.data[from + PATCH_PUSH] / sum : 0;
}

/** The blocks of the present patch. */
function addBlocks(contacts: Contacts, { matrix, model }: Trial, pair: number, A: number, B: number): void {
  const n = model.dynamicCount;
  const { values } = matrix.lu;
  if (A < n) addMovedBlock(values, matrix.bodyDiagonal[A], 1, ONE, result.matrix, levers, TO_A, TO_A);
  if (B < n) addMovedBlock(values, matrix.bodyDiagonal[B], 1, ONE, result.matrix, levers, TO_B, TO_B);
  if (A < n && B < n) {
    // A is the body of the pair's first shape
    addMovedBlock(values, contacts.blockAB.data[pair], -1, ONE, result.matrix, levers, TO_A, TO_B);
    addMovedBlock(values, contacts.blockBA.data[pair], -1, ONE, result.matrix, levers, TO_B, TO_A);
  }
}
