/**
 * A step of cables that touch each other, themselves and solids, with held contacts: backward Euler for the accelerations x,
 *   v = v0 + h x,  u = h v:    M x - F(q0 + u, v) - contacts(u) = 0
 * with contacts looked for once, where the step begins (pile-find.ts). Its matrix is symmetric: tensions of pushed elements are left out, and of
 * what damps an element the part that is not.
 */
import { addCableMass, type Cable } from '../bodies/index.ts';
import { BlockCholesky } from '../linalg/index.ts';
import { LINE_HERE, LINE_PART, LINE_START, type Line, searchLine } from '../math/index.ts';
import { addCables, timesCableMasses, addPull, evaluateAttachments, type Workspace } from '../stage/index.ts';
import { checkPile } from './pile-check.ts';
import { PileContacts } from './pile-contacts.ts';
import { rememberPile, storeOverlap } from './pile-finish.ts';
import { PileFinder } from './pile-find.ts';
import { PilePattern } from './pile-pattern.ts';
import { PileRest } from './pile-rest.ts';
import { moveTrial } from '../trial/index.ts';

/** A whole increment is taken where the slope is below this part of that at the start; else slopes within LEVEL of it are none. */
const WHOLE = 0.5;
const LEVEL = 0.1;
const TRIES = 8;

export class PileSystem implements Line {
  readonly contacts: PileContacts;
  readonly lu: BlockCholesky;
  readonly pattern: PilePattern;
  private readonly w: Workspace;
  readonly rest: PileRest;
  private readonly finder: PileFinder;
  private readonly packed: Float64Array;
  private readonly inertia: Float64Array;
  /** what cables leave of M x - F, and all */
  private readonly cablesLeft: Float64Array;
  private readonly residual: Float64Array;
  /** 1: the node is held */
  private readonly held: Uint8Array;
  private h = 0;
  readonly line: Float64Array = new Float64Array(3);
  /** slope of the cables' function at the start of the line, and how it rises */
  private readonly ofCables: Float64Array = new Float64Array(2);
  /** the step goes on with the contacts of the last */
  resting = false;

  /** Throws BuildError for models it cannot carry. */
  constructor(w: Workspace) {
    checkPile(w.model);
    this.w = w;
    const n = w.cables.nodeCount;
    const size = w.cables.items.some(({ cable }) => cable.hasTwist) ? 4 : 3;
    this.contacts = new PileContacts();
    this.finder = new PileFinder(w, this.contacts.set);
    this.rest = new PileRest(w, this.contacts.set);
    this.lu = new BlockCholesky(n, size);
    this.pattern = new PilePattern(w, this.contacts, this.lu);
    this.packed = new Float64Array(size * n);
    this.inertia = new Float64Array(w.size);
    this.cablesLeft = new Float64Array(w.size);
    this.residual = new Float64Array(w.size);
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
    this.pattern.begin();
    for (const { cable } of w.cables.items) noteChords(cable);
  }

  /** Would anything overlap where the trial stands that has no contact? Then it has one from now on. */
  catchMissed(v0: Float64Array): boolean {
    const { touch } = this.w;
    if (!touch.any || touch.alone || touch.quiet || this.resting || !this.finder.missed()) return false;
    this.finder.find(this.h, v0, true);
    this.pattern.begin();
    return true;
  }

  private holdNodes(): void {
    const { attachments: a, items } = this.w.cables;
    this.held.fill(0);
    for (let k = 0; k < a.count; k++) {
      if (a.active[k] === 1) this.held[items[a.cable[k]].block - this.w.model.dynamicCount + a.node[k]] = 1;
    }
  }

