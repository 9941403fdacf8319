/**
 * A step of a heap of bodies as one minimum over the velocities v at its end,
 *   1/2 (v - v*)^T M (v - v*) + h l(v),   v* those without contacts, l of contact/heap-patch.ts
 * with the masses as the step begins: its slope, M (v - v*) - h f(v), and the matrix of that slope. Bodies that turn freely go by
 *   J (omega* - omega) + h omega* x J omega* = h tau        which gives no energy, however long the step.
 */
import { GrowableInt32 } from '../base/index.ts';
import { addMassBlocks, timesMass } from '../bodies/index.ts';
import { BlockCholesky } from '../linalg/index.ts';
import type { SolidPair } from '../proximity/index.ts';
import { addGravity, addLoads, addPull } from './forces.ts';
import { HeapBudget } from './heap-budget.ts';
import { checkHeap } from './heap-check.ts';
import { HeapContacts } from './heap-contacts.ts';
import { HeapFinder } from './heap-find.ts';
import { type HeapPatches, LINKS } from './heap-patches.ts';
import { placeTrial, type Workspace } from './workspace.ts';

/** Rounds of Newton's method for a body that turns freely. */
const ROUNDS = 4;
/** Energy gained below this part of that of motion, of contacts and of a lift by the reach of bodies is rounding. */
const ROUNDING = 1e-14;
const STILL = { ratio: 0 }; // turning is seen to once a step

export class HeapSystem {
  readonly patches: HeapPatches;
  private readonly contacts: HeapContacts;
  private readonly finder: HeapFinder;
  private readonly budget: HeapBudget;
  /** velocities without contacts; those that bring bodies to where contacts are looked for; a first guess of those at the end */
  readonly free: Float64Array;
  readonly ahead: Float64Array;
  readonly guess: Float64Array;
  readonly matrix: BlockCholesky;
  private readonly w: Workspace;
  private readonly start: Float64Array;
  private readonly inertia: Float64Array;
  private readonly force: Float64Array;
  /** weight and loads as the step begins; [J] the energy of motion then, and as it ends */
  private readonly loads: Float64Array;
  private readonly kinetic = new Float64Array(2);
  private readonly gain = new Float64Array(1);
  private readonly away: Float64Array;
  private readonly diagonal: Int32Array;
  private readonly touching: Uint8Array;
  /** [m] by body: no point of what it touches with is farther from its centre */
  readonly reach: Float64Array;
  private readonly coupled = new GrowableInt32(64);
  /** pairs of the pattern, in order, twice where two patches couple two bodies; how many */
  private keys: Float64Array = new Float64Array(64);
  private newKeys: Float64Array = new Float64Array(64);
  private sorted: Float64Array = new Float64Array(0);
  /** of the way of the body at hand at which it is looked at */
  private part = 0.5;
  private keyCount = -1;
  private edges: Int32Array = new Int32Array(128);
  /** by body: 1 where its island rests */
  private readonly still: Uint8Array;
  private h = 0;
  /** bodies that touch each other, directly or by way of others, are one island: its number by body, from 0; by unknown; how many */
  readonly island: Int32Array;
  readonly islandOf: Int32Array;
  islands = 0;
  /** by island: 1 where a patch is new, whose normal force friction does not know yet */
  readonly fresh: Uint8Array;

  /** Throws BuildError for models it cannot carry. */
  constructor(w: Workspace) {
    checkHeap(w.model);
    this.w = w;
    const n = w.model.dynamicCount;
    const floats = (k: number): Float64Array => new Float64Array(k);
    this.contacts = new HeapContacts(w);
    this.patches = this.contacts.patches;
    this.finder = new HeapFinder(w, this.patches);
    this.budget = new HeapBudget(w.contacts, this.patches);
    this.free = floats(w.velocity.length);
    this.ahead = floats(w.velocity.length);
    this.guess = floats(w.velocity.length);
    this.start = floats(w.velocity.length);
    this.inertia = floats(9 * n);
    this.force = floats(6 * n);
    this.loads = floats(6 * n);
    this.away = floats(6 * n);
    this.diagonal = new Int32Array(n);
    this.island = new Int32Array(n);
    this.islandOf = new Int32Array(6 * n);
    this.fresh = new Uint8Array(n);
    this.touching = new Uint8Array(w.model.slotCount);
    this.reach = floats(w.model.slotCount);
    this.still = new Uint8Array(n);
    this.matrix = new BlockCholesky(n, 6);
  }

