/**
 * A layer of equal balls against the flat faces of a mesh: in each plane a triangular pattern, symmetric about the middle of
 * the face, rows along its longest edge. Against such a layer a flat body rests on many points of equal height and equal
 * curvature, where balls placed largest first give points of the same height but of every curvature. (Vilela 2018, s. 5.3.2.2
 * needed a layer of 200 x 30 aligned balls for the ground of the rolling cylinder.)
 */
import { BuildError } from '../../base/index.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { FreeSpace } from './free-space.ts';

interface Plane {
  readonly n: readonly [number, number, number];
  readonly offset: number;
  /** corners of its triangles, xyz each */
  readonly points: number[];
}

/** Adds balls of this radius [m], whole multiples of step. Throws BuildError when the layer takes more than `count`. */
export function addShell(space: FreeSpace, mesh: TriangleMesh, radius: number, step: number, count: number): void {
  const r = step * Math.floor(radius / step);
  if (r < 4 * step) return;
  for (const plane of planesOf(mesh)) layPlane(space, plane, r, step, count);
}

/** Triangles by plane: normals equal to 1e-6, offsets to 1e-7 of the largest coordinate. */
function planesOf(mesh: TriangleMesh): Plane[] {
  const { positions, triangles } = mesh;
  const planes: Plane[] = [];
  let size = 0;
  for (const x of positions) size = Math.max(size, Math.abs(x));
  for (let t = 0; t < triangles.length; t += 3) {
    const p = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    const u = [0, 1, 2].map((k) => p[1][k] - p[0][k]);
    const v = [0, 1, 2].map((k) => p[2][k] - p[0][k]);
    const c = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
    if (length === 0) continue;
    const n: [number, number, number] = [c[0] / length, c[1] / length, c[2] / length];
    const offset = n[0] * p[0][0] + n[1] * p[0][1] + n[2] * p[0][2];
    const same = planes.find(
      (q) =>
        Math.abs(q.n[0] - n[0]) + Math.abs(q.n[1] - n[1]) + Math.abs(q.n[2] - n[2]) < 1e-6 &&
        Math.abs(q.offset - offset) < 1e-7 * size,
    );
    const points = [...p[0], ...p[1], ...p[2]];
    if (same === undefined) planes.push({ n, offset, points });
    else for (const x of points) same.points.push(x);
  }
  return planes;
}

function layPlane(space: FreeSpace, plane: Plane, r: number, step: number, count: number): void {
  const { n, points } = plane;
  const u = longestEdge(points);
  const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
  let [fromU, toU, fromV, toV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    const a = points[i] * u[0] + points[i + 1] * u[1] + points[i + 2] * u[2];
    const b = points[i] * v[0] + points[i + 1] * v[1] + points[i + 2] * v[2];
    fromU = Math.min(fromU, a);
    toU = Math.max(toU, a);
    fromV = Math.min(fromV, b);
    toV = Math.max(toV, b);
  }
  const pitch = 2 * r + 4 * step; // rounding to the grid moves a centre by less than one step
  const rise = 0.5 * Math.sqrt(3) * pitch;
  const middleU = 0.5 * (fromU + toU);
  const middleV = 0.5 * (fromV + toV);
  const rows = Math.floor((0.5 * (toV - fromV)) / rise);
  const columns = Math.floor((0.5 * (toU - fromU)) / pitch) + 1;
  const height = plane.offset - (r + step);
  for (let row = -rows; row <= rows; row++) {
    const shift = row % 2 === 0 ? 0 : 0.5;
    for (let column = -columns; column <= columns; column++) {
      const a = middleU + (column + shift) * pitch;
      const b = middleV + row * rise;
      const x = step * Math.round((a * u[0] + b * v[0] + height * n[0]) / step);
      const y = step * Math.round((a * u[1] + b * v[1] + height * n[1]) / step);
      const z = step * Math.round((a * u[2] + b * v[2] + height * n[2]) / step);
      // outside the face, against its edge, or taken by the layer of a neighbouring face
      if (space.distance(x, y, z) < r) continue;
      if (space.count === count) {
        const message = `expected a layer of fewer than ${count} balls, found more at a radius of ${r} m; raise shell or count`;
        throw new BuildError('packing-shell', message);
      }
      space.add(x, y, z, r);
    }
  }
}

/** Of the edges round the face: those of one triangle of it only. */
function longestEdge(points: readonly number[]): [number, number, number] {
  const place = (o: number): string => `${points[o] + 0} ${points[o + 1] + 0} ${points[o + 2] + 0}`;
  const seen = new Map<string, number>();
  const keys: string[] = [];
  for (let o = 0; o < points.length; o += 3) {
    const next = o % 9 === 6 ? o - 6 : o + 3;
    const [a, b] = [place(o), place(next)];
    const key = a < b ? `${a},${b}` : `${b},${a}`;
    keys.push(key);
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  let best = 0;
  let u: [number, number, number] = [1, 0, 0];
  for (let o = 0; o < points.length; o += 3) {
    if (seen.get(keys[o / 3]) !== 1) continue;
    const next = o % 9 === 6 ? o - 6 : o + 3;
    const d = [points[next] - points[o], points[next + 1] - points[o + 1], points[next + 2] - points[o + 2]];
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (length <= best) continue;
    best = length;
    u = [d[0] / length, d[1] / length, d[2] / length];
  }
  return u;
}
