/** For the tests: distances by a second, plainer way. */
import type { TriangleMesh } from '../src/geometry/mesh/triangle-mesh.ts';

/** Least distance to any triangle: to its plane where the foot is inside, otherwise to its edges. */
export function surfaceDistance(mesh: TriangleMesh, x: number, y: number, z: number): number {
  const { positions: p, triangles } = mesh;
  const point = [x, y, z];
  let best = Number.POSITIVE_INFINITY;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => [0, 1, 2].map((c) => p[3 * triangles[t + k] + c]));
    const n = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    const length = Math.sqrt(dot(n, n));
    const within =
      length > 0 &&
      [0, 1, 2].every((k) => dot(cross(minus(corners[(k + 1) % 3], corners[k]), minus(point, corners[k])), n) >= 0);
    if (within) best = Math.min(best, Math.abs(dot(minus(point, corners[0]), n)) / length);
    for (let k = 0; k < 3; k++) {
      const edge = minus(corners[(k + 1) % 3], corners[k]);
      const from = minus(point, corners[k]);
      const share = Math.max(0, Math.min(1, dot(from, edge) / (dot(edge, edge) || 1)));
      const away = minus(
        from,
        edge.map((e) => share * e),
      );
      best = Math.min(best, Math.sqrt(dot(away, away)));
    }
  }
  return best;
}

const minus = (a: number[], b: number[]): number[] => a.map((x, k) => x - b[k]);
const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: number[], b: number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
