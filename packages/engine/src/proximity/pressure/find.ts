/**
 * Finds the polygons of a surface of equal pressure (Elandt 2022, ss. 5.0.2-5.0.3, app. C.1): triangles of a rigid solid in the cells of a
 * field; cells of two fields, where the two are equal; cells and the plane of a half-space; triangles below the plane of a half-space.
 * Where both cells have a face of zero pressure, the surface is cut by that of the first only: on it the pressure of the other is not
 * negative either.
 */
import {
  type BoxTree,
  CELL,
  CELL_EXTENT,
  CELL_GRADIENT,
  collectPairs,
  type ExtentField,
  makePairList,
  type PreparedMesh,
} from '../../geometry/index.ts';
import { CutPolygon } from './cut.ts';
import { SLAB, SLAB_BOTTOM, SLAB_TOP, slabGradient } from './half-layer.ts';
import type { PressureSurface } from './surface.ts';

const polygon = new CutPolygon();
const found = makePairList();
const normal = new Float64Array(3);
const heights = new Float64Array(4);
const triangle = new Float64Array(9);
/** x -> rot x + shift brings the other into the frame of the field. */
export interface OtherPose {
  readonly rot: Float64Array;
  readonly shift: Float64Array;
}

/** Rigid triangles in cells. False: not even the boxes around the two meet. */
export function meetTriangles(
  out: PressureSurface,
  field: ExtentField,
  mesh: PreparedMesh,
  moved: MovedCells,
  { rot: r, shift: t }: OtherPose,
  scale: Float64Array,
  thin: boolean,
): boolean {
  if (!collectPairs(found, field.tree, mesh.tree, r, t, 0)) return false;
  const { cells: S, flags, faces, corners, size } = field;
  const edges = mesh.owner.length;
  const otherCells = mesh.corners.length / 3;
  const base = field.faceCount * otherCells;
  moved.begin(otherCells);
  for (let i = 0; i < found.length; i += 2) {
    const a = found.pairs[i];
    const b = found.pairs[i + 1];
    moved.moveTriangle(mesh, b, r, t);
    const M = moved.data;
    const q = CELL * b;
    const o = CELL * a;
    if (isBeside(corners, 12 * a, M, q, ROUNDING * size[a])) continue;
    const cuts = crossed(S, o, M, 3, q);
    if (cuts < 0) continue;
    for (let k = 0; k < 3; k++) normal[k] = M[q + 9 + k];
    if (thin && !isNear(S, o + CELL_GRADIENT)) continue;
    polygon.count = 3;
    for (let k = 0; k < 9; k++) polygon.points[k] = M[q + k];
    for (let k = 0; k < 3; k++) polygon.labels[k] = 4 + k;
    if (!cutByCell(S, o, cuts, flags[a], 0)) continue;
    if (!out.add(polygon, normal, S, o + CELL_GRADIENT, scale, undefined, 0, a, b)) continue;
    for (let k = 0; k < polygon.count; k++) {
      const label = polygon.labels[k];
      out.parts.edge(
        label < 4 ? faces[4 * a + label] * otherCells + b : base + a * edges + mesh.edge[3 * b + label - 4],
      );
    }
  }
  return true;
}

/** Rounding bound of a height, as a part of the size of a cell. */
const ROUNDING = 1e-9;

/**
 * Is a cell (corners at v[c...]) wholly on one side of the plane of a triangle (corner and normal at M[q...])? Half of those with
 * overlapping boxes are.
 */
function isBeside(v: Float64Array, c: number, M: Float64Array, q: number, least: number): boolean {
  const x = M[q + 9];
  const y = M[q + 10];
  const z = M[q + 11];
  const d = x * M[q] + y * M[q + 1] + z * M[q + 2];
  const first = x * v[c] + y * v[c + 1] + z * v[c + 2] - d;
  if (Math.abs(first) <= least) return false;
  const side = first > 0 ? 1 : -1;
  for (let k = c + 3; k < c + 12; k += 3) {
    if (side * (x * v[k] + y * v[k + 1] + z * v[k + 2] - d) <= least) return false;
  }
  return true;
}

/** Smallest part of the gradient of a field across a near face: sides of a card do not count as near faces. */
const FACING = 0.2;

/** Does the triangle look into the field (gradient at g[at...]), as the nearest faces of a thin part do? */
function isNear(g: Float64Array, at: number): boolean {
  const x = g[at];
  const y = g[at + 1];
  const z = g[at + 2];
  return normal[0] * x + normal[1] * y + normal[2] * z < -FACING * Math.sqrt(x * x + y * y + z * z);
}

