/**
 * What a step took from motion and no quadrature of powers tells. The change of motion, height and springs over a step is known
 * exactly; what each element absorbed only by the powers at its stages, which say little where a blow or a wave is shorter than the
 * step. So, after a step:
 *   - cables that touch nothing dissipate no less than nothing in any step, without dampers nothing, apart from what water and bed around them take; a contact no less than nothing in all: what it
 *     holds is known to a part of itself, so in one step less may come out;
 *   - where more is booked than the step lost, contacts and damped cables dissipated less;
 *   - where less is booked, contacts and stops that worked in the step absorbed the rest, in proportion to what each exchanged, and no
 *     more than that unless the step took a blow as inelastic.
 * What is left over is the caller's: energy from nowhere, and losses of motion that touches nothing.
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';
import { stopDepth } from './action-forces.ts';
import { measureCables } from './cable-forces.ts';
import type { Workspace } from './workspace.ts';

/** What an element may be told by the balance of the step. */
const NOTHING = 0;
/** it dissipates nothing: an undamped cable */
const KEEPS = 1;
/** it dissipated at least nothing, and less where more was booked than lost: a damped cable */
const GIVES_BACK = 2;
/** the same in all the time so far, and what was lost and not booked is its own: a contact */
const TAKES = 3;
/** the last alone: a stop of a joint, whose action may hold a motor too */
const ONLY_TAKES = 4;

/** What a contact over an area holds beyond what it tells, as a part of that, is at most this: a corner (contacts/patches). */
const UNEVEN = 0.5;

/** Part of what a contact exchanges in a step that quadrature of its power may miss, see dynamics/weighing.ts. */
const ERROR = 0.02;

export class StepBooks {
  /** [J] what elements hold, before the step and now: springs, joint actions, cables, around cables, hulls, cables in touch, body pairs */
  readonly before: GrowableFloat64 = new GrowableFloat64(64);
  private readonly now: GrowableFloat64 = new GrowableFloat64(64);
  /** [J] dissipated before the step, then in it */
  private readonly dissipated: GrowableFloat64 = new GrowableFloat64(64);
  private readonly kind: GrowableInt32 = new GrowableInt32(64);
  /** [J] exchanged with each element by the step; filled by who commits it, from the first joint action's sum on */
  readonly exchanged: GrowableFloat64 = new GrowableFloat64(64);
  private readonly shares: GrowableFloat64 = new GrowableFloat64(64);
  /** [J] see takeBack and book; a number that a call takes or gives would be boxed */
  readonly gap: Float64Array = new Float64Array(1);
  private readonly w: Workspace;
  private open = false;

  constructor(w: Workspace) {
    this.w = w;
  }

  /** A step begins; sums[first ...]: what elements absorbed so far. */
  begin(sums: GrowableFloat64, first: number): void {
    const { before, dissipated, kind, w } = this;
    gatherStored(w, before);
    dissipated.resize(before.length);
    kind.clear();
    kind.resize(before.length);
    for (let i = 0; i < before.length; i++) {
      dissipated.data[i] = (first + i < sums.length ? sums.data[first + i] : 0) - before.data[i];
    }
    const springs = w.model.springs.count;
    for (let i = 0; i < w.actions.stops.length; i++) {
      if (stopDepth(w, w.actions.stops[i], false) > 0) kind.data[springs + w.actions.stops[i]] = ONLY_TAKES;
    }
    this.open = true;
  }

  /** Sets what elements dissipated in the step where that cannot be as booked. False: no step was begun. */
  clamp(sums: GrowableFloat64, first: number): boolean {
    if (!this.open) return false;
    this.open = false;
    const { now, before, dissipated, kind, w } = this;
    gatherStored(w, now);
    before.resize(now.length);
    dissipated.resize(now.length);
    kind.resize(now.length);
    this.findKinds();
    const s = sums.data;
    for (let i = 0; i < now.length; i++) {
      const what = kind.data[i];
      const done = s[first + i] - now.data[i] - dissipated.data[i];
      let wrong = what === KEEPS || (what === GIVES_BACK && done < 0) ? done : 0;
      if (what === TAKES) wrong = Math.min(0, s[first + i] - (1 - UNEVEN) * now.data[i]);
      s[first + i] -= wrong;
      dissipated.data[i] = done - wrong;
    }
    return true;
  }

