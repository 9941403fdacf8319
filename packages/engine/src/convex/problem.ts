/**
 * One step h of the whole model: the velocities v at its end minimise a convex function:
 *   1/2 (v - v_k)^T S (v - v_k) + g_k.(v - v_k) + h l(v)     with  J (v - v_k) = -Phi_k/h
 * All terms are evaluated at an iterate, with velocities v_k and the positions they lead to: g = M v - P0 - h Q + J^T mu is the momentum
 * residual, Q all forces except contact, S = M + h C + h^2 K its derivative; J and Phi are the rows of joints and mu [N s] their impulses;
 * l is a sum over contacts, whose forces are minus its gradient. Repeated at its own solution until converged, the step is one of backward
 * Euler.
 */
import { GrowableInt32 } from '../base/index.ts';
import { addMassBlocks, type Cable, timesMass } from '../bodies/index.ts';
import {
  addJoints,
  addTransposed,
  beginSmoothMatrix,
  evaluateRows,
  evaluateSmooth,
  massTimes,
  type Workspace,
} from '../stage/index.ts';
import { placeTrial } from '../trial/index.ts';
import { AreaContacts } from './area-contacts.ts';
import { AreaSource } from './area-source.ts';
import { EASED, EnergyBudget, UNKNOWN_GAIN } from './budget.ts';
import { freeVelocity } from './free-motion.ts';
import { Islands } from './islands.ts';
import { PointContacts } from './point-contacts.ts';
import { PointSource } from './point-source.ts';
import { Resolved } from './resolved.ts';
import { BodyMatrix, type StepMatrix, WholeMatrix } from './step-matrix.ts';
import type { StrandContacts } from './strand-contacts.ts';
import { NodeMatrix } from './strand-matrix.ts';
import { CableSource } from './strand-source.ts';

const STILL = { ratio: 0 };
// Energies of a step: kinetic energy at its start [J], power of bodies with given motion through contacts at its end [W], and those of EnergyBudget.
const KINETIC = 2;
const GIVEN = 3;
/** Gains of a step below this part of m (g h)^2 are the error of Newton's method. */
const UNKNOWN = 1e-6;
/**
 * Residual motion allowed at rest: the force that would stop it within the step stays below this multiple of the imbalance that counts as
 * rest.
 */
const DROWSY = 10;
/** [m/s^2] gravity assumed for tolerances where there is none */
const LEAST_GRAVITY = 0.1;

export class ConvexProblem {
  readonly islands: Islands;
  readonly points: PointContacts;
  readonly areas: AreaContacts;
  readonly strands: StrandContacts;
  readonly matrix: StepMatrix;
  /** bodies connected by contact alone */
  readonly plain: boolean;
  /** by island: 1 where it has joints or held ends of cables */
  readonly hasRows: Uint8Array;
  /** g at the velocities of the solver */
  readonly smooth: Float64Array;
  /** mu [N s] */
  readonly impulse: Float64Array;
  /** residual of J v */
  readonly lack: Float64Array;
  /** island of each row */
  readonly rowIsland: Int32Array;
  /** [m] by body: distance of its parts from its centre */
  readonly reach: Float64Array;
  private readonly w: Workspace;
  private readonly budget = new EnergyBudget();
  /** UNKNOWN m g^2 [J/s^2] */
  private readonly unknown: number;
  private readonly source: PointSource;
  private readonly areaSource: AreaSource;
  private readonly cableSource: CableSource;
  private readonly bodyMatrix: BodyMatrix | undefined;
  private readonly couples = new GrowableInt32(128);
  private readonly momentum: Float64Array;
  private readonly scratch: Float64Array;
  private readonly gained: Float64Array;
  /** at the start of the step: inertia in the world, velocities without contact, forces without contact */
  private readonly inertia: Float64Array;
  private readonly free: Float64Array;
  private readonly loads: Float64Array;
  private readonly change: Float64Array;
  private readonly none: Uint8Array;
  /** see KINETIC ...; an array, because a number passed or returned would be boxed */
  private readonly energies = new Float64Array(4);
  /** by body: 1 without contact, joint, spring or water */
  private readonly flies: Uint8Array;
  private readonly start: Float64Array;
  private readonly join: (a: number, b: number) => void;
  private readonly joinIslands: (a: number, b: number) => void;

