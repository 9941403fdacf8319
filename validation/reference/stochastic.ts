/**
 * Stochastic global search of Roy et al. 2013, section 3.2, for one cable and one convex polyhedron, for comparison: the cable is
 * a row of points; random points, and those kept from the last call, go to the neighbour that is nearer to the polyhedron until
 * none is; golden sections around each that is left give the minimum. The nearest polygon of a point is found by crawling over the
 * mesh from the one it had (their 3.1.1.1). Departure: a point behind that polygon looks at all of them once, because a crawl
 * from there ends at a foot on the far side.
 *
 * It may miss minima, more so the fewer random points a call has; over many calls it collects them. On solids that are not
 * convex the crawl can end in a polygon that is only locally the nearest.
 */
import { Random } from '@hawser/engine';
import {
  type CableCurves,
  curvePoint,
  type CableSolid,
  type SolidSurface,
  sideOf,
  IN_FACE,
  makeTrianglePoint,
  ON_CORNER,
  ON_EDGE,
  pointTriangle,
  type TrianglePoint,
} from '@hawser/engine/parts';

export interface StochasticOptions {
  /** points along the cable; default 4 an element */
  readonly points?: number;
  /** random points a call; default 3, as in their section 10.4 */
  readonly randomPoints?: number;
  readonly seed?: number;
}

/** A minimum of the distance of the centre line from the surface. */
export interface StochasticMinimum {
  /** elements from the start of the cable: e + u */
  readonly place: number;
  /** [m] negative inside */
  readonly distance: number;
}

const GOLDEN = 0.6180339887498949;

export class StochasticSearch {
  readonly #curves: CableCurves;
  readonly #solid: CableSolid;
  readonly #surface: SolidSurface;
  readonly #points: number;
  readonly #randomPoints: number;
  readonly #random: Random;
  /** triangles across each edge of each triangle */
  readonly #across: Int32Array;
  readonly #point: TrianglePoint = makeTrianglePoint();
  readonly #p: Float64Array = new Float64Array(3);
  readonly #local: Float64Array = new Float64Array(3);
  /** the polygon each point of the cable had last */
  readonly #last: Int32Array;
  #kept: number[] = [];
  /** distances of points from polygons computed so far: what the method costs */
  evaluations = 0;

  /** The solid must have a surface: a hull or a mesh. The curves hold one cable. */
  constructor(curves: CableCurves, solid: CableSolid, options: StochasticOptions = {}) {
    this.#curves = curves;
    this.#solid = solid;
    this.#surface = solid.surface as SolidSurface;
    this.#points = options.points ?? 4 * curves.count + 1;
    this.#randomPoints = options.randomPoints ?? 3;
    this.#random = new Random(options.seed ?? 1);
    this.#last = new Int32Array(this.#points);
    const { edge, count, edgeCount } = this.#surface;
    const first = new Int32Array(edgeCount).fill(-1);
    this.#across = new Int32Array(3 * count);
    for (let h = 0; h < 3 * count; h++) {
      const other = first[edge[h]];
      if (other < 0) first[edge[h]] = h;
      else {
        this.#across[h] = Math.floor(other / 3);
        this.#across[other] = Math.floor(h / 3);
      }
    }
  }

