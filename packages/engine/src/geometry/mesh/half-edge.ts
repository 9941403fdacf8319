/**
 * Neighbourhood of triangles. Half-edge h = 3 t + k runs from corner k of triangle t to the next corner; the triangle array itself holds
 * the origins, so nothing is stored twice. Edges are undirected pairs of vertices with all half-edges on them, two in a sound mesh.
 */
import type { TriangleMesh } from './triangle-mesh.ts';

export interface HalfEdges {
  /** [3 a triangle] the half-edge that runs the other way along the same edge; below 0 one of NO_TWIN */
  readonly twin: Int32Array;
  /** [3 a triangle] the undirected edge it lies on */
  readonly edge: Int32Array;
  readonly edgeCount: number;
  /** half-edges of edge e: members[starts[e] ... starts[e + 1] - 1] */
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/** Why a half-edge has no twin: the edge has one face; two faces of opposite orientation; more than two faces. */
export const NO_TWIN = { open: -1, turned: -2, crowded: -3 } as const;

/** The half-edge after h in its triangle. */
export function nextHalfEdge(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}

/** The vertex half-edge h ends at. */
export function tipOf(triangles: ArrayLike<number>, h: number): number {
  return triangles[nextHalfEdge(h)];
}

/** The corners of a triangle must be three different vertices. The work is proportional to the number of triangles. */
export function halfEdges({ positions, triangles }: TriangleMesh): HalfEdges {
  const count = triangles.length;
  const order = sortedByEnds(triangles, positions.length / 3);
  const edge = new Int32Array(count);
  const starts = new Int32Array(count + 1);
  let edgeCount = 0;
  for (let i = 0; i < count; i++) {
    if (i === 0 || !sameEdge(triangles, order[i], order[i - 1])) starts[edgeCount++] = i;
    edge[order[i]] = edgeCount - 1;
  }
  starts[edgeCount] = count;
  const twin = new Int32Array(count);
  for (let e = 0; e < edgeCount; e++) {
    const first = order[starts[e]];
    const size = starts[e + 1] - starts[e];
    const second = order[starts[e] + 1];
    if (size === 2 && triangles[first] !== triangles[second]) {
      twin[first] = second;
      twin[second] = first;
      continue;
    }
    const reason = size === 1 ? NO_TWIN.open : size === 2 ? NO_TWIN.turned : NO_TWIN.crowded;
    for (let i = starts[e]; i < starts[e + 1]; i++) twin[order[i]] = reason;
  }
  return { twin, edge, edgeCount, starts: starts.slice(0, edgeCount + 1), members: order };
}

/** Half-edges by their lower vertex, then by their higher one, then by number. */
function sortedByEnds(triangles: Int32Array, vertexCount: number): Int32Array {
  const count = triangles.length;
  const heads = new Int32Array(vertexCount + 1);
  const low = (h: number): number => Math.min(triangles[h], tipOf(triangles, h));
  const high = (h: number): number => Math.max(triangles[h], tipOf(triangles, h));
  for (let h = 0; h < count; h++) heads[low(h) + 1]++;
  for (let v = 0; v < vertexCount; v++) heads[v + 1] += heads[v];
  const order = new Int32Array(count);
  const filled = heads.slice();
  for (let h = 0; h < count; h++) order[filled[low(h)]++] = h;
  for (let v = 0; v < vertexCount; v++) {
    if (heads[v + 1] - heads[v] > 1) {
      order.subarray(heads[v], heads[v + 1]).sort((a, b) => high(a) - high(b) || a - b);
    }
  }
  return order;
}

function sameEdge(triangles: Int32Array, g: number, h: number): boolean {
  const a = triangles[g];
  const b = tipOf(triangles, g);
  const c = triangles[h];
  const d = tipOf(triangles, h);
  return (a === c && b === d) || (a === d && b === c);
}

/**
 * Fans of triangles around each vertex, joined across edges of two faces. A vertex of a sound surface has one; fans
 * beyond the first are listed with one corner (half-edge) each.
 */
export function extraFans(mesh: TriangleMesh, edges: HalfEdges): Int32Array {
  const { triangles, positions } = mesh;
  // connected corners, as a forest (union-find); corner = half-edge that leaves the vertex
  const parent = Int32Array.from(triangles, (_, h) => h);
  const root = (h: number): number => {
    let r = h;
    while (parent[r] !== r) r = parent[r];
    for (let k = h; parent[k] !== r; ) {
      const up = parent[k];
      parent[k] = r;
      k = up;
    }
    return r;
  };
  for (let e = 0; e < edges.edgeCount; e++) {
    if (edges.starts[e + 1] - edges.starts[e] !== 2) continue;
    const g = edges.members[edges.starts[e]];
    const h = edges.members[edges.starts[e] + 1];
    const [gNext, hNext] = [nextHalfEdge(g), nextHalfEdge(h)];
    const sameWay = triangles[g] === triangles[h];
    const pairs = sameWay ? [g, h, gNext, hNext] : [g, hNext, gNext, h];
    for (let i = 0; i < 4; i += 2) {
      const [p, q] = [root(pairs[i]), root(pairs[i + 1])];
      parent[Math.max(p, q)] = Math.min(p, q);
    }
  }
  const seen = new Int32Array(positions.length / 3).fill(-1);
  const extra: number[] = [];
  for (let h = 0; h < triangles.length; h++) {
    if (parent[h] !== h) continue;
    const v = triangles[h];
    if (seen[v] >= 0) extra.push(h);
    else seen[v] = h;
  }
  return Int32Array.from(extra);
}
