/**
 * Stochastic global search of Roy et al. 2013, section 3.2, for cables and one solid, for comparison with the tree: each cable is a row of
 * points; random points, and those stored from the last call, move to the neighbour nearer to the solid until none is nearer; a golden
 * section search around each remaining point gives the minimum. The nearest polygon of a point is found by crawling over the mesh from its
 * last one (their 3.2.1.1). Departures: a point behind that polygon tests all polygons once, because a crawl from there ends at a foot on
 * the far side; for solids without polygons the distance is in closed form.
 *
 * The search may miss minima, more often with fewer random points in a call; over many calls it collects them. On non-convex solids the
 * crawl can end at a polygon that is only locally the nearest.
 */
import { Random } from '../../base/index.ts';
import {
  makeTrianglePoint,
  ON_CORNER,
  ON_EDGE,
  IN_FACE,
  pointTriangle,
  type TrianglePoint,
} from '../../geometry/index.ts';
import { type CableCurves, curvePoint } from '../cable-cable/curves.ts';
import { Branches } from './branch.ts';
import type { CableSolid } from './solid.ts';
import { sideOf, type SolidSurface } from './surface.ts';

export interface StochasticOptions {
  /** random points a call; default 3, as in their section 10.4 */
  readonly randomPoints?: number;
  readonly seed?: number;
}

/** A minimum of the distance of a centre line from the surface. */
export interface StochasticMinimum {
  /** elements from the start of the first cable: e + u */
  readonly place: number;
  /** [m] negative inside */
  readonly distance: number;
}

/** Number of points of each element; the first is at its start. */
const POINTS = 4;
const GOLDEN = 0.6180339887498949;
const none = new Int32Array(0);

export class StochasticSearch {
  readonly #curves: CableCurves;
  readonly #solid: CableSolid;
  readonly #surface: SolidSurface | undefined;
  readonly #randomPoints: number;
  readonly #random: Random;
  /** triangles across each edge of each triangle */
  readonly #across: Int32Array;
  readonly #point: TrianglePoint = makeTrianglePoint();
  readonly #branches: Branches = new Branches();
  readonly #p: Float64Array = new Float64Array(3);
  readonly #local: Float64Array = new Float64Array(3);
  /** present polygon of the crawl */
  #polygon = 0;
  /** points at which the last call ended, ascending, and their polygons */
  #kept: number[] = [];
  #polygons: number[] = [];
  /** number of elements at that call */
  #count = 0;
  /** number of point-polygon distances computed so far: the cost of the method */
  evaluations = 0;

  constructor(curves: CableCurves, solid: CableSolid, options: StochasticOptions = {}) {
    this.#curves = curves;
    this.#solid = solid;
    this.#surface = solid.surface;
    this.#randomPoints = options.randomPoints ?? 3;
    this.#random = new Random(options.seed ?? 1);
    this.#across = solid.surface ? neighbours(solid.surface) : none;
  }

