/** Holders of cable ends. */
import type { Vec3 } from '../math/index.ts';

/** A holder that catches the end of a cable during a run. */
export interface HolderSpec extends CableEndSpec {
  /** [m] largest distance at which it can be caught; default: the length of the cable's end element */
  readonly reach?: number;
  /** [s] duration of drawing in an end caught at a distance; default 1 */
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
