/** Cables coloured by their tension: blue where slack, yellow, red at the largest of the run. */
import { Color } from 'three';
import { cableRanges, largestTension, valuesAlong } from '../run/cable-range.ts';
import type { RunStore } from '../run/run-store.ts';

/** Also apart for eyes that see no red and green: they differ in lightness too. */
export const TENSION_STOPS: readonly [string, string, string] = ['#2f5fae', '#e8cf5a', '#b3261e'];
const [SLACK, MIDDLE, TAUT] = TENSION_STOPS.map((stop) => new Color(stop));

/** Colours by the names of drawn elements; undefined where no element's tension was recorded. */
export function tensionColours(store: RunStore, t: number): ReadonlyMap<string, Color> | undefined {
  const ranges = cableRanges(store);
  if (ranges.length === 0) return undefined;
  const most = Math.max(1e-9, largestTension(ranges));
  const colours = new Map<string, Color>();
  for (const range of ranges) {
    valuesAlong(store, range, t).forEach((tension, j) => {
      colours.set(`${range.cable}#${j}`, mixed(Math.min(1, Math.max(0, tension / most))));
    });
  }
  return colours;
}

function mixed(share: number): Color {
  return share < 0.5 ? SLACK.clone().lerp(MIDDLE, 2 * share) : MIDDLE.clone().lerp(TAUT, 2 * share - 1);
}
