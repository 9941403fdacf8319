/**
 * The convex hull of points as triangles: quickhull (Barber, Dobkin, Huhdanpaa, README) with exact sides.
 *
 * A facet is replaced when a point lies strictly above it. That test is exact. Therefore the facets visible from a point form one region
 * with a simple rim, the new triangles between rim and point have an area, and points in the plane of a facet need no special case: nothing
 * here depends on a tolerance. Distances in doubles only choose the next point.
 */
import type { Numbers } from '../../math/index.ts';
import { sideOfPlane } from '../predicates.ts';

interface Facet {
  /** anticlockwise seen from outside */
  readonly vertices: readonly [number, number, number];
  /** neighbours[i] lies across the edge from vertices[i] to vertices[i + 1] */
  readonly neighbours: Facet[];
  /** points strictly above, each kept by one facet only */
  outside: number[];
  alive: boolean;
  /** the last point tested against this facet */
  testedBy: number;
  seen: boolean;
}

/** Vertex triples, anticlockwise from outside. `simplex`: four points of the set that span a volume. */
export function hullTriangles(points: Numbers, subset: Iterable<number>, simplex: readonly number[]): Int32Array {
  const facets = firstFacets(points, simplex);
  distribute(points, subset, facets);
  // the oldest facet first: staying at one facet would build long fans and remove them again
  for (let i = 0; i < facets.length; i++) {
    const facet = facets[i];
    if (!facet.alive || facet.outside.length === 0) continue;
    for (const fresh of addPoint(points, facet, farthest(points, facet))) facets.push(fresh);
  }
  const alive = facets.filter((facet) => facet.alive);
  const triangles = new Int32Array(3 * alive.length);
  alive.forEach((facet, i) => {
    triangles.set(facet.vertices, 3 * i);
  });
  return triangles;
}

function makeFacet(a: number, b: number, c: number): Facet {
  return { vertices: [a, b, c], neighbours: [], outside: [], alive: true, testedBy: -1, seen: false };
}

function firstFacets(points: Numbers, simplex: readonly number[]): Facet[] {
  const [a, b, c, d] = simplex;
  // d below a b c
  const [p, q] = sideOfPlane(points, a, b, c, d) < 0 ? [b, c] : [c, b];
  const base = makeFacet(a, p, q);
  const fp = makeFacet(p, a, d);
  const fq = makeFacet(q, p, d);
  const fa = makeFacet(a, q, d);
  base.neighbours.push(fp, fq, fa);
  fp.neighbours.push(base, fa, fq);
  fq.neighbours.push(base, fp, fa);
  fa.neighbours.push(base, fq, fp);
  return [base, fp, fq, fa];
}

function sees(points: Numbers, facet: Facet, point: number): boolean {
  if (facet.testedBy === point) return facet.seen;
  const [a, b, c] = facet.vertices;
  facet.testedBy = point;
  facet.seen = sideOfPlane(points, a, b, c, point) > 0;
  return facet.seen;
}

/** Assigns every point to the first facet below it; a point above no facet is inside and dropped. */
function distribute(points: Numbers, candidates: Iterable<number>, facets: readonly Facet[]): void {
  for (const point of candidates) {
    const home = facets.find((facet) => sees(points, facet, point));
    if (home !== undefined) home.outside.push(point);
  }
}

function farthest(points: Numbers, facet: Facet): number {
  const [a, b, c] = facet.vertices.map((v) => 3 * v);
  const ux = points[b] - points[a];
  const uy = points[b + 1] - points[a + 1];
  const uz = points[b + 2] - points[a + 2];
  const vx = points[c] - points[a];
  const vy = points[c + 1] - points[a + 1];
  const vz = points[c + 2] - points[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  let best = facet.outside[0];
  let height = Number.NEGATIVE_INFINITY;
  for (const point of facet.outside) {
    const i = 3 * point;
    const h =
      nx * (points[i] - points[a]) + ny * (points[i + 1] - points[a + 1]) + nz * (points[i + 2] - points[a + 2]);
    if (h > height) {
      height = h;
      best = point;
    }
  }
  return best;
}

/** Replaces the facets visible from `apex` by triangles from their rim to the apex; returns the new ones. */
function addPoint(points: Numbers, start: Facet, apex: number): Facet[] {
  const patch: Facet[] = [start];
  start.alive = false;
  const byStart = new Map<number, Facet>();
  const byEnd = new Map<number, Facet>();
  const fresh: Facet[] = [];
  for (let i = 0; i < patch.length; i++) {
    const facet = patch[i];
    for (let edge = 0; edge < 3; edge++) {
      const beyond = facet.neighbours[edge];
      if (!beyond.alive) continue; // already in the region
      if (sees(points, beyond, apex)) {
        beyond.alive = false;
        patch.push(beyond);
        continue;
      }
      const u = facet.vertices[edge];
      const v = facet.vertices[(edge + 1) % 3];
      const triangle = makeFacet(u, v, apex);
      triangle.neighbours[0] = beyond;
      beyond.neighbours[beyond.vertices.indexOf(v)] = triangle;
      byStart.set(u, triangle);
      byEnd.set(v, triangle);
      fresh.push(triangle);
    }
  }
  for (const triangle of fresh) {
    triangle.neighbours[1] = byStart.get(triangle.vertices[1]) as Facet;
    triangle.neighbours[2] = byEnd.get(triangle.vertices[0]) as Facet;
  }
  for (const facet of patch) {
    distribute(points, facet.outside, fresh);
    facet.outside = [];
  }
  return fresh;
}
