/**
 * Packs the page's program when it is built. Where to copy from and how far is chosen by the least cost in bits, found
 * forward over stretches of text with the costs that the coder has learnt so far.
 */
import { type Matches, MatchFinder } from './match-finder.ts';
import {
  ALIGN,
  afterLiteral,
  afterMatch,
  afterRepeat,
  afterShort,
  IS_FOURTH,
  IS_LONG,
  IS_MATCH,
  IS_OLDER,
  IS_REPEAT,
  IS_THIRD,
  LEAST_LENGTH,
  LENGTH,
  LITERAL,
  LITERAL_BITS,
  MOST_LENGTH,
  newProbabilities,
  REPEAT_LENGTH,
  slotTree,
  SPECIAL,
} from './model.ts';
import { RangeCoder } from './range-coder.ts';

/** positions looked at together */
const STRETCH = 4096;
/** a copy as long as this is taken without looking further */
const LONG_ENOUGH = 128;

/** What is done at a position: a literal (distance -1), one of the last distances (0 to 3), a new one (4 + distance). */
interface Plan {
  readonly cost: Float64Array;
  readonly from: Int32Array;
  readonly what: Int32Array;
  readonly state: Uint8Array;
  /** the last four distances */
  readonly last: Int32Array;
}

export function squeeze(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const coder = new RangeCoder(newProbabilities());
  const finder = new MatchFinder(text, LONG_ENOUGH);
  const plan: Plan = {
    cost: new Float64Array(STRETCH + MOST_LENGTH + 2),
    from: new Int32Array(STRETCH + MOST_LENGTH + 2),
    what: new Int32Array(STRETCH + MOST_LENGTH + 2),
    state: new Uint8Array(STRETCH + MOST_LENGTH + 2),
    last: new Int32Array(4 * (STRETCH + MOST_LENGTH + 2)),
  };
  let at = 0;
  while (at < text.length) {
    const end = chooseFrom(plan, coder, finder, text, at);
    at = emit(plan, coder, text, at, end);
  }
  const code = coder.end();
  const packed = new Uint8Array(4 + code.length);
  new DataView(packed.buffer).setUint32(0, text.length);
  packed.set(code, 4);
  return packed;
}

/** Fills the plan from `at` on; how far it goes. The first entry holds the state and the distances that hold there. */
function chooseFrom(plan: Plan, coder: RangeCoder, finder: MatchFinder, text: Uint8Array, at: number): number {
  const { cost, state, last } = plan;
  const most = Math.min(STRETCH, text.length - at);
  const costs = new Costs(coder);
  cost.fill(Number.POSITIVE_INFINITY);
  cost[0] = 0;
  for (let i = 0; ; i++) {
    if (i > 0) arrive(plan, i);
    if (i >= most) return i;
    const here = at + i;
    const s = state[i];
    const base = cost[i];
    const asMatch = base + coder.cost(IS_MATCH + s, 1);
    const asRepeat = asMatch + coder.cost(IS_REPEAT + s, 1);
    reach(plan, i, 1, base + coder.cost(IS_MATCH + s, 0) + literalCost(coder, text, here, s, last[4 * i]), -1);
    const room = Math.min(MOST_LENGTH, text.length - here);
    let longest = 0;
    for (let r = 0; r < 4; r++) {
      const length = finder.sameFrom(here, last[4 * i + r] + 1, room);
      if (length === 0) continue;
      if (r === 0) reach(plan, i, 1, asRepeat + coder.cost(IS_OLDER + s, 0) + coder.cost(IS_LONG + s, 0), 0);
      if (length < LEAST_LENGTH) continue;
      longest = Math.max(longest, length);
      const which = asRepeat + costs.repeat(s, r);
      const shortest = length >= LONG_ENOUGH ? length : LEAST_LENGTH;
      for (let l = length; l >= shortest; l--) reach(plan, i, l, which + costs.repeatLength[l], r);
    }
    const found: Matches = finder.find(here, room);
    let shortest = LEAST_LENGTH;
    const asNew = asMatch + coder.cost(IS_REPEAT + s, 0);
    for (let k = 0; k < found.count; k++) {
      const [length, distance] = [found.length[k], found.distance[k] - 1];
      longest = Math.max(longest, length);
      if (length >= LONG_ENOUGH) shortest = length;
      for (let l = shortest; l <= length; l++) {
        reach(plan, i, l, asNew + costs.length[l] + costs.distance(l, distance), 4 + distance);
      }
      shortest = length + 1;
    }
    if (longest >= LONG_ENOUGH) {
      finder.skip(here + 1, longest - 1);
      arrive(plan, i + longest);
      return i + longest;
    }
  }
}

