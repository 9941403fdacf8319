/**
 * A cylinder on an accumulator: as the rod is drawn out by x the gas behind it is compressed,
 *   T = T0 (l/(l - x))^n,   stored  T0 l ((l/(l - x))^(n-1) - 1)/(n - 1), for n = 1  T0 l log(l/(l - x))
 * l volume of the gas over area of the piston. Beyond half of its stroke either way the rod is on a stop, and the gas goes on in a straight line.
 */
import { exp, expm1, log } from '../math/index.ts';

/** x [m]; T [N], its slope [N/m], what is stored beyond the middle of the stroke [J] */
export interface Gas {
  at: number;
  tension: number;
  slope: number;
  stored: number;
}

export function makeGas(): Gas {
  return { at: 0.5, tension: 0.5, slope: 0.5, stored: 0.5 };
}

/** data from o on: T0 [N], l [m], n, stroke [m]; stiffness of the stops [N/m]. */
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
