/** Normals of faces, edges and corners of a mesh, from which the side of a point follows (see `mesh-distance.ts`). */
import { acos } from '../../math/index.ts';

/** For each vertex the first vertex at exactly the same place. */
export function samePlaces(positions: Float64Array): Int32Array {
  const first = new Map<string, number>();
  const place = new Int32Array(positions.length / 3);
  for (let v = 0; v < place.length; v++) {
    // + 0 makes -0 and 0 the same place
    const key = `${positions[3 * v] + 0} ${positions[3 * v + 1] + 0} ${positions[3 * v + 2] + 0}`;
    const known = first.get(key);
    place[v] = known ?? v;
    if (known === undefined) first.set(key, v);
  }
  return place;
}

/** Unit normals of triangles whose corners are nine numbers each; zero for a triangle without area. */
export function faceNormals(c: Float64Array, n: number): Float64Array {
  const normals = new Float64Array(3 * n);
  for (let t = 0; t < n; t++) {
    const o = 9 * t;
    const ux = c[o + 3] - c[o];
    const uy = c[o + 4] - c[o + 1];
    const uz = c[o + 5] - c[o + 2];
    const vx = c[o + 6] - c[o];
    const vy = c[o + 7] - c[o + 1];
    const vz = c[o + 8] - c[o + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length === 0) continue; // no area: the normals of its neighbours decide
    normals[3 * t] = nx / length;
    normals[3 * t + 1] = ny / length;
    normals[3 * t + 2] = nz / length;
  }
  return normals;
}

/** For each edge of each triangle the sum of the normals of all triangles at it. */
export function edgeNormals(
  normals: Float64Array,
  vertexOf: (t: number, k: number) => number,
  n: number,
  vertexCount: number,
): Float64Array {
  const sums = new Map<number, [number, number, number]>();
  const keyOf = (t: number, k: number): number => {
    const a = vertexOf(t, k);
    const b = vertexOf(t, (k + 1) % 3);
    return Math.min(a, b) * vertexCount + Math.max(a, b);
  };
  for (let i = 0; i < 3 * n; i++) {
    const t = Math.floor(i / 3);
    const key = keyOf(t, i % 3);
    const sum = sums.get(key) ?? [0, 0, 0];
    for (let k = 0; k < 3; k++) sum[k] += normals[3 * t + k];
    sums.set(key, sum);
  }
  const out = new Float64Array(9 * n);
  for (let i = 0; i < 3 * n; i++) out.set(sums.get(keyOf(Math.floor(i / 3), i % 3)) ?? [0, 0, 0], 3 * i);
  return out;
}

/** For each corner of each triangle the sum of the normals of all triangles at that vertex, times their angles there. */
export function tipNormals(
  c: Float64Array,
  normals: Float64Array,
  vertexOf: (t: number, k: number) => number,
  n: number,
  vertexCount: number,
): Float64Array {
  const sums = new Float64Array(3 * vertexCount);
  for (let i = 0; i < 3 * n; i++) {
    const t = Math.floor(i / 3);
    const a = 9 * t + 3 * (i % 3);
    const b = 9 * t + 3 * ((i + 1) % 3);
    const d = 9 * t + 3 * ((i + 2) % 3);
    let uv = 0;
    let uu = 0;
    let vv = 0;
    for (let k = 0; k < 3; k++) {
      const u = c[b + k] - c[a + k];
      const v = c[d + k] - c[a + k];
      uv += u * v;
      uu += u * u;
      vv += v * v;
    }
    const product = Math.sqrt(uu * vv);
    const angle = product === 0 ? 0 : acos(Math.max(-1, Math.min(1, uv / product)));
    for (let k = 0; k < 3; k++) sums[3 * vertexOf(t, i % 3) + k] += angle * normals[3 * t + k];
  }
  const out = new Float64Array(9 * n);
  for (let i = 0; i < 3 * n; i++) {
    const v = 3 * vertexOf(Math.floor(i / 3), i % 3);
    for (let k = 0; k < 3; k++) out[3 * i + k] = sums[v + k];
  }
  return out;
}

/** Planes differ when their normals differ by a millionth, or their positions by a millionth of the size of the mesh. */
const SAME_PLANE = 1e-6;

/** 1 for faces in a plane that also holds faces of the opposite orientation: some of these may lie against each other. */
export function backedFaces(corners: Float64Array, normals: Float64Array, count: number): Uint8Array {
  let size = 0;
  for (let i = 0; i < 9 * count; i++) size = Math.max(size, Math.abs(corners[i] - corners[i % 3]));
  const sides = new Map<string, number>();
  const keys: string[] = [];
  const bits = new Uint8Array(count);
  for (let t = 0; t < count; t++) {
    let height = 0;
    for (let k = 0; k < 3; k++) height += normals[3 * t + k] * (corners[9 * t + k] - corners[k]);
    const plane = [0, 1, 2].map((k) => Math.round(normals[3 * t + k] / SAME_PLANE));
    plane.push(Math.round(height / (SAME_PLANE * size)));
    const turned = (plane.find((x) => x !== 0) ?? 0) < 0;
    const key = plane.map((x) => (turned ? 0 - x : x)).join(' ');
    bits[t] = turned ? 2 : 1;
    keys.push(key);
    sides.set(key, (sides.get(key) ?? 0) | bits[t]);
  }
  return bits.map((_, t) => (sides.get(keys[t]) === 3 ? 1 : 0));
}
