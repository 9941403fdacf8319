/**
 * The part of a solid that lies nearer to one of its flat faces than to the others: bounded at each edge by the plane half-way
 * to the face beyond it, and by the one half-way to what lies opposite, through the solid. Cells of neighbours share those
 * planes, so together they fill the solid once; below faces smaller than the depth, as on a rounded edge, and at corners of
 * holes they may overlap or leave something out. How a face was cut into triangles does not matter, unless it is not convex: then each
 * of its triangles is a cell.
 */
import { type BoxTree, buildBoxTree, collectAlongRay, makePairList } from '../../geometry/index.ts';
import type { PreparedMesh } from '../mesh-mesh/prepared-mesh.ts';
import { cellShape, cross, dot, meshBox, minus } from './cell-shape.ts';
import { type Facets, facetsOf } from './facets.ts';

/** Numbers a bound: outward unit normal (3), height, and a point of its plane and the face's (3), where there is one. */
export const BOUND_STRIDE = 7;

/**
 * Numbers a corner: place (3), and of three of the cell's bounds, counted from its first: one that slopes, and those along which
 * its outline comes to the corner and goes on.
 */
export const CORNER_STRIDE = 6;

export interface Cells {
  readonly count: number;
  /** outward unit normal (3) and height [m] of each cell's face, in the frame of the mesh */
  readonly plane: Float64Array;
  /** bounds of cell i: start[i] ... start[i + 1] - 1, x.b <= h within; from upright[i] on they stand across its face */
  readonly start: Int32Array;
  readonly upright: Int32Array;
  readonly bound: Float64Array;
  /** corners of cell i below its face: cornerStart[i] ... */
  readonly cornerStart: Int32Array;
  readonly corner: Float64Array;
  /** cell of each given triangle; -1: it has no area, and no cell */
  readonly ofSource: Int32Array;
  /** of boxes around the cells, within the mesh */
  readonly tree: BoxTree;
}

type Vec = readonly number[];

interface Bound {
  readonly normal: Vec;
  readonly height: number;
}

/** Sine below which a bound stands across its face; part of the mesh below which lengths are rounding. */
const UPRIGHT = 1e-12;
const ROUNDING = 1e-10;
/** Part of the square of the mesh's radius below which a face of a cell is none. */
const SLIVER = 1e-10;
/** Part of the mesh's radius by which cells end before half-way to what is opposite. */
const SHORT = 1e-6;
/** Facets with more edges are taken triangle by triangle. */
const MOST_EDGES = 256;
/** Rays sent into the solid from a face: its middle, and half-way to this many of its corners. */
const MORE_RAYS = 8;

const made = new WeakMap<PreparedMesh, Cells>();

/** Of a mesh, made when first asked for. */
export function cellsOf(mesh: PreparedMesh): Cells {
  let cells = made.get(mesh);
  if (cells === undefined) {
    cells = makeCells(mesh);
    made.set(mesh, cells);
  }
  return cells;
}

