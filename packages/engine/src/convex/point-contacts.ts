/**
 * Contacts at points in a convex step, in columns. At an iterate, with relative velocity w_k of B at the contact, normals, levers, depths
 * and bristles are kept, and depth and bristle are linear in the relative velocity w at the end of the step h [s]:
 *   d = d_k - h n.(w - w_k)                                    depth [m]
 *   N = K d^p (1 - a n.w), never below 0 (contact/normal.ts)   normal force [N]; falls as n.w grows, for every p >= 1 and a >= 0
 *   T = t min(1, mu N'/|t|) (contact/bristle.ts),  t = k_t (z_k + h P(w - w_k)) + c_t P w,   P = 1 - n n^T
 * N' [N] is the normal force of a converged solution before (renew), k_t = N' s0 and c_t = N' s1 those of a bristle that carries it, so
 * that N n - T is minus the gradient of a convex function of w: the integral of N, and a Huber function of t. K d^p continues linearly
 * where it would be stiffer than the step resolves, and k_t has the same limit (capStiffness).
 *
 * A side of a contact is a body with a lever, or two nodes of a cable between which the point lies.
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';
import {
  bristleFriction,
  limitStiffness,
  makeFrictionForce,
  makeNormalForce,
  makePress,
  makeSlip,
  normalForce,
} from '../contact/index.ts';
import { addLeverBlock } from '../trial/index.ts';
import { type Resolved, TANGENTIAL } from './resolved.ts';
import type { StepMatrix } from './step-matrix.ts';

// Numbers of a contact.
export const NORMAL = 0; // 0..2 from A to B
export const ARM_A = 3; // 3..5 lever of a body [m]; of nodes: the weight of the second
export const ARM_B = 6;
export const DEPTH = 9; // d_k [m]
export const MOTION = 10; // 10..12 w_k [m/s]
export const BRISTLE = 13; // 13..15 z_k [m]
export const STIFFNESS = 16; // K [N/m^p]
export const EXPONENT = 17; // p
export const DISSIPATION = 18; // a [s/m]
export const MU = 19;
export const S0 = 20; // [1/m]
export const S1 = 21; // [s/m]
export const VISCOUS = 22; // [N s/m]
export const LAG = 23; // N' [N]
export const LAG_START = 54; // [N] normal force as the step begins
export const KT = 55; // k_t [N/m]
const CT = 56; // c_t [N s/m]
const KT_MOST = 57; // [N/m]
export const STRAIGHT = 24; // depth from which on the law is straight [m]
export const PUSH = 27; // N [N]
export const FORCE = 28; // 28..30 on B [N]
export const STATE = 31; // OPEN, STUCK or SLIPPING
export const BRISTLE_END = 32; // 32..34 [m]
export const DEPTH_END = 35; // [m]
const SLOPE = 36; // -dN/dw_n [N s/m]
const ALONG = 37; // tangent of friction: along P - across u u^T [N s/m]
const ACROSS = 38;
const U = 39; // 39..41
const MATRIX = 42; // 42..47: -dF/dw, xx xy xz yy yz zz
const AT = 48; // 48..50 w at the start of the present line
const AHEAD = 51; // 51..53 its change by the whole increment
const TRIED = 58; // 58..60 t of the last iterate [N]
const FORESEEN = 61; // 61..63 q: friction predicted there by Newton's method, as a part of its bound
const KNOWN = 64; // 1: TRIED belongs to this solve
const NOW = 65; // 65..67 t of the last evaluation [N]
export const AWAY = 68; // [m] impact: displacement of the surface towards the other, see rebound.ts
export const POINT_STRIDE = 69;

export const OPEN = 0;
export const STUCK = 1;
export const SLIPPING = 2;

// Integers of a contact.
export const KIND_A = 0; // BODY or NODES
export const AT_A = 1; // offset of its velocities
export const BLOCK_A = 2; // its block of the matrix; -1: its motion is given
export const KIND_B = 3;
export const AT_B = 4;
export const BLOCK_B = 5;
export const ISLAND = 6;
export const KEY = 7; // pair of bodies in the ledger, or -1
export const LINK_STRIDE = 8;

export const BODY = 0;
export const NODES = 1;

/** q.u from which a slip counts as predicted */
const FORETOLD = 0.99;