  /** The workspace stands at the start of a step; afterwards where bodies are looked for at its end, with contacts found. */
  begin(): void {
    const { w, free, ahead, guess, inertia, touching } = this;
    const n = w.model.dynamicCount;
    const { h } = w;
    this.h = h;
    if (w.contacts.held.length === 0) w.contacts.noteHeld(); // at the start of the run
    for (let i = 0; i < 9 * n; i++) inertia[i] = w.inertiaW[i];
    this.applyLoads();
    for (let i = 0; i < 6 * n; i++) this.loads[i] = w.force[i];
    this.noteKinetic(0);
    for (let i = 0; i < n; i++) freeVelocity(free, w, inertia, i);
    // what rests on something goes on as it moves, the rest falls
    const { scene, patches } = w.contacts;
    const { committed, stride } = patches;
    touching.fill(0);
    this.reach.fill(0);
    for (let o = 0; o < committed.length; o += stride) this.note(scene.solidPair(committed.data[o]));
    this.finder.findSlack();
    for (let body = 0; body < n; body++) {
      if (touching[body] === 1) this.findPart(body);
      const { part } = this;
      for (let i = 6 * body; i < 6 * body + 6; i++) {
        const v = w.velocity[i];
        this.start[i] = v;
        guess[i] = touching[body] === 1 ? v : free[i];
        ahead[i] = touching[body] === 1 ? part * v : 0.5 * (v + free[i]);
        w.u[i] = h * ahead[i];
        w.velocity[i] = ahead[i];
      }
    }
    w.time += h;
    placeTrial(w);
    for (let i = 6 * n; i < ahead.length; i++) {
      ahead[i] = w.velocity[i];
      guess[i] = w.velocity[i];
    }
    this.contacts.h = h;
    this.finder.find(ahead);
    for (let p = 0; p < this.patches.count; p++) this.note(scene.solidPair(this.patches.links.data[LINKS * p]));
    this.couple();
  }

  /** The bodies of a pair touch. */
  private note({ bodyA, bodyB, radiusA, radiusB }: SolidPair): void {
    const { touching, reach } = this;
    touching[bodyA] = 1;
    touching[bodyB] = 1;
    if (radiusA > reach[bodyA]) reach[bodyA] = radiusA;
    if (radiusB > reach[bodyB]) reach[bodyB] = radiusB;
  }

  /** Weight and loads at the trial. */
  private applyLoads(): void {
    const { w } = this;
    w.force.fill(0);
    w.loadPower = 0;
    addGravity(w);
    if (w.model.loads.count > 0) addLoads(w, false);
    if (w.pull.slot >= 0) addPull(w, w.pull);
  }

  /** slope = M (v - v*) - h f(v). withMatrix: and its matrix. Islands with rest = 1 are left out. */
  evaluate(slope: Float64Array, v: Float64Array, withMatrix: boolean, rest: Uint8Array): void {
    const { w, free, force, inertia, away, matrix, diagonal } = this;
    const n = w.model.dynamicCount;
    force.fill(0);
    if (withMatrix) {
      matrix.clear();
      addMassBlocks(matrix.values, diagonal, w.model.mass, inertia, v, n, STILL);
    }
    this.contacts.addForces(force, v, withMatrix ? matrix.values : undefined, diagonal, this.island, rest);
    for (let i = 0; i < 6 * n; i++) away[i] = v[i] - free[i];
    timesMass(slope, away, w.model.mass, inertia, n);
    for (let i = 0; i < 6 * n; i++) slope[i] -= this.h * force[i];
  }

