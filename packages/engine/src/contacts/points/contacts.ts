/**
 * The point contacts of a step: elements found by the search, their history, and the last results of the laws. History (bristle deflection,
 * speed at onset, slipping or not) belongs to the element's pair and feature, so it survives the next search; a trial never changes it, a
 * commit does. Elements are sorted by pair and feature, so the history is carried over by one merge of two sorted lists.
 */
import { at, Effort, GrowableFloat64, GrowableInt32 } from '../../base/index.ts';
import { CollisionScene, ContactSet, ELEMENT_STRIDE, type Reach } from '../../proximity/index.ts';
import { areaContact, checkContactTable, pairTouches } from '../contact-table.ts';
import { pressureSides } from '../pressure-fields.ts';
import { PAIR_STRIDE, VISCOUS, writePair } from './pair-laws.ts';
import { PairLedger } from './pair-ledger.ts';
import type { Model } from '../../model/index.ts';
import { PATCH_DEPTH, PatchContacts } from '../patches/patch-contacts.ts';

/**
 * Numbers of history of an element: bristle z (3), approach speed at onset, 1 when slipping, last point (3), normal force [N], share of
 * static friction, bristle of rolling (3).
 */
export const HISTORY = 13;
/**
 * Numbers of the trial stored for an element: z (3), slipping, depth, approach speed, force on B (3), normal force, point (3), slip speed,
 * share of static friction, bristle of rolling (3).
 */
export const TRIAL = 18;

/** Numbers of a saved element. */
const SAVED = 6 + ELEMENT_STRIDE + HISTORY;

export class Contacts {
  readonly model: Model;
  readonly effort: Effort;
  readonly scene: CollisionScene;
  /** contacts by volume */
  readonly patches: PatchContacts = new PatchContacts();
  /** time of the last search [s] */
  searchTime = 0;
  /** slots of all pairs coupled by elements or near solids, as found by the last search */
  readonly coupledA: GrowableInt32 = new GrowableInt32(64);
  readonly coupledB: GrowableInt32 = new GrowableInt32(64);
  /** elements of this step, and of the one before */
  set: ContactSet = new ContactSet();
  private previous: ContactSet = new ContactSet();
  history: GrowableFloat64 = new GrowableFloat64(HISTORY * 64);
  private previousHistory: GrowableFloat64 = new GrowableFloat64(HISTORY * 64);
  trial: GrowableFloat64 = new GrowableFloat64(TRIAL * 64);
  /** laws by shape pair, see contact-table.ts */
  readonly laws: GrowableFloat64 = new GrowableFloat64(256);
  readonly lawStride: number = PAIR_STRIDE;
  /** true: a law has viscous friction; its share by element [N s/m], and the loads of body pairs: see pair-drag.ts */
  viscous = false;
  readonly drag: GrowableFloat64 = new GrowableFloat64(64);
  readonly dragSums: GrowableFloat64 = new GrowableFloat64(64);
  /** shape pair -> body pair */
  readonly bodyPair: GrowableInt32 = new GrowableInt32(64);
  readonly ledger: PairLedger;
  private keepsHeld: boolean;
  /** blocks (A, B) and (B, A) by shape pair (A the body of shapeA); -1 where there is none */
  readonly blockAB: GrowableInt32 = new GrowableInt32(64);
  readonly blockBA: GrowableInt32 = new GrowableInt32(64);
  blockGeneration = -1;
  /** of the last evaluation: elements that touch, depth of the deepest [m] */
  active = 0;
  deepest = 0;
  /** smallest bristle deflection at its limit among them [m] */
  finest: number = Number.POSITIVE_INFINITY;
  /** elements that opened, closed, stuck or slipped since the step began, at the last evaluation */
  changes = 0;
  /** number of patches among them */
  patchChanges = 0;
  /**
   * Evaluate every element that touched when the step began as closed, linear in depth, and sticking if it stuck. The first guess of a
   * stage is often in error by more than a contact depth; one iteration with held contacts leads to the solution without changes, and the
   * true laws continue from there.
   */
  hold = false;
  /** A stage is being solved: patches may be treated as sticking (PatchContacts.mayStick). Those patches set `hold`. */
  mayStick = false;
  private readonly linear: Float64Array;
  private readonly angular: Float64Array;
  private lawCount = 0;

