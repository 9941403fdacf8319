/**
 * Bending of a round, naturally straight rope along a whole cable, and its damping.
 *   E = B/2 |kb|^2 = 2 B (1-c)/(1+c),   c = t1.t2,   kb = 2 t1 x t2/(1+c),   B = EI/l    (Bergou et al. 2008, eq. 1 and s. 4.2)
 *   dE/dc = -4B/X^2,  d2E/dc2 = 8B/X^3,  X = 1 + c,   dc/de1 = P1 t2/L1,  dc/de2 = P2 t1/L2
 *   d2c/de1de1 = -(c P1 + t1 n1^T + n1 t1^T)/L1^2,  n1 = P1 t2;   d2c/de1de2 = P1 P2/(L1 L2)
 * This energy grows without bound towards a fold of 180 degrees, and a whipping rope folds more sharply than elements resolve: a step may
 * carry a fold across 180 degrees, and the rope would be thrown by the energy on the other side. From X = FOLD on, 120 degrees, the energy
 * continues along its tangent in c, at most 14 B: a fold yields, and a loop that is pulled tight opens. Naturally bent ropes keep the
 * unbounded energy, because the term of their natural bend is unbounded as well.
 *
 * Damping: moment B tau times the relative angular velocity D of the elements across t1 + t2, with
 *   w_k = t_k x e_k'/L_k + theta_k' t_k,   D = w2 - w1
 * if twist angles are known. If not, the common rotation about the rope that explains most of D is subtracted, so that a rigid rotation is
 * not damped. Departure from the notes, whose D without twist angles resists the rigid rotation of a bent rope about its chord. The damped
 * quantity is Q D, Q = 1 - a (t1+t2)(t1+t2)^T - k (t2-t1)(t2-t1)^T, a = 1/(2X), k = m/(m^2 + small), m = |t2-t1|^2, or 0. As t1 x (t1+t2) =
 * t1 x (t2-t1) = n = t1 x t2 and t2 x (t1+t2) = -n, all products with Q lie along n, that is kb. The tangent omits the change of the
 * directions of damping with q, of the order of tau relative to 1.
 *
 * All is symmetric; written as few outer products,
 *   e1 by e1:  aa n1 n1^T + t1 p1^T + p1 t1^T + d1 1 - q1 kb kb^T,    n1 = t2 - c t1,  p1 = ga (n1 - c t1/2) - w11 t1/2
 *   e1 by e2:  (uu n1 - gu t1) n2^T - gu t2 t2^T + w12 t2 t1^T - q12 kb kb^T + (gu - c w12) 1
 */
import type { Cable } from './cable.ts';
import type { Evaluation } from './evaluation.ts';
import type { NodeWork } from './node-work.ts';
import { nodeTwists } from './properties.ts';

/**
 * Square of the bend angle from which the common rotation is subtracted from the damping [rad^2]. In a nearly straight rope the direction
 * of t2 - t1 changes fast, and its derivative, which the tangent omits, is D over this angle: with 1e-3 rad the last nodes of a falling
 * rope prevented convergence of Newton's method.
 */
const STRAIGHT = 1e-3;

/** 1 + c of the sharpest fold that has the energy of its curvature. */
const FOLD = 0.5;

/** Energy of a fold over B, at X = 1 + c. */
export function foldEnergy(X: number, sharp: boolean): number {
  return X >= FOLD || sharp ? (4 - 2 * X) / X : (4 - 2 * FOLD) / FOLD + (4 * (FOLD - X)) / (FOLD * FOLD);
}

/** k at this cosine of the bend angle. */
function ofDifference(cosine: number): number {
  const m = 2 - 2 * cosine;
  return m / (m * m + STRAIGHT * STRAIGHT);
}

