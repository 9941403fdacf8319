/** Default tolerances of a stage for a model. */
import type { CableSpec } from '../model/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Largest default compliance of joints, without and with redundant joints. */
export const SMALL_COMPLIANCE: number = 1e-8;
export const REDUNDANT_COMPLIANCE: number = 1e-5;

/**
 * Bodies: 1e-9. Cables: 1e-8 of the shortest one. The tangent is exact and renewed in every step, so an increment of that size leaves an
 * error of its square. Measured: 500 kg bouncing on 10 m of rope at 2 ms keeps stretch, bounce and period to 1e-6 with 1e-9, 1e-7 and 1e-6
 * m and takes 4.0, 2.8 and 2.2 iterations a step; the mooring line of CB-17 keeps its forces to 1e-5 with 1e-5 m. Where bodies touch, the
 * depth of contacts requires less.
 */
export function fittingTolerance(cables: readonly CableSpec[]): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (const { pieces } of cables) {
    let length = 0;
    for (const piece of pieces) length += piece.length;
    shortest = Math.min(shortest, length);
  }
  return cables.length === 0 ? 1e-9 : Math.min(1e-5, Math.max(1e-9, 1e-8 * shortest));
}

/**
 * eps for a model. Newton contracts by eps/(eps + mu), mu the smallest eigenvalue of J M^-1 J^T: about 1/(m n^2) for a chain of n joints
 * that carries a mass m. Rounding leaves noise of 1e-16/(b eps) in the forces of redundant joints. Therefore eps is as large as convergence
 * by 1e-3 in each iteration allows, from 1e-12 up to `most`: 1e-8, or 1e-5 with redundant joints (a Bricard loop with default steps loses
 * 0.1 J of its swing with 1e-8, 5e-4 J with 1e-5).
 */
export function fittingCompliance(w: Workspace, most: number): number {
  const { joints, mass, dynamicCount } = w.model;
  let heaviest = 0;
  for (let i = 0; i < dynamicCount; i++) heaviest = Math.max(heaviest, mass[i]);
  const smallest = 1 / (heaviest * joints.count * joints.count + 1e-300);
  return Math.min(most, Math.max(1e-12, 1e-3 * smallest));
}
