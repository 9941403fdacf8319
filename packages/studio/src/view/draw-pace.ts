/** How often pictures are drawn where a processor draws them: more seldom when the page falls behind. */

/** [ms] between two pictures, at the least and at the most */
const EVERY = [45, 400] as const;
/** [ms] between two frames of the page that are a sign of falling behind, and of being idle */
const BEHIND = 55;
const IDLE = 30;

export class DrawPace {
  /** [ms] between two pictures now */
  every: number = EVERY[0];
  #last = 0;

  /** Once a frame of the page. */
  look(now: number): void {
    const interval = now - this.#last;
    this.#last = now;
    if (interval > BEHIND) this.every = Math.min(EVERY[1], 1.25 * this.every);
    else if (interval < IDLE) this.every = Math.max(EVERY[0], 0.9 * this.every);
  }
}
