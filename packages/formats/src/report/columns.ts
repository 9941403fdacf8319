/** Description of a recorded column. */
import type { Recording } from '@hawser/record';

/** One number of a channel over time. */
export interface ColumnInfo {
  /** `joint.pin.reaction.x` */
  readonly name: string;
  /** `joint.pin.reaction` */
  readonly channel: string;
  /** `x`, or empty */
  readonly component: string;
  readonly unit: string;
  readonly range: readonly [number, number] | null;
}

export function columnInfos(recording: Recording): ColumnInfo[] {
  let at = 0;
  return recording.channels.flatMap(({ name, unit, components }) =>
    components.map((component): ColumnInfo => {
      const full = component === '' ? name : `${name}.${component}`;
      return { name: full, channel: name, component, unit, range: rangeOf(recording.columns[at++]) };
    }),
  );
}

function rangeOf(values: Float64Array): readonly [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}
