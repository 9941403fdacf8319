/** The contact search of a step, and what a new contact must know before the first iteration. */
import { evaluateForces, HISTORY, TRIAL, type Workspace } from '../system/index.ts';
import { SEARCH_SLACK } from './options.ts';

/** Elements near the committed state within reach of the step under way. */
export function searchContacts(w: Workspace): void {
  w.reach.slack = SEARCH_SLACK;
  searchStep(w);
}

/** The same, and `slack` [m] around. */
export function searchAround(w: Workspace, slack: number): void {
  w.reach.slack = slack;
  searchStep(w);
}

function searchStep(w: Workspace): void {
  if (!w.contacts.any && !w.touch.any) return;
  const { h, reach } = w;
  const g = w.model.gravity;
  reach.horizon = 1.2 * h;
  reach.slack += Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * h * h; // of a fall
  w.contacts.searchTime = w.time;
  searchAll(w);
  noteOnset(w);
}

/** Contacts of bodies and of cables within w.reach, with their blocks in the matrix. */
export function searchAll(w: Workspace): void {
  const { contacts, touch } = w;
  if (contacts.any) contacts.search(w.position, w.rotation, w.velocity, w.reach);
  if (touch.any) touch.search(w.position, w.rotation, w.velocity, w, w.reach);
  w.matrix.ensurePairs(contacts.coupledA, contacts.coupledB);
}

/** New elements take the approach speed at the start of the step as their speed at onset. */
export function noteOnset(w: Workspace): void {
  const { set } = w.contacts;
  const history = w.contacts.history.data;
  let fresh = false;
  for (let i = 0; i < set.count; i++) if (history[HISTORY * i + 3] < 0) fresh = true;
  if (!fresh) return;
  evaluateForces(w, false, 0, 0);
  const trial = w.contacts.trial.data;
  for (let i = 0; i < set.count; i++) {
    if (history[HISTORY * i + 3] < 0) history[HISTORY * i + 3] = Math.max(0, trial[TRIAL * i + 5]);
  }
}