function makeCells(mesh: PreparedMesh): Cells {
  const { corners, positions, source, twin } = mesh;
  const facets = facetsOf(mesh);
  const at = (v: number): Vec => [...positions.subarray(v, v + 3)];
  const normalOf = (f: number): Vec => [...facets.plane.subarray(4 * f, 4 * f + 3)];
  const triangles = source.length;

  // which edges around which face: half-edges
  const around: number[][] = [];
  const facet: number[] = [];
  const cellOf = new Int32Array(triangles).fill(-1);
  const members: number[][] = Array.from({ length: facets.count }, () => []);
  for (let t = 0; t < triangles; t++) members[facets.of[t]].push(t);
  for (let f = 0; f < facets.count; f++) {
    if (normalOf(f).every((x) => x === 0)) continue;
    const whole = isConvex(mesh, facets, f);
    const parts = whole ? [members[f]] : members[f].map((t) => [t]);
    for (const part of parts) {
      for (const t of part) cellOf[t] = around.length;
      facet.push(f);
      const own = facets.half.subarray(facets.start[f], facets.start[f + 1]);
      around.push(whole ? [...own] : part.flatMap((t) => [3 * t, 3 * t + 1, 3 * t + 2]));
    }
  }

  const count = around.length;
  const plane = new Float64Array(4 * count);
  const start = [0];
  const upright: number[] = [];
  const corner: number[] = [];
  const cornerStart = [0];
  const boxes = new Float64Array(6 * count);
  const outer = meshBox(positions);
  const bound: number[] = [];
  for (let i = 0; i < count; i++) {
    const f = facet[i];
    plane.set(facets.plane.subarray(4 * f, 4 * f + 4), 4 * i);
    const n = normalOf(f);
    const height = facets.plane[4 * f + 3];
    const bounds: Bound[] = [];
    for (const h of around[i]) {
      const a = at(3 * corners[h]);
      const b = at(3 * corners[h % 3 === 2 ? h - 2 : h + 1]);
      const other = (twin[h] - (twin[h] % 3)) / 3;
      // where two faces of a thin plate meet back to back there is no middle: the bound stands on the edge
      const mean = n.map((x, k) => x + normalOf(facets.of[other])[k]);
      const folded = Math.abs(mean[0]) + Math.abs(mean[1]) + Math.abs(mean[2]) < 1e-6;
      const normal = unit(cross(minus(b, a), folded ? n : mean));
      bounds.push({ normal, height: dot(normal, a) });
    }
    const outline = around[i].map((h) => at(3 * corners[h]));
    // a part of a facet also ends where edges of the facet that it only touches would cut it off
    if (outline.length === 3) bounds.push(...touchingBounds(mesh, facets, f, around[i], outline));
    bounds.push(...oppositeBounds(mesh, facets, f, outline));
    // bounds that others already keep from the cell would only meet them in corners that are none
    const tried = cellShape(outer, [{ normal: n, height }, ...bounds], mesh.radius);
    const needed = bounds.filter((_, b) => tried.areas[b + 1] > SLIVER * mesh.radius * mesh.radius);
    const slopes = ({ normal }: Bound): boolean => Math.abs(dot(normal, n)) > UPRIGHT;
    const sorted = [...needed.filter(slopes), ...needed.filter((b) => !slopes(b))];
    upright.push(start[i] + needed.filter(slopes).length);
    for (const b of sorted) {
      bound.push(...b.normal, b.height, ...onBoth(n, height, b));
    }
    const shape = cellShape(outer, [{ normal: n, height }, ...sorted], mesh.radius);
    boxes.set(shape.box, 6 * i);
    for (const { at: x, plane: p, comes, goes } of shape.turns) {
      // on the face itself nothing is cut, across upright bounds nothing goes through
      if (p < 1 || comes < 1 || goes < 1 || start[i] + p - 1 >= upright[i]) continue;
      corner.push(...x, p - 1, comes - 1, goes - 1);
    }
    cornerStart.push(corner.length / CORNER_STRIDE);
    start.push(start[i] + sorted.length);
  }
  const ofSource = new Int32Array(source.reduce((most, s) => Math.max(most, s), 0) + 1).fill(-1);
  source.forEach((s, t) => {
    ofSource[s] = cellOf[t];
  });
  return {
    count,
    plane,
    start: Int32Array.from(start),
    upright: Int32Array.from(upright),
    bound: Float64Array.from(bound),
    corner: Float64Array.from(corner),
    cornerStart: Int32Array.from(cornerStart),
    ofSource,
    tree: buildBoxTree(boxes),
  };
}

/** Is all of the facet on the inner side of each of its edges, and only one face beyond each line? */
function isConvex(mesh: PreparedMesh, facets: Facets, f: number): boolean {
  const { positions, twin } = mesh;
  const { from, to, half, plane, start } = facets;
  const n = [...plane.subarray(4 * f, 4 * f + 3)];
  const slack = ROUNDING * mesh.radius;
  if (start[f + 1] - start[f] > MOST_EDGES) return false;
  for (let e = start[f]; e < start[f + 1]; e++) {
    const a = [...positions.subarray(from[e], from[e] + 3)];
    const along = minus([...positions.subarray(to[e], to[e] + 3)], a);
    const inward = unit(cross(n, along));
    for (let g = start[f]; g < start[f + 1]; g++) {
      const first = dot(inward, minus([...positions.subarray(from[g], from[g] + 3)], a));
      if (first < -slack) return false;
      if (g === e || first > slack) continue;
      if (dot(inward, minus([...positions.subarray(to[g], to[g] + 3)], a)) > slack) continue;
      // on the same line: the faces beyond must look the same way
      const [p, q] = [e, g].map((k) => 4 * facets.of[Math.floor(twin[half[k]] / 3)]);
      const apart = [0, 1, 2].map((k) => plane[p + k] - plane[q + k]);
      if (dot(apart, apart) > ROUNDING) return false;
    }
  }
  return true;
}

