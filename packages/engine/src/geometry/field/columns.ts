/**
 * Cells in columns from the surface of a solid towards one point inside: to the surface of a core, or to the point itself. All of both
 * surfaces must be visible from the point; then no cell is inverted. The surface stays exact: its triangles are only divided, where they
 * subtend a large angle at the point, or where the core curves between their columns.
 */
import { BuildError } from '../../base/index.ts';
import { treeMesh } from '../bvh/tree-mesh.ts';
import { collectAlongRay, makePairList } from '../bvh/traverse.ts';
import { integrateMesh } from '../mesh/integrals.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { windingNumber } from '../mesh/winding.ts';
import type { PreparedMesh } from '../solid/prepared-mesh.ts';
import { signedVolume } from './field.ts';
import { alongRay, type CellMesh } from './layer.ts';
import { solveExtent } from './poisson.ts';

/** Cells between the surface and the core, or the point. */
const LAYERS = 4;
/** An edge longer than this part of its distance from the point is divided, */
const WIDE = 0.3;
/** and an edge at whose middle the chord leaves the core by more than this part of the gap; */
const BENT = 0.05;
/** at most so many times, and up to so many triangles. */
const ROUNDS = 6;
const MOST_TRIANGLES = 8000;

interface Columns {
  /** [m] outer ends, xyz */
  readonly outer: number[];
  /** [m] from the centre to the core along each; 0: to the centre */
  readonly inner: number[];
  corners: number[];
}

/** Solved for by Poisson's equation: 0 on the surface, 1 on the core. core: its triangles in the frame of the mesh. */
export function coreMesh(mesh: PreparedMesh, core: TriangleMesh): CellMesh {
  const { centroid } = integrateMesh(core.positions, core.triangles);
  checkInside(mesh, core);
  if (!allSeen(mesh.positions, mesh.corners, centroid) || !allSeen(core.positions, core.triangles, centroid)) {
    throw new BuildError(
      'core-hidden',
      'expected a shape and a core whose surfaces are all seen from the centroid of the core, found parts that are hidden; give tets: with the cells of a mesher',
    );
  }
  return columnMesh(mesh, centroid, distanceTo(core, centroid));
}

/**
 * Solved for by Poisson's equation, heated everywhere: 0 on the surface, 1 at the hottest point. Undefined: part of the surface is hidden.
 */
export function heatedStar(mesh: PreparedMesh, centre: ArrayLike<number>): CellMesh | undefined {
  return allSeen(mesh.positions, mesh.corners, centre) ? columnMesh(mesh, centre, () => 0) : undefined;
}

function columnMesh(
  mesh: PreparedMesh,
  centre: ArrayLike<number>,
  reach: (x: number, y: number, z: number) => number,
): CellMesh {
  const columns = divide(mesh, centre, reach);
  const { outer, inner, corners } = columns;
  const count = inner.length;
  const solid = inner[0] === 0;
  const points: number[] = [];
  for (let layer = 0; layer < LAYERS + (solid ? 0 : 1); layer++) {
    for (let v = 0; v < count; v++) {
      const far = distance(outer, 3 * v, centre);
      const s = (layer / LAYERS) * (1 - inner[v] / far);
      for (let k = 0; k < 3; k++) points.push(outer[3 * v + k] + s * (centre[k] - outer[3 * v + k]));
    }
  }
  const apex = points.length / 3;
  if (solid) points.push(centre[0], centre[1], centre[2]);
  const tets: number[] = [];
  for (let layer = 0; layer < LAYERS; layer++) {
    const [up, down] = [layer * count, (layer + 1) * count];
    for (let t = 0; t < corners.length; t += 3) {
      const [i, j, k] = [corners[t], corners[t + 1], corners[t + 2]].sort((a, b) => a - b);
      if (solid && layer === LAYERS - 1) tets.push(up + i, up + j, up + k, apex);
      else {
        tets.push(up + i, up + j, up + k, down + k, up + i, up + j, down + j, down + k);
        tets.push(up + i, down + i, down + j, down + k);
      }
    }
  }
  const fixed = new Float64Array(points.length / 3).fill(Number.NaN);
  for (let v = 0; v < count; v++) {
    fixed[v] = 0;
    if (!solid) fixed[LAYERS * count + v] = 1;
  }
  const p = Float64Array.from(points);
  const cells = Int32Array.from(tets);
  let deepest = 0;
  let where = 0;
  for (let v = 0; v < count; v++) {
    const gap = distance(outer, 3 * v, centre) - inner[v];
    if (gap > deepest) [deepest, where] = [gap, v];
  }
  return {
    points: p,
    tets: cells,
    extent: solveExtent(p, cells, fixed),
    thickness: deepest,
    deepest,
    where: [0, 1, 2].map((k) => outer[3 * where + k] + mesh.centre[k]),
  };
}

