/** Probes of contacts: one set for each pair of bodies that may touch. The names in a pair stand in the order of bodies in the scenario. */
import type { Model } from '../model/index.ts';
import type { Workspace } from '../stage/index.ts';
import {
  areaContact,
  CORE_DEPTH,
  FOUNDATION,
  PAIR_STRIDE,
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
  PATCH_MOMENT,
  PATCH_SLIP_SPEED,
  PATCH_SLIPPING,
  PATCH_STORED,
  PATCH_VOLUME,
} from '../contacts/index.ts';
import { held, type Probe, scalar, vector } from '../base/index.ts';

/** With more pairs than this, only those listed in the spec get probes: a pile of 100 bodies has 5000 pairs. */
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

/** The pairs that get probes. */
export function listedPairs(model: Model): [number, number][] {
  const pairs = contactPairs(model);
  if (pairs.length <= MOST_LISTED_PAIRS) return pairs;
  const count = model.spec.bodies.length;
  const listed = new Set(model.spec.contacts.listed?.map(([a, b]) => Math.min(a, b) * count + Math.max(a, b)));
  return pairs.filter(([a, b]) => {
    const [p, q] = [model.bodyOfSlot[a], model.bodyOfSlot[b]];
    return listed.has(Math.min(p, q) * count + Math.max(p, q));
  });
}

export function contactProbes(w: Workspace): Probe[] {
  const { model } = w;
  const probes: Probe[] = [];
  if (!w.contacts.any) return probes;
  const pairs = listedPairs(model);
  probes.push(held(scalar('contact.count', '1', () => w.contacts.active)));
  probes.push(scalar('contact.deepest', 'm', () => deepest(w)));
  const nameOf = (slot: number): string => model.spec.bodies[model.bodyOfSlot[slot]].name;
  const sums = new PairSums(w, pairs);
  const pressed = pressedPairs(model, pairs);
  pairs.forEach(([a, b], pair) => {
    const name = `contact.${nameOf(a)}~${nameOf(b)}`;
    for (const [field, unit, at] of VECTORS) {
      const probe = vector(`${name}.${field}`, unit, (out, o) => {
        sums.refresh();
        for (let i = 0; i < 3; i++) out[o + i] = sums.data[SUMS * pair + at + i];
      });
      probes.push(field === 'force' ? probe : held(probe));
    }
    if (pressed.has(pair)) probes.push(...pressureProbes(name, sums, pair));
    for (const [field, unit, at] of SCALARS) {
      const probe = scalar(`${name}.${field}`, unit, () => {
        sums.refresh();
        return sums.data[SUMS * pair + at];
      });
      probes.push(field === 'count' ? held(probe) : probe);
    }
  });
  return probes;
}

/** Sums of a pair: force on b, normal, friction, depth, count, slip, area, volume; point and normal of areas in contact. */
const SUMS = 24;
const MOMENT = 16; // 16..18 on b about the point
const PEAK = 19; // [Pa]
const STORED = 20; // [J]
const SLIPPING = 21; // share of the normal force
const THROUGH = 22;
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

/** Which of these pairs of bodies have shapes that meet by pressure fields? */
function pressedPairs(model: Model, pairs: readonly (readonly [number, number])[]): Set<number> {
  const found = new Set<number>();
  if (model.shapeField.every((field) => field === undefined)) return found;
  const { shapes } = model;
  pairs.forEach(([a, b], pair) => {
    const meets = shapes.some(
      ({ body }, p) =>
        body === a &&
        shapes.some(
          ({ body: other }, q) => other === b && areaContact(model, Math.min(p, q), Math.max(p, q)) === 'pressure',
        ),
    );
    if (meets) found.add(pair);
  });
  return found;
}

/** Moment about the centre of pressure (point); largest and mean pressure; energy; slipping share; depth in the softest field. */
function pressureProbes(name: string, sums: PairSums, pair: number): Probe[] {
  const one = (field: string, unit: string, read: (d: Float64Array, o: number) => number): Probe =>
    scalar(`${name}.${field}`, unit, () => {
      sums.refresh();
      return read(sums.data, SUMS * pair);
    });
  return [
    vector(`${name}.moment`, 'N m', (out, o) => {
      sums.refresh();
      for (let i = 0; i < 3; i++) out[o + i] = sums.data[SUMS * pair + MOMENT + i];
    }),
    one('pressure-max', 'Pa', (d, o) => d[o + PEAK]),
    one('pressure-mean', 'Pa', (d, o) => (d[o + 8] > 0 ? d[o + 3] / d[o + 8] : 0)),
    one('stored', 'J', (d, o) => d[o + STORED]),
    one('slipping', '1', (d, o) => (d[o + 3] > 0 ? d[o + SLIPPING] / d[o + 3] : 0)),
    one('through', '1', (d, o) => d[o + THROUGH]),
  ];
}

/** The sums of all pairs, from one pass over all contacts for each state: rows, and the extremes of every step, read them. */
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
      const laws = this.w.contacts.laws.data;
      const law = PAIR_STRIDE * p[o + PATCH_PAIR];
      sums[s + PEAK] = Math.max(sums[s + PEAK], laws[law + FOUNDATION] * p[o + PATCH_DEPTH]);
      sums[s + STORED] += p[o + PATCH_STORED];
      sums[s + SLIPPING] += N * p[o + PATCH_SLIPPING];
      sums[s + THROUGH] = Math.max(sums[s + THROUGH], p[o + PATCH_DEPTH] / laws[law + CORE_DEPTH]);
      addMoment(sums, s, sign, p, o);
      sums[s + 9] += p[o + PATCH_VOLUME];
    }
    if (patches.trial.length === 0) return;
    // centre of pressure and mean direction of the areas in contact (Dopico (anchor), ss. 4.3-4.5); 0 where nothing touches over an area
    for (let pair = 0; pair < this.push.length; pair++) {
      const s = SUMS * pair;
      const n = s + 13;
      const size = Math.sqrt(sums[n] * sums[n] + sums[n + 1] * sums[n + 1] + sums[n + 2] * sums[n + 2]);
      for (let k = 0; k < 3; k++) {
        if (this.push[pair] > 0) sums[s + 10 + k] /= this.push[pair];
        if (size > 0) sums[s + 13 + k] /= size;
      }
      // from the origin to the centre of pressure
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        sums[s + MOMENT + k] -= sums[s + 10 + i] * sums[s + j] - sums[s + 10 + j] * sums[s + i];
      }
    }
  }
}

/** Moment of a patch about the world's origin. */
function addMoment(sums: Float64Array, s: number, sign: number, p: Float64Array, o: number): void {
  const [x, f] = [o + PATCH_POINT_W, o + PATCH_FORCE];
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    sums[s + MOMENT + k] += sign * (p[o + PATCH_MOMENT + k] + p[x + i] * p[f + j] - p[x + j] * p[f + i]);
  }
}

function deepest(w: Workspace): number {
  let most = 0;
  for (let i = 0; i < w.contacts.set.count; i++) most = Math.max(most, w.contacts.trial.data[TRIAL * i + 4]);
  const { trial } = w.contacts.patches;
  for (let o = 0; o < trial.length; o += PATCH_KEPT) most = Math.max(most, trial.data[o + PATCH_DEPTH]);
  return most;
}
