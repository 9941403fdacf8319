/**
 * A fast, slightly inexact volume of a hull, for comparing cuts. Many points of a cut mesh lie in one plane, where exact predicates are
 * slow. Each point is therefore moved by a billionth of the size, in a direction of its own, so that no four lie in one plane.
 */
import { hullTriangles } from '../hull/triangles.ts';

/** Largest number of points hulled as they are; of a larger set the outlying points are taken. */
const FEW = 150;
const MOVED = 1e-9;
/** 13 directions and their opposites: axes, diagonals of faces and of the box. */
const DIRECTIONS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [-1, 1, 1],
]; // prettier-ignore

/** `points`: xyz triples [m]. 0 for points without a volume. */
export function roughHullVolume(points: Float64Array): number {
  const all = Array.from({ length: points.length / 3 }, (_, i) => i);
  return volumeOf(points, all.length <= FEW ? all : farthest(points));
}

function farthest(points: Float64Array): number[] {
  const chosen = new Set<number>();
  for (const [x, y, z] of DIRECTIONS) {
    let low = 0;
    let high = 0;
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < points.length; i += 3) {
      const s = x * points[i] + y * points[i + 1] + z * points[i + 2];
      if (s < least) {
        least = s;
        low = i / 3;
      }
      if (s > most) {
        most = s;
        high = i / 3;
      }
    }
    chosen.add(low);
    chosen.add(high);
  }
  return [...chosen];
}

function volumeOf(points: Float64Array, subset: readonly number[]): number {
  const moved = Float64Array.from(points);
  let size = 0;
  for (const v of subset) for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(points[3 * v + k] - points[k]));
  for (const v of subset) {
    for (let k = 0; k < 3; k++) {
      // the fractional parts of multiples of the golden ratio are spread evenly over 0 ... 1
      const turn = 0.618033988749895 * (3 * v + k + 1);
      moved[3 * v + k] += MOVED * size * (turn - Math.floor(turn));
    }
  }
  const simplex = findSimplex(moved, subset, 100 * MOVED * size);
  if (simplex === null) return 0;
  const triangles = hullTriangles(moved, subset, simplex);
  let six = 0;
  const o = 3 * subset[0];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const [ax, ay, az] = [moved[a] - moved[o], moved[a + 1] - moved[o + 1], moved[a + 2] - moved[o + 2]];
    const [bx, by, bz] = [moved[b] - moved[o], moved[b + 1] - moved[o + 1], moved[b + 2] - moved[o + 2]];
    const [cx, cy, cz] = [moved[c] - moved[o], moved[c + 1] - moved[o + 1], moved[c + 2] - moved[o + 2]];
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return six / 6;
}

/** Two points far apart, one far from their line, one far from their plane; null when there is none. */
function findSimplex(p: Float64Array, subset: readonly number[], thinnest: number): number[] | null {
  const most = (measure: (v: number) => number): number => {
    let best = subset[0];
    let largest = -1;
    for (const v of subset) {
      const value = measure(v);
      if (value > largest) {
        largest = value;
        best = v;
      }
    }
    return largest > thinnest ? best : -1;
  };
  const from = (v: number, w: number): number[] => [0, 1, 2].map((k) => p[3 * w + k] - p[3 * v + k]);
  const length = (u: readonly number[]): number => Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  const a = subset[0];
  const b = most((v) => length(from(a, v)));
  if (b < 0) return null;
  const ab = from(a, b);
  const across = (v: number): number[] => {
    const [x, y, z] = from(a, v);
    return [ab[1] * z - ab[2] * y, ab[2] * x - ab[0] * z, ab[0] * y - ab[1] * x].map((s) => s / length(ab));
  };
  const c = most((v) => length(across(v)));
  if (c < 0) return null;
  const normal = across(c);
  const d = most((v) => {
    const [x, y, z] = from(a, v);
    return Math.abs(normal[0] * x + normal[1] * y + normal[2] * z) / length(normal);
  });
  return d < 0 ? null : [a, b, c, d];
}