  /** Minima below `limit` [m] known after this call, by place. */
  find(limit: number): StochasticMinimum[] {
    const starts = [...this.#kept];
    for (let k = 0; k < this.#randomPoints; k++) starts.push(this.#random.next() % this.#points);
    const ends = new Set<number>();
    for (const start of starts) ends.add(this.#descend(start));
    this.#kept = [...ends].sort((a, b) => a - b);
    const minima: StochasticMinimum[] = [];
    for (const k of this.#kept) {
      const found = this.#refine(k);
      if (found.distance < limit) minima.push(found);
    }
    return minima;
  }

  #placeOf(k: number): number {
    return (k * this.#curves.count) / (this.#points - 1);
  }

  /** Along the cable's points, downhill. */
  #descend(start: number): number {
    let k = start;
    let best = this.#distance(this.#placeOf(k), k);
    for (;;) {
      let next = k;
      for (const neighbour of [k - 1, k + 1]) {
        if (neighbour < 0 || neighbour >= this.#points) continue;
        const d = this.#distance(this.#placeOf(neighbour), neighbour);
        if (d >= best) continue;
        best = d;
        next = neighbour;
      }
      if (next === k) return k;
      k = next;
    }
  }

  /** Golden sections between the two neighbours of point k. */
  #refine(k: number): StochasticMinimum {
    let low = this.#placeOf(Math.max(0, k - 1));
    let high = this.#placeOf(Math.min(this.#points - 1, k + 1));
    let a = high - GOLDEN * (high - low);
    let b = low + GOLDEN * (high - low);
    let fa = this.#distance(a, k);
    let fb = this.#distance(b, k);
    while (high - low > 1e-8) {
      if (fa < fb) {
        high = b;
        b = a;
        fb = fa;
        a = high - GOLDEN * (high - low);
        fa = this.#distance(a, k);
      } else {
        low = a;
        a = b;
        fa = fb;
        b = low + GOLDEN * (high - low);
        fb = this.#distance(b, k);
      }
    }
    const place = 0.5 * (low + high);
    return { place, distance: this.#distance(place, k) };
  }

  /** [m] of the centre line at a place, crawling from the polygon point k had. */
  #distance(place: number, k: number): number {
    const e = Math.min(this.#curves.count - 1, Math.floor(place));
    const { posW, rotWS: R } = this.#solid;
    curvePoint(this.#p, 0, this.#curves.coefficients, 12 * e, place - e);
    const [x, y, z] = [0, 1, 2].map((d) => this.#p[d] - posW[d]);
    for (let d = 0; d < 3; d++) this.#local[d] = R[d] * x + R[3 + d] * y + R[6 + d] * z;
    let t = this.#last[k];
    if (this.#behind(t)) t = this.#scan();
    let best = this.#from(t);
    for (let moved = true; moved; ) {
      moved = false;
      pointTriangle(this.#point, this.#local, 0, this.#surface.corners, 9 * t);
      const { part } = this.#point;
      if (part === IN_FACE) break;
      // the polygons across the edge, or across both edges of the corner
      const edges = part < ON_CORNER ? [part - ON_EDGE] : [part - ON_CORNER, (part - ON_CORNER + 2) % 3];
      for (const edge of edges) {
        const other = this.#across[3 * t + edge];
        const d2 = this.#from(other);
        if (d2 >= best) continue;
        best = d2;
        t = other;
        moved = true;
        break;
      }
    }
    this.#last[k] = t;
    pointTriangle(this.#point, this.#local, 0, this.#surface.corners, 9 * t);
    return sideOf(this.#surface, t, this.#point, this.#local) * Math.sqrt(this.#point.distance2);
  }

  /** Is the point on the inner side of the polygon? A crawl from there could end at its foot, right through the solid. */
  #behind(t: number): boolean {
    const { normals, corners } = this.#surface;
    let height = 0;
    for (let d = 0; d < 3; d++) height += normals[3 * t + d] * (this.#local[d] - corners[9 * t + d]);
    return height < 0;
  }

  /** The nearest of all polygons. */
  #scan(): number {
    let nearest = 0;
    let best = Number.POSITIVE_INFINITY;
    for (let t = 0; t < this.#surface.count; t++) {
      const d2 = this.#from(t);
      if (d2 >= best) continue;
      best = d2;
      nearest = t;
    }
    return nearest;
  }

  #from(t: number): number {
    this.evaluations++;
    pointTriangle(this.#point, this.#local, 0, this.#surface.corners, 9 * t);
    return this.#point.distance2;
  }
}
