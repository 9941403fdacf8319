/**
 * Smallest, mean and largest value of a quantity at every place along a line whose nodes are added and removed by paying out, hauling in or
 * refinement. A place is an arc length from the start of the line.
 *
 * While the nodes keep their places, the envelope is that of the nodes. After their first motion it is kept in bins of equal length: a bin
 * takes the value in its middle, interpolated linearly between nodes, and the values of the nodes inside it, so that no peak is lost. When
 * a line grows beyond its bins, their length doubles.
 */

export interface Along {
  /** [m] from the start, rising */
  readonly arc: readonly number[];
  readonly min: readonly number[];
  readonly mean: readonly number[];
  readonly max: readonly number[];
}

interface Cells {
  /** [m] */
  readonly arc: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** sum of the values in the middle, each times its weight, and the sum of the weights */
  readonly sum: Float64Array;
  readonly count: Float64Array;
}

const BINS = 128;
/** apparent motion of a node by rounding, as a part of the length */
const STILL = 1e-9;

export class Envelope {
  #cells: Cells | undefined;
  /** [m] length of a bin; 0: nodes have not moved */
  #bin = 0;
  /** [m] largest length of the line so far */
  #longest = 0;

  /** nodes at the last instant: number, arc lengths, values */
  #nodes = 0;
  #arc: Float64Array = new Float64Array(0);
  #value: Float64Array = new Float64Array(0);