/** Triangle b into the frame of the field, `normal` into its solid. */
function placeTriangle(p: Float64Array, corners: Int32Array, b: number, r: Float64Array, t: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const v = 3 * corners[3 * b + k];
    for (let c = 0; c < 3; c++) {
      triangle[3 * k + c] = r[3 * c] * p[v] + r[3 * c + 1] * p[v + 1] + r[3 * c + 2] * p[v + 2] + t[c];
    }
  }
  const ux = triangle[3] - triangle[0];
  const uy = triangle[4] - triangle[1];
  const uz = triangle[5] - triangle[2];
  const vx = triangle[6] - triangle[0];
  const vy = triangle[7] - triangle[1];
  const vz = triangle[8] - triangle[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const s = -1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  normal[0] = s * nx;
  normal[1] = s * ny;
  normal[2] = s * nz;
}

/** Bits of the planes of a cell (at S[o...]) that cut `count` points; -1: they are all outside of one. */
function crossed(S: Float64Array, o: number, v: Float64Array, count: number, from = 0): number {
  let cuts = 0;
  for (let k = 0; k < 4; k++) {
    const q = o + 4 * k;
    const a = S[q];
    const b = S[q + 1];
    const c = S[q + 2];
    const d = S[q + 3];
    let outside = 0;
    let inside = 0;
    for (let i = from; i < from + 3 * count; i += 3) {
      const h = a * v[i] + b * v[i + 1] + c * v[i + 2] + d;
      if (h < 0) outside++;
      else if (h > 0) inside++;
    }
    if (outside === count) return -1;
    if (inside < count) cuts |= 1 << k;
  }
  return cuts;
}

/** Cuts the polygon by the planes of a cell of these bits; labels from `label` on. False: nothing is left. */
function cutByCell(S: Float64Array, o: number, cuts: number, flags: number, label: number): boolean {
  for (let k = 0; k < 4; k++) {
    if ((cuts & (1 << k)) === 0) continue;
    polygon.cut(S, o + 4 * k, (flags & (1 << k)) !== 0, label + k);
    if (polygon.count < 3) return false;
  }
  return true;
}

/** Cells or triangles of the other solid in the frame of the field, transformed on first use. */
export class MovedCells {
  data: Float64Array = new Float64Array(0);
  private seen = new Int32Array(0);
  private walk = 0;

  begin(count: number): void {
    if (this.seen.length < count) {
      this.data = new Float64Array(CELL * count);
      this.seen = new Int32Array(count);
      this.walk = 0;
    }
    this.walk++;
  }

  /** Corners and inward normal, 12 numbers from CELL * b on. */
  moveTriangle({ positions, corners }: PreparedMesh, b: number, r: Float64Array, t: Float64Array): void {
    if (this.seen[b] === this.walk) return;
    this.seen[b] = this.walk;
    placeTriangle(positions, corners, b, r, t);
    const o = CELL * b;
    for (let k = 0; k < 9; k++) this.data[o + k] = triangle[k];
    for (let k = 0; k < 3; k++) this.data[o + 9 + k] = normal[k];
  }

  move(from: Float64Array, cell: number, r: Float64Array, t: Float64Array): void {
    if (this.seen[cell] === this.walk) return;
    this.seen[cell] = this.walk;
    const { data: to } = this;
    for (let k = 0; k < 5; k++) {
      const o = CELL * cell + 4 * k;
      const x = from[o];
      const y = from[o + 1];
      const z = from[o + 2];
      const a = r[0] * x + r[1] * y + r[2] * z;
      const b = r[3] * x + r[4] * y + r[5] * z;
      const c = r[6] * x + r[7] * y + r[8] * z;
      to[o] = a;
      to[o + 1] = b;
      to[o + 2] = c;
      to[o + 3] = from[o + 3] - (a * t[0] + b * t[1] + c * t[2]);
    }
  }
}