  /** x <- matrix^-1 x, but for islands with rest = 1; -1, or the body whose pivot is not positive definite. */
  solve(x: Float64Array, rest: Uint8Array): number {
    const { still, island, matrix } = this;
    for (let i = 0; i < still.length; i++) still[i] = rest[island[i]];
    const failed = matrix.factor(still);
    if (failed < 0) matrix.solve(x, still);
    return failed;
  }

  /** The step ends with velocities v. */
  end(v: Float64Array): void {
    const { w } = this;
    const { touching } = this;
    touching.fill(0);
    this.patches.mark(touching);
    // who touches nothing goes by the mean of its velocities, as it falls
    for (let i = 0; i < 6 * w.model.dynamicCount; i++) {
      w.velocity[i] = v[i];
      w.u[i] = this.h * (touching[Math.floor(i / 6)] === 1 ? v[i] : 0.5 * (this.start[i] + v[i]));
    }
    placeTrial(w);
    this.applyLoads();
    this.contacts.finish(w.velocity);
  }

  /** Of the trial. */
  private noteKinetic(at: number): void {
    const { away, kinetic, w } = this;
    timesMass(away, w.velocity, w.model.mass, w.inertiaW, w.model.dynamicCount);
    kinetic[at] = 0;
    for (let i = 0; i < away.length; i++) kinetic[at] += 0.5 * away[i] * w.velocity[i];
  }

  /** After end(): has the step more energy than it began with and was given? Then its contacts are taken back by that, the first or another time. */
  takeGain(round: number): boolean {
    const { w, loads, kinetic } = this;
    const { held, stored } = w.contacts;
    this.noteKinetic(1);
    let gain = kinetic[1] - kinetic[0] - this.h * this.contacts.workPower;
    let scale = kinetic[1];
    for (let i = 0; i < loads.length; i++) {
      gain -= loads[i] * w.u[i];
      if (i % 6 < 3) scale += Math.abs(loads[i]) * this.reach[Math.floor(i / 6)];
    }
    for (let i = 0; i < stored.length; i++) {
      scale += stored.data[i];
      gain += stored.data[i] - (i < held.length ? held.data[i] : 0);
    }
    if (!(gain > ROUNDING * scale)) return false;
    this.gain[0] = gain;
    this.budget.take(this.gain, this.contacts.over, round);
    return true;
  }

  /** Blocks for the pairs that touch: a function of these alone, so that a run goes on from a checkpoint with the same bits. */
  private couple(): void {
    const { coupled, matrix } = this;
    const n = this.w.model.dynamicCount;
    this.patches.couplings(coupled, n);
    const count = coupled.length / 2;
    if (count > this.newKeys.length) this.newKeys = new Float64Array(2 * count);
    if (this.sorted.length !== count || this.sorted.buffer !== this.newKeys.buffer) {
      this.sorted = this.newKeys.subarray(0, count);
    }
    const keys = this.sorted;
    for (let k = 0; k < count; k++) keys[k] = coupled.data[2 * k] * n + coupled.data[2 * k + 1];
    keys.sort();
    let same = count === this.keyCount;
    for (let k = 0; same && k < count; k++) if (keys[k] !== this.keys[k]) same = false;
    if (!same) {
      if (2 * count > this.edges.length) this.edges = new Int32Array(4 * count);
      for (let k = 0; k < count; k++) {
        this.edges[2 * k] = Math.floor(keys[k] / n);
        this.edges[2 * k + 1] = keys[k] % n;
      }
      matrix.lay(this.edges, count);
      for (let i = 0; i < n; i++) this.diagonal[i] = matrix.blockOffset(i, i);
      const old = this.keys;
      this.keys = this.newKeys;
      this.newKeys = old;
      this.keyCount = count;
    }
    this.contacts.lay(matrix);
    this.numberIslands();
    this.patches.markFresh(this.fresh, this.island, n);
  }

