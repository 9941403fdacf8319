/**
 * In which order do the blocks of a structurally symmetric matrix get eliminated, and which blocks fill in?
 *
 * Weighted minimum degree on the block graph (Tinney and Walker 1967, scheme 2; a neighbour weighs as many rows as it
 * has). It runs on the explicit elimination graph, because the numeric phase needs the fill anyway. On chains and trees
 * every degree stays bounded: the order is a sweep from the leaves to the root and costs O(n log n).
 *
 * Departure: the diagonal of a multiplier block is -eps, too small to divide by. It becomes a pivot through the terms
 * -J S^-1 J^T of bodies eliminated before it, so it is not in the queue until those can give it full rank
 * (rank-support.ts).
 */
import { adjacencyOf, EliminationGraph } from './block-graph.ts';
import { IndexHeap } from './index-heap.ts';
import { RankSupport } from './rank-support.ts';

/** The order and the factor's pattern below the diagonal, column by column. */
export interface EliminationOrder {
  /** Block eliminated at step s. */
  readonly order: Int32Array;
  /** Step at which block i is eliminated. */
  readonly position: Int32Array;
  /** Neighbours still present when step s is taken: rows[start[s]] .. rows[start[s + 1] - 1], earliest step first. */
  readonly start: Int32Array;
  readonly rows: Int32Array;
}

/**
 * Rows added to the degree of a multiplier block without full support once all its bodies are eliminated. It is most likely
 * redundant and would be carried along to the end, filling in everywhere. Blocks worth four bodies may still go first, in case
 * one of them brings rank through a joint that is already eliminated.
 */
const unsupportedPenalty = 24;

/** Elimination order and factor pattern of blocks with `sizes` rows, coupled by the flat pairs `edges`. */
export function eliminationOrder(sizes: Int32Array, edges: Int32Array, isConstraint: Uint8Array): EliminationOrder {
  const n = sizes.length;
  const adjacency = adjacencyOf(n, edges);
  const graph = new EliminationGraph(adjacency, sizes);
  const support = new RankSupport(adjacency, sizes, isConstraint);
  const queue = new IndexHeap(n);
  for (let i = 0; i < n; i++) enqueue(i, queue, graph, support, isConstraint);

  const order = new Int32Array(n);
  const position = new Int32Array(n);
  const start = new Int32Array(n + 1);
  let rows = new Int32Array(adjacency.list.length + 16);
  for (let step = 0; step < n; step++) {
    const k = queue.takeSmallest();
    order[step] = k;
    position[k] = step;
    graph.eliminate(k);
    const { clique, cliqueSize } = graph;
    support.eliminate(k, clique, cliqueSize);
    const first = start[step];
    start[step + 1] = first + cliqueSize;
    if (start[step + 1] > rows.length) {
      const larger = new Int32Array(2 * start[step + 1]);
      larger.set(rows);
      rows = larger;
    }
    for (let a = 0; a < cliqueSize; a++) {
      rows[first + a] = clique[a];
      enqueue(clique[a], queue, graph, support, isConstraint);
    }
  }
  rows = rows.slice(0, start[n]);
  sortByPosition(rows, start, order, position);
  return { order, position, start, rows };
}

/**
 * Puts a block into the queue at its present degree. Ties go to the joint, so that it follows its body at once, then to the
 * lower number.
 */
function enqueue(
  i: number,
  queue: IndexHeap,
  graph: EliminationGraph,
  support: RankSupport,
  isConstraint: Uint8Array,
): void {
  const degree = graph.degree[i];
  if (!isConstraint[i]) queue.put(i, 2 * degree);
  else if (support.isSupported(i)) queue.put(i, 2 * degree - 1);
  else if (support.isClosed(i)) queue.put(i, 2 * (degree + unsupportedPenalty) - 1);
  else queue.remove(i);
}

/** Sorts each column by the step of its rows; columns of chains and trees have one or two. */
function sortByPosition(rows: Int32Array, start: Int32Array, order: Int32Array, position: Int32Array): void {
  for (let e = 0; e < rows.length; e++) rows[e] = position[rows[e]];
  for (let s = 0; s < order.length; s++) {
    const first = start[s];
    const last = start[s + 1];
    if (last - first > 32) {
      rows.subarray(first, last).sort();
      continue;
    }
    for (let e = first + 1; e < last; e++) {
      const moved = rows[e];
      let at = e;
      for (; at > first && rows[at - 1] > moved; at--) rows[at] = rows[at - 1];
      rows[at] = moved;
    }
  }
  for (let e = 0; e < rows.length; e++) rows[e] = order[rows[e]];
}
