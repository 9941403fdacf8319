/**
 * All local minima of the distance of a point from a mesh, among given triangles: the places that support a cable.
 *
 * The closest point of a triangle is a local minimum when it lies inside the triangle; on an edge when both its triangles agree; at a
 * corner when its whole fan agrees. A point outside has all minima that face it; a point inside has the nearest one only, with a negative
 * distance.
 *
 * Where two faces enclose less than 180 degrees of free space both may have a minimum. With theta the angle between their
 * normals, the second appears, as the point moves along the first, where its foot is on the common edge: d1/d2 = cos(theta). It
 * fades in from there to the bisector, s = (d1/d2 - cos)/(1 - cos) from 0 to 1, with S = smoothstep(s):
 *   weight of the farther = S (1 - cos/2), of the nearer = 1 - S cos/2   (cos >= 0; both 1 for a corner of 90 degrees)
 * so that facets of a smooth concave surface never count twice, and nothing jumps when one takes over from the next.
 */
import {
  IN_FACE,
  makeTrianglePoint,
  ON_CORNER,
  ON_EDGE,
  pointTriangle,
  type TrianglePoint,
} from '../../geometry/index.ts';
import { smoothstep } from '../../math/index.ts';
import { type Branches, MAX_BRANCHES } from './branch.ts';
import { type SolidSurface, sideOf, signedDistance } from './surface.ts';

/** one candidate: triangle, part, distance^2, x, y, z */
const HIT = 6;
const MAX_HITS = 24;
/** [m] a multiple of the error of a distance from a plane */
const ROUNDING = 1e-9;

export class MeshProbe {
  readonly surface: SolidSurface;
  readonly #point: TrianglePoint = makeTrianglePoint();
  /** hits on an edge or corner so far, valid where the stamp is that of this query */
  readonly #edgeStamp: Int32Array;
  readonly #edgeHits: Int32Array;
  readonly #vertexStamp: Int32Array;
  readonly #vertexHits: Int32Array;
  readonly #hits: Float64Array = new Float64Array(HIT * MAX_HITS);
  readonly #nearest: Float64Array = new Float64Array(HIT);
  #hitCount = 0;
  #query = 0;

  constructor(surface: SolidSurface) {
    this.surface = surface;
    this.#edgeStamp = new Int32Array(surface.edgeCount);
    this.#edgeHits = new Int32Array(surface.edgeCount);
    this.#vertexStamp = new Int32Array(surface.vertexCount);
    this.#vertexHits = new Int32Array(surface.vertexCount);
  }

