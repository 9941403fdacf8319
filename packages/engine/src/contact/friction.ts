/**
 * Friction of a point contact besides the bristle (bristle.ts), in the same terms: traction ratio g = -T/N, tangent
 * -dT/dx = along P - across u u^T.
 * Regularised Coulomb: g = mu_k v / sqrt(v^2 + v_s^2). It creeps; kept for comparison.
 */
import type { FrictionForce, Slip } from './bristle.ts';

export type FrictionLawName = 'bristle' | 'lugre' | 'coulomb' | 'reduced' | 'none';
export const FRICTION_LAW_NAMES: readonly FrictionLawName[] = ['bristle', 'lugre', 'coulomb', 'reduced', 'none'];
export const FRICTION_NONE = 0;
/** with or without the creep of lugre */
export const FRICTION_BRISTLE = 1;
export const FRICTION_COULOMB = 2;
/** over areas: the reduced model of Elandt 2022, s. 6.2, for comparison */
export const FRICTION_REDUCED = 3;

export function coulombFriction(out: FrictionForce, slip: Slip): void {
  const { vx, vy, vz, normal, muKinetic, slipSpeed, c } = slip;
  const size = Math.sqrt(vx * vx + vy * vy + vz * vz + slipSpeed * slipSpeed);
  const ratio = muKinetic / size;
  out.gx = ratio * vx;
  out.gy = ratio * vy;
  out.gz = ratio * vz;
  out.ux = vx / size;
  out.uy = vy / size;
  out.uz = vz / size;
  out.along = normal * ratio * c;
  out.across = out.along;
  out.slips = true;
  out.zx = 0;
  out.zy = 0;
  out.zz = 0;
  out.stored = 0;
  out.cost = 0;
}

export function noFriction(out: FrictionForce): void {
  out.gx = 0;
  out.gy = 0;
  out.gz = 0;
  out.ux = 0;
  out.uy = 0;
  out.uz = 0;
  out.along = 0;
  out.across = 0;
  out.slips = true;
  out.zx = 0;
  out.zy = 0;
  out.zz = 0;
  out.stored = 0;
  out.cost = 0;
}
