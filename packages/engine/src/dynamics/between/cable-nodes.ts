/** Adds and removes nodes of cables between steps: at a fed end, and along a cable where it bends or touches. */
import {
  addMassRates,
  type EnergySums,
  evaluateForces,
  evaluateRows,
  massTimes,
  measureCables,
  type Workspace,
} from '../../stage/index.ts';
import {
  type CableItem,
  feedLength,
  fitElements,
  hiddenEnergy,
  MERGED,
  noteLengths,
  partCable,
  refineElements,
  wantsRefining,
} from '../../model/index.ts';
import { searchContacts } from '../search.ts';
import { rewind, type State } from '../state.ts';

/**
 * Adds and removes nodes before a step; the workspace must be at the state. Returns the cables that changed: call `beginAnew` for them
 * after the search.
 */
export function fitCables(w: Workspace, state: State, sums: EnergySums): readonly number[] {
  const fed = w.cables.any ? fitFeeds(w, state, sums) : NONE;
  rewind(w, state);
  if (!w.cables.any) return NONE;
  const refined = refineCables(w, state, sums, fed.length > 0);
  if (refined.length === 0) return fed;
  rewind(w, state);
  return [...fed, ...refined];
}

const NONE: readonly number[] = [];

/** Adapts the elements of fed cables to the step, and updates state, matrix and ledger. */
function fitFeeds(w: Workspace, state: State, sums: EnergySums): readonly number[] {
  let changed = NONE;
  for (let k = 0; k < w.cables.items.length; k++) {
    const item = w.cables.items[k];
    const { feed } = item;
    if (!feed) continue;
    const now = feedLength(feed, state.time);
    const next = feedLength(feed, state.time + w.h);
    const own = Math.min(now, next) - feed.others;
    const fits = own <= 1.5 * feed.nominal && (own >= MERGED * feed.nominal || item.cable.elementCount === 1);
    if (fits || (own > 1.5 * feed.nominal && item.cable.nodeCount === item.cable.capacity)) continue;
    if (changed.length === 0) {
      rewind(w, state);
      sums.keepTouch();
    }
    changeNodes(w, state, sums, k, () => fitElements(item, feed, now, next, w.strands.touchesNearEnd(k)));
    changed = [...changed, k];
  }
  if (changed.length > 0) state.lastStep = 0;
  return changed;
}

/** Adds and removes elements along cables with refinement; the workspace must be at the state. Its cost is one test of every node. */
function refineCables(w: Workspace, state: State, sums: EnergySums, kept: boolean): readonly number[] {
  let changed = NONE;
  for (let k = 0; k < w.cables.items.length; k++) {
    const item = w.cables.items[k];
    if (!item.refiner) continue;
    if (item.refiner.options.inContact !== undefined) w.strands.markTouching(k, item.refiner.touching);
    if (!wantsRefining(item)) continue;
    if (changed.length === 0 && !kept) sums.keepTouch();
    changeNodes(w, state, sums, k, () => {
      refineElements(item, (kind, node) => w.strands.relabel(k, kind, node));
      return true;
    });
    changed = [...changed, k];
  }
  if (changed.length > 0) state.lastStep = 0;
  return changed;
}

/** Element j of cable k parts; the workspace must be at the state. The energy stored in the gap is booked as a loss of the cable. */
export function partBetween(w: Workspace, state: State, sums: EnergySums, k: number, j: number): void {
  sums.keepTouch();
  changeNodes(w, state, sums, k, () => {
    partCable(w.cables.items[k], j, (kind, node) => w.strands.relabel(k, kind, node));
    return true;
  });
  state.lastStep = 0;
  rewind(w, state);
  searchContacts(w);
  evaluateRows(w, false);
  evaluateForces(w, false, 0, 0);
  sums.bookTouch();
}

/**
 * After nodes have changed and contacts have been searched again: computes the powers at the start of the step, and the energy of strand
 * contacts on the changed curves.
 */
export function beginAnew(w: Workspace, state: State, sums: EnergySums, changed: readonly number[]): void {
  const before = heldBy(w);
  let lifted = -1;
  for (const k of changed) if (lift(w, state, k)) lifted = k;
  if (lifted >= 0) {
    rewind(w, state);
    searchContacts(w);
  }
  evaluateRows(w, false);
  evaluateForces(w, false, 0, 0);
  if (lifted >= 0) sums.bookCable(lifted, before - heldBy(w));
  sums.bookTouch();
  sums.readStart();
  sums.noteStart();
}

/** Moves a cable out of solids that its new curve enters; true: it moved. */
function lift(w: Workspace, state: State, k: number): boolean {
  if (!w.strands.liftClear(w, k)) return false;
  const { cable, at } = w.cables.items[k];
  const from = at - w.bodySize;
  for (let i = 0; i < 4 * cable.nodeCount; i++) state.cableQ[from + i] = cable.q[i];
  return true;
}

/** Makes `change` to the nodes of cable k and to all data that depend on them; the ledger books its energy to the cable. */
function changeNodes(w: Workspace, state: State, sums: EnergySums, k: number, change: () => boolean): void {
  const item = w.cables.items[k];
  const before = heldBy(w);
  const hidden = hiddenEnergy(item);
  adopt(w, state, item, change);
  rewind(w, state);
  evaluateRows(w, false);
  evaluateForces(w, false, 0, 0);
  const shown = hidden - hiddenEnergy(item);
  const gained = heldBy(w) - before;
  if (item.feed) sums.bookFeed(k, shown - gained, shown);
  else sums.bookCable(k, -gained);
}

/** Kinetic and potential energy of all cables [J]. */
function heldBy(w: Workspace): number {
  const [kinetic, potential] = measureCables(w);
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
  // rate of momentum M a + M'v: the start of the stage, without a jump due to the division or merger
  const rate = new Float64Array(w.size);
  addMassRates(w, rate);
  const moved = new Float64Array(w.size);
  massTimes(w, moved, state.x);
  for (let i = at; i < at + 4 * cable.capacity; i++) state.momentumRate[i] = i < at + used ? moved[i] + rate[i] : 0;
}
