/**
 * Contact between cables and of cables with themselves.
 *
 * For straight crossing cables the volume of overlap is the integral of the lens of two discs along either of them,
 *   V = int A_lens(D(s)) ds,   D(s) distance of the point at s from the other cable,
 * identically: the overlap depends on the one direction across both only, and a disc across the first and a disc across the
 * second look the same along it. The integral stays finite for parallel strands, so crossing, oblique and parallel contact are
 * one formula.
 *
 * Curvature enters by D, which is that of the splines, and by a weight of each slice,
 *   g = sqrt((1 - c_a k_a)(1 - c_b k_b)/(1 - D k_b))
 * with k_a, k_b the curvatures of the centre lines towards each other and c_a + c_b = D the distances of the lens's centroid from
 * both. Why: a shallow overlap has the volume pi depth^2/sqrt(det K), K the difference of curvatures of the two surfaces;
 * r_a r_b det K = X (1 - R k_b)/((1 - r_a k_a)(1 - r_b k_b)), where X = (D^2)''/2 along a and R = r_a + r_b, while the lenses
 * along a add up to pi depth^2 sqrt(r_a r_b/X). The angle drops out: the weight is right for shallow crossings at any angle, and
 * for parallel strands at any depth, where it is Pappus' theorem.
 * Departure from Roy 2007, section 3.1: there straight cylinders at the closest points, 1/sin(alpha).
 *
 * Of a pair (a, b), a < b, the integral runs along a, or along b where that is thinner (`sides: 2`: along both, half each): a thin strand
 * wraps a thick one, whose points may then have several feet on the arc, while each point of the thin one has exactly one. Element b owns
 * the part of a between the two planes across its ends, so that every point of a is counted once for each strand beside it, and the foot
 * passes from element to element without a jump. At the ends of a cable the foot stays at its end.
 */
import { COUNTS, Effort, effortIndex, FOR_STRANDS, GrowableInt32, LOOKS } from '../../base/index.ts';
import { smoothstep } from '../../math/index.ts';
import {
  contactIntervals,
  MAX_INTERVALS,
  outOfReach,
  SPAN_B0,
  SPAN_B1,
  SPAN_P,
  SPAN_Q,
  SPAN_REACH2,
  SPAN_STRIDE,
  SPAN_U,
  SPAN_W,
} from './contact-intervals.ts';
import type { CableCurves } from './curves.ts';
import { ElementTree, neighbours } from './element-tree.ts';
import {
  FINE,
  FOOT_BEND,
  FOOT_D2,
  FOOT_DELTA,
  FOOT_FROM,
  FOOT_GUESS,
  FOOT_HELD,
  FOOT_LEAN,
  FOOT_RATE,
  FOOT_SLOPE,
  FOOT_STRIDE,
  FOOT_TANGENT_A,
  FOOT_TANGENT_B,
  FOOT_TO,
  FOOT_TOLERANCE,
  FOOT_U,
  FOOT_W,
  nearestOnElement,
} from './foot.ts';
import { type Lens, lensOfDiscs, makeLens } from './lens.ts';
import { type LineRule, type LineRulePoints, lineRule } from './line-rule.ts';
import { MlsPairs } from './mls-pairs.ts';
import { MAX_STRETCHES, ownStretches } from './own-stretches.ts';
import { type ContactPatches, NO_FEATURE } from './patches.ts';
import { closestOnSegments, makeSegmentPair, type SegmentPair } from './segment-pair.ts';

/** tree: a tree of boxes, which misses nothing; mlsdist: random starts, for comparison (Roy 2007, section 2.1). */
export type CableSearch = 'tree' | 'mls-dist';

export interface CableContactOptions {
  /** points of quadrature on each stretch of contact; default 5 */
  readonly points?: LineRulePoints;
  /** integrate along the first of two strands, or along both with half the weight; default 1 */
  readonly sides?: 1 | 2;
  /** how pairs are found; default tree */
  readonly search?: CableSearch | undefined;
  /** true if these two cables may touch, or a cable itself; default: all */
  readonly mayTouch?: (cableA: number, cableB: number) => boolean;
  /** where work is counted, and for whom that of two of so many cables is: at cableA * cables + cableB */
  readonly effort?: Effort;
  readonly who?: Int32Array;
  readonly cables?: number;
}

