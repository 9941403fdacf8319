/**
 * Contacts over areas in a convex step, in columns. The shape of a patch between two bodies is kept, and its depth at point k is linear in
 * the motion (V, Omega) of B relative to A at its centre:
 *   d_k = r_k - h n_k.(V + Omega x rho_k) depth [m], r_k that of a resting point
 *   N_k = K_k d_k (1 - a n_k.(V + Omega x rho_k)), never below 0   normal force [N], the law at a point (contact/normal.ts) with exponent 1
 *   friction: the brush of contact/brush.ts on its limit surface, with the N'_k [N] of a converged solution before (renew)
 * The wrench on B is minus the gradient of a convex function of (V, Omega): the integrals of N_k and the cost of the brush. The stiffness
 * of springs and bristles is limited to the value that the step resolves, as at points (point-contacts.ts).
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';
import {
  type Brush,
  BRUSH_POINT,
  brushFriction,
  makeBrush,
  makeBrushForce,
  makeNormalForce,
  makePress,
  normalForce,
} from '../contact/index.ts';
import { addMovedBlock, relativeMotion } from '../contacts/index.ts';
import { NEAR_RIGID_AREA, RIGID, type Resolved, TANGENTIAL } from './resolved.ts';
import type { StepMatrix } from './step-matrix.ts';

// Offsets of the numbers of a patch, in the world at its evaluation.
export const CENTRE = 0; // 0..2
export const NORMAL = 3; // 3..5 from A to B
export const LEVER_A = 6; // 6..8 [m] from the centre of mass
export const LEVER_B = 9;
export const ELASTIC = 12; // 12..17 stored displacement [m] and rotation [rad] of the brush at the start of the step
export const AREA = 18; // [m^2]
export const DEPTH = 19; // [m]
export const ONSET = 20; // [m/s]
export const MU_STATIC = 21;
export const MU_KINETIC = 22;
export const IN_A = 23; // 23..28 centre and normal in the frame of A
export const DISSIPATION = 29; // a [s/m]
export const S0 = 30; // [1/m]
export const S1 = 31; // [s/m]
export const LOAD_START = 32; // [N] normal force when the step began
export const PUSH = 33; // [N]
export const WRENCH = 34; // 34..39 on B at the centre
export const ELASTIC_END = 40; // 40..45
export const STORED = 46; // [J]
export const RUB = 47; // [N] friction
export const SLIPPING = 48; // share of the normal force on points that slip
const LAG = 50; // [N] sum of N'_k
const S0_STEP = 51; // [1/m] limited to the stiffness that the step resolves
const MOST = 52; // [N/m] the stiffest spring along the normal that it resolves
const STATE = 53;
const MATRIX = 54; // 54..89 -d wrench / d(V, Omega)
const AT = 90; // 90..95 motion at the start of the present line
const AHEAD = 96; // 96..101 its change by the whole increment
export const FLAT = 102; // 1: one normal
export const IN_B = 103; // 103..105 centre in the frame of B
export const SLIPPED = 106; // 1: it slipped when the step began, or in the last evaluation
export const FOUNDATION = 107; // [N/m^3] limited to the stiffness that the step resolves
export const DEEPEST = 108; // [m] depth of its deepest place, as r_k of points
export const PATCH_STRIDE = 109;

// Integers of a patch.
export const PAIR = 0;
export const BODY_A = 1;
export const BODY_B = 2;
export const FROM = 3; // offset of the committed patch that it continues, or -1
export const FIRST = 4; // its first point
export const ISLAND = 5;
export const LINK_STRIDE = 6;

// Numbers of a point.
export const POINT = 0; // 0..2 rho, from the centre [m]
// 3..5: its normal
export const STIFFNESS = 6; // K [N/m]
export const REST = 7; // r [m]
export const POINT_LAG = 8; // N' [N]
export const POINT_PUSH = 9; // N [N]
export const POINT_STRIDE = 10;

/** State of a patch not yet evaluated. */
const UNKNOWN = -1;

