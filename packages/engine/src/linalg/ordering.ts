/**
 * In which order do the blocks of a structurally symmetric matrix get eliminated, and which blocks fill in?
 *
 * Weighted minimum degree on the block graph (Tinney and Walker 1967, scheme 2; the weight of a neighbour is its
 * number of rows), run on the explicit elimination graph, because the numeric phase needs the fill anyway.
 * On chains and trees every degree stays bounded and the phase costs O(n log n).
 *
 * Departure: a multiplier block has the diagonal -eps, far too small to divide by. Only the Schur terms -J S^-1 J^T
 * of bodies eliminated before it make it a pivot, so it has to wait until those bodies can give it full rank.
 * An eliminated body has as much rank to give as it has rows, and what one joint has received is spent.
 */

/** The order and the factor's pattern below the diagonal, column by column in elimination order. */
export interface EliminationOrder {
  /** Block eliminated at step s. */
  readonly order: Int32Array;
  /** Step at which block i is eliminated. */
  readonly position: Int32Array;
  /** Neighbours still present when step s is taken: rows[start[s]] .. rows[start[s + 1] - 1], earliest step first. */
  readonly start: Int32Array;
  readonly rows: Int32Array;
}

export function eliminationOrder(sizes: Int32Array, edges: Int32Array, isConstraint: Uint8Array): EliminationOrder {
  const n = sizes.length;
  const neighbours = adjacency(n, edges);
  const original = neighbours.map((list) => list.slice());
  const degree = new Int32Array(n); // rows of all live neighbours
  for (let i = 0; i < n; i++) for (const j of neighbours[i]) degree[i] += sizes[j];

  const eliminated = new Uint8Array(n);
  const missingRank = new Int32Array(n); // rows of a multiplier block that no eliminated body supports yet
  for (let i = 0; i < n; i++) if (isConstraint[i]) missingRank[i] = sizes[i];
  const queue = new IndexedHeap(n);
  // Ties go to the joint, so that it follows its body at once; then to the lower number.
  const keyOf = (i: number): number => 2 * degree[i] - (isConstraint[i] ? 1 : 0);
  for (let i = 0; i < n; i++) if (missingRank[i] === 0) queue.put(i, keyOf(i));

  const order = new Int32Array(n);
  const position = new Int32Array(n);
  const start = new Int32Array(n + 1);
  const columns: number[][] = new Array(n);
  const stamp = new Int32Array(n).fill(-1);
  for (let step = 0; step < n; step++) {
    // Only joints without full support are left: they are redundant, and the regularisation eps carries them.
    if (queue.size === 0) for (let i = 0; i < n; i++) if (!eliminated[i]) queue.put(i, keyOf(i));
    const k = queue.takeSmallest();
    eliminated[k] = 1;
    order[step] = k;
    position[k] = step;
    const clique = neighbours[k].filter((j) => !eliminated[j]);
    columns[step] = clique;
    start[step + 1] = start[step] + clique.length;
    for (const i of clique) degree[i] -= sizes[k];
    joinAll(clique, neighbours, eliminated, degree, sizes, stamp);
    if (!isConstraint[k]) spendRank(sizes[k], original[k], eliminated, missingRank);
    for (const i of clique) if (missingRank[i] === 0 || queue.has(i)) queue.put(i, keyOf(i));
  }

  const rows = new Int32Array(start[n]);
  for (let s = 0; s < n; s++) {
    columns[s].sort((a, b) => position[a] - position[b]);
    rows.set(columns[s], start[s]);
  }
  return { order, position, start, rows };
}

/** Neighbour lists without duplicates, each ascending. */
function adjacency(n: number, edges: Int32Array): number[][] {
  const lists: number[][] = Array.from({ length: n }, () => []);
  for (let e = 0; e < edges.length; e += 2) {
    lists[edges[e]].push(edges[e + 1]);
    lists[edges[e + 1]].push(edges[e]);
  }
  for (const list of lists) {
    list.sort((a, b) => a - b);
    let kept = 0;
    for (let a = 0; a < list.length; a++) if (a === 0 || list[a] !== list[a - 1]) list[kept++] = list[a];
    list.length = kept;
  }
  return lists;
}

/**
 * Makes the blocks of `clique` neighbours of each other. Each list is walked once, except the longest one, so a hub
 * with a thousand lines costs nothing while its leaves are eliminated. Eliminated entries are dropped on the way.
 * stamp[j] = i says that j is in the list of i; it needs no resetting, because a neighbour stays one while it lives.
 */
function joinAll(
  clique: readonly number[],
  neighbours: number[][],
  eliminated: Uint8Array,
  degree: Int32Array,
  sizes: Int32Array,
  stamp: Int32Array,
): void {
  const byLength = clique.slice().sort((a, b) => neighbours[a].length - neighbours[b].length || a - b);
  for (let a = 0; a + 1 < byLength.length; a++) {
    const i = byLength[a];
    const list = neighbours[i];
    let kept = 0;
    for (let p = 0; p < list.length; p++) {
      const j = list[p];
      if (eliminated[j]) continue;
      list[kept++] = j;
      stamp[j] = i;
    }
    list.length = kept;
    for (let b = a + 1; b < byLength.length; b++) {
      const j = byLength[b];
      if (stamp[j] === i) continue;
      list.push(j);
      neighbours[j].push(i);
      degree[i] += sizes[j];
      degree[j] += sizes[i];
    }
  }
}

/** The rank of an eliminated body goes to its joints, in their order, each taking what it still misses. */
function spendRank(rank: number, joints: readonly number[], eliminated: Uint8Array, missingRank: Int32Array): void {
  let left = rank;
  for (const j of joints) {
    if (eliminated[j]) continue;
    const given = Math.min(left, missingRank[j]);
    missingRank[j] -= given;
    left -= given;
  }
}

/** Binary heap of block numbers by (key, number); the pair makes the order independent of the insertion history. */
class IndexedHeap {
  size = 0;
  private readonly keys: Float64Array;
  private readonly heap: Int32Array;
  private readonly place: Int32Array;

  constructor(capacity: number) {
    this.keys = new Float64Array(capacity);
    this.heap = new Int32Array(capacity);
    this.place = new Int32Array(capacity).fill(-1);
  }

  has(item: number): boolean {
    return this.place[item] >= 0;
  }

  /** Inserts the item or changes its key. */
  put(item: number, key: number): void {
    this.keys[item] = key;
    if (this.place[item] < 0) this.place[item] = this.size++;
    const at = this.place[item];
    if (!this.siftUp(item, at)) this.siftDown(item, at);
  }

  takeSmallest(): number {
    const top = this.heap[0];
    this.place[top] = -1;
    this.size--;
    if (this.size > 0) this.siftDown(this.heap[this.size], 0);
    return top;
  }

  private before(a: number, b: number): boolean {
    return this.keys[a] < this.keys[b] || (this.keys[a] === this.keys[b] && a < b);
  }

  private siftUp(item: number, from: number): boolean {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = this.heap[parent];
      if (!this.before(item, other)) break;
      this.heap[at] = other;
      this.place[other] = at;
      at = parent;
    }
    this.heap[at] = item;
    this.place[item] = at;
    return at !== from;
  }

  private siftDown(item: number, from: number): void {
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.before(this.heap[child + 1], this.heap[child])) child++;
      const other = this.heap[child];
      if (!this.before(other, item)) break;
      this.heap[at] = other;
      this.place[other] = at;
      at = child;
    }
    this.heap[at] = item;
    this.place[item] = at;
  }
}
