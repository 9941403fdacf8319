/**
 * Flat faces of a mesh: connected triangles in one plane, with the edges around them. Cutting a facet by a plane, or integrating over it,
 * needs these edges only and does not depend on its triangles.
 */
import { type BoxTree, buildBoxTree, type PreparedMesh } from '../../geometry/index.ts';

/** Largest distance of the corners of a triangle from its plane, as a part of the size of the mesh. */
const FLAT = 1e-12;
/** A corner counts as straight when its turn is below this part of the squared reach of its facet. */
const STRAIGHT = 1e-10;
/** A facet with fewer edges than this, and more than this part of the whole surface, is wide. */
const FEW_EDGES = 12;
const LARGE = 0.025;

/** From this number of edges on they are sorted, and neighbouring sectors are summed together. */
export const MANY_EDGES = 32;

/** Cosine of the largest angle of a group of sectors, 22.5 degrees plus rounding: the direction of spin friction changes little over it. */
const GROUP = 0.92387;

export interface Facets {
  readonly count: number;
  /** edges of facet i: start[i] ... start[i + 1] - 1, the face on their left seen from outside */
  readonly start: Int32Array;
  /** offsets of the ends of each edge in the positions of the mesh */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** by edge of a facet with many: 1 where a group of sectors summed together ends */
  readonly groupEnd: Uint8Array;
  /** outward unit normal (3), height of the plane along it [m] */
  readonly plane: Float64Array;
  /** [m] centroid (3) */
  readonly centre: Float64Array;
  /** [m] distance of the farthest corner from the centroid */
  readonly reach: Float64Array;
  /** 1: one of few large faces, whose sectors are wide */
  readonly wide: Uint8Array;
  /** by triangle of the mesh */
  readonly facetOf: Int32Array;
  readonly tree: BoxTree;
}

const made = new WeakMap<PreparedMesh, Facets>();
const cutUp = new WeakMap<PreparedMesh, Facets>();

/** The facets of a mesh, made on first use. */
export function facetsOf(mesh: PreparedMesh): Facets {
  let facets = made.get(mesh);
  if (facets === undefined) {
    facets = findFacets(mesh);
    made.set(mesh, facets);
  }
  return facets;
}

/** The same with non-convex facets, or facets with holes, divided into convex ones, whose sectors from an inside point are all positive. */
export function convexFacetsOf(mesh: PreparedMesh): Facets {
  let facets = cutUp.get(mesh);
  if (facets === undefined) {
    facets = findConvex(mesh, facetsOf(mesh));
    cutUp.set(mesh, facets);
  }
  return facets;
}

function findConvex(mesh: PreparedMesh, whole: Facets): Facets {
  const { facetOf, plane } = whole;
  const members: number[][] = Array.from({ length: whole.count }, () => []);
  for (let t = 0; t < facetOf.length; t++) members[facetOf[t]].push(t);
  if (members.every((_, f) => isConvex(mesh, whole, f))) return whole;
  const pieces: number[][] = [];
  const planes: number[] = [];
  const facet = new Int32Array(facetOf.length);
  members.forEach((triangles, f) => {
    for (const piece of isConvex(mesh, whole, f) ? [triangles] : cutConvex(mesh, whole, f, triangles)) {
      for (const t of piece) facet[t] = pieces.length;
      pieces.push(piece);
      planes.push(...plane.subarray(4 * f, 4 * f + 4));
    }
  });
  return collect(mesh, triangleNormals(mesh), facet, pieces, planes);
}

/** Twice the area that q, r, s turn round the normal n[o...], [m^2]. */
function turn(n: Float64Array, o: number, p: Float64Array, q: number, r: number, s: number): number {
  const ux = p[r] - p[q];
  const uy = p[r + 1] - p[q + 1];
  const uz = p[r + 2] - p[q + 2];
  const vx = p[s] - p[r];
  const vy = p[s + 1] - p[r + 1];
  const vz = p[s + 2] - p[r + 2];
  return n[o] * (uy * vz - uz * vy) + n[o + 1] * (uz * vx - ux * vz) + n[o + 2] * (ux * vy - uy * vx);
}