const press = makePress();
press.sharp = true;
const normal = makeNormalForce();
const slip = makeSlip();
slip.slipping = false;
slip.curved = false;
slip.c = 1;
const rub = makeFrictionForce();
const limit = new Float64Array(1);
const levers = new Float64Array(6);
const d = new Float64Array(9);
const motion = new Float64Array(3);

export class PointContacts {
  count = 0;
  readonly data: GrowableFloat64 = new GrowableFloat64(64 * POINT_STRIDE);
  readonly links: GrowableInt32 = new GrowableInt32(64 * LINK_STRIDE);
  /** [s] of the step */
  h = 0.5;
  readonly resolved: Resolved;
  /** offsets of the blocks of each contact: four by four participants, a body or a node each */
  private readonly blocks = new GrowableInt32(16 * 64);
  /** by island: contacts that opened, closed, stuck or slipped since the previous evaluation */
  readonly changes: Int32Array;
  /** by island: 1 where a slip differs from its prediction, so that increments are shorter than Newton's */
  readonly unforeseen: Uint8Array;

  constructor(islands: number, resolved: Resolved) {
    this.resolved = resolved;
    this.changes = new Int32Array(islands);
    this.unforeseen = new Uint8Array(islands);
  }

  clear(): void {
    this.count = 0;
  }

  /** Adds a contact, all zero; returns its index. */
  add(): number {
    const i = this.count++;
    this.data.reserve(POINT_STRIDE * this.count);
    this.data.length = POINT_STRIDE * this.count;
    this.links.reserve(LINK_STRIDE * this.count);
    this.links.length = LINK_STRIDE * this.count;
    const { data } = this.data;
    for (let k = POINT_STRIDE * i; k < POINT_STRIDE * this.count; k++) data[k] = 0;
    return i;
  }

  /**
   * Contact i starts the step with this normal force [N], which bounds its friction at first. K d^p is linear from the depth at which it
   * reaches the stiffness that the step resolves, given in `resolved`.
   */
  capStiffness(i: number, force: number): void {
    const e = this.data.data;
    const o = POINT_STRIDE * i;
    const most = this.resolved.stiffest;
    e[o + LAG_START] = force;
    e[o + LAG] = force;
    e[o + KT_MOST] = TANGENTIAL * most;
    this.setBristle(o);
    press.stiffness = e[o + STIFFNESS];
    press.exponent = e[o + EXPONENT];
    limit[0] = most;
    limitStiffness(press, limit);
    e[o + STIFFNESS] = press.stiffness;
    e[o + STRAIGHT] = press.straight;
  }

  /**
   * Sets the damping of contact i: that of the law where the step resolves its impact, that of backward Euler where it cannot. a falls with
   * the fourth power of omega h, omega the rate of the impact at a depth [m] that it may reach.
   */
  setDissipation(i: number, a: number, depth: number): void {
    const e = this.data.data;
    const o = POINT_STRIDE * i;
    press.stiffness = e[o + STIFFNESS];
    press.exponent = e[o + EXPONENT];
    press.straight = Number.POSITIVE_INFINITY;
    press.dissipation = 0;
    // a linear law has the same stiffness at any depth
    press.depth = press.exponent === 1 ? 1 : depth;
    normalForce(normal, press);
    const square = this.h * this.h * normal.byDepth * this.resolved.mobility;
    e[o + DISSIPATION] = a / (1 + square * square);
  }

  /** Contact i receives an impact: a linear spring with the stiffness in `resolved`, without damping. */
  strike(i: number): void {
    const e = this.data.data;
    const o = POINT_STRIDE * i;
    e[o + STIFFNESS] = this.resolved.stiffest;
    e[o + EXPONENT] = 1;
    e[o + STRAIGHT] = Number.POSITIVE_INFINITY;
    e[o + DISSIPATION] = 0;
  }

