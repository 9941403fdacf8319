/**
 * Twist at a node, and bending with a natural curvature, which depends on the rotation of the rope.
 *   m = theta2 - theta1 + reference twist,   H = G (m - m0 + tau m'),   G = GJ/l
 *   dm/de1 = kb/(2 L1),   dm/de2 = kb/(2 L2)                                       (Bergou et al. 2008, eq. 10; 2010, s. 7)
 * for frames that do not rotate about their elements. The derivative of kb/(2L) is exact; its symmetric part is the Hessian of Bergou et
 * al. 2010, the rest is due to the holonomy of the frames.
 *   E = -B kb.w,  w = (w1 + w2)/2                  B kb.kb/2 is in bending.ts; w_k is the natural bend, fixed in frame k
 *   dE/dt1 = -B g1, g1 = (2 t2 x w - Q t2)/X;  dE/dt2 = -B g2, g2 = (2 w x t1 - Q t1)/X;  Q = kb.w;  dw_k/dtheta_k = t_k x w_k
 * As t_k turns, w_k moves along t_k, that is across kb. A trial frame is transported from the accepted direction t0 in one step, so a
 * further displacement de rotates it by -(t0 x t).de/((1 + t0.t) L) (frameTurn). This is part of the tangent but not of the force, which is
 * the work in a small displacement from the trial.
 */
import { sincos } from '../../math/index.ts';
import type { Cable } from './cable.ts';
import type { NodeWork } from './node-work.ts';
import { nodeTwists } from './properties.ts';

const grad = new Float64Array(8); // of m, by e1, theta1, e2, theta2
const slope = new Float64Array(8); // of H, by the unknown

/**
 * Torque at the nodes of the whole cable: H = G (m + tau m'), slotForce += H grad m. The tangent is an outer product,
 * grad m times the slope of H (by q, by the turning of frames, by rates), and H times the derivative of grad m. With
 * k = kb/2 and s = t1 + t2,
 *   d k by t1 = (-[t2]x - k s^T)/X on moves across t1,   d k by t2 = ([t1]x - k s^T)/X
 *   d (k/L1) by e1 = (that - k t1^T)/L1^2,   d (k/L1) by e2 = that/(L1 L2),   and so on
 */
export function addTwist(cable: Cable, work: NodeWork): void {
  const { twistRatio, twistTime, refTwist, naturalTwist, slotForce } = cable;
  const { b, c, withTangent } = work;
  for (let i = 0; i < cable.nodeCount; i++) {
    const G = twistRatio[i];
    if (G === 0 || !nodeTwists(cable, i)) continue;
    work.load(cable, i);
    const { kb, rate1, rate2, L1, L2 } = work;
    const tau = twistTime[i];
    let m = work.turn2 - work.turn1 + refTwist[i] - naturalTwist[i] + tau * (work.spin2 - work.spin1);
    for (let r = 0; r < 3; r++) {
      grad[r] = (0.5 * kb[r]) / L1;
      grad[4 + r] = (0.5 * kb[r]) / L2;
      m += tau * (grad[r] * rate1[r] + grad[4 + r] * rate2[r]);
    }
    grad[3] = -1;
    grad[7] = 1;
    const H = G * m;
    const o = 4 * i;
    for (let r = 0; r < 8; r++) slotForce[o + r] += H * grad[r];
    if (!withTangent) continue;
    const weight = G * (b + c * tau);
    for (let r = 0; r < 8; r++) slope[r] = weight * grad[r];
    weights[BY_RATE] = b * G * tau;
    if (tau > 0) addRateSlope(work);
    // frames transported from the accepted directions rotate by hold.de, like a twist of the element
    if (frameTurn(cable, i, 0, work)) for (let r = 0; r < 3; r++) slope[r] -= b * G * hold[r];
    if (frameTurn(cable, i, 1, work)) for (let r = 0; r < 3; r++) slope[4 + r] += b * G * hold[r];
    addOuter(cable, 16 * i);
    weights[BY_GRADIENT] = b * H;
    addTurnOfGradient(cable, 16 * i, work);
  }
}

/** grad slope^T into the four blocks of slots i and i+1. */
function addOuter(cable: Cable, o: number): void {
  const { slotDiagonal: D, slotUpper: U, slotLower: V } = cable;
  for (let r = 0; r < 4; r++) {
    const g1 = grad[r];
    const g2 = grad[4 + r];
    const row = o + 4 * r;
    for (let s = 0; s < 4; s++) {
      const s1 = slope[s];
      const s2 = slope[4 + s];
      D[row + s] += g1 * s1;
      U[row + s] += g1 * s2;
      V[row + s] += g2 * s1;
      D[row + 16 + s] += g2 * s2;
    }
  }
}