const rub = makeBrushForce();
const press = makePress();
press.exponent = 1;
press.sharp = true;
const push = makeNormalForce();
const motion = new Float64Array(6);
const step = new Float64Array(1);
const matrix = new Float64Array(36);

export class AreaContacts {
  count = 0;
  readonly data: GrowableFloat64 = new GrowableFloat64(64 * PATCH_STRIDE);
  readonly links: GrowableInt32 = new GrowableInt32(65 * LINK_STRIDE);
  readonly points: GrowableFloat64 = new GrowableFloat64(256 * POINT_STRIDE);
  /** [s] of the step */
  h = 0.5;
  /** by island: patches that gained or lost a point, stuck or slipped since the previous evaluation */
  readonly changes: Int32Array;
  readonly resolved: Resolved;
  private readonly bodies: number;
  private readonly blocks = new GrowableInt32(4 * 64);
  /** the brush of each patch, from its points and N'; brushes of former patches are reused */
  private readonly brushes: Brush[] = [];

  constructor(islands: number, bodies: number, resolved: Resolved) {
    this.resolved = resolved;
    this.changes = new Int32Array(islands);
    this.bodies = bodies;
  }

  clear(): void {
    this.count = 0;
    this.points.clear();
  }

  /** One more patch, all zero; its points follow. */
  add(): number {
    const p = this.count++;
    this.data.resize(PATCH_STRIDE * this.count);
    this.links.resize(LINK_STRIDE * (this.count + 1));
    this.data.data.fill(0, PATCH_STRIDE * p, PATCH_STRIDE * this.count);
    this.links.data[LINK_STRIDE * p + FIRST] = this.points.length / POINT_STRIDE;
    this.data.data[PATCH_STRIDE * p + STATE] = UNKNOWN;
    if (p === this.brushes.length) this.brushes.push(makeBrush());
    this.brushes[p].warm = false;
    return p;
  }

  /** All points of the last patch, between bodies A and B, are known: limits its springs to the stiffness that the step resolves. */
  close(A: number, B: number, parting: { readonly away: number }): void {
    this.resolved.find(A, B, NEAR_RIGID_AREA, 1);
    const { mobility, stiffest } = this.resolved;
    const p = this.count - 1;
    const e = this.data.data;
    const o = PATCH_STRIDE * p;
    this.links.data[LINK_STRIDE * (p + 1) + FIRST] = this.points.length / POINT_STRIDE;
    e[o + MOST] = stiffest;
    const q = this.points.data;
    let K = 0;
    for (let k = this.first(p); k < this.last(p); k += POINT_STRIDE) K += q[k + STIFFNESS];
    const square = this.h * this.h * K * mobility;
    e[o + DISSIPATION] /= 1 + square * square; // as for points
    if (!(K > e[o + MOST])) return;
    if (parting.away > 0) this.strike(A, B, parting);
    const part = e[o + MOST] / K;
    e[o + FOUNDATION] *= part;
    for (let k = this.first(p); k < this.last(p); k += POINT_STRIDE) q[k + STIFFNESS] *= part;
  }

  /**
   * The last patch receives an impact that the step does not resolve: its points push until the bodies separate at the required speed,
   * without damping.
   */
  private strike(A: number, B: number, parting: { readonly away: number }): void {
    this.resolved.find(A, B, RIGID, 1);
    const p = this.count - 1;
    const e = this.data.data;
    const q = this.points.data;
    e[PATCH_STRIDE * p + MOST] = this.resolved.stiffest;
    e[PATCH_STRIDE * p + DISSIPATION] = 0;
    for (let k = this.first(p); k < this.last(p); k += POINT_STRIDE) q[k + REST] = Math.max(q[k + REST], parting.away);
  }

  first(p: number): number {
    return POINT_STRIDE * this.links.data[LINK_STRIDE * p + FIRST];
  }

  last(p: number): number {
    return POINT_STRIDE * this.links.data[LINK_STRIDE * (p + 1) + FIRST];
  }