  private setBristle(o: number): void {
    const e = this.data.data;
    const wanted = e[o + LAG] * e[o + S0];
    e[o + KT] = Math.min(wanted, e[o + KT_MOST]);
    e[o + CT] = wanted > 0 ? (e[o + LAG] * e[o + S1] * e[o + KT]) / wanted : 0;
  }

  /**
   * Deflection of the bristle of contact i over its stored value. Its energy, 1/2 N s0 z^2, is conserved when the normal force or the
   * resolved stiffness change: a bristle deflected under a small load releases no more energy under a large one.
   */
  bristleScale(i: number): number {
    const e = this.data.data;
    const o = POINT_STRIDE * i;
    return e[o + KT] > 0 ? Math.sqrt((e[o + LAG_START] * e[o + S0]) / e[o + KT]) : 0;
  }

  /** Stored value of the bristle of contact i over its deflection at the end of the step, and its energy [J]. */
  memoryScale(i: number): number {
    const e = this.data.data;
    const o = POINT_STRIDE * i;
    return e[o + PUSH] > 0 && e[o + MU] > 0 ? Math.sqrt(e[o + KT] / (e[o + PUSH] * e[o + S0])) : 0;
  }

  bristleEnergy(i: number): number {
    const e = this.data.data;
    const o = POINT_STRIDE * i;
    const b = o + BRISTLE_END;
    return 0.5 * e[o + KT] * (e[b] * e[b] + e[b + 1] * e[b + 1] + e[b + 2] * e[b + 2]);
  }

  /** [J] energy of the normal spring of contact i at the depth of the last evaluation */
  elasticEnergy(i: number): number {
    const e = this.data.data;
    const o = POINT_STRIDE * i;
    this.readLaw(o, e[o + DEPTH_END] - e[o + AWAY]);
    normalForce(normal, press);
    return normal.stored;
  }

  /** `press`: the law of a contact at this depth [m]. */
  private readLaw(o: number, depth: number): void {
    const e = this.data.data;
    press.depth = depth;
    press.stiffness = e[o + STIFFNESS];
    press.exponent = e[o + EXPONENT];
    press.straight = e[o + STRAIGHT];
    press.dissipation = e[o + DISSIPATION];
  }

  /** Called when all contacts are known, with their blocks in a matrix with its pattern. */
  lay(matrix: StepMatrix): void {
    const { links } = this;
    this.blocks.resize(16 * this.count);
    const to = this.blocks.data;
    for (let i = 0; i < this.count; i++) {
      const l = LINK_STRIDE * i;
      participants(list, links.data, l);
      for (let p = 0; p < 4; p++) {
        for (let q = 0; q < 4; q++) {
          to[16 * i + 4 * p + q] = list[p] < 0 || list[q] < 0 ? -1 : matrix.offset(list[p], list[q]);
        }
      }
    }
  }

  /** Pairs of different blocks that contacts couple. */
  couple(join: (a: number, b: number) => void): void {
    for (let i = 0; i < this.count; i++) {
      participants(list, this.links.data, LINK_STRIDE * i);
      for (let p = 0; p < 4; p++) {
        for (let q = 0; q < p; q++) if (list[p] >= 0 && list[q] >= 0 && list[p] !== list[q]) join(list[p], list[q]);
      }
    }
  }

  /** Sets bodies[b] = 0 for bodies with contacts. acting: only for contacts with a force. */
  mark(bodies: Uint8Array, acting: boolean): void {
    const e = this.data.data;
    for (let i = 0; i < this.count; i++) {
      if (acting && e[POINT_STRIDE * i + PUSH] === 0 && e[POINT_STRIDE * i + LAG] === 0) continue;
      participants(list, this.links.data, LINK_STRIDE * i);
      for (let p = 0; p < 4; p++) if (list[p] >= 0 && list[p] < bodies.length) bodies[list[p]] = 0;
    }
  }

  /** Islands of all contacts, by block. */
  number(islandOf: Int32Array): void {
    const { data } = this.links;
    for (let i = 0; i < this.count; i++) {
      const l = LINK_STRIDE * i;
      data[l + ISLAND] = islandOf[data[l + BLOCK_A] >= 0 ? data[l + BLOCK_A] : data[l + BLOCK_B]];
    }
  }

