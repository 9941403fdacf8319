/**
 * A cable that parts: the element that bears more than its rope can is cut in three, and the middle, a fiftieth of it, becomes a gap: an element
 * of a rope without stiffness. Its ends are free ends of the two parts; they share its mass, and what strain it held is lost. The rest of the element keeps
 * its tension, which runs back along both parts as a wave. Nodes and elements keep their order, so ends, feed and channels stay where they are.
 */
import type { Cable } from './cable.ts';
import { settleCreep } from './creep.ts';
import { splitElement } from './length.ts';
import { refreshProperties } from './properties.ts';
import type { RopeSpec } from './rope.ts';

/** Part of an element that is lost to the gap, and stiffness of a gap over that of its rope: 1e-12 of EA at a strain of 1. */
const GAP = 0.02;
const SOFT = 1e-12;

/**
 * A step ends a little beyond the break load, with all of a straight line beyond it. What did not part then has borne that much, and this much more by
 * what waves on elements overshoot.
 */
const ABOVE = 1.02;

/** Nodes that come when a cable parts, and how often it may. */
export const NODES_A_PARTING = 2;
export const MOST_PARTINGS = 4;

/** What is left of a rope between the ends where it parted: mass and volume, nothing else. */
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

/** The element that is farthest beyond its break load at the accepted step; -1: none. */
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

/** Is there room for the nodes of one more parting? */
export function canPart(cable: Cable): boolean {
  return cable.nodeCount + NODES_A_PARTING <= cable.capacity && cable.gaps < MOST_PARTINGS;
}

/** [s] that a wave takes along element j, as stiff as it is from the start or on the whole, whichever is more */
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
