/**
 * Contact of cables with solids, distributed along the span: on every stretch where the centre line is within its radius of the surface,
 * quadrature points with their own depth, normal and share of the length. A cable over a sharp corner is thus supported at points that
 * slide over it continuously, whereas a single force at the closest point of a straight segment jumps from side to side (Roy et al. 2013,
 * section 8.2, fig. 11).
 *
 * The slice of the cable at a point is a disc, the solid under it a half-plane at the depth radius - distance: lens (a circular
 * segment), chord and depth are given, so a law may go by volume (k lens) or by depth. A slice of a bent cable weighs 1 - c k, k the
 * curvature of the centre line towards the solid and c the distance of the segment's centroid from it (Pappus).
 */
import { COUNTS, Effort, effortIndex, FOR_STRANDS, GrowableFloat64, GrowableInt32, LOOKS } from '../../base/index.ts';
import type { CableCurves } from '../cable-cable/curves.ts';
import { ElementTree } from '../cable-cable/element-tree.ts';
import { findSegment, type Lens, makeLens } from '../cable-cable/lens.ts';
import { type LineRule, type LineRulePoints, lineRule } from '../cable-cable/line-rule.ts';
import type { ContactPatches } from '../cable-cable/patches.ts';
import { keepNear } from './near-triangles.ts';
import type { CableSolid } from './solid.ts';
import { StochasticSearch } from './stochastic.ts';
import { Span } from './span.ts';
import { trianglesInBox } from './surface.ts';

/** tree: a tree of boxes, which misses nothing; stochastic: random starts, for comparison (Roy et al. 2013, section 3.2). */
export type SolidSearch = 'tree' | 'stochastic';

export interface CableSolidOptions {
  /** how pairs are found; default tree */
  readonly search?: SolidSearch | undefined;
  /** points of quadrature on each stretch of contact; default 5 */
  readonly points?: LineRulePoints;
  /** true if elements of this cable may touch this solid; default: all */
  readonly mayTouch?: (cable: number, solid: number) => boolean;
  /** where work is counted, and for whom that of a cable and a solid is: at cable * solids + solid */
  readonly effort?: Effort;
  readonly who?: Int32Array;
}

/** A point before it is sorted into patches: u, weight, distance, branch of which feature, outward, bend, share, axis. */
const RAW = 12;
const FEATURES = 65536; // largest number of surface parts in a key
const SOLIDS = 8192;
/** numbers of a plane between an element and a solid */
export const PLANE = 4;
/**
 * Number of separately integrated parts of a piece on a mesh. An element over several edges has a dip at each; the quadrature rule resolved
 * them or not as intervals merged and divided, and forces jumped by half. With fixed parts the jumps are small.
 */
const CELLS = 4;
/** places along an element for its tangent planes */
const PLACES: Float64Array = Float64Array.of(0.5, 0, 1);

export class CableSolidContact {
  readonly curves: CableCurves;
  readonly solids: readonly CableSolid[];
  readonly tree: ElementTree = new ElementTree();
  /** instead of the tree, one a solid */
  readonly random: readonly StochasticSearch[] | undefined;
  /** element, solid, first of its triangles, end of them; by element, then solid */
  readonly pairs: GrowableInt32 = new GrowableInt32(256);
  /**
   * by pair: a plane that keeps it apart, its normal away from the solid, and how far the element is from touching by it where it
   * was found [m]; of meshes none, and 0
   */
  readonly planes: GrowableFloat64 = new GrowableFloat64(64);
  readonly #triangles: GrowableInt32 = new GrowableInt32(256);
  readonly #elements: GrowableInt32 = new GrowableInt32(64);
  readonly #found: GrowableInt32 = new GrowableInt32(256);
  readonly #raw: GrowableFloat64 = new GrowableFloat64(64 * RAW);
  /** where the next element of each solid stands in #found */
  readonly #cursor: Int32Array;
  /** [m] that the pair at hand may move towards each other */
  #limit = 0.5;
  readonly #rule: LineRule;
  readonly #mayTouch: ((cable: number, solid: number) => boolean) | undefined;
  readonly #effort: Effort;
  readonly #who: Int32Array;
  readonly #span: Span = new Span();
  readonly #lens: Lens = makeLens();
  readonly #box: Float64Array = new Float64Array(6);
  /** Bezier points of an element in the frame of a solid; how near its triangles are to be, and its sag [m] */
  readonly #bezier: Float64Array = new Float64Array(12);
  readonly #near: Float64Array = new Float64Array(2);
  readonly #low: Float64Array = new Float64Array(3);
  readonly #high: Float64Array = new Float64Array(3);

