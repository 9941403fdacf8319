/**
 * What a step resolves. Springs of contacts that are stiffer than this are taken as no stiffer, so that the cost of a step does not depend on E:
 *   k = (2 pi / (beta h))^2 / w     a spring whose period on the two bodies, w [1/kg] their mobility, the step h is the part beta of
 * (SAP, Castro et al. 2022, takes beta = 1). A body that joints hold to others counts with the mass of all of them, since it may carry their
 * load. Tried and left: a stiffness that grows with the load; a depth that depends on the load of the step before shakes tall stacks down.
 */
import type { Model } from '../model/index.ts';
import { Islands } from './islands.ts';

/** beta of contacts at points, and over areas, whose shapes are true only while they are shallow. */
export const NEAR_RIGID = 0.5;
export const NEAR_RIGID_AREA = 0.3;
/** Bristles are at most this part as stiff as the normal spring that a step resolves. */
export const TANGENTIAL = 0.5;
/** Of a solid of even density at its surface: how much faster an impulse moves the point than the centre of mass (a cube's corner: 2.65). */
export const TURNING = 2.65;

export class Resolved {
  /** [s] the longest step of the run: stiffness must not change when a step is cut short */
  private readonly step: number;
  /** [kg] by body, of all that joints hold together with it */
  private readonly mass: Float64Array;

  constructor({ spec, joints, dynamicCount: n, mass }: Model) {
    this.step = spec.solver.step === 'auto' ? spec.solver.maxStep : spec.solver.step;
    const groups = new Islands(n, 0);
    groups.begin();
    for (let k = 0; k < joints.count; k++) {
      if (joints.slotA[k] < n && joints.slotB[k] < n) groups.join(joints.slotA[k], joints.slotB[k]);
    }
    groups.number();
    const sums = new Float64Array(groups.count);
    for (let i = 0; i < n; i++) sums[groups.of[i]] += mass[i];
    this.mass = Float64Array.from({ length: n }, (_, i) => sums[groups.of[i]]);
  }

  /** Of bodies A and B: mobility [1/kg] at their centres of mass, and the stiffest spring there is between them [N/m]. */
  mobility = 0.5;
  stiffest = 0.5;

  /** turning: how much more mobile they are where they touch. Bodies without unknowns do not move. */
  find(A: number, B: number, nearRigid: number, turning: number): void {
    const { mass } = this;
    const rate = (2 * Math.PI) / (nearRigid * this.step);
    this.mobility = turning * ((A < mass.length ? 1 / mass[A] : 0) + (B < mass.length ? 1 / mass[B] : 0));
    this.stiffest = (rate * rate) / this.mobility;
  }
}
