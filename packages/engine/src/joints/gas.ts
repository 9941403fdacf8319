/**
 * A cylinder on a gas accumulator. Drawing the rod out by x compresses the gas behind it:
 *   T = T0 (l/(l - x))^n,   stored energy  T0 l ((l/(l - x))^(n-1) - 1)/(n - 1), for n = 1  T0 l log(l/(l - x))
 * l is the gas volume over the piston area [m]. At either end of the stroke the rod meets a stop, and the gas force continues
 * as constant.
 */
import { exp, expm1, log } from '../math/index.ts';

/** Input: extension x [m]. Results: tension T [N], its slope [N/m], energy stored relative to mid-stroke [J]. */
export interface Gas {
  at: number;
  tension: number;
  slope: number;
  stored: number;
}

export function makeGas(): Gas {
  return { at: 0.5, tension: 0.5, slope: 0.5, stored: 0.5 };
}

/** Evaluates the cylinder at out.at. data from o on: T0 [N], l [m], n, stroke [m]; stops: stiffness of the stops [N/m]. */
export function pressGas(out: Gas, data: Float64Array, o: number, stops: number): void {
  const T0 = data[o];
  const l = data[o + 1];
  const n = data[o + 2];
  const end = 0.5 * data[o + 3];
  const x = Math.min(end, Math.max(-end, out.at));
  const beyond = out.at - x;
  const rise = log(l / (l - x));
  const T = T0 * exp(n * rise);
  const slope = (n * T) / (l - x);
  const stop = beyond === 0 ? 0 : stops;
  const held = n - 1 > 1e-9 ? (T0 * l * expm1((n - 1) * rise)) / (n - 1) : T0 * l * rise;
  out.tension = T + (slope + stop) * beyond;
  out.slope = slope + stop;
  out.stored = held + T * beyond + 0.5 * (slope + stop) * beyond * beyond;
}
