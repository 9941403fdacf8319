/** Causes of the work in steps, in words and in numbers. Names are those of channels. */
import {
  effortIndex,
  effortKind,
  FOR_BODY,
  FOR_CABLE,
  FOR_CALLER,
  FOR_HULL,
  FOR_JOINT,
  FOR_PAIR,
  FOR_STRANDS,
  ITERATIONS,
  LAWS,
  LOOKS,
  RETRIES,
  STEPS,
} from '../base/index.ts';
import { touchName } from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Parts of a step, and limits of its length without a single cause, in the order of PART_... */
const PARTS: readonly string[] = [
  'stages of the step',
  'search for contacts',
  'matrix',
  'gear and script',
  'max step',
  'events, corners of functions, end of the run',
  'steps of given length, and the first automatic one',
  'energy unaccounted for in an impact',
  'friction that falls with speed',
  'convex steps',
];

export function effortName(w: Workspace, who: number): string {
  const { spec, bodyOfSlot, shapes } = w.model;
  const k = effortIndex(who);
  const body = (slot: number): string => spec.bodies[bodyOfSlot[slot]].name;
  switch (effortKind(who)) {
    case FOR_CALLER:
      return 'recording';
    case FOR_BODY:
      return `body.${body(k)}`;
    case FOR_CABLE:
      return `cable.${w.cables.items[k].name}`;
    case FOR_JOINT:
      return `joint.${spec.joints[k].name}`;
    case FOR_PAIR: {
      const { scene } = w.contacts;
      const [a, b] = [shapes[scene.pairShapeA[k]].body, shapes[scene.pairShapeB[k]].body];
      return `contact.${body(Math.min(a, b))}~${body(Math.max(a, b))}`;
    }
    case FOR_STRANDS:
      return touchName(w.touch, k);
    case FOR_HULL:
      return `water.${w.hulls.items[k].name}`;
    default:
      return PARTS[k];
  }
}

/** The work of a run by cause. */
export interface Cost {
  readonly name: string;
  /** contact geometries computed */
  looks: number;
  /** evaluations of a contact law at a point or patch */
  laws: number;
  /** iterations of Newton's method in which this cause had the largest increment */
  iterations: number;
  /** steps limited in length by this cause, and steps repeated because of it */
  steps: number;
  retries: number;
}

/** Work by name, in the order of bodies, cables, joints, pairs. */
export function costsOf(w: Workspace): Cost[] {
  const byName = new Map<string, Cost>();
  w.effort.forEach((who, counts) => {
    const name = effortName(w, who);
    let cost = byName.get(name);
    if (cost === undefined) {
      cost = { name, looks: 0, laws: 0, iterations: 0, steps: 0, retries: 0 };
      byName.set(name, cost);
    }
    cost.looks += counts[LOOKS];
    cost.laws += counts[LAWS];
    cost.iterations += counts[ITERATIONS];
    cost.steps += counts[STEPS];
    cost.retries += counts[RETRIES];
  });
  return [...byName.values()];
}