/** No corner of the facet lies to the right of an edge of it. */
function isConvex({ positions: p }: PreparedMesh, { start, from, to, plane, reach }: Facets, f: number): boolean {
  const least = -STRAIGHT * reach[f] * reach[f];
  for (let e = start[f]; e < start[f + 1]; e++) {
    for (let k = start[f]; k < start[f + 1]; k++) {
      if (turn(plane, 4 * f, p, from[e], to[e], from[k]) < least) return false;
    }
  }
  return true;
}

/** The triangles of a facet in groups that are convex, joined over edges between them one after the other (Hertel and Mehlhorn 1983). */
function cutConvex(
  { corners, twin, positions: p }: PreparedMesh,
  { facetOf, plane, reach }: Facets,
  f: number,
  triangles: readonly number[],
): number[][] {
  const least = -STRAIGHT * reach[f] * reach[f];
  const polygon = new Map(triangles.map((t) => [t, [0, 1, 2].map((k) => 3 * corners[3 * t + k])]));
  const members = new Map(triangles.map((t) => [t, [t]]));
  const pieceOf = new Map(triangles.map((t) => [t, t]));
  for (const t of triangles) {
    for (let k = 0; k < 3; k++) {
      const h = 3 * t + k;
      const other = Math.floor(twin[h] / 3);
      if (facetOf[other] !== f) continue;
      const [mine, its] = [pieceOf.get(t) as number, pieceOf.get(other) as number];
      if (mine === its) continue;
      const [a, b] = [3 * corners[h], 3 * corners[k === 2 ? h - 2 : h + 1]];
      const joined = join(polygon.get(mine) as number[], polygon.get(its) as number[], a, b);
      const n = joined.length;
      const bends = joined.some(
        (_, i) => turn(plane, 4 * f, p, joined[i], joined[(i + 1) % n], joined[(i + 2) % n]) < least,
      );
      if (bends) continue;
      polygon.set(mine, joined);
      for (const moved of members.get(its) as number[]) {
        pieceOf.set(moved, mine);
        (members.get(mine) as number[]).push(moved);
      }
      members.delete(its);
      polygon.delete(its);
    }
  }
  return [...members.values()];
}

/** Joins two polygons that share the edge from a to b of the first, and removes further edges that they share next to it. */
function join(first: readonly number[], second: readonly number[], a: number, b: number): number[] {
  const around = (list: readonly number[], at: number): number[] => [...list.slice(at), ...list.slice(0, at)];
  // first from b round to a, second from a round to b
  const out = [...around(first, first.indexOf(b)), ...around(second, second.indexOf(a)).slice(1, -1)];
  for (let i = 0; i < out.length && out.length > 3; ) {
    const n = out.length;
    if (out[(i + n - 1) % n] !== out[(i + 1) % n]) {
      i++;
      continue;
    }
    // there and back
    const [one, two] = [i, (i + 1) % n].sort((x, y) => y - x);
    out.splice(one, 1);
    out.splice(two, 1);
    i = 0;
  }
  return out;
}

function findFacets(mesh: PreparedMesh): Facets {
  const { corners, twin, positions } = mesh;
  const size = corners.length / 3;
  const normals = triangleNormals(mesh);
  const areas = Array.from({ length: size }, (_, f) => length(normals, 3 * f));
  // large triangles define the plane most accurately
  const bySize = areas.map((_, f) => f).sort((f, g) => areas[g] - areas[f] || f - g);
  const facet = new Int32Array(size).fill(-1);
  const planes: number[] = [];
  const members: number[][] = [];
  for (const seed of bySize) {
    if (facet[seed] >= 0) continue;
    const id = members.length;
    const scale = areas[seed] > 0 ? 1 / areas[seed] : 0;
    const n = [0, 1, 2].map((k) => scale * normals[3 * seed + k]);
    const height = dot(n, positions, 3 * corners[3 * seed]);
    const joins = (f: number): boolean => {
      if (facet[f] >= 0 || dot(n, normals, 3 * f) < 0) return false;
      for (let k = 0; k < 3; k++) {
        if (Math.abs(dot(n, positions, 3 * corners[3 * f + k]) - height) > FLAT * mesh.radius) return false;
      }
      return true;
    };
    const found = [seed];
    facet[seed] = id;
    for (let next = 0; next < found.length; next++) {
      for (let k = 0; k < 3; k++) {
        const other = Math.floor(twin[3 * found[next] + k] / 3);
        if (scale === 0 || !joins(other)) continue;
        facet[other] = id;
        found.push(other);
      }
    }
    planes.push(...n, height);
    members.push(found);
  }
  return collect(mesh, normals, facet, members, planes);
}