/** Bounds of edges of facet f that a triangle of it touches with a corner, and lies on the inner side of. */
function touchingBounds(
  mesh: PreparedMesh,
  facets: Facets,
  f: number,
  own: readonly number[],
  corner: readonly Vec[],
): Bound[] {
  const { corners, positions, twin } = mesh;
  const { from, to, half, plane, start } = facets;
  const n = [...plane.subarray(4 * f, 4 * f + 3)];
  const names = own.map((h) => 3 * corners[h]);
  const found: Bound[] = [];
  for (let e = start[f]; e < start[f + 1]; e++) {
    if (own.includes(half[e]) || !(names.includes(from[e]) || names.includes(to[e]))) continue;
    const a = [...positions.subarray(from[e], from[e] + 3)];
    const along = minus([...positions.subarray(to[e], to[e] + 3)], a);
    const inward = unit(cross(n, along));
    if (corner.some((c) => dot(inward, minus(c, a)) < -ROUNDING * mesh.radius)) continue;
    const other = Math.floor(twin[half[e]] / 3);
    const g = 4 * facets.of[other];
    const normal = unit(
      cross(
        along,
        n.map((x, k) => x + plane[g + k]),
      ),
    );
    if (normal.some((x) => x !== 0)) found.push({ normal, height: dot(normal, a) });
  }
  return found;
}

const hits = makePairList();
const ray = new Float64Array(6);

/** Half-way to the faces that rays from the facet through the solid come out at. */
function oppositeBounds(mesh: PreparedMesh, facets: Facets, f: number, corner: readonly Vec[]): Bound[] {
  const { plane } = facets;
  const n = [...plane.subarray(4 * f, 4 * f + 3)];
  const height = plane[4 * f + 3];
  const middle = [0, 1, 2].map((k) => corner.reduce((sum, c) => sum + c[k], 0) / corner.length);
  const every = Math.ceil(corner.length / MORE_RAYS);
  const more = corner.length > 3 ? corner.filter((_, i) => i % every === 0) : [];
  const starts = [middle, ...more.map((c) => c.map((x, k) => 0.5 * (x + middle[k])))];
  const found = new Map<number, Bound>();
  for (const from of starts) {
    const hit = through(mesh, facets, f, from);
    if (hit === undefined || found.has(hit.facet)) continue;
    const other = [...plane.subarray(4 * hit.facet, 4 * hit.facet + 3)];
    const apart = minus(other, n);
    const size = Math.sqrt(dot(apart, apart));
    const normal = apart.map((x) => x / size);
    const level = (plane[4 * hit.facet + 3] - height) / size;
    // a little short of half-way, each by its own bit, so that no corner of a cell lies on the mesh where that is symmetric
    const short = SHORT * mesh.radius * (0.5 + ((0.618034 * (f + 1) + 0.414214 * found.size) % 1));
    const clear = corner.every((c) => dot(normal, c) <= level + ROUNDING * mesh.radius);
    found.set(
      hit.facet,
      clear
        ? { normal, height: level - short }
        : { normal: n.map((x) => -x), height: 0.5 * hit.distance - height - short },
    );
  }
  return [...found.values()];
}

/** Where a ray from a point of facet f into the solid comes out. */
function through(
  mesh: PreparedMesh,
  facets: Facets,
  f: number,
  from: Vec,
): { facet: number; triangle: number; distance: number } | undefined {
  const { corners, positions, tree, radius } = mesh;
  const n = [...facets.plane.subarray(4 * f, 4 * f + 3)];
  const way = n.map((x) => -x);
  ray.set([...from, ...way]);
  collectAlongRay(hits, tree, ray, ROUNDING * radius);
  let best: { facet: number; triangle: number; distance: number } | undefined;
  for (let i = 0; i < hits.length; i++) {
    const t = hits.pairs[i];
    if (facets.of[t] === f) continue;
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = 3 * corners[3 * t + k];
      return minus([...positions.subarray(v, v + 3)], from);
    });
    const across = cross(minus(b, a), minus(c, a));
    const slope = dot(across, way);
    if (!(slope > 0)) continue;
    const inside = [cross(a, b), cross(b, c), cross(c, a)].every((m) => dot(m, way) >= -ROUNDING * radius * radius);
    const distance = dot(across, a) / slope;
    if (!inside || !(distance > ROUNDING * radius) || (best && best.distance <= distance)) continue;
    best = { facet: facets.of[t], triangle: t, distance };
  }
  return best;
}

/** A point of the face's plane and the bound's; of the bound's alone where they are parallel. */
function onBoth(n: Vec, height: number, { normal: b, height: level }: Bound): number[] {
  const c = dot(n, b);
  const rest = 1 - c * c;
  if (rest < 1e-6) return b.map((x) => level * x);
  const p = (height - c * level) / rest;
  const q = (level - c * height) / rest;
  return n.map((x, k) => p * x + q * b[k]);
}

/** Of nothing, nothing. */
function unit(a: Vec): number[] {
  const size = Math.sqrt(dot(a, a));
  return a.map((x) => (size > 0 ? x / size : 0));
}
