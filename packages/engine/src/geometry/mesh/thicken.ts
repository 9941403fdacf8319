/**
 * Turns an open surface into a plate. Ship drawings hold the moulded surface of the shell, without thickness; contact needs a solid.
 *
 * The given faces stay where they are. A second layer of them lies t below, against their normals (t < 0: above them), and walls join the rims. A
 * vertex moves by d, the shortest of those that minimise sum w_i (n_i . d + t)^2, n_i the normals of the faces around it and w_i their angles there: flat
 * parts, ridges and corners of up to three planes are exactly t thick.
 */
import { acos, eigenSym3 } from '../../math/index.ts';
import { halfEdges, nextHalfEdge, NO_TWIN } from './half-edge.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** Part of the largest eigenvalue: directions with a smaller one are ignored, because the faces around are flat across them. */
const FLAT = 1e-2;
/** Multiple of t: no vertex moves further, however sharp its edge. */
const FARTHEST = 4;

/** Closed shells stay as they are. Undefined: nothing is open, or faces at an edge have opposite orientations. */
export function thickenMesh(mesh: TriangleMesh, t: number): TriangleMesh | undefined {
  const { positions, triangles } = mesh;
  const { twin } = halfEdges(mesh);
  const open = openParts(triangles, twin, positions.length / 3);
  if (open === undefined) return undefined;
  const moved = offsets(mesh, t);
  const count = positions.length / 3;
  const faces = Array.from(triangles);
  for (let h = 0; h < triangles.length; h += 3) {
    if (open[triangles[h]] === 0) continue;
    faces.push(triangles[h] + count, triangles[h + 2] + count, triangles[h + 1] + count);
  }
  for (let h = 0; h < triangles.length; h++) {
    if (twin[h] !== NO_TWIN.open) continue;
    const [a, b] = [triangles[h], triangles[nextHalfEdge(h)]];
    faces.push(b, a, a + count, b, a + count, b + count);
  }
  // with a layer above, the given faces are the ones that face inwards
  if (t < 0) turnOpen(faces, open, count);
  const all = new Float64Array(2 * positions.length);
  all.set(positions);
  for (let i = 0; i < positions.length; i++) all[positions.length + i] = positions[i] + moved[i];
  return { positions: all, triangles: Int32Array.from(faces) };
}

/** 1 for the vertices of parts with an open edge; undefined: there is no open edge, or faces at an edge have opposite orientations. */
function openParts(triangles: ArrayLike<number>, twin: Int32Array, count: number): Uint8Array | undefined {
  const part = Int32Array.from({ length: count }, (_, v) => v);
  const root = (v: number): number => {
    let r = v;
    while (part[r] !== r) r = part[r];
    part[v] = r;
    return r;
  };
  for (let h = 0; h < triangles.length; h++) part[root(triangles[h])] = root(triangles[nextHalfEdge(h)]);
  const open = new Uint8Array(count);
  let any = false;
  for (let h = 0; h < triangles.length; h++) {
    if (twin[h] === NO_TWIN.turned || twin[h] === NO_TWIN.crowded) return undefined;
    if (twin[h] !== NO_TWIN.open) continue;
    open[root(triangles[h])] = 1;
    any = true;
  }
  if (!any) return undefined;
  return Uint8Array.from({ length: count }, (_, v) => open[root(v)]);
}

function turnOpen(faces: number[], open: Uint8Array, count: number): void {
  for (let h = 0; h < faces.length; h += 3) {
    if (open[faces[h] % count] === 1) [faces[h + 1], faces[h + 2]] = [faces[h + 2], faces[h + 1]];
  }
}

/** d of each vertex [m] */
function offsets({ positions: p, triangles }: TriangleMesh, t: number): Float64Array {
  const count = p.length / 3;
  const M = new Float64Array(6 * count); // xx, yy, zz, xy, xz, yz
  const right = new Float64Array(3 * count);
  const edge = (a: number, b: number): [number, number, number] =>
    [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]) as [number, number, number];
  for (let h = 0; h < triangles.length; h++) {
    const next = nextHalfEdge(h);
    const [a, b, c] = [triangles[h], triangles[next], triangles[nextHalfEdge(next)]];
    const [u, v] = [edge(a, b), edge(a, c)];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = length(n);
    if (!(size > 0)) continue;
    const along = (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / (length(u) * length(v));
    const w = acos(Math.max(-1, Math.min(1, along)));
    const [x, y, z] = n.map((each) => each / size);
    [x * x, y * y, z * z, x * y, x * z, y * z].forEach((each, k) => {
      M[6 * a + k] += w * each;
    });
    [x, y, z].forEach((each, k) => {
      right[3 * a + k] -= w * t * each;
    });
  }
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  for (let a = 0; a < count; a++) {
    eigenSym3(values, 0, vectors, 0, M, 6 * a);
    const d = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      if (!(values[k] > FLAT * values[2])) continue;
      let part = 0;
      for (let i = 0; i < 3; i++) part += vectors[3 * i + k] * right[3 * a + i];
      for (let i = 0; i < 3; i++) d[i] += (part / values[k]) * vectors[3 * i + k];
    }
    const far = length(d);
    const most = FARTHEST * Math.abs(t);
    const scale = far > most ? most / far : 1;
    for (let i = 0; i < 3; i++) right[3 * a + i] = scale * d[i];
  }
  return right;
}

function length(v: readonly number[]): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
