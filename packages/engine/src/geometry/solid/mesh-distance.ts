/**
 * How far is a point from the surface of a closed mesh, and on which side?
 *
 * Distance: the tree of boxes (`bvh/tree.ts`), nearer half first; within a leaf the closest point of each triangle
 * (Ericson 2005, s. 5.1.5). Side: the sign of (x - p).n at the closest point p, with n the normal of the face, the sum of both
 * face normals on an edge, the sum weighted by angles at a corner (J. A. Baerentzen, H. Aanaes, "Signed distance computation
 * using the angle weighted pseudonormal", IEEE Transactions on Visualization and Computer Graphics 11 (2005) 243-253), which
 * is right for every closed manifold. Where those sums vanish (parts of a solid that touch along an edge), and on faces that may have
 * another against them (parts that touch by a face), the winding number decides.
 */
import type { BoxTree } from '../bvh/tree.ts';
import type { TreeMesh } from '../bvh/tree-mesh.ts';
import { windingNumber } from '../mesh/winding.ts';
import { backedFaces, edgeNormals, faceNormals, samePlaces, tipNormals } from './surface-normals.ts';

export class MeshDistance {
  /** after `nearest`: the closest point [m], its triangle and part: corner 0-2, edge 3-5 (from corner k to k + 1), face 6 */
  px = 0;
  py = 0;
  pz = 0;
  triangle = -1;
  part = 6;

  readonly #mesh: TreeMesh;
  /** corners, xyz each, triangles in the order of the tree */
  readonly #corners: Float64Array;
  readonly #normals: Float64Array; // face, xyz
  readonly #edges: Float64Array; // three a triangle, xyz
  readonly #tips: Float64Array; // three a triangle, xyz
  readonly #backed: Uint8Array; // 1: another face may lie against it
  readonly #tree: BoxTree;
  readonly #stack: Int32Array; // opening a node takes one and adds two, on a path of `depth`
  readonly #candidate = new Float64Array(3);

