/**
 * Crossings of the edges of two polygon meshes with the polygons of the other, and the segments two polygons have in common,
 * which join two crossings each. All signs must be beyond rounding: whoever meets one that is not gives up.
 */
import type { PairList } from '../../geometry/index.ts';
import { ROUND } from './polygon-mesh.ts';
import type { PolygonSide } from './polygon-side.ts';

/** Part of the reach within which a height is in doubt, and below which a place on a polygon's border is. */
const DOUBT = 1e-11;
const PLACE_DOUBT = 1e-13;
/** Polygons of more corners are not told apart by their corners: they own few of their edges. */
const FEW = 8;

export class PolygonCrossings {
  count = 0;
  /** [m] in the frame of side 0 */
  point: Float64Array = new Float64Array(3 * 64);
  /** part of the way along the edge */
  place: Float64Array = new Float64Array(64);
  side: Uint8Array = new Uint8Array(64);
  half: Int32Array = new Int32Array(64);
  /** 1: the edge, along its half-edge, goes into the other body */
  enters: Uint8Array = new Uint8Array(64);
  /** the next on the same edge, -1: none */
  onEdge: Int32Array = new Int32Array(64);
  /** segments: from crossing, to crossing, polygon of side 0, of side 1; the direction is that of side 0 */
  segments = 0;
  segment: Int32Array = new Int32Array(4 * 64);
  private keys = new Int32Array(512);
  private keyTick = new Int32Array(512);
  /** the first crossing of a pair, twice, plus 1 where the segment starts there; -1: the segment is there */
  private waiting = new Int32Array(512);
  private open = 0;
  private tick = 0;
  private reach = 0;
  private stride = 0;
  private readonly heights0 = new Float64Array(FEW);
  private readonly heights1 = new Float64Array(FEW);

  forget(): void {
    this.keyTick.fill(0);
  }

  /** False: something is in doubt. pairs: polygons of side 0 and of side 1 whose boxes overlap. */
  find(side0: PolygonSide, side1: PolygonSide, { pairs, length }: PairList, reach: number, tick: number): boolean {
    this.count = 0;
    this.segments = 0;
    this.open = 0;
    this.tick = tick;
    this.stride = side1.polygons.count;
    this.reach = reach;
    const { start: start0, corner: corner0, plane: plane0, owns: owns0 } = side0.polygons;
    const { start: start1, corner: corner1, plane: plane1, owns: owns1 } = side1.polygons;
    const { seen: seen0, seenTick: tick0 } = side0;
    const { seen: seen1, seenTick: tick1 } = side1;
    const { heights0, heights1 } = this;
    const doubt = DOUBT * reach;
    for (let i = 0; i < length; i += 2) {
      const f0 = pairs[i];
      const f1 = pairs[i + 1];
      const first0 = start0[f0];
      const first1 = start1[f1];
      const n0 = start0[f0 + 1] - first0;
      const n1 = start1[f1 + 1] - first1;
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      if (n0 <= FEW) {
        const nx = plane1[4 * f1];
        const ny = plane1[4 * f1 + 1];
        const nz = plane1[4 * f1 + 2];
        const height = plane1[4 * f1 + 3];
        let least = doubt;
        for (let k = 0; k < n0; k++) {
          const vertex = corner0[first0 + k];
          if (tick0[vertex] !== tick) side0.bring(vertex, tick);
          const v = 3 * vertex;
          const at = nx * seen0[v] + ny * seen0[v + 1] + nz * seen0[v + 2] - height;
          heights0[k] = at;
          if (at < low) low = at;
          if (at > high) high = at;
          if (Math.abs(at) < least) least = Math.abs(at);
        }
        if (low > doubt || high < -doubt) continue;
        if (least < doubt) return false;
      }
      if (n1 <= FEW) {
        low = Number.POSITIVE_INFINITY;
        high = Number.NEGATIVE_INFINITY;
        const nx = plane0[4 * f0];
        const ny = plane0[4 * f0 + 1];
        const nz = plane0[4 * f0 + 2];
        const height = plane0[4 * f0 + 3];
        let least = doubt;
        for (let k = 0; k < n1; k++) {
          const vertex = corner1[first1 + k];
          if (tick1[vertex] !== tick) side1.bring(vertex, tick);
          const v = 3 * vertex;
          const at = nx * seen1[v] + ny * seen1[v + 1] + nz * seen1[v + 2] - height;
          heights1[k] = at;
          if (at < low) low = at;
          if (at > high) high = at;
          if (Math.abs(at) < least) least = Math.abs(at);
        }
        if (low > doubt || high < -doubt) continue;
        if (least < doubt) return false;
      }
      if (n0 <= FEW) {
        for (let k = 0; k < n0; k++) {
          const l = k + 1 === n0 ? 0 : k + 1;
          if (heights0[k] > 0 === heights0[l] > 0 || owns0[first0 + k] === 0) continue;
          if (!this.tryEdge(0, side0, first0 + k, heights0, k, l, side1, f1)) return false;
        }
      } else if (!this.tryMany(0, side0, f0, side1, f1)) return false;
      if (n1 <= FEW) {
        for (let k = 0; k < n1; k++) {
          const l = k + 1 === n1 ? 0 : k + 1;
          if (heights1[k] > 0 === heights1[l] > 0 || owns1[first1 + k] === 0) continue;
          if (!this.tryEdge(1, side1, first1 + k, heights1, k, l, side0, f0)) return false;
        }
      } else if (!this.tryMany(1, side1, f1, side0, f0)) return false;
    }
    return this.open === 0;
  }

