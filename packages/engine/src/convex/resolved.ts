/**
 * Stiffness that a step resolves. Stiffer contact springs are limited to this value, so that the cost of a step does not depend on E:
 *   k = (2 pi / (beta h))^2 / w     a spring whose period on the two bodies, w [1/kg] their mobility, the step h is the part beta of
 * (SAP, Castro et al. 2022, takes beta = 1). A body that joints hold to others counts with the mass of all of them, since it may carry their
 * load. Tried and left: a stiffness that grows with the load; a depth that depends on the load of the step before shakes tall stacks down.
 */
import type { Model } from '../model/index.ts';
import { Islands } from './islands.ts';

/** beta of contacts at points, and over areas, whose geometry is accurate only for small depths. */
export const NEAR_RIGID = 0.5;
export const NEAR_RIGID_AREA = 0.3;
/** ... and of both in an impact, which loses a hundredth of its speed by it. */
export const RIGID = 0.1;
/** Largest stiffness of bristles, as a part of the normal stiffness that a step resolves. */
export const TANGENTIAL = 0.5;
/** Mobility at the surface of a homogeneous solid over that of its centre of mass (a cube's corner: 2.65). */
export const TURNING = 2.65;

export class Resolved {
  /** [s] nominal step: stiffness must not change when a step is shortened */
  private readonly step: number;
  /** [kg] by body, total mass of all bodies jointed to it */
  private readonly mass: Float64Array;

  constructor(model: Model) {
    const { joints, dynamicCount: n, mass } = model;
    this.step = wholeStep(model);
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

  /** Of bodies A and B: mobility [1/kg] at their centres of mass, and largest stiffness between them [N/m]. */
  mobility = 0.5;
  stiffest = 0.5;

  /** turning: factor on their mobility at the contact. Bodies without unknowns do not move. */
  find(A: number, B: number, nearRigid: number, turning: number): void {
    const { mass } = this;
    const rate = (2 * Math.PI) / (nearRigid * this.step);
    this.mobility = turning * ((A < mass.length ? 1 / mass[A] : 0) + (B < mass.length ? 1 / mass[B] : 0));
    this.stiffest = (rate * rate) / this.mobility;
  }
}

/** Automatic steps: [s] the longest, and the part of the time in which the smallest body falls by its own size. */
const LONGEST = 5e-3;
const PART_OF_FALL = 0.036;

/** [s] a step without other limits */
export function wholeStep(model: Model): number {
  const { step, maxStep } = model.spec.solver;
  if (step !== 'auto') return step;
  const [x, y, z] = model.gravity;
  const g = Math.sqrt(x * x + y * y + z * z);
  const fall = g > 0 ? Math.sqrt(smallestBody(model) / g) : Number.POSITIVE_INFINITY;
  return Math.min(maxStep, LONGEST, PART_OF_FALL * fall);
}

/** [m] size of the smallest shape of a body that moves freely */
export function smallestBody({ shapes, shapeSize, dynamicCount }: Model): number {
  let least = Number.POSITIVE_INFINITY;
  for (let p = 0; p < shapes.length; p++) if (shapes[p].body < dynamicCount) least = Math.min(least, shapeSize[p]);
  return least;
}
