/** Rates of rotation vectors. phi rotates a body from its pose at the start of the step, in world axes: R = exp(phi) R0. */
import { sincosAt } from '../../math/index.ts';

/**
 * out[k..] = (v, phi') of one body, with (displacement, phi) at u[k..] and (v, omega) at velocity[k..] (Munthe-Kaas):
 *   phi' = omega - phi x omega/2 + f phi x (phi x omega),  f = (1 - t/2 cot t/2)/t^2, t = |phi|,
 * by its series (Bernoulli numbers): the first term left out is below 6e-10 t^10.
 */
export function rotationRate(out: Float64Array, u: Float64Array, velocity: Float64Array, k: number): void {
  const px = u[k + 3];
  const py = u[k + 4];
  const pz = u[k + 5];
  const wx = velocity[k + 3];
  const wy = velocity[k + 4];
  const wz = velocity[k + 5];
  out[k] = velocity[k];
  out[k + 1] = velocity[k + 1];
  out[k + 2] = velocity[k + 2];
  const ax = py * wz - pz * wy;
  const ay = pz * wx - px * wz;
  const az = px * wy - py * wx;
  const t2 = px * px + py * py + pz * pz;
  const f = 1 / 12 + t2 * (1 / 720 + t2 * (1 / 30240 + t2 * (1 / 1209600 + t2 * (1 / 47900160))));
  out[k + 3] = wx - 0.5 * ax + f * (py * az - pz * ay);
  out[k + 4] = wy - 0.5 * ay + f * (pz * ax - px * az);
  out[k + 5] = wz - 0.5 * az + f * (px * ay - py * ax);
}

const turned = new Float64Array(4);

/**
 * The inverse: velocity[k + 3..] = omega from phi at u[k + 3..] and phi' at rate[k + 3..]
 *   omega = phi' + a phi x phi' + b phi x (phi x phi'),  a = (1 - cos t)/t^2, b = (t - sin t)/t^3
 */
export function spinOf(velocity: Float64Array, u: Float64Array, rate: Float64Array, k: number): void {
  const px = u[k + 3];
  const py = u[k + 4];
  const pz = u[k + 5];
  const rx = rate[k + 3];
  const ry = rate[k + 4];
  const rz = rate[k + 5];
  const t2 = px * px + py * py + pz * pz;
  let a = 0.5 - t2 * (1 / 24 - t2 * (1 / 720 - t2 * (1 / 40320)));
  let b = 1 / 6 - t2 * (1 / 120 - t2 * (1 / 5040 - t2 * (1 / 362880)));
  if (!(t2 < 1e-3)) {
    const t = Math.sqrt(t2);
    turned[2] = t;
    sincosAt(turned, 0, turned, 2);
    a = (1 - turned[1]) / t2;
    b = (t - turned[0]) / (t2 * t);
  }
  const cx = py * rz - pz * ry;
  const cy = pz * rx - px * rz;
  const cz = px * ry - py * rx;
  velocity[k + 3] = rx + a * cx + b * (py * cz - pz * cy);
  velocity[k + 4] = ry + a * cy + b * (pz * cx - px * cz);
  velocity[k + 5] = rz + a * cz + b * (px * cy - py * cx);
}