/** Triangles of the surface, divided until columns are near enough to each other. */
function divide(mesh: PreparedMesh, c: ArrayLike<number>, reach: (x: number, y: number, z: number) => number): Columns {
  const outer = [...mesh.positions];
  const inner: number[] = [];
  const look = (v: number): number => reach(outer[3 * v] - c[0], outer[3 * v + 1] - c[1], outer[3 * v + 2] - c[2]);
  for (let v = 0; v < outer.length / 3; v++) inner.push(look(v));
  let corners = [...mesh.corners];
  for (let round = 0; round < ROUNDS && corners.length < 3 * MOST_TRIANGLES; round++) {
    const middle = new Map<number, number>();
    const many = outer.length;
    const key = (a: number, b: number): number => (a < b ? a * many + b : b * many + a);
    const judged = new Set<number>();
    for (let i = 0; i < corners.length; i++) {
      const a = corners[i];
      const b = corners[i % 3 === 2 ? i - 2 : i + 1];
      if (judged.has(key(a, b))) continue;
      judged.add(key(a, b));
      const x = [0, 1, 2].map((k) => 0.5 * (outer[3 * a + k] + outer[3 * b + k]));
      const near = Math.min(distance(outer, 3 * a, c), distance(outer, 3 * b, c));
      let long = 0;
      for (let k = 0; k < 3; k++) {
        const d = outer[3 * a + k] - outer[3 * b + k];
        long += d * d;
      }
      const far = distance(x, 0, c);
      const here = reach(x[0] - c[0], x[1] - c[1], x[2] - c[2]);
      const even = between(outer, inner, a, b, c);
      if (!(long > WIDE * WIDE * near * near || Math.abs(here - even) > BENT * (far - here))) continue;
      middle.set(key(a, b), inner.length);
      outer.push(...x);
      inner.push(here);
    }
    if (middle.size === 0) break;
    const next: number[] = [];
    for (let t = 0; t < corners.length; t += 3) {
      const v = [corners[t], corners[t + 1], corners[t + 2]];
      splitTriangle(
        next,
        v,
        [0, 1, 2].map((k) => middle.get(key(v[k], v[(k + 1) % 3])) ?? -1),
      );
    }
    corners = next;
  }
  return { outer, inner, corners };
}

/** [m] from the centre to where its line to the middle of the edge a b meets the chord of the two inner ends. */
function between(
  outer: readonly number[],
  inner: readonly number[],
  a: number,
  b: number,
  c: ArrayLike<number>,
): number {
  const p = distance(outer, 3 * a, c);
  const q = distance(outer, 3 * b, c);
  const [ra, rb] = [inner[a] / p, inner[b] / q];
  if (ra + rb === 0) return 0;
  // weights along the chord at which it crosses: s ra = (1 - s) rb
  const s = rb / (ra + rb);
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const x = s * ra * (outer[3 * a + k] - c[k]) + (1 - s) * rb * (outer[3 * b + k] - c[k]);
    square += x * x;
  }
  return Math.sqrt(square);
}

/** Divides a triangle into two, three or four, by the edges that have a midpoint (-1: none). */
function splitTriangle(out: number[], v: readonly number[], m: readonly number[]): void {
  const many = m.filter((x) => x >= 0).length;
  if (many === 0) out.push(...v);
  else if (many === 3) out.push(v[0], m[0], m[2], v[1], m[1], m[0], v[2], m[2], m[1], m[0], m[1], m[2]);
  else if (many === 1) {
    const k = m.findIndex((x) => x >= 0);
    out.push(v[k], m[k], v[(k + 2) % 3], m[k], v[(k + 1) % 3], v[(k + 2) % 3]);
  } else {
    const k = m.findIndex((x) => x < 0); // the edge without a midpoint, from v[k] to v[k + 1]
    const [a, b, tip] = [v[k], v[(k + 1) % 3], v[(k + 2) % 3]];
    const [p, q] = [m[(k + 1) % 3], m[(k + 2) % 3]];
    out.push(a, b, p, a, p, q, q, p, tip);
  }
}

function distance(p: ArrayLike<number>, o: number, c: ArrayLike<number>): number {
  const [x, y, z] = [p[o] - c[0], p[o + 1] - c[1], p[o + 2] - c[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

function allSeen(p: ArrayLike<number>, corners: ArrayLike<number>, c: ArrayLike<number>): boolean {
  const points = Float64Array.from(p);
  const centre = Float64Array.from([c[0], c[1], c[2]]);
  for (let t = 0; t < corners.length; t += 3) {
    const [i, j, k] = [3 * corners[t], 3 * corners[t + 1], 3 * corners[t + 2]];
    if (!(signedVolume(centre, 0, points, i, points, j, points, k) > 0)) return false;
  }
  return true;
}

/** [m] distance of a surface from a point inside, along (x, y, z). */
function distanceTo(core: TriangleMesh, c: ArrayLike<number>): (x: number, y: number, z: number) => number {
  const { tree, positions: p, corners } = treeMesh(core);
  const found = makePairList();
  const ray = new Float64Array(6);
  return (x, y, z) => {
    const size = Math.sqrt(x * x + y * y + z * z);
    for (let k = 0; k < 3; k++) ray[k] = c[k];
    ray[3] = x / size;
    ray[4] = y / size;
    ray[5] = z / size;
    collectAlongRay(found, tree, ray, 1e-9 * size);
    let near = 0;
    for (let i = 0; i < found.length; i++) {
      const t = 3 * found.pairs[i];
      const d = alongRay(ray, p, 3 * corners[t], 3 * corners[t + 1], 3 * corners[t + 2]);
      if (d > near) near = d;
    }
    return near;
  };
}

/** Every corner of the core lies inside the shape. */
function checkInside({ positions, corners, centre }: PreparedMesh, core: TriangleMesh): void {
  const { positions: q } = core;
  for (let v = 0; v < q.length; v += 3) {
    if (windingNumber(positions, corners, q[v], q[v + 1], q[v + 2]) > 0.5) continue;
    const at = [0, 1, 2].map((k) => (q[v + k] + centre[k]).toPrecision(3)).join(', ');
    throw new BuildError(
      'core-outside',
      `expected a core inside its shape, found its point (${at}) m on the surface or outside; make the core smaller, or move it`,
    );
  }
}
