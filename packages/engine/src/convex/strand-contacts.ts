/**
 * Strand contacts in a convex step, in columns: points on a cable A against a cable or a body B. At an iterate, with relative velocity w_k
 * of B at the contact, normals, weights, depths and bristles are kept, and depth and bristle are linear in the relative velocity w at the
 * end of the step h [s]:
 *   d = d_k - h n.(w - w_k)                         depth [m]
 *   N = max(0, N_0 + k (d - d_0) - N_0 a n.w)       normal force [N]; N_0 that of the law K d^p at the depth d_0 where the step begins
 *   T of contact/bristle.ts for z_k + h P(w - w_k)  and the normal force N' [N] of a converged solution before (renew), P = 1 - n n^T
 * so that the force on B, N n - T, is minus the gradient of a convex function of w. k is the chord of the law from N_0 to the force that
 * would stop the approach, then to the force of the previous round: a power of the depth has zero slope at its start, and Newton's method
 * would return from a larger depth by only 1/p of the distance in each iteration. Updated with its force, the chord converges to the law.
 *
 * A point of a cable moves by the weights of the four nodes around it (geometry/spline/local-spline.ts), like the contact curve, so that
 * predicted and later depths agree. A body moves it by a lever from its centre of mass to the axis of A. Memory belongs to a patch
 * (contacts/strands/touch-history.ts), which has one or more contacts.
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';
import { bristleFriction, makeFrictionForce, makeSlip } from '../contact/index.ts';
import {
  addNodeBlocks,
  addNodeBodyBlocks,
  type BlockPlaces,
  type CableTouch,
  findBodyBlocks,
  findNodeBlocks,
  TOUCH_BLOCKS,
} from '../contacts/index.ts';
import { cbrt } from '../math/index.ts';
import { addLeverBlock, addLeverForce, type Trial } from '../trial/index.ts';
import type { StepMatrix } from './step-matrix.ts';
import { NodeMatrix } from './strand-matrix.ts';

// Numbers of a contact.
export const NORMAL = 0; // 0..2 from A to B
export const WEIGHT_A = 3; // 3..6 of the nodes around the point
export const WEIGHT_B = 7; // 7..10 the same; of a body: its lever, 7..9 [m]
export const DEPTH = 11; // d_k [m]
export const MOTION = 12; // 12..14 w_k [m/s]
export const BRISTLE = 15; // 15..17 z_k [m]
export const STIFFNESS = 18; // K [N/m^p]
export const POWER = 19; // p: 2 or 3/2
export const DISSIPATION = 20; // a [s/m]
export const MU = 21;
export const VISCOUS = 22; // [N s/m]
export const LAG = 23; // N' [N]
export const LAG_START = 24; // [N] normal force as the step begins
export const PUSH = 25; // N [N]
export const FORCE = 26; // 26..28 on B [N]
export const STATE = 29; // OPEN, STUCK or SLIPPING
export const BRISTLE_END = 30; // 30..32 [m]
export const DEPTH_END = 33; // [m]
const SLOPE = 34; // -dN/dw_n [N s/m]
const ALONG = 35; // tangent of friction: along P - across u u^T [N s/m]
const ACROSS = 36;
const U = 37; // 37..39
const MATRIX = 40; // 40..45: -dF/dw, xx xy xz yy yz zz
const AT = 46; // 46..48 w at the start of the present line
const AHEAD = 49; // 49..51 its change by the whole increment
// At the start of the step.
export const NORMAL_START = 52; // 52..54
export const DEPTH_START = 55; // [m]
export const BEND = 56; // rotation of n with the place (proximity, ContactPatches) [1/m]
export const AXIS = 57; // 57..59 direction along which it does not rotate
export const PLACE = 60; // 60..62 of the point on A, from the centre of mass of the body [m]
export const LOAD = 63; // N_0 [N]
export const CHORD = 64; // k [N/m]
export const LEAST = 65; // [N] smallest force for the chord k
export const CONTACT_STRIDE = 66;

export const OPEN = 0;
export const STUCK = 1;
export const SLIPPING = 2;

// Numbers of a patch.
export const P_KEY = 0;
export const P_BRISTLE = 1; // 1..3 [m] as the step begins, across P_AXIS
export const P_AXIS = 4; // 4..6 normal where the step begins
export const P_SHARE = 7;
export const P_SLIPPED = 8;
export const P_ONSET = 9; // [m/s]
export const P_MU_STATIC = 10;
export const P_MU_KINETIC = 11;
export const P_S0 = 12;
export const P_S1 = 13;
export const P_STRIBECK = 14;
export const P_DWELL = 15;
export const P_FRESH = 16;
export const P_DEEPER = 17; // [m] excess depth of its deepest point over its contacts
export const P_OVERLAPS = 18; // 1: it did where it was found
export const P_HELD = 19; // [J] stored energy at its evaluation beyond that of K d^p; 0 for a linear foundation
export const PATCH_STRIDE = 20;

// Integers of a patch.
export const FIRST = 0; // contact
export const PAIR = 1; // of the ledger
export const SLOT = 2; // body, or -1
export const ELEMENT_A = 3;
export const ELEMENT_B = 4; // or -1
export const BASE_A = 5; // unknown of the first of the four nodes around the point, existing or not
export const FROM_A = 6; // those that exist: FROM_A .. TO_A - 1
export const TO_A = 7;
export const BASE_B = 8; // of a body: its first unknown
export const FROM_B = 9;
export const TO_B = 10;
export const WIDTH_A = 11; // rows of a node's block
export const WIDTH_B = 12;
export const ISLAND = 13;
export const LINK_STRIDE = 14;

/** Part of the curvature along a slip that is removed while states of the island change: without any curvature increments overshoot. */
const SLIP_CURVATURE = 0.9;
/** Largest growth of the friction bound in an iteration of a solve that is followed by another, because iterates overshoot. */
const GROWTH = 1.35;