  /** N' of all points are known: prepares the brush of each patch with its load. */
  setBrushes(): void {
    const e = this.data.data;
    const q = this.points.data;
    for (let p = 0; p < this.count; p++) {
      const o = PATCH_STRIDE * p;
      let lag = 0;
      for (let k = this.first(p); k < this.last(p); k += POINT_STRIDE) lag += q[k + POINT_LAG];
      e[o + LAG] = lag;
      e[o + S0_STEP] = lag > 0 ? Math.min(e[o + S0], (TANGENTIAL * e[o + MOST]) / lag) : e[o + S0];
      if (lag > 0 && e[o + MU_STATIC] > 0) this.loadBrush(p);
    }
  }

  couple(join: (a: number, b: number) => void): void {
    const { data } = this.links;
    for (let p = 0; p < this.count; p++) {
      const A = data[LINK_STRIDE * p + BODY_A];
      const B = data[LINK_STRIDE * p + BODY_B];
      if (A < this.bodies && B < this.bodies) join(A, B);
    }
  }

  mark(bodies: Uint8Array, acting: boolean): void {
    const { data } = this.links;
    const e = this.data.data;
    for (let p = 0; p < this.count; p++) {
      if (acting && e[PATCH_STRIDE * p + PUSH] === 0 && e[PATCH_STRIDE * p + LAG] === 0) continue;
      const A = data[LINK_STRIDE * p + BODY_A];
      const B = data[LINK_STRIDE * p + BODY_B];
      if (A < bodies.length) bodies[A] = 0;
      if (B < bodies.length) bodies[B] = 0;
    }
  }

  number(islandOf: Int32Array): void {
    const { data } = this.links;
    for (let p = 0; p < this.count; p++) {
      const l = LINK_STRIDE * p;
      data[l + ISLAND] = islandOf[data[l + BODY_A] < this.bodies ? data[l + BODY_A] : data[l + BODY_B]];
    }
  }

  /** Blocks (A, A), (B, B), (A, B), (B, A) of each patch. */
  lay(stepMatrix: StepMatrix): void {
    this.blocks.resize(4 * this.count);
    const { data } = this.links;
    for (let p = 0; p < this.count; p++) {
      const A = data[LINK_STRIDE * p + BODY_A];
      const B = data[LINK_STRIDE * p + BODY_B];
      const both = A < this.bodies && B < this.bodies;
      this.blocks.data[4 * p] = A < this.bodies ? stepMatrix.offset(A, A) : -1;
      this.blocks.data[4 * p + 1] = B < this.bodies ? stepMatrix.offset(B, B) : -1;
      this.blocks.data[4 * p + 2] = both ? stepMatrix.offset(A, B) : -1;
      this.blocks.data[4 * p + 3] = both ? stepMatrix.offset(B, A) : -1;
    }
  }

  /** Velocity of B relative to A at the centre of patch p, and angular velocity, from the velocities v. */
  relative(out: Float64Array, v: Float64Array, p: number): void {
    const l = LINK_STRIDE * p;
    const { data } = this.links;
    const o = PATCH_STRIDE * p;
    relativeMotion(out, v, 6 * data[l + BODY_A], 6 * data[l + BODY_B], this.data.data, o + LEVER_A, o + LEVER_B);
  }

