/**
 * A step of cables that touch each other, themselves and solids, with held contacts: backward Euler for the accelerations x,
 *   v = v0 + h x,  u = h v:    M x - F(q0 + u, v) - contacts(u) = 0
 * with contacts looked for once, where the step begins (pile-find.ts). Its matrix is symmetric: tensions of pushed elements are left out, and of
 * what damps an element the part that is not.
 */
import { addCableMass, type Cable } from '../bodies/index.ts';
import { BlockCholesky } from '../linalg/index.ts';
import { addCables, timesCableMasses } from './cable-forces.ts';
import { checkPile } from './pile-check.ts';
import { PileContacts } from './pile-contacts.ts';
import { rememberPile, storeOverlap } from './pile-finish.ts';
import { PileFinder } from './pile-find.ts';
import { PileRest } from './pile-rest.ts';
import { C_AHEAD, C_MOVE } from './pile-set.ts';
import { addPull } from './forces.ts';
import { evaluateAttachments } from './cable-rows.ts';
import { moveTrial, type Workspace } from './workspace.ts';

/** A pattern that has room for so many more groups than push, and some, is laid anew. */
const KEYS = 8; // of a group: four pairs of nodes
const SPARE = 1.5;
const SPARE_GROUPS = 32;

export class PileSystem {
  readonly contacts: PileContacts;
  readonly lu: BlockCholesky;
  private readonly w: Workspace;
  readonly rest: PileRest;
  private readonly finder: PileFinder;
  private readonly packed: Float64Array;
  private readonly inertia: Float64Array;
  /** what cables leave of M x - F, and all */
  private readonly cablesLeft: Float64Array;
  private readonly residual: Float64Array;
  private edges: Int32Array;
  private keys: Int32Array = new Int32Array(0);
  private keyCount = 0;
  private offsets: Int32Array;
  private readonly turned: Uint8Array;
  /** 1: the node is held */
  private readonly held: Uint8Array;
  private h = 0;
  private version = -1;
  /** keys of cables, which come first */
  private ownCount = 0;
  /** the step goes on with the contacts of the last */
  resting = false;
  /** no pattern was laid in this step */
  private fresh = true;

  /** Throws BuildError for models it cannot carry. */
  constructor(w: Workspace) {
    checkPile(w.model, w.gear.any);
    this.w = w;
    const n = w.cables.nodeCount;
    const size = w.cables.items.some(({ cable }) => cable.hasTwist) ? 4 : 3;
    this.contacts = new PileContacts();
    this.finder = new PileFinder(w, this.contacts.set);
    this.rest = new PileRest(w, this.contacts.set);
    this.lu = new BlockCholesky(n, size);
    this.packed = new Float64Array(size * n);
    this.inertia = new Float64Array(w.size);
    this.cablesLeft = new Float64Array(w.size);
    this.residual = new Float64Array(w.size);
    this.edges = new Int32Array(16 * n);
    this.offsets = new Int32Array(3 * n);
    this.turned = new Uint8Array(3 * n);
    this.held = new Uint8Array(n);
  }

  /** The workspace stands where the step begins, with velocities v0, after so many steps, with what is near found. known: its patches too. */
  begin(h: number, v0: Float64Array, steps: number, known: boolean): void {
    const { w, contacts, rest } = this;
    const { touch } = w;
    this.h = h;
    this.resting = false;
    const near = touch.any && !touch.alone && !touch.quiet;
    if (near && !rest.goesOn(h, steps)) {
      if (!known) {
        touch.seen = -1;
        touch.find(w.moves, w.position, w.rotation);
      }
      this.finder.find(h, v0, false);
      rest.begin(h, known);
    } else this.resting = near;
    if (!near) contacts.set.clear();
    this.holdNodes();
    contacts.begin();
    this.fresh = true;
    for (const { cable } of w.cables.items) noteChords(cable);
  }

  /** Would anything overlap where the trial stands that has no contact? Then it has one from now on. */
  catchMissed(v0: Float64Array): boolean {
    const { touch } = this.w;
    if (!touch.any || touch.alone || touch.quiet || this.resting || !this.finder.missed()) return false;
    this.finder.find(this.h, v0, true);
    this.contacts.begin();
    this.fresh = true;
    return true;
  }

  private holdNodes(): void {
    const { attachments: a, items } = this.w.cables;
    this.held.fill(0);
    for (let k = 0; k < a.count; k++) {
      if (a.active[k] === 1) this.held[items[a.cable[k]].block - this.w.model.dynamicCount + a.node[k]] = 1;
    }
  }

