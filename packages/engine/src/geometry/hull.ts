/**
 * Convex hull of a set of points, as polygons.
 *
 * Exact triangles first (hull/triangles.ts), then faces within a tolerance of one plane (hull/merge.ts). Vertices inside a face, on an edge
 * between two faces, or at the end of an edge shorter than the tolerance are dropped, and the others are hulled again, until every vertex
 * is a corner of three faces or more. The surface moves by about the tolerance; the planes are placed so that no given point lies outside
 * them.
 */
import { BuildError } from '../base/index.ts';
import { EPSILON, type Numbers } from '../math/index.ts';
import { type Face, mergeTriangles } from './hull/merge.ts';
import { hullTriangles } from './hull/triangles.ts';

export interface Hull {
  /** [m] xyz triples */
  readonly vertices: Float64Array;
  /** for each vertex the index of the given point it is */
  readonly sources: Int32Array;
  /** face f is the loop faceVertices[faceStarts[f] ... faceStarts[f + 1] - 1], anticlockwise from outside */
  readonly faceStarts: Int32Array;
  readonly faceVertices: Int32Array;
  /** unit outward normals, xyz triples, one a face */
  readonly normals: Float64Array;
  /** [m] n.x <= offset inside, one a face */
  readonly offsets: Float64Array;
  /** four for each edge: vertex a, vertex b, the face whose loop runs a to b, the face whose loop runs b to a */
  readonly edges: Int32Array;
}

/** Coordinates read from single precision have errors of 6e-8 of their size: this tolerance joins the triangles of one original plane. */
const RELATIVE_TOLERANCE = 2e-7;

/**
 * `points`: xyz triples [m]. `tolerance` [m]: vertices this far from a plane count as in it; default 2e-7 of the largest
 * extent. Throws BuildError when the points are too few, not finite, or flat to ten times the tolerance.
 */
export function convexHull(points: Numbers, tolerance?: number): Hull {
  const usual = checkPoints(points);
  const width = tolerance ?? usual;
  let subset = Array.from({ length: points.length / 3 }, (_, i) => i);
  let exact: Int32Array | undefined; // the hull before vertices are dropped: no point lies outside it
  for (;;) {
    const triangles = hullTriangles(points, subset, findSimplex(points, subset, 10 * width));
    const vertices = [...new Set(triangles)];
    exact ??= triangles;
    const faces = mergeTriangles(points, triangles, width);
    const corners = findCorners(points, faces, width);
    subset = [...corners].sort((i, j) => i - j);
    if (subset.length === vertices.length) return assemble(points, faces, subset, neighbourhood(exact));
  }
}

/** Every face as a fan from its first vertex: vertex triples, anticlockwise from outside, a closed mesh. */
export function hullToTriangles(hull: Hull): Int32Array {
  const { faceStarts, faceVertices } = hull;
  const faceCount = faceStarts.length - 1;
  const triangles = new Int32Array(3 * (faceVertices.length - 2 * faceCount));
  let next = 0;
  for (let f = 0; f < faceCount; f++) {
    const first = faceVertices[faceStarts[f]];
    for (let k = faceStarts[f] + 1; k < faceStarts[f + 1] - 1; k++) {
      triangles[next++] = first;
      triangles[next++] = faceVertices[k];
      triangles[next++] = faceVertices[k + 1];
    }
  }
  return triangles;
}

/** Rejects anything but a set of points; returns the default tolerance. */
function checkPoints(points: Numbers): number {
  if (points.length % 3 !== 0) {
    throw new BuildError('hull-points', `points must be x, y, z triples, found ${points.length} numbers`);
  }
  if (points.length < 12) {
    throw new BuildError('hull-points', `a hull needs at least 4 points, found ${points.length / 3}`);
  }
  let extent = 0;
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < points.length; i += 3) {
      if (!Number.isFinite(points[i])) {
        throw new BuildError('not-finite', `coordinates must be finite numbers [m], found ${points[i]}`, [i]);
      }
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    extent = Math.max(extent, high - low);
    size = Math.max(size, Math.abs(low), Math.abs(high));
  }
  return Math.max(RELATIVE_TOLERANCE * extent, 4 * EPSILON * size);
}

/** Four points that span a volume: two far apart, one far from their line, one far from their plane. */
function findSimplex(points: Numbers, subset: readonly number[], thinnest: number): [number, number, number, number] {
  const at = (v: number, axis: number): number => points[3 * v + axis];
  let a = subset[0];
  let b = subset[0];
  for (let axis = 0; axis < 3; axis++) {
    const low = best(subset, (v) => -at(v, axis));
    const high = best(subset, (v) => at(v, axis));
    if (at(high, axis) - at(low, axis) > distance(points, a, b)) [a, b] = [low, high];
  }
  const length = distance(points, a, b);
  if (!(length > thinnest)) {
    throw new BuildError(
      'hull-flat',
      `the points must span a volume, but they all lie within ${length} m of each other`,
    );
  }
  const ux = (at(b, 0) - at(a, 0)) / length;
  const uy = (at(b, 1) - at(a, 1)) / length;
  const uz = (at(b, 2) - at(a, 2)) / length;
  const acrossLine = (v: number): [number, number, number] => {
    const x = at(v, 0) - at(a, 0);
    const y = at(v, 1) - at(a, 1);
    const z = at(v, 2) - at(a, 2);
    return [uy * z - uz * y, uz * x - ux * z, ux * y - uy * x];
  };
  const fromLine = (v: number): number => norm(acrossLine(v));
  const c = best(subset, fromLine);
  const breadth = fromLine(c);
  if (!(breadth > thinnest)) {
    throw new BuildError('hull-flat', `the points must span a volume, but they lie on one line to within ${breadth} m`);
  }
  const [nx, ny, nz] = acrossLine(c).map((x) => x / breadth);
  const fromPlane = (v: number): number =>
    Math.abs(nx * (at(v, 0) - at(a, 0)) + ny * (at(v, 1) - at(a, 1)) + nz * (at(v, 2) - at(a, 2)));
  const d = best(subset, fromPlane);
  const thickness = fromPlane(d);
  if (!(thickness > thinnest)) {
    throw new BuildError(
      'hull-flat',
      `the points must span a volume, but they lie in one plane to within ${thickness} m; give the shape a thickness`,
    );
  }
  return [a, b, c, d];
}

