/** Cables that begin so deep in something that contact throws them off. */
import {
  H_JUMP,
  H_NORMAL,
  H_RATE,
  H_STRIDE,
  TOUCH_IMPACT,
  type TouchHistory,
  type Workspace,
} from '../system/index.ts';
import type { State } from './state.ts';

export interface Thrown {
  readonly cable: string;
  /** body or cable it lies in */
  readonly other: string;
  /** [m] of its deepest point; [N] of contact between the two, and weight of the cable where g is 9.81 m/s^2; [1/s] of contact */
  depth: number;
  force: number;
  readonly weight: number;
  rate: number;
}

/**
 * What would leave its contact at the speed of an impact, a/omega, with a the acceleration out of it that state.x has, as far as it is
 * of the contact: a rope that hangs taut round a drum presses on it with many times its weight and has none. Contacts must have been
 * evaluated.
 */
export function thrownAtStart(w: Workspace, state: State): readonly Thrown[] {
  const found = new Map<string, Thrown>();
  look(found, w, state, w.touch.solidHistory, true);
  look(found, w, state, w.touch.strandHistory, false);
  return [...found.values()];
}

function look(found: Map<string, Thrown>, w: Workspace, { x }: State, { trial }: TouchHistory, solid: boolean): void {
  const { touch, cables, model } = w;
  const patches = solid ? touch.solidPatches : touch.strandPatches;
  const fast = new Set<string>();
  const pairs = new Map<string, Thrown>();
  for (let p = 0; p < patches.count; p++) {
    const [e, f, o] = [patches.elementA[p], patches.elementB[p], H_STRIDE * p];
    const { name, cable } = cables.items[touch.curves.cable[e]];
    const body = solid ? model.bodyOfSlot[model.shapes[f].body] : -1;
    const other = solid ? model.spec.bodies[body].name : cables.items[touch.curves.cable[f]].name;
    let out = -outward(w, x, e, patches.normal, p);
    if (!solid) out += outward(w, x, f, patches.normal, p);
    const [force, rate] = [trial.data[o + H_NORMAL], trial.data[o + H_RATE]];
    const key = `${name}~${other}`;
    if (Math.min(out, trial.data[o + H_JUMP]) > TOUCH_IMPACT * rate) fast.add(key);
    const weight = 9.81 * cable.mass.subarray(0, cable.nodeCount).reduce((sum, m) => sum + m, 0);
    const pair = pairs.get(key) ?? { cable: name, other, depth: 0, force: 0, weight, rate: 0 };
    pairs.set(key, pair);
    pair.depth = Math.max(pair.depth, -patches.separation[p]);
    pair.force += force;
    pair.rate = Math.max(pair.rate, rate);
  }
  for (const [key, pair] of pairs) if (fast.has(key)) found.set(key, pair);
}

/** [m/s^2] of element e along the normal of patch p, the mean of its nodes. */
function outward({ touch, cables }: Workspace, x: Float64Array, e: number, normal: Float64Array, p: number): number {
  const c = touch.curves.cable[e];
  const at = cables.items[c].at + 4 * (e - touch.starts[c]);
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += 0.5 * normal[3 * p + k] * (x[at + k] + x[at + 4 + k]);
  return sum;
}