  /**
   * The pattern of the matrix: cables, and contacts that push, or did before in this step. It stays from step to step while it has a place
   * for all of them, and is not much wider than they need.
   */
  private couple(): void {
    const { w, contacts, lu, fresh } = this;
    if (!contacts.wantBlocks() && !fresh) return;
    this.fresh = false;
    const there = this.keyCount > 0 && this.version === w.cables.version;
    // what is too wide is laid anew; else fill leaves room for many contacts that begin to push later
    const wide = there && this.keyCount > this.ownCount + KEYS * (SPARE * contacts.wanted() + SPARE_GROUPS);
    if (there && !(fresh && wide) && contacts.lay(lu, fresh)) return;
    const n = this.listEdges();
    let same = n === this.keyCount && there;
    for (let k = 0; same && k < n; k++) if (this.keys[k] !== this.edges[k]) same = false;
    if (!same) {
      if (this.keys.length < n) this.keys = new Int32Array(2 * n);
      for (let k = 0; k < n; k++) this.keys[k] = this.edges[k];
      this.layPattern(n);
    }
    contacts.lay(lu, true);
  }

  /** Pairs of nodes that cables and marked groups couple; returns how many numbers. */
  private listEdges(): number {
    const { w, contacts } = this;
    let n = 0;
    const { items } = w.cables;
    for (let k = 0; k < items.length; k++) {
      const first = items[k].block - w.model.dynamicCount;
      for (let i = 0; i < items[k].cable.nodeCount; i++) {
        for (let j = i + 1; j <= Math.min(i + 2, items[k].cable.nodeCount - 1); j++) {
          this.edges[n++] = first + i;
          this.edges[n++] = first + j;
        }
      }
    }
    this.ownCount = n;
    return contacts.couple(this.edges, n, (least) => {
      const larger = new Int32Array(2 * least);
      larger.set(this.edges);
      this.edges = larger;
      return larger;
    });
  }

  /** Lays the pattern of the first n keys. */
  private layPattern(n: number): void {
    this.keyCount = n;
    this.version = this.w.cables.version;
    this.lu.lay(this.keys, n >> 1);
    this.layCables();
  }

  /** The pattern, which the order of sums depends on, for a checkpoint. */
  savePattern(): readonly number[] {
    if (this.version !== this.w.cables.version) return [0];
    return [this.keyCount, this.ownCount, ...this.keys.subarray(0, this.keyCount)];
  }

  /** Returns how many numbers of it were the pattern's. */
  restorePattern(saved: ArrayLike<number>): number {
    const n = saved.length > 0 ? saved[0] : 0;
    this.keyCount = 0;
    if (n === 0) return Math.min(1, saved.length);
    this.ownCount = saved[1];
    if (this.keys.length < n) this.keys = new Int32Array(2 * n);
    for (let k = 0; k < n; k++) this.keys[k] = saved[2 + k];
    this.layPattern(n);
    return n + 2;
  }

  private layCables(): void {
    const { w, lu, offsets, turned } = this;
    for (const { cable, block } of w.cables.items) {
      const first = block - w.model.dynamicCount;
      for (let i = 0; i < cable.capacity; i++) {
        for (let side = 0; side < 3; side++) {
          const there = i + side < cable.nodeCount || side === 0;
          offsets[3 * (first + i) + side] = there ? lu.blockOffset(first + i, first + i + side) : -1;
          turned[3 * (first + i) + side] = there && lu.isTransposed(first + i, first + i + side) ? 1 : 0;
        }
      }
    }
  }

  /** Displacements and velocities for the accelerations x at the end of the step, from velocities v0 at its start. */
  move(x: Float64Array, v0: Float64Array, t: number): void {
    const { w, h } = this;
    for (let i = w.bodySize; i < w.size; i++) {
      w.velocity[i] = v0[i] + h * x[i];
      w.u[i] = h * w.velocity[i];
      w.cableX[i - w.bodySize] = x[i];
    }
    moveTrial(w, t);
  }

  /** Held nodes go with their holders: their accelerations. The workspace stands at the end of the step. */
  holdEnds(x: Float64Array, v0: Float64Array, t: number): void {
    const { w, h } = this;
    const { attachments: a, items, firstRow } = w.cables;
    if (a.count === 0) return;
    this.move(x, v0, t);
    evaluateAttachments(w, false);
    for (let k = 0; k < a.count; k++) {
      if (a.active[k] === 0) continue;
      const o = items[a.cable[k]].at + 4 * a.node[k];
      for (let r = 0; r < 3; r++) x[o + r] -= w.rows.phi[firstRow + 3 * k + r] / (h * h);
    }
  }

