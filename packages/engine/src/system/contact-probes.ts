/** Probes of contacts: one set a pair of bodies that may touch. Slots order a pair's name as the scenario orders bodies. */
import type { Model } from './model.ts';
import type { Workspace } from './workspace.ts';
import { TRIAL } from './contacts.ts';
import {
  PATCH_AREA,
  PATCH_DEPTH,
  PATCH_FORCE,
  PATCH_FRICTION,
  PATCH_KEPT,
  PATCH_NORMAL,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_PUSH,
  PATCH_SLIP_SPEED,
  PATCH_VOLUME,
} from './patch-contacts.ts';
import { type Probe, scalar, vector } from './probe.ts';

/** More pairs than this get no probes of their own: a pile of 100 bodies has 5000 of them. */
export const MOST_LISTED_PAIRS = 600;

/** Slots of the pairs of bodies that may touch, in the order of the scenario. */
export function contactPairs(model: Model): [number, number][] {
  const bodies = [...new Set(model.shapes.map((shape) => shape.body))].sort(
    (p, q) => model.bodyOfSlot[p] - model.bodyOfSlot[q],
  );
  const pairs: [number, number][] = [];
  for (let i = 0; i < bodies.length; i++) {
    for (let j = i + 1; j < bodies.length; j++) {
      if (model.mayTouch(bodies[i], bodies[j], 0, 0)) pairs.push([bodies[i], bodies[j]]);
    }
  }
  return pairs;
}

export function contactProbes(w: Workspace): Probe[] {
  const { model } = w;
  const probes: Probe[] = [];
  if (!w.contacts.any) return probes;
  const pairs = contactPairs(model);
  probes.push(scalar('contact.count', '1', () => w.contacts.active));
  probes.push(scalar('contact.deepest', 'm', () => deepest(w)));
  if (pairs.length > MOST_LISTED_PAIRS) return probes;
  const nameOf = (slot: number): string => model.spec.bodies[model.bodyOfSlot[slot]].name;
  for (const [a, b] of pairs) {
    const name = `contact.${nameOf(a)}~${nameOf(b)}`;
    // force on b (3), normal, friction, depth, count, slip, area, volume; point (3) and normal (3) of areas in contact
    const sums = new Float64Array(16);
    const collect = (): void => collectPair(w, a, b, sums);
    probes.push(
      vector(`${name}.force`, 'N', (out, o) => {
        collect();
        for (let i = 0; i < 3; i++) out[o + i] = sums[i];
      }),
    );
    const vectors: [string, string, number][] = [
      ['point', 'm', 10],
      ['normal', '1', 13],
    ];
    for (const [field, unit, at] of vectors) {
      probes.push(
        vector(`${name}.${field}`, unit, (out, o) => {
          collect();
          for (let i = 0; i < 3; i++) out[o + i] = sums[at + i];
        }),
      );
    }
    const fields: [string, string, number][] = [
      ['normal-force', 'N', 3],
      ['friction-force', 'N', 4],
      ['depth', 'm', 5],
      ['count', '1', 6],
      ['slip', 'm/s', 7],
      ['area', 'm^2', 8],
      ['volume', 'm^3', 9],
    ];
    for (const [field, unit, at] of fields) {
      probes.push(
        scalar(`${name}.${field}`, unit, () => {
          collect();
          return sums[at];
        }),
      );
    }
  }
  return probes;
}

function collectPair(w: Workspace, a: number, b: number, sums: Float64Array): void {
  const { set } = w.contacts;
  const trial = w.contacts.trial.data;
  sums.fill(0);
  for (let i = 0; i < set.count; i++) {
    const A = set.bodyA[i];
    const B = set.bodyB[i];
    const straight = A === a && B === b;
    if (!straight && !(A === b && B === a)) continue;
    const t = TRIAL * i;
    if (!(trial[t + 4] > 0)) continue;
    const sign = straight ? 1 : -1;
    const fx = trial[t + 6];
    const fy = trial[t + 7];
    const fz = trial[t + 8];
    const N = trial[t + 9];
    sums[0] += sign * fx;
    sums[1] += sign * fy;
    sums[2] += sign * fz;
    sums[3] += N;
    sums[4] += Math.sqrt(Math.max(0, fx * fx + fy * fy + fz * fz - N * N));
    sums[5] = Math.max(sums[5], trial[t + 4]);
    sums[6] += 1;
    sums[7] = Math.max(sums[7], trial[t + 13]);
  }
  collectPatches(w, a, b, sums);
}

function collectPatches(w: Workspace, a: number, b: number, sums: Float64Array): void {
  const { patches, scene } = w.contacts;
  const p = patches.trial.data;
  const rot = w.rotation;
  let push = 0;
  for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) {
    const { bodyA, bodyB } = scene.solidPair(p[o + PATCH_PAIR]);
    const straight = bodyA === a && bodyB === b;
    if (!straight && !(bodyA === b && bodyB === a)) continue;
    const sign = straight ? 1 : -1;
    const N = p[o + PATCH_PUSH];
    const r = 9 * bodyA;
    const n = o + PATCH_NORMAL;
    for (let k = 0; k < 3; k++) {
      sums[k] += sign * p[o + PATCH_FORCE + k];
      sums[10 + k] += N * p[o + PATCH_POINT_W + k];
      const row = r + 3 * k;
      sums[13 + k] += sign * N * (rot[row] * p[n] + rot[row + 1] * p[n + 1] + rot[row + 2] * p[n + 2]);
    }
    push += N;
    sums[3] += N;
    sums[4] += p[o + PATCH_FRICTION];
    sums[5] = Math.max(sums[5], p[o + PATCH_DEPTH]);
    sums[6] += 1;
    sums[7] = Math.max(sums[7], p[o + PATCH_SLIP_SPEED]);
    sums[8] += p[o + PATCH_AREA];
    sums[9] += p[o + PATCH_VOLUME];
  }
  // centre of pressure and mean direction of the areas in contact (Dopico (anchor), ss. 4.3-4.5); 0 where there are none
  const size = Math.sqrt(sums[13] * sums[13] + sums[14] * sums[14] + sums[15] * sums[15]);
  for (let k = 0; k < 3; k++) {
    if (push > 0) sums[10 + k] /= push;
    if (size > 0) sums[13 + k] /= size;
  }
}

function deepest(w: Workspace): number {
  let most = 0;
  for (let i = 0; i < w.contacts.set.count; i++) most = Math.max(most, w.contacts.trial.data[TRIAL * i + 4]);
  const { trial } = w.contacts.patches;
  for (let o = 0; o < trial.length; o += PATCH_KEPT) most = Math.max(most, trial.data[o + PATCH_DEPTH]);
  return most;
}
