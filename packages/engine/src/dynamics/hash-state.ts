/** The numbers that form the state of a run, for comparing runs bit by bit. */
import type { Hasher } from '../base/index.ts';
import type { GearSet } from '../operation/index.ts';
import type { Workspace } from '../stage/index.ts';
import type { State } from './state.ts';

export function hashState(hasher: Hasher, state: State, w: Workspace, gear: GearSet): void {
  hasher.addFloat(state.time);
  hasher.addInt(state.steps);
  hasher.addFloats(state.position);
  hasher.addFloats(state.rotation);
  hasher.addFloats(state.velocity);
  hasher.addFloats(state.x);
  hasher.addFloats(state.xRate);
  hasher.addFloats(state.lambda);
  hasher.addFloats(state.momentumRate);
  if (w.cables.any) {
    hasher.addInt(state.events);
    hasher.addInt(state.jolt);
    hasher.addFloats(state.cableQ);
    hasher.addFloats(w.cables.save());
  }
  if (w.model.inputs.steered) hasher.addFloats(w.model.inputs.save());
  if (gear.any) hasher.addFloats(Float64Array.from(gear.save()));
  if (w.springs.held.includes(0)) for (const held of w.springs.held) hasher.addInt(held);
  if (w.hulls.any) hasher.addFloats(w.hulls.save());
  hasher.addFloats(w.actions.state);
  hasher.addFloats(w.joints.angle);
  w.allContacts.addToHash(hasher);
}
