/**
 * Finds pairs of shapes near enough for a narrow phase: boxes along the world axes, sorted along the axis of greatest spread (sweep and
 * prune; Baraff 1992, chapter 2). The order is kept between searches, so insertion sort costs one comparison for each shape when little has
 * moved. Half-spaces have no box and are tried with every shape by its bounding ball.
 *
 * Margin of a pair: speed bound * horizon + slack. The speed with which two shapes can approach is bounded by
 *   |v_A(c) - v_B(c)| + |omega_A - omega_B| r    at the centre c and with the radius r of the smaller shape's ball,
 *   and by the sum over both of |v(centre)| + |omega| r;
 * the smaller bound applies, unless an impact may stop either of the two within the horizon: then the second. The first is zero for bodies
 * that move with the same ship; the second is known before pairs are, so boxes can be enlarged by it. A pair is near when its boxes, grown
 * by its margin, overlap.
 */
import { HALF_SPACE } from './built-shape.ts';
import type { Reach, ShapePoses } from './shape-poses.ts';

/** Additional growth of boxes [part of the growth and of the coordinate], so that rounding loses no pair. */
const ROUNDING = 1e-12;
/** The axis changes when the variance along another one is larger by this factor. */
const AXIS_CHANGE = 1.5;

export class BroadPhase {
  readonly #poses: ShapePoses;
  readonly #finite: Int32Array;
  readonly #halfSpaces: Int32Array;
  /** mayTouch of shapes i < j, bit j of row i */
  readonly #touch: Uint32Array;
  readonly #rowWords: number;
  /** finite shapes along the sweep axis, and their lower coordinates, the sort key */
  readonly #order: Int32Array;
  readonly #key: Float64Array;
  #axis = -1;
  /** [m] margin of the last pair tested */
  #margin = 0;

  /** pairs found by the last search, lower shape first, in no particular order */
  pairCount = 0;
  pairLow: Int32Array = new Int32Array(64);
  pairHigh: Int32Array = new Int32Array(64);
  /** [m] margin of each */
  pairMargin: Float64Array = new Float64Array(64);

