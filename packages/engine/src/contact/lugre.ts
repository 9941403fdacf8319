/**
 * The LuGre bristle (Canudas de Wit and others, 1995), which creeps before it slips and drifts under oscillating loads; bristle.ts sticks.
 *   dz/dt = v - s0 |v| z / mu(v),   g = s0 z + s1 dz/dt
 * For a slip D = v h along one line with mu held the equation has the solution
 *   z' = e z + (1 - e) (mu/s0) u,   e = exp(-s0 |D| / mu),   u = D/|D|
 * which is used in every step: it is exact for any length while the slip keeps its direction. The tangent contains the derivatives of z'
 * and of s1 dz/dt by the slip, without the rotation of z across u.
 */
import { exp } from '../math/index.ts';
import type { FrictionForce, Slip } from './bristle.ts';

/** A contact counts as slipping when its bristle reaches this part of its steady deflection. */
const SLIPS = 0.9;

/** As bristleFriction, with the limit mu_k. */
export function lugreFriction(out: FrictionForce, slip: Slip): void {
  const { zx, zy, zz, wasX, wasY, wasZ, vx, vy, vz, normal, muKinetic: mu, s0, s1, b, c } = slip;
  const dx = zx - wasX;
  const dy = zy - wasY;
  const dz = zz - wasZ;
  const far = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const rest = mu / s0;
  const one = far > 0 ? 1 / far : 0;
  const ux = one * dx;
  const uy = one * dy;
  const uz = one * dz;
  const e = exp(-far / rest);
  out.zx = e * wasX + (1 - e) * rest * ux;
  out.zy = e * wasY + (1 - e) * rest * uy;
  out.zz = e * wasZ + (1 - e) * rest * uz;
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const fade = speed / rest;
  out.gx = s0 * out.zx + s1 * (vx - fade * out.zx);
  out.gy = s0 * out.zy + s1 * (vy - fade * out.zy);
  out.gz = s0 * out.zz + s1 * (vz - fade * out.zz);
  out.ux = ux;
  out.uy = uy;
  out.uz = uz;
  // along u: z' rises with (1 - z.u/rest) e; across it with (1 - e) rest/|D|
  const lag = 1 - (wasX * ux + wasY * uy + wasZ * uz) / rest;
  const follows = far > 0 ? e * lag : 1;
  const across = far > 1e-9 * rest ? ((1 - e) * rest) / far : 1;
  const still = 1 - (out.zx * ux + out.zy * uy + out.zz * uz) / rest;
  const stiff = b * s0;
  out.along = normal * (stiff * across + c * s1);
  const alongU = normal * (stiff * follows + c * s1 * still - b * s1 * fade * follows);
  out.across = far > 0 ? out.along - alongU : 0;
  out.slips = out.zx * out.zx + out.zy * out.zy + out.zz * out.zz > SLIPS * SLIPS * rest * rest;
  out.stored = 0.5 * normal * s0 * (out.zx * out.zx + out.zy * out.zy + out.zz * out.zz);
  out.cost = 0;
}