const slip = makeSlip();
const friction = makeFrictionForce();
const motion = new Float64Array(3);
const push = new Float64Array(6);
const weightA = new Float64Array(4);
const weightB = new Float64Array(4);
/** relative weights of the nodes of A, then of B */
const weights = new Float64Array(8);
const nodes = new Int32Array(8);
const blocks = new Int32Array(TOUCH_BLOCKS);
const d = new Float64Array(9);

export class StrandContacts {
  count = 0;
  patchCount = 0;
  readonly data: GrowableFloat64 = new GrowableFloat64(64 * CONTACT_STRIDE);
  readonly patches: GrowableFloat64 = new GrowableFloat64(32 * PATCH_STRIDE);
  /** one additional patch at the end, whose FIRST is the number of contacts */
  readonly links: GrowableInt32 = new GrowableInt32(32 * LINK_STRIDE);
  /** true: friction is bounded by the normal forces of each evaluation, in a solve that is followed by another */
  follows = false;
  /** [s] of the step */
  h = 0.5;
  /** by island: contacts that opened, closed, stuck or slipped since the previous evaluation */
  readonly changes: Int32Array;
  private readonly blocks = new GrowableInt32(32 * TOUCH_BLOCKS);
  private matrix: StepMatrix;
  private readonly places: BlockPlaces = { blockOffset: (i, j) => this.matrix.offset(i, j) };
  /** by patch: 1 where its blocks are known */
  private readonly laid = new GrowableInt32(32);
  private readonly couples = new GrowableInt32(256);
  private readonly pushCouple = (a: number, b: number): void => {
    this.couples.push(a);
    this.couples.push(b);
  };
  /** no patch of the step has blocks yet */
  private fresh = true;
  private readonly w: Trial & { readonly touch: CableTouch };

  constructor(w: Trial & { readonly touch: CableTouch }, matrix: StepMatrix) {
    this.w = w;
    this.matrix = matrix;
    this.changes = new Int32Array(w.model.dynamicCount + w.cables.nodeCount);
  }

  clear(): void {
    this.count = 0;
    this.patchCount = 0;
    this.links.resize(LINK_STRIDE);
    this.links.data.fill(0, 0, LINK_STRIDE);
  }