/** Cells of two fields, where f is equal; scale: f over e of each [m]. */
export function meetFields(
  out: PressureSurface,
  field: ExtentField,
  other: ExtentField,
  moved: MovedCells,
  { rot: r, shift: t }: OtherPose,
  scale: Float64Array,
): boolean {
  if (!collectPairs(found, field.tree, other.tree, r, t, 0)) return false;
  moved.begin(other.count);
  const { cells: S, corners: v } = field;
  const base = field.faceCount * other.count;
  for (let i = 0; i < found.length; i += 2) {
    const a = found.pairs[i];
    const b = found.pairs[i + 1];
    moved.move(other.cells, b, r, t);
    const M = moved.data;
    const o = CELL * a;
    const q = CELL * b;
    const g = q + CELL_GRADIENT;
    for (let k = 0; k < 4; k++) {
      const c = 12 * a + 3 * k;
      heights[k] =
        scale[1] * (M[g] * v[c] + M[g + 1] * v[c + 1] + M[g + 2] * v[c + 2] + M[g + 3]) -
        scale[0] * S[o + CELL_EXTENT + k];
    }
    if (!polygon.section(v, 12 * a, heights)) continue;
    let cuts = crossed(M, q, v, 4, 12 * a);
    if (cuts < 0) continue;
    const zero = flagsZero(other.flags[b]);
    if (zero >= 0) cuts &= ~(1 << zero);
    if (!cutByCell(M, q, cuts, other.flags[b], 4)) continue;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      normal[c] = scale[1] * M[g + c] - scale[0] * S[o + CELL_GRADIENT + c];
      square += normal[c] * normal[c];
    }
    if (square === 0) continue; // equal gradients: no surface (Elandt 2022, app. C.2)
    const length = 1 / Math.sqrt(square);
    for (let c = 0; c < 3; c++) normal[c] *= length;
    if (!out.add(polygon, normal, S, o + CELL_GRADIENT, scale, M, g, a, b)) continue;
    for (let k = 0; k < polygon.count; k++) {
      const label = polygon.labels[k];
      out.parts.edge(
        label < 4
          ? field.faces[4 * a + label] * other.count + b
          : base + a * other.faceCount + other.faces[4 * b + label - 4],
      );
    }
  }
  return true;
}

function flagsZero(flags: number): number {
  return (flags >> 4) - 1;
}

/**
 * Cells and a half-space. scale: f over e of the field [m]. plane: its outward normal and offset in the frame of the field, n.x + d > 0 outside; slabs
 * of its own f (half-layer.ts), undefined where it is rigid.
 */
export function meetHalfSpace(
  out: PressureSurface,
  field: ExtentField,
  plane: Float64Array,
  slabs: Float64Array | undefined,
  scale: Float64Array,
): void {
  const { cells: S, corners: v, tree, faces } = field;
  const hits = below(tree, plane);
  const count = slabs === undefined ? 1 : slabs.length / SLAB;
  const base = field.faceCount * count;
  for (let i = 0; i < hits; i++) {
    const a = found.pairs[i];
    const o = CELL * a;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < 4; k++) {
      const c = 12 * a + 3 * k;
      const h = -(plane[0] * v[c] + plane[1] * v[c + 1] + plane[2] * v[c + 2] + plane[3]);
      above[k] = h;
      if (h < low) low = h;
      if (h > high) high = h;
    }
    for (let s = 0; s < count; s++) {
      if (slabs === undefined) for (let k = 0; k < 4; k++) heights[k] = above[k];
      else {
        if (s > 0 && high < slabs[SLAB * s + SLAB_TOP]) break;
        if (low > slabs[SLAB * s + SLAB_BOTTOM]) continue;
        slabGradient(depth, slabs, s, plane);
        for (let k = 0; k < 4; k++) {
          const c = 12 * a + 3 * k;
          const f = depth[0] * v[c] + depth[1] * v[c + 1] + depth[2] * v[c + 2] + depth[3];
          heights[k] = f - scale[0] * S[o + CELL_EXTENT + k];
        }
      }
      if (!polygon.section(v, 12 * a, heights)) continue;
      if (slabs !== undefined && !cutBySlab(slabs, s, plane, 4)) continue;
      let square = 0;
      for (let c = 0; c < 3; c++) {
        normal[c] = slabs === undefined ? -plane[c] : depth[c] - scale[0] * S[o + CELL_GRADIENT + c];
        square += normal[c] * normal[c];
      }
      if (square === 0) continue;
      const length = 1 / Math.sqrt(square);
      for (let c = 0; c < 3; c++) normal[c] *= length;
      const own = slabs === undefined ? undefined : depth;
      if (!out.add(polygon, normal, S, o + CELL_GRADIENT, halfScale(scale), own, 0, a, s)) continue;
      for (let k = 0; k < polygon.count; k++) {
        const label = polygon.labels[k];
        out.parts.edge(label < 4 ? count * faces[4 * a + label] + s : base + (count + 1) * a + s + label - 4);
      }
    }
  }
}