  constructor(curves: CableCurves, solids: readonly CableSolid[], options: CableSolidOptions = {}) {
    this.curves = curves;
    this.solids = solids;
    this.#cursor = new Int32Array(solids.length);
    this.#rule = lineRule(options.points ?? 5);
    this.random = options.search === 'stochastic' ? solids.map((s) => new StochasticSearch(curves, s)) : undefined;
    this.#mayTouch = options.mayTouch;
    this.#effort = options.effort ?? new Effort();
    this.#who = options.who ?? new Int32Array((Math.max(0, ...curves.cable) + 1) * solids.length);
  }

  /**
   * Elements and solids that may touch while no point of element e moves by more than reach[e] [m] and no point of solid s by
   * more than solidReach[s] [m]; of meshes also the triangles. Solids have their poses. Returns the number of pairs.
   */
  search(reach: Float64Array, solidReach: Float64Array): number {
    const { curves, solids, tree } = this;
    curves.cutIntoPieces();
    if (this.random) return this.#searchAtRandom(this.random, reach, solidReach);
    tree.refit(curves, reach);
    const found = this.#found;
    found.clear();
    for (let s = 0; s < solids.length; s++) {
      solids[s].worldBounds(this.#box);
      for (let k = 0; k < 3; k++) {
        this.#low[k] = this.#box[k] - solidReach[s];
        this.#high[k] = this.#box[3 + k] + solidReach[s];
      }
      tree.findInBox(this.#elements, this.#low, this.#high);
      this.#cursor[s] = found.length;
      for (let k = 0; k < this.#elements.length; k++) found.push(this.#elements.data[k]);
      found.push(-1);
    }
    this.#clearPairs();
    // each solid's elements ascend: merging them gives the order wanted
    for (let e = 0; e < curves.count; e++) {
      for (let s = 0; s < solids.length; s++) {
        if (found.data[this.#cursor[s]] !== e) continue;
        this.#cursor[s]++;
        if (this.#mayTouch && !this.#mayTouch(curves.cable[e], s)) continue;
        this.#ask(e, s, reach, solidReach);
      }
    }
    return this.pairs.length / 4;
  }

  /**
   * The same from the minima that random starts have led to: on to neighbouring elements as long as they may touch. What they miss is
   * missing, until it is found at a later step; continuous detection still refuses a step in which a cable passes a surface.
   */
  #searchAtRandom(random: readonly StochasticSearch[], reach: Float64Array, solidReach: Float64Array): number {
    const { cable, count } = this.curves;
    this.#clearPairs();
    const near = random.map((search, s) => {
      const asked = new Set<number>();
      const close = new Set<number>();
      const open: number[] = [];
      const visit = (e: number): void => {
        if (e < 0 || e >= count || asked.has(e)) return;
        asked.add(e);
        if (this.#mayTouch && !this.#mayTouch(cable[e], s)) return;
        this.#ask(e, s, reach, solidReach);
        if (this.pairs.length === 0) return;
        this.#clearPairs();
        close.add(e);
        open.push(e);
      };
      for (const e of search.findPoints()) for (let k = e - 1; k <= e + 1; k++) visit(k);
      for (let e = open.pop(); e !== undefined; e = open.pop()) {
        if (e > 0 && cable[e - 1] === cable[e]) visit(e - 1);
        if (e + 1 < count && cable[e + 1] === cable[e]) visit(e + 1);
      }
      return close;
    });
    for (let e = 0; e < count; e++) {
      near.forEach((close, s) => {
        if (close.has(e)) this.#ask(e, s, reach, solidReach);
      });
    }
    return this.pairs.length / 4;
  }

  #ask(e: number, s: number, reach: Float64Array, solidReach: Float64Array): void {
    this.#limit = reach[e] + solidReach[s];
    this.#workFor(e, s);
    this.#addPair(e, s);
  }

  #clearPairs(): void {
    this.pairs.clear();
    this.planes.clear();
    this.#triangles.clear();
  }

  /** From here on the work is for element e and solid s. */
  #workFor(e: number, s: number): void {
    const who = this.#who[this.curves.cable[e] * this.solids.length + s];
    this.#effort.now[0] = who;
    this.#effort.count(who, LOOKS);
  }

  #addPair(e: number, s: number): void {
    const triangles = this.#triangles;
    const from = triangles.length;
    const { surface } = this.solids[s];
    if (surface) {
      this.#boxInSolid(e, this.solids[s]);
      trianglesInBox(triangles, surface.tree, this.#box);
      if (triangles.length === from) return;
      this.#near[0] = this.#limit + 2 * this.curves.radius[e]; // iterates may go farther than the step does
      this.#near[1] = this.curves.sag[e];
      keepNear(triangles, from, surface, this.#bezier, this.#near);
      if (triangles.length === from) return;
      for (let k = 0; k < PLANE; k++) this.planes.push(0);
    } else if (this.#keptApart(e, s)) {
      this.planes.resize(this.planes.length - PLANE);
      return;
    }
    this.pairs.push(e);
    this.pairs.push(s);
    this.pairs.push(from);
    this.pairs.push(triangles.length);
  }

  /**
   * Adds the plane that separates element e from a convex solid: the best of its tangent planes at three places, or the first beyond the
   * limit. Returns true if it lies beyond the limit.
   */
  #keptApart(e: number, s: number): boolean {
    const { coefficients, radius } = this.curves;
    const span = this.#span;
    const limit = this.#limit;
    const { rotWS: R } = this.solids[s];
    const { outward } = span.branches;
    const o = this.planes.length;
    this.planes.resize(o + PLANE);
    const plane = this.planes.data;
    span.radius = radius[e];
    span.enter(coefficients, e, this.solids[s], this.#triangles.data, 0, 0);
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < PLACES.length && !(most > limit); k++) {
      span.findLeast(PLACES, k);
      const { least: bound } = span;
      if (!(bound > most)) continue;
      most = bound;
      for (let r = 0; r < 3; r++) {
        plane[o + r] = R[3 * r] * outward[0] + R[3 * r + 1] * outward[1] + R[3 * r + 2] * outward[2];
      }
    }
    plane[o + 3] = most;
    return most > limit;
  }

  /** [m] Lower bound of the distance from touching of the pairs when they were found; 0 where unknown, as with meshes. */
  clearance(): number {
    const { data, length } = this.planes;
    let least = Number.POSITIVE_INFINITY;
    for (let o = 3; o < length; o += PLANE) if (data[o] < least) least = data[o];
    return Math.max(0, least);
  }

  /** The box around element e in the frame of a solid, larger by the limit. */
  #boxInSolid(e: number, solid: CableSolid): void {
    const margin = this.#limit + this.curves.radius[e];
    const { posW, rotWS: R } = solid;
    const c = this.curves.coefficients;
    const box = this.#box;
    const bezier = this.#bezier;
    for (let k = 0; k < 3; k++) {
      // Bezier points along axis k of the solid
      let a0 = 0;
      let a1 = 0;
      let a2 = 0;
      let a3 = 0;
      for (let d = 0; d < 3; d++) {
        const o = 12 * e + 4 * d;
        a0 += R[3 * d + k] * (c[o] - posW[d]);
        a1 += R[3 * d + k] * c[o + 1];
        a2 += R[3 * d + k] * c[o + 2];
        a3 += R[3 * d + k] * c[o + 3];
      }
      const b1 = a0 + a1 / 3;
      const b2 = b1 + (a1 + a2) / 3;
      const b3 = a0 + a1 + a2 + a3;
      bezier[k] = a0;
      bezier[3 + k] = b1;
      bezier[6 + k] = b2;
      bezier[9 + k] = b3;
      box[k] = Math.min(a0, b1, b2, b3) - margin;
      box[3 + k] = Math.max(a0, b1, b2, b3) + margin;
    }
  }

  /**
   * The contacts of the pairs found, at the present shape of the cables and poses of the solids. but: without those
   * pairs that have a patch there, made of the same pairs, and as if the element were thicker by its `more` and the solid's [m]; lenses and
   * depths are those of the thicker ones.
   */
  refresh(out: ContactPatches, but?: ContactPatches, more?: Float64Array, moreOfSolid?: Float64Array): void {
    const { curves, pairs, solids } = this;
    const span = this.#span;
    const who = this.#who;
    const { now } = this.#effort;
    const counts = this.#effort.room(FOR_STRANDS, who.length);
    out.clear();
    let p = 0;
    for (let k = 0; k < pairs.length; k += 4) {
      const e = pairs.data[k];
      const s = pairs.data[k + 1];
      const triangles = this.#triangles.data;
      if (but !== undefined) {
        const first = p;
        while (p < but.count && but.elementA[p] === e && but.elementB[p] === s) p++;
        if (p > first) continue;
      }
      const at = who[curves.cable[e] * solids.length + s];
      now[0] = at;
      counts[COUNTS * effortIndex(at) + LOOKS]++;
      let radius = curves.radius[e];
      if (more !== undefined) radius += more[e];
      if (moreOfSolid !== undefined) radius += moreOfSolid[s];
      span.radius = radius;
      span.enter(curves.coefficients, e, solids[s], triangles, pairs.data[k + 2], pairs.data[k + 3]);
      this.#collect(e, solids[s].surface ? CELLS : 1);
      if (this.#raw.length > 0) {
        this.#lens.r1 = radius;
        this.#emit(out, e, s);
      }
    }
  }

  /** All quadrature points of element e against the present solid. */
  #collect(e: number, cells: number): void {
    const { pieces, sag } = this.curves;
    const span = this.#span;
    const n = cells * pieces[e];
    this.#raw.clear();
    for (let a = 0; a < n; a++) {
      const m = span.findContact(a / n, (a + 1) / n, sag[e] / (n * n));
      for (let i = 0; i < m; i++) this.#integrate(i);
    }
  }

  /** The quadrature points of interval i. */
  #integrate(i: number): void {
    const { nodes, weights } = this.#rule;
    const span = this.#span;
    const from = span.intervals[2 * i];
    const to = span.intervals[2 * i + 1];
    const { branches: b, tangent: t, radius } = span;
    for (let k = 0; k < nodes.length; k++) {
      const u = from + (to - from) * nodes[k];
      span.evaluate(u);
      const length = weights[k] * (to - from) * Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
      for (let i = 0; i < b.count; i++) {
        if (b.distance[i] >= radius) continue;
        const o = this.#raw.length;
        this.#raw.reserve(o + RAW);
        this.#raw.length = o + RAW;
        const raw = this.#raw.data;
        raw[o] = u;
        raw[o + 1] = length * b.weight[i];
        raw[o + 2] = b.distance[i];
        raw[o + 3] = b.feature[i];
        for (let d = 0; d < 3; d++) {
          raw[o + 4 + d] = b.outward[3 * i + d];
          raw[o + 9 + d] = b.axis[3 * i + d];
        }
        raw[o + 7] = b.bend[i];
        raw[o + 8] = b.share[i];
      }
    }
  }

