/** How often and how finely pictures are drawn where a processor draws them: less of both when the page falls behind. */

/** [ms] between two pictures, at the least and at the most */
const EVERY = [45, 400] as const;
/** pixels of the picture a pixel of the screen, each way, while a run is computed; the coarser one when far behind */
const COARSE = [0.7, 0.5] as const;
const FAR_BEHIND = 150; // [ms] between two pictures
/** [ms] between two frames of the page that are a sign of falling behind, and of being idle */
const BEHIND = 55;
const IDLE = 30;

export class DrawPace {
  /** [ms] between two pictures now */
  every: number = EVERY[0];
  coarse: number = COARSE[0];
  #last = 0;

  /** Once a frame of the page. */
  look(now: number): void {
    const interval = now - this.#last;
    this.#last = now;
    if (interval > BEHIND) this.every = Math.min(EVERY[1], 1.25 * this.every);
    else if (interval < IDLE) this.every = Math.max(EVERY[0], 0.9 * this.every);
    if (this.every > FAR_BEHIND) this.coarse = COARSE[1];
    else if (this.every < 0.5 * FAR_BEHIND) this.coarse = COARSE[0];
  }
}
