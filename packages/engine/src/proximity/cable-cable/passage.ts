/**
 * Did strands pass each other, or run too deep into each other, between two instants? (Roy 2007, section 2.2.) Such a step is repeated with
 * half the length, because contact would then push in the wrong direction.
 *
 * Centre lines are chains of chords whose vertices move straight between the two instants. Two such chains pass each other only where two
 * edges meet. A step that brings two chains closer than NEAREST of the touching distance is rejected, and chords deviate from the spline by
 * less than a quarter of that: the chords of the next step therefore lie on the same side, and no passage is hidden between two steps.
 * Departure: Roy tracks the closest pairs of nodes and takes a cone about their line of flight (eqs. 2.10-2.14); that misses untracked
 * pairs and rotating edges.
 */
import { CableCurves, type CableLayout, CONTROL_STRIDE, curvePoint } from './curves.ts';
import { ElementTree, STRAIGHT } from './element-tree.ts';
import { closestOnSegments, makeSegmentPair, type SegmentPair } from './segment-pair.ts';
import { FOUR, type Meeting, makeMeeting, sweptEdges } from './swept.ts';

/** Result of a check: the first passage in time. */
export interface Passage {
  /** clear; passed: centre lines passed through each other; deep: too deep now, and less deep before */
  kind: 'clear' | 'passed' | 'deep';
  /** elements, and parameters 0 .. 1 on them */
  elementA: number;
  elementB: number;
  uA: number;
  uB: number;
  /** [1] part of the step */
  time: number;
}

export function makePassage(): Passage {
  return { kind: 'clear', elementA: -1, elementB: -1, uA: 0, uB: 0, time: 1 };
}

/** [rad] turn of a cable from the start of element i to the end of element j */
function turnOf(curves: CableCurves, i: number, j: number): number {
  return curves.turning[j + 1] - curves.turning[i];
}

function clear(out: Passage): void {
  out.kind = 'clear';
  out.elementA = -1;
  out.elementB = -1;
  out.time = 1;
}

export interface PassageOptions {
  /**
   * penetration fineness, Roy 2007, eq. 2.15: two strands clear before may overlap by 2 (r1 + r2)/fineness after; 0: any depth; default 6
   */
  readonly fineness?: number;
  /** pairs of elements that may pass each other; default none */
  readonly ignores?: (elementA: number, elementB: number) => boolean;
}

const MAX_CHORDS = 32;
/** part of the touching distance: smallest allowed distance of centre lines */
const NEAREST = 0.08;
/**
 * The same for strands that are already closer, even if they move apart: distances are known only to twice the deviation of chords, and in
 * small steps two strands could creep through each other. Strands that start closer than half of it may separate.
 */
const FLOOR = 0.5 * NEAREST;
/** part of the radius: largest deviation of a chord from the spline */
const STRAY = 0.02;

/**
 * A curve deviates from the chord of a range by at most its sag s, at both instants. Two points of the curves are therefore nearer than the
 * chords by at most s_A + s_B, and their relative motion is larger by at most 2 (s_A + s_B).
 */
const STRAYS = 3;
/** Numbers of a range: first chord and one beyond the last, of both elements. Halving 32 chords of each leaves at most 11 ranges open. */
const RANGE = 4;
const MOST_RANGES = 16;

/** Unknown distance of strands. */
const UNKNOWN = { least: 0 };

export class PassageCheck {
  readonly #allowed = new Float64Array(1);
  readonly #fineness: number;
  readonly #ignores: ((elementA: number, elementB: number) => boolean) | undefined;
  readonly #before: CableCurves;
  readonly #after: CableCurves;
  readonly #treeBefore: ElementTree = new ElementTree();
  readonly #tree: ElementTree = new ElementTree();
  readonly #start: Float64Array = new Float64Array(FOUR);
  readonly #end: Float64Array = new Float64Array(FOUR);
  readonly #vectors: Float64Array = new Float64Array(9);
  readonly #pair: SegmentPair = makeSegmentPair();
  readonly #meeting: Meeting = makeMeeting();
  #chords: Uint8Array;
  #none: Float64Array;
  /** by element, in the step: mean motion of its control points, and largest deviation from the mean [m] */
  #moves: Float64Array;
  /** [m] of the present two chords: distance before, largest relative motion of a vertex of one to one of the other */
  #apart = 0;
  #travel = 0;
  /** [m] amount by which pieces of the curves may be nearer than the chord of their range */
  #slack = 0.5;
  readonly #ranges: Int32Array = new Int32Array(RANGE * MOST_RANGES);

