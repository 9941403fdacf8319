/**
 * Bending of a naturally straight, round rope at a node, and what damps it.
 *   E = B/2 |kb|^2 = 2 B (1-c)/(1+c),   c = t1.t2,   B = EI/l                      (Bergou et al. 2008, eq. 1 and s. 4.2)
 *   dE/dc = -4B/X^2,  d2E/dc2 = 8B/X^3,  X = 1 + c,   dc/de1 = P1 t2/L1,  dc/de2 = P2 t1/L2
 *   d2c/de1de1 = -(c P1 + t1 n1^T + n1 t1^T)/L1^2,  n1 = P1 t2;   d2c/de1de2 = P1 P2/(L1 L2)
 * The energy grows without bound towards a fold of 180 degrees.
 *
 * Damping: moment B tau times the relative angular velocity D of the elements across t1 + t2, with
 *   w_k = t_k x e_k'/L_k + theta_k' t_k,   D = w2 - w1
 * if turns are known. If not, the common turn about the rope that explains most of D is taken out, so that turning the whole
 * rigidly costs nothing. Departure from the notes, whose D without turns resists a bent rope's rigid turn about its chord.
 * Left out of the tangent: how the directions of the damping change with q, of the order of tau against 1.
 */
import type { NodeWork } from './node-work.ts';

/** Square of the bend angle around which the turn begins to be taken out of the damping [rad^2]. */
const STRAIGHT = 1e-6;

export function addBending(w: NodeWork, B: number): void {
  const { t1, t2, f, K, X, L1, L2, cosine: c } = w;
  const slope = (-4 * B) / (X * X);
  const s1 = slope / L1;
  const s2 = slope / L2;
  for (let r = 0; r < 3; r++) {
    f[r] += s1 * (t2[r] - c * t1[r]);
    f[4 + r] += s2 * (t1[r] - c * t2[r]);
  }
  if (!w.withTangent) return;
  const b = w.b;
  const curve = (b * 8 * B) / (X * X * X);
  const aa = curve / (L1 * L1);
  const uu = curve / (L1 * L2);
  const dd = curve / (L2 * L2);
  const ga = (-b * slope) / (L1 * L1);
  const gu = (b * slope) / (L1 * L2);
  const gd = (-b * slope) / (L2 * L2);
  for (let r = 0; r < 3; r++) {
    const t1r = t1[r];
    const t2r = t2[r];
    const n1r = t2r - c * t1r;
    const n2r = t1r - c * t2r;
    for (let s = 0; s < 3; s++) {
      const t1s = t1[s];
      const t2s = t2[s];
      const n1s = t2s - c * t1s;
      const n2s = t1s - c * t2s;
      const same = r === s ? 1 : 0;
      K[8 * r + s] += aa * n1r * n1s + ga * (c * (same - t1r * t1s) + t1r * n1s + n1r * t1s);
      K[8 * r + s + 36] += dd * n2r * n2s + gd * (c * (same - t2r * t2s) + t2r * n2s + n2r * t2s);
      const u = uu * n1r * n2s + gu * (same - t1r * t1s - t2r * t2s + c * t1r * t2s); // P1 P2
      K[8 * r + s + 4] += u;
      K[8 * s + r + 32] += u;
    }
  }
}

const Q = new Float64Array(9); // what of D is damped
const D = new Float64Array(3);
const QD = new Float64Array(3);
const R1 = new Float64Array(9); // D by e1' and e2'
const R2 = new Float64Array(9);
const QR = new Float64Array(9);
const Qt = new Float64Array(3);

