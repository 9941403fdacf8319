/** What counts as the state of a run, for comparing runs bit by bit. */
import type { Hasher } from '../base/index.ts';
import { HISTORY, type Workspace } from '../system/index.ts';
import type { State } from './state.ts';

export function hashState(hasher: Hasher, state: State, w: Workspace): void {
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
  if (w.gear.any) hasher.addFloats(Float64Array.from(w.gear.save()));
  if (w.springHeld.includes(0)) for (const held of w.springHeld) hasher.addInt(held);
  if (w.hulls.any) hasher.addFloats(w.hulls.save());
  hasher.addFloats(w.actionState);
  hasher.addFloats(w.jointAngle);
  const { set } = w.contacts;
  hasher.addInt(set.count);
  for (let i = 0; i < set.count; i++) {
    hasher.addInt(set.bodyA[i]);
    hasher.addInt(set.bodyB[i]);
    hasher.addInt(set.feature[i]);
  }
  hasher.addFloats(w.contacts.history.data, 0, HISTORY * set.count);
  const { committed } = w.contacts.patches;
  if (committed.length > 0) hasher.addFloats(committed.data, 0, committed.length);
  if (w.touch.any) hasher.addFloats(w.touch.save());
}
