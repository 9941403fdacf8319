/**
 * A layer of prisms under the exact surface of a solid, each cut into three tetrahedra. Under every vertex lies an inner vertex, at the
 * depth that gives the layer its thickness under the steepest face there. Where the solid is too thin, or prisms would be inverted, its
 * depth is reduced and e there in the same proportion, so that the gradient of e, the stiffness, stays. The volume under the layer is the
 * core.
 */
import { collectAlongRay, makePairList } from '../bvh/traverse.ts';
import type { PreparedMesh } from '../solid/prepared-mesh.ts';
import { signedVolume } from './field.ts';

export interface CellMesh {
  readonly points: Float64Array;
  readonly tets: Int32Array;
  readonly extent: Float64Array;
  /** [m] thickness at which e is 1: the one given, or the largest possible */
  readonly thickness: number;
  /** [m] the largest depth of an inner vertex, and its position */
  readonly deepest: number;
  readonly where: readonly number[];
}

/** Largest depth of an inner vertex, as a part of the distance through the solid. */
const HALFWAY = 0.45;
/** A vertex whose direction makes more than this cosine with all its faces lies no deeper than the layer. */
const FLATTEST = 0.2;
/** Factor by which inverted prisms are shrunk, and how often at most. */
const SHRINK = 0.7;
const ROUNDS = 60;
/** Tetrahedra below this part of edge^2 times depth are flat. */
const FLAT = 1e-8;
/** Normals this close count as equal. */
const SAME = 1e-12;
/** With more directions than this at a vertex, their middle is approximated, not solved for. */
const MOST_EXACT = 12;

/** thickness [m]; infinite: as deep as it goes. */
export function layerMesh(mesh: PreparedMesh, thickness: number): CellMesh {
  const { positions: p, corners } = mesh;
  const vertices = p.length / 3;
  const { directions, least } = findDirections(mesh);
  const room = findRoom(mesh, directions);
  let wanted = thickness;
  if (!Number.isFinite(wanted)) {
    wanted = 0;
    for (let v = 0; v < vertices; v++) wanted = Math.max(wanted, HALFWAY * room[v] * Math.max(least[v], 0));
  }
  const depth = new Float64Array(vertices);
  for (let v = 0; v < vertices; v++) {
    depth[v] = Math.min(wanted / Math.max(least[v], FLATTEST), HALFWAY * room[v]);
  }
  const points = new Float64Array(2 * p.length);
  points.set(p);
  const place = (v: number): void => {
    for (let k = 0; k < 3; k++) points[p.length + 3 * v + k] = p[3 * v + k] - depth[v] * directions[3 * v + k];
  };
  for (let v = 0; v < vertices; v++) place(v);
  for (let round = 0; round < ROUNDS; round++) {
    const shrink = new Set<number>();
    for (let t = 0; t < corners.length; t += 3) {
      if (stands(points, corners, t, vertices)) continue;
      for (let k = 0; k < 3; k++) shrink.add(corners[t + k]);
    }
    if (shrink.size === 0) break;
    for (const v of shrink) {
      depth[v] *= SHRINK;
      place(v);
    }
  }
  const tets: number[] = [];
  for (let t = 0; t < corners.length; t += 3) {
    if (!stands(points, corners, t, vertices)) continue; // a needle, with almost no area
    const [i, j, k] = ascending(corners, t);
    const [a, b, c] = [vertices + i, vertices + j, vertices + k];
    tets.push(i, j, k, c, i, j, b, c, i, a, b, c);
  }
  const extent = new Float64Array(2 * vertices);
  let deepest = 0;
  let where = 0;
  for (let v = 0; v < vertices; v++) {
    const under = depth[v] * Math.max(least[v], FLATTEST);
    extent[vertices + v] = Math.min(1, under / wanted);
    if (under > deepest) {
      deepest = under;
      where = v;
    }
  }
  return {
    points,
    tets: Int32Array.from(tets),
    extent,
    thickness: wanted,
    deepest,
    where: [0, 1, 2].map((k) => p[3 * where + k] + mesh.centre[k]),
  };
}

/**
 * Where all of the surface is visible from a point inside: a cell under each triangle, e = 1 at that point. Undefined where part of it is
 * hidden.
 */
