/** The contact search of a step, and what a new contact must know before the first iteration. */
import { evaluateForces, HISTORY, TRIAL, type Workspace } from '../system/index.ts';
import { SEARCH_SLACK } from './options.ts';

/** Elements near the committed state within reach of the step under way, and `slack` [m] more. */
export function searchContacts(w: Workspace, slack: number = SEARCH_SLACK): void {
  if (!w.contacts.any && !w.touch.any) return;
  const g = w.model.gravity;
  const { h } = w;
  const fall = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * h * h;
  w.contacts.searchTime = w.time;
  searchAll(w, 1.2 * h, slack + fall);
  noteOnset(w);
}

/** Contacts of bodies and of cables within a horizon [s] and slack [m], with their blocks in the matrix. */
export function searchAll(w: Workspace, horizon: number, slack: number): void {
  const { contacts, touch } = w;
  if (contacts.any) contacts.search(w.position, w.rotation, w.velocity, horizon, slack);
  if (touch.any) touch.search(w.position, w.rotation, w.velocity, w.time, horizon, slack);
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