  /**
   * One instant: arc lengths and values of the nodes in their order. Missing nodes are placed at the last one. `step`: time since the
   * previous instant; the mean uses linear interpolation between instants.
   */
  add(arcs: ArrayLike<number>, values: ArrayLike<number>, step: number = 1): void {
    if (this.#arc.length < arcs.length) {
      this.#nodes = 0;
      this.#arc = new Float64Array(arcs.length);
      this.#value = new Float64Array(arcs.length);
    }
    const [arc, value] = [this.#arc, this.#value];
    const weight = this.#nodes > 1 ? 0.5 * step : 0;
    if (weight > 0) this.#weigh(this.#nodes, arc, value, weight);
    const n = gather(arcs, values, arc, value);
    this.#nodes = n;
    if (n < 2) return;
    const length = arc[n - 1];
    this.#longest = Math.max(this.#longest, length);
    this.#cells ??= empty(arc.slice(0, n));
    if (this.#bin === 0 && !same(this.#cells.arc, arc, n, STILL * length)) this.#toBins(length);
    if (this.#bin > 0) {
      while (length > BINS * this.#bin) this.#double();
      this.#spread(n, arc, value);
    } else {
      for (let i = 0; i < n; i++) put(this.#cells, i, value[i]);
    }
    if (weight > 0) this.#weigh(n, arc, value, weight);
  }

  /** Continues from the result of an earlier part of the run with total weight `weight`. Call it before adding anything. */
  restore({ arc, min, mean, max }: Along, weight: number): void {
    if (arc.length < 2) return;
    this.#longest = arc[arc.length - 1];
    this.#bin = 0;
    this.#cells = {
      arc: Float64Array.from(arc),
      min: Float64Array.from(min),
      max: Float64Array.from(max),
      sum: Float64Array.from(mean, (value) => weight * value),
      count: new Float64Array(arc.length).fill(weight),
    };
  }

  /** Undefined: no instant so far had two nodes. */
  result(): Along | undefined {
    const cells = this.#cells;
    if (cells === undefined) return undefined;
    const known: number[] = [];
    for (let i = 0; i < cells.arc.length; i++) if (cells.min[i] <= cells.max[i]) known.push(i);
    const arc = known.map((i) => cells.arc[i]);
    if (this.#bin > 0) [arc[0], arc[arc.length - 1]] = [0, this.#longest]; // to the ends of the line
    return {
      arc,
      min: known.map((i) => cells.min[i]),
      mean: known.map((i) => meanOf(cells, i)),
      max: known.map((i) => cells.max[i]),
    };
  }

  /** The envelope of the nodes so far becomes one of bins. */
  #toBins(length: number): void {
    const before = this.#cells as Cells;
    const longest = Math.max(length, before.arc[before.arc.length - 1]);
    this.#bin = longest / (BINS / 2);
    this.#cells = empty(centres(this.#bin));
    const n = before.arc.length;
    if (before.min[0] > before.max[0]) return; // nothing was seen
    const mean = before.arc.map((_, i) => meanOf(before, i));
    this.#spread(n, before.arc, before.min);
    this.#spread(n, before.arc, before.max);
    this.#weigh(n, before.arc, mean, before.count[0]);
  }

  /** Extremes of values at n nodes into the bins. */
  #spread(n: number, arc: Float64Array, value: Float64Array): void {
    const cells = this.#cells as Cells;
    const last = this.#binAt(arc[n - 1]);
    for (let i = 0; i < n; i++) put(cells, this.#binAt(arc[i]), value[i]);
    for (let b = 0, k = 0; b <= last; b++) {
      const middle = Math.min(cells.arc[b], arc[n - 1]);
      while (k < n - 2 && arc[k + 1] < middle) k++;
      put(cells, b, between(arc, value, k, middle));
    }
  }

  /** Values at n nodes into the means. */
  #weigh(n: number, arc: Float64Array, value: Float64Array, weight: number): void {
    const { arc: places, sum, count } = this.#cells as Cells;
    const last = this.#bin === 0 ? n - 1 : this.#binAt(arc[n - 1]);
    for (let b = 0, k = 0; b <= last; b++) {
      const middle = Math.min(places[b], arc[n - 1]);
      while (k < n - 2 && arc[k + 1] < middle) k++;
      sum[b] += weight * (this.#bin === 0 ? value[b] : between(arc, value, k, middle));
      count[b] += weight;
    }
  }

  #binAt(arc: number): number {
    return Math.min(BINS - 1, Math.floor(arc / this.#bin));
  }

  #double(): void {
    const before = this.#cells as Cells;
    this.#bin *= 2;
    const cells = empty(centres(this.#bin));
    for (let b = 0; b < BINS; b++) {
      const to = b >> 1;
      cells.min[to] = Math.min(cells.min[to], before.min[b]);
      cells.max[to] = Math.max(cells.max[to], before.max[b]);
      cells.sum[to] += before.sum[b];
      cells.count[to] += before.count[b];
    }
    this.#cells = cells;
  }
}

/** The existing nodes: each farther along than the previous one, with a value. */
export function present(arcs: ArrayLike<number>, values: ArrayLike<number>): { arc: number[]; value: number[] } {
  const [arc, value] = [new Float64Array(arcs.length), new Float64Array(arcs.length)];
  const n = gather(arcs, values, arc, value);
  return { arc: [...arc.subarray(0, n)], value: [...value.subarray(0, n)] };
}

/** The same into existing lists; returns their number. */
function gather(arcs: ArrayLike<number>, values: ArrayLike<number>, arc: Float64Array, value: Float64Array): number {
  let n = 0;
  for (let i = 0; i < arcs.length; i++) {
    if (!Number.isFinite(arcs[i]) || !Number.isFinite(values[i])) continue;
    if (n > 0 && !(arcs[i] > arc[n - 1])) continue;
    arc[n] = arcs[i];
    value[n++] = values[i];
  }
  return n;
}

function empty(arc: Float64Array): Cells {
  const fill = (value: number): Float64Array => new Float64Array(arc.length).fill(value);
  return {
    arc,
    min: fill(Number.POSITIVE_INFINITY),
    max: fill(Number.NEGATIVE_INFINITY),
    sum: fill(0),
    count: fill(0),
  };
}

/** [m] middles of bins of a length [m] */
function centres(bin: number): Float64Array {
  return Float64Array.from({ length: BINS }, (_, i) => (i + 0.5) * bin);
}

/** On the straight line between nodes k and k + 1. */
function between(arc: Float64Array, value: Float64Array, k: number, at: number): number {
  return value[k] + ((at - arc[k]) / (arc[k + 1] - arc[k])) * (value[k + 1] - value[k]);
}

function put(cells: Cells, i: number, value: number): void {
  if (value < cells.min[i]) cells.min[i] = value;
  if (value > cells.max[i]) cells.max[i] = value;
}

/** With instants of zero weight only, the middle of their values. */
function meanOf({ sum, count, min, max }: Cells, i: number): number {
  return count[i] > 0 ? sum[i] / count[i] : 0.5 * (min[i] + max[i]);
}

function same(a: Float64Array, b: Float64Array, n: number, slack: number): boolean {
  if (a.length !== n) return false;
  for (let i = 0; i < n; i++) if (!(Math.abs(a[i] - b[i]) <= slack)) return false;
  return true;
}
