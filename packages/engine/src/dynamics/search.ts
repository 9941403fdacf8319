/** The contact search of a step, and the data that a new contact needs before the first iteration. */
import { effortFor, FOR_PART, PART_SEARCH, PART_STEP } from '../base/index.ts';
import { evaluateForces, type Workspace } from '../stage/index.ts';
import { SEARCH_SLACK } from './options.ts';

/** Finds elements near the committed state within reach of the step under way. */
export function searchContacts(w: Workspace): void {
  w.reach.slack = SEARCH_SLACK;
  searchStep(w);
}

/** The same, with an additional margin `slack` [m]. */
export function searchAround(w: Workspace, slack: number): void {
  w.reach.slack = slack;
  searchStep(w);
}

function searchStep(w: Workspace): void {
  if (!w.allContacts.any) return;
  const { h, reach } = w;
  const g = w.model.gravity;
  reach.horizon = 1.2 * h;
  reach.slack += Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * h * h; // distance of free fall
  w.effort.now[0] = effortFor(FOR_PART, PART_SEARCH);
  w.allContacts.search(w);
  w.effort.now[0] = effortFor(FOR_PART, PART_STEP);
  noteOnset(w);
}

/** New contacts take their speed at onset from the speeds at the start of the step. */
export function noteOnset(w: Workspace): void {
  if (!w.allContacts.hasNew) return;
  evaluateForces(w, false, 0, 0);
  w.allContacts.noteOnset();
}
