/** Nodes of cables that come and go between steps: at an end that is fed, and along a cable where it bends or touches. */
import {
  addMassRates,
  type CableItem,
  type EnergySums,
  evaluateForces,
  evaluateRows,
  feedLength,
  fitElements,
  markTouching,
  massTimes,
  MERGED,
  measureCables,
  noteLengths,
  refineElements,
  relabelTouch,
  type Workspace,
} from '../system/index.ts';
import { rewind, type State } from './state.ts';

/** Nodes come and go before a step h; the workspace stands at the state then. True where any did: `beginAnew` after the search. */
export function fitCables(w: Workspace, state: State, sums: EnergySums, h: number): boolean {
  const fed = fitFeeds(w, state, sums, h);
  rewind(w, state);
  if (!refineCables(w, state, sums)) return fed;
  rewind(w, state);
  return true;
}

/** Elements of fed cables fit a step h from the state; what changes with them in state, matrix and ledger. */
function fitFeeds(w: Workspace, state: State, sums: EnergySums, h: number): boolean {
  let changed = false;
  for (let k = 0; k < w.cables.items.length; k++) {
    const item = w.cables.items[k];
    const { feed } = item;
    if (!feed) continue;
    const now = feedLength(feed, state.time);
    const next = feedLength(feed, state.time + h);
    const own = Math.min(now, next) - feed.others;
    const fits = own <= 1.5 * feed.nominal && (own >= MERGED * feed.nominal || item.cable.elementCount === 1);
    if (fits || (own > 1.5 * feed.nominal && item.cable.nodeCount === item.cable.capacity)) continue;
    if (!changed) {
      rewind(w, state);
      sums.keepTouch();
    }
    changeNodes(w, state, sums, k, () => fitElements(item, feed, now, next));
    changed = true;
  }
  if (changed) state.lastStep = 0;
  return changed;
}

/** Elements come and go along cables that ask for it; the workspace stands at the state. A look at every node is all it costs. */
function refineCables(w: Workspace, state: State, sums: EnergySums): boolean {
  let changed = false;
  for (let k = 0; k < w.cables.items.length; k++) {
    const item = w.cables.items[k];
    if (!item.refiner) continue;
    if (item.refiner.options.inContact !== undefined) markTouching(w.touch, k, item.refiner.touching);
    if (!item.refiner.find(item.cable)) continue;
    changeNodes(w, state, sums, k, () => {
      refineElements(item, (kind, node) => relabelTouch(w.touch, k, kind, node));
      return true;
    });
    changed = true;
  }
  if (changed) state.lastStep = 0;
  return changed;
}

/**
 * After nodes have changed and contacts have been searched anew: powers from which the step begins, and what cables in touch hold
 * because their curves run elsewhere now.
 */
export function beginAnew(w: Workspace, sums: EnergySums): void {
  evaluateRows(w, false);
  evaluateForces(w, false, 0, 0);
  sums.bookTouch();
  sums.readStart();
  sums.noteStart();
}

/** `change` is made to the nodes of cable k, and to all that goes with them; energy that it costs is booked to the cable. */
function changeNodes(w: Workspace, state: State, sums: EnergySums, k: number, change: () => boolean): void {
  const before = heldBy(w);
  adopt(w, state, w.cables.items[k], change);
  rewind(w, state);
  evaluateRows(w, false);
  evaluateForces(w, false, 0, 0);
  sums.bookCable(k, before - heldBy(w));
}

/** Kinetic and potential energy of all cables [J]. */
function heldBy(w: Workspace): number {
  const { kinetic, potential } = measureCables(w);
  return kinetic + potential;
}

function adopt(w: Workspace, state: State, item: CableItem, change: () => boolean): void {
  const { cable, at } = item;
  const from = at - w.bodySize;
  for (let i = 0; i < 4 * cable.nodeCount; i++) cable.a[i] = state.x[at + i];
  if (!change()) return;
  noteLengths(item);
  const used = 4 * cable.nodeCount;
  for (let i = 0; i < 4 * cable.capacity; i++) {
    const there = i < used;
    state.cableQ[from + i] = there ? cable.q[i] : 0;
    state.velocity[at + i] = there ? cable.v[i] : 0;
    state.x[at + i] = there ? cable.a[i] : 0;
    state.xRate[at + i] = 0;
  }
  w.cables.recount();
  w.matrix.relayCables();
  // rate of momentum M a + M'v: what the stage begins from, with no kick for what was split or merged
  const rate = new Float64Array(w.size);
  addMassRates(w, rate);
  const moved = new Float64Array(w.size);
  massTimes(w, moved, state.x);
  for (let i = at; i < at + 4 * cable.capacity; i++) state.momentumRate[i] = i < at + used ? moved[i] + rate[i] : 0;
}
