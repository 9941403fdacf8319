/** A look ahead: where bodies would be at the end of a step if nothing happened to them. */
import { evaluateContacts, moveTrial, SHAPES_EXACT, SHAPES_NEAR, type Workspace } from '../system/index.ts';
import { unresolvedPatch } from './contact-events.ts';
import { rewind, type State } from './state.ts';

/**
 * Would bodies that go on as they move meet or leave each other by volume, too fast for the step? Then its stages need not be
 * tried in vain. The shapes found here are those the backward Euler step begins with.
 */
export function foreseesEvent(w: Workspace, state: State, h: number): boolean {
  if (w.contacts.scene.near.length === 0) return false;
  const { shapes } = w.contacts.patches;
  for (let i = 0; i < w.bodySize; i++) w.u[i] = h * state.velocity[i];
  moveTrial(w, state.time + h);
  shapes.mode = SHAPES_NEAR;
  let event = false;
  if (mayChange(w, h)) {
    evaluateContacts(w);
    event = unresolvedPatch(w, h);
  }
  shapes.mode = SHAPES_EXACT;
  rewind(w, state);
  return event;
}

/** Is there a pair that touches there, or did, and does not rest? The trial is where the step would end. */
function mayChange(w: Workspace, h: number): boolean {
  const { patches, scene } = w.contacts;
  for (let i = 0; i < scene.near.length; i++) {
    const pair = scene.near.data[i];
    if (patches.rests(pair, h)) continue;
    if (patches.touches(pair) || patches.shapes.of(w, pair, scene.solidPair(pair)) !== undefined) return true;
  }
  return false;
}
