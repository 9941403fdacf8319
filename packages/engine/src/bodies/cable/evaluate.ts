/** All forces of a cable in its surroundings, and their tangent, in one call. */
import { addSlotForces, setSlotTangents } from './assemble.ts';
import type { Cable } from './cable.ts';
import { evaluateElastic } from './elastic.ts';
import type { Evaluation } from './evaluation.ts';
import { addEndMoments } from './ends.ts';
import { addFluid, addWeight, type FluidSamples } from './fluid.ts';
import { addFlow } from './length.ts';
import { addSeabed, type Seabed } from './seabed.ts';

/** What a cable is in; made once. */
export interface CableSurroundings {
  /** [m/s^2] */
  readonly gravity: Float64Array;
  /** sampled by the caller for the trial positions; none: no fluid */
  readonly fluid?: FluidSamples;
  /** the force takes cable.a for the water's inertia (else the caller has it in its mass) */
  readonly fluidInertiaAsForce?: boolean;
  readonly seabed?: Seabed;
}

/**
 * cable.force = all forces at (q, v, a); cable.tangent = -(b dF/dq + c dF/dv + dF/da) when asked, without the mass.
 * False when two neighbouring nodes coincide.
 */
export function evaluateCable(cable: Cable, around: CableSurroundings, how: Evaluation): boolean {
  const n = cable.nodeCount;
  cable.force.fill(0, 0, 4 * n);
  if (!evaluateElastic(cable, how)) return false;
  addSlotForces(cable);
  if (how.withTangent) setSlotTangents(cable);
  addEndMoments(cable);
  addWeight(cable, around.gravity);
  if (around.fluid) {
    const asForce = around.fluidInertiaAsForce ?? true;
    addFluid(cable, around.fluid, around.gravity, how, asForce);
  }
  if (around.seabed) addSeabed(cable, around.seabed, how);
  addFlow(cable, how);
  return true;
}
