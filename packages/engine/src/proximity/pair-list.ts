/**
 * The shape pairs of a run, numbered in the order of their first appearance (those of one search by shape numbers), and their memory
 * between searches. A pair keeps its number for the whole run. Found by open addressing.
 */
import { assert } from '../base/index.ts';
import { MEMORY_STRIDE } from './workspace.ts';

const HEADER = 2; // integers in front of a saved list: search number, count

export class PairList {
  count = 0;
  /** by pair: the shapes, lower number first */
  shapeA: Int32Array;
  shapeB: Int32Array;
  /** by pair: number of the last search that found it near, and its margin [m] then */
  lastSearch: Int32Array;
  margin: Float64Array;
  /** by pair: MEMORY_STRIDE integers, see workspace.ts */
  memory: Int32Array;
  /** number of the present search */
  search = 0;
  /** pair + 1 by hash, 0: free; a power of two, at most half full */
  #slots: Int32Array;
  /** pairs of this search that are new, as shapeA * shapeCount + shapeB, and their margins */
  #newKeys: Float64Array;
  #newMargins: Float64Array;
  #newCount = 0;
  readonly #shapeCount: number;

  constructor(shapeCount: number, capacity = 64) {
    this.#shapeCount = shapeCount;
    this.shapeA = new Int32Array(capacity);
    this.shapeB = new Int32Array(capacity);
    this.lastSearch = new Int32Array(capacity);
    this.margin = new Float64Array(capacity);
    this.memory = new Int32Array(MEMORY_STRIDE * capacity);
    this.#slots = new Int32Array(4 * capacity);
    this.#newKeys = new Float64Array(capacity);
    this.#newMargins = new Float64Array(capacity);
  }

  beginSearch(): void {
    this.search++;
    this.#newCount = 0;
  }

  /** The shapes i < j are near, with a margin of margins[at]. */
  meet(i: number, j: number, margins: Float64Array, at: number): void {
    const pair = this.#find(i, j);
    if (pair >= 0) {
      // memory from before a gap belongs to another contact
      if (this.lastSearch[pair] !== this.search - 1) this.#forget(pair);
      this.lastSearch[pair] = this.search;
      this.margin[pair] = margins[at];
      return;
    }
    if (this.#newCount === this.#newKeys.length) {
      const keys = new Float64Array(2 * this.#newCount);
      const larger = new Float64Array(2 * this.#newCount);
      keys.set(this.#newKeys);
      larger.set(this.#newMargins);
      this.#newKeys = keys;
      this.#newMargins = larger;
    }
    // by insertion, so that numbers do not depend on the order of the sweep; few are new except at the start
    const key = i * this.#shapeCount + j;
    let k = this.#newCount++;
    for (; k > 0 && this.#newKeys[k - 1] > key; k--) {
      this.#newKeys[k] = this.#newKeys[k - 1];
      this.#newMargins[k] = this.#newMargins[k - 1];
    }
    this.#newKeys[k] = key;
    this.#newMargins[k] = margins[at];
  }

  /** Numbers the new pairs. */
  endSearch(): void {
    for (let k = 0; k < this.#newCount; k++) {
      const key = this.#newKeys[k];
      const i = Math.floor(key / this.#shapeCount);
      const pair = this.#append(i, key - i * this.#shapeCount);
      this.lastSearch[pair] = this.search;
      this.margin[pair] = this.#newMargins[k];
    }
  }

  /** Everything on which the next search depends, for a checkpoint. */
  save(): Int32Array {
    const stride = 3 + MEMORY_STRIDE;
    const out = new Int32Array(HEADER + stride * this.count);
    out[0] = this.search;
    out[1] = this.count;
    for (let pair = 0; pair < this.count; pair++) {
      const o = HEADER + stride * pair;
      out[o] = this.shapeA[pair];
      out[o + 1] = this.shapeB[pair];
      out[o + 2] = this.lastSearch[pair];
      out.set(this.memory.subarray(MEMORY_STRIDE * pair, MEMORY_STRIDE * (pair + 1)), o + 3);
    }
    return out;
  }

  load(saved: Int32Array): void {
    const stride = 3 + MEMORY_STRIDE;
    assert(
      saved.length >= HEADER && saved.length === HEADER + stride * saved[1],
      `a saved list of pairs has ${HEADER} + ${stride} per pair integers, found ${saved.length}`,
    );
    this.count = 0;
    this.#slots.fill(0);
    this.search = saved[0];
    for (let k = 0; k < saved[1]; k++) {
      const o = HEADER + stride * k;
      const pair = this.#append(saved[o], saved[o + 1]);
      this.lastSearch[pair] = saved[o + 2];
      this.memory.set(saved.subarray(o + 3, o + stride), MEMORY_STRIDE * pair);
    }
  }

  #append(i: number, j: number): number {
    if (this.count === this.shapeA.length) this.#grow();
    const pair = this.count++;
    this.shapeA[pair] = i;
    this.shapeB[pair] = j;
    this.#forget(pair);
    this.#insert(pair);
    return pair;
  }

  #forget(pair: number): void {
    const o = MEMORY_STRIDE * pair;
    for (let k = 0; k < MEMORY_STRIDE; k++) this.memory[o + k] = 0;
  }

  #find(i: number, j: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(i, j) & mask; ; slot = (slot + 1) & mask) {
      const pair = this.#slots[slot] - 1;
      if (pair < 0 || (this.shapeA[pair] === i && this.shapeB[pair] === j)) return pair;
    }
  }

  #insert(pair: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash(this.shapeA[pair], this.shapeB[pair]) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = pair + 1;
  }

  #grow(): void {
    const capacity = 2 * this.shapeA.length;
    const shapeA = new Int32Array(capacity);
    const shapeB = new Int32Array(capacity);
    const lastSearch = new Int32Array(capacity);
    const margin = new Float64Array(capacity);
    const memory = new Int32Array(MEMORY_STRIDE * capacity);
    shapeA.set(this.shapeA);
    shapeB.set(this.shapeB);
    lastSearch.set(this.lastSearch);
    margin.set(this.margin);
    memory.set(this.memory);
    this.shapeA = shapeA;
    this.shapeB = shapeB;
    this.lastSearch = lastSearch;
    this.margin = margin;
    this.memory = memory;
    this.#slots = new Int32Array(4 * capacity);
    for (let pair = 0; pair < this.count; pair++) this.#insert(pair);
  }
}

function hash(i: number, j: number): number {
  let h = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 12)) >>> 0;
}