/** Along the first of a pair with full weight; with half of it; along the second with half of it, and with full weight. */
const WHOLE = 0;
const HALF = 1;
const OTHER_HALF = 2;
const OTHER_WHOLE = 3;

const LABEL_LIMIT = 16777216; // 2^24: two labels fit an exact integer of a double

export class CableContact {
  readonly curves: CableCurves;
  readonly tree: ElementTree = new ElementTree();
  /** pairs of elements the last search found, first < second, ascending */
  readonly pairs: GrowableInt32 = new GrowableInt32(256);
  /** instead of the tree */
  readonly random: MlsPairs | undefined;
  readonly #rule: LineRule;
  readonly #sides: 1 | 2;
  readonly #mayTouch: ((cableA: number, cableB: number) => boolean) | undefined;
  readonly #pair: SegmentPair = makeSegmentPair();
  readonly #effort: Effort;
  readonly #who: Int32Array;
  readonly #cables: number;
  readonly #lens: Lens = makeLens();
  readonly #foot: Float64Array = new Float64Array(FOOT_STRIDE);
  readonly #chord: Float64Array = new Float64Array(9);
  readonly #stretches: Float64Array = new Float64Array(2 * MAX_STRETCHES);
  readonly #intervals: Float64Array = new Float64Array(2 * MAX_INTERVALS);
  readonly #span: Float64Array = new Float64Array(SPAN_STRIDE);

  constructor(curves: CableCurves, options: CableContactOptions = {}) {
    this.curves = curves;
    this.#rule = lineRule(options.points ?? 5);
    this.#sides = options.sides ?? 1;
    this.#mayTouch = options.mayTouch;
    this.#effort = options.effort ?? new Effort();
    this.#cables = options.cables ?? Math.max(0, ...curves.cable) + 1;
    this.#who = options.who ?? new Int32Array(this.#cables * this.#cables);
    this.random = options.search === 'mls-dist' ? new MlsPairs(curves) : undefined;
  }