  constructor(layout: CableLayout, options: PassageOptions = {}) {
    this.#fineness = options.fineness ?? 6;
    this.#ignores = options.ignores;
    this.#before = new CableCurves(layout);
    this.#after = new CableCurves(layout);
    this.#chords = new Uint8Array(this.#before.count);
    this.#none = new Float64Array(this.#before.count);
    this.#moves = new Float64Array(4 * this.#before.count);
  }

  /** After nodes were added or removed. */
  reset(layout: CableLayout): void {
    this.#before.reset(layout);
    this.#after.reset(layout);
    this.#chords = new Uint8Array(this.#before.count);
    this.#none = new Float64Array(this.#before.count);
    this.#moves = new Float64Array(4 * this.#before.count);
  }

  /**
   * Control vectors (12 numbers an element) before and after a step. True when nothing passed. `least` [m]: the smallest distance of centre
   * lines before, if known (of pairs that did not touch it is more than their radii); a step in which nothing moved half as far is clear
   * without a check.
   */
  check(out: Passage, before: Float64Array, after: Float64Array, near: { readonly least: number } = UNKNOWN): boolean {
    this.#findAllowed(near);
    const allowed = this.#allowed[0];
    if (this.#still(before, after, allowed)) {
      clear(out);
      return true;
    }
    this.#noteMoves(before, after);
    this.#before.set(before);
    this.#after.set(after);
    this.#treeBefore.refit(this.#before, this.#none);
    this.#tree.refit(this.#after, this.#none);
    this.#tree.sweep(this.#treeBefore);
    this.#tree.findPairs(this.#after, true);
    this.#before.cutIntoPieces();
    this.#after.cutIntoPieces();
    this.#cutIntoChords();
    clear(out);
    const { pairs } = this.#tree;
    for (let k = 0; k < pairs.length; k += 2) {
      const i = pairs.data[k];
      const j = pairs.data[k + 1];
      if (this.#together(i, j, allowed) || this.#ignores?.(i, j)) continue;
      this.#follow(out, i, j);
    }
    return out.kind === 'clear';
  }

  /** allowed [m]: approach allowed for two strands that were `least` apart (and, if clear, are not too deep after); 0: unknown */
  #findAllowed({ least }: { readonly least: number }): void {
    const { radius, count } = this.#after;
    let thinnest = Number.POSITIVE_INFINITY;
    let thickest = 0;
    for (let e = 0; e < count; e++) {
      thinnest = Math.min(thinnest, radius[e]);
      thickest = Math.max(thickest, radius[e]);
    }
    // from clear, 2 (r1 + r2)/fineness is allowed
    const deep = this.#fineness > 0 ? (4 * thinnest) / this.#fineness : 2 * thinnest;
    this.#allowed[0] = Math.max(0, Math.min(least - 2 * NEAREST * thickest, deep));
  }

