/**
 * The least of a convex function along a line, for many islands at once: the function is a sum of those of the islands, so each
 * has its own place on the line. The root of the slope by the Illinois rule; one evaluation serves all islands.
 */

/** Slopes within this part of that at the start are none. */
const LEVEL = 0.5;
/** A whole increment is taken where the slope there is below this part of that at the start. */
const WHOLE = 0.5;
const ROUNDS = 8;

export class IslandSearch {
  /** of the increment, by island */
  part: Float64Array = new Float64Array(0);
  private island: Int32Array = new Int32Array(0);
  private start: Float64Array = new Float64Array(0);
  private here: Float64Array = new Float64Array(0);
  private low: Float64Array = new Float64Array(0);
  private high: Float64Array = new Float64Array(0);
  private atLow: Float64Array = new Float64Array(0);
  private atHigh: Float64Array = new Float64Array(0);
  private side = new Int8Array(0);
  /** 1: its part is found */
  done: Uint8Array = new Uint8Array(0);
  private count = 0;
  private round = 0;

  /**
   * island of each number of slope and increment; rest = 1: islands without a search, their increments are taken
   * whole.
   */
  begin(count: number, island: Int32Array, slope: Float64Array, increment: Float64Array, rest: Uint8Array): void {
    if (count > this.part.length) this.grow(island.length);
    this.count = count;
    this.island = island;
    this.round = 0;
    this.sum(this.start, slope, increment);
    for (let k = 0; k < count; k++) {
      this.part[k] = 1;
      this.done[k] = rest[k];
      this.low[k] = 0;
      this.high[k] = 1;
      this.atLow[k] = this.start[k];
      this.side[k] = 0;
    }
  }

  /** Slopes at the parts now; true: all are found, else other parts are to be tried. */
  take(slope: Float64Array, increment: Float64Array): boolean {
    const { here, start, part, done, low, high, atLow, atHigh, side } = this;
    this.sum(here, slope, increment);
    this.round++;
    let found = true;
    for (let k = 0; k < this.count; k++) {
      if (done[k] === 1) continue;
      if (this.round === 1) {
        atHigh[k] = here[k];
        if (!(here[k] > -WHOLE * start[k])) {
          done[k] = 1;
          continue;
        }
      } else if (Math.abs(here[k]) < -LEVEL * start[k]) {
        done[k] = 1;
        continue;
      } else if (here[k] > 0) {
        high[k] = part[k];
        atHigh[k] = here[k];
        if (side[k] === 1) atLow[k] *= 0.5;
        side[k] = 1;
      } else {
        low[k] = part[k];
        atLow[k] = here[k];
        if (side[k] === -1) atHigh[k] *= 0.5;
        side[k] = -1;
      }
      if (this.round > ROUNDS) continue;
      const width = high[k] - low[k];
      const root = (low[k] * atHigh[k] - high[k] * atLow[k]) / (atHigh[k] - atLow[k]);
      part[k] = Math.min(Math.max(root, low[k] + 0.05 * width), high[k] - 0.05 * width);
      found = false;
    }
    return found;
  }

  private sum(out: Float64Array, slope: Float64Array, increment: Float64Array): void {
    out.fill(0, 0, this.count);
    for (let i = 0; i < slope.length; i++) out[this.island[i]] += slope[i] * increment[i];
  }

  private grow(room: number): void {
    const floats = (): Float64Array => new Float64Array(room);
    this.part = floats();
    this.start = floats();
    this.here = floats();
    this.low = floats();
    this.high = floats();
    this.atLow = floats();
    this.atHigh = floats();
    this.side = new Int8Array(room);
    this.done = new Uint8Array(room);
  }
}