/** slotForce +=, slotDiagonal +=, slotUpper = of nodes [from, to); with turns slotLower =, else it is the transpose. */
export function addBending(cable: Cable, from: number, to: number, how: Evaluation): void {
  const { b, c, withTangent } = how;
  const { direction, length, rate, bendRatio, bendDamping, slotForce, slotDiagonal, slotUpper, slotLower } = cable;
  const withTurns = cable.hasTwist;
  const sharpest = cable.hasNaturalBend ? 0 : FOLD;
  for (let i = from; i < to; i++) {
    const B = bendRatio[i];
    const o = 16 * i;
    if (B === 0) {
      if (withTangent) clearPair(slotUpper, slotLower, o);
      continue;
    }
    const k = 3 * i;
    const ax = direction[k];
    const ay = direction[k + 1];
    const az = direction[k + 2];
    const bx = direction[k + 3];
    const by = direction[k + 4];
    const bz = direction[k + 5];
    const i1 = 1 / length[i];
    const i2 = 1 / length[i + 1];
    const cosine = ax * bx + ay * by + az * bz;
    const X = Math.max(1 + cosine, 1e-12);
    const bent = Math.max(X, sharpest);
    const slope = (-4 * B) / (bent * bent);
    const nx = bx - cosine * ax;
    const ny = by - cosine * ay;
    const nz = bz - cosine * az;
    const mx = ax - cosine * bx;
    const my = ay - cosine * by;
    const mz = az - cosine * bz;
    let f1x = slope * i1 * nx;
    let f1y = slope * i1 * ny;
    let f1z = slope * i1 * nz;
    let f2x = slope * i2 * mx;
    let f2y = slope * i2 * my;
    let f2z = slope * i2 * mz;
    const damping = bendDamping[i];
    let sum = 0;
    let difference = 0;
    let knows = false;
    if (damping > 0) {
      const ux = i1 * rate[k];
      const uy = i1 * rate[k + 1];
      const uz = i1 * rate[k + 2];
      const vx = i2 * rate[k + 3];
      const vy = i2 * rate[k + 4];
      const vz = i2 * rate[k + 5];
      let dx = by * vz - bz * vy - ay * uz + az * uy;
      let dy = bz * vx - bx * vz - az * ux + ax * uz;
      let dz = bx * vy - by * vx - ax * uy + ay * ux;
      sum = 0.5 / X;
      knows = withTurns && nodeTwists(cable, i);
      if (knows) {
        turnRates(cable, i);
        dx += bx * rates[1] - ax * rates[0];
        dy += by * rates[1] - ay * rates[0];
        dz += bz * rates[1] - az * rates[0];
      } else difference = ofDifference(cosine);
      const s = sum * ((ax + bx) * dx + (ay + by) * dy + (az + bz) * dz);
      const d = difference * ((bx - ax) * dx + (by - ay) * dy + (bz - az) * dz);
      const qx = damping * (dx - s * (ax + bx) - d * (bx - ax));
      const qy = damping * (dy - s * (ay + by) - d * (by - ay));
      const qz = damping * (dz - s * (az + bz) - d * (bz - az));
      f1x += i1 * (ay * qz - az * qy);
      f1y += i1 * (az * qx - ax * qz);
      f1z += i1 * (ax * qy - ay * qx);
      f2x -= i2 * (by * qz - bz * qy);
      f2y -= i2 * (bz * qx - bx * qz);
      f2z -= i2 * (bx * qy - by * qx);
      if (knows) {
        slotForce[4 * i + 3] -= ax * qx + ay * qy + az * qz;
        slotForce[4 * i + 7] += bx * qx + by * qy + bz * qz;
      }
    }
    const f = 4 * i;
    slotForce[f] += f1x;
    slotForce[f + 1] += f1y;
    slotForce[f + 2] += f1z;
    slotForce[f + 4] += f2x;
    slotForce[f + 5] += f2y;
    slotForce[f + 6] += f2z;
    if (!withTangent) continue;

    const weight = c * damping;
    const curve = X < sharpest ? 0 : (8 * b * B) / (X * X * X);
    const gu = b * slope * i1 * i2;
    const uu = curve * i1 * i2;
    const w12 = weight * i1 * i2;
    // kb = 2 t1 x t2 / X, and the damping's n n^T = kb kb^T X^2/4
    const nn = 0.25 * X * X;
    const kx = (2 * (ay * bz - az * by)) / X;
    const ky = (2 * (az * bx - ax * bz)) / X;
    const kz = (2 * (ax * by - ay * bx)) / X;

    const ga = -b * slope * i1 * i1;
    const w11 = weight * i1 * i1;
    const aa = curve * i1 * i1;
    const half1 = 0.5 * (ga * cosine + w11);
    const p1x = ga * nx - half1 * ax;
    const p1y = ga * ny - half1 * ay;
    const p1z = ga * nz - half1 * az;
    const own1 = ga * cosine + w11;
    const q1 = w11 * (sum + difference) * nn;
    const xy1 = aa * nx * ny + ax * p1y + p1x * ay - q1 * kx * ky;
    const xz1 = aa * nx * nz + ax * p1z + p1x * az - q1 * kx * kz;
    const yz1 = aa * ny * nz + ay * p1z + p1y * az - q1 * ky * kz;
    slotDiagonal[o] += aa * nx * nx + 2 * ax * p1x - q1 * kx * kx + own1;
    slotDiagonal[o + 1] += xy1;
    slotDiagonal[o + 2] += xz1;
    slotDiagonal[o + 4] += xy1;
    slotDiagonal[o + 5] += aa * ny * ny + 2 * ay * p1y - q1 * ky * ky + own1;
    slotDiagonal[o + 6] += yz1;
    slotDiagonal[o + 8] += xz1;
    slotDiagonal[o + 9] += yz1;
    slotDiagonal[o + 10] += aa * nz * nz + 2 * az * p1z - q1 * kz * kz + own1;

    const gd = -b * slope * i2 * i2;
    const w22 = weight * i2 * i2;
    const dd = curve * i2 * i2;
    const half2 = 0.5 * (gd * cosine + w22);
    const p2x = gd * mx - half2 * bx;
    const p2y = gd * my - half2 * by;
    const p2z = gd * mz - half2 * bz;
    const own2 = gd * cosine + w22;
    const q2 = w22 * (sum + difference) * nn;
    const xy2 = dd * mx * my + bx * p2y + p2x * by - q2 * kx * ky;
    const xz2 = dd * mx * mz + bx * p2z + p2x * bz - q2 * kx * kz;
    const yz2 = dd * my * mz + by * p2z + p2y * bz - q2 * ky * kz;
    slotDiagonal[o + 16] += dd * mx * mx + 2 * bx * p2x - q2 * kx * kx + own2;
    slotDiagonal[o + 17] += xy2;
    slotDiagonal[o + 18] += xz2;
    slotDiagonal[o + 20] += xy2;
    slotDiagonal[o + 21] += dd * my * my + 2 * by * p2y - q2 * ky * ky + own2;
    slotDiagonal[o + 22] += yz2;
    slotDiagonal[o + 24] += xz2;
    slotDiagonal[o + 25] += yz2;
    slotDiagonal[o + 26] += dd * mz * mz + 2 * bz * p2z - q2 * kz * kz + own2;

    const ux = uu * nx - gu * ax;
    const uy = uu * ny - gu * ay;
    const uz = uu * nz - gu * az;
    // t2 (w12 t1 - gu t2)^T
    const vx = w12 * ax - gu * bx;
    const vy = w12 * ay - gu * by;
    const vz = w12 * az - gu * bz;
    const q12 = w12 * (sum - difference) * nn;
    const own12 = gu - cosine * w12;
    slotUpper[o] = ux * mx + bx * vx - q12 * kx * kx + own12;
    slotUpper[o + 1] = ux * my + bx * vy - q12 * kx * ky;
    slotUpper[o + 2] = ux * mz + bx * vz - q12 * kx * kz;
    slotUpper[o + 4] = uy * mx + by * vx - q12 * ky * kx;
    slotUpper[o + 5] = uy * my + by * vy - q12 * ky * ky + own12;
    slotUpper[o + 6] = uy * mz + by * vz - q12 * ky * kz;
    slotUpper[o + 8] = uz * mx + bz * vx - q12 * kz * kx;
    slotUpper[o + 9] = uz * my + bz * vy - q12 * kz * ky;
    slotUpper[o + 10] = uz * mz + bz * vz - q12 * kz * kz + own12;
    if (!withTurns) continue;
    clearTurns(slotUpper, slotLower, o);
    if (knows)
      dampTurns(cable, o, 0.25 * weight * X * i1, 0.25 * weight * X * i2, 0.5 * weight * (1 - cosine), kx, ky, kz);
  }
}

