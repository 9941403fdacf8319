/** The contact search of a step, and what a new contact must know before the first iteration. */
import { evaluateForces, HISTORY, TRIAL, type Workspace } from '../system/index.ts';
import { SEARCH_SLACK } from './options.ts';

/** Elements near the committed state within reach of a step h, and `slack` [m] more. */
export function searchContacts(w: Workspace, h: number, slack: number = SEARCH_SLACK): void {
  if (!w.contacts.any) return;
  const g = w.model.gravity;
  const fall = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * h * h;
  w.contacts.searchTime = w.time;
  w.contacts.search(w.position, w.rotation, w.velocity, 1.2 * h, slack + fall);
  w.matrix.ensurePairs(w.contacts.coupledA.data, w.contacts.coupledB.data, w.contacts.coupledA.length);
  noteOnset(w);
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