  /** Begins a patch, all zero; its contacts follow. */
  open(): number {
    const p = this.patchCount++;
    const { patches, links } = this;
    patches.resize(PATCH_STRIDE * (p + 1));
    patches.data.fill(0, PATCH_STRIDE * p, PATCH_STRIDE * (p + 1));
    links.resize(LINK_STRIDE * (p + 2));
    links.data.fill(0, LINK_STRIDE * p, LINK_STRIDE * (p + 2));
    links.data[LINK_STRIDE * p + FIRST] = this.count;
    links.data[LINK_STRIDE * (p + 1) + FIRST] = this.count;
    return p;
  }

  /** Adds a contact to the last patch, all zero; returns the offset of its numbers. */
  add(): number {
    const o = CONTACT_STRIDE * this.count++;
    const { data } = this;
    data.reserve(o + CONTACT_STRIDE);
    data.length = o + CONTACT_STRIDE;
    data.data.fill(0, o, o + CONTACT_STRIDE);
    this.links.data[LINK_STRIDE * this.patchCount + FIRST] = this.count;
    return o;
  }

  /** Removes the last patch if it has no contact. */
  close(): void {
    if (this.links.data[LINK_STRIDE * (this.patchCount - 1) + FIRST] === this.count) this.patchCount--;
  }

  first(p: number): number {
    return this.links.data[LINK_STRIDE * p + FIRST];
  }

  /** Called when all patches are known, with their blocks in a matrix with its pattern. */
  lay(matrix: StepMatrix): void {
    this.matrix = matrix;
    this.laid.resize(this.patchCount);
    this.blocks.resize(TOUCH_BLOCKS * this.patchCount);
    this.laid.data.fill(0, 0, this.patchCount);
    this.fresh = true;
    if (matrix instanceof NodeMatrix) matrix.prepare(this.couples);
    else for (let p = 0; p < this.patchCount; p++) this.findBlocks(p);
  }

  /**
   * Before the matrix is filled: gives active patches their blocks in a matrix with the pattern of these patches; at the start of the step
   * also those that will stop something.
   */
  layActing(): void {
    const { matrix, couples, laid } = this;
    if (!(matrix instanceof NodeMatrix)) return;
    const { fresh } = this;
    let missing = fresh && !matrix.fits(this.countCouples());
    this.fresh = false;
    for (let p = 0; p < this.patchCount; p++) {
      if (laid.data[p] !== 0 || !this.acts(p, fresh)) continue;
      laid.data[p] = 1;
      if (missing || !this.findNodeBlocks(p, matrix)) missing = true;
    }
    if (!missing) return;
    couples.clear();
    for (let p = 0; p < this.patchCount; p++) if (laid.data[p] === 1) this.coupleNodes(p, this.pushCouple);
    matrix.lay(couples);
    for (let p = 0; p < this.patchCount; p++) if (laid.data[p] === 1) this.findNodeBlocks(p, matrix);
  }

  /** Pairs of nodes coupled by patches active at the start of the step. */
  private countCouples(): number {
    let pairs = 0;
    for (let p = 0; p < this.patchCount; p++) {
      if (this.acts(p, true)) pairs += this.links.data[LINK_STRIDE * p + ELEMENT_B] < 0 ? 6 : 28;
    }
    return pairs;
  }

  private acts(p: number, begins: boolean): boolean {
    const e = this.data.data;
    const end = CONTACT_STRIDE * this.first(p + 1);
    for (let o = CONTACT_STRIDE * this.first(p); o < end; o += CONTACT_STRIDE) {
      if (e[o + SLOPE] > 0 || e[o + ALONG] > 0 || (begins && e[o + LAG] > 0)) return true;
    }
    return false;
  }