  /** out = velocity of B relative to A at contact i, from the velocities v. */
  private relative(out: Float64Array, to: number, v: Float64Array, i: number): void {
    const e = this.data.data;
    const o = POINT_STRIDE * i;
    const l = LINK_STRIDE * i;
    const links = this.links.data;
    const a = links[l + AT_A];
    const b = links[l + AT_B];
    if (links[l + KIND_B] === BODY) {
      const x = e[o + ARM_B];
      const y = e[o + ARM_B + 1];
      const z = e[o + ARM_B + 2];
      out[to] = v[b] + v[b + 4] * z - v[b + 5] * y;
      out[to + 1] = v[b + 1] + v[b + 5] * x - v[b + 3] * z;
      out[to + 2] = v[b + 2] + v[b + 3] * y - v[b + 4] * x;
    } else {
      const s = e[o + ARM_B];
      out[to] = (1 - s) * v[b] + s * v[b + 4];
      out[to + 1] = (1 - s) * v[b + 1] + s * v[b + 5];
      out[to + 2] = (1 - s) * v[b + 2] + s * v[b + 6];
    }
    if (links[l + KIND_A] === BODY) {
      const x = e[o + ARM_A];
      const y = e[o + ARM_A + 1];
      const z = e[o + ARM_A + 2];
      out[to] -= v[a] + v[a + 4] * z - v[a + 5] * y;
      out[to + 1] -= v[a + 1] + v[a + 5] * x - v[a + 3] * z;
      out[to + 2] -= v[a + 2] + v[a + 3] * y - v[a + 4] * x;
    } else {
      const s = e[o + ARM_A];
      out[to] -= (1 - s) * v[a] + s * v[a + 4];
      out[to + 1] -= (1 - s) * v[a + 1] + s * v[a + 5];
      out[to + 2] -= (1 - s) * v[a + 2] + s * v[a + 6];
    }
  }

  /** Stores w_k of all contacts for the velocities v of the iterate. */
  noteMotion(v: Float64Array): void {
    for (let i = 0; i < this.count; i++) this.relative(this.data.data, POINT_STRIDE * i + MOTION, v, i);
  }

  /** Evaluates the law of contact i for the velocity in `motion` into its columns. False: the force is zero, as before. */
  private evaluate(o: number): boolean {
    const e = this.data.data;
    const { h } = this;
    const nx = e[o];
    const ny = e[o + 1];
    const nz = e[o + 2];
    const mx = motion[0];
    const my = motion[1];
    const mz = motion[2];
    const wn = mx * nx + my * ny + mz * nz;
    let dx = mx - e[o + MOTION];
    let dy = my - e[o + MOTION + 1];
    let dz = mz - e[o + MOTION + 2];
    const dn = dx * nx + dy * ny + dz * nz;
    const depth = e[o + DEPTH] - h * dn;
    const lag = e[o + LAG];
    e[o + DEPTH_END] = depth;
    if (!(depth > 0) && !(lag > 0)) {
      e[o + PUSH] = 0;
      e[o + STATE] = OPEN;
      return false;
    }
    this.readLaw(o, depth);
    press.speed = -wn;
    normalForce(normal, press);
    const N = normal.force;
    const slope = h * normal.byDepth + normal.bySpeed;
    e[o + PUSH] = N;
    e[o + SLOPE] = slope;
    let fx = N * nx;
    let fy = N * ny;
    let fz = N * nz;
    let state = N > 0 ? STUCK : OPEN;
    let along = 0;
    let across = 0;
    const mu = e[o + MU];
    const tx = mx - wn * nx;
    const ty = my - wn * ny;
    const tz = mz - wn * nz;
    if (lag > 0 && mu > 0) {
      dx -= dn * nx;
      dy -= dn * ny;
      dz -= dn * nz;
      // the bristle of a contact that carries N': k_t and c_t per unit of N'
      slip.normal = lag;
      slip.s0 = e[o + KT] / lag;
      slip.s1 = e[o + CT] / lag;
      slip.muStatic = mu;
      slip.muKinetic = mu;
      slip.b = h;
      slip.zx = e[o + BRISTLE] + h * dx;
      slip.zy = e[o + BRISTLE + 1] + h * dy;
      slip.zz = e[o + BRISTLE + 2] + h * dz;
      slip.vx = tx;
      slip.vy = ty;
      slip.vz = tz;
      bristleFriction(rub, slip);
      e[o + NOW] = e[o + KT] * slip.zx + e[o + CT] * tx;
      e[o + NOW + 1] = e[o + KT] * slip.zy + e[o + CT] * ty;
      e[o + NOW + 2] = e[o + KT] * slip.zz + e[o + CT] * tz;
      along = rub.along;
      across = rub.across;
      e[o + U] = rub.ux;
      e[o + U + 1] = rub.uy;
      e[o + U + 2] = rub.uz;
      if (rub.slips && state === STUCK) state = SLIPPING;
      fx -= lag * rub.gx;
      fy -= lag * rub.gy;
      fz -= lag * rub.gz;
      e[o + BRISTLE_END] = rub.zx;
      e[o + BRISTLE_END + 1] = rub.zy;
      e[o + BRISTLE_END + 2] = rub.zz;
    }
    const viscous = e[o + VISCOUS];
    if (viscous > 0 && N > 0) {
      fx -= viscous * tx;
      fy -= viscous * ty;
      fz -= viscous * tz;
      along += viscous;
    }
    e[o + FORCE] = fx;
    e[o + FORCE + 1] = fy;
    e[o + FORCE + 2] = fz;
    e[o + STATE] = state;
    e[o + ALONG] = along;
    e[o + ACROSS] = across;
    return true;
  }