  constructor(poses: ShapePoses, mayTouch: (i: number, j: number) => boolean) {
    const { count, rank, body } = poses;
    this.#poses = poses;
    const indices = Int32Array.from({ length: count }, (_, i) => i);
    this.#finite = indices.filter((i) => rank[i] !== HALF_SPACE);
    this.#halfSpaces = indices.filter((i) => rank[i] === HALF_SPACE);
    this.#rowWords = Math.ceil(count / 32);
    this.#touch = new Uint32Array(count * this.#rowWords);
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        const planes = rank[i] === HALF_SPACE && rank[j] === HALF_SPACE;
        if (body[i] === body[j] || planes || !mayTouch(i, j)) continue;
        this.#touch[i * this.#rowWords + (j >> 5)] |= 1 << (j & 31);
      }
    }
    this.#order = this.#finite.slice();
    this.#key = new Float64Array(count);
  }

  /** Pairs at the poses of the shapes as last updated, with the same reach. */
  search(posW: Float64Array, velW: Float64Array, omegaW: Float64Array, reach: Reach): void {
    this.pairCount = 0;
    this.#sort();
    this.#sweep(posW, velW, omegaW, reach);
    this.#tryHalfSpaces(posW, velW, omegaW, reach);
  }

  /** Sweep axis and order: by grown least coordinate, then number. */
  #sort(): void {
    const order = this.#order;
    const n = order.length;
    const axis = this.#spreadAxis();
    const fresh = axis !== this.#axis;
    this.#axis = axis;
    for (let k = 0; k < n; k++) {
      const i = order[k];
      const low = this.#poses.low[3 * i + axis];
      this.#key[i] = low - this.#poses.growth[i] - ROUNDING * (this.#poses.growth[i] + Math.abs(low));
    }
    // Shell's gaps only where the old order is useless
    let gap = 1;
    if (fresh) while (gap < n) gap = 3 * gap + 1;
    for (; gap >= 1; gap = gap === 1 ? 0 : (gap - 1) / 3) {
      for (let k = gap; k < n; k++) {
        const i = order[k];
        const key = this.#key[i];
        let m = k;
        while (m >= gap) {
          const j = order[m - gap];
          if (this.#key[j] < key || (this.#key[j] === key && j < i)) break;
          order[m] = j;
          m -= gap;
        }
        order[m] = i;
      }
    }
  }

  #spreadAxis(): number {
    const n = this.#order.length;
    let best = Math.max(0, this.#axis);
    if (n === 0) return best;
    let most = this.#axis < 0 ? -1 : AXIS_CHANGE * this.#variance(this.#axis);
    for (let axis = 0; axis < 3; axis++) {
      const variance = this.#variance(axis);
      if (variance > most) {
        most = variance;
        best = axis;
      }
    }
    return best;
  }

  #variance(axis: number): number {
    const finite = this.#finite;
    let sum = 0;
    for (let k = 0; k < finite.length; k++) sum += this.#poses.centreW[3 * finite[k] + axis];
    const mean = sum / finite.length;
    let squares = 0;
    for (let k = 0; k < finite.length; k++) {
      const d = this.#poses.centreW[3 * finite[k] + axis] - mean;
      squares += d * d;
    }
    return squares;
  }

  #sweep(posW: Float64Array, velW: Float64Array, omegaW: Float64Array, reach: Reach): void {
    const order = this.#order;
    const n = order.length;
    const low = this.#poses.low;
    const high = this.#poses.high;
    const growth = this.#poses.growth;
    const axis = this.#axis;
    const second = axis === 0 ? 1 : 0;
    const third = axis === 2 ? 1 : 2;
    for (let k = 0; k < n; k++) {
      const i = order[k];
      const top = high[3 * i + axis];
      const end = top + growth[i] + ROUNDING * (growth[i] + Math.abs(top));
      for (let m = k + 1; m < n; m++) {
        const j = order[m];
        if (this.#key[j] > end) break;
        const grown = (growth[i] + growth[j]) * (1 + ROUNDING);
        if (low[3 * j + second] - high[3 * i + second] > grown) continue;
        if (low[3 * i + second] - high[3 * j + second] > grown) continue;
        if (low[3 * j + third] - high[3 * i + third] > grown) continue;
        if (low[3 * i + third] - high[3 * j + third] > grown) continue;
        if (!this.#touching(i, j)) continue;
        this.#findMargin(i, j, posW, velW, omegaW, reach);
        if (this.#boxesWithin(i, j)) this.#add(i, j);
      }
    }
  }

  #boxesWithin(i: number, j: number): boolean {
    const margin = this.#margin;
    for (let k = 0; k < 3; k++) {
      if (this.#poses.low[3 * j + k] - this.#poses.high[3 * i + k] > margin) return false;
      if (this.#poses.low[3 * i + k] - this.#poses.high[3 * j + k] > margin) return false;
    }
    return true;
  }

  #touching(i: number, j: number): boolean {
    const row = i < j ? i : j;
    const column = i < j ? j : i;
    return ((this.#touch[row * this.#rowWords + (column >> 5)] >>> (column & 31)) & 1) === 1;
  }

  /** [m] see the head of the file; for an infinite radius the other shape is the smaller one, and the sum is no bound. */
  #findMargin(i: number, j: number, posW: Float64Array, velW: Float64Array, omegaW: Float64Array, reach: Reach): void {
    const difference = this.#poses.radius[i] - this.#poses.radius[j];
    const small = difference < 0 || (difference === 0 && i < j) ? i : j; // in either order of the sweep
    const other = small === i ? j : i;
    const s = 3 * small;
    const a = 3 * this.#poses.body[small];
    const b = 3 * this.#poses.body[other];
    const px = this.#poses.centreW[s] - posW[b];
    const py = this.#poses.centreW[s + 1] - posW[b + 1];
    const pz = this.#poses.centreW[s + 2] - posW[b + 2];
    const vx = this.#poses.velocityW[s] - (velW[b] + omegaW[b + 1] * pz - omegaW[b + 2] * py);
    const vy = this.#poses.velocityW[s + 1] - (velW[b + 1] + omegaW[b + 2] * px - omegaW[b] * pz);
    const vz = this.#poses.velocityW[s + 2] - (velW[b + 2] + omegaW[b] * py - omegaW[b + 1] * px);
    const wx = omegaW[a] - omegaW[b];
    const wy = omegaW[a + 1] - omegaW[b + 1];
    const wz = omegaW[a + 2] - omegaW[b + 2];
    const speed =
      Math.sqrt(vx * vx + vy * vy + vz * vz) + Math.sqrt(wx * wx + wy * wy + wz * wz) * this.#poses.radius[small];
    const bound = speed * reach.horizon + reach.slack;
    const sum = this.#poses.growth[i] + this.#poses.growth[j];
    this.#margin = sum < bound || (reach.stops === true && sum < Number.POSITIVE_INFINITY) ? sum : bound;
  }

  #tryHalfSpaces(posW: Float64Array, velW: Float64Array, omegaW: Float64Array, reach: Reach): void {
    const rotation = this.#poses.rotWS;
    for (let k = 0; k < this.#halfSpaces.length; k++) {
      const h = this.#halfSpaces[k];
      const nx = rotation[9 * h + 2];
      const ny = rotation[9 * h + 5];
      const nz = rotation[9 * h + 8];
      for (let m = 0; m < this.#finite.length; m++) {
        const i = this.#finite[m];
        if (!this.#touching(h, i)) continue;
        const height =
          nx * (this.#poses.centreW[3 * i] - this.#poses.centreW[3 * h]) +
          ny * (this.#poses.centreW[3 * i + 1] - this.#poses.centreW[3 * h + 1]) +
          nz * (this.#poses.centreW[3 * i + 2] - this.#poses.centreW[3 * h + 2]);
        this.#findMargin(h, i, posW, velW, omegaW, reach);
        if (height - this.#poses.radius[i] <= this.#margin) this.#add(h, i);
      }
    }
  }

  #add(i: number, j: number): void {
    if (this.pairCount === this.pairLow.length) {
      const room = 2 * this.pairCount;
      const lower = new Int32Array(room);
      const upper = new Int32Array(room);
      const margins = new Float64Array(room);
      lower.set(this.pairLow);
      upper.set(this.pairHigh);
      margins.set(this.pairMargin);
      this.pairLow = lower;
      this.pairHigh = upper;
      this.pairMargin = margins;
    }
    const k = this.pairCount++;
    this.pairLow[k] = i < j ? i : j;
    this.pairHigh[k] = i < j ? j : i;
    this.pairMargin[k] = this.#margin;
  }
}