  constructor(model: Model, effort: Effort = new Effort()) {
    this.model = model;
    this.effort = effort;
    this.patches.shapes.effort = effort;
    this.ledger = new PairLedger(model.slotCount);
    this.keepsHeld = model.spec.solver.integrator === 'convex';
    checkContactTable(model);
    this.linear = new Float64Array(3 * model.slotCount);
    this.angular = new Float64Array(3 * model.slotCount);
    this.scene = new CollisionScene(
      [...model.shapes],
      model.slotCount,
      (a, b, p, q) => model.mayTouch(a, b, p, q) && pairTouches(model, p, q),
      (p, q) => {
        const way = areaContact(model, p, q);
        return way === 'pressure' ? pressureSides(model, p, q) : way;
      },
    );
    this.scene.effort = effort;
    // the energy of an initial overlap is that of the geometries used by convex steps
    if (this.keepsHeld) this.patches.shapes.coarse = Number.MIN_VALUE;
    this.packBalls();
  }

  /**
   * Convex steps begin or end: they need the stored energy of each pair, and geometries of few points. Geometries found before are invalid.
   */
  setConvex(on: boolean): void {
    this.keepsHeld = on;
    this.patches.shapes.coarse = on ? Number.MIN_VALUE : 0;
    this.patches.shapes.forget();
    if (!on) this.ledger.held.clear();
  }

  /** For pairs that meet by balls: unsuitable balls are rejected before the run. */
  private packBalls(): void {
    const { model } = this;
    const { defaults, pairs } = model.spec.contacts;
    if (defaults.method !== 'spheres' && !pairs.some(({ method }) => method === 'spheres')) return;
    const { shapes } = model;
    for (let p = 0; p < shapes.length; p++) {
      for (let q = p + 1; q < shapes.length; q++) {
        if (!model.mayTouch(shapes[p].body, shapes[q].body, p, q) || !pairTouches(model, p, q)) continue;
        const balls = areaContact(model, p, q);
        if (typeof balls !== 'number') continue;
        for (const i of [p, q])
          at('bodies', () => at(model.bodyOfSlot[shapes[i].body], () => this.scene.pack(i, balls)));
      }
    }
  }

  get any(): boolean {
    return this.model.shapes.length > 1;
  }

  /** Finds the elements near the given poses, or within reach of them. */
  search(position: Float64Array, rotation: Float64Array, velocity: Float64Array, reach: Reach): void {
    for (let i = 0; i < this.model.slotCount; i++) {
      for (let j = 0; j < 3; j++) {
        this.linear[3 * i + j] = velocity[6 * i + j];
        this.angular[3 * i + j] = velocity[6 * i + 3 + j];
      }
    }
    const set = this.previous;
    this.previous = this.set;
    this.set = set;
    const history = this.previousHistory;
    this.previousHistory = this.history;
    this.history = history;
    this.scene.search(set, position, rotation, this.linear, this.angular, reach);
    while (this.lawCount < this.scene.pairCount) this.addPair(this.lawCount);
    this.history.resize(HISTORY * set.count);
    this.trial.resize(TRIAL * set.count);
    this.carryOver();
    this.coupledA.clear();
    this.coupledB.clear();
    for (let i = 0; i < set.count; i++) {
      this.coupledA.push(set.bodyA[i]);
      this.coupledB.push(set.bodyB[i]);
    }
    const { near } = this.scene;
    for (let i = 0; i < near.length; i++) {
      this.coupledA.push(this.model.shapes[this.scene.pairShapeA[near.data[i]]].body);
      this.coupledB.push(this.model.shapes[this.scene.pairShapeB[near.data[i]]].body);
    }
  }