  /**
   * Prediction of the friction of a contact by Newton's method, as a part q of its bound: q + dq from the previous iterate, with dq the
   * linear change of t/|t| in which q replaces t/|t|, limited to length 1. The first iterate of a step has none, that of a later solve
   * takes the one of the previous solve. Where t differs from the prediction, the matrix keeps curvature along the slip u, along (P - sym(u
   * q^T)): otherwise increments overshoot by orders of magnitude (Chan, Golub and Mulet 1999, for total variation). Returns true if t
   * differs.
   */
  private foresee(o: number): boolean {
    const e = this.data.data;
    const bound = e[o + MU] * e[o + LAG];
    if (!(bound > 0)) return false;
    const x = e[o + NOW];
    const y = e[o + NOW + 1];
    const z = e[o + NOW + 2];
    let qx = e[o + FORESEEN];
    let qy = e[o + FORESEEN + 1];
    let qz = e[o + FORESEEN + 2];
    if (e[o + KNOWN] === 1) {
      const ox = e[o + TRIED];
      const oy = e[o + TRIED + 1];
      const oz = e[o + TRIED + 2];
      const size = Math.sqrt(ox * ox + oy * oy + oz * oz);
      const slipped = size > bound;
      const along = slipped ? (ox * (x - ox) + oy * (y - oy) + oz * (z - oz)) / size : 0;
      const unit = 1 / (slipped ? size : bound);
      qx = unit * (x - along * qx);
      qy = unit * (y - along * qy);
      qz = unit * (z - along * qz);
    }
    const size = Math.sqrt(qx * qx + qy * qy + qz * qz);
    const part = size > 1 ? 1 / size : 1;
    e[o + FORESEEN] = part * qx;
    e[o + FORESEEN + 1] = part * qy;
    e[o + FORESEEN + 2] = part * qz;
    e[o + TRIED] = x;
    e[o + TRIED + 1] = y;
    e[o + TRIED + 2] = z;
    e[o + KNOWN] = 1;
    const t = Math.sqrt(x * x + y * y + z * z);
    return t > bound && part * (qx * x + qy * y + qz * z) < FORETOLD * t;
  }