/** Weights of the two functions below; number arguments would be boxed. */
const weights = new Float64Array(2);
const BY_RATE = 0;
const BY_GRADIENT = 1;

/** slope += weight d(m')/de: m' = k.(e1'/L1 + e2'/L2) + theta2' - theta1'. */
function addRateSlope(w: NodeWork): void {
  const scale = weights[BY_RATE];
  const { t1, t2, kb, rate1, rate2, L1, L2, X } = w;
  const yx = rate1[0] / L1 + rate2[0] / L2;
  const yy = rate1[1] / L1 + rate2[1] / L2;
  const yz = rate1[2] / L1 + rate2[2] / L2;
  const yk = 0.5 * (yx * kb[0] + yy * kb[1] + yz * kb[2]);
  const k1 = (0.5 * (rate1[0] * kb[0] + rate1[1] * kb[1] + rate1[2] * kb[2])) / L1;
  const k2 = (0.5 * (rate2[0] * kb[0] + rate2[1] * kb[1] + rate2[2] * kb[2])) / L2;
  const s1 = scale / L1;
  const s2 = scale / L2;
  // y^T [t]x = (y x t)^T
  slope[0] += s1 * ((-(yy * t2[2] - yz * t2[1]) - yk * (t1[0] + t2[0])) / X - k1 * t1[0]);
  slope[1] += s1 * ((-(yz * t2[0] - yx * t2[2]) - yk * (t1[1] + t2[1])) / X - k1 * t1[1]);
  slope[2] += s1 * ((-(yx * t2[1] - yy * t2[0]) - yk * (t1[2] + t2[2])) / X - k1 * t1[2]);
  slope[4] += s2 * ((yy * t1[2] - yz * t1[1] - yk * (t1[0] + t2[0])) / X - k2 * t2[0]);
  slope[5] += s2 * ((yz * t1[0] - yx * t1[2] - yk * (t1[1] + t2[1])) / X - k2 * t2[1]);
  slope[6] += s2 * ((yx * t1[1] - yy * t1[0] - yk * (t1[2] + t2[2])) / X - k2 * t2[2]);
}

/** Blocks += bH times the derivative of the gradient of m. */
function addTurnOfGradient(cable: Cable, o: number, w: NodeWork): void {
  const bH = weights[BY_GRADIENT];
  const { slotDiagonal: D, slotUpper: U, slotLower: V } = cable;
  const { t1, t2, kb, X, L1, L2 } = w;
  const c11 = bH / (L1 * L1);
  const c12 = bH / (L1 * L2);
  const c22 = bH / (L2 * L2);
  const x = 1 / X;
  for (let r = 0; r < 3; r++) {
    const k = 0.5 * kb[r];
    const row = o + 4 * r;
    for (let s = 0; s < 3; s++) {
      const sum = -k * (t1[s] + t2[s]) * x;
      D[row + s] += c11 * (sum - k * t1[s]);
      U[row + s] += c12 * sum;
      V[row + s] += c12 * sum;
      D[row + 16 + s] += c22 * (sum - k * t2[s]);
    }
  }
  // -[t2]x by e1, [t1]x by e2
  addCross(D, o, t2, -c11 * x);
  addCross(V, o, t2, -c12 * x);
  addCross(U, o, t1, c12 * x);
  addCross(D, o + 16, t1, c22 * x);
}

function addCross(K: Float64Array, o: number, t: Float64Array, scale: number): void {
  const x = scale * t[0];
  const y = scale * t[1];
  const z = scale * t[2];
  K[o + 1] -= z;
  K[o + 2] += y;
  K[o + 4] += z;
  K[o + 6] -= x;
  K[o + 8] -= y;
  K[o + 9] += x;
}

const hold = new Float64Array(3);

/**
 * hold.de: rotation of the frame of element 1 or 2 at node i in a displacement of the element; false for held ends, whose frames move with
 * them.
 */