  /** Offsets of patch p in a matrix of nodes. False: the pattern does not contain it. */
  private findNodeBlocks(p: number, matrix: NodeMatrix): boolean {
    const { couplings } = this.w.touch;
    const links = this.links.data;
    const l = LINK_STRIDE * p;
    const b = links[l + ELEMENT_B];
    for (let i = 0; i < 4; i++) {
      nodes[i] = couplings.blockOf(links[l + ELEMENT_A], i);
      nodes[4 + i] = b < 0 ? -1 : couplings.blockOf(b, i);
    }
    return matrix.findPatch(this.blocks.data, TOUCH_BLOCKS * p, nodes, b < 0 ? 4 : 8);
  }

  private findBlocks(p: number): void {
    const { w, places, matrix } = this;
    const links = this.links.data;
    const { couplings } = w.touch;
    const l = LINK_STRIDE * p;
    const a = links[l + ELEMENT_A];
    const b = links[l + ELEMENT_B];
    const slot = links[l + SLOT];
    blocks.fill(-1);
    findNodeBlocks(blocks, places, couplings, a, b);
    if (slot >= 0 && slot < w.model.dynamicCount) findBodyBlocks(blocks, places, couplings, a, slot);
    for (let k = 0; k < TOUCH_BLOCKS; k++) this.blocks.data[TOUCH_BLOCKS * p + k] = blocks[k];
    links[l + WIDTH_A] = matrix.rows(couplings.blockOf(a, 1));
    links[l + WIDTH_B] = b < 0 ? 6 : matrix.rows(couplings.blockOf(b, 1));
  }

  /** One pair of blocks for each patch, for islands: nodes of a cable form one island anyway. */
  joinIslands(join: (a: number, b: number) => void): void {
    const { model, touch } = this.w;
    const links = this.links.data;
    for (let p = 0; p < this.patchCount; p++) {
      const l = LINK_STRIDE * p;
      const b = links[l + ELEMENT_B];
      const slot = links[l + SLOT] < model.dynamicCount ? links[l + SLOT] : -1;
      join(touch.couplings.blockOf(links[l + ELEMENT_A], 1), b < 0 ? slot : touch.couplings.blockOf(b, 1));
    }
  }

  /** Pairs of different blocks that contacts couple. */
  couple(join: (a: number, b: number) => void): void {
    for (let p = 0; p < this.patchCount; p++) this.coupleNodes(p, join);
  }

  private coupleNodes(p: number, join: (a: number, b: number) => void): void {
    const { model, touch } = this.w;
    const { couplings } = touch;
    const links = this.links.data;
    const l = LINK_STRIDE * p;
    const a = links[l + ELEMENT_A];
    const b = links[l + ELEMENT_B];
    const slot = links[l + SLOT] < model.dynamicCount ? links[l + SLOT] : -1;
    for (let i = 0; i < 4; i++) {
      const x = couplings.blockOf(a, i);
      const y = b < 0 ? -1 : couplings.blockOf(b, i);
      for (let j = 0; j < i; j++) {
        joinThem(join, x, couplings.blockOf(a, j));
        if (b >= 0) joinThem(join, y, couplings.blockOf(b, j));
      }
      for (let j = 0; b >= 0 && j < 4; j++) joinThem(join, x, couplings.blockOf(b, j));
      if (slot >= 0) joinThem(join, x, slot);
    }
  }

  /** Sets bodies[b] = 0 for bodies with contacts. */
  mark(bodies: Uint8Array): void {
    for (let p = 0; p < this.patchCount; p++) {
      const slot = this.links.data[LINK_STRIDE * p + SLOT];
      if (slot >= 0 && slot < bodies.length) bodies[slot] = 0;
    }
  }

  /** Islands of all patches, by block. */
  number(islandOf: Int32Array): void {
    const { couplings } = this.w.touch;
    const links = this.links.data;
    for (let p = 0; p < this.patchCount; p++) {
      const l = LINK_STRIDE * p;
      links[l + ISLAND] = islandOf[couplings.blockOf(links[l + ELEMENT_A], 1)];
    }
  }

