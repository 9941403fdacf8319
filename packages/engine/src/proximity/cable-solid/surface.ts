/**
 * The surface of a closed mesh, prepared for distances: corners, normals of faces, edges and corners (sums of the faces' normals, at a
 * corner weighted by their angles, so that their sign distinguishes inside from outside; Baerentzen and Aanaes 2005), neighbourhood, and a
 * tree of boxes.
 */
import type { GrowableInt32 } from '../../base/index.ts';
import {
  type BoxTree,
  distanceOf,
  IN_FACE,
  type MeshDistance,
  ON_CORNER,
  ON_EDGE,
  type PreparedMesh,
  tipNormals,
  type TrianglePoint,
} from '../../geometry/index.ts';

export interface SolidSurface {
  readonly count: number;
  /** of the mesh: its triangles are in the order of the tree */
  readonly distance: MeshDistance;
  /** [m] nine numbers a triangle */
  readonly corners: Float64Array;
  /** unit, x y z of each triangle */
  readonly normals: Float64Array;
  /** x y z of each half-edge (three a triangle), of the edge it lies on; not unit */
  readonly edgeNormals: Float64Array;
  /** x y z of each corner of each triangle; not unit */
  readonly cornerNormals: Float64Array;
  /** edge of each half-edge, vertex of each corner */
  readonly edge: Int32Array;
  readonly vertex: Int32Array;
  readonly edgeCount: number;
  readonly vertexCount: number;
  /** triangles at a vertex */
  readonly fan: Int32Array;
  /** triangles joined across edges that turn by less than 30 degrees have the same number */
  readonly group: Int32Array;
  /** the lowest group of the triangles at an edge, and at a vertex */
  readonly edgeGroup: Int32Array;
  readonly vertexGroup: Int32Array;
  /** [m] centre x y z and radius of a ball around each triangle */
  readonly balls: Float64Array;
  readonly tree: BoxTree;
  /** [m] lowest x y z, highest x y z */
  readonly bounds: Float64Array;
}

/** Cosine of the angle between normals across an edge below which it separates two groups. */
const SMOOTH = 0.866;

const made = new WeakMap<PreparedMesh, SolidSurface>();

/** Made once for each mesh: it has the tree and the frame of the mesh, with the origin at the mesh's centre. */
export function surfaceOf(mesh: PreparedMesh): SolidSurface {
  let surface = made.get(mesh);
  if (surface === undefined) {
    surface = makeSurface(mesh);
    made.set(mesh, surface);
  }
  return surface;
}

function makeSurface(mesh: PreparedMesh): SolidSurface {
  const { positions, corners: vertex, edge, twin, tree } = mesh;
  const count = vertex.length / 3;
  const distance = distanceOf(mesh);
  const { corners, normals } = distance;
  const vertexCount = positions.length / 3;
  const edgeCount = mesh.owner.length;
  const fan = new Int32Array(vertexCount);
  for (let i = 0; i < 3 * count; i++) fan[vertex[i]]++;
  const group = smoothGroups(normals, twin, count);
  return {
    count,
    distance,
    corners,
    normals,
    edgeNormals: edgeNormals(normals, edge, edgeCount, count),
    cornerNormals: tipNormals(corners, normals, (t, k) => vertex[3 * t + k], count, vertexCount),
    edge,
    vertex,
    edgeCount,
    vertexCount,
    fan,
    group,
    edgeGroup: lowestGroups(group, edge, edgeCount),
    vertexGroup: lowestGroups(group, vertex, vertexCount),
    balls: ballsOf(corners, count),
    tree,
    bounds: outerBounds(positions),
  };
}

function edgeNormals(normals: Float64Array, edge: Int32Array, edgeCount: number, count: number): Float64Array {
  const sums = new Float64Array(3 * edgeCount);
  for (let h = 0; h < 3 * count; h++) {
    for (let k = 0; k < 3; k++) sums[3 * edge[h] + k] += normals[3 * Math.floor(h / 3) + k];
  }
  const out = new Float64Array(9 * count);
  for (let h = 0; h < 3 * count; h++) for (let k = 0; k < 3; k++) out[3 * h + k] = sums[3 * edge[h] + k];
  return out;
}

