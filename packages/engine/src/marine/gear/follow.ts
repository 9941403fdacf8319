/**
 * A coordinate q follows a moving target by one acceleration A in each step h, within |q'| <= rate, |A| <= a and its range. With q1, v1 the
 * target and its rate at the end of the step, the remaining error at the target's rate is
 *   e = q1 - q - h (v + v1)/2
 * and the required rate is v1 + c with c = sign(e) min(|e|/tau, sqrt(a |e|)): half of the acceleration stops the remaining motion, half
 * serves the acceleration of the target.
 */

export interface AxisLimits {
  readonly lower: number;
  readonly upper: number;
  readonly rate: number;
  readonly acceleration: number;
}

/** [s] time constant of small errors; longer with steps above a quarter of it */
const TAU = 0.1;

/** Acceleration over the next step of h [s] from value q and rate v. */
export function followAxis(q: number, v: number, q1: number, v1: number, h: number, limits: AxisLimits): number {
  const { rate, acceleration: a, lower, upper } = limits;
  const left = q1 - q - 0.5 * h * (v + v1);
  const catching = Math.sign(left) * Math.min(Math.abs(left) / Math.max(TAU, 4 * h), Math.sqrt(a * Math.abs(left)));
  const next = clamp(v1 + catching, -rate, rate);
  const stopped = clamp(next, -stoppable(q - lower, a, h), stoppable(upper - q, a, h));
  return clamp((stopped - v) / h, -a, a);
}

/** The largest rate at the end of a step from which `a` stops within `room`. */
function stoppable(room: number, a: number, h: number): number {
  const half = 0.5 * a * h;
  return Math.max(0, Math.sqrt(half * half + 2 * a * Math.max(0, room)) - half);
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x));
}