  /** residual = M x - F at the trial, of cables and contacts. */
  evaluate(residual: Float64Array, x: Float64Array): void {
    this.lineariseCables(x, false);
    const { w, cablesLeft } = this;
    this.contacts.move(w.u, C_MOVE, true);
    w.force.fill(0);
    this.contacts.addForces(w.force, this.h);
    for (let i = w.bodySize; i < w.size; i++) residual[i] = cablesLeft[i] - w.force[i];
  }

  /** Cables at the trial: what they leave of M x - F, and their matrix when wanted. Contacts stand at the trial as well. */
  linearise(x: Float64Array): void {
    this.lineariseCables(x, true);
    this.contacts.move(this.w.u, C_MOVE, true);
  }

  private lineariseCables(x: Float64Array, wantMatrix: boolean): void {
    const { w, h, cablesLeft } = this;
    w.force.fill(0);
    w.loadPower = 0;
    w.b = h * h;
    w.c = h;
    addCables(w, wantMatrix, false);
    if (w.pull.unknown >= 0) addPull(w, w.pull);
    timesCableMasses(w, cablesLeft, x);
    for (let i = w.bodySize; i < w.size; i++) cablesLeft[i] -= w.force[i];
    if (!wantMatrix) return;
    for (const { cable } of w.cables.items) addCableMass(cable, 1);
  }

  /**
   * Would what stands still with x stay? No node is out of balance by more than its mass times this [m/s^2]. Twist is not asked.
   */
  stays(x: Float64Array, most: number): boolean {
    const { w, h, lu, contacts, cablesLeft, held } = this;
    if (lu.size !== 3) return false;
    this.lineariseCables(x, false);
    contacts.move(w.u, C_MOVE, true);
    contacts.bound(h, true);
    w.force.fill(0);
    contacts.addForces(w.force, h);
    for (const { cable, at, block } of w.cables.items) {
      for (let i = 0; i < cable.nodeCount; i++) {
        if (held[block - w.model.dynamicCount + i] === 1) continue;
        const limit = most * cable.mass[i];
        for (let k = at + 4 * i; k < at + 4 * i + 3; k++) {
          if (!(Math.abs(cablesLeft[k] - w.force[k]) <= limit)) return false;
        }
      }
    }
    return true;
  }

  /** Increment of x for cables as they were linearised and contacts as they are. False: not positive definite. */
  solve(increment: Float64Array): boolean {
    const { w, h, lu, residual, cablesLeft } = this;
    w.force.fill(0);
    this.contacts.addForces(w.force, h);
    this.couple();
    this.addTangents();
    this.contacts.addMatrix(lu.values, lu.size, h);
    for (let i = w.bodySize; i < w.size; i++) residual[i] = cablesLeft[i] - w.force[i];
    return this.factorAndSolve(increment);
  }

  private addTangents(): void {
    const { w, lu, offsets, turned } = this;
    const { size } = lu;
    lu.clear();
    for (const { cable, block } of w.cables.items) {
      const first = block - w.model.dynamicCount;
      for (let i = 0; i < cable.nodeCount; i++) {
        for (let side = 0; side < 3; side++) {
          const to = offsets[3 * (first + i) + side];
          if (to < 0) continue;
          const from = 80 * i + 16 * (side + 2);
          const swap = turned[3 * (first + i) + side] === 1;
          if (size === 3) {
            addThree(lu.values, to, cable.tangent, from, swap);
            continue;
          }
          for (let r = 0; r < size; r++) {
            for (let c = 0; c < size; c++) {
              lu.values[to + (swap ? size * c + r : size * r + c)] += cable.tangent[from + 4 * r + c];
            }
          }
        }
      }
      for (let i = cable.nodeCount; i < cable.capacity; i++) {
        for (let r = 0; r < size; r++) lu.values[offsets[3 * (first + i)] + (size + 1) * r] += 1;
      }
    }
  }

  /** Sets held nodes aside, factors, and takes the increment of x for the residual. */
  private factorAndSolve(increment: Float64Array): boolean {
    const { w, lu, packed, held, residual } = this;
    const { size, count } = lu;
    for (let i = 0; i < count; i++) {
      if (held[i] === 0) continue;
      // so heavy that it stays
      const d = lu.blockOffset(i, i);
      for (let r = 0; r < 3; r++) lu.values[d + (size + 1) * r] += 1e12;
    }
    if (lu.factor() >= 0) return false;
    for (let i = 0; i < count; i++) {
      for (let r = 0; r < size; r++) {
        packed[size * i + r] = held[i] === 1 && r < 3 ? 0 : -residual[w.bodySize + 4 * i + r];
      }
    }
    lu.solve(packed);
    for (let i = 0; i < count; i++) {
      const o = w.bodySize + 4 * i;
      increment[o + 3] = 0;
      for (let r = 0; r < size; r++) increment[o + r] = held[i] === 1 && r < 3 ? 0 : packed[size * i + r];
    }
    return true;
  }

