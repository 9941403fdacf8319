/**
 * Finds the parts of crossed edges inside the other body, and thus the boundary of the inside part along them. Entries and exits alternate,
 * so only the state of one end is unknown. An odd number of crossings determines it; with an even number their order does, if it is
 * certain; otherwise a neighbouring edge with known state, or a ray.
 *
 * Any two ways of pairing the crossings of an edge give the same integrals, since their difference is a sum of segments of one line that
 * cancel; so an order disturbed by rounding does no harm.
 */
import { CORNER } from './crossings.ts';
import { isInside } from './locate.ts';
import type { Side } from './side.ts';
import type { MeshWorkspace } from './workspace.ts';

export function splitEdges(work: MeshWorkspace, s: number): void {
  const side = work.sides[s];
  let doubtful = false;
  for (let i = 0; i < side.crossedCount; i++) {
    const e = side.crossedEdges[i];
    const n = sortCrossings(work, side, e);
    const known = startState(work, n);
    if (known === 0) doubtful = true;
    else splitEdge(work, side, e, n, known > 0);
  }
  if (!doubtful) return;
  for (let i = 0; i < side.crossedCount; i++) {
    const e = side.crossedEdges[i];
    const n = sortCrossings(work, side, e);
    if (startState(work, n) !== 0) continue;
    const half = side.mesh.owner[e];
    const p = side.mesh.corners[half];
    const q = side.mesh.corners[half % 3 === 2 ? half - 2 : half + 1];
    // an even number of crossings: both ends have the same state
    const state =
      side.stateTick[p] === work.tick
        ? side.state[p]
        : side.stateTick[q] === work.tick
          ? side.state[q]
          : isInside(work, s, p)
            ? 1
            : -1;
    splitEdge(work, side, e, n, state > 0);
  }
}

/** Sorts the crossings into work.order, by place along the edge; returns their number. */
function sortCrossings(work: MeshWorkspace, side: Side, e: number): number {
  const { onEdge, place } = work.crossings;
  work.reserveOrder(work.crossings.count);
  const order = work.order;
  let n = 0;
  for (let c = side.edgeHead[e]; c >= 0; c = onEdge[c]) {
    let j = n++;
    while (j > 0 && place[order[j - 1]] > place[c]) {
      order[j] = order[j - 1];
      j -= 1;
    }
    order[j] = c;
  }
  return n;
}

/** 1: the edge starts inside, -1: outside, 0: in doubt. */
function startState(work: MeshWorkspace, n: number): number {
  const { order } = work;
  const { enters, place, doubt } = work.crossings;
  if (n === 1) return enters[order[0]] === 1 ? -1 : 1;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += enters[order[i]] === 1 ? 1 : -1;
  if (sum !== 0) return sum > 0 ? -1 : 1;
  // the first crossing is certain when all crossings of the other kind certainly come later; the last likewise
  const first = order[0];
  const last = order[n - 1];
  let sureFirst = true;
  let sureLast = true;
  for (let i = 0; i < n; i++) {
    const c = order[i];
    if (enters[c] !== enters[first] && place[c] - doubt[c] <= place[first] + doubt[first]) sureFirst = false;
    if (enters[c] !== enters[last] && place[c] + doubt[c] >= place[last] - doubt[last]) sureLast = false;
  }
  if (sureFirst) return enters[first] === 1 ? -1 : 1;
  if (sureLast) return enters[last] === 1 ? 1 : -1;
  return 0;
}

/** Joins the ends of the inside parts, along the edge in the owner's triangle, in the opposite direction in its twin's. */
function splitEdge(work: MeshWorkspace, side: Side, e: number, n: number, startsInside: boolean): void {
  const { order, tick } = work;
  const { enters, next } = work.crossings;
  const half = side.mesh.owner[e];
  const twin = side.mesh.twin[half];
  const k = half % 3;
  const kNext = k === 2 ? 0 : k + 1;
  const p = side.mesh.corners[half];
  const q = side.mesh.corners[half - k + kNext];
  let inside = startsInside;
  let from = -1; // crossing at which the inside part began, -1: vertex p
  for (let i = 0; i < n; i++) {
    // rounding may have swapped two crossings at the same place
    if ((enters[order[i]] === 1) === inside) {
      for (let j = i + 1; j < n; j++) {
        if ((enters[order[j]] === 1) === inside) continue;
        const c = order[j];
        for (let l = j; l > i; l--) order[l] = order[l - 1];
        order[i] = c;
        break;
      }
    }
    const c = order[i];
    if (inside) {
      if (from < 0) side.cornerNext[half] = c;
      else next[3 * from] = c;
      // corner p is the second of the twin's triangle half-edge
      next[3 * c + 1] = from < 0 ? CORNER - secondCorner(twin) : from;
    }
    inside = !inside;
    from = c;
  }
  if (inside) {
    next[3 * from] = CORNER - kNext;
    side.cornerNext[twin] = from;
  }
  side.stateTick[p] = tick;
  side.state[p] = startsInside ? 1 : -1;
  side.stateTick[q] = tick;
  side.state[q] = inside ? 1 : -1;
}

function secondCorner(half: number): number {
  const k = half % 3;
  return k === 2 ? 0 : k + 1;
}