  /** Adds the forces for the velocities v to `force` (by unknown), except in islands with done = 1. */
  addForces(force: Float64Array, v: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    const links = this.links.data;
    const { changes, unforeseen } = this;
    changes.fill(0);
    unforeseen.fill(0);
    for (let i = 0; i < this.count; i++) {
      const l = LINK_STRIDE * i;
      const island = links[l + ISLAND];
      if (done[island] === 1) continue;
      const o = POINT_STRIDE * i;
      this.relative(motion, 0, v, i);
      const before = e[o + STATE];
      const acts = this.evaluate(o);
      if (e[o + STATE] !== before) changes[island]++;
      if (this.foresee(o)) unforeseen[island] = 1;
      if (!acts) {
        e[o + SLOPE] = 0;
        e[o + ALONG] = 0;
        e[o + ACROSS] = 0;
        continue;
      }
      if (links[l + BLOCK_A] >= 0) addSide(force, links[l + KIND_A], links[l + AT_A], -1, e, o + FORCE, o + ARM_A);
      if (links[l + BLOCK_B] >= 0) addSide(force, links[l + KIND_B], links[l + AT_B], 1, e, o + FORCE, o + ARM_B);
    }
  }

  /** Adds h times the slopes of the last forces to the matrix, with the curvature kept for unpredicted slips. */
  addMatrix(matrix: StepMatrix, done: Uint8Array): void {
    const e = this.data.data;
    const links = this.links.data;
    const { h } = this;
    const { values } = matrix;
    for (let i = 0; i < this.count; i++) {
      const l = LINK_STRIDE * i;
      const island = links[l + ISLAND];
      if (done[island] === 1) continue;
      const o = POINT_STRIDE * i;
      const along = e[o + ALONG];
      const kn = e[o + SLOPE];
      const m = o + MATRIX;
      if (along === 0 && kn === 0) {
        for (let k = 0; k < 6; k++) e[m + k] = 0;
        continue;
      }
      const nx = e[o];
      const ny = e[o + 1];
      const nz = e[o + 2];
      const q = kn - along;
      const across = e[o + ACROSS];
      const ux = e[o + U];
      const uy = e[o + U + 1];
      const uz = e[o + U + 2];
      const dx = e[o + FORESEEN];
      const dy = e[o + FORESEEN + 1];
      const dz = e[o + FORESEEN + 2];
      e[m] = q * nx * nx + along - across * ux * dx;
      e[m + 1] = q * nx * ny - 0.5 * across * (ux * dy + uy * dx);
      e[m + 2] = q * nx * nz - 0.5 * across * (ux * dz + uz * dx);
      e[m + 3] = q * ny * ny + along - across * uy * dy;
      e[m + 4] = q * ny * nz - 0.5 * across * (uy * dz + uz * dy);
      e[m + 5] = q * nz * nz + along - across * uz * dz;
      d[0] = h * e[m];
      d[1] = h * e[m + 1];
      d[2] = h * e[m + 2];
      d[3] = d[1];
      d[4] = h * e[m + 3];
      d[5] = h * e[m + 4];
      d[6] = d[2];
      d[7] = d[5];
      d[8] = h * e[m + 5];
      if (links[l + KIND_A] === BODY && links[l + KIND_B] === BODY) {
        for (let k = 0; k < 6; k++) levers[k] = e[o + ARM_A + k];
        const b = 16 * i;
        const offsets = this.blocks.data;
        if (offsets[b] >= 0) addLeverBlock(values, offsets[b], 1, levers, 0, 0, d);
        if (offsets[b + 10] >= 0) addLeverBlock(values, offsets[b + 10], 1, levers, 3, 3, d);
        if (offsets[b + 2] >= 0) addLeverBlock(values, offsets[b + 2], -1, levers, 0, 3, d);
        if (offsets[b + 8] >= 0) addLeverBlock(values, offsets[b + 8], -1, levers, 3, 0, d);
      } else this.addMixed(matrix, i);
    }
  }

