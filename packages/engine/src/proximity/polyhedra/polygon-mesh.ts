/**
 * A closed mesh as convex polygons: triangles of one plane are joined where the outline stays convex. Prisms and tori have two to four
 * times as many triangles as faces, and the common volume of two meshes does not depend on the division of faces.
 *
 * Half-edge h runs from corner h to the next of its polygon, the face on its left seen from outside.
 */
import { type BoxTree, buildBoxTree, type PreparedMesh } from '../../geometry/index.ts';

export interface PolygonMesh {
  readonly mesh: PreparedMesh;
  readonly count: number;
  /** half-edges of polygon f: start[f] ... start[f + 1] - 1 */
  readonly start: Int32Array;
  /** vertex each half-edge starts from, in the numbers of the mesh; the half-edge after it; its polygon; that of the neighbour */
  readonly corner: Int32Array;
  readonly next: Int32Array;
  readonly twin: Int32Array;
  readonly face: Int32Array;
  /** the edge of each half-edge; of the two half-edges of an edge the one in the polygon with fewer corners owns it */
  readonly edge: Int32Array;
  readonly edges: number;
  /** 1: the half-edge owns its edge */
  readonly owns: Uint8Array;
  /** outward unit normal (3), height along it [m] */
  readonly plane: Float64Array;
  /** by half-edge: unit vector in the plane, into the polygon (3), height of the edge along it [m] */
  readonly border: Float64Array;
  /** by polygon: centre (3), radii of a circle within it and of one around it [m] */
  readonly round: Float64Array;
  /** half-edges that leave each vertex */
  readonly outStart: Int32Array;
  readonly out: Int32Array;
  readonly tree: BoxTree;
}

/** Numbers of `round` a polygon. */
export const ROUND = 5;

/** Largest distance of corners of a polygon from its plane, and from convexity, as a part of the radius of the mesh. */
const FLAT = 1e-12;
/** Triangles inclined by more than this, as 1 - cosine, have no common plane; rounding inclines a sliver by less. */
const LEVEL = 1e-6;
/** Triangles smaller than this part of the squared radius have no reliable plane. */
const SLIVER = 1e-9;
/** Meshes of more triangles are not joined: it would take too long. */
const MANY = 3000;

const made = new WeakMap<PreparedMesh, PolygonMesh | null>();

/**
 * The polygons of a mesh, made on first use; undefined where it has triangles without a plane, more than one shell, or very many triangles.
 */
export function polygonsOf(mesh: PreparedMesh): PolygonMesh | undefined {
  let polygons = made.get(mesh);
  if (polygons === undefined) {
    polygons = build(mesh);
    made.set(mesh, polygons);
  }
  return polygons ?? undefined;
}

function build(mesh: PreparedMesh): PolygonMesh | null {
  const size = mesh.corners.length / 3;
  if (mesh.shellStart.length !== 2 || size > MANY) return null;
  const normals = new Float64Array(3 * size);
  for (let f = 0; f < size; f++) {
    const n = normalOf(mesh, [3 * f, 3 * f + 1, 3 * f + 2]);
    const area = length(n);
    if (!(area > SLIVER * mesh.radius * mesh.radius)) return null;
    for (let k = 0; k < 3; k++) normals[3 * f + k] = n[k] / area;
  }
  return lay(mesh, joinTriangles(mesh, normals));
}

type Vector = readonly [number, number, number];

/** Polygons as cycles of half-edges of the mesh; normals: unit vectors of its triangles. */
function joinTriangles(mesh: PreparedMesh, normals: Float64Array): number[][] {
  const { twin, owner } = mesh;
  const size = mesh.corners.length / 3;
  const polygon = Int32Array.from({ length: size }, (_, f) => f);
  const cycles: number[][] = Array.from({ length: size }, (_, f) => [3 * f, 3 * f + 1, 3 * f + 2]);
  const members: number[][] = Array.from({ length: size }, (_, f) => [f]);
  const across = (h: number): number => {
    const [x, y, z] = along(mesh, h);
    return x * x + y * y + z * z;
  };
  const level = (h: number): boolean => {
    const f = 3 * Math.floor(h / 3);
    const g = 3 * Math.floor(twin[h] / 3);
    let cosine = 0;
    for (let k = 0; k < 3; k++) cosine += normals[f + k] * normals[g + k];
    return cosine > 1 - LEVEL;
  };
  // diagonals are longer than sides
  const byLength = Array.from(owner.filter(level), (h) => ({ h, size: across(h) }));
  byLength.sort((a, b) => b.size - a.size || a.h - b.h);
  for (const { h } of byLength) {
    const p = polygon[Math.floor(h / 3)];
    const q = polygon[Math.floor(twin[h] / 3)];
    if (p === q) continue;
    const joined = join(mesh, cycles[p], cycles[q], h);
    if (joined === undefined) continue;
    cycles[p] = joined;
    cycles[q] = [];
    for (const f of members[q]) polygon[f] = p;
    members[p].push(...members[q]);
  }
  return cycles.filter((cycle) => cycle.length > 0);
}

