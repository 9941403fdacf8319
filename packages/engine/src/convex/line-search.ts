/**
 * Minimum of a convex function along a line, for many islands at once: each has its own position on the line, and one evaluation serves all
 * unfinished islands. It finds the root of the slope by the Illinois rule (Dowell and Jarratt 1971); values of the function are not needed.
 */

/** A slope within this part of that at the start counts as zero. */
const LEVEL = 0.01;
/** Largest number of evaluations. */
const LOOKS = 40;
/** Smallest distance of a trial from the ends of the bracket, as a part of the bracket. */
const LEAST_LOW = 1e-3;
const LEAST_HIGH = 0.02;
/** From this evaluation on the bracket is halved instead. */
const HALVE_FROM = 12;

/** Adds slopes of contacts along the line, to slope[k] for each island k with done[k] = 0: at its start, and at part[k] of it. */
export interface AlongLine {
  addFirstSlopes(slope: Float64Array, done: Uint8Array): void;
  addSlopes(slope: Float64Array, part: Float64Array, done: Uint8Array): void;
}

export class IslandLineSearch {
  /** of the increment, by island */
  readonly part: Float64Array;
  /** slope at the start of the line by island, [J]-like units; written by the caller */
  readonly start: Float64Array;
  /** its growth along the line without contacts; written by the caller */
  readonly rise: Float64Array;
  /** evaluations so far */
  looks = 0;
  private readonly smooth: Float64Array;
  private readonly here: Float64Array;
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly atLow: Float64Array;
  private readonly atHigh: Float64Array;
  private readonly side: Int8Array;
  private readonly done: Uint8Array;

  constructor(most: number) {
    const floats = (): Float64Array => new Float64Array(most);
    this.part = floats();
    this.start = floats();
    this.rise = floats();
    this.smooth = floats();
    this.here = floats();
    this.low = floats();
    this.high = floats();
    this.atLow = floats();
    this.atHigh = floats();
    this.side = new Int8Array(most);
    this.done = new Uint8Array(most);
  }

  /** Finds the parts of `count` islands; rest[k] = 1: island k takes the whole increment. */
  run(count: number, rest: Uint8Array, contacts: AlongLine): void {
    const { part, start, rise, smooth, here, low, high, atLow, done, side } = this;
    let open = 0;
    for (let k = 0; k < count; k++) {
      done[k] = rest[k] === 1 || !(start[k] < 0) ? 1 : 0;
      if (done[k] === 0) open++;
      here[k] = 0;
      low[k] = 0;
      high[k] = 1;
      atLow[k] = start[k];
      side[k] = 0;
    }
    if (open > 0) contacts.addFirstSlopes(here, done);
    for (let k = 0; k < count; k++) {
      smooth[k] = start[k] - here[k];
      part[k] = 1;
    }
    for (let look = 1; open > 0 && look <= LOOKS; look++) {
      this.looks++;
      for (let k = 0; k < count; k++) here[k] = smooth[k] + part[k] * rise[k];
      contacts.addSlopes(here, part, done);
      for (let k = 0; k < count; k++) {
        if (done[k] === 1 || !this.take(k, look)) continue;
        done[k] = 1;
        open--;
      }
    }
  }

  /** Tests the slope of island k at its present position; true: accepted, otherwise part[k] is the next trial. */
  private take(k: number, look: number): boolean {
    const { part, start, here, low, high, atLow, atHigh, side } = this;
    const slope = here[k];
    const level = -LEVEL * start[k];
    if (look === 1) {
      if (!(slope > level)) return true;
      atHigh[k] = slope;
    } else if (Math.abs(slope) <= level) return true;
    else if (slope > 0) {
      high[k] = part[k];
      atHigh[k] = slope;
      if (side[k] === 1) atLow[k] *= 0.5;
      side[k] = 1;
    } else {
      low[k] = part[k];
      atLow[k] = slope;
      if (side[k] === -1) atHigh[k] *= 0.5;
      side[k] = -1;
    }
    const width = high[k] - low[k];
    if (!(width > 1e-14 * high[k])) return true;
    if (look >= HALVE_FROM) {
      part[k] = low[k] > 0.01 * high[k] ? 0.5 * (low[k] + high[k]) : 0.1 * high[k] + 0.9 * low[k];
      return false;
    }
    const root = (low[k] * atHigh[k] - high[k] * atLow[k]) / (atHigh[k] - atLow[k]);
    part[k] = Math.min(Math.max(root, low[k] + LEAST_LOW * width), high[k] - LEAST_HIGH * width);
    return false;
  }
}
