/**
 * Which multiplier blocks can be pivots now?
 *
 * After eliminating the bodies E (S_E positive definite) and the multipliers C, the next multiplier block c has a
 * regular pivot exactly when the rows of J for C and c, restricted to the columns E, are independent. Geometry is not
 * known here, so the structural rank stands for it: every row needs a column of its own among the eliminated bodies it
 * touches. That is a flow: a body gives as many units as it has rows, a multiplier block takes as many as it has rows,
 * and it may hand a unit of one body on to another block when it finds a free one in its other body (augmenting paths,
 * Ford and Fulkerson 1956). A block takes all its rows or none.
 */
import type { Adjacency } from './block-graph.ts';

/**
 * Limit of graph entries that one search visits. Only a redundant block searches far, and without success; the limit keeps the
 * whole phase linear, at the price that a block far from free rank waits until it comes closer.
 */
const searchLimit = 200;

/** Decides which multiplier blocks can be pivots, by a flow of rows from eliminated bodies to multiplier blocks. */
export class RankSupport {
  private readonly adjacency: Adjacency;
  private readonly sizes: Int32Array;
  private readonly isConstraint: Uint8Array;
  private readonly mirror: Int32Array; // entry (i, j) of the adjacency -> entry (j, i)
  private readonly flow: Int32Array; // units that multiplier block c takes of body b, at the entry (c, b)
  private readonly held: Int32Array; // units that multiplier block c takes in total
  private readonly free: Int32Array; // units that eliminated body b can still give
  private readonly waitsFor: Int32Array; // number of bodies of multiplier block c that are not yet eliminated
  private readonly isGone: Uint8Array;
  // Breadth-first search for a free unit
  private readonly mark: Int32Array; // number of the last search that reached block i
  private readonly reachedBy: Int32Array; // entry (c, b) by which body b was reached
  private readonly givesUp: Int32Array; // entry (c, b) whose unit block c would hand on; -1 for the block that starts the search
  private readonly waiting: Int32Array; // multiplier blocks reached, in order
  private searches = 0;

  constructor(adjacency: Adjacency, sizes: Int32Array, isConstraint: Uint8Array) {
    const n = sizes.length;
    const entries = adjacency.list.length;
    this.adjacency = adjacency;
    this.sizes = sizes;
    this.isConstraint = isConstraint;
    this.mirror = new Int32Array(entries);
    this.flow = new Int32Array(entries);
    this.held = new Int32Array(n);
    this.free = new Int32Array(n);
    this.waitsFor = new Int32Array(n);
    this.isGone = new Uint8Array(n);
    this.mark = new Int32Array(n);
    this.reachedBy = new Int32Array(n);
    this.givesUp = new Int32Array(n);
    this.waiting = new Int32Array(n);
    const cursor = adjacency.start.slice(); // lists ascend, so the entries (j, i) of all i come in turn
    for (let i = 0; i < n; i++) {
      for (let e = adjacency.start[i]; e < adjacency.start[i + 1]; e++) {
        const j = adjacency.list[e];
        this.mirror[e] = cursor[j]++;
        if (isConstraint[i] && !isConstraint[j]) this.waitsFor[i]++;
      }
    }
  }

  /** Can multiplier block c be a pivot now? */
  isSupported(c: number): boolean {
    return this.held[c] === this.sizes[c];
  }

  /** Are all bodies of multiplier block c eliminated? */
  isClosed(c: number): boolean {
    return this.waitsFor[c] === 0;
  }

  /**
   * Records that block k is eliminated; `neighbours` (the first `count`) are the blocks it is then coupled to, fill included.
   */
  eliminate(k: number, neighbours: Int32Array, count: number): void {
    this.isGone[k] = 1;
    if (this.isConstraint[k]) {
      if (!this.isSupported(k)) this.take(k); // redundant, but it uses what units there are
      return;
    }
    this.free[k] = this.sizes[k];
    const { start, list } = this.adjacency;
    for (let e = start[k]; e < start[k + 1]; e++) if (this.isConstraint[list[e]]) this.waitsFor[list[e]]--;
    // Blocks that wait for no other body come first.
    this.support(neighbours, count, true);
    this.support(neighbours, count, false);
  }

  private support(neighbours: Int32Array, count: number, closed: boolean): void {
    for (let a = 0; a < count; a++) {
      const c = neighbours[a];
      if (!this.isConstraint[c] || this.isClosed(c) !== closed || this.isSupported(c)) continue;
      this.take(c);
      if (!this.isSupported(c)) this.giveBack(c);
    }
  }

  /** Takes units for block c until it has all its rows or no more can be found. */
  private take(c: number): void {
    while (this.held[c] < this.sizes[c]) {
      const end = this.findFree(c);
      if (end < 0) return;
      this.shift(c, end);
    }
  }

  /**
   * Returns the units of block c. Units that other blocks handed on meanwhile stay where they are: those blocks have as many as
   * before.
   */
  private giveBack(c: number): void {
    const { start, list } = this.adjacency;
    for (let e = start[c]; e < start[c + 1]; e++) {
      this.free[list[e]] += this.flow[e];
      this.flow[e] = 0;
    }
    this.held[c] = 0;
  }

  /** Finds the body with a free unit nearest to block c; -1 if there is none within the limit. */
  private findFree(c: number): number {
    const { mark, reachedBy, givesUp, waiting, isGone, isConstraint, free, flow, mirror } = this;
    const { start, list } = this.adjacency;
    const search = ++this.searches;
    let looked = 0;
    let queued = 1;
    waiting[0] = c;
    mark[c] = search;
    givesUp[c] = -1;
    for (let w = 0; w < queued && looked < searchLimit; w++) {
      const holder = waiting[w];
      for (let e = start[holder]; e < start[holder + 1]; e++) {
        const body = list[e];
        looked++;
        if (isConstraint[body] || !isGone[body] || mark[body] === search) continue;
        mark[body] = search;
        reachedBy[body] = e;
        if (free[body] > 0) return body;
        for (let m = start[body]; m < start[body + 1] && looked < searchLimit; m++) {
          const other = list[m];
          looked++;
          if (flow[mirror[m]] === 0 || mark[other] === search) continue;
          mark[other] = search;
          givesUp[other] = mirror[m];
          waiting[queued++] = other;
        }
      }
    }
    return -1;
  }

  /** Moves as many units as the path found allows, from its free end to block c. */
  private shift(c: number, end: number): void {
    let units = Math.min(this.free[end], this.sizes[c] - this.held[c]);
    for (let e = this.givesUp[this.ownerOf(end)]; e >= 0; e = this.givesUp[this.ownerOf(this.adjacency.list[e])]) {
      units = Math.min(units, this.flow[e]);
    }
    this.free[end] -= units;
    for (let body = end; ; ) {
      this.flow[this.reachedBy[body]] += units;
      const handedOn = this.givesUp[this.ownerOf(body)];
      if (handedOn < 0) break;
      this.flow[handedOn] -= units;
      body = this.adjacency.list[handedOn];
    }
    this.held[c] += units;
  }

  /** The multiplier block from which the search reached a body. */
  private ownerOf(body: number): number {
    return this.adjacency.list[this.mirror[this.reachedBy[body]]];
  }
}