function frameTurn(cable: Cable, i: number, side: 0 | 1, w: NodeWork): boolean {
  if (side === 0 ? i === 0 : i === cable.nodeCount - 1) return false;
  const t0 = cable.direction0;
  const t = side === 0 ? w.t1 : w.t2;
  const L = side === 0 ? w.L1 : w.L2;
  const k = 3 * (i + side);
  const x = t0[k];
  const y = t0[k + 1];
  const z = t0[k + 2];
  const s = -1 / ((1 + x * t[0] + y * t[1] + z * t[2]) * L);
  hold[0] = s * (y * t[2] - z * t[1]);
  hold[1] = s * (z * t[0] - x * t[2]);
  hold[2] = s * (x * t[1] - y * t[0]);
  return true;
}

/** Columns of e += column of the twist angle times the rotation of the frame by e. */
function foldFrames(w: NodeWork, cable: Cable, i: number): void {
  const { K } = w;
  for (let side = 0; side < 2; side++) {
    if (!frameTurn(cable, i, side as 0 | 1, w)) continue;
    const o = 4 * side;
    for (let row = 0; row < 64; row += 8) {
      const turn = K[row + o + 3];
      K[row + o] += turn * hold[0];
      K[row + o + 1] += turn * hold[1];
      K[row + o + 2] += turn * hold[2];
    }
  }
}

const J11 = new Float64Array(9);
const J12 = new Float64Array(9);
const J21 = new Float64Array(9);
const J22 = new Float64Array(9);
const w1 = new Float64Array(3);
const w2 = new Float64Array(3);
const mean = new Float64Array(3);
const g1 = new Float64Array(3);
const g2 = new Float64Array(3);
const d1 = new Float64Array(3); // t_k x w_k
const d2 = new Float64Array(3);
const angle = new Float64Array(2);

/** Natural bend of element slot k at twist angle theta: k1 m2 - k2 m1, m1 = cos u + sin t x u, m2 = t x m1. */
function naturalVector(out: Float64Array, cable: Cable, k: number, t: Float64Array, turn: number, i: number): void {
  const u = cable.director;
  sincos(angle, 0, turn);
  const ux = u[k];
  const uy = u[k + 1];
  const uz = u[k + 2];
  const vx = t[1] * uz - t[2] * uy;
  const vy = t[2] * ux - t[0] * uz;
  const vz = t[0] * uy - t[1] * ux;
  const bend1 = cable.naturalBend[2 * i];
  const bend2 = cable.naturalBend[2 * i + 1];
  const ku = -bend1 * angle[0] - bend2 * angle[1];
  const kv = bend1 * angle[1] - bend2 * angle[0];
  out[0] = ku * ux + kv * vx;
  out[1] = ku * uy + kv * vy;
  out[2] = ku * uz + kv * vz;
}

/** The natural bend of a node: kb of the unloaded rope [rad], in world axes. */
export function naturalBendOf(out: Float64Array, w: NodeWork, cable: Cable, i: number): void {
  naturalVector(w1, cable, 3 * i, w.t1, w.turn1, i);
  naturalVector(w2, cable, 3 * i + 3, w.t2, w.turn2, i);
  for (let r = 0; r < 3; r++) out[r] = 0.5 * (w1[r] + w2[r]);
}

/** Natural bend at one node, added directly to its slots. */
export function addNaturalBend(w: NodeWork, cable: Cable, i: number, B: number): void {
  w.load(cable, i);
  w.clear();
  naturalGradient(w, cable, i, B);
  if (w.withTangent) foldFrames(w, cable, i);
  w.store(cable, i);
}