  /**
   * Finds pairs of elements that may touch while none moves by more than reach[e] [m]; returns their number. fitted: the tree has that
   * reach, and pieces are cut.
   */
  search(reach: Float64Array, fitted?: ElementTree): number {
    const tree = fitted ?? this.tree;
    if (!fitted) this.curves.cutIntoPieces();
    if (this.random) {
      this.random.find(this.pairs, reach, (i, j) => this.#mayMeet(i, j, reach));
      return this.pairs.length / 2;
    }
    if (!fitted) tree.refit(this.curves, reach);
    tree.findPairs(this.curves);
    const found = tree.pairs;
    const near = this.pairs;
    near.clear();
    for (let k = 0; k < found.length; k += 2) {
      const i = found.data[k];
      const j = found.data[k + 1];
      if (this.#mayTouch && !this.#mayTouch(this.curves.cable[i], this.curves.cable[j])) continue;
      if (!this.#within(i, j, reach)) continue;
      near.push(i);
      near.push(j);
    }
    return near.length / 2;
  }

  /** The test of the tree for a pair. */
  #mayMeet(i: number, j: number, reach: Float64Array): boolean {
    const { cable } = this.curves;
    if (cable[i] === cable[j] && neighbours(this.curves, i, j, false)) return false;
    if (this.#mayTouch && !this.#mayTouch(cable[i], cable[j])) return false;
    return this.#within(i, j, reach);
  }

  /** Are the chords of two elements closer than their possible motion? */
  #within(i: number, j: number, reach: Float64Array): boolean {
    this.#near(i, 0, 1, j, 0, 1);
    const { radius, sag } = this.curves;
    const limit = radius[i] + radius[j] + sag[i] + sag[j] + reach[i] + reach[j];
    return this.#pair.distance2 <= limit * limit;
  }

  /** The contacts of the pairs found, at the present shape of the curves. */
  refresh(out: ContactPatches): void {
    const { curves, pairs } = this;
    const { cable } = curves;
    const who = this.#who;
    const { now } = this.#effort;
    const counts = this.#effort.room(FOR_STRANDS, who.length);
    out.clear();
    for (let k = 0; k < pairs.length; k += 2) {
      const i = pairs.data[k];
      const j = pairs.data[k + 1];
      const at = who[cable[i] * this.#cables + cable[j]];
      now[0] = at;
      counts[COUNTS * effortIndex(at) + LOOKS]++;
      if (!this.#near(i, 0, 1, j, 0, 1)) continue;
      out.open(i, j, NO_FEATURE, curves.label[i] * LABEL_LIMIT + curves.label[j]);
      this.#touch(out, i, j);
      out.close();
    }
  }

  /**
   * The same points at the present shape, each at its place on cable A and with its length; feet, distances, normals and lenses are
   * recomputed. This takes a third of the cost of a refresh, for further iterations of a step: exact to first order in the motion since the
   * refresh, but without contacts that began since then.
   */
  update(out: ContactPatches): void {
    const { coefficients, radius } = this.curves;
    const foot = this.#foot;
    const lens = this.#lens;
    foot[FOOT_FROM] = 0;
    foot[FOOT_TO] = 1;
    foot[FOOT_TOLERANCE] = FINE;
    for (let p = 0; p < out.count; p++) {
      const i = out.elementA[p];
      const j = out.elementB[p];
      for (let q = out.pointStart[p]; q < out.pointStart[p + 1]; q++) {
        foot[FOOT_U] = out.pointU[q];
        foot[FOOT_GUESS] = out.pointW[q];
        nearestOnElement(foot, coefficients, 12 * i, 12 * j);
        const d = Math.sqrt(foot[FOOT_D2]);
        lensOfDiscs(lens, radius[i], radius[j], d);
        out.distance[q] = d;
        out.depth[q] = radius[i] + radius[j] - d;
        out.lens[q] = lens.area;
        out.chord[q] = lens.chord;
        out.chordSlope[q] = lens.chordSlope;
        this.#place(out, q, i, false);
      }
      out.sum(p);
    }
  }

  /** All pieces of element i against all pieces of element j, whose chords are near. */
  #touch(out: ContactPatches, i: number, j: number): void {
    const { pieces, radius } = this.curves;
    const ni = pieces[i];
    const nj = pieces[j];
    const several = ni * nj > 1;
    for (let a = 0; a < ni; a++) {
      for (let b = 0; b < nj; b++) {
        if (several && !this.#near(i, a, ni, j, b, nj)) continue;
        const { s, t } = this.#pair;
        const thinner = this.#sides === 1 && radius[j] < radius[i];
        if (!thinner) this.#integrate(out, i, a, ni, j, b, nj, this.#sides === 1 ? WHOLE : HALF);
        if (this.#sides === 1 && !thinner) continue;
        this.#pair.s = t;
        this.#pair.t = s;
        this.#integrate(out, j, b, nj, i, a, ni, thinner ? OTHER_WHOLE : OTHER_HALF);
      }
    }
  }

  /**
   * Are the chords of piece a of ni of element i and piece b of nj of element j closer than the radii and both sags allow? Writes the
   * closest places, 0 .. 1 along the pieces, to #pair.
   */
  #near(i: number, a: number, ni: number, j: number, b: number, nj: number): boolean {
    const { coefficients: c, radius, sag } = this.curves;
    const v = this.#chord;
    const a0 = a / ni;
    const a1 = (a + 1) / ni;
    const b0 = b / nj;
    const b1 = (b + 1) / nj;
    for (let k = 0, o = 12 * i, q = 12 * j; k < 3; k++, o += 4, q += 4) {
      const p = c[o] + a0 * (c[o + 1] + a0 * (c[o + 2] + a0 * c[o + 3]));
      const r = c[q] + b0 * (c[q + 1] + b0 * (c[q + 2] + b0 * c[q + 3]));
      v[k] = p - r;
      v[3 + k] = c[o] + a1 * (c[o + 1] + a1 * (c[o + 2] + a1 * c[o + 3])) - p;
      v[6 + k] = c[q] + b1 * (c[q + 1] + b1 * (c[q + 2] + b1 * c[q + 3])) - r;
    }
    closestOnSegments(this.#pair, v);
    const limit = radius[i] + radius[j] + sag[i] / (ni * ni) + sag[j] / (nj * nj);
    return this.#pair.distance2 < limit * limit;
  }

  /** Along piece a of element i, against piece b of element j. */
  #integrate(
    out: ContactPatches,
    i: number,
    a: number,
    ni: number,
    j: number,
    b: number,
    nj: number,
    role: number,
  ): void {
    const { coefficients, radius } = this.curves;
    const stretches = this.#stretches;
    const intervals = this.#intervals;
    const span = this.#span;
    const reach = radius[i] + radius[j];
    span[SPAN_P] = a / ni;
    span[SPAN_Q] = (a + 1) / ni;
    span[SPAN_B0] = b / nj;
    span[SPAN_B1] = (b + 1) / nj;
    span[SPAN_U] = (a + this.#pair.s) / ni;
    span[SPAN_W] = (b + this.#pair.t) / nj;
    span[SPAN_REACH2] = reach * reach;
    if (outOfReach(span, coefficients, 12 * i, 12 * j)) return;
    const n = ownStretches(stretches, this.curves, i, a, ni, j, b, nj);
    for (let k = 0; k < n; k++) {
      span[SPAN_P] = stretches[2 * k];
      span[SPAN_Q] = stretches[2 * k + 1];
      const m = contactIntervals(intervals, span, coefficients, 12 * i, 12 * j);
      for (let l = 0; l < m; l++) this.#addPoints(out, i, j, l, role);
    }
  }

  /** The quadrature points of interval l. */
  #addPoints(out: ContactPatches, i: number, j: number, l: number, role: number): void {
    const { coefficients: c, radius, arcStart, restLength, cable, neighbourLength } = this.curves;
    const { nodes, weights } = this.#rule;
    const foot = this.#foot;
    const lens = this.#lens;
    const from = this.#intervals[2 * l];
    const length = this.#intervals[2 * l + 1] - from;
    const swapped = role === OTHER_HALF || role === OTHER_WHOLE;
    const part = role === WHOLE || role === OTHER_WHOLE ? length : 0.5 * length;
    const apart = cable[i] === cable[j] ? neighbourLength[cable[i]] : 0;
    foot[FOOT_FROM] = this.#span[SPAN_B0];
    foot[FOOT_TO] = this.#span[SPAN_B1];
    foot[FOOT_TOLERANCE] = FINE;
    foot[FOOT_GUESS] = this.#span[SPAN_W];
    for (let k = 0; k < nodes.length; k++) {
      const u = from + length * nodes[k];
      if (k > 0) foot[FOOT_GUESS] = foot[FOOT_W] + foot[FOOT_RATE] * (u - foot[FOOT_U]);
      foot[FOOT_U] = u;
      nearestOnElement(foot, c, 12 * i, 12 * j);
      let weight = part * weights[k];
      if (apart > 0) {
        const along = Math.abs(arcStart[j] + restLength[j] * foot[FOOT_W] - arcStart[i] - restLength[i] * u);
        if (along <= apart) continue;
        if (along < 1.5 * apart) weight *= smoothstep((2 * (along - apart)) / apart);
      }
      const d = Math.sqrt(foot[FOOT_D2]);
      lensOfDiscs(lens, radius[i], radius[j], d);
      const ax = foot[FOOT_TANGENT_A];
      const ay = foot[FOOT_TANGENT_A + 1];
      const az = foot[FOOT_TANGENT_A + 2];
      const speed2 = ax * ax + ay * ay + az * az;
      const slope = -0.5 * foot[FOOT_SLOPE]; // (Q - P).P'
      // curvature of a towards b: (P'' - (P''.t) t).n/|P'|^2, and of b towards a, from Q'.Q' + (Q - P).Q'' = |Q'|^2 (1 - d k_b)
      const leanA = foot[FOOT_LEAN] - (slope * this.#along(12 * i)) / speed2;
      const inverse = d > 0 ? 1 / d : 0;
      const onA = bounded(1 - (lens.centroid * leanA * inverse) / speed2);
      const spread = foot[FOOT_HELD] === 0 ? foot[FOOT_BEND] / this.#footSpeed2() : 1;
      const onB = bounded(1 - (1 - lens.centroid * inverse) * (1 - spread));
      const slice2 = (onA * onB) / bounded(spread);
      const q = out.add();
      out.weight[q] = weight * Math.sqrt(speed2 * slice2);
      out.distance[q] = d;
      out.depth[q] = radius[i] + radius[j] - d;
      out.lens[q] = lens.area;
      out.chord[q] = lens.chord;
      out.chordSlope[q] = lens.chordSlope;
      this.#place(out, q, i, swapped);
    }
  }

  /** |Q'|^2 at the foot */
  #footSpeed2(): number {
    const foot = this.#foot;
    const x = foot[FOOT_TANGENT_B];
    const y = foot[FOOT_TANGENT_B + 1];
    const z = foot[FOOT_TANGENT_B + 2];
    return x * x + y * y + z * z;
  }

  /** P''.P' of the element with coefficients from o on, where its foot was looked for */
  #along(o: number): number {
    const c = this.curves.coefficients;
    const foot = this.#foot;
    const u = foot[FOOT_U];
    const ax = foot[FOOT_TANGENT_A];
    const ay = foot[FOOT_TANGENT_A + 1];
    const az = foot[FOOT_TANGENT_A + 2];
    return (
      2 *
      (ax * (c[o + 2] + 3 * u * c[o + 3]) + ay * (c[o + 6] + 3 * u * c[o + 7]) + az * (c[o + 10] + 3 * u * c[o + 11]))
    );
  }

  /** Points, normal and how it turns, with A the first of the pair whichever of them the integral runs along. */
  #place(out: ContactPatches, q: number, i: number, swapped: boolean): void {
    const c = this.curves.coefficients;
    const foot = this.#foot;
    const u = foot[FOOT_U];
    const d = out.distance[q];
    const sign = swapped ? -1 : 1;
    let nx = foot[FOOT_DELTA];
    let ny = foot[FOOT_DELTA + 1];
    let nz = foot[FOOT_DELTA + 2];
    const tx = foot[FOOT_TANGENT_B];
    const ty = foot[FOOT_TANGENT_B + 1];
    const tz = foot[FOOT_TANGENT_B + 2];
    const speed2 = tx * tx + ty * ty + tz * tz;
    let length = d;
    if (!(d > 1e-12 * this.curves.radius[i])) {
      // centre lines meet: across both, in arbitrary sense
      nx = foot[FOOT_TANGENT_A + 1] * tz - foot[FOOT_TANGENT_A + 2] * ty;
      ny = foot[FOOT_TANGENT_A + 2] * tx - foot[FOOT_TANGENT_A] * tz;
      nz = foot[FOOT_TANGENT_A] * ty - foot[FOOT_TANGENT_A + 1] * tx;
      length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    }
    const scale = length > 0 ? sign / length : 0;
    out.pointNormal[3 * q] = nx * scale;
    out.pointNormal[3 * q + 1] = ny * scale;
    out.pointNormal[3 * q + 2] = nz * scale;
    out.pointU[q] = foot[swapped ? FOOT_W : FOOT_U];
    out.pointW[q] = foot[swapped ? FOOT_U : FOOT_W];
    const inverse = 1 / Math.sqrt(speed2);
    out.axis[3 * q] = tx * inverse;
    out.axis[3 * q + 1] = ty * inverse;
    out.axis[3 * q + 2] = tz * inverse;
    out.bend[q] = d > 0 ? 1 / d : 0;
    out.share[q] = foot[FOOT_HELD] === 0 ? speed2 / foot[FOOT_BEND] : 0;
    const onRun = swapped ? out.pointB : out.pointA;
    const onFoot = swapped ? out.pointA : out.pointB;
    for (let k = 0; k < 3; k++) {
      const o = 12 * i + 4 * k;
      const p = c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
      onRun[3 * q + k] = p;
      onFoot[3 * q + k] = p + foot[FOOT_DELTA + k];
    }
  }
}

/** For bends tighter than the thickness of the cable the weight stays finite and continuous. */
function bounded(x: number): number {
  return x > 0.25 ? (x < 4 ? x : 4) : 0.25;
}
