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
/** Polygons of more corners are told apart by the circle around them. */
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
    const { start: start0, corner: corner0, plane: plane0, ownStart: owned0 } = side0.polygons;
    const { start: start1, corner: corner1, plane: plane1, ownStart: owned1 } = side1.polygons;
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
        for (let k = 0; k < n0; k++) {
          const vertex = corner0[first0 + k];
          if (tick0[vertex] !== tick) side0.bring(vertex, tick);
          const v = 3 * vertex;
          const at = nx * seen0[v] + ny * seen0[v + 1] + nz * seen0[v + 2] - height;
          heights0[k] = at;
          if (at < low) low = at;
          if (at > high) high = at;
        }
        if (low > doubt || high < -doubt) continue;
      }
      if (n1 <= FEW) {
        low = Number.POSITIVE_INFINITY;
        high = Number.NEGATIVE_INFINITY;
        const nx = plane0[4 * f0];
        const ny = plane0[4 * f0 + 1];
        const nz = plane0[4 * f0 + 2];
        const height = plane0[4 * f0 + 3];
        for (let k = 0; k < n1; k++) {
          const vertex = corner1[first1 + k];
          if (tick1[vertex] !== tick) side1.bring(vertex, tick);
          const v = 3 * vertex;
          const at = nx * seen1[v] + ny * seen1[v + 1] + nz * seen1[v + 2] - height;
          heights1[k] = at;
          if (at < low) low = at;
          if (at > high) high = at;
        }
        if (low > doubt || high < -doubt) continue;
      }
      if (n0 > FEW && apartRound(side0, f0, plane1, 4 * f1, doubt, tick)) continue;
      if (n1 > FEW && apartRound(side1, f1, plane0, 4 * f0, doubt, tick)) continue;
      if (owned0[f0 + 1] > owned0[f0] && !this.tryEdges(0, side0, f0, heights0, side1, f1, reach)) return false;
      if (owned1[f1 + 1] > owned1[f1] && !this.tryEdges(1, side1, f1, heights1, side0, f0, reach)) return false;
    }
    return this.open === 0;
  }

  /** The edges polygon f owns against polygon g of the other side. */
  private tryEdges(
    s: number,
    mine: PolygonSide,
    f: number,
    heights: Float64Array,
    other: PolygonSide,
    g: number,
    reach: number,
  ): boolean {
    const { ownStart, own, start, corner, next } = mine.polygons;
    const first = start[f];
    const few = start[f + 1] - first <= FEW;
    const doubt = DOUBT * reach;
    for (let i = ownStart[f]; i < ownStart[f + 1]; i++) {
      const h = own[i];
      const after = next[h];
      const atP = few ? heights[h - first] : heightOf(mine.seen, 3 * corner[h], other.polygons.plane, 4 * g);
      const atQ = few ? heights[after - first] : heightOf(mine.seen, 3 * corner[after], other.polygons.plane, 4 * g);
      if (atP > doubt ? atQ > doubt : atP < -doubt && atQ < -doubt) continue;
      if (Math.abs(atP) <= doubt || Math.abs(atQ) <= doubt) return false;
      if (!this.tryEdge(s, mine, h, atP, atQ, other, g, reach)) return false;
    }
    return true;
  }

  /** The ends of half-edge h are at these heights over the plane of polygon g: does it pass through it? False: in doubt. */
  private tryEdge(
    s: number,
    mine: PolygonSide,
    h: number,
    atP: number,
    atQ: number,
    other: PolygonSide,
    g: number,
    reach: number,
  ): boolean {
    const { corner, next } = mine.polygons;
    const { border, round, start } = other.polygons;
    const { seen } = mine;
    const p = 3 * corner[h];
    const q = 3 * corner[next[h]];
    const part = atP / (atP - atQ);
    const dx = seen[q] - seen[p];
    const dy = seen[q + 1] - seen[p + 1];
    const dz = seen[q + 2] - seen[p + 2];
    const x = seen[p] + part * dx;
    const y = seen[p + 1] + part * dy;
    const z = seen[p + 2] + part * dz;
    const room = PLACE_DOUBT * reach * (1 + (Math.abs(dx) + Math.abs(dy) + Math.abs(dz)) / Math.abs(atP - atQ));
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
    return this.add(s, mine, h, p, q, part, x, y, z, atP > 0, g);
  }

  private add(
    s: number,
    mine: PolygonSide,
    h: number,
    p: number,
    q: number,
    part: number,
    x: number,
    y: number,
    z: number,
    enters: boolean,
    g: number,
  ): boolean {
    if (this.count === this.place.length) this.grow();
    const { polygons } = mine;
    const n = this.count++;
    this.place[n] = part;
    if (s === 1) {
      this.point[3 * n] = x;
      this.point[3 * n + 1] = y;
      this.point[3 * n + 2] = z;
    } else {
      const at = polygons.mesh.positions;
      for (let k = 0; k < 3; k++) this.point[3 * n + k] = at[p + k] + part * (at[q + k] - at[p + k]);
    }
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

/**
 * Is all of a polygon clearly on one side of a plane of the other mesh, by the circle around it? Brings the ends of the edges it
 * owns where it is not.
 */
function apartRound(
  side: PolygonSide,
  f: number,
  plane: Float64Array,
  o: number,
  doubt: number,
  tick: number,
): boolean {
  const { rot, shift } = side;
  const { round, corner, next, own, ownStart, plane: own4 } = side.polygons;
  const c = ROUND * f;
  let height = -plane[o + 3];
  let cosine = 0;
  for (let k = 0; k < 3; k++) {
    const r = 3 * k;
    const n = plane[o + k];
    height += n * (rot[r] * round[c] + rot[r + 1] * round[c + 1] + rot[r + 2] * round[c + 2] + shift[k]);
    cosine += n * (rot[r] * own4[4 * f] + rot[r + 1] * own4[4 * f + 1] + rot[r + 2] * own4[4 * f + 2]);
  }
  // a circle reaches as far along a normal as its plane leans; 1e-7: rounding of the root
  const lean = Math.sqrt(Math.max(0, 1 - cosine * cosine)) + 1e-7;
  if (Math.abs(height) > lean * round[c + 4] + doubt) return true;
  for (let i = ownStart[f]; i < ownStart[f + 1]; i++) {
    const p = corner[own[i]];
    const q = corner[next[own[i]]];
    if (side.seenTick[p] !== tick) side.bring(p, tick);
    if (side.seenTick[q] !== tick) side.bring(q, tick);
  }
  return false;
}

function heightOf(x: Float64Array, p: number, plane: Float64Array, o: number): number {
  return plane[o] * x[p] + plane[o + 1] * x[p + 1] + plane[o + 2] * x[p + 2] - plane[o + 3];
}

function larger<T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
