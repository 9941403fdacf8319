/** A look ahead: where bodies would be at the end of a step if nothing happened to them. */
import { addTouch, evaluateContacts, moveTrial, SHAPES_EXACT, SHAPES_NEAR, type Workspace } from '../system/index.ts';
import { touchForeseen, unresolvedPatch } from './contact-events.ts';
import { rewind, type State } from './state.ts';

/** Cables that move more slowly hit nothing at the speed of an impact (system/touch-events.ts) [m/s]. */
const SLOW = 0.02;

/**
 * Would bodies that go on as they move meet or leave each other by volume, or cables meet something, too fast for the step? Then
 * its stages need not be tried in vain. The shapes found here are those the backward Euler step begins with.
 */
export function foreseesEvent(w: Workspace, state: State): boolean {
  const { h } = w;
  const cables = w.touch.any && !w.touch.quiet && !w.touch.alone && w.touch.struck === 0 && anythingMoves(w);
  if (w.contacts.scene.near.length === 0 && !cables) return false;
  const { shapes } = w.contacts.patches;
  for (let i = 0; i < w.size; i++) w.u[i] = h * state.velocity[i];
  moveTrial(w, state.time + h);
  shapes.mode = SHAPES_NEAR;
  let event = false;
  if (mayChange(w)) {
    evaluateContacts(w);
    event = unresolvedPatch(w);
  }
  shapes.mode = SHAPES_EXACT;
  if (cables && !event) {
    w.b = 0;
    w.c = 0;
    addTouch(w, false);
    event = touchForeseen(w);
  }
  rewind(w, state);
  return event;
}

/** Is there a pair that touches there, or did, and does not rest? The trial is where the step would end. */
function mayChange(w: Workspace): boolean {
  const { patches, scene } = w.contacts;
  for (let i = 0; i < scene.near.length; i++) {
    const pair = scene.near.data[i];
    if (patches.rests(pair, w.h)) continue;
    if (patches.touches(pair) || patches.shapes.of(w, pair, scene.solidPair(pair)) !== undefined) return true;
  }
  return false;
}

/** Are nodes of cables, or bodies without their turning, faster than SLOW? */
function anythingMoves({ velocity, bodySize, size }: Workspace): boolean {
  for (let i = 0; i < size; i += i < bodySize ? 6 : 4) {
    const speed2 = velocity[i] * velocity[i] + velocity[i + 1] * velocity[i + 1] + velocity[i + 2] * velocity[i + 2];
    if (speed2 > SLOW * SLOW) return true;
  }
  return false;
}