  /** out[to...] = velocity of B relative to A at the contact o of the patch with links at l, from the velocities v. */
  relative(out: Float64Array, to: number, v: Float64Array, l: number, o: number): void {
    const e = this.data.data;
    const links = this.links.data;
    let x = 0;
    let y = 0;
    let z = 0;
    const a = links[l + BASE_A];
    for (let j = links[l + FROM_A]; j < links[l + TO_A]; j++) {
      const s = e[o + WEIGHT_A + j];
      const k = a + 4 * j;
      x -= s * v[k];
      y -= s * v[k + 1];
      z -= s * v[k + 2];
    }
    const b = links[l + BASE_B];
    if (links[l + SLOT] < 0) {
      for (let j = links[l + FROM_B]; j < links[l + TO_B]; j++) {
        const s = e[o + WEIGHT_B + j];
        const k = b + 4 * j;
        x += s * v[k];
        y += s * v[k + 1];
        z += s * v[k + 2];
      }
    } else {
      const rx = e[o + WEIGHT_B];
      const ry = e[o + WEIGHT_B + 1];
      const rz = e[o + WEIGHT_B + 2];
      x += v[b] + v[b + 4] * rz - v[b + 5] * ry;
      y += v[b + 1] + v[b + 5] * rx - v[b + 3] * rz;
      z += v[b + 2] + v[b + 3] * ry - v[b + 4] * rx;
    }
    out[to] = x;
    out[to + 1] = y;
    out[to + 2] = z;
  }

  /** force += push (3) on B, -= on A. */
  private addPush(force: Float64Array, l: number, o: number): void {
    const e = this.data.data;
    const links = this.links.data;
    const slot = links[l + SLOT];
    const a = links[l + BASE_A];
    for (let j = links[l + FROM_A]; j < links[l + TO_A]; j++) {
      const s = e[o + WEIGHT_A + j];
      for (let k = 0; k < 3; k++) force[a + 4 * j + k] -= s * push[k];
    }
    if (slot < 0) {
      const b = links[l + BASE_B];
      for (let j = links[l + FROM_B]; j < links[l + TO_B]; j++) {
        const s = e[o + WEIGHT_B + j];
        for (let k = 0; k < 3; k++) force[b + 4 * j + k] += s * push[k];
      }
    } else if (slot < this.w.model.dynamicCount) {
      for (let k = 0; k < 3; k++) push[3 + k] = e[o + WEIGHT_B + k];
      addLeverForce(force, slot, 1, push, 0, 3);
    }
  }

  /** The iterate has velocities v: notes w_k of all contacts. */
  noteMotion(v: Float64Array): void {
    for (let p = 0; p < this.patchCount; p++) {
      const end = this.first(p + 1);
      for (let i = this.first(p); i < end; i++) {
        const o = CONTACT_STRIDE * i;
        this.relative(this.data.data, o + MOTION, v, LINK_STRIDE * p, o);
      }
    }
  }

