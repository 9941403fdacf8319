/**
 * MLSDist, the search of Roy 2007, section 2.1, for comparison with the tree: random pairs of nodes are moved to neighbouring nodes as long
 * as that brings them closer; Newton then starts from the nine places around each remaining pair (his fig. 2.4). Pairs found are stored and
 * used again in the next call, together with new random ones (his temporal tracking).
 *
 * The search can miss minima: random starts may all fall into other basins, and with coarse nodes the nodal distance may have no minimum
 * where the curve has one. Departure: eq. 2.2 excludes s1 = s2 only; here points closer along the cable than neighbourLength are left out,
 * as in the other search.
 */
import { Random } from '../../base/index.ts';
import { closestPair, PAIR_D2, PAIR_I, PAIR_J, PAIR_STRIDE, PAIR_U, PAIR_W } from './closest-pair.ts';
import type { CableCurves } from './curves.ts';
import type { Minima } from './minima.ts';

export interface MlsDistOptions {
  /** random pairs of nodes a call; default: as many as there are nodes */
  readonly randomPairs?: number;
  readonly seed?: number;
  /** default true */
  readonly tracking?: boolean;
}

export class MlsDist {
  readonly curves: CableCurves;
  readonly #randomPairs: number;
  readonly #random: Random;
  readonly #tracking: boolean;
  readonly #pair: Float64Array = new Float64Array(PAIR_STRIDE);
  /** nodes of one cable after the other: position, element that starts there (or ends, for a last node), its u */
  #nodes: Float64Array = new Float64Array(0);
  #element: Int32Array = new Int32Array(0);
  #last: Uint8Array = new Uint8Array(0);
  /** optimised pairs of this call, as first * nodes + second; with tracking the start of the next */
  #tracked: Set<number> = new Set();
  /** number of nodes that those pairs were counted in */
  #kept = 0;

  constructor(curves: CableCurves, options: MlsDistOptions = {}) {
    this.curves = curves;
    this.#randomPairs = options.randomPairs ?? curves.count + 1;
    this.#random = new Random(options.seed ?? 1);
    this.#tracking = options.tracking ?? true;
  }

  /** Fills `out` with the minima found, with surfaces closer than `limit` [m]. */
  find(out: Minima, limit: number): void {
    const n = this.#placeNodes();
    out.clear(this.curves.count);
    const before = this.#tracking ? [...this.#tracked] : [];
    const done = new Set<number>();
    for (const key of before) this.#descend(out, done, Math.floor(key / n), key % n, n, limit);
    for (let k = 0; k < this.#randomPairs; k++) {
      const a = this.#random.next() % n;
      const b = this.#random.next() % n;
      this.#descend(out, done, Math.min(a, b), Math.max(a, b), n, limit);
    }
    this.#tracked = done;
  }

