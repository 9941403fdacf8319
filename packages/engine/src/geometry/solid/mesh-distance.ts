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
import { IN_FACE, makeTrianglePoint, ON_CORNER, ON_EDGE, pointTriangle, type TrianglePoint } from './triangle-point.ts';

/**
 * Sums of normals, three for each triangle: at its edges from corner k to k + 1, and at its corners; 1: another face may lie against it.
 */
interface Sides {
  readonly edges: Float64Array;
  readonly tips: Float64Array;
  readonly backed: Uint8Array;
}

export class MeshDistance {
  /** after `nearest`: the closest point [m] and its triangle, in the order of the tree */
  px = 0;
  py = 0;
  pz = 0;
  triangle = -1;

  /** nine numbers for each triangle, and unit normals, in the order of the tree */
  readonly corners: Float64Array;
  readonly normals: Float64Array;
  readonly #mesh: TreeMesh;
  readonly #tree: BoxTree;
  readonly #stack: Int32Array; // opening a node takes one and adds two, on a path of `depth`
  readonly #at: Float64Array = new Float64Array(3);
  readonly #place: TrianglePoint = makeTrianglePoint();
  /** of the triangle: where its closest point lies */
  #part = IN_FACE;
  #sides: Sides | undefined;

  /** Points are given in the frame of the mesh. */
  constructor(mesh: TreeMesh) {
    const { positions, corners: triangles } = mesh;
    const n = triangles.length / 3;
    this.#mesh = mesh;
    this.#tree = mesh.tree;
    this.#stack = new Int32Array(this.#tree.depth + 2);
    const { order } = this.#tree;
    this.corners = new Float64Array(9 * n);
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 9; c++) {
        this.corners[9 * i + c] = positions[3 * triangles[3 * order[i] + Math.floor(c / 3)] + (c % 3)];
      }
    }
    this.normals = faceNormals(this.corners, n);
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
    const place = this.#place;
    const at = this.#put(x, y, z);
    let best = limit * limit;
    let depth = 0;
    this.triangle = -1;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (this.#boxDistance2(node, x, y, z) >= best) continue;
      if (count[node] > 0) {
        for (let t = link[node]; t < link[node] + count[node]; t++) {
          pointTriangle(place, at, 0, this.corners, 9 * t);
          if (place.distance2 >= best) continue;
          best = place.distance2;
          this.triangle = t;
          this.#part = place.part;
          this.px = place.x;
          this.py = place.y;
          this.pz = place.z;
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
    const place = this.#place;
    const at = this.#put(x, y, z);
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
        pointTriangle(place, at, 0, this.corners, 9 * t);
        const dx = x - place.x;
        const dy = y - place.y;
        const dz = z - place.z;
        const d = Math.sqrt(place.distance2);
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
    const place = this.#place;
    let most = 0;
    for (let corner = 0; corner < 8; corner++) {
      const cx = corner & 1 ? x + hx : x - hx;
      const cy = corner & 2 ? y + hy : y - hy;
      const cz = corner & 4 ? z + hz : z - hz;
      pointTriangle(place, this.#put(cx, cy, cz), 0, this.corners, 9 * t);
      most = Math.max(most, place.distance2);
    }
    return Math.sqrt(most);
  }

  /** The outward normal of the surface at the closest point found last, unit length, into out[offset ...]. */
  normal(out: Float64Array, offset: number): void {
    const t = 3 * this.triangle;
    out[offset] = this.normals[t];
    out[offset + 1] = this.normals[t + 1];
    out[offset + 2] = this.normals[t + 2];
  }

  /** Positive outside, from the closest point found last. */
  #side(x: number, y: number, z: number): number {
    const part = this.#part;
    const t = this.triangle;
    const { edges, tips, backed } = this.#findSides();
    const from = part === IN_FACE ? this.normals : part < ON_CORNER ? edges : tips;
    const o = part === IN_FACE ? 3 * t : 9 * t + 3 * (part < ON_CORNER ? part - ON_EDGE : part - ON_CORNER);
    const nx = from[o];
    const ny = from[o + 1];
    const nz = from[o + 2];
    if (backed[t] === 1 || nx * nx + ny * ny + nz * nz < 1e-12) {
      return windingNumber(this.#mesh.positions, this.#mesh.corners, x, y, z) > 0.5 ? -1 : 1;
    }
    return (x - this.px) * nx + (y - this.py) * ny + (z - this.pz) * nz;
  }

  /** The data that decide the side of a point, made on first use. */
  #findSides(): Sides {
    if (this.#sides !== undefined) return this.#sides;
    const { corners, normals } = this;
    const { positions, corners: triangles } = this.#mesh;
    const { order } = this.#tree;
    const n = normals.length / 3;
    const place = samePlaces(positions);
    const vertexOf = (i: number, k: number): number => place[triangles[3 * order[i] + k]];
    this.#sides = {
      edges: edgeNormals(normals, vertexOf, n, place.length),
      tips: tipNormals(corners, normals, vertexOf, n, place.length),
      backed: backedFaces(corners, normals, n),
    };
    return this.#sides;
  }

  #put(x: number, y: number, z: number): Float64Array {
    this.#at[0] = x;
    this.#at[1] = y;
    this.#at[2] = z;
    return this.#at;
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

/** Distances from the surface of a solid, with its one tree; points are given relative to its centre. */
export function distanceOf(mesh: TreeMesh): MeshDistance {
  let distance = made.get(mesh);
  if (distance === undefined) {
    distance = new MeshDistance(mesh);
    made.set(mesh, distance);
  }
  return distance;
}