function collect(
  mesh: PreparedMesh,
  normals: Float64Array,
  facet: Int32Array,
  members: readonly number[][],
  planes: readonly number[],
): Facets {
  const { corners, twin, positions } = mesh;
  const start = [0];
  const from: number[] = [];
  const to: number[] = [];
  const centre = new Float64Array(3 * members.length);
  const bounds = new Float64Array(6 * members.length);
  const areas: number[] = [];
  const reach = new Float64Array(members.length);
  const groupEnd: number[] = [];
  members.forEach((triangles, id) => {
    let area = 0;
    bounds.fill(Number.POSITIVE_INFINITY, 6 * id, 6 * id + 3);
    bounds.fill(Number.NEGATIVE_INFINITY, 6 * id + 3, 6 * id + 6);
    for (const f of triangles) {
      const weight = length(normals, 3 * f);
      area += weight;
      for (let k = 0; k < 3; k++) {
        const h = 3 * f + k;
        const a = 3 * corners[h];
        for (let i = 0; i < 3; i++) {
          centre[3 * id + i] += (weight * positions[a + i]) / 3;
          bounds[6 * id + i] = Math.min(bounds[6 * id + i], positions[a + i]);
          bounds[6 * id + 3 + i] = Math.max(bounds[6 * id + 3 + i], positions[a + i]);
        }
        if (facet[Math.floor(twin[h] / 3)] === id) continue;
        from.push(a);
        to.push(3 * corners[k === 2 ? h - 2 : h + 1]);
      }
    }
    for (let i = 0; i < 3; i++) centre[3 * id + i] /= area > 0 ? area : 1;
    const first = start[id];
    if (from.length - first >= MANY_EDGES) sortAround(first, from, to);
    if (from.length - first >= MANY_EDGES)
      groupEnd.push(...endsOfGroups(positions, centre.subarray(3 * id), planes, 4 * id, from, to, first));
    else for (let e = first; e < from.length; e++) groupEnd.push(1);
    start.push(from.length);
    areas.push(area);
    for (let e = first; e < from.length; e++) {
      const [x, y, z] = [0, 1, 2].map((i) => positions[from[e] + i] - centre[3 * id + i]);
      reach[id] = Math.max(reach[id], Math.sqrt(x * x + y * y + z * z));
    }
  });
  const surface = areas.reduce((a, b) => a + b);
  const wide = areas.map((area, id) => (start[id + 1] - start[id] < FEW_EDGES && area > LARGE * surface ? 1 : 0));
  return {
    count: members.length,
    start: Int32Array.from(start),
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    groupEnd: Uint8Array.from(groupEnd),
    plane: Float64Array.from(planes),
    centre,
    reach,
    wide: Uint8Array.from(wide),
    facetOf: facet,
    tree: buildBoxTree(bounds),
  };
}

/** Edges from `first` on, one after the other along the outlines. */
function sortAround(first: number, from: number[], to: number[]): void {
  for (let e = first + 1; e < from.length; e++) {
    let next = e;
    for (let k = e; k < from.length; k++) {
      if (from[k] !== to[e - 1]) continue;
      next = k;
      break;
    }
    for (const list of [from, to]) [list[e], list[next]] = [list[next], list[e]];
  }
}