  /** Known points of locally smallest distance after this call: element of each, ascending. */
  findPoints(): readonly number[] {
    const { count } = this.#curves;
    if (count !== this.#count) this.#kept = [];
    this.#count = count;
    const ends = new Map<number, number>();
    this.#kept.forEach((start, i) => {
      this.#polygon = this.#polygons[i];
      const end = this.#descend(start);
      ends.set(end, this.#polygon);
    });
    for (let k = 0; k < this.#randomPoints; k++) {
      this.#polygon = 0;
      const end = this.#descend(this.#random.next() % (POINTS * count));
      if (!ends.has(end)) ends.set(end, this.#polygon);
    }
    this.#kept = [...ends.keys()].sort((a, b) => a - b);
    this.#polygons = this.#kept.map((k) => ends.get(k) as number);
    return this.#kept.map((k) => Math.floor(k / POINTS));
  }

  /** Minima below `limit` [m] known after this call, by place. */
  find(limit: number): StochasticMinimum[] {
    this.findPoints();
    const minima: StochasticMinimum[] = [];
    this.#kept.forEach((k, i) => {
      this.#polygon = this.#polygons[i];
      const found = this.#refine(k);
      if (found.distance < limit) minima.push(found);
    });
    return minima;
  }

  /** Data on which the next call depends. */
  save(): number[] {
    return [this.#count, ...this.#random.save(), this.#kept.length, ...this.#kept, ...this.#polygons];
  }

  /** Restores these data; returns the count of numbers read. */
  restore(saved: Float64Array): number {
    const n = saved[5];
    this.#count = saved[0];
    this.#random.load(saved.subarray(1, 5));
    this.#kept = [...saved.subarray(6, 6 + n)];
    this.#polygons = [...saved.subarray(6 + n, 6 + 2 * n)];
    return 6 + 2 * n;
  }

  /** Along the points of a cable, downhill. */
  #descend(start: number): number {
    let k = start;
    let best = this.#distance(k / POINTS);
    for (;;) {
      let next = k;
      const from = this.#polygon;
      let to = from;
      for (let way = -1; way <= 1; way += 2) {
        if (!this.#joined(k, k + way)) continue;
        this.#polygon = from;
        const d = this.#distance((k + way) / POINTS);
        if (d >= best) continue;
        best = d;
        next = k + way;
        to = this.#polygon;
      }
      this.#polygon = to;
      if (next === k) return k;
      k = next;
    }
  }

  /** Are both points there, on one cable? */
  #joined(k: number, other: number): boolean {
    const { cable, count } = this.#curves;
    if (other < 0 || other >= POINTS * count) return false;
    return cable[Math.floor(k / POINTS)] === cable[Math.floor(other / POINTS)];
  }

  /** Golden sections between the two neighbours of point k, or where its cable ends. */
  #refine(k: number): StochasticMinimum {
    let low = (this.#joined(k, k - 1) ? k - 1 : k) / POINTS;
    let high = (k + 1) / POINTS;
    let a = high - GOLDEN * (high - low);
    let b = low + GOLDEN * (high - low);
    let fa = this.#distance(a);
    let fb = this.#distance(b);
    while (high - low > 1e-8) {
      if (fa < fb) {
        high = b;
        b = a;
        fb = fa;
        a = high - GOLDEN * (high - low);
        fa = this.#distance(a);
      } else {
        low = a;
        a = b;
        fa = fb;
        b = low + GOLDEN * (high - low);
        fb = this.#distance(b);
      }
    }
    const place = 0.5 * (low + high);
    return { place, distance: this.#distance(place) };
  }

  /** [m] distance of the centre line at a place, crawling from the present polygon. */
  #distance(place: number): number {
    const e = Math.floor(place);
    const { posW, rotWS: R } = this.#solid;
    const p = this.#p;
    curvePoint(p, 0, this.#curves.coefficients, 12 * e, place - e);
    for (let d = 0; d < 3; d++) p[d] -= posW[d];
    for (let d = 0; d < 3; d++) this.#local[d] = R[d] * p[0] + R[3 + d] * p[1] + R[6 + d] * p[2];
    if (this.#surface) return this.#crawl(this.#surface);
    this.evaluations++;
    this.#solid.distance(this.#branches, this.#local, none, 0, 0);
    return this.#branches.distance[0];
  }

  #crawl(surface: SolidSurface): number {
    let t = this.#polygon;
    if (behind(surface, t, this.#local)) t = this.#scan(surface);
    let best = this.#from(surface, t);
    for (let moved = true; moved; ) {
      moved = false;
      pointTriangle(this.#point, this.#local, 0, surface.corners, 9 * t);
      const { part } = this.#point;
      if (part === IN_FACE) break;
      // the polygons across the edge, or across both edges of the corner
      const corner = part >= ON_CORNER;
      for (let i = 0; i < (corner ? 2 : 1); i++) {
        const edge = !corner ? part - ON_EDGE : i === 0 ? part - ON_CORNER : (part - ON_CORNER + 2) % 3;
        const other = this.#across[3 * t + edge];
        const d2 = this.#from(surface, other);
        if (d2 >= best) continue;
        best = d2;
        t = other;
        moved = true;
        break;
      }
    }
    this.#polygon = t;
    pointTriangle(this.#point, this.#local, 0, surface.corners, 9 * t);
    return sideOf(surface, t, this.#point, this.#local) * Math.sqrt(this.#point.distance2);
  }

  /** The nearest of all polygons. */
  #scan(surface: SolidSurface): number {
    let nearest = 0;
    let best = Number.POSITIVE_INFINITY;
    for (let t = 0; t < surface.count; t++) {
      const d2 = this.#from(surface, t);
      if (d2 >= best) continue;
      best = d2;
      nearest = t;
    }
    return nearest;
  }

  #from({ corners }: SolidSurface, t: number): number {
    this.evaluations++;
    pointTriangle(this.#point, this.#local, 0, corners, 9 * t);
    return this.#point.distance2;
  }
}

/** Is the point on the inner side of polygon t? A crawl from there could end at its foot, right through the solid. */
function behind({ normals, corners }: SolidSurface, t: number, p: Float64Array): boolean {
  let height = 0;
  for (let d = 0; d < 3; d++) height += normals[3 * t + d] * (p[d] - corners[9 * t + d]);
  return height < 0;
}

function neighbours({ edge, count, edgeCount }: SolidSurface): Int32Array {
  const first = new Int32Array(edgeCount).fill(-1);
  const across = new Int32Array(3 * count);
  for (let h = 0; h < 3 * count; h++) {
    const other = first[edge[h]];
    if (other < 0) first[edge[h]] = h;
    else {
      across[h] = Math.floor(other / 3);
      across[other] = Math.floor(h / 3);
    }
  }
  return across;
}
