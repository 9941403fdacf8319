/**
 * Sums over the regions two polygon meshes share. The boundary of a region is made of polygons, each within one polygon of one of
 * the meshes; its own boundary is made of segments of the contour and of what lies inside of edges. With a point o of its plane,
 *   sum over its boundary from p to q of the integrals over the triangle o p q, with the sign of its turning,
 * is the integral over the polygon. No outline has to be followed: every piece of a boundary adds to the polygons on its two sides, and to
 * its region.
 */
import type { PolygonCrossings } from './polygon-crossings.ts';
import type { PolygonSide } from './polygon-side.ts';

/** Numbers of a region: origin (3), integrals over its volume (10), areas of both sides (2), vector area and moment of side 0 (6). */
export const REGION: number = 21;
/** The order of two crossings of an edge closer than this part of it is uncertain. */
const ORDER = 1e-9;

export class PolygonRegions {
  count = 0;
  /** see REGION; integrals as in measure() */
  sums: Float64Array = new Float64Array(4 * REGION);
  private parent = new Int32Array(256);
  private nodes = 0;
  private region = new Int32Array(256);
  private order = new Int32Array(16);

  /** False: a decision is uncertain. */
  sum(crossings: PolygonCrossings, sides: readonly [PolygonSide, PolygonSide], tick: number): boolean {
    this.nodes = 0;
    for (let i = 0; i < crossings.count; i++) this.addNode();
    const { segment } = crossings;
    for (let i = 0; i < crossings.segments; i++) this.unite(segment[4 * i], segment[4 * i + 1]);
    for (let s = 0; s < 2; s++) {
      if (!this.splitEdges(crossings, sides[s], tick) || !this.spread(sides[s], tick)) return false;
    }
    this.numberRegions(crossings);
    for (let i = 0; i < crossings.segments; i++) {
      const from = segment[4 * i];
      const to = segment[4 * i + 1];
      const r = this.region[this.find(from)];
      for (let k = 0; k < 3; k++) {
        ends[k] = crossings.point[3 * from + k];
        ends[3 + k] = crossings.point[3 * to + k];
      }
      this.add(sides[0], 0, segment[4 * i + 2], r, false, tick);
      this.add(sides[1], 1, segment[4 * i + 3], r, true, tick);
    }
    for (let s = 0; s < 2; s++) {
      this.addCrossedEdges(crossings, sides[s], s, tick);
      this.addInnerEdges(sides[s], s, tick);
    }
    for (let r = 0; r < this.count; r++) if (!(this.sums[REGION * r + 3] > 0)) return false;
    return true;
  }

  /** Sorts crossings of edge e by place into `order`; returns their number, -1 where their order is uncertain. */
  private sort(crossings: PolygonCrossings, side: PolygonSide, e: number): number {
    const { place, onEdge, enters } = crossings;
    let n = 0;
    for (let c = side.head[e]; c >= 0; c = onEdge[c]) {
      if (n === this.order.length) this.order = grown(this.order);
      let j = n++;
      while (j > 0 && place[this.order[j - 1]] > place[c]) {
        this.order[j] = this.order[j - 1];
        j--;
      }
      this.order[j] = c;
    }
    for (let i = 1; i < n; i++) {
      const [a, b] = [this.order[i - 1], this.order[i]];
      if (enters[a] === enters[b] || place[b] - place[a] < ORDER) return -1;
    }
    return n;
  }

  /** Unites crossings with the inside parts along their edges. */
  private splitEdges(crossings: PolygonCrossings, side: PolygonSide, tick: number): boolean {
    const { enters, half } = crossings;
    const { corner, next } = side.polygons;
    for (let i = 0; i < side.crossedCount; i++) {
      const n = this.sort(crossings, side, side.crossed[i]);
      if (n < 0) return false;
      const first = this.order[0];
      const last = this.order[n - 1];
      const p = corner[half[first]];
      const q = corner[next[half[first]]];
      const fromInside = enters[first] === 0;
      const toInside = enters[last] === 1;
      if (!side.mark(p, fromInside, tick) || !side.mark(q, toInside, tick)) return false;
      if (fromInside) this.unite(first, this.nodeOf(side, p));
      if (toInside) this.unite(last, this.nodeOf(side, q));
      for (let k = fromInside ? 1 : 0; k + 1 < n; k += 2) this.unite(this.order[k], this.order[k + 1]);
    }
    return true;
  }