  /** The wrench of patch p for the motion in `motion`; on request with its matrix, and with the new state of its brush. */
  private evaluate(p: number, wantMatrix: boolean, wantState: boolean): void {
    const { h } = this;
    const e = this.data.data;
    const q = this.points.data;
    const o = PATCH_STRIDE * p;
    const vx = motion[0];
    const vy = motion[1];
    const vz = motion[2];
    const wx = motion[3];
    const wy = motion[4];
    const wz = motion[5];
    press.dissipation = e[o + DISSIPATION];
    const first = this.first(p);
    const last = this.last(p);
    let fx = 0;
    let fy = 0;
    let fz = 0;
    let mx = 0;
    let my = 0;
    let mz = 0;
    let total = 0;
    let closed = 0;
    // slopes of the points: their sum, times rho x n, and times its square
    const flat = e[o + FLAT] === 1;
    let slopes = 0;
    let sumX = 0;
    let sumY = 0;
    let sumZ = 0;
    let txx = 0;
    let txy = 0;
    let txz = 0;
    let tyy = 0;
    let tyz = 0;
    let tzz = 0;
    if (wantMatrix) matrix.fill(0);
    for (let k = first; k < last; k += POINT_STRIDE) {
      const x = q[k];
      const y = q[k + 1];
      const z = q[k + 2];
      const nx = q[k + 3];
      const ny = q[k + 4];
      const nz = q[k + 5];
      // (n, rho x n).(V, Omega)
      const tx = y * nz - z * ny;
      const ty = z * nx - x * nz;
      const tz = x * ny - y * nx;
      const speed = vx * nx + vy * ny + vz * nz + wx * tx + wy * ty + wz * tz;
      const depth = q[k + REST] - h * speed;
      press.depth = depth;
      press.speed = -speed;
      press.stiffness = q[k + STIFFNESS];
      normalForce(push, press);
      const N = push.force;
      q[k + POINT_PUSH] = N;
      if (!(N > 0)) continue;
      closed++;
      total += N;
      fx += N * nx;
      fy += N * ny;
      fz += N * nz;
      mx += N * tx;
      my += N * ty;
      mz += N * tz;
      if (!wantMatrix) continue;
      const slope = h * push.byDepth + push.bySpeed;
      const sx = slope * tx;
      const sy = slope * ty;
      const sz = slope * tz;
      txx += sx * tx;
      txy += sx * ty;
      txz += sx * tz;
      tyy += sy * ty;
      tyz += sy * tz;
      tzz += sz * tz;
      if (flat) {
        slopes += slope;
        sumX += sx;
        sumY += sy;
        sumZ += sz;
        continue;
      }
      matrix[0] += slope * nx * nx;
      matrix[1] += slope * nx * ny;
      matrix[2] += slope * nx * nz;
      matrix[7] += slope * ny * ny;
      matrix[8] += slope * ny * nz;
      matrix[14] += slope * nz * nz;
      matrix[3] += nx * sx;
      matrix[4] += nx * sy;
      matrix[5] += nx * sz;
      matrix[9] += ny * sx;
      matrix[10] += ny * sy;
      matrix[11] += ny * sz;
      matrix[15] += nz * sx;
      matrix[16] += nz * sy;
      matrix[17] += nz * sz;
    }
    if (wantMatrix) {
      if (flat) {
        normal[3] = sumX;
        normal[4] = sumY;
        normal[5] = sumZ;
        for (let i = 0; i < 3; i++) {
          normal[i] = e[o + NORMAL + i];
          for (let j = i; j < 3; j++) matrix[6 * i + j] = slopes * normal[i] * e[o + NORMAL + j];
          for (let j = 3; j < 6; j++) matrix[6 * i + j] = normal[i] * normal[j];
        }
      }
      matrix[21] = txx;
      matrix[22] = txy;
      matrix[23] = txz;
      matrix[28] = tyy;
      matrix[29] = tyz;
      matrix[35] = tzz;
    }
    e[o + PUSH] = total;
    let state = 2 * closed;
    if (e[o + LAG] > 0 && e[o + MU_STATIC] > 0) {
      const brush = this.brushes[p];
      const along = h + e[o + S1] / e[o + S0];
      for (let i = 0; i < 6; i++) {
        brush.displacement[i] = h * motion[i];
        brush.velocity[i] = motion[i];
      }
      brush.wantTangent = wantMatrix;
      brush.wantState = wantState;
      brushFriction(rub, brush);
      brush.prepared = true;
      brush.warm = rub.beyond;
      const f = rub.wrench;
      fx += f[0];
      fy += f[1];
      fz += f[2];
      mx += f[3];
      my += f[4];
      mz += f[5];
      if (rub.slips) state++;
      if (wantMatrix) {
        for (let i = 0; i < 6; i++) for (let j = i; j < 6; j++) matrix[6 * i + j] += along * rub.tangent[6 * i + j];
      }
    }
    e[o + STATE] = state;
    e[o + WRENCH] = fx;
    e[o + WRENCH + 1] = fy;
    e[o + WRENCH + 2] = fz;
    e[o + WRENCH + 3] = mx;
    e[o + WRENCH + 4] = my;
    e[o + WRENCH + 5] = mz;
    if (!wantMatrix) return;
    for (let i = 0; i < 6; i++) {
      for (let j = i; j < 6; j++) {
        e[o + MATRIX + 6 * i + j] = matrix[6 * i + j];
        e[o + MATRIX + 6 * j + i] = matrix[6 * i + j];
      }
    }
  }