  private findKinds(): void {
    const { w, kind, before, now } = this;
    const { springs, actions } = w.model;
    const k = kind.data;
    for (let i = 0; i < w.actions.stops.length; i++) {
      if (stopDepth(w, w.actions.stops[i], true) > 0) k[springs.count + w.actions.stops[i]] = ONLY_TAKES;
    }
    let at = springs.count + actions.count;
    const { items } = w.cables;
    const touch = at + 2 * items.length + w.hulls.items.length;
    for (let i = 0; i < items.length; i++) {
      const { damped, creep } = items[i].cable;
      k[at + i] = damped || creep !== undefined ? GIVES_BACK : KEEPS;
    }
    // a cable that lies on something and what it lies on err against each other within a step, and their sum does not
    const { pairs, power } = w.touch;
    for (let i = 0; i < pairs.length; i++) {
      if (power[i] === 0 && before.data[touch + i] === 0 && now.data[touch + i] === 0) continue;
      k[at + pairs[i].cable] = NOTHING;
      if (pairs[i].slot < 0) k[at + pairs[i].other] = NOTHING;
    }
    at += 2 * items.length + w.hulls.items.length;
    for (let i = at; i < kind.length; i++) k[i] = TAKES;
  }

  /** gap[0] [J] more is booked than was lost: takes back what may be of it, and leaves the rest there. */
  takeBack(sums: GrowableFloat64, first: number): void {
    const { kind, dissipated: d, shares } = this;
    this.findShares(first, false);
    let all = 0;
    for (let i = 0; i < kind.length; i++) {
      // what may not have been lost: all of a cable's, of a contact what a resolved step may err by
      const least = kind.data[i] === TAKES ? Math.max(d.data[i], ERROR * shares.data[i]) : 0;
      shares.data[i] = kind.data[i] === GIVES_BACK ? Math.max(0, d.data[i]) : least;
      all += shares.data[i];
    }
    if (!(all > 0)) return;
    const part = Math.min(1, this.gap[0] / all);
    for (let i = 0; i < kind.length; i++) sums.data[first + i] -= part * shares.data[i];
    this.gap[0] -= part * all;
  }

  /** -gap[0] [J] was lost and is not booked: books it to contacts and stops at work, and leaves what is not theirs. blow: the step took one as inelastic. */
  book(sums: GrowableFloat64, first: number, blow: boolean): void {
    const { kind, shares, gap } = this;
    this.findShares(first, blow);
    let all = 0;
    for (let i = 0; i < kind.length; i++) all += shares.data[i];
    if (!(all > 0)) return;
    const booked = blow ? -gap[0] : Math.min(-gap[0], all);
    for (let i = 0; i < kind.length; i++) sums.data[first + i] += (booked / all) * shares.data[i];
    gap[0] += booked;
  }

  /** What elements exchanged in the step [J], where losses may be their own. A blow may be that of a cable, too. */
  private findShares(first: number, blow: boolean): void {
    const { kind, shares, exchanged, now, before } = this;
    shares.resize(kind.length);
    for (let i = 0; i < kind.length; i++) {
      const what = kind.data[i];
      const takes = what === TAKES || what === ONLY_TAKES || (blow && (what === GIVES_BACK || what === KEEPS));
      shares.data[i] = takes ? exchanged.data[first + i] + Math.abs(now.data[i] - before.data[i]) : 0;
    }
  }
}

/** What springs, joint actions, cables, what is around them (nothing), hulls, cables in touch and body pairs hold [J], in this order. */
export function gatherStored(w: Workspace, out: GrowableFloat64): void {
  const { springs, actions } = w.model;
  if (w.cables.any) measureCables(w); // where nobody asked for a gain, `stored` is that of the step's start
  const cables = w.cables.items;
  const hulls = w.hulls.items;
  const touch = w.touch.stored;
  const pairs = w.contacts.ledger.stored;
  out.resize(springs.count + actions.count + 2 * cables.length + hulls.length + touch.length + pairs.length);
  const p = out.data;
  let k = 0;
  for (let i = 0; i < springs.count; i++) p[k++] = w.springs.stored[i];
  for (let i = 0; i < actions.count; i++) p[k++] = w.actions.stored[i];
  for (let i = 0; i < cables.length; i++) p[k++] = cables[i].stored;
  for (let i = 0; i < cables.length; i++) p[k++] = 0;
  for (let i = 0; i < hulls.length; i++) p[k++] = hulls[i].stored;
  for (let i = 0; i < touch.length; i++) p[k++] = touch[i];
  for (let i = 0; i < pairs.length; i++) p[k++] = pairs.data[i];
}
