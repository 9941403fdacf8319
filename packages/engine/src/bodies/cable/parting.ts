/**
 * Parting of a cable: the element whose tension exceeds the break load is divided into three, and its middle, a fiftieth of it, becomes a
 * gap: an element of a rope without stiffness. The ends of the gap are the free ends of the two parts; they share its mass, and its strain
 * energy is lost. The rest of the element keeps its tension, which is released along both parts as a wave. Nodes and elements keep their
 * order, so ends, feed and channels stay valid.
 */
import type { Cable } from './cable.ts';
import { settleCreep } from './creep.ts';
import { splitElement } from './length.ts';
import { refreshProperties } from './properties.ts';
import type { RopeSpec } from './rope.ts';

/** Part of an element that becomes the gap, and stiffness of a gap over that of its rope: 1e-12 of EA at a strain of 1. */
const GAP = 0.02;
const SOFT = 1e-12;

/**
 * A step ends slightly beyond the break load, where a whole straight line may exceed it. Elements that did not part then count as able to
 * bear that tension, plus this margin for the overshoot of waves on elements.
 */
const ABOVE = 1.02;

/** Number of nodes added when a cable parts, and largest number of partings. */
export const NODES_A_PARTING = 2;
export const MOST_PARTINGS = 4;

/** The rope of a gap: mass and volume, nothing else. */
export function gapOf({ massPerLength, axialStiffness, diameter, polarInertia, displacedArea }: RopeSpec): RopeSpec {
  return {
    massPerLength,
    axialStiffness: SOFT * axialStiffness,
    diameter,
    slackRatio: 1,
    bucklingLoad: 0,
    ...(polarInertia !== undefined && { polarInertia }),
    ...(displacedArea !== undefined && { displacedArea }),
  };
}

export function isGap(cable: Cable, j: number): boolean {
  return cable.ropeOf[j] >= cable.kinds;
}

/** The element with the largest ratio of tension to break load at the accepted step; -1: none above 1. */
export function overloaded(cable: Cable): number {
  if (cable.ropes.length === cable.kinds) return -1;
  let most = Math.max(1, cable.proven[0]);
  let element = -1;
  for (let j = 0; j < cable.elementCount; j++) {
    const { breakLoad } = cable.ropes[cable.ropeOf[j]];
    if (breakLoad === undefined || !(cable.tension0[j] > most * breakLoad)) continue;
    most = cable.tension0[j] / breakLoad;
    element = j;
  }
  return element;
}

/** Is there capacity for the nodes of another parting? */
export function canPart(cable: Cable): boolean {
  return cable.nodeCount + NODES_A_PARTING <= cable.capacity && cable.gaps < MOST_PARTINGS;
}

/** [s] travel time of a wave along element j, with its initial or secant stiffness, whichever is larger */
export function crossingTime(cable: Cable, j: number): number {
  const drawn = cable.strain[j] > 0 ? cable.tension0[j] / cable.strain[j] : 0;
  return cable.restLength[j] * Math.sqrt(cable.massPerLength[j] / Math.max(cable.EA[j], drawn));
}

/** Element j parts in its middle: nodes j+1 and j+2 are new, and element j+1 is the gap. */
export function partElement(cable: Cable, j: number): void {
  const { breakLoad } = cable.ropes[cable.ropeOf[j]];
  cable.proven[0] = breakLoad === undefined ? 0 : (ABOVE * cable.tension0[j]) / breakLoad;
  splitElement(cable, j, 0.5 * (1 - GAP));
  splitElement(cable, j + 1, (2 * GAP) / (1 + GAP));
  cable.ropeOf[j + 1] += cable.kinds;
  cable.tension[j + 1] = 0;
  cable.tension0[j + 1] = 0;
  refreshProperties(cable, 0, cable.elementCount);
  settleCreep(cable);
}