/** Marks the edges from `first` on that end a group: no group spans more than GROUP about the centre c, or turns in both directions. */
function endsOfGroups(
  p: Float64Array,
  c: Float64Array,
  planes: readonly number[],
  n: number,
  from: readonly number[],
  to: readonly number[],
  first: number,
): number[] {
  const arm = (o: number): number[] => [0, 1, 2].map((k) => p[o + k] - c[k]);
  const turn = (e: number): number => {
    const [u, v] = [arm(from[e]), arm(to[e])];
    const [x, y, z] = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    return Math.sign(planes[n] * x + planes[n + 1] * y + planes[n + 2] * z);
  };
  const cosine = (a: number, b: number): number => {
    const [u, v] = [arm(a), arm(b)];
    const lengths = Math.sqrt((u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    return lengths > 0 ? (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / lengths : 1;
  };
  const ends: number[] = [];
  let begin = first;
  for (let e = first; e < from.length; e++) {
    const more =
      e + 1 < from.length &&
      from[e + 1] === to[e] &&
      turn(e + 1) === turn(begin) &&
      cosine(from[begin], to[e + 1]) >= GROUP;
    ends.push(more ? 0 : 1);
    if (!more) begin = e + 1;
  }
  return ends;
}

/** Twice the vector areas. */
function triangleNormals({ corners, positions }: PreparedMesh): Float64Array {
  const normals = new Float64Array(corners.length);
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = [3 * corners[i], 3 * corners[i + 1], 3 * corners[i + 2]];
    const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    normals[i] = u[1] * v[2] - u[2] * v[1];
    normals[i + 1] = u[2] * v[0] - u[0] * v[2];
    normals[i + 2] = u[0] * v[1] - u[1] * v[0];
  }
  return normals;
}

function dot(n: readonly number[], x: Float64Array, o: number): number {
  return n[0] * x[o] + n[1] * x[o + 1] + n[2] * x[o + 2];
}

function length(x: Float64Array, o: number): number {
  return Math.sqrt(x[o] * x[o] + x[o + 1] * x[o + 1] + x[o + 2] * x[o + 2]);
}

let stack = new Int32Array(64);
const at = new Float64Array(3);

/**
 * The facet that is all of the surface within a box (centre, half lengths) in the frame of the mesh; -1 where there is none or more than
 * one. Its edges lie outside, otherwise the facets beyond them would be in the box: if it covers one point of its plane in the box, it
 * covers all of them.
 */
export function onlyFacet(mesh: PreparedMesh, facets: Facets, box: Float64Array): number {
  const { tree, plane } = facets;
  const { boxes, link, count, order } = tree;
  if (stack.length < tree.depth + 2) stack = new Int32Array(2 * (tree.depth + 2));
  let only = -1;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const o = 6 * node;
    if (Math.abs(boxes[o] - box[0]) > boxes[o + 3] + box[3]) continue;
    if (Math.abs(boxes[o + 1] - box[1]) > boxes[o + 4] + box[4]) continue;
    if (Math.abs(boxes[o + 2] - box[2]) > boxes[o + 5] + box[5]) continue;
    if (count[node] === 0) {
      stack[top++] = link[node];
      stack[top++] = node + 1;
      continue;
    }
    for (let i = link[node]; i < link[node] + count[node]; i++) {
      const p = 4 * order[i];
      const x = plane[p];
      const y = plane[p + 1];
      const z = plane[p + 2];
      const height = x * box[0] + y * box[1] + z * box[2] - plane[p + 3];
      if (Math.abs(height) > Math.abs(x) * box[3] + Math.abs(y) * box[4] + Math.abs(z) * box[5]) continue;
      if (only >= 0) return -1;
      only = order[i];
    }
  }
  return only >= 0 && covers(mesh, facets, only, box) ? only : -1;
}

/** Does the facet cover a point of its plane in the box? By the edges a ray in the plane crosses, seen along an axis. */
function covers({ positions }: PreparedMesh, facets: Facets, f: number, box: Float64Array): boolean {
  const { plane, start, from, to } = facets;
  let reach = 0;
  let height = -plane[4 * f + 3];
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    const n = plane[4 * f + k];
    height += n * box[k];
    reach += Math.abs(n) * box[3 + k];
    if (Math.abs(n) > Math.abs(plane[4 * f + axis])) axis = k;
  }
  // from the centre of the box towards the corner that is deepest behind the plane, or the opposite one
  for (let k = 0; k < 3; k++) at[k] = box[k] - (height / reach) * Math.sign(plane[4 * f + k]) * box[3 + k];
  const i = (axis + 1) % 3;
  const j = (axis + 2) % 3;
  let inside = false;
  for (let e = start[f]; e < start[f + 1]; e++) {
    const a = from[e];
    const b = to[e];
    const low = positions[a + j] - at[j];
    const high = positions[b + j] - at[j];
    if (low > 0 === high > 0) continue;
    const where = positions[a + i] + (low / (low - high)) * (positions[b + i] - positions[a + i]);
    if (where > at[i]) inside = !inside;
  }
  return inside;
}