  /** Data on which the next call depends. */
  save(): Float64Array {
    return Float64Array.from([this.#element.length, ...this.#random.save(), ...this.#tracked]);
  }

  restore(saved: Float64Array): void {
    this.#random.load(saved.subarray(1, 5));
    this.#kept = saved[0];
    this.#tracked = new Set(saved.subarray(5));
  }

  /** Moves one pair of nodes downhill over neighbouring nodes, then refines the result once. */
  #descend(out: Minima, done: Set<number>, first: number, second: number, n: number, limit: number): void {
    if (!this.#apart(first, second)) return;
    let i = first;
    let j = second;
    let best = this.#distance2(i, j);
    for (;;) {
      let nextI = i;
      let nextJ = j;
      for (let k = 0; k < 9; k++) {
        const a = i + Math.floor(k / 3) - 1;
        const b = j + (k % 3) - 1;
        if (a < 0 || b >= n || a >= b || !this.#sameCable(a, i) || !this.#sameCable(b, j)) continue;
        if (!this.#apart(a, b)) continue;
        const d2 = this.#distance2(a, b);
        if (d2 >= best) continue;
        best = d2;
        nextI = a;
        nextJ = b;
      }
      if (nextI === i && nextJ === j) break;
      i = nextI;
      j = nextJ;
    }
    const key = i * n + j;
    if (done.has(key)) return;
    const { radius, restLength } = this.curves;
    const ei = this.#element[i];
    const ej = this.#element[j];
    const cut = radius[ei] + radius[ej] + limit;
    const near = cut + restLength[ei] + restLength[ej];
    if (best > near * near) return;
    done.add(key);
    for (let k = 0; k < 9; k++) this.#refine(out, i, 0.5 * (Math.floor(k / 3) - 1), j, 0.5 * ((k % 3) - 1), cut);
  }

  /** Newton from u elements beside node i and w beside node j. */
  #refine(out: Minima, i: number, u: number, j: number, w: number, cut: number): void {
    const { curves } = this;
    const pair = this.#pair;
    if (!this.#start(PAIR_I, PAIR_U, i, u) || !this.#start(PAIR_J, PAIR_W, j, w)) return;
    const [a, b] = [pair[PAIR_I], pair[PAIR_J]];
    const same = curves.cable[a] === curves.cable[b];
    const gap = same ? curves.neighbourLength[curves.cable[a]] : 0;
    const ahead =
      curves.arcStart[b] +
      pair[PAIR_W] * curves.restLength[b] -
      curves.arcStart[a] -
      pair[PAIR_U] * curves.restLength[a];
    if (same && ahead < gap) return;
    if (closestPair(pair, curves, gap) && pair[PAIR_D2] < cut * cut) out.add(pair);
  }

  #start(element: number, place: number, node: number, offset: number): boolean {
    const e = this.#element[node];
    const u = (this.#last[node] !== 0 ? 1 : 0) + offset;
    const { ends } = this.curves;
    const before = u < 0;
    const after = u > 1;
    if ((before && (ends[e] & 1) !== 0) || (after && (ends[e] & 2) !== 0)) return false;
    this.#pair[element] = before ? e - 1 : after ? e + 1 : e;
    this.#pair[place] = before ? u + 1 : after ? u - 1 : u;
    return true;
  }

  #placeNodes(): number {
    const { count, ends, coefficients: c } = this.curves;
    let n = 0;
    for (let e = 0; e < count; e++) n += (ends[e] & 2) !== 0 ? 2 : 1;
    if (this.#element.length !== n) {
      this.#nodes = new Float64Array(3 * n);
      this.#element = new Int32Array(n);
      this.#last = new Uint8Array(n);
      if (n !== this.#kept) this.#tracked.clear();
      this.#kept = n;
    }
    for (let e = 0, node = 0; e < count; e++) {
      for (let end = 0; end <= ((ends[e] & 2) !== 0 ? 1 : 0); end++, node++) {
        this.#element[node] = e;
        this.#last[node] = end;
        for (let k = 0, o = 12 * e; k < 3; k++, o += 4) {
          this.#nodes[3 * node + k] = end === 0 ? c[o] : c[o] + c[o + 1] + c[o + 2] + c[o + 3];
        }
      }
    }
    return n;
  }

  #sameCable(a: number, b: number): boolean {
    return this.curves.cable[this.#element[a]] === this.curves.cable[this.#element[b]];
  }

  #apart(a: number, b: number): boolean {
    if (a === b) return false;
    if (!this.#sameCable(a, b)) return true;
    const { arcStart, restLength, cable, neighbourLength } = this.curves;
    const ea = this.#element[a];
    const eb = this.#element[b];
    const along = arcStart[eb] + this.#last[b] * restLength[eb] - arcStart[ea] - this.#last[a] * restLength[ea];
    return along >= neighbourLength[cable[ea]];
  }

  #distance2(a: number, b: number): number {
    const p = this.#nodes;
    const x = p[3 * a] - p[3 * b];
    const y = p[3 * a + 1] - p[3 * b + 1];
    const z = p[3 * a + 2] - p[3 * b + 2];
    return x * x + y * y + z * z;
  }
}