  /** From inside vertices along edges that are not crossed. */
  private spread(side: PolygonSide, tick: number): boolean {
    const { outStart, out, corner, next, edge, twin } = side.polygons;
    while (side.top > 0) {
      const v = side.stack[--side.top];
      const node = this.nodeOf(side, v);
      for (let i = outStart[v]; i < outStart[v + 1]; i++) {
        const h = out[i];
        if (side.headTick[edge[h]] === tick) continue;
        const w = corner[next[h]];
        if (!side.mark(w, true, tick)) return false;
        this.unite(node, this.nodeOf(side, w));
        // reached from both ends: recorded from one
        if (h < twin[h]) side.inner[side.innerCount++] = h;
      }
    }
    return true;
  }

  private nodeOf(side: PolygonSide, v: number): number {
    if (side.node[v] < 0) side.node[v] = this.addNode();
    return side.node[v];
  }

  private addNode(): number {
    if (this.nodes === this.parent.length) this.parent = grown(this.parent);
    this.parent[this.nodes] = this.nodes;
    return this.nodes++;
  }

  private find(node: number): number {
    const { parent } = this;
    while (parent[node] !== node) {
      parent[node] = parent[parent[node]];
      node = parent[node];
    }
    return node;
  }

  /** The lower root stays: that of a region is a crossing. */
  private unite(a: number, b: number): void {
    const p = this.find(a);
    const q = this.find(b);
    if (p < q) this.parent[q] = p;
    else this.parent[p] = q;
  }

  private numberRegions({ point, count }: PolygonCrossings): void {
    this.count = 0;
    if (this.region.length < this.nodes) this.region = new Int32Array(2 * this.nodes);
    for (let c = 0; c < count; c++) {
      if (this.parent[c] !== c) continue;
      this.region[c] = this.count++;
      if (REGION * this.count > this.sums.length) this.sums = grownFloats(this.sums);
      const o = REGION * this.region[c];
      this.sums.fill(0, o, o + REGION);
      for (let k = 0; k < 3; k++) this.sums[o + k] = point[3 * c + k];
    }
  }

  private addCrossedEdges(crossings: PolygonCrossings, side: PolygonSide, s: number, tick: number): void {
    const { enters, half, point } = crossings;
    const { corner, next, face, twin } = side.polygons;
    for (let i = 0; i < side.crossedCount; i++) {
      const n = this.sort(crossings, side, side.crossed[i]);
      const h = half[this.order[0]];
      const f = face[h];
      const g = face[twin[h]];
      for (let k = enters[this.order[0]] === 1 ? 0 : -1; k < n; k += 2) {
        const from = k < 0 ? -1 : this.order[k];
        const to = k + 1 < n ? this.order[k + 1] : -1;
        if (from >= 0) for (let j = 0; j < 3; j++) ends[j] = point[3 * from + j];
        else this.place(0, side, s, corner[h], tick);
        if (to >= 0) for (let j = 0; j < 3; j++) ends[3 + j] = point[3 * to + j];
        else this.place(3, side, s, corner[next[h]], tick);
        const r = this.region[this.find(from >= 0 ? from : to)];
        this.add(side, s, f, r, false, tick);
        this.add(side, s, g, r, true, tick);
      }
    }
  }

  private addInnerEdges(side: PolygonSide, s: number, tick: number): void {
    const { corner, next, face, twin } = side.polygons;
    for (let i = 0; i < side.innerCount; i++) {
      const h = side.inner[i];
      this.place(0, side, s, corner[h], tick);
      this.place(3, side, s, corner[next[h]], tick);
      const r = this.region[this.find(side.node[corner[h]])];
      this.add(side, s, face[h], r, false, tick);
      this.add(side, s, face[twin[h]], r, true, tick);
    }
  }

