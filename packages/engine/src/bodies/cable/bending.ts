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
export const DAMPING_STRAIGHT = 1e-6;

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

/**
 * damping: B tau [N m s]; knowsTurns: the turns of both elements are unknowns or held.
 * With n = t1 x t2, a = 1/(2X) and k = 1/(|t2 - t1|^2 + small) or 0, what is damped is Q D, Q = 1 - a (t1+t2)(t1+t2)^T
 * - k (t2-t1)(t2-t1)^T. As t1 x (t1+t2) = t1 x (t2-t1) = n and t2 x (t1+t2) = -n, all products with Q lie along n:
 *   e1 by e1'  (1 - t1 t1^T - (a+k) n n^T)/L1^2,    e1 by e2'  (t2 t1^T - c 1 - (a-k) n n^T)/(L1 L2)
 */
export function dampBending(w: NodeWork, damping: number, knowsTurns: boolean): void {
  const { t1, t2, rate1, rate2, f, K, X, L1, L2, cosine: c } = w;
  const ax = t1[0];
  const ay = t1[1];
  const az = t1[2];
  const bx = t2[0];
  const by = t2[1];
  const bz = t2[2];
  // D = t2 x e2'/L2 - t1 x e1'/L1, with turns - t1 theta1' + t2 theta2'
  let dx = (by * rate2[2] - bz * rate2[1]) / L2 - (ay * rate1[2] - az * rate1[1]) / L1;
  let dy = (bz * rate2[0] - bx * rate2[2]) / L2 - (az * rate1[0] - ax * rate1[2]) / L1;
  let dz = (bx * rate2[1] - by * rate2[0]) / L2 - (ax * rate1[1] - ay * rate1[0]) / L1;
  if (knowsTurns) {
    dx += bx * w.spin2 - ax * w.spin1;
    dy += by * w.spin2 - ay * w.spin1;
    dz += bz * w.spin2 - az * w.spin1;
  }
  const a = 0.5 / X;
  const k = knowsTurns ? 0 : 1 / (2 - 2 * c + DAMPING_STRAIGHT);
  const sum = a * ((ax + bx) * dx + (ay + by) * dy + (az + bz) * dz);
  const difference = k * ((bx - ax) * dx + (by - ay) * dy + (bz - az) * dz);
  const qx = damping * (dx - sum * (ax + bx) - difference * (bx - ax));
  const qy = damping * (dy - sum * (ay + by) - difference * (by - ay));
  const qz = damping * (dz - sum * (az + bz) - difference * (bz - az));
  f[0] += (ay * qz - az * qy) / L1;
  f[1] += (az * qx - ax * qz) / L1;
  f[2] += (ax * qy - ay * qx) / L1;
  f[4] -= (by * qz - bz * qy) / L2;
  f[5] -= (bz * qx - bx * qz) / L2;
  f[6] -= (bx * qy - by * qx) / L2;
  if (knowsTurns) {
    f[3] -= ax * qx + ay * qy + az * qz;
    f[7] += bx * qx + by * qy + bz * qz;
  }
  if (!w.withTangent) return;
  const weight = w.c * damping;
  const w11 = weight / (L1 * L1);
  const w22 = weight / (L2 * L2);
  const w12 = weight / (L1 * L2);
  const { kb } = w;
  const half = 0.5 * X; // n = kb X/2
  const both = (a + k) * half * half;
  const cross = (a - k) * half * half;
  for (let r = 0; r < 3; r++) {
    const t1r = t1[r];
    const t2r = t2[r];
    const nr = kb[r];
    for (let s = 0; s < 3; s++) {
      const nn = nr * kb[s];
      const same = r === s ? 1 : 0;
      const u = w12 * (t2r * t1[s] - c * same - cross * nn);
      K[8 * r + s] += w11 * (same - t1r * t1[s] - both * nn);
      K[8 * r + s + 36] += w22 * (same - t2r * t2[s] - both * nn);
      K[8 * r + s + 4] += u;
      K[8 * s + r + 32] += u;
    }
  }
  if (!knowsTurns) return;
  // Q t1 = (t1 - t2)/2 = -Q t2
  const straight = 0.5 * weight * (1 - c);
  const n1 = (0.5 * weight * half) / L1;
  const n2 = (0.5 * weight * half) / L2;
  for (let r = 0; r < 3; r++) {
    const v1 = n1 * kb[r];
    const v2 = n2 * kb[r];
    K[8 * r + 3] += v1;
    K[8 * r + 7] += v1;
    K[8 * r + 35] -= v2;
    K[8 * r + 39] -= v2;
    K[24 + r] += v1;
    K[56 + r] += v1;
    K[28 + r] -= v2;
    K[60 + r] -= v2;
  }
  K[27] += straight;
  K[31] += straight;
  K[59] += straight;
  K[63] += straight;
}
