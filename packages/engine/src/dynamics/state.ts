/**
 * What a run *is* at an instant: everything needed to go on, and nothing else. Contact history is kept by the contacts
 * of the workspace (it changes only on commit) and belongs to the state as well; save and hash take both.
 */
import { placeTrial } from '../trial/index.ts';
import type { Workspace } from '../stage/index.ts';

export interface State {
  time: number;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  /** acceleration of dynamic slots, as the integrator remembers it */
  readonly x: Float64Array;
  /** how x changed over the last step [1/s]: predicts the next one while motion is smooth */
  readonly xRate: Float64Array;
  readonly lambda: Float64Array;
  /** positions and turns of cable nodes, four a node */
  readonly cableQ: Float64Array;
  /** rate of momentum at this time: applied forces minus J^T lambda */
  readonly momentumRate: Float64Array;
  /** BDF2: displacement over, velocity and momentum before the last step; its length (0: none) */
  readonly uPrevious: Float64Array;
  readonly vPrevious: Float64Array;
  readonly momentumPrevious: Float64Array;
  lastStep: number;
  /** step the controller wants next [s] */
  nextStep: number;
  /** end of the fixed step under way [s]; equals time between fixed steps */
  fixedTarget: number;
  steps: number;
  /** events that are done */
  events: number;
  /** 1: forces have jumped since the last step, the next one must not start from them */
  jolt: number;
}

export function makeState(w: Workspace): State {
  const n = w.model.slotCount;
  const floats = (k: number): Float64Array => new Float64Array(k);
  return {
    time: 0,
    position: floats(3 * n),
    rotation: floats(9 * n),
    velocity: floats(6 * n),
    x: floats(w.size),
    xRate: floats(w.size),
    lambda: floats(w.multiplierCount),
    cableQ: floats(w.size - w.bodySize),
    momentumRate: floats(w.size),
    uPrevious: floats(w.size),
    vPrevious: floats(w.size),
    momentumPrevious: floats(w.size),
    lastStep: 0,
    nextStep: 0,
    fixedTarget: 0,
    steps: 0,
    events: 0,
    jolt: 0,
  };
}

/** Workspace back to the committed state, world inertia included: the start of a step, or after a rejected one. */
export function rewind(w: Workspace, state: State): void {
  w.time = state.time;
  w.startTime = state.time;
  // displacements are counted from here on
  if (differ(w.position0, state.position) || differ(w.rotation0, state.rotation)) {
    w.allContacts.rewind(w, differ(w.position, state.position) || differ(w.rotation, state.rotation));
  }
  w.position.set(state.position);
  w.rotation.set(state.rotation);
  w.position0.set(state.position);
  w.rotation0.set(state.rotation);
  w.velocity.set(state.velocity);
  w.lambda.set(state.lambda);
  w.u.fill(0);
  if (w.cables.any) {
    w.cableQ0.set(state.cableQ);
    w.cables.rewind();
  }
  w.time = state.time;
  placeTrial(w);
}

function differ(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return true;
  return false;
}