  /** How much of the increment brings the least of the function: cables are a parabola along it. */
  search(increment: Float64Array): number {
    const { w, h, contacts, residual } = this;
    if (contacts.set.count === 0) return 1;
    contacts.move(increment, C_AHEAD, false);
    let start = 0;
    for (let i = w.bodySize; i < w.size; i++) start += residual[i] * increment[i];
    if (!(start < 0)) return 1;
    const before = contacts.slopeNow();
    const rise = -start - contacts.curvature(h); // dx.A dx of the cables
    contacts.foresee(h);
    const end = start - before + rise + contacts.slope(h, 1);
    if (!(end > -LEVEL * start)) return 1;
    return leastAlong(start, end, (part) => start - before + part * rise + contacts.slope(h, part));
  }

  /** Goes on by a part of the increment: A dx = -r - C dx of the cables, C that of the contacts' last forces. */
  goOn(part: number): void {
    const { w, h, contacts, residual, cablesLeft, inertia } = this;
    if (contacts.set.count === 0) {
      for (let i = w.bodySize; i < w.size; i++) cablesLeft[i] -= part * residual[i];
      return;
    }
    inertia.fill(0);
    contacts.timesMatrix(inertia, h);
    for (let i = w.bodySize; i < w.size; i++) cablesLeft[i] -= part * (residual[i] + inertia[i]);
    contacts.advance(part * h * h);
  }

  /** The step, after so many, ends with x, forces are evaluated: multipliers of held ends, what contacts remember and hold. */
  end(residual: Float64Array, steps: number): void {
    const { w, rest } = this;
    const { attachments: a, items, firstRow } = w.cables;
    for (let k = 0; k < a.count; k++) {
      const o = items[a.cable[k]].at + 4 * a.node[k];
      for (let r = 0; r < 3; r++) w.lambda[firstRow + 3 * k + r] = a.active[k] === 1 ? -residual[o + r] : 0;
    }
    if (!w.touch.any) return;
    rememberPile(w, this.contacts.set, this.h);
    if (w.touch.alone || rest.end(steps)) return;
    w.touch.find(w.moves, w.position, w.rotation);
    rest.count(false);
    storeOverlap(w);
    rest.count(true);
  }
}

/** The upper left three by three of a block of four rows, or its transpose. */
function addThree(values: Float64Array, to: number, tangent: Float64Array, from: number, swap: boolean): void {
  const right = swap ? 4 : 1;
  const down = swap ? 1 : 4;
  values[to] += tangent[from];
  values[to + 1] += tangent[from + right];
  values[to + 2] += tangent[from + 2 * right];
  values[to + 3] += tangent[from + down];
  values[to + 4] += tangent[from + 5];
  values[to + 5] += tangent[from + down + 2 * right];
  values[to + 6] += tangent[from + 2 * down];
  values[to + 7] += tangent[from + 2 * down + right];
  values[to + 8] += tangent[from + 10];
}

/** Chords where the step begins. */
function noteChords({ q, length0, elementCount }: Cable): void {
  for (let j = 0; j < elementCount; j++) {
    const x = q[4 * j + 4] - q[4 * j];
    const y = q[4 * j + 5] - q[4 * j + 1];
    const z = q[4 * j + 6] - q[4 * j + 2];
    length0[j] = Math.sqrt(x * x + y * y + z * z);
  }
}

/** Slopes within this part of that at the start are none; a whole increment is taken where its slope is below it. */
const LEVEL = 0.5;
const ROUNDS = 8;

/** Root of a rising slope between 0 and 1 by the Illinois rule. */
function leastAlong(start: number, end: number, at: (part: number) => number): number {
  let low = 0;
  let atLow = start;
  let high = 1;
  let atHigh = end;
  let side = 0;
  let part = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const width = high - low;
    const root = (low * atHigh - high * atLow) / (atHigh - atLow);
    part = Math.min(Math.max(root, low + 0.05 * width), high - 0.05 * width);
    const here = at(part);
    if (Math.abs(here) < -LEVEL * start) return part;
    if (here > 0) {
      high = part;
      atHigh = here;
      if (side === 1) atLow *= 0.5;
      side = 1;
    } else {
      low = part;
      atLow = here;
      if (side === -1) atHigh *= 0.5;
      side = -1;
    }
  }
  return part;
}
