/**
 * Impacts absorbed by a step: bodies met in it faster than it could resolve. The step knows the impulse; the contact law gives peak force
 * and duration (contact/blow.ts). There is one entry for each pair of bodies; points struck together share the mass.
 */
import { type Blow, findBlowPeak, makeBlow } from '../contact/index.ts';
import type { Trial } from '../trial/index.ts';
import {
  PATCH_AREA,
  PATCH_FRESH,
  PATCH_KEPT,
  PATCH_NORMAL,
  PATCH_ONSET,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_SPEED,
} from './patches/patch-contacts.ts';
import { contactFoundation, contactHysteresis, contactStiffness } from './points/contact-forces.ts';
import { type Contacts, HISTORY, TRIAL } from './points/contacts.ts';
import { EXPONENT, PAIR_STRIDE } from './points/pair-laws.ts';

export interface AbsorbedBlow {
  /** slots of the two bodies */
  slotA: number;
  slotB: number;
  /** [m/s] largest approach speed of its points */
  speed: number;
  /** [N s] along the normals */
  impulse: number;
  /** [J] m v^2/2 over its places: kinetic energy of approach along the normals, without bodies attached by joints */
  energy: number;
  /** [s], [N] duration and peak force by the law */
  duration: number;
  peak: number;
  /** points or areas struck together */
  count: number;
}

/** Speed of approach below which a touch is no impact [m/s]. */
const SLOWEST = 0.02;
const blow: Blow = makeBlow();

/** Has the trial step absorbed impacts? Tested first, because their list is allocated. */
export function hasBlows(contacts: Contacts): boolean {
  const { set, patches } = contacts;
  for (let i = 0; i < set.count; i++) if (struck(contacts, i)) return true;
  for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) if (struckPatch(patches.trial.data, o)) return true;
  return false;
}

/** The impacts of the trial step that is about to be committed; rarely computed, so it may allocate. */
export function absorbedBlows(contacts: Contacts, trial: Trial): AbsorbedBlow[] {
  const found: AbsorbedBlow[] = [];
  const { set, patches } = contacts;
  const p = patches.trial.data;
  for (let i = 0; i < set.count; i++) {
    if (struck(contacts, i)) entryOf(found, set.bodyA[i], set.bodyB[i]).count++;
  }
  for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) {
    if (!struckPatch(p, o)) continue;
    const { bodyA, bodyB } = contacts.scene.solidPair(p[o + PATCH_PAIR]);
    entryOf(found, bodyA, bodyB).count++;
  }
  for (let i = 0; i < set.count; i++) if (struck(contacts, i)) addPoint(found, contacts, trial, i);
  for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) if (struckPatch(p, o)) addPatch(found, contacts, trial, o);
  return found;
}

function entryOf(found: AbsorbedBlow[], slotA: number, slotB: number): AbsorbedBlow {
  const known = found.find((e) => (e.slotA === slotA && e.slotB === slotB) || (e.slotA === slotB && e.slotB === slotA));
  if (known !== undefined) return known;
  const made = { slotA, slotB, speed: 0, impulse: 0, energy: 0, duration: 0, peak: 0, count: 0 };
  found.push(made);
  return made;
}

function struck({ set, trial, history }: Contacts, i: number): boolean {
  return set.depth[i] <= 0 && trial.data[TRIAL * i + 4] > 0 && history.data[HISTORY * i + 3] >= SLOWEST;
}

function struckPatch(p: Float64Array, o: number): boolean {
  return p[o + PATCH_FRESH] === 1 && p[o + PATCH_ONSET] >= SLOWEST;
}

