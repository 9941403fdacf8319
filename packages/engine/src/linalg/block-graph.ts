/** The block graph of a structurally symmetric matrix, as given and while blocks are being eliminated from it. */

/** Neighbours of block i: list[start[i]] .. list[start[i + 1] - 1], ascending, each once. */
export interface Adjacency {
  readonly start: Int32Array;
  readonly list: Int32Array;
}

/** From flat pairs i, j. Two counting passes: the second one reads blocks in order, so every list comes out sorted. */
export function adjacencyOf(blocks: number, edges: Int32Array): Adjacency {
  const ends = edges.length;
  const unsortedStart = new Int32Array(blocks + 1);
  for (let e = 0; e < ends; e++) unsortedStart[edges[e] + 1]++;
  for (let i = 0; i < blocks; i++) unsortedStart[i + 1] += unsortedStart[i];
  const unsorted = new Int32Array(ends);
  const free = unsortedStart.slice();
  for (let e = 0; e < ends; e++) unsorted[free[edges[e]]++] = edges[e ^ 1]; // e ^ 1: the other end of the pair

  const list = new Int32Array(ends);
  free.set(unsortedStart);
  for (let i = 0; i < blocks; i++) {
    for (let e = unsortedStart[i]; e < unsortedStart[i + 1]; e++) {
      const j = unsorted[e];
      const isRepeated = free[j] > unsortedStart[j] && list[free[j] - 1] === i;
      if (!isRepeated) list[free[j]++] = i;
    }
  }
  const start = new Int32Array(blocks + 1);
  let kept = 0;
  for (let i = 0; i < blocks; i++) {
    for (let e = unsortedStart[i]; e < free[i]; e++) list[kept++] = list[e];
    start[i + 1] = kept;
  }
  return { start, list: list.slice(0, kept) };
}

/**
 * Elimination graph: removing a block connects its neighbours to each other. Lists are chains of entries in one pool, which
 * grows with the fill.
 */
export class EliminationGraph {
  readonly eliminated: Uint8Array;
  /** Rows of all neighbours of block i that are still in the graph. */
  readonly degree: Int32Array;
  /** Neighbours of the block eliminated last: the first `cliqueSize` entries. */
  readonly clique: Int32Array;
  cliqueSize = 0;

  private readonly sizes: Int32Array;
  private readonly head: Int32Array; // first entry of block i, or -1
  private readonly length: Int32Array; // entries of block i, eliminated ones not yet dropped included
  // stamp[j] = i: j is a neighbour of i. Never reset: two blocks stay neighbours while both are in the graph
  private readonly stamp: Int32Array;
  private item: Int32Array;
  private next: Int32Array;
  private used = 0;
  private free = -1; // chain of returned entries

  constructor(adjacency: Adjacency, sizes: Int32Array) {
    const n = sizes.length;
    this.sizes = sizes;
    this.eliminated = new Uint8Array(n);
    this.degree = new Int32Array(n);
    this.clique = new Int32Array(n);
    this.head = new Int32Array(n).fill(-1);
    this.length = new Int32Array(n);
    this.stamp = new Int32Array(n).fill(-1);
    const capacity = 2 * adjacency.list.length + 16; // room for as many fill entries as there are blocks
    this.item = new Int32Array(capacity);
    this.next = new Int32Array(capacity);
    for (let i = 0; i < n; i++) {
      for (let e = adjacency.start[i + 1] - 1; e >= adjacency.start[i]; e--) {
        this.append(i, adjacency.list[e]);
        this.degree[i] += sizes[adjacency.list[e]];
      }
    }
  }

  /** Eliminates block k; its neighbours are left in `clique`. */
  eliminate(k: number): void {
    const { eliminated, degree, clique, sizes, stamp, length } = this;
    eliminated[k] = 1;
    let count = 0;
    let longest = 0;
    for (let e = this.head[k]; e >= 0; ) {
      const j = this.item[e];
      if (!eliminated[j]) {
        degree[j] -= sizes[k];
        if (length[j] > length[clique[longest]]) longest = count;
        clique[count++] = j;
      }
      const after = this.next[e];
      this.release(e);
      e = after;
    }
    this.head[k] = -1;
    this.cliqueSize = count;
    if (count < 2) return;
    // The longest list is never traversed, so a hub with a thousand lines costs nothing while its leaves are eliminated.
    const hub = clique[longest];
    clique[longest] = clique[count - 1];
    clique[count - 1] = hub;
    for (let a = 0; a + 1 < count; a++) {
      const i = clique[a];
      this.stampNeighbours(i);
      for (let b = a + 1; b < count; b++) {
        const j = clique[b];
        if (stamp[j] === i) continue;
        this.append(i, j);
        this.append(j, i);
        degree[i] += sizes[j];
        degree[j] += sizes[i];
      }
    }
  }

  /** Marks the neighbours of i and drops the eliminated ones from its list. */
  private stampNeighbours(i: number): void {
    const { eliminated, stamp, item, next } = this;
    let kept = -1;
    for (let e = this.head[i]; e >= 0; ) {
      const j = item[e];
      const after = next[e];
      if (eliminated[j]) {
        if (kept < 0) this.head[i] = after;
        else next[kept] = after;
        this.length[i]--;
        this.release(e);
      } else {
        stamp[j] = i;
        kept = e;
      }
      e = after;
    }
  }

  private append(i: number, j: number): void {
    let e = this.free;
    if (e >= 0) this.free = this.next[e];
    else {
      if (this.used === this.item.length) this.grow();
      e = this.used++;
    }
    this.item[e] = j;
    this.next[e] = this.head[i];
    this.head[i] = e;
    this.length[i]++;
  }

  private release(e: number): void {
    this.next[e] = this.free;
    this.free = e;
  }

  private grow(): void {
    const item = new Int32Array(2 * this.item.length);
    item.set(this.item);
    this.item = item;
    const next = new Int32Array(2 * this.next.length);
    next.set(this.next);
    this.next = next;
  }
}