  /** The same for a contact with nodes of cables on a side. */
  private addMixed(matrix: StepMatrix, i: number): void {
    const e = this.data.data;
    const links = this.links.data;
    const l = LINK_STRIDE * i;
    const o = POINT_STRIDE * i;
    participants(list, links, l);
    const { values } = matrix;
    for (let p = 0; p < 4; p++) {
      if (list[p] < 0) continue;
      const bodyP = links[l + (p < 2 ? KIND_A : KIND_B)] === BODY;
      const armP = o + (p < 2 ? ARM_A : ARM_B);
      const wp = bodyP ? 1 : p % 2 === 0 ? 1 - e[armP] : e[armP];
      for (let q = 0; q < 4; q++) {
        const at = this.blocks.data[16 * i + 4 * p + q];
        if (at < 0) continue;
        const bodyQ = links[l + (q < 2 ? KIND_A : KIND_B)] === BODY;
        const armQ = o + (q < 2 ? ARM_A : ARM_B);
        const wq = bodyQ ? 1 : q % 2 === 0 ? 1 - e[armQ] : e[armQ];
        const s = (p < 2 === q < 2 ? 1 : -1) * wp * wq;
        if (bodyP && bodyQ) {
          for (let k = 0; k < 6; k++) levers[k] = e[o + ARM_A + k];
          addLeverBlock(values, at, s, levers, p < 2 ? 0 : 3, q < 2 ? 0 : 3, d);
          continue;
        }
        const stride = matrix.rows(list[q]);
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < 3; c++) values[at + stride * r + c] += s * d[3 * r + c];
        }
        if (bodyP) addCross(values, at, stride, s, e, armP, true);
        if (bodyQ) addCross(values, at, stride, s, e, armQ, false);
      }
    }
  }

  /** Prepares a line search from velocities v along `increment`. */
  noteLine(v: Float64Array, increment: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    const links = this.links.data;
    for (let i = 0; i < this.count; i++) {
      if (done[links[LINK_STRIDE * i + ISLAND]] === 1) continue;
      this.relative(e, POINT_STRIDE * i + AT, v, i);
      this.relative(e, POINT_STRIDE * i + AHEAD, increment, i);
    }
  }

  /** out -= h times the matrices of the last addMatrix, for the stored increment. */
  subtractMatrix(out: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    const links = this.links.data;
    const { h } = this;
    for (let i = 0; i < this.count; i++) {
      const l = LINK_STRIDE * i;
      if (done[links[l + ISLAND]] === 1) continue;
      const o = POINT_STRIDE * i;
      const m = o + MATRIX;
      const x = e[o + AHEAD];
      const y = e[o + AHEAD + 1];
      const z = e[o + AHEAD + 2];
      motion[0] = -h * (e[m] * x + e[m + 1] * y + e[m + 2] * z);
      motion[1] = -h * (e[m + 1] * x + e[m + 3] * y + e[m + 4] * z);
      motion[2] = -h * (e[m + 2] * x + e[m + 4] * y + e[m + 5] * z);
      if (motion[0] === 0 && motion[1] === 0 && motion[2] === 0) continue;
      for (let k = 0; k < 3; k++) forces[k] = motion[k];
      for (let k = 0; k < 6; k++) forces[3 + k] = e[o + ARM_A + k];
      if (links[l + BLOCK_A] >= 0) addSide(out, links[l + KIND_A], links[l + AT_A], -1, forces, 0, 3);
      if (links[l + BLOCK_B] >= 0) addSide(out, links[l + KIND_B], links[l + AT_B], 1, forces, 0, 6);
    }
  }

  /** slope[k] -= h F.w', with the forces F at the start of the stored line, and w' the change of the motion along all of it. */
  addFirstSlopes(slope: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    const links = this.links.data;
    const { h } = this;
    for (let i = 0; i < this.count; i++) {
      const island = links[LINK_STRIDE * i + ISLAND];
      const o = POINT_STRIDE * i;
      if (done[island] === 1 || (e[o + SLOPE] === 0 && e[o + ALONG] === 0)) continue;
      const a = o + AHEAD;
      slope[island] -= h * (e[o + FORCE] * e[a] + e[o + FORCE + 1] * e[a + 1] + e[o + FORCE + 2] * e[a + 2]);
    }
  }

  /** slope[k] -= h F.w', with the forces F at part[k] of the stored line, and w' the change of the motion along all of it. */
  addSlopes(slope: Float64Array, part: Float64Array, done: Uint8Array): void {
    const e = this.data.data;
    const links = this.links.data;
    const { h } = this;
    for (let i = 0; i < this.count; i++) {
      const island = links[LINK_STRIDE * i + ISLAND];
      if (done[island] === 1) continue;
      const o = POINT_STRIDE * i;
      const s = part[island];
      const x = e[o + AHEAD];
      const y = e[o + AHEAD + 1];
      const z = e[o + AHEAD + 2];
      motion[0] = e[o + AT] + s * x;
      motion[1] = e[o + AT + 1] + s * y;
      motion[2] = e[o + AT + 2] + s * z;
      const state = e[o + STATE];
      if (this.evaluate(o)) slope[island] -= h * (e[o + FORCE] * x + e[o + FORCE + 1] * y + e[o + FORCE + 2] * z);
      e[o + STATE] = state; // changes of state are counted between iterates
    }
  }

  /** change[b] += |mu (N - N')| for the blocks b of a contact [N]: possible change of friction with the normal forces just found. */
  addUnsettled(change: Float64Array): void {
    const e = this.data.data;
    const links = this.links.data;
    for (let i = 0; i < this.count; i++) {
      const o = POINT_STRIDE * i;
      const more = Math.abs(e[o + MU] * (e[o + PUSH] - e[o + LAG]));
      if (more === 0) continue;
      participants(list, links, LINK_STRIDE * i);
      for (let p = 0; p < 4; p++) if (list[p] >= 0) change[list[p]] += more;
    }
  }

  /** From now on friction is bounded by the normal forces of the last evaluation. */
  renew(): void {
    const e = this.data.data;
    for (let o = 0; o < POINT_STRIDE * this.count; o += POINT_STRIDE) {
      e[o + LAG] = e[o + PUSH];
      e[o + KNOWN] = 0;
      this.setBristle(o);
    }
  }
}

