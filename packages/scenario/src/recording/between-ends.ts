/**
 * Values of channels at step ends, and between the two ends of the last step. Where values are smooth, a parabola:
 *   f = f0 + (t - t0)/h (f1 - f0) + (t - t0)(t - t1) c
 * c is the second divided difference with the end before, or that of the three ends before if it is smaller; zero where their signs differ (minmod:
 * Harten et al. 1987). So f is of third order where a channel is smooth, as good as the steps of second order themselves, and a straight line
 * where a force jumps. A value does not change its sign between ends that share it: no contact pulls.
 */
export class BetweenEnds {
  /** the last end, and three before */
  readonly #rows: readonly Float64Array[];
  readonly #times: Float64Array = new Float64Array(4);
  #last = 0;
  #known = 0;

  constructor(width: number) {
    this.#rows = [0, 1, 2, 3].map(() => new Float64Array(width));
  }

  /**
   * Makes room for the values at a step end at a time [s]; write them immediately. line: values before the step that leads there do not
   * predict its course.
   */
  next(time: number, line: boolean): Float64Array {
    if (line && this.#known > 1) this.#known = 1;
    this.#last = (this.#last + 1) & 3;
    this.#known = Math.min(4, this.#known + 1);
    this.#times[this.#last] = time;
    return this.#rows[this.#last];
  }

  /** Values of the last end. */
  get end(): Float64Array {
    return this.#rows[this.#last];
  }

  /** Discards values before the last step end, which do not predict later ones. */
  forget(): void {
    this.#known = Math.min(1, this.#known);
  }

  /** Columns from..to of out = their values at a time [s] within the last step. */
  read(out: Float64Array, time: number, from: number, to: number): void {
    const at = (back: number): number => (this.#last + 4 - back) & 3;
    const f1 = this.#rows[at(0)];
    if (this.#known < 2) {
      for (let c = from; c < to; c++) out[c] = f1[c];
      return;
    }
    const f0 = this.#rows[at(1)];
    const fa = this.#rows[at(2)];
    const fb = this.#rows[at(3)];
    const [t1, t0, ta, tb] = [this.#times[at(0)], this.#times[at(1)], this.#times[at(2)], this.#times[at(3)]];
    const s = (time - t0) / (t1 - t0);
    const bow = (time - t0) * (time - t1);
    const curved = this.#known === 4;
    for (let c = from; c < to; c++) {
      const [x, y] = [f0[c], f1[c]];
      let value = x + s * (y - x);
      if (curved) {
        const before = (x - fa[c]) / (t0 - ta);
        const here = ((y - x) / (t1 - t0) - before) / (t1 - ta);
        const there = (before - (fa[c] - fb[c]) / (ta - tb)) / (t0 - tb);
        if (here * there > 0) value += bow * (Math.abs(here) < Math.abs(there) ? here : there);
        if ((x >= 0 && y >= 0 && value < 0) || (x <= 0 && y <= 0 && value > 0)) value = 0;
      }
      // where one end has no value, that of the other
      out[c] = Number.isFinite(value) ? value : Number.isFinite(y) || !Number.isFinite(x) ? y : x;
    }
  }
}
