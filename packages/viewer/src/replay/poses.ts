/** Poses of the bodies between stored frames. */
import { lastNotAfter, type RunData } from '../data.ts';

/** Where moving bodies are: x y z, w x y z of one of them at an instant. */
export interface PoseSource {
  read(out: Float64Array, track: number, t: number): void;
}

export class Poses implements PoseSource {
  readonly times: Float64Array;
  readonly #tracks: readonly Float64Array[];

  constructor(data: RunData) {
    this.times = data.frameTimes;
    this.#tracks = data.tracks;
  }

  /**
   * x y z, w x y z of one moving body at t: straight positions, normalised straight quaternions on the shorter way.
   */
  read(out: Float64Array, track: number, t: number): void {
    const { times } = this;
    const i = Math.max(0, lastNotAfter(times, t));
    const j = Math.min(times.length - 1, i + 1);
    const span = times[j] - times[i];
    const s = span > 0 ? Math.min(1, Math.max(0, (t - times[i]) / span)) : 0;
    const first = 7 * track;
    for (let k = 0; k < 3; k++) {
      const column = this.#tracks[first + k];
      out[k] = column[i] + s * (column[j] - column[i]);
    }
    let dot = 0;
    for (let k = 3; k < 7; k++) dot += this.#tracks[first + k][i] * this.#tracks[first + k][j];
    const sign = dot < 0 ? -1 : 1;
    let norm2 = 0;
    for (let k = 3; k < 7; k++) {
      const column = this.#tracks[first + k];
      out[k] = column[i] + s * (sign * column[j] - column[i]);
      norm2 += out[k] * out[k];
    }
    const scale = norm2 > 0 ? 1 / Math.sqrt(norm2) : 1;
    for (let k = 3; k < 7; k++) out[k] *= scale;
  }

  /** The instant of the next (+1) or previous (-1) frame. */
  neighbour(t: number, by: 1 | -1): number {
    const { times } = this;
    if (times.length === 0) return t;
    const slack = 1e-6 * (times[times.length - 1] - times[0]); // a time that came through a slider is not exact
    const i = by > 0 ? lastNotAfter(times, t + slack) + 1 : lastNotAfter(times, t - slack);
    return times[Math.min(times.length - 1, Math.max(0, i))];
  }
}
