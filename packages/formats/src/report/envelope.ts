/**
 * Least, mean and most of a quantity at every place along a line whose nodes come and go, because it is paid out, hauled in or
 * refined. A place is an arc length from the start of the line.
 *
 * While the nodes stay where they are, the envelope is that of the nodes. From the first row in which they moved it is kept in
 * bins of equal length: a bin takes the value in its middle, on the straight line between nodes, and the values of the nodes
 * inside it, so that no peak is lost. A line that grows beyond its bins doubles their length.
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
  arc: number[];
  min: number[];
  max: number[];
  /** sum of the values in the middle, and how many */
  sum: number[];
  count: number[];
}

const BINS = 128;
/** part of the length by which a node may seem to move by rounding */
const STILL = 1e-9;

export class Envelope {
  #cells: Cells | undefined;
  /** [m] of a bin; 0: nodes have stayed where they were */
  #bin = 0;
  /** [m] the line was never longer */
  #longest = 0;

  /** One instant: arc lengths and values of the nodes in their order. Nodes that are not there stand where the last one does. */
  add(arcs: ArrayLike<number>, values: ArrayLike<number>): void {
    const { arc, value } = present(arcs, values);
    if (arc.length < 2) return;
    const length = arc[arc.length - 1];
    this.#longest = Math.max(this.#longest, length);
    this.#cells ??= empty(arc);
    if (this.#bin === 0 && !same(this.#cells.arc, arc, STILL * length)) this.#toBins(length);
    if (this.#bin === 0) {
      for (let i = 0; i < arc.length; i++) put(this.#cells, i, value[i], true);
      return;
    }
    while (length > BINS * this.#bin) this.#double();
    this.#spread(arc, value, value, 1);
  }

  /** Undefined: no instant so far had two nodes. */
  result(): Along | undefined {
    const cells = this.#cells;
    if (cells === undefined) return undefined;
    const known = cells.arc.map((_, i) => i).filter((i) => cells.count[i] > 0);
    const pick = (list: readonly number[]): number[] => known.map((i) => list[i]);
    const arc = pick(cells.arc);
    if (this.#bin > 0) [arc[0], arc[arc.length - 1]] = [0, this.#longest]; // to the ends of the line
    return {
      arc,
      min: pick(cells.min),
      mean: known.map((i) => cells.sum[i] / cells.count[i]),
      max: pick(cells.max),
    };
  }

  /** The envelope of the nodes so far becomes one of bins. */
  #toBins(length: number): void {
    const before = this.#cells as Cells;
    const longest = Math.max(length, before.arc[before.arc.length - 1]);
    this.#bin = longest / (BINS / 2);
    this.#cells = empty(Array.from({ length: BINS }, (_, i) => (i + 0.5) * this.#bin));
    const rows = before.count[0];
    if (rows === 0) return;
    const mean = before.sum.map((sum, i) => sum / before.count[i]);
    this.#spread(before.arc, before.min, mean, rows);
    this.#spread(before.arc, before.max, mean, 0);
  }

  /** Values at nodes into the bins; `mean` counts as so many rows. */
  #spread(arc: readonly number[], value: readonly number[], mean: readonly number[], rows: number): void {
    const cells = this.#cells as Cells;
    const length = arc[arc.length - 1];
    for (let i = 0; i < arc.length; i++) {
      put(cells, Math.min(BINS - 1, Math.floor(arc[i] / this.#bin)), value[i], false);
    }
    let k = 0;
    const last = Math.min(BINS - 1, Math.floor(length / this.#bin));
    for (let b = 0; b <= last; b++) {
      const middle = Math.min(cells.arc[b], length);
      while (k < arc.length - 2 && arc[k + 1] < middle) k++;
      const s = (middle - arc[k]) / (arc[k + 1] - arc[k]);
      put(cells, b, value[k] + s * (value[k + 1] - value[k]), false);
      cells.sum[b] += rows * (mean[k] + s * (mean[k + 1] - mean[k]));
      cells.count[b] += rows;
    }
  }

  #double(): void {
    const before = this.#cells as Cells;
    this.#bin *= 2;
    const cells = empty(Array.from({ length: BINS }, (_, i) => (i + 0.5) * this.#bin));
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

/** The nodes that are there: each farther along than the one before, with a value. */
export function present(arcs: ArrayLike<number>, values: ArrayLike<number>): { arc: number[]; value: number[] } {
  const arc: number[] = [];
  const value: number[] = [];
  for (let i = 0; i < arcs.length; i++) {
    if (!Number.isFinite(arcs[i]) || !Number.isFinite(values[i])) continue;
    if (arc.length > 0 && !(arcs[i] > arc[arc.length - 1])) continue;
    arc.push(arcs[i]);
    value.push(values[i]);
  }
  return { arc, value };
}

function empty(arc: readonly number[]): Cells {
  const fill = (value: number): number[] => new Array<number>(arc.length).fill(value);
  return {
    arc: [...arc],
    min: fill(Number.POSITIVE_INFINITY),
    max: fill(Number.NEGATIVE_INFINITY),
    sum: fill(0),
    count: fill(0),
  };
}

function put(cells: Cells, i: number, value: number, counted: boolean): void {
  if (value < cells.min[i]) cells.min[i] = value;
  if (value > cells.max[i]) cells.max[i] = value;
  if (!counted) return;
  cells.sum[i] += value;
  cells.count[i]++;
}

function same(a: readonly number[], b: readonly number[], slack: number): boolean {
  return a.length === b.length && a.every((value, i) => Math.abs(value - b[i]) <= slack);
}