/** Numbers of the groups in the order of their first triangles. */
function smoothGroups(normals: Float64Array, twin: Int32Array, count: number): Int32Array {
  const group = new Int32Array(count).fill(-1);
  let groups = 0;
  const todo: number[] = [];
  for (let seed = 0; seed < count; seed++) {
    if (group[seed] >= 0) continue;
    group[seed] = groups;
    todo.push(seed);
    for (let t = todo.pop(); t !== undefined; t = todo.pop()) {
      for (let k = 0; k < 3; k++) {
        const other = Math.floor(twin[3 * t + k] / 3);
        if (group[other] >= 0) continue;
        let cosine = 0;
        for (let d = 0; d < 3; d++) cosine += normals[3 * t + d] * normals[3 * other + d];
        if (cosine < SMOOTH) continue;
        group[other] = groups;
        todo.push(other);
      }
    }
    groups++;
  }
  return group;
}

/** Of the triangles at each of `size` edges or vertices; three of them belong to a triangle. */
function lowestGroups(group: Int32Array, owned: Int32Array, size: number): Int32Array {
  const lowest = new Int32Array(size).fill(group.length);
  for (let i = 0; i < 3 * group.length; i++) {
    lowest[owned[i]] = Math.min(lowest[owned[i]], group[Math.floor(i / 3)]);
  }
  return lowest;
}

function ballsOf(c: Float64Array, count: number): Float64Array {
  const balls = new Float64Array(4 * count);
  for (let t = 0; t < count; t++) {
    let radius2 = 0;
    for (let k = 0; k < 3; k++) balls[4 * t + k] = (c[9 * t + k] + c[9 * t + 3 + k] + c[9 * t + 6 + k]) / 3;
    for (let v = 0; v < 9; v += 3) {
      let d2 = 0;
      for (let k = 0; k < 3; k++) {
        const e = c[9 * t + v + k] - balls[4 * t + k];
        d2 += e * e;
      }
      radius2 = Math.max(radius2, d2);
    }
    balls[4 * t + 3] = Math.sqrt(radius2) * (1 + 1e-14);
  }
  return balls;
}

function outerBounds(positions: Float64Array): Float64Array {
  const out = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < positions.length; i++) {
    out[i % 3] = Math.min(out[i % 3], positions[i]);
    out[3 + (i % 3)] = Math.max(out[3 + (i % 3)], positions[i]);
  }
  return out;
}

/** Appends to `out` the triangles whose leaf boxes overlap the box (lowest x y z, highest x y z). */
export function trianglesInBox(out: GrowableInt32, tree: BoxTree, box: Float64Array): void {
  const { boxes, link, count, order } = tree;
  const cx = 0.5 * (box[0] + box[3]);
  const cy = 0.5 * (box[1] + box[4]);
  const cz = 0.5 * (box[2] + box[5]);
  const hx = 0.5 * (box[3] - box[0]);
  const hy = 0.5 * (box[4] - box[1]);
  const hz = 0.5 * (box[5] - box[2]);
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const o = 6 * node;
    if (
      Math.abs(boxes[o] - cx) > boxes[o + 3] + hx ||
      Math.abs(boxes[o + 1] - cy) > boxes[o + 4] + hy ||
      Math.abs(boxes[o + 2] - cz) > boxes[o + 5] + hz
    ) {
      continue;
    }
    const n = count[node];
    if (n === 0) {
      stack[top++] = link[node];
      stack[top++] = node + 1;
      continue;
    }
    out.reserve(out.length + n);
    for (let k = 0; k < n; k++) out.data[out.length++] = order[link[node] + k];
  }
}

/** a tree of triangles in leaves of 2 is far less deep than this */
const stack = new Int32Array(512);

/** [m] distance of a point from the whole surface, negative inside: for set-up and rare use. */
export function signedDistance({ distance }: SolidSurface, p: Float64Array): number {
  return -distance.inside(p[0], p[1], p[2]);
}

/** 1 outside, -1 inside, by the normal of the part of triangle t that is closest to p. */
export function sideOf(surface: SolidSurface, t: number, place: TrianglePoint, p: Float64Array): number {
  const { part } = place;
  const from = part === IN_FACE ? surface.normals : part < ON_CORNER ? surface.edgeNormals : surface.cornerNormals;
  const at = part === IN_FACE ? 3 * t : 9 * t + 3 * (part < ON_CORNER ? part - ON_EDGE : part - ON_CORNER);
  const height = from[at] * (p[0] - place.x) + from[at + 1] * (p[1] - place.y) + from[at + 2] * (p[2] - place.z);
  return height < 0 ? -1 : 1;
}
