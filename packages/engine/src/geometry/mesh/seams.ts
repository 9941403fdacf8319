/**
 * Seams where one side has more corners than the other: a corner that lies on an open edge without being an end of it. CAD programs leave
 * them where faces of different fineness meet. The face behind the edge is divided into a fan from its opposite corner; no vertex moves,
 * and the seam is closed.
 */
import { halfEdges, nextHalfEdge, NO_TWIN, tipOf } from './half-edge.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

export interface Seamed {
  readonly mesh: TriangleMesh;
  /** corners that were found on an edge, and one of them; -1 when there is none */
  readonly count: number;
  readonly first: number;
}

/** A face has three sides; a fan on one side may leave another to cut. */
const PASSES = 4;

/** `tolerance` [m]: how far from the edge a corner may lie. */
export function closeSeams(given: TriangleMesh, tolerance: number): Seamed {
  let mesh = given;
  let count = 0;
  let first = -1;
  for (let pass = 0; pass < PASSES; pass++) {
    const cut = cutOnce(mesh, tolerance);
    if (cut.count === 0) break;
    if (first < 0) first = cut.first;
    count += cut.count;
    mesh = cut.mesh;
  }
  return { mesh, count, first };
}

function cutOnce(mesh: TriangleMesh, tolerance: number): Seamed {
  const { positions: p, triangles } = mesh;
  const { twin } = halfEdges(mesh);
  const open: number[] = [];
  const corners = new Set<number>();
  for (let h = 0; h < triangles.length; h++) {
    if (twin[h] !== NO_TWIN.open) continue;
    open.push(h);
    corners.add(triangles[h]);
    corners.add(tipOf(triangles, h));
  }
  const sorted = [...corners].sort((v, w) => p[3 * v] - p[3 * w] || v - w);
  const fans: number[] = [];
  const gone = new Set<number>();
  let count = 0;
  let first = -1;
  for (const h of open) {
    const t = Math.floor(h / 3);
    if (gone.has(t)) continue; // its other side is handled in the next pass
    const found = cornersOn(p, sorted, triangles[h], tipOf(triangles, h), tolerance);
    if (found.length === 0) continue;
    gone.add(t);
    count += found.length;
    if (first < 0) first = found[0];
    const far = triangles[nextHalfEdge(nextHalfEdge(h))];
    const way = [triangles[h], ...found.filter((v) => v !== far), tipOf(triangles, h)];
    for (let i = 0; i + 1 < way.length; i++) fans.push(way[i], way[i + 1], far);
  }
  if (count === 0) return { mesh, count, first };
  const kept = triangles.filter((_, i) => !gone.has(Math.floor(i / 3)));
  return { mesh: { positions: p, triangles: Int32Array.from([...kept, ...fans]) }, count, first };
}

/** Corners on the edge a-b, its ends left out, in the order from a to b. `sorted`: by x. */
function cornersOn(p: Float64Array, sorted: readonly number[], a: number, b: number, tolerance: number): number[] {
  const [ax, ay, az] = [p[3 * a], p[3 * a + 1], p[3 * a + 2]];
  const [ux, uy, uz] = [p[3 * b] - ax, p[3 * b + 1] - ay, p[3 * b + 2] - az];
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const low = Math.min(ax, ax + ux) - tolerance;
  const high = Math.max(ax, ax + ux) + tolerance;
  let from = 0;
  for (let size = sorted.length; size > 0; ) {
    const half = size >> 1;
    if (p[3 * sorted[from + half]] < low) {
      from += half + 1;
      size -= half + 1;
    } else size = half;
  }
  const found: { v: number; along: number }[] = [];
  for (let i = from; i < sorted.length && p[3 * sorted[i]] <= high; i++) {
    const v = sorted[i];
    if (v === a || v === b) continue;
    const [x, y, z] = [p[3 * v] - ax, p[3 * v + 1] - ay, p[3 * v + 2] - az];
    const along = (x * ux + y * uy + z * uz) / length;
    if (!(along > tolerance && along < length - tolerance)) continue;
    const s = along / length;
    const [dx, dy, dz] = [x - s * ux, y - s * uy, z - s * uz];
    if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance) found.push({ v, along });
  }
  return found.sort((one, other) => one.along - other.along).map(({ v }) => v);
}
