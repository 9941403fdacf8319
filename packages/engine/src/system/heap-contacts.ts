/**
 * Contacts by volume of a step with held shapes (contact/heap-patch.ts): the forces of the points found for any velocities at the
 * end of the step, and what contacts remember of it.
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';
import {
  HEAP_POINT,
  HEAP_REST,
  HEAP_STIFFNESS,
  heapPatchForce,
  makeHeapMotion,
  makePatchForce,
  makePatchLaw,
} from '../contact/index.ts';
import type { BlockCholesky } from '../linalg/index.ts';
import {
  BRISTLE_S0,
  BRISTLE_S1,
  DISSIPATION,
  FOUNDATION,
  HYSTERESIS,
  ONSET_FLOOR,
  PAIR_STRIDE,
} from './contact-table.ts';
import {
  AREA,
  BRUSH,
  DEPTH,
  HeapPatches,
  IN_A,
  LEVER_A,
  LEVER_B,
  LINKS,
  MU,
  NORMAL,
  ONSET,
  STRIDE,
} from './heap-patches.ts';
import {
  PATCH_AREA,
  PATCH_BRUSH,
  PATCH_CENTRE,
  PATCH_DEPTH,
  PATCH_FORCE,
  PATCH_FRESH,
  PATCH_FRICTION,
  PATCH_NORMAL,
  PATCH_ONSET,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_PUSH,
  PATCH_SLIP_SPEED,
  PATCH_SLIPS,
  PATCH_SPEED,
  PATCH_VOLUME,
} from './patch-contacts.ts';
import { addMovedBlock, wrenchPower } from './patch-wrench.ts';
import type { Workspace } from './workspace.ts';

const law = makePatchLaw();
const result = makePatchForce();
const moved = makeHeapMotion();
const { velocity: motion, brush, normal } = moved;
const step = new Float64Array(1); // its length [s]

export class HeapContacts {
  readonly patches: HeapPatches = new HeapPatches();
  /** [s] length of the step */
  h = 0;
  /** [J] by pair of bodies: what it gave in the step that it did not hold */
  readonly over: GrowableFloat64 = new GrowableFloat64(64);
  /** [W] of prescribed bodies on what touches them, as the step ends */
  workPower = 0.5;
  private readonly w: Workspace;
  private readonly blocks = new GrowableInt32(128);

  constructor(w: Workspace) {
    this.w = w;
  }

  /** Where the blocks of each patch are, and whether with the rows of B. */
  lay(matrix: BlockCholesky): void {
    const n = this.w.model.dynamicCount;
    this.blocks.resize(2 * this.patches.count);
    for (let p = 0; p < this.patches.count; p++) {
      const A = this.patches.links.data[LINKS * p + 1];
      const B = this.patches.links.data[LINKS * p + 2];
      if (!(A < n && B < n)) continue;
      this.blocks.data[2 * p] = matrix.blockOffset(A, B);
      this.blocks.data[2 * p + 1] = matrix.isTransposed(A, B) ? 1 : 0;
    }
  }

  private readLaw(p: number): void {
    const laws = this.w.contacts.laws.data;
    const q = PAIR_STRIDE * this.patches.links.data[LINKS * p];
    const onset = this.patches.data.data[STRIDE * p + ONSET];
    law.stiffness = laws[q + FOUNDATION];
    law.dissipation =
      laws[q + DISSIPATION] < 0 ? laws[q + HYSTERESIS] / Math.max(onset, laws[q + ONSET_FLOOR]) : laws[q + DISSIPATION];
    law.s0 = laws[q + BRISTLE_S0];
    law.s1 = laws[q + BRISTLE_S1];
  }

  /** False: nothing acts. */
  private evaluate(p: number, v: Float64Array, wantMatrix: boolean, atEnd: boolean): boolean {
    const d = this.patches.data.data;
    const links = this.patches.links.data;
    const i = STRIDE * p;
    const l = LINKS * p;
    this.patches.relative(motion, v, i, links[l + 1], links[l + 2]);
    this.readLaw(p);
    for (let k = 0; k < 7; k++) brush[k] = d[i + BRUSH + k];
    for (let k = 0; k < 3; k++) normal[k] = d[i + NORMAL + k];
    moved.mu = d[i + MU];
    moved.h = this.h;
    const { data } = this.patches.points;
    return heapPatchForce(result, data, links[l + 4], links[l + LINKS + 4], law, moved, wantMatrix, atEnd);
  }

  /**
   * Adds the forces on bodies that move at v, and h times the slopes of their loss to `values`, when given. Patches of islands
   * with rest[island of a body] = 1 are left out.
   */
  addForces(
    force: Float64Array,
    v: Float64Array,
    values: Float64Array | undefined,
    diagonal: Int32Array,
    island: Int32Array,
    rest: Uint8Array,
  ): void {
    const n = this.w.model.dynamicCount;
    const d = this.patches.data.data;
    for (let p = 0; p < this.patches.count; p++) {
      const A = this.patches.links.data[LINKS * p + 1];
      const B = this.patches.links.data[LINKS * p + 2];
      if (rest[island[A < n ? A : B]] === 1) continue;
      if (!this.evaluate(p, v, values !== undefined, false)) continue;
      const i = STRIDE * p;
      const toA = i + LEVER_A;
      const toB = i + LEVER_B;
      if (A < n) addWrench(force, A, -1, d, toA);
      if (B < n) addWrench(force, B, 1, d, toB);
      if (values === undefined) continue;
      const K = result.matrix;
      step[0] = this.h;
      if (A < n) addMovedBlock(values, diagonal[A], 1, step, K, d, toA, toA);
      if (B < n) addMovedBlock(values, diagonal[B], 1, step, K, d, toB, toB);
      if (A < n && B < n) {
        const ofB = this.blocks.data[2 * p + 1] === 1;
        addMovedBlock(values, this.blocks.data[2 * p], -1, step, K, d, ofB ? toB : toA, ofB ? toA : toB);
      }
    }
  }

  /** The step ends with velocities v: what contacts remember, absorb and hold. The workspace stands at the end. */
  finish(v: Float64Array): void {
    const { w } = this;
    const { contacts, model } = w;
    contacts.power.data.fill(0);
    contacts.stored.data.fill(0);
    contacts.active = 0;
    contacts.deepest = 0;
    contacts.changes = 0;
    contacts.patches.trial.clear();
    this.workPower = 0;
    for (let p = 0; p < this.patches.count; p++) {
      this.evaluate(p, v, false, true);
      const l = LINKS * p;
      if (this.patches.links.data[l + LINKS + 4] === this.patches.links.data[l + 4]) continue;
      const pair = this.patches.links.data[l];
      const A = this.patches.links.data[l + 1];
      const B = this.patches.links.data[l + 2];
      const bodyPair = contacts.bodyPair.data[pair];
      // bodies that part too fast to be pushed may still be deep in each other
      contacts.stored.data[bodyPair] += result.stored;
      if (!(result.normal > 0)) continue;
      contacts.power.data[bodyPair] += result.power;
      const i = STRIDE * p;
      const d = this.patches.data.data;
      if (A >= model.dynamicCount) {
        this.workPower += wrenchPower(result.wrench, v, 6 * A, d, i + LEVER_A);
      }
      if (B >= model.dynamicCount) {
        this.workPower -= wrenchPower(result.wrench, v, 6 * B, d, i + LEVER_B);
      }
      contacts.active++;
      this.keep(p, A, pair);
    }
    w.loadPower += this.workPower;
    this.bound();
  }

  /**
   * No pair holds more than it held and was given since: a shape found anew, or one that a deep start shows in another light,
   * brings no energy.
   */
  private bound(): void {
    const { held, stored, power } = this.w.contacts;
    this.over.resize(stored.length);
    for (let i = 0; i < stored.length; i++) {
      const given = (i < held.length ? held.data[i] : 0) + this.h * power.data[i];
      stored.data[i] = Math.max(0, Math.min(stored.data[i], given));
      this.over.data[i] = Math.max(0, -given);
    }
  }

  private keep(p: number, A: number, pair: number): void {
    const { w } = this;
    const { contacts, position, rotation } = w;
    const { patches } = contacts;
    const d = this.patches.data.data;
    const i = STRIDE * p;
    const l = LINKS * p;
    const t = patches.add();
    const kept = patches.trial.data;
    let volume = 0;
    let least = 0;
    const end = HEAP_POINT * this.patches.links.data[l + LINKS + 4];
    for (let o = HEAP_POINT * this.patches.links.data[l + 4]; o < end; o += HEAP_POINT) {
      const q = this.patches.points.data;
      const x = motion[0] + motion[4] * q[o + 2] - motion[5] * q[o + 1];
      const y = motion[1] + motion[5] * q[o] - motion[3] * q[o + 2];
      const z = motion[2] + motion[3] * q[o + 1] - motion[4] * q[o];
      const depth = q[o + HEAP_REST] - this.h * (x * q[o + 3] + y * q[o + 4] + z * q[o + 5]);
      if (depth > 0) volume += (depth * q[o + HEAP_STIFFNESS]) / law.stiffness;
      if (depth > least) least = depth;
    }
    kept[t + PATCH_PAIR] = pair;
    const c = i + IN_A;
    for (let k = 0; k < 3; k++) {
      kept[t + PATCH_CENTRE + k] = d[c + k];
      kept[t + PATCH_NORMAL + k] = d[c + 3 + k];
      const r = 9 * A + 3 * k;
      kept[t + PATCH_POINT_W + k] =
        position[3 * A + k] + rotation[r] * d[c] + rotation[r + 1] * d[c + 1] + rotation[r + 2] * d[c + 2];
      kept[t + PATCH_FORCE + k] = result.wrench[k];
    }
    for (let k = 0; k < 7; k++) kept[t + PATCH_BRUSH + k] = result.brush[k];
    const approach = -(motion[0] * d[i + NORMAL] + motion[1] * d[i + NORMAL + 1] + motion[2] * d[i + NORMAL + 2]);
    kept[t + PATCH_FRESH] = this.patches.links.data[l + 3] < 0 ? 1 : 0;
    kept[t + PATCH_ONSET] = d[i + ONSET];
    kept[t + PATCH_SLIPS] = result.slipping > 0.999 ? 1 : 0;
    kept[t + PATCH_AREA] = d[i + AREA];
    kept[t + PATCH_VOLUME] = volume;
    kept[t + PATCH_DEPTH] = Math.max(least, d[i + DEPTH] > 2 * least ? 2 * least : d[i + DEPTH]);
    kept[t + PATCH_PUSH] = result.normal;
    kept[t + PATCH_FRICTION] = result.friction;
    kept[t + PATCH_SPEED] = approach;
    let slip = 0;
    for (let k = 0; k < 3; k++) {
      const s = motion[k] + approach * d[i + NORMAL + k];
      slip += s * s;
    }
    kept[t + PATCH_SLIP_SPEED] = Math.sqrt(slip);
    const depth = volume / d[i + AREA];
    if (depth > contacts.deepest) contacts.deepest = depth;
  }
}

/** The wrench found, at the lever r[o...] of a body. */
function addWrench(force: Float64Array, body: number, sign: number, r: Float64Array, o: number): void {
  const f = result.wrench;
  const b = 6 * body;
  for (let k = 0; k < 3; k++) force[b + k] += sign * f[k];
  force[b + 3] += sign * (r[o + 1] * f[2] - r[o + 2] * f[1]);
  force[b + 4] += sign * (r[o + 2] * f[0] - r[o] * f[2]);
  force[b + 5] += sign * (r[o] * f[1] - r[o + 1] * f[0]);
  for (let k = 0; k < 3; k++) force[b + 3 + k] += sign * f[3 + k];
}
