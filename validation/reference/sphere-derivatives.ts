/**
 * How the volume of all pairs changes with the pose, in closed form (the source differentiates by overloading, Vilela 2018,
 * s. 4.3.3).
 *
 * Two trees: moves of B, u along and theta about the axes of A at B's origin. With g = -area n and rho from B's origin to
 * the centre of B's ball, the volume of a pair changes by
 *   dV = g.(u + theta x rho)
 * and in second order by  J^T (V'' n n^T + V'/d (1 - n n^T)) J,  J = [1, -rho x],  V' = -area, V'' = -areaSlope,
 * plus, in the rotations, (g rho^T + rho g^T)/2 - (g.rho) 1, from the curvature of exp(theta) rho.
 *
 * Half-space: moves of the tree's body, u and theta about its own origin and axes. The same with the sign of n turned (it is
 * the ball that moves), rho its centre, and no term in 1/d: a plane has no curvature.
 */
import type { SpherePacking, RelativePose, SpherePairSet } from '@hawser/engine/parts';

/** Derivatives of the volume by the six moves of B: u x, y, z [m^2], theta x, y, z [m^3]. Replaces `out`. */
export function volumeGradient(out: Float64Array, pairs: SpherePairSet, b: SpherePacking, pose: RelativePose): void {
  out.fill(0, 0, 6);
  for (let i = 0; i < pairs.count; i++) {
    if (pairs.area[i] === 0) continue;
    turnedCentre(arm, b, pairs.ballB[i], pose.rotAB);
    addGradient(out, pairs, i, -1);
  }
}

/** Second derivatives, 6 x 6 row-major, symmetric, in the same moves. Replaces `out`. */
export function volumeHessian(out: Float64Array, pairs: SpherePairSet, b: SpherePacking, pose: RelativePose): void {
  out.fill(0, 0, 36);
  for (let i = 0; i < pairs.count; i++) {
    if (pairs.area[i] === 0) continue;
    turnedCentre(arm, b, pairs.ballB[i], pose.rotAB);
    addHessian(out, pairs, i, -1, -pairs.area[i] / pairs.distance[i]);
  }
}

/** Derivatives of the volume in a half-space by the six moves of the tree's body. Replaces `out`. */
export function halfSpaceGradient(out: Float64Array, pairs: SpherePairSet, a: SpherePacking): void {
  out.fill(0, 0, 6);
  for (let i = 0; i < pairs.count; i++) {
    if (pairs.area[i] === 0) continue;
    centre(arm, a, pairs.ballA[i]);
    addGradient(out, pairs, i, 1);
  }
}

/** Second derivatives, 6 x 6 row-major, symmetric, in the same moves. Replaces `out`. */
export function halfSpaceHessian(out: Float64Array, pairs: SpherePairSet, a: SpherePacking): void {
  out.fill(0, 0, 36);
  for (let i = 0; i < pairs.count; i++) {
    if (pairs.area[i] === 0) continue;
    centre(arm, a, pairs.ballA[i]);
    addHessian(out, pairs, i, 1, 0);
  }
}

const arm = new Float64Array(3);
const n = new Float64Array(3);
/** columns of J: unit moves, then e_k x rho */
const jacobian = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);

function centre(out: Float64Array, a: SpherePacking, ball: number): void {
  out[0] = a.centres[3 * ball];
  out[1] = a.centres[3 * ball + 1];
  out[2] = a.centres[3 * ball + 2];
}

/** From B's origin to the centre of one of its balls, in the axes of A. */
function turnedCentre(out: Float64Array, b: SpherePacking, ball: number, R: Float64Array): void {
  const x = b.centres[3 * ball];
  const y = b.centres[3 * ball + 1];
  const z = b.centres[3 * ball + 2];
  out[0] = R[0] * x + R[1] * y + R[2] * z;
  out[1] = R[3] * x + R[4] * y + R[5] * z;
  out[2] = R[6] * x + R[7] * y + R[8] * z;
}

/** sign: -1 when moving along n takes the balls apart, +1 when it brings them together */
function addGradient(out: Float64Array, pairs: SpherePairSet, i: number, sign: number): void {
  const g = sign * pairs.area[i];
  const gx = g * pairs.normal[3 * i];
  const gy = g * pairs.normal[3 * i + 1];
  const gz = g * pairs.normal[3 * i + 2];
  out[0] += gx;
  out[1] += gy;
  out[2] += gz;
  out[3] += arm[1] * gz - arm[2] * gy;
  out[4] += arm[2] * gx - arm[0] * gz;
  out[5] += arm[0] * gy - arm[1] * gx;
}

/** across: second derivative of the volume by moves across n, V'/d */
function addHessian(out: Float64Array, pairs: SpherePairSet, i: number, sign: number, across: number): void {
  n[0] = pairs.normal[3 * i];
  n[1] = pairs.normal[3 * i + 1];
  n[2] = pairs.normal[3 * i + 2];
  const g = sign * pairs.area[i];
  const along = -pairs.areaSlope[i] - across;
  jacobian[10] = -arm[2];
  jacobian[11] = arm[1];
  jacobian[12] = arm[2];
  jacobian[14] = -arm[0];
  jacobian[15] = -arm[1];
  jacobian[16] = arm[0];
  const lean = g * (n[0] * arm[0] + n[1] * arm[1] + n[2] * arm[2]); // g.rho
  for (let r = 0; r < 6; r++) {
    const jr = 3 * r;
    const nr = n[0] * jacobian[jr] + n[1] * jacobian[jr + 1] + n[2] * jacobian[jr + 2];
    for (let s = 0; s < 6; s++) {
      const js = 3 * s;
      const ns = n[0] * jacobian[js] + n[1] * jacobian[js + 1] + n[2] * jacobian[js + 2];
      const dot =
        jacobian[jr] * jacobian[js] + jacobian[jr + 1] * jacobian[js + 1] + jacobian[jr + 2] * jacobian[js + 2];
      let h = along * nr * ns + across * dot;
      if (r >= 3 && s >= 3) {
        h += 0.5 * g * (n[r - 3] * arm[s - 3] + arm[r - 3] * n[s - 3]);
        if (r === s) h -= lean;
      }
      out[6 * r + s] += h;
    }
  }
}
