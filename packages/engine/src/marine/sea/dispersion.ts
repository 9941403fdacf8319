/**
 * Linear dispersion omega^2 = g k tanh(k h). In deep water (h infinite) k = omega^2/g.
 *   start: k = k0/sqrt(tanh(k0 h)) (Eckart 1952), then Newton on f(k) = k tanh(k h) - k0
 */
import { BuildError } from '../../base/index.ts';
import { exp } from '../../math/index.ts';

/** tanh x for x >= 0 */
export function tanhOf(x: number): number {
  const e = exp(-2 * x);
  return (1 - e) / (1 + e);
}

/** k [rad/m] of omega [rad/s] > 0 in a depth [m], which may be infinite. */
export function waveNumber(omega: number, depth: number, gravity: number): number {
  const deep = (omega * omega) / gravity;
  if (!(deep * depth < 20)) return deep; // tanh is 1 to the last bit
  let k = deep / Math.sqrt(tanhOf(deep * depth));
  for (let round = 0; round < 20; round++) {
    const t = tanhOf(k * depth);
    const step = (k * t - deep) / (t + k * depth * (1 - t * t));
    k -= step;
    if (Math.abs(step) <= 1e-15 * k) return k;
  }
  if (Number.isFinite(k)) return k;
  throw new BuildError('dispersion', `no wave number for ${omega} rad/s in ${depth} m of water`);
}

/** omega [rad/s] of k [rad/m] */
export function waveFrequency(k: number, depth: number, gravity: number): number {
  return Math.sqrt(gravity * k * (depth * k < 20 ? tanhOf(k * depth) : 1));
}

/** Speed of energy [m/s]: c/2 (1 + 2kh/sinh 2kh). */
export function groupSpeed(omega: number, k: number, depth: number): number {
  const x = 2 * k * depth;
  const e = x < 700 ? exp(-x) : 0;
  const share = x < 700 ? (2 * x * e) / (1 - e * e) : 0;
  return (0.5 * omega * (1 + share)) / k;
}
