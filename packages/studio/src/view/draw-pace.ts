/** Interval of pictures with software rendering: longer when the page falls behind. */

/** [ms] shortest and longest interval between two pictures */
const EVERY = [45, 400] as const;
/** [ms] frame times of the page that indicate delay, and idleness */
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