/** The first of the largest. */
function best(subset: readonly number[], measure: (v: number) => number): number {
  let winner = subset[0];
  let largest = Number.NEGATIVE_INFINITY;
  for (const v of subset) {
    const value = measure(v);
    if (value > largest) {
      largest = value;
      winner = v;
    }
  }
  return winner;
}

/** Vertices that are corners of at least three faces, without those that only make a tiny edge or a thin face. */
function findCorners(points: Numbers, faces: readonly Face[], tolerance: number): Set<number> {
  const count = new Map<number, number>();
  for (const { loop } of faces) for (const v of loop) count.set(v, (count.get(v) ?? 0) + 1);
  const corners = new Set<number>();
  for (const [v, n] of count) if (n >= 3) corners.add(v);
  for (const { loop, width } of faces) {
    const thin = width <= tolerance;
    for (let k = 0; k < loop.length; k++) {
      const v = loop[k];
      const w = loop[(k + 1) % loop.length];
      const short = distance(points, v, w) <= tolerance;
      if (short && corners.has(v) && corners.has(w)) corners.delete(Math.max(v, w));
    }
    if (thin && loop.every((v) => corners.has(v))) corners.delete(middleOf(points, loop));
  }
  return corners;
}

/** The most dispensable vertex of a thin loop: the one nearest to the line through its neighbours. */
function middleOf(points: Numbers, loop: readonly number[]): number {
  let winner = loop[0];
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < loop.length; k++) {
    const before = loop[(k + loop.length - 1) % loop.length];
    const after = loop[(k + 1) % loop.length];
    const detour =
      distance(points, before, loop[k]) + distance(points, loop[k], after) - distance(points, before, after);
    if (detour < least) {
      least = detour;
      winner = loop[k];
    }
  }
  return winner;
}

function assemble(
  points: Numbers,
  faces: readonly Face[],
  sources: readonly number[],
  neighbours: ReadonlyMap<number, readonly number[]>,
): Hull {
  const renumbered = new Map(sources.map((source, i) => [source, i] as const));
  const vertices = new Float64Array(3 * sources.length);
  sources.forEach((source, i) => {
    for (let axis = 0; axis < 3; axis++) vertices[3 * i + axis] = points[3 * source + axis];
  });
  const faceStarts = new Int32Array(faces.length + 1);
  const faceVertices: number[] = [];
  const normals = new Float64Array(3 * faces.length);
  const offsets = new Float64Array(faces.length);
  const edges: number[] = [];
  const firstSide = new Map<number, number>(); // index of an edge by its two vertices: key a n + b
  faces.forEach(({ loop, normal }, f) => {
    normals.set(normal, 3 * f);
    offsets[f] = farthestAlong(points, neighbours, loop[0], normal);
    loop.forEach((source, k) => {
      const a = renumbered.get(source) as number;
      const b = renumbered.get(loop[(k + 1) % loop.length]) as number;
      faceVertices.push(a);
      const met = firstSide.get(b * sources.length + a);
      if (met !== undefined) edges[met + 3] = f;
      else {
        firstSide.set(a * sources.length + b, edges.length);
        edges.push(a, b, f, -1);
      }
    });
    faceStarts[f + 1] = faceVertices.length;
  });
  return {
    vertices,
    sources: Int32Array.from(sources),
    faceStarts,
    faceVertices: Int32Array.from(faceVertices),
    normals,
    offsets,
    edges: Int32Array.from(edges),
  };
}

/** For each vertex of a closed mesh the vertices it shares an edge with. */
function neighbourhood(triangles: Int32Array): Map<number, number[]> {
  const neighbours = new Map<number, number[]>();
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const v = triangles[i + k];
      const next = triangles[i + ((k + 1) % 3)];
      const list = neighbours.get(v);
      if (list === undefined) neighbours.set(v, [next]);
      else list.push(next);
    }
  }
  return neighbours;
}

/** Largest n.x over the hull, climbing from vertex to vertex: on a convex surface a vertex above all its neighbours is the top. */
function farthestAlong(
  points: Numbers,
  neighbours: ReadonlyMap<number, readonly number[]>,
  start: number,
  [x, y, z]: readonly [number, number, number],
): number {
  const height = (v: number): number => x * points[3 * v] + y * points[3 * v + 1] + z * points[3 * v + 2];
  let top = start;
  let highest = height(start);
  for (let climbing = true; climbing; ) {
    climbing = false;
    for (const v of neighbours.get(top) ?? []) {
      if (height(v) <= highest) continue;
      highest = height(v);
      top = v;
      climbing = true;
    }
  }
  return highest;
}

function norm(v: readonly [number, number, number]): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

function distance(points: Numbers, a: number, b: number): number {
  return norm([
    points[3 * a] - points[3 * b],
    points[3 * a + 1] - points[3 * b + 1],
    points[3 * a + 2] - points[3 * b + 2],
  ]);
}