/** Blocks of the contact at links[l]: of A and of B, two each; -1: none. */
const list = new Int32Array(4);
function participants(out: Int32Array, links: Int32Array, l: number): void {
  out[0] = links[l + BLOCK_A];
  out[1] = links[l + KIND_A] === NODES ? links[l + BLOCK_A] + 1 : -1;
  out[2] = links[l + BLOCK_B];
  out[3] = links[l + KIND_B] === NODES ? links[l + BLOCK_B] + 1 : -1;
}

/** force += s times f[o...] at a side with its arm at f[arm...]. */
const forces = new Float64Array(9);
function addSide(
  force: Float64Array,
  kind: number,
  at: number,
  s: number,
  f: Float64Array,
  o: number,
  arm: number,
): void {
  const fx = s * f[o];
  const fy = s * f[o + 1];
  const fz = s * f[o + 2];
  if (kind === BODY) {
    const x = f[arm];
    const y = f[arm + 1];
    const z = f[arm + 2];
    force[at] += fx;
    force[at + 1] += fy;
    force[at + 2] += fz;
    force[at + 3] += y * fz - z * fy;
    force[at + 4] += z * fx - x * fz;
    force[at + 5] += x * fy - y * fx;
    return;
  }
  const t = f[arm];
  force[at] += (1 - t) * fx;
  force[at + 1] += (1 - t) * fy;
  force[at + 2] += (1 - t) * fz;
  force[at + 4] += t * fx;
  force[at + 5] += t * fy;
  force[at + 6] += t * fz;
}

/** Rotational rows ([r]x D, below) or columns (-D [r]x, right) of a block between a body and a node. */
function addCross(
  values: Float64Array,
  at: number,
  stride: number,
  s: number,
  e: Float64Array,
  arm: number,
  rows: boolean,
): void {
  const x = e[arm];
  const y = e[arm + 1];
  const z = e[arm + 2];
  for (let k = 0; k < 3; k++) {
    // D is symmetric: its row k is its column k
    const dx = s * d[k];
    const dy = s * d[3 + k];
    const dz = s * d[6 + k];
    const tx = y * dz - z * dy;
    const ty = z * dx - x * dz;
    const tz = x * dy - y * dx;
    if (rows) {
      values[at + stride * 3 + k] += tx;
      values[at + stride * 4 + k] += ty;
      values[at + stride * 5 + k] += tz;
    } else {
      values[at + stride * k + 3] += tx;
      values[at + stride * k + 4] += ty;
      values[at + stride * k + 5] += tz;
    }
  }
}