/** damping: B tau [N m s]; knowsTurns: the turns of both elements are unknowns or held. */
export function dampBending(w: NodeWork, damping: number, knowsTurns: boolean): void {
  const { t1, t2, rate1, rate2, f, K, X, L1, L2 } = w;
  crossRows(R1, t1, -1 / L1);
  crossRows(R2, t2, 1 / L2);
  const bend = 2 - 2 * w.cosine; // |t2 - t1|^2
  const takeOut = knowsTurns ? 0 : 1 / (bend + STRAIGHT);
  for (let r = 0; r < 3; r++) {
    D[r] = 0;
    for (let s = 0; s < 3; s++) {
      const o = 3 * r + s;
      D[r] += R1[o] * rate1[s] + R2[o] * rate2[s];
      Q[o] =
        (r === s ? 1 : 0) - ((t1[r] + t2[r]) * (t1[s] + t2[s])) / (2 * X) - takeOut * (t2[r] - t1[r]) * (t2[s] - t1[s]);
    }
    if (knowsTurns) D[r] += t2[r] * w.spin2 - t1[r] * w.spin1;
  }
  times(QD, Q, D);
  for (let s = 0; s < 3; s++) {
    let a = 0;
    let d = 0;
    for (let r = 0; r < 3; r++) {
      a += R1[3 * r + s] * QD[r];
      d += R2[3 * r + s] * QD[r];
    }
    f[s] += damping * a;
    f[4 + s] += damping * d;
    if (knowsTurns) {
      f[3] -= damping * t1[s] * QD[s];
      f[7] += damping * t2[s] * QD[s];
    }
  }
  if (!w.withTangent) return;
  const weight = w.c * damping;
  product(QR, Q, R1);
  addProduct(K, 0, R1, QR, weight);
  addProduct(K, 32, R2, QR, weight);
  product(QR, Q, R2);
  addProduct(K, 4, R1, QR, weight);
  addProduct(K, 36, R2, QR, weight);
  if (!knowsTurns) return;
  for (let k = 0; k < 2; k++) {
    const t = k === 0 ? t1 : t2;
    const sign = k === 0 ? -weight : weight;
    const column = k === 0 ? 3 : 7;
    times(Qt, Q, t);
    for (let s = 0; s < 3; s++) {
      const a = R1[s] * Qt[0] + R1[3 + s] * Qt[1] + R1[6 + s] * Qt[2];
      const d = R2[s] * Qt[0] + R2[3 + s] * Qt[1] + R2[6 + s] * Qt[2];
      K[8 * s + column] += sign * a;
      K[8 * (4 + s) + column] += sign * d;
      K[8 * column + s] += sign * a;
      K[8 * column + 4 + s] += sign * d;
      K[24 + column] -= sign * t1[s] * Qt[s];
      K[56 + column] += sign * t2[s] * Qt[s];
    }
  }
}

/** out = scale [t]x */
function crossRows(out: Float64Array, t: Float64Array, scale: number): void {
  const x = scale * t[0];
  const y = scale * t[1];
  const z = scale * t[2];
  out[0] = 0;
  out[1] = -z;
  out[2] = y;
  out[3] = z;
  out[4] = 0;
  out[5] = -x;
  out[6] = -y;
  out[7] = x;
  out[8] = 0;
}

function times(out: Float64Array, M: Float64Array, v: Float64Array): void {
  for (let r = 0; r < 3; r++) out[r] = M[3 * r] * v[0] + M[3 * r + 1] * v[1] + M[3 * r + 2] * v[2];
}

function product(out: Float64Array, M: Float64Array, N: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    for (let s = 0; s < 3; s++) {
      out[3 * r + s] = M[3 * r] * N[s] + M[3 * r + 1] * N[3 + s] + M[3 * r + 2] * N[6 + s];
    }
  }
}

/** K (8 wide, from o) += weight M^T N */
function addProduct(K: Float64Array, o: number, M: Float64Array, N: Float64Array, weight: number): void {
  for (let r = 0; r < 3; r++) {
    for (let s = 0; s < 3; s++) {
      K[o + 8 * r + s] += weight * (M[r] * N[s] + M[3 + r] * N[3 + s] + M[6 + r] * N[6 + s]);
    }
  }
}