  /** Displacements and velocities for the accelerations x at the end of the step, from velocities v0 at its start. */
  move(x: Float64Array, v0: Float64Array, t: number): void {
    const { w, h } = this;
    const { velocity, u, cableX, bodySize, size } = w;
    for (let i = bodySize; i < size; i++) {
      const v = v0[i] + h * x[i];
      velocity[i] = v;
      u[i] = h * v;
      cableX[i - bodySize] = x[i];
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

  /** residual = M x - F at the trial, of cables and contacts. first: friction is bounded by the forces that contacts were found with. */
  evaluate(residual: Float64Array, x: Float64Array, first: boolean): void {
    this.lineariseCables(x, false);
    const { w, cablesLeft, contacts, h } = this;
    contacts.move(w.u);
    if (first) contacts.bound(h, true);
    w.force.fill(0);
    contacts.addForces(w.force, h);
    for (let i = w.bodySize; i < w.size; i++) residual[i] = cablesLeft[i] - w.force[i];
  }

  /** Cables at the trial: what they leave of M x - F, and their matrix when wanted. Contacts stand at the trial as well. */
  linearise(x: Float64Array): void {
    this.lineariseCables(x, true);
    this.contacts.move(this.w.u);
  }

  private lineariseCables(x: Float64Array, wantMatrix: boolean): void {
    const { w, h, cablesLeft } = this;
    w.force.fill(0);
    w.loadPower = 0;
    w.b = h * h;
    w.c = h;
    addCables(w, wantMatrix, false);
    if (w.pull.unknown >= 0) addPull(w, w.pull);
    for (let k = 0; k < w.pushes.length; k++) if (w.pushes[k].unknown >= 0) addPull(w, w.pushes[k]);
    timesCableMasses(w, cablesLeft, x);
    for (let i = w.bodySize; i < w.size; i++) cablesLeft[i] -= w.force[i];
    if (!wantMatrix) return;
    for (const { cable } of w.cables.items) addCableMass(cable, 1);
  }

  /**
   * Would what stands still with x stay? No node is out of balance by more than its mass times this [m/s^2], by the residual. Twist is not asked.
   */
  stays(residual: Float64Array, x: Float64Array, most: number): boolean {
    const { w, lu, held } = this;
    if (lu.size !== 3) return false;
    this.evaluate(residual, x, true);
    for (const { cable, at, block } of w.cables.items) {
      for (let i = 0; i < cable.nodeCount; i++) {
        if (held[block - w.model.dynamicCount + i] === 1) continue;
        const limit = most * cable.mass[i];
        for (let k = at + 4 * i; k < at + 4 * i + 3; k++) if (!(Math.abs(residual[k]) <= limit)) return false;
      }
    }
    return true;
  }

  /** Increment of x for cables as they were linearised and contacts as they are. False: not positive definite. */
  solve(increment: Float64Array): boolean {
    const { w, h, lu, residual, cablesLeft } = this;
    w.force.fill(0);
    this.contacts.addForces(w.force, h);
    this.pattern.couple();
    this.pattern.addTangents();
    this.contacts.addMatrix(lu.values, lu.size, h);
    for (let i = w.bodySize; i < w.size; i++) residual[i] = cablesLeft[i] - w.force[i];
    return this.factorAndSolve(increment);
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
    const { w, h, contacts, residual, line } = this;
    if (contacts.set.count === 0) return 1;
    contacts.foresee(increment, h);
    let start = 0;
    for (let i = w.bodySize; i < w.size; i++) start += residual[i] * increment[i];
    if (!(start < 0)) return 1;
    this.ofCables[0] = start - contacts.slopeNow();
    this.ofCables[1] = -start - contacts.curvature(h); // dx.A dx
    line[LINE_START] = start;
    line[LINE_PART] = 1;
    this.tryPart();
    if (line[LINE_HERE] > -WHOLE * start) searchLine(this, LEVEL, TRIES);
    return line[LINE_PART];
  }

  tryPart(): void {
    const { line, ofCables } = this;
    const part = line[LINE_PART];
    line[LINE_HERE] = ofCables[0] + part * ofCables[1] + this.contacts.slope(this.h, part);
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

  /** The step, after so many, ends with x, forces are evaluated: multipliers of held ends, what contacts remember and hold. True: patches were found there. */
  end(residual: Float64Array, steps: number): boolean {
    const { w, rest } = this;
    const { attachments: a, items, firstRow } = w.cables;
    for (let k = 0; k < a.count; k++) {
      const o = items[a.cable[k]].at + 4 * a.node[k];
      for (let r = 0; r < 3; r++) w.lambda[firstRow + 3 * k + r] = a.active[k] === 1 ? -residual[o + r] : 0;
    }
    if (!w.touch.any) return false;
    rememberPile(w, this.contacts.set, this.h);
    if (w.touch.alone || rest.end(steps)) return false;
    w.touch.find(w.moves, w.position, w.rotation);
    rest.count(false);
    storeOverlap(w);
    rest.count(true);
    return true;
  }
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
