/**
 * The state of a run at an instant: everything needed to continue, and nothing else. The contacts of the workspace keep the contact history
 * (it changes only on commit), which also belongs to the state; save and hash include both.
 */
import { placeTrial } from '../trial/index.ts';
import type { Workspace } from '../stage/index.ts';

export interface State {
  time: number;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  /** acceleration of dynamic slots, as stored by the integrator */
  readonly x: Float64Array;
  /** rate of change of x over the last step [1/s], which predicts the next one while motion is smooth */
  readonly xRate: Float64Array;
  readonly lambda: Float64Array;
  /** positions and twist angles of cable nodes, four numbers for each */
  readonly cableQ: Float64Array;
  /** rate of momentum at this time: applied forces minus J^T lambda */
  readonly momentumRate: Float64Array;
  /** BDF2: displacement over, velocity and momentum before the last step; its length (0: none) */
  readonly uPrevious: Float64Array;
  readonly vPrevious: Float64Array;
  readonly momentumPrevious: Float64Array;
  lastStep: number;
  /** next step wanted by the step size control [s] */
  nextStep: number;
  /** end of the fixed step under way [s]; equals time between fixed steps */
  fixedTarget: number;
  steps: number;
  /** number of events carried out */
  events: number;
  /** 1: forces have jumped since the last step; the next one must not extrapolate from them */
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

/** Sets the workspace back to the committed state, including world inertia: at the start of a step, or after a rejected one. */
export function rewind(w: Workspace, state: State): void {
  w.time = state.time;
  w.startTime = state.time;
  // displacements start from here
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