function addPoint(found: AbsorbedBlow[], contacts: Contacts, trial: Trial, i: number): void {
  const { set } = contacts;
  const now = contacts.trial.data;
  const t = TRIAL * i;
  const entry = entryOf(found, set.bodyA[i], set.bodyB[i]);
  const pair = set.pair[i];
  const speed = contacts.history.data[HISTORY * i + 3];
  const N = now[t + 9];
  // the normal from the force without friction: a transverse part changes the direction by at most the friction angle
  const size = Math.sqrt(now[t + 6] * now[t + 6] + now[t + 7] * now[t + 7] + now[t + 8] * now[t + 8]);
  const n = size > 0 ? [now[t + 6] / size, now[t + 7] / size, now[t + 8] / size] : [0, 0, 0];
  const at = [now[t + 10], now[t + 11], now[t + 12]];
  blow.mass = massAt(trial, entry, at, n);
  blow.stiffness = contactStiffness(contacts, i);
  blow.exponent = contacts.laws.data[PAIR_STRIDE * pair + EXPONENT];
  blow.dissipation = contactHysteresis(contacts, pair, speed) / speed;
  finish(entry, speed, now[t + 5], N * trial.h);
}

function addPatch(found: AbsorbedBlow[], contacts: Contacts, trial: Trial, o: number): void {
  const p = contacts.patches.trial.data;
  const pair = p[o + PATCH_PAIR];
  const { bodyA, bodyB } = contacts.scene.solidPair(pair);
  const entry = entryOf(found, bodyA, bodyB);
  const speed = p[o + PATCH_ONSET];
  const at = [p[o + PATCH_POINT_W], p[o + PATCH_POINT_W + 1], p[o + PATCH_POINT_W + 2]];
  blow.mass = massAt(trial, entry, at, normalOf(trial, bodyA, p, o));
  blow.stiffness = contactFoundation(contacts, pair) * p[o + PATCH_AREA];
  blow.exponent = 1;
  blow.dissipation = contactHysteresis(contacts, pair, speed) / speed;
  finish(entry, speed, p[o + PATCH_SPEED], 0);
}

/** `after`: approach when the step ends [m/s]; `pushed`: the force at its end times the step, a lower bound of the impulse [N s]. */
function finish(entry: AbsorbedBlow, speed: number, after: number, pushed: number): void {
  blow.speed = speed;
  findBlowPeak(blow);
  entry.speed = Math.max(entry.speed, speed);
  entry.energy += 0.5 * blow.mass * speed * speed;
  entry.impulse += Math.max(pushed, blow.mass * (speed - after));
  entry.peak += blow.peak;
  entry.duration = Math.max(entry.duration, blow.duration);
}

/** [kg] effective mass at a place along n, at most its share of the two bodies. */
function massAt(
  trial: Trial,
  { slotA, slotB, count }: AbsorbedBlow,
  at: readonly number[],
  n: readonly number[],
): number {
  const light = lightness(trial, slotA, at, n) + lightness(trial, slotB, at, n);
  return 1 / Math.max(light, count * (lightnessOf(trial, slotA) + lightnessOf(trial, slotB)));
}

/** Normal of a patch in the world. */
function normalOf({ rotation }: Trial, slot: number, p: Float64Array, o: number): number[] {
  const n = o + PATCH_NORMAL;
  const r = 9 * slot;
  return [0, 3, 6].map((k) => rotation[r + k] * p[n] + rotation[r + k + 1] * p[n + 1] + rotation[r + k + 2] * p[n + 2]);
}

function lightnessOf(trial: Trial, slot: number): number {
  return slot < trial.model.dynamicCount ? 1 / trial.model.mass[slot] : 0;
}

/** 1/m + (r x n) . I^-1 (r x n) of a body at a point [1/kg] */
function lightness(trial: Trial, slot: number, at: readonly number[], n: readonly number[]): number {
  if (slot >= trial.model.dynamicCount) return 0;
  const r = at.map((x, k) => x - trial.position[3 * slot + k]);
  const c = [r[1] * n[2] - r[2] * n[1], r[2] * n[0] - r[0] * n[2], r[0] * n[1] - r[1] * n[0]];
  const I = trial.inertiaW.subarray(9 * slot, 9 * slot + 9);
  const minor = (a: number, b: number, d: number, e: number): number => I[a] * I[e] - I[b] * I[d];
  const adjugate = [
    [minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5)],
    [-minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5)],
    [minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4)],
  ];
  const determinant = I[0] * adjugate[0][0] + I[1] * adjugate[1][0] + I[2] * adjugate[2][0];
  let turned = 0;
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) turned += c[i] * adjugate[i][k] * c[k];
  return 1 / trial.model.mass[slot] + (determinant > 0 ? turned / determinant : 0);
}