  /** The edges polygon f of many corners owns, few as a rule, against polygon g of the other side. */
  private tryMany(s: number, mine: PolygonSide, f: number, other: PolygonSide, g: number): boolean {
    const { start, owns, corner, next } = mine.polygons;
    const { plane } = other.polygons;
    const doubt = DOUBT * this.reach;
    for (let h = start[f]; h < start[f + 1]; h++) {
      if (owns[h] === 0) continue;
      for (let k = 0; k < 2; k++) {
        const vertex = corner[k === 0 ? h : next[h]];
        if (mine.seenTick[vertex] !== this.tick) mine.bring(vertex, this.tick);
        const v = 3 * vertex;
        const { seen } = mine;
        const o = 4 * g;
        ends[k] = plane[o] * seen[v] + plane[o + 1] * seen[v + 1] + plane[o + 2] * seen[v + 2] - plane[o + 3];
      }
      if (ends[0] > doubt ? ends[1] > doubt : ends[0] < -doubt && ends[1] < -doubt) continue;
      if (Math.abs(ends[0]) <= doubt || Math.abs(ends[1]) <= doubt) return false;
      if (!this.tryEdge(s, mine, h, ends, 0, 1, other, g)) return false;
    }
    return true;
  }

  /**
   * The ends of half-edge h are at heights[k] and heights[l] over the plane of polygon g, one above, one below: does it pass through
   * the polygon? False: in doubt.
   */
  private tryEdge(
    s: number,
    mine: PolygonSide,
    h: number,
    heights: Float64Array,
    k: number,
    l: number,
    other: PolygonSide,
    g: number,
  ): boolean {
    const { corner, next } = mine.polygons;
    const { border, round, start } = other.polygons;
    const { seen } = mine;
    const p = 3 * corner[h];
    const q = 3 * corner[next[h]];
    const fall = heights[k] - heights[l];
    const part = heights[k] / fall;
    const dx = seen[q] - seen[p];
    const dy = seen[q + 1] - seen[p + 1];
    const dz = seen[q + 2] - seen[p + 2];
    const x = seen[p] + part * dx;
    const y = seen[p + 1] + part * dy;
    const z = seen[p + 2] + part * dz;
    const room = PLACE_DOUBT * this.reach * (1 + (Math.abs(dx) + Math.abs(dy) + Math.abs(dz)) / Math.abs(fall));
    const c = ROUND * g;
    const ex = x - round[c];
    const ey = y - round[c + 1];
    const ez = z - round[c + 2];
    const away = ex * ex + ey * ey + ez * ez;
    const outer = round[c + 4] + room;
    if (away > outer * outer) return true;
    const inner = round[c + 3] - room;
    if (!(inner > 0 && away < inner * inner)) {
      let within = Number.POSITIVE_INFINITY;
      const end = 4 * start[g + 1];
      for (let o = 4 * start[g]; o < end; o += 4) {
        const inside = border[o] * x + border[o + 1] * y + border[o + 2] * z - border[o + 3];
        if (inside < -room) return true;
        if (inside < within) within = inside;
      }
      if (within <= room) return false;
    }
    if (this.count === this.place.length) this.grow();
    const n = this.count;
    this.place[n] = part;
    if (s === 1) {
      this.point[3 * n] = x;
      this.point[3 * n + 1] = y;
      this.point[3 * n + 2] = z;
    } else {
      const at = mine.polygons.mesh.positions;
      this.point[3 * n] = at[p] + part * (at[q] - at[p]);
      this.point[3 * n + 1] = at[p + 1] + part * (at[q + 1] - at[p + 1]);
      this.point[3 * n + 2] = at[p + 2] + part * (at[q + 2] - at[p + 2]);
    }
    return this.add(s, mine, h, heights[k] > 0, g);
  }

