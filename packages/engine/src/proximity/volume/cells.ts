/**
 * The cell of a face: the part of a solid that is nearest to this face, bounded at each edge by the bisecting plane between the face and
 * its neighbour. Neighbouring cells share that plane, so together they fill the layer under the surface exactly once, to a depth of about
 * the width of faces. Where possible, triangles are joined to convex polygons, so that the division of a face has no effect.
 */
import type { BoxTree, PreparedMesh } from '../../geometry/index.ts';
import { polygonsOf } from '../polyhedra/polygon-mesh.ts';

/** In the frame of the mesh, from its centre. */
export interface Cells {
  /** of each face: outward unit normal (3), height of its plane [m]; all zero for a face without area, which has no cell */
  readonly plane: Float64Array;
  /** bounds of cell f: start[f] ... start[f + 1] - 1, four numbers each, x.n <= h */
  readonly start: Int32Array;
  readonly bounds: Float64Array;
  /** of each bound: start of its edge (3) [m], the face beyond it */
  readonly corners: Float64Array;
  readonly across: Int32Array;
  /** [m] depth in its cell down to which no other face is nearer, except rivals; NaN: not computed yet (clear-depth.ts) */
  readonly clear: Float64Array;
  /** RIVALS for each face, -1: none */
  readonly rivals: Int32Array;
  readonly tree: BoxTree;
  /** true for one convex solid: the nearest face is the one with the nearest plane, and bounds are not needed */
  readonly convex: boolean;
  /** largest ratio of the distance of a face to that of its plane, in its cell: above 1 along concave edges */
  readonly wider: number;
}

/** Most rivals stored for a face: faces that meet it at a corner, or beyond one, and may be nearer in part of its cell. */
export const RIVALS = 6;

const made = new WeakMap<PreparedMesh, Cells>();

/** The cells of a mesh, made on first use. */
export function cellsOf(mesh: PreparedMesh): Cells {
  let cells = made.get(mesh);
  if (cells === undefined) {
    cells = makeCells(mesh);
    made.set(mesh, cells);
  }
  return cells;
}

/** Sine of half the angle below which an edge counts as flat; largest widening of cells taken into account. */
const HOLLOW = 1e-7;
const WIDEST = 16;

function makeCells(mesh: PreparedMesh): Cells {
  const { positions } = mesh;
  const polygons = polygonsOf(mesh);
  const count = polygons?.count ?? mesh.source.length;
  const corner = polygons?.corner ?? mesh.corners;
  const twin = polygons?.twin ?? mesh.twin;
  const start = polygons?.start ?? Int32Array.from({ length: count + 1 }, (_, f) => 3 * f);
  const next = (h: number): number => polygons?.next[h] ?? (h % 3 === 2 ? h - 2 : h + 1);
  const faceOf = (h: number): number => polygons?.face[h] ?? (h - (h % 3)) / 3;
  const at = (h: number): number[] => [0, 1, 2].map((k) => positions[3 * corner[h] + k]);
  const plane = polygons?.plane.slice() ?? new Float64Array(4 * count);
  if (polygons === undefined) {
    for (let f = 0; f < count; f++) {
      const a = at(3 * f);
      const n = unit(cross(minus(at(3 * f + 1), a), minus(at(3 * f + 2), a)));
      plane.set([...n, dot(n, a)], 4 * f);
    }
  }
  const bounds = new Float64Array(4 * start[count]);
  const corners = new Float64Array(3 * start[count]);
  const across = new Int32Array(start[count]);
  let hollow = 0;
  for (let h = 0; h < start[count]; h++) {
    const n = [...plane.subarray(4 * faceOf(h), 4 * faceOf(h) + 3)];
    const m = [...plane.subarray(4 * faceOf(twin[h]), 4 * faceOf(twin[h]) + 3)];
    const along = minus(at(next(h)), at(h));
    // the sine of half the angle by which the surface turns back at the edge
    if (dot(cross(n, m), along) < 0) hollow = Math.max(hollow, Math.sqrt(Math.max(0, 0.5 * (1 - dot(n, m)))));
    // where two faces of a thin plate meet back to back there is no bisector: the bound is perpendicular at the edge
    const mean = n.map((x, k) => x + m[k]);
    const folded = Math.abs(mean[0]) + Math.abs(mean[1]) + Math.abs(mean[2]) < 1e-6;
    const bound = unit(cross(along, folded ? n : mean));
    bounds.set([...bound, dot(bound, at(h))], 4 * h);
    corners.set(at(h), 3 * h);
    across[h] = faceOf(twin[h]);
  }
  const clear = new Float64Array(count).fill(Number.NaN);
  const rivals = new Int32Array(RIVALS * count).fill(-1);
  // and along the lines in which cells end below corners, where these lead out of the prism under the face
  let wider = Math.min(WIDEST, 1 / Math.sqrt(Math.max(0, 1 - hollow * hollow)));
  for (let h = 0; h < start[count]; h++) {
    const f = faceOf(next(h));
    const [a, b] = [h, next(h)].map((e) => [...bounds.subarray(4 * e, 4 * e + 3)]);
    const n = [...plane.subarray(4 * f, 4 * f + 3)];
    const line = cross(a, b);
    const down = dot(line, n);
    const out = [h, next(h)].some((e) => dot(cross(minus(at(next(e)), at(e)), n), line) / down < 0);
    if (out) wider = Math.max(wider, Math.min(WIDEST, Math.sqrt(dot(line, line)) / Math.abs(down)));
  }
  // triangles without area may conceal concave edges
  const whole = mesh.shellStart.length === 2 && plane.every((_, i) => i % 4 !== 0 || hasArea(plane, i / 4));
  const tree = polygons?.tree ?? mesh.tree;
  return { plane, start, bounds, corners, across, clear, rivals, tree, convex: whole && hollow < HOLLOW, wider };
}

/** A face without area has no cell. */
export function hasArea(plane: Float64Array, f: number): boolean {
  return plane[4 * f] !== 0 || plane[4 * f + 1] !== 0 || plane[4 * f + 2] !== 0;
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, k) => x - b[k]);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Of nothing, nothing. */
function unit(a: readonly number[]): number[] {
  const size = Math.sqrt(dot(a, a));
  return a.map((x) => (size > 0 ? x / size : 0));
}