function clearPair(upper: Float64Array, lower: Float64Array, o: number): void {
  for (let r = 0; r < 16; r++) {
    upper[o + r] = 0;
    lower[o + r] = 0;
  }
}

/** Lower = transpose of upper, without the entries of twist angles, which are not computed yet. */
function clearTurns(upper: Float64Array, lower: Float64Array, o: number): void {
  for (let r = 0; r < 3; r++) {
    for (let s = 0; s < 3; s++) lower[o + 4 * s + r] = upper[o + 4 * r + s];
    upper[o + 4 * r + 3] = 0;
    upper[o + 12 + r] = 0;
    lower[o + 4 * r + 3] = 0;
    lower[o + 12 + r] = 0;
  }
  upper[o + 15] = 0;
  lower[o + 15] = 0;
}

/** Damping between turns and elements: Q t1 = (t1 - t2)/2 = -Q t2, so n1 kb with e1 and -n2 kb with e2 for either turn. */
function dampTurns(
  cable: Cable,
  o: number,
  n1: number,
  n2: number,
  straight: number,
  kx: number,
  ky: number,
  kz: number,
): void {
  const { slotDiagonal: D, slotUpper: U, slotLower: V } = cable;
  for (let r = 0; r < 3; r++) {
    const k = r === 0 ? kx : r === 1 ? ky : kz;
    const v1 = n1 * k;
    const v2 = n2 * k;
    const column = o + 4 * r + 3;
    const row = o + 12 + r;
    D[column] += v1;
    U[column] = v1;
    V[column] = -v2;
    D[column + 16] -= v2;
    D[row] += v1;
    U[row] = -v2;
    V[row] = v1;
    D[row + 16] -= v2;
  }
  D[o + 15] += straight;
  U[o + 15] = straight;
  V[o + 15] = straight;
  D[o + 31] += straight;
}