  private numberIslands(): void {
    const { island, coupled } = this;
    for (let i = 0; i < island.length; i++) island[i] = i;
    for (let k = 0; k < coupled.length; k += 2) {
      const a = rootOf(island, coupled.data[k]);
      const b = rootOf(island, coupled.data[k + 1]);
      // the lower root stays
      if (a < b) island[b] = a;
      else island[a] = b;
    }
    this.islands = 0;
    // roots come before what hangs on them
    for (let i = 0; i < island.length; i++) {
      island[i] = island[i] === i ? this.islands++ : island[island[i]];
      this.islandOf.fill(island[i], 6 * i, 6 * i + 6);
    }
  }

  /**
   * The part of its way over a step at which a body that rests on others is looked at: the whole way less the slack, by which
   * contacts are looked at closer anyway. What rocks by less is looked at where it is; looked at ahead it would be thrown back
   * every step, and rock for ever.
   */
  private findPart(body: number): void {
    const { velocity: v } = this.w;
    const { slack } = this.finder;
    const k = 6 * body;
    const speed = Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
    const spin = Math.sqrt(v[k + 3] * v[k + 3] + v[k + 4] * v[k + 4] + v[k + 5] * v[k + 5]);
    const way = this.h * (speed + this.reach[body] * spin);
    this.part = way > slack ? 1 - slack / way : 0;
  }
}

/** Of the tree of bodies that touch that i is in; those on the way hang on it from now on. */
function rootOf(island: Int32Array, from: number): number {
  let r = from;
  while (island[r] !== r) r = island[r];
  let i = from;
  while (island[i] !== r) {
    const up = island[i];
    island[i] = r;
    i = up;
  }
  return r;
}

const J = new Float64Array(9);

/** Of body i after the step without contacts. */
function freeVelocity(out: Float64Array, w: Workspace, inertia: Float64Array, i: number): void {
  const { velocity: v, force, h } = w;
  const mass = w.model.mass[i];
  const k = 6 * i;
  for (let j = 0; j < 3; j++) out[k + j] = v[k + j] + (h * force[k + j]) / mass;
  for (let j = 0; j < 9; j++) J[j] = inertia[9 * i + j];
  const x0 = v[k + 3];
  const y0 = v[k + 4];
  const z0 = v[k + 5];
  let x = x0;
  let y = y0;
  let z = z0;
  for (let round = 0; round < ROUNDS; round++) {
    const lx = J[0] * x + J[1] * y + J[2] * z;
    const ly = J[3] * x + J[4] * y + J[5] * z;
    const lz = J[6] * x + J[7] * y + J[8] * z;
    const dx = x - x0;
    const dy = y - y0;
    const dz = z - z0;
    const fx = J[0] * dx + J[1] * dy + J[2] * dz + h * (y * lz - z * ly - force[k + 3]);
    const fy = J[3] * dx + J[4] * dy + J[5] * dz + h * (z * lx - x * lz - force[k + 4]);
    const fz = J[6] * dx + J[7] * dy + J[8] * dz + h * (x * ly - y * lx - force[k + 5]);
    // J + h ([omega]x J - [J omega]x)
    const a = J[0] + h * (y * J[6] - z * J[3]);
    const b = J[1] + h * (y * J[7] - z * J[4] + lz);
    const c = J[2] + h * (y * J[8] - z * J[5] - ly);
    const d = J[3] + h * (z * J[0] - x * J[6] - lz);
    const e = J[4] + h * (z * J[1] - x * J[7]);
    const f = J[5] + h * (z * J[2] - x * J[8] + lx);
    const g = J[6] + h * (x * J[3] - y * J[0] + ly);
    const p = J[7] + h * (x * J[4] - y * J[1] - lx);
    const q = J[8] + h * (x * J[5] - y * J[2]);
    const A = e * q - f * p;
    const B = f * g - d * q;
    const C = d * p - e * g;
    const scale = 1 / (a * A + b * B + c * C);
    x -= scale * (A * fx + (c * p - b * q) * fy + (b * f - c * e) * fz);
    y -= scale * (B * fx + (a * q - c * g) * fy + (c * d - a * f) * fz);
    z -= scale * (C * fx + (b * g - a * p) * fy + (a * e - b * d) * fz);
  }
  out[k + 3] = x;
  out[k + 4] = y;
  out[k + 5] = z;
}
