/**
 * All local minima of the distance between cables, and of a cable from itself, below a limit. Pairs of elements come from the tree, pairs
 * of pieces from the distance of their chords, and Newton starts from the closest points of the chords. Pieces turn by at most 0.6 rad, so
 * that starts near a minimum lie in its basin.
 */
import { closestPair, PAIR_D2, PAIR_I, PAIR_J, PAIR_STRIDE, PAIR_U, PAIR_W } from './closest-pair.ts';
import type { CableCurves } from './curves.ts';
import { ElementTree } from './element-tree.ts';
import { closestOnSegments, makeSegmentPair, type SegmentPair } from './segment-pair.ts';

/** Minima as columns, each once. */
export class Minima {
  count = 0;
  elementA: Int32Array = new Int32Array(64);
  uA: Float64Array = new Float64Array(64);
  elementB: Int32Array = new Int32Array(64);
  uB: Float64Array = new Float64Array(64);
  /** [m] of the centre lines */
  distance: Float64Array = new Float64Array(64);
  /** minima of one element A, chained: the first of each, and the next of each minimum, -1 at the end */
  #first: Int32Array = new Int32Array(0);
  #next: Int32Array = new Int32Array(64);

  clear(elements: number): void {
    this.count = 0;
    if (this.#first.length < elements + 1) this.#first = new Int32Array(elements + 1);
    this.#first.fill(-1);
  }

  /** A minimum within `same` of both parameters, also across a node, counts as the same one. False if already known. */
  add(pair: Float64Array, same = 1e-4): boolean {
    const e = pair[PAIR_I];
    const s = e + pair[PAIR_U];
    const t = pair[PAIR_J] + pair[PAIR_W];
    for (let a = Math.max(0, e - 1); a <= e + 1 && a < this.#first.length; a++) {
      for (let m = this.#first[a]; m >= 0; m = this.#next[m]) {
        const known = this.elementA[m] + this.uA[m] - s;
        const knownB = this.elementB[m] + this.uB[m] - t;
        if (known < same && known > -same && knownB < same && knownB > -same) return false;
      }
    }
    if (this.count === this.elementA.length) this.#grow();
    const m = this.count++;
    this.elementA[m] = e;
    this.uA[m] = pair[PAIR_U];
    this.elementB[m] = pair[PAIR_J];
    this.uB[m] = pair[PAIR_W];
    this.distance[m] = Math.sqrt(pair[PAIR_D2]);
    this.#next[m] = this.#first[e];
    this.#first[e] = m;
    return true;
  }

  #grow(): void {
    const room = 2 * this.elementA.length;
    const ints = (from: Int32Array): Int32Array => {
      const larger = new Int32Array(room);
      larger.set(from);
      return larger;
    };
    const floats = (from: Float64Array): Float64Array => {
      const larger = new Float64Array(room);
      larger.set(from);
      return larger;
    };
    this.elementA = ints(this.elementA);
    this.elementB = ints(this.elementB);
    this.#next = ints(this.#next);
    this.uA = floats(this.uA);
    this.uB = floats(this.uB);
    this.distance = floats(this.distance);
  }
}

export class MinimaSearch {
  readonly curves: CableCurves;
  readonly tree: ElementTree = new ElementTree();
  readonly #segments: SegmentPair = makeSegmentPair();
  readonly #vectors: Float64Array = new Float64Array(9);
  readonly #pair: Float64Array = new Float64Array(PAIR_STRIDE);
  #reach: Float64Array = new Float64Array(0);

  constructor(curves: CableCurves) {
    this.curves = curves;
  }

  /** Fills `out` with all minima whose surfaces are closer than `limit` [m]; `across`: between different cables only. */
  find(out: Minima, limit: number, across = false): void {
    const { curves, tree } = this;
    const { count, radius, pieces, cable } = curves;
    if (this.#reach.length !== count) this.#reach = new Float64Array(count);
    this.#reach.fill(0.5 * limit);
    curves.cutIntoPieces();
    tree.refit(curves, this.#reach);
    tree.findPairs(curves);
    out.clear(count);
    const { pairs } = tree;
    for (let k = 0; k < pairs.length; k += 2) {
      const i = pairs.data[k];
      const j = pairs.data[k + 1];
      if (across && cable[i] === cable[j]) continue;
      const cut = radius[i] + radius[j] + limit;
      if (!this.#near(i, 0, 1, j, 0, 1, cut)) continue;
      for (let a = 0; a < pieces[i]; a++) {
        for (let b = 0; b < pieces[j]; b++) {
          if (this.#near(i, a, pieces[i], j, b, pieces[j], cut)) this.#refine(out, i, a, j, b, cut);
        }
      }
    }
  }

  #refine(out: Minima, i: number, a: number, j: number, b: number, cut: number): void {
    const { curves } = this;
    const pair = this.#pair;
    const gap = curves.cable[i] === curves.cable[j] ? curves.neighbourLength[curves.cable[i]] : 0;
    pair[PAIR_I] = i;
    pair[PAIR_J] = j;
    pair[PAIR_U] = (a + this.#segments.s) / curves.pieces[i];
    pair[PAIR_W] = (b + this.#segments.t) / curves.pieces[j];
    if (closestPair(pair, curves, gap) && pair[PAIR_D2] < cut * cut) out.add(pair);
  }

  #near(i: number, a: number, ni: number, j: number, b: number, nj: number, cut: number): boolean {
    const { coefficients: c, sag } = this.curves;
    const v = this.#vectors;
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
    closestOnSegments(this.#segments, v);
    const bound = cut + sag[i] / (ni * ni) + sag[j] / (nj * nj);
    return this.#segments.distance2 < bound * bound;
  }
}