  /**
   * The brush of patch p at the start of the step, with the N' of its points. Its energy is conserved when load or stiffness change, as at
   * points.
   */
  private loadBrush(p: number): void {
    const e = this.data.data;
    const q = this.points.data;
    const o = PATCH_STRIDE * p;
    const brush = this.brushes[p];
    const first = this.first(p);
    const count = (this.last(p) - first) / POINT_STRIDE;
    brush.prepared = false;
    brush.foreseen = true;
    brush.search.seen = false;
    brush.points.resize(BRUSH_POINT * count);
    const to = brush.points.data;
    for (let k = 0; k < count; k++) {
      const from = first + POINT_STRIDE * k;
      for (let i = 0; i < 6; i++) to[BRUSH_POINT * k + i] = q[from + i];
      to[BRUSH_POINT * k + 6] = q[from + POINT_LAG];
    }
    brush.flat = e[o + FLAT] === 1;
    const scale = Math.sqrt((e[o + LOAD_START] * e[o + S0]) / (e[o + LAG] * e[o + S0_STEP]));
    for (let i = 0; i < 6; i++) brush.elastic[i] = scale * e[o + ELASTIC + i];
    brush.muStatic = e[o + MU_STATIC];
    brush.muKinetic = e[o + MU_STATIC]; // one limit in each step, so that friction is a gradient
    brush.s0 = e[o + S0_STEP];
    brush.s1 = (e[o + S1] * e[o + S0_STEP]) / e[o + S0];
    brush.slipping = e[o + SLIPPED] === 1; // start of the search for its slip: limits are the same
    brush.scaled = scale;
  }

  addForces(force: Float64Array, v: Float64Array, done: Uint8Array): void {
    const links = this.links.data;
    const { changes } = this;
    const e = this.data.data;
    changes.fill(0);
    for (let p = 0; p < this.count; p++) {
      const l = LINK_STRIDE * p;
      const island = links[l + ISLAND];
      if (done[island] === 1) continue;
      const o = PATCH_STRIDE * p;
      const before = e[o + STATE];
      this.relative(motion, v, p);
      this.evaluate(p, true, false);
      if (e[o + STATE] !== before && before !== UNKNOWN) changes[island]++;
      if (links[l + BODY_A] < this.bodies) addWrench(force, 6 * links[l + BODY_A], -1, e, o + WRENCH, o + LEVER_A);
      if (links[l + BODY_B] < this.bodies) addWrench(force, 6 * links[l + BODY_B], 1, e, o + WRENCH, o + LEVER_B);
    }
  }