  /** Points are given in the frame of the mesh. */
  constructor(mesh: TreeMesh) {
    const { positions, corners: triangles } = mesh;
    const n = triangles.length / 3;
    this.#mesh = mesh;
    this.#tree = mesh.tree;
    this.#stack = new Int32Array(this.#tree.depth + 2);
    const { order } = this.#tree;
    this.#corners = new Float64Array(9 * n);
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 9; c++) {
        this.#corners[9 * i + c] = positions[3 * triangles[3 * order[i] + Math.floor(c / 3)] + (c % 3)];
      }
    }
    const place = samePlaces(positions);
    const vertexOf = (i: number, k: number): number => place[triangles[3 * order[i] + k]];
    this.#normals = faceNormals(this.#corners, n);
    this.#backed = backedFaces(this.#corners, this.#normals, n);
    this.#edges = edgeNormals(this.#normals, vertexOf, n, place.length);
    this.#tips = tipNormals(this.#corners, this.#normals, vertexOf, n, place.length);
  }

  /** Signed distance [m], positive inside; `limit` when the surface is farther than that. */
  inside(x: number, y: number, z: number, limit: number = Number.POSITIVE_INFINITY): number {
    const d = this.nearest(x, y, z, limit);
    return this.triangle >= 0 && this.#side(x, y, z) > 0 ? -d : d;
  }

  /** Distance [m] to the closest point of the surface if below `limit`, otherwise `limit`. */
  nearest(x: number, y: number, z: number, limit: number): number {
    const stack = this.#stack;
    const { link, count } = this.#tree;
    let best = limit * limit;
    let depth = 0;
    this.triangle = -1;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (this.#boxDistance2(node, x, y, z) >= best) continue;
      if (count[node] > 0) {
        for (let t = link[node]; t < link[node] + count[node]; t++) {
          const part = closestOnTriangle(this.#candidate, this.#corners, 9 * t, x, y, z);
          const dx = x - this.#candidate[0];
          const dy = y - this.#candidate[1];
          const dz = z - this.#candidate[2];
          const d2 = dx * dx + dy * dy + dz * dz;
          if (d2 >= best) continue;
          best = d2;
          this.triangle = t;
          this.part = part;
          this.px = this.#candidate[0];
          this.py = this.#candidate[1];
          this.pz = this.#candidate[2];
        }
        continue;
      }
      const a = node + 1;
      const b = link[node];
      const aFirst = this.#boxDistance2(a, x, y, z) <= this.#boxDistance2(b, x, y, z);
      stack[depth++] = aFirst ? b : a;
      stack[depth++] = aFirst ? a : b;
    }
    return this.triangle < 0 ? limit : Math.sqrt(best);
  }

  /**
   * Every triangle closer than `limit` [m]: distance and unit vector from its closest point to x, four numbers each into
   * `out`, at most `room` of them. Returns their count. Triangles whose closest point is the same count once.
   */
  gather(out: Float64Array, x: number, y: number, z: number, limit: number, room: number): number {
    const stack = this.#stack;
    let count = 0;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (this.#boxDistance2(node, x, y, z) >= limit * limit) continue;
      const { link, count: inLeaf } = this.#tree;
      if (inLeaf[node] === 0) {
        stack[depth++] = link[node];
        stack[depth++] = node + 1;
        continue;
      }
      for (let t = link[node]; t < link[node] + inLeaf[node]; t++) {
        closestOnTriangle(this.#candidate, this.#corners, 9 * t, x, y, z);
        const dx = x - this.#candidate[0];
        const dy = y - this.#candidate[1];
        const dz = z - this.#candidate[2];
        const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (!(d < limit) || d === 0) continue;
        let known = false;
        for (let i = 0; i < count && !known; i++) {
          const o = 4 * i;
          const gap =
            Math.abs(out[o] - d) +
            d * (Math.abs(out[o + 1] - dx / d) + Math.abs(out[o + 2] - dy / d) + Math.abs(out[o + 3] - dz / d));
          known = gap <= 1e-9 * d;
        }
        if (known) continue;
        if (count === room) return count;
        const o = 4 * count++;
        out[o] = d;
        out[o + 1] = dx / d;
        out[o + 2] = dy / d;
        out[o + 3] = dz / d;
      }
    }
    return count;
  }

  /** The largest distance of any point of a box from triangle t, as numbered by `triangle`: distances are convex, so a corner's. */
  farthest(t: number, x: number, y: number, z: number, hx: number, hy: number, hz: number): number {
    const p = this.#candidate;
    let most = 0;
    for (let corner = 0; corner < 8; corner++) {
      const cx = corner & 1 ? x + hx : x - hx;
      const cy = corner & 2 ? y + hy : y - hy;
      const cz = corner & 4 ? z + hz : z - hz;
      closestOnTriangle(p, this.#corners, 9 * t, cx, cy, cz);
      const dx = cx - p[0];
      const dy = cy - p[1];
      const dz = cz - p[2];
      most = Math.max(most, dx * dx + dy * dy + dz * dz);
    }
    return Math.sqrt(most);
  }

  /** The outward normal of the surface at the closest point found last, unit length, into out[offset ...]. */
  normal(out: Float64Array, offset: number): void {
    const t = 3 * this.triangle;
    out[offset] = this.#normals[t];
    out[offset + 1] = this.#normals[t + 1];
    out[offset + 2] = this.#normals[t + 2];
  }

  /** Positive outside, from the closest point found last. */
  #side(x: number, y: number, z: number): number {
    const part = this.part;
    const t = this.triangle;
    const from = part === 6 ? this.#normals : part >= 3 ? this.#edges : this.#tips;
    const o = part === 6 ? 3 * t : 9 * t + 3 * (part % 3);
    const nx = from[o];
    const ny = from[o + 1];
    const nz = from[o + 2];
    if (this.#backed[t] === 1 || nx * nx + ny * ny + nz * nz < 1e-12) {
      return windingNumber(this.#mesh.positions, this.#mesh.corners, x, y, z) > 0.5 ? -1 : 1;
    }
    return (x - this.px) * nx + (y - this.py) * ny + (z - this.pz) * nz;
  }

  #boxDistance2(node: number, x: number, y: number, z: number): number {
    const b = this.#tree.boxes; // centre, half extents
    const o = 6 * node;
    const dx = Math.max(0, Math.abs(x - b[o]) - b[o + 3]);
    const dy = Math.max(0, Math.abs(y - b[o + 1]) - b[o + 4]);
    const dz = Math.max(0, Math.abs(z - b[o + 2]) - b[o + 5]);
    return dx * dx + dy * dy + dz * dz;
  }
}

const made = new WeakMap<TreeMesh, MeshDistance>();

/** Distances from the surface of a solid, by the tree it has, made once; points are given from its centre. */
export function distanceOf(mesh: TreeMesh): MeshDistance {
  let distance = made.get(mesh);
  if (distance === undefined) {
    distance = new MeshDistance(mesh);
    made.set(mesh, distance);
  }
  return distance;
}

/** Closest point of the triangle at c[o ...] to x, y, z into `out`; returns its part as above (Ericson 2005, s. 5.1.5). */
function closestOnTriangle(out: Float64Array, c: Float64Array, o: number, x: number, y: number, z: number): number {
  const ux = c[o + 3] - c[o];
  const uy = c[o + 4] - c[o + 1];
  const uz = c[o + 5] - c[o + 2];
  const vx = c[o + 6] - c[o];
  const vy = c[o + 7] - c[o + 1];
  const vz = c[o + 8] - c[o + 2];
  const ax = x - c[o];
  const ay = y - c[o + 1];
  const az = z - c[o + 2];
  const d1 = ux * ax + uy * ay + uz * az;
  const d2 = vx * ax + vy * ay + vz * az;
  if (d1 <= 0 && d2 <= 0) return along(out, c, o, 0, ux, uy, uz, 0);
  const bx = x - c[o + 3];
  const by = y - c[o + 4];
  const bz = z - c[o + 5];
  const d3 = ux * bx + uy * by + uz * bz;
  const d4 = vx * bx + vy * by + vz * bz;
  if (d3 >= 0 && d4 <= d3) return along(out, c, o, 1, ux, uy, uz, 1);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return along(out, c, o, 3, ux, uy, uz, d1 / (d1 - d3));
  const cx = x - c[o + 6];
  const cy = y - c[o + 7];
  const cz = z - c[o + 8];
  const d5 = ux * cx + uy * cy + uz * cz;
  const d6 = vx * cx + vy * cy + vz * cz;
  if (d6 >= 0 && d5 <= d6) return along(out, c, o, 2, vx, vy, vz, 1);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return along(out, c, o, 5, vx, vy, vz, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return along(out, c, o + 3, 4, vx - ux, vy - uy, vz - uz, w);
  }
  const by1 = 1 / (va + vb + vc);
  const s = vb * by1;
  const t = vc * by1;
  out[0] = c[o] + s * ux + t * vx;
  out[1] = c[o + 1] + s * uy + t * vy;
  out[2] = c[o + 2] + s * uz + t * vz;
  return 6;
}

function along(
  out: Float64Array,
  c: Float64Array,
  o: number,
  part: number,
  ux: number,
  uy: number,
  uz: number,
  t: number,
): number {
  out[0] = c[o] + t * ux;
  out[1] = c[o + 1] + t * uy;
  out[2] = c[o + 2] + t * uz;
  return part;
}