  /** Could no strand have approached by that much? Two points approach by at most twice the largest motion. */
  #still(before: Float64Array, after: Float64Array, allowed: number): boolean {
    if (allowed === 0) return false;
    const limit2 = 0.25 * allowed * allowed;
    const { count } = this.#after;
    for (let i = 0; i < 12 * count; i += 3) {
      const x = after[i] - before[i];
      const y = after[i + 1] - before[i + 1];
      const z = after[i + 2] - before[i + 2];
      if (x * x + y * y + z * z >= limit2) return false;
    }
    return true;
  }

  #noteMoves(before: Float64Array, after: Float64Array): void {
    const moves = this.#moves;
    for (let e = 0, o = 0; e < this.#after.count; e++, o += 12) {
      const m = 4 * e;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let i = o + k; i < o + 12; i += 3) sum += after[i] - before[i];
        moves[m + k] = 0.25 * sum;
      }
      let most = 0;
      for (let i = o; i < o + 12; i += 3) {
        const x = after[i] - before[i] - moves[m];
        const y = after[i + 1] - before[i + 1] - moves[m + 1];
        const z = after[i + 2] - before[i + 2] - moves[m + 2];
        most = Math.max(most, x * x + y * y + z * z);
      }
      moves[m + 3] = Math.sqrt(most);
    }
  }

  /** Did elements i and j move together, so that no two of their points approached by the allowed amount? */
  #together(i: number, j: number, allowed: number): boolean {
    const moves = this.#moves;
    const left = allowed - moves[4 * i + 3] - moves[4 * j + 3];
    const x = moves[4 * i] - moves[4 * j];
    const y = moves[4 * i + 1] - moves[4 * j + 1];
    const z = moves[4 * i + 2] - moves[4 * j + 2];
    return left > 0 && x * x + y * y + z * z < left * left;
  }

  #cutIntoChords(): void {
    const { count, radius } = this.#after;
    for (let e = 0; e < count; e++) {
      const sag = Math.max(this.#before.sag[e], this.#after.sag[e]);
      const wanted = Math.ceil(Math.sqrt(sag / (STRAY * radius[e])));
      this.#chords[e] = wanted < 1 ? 1 : wanted > MAX_CHORDS ? MAX_CHORDS : wanted;
    }
  }

  /** Searches a passage between elements i and j: halves ranges of their chords, and drops pairs of ranges too far apart to meet. */
  #follow(out: Passage, i: number, j: number): void {
    const { radius, cable, arcStart, restLength, neighbourLength } = this.#after;
    if (cable[i] === cable[j] && turnOf(this.#before, i, j) < STRAIGHT && turnOf(this.#after, i, j) < STRAIGHT) return;
    const reach = radius[i] + radius[j];
    const gap = cable[i] === cable[j] ? neighbourLength[cable[i]] : 0;
    const ni = this.#chords[i];
    const nj = this.#chords[j];
    const sagI = this.#sagOf(i);
    const sagJ = this.#sagOf(j);
    const ranges = this.#ranges;
    let top = this.#push(0, 0, ni, 0, nj);
    while (top > 0) {
      top -= RANGE;
      const a = ranges[top];
      const aEnd = ranges[top + 1];
      const b = ranges[top + 2];
      const bEnd = ranges[top + 3];
      const partI = (aEnd - a) / ni;
      const partJ = (bEnd - b) / nj;
      // neighbours along the cable share vertices
      const along = arcStart[j] + ((bEnd - 1) / nj) * restLength[j] - arcStart[i] - ((a + 1) / ni) * restLength[i];
      if (gap > 0 && along < gap) continue;
      const single = aEnd - a === 1 && bEnd - b === 1;
      this.#slack = single ? 0 : STRAYS * (sagI * partI * partI + sagJ * partJ * partJ);
      if (!this.#mayMeet(i, a, aEnd, ni, j, b, bEnd, nj, reach)) continue;
      if (single && gap > 0 && this.#bunched(i, a + 1, ni, j, b, nj, gap)) continue;
      if (single) this.#meet(out, i, a, ni, j, b, nj, reach);
      else if (aEnd - a > 1 && (bEnd - b === 1 || sagI * partI * partI >= sagJ * partJ * partJ)) {
        const half = (a + aEnd) >> 1;
        top = this.#push(top, half, aEnd, b, bEnd);
        top = this.#push(top, a, half, b, bEnd);
      } else {
        const half = (b + bEnd) >> 1;
        top = this.#push(top, a, aEnd, half, bEnd);
        top = this.#push(top, a, aEnd, b, half);
      }
    }
  }

  #push(top: number, a: number, aEnd: number, b: number, bEnd: number): number {
    const ranges = this.#ranges;
    ranges[top] = a;
    ranges[top + 1] = aEnd;
    ranges[top + 2] = b;
    ranges[top + 3] = bEnd;
    return top + RANGE;
  }

  /**
   * Are chord ends a of element i and b of its neighbour j closer than `gap` along the present curve, at both instants? Where a slack rope
   * without bending stiffness folds at a node, its spline has a cusp, and the rope there is longer than its curve.
   */
  #bunched(i: number, a: number, ni: number, j: number, b: number, nj: number, gap: number): boolean {
    if (j > i + 1) return false;
    return (
      this.#between(this.#before, i, a, ni, j, b, nj) < gap && this.#between(this.#after, i, a, ni, j, b, nj) < gap
    );
  }

  /** [m] along the chords from end a of those of element i to end b of those of j: i itself, or the next one. */
  #between({ coefficients }: CableCurves, i: number, a: number, ni: number, j: number, b: number, nj: number): number {
    if (i === j) return this.#chordSum(coefficients, i, a, b, ni);
    return this.#chordSum(coefficients, i, a, ni, ni) + this.#chordSum(coefficients, j, 0, b, nj);
  }

  #chordSum(c: Float64Array, e: number, from: number, to: number, n: number): number {
    const p = this.#vectors;
    let sum = 0;
    curvePoint(p, 0, c, CONTROL_STRIDE * e, from / n);
    for (let k = from + 1; k <= to; k++) {
      curvePoint(p, 3, c, CONTROL_STRIDE * e, k / n);
      const x = p[3] - p[0];
      const y = p[4] - p[1];
      const z = p[5] - p[2];
      sum += Math.sqrt(x * x + y * y + z * z);
      for (let d = 0; d < 3; d++) p[d] = p[3 + d];
    }
    return sum;
  }

  #sagOf(e: number): number {
    return Math.max(this.#before.sag[e], this.#after.sag[e]);
  }

  /**
   * Computes #apart and #travel of the chords from a to aEnd and from b to bEnd at both instants. False when no part of the two ranges can
   * have met or, if clear before, have become too deep.
   */
  #mayMeet(
    i: number,
    a: number,
    aEnd: number,
    ni: number,
    j: number,
    b: number,
    bEnd: number,
    nj: number,
    reach: number,
  ): boolean {
    this.#place(this.#start, this.#before.coefficients, i, a, aEnd, ni, j, b, bEnd, nj);
    this.#place(this.#end, this.#after.coefficients, i, a, aEnd, ni, j, b, bEnd, nj);
    this.#travel = this.#largestMove();
    this.#apart = Math.sqrt(this.#distance2(this.#start));
    const slack = this.#slack;
    const least = this.#apart - this.#travel - slack;
    return least < NEAREST * reach || (least < this.#deepest(reach) && this.#apart + slack >= reach);
  }

  /** [m] distance of centre lines below which strands that were clear before are too deep */
  #deepest(reach: number): number {
    return this.#fineness > 0 ? reach - (2 * reach) / this.#fineness : 0;
  }

  #place(
    out: Float64Array,
    c: Float64Array,
    i: number,
    a: number,
    aEnd: number,
    ni: number,
    j: number,
    b: number,
    bEnd: number,
    nj: number,
  ): void {
    for (let v = 0; v < 4; v++) {
      const o = 12 * (v < 2 ? i : j);
      const u = v === 0 ? a / ni : v === 1 ? aEnd / ni : v === 2 ? b / nj : bEnd / nj;
      for (let k = 0; k < 3; k++) {
        const q = o + 4 * k;
        out[3 * v + k] = c[q] + u * (c[q + 1] + u * (c[q + 2] + u * c[q + 3]));
      }
    }
  }

  /** Largest relative motion of a vertex of one chord to a vertex of the other: bounds the change of their distance. */
  #largestMove(): number {
    const s = this.#start;
    const e = this.#end;
    let largest = 0;
    for (let v = 0; v < 6; v += 3) {
      for (let w = 6; w < 12; w += 3) {
        const x = e[v] - s[v] - e[w] + s[w];
        const y = e[v + 1] - s[v + 1] - e[w + 1] + s[w + 1];
        const z = e[v + 2] - s[v + 2] - e[w + 2] + s[w + 2];
        const d2 = x * x + y * y + z * z;
        if (d2 > largest) largest = d2;
      }
    }
    return Math.sqrt(largest);
  }

  #distance2(p: Float64Array): number {
    const v = this.#vectors;
    for (let k = 0; k < 3; k++) {
      v[k] = p[k] - p[6 + k];
      v[3 + k] = p[3 + k] - p[k];
      v[6 + k] = p[9 + k] - p[6 + k];
    }
    closestOnSegments(this.#pair, v);
    return this.#pair.distance2;
  }

  #meet(out: Passage, i: number, a: number, ni: number, j: number, b: number, nj: number, reach: number): void {
    const meeting = this.#meeting;
    if (this.#apart <= this.#travel && sweptEdges(meeting, this.#start, this.#end)) {
      if (out.kind === 'passed' && out.time <= meeting.time) return;
      this.#report(out, 'passed', i, (a + meeting.s) / ni, j, (b + meeting.t) / nj, meeting.time);
      return;
    }
    if (out.kind !== 'clear') return;
    const limit = Math.max(NEAREST * reach, this.#apart < reach ? 0 : this.#deepest(reach));
    const floor = FLOOR * reach;
    const after2 = this.#distance2(this.#end);
    if (after2 >= limit * limit) return;
    const movesApart = after2 >= this.#apart * this.#apart;
    if (movesApart && (after2 >= floor * floor || this.#apart < 0.5 * floor)) return;
    this.#report(out, 'deep', i, (a + this.#pair.s) / ni, j, (b + this.#pair.t) / nj, 1);
  }

  #report(out: Passage, kind: Passage['kind'], i: number, uA: number, j: number, uB: number, time: number): void {
    out.kind = kind;
    out.elementA = i;
    out.elementB = j;
    out.uA = uA;
    out.uB = uB;
    out.time = time;
  }
}