  addMatrix(stepMatrix: StepMatrix, done: Uint8Array): void {
    const links = this.links.data;
    const e = this.data.data;
    const { values } = stepMatrix;
    step[0] = this.h;
    for (let p = 0; p < this.count; p++) {
      if (done[links[LINK_STRIDE * p + ISLAND]] === 1) continue;
      const o = PATCH_STRIDE * p;
      for (let i = 0; i < 36; i++) matrix[i] = e[o + MATRIX + i];
      const toA = o + LEVER_A;
      const toB = o + LEVER_B;
      const b = this.blocks.data;
      if (b[4 * p] >= 0) addMovedBlock(values, b[4 * p], 1, step, matrix, e, toA, toA);
      if (b[4 * p + 1] >= 0) addMovedBlock(values, b[4 * p + 1], 1, step, matrix, e, toB, toB);
      if (b[4 * p + 2] >= 0) addMovedBlock(values, b[4 * p + 2], -1, step, matrix, e, toA, toB);
      if (b[4 * p + 3] >= 0) addMovedBlock(values, b[4 * p + 3], -1, step, matrix, e, toB, toA);
    }
  }

  noteLine(v: Float64Array, increment: Float64Array, done: Uint8Array): void {
    const links = this.links.data;
    const e = this.data.data;
    for (let p = 0; p < this.count; p++) {
      if (done[links[LINK_STRIDE * p + ISLAND]] === 1) continue;
      this.relative(motion, v, p);
      for (let i = 0; i < 6; i++) e[PATCH_STRIDE * p + AT + i] = motion[i];
      this.relative(motion, increment, p);
      for (let i = 0; i < 6; i++) e[PATCH_STRIDE * p + AHEAD + i] = motion[i];
    }
  }

  subtractMatrix(out: Float64Array, done: Uint8Array): void {
    const links = this.links.data;
    const e = this.data.data;
    const { h } = this;
    for (let p = 0; p < this.count; p++) {
      const l = LINK_STRIDE * p;
      if (done[links[l + ISLAND]] === 1) continue;
      const o = PATCH_STRIDE * p;
      for (let i = 0; i < 6; i++) {
        let sum = 0;
        for (let j = 0; j < 6; j++) sum += e[o + MATRIX + 6 * i + j] * e[o + AHEAD + j];
        lost[i] = -h * sum;
      }
      for (let i = 0; i < 6; i++) lost[6 + i] = e[o + LEVER_A + i];
      if (links[l + BODY_A] < this.bodies) addWrench(out, 6 * links[l + BODY_A], -1, lost, 0, 6);
      if (links[l + BODY_B] < this.bodies) addWrench(out, 6 * links[l + BODY_B], 1, lost, 0, 9);
    }
  }

  addFirstSlopes(slope: Float64Array, done: Uint8Array): void {
    const links = this.links.data;
    for (let p = 0; p < this.count; p++) {
      const island = links[LINK_STRIDE * p + ISLAND];
      if (done[island] === 0) slope[island] -= this.h * this.power(p);
    }
  }

  private power(p: number): number {
    const e = this.data.data;
    const o = PATCH_STRIDE * p;
    let sum = 0;
    for (let i = 0; i < 6; i++) sum += e[o + WRENCH + i] * e[o + AHEAD + i];
    return sum;
  }

  addSlopes(slope: Float64Array, part: Float64Array, done: Uint8Array): void {
    const links = this.links.data;
    const e = this.data.data;
    const { h } = this;
    for (let p = 0; p < this.count; p++) {
      const island = links[LINK_STRIDE * p + ISLAND];
      if (done[island] === 1) continue;
      const o = PATCH_STRIDE * p;
      const s = part[island];
      for (let i = 0; i < 6; i++) motion[i] = e[o + AT + i] + s * e[o + AHEAD + i];
      const state = e[o + STATE];
      this.evaluate(p, false, false);
      e[o + STATE] = state;
      slope[island] -= h * this.power(p);
    }
  }

  /** As in PointContacts. */
  addUnsettled(change: Float64Array): void {
    const e = this.data.data;
    const q = this.points.data;
    const links = this.links.data;
    for (let p = 0; p < this.count; p++) {
      let more = 0;
      for (let k = this.first(p); k < this.last(p); k += POINT_STRIDE) {
        more += Math.abs(q[k + POINT_PUSH] - q[k + POINT_LAG]);
      }
      more *= e[PATCH_STRIDE * p + MU_STATIC];
      const A = links[LINK_STRIDE * p + BODY_A];
      const B = links[LINK_STRIDE * p + BODY_B];
      if (A < this.bodies) change[A] += more;
      if (B < this.bodies) change[B] += more;
    }
  }

