/** What holds an end of a cable. */
import type { Vec3 } from '../math/index.ts';

/** What catches the end of a cable in a run. */
export interface HolderSpec extends CableEndSpec {
  /** [m] largest distance at which it can be caught; default: the length of the cable's end element */
  readonly reach?: number;
  /** [s] in which an end that is away from the point is drawn in; default 1 */
  readonly within?: number;
}

export interface CableEndSpec {
  /** index into bodies */
  readonly body: number;
  /** [m] body frame */
  readonly point: Vec3;
  /** clamped: the cable leaves its start, or arrives at its end, along this direction of the body; missing: pinned */
  readonly direction?: Vec3;
  /** [N] force on the end above which it parts, at the end of a step; never if left out */
  readonly parting?: number;
}