function naturalGradient(w: NodeWork, cable: Cable, i: number, B: number): void {
  const { t1, t2, kb, f, K, X, L1, L2 } = w;
  naturalBendOf(mean, w, cable, i);
  const Q = kb[0] * mean[0] + kb[1] * mean[1] + kb[2] * mean[2];
  cross(g1, t2, mean);
  cross(g2, mean, t1);
  cross(d1, t1, w1);
  cross(d2, t2, w2);
  for (let r = 0; r < 3; r++) {
    g1[r] = (2 * g1[r] - Q * t2[r]) / X;
    g2[r] = (2 * g2[r] - Q * t1[r]) / X;
  }
  const along1 = dot(g1, t1);
  const along2 = dot(g2, t2);
  for (let r = 0; r < 3; r++) {
    f[r] -= (B * (g1[r] - along1 * t1[r])) / L1;
    f[4 + r] -= (B * (g2[r] - along2 * t2[r])) / L2;
    f[3] -= 0.5 * B * kb[r] * d1[r];
    f[7] -= 0.5 * B * kb[r] * d2[r];
  }
  if (!w.withTangent) return;
  const scale = -w.b * B;
  // gradients by t, derivative by t (rows of both gradients), then projected on both sides
  for (let r = 0; r < 3; r++) {
    const r1 = (r + 1) % 3;
    const r2 = (r + 2) % 3;
    for (let s = 0; s < 3; s++) {
      const same = r === s ? 1 : 0;
      const mx = s === r1 ? mean[r2] : s === r2 ? -mean[r1] : 0; // -[mean]x
      const o = 3 * r + s;
      // the last terms: w_k moves along t_k as t_k turns
      J11[o] = -(t2[r] * g1[s] + g1[r] * t2[s]) / X + 0.5 * kb[r] * w1[s];
      J22[o] = -(t1[r] * g2[s] + g2[r] * t1[s]) / X + 0.5 * kb[r] * w2[s];
      J12[o] = (2 * mx - Q * same - t2[r] * g2[s] - g1[r] * t1[s]) / X;
      J21[o] = (-2 * mx - Q * same - t1[r] * g1[s] - g2[r] * t2[s]) / X;
    }
  }
  project(J11, t1, t1);
  project(J12, t1, t2);
  project(J21, t2, t1);
  project(J22, t2, t2);
  for (let r = 0; r < 3; r++) {
    const p1r = g1[r] - along1 * t1[r];
    const p2r = g2[r] - along2 * t2[r];
    for (let s = 0; s < 3; s++) {
      const same = r === s ? 1 : 0;
      const p1s = g1[s] - along1 * t1[s];
      const p2s = g2[s] - along2 * t2[s];
      const o = 3 * r + s;
      const k11 = J11[o] - along1 * (same - t1[r] * t1[s]) - t1[r] * p1s - p1r * t1[s];
      const k22 = J22[o] - along2 * (same - t2[r] * t2[s]) - t2[r] * p2s - p2r * t2[s];
      K[8 * r + s] += (scale * k11) / (L1 * L1);
      K[8 * r + s + 36] += (scale * k22) / (L2 * L2);
      K[8 * r + s + 4] += (scale * J12[o]) / (L1 * L2);
      K[8 * r + s + 32] += (scale * J21[o]) / (L1 * L2);
    }
  }
  turnColumns(w, scale);
}

const column = new Float64Array(3);

/** Derivatives with respect to twist angles: of the gradients by theta, of f_theta by e and theta. */
function turnColumns(w: NodeWork, scale: number): void {
  const { t1, t2, kb, K, X, L1, L2 } = w;
  for (let side = 0; side < 2; side++) {
    const d = side === 0 ? d1 : d2;
    const col = 3 + 4 * side;
    const q = dot(kb, d);
    // gradients by t with w = d/2: linear in w
    cross(column, t2, d);
    for (let r = 0; r < 3; r++) column[r] = (column[r] - 0.5 * q * t2[r]) / X;
    let a = dot(column, t1);
    for (let r = 0; r < 3; r++) {
      const value = (scale * (column[r] - a * t1[r])) / L1;
      K[8 * r + col] += value;
      K[8 * col + r] += value; // the same by e, without the rotation of the frame
    }
    cross(column, d, t1);
    for (let r = 0; r < 3; r++) column[r] = (column[r] - 0.5 * q * t1[r]) / X;
    a = dot(column, t2);
    for (let r = 0; r < 3; r++) {
      const value = (scale * (column[r] - a * t2[r])) / L2;
      K[8 * (4 + r) + col] += value;
      K[8 * col + 4 + r] += value;
    }
    // d by its own twist angle: t x d = -w_k (across t)
    K[8 * col + col] -= 0.5 * scale * dot(kb, side === 0 ? w1 : w2);
  }
}

function project(J: Float64Array, left: Float64Array, right: Float64Array): void {
  for (let s = 0; s < 3; s++) {
    const d = left[0] * J[s] + left[1] * J[3 + s] + left[2] * J[6 + s];
    for (let r = 0; r < 3; r++) J[3 * r + s] -= d * left[r];
  }
  for (let r = 0; r < 3; r++) {
    const d = J[3 * r] * right[0] + J[3 * r + 1] * right[1] + J[3 * r + 2] * right[2];
    for (let s = 0; s < 3; s++) J[3 * r + s] -= d * right[s];
  }
}

function cross(out: Float64Array, a: Float64Array, b: Float64Array): void {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