/** Of the slabs: those between their top (label) and their bottom (label + 1). False: nothing is left. */
function cutBySlab(slabs: Float64Array, s: number, plane: Float64Array, label: number): boolean {
  const top = slabs[SLAB * s + SLAB_TOP];
  const bottom = slabs[SLAB * s + SLAB_BOTTOM];
  if (s > 0) {
    for (let k = 0; k < 4; k++) side[k] = -plane[k];
    side[3] -= top;
    polygon.cut(side, 0, false, label);
    if (polygon.count < 3) return false;
  }
  if (bottom < Number.POSITIVE_INFINITY) {
    for (let k = 0; k < 4; k++) side[k] = plane[k];
    side[3] += bottom;
    polygon.cut(side, 0, true, label + 1);
  }
  return polygon.count >= 3;
}

const above = new Float64Array(4);
const side = new Float64Array(4);
/** gradient and offset of the f of a slab */
const depth = new Float64Array(4);

const both = new Float64Array(2);
/** That of the half-space is already among its numbers. */
function halfScale(scale: Float64Array): Float64Array {
  both[0] = scale[0];
  both[1] = 1;
  return both;
}

/** Triangles of a rigid mesh below the plane z = 0 of a half-space with a layer of slabs, in its frame. */
export function meetBelow(
  out: PressureSurface,
  mesh: PreparedMesh,
  { rot: r, shift: t }: OtherPose,
  slabs: Float64Array,
  thin: boolean,
): void {
  // the plane in the frame of the mesh
  plane[0] = r[6];
  plane[1] = r[7];
  plane[2] = r[8];
  plane[3] = t[2];
  const hits = below(mesh.tree, plane);
  const { positions: p, corners } = mesh;
  both[0] = 1;
  both[1] = 1;
  const count = slabs.length / SLAB;
  const base = count * mesh.owner.length;
  for (let i = 0; i < hits; i++) {
    const b = found.pairs[i];
    placeTriangle(p, corners, b, r, t);
    const low = -Math.max(triangle[2], triangle[5], triangle[8]);
    const high = -Math.min(triangle[2], triangle[5], triangle[8]);
    if (thin && !isNear(INTO, 0)) continue;
    for (let s = 0; s < count; s++) {
      if (high < slabs[SLAB * s + SLAB_TOP]) break;
      if (low > slabs[SLAB * s + SLAB_BOTTOM]) continue;
      polygon.count = 3;
      for (let k = 0; k < 9; k++) polygon.points[k] = triangle[k];
      for (let k = 0; k < 3; k++) polygon.labels[k] = mesh.edge[3 * b + k];
      if (s === 0) polygon.cut(INTO, 0, false, -1);
      if (polygon.count < 3 || !cutBySlab(slabs, s, UP, -3)) continue;
      slabGradient(depth, slabs, s, UP);
      if (!out.add(polygon, normal, depth, 0, both, undefined, 0, s, b)) continue;
      for (let k = 0; k < polygon.count; k++) {
        const label = polygon.labels[k];
        if (label >= 0) out.parts.edge(count * label + s);
        else if (label < -1) out.parts.edge(base + (count + 1) * b + s + label + 3);
      }
    }
  }
}

const plane = new Float64Array(4);
const INTO = Float64Array.of(0, 0, -1, 0);
const UP = Float64Array.of(0, 0, 1, 0);

let stack = new Int32Array(64);
/** Primitives whose leaf boxes reach below a plane (n.x + d < 0 is below), into found.pairs; how many. */
function below({ boxes, link, count, order, depth }: BoxTree, pl: Float64Array): number {
  if (stack.length < depth + 2) stack = new Int32Array(2 * depth + 4);
  let n = 0;
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    const node = stack[--top];
    if (clearance(boxes, 6 * node, pl) > 0) continue;
    const leaf = count[node];
    if (leaf === 0) {
      stack[top++] = link[node];
      stack[top++] = node + 1;
      continue;
    }
    if (n + leaf > found.pairs.length) {
      const larger = new Int32Array(2 * (n + leaf));
      larger.set(found.pairs);
      found.pairs = larger;
    }
    for (let i = link[node]; i < link[node] + leaf; i++) found.pairs[n++] = order[i];
  }
  return n;
}

/** [m] by which a box (centre and half lengths at b[o...]) is above a plane, below 0 where it is not. */
export function clearance(b: Float64Array, o: number, pl: Float64Array): number {
  return (
    pl[0] * b[o] +
    pl[1] * b[o + 1] +
    pl[2] * b[o + 2] +
    pl[3] -
    (Math.abs(pl[0]) * b[o + 3] + Math.abs(pl[1]) * b[o + 4] + Math.abs(pl[2]) * b[o + 5])
  );
}