  /** Evaluates the law of contact o of patch g for the velocity in `motion` into its columns. False: the force is zero. */
  private evaluate(o: number, g: number, follow: boolean): boolean {
    const e = this.data.data;
    const q = this.patches.data;
    const { h } = this;
    const nx = e[o];
    const ny = e[o + 1];
    const nz = e[o + 2];
    const wn = motion[0] * nx + motion[1] * ny + motion[2] * nz;
    const dx = motion[0] - e[o + MOTION];
    const dy = motion[1] - e[o + MOTION + 1];
    const dz = motion[2] - e[o + MOTION + 2];
    const dn = dx * nx + dy * ny + dz * nz;
    const depth = e[o + DEPTH] - h * dn;
    e[o + DEPTH_END] = depth;
    e[o + PUSH] = 0;
    e[o + SLOPE] = 0;
    e[o + ALONG] = 0;
    e[o + ACROSS] = 0;
    e[o + STATE] = OPEN;
    const load = e[o + LOAD];
    const a = load * e[o + DISSIPATION];
    const N = load + e[o + CHORD] * (depth - Math.max(0, e[o + DEPTH_START])) - a * wn;
    if (follow) e[o + LAG] = Math.max(0, Math.min(N, GROWTH * (e[o + LAG] + e[o + LEAST])));
    const lag = e[o + LAG];
    if (!(N > 0) && !(lag > 0)) {
      for (let k = 0; k < 3; k++) e[o + FORCE + k] = 0;
      return false;
    }
    const tx = motion[0] - wn * nx;
    const ty = motion[1] - wn * ny;
    const tz = motion[2] - wn * nz;
    let fx = 0;
    let fy = 0;
    let fz = 0;
    if (N > 0) {
      e[o + PUSH] = N;
      e[o + SLOPE] = h * e[o + CHORD] + a;
      e[o + STATE] = STUCK;
      const viscous = e[o + VISCOUS];
      e[o + ALONG] = viscous;
      fx = N * nx - viscous * tx;
      fy = N * ny - viscous * ty;
      fz = N * nz - viscous * tz;
    }
    if (lag > 0 && e[o + MU] > 0) {
      slip.zx = e[o + BRISTLE] + h * (dx - dn * nx);
      slip.zy = e[o + BRISTLE + 1] + h * (dy - dn * ny);
      slip.zz = e[o + BRISTLE + 2] + h * (dz - dn * nz);
      slip.vx = tx;
      slip.vy = ty;
      slip.vz = tz;
      slip.normal = lag;
      slip.muStatic = e[o + MU];
      slip.muKinetic = e[o + MU];
      slip.s0 = q[g + P_S0];
      slip.s1 = q[g + P_S1];
      slip.slipping = false;
      slip.b = h;
      slip.c = 1;
      bristleFriction(friction, slip);
      fx -= lag * friction.gx;
      fy -= lag * friction.gy;
      fz -= lag * friction.gz;
      e[o + ALONG] += friction.along;
      e[o + ACROSS] = friction.across;
      e[o + U] = friction.ux;
      e[o + U + 1] = friction.uy;
      e[o + U + 2] = friction.uz;
      e[o + BRISTLE_END] = friction.zx;
      e[o + BRISTLE_END + 1] = friction.zy;
      e[o + BRISTLE_END + 2] = friction.zz;
      if (friction.slips && N > 0) e[o + STATE] = SLIPPING;
    }
    e[o + FORCE] = fx;
    e[o + FORCE + 1] = fy;
    e[o + FORCE + 2] = fz;
    return true;
  }

  /** Adds the forces for the velocities v to `force` (by unknown), but for islands with done = 1. */
  addForces(force: Float64Array, v: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    const { changes, patchCount, links } = this;
    changes.fill(0);
    for (let p = 0; p < patchCount; p++) {
      const l = LINK_STRIDE * p;
      const island = links.data[l + ISLAND];
      if (done[island] === 1) continue;
      const end = CONTACT_STRIDE * this.first(p + 1);
      for (let o = CONTACT_STRIDE * this.first(p); o < end; o += CONTACT_STRIDE) {
        this.relative(motion, 0, v, l, o);
        for (let k = 0; k < 3; k++) e[o + AT + k] = motion[k];
        const before = e[o + STATE];
        const acts = this.evaluate(o, PATCH_STRIDE * p, this.follows);
        if (e[o + STATE] !== before) changes[island]++;
        if (!acts) continue;
        for (let k = 0; k < 3; k++) push[k] = e[o + FORCE + k];
        this.addPush(force, l, o);
      }
    }
  }