export function starMesh(mesh: PreparedMesh, centre: ArrayLike<number>): CellMesh | undefined {
  const { positions: p, corners } = mesh;
  const vertices = p.length / 3;
  const points = new Float64Array(p.length + 3);
  points.set(p);
  for (let k = 0; k < 3; k++) points[p.length + k] = centre[k];
  const tets: number[] = [];
  let thickness = 0;
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t], corners[t + 1], corners[t + 2]];
    if (!(signedVolume(points, p.length, p, 3 * a, p, 3 * b, p, 3 * c) > 0)) return undefined;
    tets.push(a, b, c, vertices);
  }
  const extent = new Float64Array(vertices + 1);
  extent[vertices] = 1;
  for (let v = 0; v < vertices; v++) {
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = p[3 * v + k] - points[p.length + k];
      square += d * d;
    }
    thickness = Math.max(thickness, Math.sqrt(square));
  }
  return {
    points,
    tets: Int32Array.from(tets),
    extent,
    thickness,
    deepest: thickness,
    where: [0, 1, 2].map((k) => points[p.length + k] + mesh.centre[k]),
  };
}

function ascending(corners: Int32Array, t: number): [number, number, number] {
  const v = [corners[t], corners[t + 1], corners[t + 2]].sort((a, b) => a - b);
  return [v[0], v[1], v[2]];
}

/** Are the three tetrahedra under a triangle neither inverted nor flat? */
function stands(points: Float64Array, corners: Int32Array, t: number, vertices: number): boolean {
  const [i, j, k] = ascending(corners, t);
  const [x, y] = [corners[t], corners[t + 1]];
  // 1 where i, j, k run as the triangle does
  const turn = (x === i && y === j) || (x === j && y === k) || (x === k && y === i) ? 1 : -1;
  const [a, b, c] = [3 * (vertices + i), 3 * (vertices + j), 3 * (vertices + k)];
  const of = (p: number, q: number, r: number, s: number): number =>
    turn * signedVolume(points, p, points, q, points, r, points, s);
  const [p, q, r] = [3 * i, 3 * j, 3 * k];
  const size = Math.max(distance(points, p, q), distance(points, p, r));
  const flat = FLAT * size * size * distance(points, p, a);
  return -of(p, q, r, c) > flat && of(p, q, b, c) > flat && -of(p, a, b, c) > flat;
}