  constructor(w: Workspace) {
    const { model, cables } = w;
    const n = model.dynamicCount;
    this.w = w;
    this.islands = new Islands(n, cables.nodeCount);
    const resolved = new Resolved(model);
    this.points = new PointContacts(n + cables.nodeCount, resolved);
    this.source = new PointSource(w, this.points);
    this.areas = new AreaContacts(n + cables.nodeCount, n, resolved);
    this.areaSource = new AreaSource(w, this.areas);
    this.plain =
      w.multiplierCount === 0 && !cables.any && !w.hulls.any && model.springs.count === 0 && model.actions.count === 0;
    this.bodyMatrix = this.plain ? new BodyMatrix(n) : undefined;
    this.matrix = this.bodyMatrix ?? (NodeMatrix.suits(w) ? new NodeMatrix(w) : new WholeMatrix(w));
    this.cableSource = new CableSource(w, this.matrix);
    this.strands = this.cableSource.out;
    w.matrix.needed = !this.plain;
    this.hasRows = new Uint8Array(n + cables.nodeCount);
    this.smooth = new Float64Array(w.size);
    this.momentum = new Float64Array(w.size);
    this.scratch = new Float64Array(w.size);
    this.gained = new Float64Array(w.size);
    this.inertia = new Float64Array(9 * n);
    this.free = new Float64Array(w.velocity.length);
    this.loads = new Float64Array(w.size);
    this.change = new Float64Array(n + cables.nodeCount);
    this.none = new Uint8Array(n + cables.nodeCount);
    this.flies = new Uint8Array(n);
    this.start = new Float64Array(w.velocity.length);
    this.impulse = new Float64Array(w.multiplierCount);
    this.lack = new Float64Array(w.multiplierCount);
    let mass = 0;
    for (let i = 0; i < n; i++) mass += model.mass[i];
    const [gx, gy, gz] = model.gravity;
    this.unknown = UNKNOWN * mass * Math.max(LEAST_GRAVITY * LEAST_GRAVITY, gx * gx + gy * gy + gz * gz);
    this.rowIsland = new Int32Array(w.multiplierCount);
    this.reach = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const I = Math.max(model.inertia[6 * i], model.inertia[6 * i + 1], model.inertia[6 * i + 2]);
      this.reach[i] = 2 * Math.sqrt(I / model.mass[i]);
    }
    this.joinIslands = (a, b) => this.islands.join(a, b);
    this.join = (a, b) => {
      this.couples.push(a);
      this.couples.push(b);
      this.islands.join(a, b);
    };
  }

  /** Begins a step. The workspace holds the state at its start; `steps` counts earlier steps. */
  begin(steps: number): void {
    const { w, points } = this;
    this.start.set(w.velocity);
    massTimes(w, this.momentum, w.velocity);
    if (this.plain) {
      this.noteKinetic(KINETIC);
      this.findFree();
    }
    if (w.contacts.ledger.held.length === 0) w.contacts.ledger.noteHeld(); // at the start of the run
    points.clear();
    points.h = w.h;
    this.areas.clear();
    this.areas.h = w.h;
    this.cableSource.find(this.start, steps); // before areas, which are evaluated ahead
    w.cables.symmetric = true; // from here on: earlier no lengths were stored, and a search for equilibrium has no step
    for (let c = 0; c < w.cables.items.length; c++) noteLengths(w.cables.items[c].cable);
    if (w.contacts.any) {
      this.source.find();
      this.areaSource.find();
    }
    this.couple();
    for (let i = 0; i < this.impulse.length; i++) this.impulse[i] = w.h * w.lambda[i];
  }

  /** Velocities without contact, and initial values of the step. */
  private findFree(): void {
    const { w, inertia, free, loads } = this;
    for (let i = 0; i < inertia.length; i++) inertia[i] = w.inertiaW[i];
    evaluateSmooth(w, false);
    for (let i = 0; i < w.size; i++) loads[i] = w.force[i];
    for (let i = 0; i < w.model.dynamicCount; i++) freeVelocity(free, w, inertia, i);
  }

  /** Marks bodies without contacts or, at the end of a step, without active ones. */
  private findFlying(acting: boolean): void {
    this.flies.fill(this.plain ? 1 : 0);
    this.points.mark(this.flies, acting);
    this.areas.mark(this.flies, acting);
    this.strands.mark(this.flies);
  }

  private couple(): void {
    const { w, islands, points, couples, hasRows } = this;
    const { joints, springs, dynamicCount: n } = w.model;
    couples.clear();
    islands.begin();
    points.couple(this.join);
    this.areas.couple(this.join);
    if (this.matrix instanceof NodeMatrix) this.strands.joinIslands(this.joinIslands);
    else this.strands.couple(this.join);
    for (let k = 0; k < joints.count; k++) islands.join(bodyOf(joints.slotA[k], n), bodyOf(joints.slotB[k], n));
    for (let k = 0; k < springs.count; k++) islands.join(bodyOf(springs.slotA[k], n), bodyOf(springs.slotB[k], n));
    for (let c = 0; c < w.cables.items.length; c++) {
      const { cable, block } = w.cables.items[c];
      for (let i = 1; i < cable.nodeCount; i++) islands.join(block, block + i);
    }
    const a = w.cables.attachments;
    for (let k = 0; k < a.count; k++) {
      if (a.active[k] === 1) islands.join(w.cables.items[a.cable[k]].block + a.node[k], bodyOf(a.slot[k], n));
    }
    islands.number();
    hasRows.fill(0);
    for (let k = 0; k < joints.count; k++) {
      const slot = joints.slotA[k] < n ? joints.slotA[k] : joints.slotB[k];
      if (slot >= n) continue;
      hasRows[islands.of[slot]] = 1;
      this.rowIsland.fill(islands.of[slot], joints.rowStart[k], joints.rowStart[k + 1]);
    }
    for (let k = 0; k < a.count; k++) {
      const island = islands.of[w.cables.items[a.cable[k]].block + a.node[k]];
      hasRows[island] = 1;
      const row = w.cables.firstRow + 3 * k;
      this.rowIsland.fill(island, row, row + 3);
    }
    this.findFlying(false);
    points.number(islands.of);
    this.areas.number(islands.of);
    this.strands.number(islands.of);
    if (!(this.matrix instanceof NodeMatrix)) this.matrix.lay(couples);
    points.lay(this.matrix);
    this.areas.lay(this.matrix);
    this.strands.lay(this.matrix);
  }

  /** Evaluates the iterate: positions reached with velocities v, and all terms there. Writes v of bodies with given motion. */
  lineUp(v: Float64Array, round: number, wantMatrix = true): void {
    const { w, points } = this;
    this.place(v);
    for (let i = w.size; i < v.length; i++) v[i] = w.u[i] / w.h; // their displacement in the step
    if (w.multiplierCount > 0) evaluateRows(w, false);
    if (this.bodyMatrix) this.takeFree(v, this.bodyMatrix, round);
    else {
      if (wantMatrix) beginSmoothMatrix(w);
      evaluateSmooth(w, wantMatrix);
      if (wantMatrix) {
        addJoints(w, round > 1); // impulses of the previous step may be those of an impact
        this.matrix.keep();
      }
      massTimes(w, this.smooth, v);
      for (let i = 0; i < w.size; i++) this.smooth[i] -= this.momentum[i] + w.h * w.force[i];
    }
    if (w.multiplierCount > 0) {
      addTransposed(w, this.smooth, this.impulse);
      for (let i = 0; i < this.lack.length; i++) this.lack[i] = -w.rows.phi[i] / w.h;
    }
    if (round > 1) {
      points.renew();
      this.areas.renew();
      this.strands.renew();
    }
    if (w.contacts.any) {
      this.source.lineUp();
      if (round > 1) this.areaSource.lineUp();
    }
    points.noteMotion(v);
    this.cableSource.lineUp(v);
  }

  /** For bodies connected by contact alone: g = M (v - v*), v* the velocities without contact. */
  private takeFree(v: Float64Array, matrix: BodyMatrix, round: number): void {
    const { w, inertia, free, gained } = this;
    const n = w.model.dynamicCount;
    if (round === 1) {
      matrix.clear();
      addMassBlocks(matrix.values, matrix.diagonal, w.model.mass, inertia, this.start, n, STILL);
      matrix.keep();
    }
    for (let i = 0; i < w.size; i++) gained[i] = v[i] - free[i];
    timesMass(this.smooth, gained, w.model.mass, inertia, n);
  }

  /** out = M x of bodies connected by contact alone, with the inertia at the start of the step, as in the matrix. */
  timesInertia(out: Float64Array, x: Float64Array): void {
    timesMass(out, x, this.w.model.mass, this.inertia, this.w.model.dynamicCount);
  }

  /** Contacts at the velocities v, except in islands with done = 1; otherwise as in PointContacts. */
  addForces(force: Float64Array, v: Float64Array, done: Uint8Array): void {
    this.points.addForces(force, v, done);
    this.areas.addForces(force, v, done);
    this.strands.addForces(force, v, done);
  }

  /** The matrix at the velocities of addForces. */
  fillMatrix(done: Uint8Array): void {
    this.strands.layActing();
    this.matrix.takeKept();
    this.points.addMatrix(this.matrix, done);
    this.areas.addMatrix(this.matrix, done);
    this.strands.addMatrix(done);
  }

  /** True if no contact of island k changed its state at the last evaluation. */
  steady(k: number): boolean {
    return this.points.changes[k] + this.areas.changes[k] + this.strands.changes[k] === 0;
  }

  /** True if increments of island k are those of Newton's method, not shortened. */
  foreseen(k: number): boolean {
    return this.points.unforeseen[k] === 0;
  }

  noteLine(v: Float64Array, increment: Float64Array, done: Uint8Array): void {
    this.points.noteLine(v, increment, done);
    this.areas.noteLine(v, increment, done);
    this.strands.noteLine(increment, done);
  }

  subtractMatrix(out: Float64Array, done: Uint8Array): void {
    this.points.subtractMatrix(out, done);
    this.areas.subtractMatrix(out, done);
    this.strands.subtractMatrix(out, done);
  }

  addFirstSlopes(slope: Float64Array, done: Uint8Array): void {
    this.points.addFirstSlopes(slope, done);
    this.areas.addFirstSlopes(slope, done);
    this.strands.addFirstSlopes(slope, done);
  }

  addSlopes(slope: Float64Array, part: Float64Array, done: Uint8Array): void {
    this.points.addSlopes(slope, part, done);
    this.areas.addSlopes(slope, part, done);
    this.strands.addSlopes(slope, part, done);
  }

  /** True if the friction of cables uses normal forces that differ from those of the last solution. */
  get stale(): boolean {
    return this.cableSource.stale;
  }

  /** True if cables are solved without the stage matrix, which then holds no factor. */
  get leavesStageMatrix(): boolean {
    return this.matrix instanceof NodeMatrix;
  }

  /** True if cables keep the contacts of the previous step. */
  get keepsContacts(): boolean {
    return this.cableSource.kept;
  }

  /**
   * Would everything stay at rest at the start of the step, with v = 0 and the joints' impulses of the previous step? The imbalance of
   * every part, including the force to stop it, is then below its mass times this [m/s^2]. Contacts are evaluated there.
   */
  stays(v: Float64Array, most: number): boolean {
    const { w, scratch, smooth, reach, start } = this;
    const { h } = w;
    const { mass } = w.model;
    for (let i = 0; i < w.size; i++) if (!(Math.abs(start[i]) <= DROWSY * most * h)) return false;
    v.fill(0);
    this.lineUp(v, 1, false);
    for (let i = w.size; i < v.length; i++) if (v[i] !== 0) return false;
    for (let i = 0; i < this.lack.length; i++) if (!(Math.abs(this.lack[i]) <= most * h)) return false;
    scratch.fill(0);
    this.addForces(scratch, v, this.none);
    for (let i = 0; i < w.bodySize; i++) {
      const body = Math.floor(i / 6);
      const limit = most * mass[body] * h * (i % 6 < 3 ? 1 : reach[body]);
      if (!(Math.abs(smooth[i] - h * scratch[i]) <= limit)) return false;
    }
    for (let c = 0; c < w.cables.items.length; c++) {
      const { cable, at } = w.cables.items[c];
      if (cable.hasTwist) return false;
      for (let i = 0; i < cable.nodeCount; i++) {
        const limit = most * cable.mass[i] * h;
        for (let k = at + 4 * i; k < at + 4 * i + 3; k++) {
          if (!(Math.abs(smooth[k] - h * scratch[k]) <= limit)) return false;
        }
      }
    }
    return true;
  }

  /** After a round with contacts of the previous step: did a cable move too far for them with the velocities v? */
  strayed(v: Float64Array): boolean {
    const { w } = this;
    if (!this.keepsContacts) return false;
    const most = this.cableSource.rest.farthest / w.h;
    for (let i = w.bodySize; i < w.size; i += 4) {
      for (let k = i; k < i + 3; k++) if (!(Math.abs(v[k]) <= most)) return true;
    }
    return false;
  }

  /** Searches contacts after all, at the start of the step from `time`. */
  lookAgain(time: number): void {
    const { w, start } = this;
    const end = w.time;
    w.time = time;
    w.u.fill(0);
    w.velocity.set(start);
    placeTrial(w);
    w.time = end;
    this.begin(-2);
  }

  /** Ends a step: decides whether the next one keeps the contacts of cables. `steps` counts earlier steps. */
  carry(steps: number): void {
    this.cableSource.carry(steps);
  }

  /** What a checkpoint needs besides the State; `steps` counts the steps taken. */
  save(steps: number): readonly number[] {
    const pattern = this.matrix instanceof NodeMatrix ? this.matrix.save() : [];
    return [pattern.length, ...pattern, ...this.cableSource.rest.save(steps)];
  }

  restore(saved: ArrayLike<number>, steps: number): void {
    const numbers = Float64Array.from(saved);
    const from = 1 + (numbers.length > 0 ? numbers[0] : 0);
    if (this.matrix instanceof NodeMatrix) this.matrix.restore(numbers.subarray(1, from));
    this.cableSource.rest.restore(numbers.subarray(from), steps);
  }

  /** After a round with velocities v: was a contact missed? Then it is added, and the step starts again. */
  catchMissed(v: Float64Array): boolean {
    const { w } = this;
    if (!w.touch.any && !w.contacts.scene.near.length) return false;
    this.place(v);
    const ofAreas = this.areaSource.catchMissed(v);
    const ofCables = w.touch.any && this.cableSource.catchMissed(this.start);
    if (!ofAreas && !ofCables) return false;
    this.couple();
    return true;
  }

  /**
   * Evaluates contacts at the solution v. Returns an upper bound of the change of speed of a block [m/s] by friction with the new normal
   * forces.
   */
  unsettled(v: Float64Array): number {
    const { w, change } = this;
    const { mass, dynamicCount: n } = w.model;
    this.points.addForces(this.scratch, v, this.none);
    this.areas.settle(v);
    this.strands.addForces(this.scratch, v, this.none);
    change.fill(0);
    this.points.addUnsettled(change);
    this.areas.addUnsettled(change);
    let most = 0;
    for (let i = 0; i < n; i++) most = Math.max(most, change[i] / mass[i]);
    return w.h * most;
  }

  /** Moves the trial by the velocities v. A body without any connection moves by the mean of its velocities, as in free fall. */
  private place(v: Float64Array): void {
    const { w, start, flies } = this;
    const { h } = w;
    w.b = h * h;
    w.c = h;
    for (let i = 0; i < w.size; i++) {
      w.velocity[i] = v[i];
      w.u[i] = h * (i < w.bodySize && flies[Math.floor(i / 6)] === 1 ? 0.5 * (start[i] + v[i]) : v[i]);
    }
    for (let i = 0; i < w.bodySize; i++) w.bodyX[i] = (v[i] - start[i]) / h;
    for (let i = w.bodySize; i < w.size; i++) w.cableX[i - w.bodySize] = (v[i] - start[i]) / h;
    placeTrial(w);
  }

  /** The step ends with velocities v: commits contacts and forces. */
  end(v: Float64Array): void {
    const { w } = this;
    const { contacts } = w;
    this.findFlying(true);
    this.place(v);
    if (w.multiplierCount > 0) evaluateRows(w, false);
    for (let i = 0; i < this.impulse.length; i++) w.lambda[i] = this.impulse[i] / w.h;
    evaluateSmooth(w, false);
    contacts.ledger.power.data.fill(0);
    contacts.ledger.stored.data.fill(0);
    contacts.active = 0;
    contacts.deepest = 0;
    contacts.changes = 0;
    contacts.finest = Number.POSITIVE_INFINITY;
    contacts.patches.begin();
    const before = w.loadPower;
    if (contacts.any) {
      this.source.finish(v);
      this.areaSource.finish(v);
    }
    if (w.touch.any) this.cableSource.finish(v);
    this.energies[GIVEN] = w.loadPower - before;
    this.noteEased(v);
    this.energies[UNKNOWN_GAIN] = this.unknown * w.h * w.h;
    this.budget.bound(contacts, w, this.energies);
  }

  /**
   * [J] energy that the step takes out of the motion: for bodies connected by contact alone, the work of their loads minus the gain of
   * kinetic energy; otherwise the dissipation of backward Euler, 1/2 (v - v0)^T M (v - v0).
   */
  private noteEased(v: Float64Array): void {
    const { w, start, scratch, gained, loads, energies } = this;
    let sum = 0;
    if (this.plain) {
      this.noteKinetic(EASED);
      sum = energies[KINETIC] - energies[EASED] + w.h * energies[GIVEN];
      for (let i = 0; i < w.size; i++) sum += loads[i] * w.u[i];
      const { power } = w.contacts.ledger;
      for (let i = 0; i < power.length; i++) sum -= w.h * power.data[i];
    } else {
      for (let i = 0; i < w.size; i++) gained[i] = v[i] - start[i];
      massTimes(w, scratch, gained);
      for (let i = 0; i < w.size; i++) sum += 0.5 * scratch[i] * gained[i];
    }
    energies[EASED] = sum;
  }

  /** Kinetic energy of bodies, at the trial. */
  private noteKinetic(at: number): void {
    const { w, scratch, energies } = this;
    timesMass(scratch, w.velocity, w.model.mass, w.inertiaW, w.model.dynamicCount);
    let sum = 0;
    for (let i = 0; i < w.bodySize; i++) sum += 0.5 * scratch[i] * w.velocity[i];
    energies[at] = sum;
  }

  /**
   * After end(): did contacts create energy? Then their initial depth is reduced, and the step must be solved again; round: number of
   * earlier attempts.
   */
  takeBack(round: number): boolean {
    return this.budget.takeBack(this.w.contacts, this.points, this.areas, round);
  }
}

/** Lengths of elements at the start of the step. */
function noteLengths({ q, length0, elementCount }: Cable): void {
  for (let j = 0; j < elementCount; j++) {
    const x = q[4 * j + 4] - q[4 * j];
    const y = q[4 * j + 5] - q[4 * j + 1];
    const z = q[4 * j + 6] - q[4 * j + 2];
    length0[j] = Math.sqrt(x * x + y * y + z * z);
  }
}

/** The block of a slot; -1: its motion is given. */
function bodyOf(slot: number, bodies: number): number {
  return slot < bodies ? slot : -1;
}