  /** A vertex in the frame of the pair, that of side 0, into `ends`. */
  private place(to: number, side: PolygonSide, s: number, v: number, tick: number): void {
    if (s === 1 && side.seenTick[v] !== tick) side.bring(v, tick);
    const x = s === 1 ? side.seen : side.polygons.mesh.positions;
    for (let k = 0; k < 3; k++) ends[to + k] = x[3 * v + k];
  }

  /** The piece `ends` of the boundary of what region r has of polygon f; back: against its direction. */
  private add(side: PolygonSide, s: number, f: number, r: number, back: boolean, tick: number): void {
    const p = back ? 3 : 0;
    const bx = ends[p];
    const by = ends[p + 1];
    const bz = ends[p + 2];
    const cx = ends[3 - p];
    const cy = ends[4 - p];
    const cz = ends[5 - p];
    const { plane, planeTick } = side;
    const o = 6 * f;
    if (planeTick[f] !== tick) {
      planeTick[f] = tick;
      this.bringPlane(side, s, f);
      plane[o + 3] = bx;
      plane[o + 4] = by;
      plane[o + 5] = bz;
    }
    const nx = plane[o];
    const ny = plane[o + 1];
    const nz = plane[o + 2];
    const ax = plane[o + 3];
    const ay = plane[o + 4];
    const az = plane[o + 5];
    const ux = bx - ax;
    const uy = by - ay;
    const uz = bz - az;
    const vx = cx - ax;
    const vy = cy - ay;
    const vz = cz - az;
    // twice the area
    const area = nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
    if (area === 0) return;
    const t = this.sums;
    const q = REGION * r;
    const kx = ax - t[q];
    const ky = ay - t[q + 1];
    const kz = az - t[q + 2];
    const lx = kx + ux;
    const ly = ky + uy;
    const lz = kz + uz;
    const mx = kx + vx;
    const my = ky + vy;
    const mz = kz + vz;
    const sx = kx + lx + mx;
    const sy = ky + ly + my;
    const sz = kz + lz + mz;
    // six times the volume of the tetrahedron over the triangle
    const d = area * (nx * kx + ny * ky + nz * kz);
    t[q + 3] += d;
    t[q + 4] += d * sx;
    t[q + 5] += d * sy;
    t[q + 6] += d * sz;
    t[q + 7] += d * (sx * sx + kx * kx + lx * lx + mx * mx);
    t[q + 8] += d * (sy * sy + ky * ky + ly * ly + my * my);
    t[q + 9] += d * (sz * sz + kz * kz + lz * lz + mz * mz);
    t[q + 10] += d * (sx * sy + kx * ky + lx * ly + mx * my);
    t[q + 11] += d * (sx * sz + kx * kz + lx * lz + mx * mz);
    t[q + 12] += d * (sy * sz + ky * kz + ly * lz + my * mz);
    t[q + 13 + s] += area;
    if (s === 1) return;
    t[q + 15] += area * nx;
    t[q + 16] += area * ny;
    t[q + 17] += area * nz;
    t[q + 18] += area * (sy * nz - sz * ny);
    t[q + 19] += area * (sz * nx - sx * nz);
    t[q + 20] += area * (sx * ny - sy * nx);
  }

  /** The normal of a polygon in the frame of the pair. */
  private bringPlane(side: PolygonSide, s: number, f: number): void {
    const { plane, rot } = side;
    const n = side.polygons.plane;
    for (let k = 0; k < 3; k++) {
      plane[6 * f + k] =
        s === 0 ? n[4 * f + k] : rot[3 * k] * n[4 * f] + rot[3 * k + 1] * n[4 * f + 1] + rot[3 * k + 2] * n[4 * f + 2];
    }
  }
}

/** A piece of a boundary: from (3), to (3). */
const ends = new Float64Array(6);

function grown(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(2 * from.length);
  to.set(from);
  return to;
}

function grownFloats(from: Float64Array): Float64Array<ArrayBuffer> {
  const to = new Float64Array(2 * from.length);
  to.set(from);
  return to;
}
