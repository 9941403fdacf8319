/**
 * Bend and twist between two bodies that each have a length axis, such as links of a chain. Unit vectors a and b along them,
 * x_A and x_B across.
 *   bend    beta = angle between a and b;  beta' = g . omega,  g = a x b / |a x b|  (0 when straight: no direction is singled out)
 *   twist   gamma = angle of x_B about b against x_A after the least rotation that takes a to b;
 *           gamma' = g . omega,  g = (a + b) / (1 + a . b)     omega = omega_B - omega_A
 * That rotation takes x_A to x_A - (x_A . b)(a + b)/(1 + a . b). For a = -b, folded right back, the twist is undefined.
 */
import { atan2At } from '../math/index.ts';
import type { Coordinate } from './coordinate.ts';
import { toWorld } from './rows.ts';

const fA = new Float64Array(9);
const fB = new Float64Array(9);
const planar = new Float64Array(2); // cosine and sine
/** 1 + a . b below which the pair counts as folded right back */
const FOLDED = 1e-9;

/** Bend: value and direction gB[3..5]; axes of both bodies at axes[o]. */
export function evaluateBend(
  out: Coordinate,
  rotation: Float64Array,
  slotA: number,
  slotB: number,
  axes: Float64Array,
  o: number,
): void {
  toWorld(fA, rotation, 9 * slotA, axes, o);
  toWorld(fB, rotation, 9 * slotB, axes, o + 9);
  const x = fA[5] * fB[8] - fA[8] * fB[5];
  const y = fA[8] * fB[2] - fA[2] * fB[8];
  const z = fA[2] * fB[5] - fA[5] * fB[2];
  const sine = Math.sqrt(x * x + y * y + z * z);
  const inverse = sine > 0 ? 1 / sine : 0;
  planar[0] = fA[2] * fB[2] + fA[5] * fB[5] + fA[8] * fB[8];
  planar[1] = sine;
  atan2At(planar, 0, planar, 0);
  out.value = planar[0];
  out.gB[3] = x * inverse;
  out.gB[4] = y * inverse;
  out.gB[5] = z * inverse;
}

/** Twist: value and direction, unwrapped near `near`. */
export function evaluateTwist(
  out: Coordinate,
  rotation: Float64Array,
  slotA: number,
  slotB: number,
  axes: Float64Array,
  o: number,
  near: number,
): void {
  toWorld(fA, rotation, 9 * slotA, axes, o);
  toWorld(fB, rotation, 9 * slotB, axes, o + 9);
  const along = 1 / Math.max(FOLDED, 1 + fA[2] * fB[2] + fA[5] * fB[5] + fA[8] * fB[8]);
  const gx = (fA[2] + fB[2]) * along;
  const gy = (fA[5] + fB[5]) * along;
  const gz = (fA[8] + fB[8]) * along;
  const part = fA[0] * fB[2] + fA[3] * fB[5] + fA[6] * fB[8];
  const x = fA[0] - part * gx;
  const y = fA[3] - part * gy;
  const z = fA[6] - part * gz;
  planar[0] = x * fB[0] + y * fB[3] + z * fB[6];
  planar[1] = -(x * fB[1] + y * fB[4] + z * fB[7]); // the angle from x_A to x_B, so minus that from x_B to x_A
  atan2At(planar, 0, planar, 0);
  const turn = 2 * Math.PI;
  out.value = planar[0] + turn * Math.round((near - planar[0]) / turn);
  out.gB[3] = gx;
  out.gB[4] = gy;
  out.gB[5] = gz;
}