  renew(): void {
    const q = this.points.data;
    for (let k = 0; k < this.points.length; k += POINT_STRIDE) q[k + POINT_LAG] = q[k + POINT_PUSH];
    this.setBrushes();
  }

  /** At a solution with velocities v: computes forces, and new states of the brushes. */
  settle(v: Float64Array): void {
    const e = this.data.data;
    for (let p = 0; p < this.count; p++) {
      const o = PATCH_STRIDE * p;
      this.relative(motion, v, p);
      this.evaluate(p, false, true);
      const rubs = e[o + LAG] > 0 && e[o + MU_STATIC] > 0;
      e[o + STORED] = rubs ? rub.stored : 0;
      e[o + SLIPPING] = rubs ? rub.slipping : 0;
      const f = rub.wrench;
      e[o + RUB] = rubs ? Math.sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]) : 0;
      const keeps = rubs && e[o + PUSH] > 0;
      const scale = keeps ? Math.sqrt((e[o + LAG] * e[o + S0_STEP]) / (e[o + PUSH] * e[o + S0])) : 0;
      for (let i = 0; i < 6; i++) e[o + ELASTIC_END + i] = keeps ? scale * rub.elastic[i] : 0;
    }
  }

  /** The step ends with the final velocities v: the energy of patch p; `motion` is its motion. */
  finish(v: Float64Array, p: number): void {
    const e = this.data.data;
    const q = this.points.data;
    this.relative(motion, v, p);
    let stored = 0;
    for (let k = this.first(p); k < this.last(p); k += POINT_STRIDE) {
      const depth = this.depthOf(k);
      if (depth > 0) stored += 0.5 * q[k + STIFFNESS] * depth * depth;
    }
    e[PATCH_STRIDE * p + STORED] += stored;
  }

  /** [m^3] energy of the points of patch p over the foundation, for the motion last evaluated */
  volumeOf(p: number): number {
    const q = this.points.data;
    let sum = 0;
    for (let k = this.first(p); k < this.last(p); k += POINT_STRIDE) {
      const depth = this.depthOf(k);
      if (depth > 0) sum += depth * q[k + STIFFNESS];
    }
    return sum / this.data.data[PATCH_STRIDE * p + FOUNDATION];
  }

  /** [m] depth of the point at points[k...], for the motion last evaluated */
  depthOf(k: number): number {
    const q = this.points.data;
    const x = motion[0] + motion[4] * q[k + 2] - motion[5] * q[k + 1];
    const y = motion[1] + motion[5] * q[k] - motion[3] * q[k + 2];
    const z = motion[2] + motion[3] * q[k + 1] - motion[4] * q[k];
    return q[k + REST] - this.h * (x * q[k + 3] + y * q[k + 4] + z * q[k + 5]);
  }

  /** Motion of the patch last finished. */
  get motion(): Float64Array {
    return motion;
  }
}

/** of a flat patch: n, and the sum of slopes times rho x n */
const normal = new Float64Array(6);
/** a wrench, and levers on A and on B */
const lost = new Float64Array(12);

/** force[at...] += s times the wrench at f[o...], at the lever f[r...]. */
function addWrench(force: Float64Array, at: number, s: number, f: Float64Array, o: number, r: number): void {
  const x = f[r];
  const y = f[r + 1];
  const z = f[r + 2];
  const fx = s * f[o];
  const fy = s * f[o + 1];
  const fz = s * f[o + 2];
  force[at] += fx;
  force[at + 1] += fy;
  force[at + 2] += fz;
  force[at + 3] += s * f[o + 3] + y * fz - z * fy;
  force[at + 4] += s * f[o + 4] + z * fx - x * fz;
  force[at + 5] += s * f[o + 5] + x * fy - y * fx;
}