  /** Approach speed at a patch (its numbers at data[o]) with the velocities of the search, from levers on both bodies. */
  startApproach(a: number, b: number, data: Float64Array, o: number, levers: Float64Array): number {
    const rax = levers[0];
    const ray = levers[1];
    const raz = levers[2];
    const rbx = levers[3];
    const rby = levers[4];
    const rbz = levers[5];
    const { linear: v, angular: w } = this;
    const i = 3 * a;
    const j = 3 * b;
    const x = v[j] + w[j + 1] * rbz - w[j + 2] * rby - (v[i] + w[i + 1] * raz - w[i + 2] * ray);
    const y = v[j + 1] + w[j + 2] * rbx - w[j] * rbz - (v[i + 1] + w[i + 2] * rax - w[i] * raz);
    const z = v[j + 2] + w[j] * rby - w[j + 1] * rbx - (v[i + 2] + w[i] * ray - w[i + 1] * rax);
    return -(x * data[o + 3] + y * data[o + 4] + z * data[o + 5]);
  }

  /** Restores elements and history of the previous search: the step that searched last was abandoned. */
  undoSearch(): void {
    const { set, history } = this;
    this.set = this.previous;
    this.previous = set;
    this.history = this.previousHistory;
    this.previousHistory = history;
    this.trial.resize(TRIAL * this.set.count);
  }

  /** Elements and their history as numbers, for a checkpoint; scene.save() holds the memory of the search. */
  saveElements(): Float64Array {
    const { set } = this;
    const out = new Float64Array(SAVED * set.count);
    for (let i = 0; i < set.count; i++) {
      const o = SAVED * i;
      out[o] = set.kind[i];
      out[o + 1] = set.pair[i];
      out[o + 2] = set.bodyA[i];
      out[o + 3] = set.bodyB[i];
      out[o + 4] = set.feature[i];
      out[o + 5] = set.depth[i];
      for (let k = 0; k < ELEMENT_STRIDE; k++) out[o + 6 + k] = set.data[ELEMENT_STRIDE * i + k];
      for (let k = 0; k < HISTORY; k++) out[o + 6 + ELEMENT_STRIDE + k] = this.history.data[HISTORY * i + k];
    }
    return out;
  }

  /** Restores saved elements; body pairs must have been named in their old order before. */
  restore(memory: Int32Array, elements: Float64Array): void {
    const { set } = this;
    this.scene.load(memory);
    while (this.lawCount < this.scene.pairCount) this.addPair(this.lawCount);
    set.clear();
    this.history.resize(0);
    for (let o = 0; o < elements.length; o += SAVED) {
      const e = elements;
      const at = set.add(e[o], e[o + 1], e[o + 2], e[o + 3], e[o + 4]);
      set.setDepth(e[o + 5]);
      for (let k = 0; k < ELEMENT_STRIDE; k++) set.data[at + k] = e[o + 6 + k];
      for (let k = 0; k < HISTORY; k++) this.history.push(e[o + 6 + ELEMENT_STRIDE + k]);
    }
    this.trial.resize(TRIAL * set.count);
  }

  private addPair(pair: number): void {
    const shapeA = this.scene.pairShapeA[pair];
    const shapeB = this.scene.pairShapeB[pair];
    writePair(this.laws, pair, this.model, shapeA, shapeB);
    if (this.laws.data[PAIR_STRIDE * pair + VISCOUS] > 0) this.viscous = true;
    const a = this.model.shapes[shapeA].body;
    const b = this.model.shapes[shapeB].body;
    this.bodyPair.push(this.ledger.pairOf(a, b));
    this.blockAB.push(-1);
    this.blockBA.push(-1);
    this.blockGeneration = -1;
    this.lawCount = pair + 1;
  }

  private carryOver(): void {
    const { set, previous } = this;
    const to = this.history.data;
    const from = this.previousHistory.data;
    let j = 0;
    for (let i = 0; i < set.count; i++) {
      while (j < previous.count && before(previous, j, set, i)) j++;
      const o = HISTORY * i;
      if (j < previous.count && same(previous, j, set, i)) {
        const p = HISTORY * j;
        for (let k = 0; k < HISTORY; k++) to[o + k] = from[p + k];
      } else {
        for (let k = 0; k < HISTORY; k++) to[o + k] = 0;
        to[o + 3] = -1; // onset unknown: taken from the speed at the start of the step
        this.inherit(i);
      }
    }
  }