  /** One patch for each feature, in the order of their numbers. */
  #emit(out: ContactPatches, e: number, s: number): void {
    const raw = this.#raw;
    let last = -1;
    for (;;) {
      let feature = Number.POSITIVE_INFINITY;
      for (let o = 3; o < raw.length; o += RAW) {
        if (raw.data[o] > last && raw.data[o] < feature) feature = raw.data[o];
      }
      if (feature === Number.POSITIVE_INFINITY) return;
      out.open(e, s, feature, (this.curves.label[e] * SOLIDS + s) * FEATURES + (feature % FEATURES));
      for (let o = 0; o < raw.length; o += RAW) if (raw.data[o + 3] === feature) this.#point(out, o, e, s);
      out.close();
      last = feature;
    }
  }

  #point(out: ContactPatches, o: number, e: number, s: number): void {
    const raw = this.#raw.data;
    const R = this.solids[s].rotWS;
    const c = this.curves.coefficients;
    const lens = this.#lens;
    const u = raw[o];
    const d = raw[o + 2];
    const { r1: radius } = lens;
    lens.d = radius - d;
    findSegment(lens);
    const q = out.add();
    let lean = 0;
    let along = 0;
    let across = 0;
    let speed2 = 0;
    for (let k = 0; k < 3; k++) {
      const i = 12 * e + 4 * k;
      const n = -(R[3 * k] * raw[o + 4] + R[3 * k + 1] * raw[o + 5] + R[3 * k + 2] * raw[o + 6]);
      const p = c[i] + u * (c[i + 1] + u * (c[i + 2] + u * c[i + 3]));
      const t = c[i + 1] + u * (2 * c[i + 2] + 3 * u * c[i + 3]);
      const bent = 2 * c[i + 2] + 6 * u * c[i + 3];
      lean += n * bent;
      along += t * bent;
      across += n * t;
      speed2 += t * t;
      out.pointNormal[3 * q + k] = n;
      out.pointA[3 * q + k] = p;
      out.pointB[3 * q + k] = p + d * n;
      out.axis[3 * q + k] = R[3 * k] * raw[o + 9] + R[3 * k + 1] * raw[o + 10] + R[3 * k + 2] * raw[o + 11];
    }
    const slice = 1 - (lens.centroid * (lean - (across * along) / speed2)) / speed2;
    out.pointU[q] = u;
    out.pointW[q] = 0;
    out.weight[q] = raw[o + 1] * (slice > 0.25 ? (slice < 4 ? slice : 4) : 0.25);
    out.distance[q] = d;
    out.depth[q] = radius - d;
    out.lens[q] = lens.area;
    out.chord[q] = lens.chord;
    out.chordSlope[q] = lens.chordSlope;
    out.bend[q] = raw[o + 7];
    out.share[q] = raw[o + 8];
  }
}
