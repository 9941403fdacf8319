/** Prediction: poses at the end of a step if everything continued to move as now. */
import { ImpactList, RESOLVED } from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';
import { moveTrial } from '../trial/index.ts';
import { rewind, type State } from './state.ts';

const impacts = new ImpactList(0);
/** by source: 1 where contacts must be evaluated */
const looks = new Uint8Array(8);

/** Would something meet or leave something too fast for the step? Then its stages need not be tried. */
export function foreseesEvent(w: Workspace, state: State): boolean {
  const { sources } = w.allContacts;
  const { h } = w;
  let any = false;
  for (let i = 0; i < sources.length; i++) {
    looks[i] = sources[i].looksAhead(w) ? 1 : 0;
    if (looks[i] === 1) any = true;
  }
  if (!any) return false;
  for (let i = 0; i < w.size; i++) w.u[i] = h * state.velocity[i];
  moveTrial(w, state.time + h);
  impacts.fastest = 0;
  for (let i = 0; i < sources.length && !(h * impacts.fastest > RESOLVED); i++) {
    if (looks[i] === 1) sources[i].foresee(impacts, w);
  }
  rewind(w, state);
  return h * impacts.fastest > RESOLVED;
}
