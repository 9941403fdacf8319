/**
 * Triangles of a convex hull -> polygons: neighbours that lie within a tolerance of one plane become one face.
 *
 * The largest remaining triangle defines the plane and absorbs, edge by edge, every triangle whose vertices lie within the tolerance of it.
 * A sliver thinner than the tolerance has no reliable normal: it joins the neighbour on its longest edge. The depth of a convex surface
 * below one of its planes is a convex function, so the absorbed region is a disc; should rounding make it anything else, its triangles stay
 * as they are.
 */
import type { Numbers } from '../../math/index.ts';

export interface Face {
  /** vertices, anticlockwise from outside */
  readonly loop: number[];
  /** unit outward normal */
  readonly normal: readonly [number, number, number];
  /** [m] extent across its longest edge: 0 for a face without area */
  readonly width: number;
}

interface Triangle {
  readonly vertices: readonly [number, number, number];
  /** across the edge from vertices[i] */
  readonly neighbours: [number, number, number];
  readonly normal: readonly [number, number, number];
  readonly area: number;
  /** which edge is the longest */
  readonly longest: number;
  readonly width: number;
  face: number;
}

export function mergeTriangles(points: Numbers, indices: Int32Array, tolerance: number): Face[] {
  const triangles = describe(points, indices);
  const order = triangles.map((_, i) => i).sort((i, j) => triangles[j].area - triangles[i].area || i - j);
  const faces: Face[] = [];
  for (const seed of order) {
    if (triangles[seed].face >= 0) continue;
    const patch = gather(points, triangles, seed, faces.length, tolerance);
    let loop = rim(triangles, patch, faces.length);
    if (loop === undefined) {
      for (const i of patch) triangles[i].face = -1;
      triangles[seed].face = faces.length;
      loop = [...triangles[seed].vertices];
    }
    faces.push(makeFace(points, loop));
  }
  return faces;
}

function describe(points: Numbers, indices: Int32Array): Triangle[] {
  const triangles: Triangle[] = [];
  const owner = new Map<number, number>(); // triangle by the directed edge a, b: key a n + b
  const n = points.length / 3;
  for (let i = 0; i < indices.length; i += 3) {
    const vertices: [number, number, number] = [indices[i], indices[i + 1], indices[i + 2]];
    const face = makeFace(points, vertices);
    const edges = [0, 1, 2].map((k) => distance(points, vertices[k], vertices[(k + 1) % 3]));
    const longest = edges[0] >= edges[1] && edges[0] >= edges[2] ? 0 : edges[1] >= edges[2] ? 1 : 2;
    const { normal, width } = face;
    const area = 0.5 * edges[longest] * width;
    triangles.push({ vertices, neighbours: [-1, -1, -1], normal, area, longest, width, face: -1 });
    for (let k = 0; k < 3; k++) owner.set(vertices[k] * n + vertices[(k + 1) % 3], triangles.length - 1);
  }
  for (const triangle of triangles) {
    for (let k = 0; k < 3; k++) {
      const opposite = owner.get(triangle.vertices[(k + 1) % 3] * n + triangle.vertices[k]);
      triangle.neighbours[k] = opposite as number; // the hull is closed
    }
  }
  return triangles;
}

function gather(points: Numbers, triangles: Triangle[], seed: number, face: number, tolerance: number): number[] {
  const { normal, vertices } = triangles[seed];
  const o = 3 * vertices[0];
  const depth = (v: number): number =>
    normal[0] * (points[o] - points[3 * v]) +
    normal[1] * (points[o + 1] - points[3 * v + 1]) +
    normal[2] * (points[o + 2] - points[3 * v + 2]);
  const near = (v: number): boolean => Math.abs(depth(v)) <= tolerance;
  const patch = [seed];
  triangles[seed].face = face;
  for (let i = 0; i < patch.length; i++) {
    for (let edge = 0; edge < 3; edge++) {
      const index = triangles[patch[i]].neighbours[edge];
      const next = triangles[index];
      if (next.face >= 0) continue;
      const follows = next.width <= tolerance && next.neighbours[next.longest] === patch[i];
      if (!follows && !next.vertices.every(near)) continue;
      next.face = face;
      patch.push(index);
    }
  }
  return patch;
}

/** The border of a patch as one loop of vertices; undefined when it is not one. */
function rim(triangles: readonly Triangle[], patch: readonly number[], face: number): number[] | undefined {
  const next = new Map<number, number>();
  let count = 0;
  for (const index of patch) {
    const { vertices, neighbours } = triangles[index];
    for (let edge = 0; edge < 3; edge++) {
      if (triangles[neighbours[edge]].face === face) continue;
      next.set(vertices[edge], vertices[(edge + 1) % 3]);
      count += 1;
    }
  }
  if (next.size !== count || count < 3) return undefined; // a vertex occurs twice, or the region is the whole surface
  const first = next.keys().next().value as number;
  const loop: number[] = [];
  let v = first;
  do {
    loop.push(v);
    const following = next.get(v);
    if (following === undefined) return undefined;
    v = following;
  } while (v !== first && loop.length <= count);
  return loop.length === count ? loop : undefined;
}

/** Normal by Newell's sum over the edges, which averages a loop that is not quite flat. */
function makeFace(points: Numbers, loop: number[]): Face {
  // about the first vertex, so that a loop far from the origin loses no digits
  const o = 3 * loop[0];
  let nx = 0;
  let ny = 0;
  let nz = 0;
  let longest = 0;
  for (let k = 0; k < loop.length; k++) {
    const i = 3 * loop[k];
    const j = 3 * loop[(k + 1) % loop.length];
    const ax = points[i] - points[o];
    const ay = points[i + 1] - points[o + 1];
    const az = points[i + 2] - points[o + 2];
    const bx = points[j] - points[o];
    const by = points[j + 1] - points[o + 1];
    const bz = points[j + 2] - points[o + 2];
    nx += ay * bz - az * by;
    ny += az * bx - ax * bz;
    nz += ax * by - ay * bx;
    longest = Math.max(longest, distance(points, loop[k], loop[(k + 1) % loop.length]));
  }
  const twiceArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const s = twiceArea > 0 ? 1 / twiceArea : 0;
  return { loop, normal: [s * nx, s * ny, s * nz], width: longest > 0 ? twiceArea / longest : 0 };
}

function distance(points: Numbers, a: number, b: number): number {
  const x = points[3 * a] - points[3 * b];
  const y = points[3 * a + 1] - points[3 * b + 1];
  const z = points[3 * a + 2] - points[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