/** Notes a way from place i to the place `length` further if it is the cheapest so far. */
function reach({ cost, from, what }: Plan, i: number, length: number, price: number, action: number): void {
  if (price >= cost[i + length]) return;
  cost[i + length] = price;
  from[i + length] = i;
  what[i + length] = action;
}

/** State and distances at a place, from how it is reached. */
function arrive({ from, what, state, last }: Plan, i: number): void {
  const [f, action] = [4 * from[i], what[i]];
  const s = state[from[i]];
  const [d0, d1, d2, d3] = [last[f], last[f + 1], last[f + 2], last[f + 3]];
  let [e0, e1, e2, e3] = [d0, d1, d2, d3];
  if (action < 0) state[i] = afterLiteral(s);
  else if (action === 0 && i - from[i] === 1) state[i] = afterShort(s);
  else if (action < 4) {
    state[i] = afterRepeat(s);
    if (action === 1) [e0, e1] = [d1, d0];
    else if (action === 2) [e0, e1, e2] = [d2, d0, d1];
    else if (action === 3) [e0, e1, e2, e3] = [d3, d0, d1, d2];
  } else {
    state[i] = afterMatch(s);
    [e0, e1, e2, e3] = [action - 4, d0, d1, d2];
  }
  last[4 * i] = e0;
  last[4 * i + 1] = e1;
  last[4 * i + 2] = e2;
  last[4 * i + 3] = e3;
}

/** Codes what was chosen up to `end`; where that is in the text. */
function emit(plan: Plan, coder: RangeCoder, text: Uint8Array, at: number, end: number): number {
  const { from, what, state, last } = plan;
  const places: number[] = [];
  for (let i = end; i > 0; i = from[i]) places.push(i);
  for (const i of places.reverse()) {
    const f = from[i];
    const [s, action, length] = [state[f], what[i], i - f];
    if (action < 0) {
      coder.bit(IS_MATCH + s, 0);
      literal(coder, text, at + f, s, last[4 * f]);
      continue;
    }
    coder.bit(IS_MATCH + s, 1);
    if (action >= 4) {
      coder.bit(IS_REPEAT + s, 0);
      lengthOut(coder, LENGTH, length);
      distanceOut(coder, length, action - 4);
      continue;
    }
    coder.bit(IS_REPEAT + s, 1);
    coder.bit(IS_OLDER + s, action > 0 ? 1 : 0);
    if (action === 0) coder.bit(IS_LONG + s, length > 1 ? 1 : 0);
    else coder.bit(IS_THIRD + s, action > 1 ? 1 : 0);
    if (action > 1) coder.bit(IS_FOURTH + s, action > 2 ? 1 : 0);
    if (length > 1) lengthOut(coder, REPEAT_LENGTH, length);
  }
  state[0] = state[end];
  last.copyWithin(0, 4 * end, 4 * end + 4);
  return at + end;
}

function literalBase(text: Uint8Array, at: number): number {
  return LITERAL + 0x300 * ((at > 0 ? text[at - 1] : 0) >> (8 - LITERAL_BITS));
}

function literal(coder: RangeCoder, text: Uint8Array, at: number, state: number, distance: number): void {
  const base = literalBase(text, at);
  const other = state >= 7 ? text[at - distance - 1] : -1;
  for (let k = 7, matched = other >= 0; k >= 0; k--) {
    const bit = (text[at] >> k) & 1;
    const expected = (other >> k) & 1;
    coder.bit(base + (matched ? (1 + expected) << 8 : 0) + ((0x100 | text[at]) >> (k + 1)), bit);
    if (bit !== expected) matched = false;
  }
}

function literalCost(coder: RangeCoder, text: Uint8Array, at: number, state: number, distance: number): number {
  const base = literalBase(text, at);
  const other = state >= 7 ? text[at - distance - 1] : -1;
  let sum = 0;
  for (let k = 7, matched = other >= 0; k >= 0; k--) {
    const bit = (text[at] >> k) & 1;
    const expected = (other >> k) & 1;
    sum += coder.cost(base + (matched ? (1 + expected) << 8 : 0) + ((0x100 | text[at]) >> (k + 1)), bit);
    if (bit !== expected) matched = false;
  }
  return sum;
}

