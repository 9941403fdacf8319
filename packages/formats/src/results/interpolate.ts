/** Values between rows. */
import { firstAbove } from '@hawser/record';

/** Straight line between the rows around t; the first or last value outside; NaN without rows. */
export function interpolated(time: Float64Array, values: Float64Array, t: number): number {
  const after = firstAbove(time, t);
  if (after === 0) return values.length === 0 ? Number.NaN : values[0];
  if (after === time.length) return values[after - 1];
  const s = (t - time[after - 1]) / (time[after] - time[after - 1]);
  return values[after - 1] + s * (values[after] - values[after - 1]);
}
