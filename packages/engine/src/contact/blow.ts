/**
 * Peak force and duration, by the contact law, of an impact that no step resolved. A mass m meets F = K depth^n (1 + a v) at the speed v0,
 * without other forces. Separating m v dv = -K depth^n (1 + a v) d(depth) gives depth and force at every speed v of the approach:
 *   K depth^(n + 1)/(n + 1) = m [ (v0 - v)/a - ln((1 + a v0)/(1 + a v))/a^2 ]        for a -> 0: m (v0^2 - v^2)/2
 * and the largest F is sought over v in 0 ... v0. It lies before the deepest point where the law damps.
 * Symbols: m [kg], K [N/m^n], a [s/m], v and v0 [m/s].
 */
import { log, pow } from '../math/index.ts';

export interface Blow {
  /** m [kg], v0 [m/s] */
  mass: number;
  speed: number;
  /** K [N/m^n], n, a [s/m] */
  stiffness: number;
  exponent: number;
  dissipation: number;
  /** results: largest force [N], and duration of the impact, pi/omega at the depth of the peak [s] */
  peak: number;
  duration: number;
}

export function makeBlow(): Blow {
  const x = 0.5; // not an integer: V8 would box later values of a field that first held an integer
  return { mass: x, speed: x, stiffness: x, exponent: x, dissipation: x, peak: x, duration: x };
}

/** Below this a v0 the law is taken as elastic: the two terms of the sum cancel to its square. */
const HARDLY_DAMPED = 1e-4;
/** Number of thirds discarded by the search: (2/3)^40 = 1e-7 of v0, where the force is flat. */
const THIRDS = 40;

export function findBlowPeak(blow: Blow): void {
  let low = 0;
  let high = blow.speed;
  for (let k = 0; k < THIRDS; k++) {
    const third = (high - low) / 3;
    if (forceAt(blow, low + third) < forceAt(blow, high - third)) low += third;
    else high -= third;
  }
  const v = 0.5 * (low + high);
  blow.peak = forceAt(blow, v);
  const depth = depthAt(blow, v);
  const slope = blow.exponent * blow.stiffness * pow(depth, blow.exponent - 1);
  blow.duration = depth > 0 ? Math.PI / Math.sqrt(slope / blow.mass) : 0;
}

function forceAt(blow: Blow, v: number): number {
  return blow.stiffness * pow(depthAt(blow, v), blow.exponent) * (1 + blow.dissipation * v);
}

function depthAt({ mass, speed, stiffness, exponent, dissipation: a }: Blow, v: number): number {
  const taken =
    a * speed < HARDLY_DAMPED
      ? 0.5 * (speed * speed - v * v)
      : (speed - v) / a - log((1 + a * speed) / (1 + a * v)) / (a * a);
  return pow(((exponent + 1) * mass * Math.max(0, taken)) / stiffness, 1 / (exponent + 1));
}