  /** Adds h times the slopes of the last forces to the matrix; while states change, slip keeps a part of its curvature. */
  addMatrix(done: Uint8Array): void {
    const e = this.data.data;
    const { changes, h, w, matrix } = this;
    const links = this.links.data;
    const { values } = matrix;
    for (let p = 0; p < this.patchCount; p++) {
      const l = LINK_STRIDE * p;
      const island = links[l + ISLAND];
      if (done[island] === 1) continue;
      const part = changes[island] > 0 ? SLIP_CURVATURE : 1;
      let known = false;
      const end = CONTACT_STRIDE * this.first(p + 1);
      for (let o = CONTACT_STRIDE * this.first(p); o < end; o += CONTACT_STRIDE) {
        const along = e[o + ALONG];
        const kn = e[o + SLOPE];
        const m = o + MATRIX;
        if (along === 0 && kn === 0) {
          for (let k = 0; k < 6; k++) e[m + k] = 0;
          continue;
        }
        this.findTangent(o, part);
        if (!known && !(matrix instanceof NodeMatrix))
          for (let k = 0; k < TOUCH_BLOCKS; k++) blocks[k] = this.blocks.data[TOUCH_BLOCKS * p + k];
        known = true;
        d[0] = h * e[m];
        d[1] = d[3] = h * e[m + 1];
        d[2] = d[6] = h * e[m + 2];
        d[4] = h * e[m + 3];
        d[5] = d[7] = h * e[m + 4];
        d[8] = h * e[m + 5];
        const slot = links[l + SLOT];
        if (matrix instanceof NodeMatrix) {
          const count = slot < 0 ? 8 : 4;
          for (let k = 0; k < 4; k++) {
            weights[k] = -e[o + WEIGHT_A + k];
            weights[4 + k] = e[o + WEIGHT_B + k];
          }
          matrix.addPatch(this.blocks.data, TOUCH_BLOCKS * p, weights, count, d);
          continue;
        }
        for (let k = 0; k < 4; k++) {
          weightA[k] = e[o + WEIGHT_A + k];
          weightB[k] = e[o + WEIGHT_B + k];
        }
        addNodeBlocks(values, blocks, weightA, weightB, slot >= 0, d, links[l + WIDTH_A], links[l + WIDTH_B]);
        if (slot < 0 || slot >= w.model.dynamicCount) continue;
        for (let k = 0; k < 3; k++) push[3 + k] = weightB[k];
        addLeverBlock(values, matrix.offset(slot, slot), 1, push, 3, 3, d);
        addNodeBodyBlocks(values, blocks, weightA, push, 3, d, links[l + WIDTH_A]);
      }
    }
  }

  /** MATRIX of contact o: kn n n^T + along P - part across u u^T. */
  private findTangent(o: number, part: number): void {
    const e = this.data.data;
    const along = e[o + ALONG];
    const q = e[o + SLOPE] - along;
    const across = part * e[o + ACROSS];
    const m = o + MATRIX;
    const nx = e[o];
    const ny = e[o + 1];
    const nz = e[o + 2];
    const ux = e[o + U];
    const uy = e[o + U + 1];
    const uz = e[o + U + 2];
    e[m] = q * nx * nx + along - across * ux * ux;
    e[m + 1] = q * nx * ny - across * ux * uy;
    e[m + 2] = q * nx * nz - across * ux * uz;
    e[m + 3] = q * ny * ny + along - across * uy * uy;
    e[m + 4] = q * ny * nz - across * uy * uz;
    e[m + 5] = q * nz * nz + along - across * uz * uz;
  }

  /** A line is going to be searched along `increment`, from the velocities of the last addForces. */
  noteLine(increment: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    for (let p = 0; p < this.patchCount; p++) {
      const l = LINK_STRIDE * p;
      if (done[this.links.data[l + ISLAND]] === 1) continue;
      const end = CONTACT_STRIDE * this.first(p + 1);
      for (let o = CONTACT_STRIDE * this.first(p); o < end; o += CONTACT_STRIDE) {
        this.relative(e, o + AHEAD, increment, l, o);
      }
    }
  }

  /** out -= h times the matrices of the last addMatrix, of the increment noted. */
  subtractMatrix(out: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    const { h } = this;
    for (let p = 0; p < this.patchCount; p++) {
      const l = LINK_STRIDE * p;
      if (done[this.links.data[l + ISLAND]] === 1) continue;
      const end = CONTACT_STRIDE * this.first(p + 1);
      for (let o = CONTACT_STRIDE * this.first(p); o < end; o += CONTACT_STRIDE) {
        const m = o + MATRIX;
        const x = e[o + AHEAD];
        const y = e[o + AHEAD + 1];
        const z = e[o + AHEAD + 2];
        push[0] = -h * (e[m] * x + e[m + 1] * y + e[m + 2] * z);
        push[1] = -h * (e[m + 1] * x + e[m + 3] * y + e[m + 4] * z);
        push[2] = -h * (e[m + 2] * x + e[m + 4] * y + e[m + 5] * z);
        if (push[0] !== 0 || push[1] !== 0 || push[2] !== 0) this.addPush(out, l, o);
      }
    }
  }