function distance(p: Float64Array, a: number, b: number): number {
  const x = p[b] - p[a];
  const y = p[b + 1] - p[a + 1];
  const z = p[b + 2] - p[a + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** For each vertex, the direction with the largest smallest cosine to the normals of its faces, and that cosine. */
function findDirections(mesh: PreparedMesh): { directions: Float64Array; least: Float64Array } {
  const { positions: p, corners } = mesh;
  const vertices = p.length / 3;
  const around: number[][] = Array.from({ length: vertices }, () => []);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [3 * corners[t], 3 * corners[t + 1], 3 * corners[t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(size > 0)) continue;
    for (let k = 0; k < 3; k++) addNormal(around[corners[t + k]], n[0] / size, n[1] / size, n[2] / size);
  }
  const directions = new Float64Array(3 * vertices);
  const least = new Float64Array(vertices);
  for (let v = 0; v < vertices; v++) {
    const best = middleOf(around[v]);
    for (let k = 0; k < 3; k++) directions[3 * v + k] = best[k];
    least[v] = best[3];
  }
  return { directions, least };
}

function addNormal(to: number[], x: number, y: number, z: number): void {
  for (let i = 0; i < to.length; i += 3) {
    if (to[i] * x + to[i + 1] * y + to[i + 2] * z > 1 - SAME) return;
  }
  to.push(x, y, z);
}

/** The unit vector with the largest least cosine to unit vectors n, and that cosine: the middle of the smallest cap around them. */
function middleOf(n: readonly number[]): [number, number, number, number] {
  const count = n.length / 3;
  const best: [number, number, number, number] = [0, 0, 1, -1];
  const attempt = (x: number, y: number, z: number): void => {
    const size = Math.sqrt(x * x + y * y + z * z);
    if (!(size > 1e-9)) return;
    let low = 1;
    for (let i = 0; i < n.length; i += 3) low = Math.min(low, (n[i] * x + n[i + 1] * y + n[i + 2] * z) / size);
    if (low <= best[3]) return;
    best[0] = x / size;
    best[1] = y / size;
    best[2] = z / size;
    best[3] = low;
  };
  if (count === 1) attempt(n[0], n[1], n[2]);
  if (count > MOST_EXACT) {
    approach(n, attempt);
    return best;
  }
  // two or three of the vectors determine the cap
  for (let i = 0; i < n.length; i += 3) {
    for (let j = i + 3; j < n.length; j += 3) {
      attempt(n[i] + n[j], n[i + 1] + n[j + 1], n[i + 2] + n[j + 2]);
      for (let k = j + 3; k < n.length; k += 3) {
        const [ux, uy, uz] = [n[j] - n[i], n[j + 1] - n[i + 1], n[j + 2] - n[i + 2]];
        const [vx, vy, vz] = [n[k] - n[i], n[k + 1] - n[i + 1], n[k + 2] - n[i + 2]];
        const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        const sign = x * n[i] + y * n[i + 1] + z * n[i + 2] < 0 ? -1 : 1;
        attempt(sign * x, sign * y, sign * z);
      }
    }
  }
  return best;
}

/** Towards the middle of many, one step to the farthest at a time (Bădoiu & Clarkson 2003). */
function approach(n: readonly number[], attempt: (x: number, y: number, z: number) => void): void {
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < n.length; i += 3) {
    x += n[i];
    y += n[i + 1];
    z += n[i + 2];
  }
  for (let round = 1; round < 400; round++) {
    const size = Math.sqrt(x * x + y * y + z * z);
    if (!(size > 0)) return;
    x /= size;
    y /= size;
    z /= size;
    attempt(x, y, z);
    let far = 0;
    let low = 2;
    for (let i = 0; i < n.length; i += 3) {
      const along = n[i] * x + n[i + 1] * y + n[i + 2] * z;
      if (along >= low) continue;
      low = along;
      far = i;
    }
    x += n[far] / (round + 1);
    y += n[far + 1] / (round + 1);
    z += n[far + 2] / (round + 1);
  }
}

/** For each vertex, the distance [m] against its direction to the other side of the solid. */
function findRoom(mesh: PreparedMesh, directions: Float64Array): Float64Array {
  const { positions: p, corners, tree } = mesh;
  const room = new Float64Array(p.length / 3);
  const found = makePairList();
  const ray = new Float64Array(6);
  for (let v = 0; v < room.length; v++) {
    for (let k = 0; k < 3; k++) {
      ray[k] = p[3 * v + k];
      ray[3 + k] = -directions[3 * v + k];
    }
    collectAlongRay(found, tree, ray, 1e-12 * mesh.radius);
    let near = Number.POSITIVE_INFINITY;
    for (let i = 0; i < found.length; i++) {
      const t = 3 * found.pairs[i];
      if (corners[t] === v || corners[t + 1] === v || corners[t + 2] === v) continue;
      const distance = alongRay(ray, p, 3 * corners[t], 3 * corners[t + 1], 3 * corners[t + 2]);
      if (distance > 1e-9 * mesh.radius && distance < near) near = distance;
    }
    room[v] = Math.min(near, 2 * mesh.radius);
  }
  return room;
}

/** [m] to the triangle a b c along a ray; NaN: it does not hit (Möller & Trumbore 1997). */
export function alongRay(ray: Float64Array, p: Float64Array, a: number, b: number, c: number): number {
  const [dx, dy, dz] = [ray[3], ray[4], ray[5]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const [hx, hy, hz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
  const det = ux * hx + uy * hy + uz * hz;
  if (det === 0) return Number.NaN;
  const [sx, sy, sz] = [ray[0] - p[a], ray[1] - p[a + 1], ray[2] - p[a + 2]];
  const u = (sx * hx + sy * hy + sz * hz) / det;
  if (!(u > -1e-9 && u < 1 + 1e-9)) return Number.NaN;
  const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
  const w = (dx * qx + dy * qy + dz * qz) / det;
  if (!(w > -1e-9 && u + w < 1 + 1e-9)) return Number.NaN;
  return (vx * qx + vy * qy + vz * qz) / det;
}
