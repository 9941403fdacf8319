/**
 * A knuckle-boom crane: slew q1, luff q2, knuckle q3 <= 0 (folded down from straight), telescope q4. In the plane of the boom,
 * r outward from the slew axis, z up from the base, L1 main boom, L2 outer boom, heel at (r0, z0):
 *   r = r0 + L1 cos q2 + (L2 + q4) cos(q2 + q3),   z = z0 + L1 sin q2 + (L2 + q4) sin(q2 + q3)
 *   tip = (r cos q1, r sin q1, z)
 * and back, telescope given, knuckle up:
 *   cos q3 = (rho^2 - L1^2 - (L2 + q4)^2) / (2 L1 (L2 + q4)),  rho from heel to tip
 *   q2 = atan2(z - z0, r - r0) - atan2((L2 + q4) sin q3, L1 + (L2 + q4) cos q3)
 */
import { acos, atan2, cos, PI, sin } from '../../math/index.ts';

export interface CraneGeometry {
  /** [m] */
  readonly heelRadius: number;
  readonly heelHeight: number;
  readonly mainBoom: number;
  readonly outerBoom: number;
}

/** slew, luff, knuckle [rad], telescope [m] */
export type CranePose = readonly [number, number, number, number];

/** Tip in the frame of the base [m]. */
export function craneTip(
  out: Float64Array,
  { heelRadius, heelHeight, mainBoom, outerBoom }: CraneGeometry,
  q: CranePose,
): void {
  const outer = outerBoom + q[3];
  const angle = q[1] + q[2];
  const r = heelRadius + mainBoom * cos(q[1]) + outer * cos(angle);
  out[0] = r * cos(q[0]);
  out[1] = r * sin(q[0]);
  out[2] = heelHeight + mainBoom * sin(q[1]) + outer * sin(angle);
}

/**
 * Derivatives of r and z by luff, knuckle and telescope, row by row (6 numbers). Determinant of the first two columns:
 * -L1 (L2 + q4) sin q3, zero when the boom is straight.
 */
export function craneJacobian(out: Float64Array, { mainBoom, outerBoom }: CraneGeometry, q: CranePose): void {
  const outer = outerBoom + q[3];
  const angle = q[1] + q[2];
  const c = cos(angle);
  const s = sin(angle);
  out[0] = -mainBoom * sin(q[1]) - outer * s;
  out[1] = -outer * s;
  out[2] = c;
  out[3] = mainBoom * cos(q[1]) + outer * c;
  out[4] = outer * c;
  out[5] = s;
}

/** Pose that brings the tip to a point of the base frame, with this telescope; undefined: out of reach. near: of slews, the nearest. */
export function cranePose(
  geometry: CraneGeometry,
  tip: readonly [number, number, number],
  telescope: number,
  near: number = 0,
): CranePose | undefined {
  const { heelRadius, heelHeight, mainBoom: a, outerBoom } = geometry;
  const b = outerBoom + telescope;
  const r = Math.sqrt(tip[0] * tip[0] + tip[1] * tip[1]) - heelRadius;
  const z = tip[2] - heelHeight;
  const c = (r * r + z * z - a * a - b * b) / (2 * a * b);
  if (!(c >= -1 && c <= 1)) return undefined;
  const knuckle = -acos(c);
  const luff = atan2(z, r) - atan2(b * sin(knuckle), a + b * c);
  const slew = tip[0] === 0 && tip[1] === 0 ? near : atan2(tip[1], tip[0]);
  const turns = Math.round((near - slew) / (2 * PI));
  return [slew + 2 * PI * turns, luff, knuckle, telescope];
}