  /**
   * Point p [m] against triangles list[from .. to - 1], which must hold all within `reach` of p; reach limits the branches but for
   * the nearest, which comes first. No triangles: no branches.
   */
  find(out: Branches, p: Float64Array, list: Int32Array, from: number, to: number, reach: number): void {
    out.count = 0;
    if (from === to) return;
    this.#collect(p, list, from, to, reach);
    const nearest = this.#nearest;
    const t = nearest[0];
    const point = this.#point;
    point.part = nearest[1];
    point.x = nearest[3];
    point.y = nearest[4];
    point.z = nearest[5];
    let side = sideOf(this.surface, t, point, p);
    // beyond reach the nearest of the list need not be the nearest of all, which alone determines the side
    if (side < 0 && nearest[2] > reach * reach && signedDistance(this.surface, p) > 0) side = 1;
    this.#add(out, nearest, 0, side, p);
    if (side < 0) return;
    for (let k = 0; k < this.#hitCount && out.count < MAX_BRANCHES; k++) {
      const o = HIT * k;
      if (this.#hits[o + 2] >= reach * reach || this.#known(out, o, p)) continue;
      point.part = this.#hits[o + 1];
      point.x = this.#hits[o + 3];
      point.y = this.#hits[o + 4];
      point.z = this.#hits[o + 5];
      if (sideOf(this.surface, this.#hits[o], point, p) > 0) this.#add(out, this.#hits, o, 1, p);
    }
    if (out.count > 1) fade(out);
  }

  #collect(p: Float64Array, list: Int32Array, from: number, to: number, reach: number): void {
    const { corners, balls, normals, edge, vertex, fan } = this.surface;
    const point = this.#point;
    const query = ++this.#query;
    this.#hitCount = 0;
    this.#nearest[2] = Number.POSITIVE_INFINITY;
    let limit = Number.POSITIVE_INFINITY;
    for (let k = from; k < to; k++) {
      const t = list[k];
      const x = p[0] - balls[4 * t];
      const y = p[1] - balls[4 * t + 1];
      const z = p[2] - balls[4 * t + 2];
      const far = limit + balls[4 * t + 3];
      if (x * x + y * y + z * z > far * far) continue;
      // centres of balls lie in the planes of their triangles
      const above = normals[3 * t] * x + normals[3 * t + 1] * y + normals[3 * t + 2] * z;
      if (above > limit + ROUNDING || above < -limit - ROUNDING) continue;
      pointTriangle(point, p, 0, corners, 9 * t);
      if (point.distance2 < this.#nearest[2]) {
        this.#keep(this.#nearest, 0, t);
        limit = Math.max(reach, Math.sqrt(point.distance2));
      }
      if (point.distance2 >= reach * reach) continue;
      const { part } = point;
      if (part === IN_FACE) this.#hit(t);
      else if (part < ON_CORNER) {
        const e = edge[3 * t + part - ON_EDGE];
        const seen = this.#edgeStamp[e] === query ? this.#edgeHits[e] + 1 : 1;
        this.#edgeStamp[e] = query;
        this.#edgeHits[e] = seen;
        if (seen === 2) this.#hit(t);
      } else {
        const v = vertex[3 * t + part - ON_CORNER];
        const seen = this.#vertexStamp[v] === query ? this.#vertexHits[v] + 1 : 1;
        this.#vertexStamp[v] = query;
        this.#vertexHits[v] = seen;
        if (seen === fan[v]) this.#hit(t);
      }
    }
  }

  #hit(t: number): void {
    if (this.#hitCount < MAX_HITS) this.#keep(this.#hits, HIT * this.#hitCount++, t);
  }

  #keep(to: Float64Array, at: number, t: number): void {
    const point = this.#point;
    to[at] = t;
    to[at + 1] = point.part;
    to[at + 2] = point.distance2;
    to[at + 3] = point.x;
    to[at + 4] = point.y;
    to[at + 5] = point.z;
  }

  /** Duplicate places: neighbours that both have a foot on their common edge, by rounding. */
  #known(out: Branches, o: number, p: Float64Array): boolean {
    for (let b = 0; b < out.count; b++) {
      let d2 = 0;
      for (let k = 0; k < 3; k++) {
        const e = p[k] - out.distance[b] * out.outward[3 * b + k] - this.#hits[o + 3 + k];
        d2 += e * e;
      }
      if (d2 <= 1e-16 * (this.#hits[o + 2] + this.#nearest[2])) return true;
    }
    return false;
  }

  #add(out: Branches, from: Float64Array, at: number, side: number, p: Float64Array): void {
    const { normals, corners, group, edge, edgeGroup, vertex, vertexGroup } = this.surface;
    const b = out.count++;
    const t = from[at];
    const part = from[at + 1];
    const d = side * Math.sqrt(from[at + 2]);
    out.distance[b] = d;
    out.weight[b] = 1;
    // the nearest of the faces at an edge is decided by rounding: points would change their patch between iterates
    if (part === IN_FACE) out.feature[b] = group[t];
    else if (part < ON_CORNER) out.feature[b] = edgeGroup[edge[3 * t + part - ON_EDGE]];
    else out.feature[b] = vertexGroup[vertex[3 * t + part - ON_CORNER]];
    const flat = part === IN_FACE || Math.abs(d) < 1e-12;
    for (let k = 0; k < 3; k++) {
      // over a face its own normal, which stays accurate as the distance vanishes
      out.outward[3 * b + k] = flat ? normals[3 * t + k] : (p[k] - from[at + 3 + k]) / d;
    }
    out.bend[b] = flat ? 0 : 1 / d;
    out.share[b] = 0;
    for (let k = 0; k < 3; k++) out.axis[3 * b + k] = 0;
    if (flat || part >= ON_CORNER) return;
    out.share[b] = 1;
    const i = 9 * t + 3 * (part - ON_EDGE);
    const j = 9 * t + 3 * ((part - ON_EDGE + 1) % 3);
    const x = corners[j] - corners[i];
    const y = corners[j + 1] - corners[i + 1];
    const z = corners[j + 2] - corners[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    out.axis[3 * b] = x / length;
    out.axis[3 * b + 1] = y / length;
    out.axis[3 * b + 2] = z / length;
  }
}

/** Weights of several branches, see above; of more than two each against the one that limits it most. */
function fade(out: Branches): void {
  const { outward, distance, weight } = out;
  for (let b = 1; b < out.count; b++) {
    let least = 1;
    let cosineOfLeast = 0;
    for (let c = 0; c < out.count; c++) {
      if (c === b || distance[c] > distance[b] || (distance[c] === distance[b] && c > b)) continue;
      const dot =
        outward[3 * b] * outward[3 * c] +
        outward[3 * b + 1] * outward[3 * c + 1] +
        outward[3 * b + 2] * outward[3 * c + 2];
      const cosine = dot > 0 ? dot : 0;
      const s = cosine < 1 - 1e-12 ? (distance[c] / distance[b] - cosine) / (1 - cosine) : 0;
      if (s >= least) continue;
      least = s;
      cosineOfLeast = cosine;
    }
    const S = least <= 0 ? 0 : least >= 1 ? 1 : smoothstep(least);
    weight[b] = S * (1 - 0.5 * cosineOfLeast);
    const rest = weight[0] - 0.5 * S * cosineOfLeast;
    weight[0] = rest > 0.25 ? rest : 0.25;
  }
}
