/**
 * Search for a zero of the slope along a line. Places of its numbers in `line`: slope at the start; slope at the point tried
 * last; and that point, as a fraction of the line.
 */
export const LINE_START = 0;
export const LINE_HERE = 1;
export const LINE_PART = 2;

/** A line that can be searched. */
export interface Line {
  readonly line: Float64Array;
  /** Evaluates the slope at the fraction line[LINE_PART] and writes it to line[LINE_HERE]. */
  tryPart(): void;
}

/**
 * Finds the fraction of a line at which a rising slope is zero, to within `level` times the slope at the start. The root lies
 * between the start, where the slope is negative, and the end, where it is positive; both have been evaluated. Illinois rule
 * (Dowell and Jarratt 1971).
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
