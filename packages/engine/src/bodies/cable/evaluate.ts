/** All forces of a cable in its surroundings, and their tangent, in one call. */
import { addSlotForces, setSlotTangents } from './assemble.ts';
import type { Cable } from './cable.ts';
import { evaluateElastic } from './elastic.ts';
import type { Evaluation } from './evaluation.ts';
import { addEndMoments } from './ends.ts';
import { addFluid, addWeight, type FluidSamples } from './fluid.ts';
import { addFlow } from './length.ts';
import { addSeabed, type Seabed } from './seabed.ts';

/** The surroundings of a cable; made once. */
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
  const outside = around.fluid !== undefined || around.seabed !== undefined;
  if (outside) addPower(how.taken, 1, cable);
  if (around.fluid) {
    const asForce = around.fluidInertiaAsForce ?? true;
    addFluid(cable, around.fluid, around.gravity, how, asForce);
  }
  if (around.seabed) addSeabed(cable, around.seabed, how);
  if (outside) addPower(how.taken, -1, cable);
  addFlow(cable, how);
  return true;
}

/** sum[0] += sign F.v */
function addPower(sum: Float64Array | undefined, sign: 1 | -1, { force, v, nodeCount }: Cable): void {
  if (sum === undefined) return;
  let power = 0;
  for (let i = 0; i < 4 * nodeCount; i++) power += force[i] * v[i];
  sum[0] += sign * power;
}
