/** Probes of contacts: one set a pair of bodies that may touch. Slots order a pair's name as the scenario orders bodies. */
import type { Model } from '../model/index.ts';
import type { Workspace } from '../stage/index.ts';
import {
  TRIAL,
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
} from '../contacts/index.ts';
import { type Probe, scalar, vector } from '../base/index.ts';

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
  const sums = new PairSums(w, pairs);
  pairs.forEach(([a, b], pair) => {
    const name = `contact.${nameOf(a)}~${nameOf(b)}`;
    for (const [field, unit, at] of VECTORS) {
      probes.push(
        vector(`${name}.${field}`, unit, (out, o) => {
          sums.refresh();
          for (let i = 0; i < 3; i++) out[o + i] = sums.data[SUMS * pair + at + i];
        }),
      );
    }
    for (const [field, unit, at] of SCALARS) {
      probes.push(
        scalar(`${name}.${field}`, unit, () => {
          sums.refresh();
          return sums.data[SUMS * pair + at];
        }),
      );
    }
  });
  return probes;
}

/** Sums of a pair: force on b, normal, friction, depth, count, slip, area, volume; point and normal of areas in contact. */
const SUMS = 16;
const VECTORS: readonly (readonly [field: string, unit: string, at: number])[] = [
  ['force', 'N', 0],
  ['point', 'm', 10],
  ['normal', '1', 13],
];
const SCALARS: readonly (readonly [field: string, unit: string, at: number])[] = [
  ['normal-force', 'N', 3],
  ['friction-force', 'N', 4],
  ['depth', 'm', 5],
  ['count', '1', 6],
  ['slip', 'm/s', 7],
  ['area', 'm^2', 8],
  ['volume', 'm^3', 9],
];

/** The sums of all pairs, from one pass over all contacts for every state that is read: rows and extremes of every step ask for them. */
class PairSums {
  readonly data: Float64Array;
  private readonly w: Workspace;
  private readonly pairOf: ReadonlyMap<number, number>;
  private readonly slots: number;
  /** [N] normal force of areas */
  private readonly push: Float64Array;
  private revision = -1;

  constructor(w: Workspace, pairs: readonly (readonly [number, number])[]) {
    this.w = w;
    this.slots = w.model.bodyOfSlot.length;
    this.data = new Float64Array(SUMS * pairs.length);
    this.push = new Float64Array(pairs.length);
    this.pairOf = new Map(pairs.map(([a, b], pair) => [a * this.slots + b, pair]));
  }

  refresh(): void {
    const { revision } = this.w.allContacts;
    if (revision === this.revision) return;
    this.revision = revision;
    this.data.fill(0);
    this.addPoints();
    this.addPatches();
  }

  private addPoints(): void {
    const { set } = this.w.contacts;
    const trial = this.w.contacts.trial.data;
    const sums = this.data;
    for (let i = 0; i < set.count; i++) {
      const t = TRIAL * i;
      if (!(trial[t + 4] > 0)) continue;
      const straight = this.pairOf.get(set.bodyA[i] * this.slots + set.bodyB[i]);
      const pair = straight ?? this.pairOf.get(set.bodyB[i] * this.slots + set.bodyA[i]);
      if (pair === undefined) continue;
      const o = SUMS * pair;
      const sign = straight === undefined ? -1 : 1;
      const fx = trial[t + 6];
      const fy = trial[t + 7];
      const fz = trial[t + 8];
      const N = trial[t + 9];
      sums[o] += sign * fx;
      sums[o + 1] += sign * fy;
      sums[o + 2] += sign * fz;
      sums[o + 3] += N;
      sums[o + 4] += Math.sqrt(Math.max(0, fx * fx + fy * fy + fz * fz - N * N));
      sums[o + 5] = Math.max(sums[o + 5], trial[t + 4]);
      sums[o + 6] += 1;
      sums[o + 7] = Math.max(sums[o + 7], trial[t + 13]);
    }
  }

  private addPatches(): void {
    const { patches, scene } = this.w.contacts;
    const p = patches.trial.data;
    const rot = this.w.rotation;
    const sums = this.data;
    this.push.fill(0);
    for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) {
      const { bodyA, bodyB } = scene.solidPair(p[o + PATCH_PAIR]);
      const straight = this.pairOf.get(bodyA * this.slots + bodyB);
      const pair = straight ?? this.pairOf.get(bodyB * this.slots + bodyA);
      if (pair === undefined) continue;
      const s = SUMS * pair;
      const sign = straight === undefined ? -1 : 1;
      const N = p[o + PATCH_PUSH];
      const r = 9 * bodyA;
      const n = o + PATCH_NORMAL;
      for (let k = 0; k < 3; k++) {
        sums[s + k] += sign * p[o + PATCH_FORCE + k];
        sums[s + 10 + k] += N * p[o + PATCH_POINT_W + k];
        const row = r + 3 * k;
        sums[s + 13 + k] += sign * N * (rot[row] * p[n] + rot[row + 1] * p[n + 1] + rot[row + 2] * p[n + 2]);
      }
      this.push[pair] += N;
      sums[s + 3] += N;
      sums[s + 4] += p[o + PATCH_FRICTION];
      sums[s + 5] = Math.max(sums[s + 5], p[o + PATCH_DEPTH]);
      sums[s + 6] += 1;
      sums[s + 7] = Math.max(sums[s + 7], p[o + PATCH_SLIP_SPEED]);
      sums[s + 8] += p[o + PATCH_AREA];
      sums[s + 9] += p[o + PATCH_VOLUME];
    }
    if (patches.trial.length === 0) return;
    // centre of pressure and mean direction of the areas in contact (Dopico (anchor), ss. 4.3-4.5); 0 where there are none
    for (let pair = 0; pair < this.push.length; pair++) {
      const s = SUMS * pair;
      const n = s + 13;
      const size = Math.sqrt(sums[n] * sums[n] + sums[n + 1] * sums[n + 1] + sums[n + 2] * sums[n + 2]);
      for (let k = 0; k < 3; k++) {
        if (this.push[pair] > 0) sums[s + 10 + k] /= this.push[pair];
        if (size > 0) sums[s + 13 + k] /= size;
      }
    }
  }
}

function deepest(w: Workspace): number {
  let most = 0;
  for (let i = 0; i < w.contacts.set.count; i++) most = Math.max(most, w.contacts.trial.data[TRIAL * i + 4]);
  const { trial } = w.contacts.patches;
  for (let o = 0; o < trial.length; o += PATCH_KEPT) most = Math.max(most, trial.data[o + PATCH_DEPTH]);
  return most;
}