  /** slope[k] -= h F.w', of the forces F where the line noted begins, w' what the whole of it adds to the motion. */
  addFirstSlopes(slope: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    for (let p = 0; p < this.patchCount; p++) {
      const island = this.links.data[LINK_STRIDE * p + ISLAND];
      if (done[island] === 1) continue;
      const end = CONTACT_STRIDE * this.first(p + 1);
      for (let o = CONTACT_STRIDE * this.first(p); o < end; o += CONTACT_STRIDE) {
        if (e[o + SLOPE] === 0 && e[o + ALONG] === 0) continue;
        slope[island] -= this.h * dot(e, o + FORCE, o + AHEAD);
      }
    }
  }

  /** The same at part[k] of the line. */
  addSlopes(slope: Float64Array, part: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    for (let p = 0; p < this.patchCount; p++) {
      const island = this.links.data[LINK_STRIDE * p + ISLAND];
      if (done[island] === 1) continue;
      const s = part[island];
      const end = CONTACT_STRIDE * this.first(p + 1);
      for (let o = CONTACT_STRIDE * this.first(p); o < end; o += CONTACT_STRIDE) {
        for (let k = 0; k < 3; k++) motion[k] = e[o + AT + k] + s * e[o + AHEAD + k];
        const state = e[o + STATE];
        if (this.evaluate(o, PATCH_STRIDE * p, false)) slope[island] -= this.h * dot(e, o + FORCE, o + AHEAD);
        e[o + STATE] = state; // states count from iterate to iterate
      }
    }
  }

  /** Largest difference of N' from N of the last evaluation, as a part of their mean and the smallest force, where there is friction. */
  get stale(): number {
    const e = this.data.data;
    let most = 0;
    for (let o = 0; o < CONTACT_STRIDE * this.count; o += CONTACT_STRIDE) {
      if (!(e[o + MU] > 0)) continue;
      const mean = 0.5 * (e[o + LAG] + e[o + PUSH]);
      most = Math.max(most, Math.abs(e[o + LAG] - e[o + PUSH]) / (mean + e[o + LEAST]));
    }
    return most;
  }

  /** Friction goes by the normal forces of the last evaluation from now on. */
  renew(): void {
    const e = this.data.data;
    for (let o = 0; o < CONTACT_STRIDE * this.count; o += CONTACT_STRIDE) {
      e[o + LAG] = e[o + PUSH];
      if (e[o + PUSH] > 0) takeChord(e, o, e[o + PUSH]);
    }
  }
}

/** k of contact o: the chord of its law from the start of the step to the force N [N]. */
export function takeChord(e: Float64Array, o: number, N: number): void {
  const p = e[o + POWER];
  const load = e[o + LOAD];
  const depth = Math.max(0, e[o + DEPTH_START]);
  const end = Math.max(N, load + e[o + LEAST]);
  e[o + CHORD] = (end - load) / (depthOf(end / e[o + STIFFNESS], p) - depth);
}

/** d^p and its inverse, p = 2 or 3/2. */
export function powerOf(d: number, p: number): number {
  return p === 2 ? d * d : d * Math.sqrt(d);
}

function depthOf(x: number, p: number): number {
  return p === 2 ? Math.sqrt(x) : cbrt(x * x);
}

function joinThem(join: (a: number, b: number) => void, a: number, b: number): void {
  if (a >= 0 && b >= 0 && a !== b) join(a, b);
}

function dot(e: Float64Array, a: number, b: number): number {
  return e[a] * e[b] + e[a + 1] * e[b + 1] + e[a + 2] * e[b + 2];
}