const rates = new Float64Array(2);

/** Angular velocities of the elements on both sides of node i; a held end rotates with its holder. */
function turnRates(cable: Cable, i: number): void {
  const { v, direction, endSpin, endTurnRate, nodeCount } = cable;
  const k = 3 * i;
  rates[0] =
    i > 0
      ? v[4 * i - 1]
      : endTurnRate[0] + direction[k] * endSpin[0] + direction[k + 1] * endSpin[1] + direction[k + 2] * endSpin[2];
  rates[1] =
    i < nodeCount - 1
      ? v[4 * i + 3]
      : endTurnRate[1] + direction[k + 3] * endSpin[3] + direction[k + 4] * endSpin[4] + direction[k + 5] * endSpin[5];
}

/** D.Q D of a node: times the damping, the absorbed power. */
export function dampedRate(w: NodeWork, knowsTurns: boolean): number {
  const { t1, t2, rate1, rate2, X, L1, L2, cosine } = w;
  let square = 0;
  let sum = 0;
  let difference = 0;
  for (let r = 0; r < 3; r++) {
    const s = (r + 1) % 3;
    const t = (r + 2) % 3;
    let d = (t2[s] * rate2[t] - t2[t] * rate2[s]) / L2 - (t1[s] * rate1[t] - t1[t] * rate1[s]) / L1;
    if (knowsTurns) d += t2[r] * w.spin2 - t1[r] * w.spin1;
    square += d * d;
    sum += (t1[r] + t2[r]) * d;
    difference += (t2[r] - t1[r]) * d;
  }
  const k = knowsTurns ? 0 : ofDifference(cosine);
  return square - (0.5 * sum * sum) / X - k * difference * difference;
}
