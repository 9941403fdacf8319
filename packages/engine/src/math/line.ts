/** Numbers of a line that is searched: the slope at its start, that at the part looked at last, and this part of it. */
export const LINE_START = 0;
export const LINE_HERE = 1;
export const LINE_PART = 2;

export interface Line {
  readonly line: Float64Array;
  /** Looks at the part in `line`: the slope there is its LINE_HERE. */
  tryPart(): void;
}

/**
 * The part of a line at which a rising slope is as good as none, within `level` of that at the start: its root between start and end by the Illinois
 * rule (Dowell and Jarratt 1971). The start, where the slope is below 0, and the end, where it is above, have been looked at.
 */
export function searchLine(of: Line, level: number, tries: number): void {
  const { line } = of;
  const first = line[LINE_START];
  let low = 0;
  let high = 1;
  let atLow = first;
  let atHigh = line[LINE_HERE];
  let side = 0;
  for (let k = 0; k < tries; k++) {
    const root = (low * atHigh - high * atLow) / (atHigh - atLow);
    const part = Math.min(Math.max(root, low + 0.05 * (high - low)), high - 0.05 * (high - low));
    line[LINE_PART] = part;
    of.tryPart();
    const here = line[LINE_HERE];
    if (Math.abs(here) < -level * first) return;
    if (here > 0) {
      high = part;
      atHigh = here;
      if (side === 1) atLow *= 0.5;
      side = 1;
    } else {
      low = part;
      atLow = here;
      if (side === -1) atHigh *= 0.5;
      side = -1;
    }
  }
}
