/**
 * Feature numbers of polyhedron pairs: which corner or crossing of edges a contact point is, so that the same physical
 * feature has the same number in every search. Bits, from the top:
 *   30      the plane belongs to the second shape of the pair (bodyA of the element is the body of that shape)
 *   28, 29  what follows: vertex of the first shape, vertex of the second, crossing of two edges, closest points
 *   0 .. 27 the vertex, or edge of the first times edges of the second plus edge of the second
 * The true rims and side of a cylinder count as vertices and edges after those of its prism. Faces are not included: a corner that slides
 * from one face to the next keeps its number. Numbers above 2^28 wrap; two features of one manifold then meet only if both hulls have more
 * than 16000 edges.
 */

const PLANE_ON_SECOND = 1 << 30;
const VERTEX_OF_FIRST = 0;
const VERTEX_OF_SECOND = 1 << 28;
const CROSSING = 2 << 28;
const CLOSEST = 3 << 28;
const INDEX_MASK = (1 << 28) - 1;

/** second: true if the plane, or the vertex, belongs to the second shape of the pair */
export function vertexFeature(planeOnSecond: boolean, vertexOnSecond: boolean, vertex: number): number {
  return (planeOnSecond ? PLANE_ON_SECOND : 0) | (vertexOnSecond ? VERTEX_OF_SECOND : VERTEX_OF_FIRST) | vertex;
}

export function crossingFeature(planeOnSecond: boolean, edgeA: number, edgeB: number, edgesB: number): number {
  return (planeOnSecond ? PLANE_ON_SECOND : 0) | CROSSING | ((edgeA * edgesB + edgeB) & INDEX_MASK);
}

export function closestFeature(planeOnSecond: boolean, vertexA: number, vertexB: number, verticesB: number): number {
  return (planeOnSecond ? PLANE_ON_SECOND : 0) | CLOSEST | ((vertexA * verticesB + vertexB) & INDEX_MASK);
}

/** Do two features name the same corner or crossing, whoever owns the plane? */
export function sameFeature(a: number, b: number): boolean {
  return ((a ^ b) & ~PLANE_ON_SECOND) === 0;
}