function lengthOut(coder: RangeCoder, at: number, length: number): void {
  const l = length - LEAST_LENGTH;
  coder.bit(at, l < 8 ? 0 : 1);
  if (l >= 8) coder.bit(at + 1, l < 16 ? 0 : 1);
  if (l < 8) coder.tree(at + 2, 3, l);
  else if (l < 16) coder.tree(at + 10, 3, l - 8);
  else coder.tree(at + 18, 8, l - 16);
}

function slotOf(distance: number): number {
  if (distance < 4) return distance;
  const top = 31 - Math.clz32(distance);
  return 2 * top + ((distance >> (top - 1)) & 1);
}

function distanceOut(coder: RangeCoder, length: number, distance: number): void {
  const slot = slotOf(distance);
  coder.tree(slotTree(length), 6, slot);
  if (slot < 4) return;
  const bits = (slot >> 1) - 1;
  const base = (2 | (slot & 1)) << bits;
  if (slot < 14) coder.reversed(SPECIAL + base - slot, bits, distance - base);
  else {
    coder.even(bits - 4, (distance - base) >> 4);
    coder.reversed(ALIGN, 4, distance & 15);
  }
}

/** Costs of lengths and distances, worked out once a stretch. */
class Costs {
  readonly #coder: RangeCoder;
  readonly length: Float64Array;
  readonly repeatLength: Float64Array;
  readonly #slots: Float64Array = new Float64Array(4 * 64);
  readonly #align: Float64Array = new Float64Array(16);
  readonly #near: Float64Array = new Float64Array(4 * 128);

  constructor(coder: RangeCoder) {
    this.#coder = coder;
    this.length = this.#lengths(LENGTH);
    this.repeatLength = this.#lengths(REPEAT_LENGTH);
    for (let tree = 0; tree < 4; tree++) {
      for (let slot = 0; slot < 64; slot++) {
        const rest = slot < 14 ? 0 : (slot >> 1) - 5;
        this.#slots[64 * tree + slot] = coder.treeCost(slotTree(tree + LEAST_LENGTH), 6, slot) + rest;
      }
      for (let distance = 0; distance < 128; distance++) {
        const slot = slotOf(distance);
        const bits = (slot >> 1) - 1;
        const base = (2 | (slot & 1)) << Math.max(0, bits);
        const low = slot < 4 ? 0 : coder.reversedCost(SPECIAL + base - slot, bits, distance - base);
        this.#near[128 * tree + distance] = this.#slots[64 * tree + slot] + low;
      }
    }
    for (let low = 0; low < 16; low++) this.#align[low] = coder.reversedCost(ALIGN, 4, low);
  }

  #lengths(at: number): Float64Array {
    const { length } = { length: MOST_LENGTH + 1 };
    return Float64Array.from({ length }, (_, l) => {
      const over = l - LEAST_LENGTH;
      if (over < 0) return Number.POSITIVE_INFINITY;
      if (over < 8) return this.#coder.cost(at, 0) + this.#coder.treeCost(at + 2, 3, over);
      const first = this.#coder.cost(at, 1);
      if (over < 16) return first + this.#coder.cost(at + 1, 0) + this.#coder.treeCost(at + 10, 3, over - 8);
      return first + this.#coder.cost(at + 1, 1) + this.#coder.treeCost(at + 18, 8, over - 16);
    });
  }

  repeat(state: number, which: number): number {
    const coder = this.#coder;
    if (which === 0) return coder.cost(IS_OLDER + state, 0) + coder.cost(IS_LONG + state, 1);
    const older = coder.cost(IS_OLDER + state, 1);
    if (which === 1) return older + coder.cost(IS_THIRD + state, 0);
    return older + coder.cost(IS_THIRD + state, 1) + coder.cost(IS_FOURTH + state, which === 2 ? 0 : 1);
  }

  distance(length: number, distance: number): number {
    const tree = Math.min(3, length - LEAST_LENGTH);
    if (distance < 128) return this.#near[128 * tree + distance];
    return this.#slots[64 * tree + slotOf(distance)] + this.#align[distance & 15];
  }
}