  /**
   * A new element of a pair that already touched (a corner passed an edge, a face took over) takes the bristle of the touching element of
   * the pair whose feature number is nearest: sticking bodies continue to stick.
   */
  private inherit(i: number): void {
    const { set, previous } = this;
    const from = this.previousHistory.data;
    const to = this.history.data;
    let low = 0;
    let high = previous.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (previous.pair[middle] < set.pair[i]) low = middle + 1;
      else high = middle;
    }
    let best = -1;
    for (let j = low; j < previous.count && previous.pair[j] === set.pair[i]; j++) {
      const p = HISTORY * j;
      if (from[p] === 0 && from[p + 1] === 0 && from[p + 2] === 0) continue;
      if (
        best < 0 ||
        Math.abs(previous.feature[j] - set.feature[i]) < Math.abs(previous.feature[best] - set.feature[i])
      )
        best = j;
    }
    if (best < 0) return;
    const sign = previous.bodyA[best] === set.bodyA[i] ? 1 : -1; // z is the slip of B relative to A
    for (let k = 0; k < 3; k++) to[HISTORY * i + k] = sign * from[HISTORY * best + k];
    to[HISTORY * i + 3] = from[HISTORY * best + 3];
    to[HISTORY * i + 4] = from[HISTORY * best + 4];
    to[HISTORY * i + 8] = from[HISTORY * best + 8];
    for (let k = 9; k < HISTORY; k++) to[HISTORY * i + k] = (k > 9 ? sign : 1) * from[HISTORY * best + k];
  }

  /** [m] of the last evaluation, over elements and patches. */
  deepestOverlap(): number {
    let most = 0;
    for (let i = 0; i < this.set.count; i++) most = Math.max(most, this.trial.data[TRIAL * i + 4]);
    const { trial, stride } = this.patches;
    for (let o = 0; o < trial.length; o += stride) most = Math.max(most, trial.data[o + PATCH_DEPTH]);
    return most;
  }

  /** Number of active contacts between freely moving bodies, at the last evaluation. */
  betweenFree(): number {
    const { set, trial, patches, scene } = this;
    const n = this.model.dynamicCount;
    let sum = 0;
    for (let i = 0; i < set.count; i++) {
      if (set.bodyA[i] < n && set.bodyB[i] < n && trial.data[TRIAL * i + 4] > 0) sum++;
    }
    for (let o = 0; o < patches.trial.length; o += patches.stride) {
      const { bodyA, bodyB } = scene.solidPair(patches.trial.data[o]);
      if (bodyA < n && bodyB < n) sum++;
    }
    return sum;
  }

  /** Commits the results of the last evaluation. */
  commit(): void {
    this.patches.commit();
    if (this.keepsHeld) this.ledger.noteHeld();
    const history = this.history.data;
    const trial = this.trial.data;
    for (let i = 0; i < this.set.count; i++) {
      const o = HISTORY * i;
      const t = TRIAL * i;
      const touching = trial[t + 4] > 0;
      history[o] = touching ? trial[t] : 0;
      history[o + 1] = touching ? trial[t + 1] : 0;
      history[o + 2] = touching ? trial[t + 2] : 0;
      if (!touching) history[o + 3] = Math.max(0, trial[t + 5]);
      history[o + 4] = touching ? trial[t + 3] : 0;
      for (let k = 0; k < 3; k++) history[o + 5 + k] = trial[t + 10 + k];
      history[o + 8] = touching ? trial[t + 9] : 0;
      for (let k = 9; k < HISTORY; k++) history[o + k] = touching ? trial[t + k + 5] : 0;
    }
  }
}

function before(p: ContactSet, j: number, q: ContactSet, i: number): boolean {
  if (p.pair[j] !== q.pair[i]) return p.pair[j] < q.pair[i];
  return p.feature[j] < q.feature[i];
}

function same(p: ContactSet, j: number, q: ContactSet, i: number): boolean {
  return p.pair[j] === q.pair[i] && p.feature[j] === q.feature[i] && p.bodyA[j] === q.bodyA[i];
}