/** Two polygons across half-edge h of the first; undefined where they are not flat and convex together. */
function join(mesh: PreparedMesh, p: readonly number[], q: readonly number[], h: number): number[] | undefined {
  const i = p.indexOf(h);
  const j = q.indexOf(mesh.twin[h]);
  const restP = [...p.slice(i + 1), ...p.slice(0, i)];
  const restQ = [...q.slice(j + 1), ...q.slice(0, j)];
  // with two common edges a corner would remain inside
  if (restP.some((e) => restQ.includes(mesh.twin[e]))) return undefined;
  const n = normalOf(mesh, p);
  const m = normalOf(mesh, q);
  if (!(dot(n, m) > 0)) return undefined;
  const [best, area] = length(n) >= length(m) ? [n, length(n)] : [m, length(m)];
  const from = vertex(mesh, h);
  for (const e of [...restP, ...restQ]) {
    const v = vertex(mesh, e);
    const above = dot(best, [v[0] - from[0], v[1] - from[1], v[2] - from[2]]) / area;
    if (Math.abs(above) > FLAT * mesh.radius) return undefined;
  }
  const turnsLeft = (before: number, after: number): boolean => {
    const u = along(mesh, before);
    const v = along(mesh, after);
    return dot(best, cross(u, v)) >= -FLAT * area * length(u) * length(v);
  };
  if (!turnsLeft(restP[restP.length - 1], restQ[0]) || !turnsLeft(restQ[restQ.length - 1], restP[0])) return undefined;
  return [...restP, ...restQ];
}

function lay(mesh: PreparedMesh, cycles: readonly number[][]): PolygonMesh {
  const given = cycles.flat();
  const total = given.length;
  const number = new Map(given.map((e, h) => [e, h]));
  const start = new Int32Array(cycles.length + 1);
  const corner = Int32Array.from(given, (e) => mesh.corners[e]);
  const twin = Int32Array.from(given, (e) => number.get(mesh.twin[e]) as number);
  const next = new Int32Array(total);
  const face = new Int32Array(total);
  const plane = new Float64Array(4 * cycles.length);
  const border = new Float64Array(4 * total);
  const round = new Float64Array(ROUND * cycles.length);
  const bounds = new Float64Array(6 * cycles.length);
  let h = 0;
  cycles.forEach((cycle, f) => {
    start[f + 1] = start[f] + cycle.length;
    const normal = normalOf(mesh, cycle);
    const area = length(normal);
    const n: Vector = [normal[0] / area, normal[1] / area, normal[2] / area];
    const points = cycle.map((e) => vertex(mesh, e));
    const centre: Vector = mean(points);
    plane.set([...n, dot(n, centre)], 4 * f);
    let inner = Number.POSITIVE_INFINITY;
    let outer = 0;
    cycle.forEach((e, k) => {
      face[h] = f;
      next[h] = k === cycle.length - 1 ? start[f] : h + 1;
      const u = along(mesh, e);
      const m = cross(n, u);
      const size = length(m);
      const height = dot(m, points[k]) / size;
      border.set([m[0] / size, m[1] / size, m[2] / size, height], 4 * h);
      inner = Math.min(inner, dot(m, centre) / size - height);
      outer = Math.max(outer, length([0, 1, 2].map((i) => points[k][i] - centre[i]) as unknown as Vector));
      h++;
    });
    round.set([...centre, inner, outer], ROUND * f);
    for (let k = 0; k < 3; k++) {
      bounds[6 * f + k] = Math.min(...points.map((p) => p[k]));
      bounds[6 * f + 3 + k] = Math.max(...points.map((p) => p[k]));
    }
  });
  const owns = new Uint8Array(total);
  const edge = new Int32Array(total);
  let edges = 0;
  for (let e = 0; e < total; e++) {
    if (twin[e] < e) continue;
    const [f, g] = [face[e], face[twin[e]]];
    owns[cycles[f].length <= cycles[g].length ? e : twin[e]] = 1;
    edge[e] = edges;
    edge[twin[e]] = edges++;
  }
  const leaving: number[][] = Array.from({ length: mesh.positions.length / 3 }, () => []);
  corner.forEach((v, e) => {
    leaving[v].push(e);
  });
  const [outStart, out] = flatten(leaving);
  const tree = buildBoxTree(bounds, 1);
  const count = cycles.length;
  const topology = { mesh, count, start, corner, next, twin, face, edge, edges, owns, outStart, out };
  return { ...topology, plane, border, round, tree };
}

function flatten(lists: readonly number[][]): [Int32Array, Int32Array] {
  const start = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length;
  });
  return [start, Int32Array.from(lists.flat())];
}

function vertex({ corners, positions }: PreparedMesh, h: number): Vector {
  const v = 3 * corners[h];
  return [positions[v], positions[v + 1], positions[v + 2]];
}

/** From the start of half-edge h of the mesh to its end. */
function along(mesh: PreparedMesh, h: number): Vector {
  const a = vertex(mesh, h);
  const b = vertex(mesh, h % 3 === 2 ? h - 2 : h + 1);
  return [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
}

/** Twice the vector area. */
function normalOf(mesh: PreparedMesh, cycle: readonly number[]): Vector {
  const o = vertex(mesh, cycle[0]);
  const sum = [0, 0, 0];
  for (let k = 1; k + 1 < cycle.length; k++) {
    const a = vertex(mesh, cycle[k]);
    const b = vertex(mesh, cycle[k + 1]);
    const n = cross([a[0] - o[0], a[1] - o[1], a[2] - o[2]], [b[0] - o[0], b[1] - o[1], b[2] - o[2]]);
    for (let i = 0; i < 3; i++) sum[i] += n[i];
  }
  return [sum[0], sum[1], sum[2]];
}

function mean(points: readonly Vector[]): Vector {
  const sum = (k: number): number => points.reduce((s, p) => s + p[k], 0) / points.length;
  return [sum(0), sum(1), sum(2)];
}

function cross(u: Vector, v: Vector): Vector {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function dot(u: Vector, v: Vector): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function length(u: Vector): number {
  return Math.sqrt(dot(u, u));
}