  /** The crossing whose place was just written. */
  private add(s: number, mine: PolygonSide, h: number, enters: boolean, g: number): boolean {
    const { polygons } = mine;
    const n = this.count++;
    this.side[n] = s;
    this.half[n] = h;
    this.enters[n] = enters ? 1 : 0;
    const e = polygons.edge[h];
    if (mine.headTick[e] !== this.tick) {
      mine.headTick[e] = this.tick;
      mine.head[e] = -1;
      mine.crossed[mine.crossedCount++] = e;
    }
    this.onEdge[n] = mine.head[e];
    mine.head[e] = n;
    const f = polygons.face[h];
    const back = polygons.face[polygons.twin[h]];
    // where an edge goes in, what its own polygon has inside comes to it along the segment
    if (s === 0) return this.join(n, f, g, !enters) && this.join(n, back, g, enters);
    return this.join(n, g, f, enters) && this.join(n, g, back, !enters);
  }

  /** Crossing n is an end of what polygon f0 of side 0 and f1 of side 1 have in common; they have two, being convex. */
  private join(n: number, f0: number, f1: number, starts: boolean): boolean {
    const key = f0 * this.stride + f1;
    const { keys, keyTick, waiting, tick } = this;
    const mask = keys.length - 1;
    let slot = Math.imul(key, 0x9e3779b1) & mask;
    while (keyTick[slot] === tick && keys[slot] !== key) slot = (slot + 1) & mask;
    if (keyTick[slot] !== tick) {
      keyTick[slot] = tick;
      keys[slot] = key;
      waiting[slot] = 2 * n + (starts ? 1 : 0);
      this.open++;
      return true;
    }
    const first = waiting[slot];
    if (first < 0 || ((first & 1) === 1) === starts) return false;
    waiting[slot] = -1;
    this.open--;
    const o = 4 * this.segments++;
    this.segment[o] = starts ? n : first >> 1;
    this.segment[o + 1] = starts ? first >> 1 : n;
    this.segment[o + 2] = f0;
    this.segment[o + 3] = f1;
    return true;
  }

  /** Room for twice the crossings; a crossing has two segments at most, of which each has two. */
  private grow(): void {
    const size = 2 * this.place.length;
    this.point = larger(this.point, new Float64Array(3 * size));
    this.place = larger(this.place, new Float64Array(size));
    this.side = larger(this.side, new Uint8Array(size));
    this.half = larger(this.half, new Int32Array(size));
    this.enters = larger(this.enters, new Uint8Array(size));
    this.onEdge = larger(this.onEdge, new Int32Array(size));
    this.segment = larger(this.segment, new Int32Array(4 * size));
    const { keys, keyTick, waiting, tick } = this;
    this.keys = new Int32Array(2 * keys.length);
    this.keyTick = new Int32Array(2 * keys.length);
    this.waiting = new Int32Array(2 * keys.length);
    const mask = this.keys.length - 1;
    for (let i = 0; i < keys.length; i++) {
      if (keyTick[i] !== tick) continue;
      let slot = Math.imul(keys[i], 0x9e3779b1) & mask;
      while (this.keyTick[slot] === tick) slot = (slot + 1) & mask;
      this.keyTick[slot] = tick;
      this.keys[slot] = keys[i];
      this.waiting[slot] = waiting[i];
    }
  }
}

/** Heights of the ends of an edge. */
const ends = new Float64Array(2);

function larger<T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
