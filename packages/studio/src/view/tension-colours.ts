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
    const pieces = refined(store, range.cable) ? piecesAt(store, range.cable, t) : undefined;
    const tensions = pieces ?? valuesAlong(store, range, t);
    tensions.forEach((tension, j) => {
      colours.set(range.drawn[j] ?? `${range.cable}#${j}`, mixed(Math.min(1, Math.max(0, tension / most))));
    });
  }
  return colours;
}

/** Elements of a refined cable come and go: it is drawn in equal pieces. */
function refined({ facts }: RunStore, cable: string): boolean {
  const cables = (facts.resolved as { cables?: Record<string, { refine?: unknown }> } | undefined)?.cables;
  return cables?.[cable]?.refine !== undefined;
}

/**
 * [N] in the middle of every drawn piece where a cable is drawn in equal pieces of its length, as one whose elements come and
 * go is: by straight lines between the nodes' tensions over their places. Undefined where these were not recorded.
 */
export function piecesAt(store: RunStore, cable: string, t: number): Float64Array | undefined {
  const of = (i: number, what: string): string => `cable.${cable}.range-${i}.${what}`;
  if (!store.has(of(0, 'arc')) || !store.has(of(0, 'tension'))) return undefined;
  const last = Math.min(t, store.time[store.rows - 1]);
  const [arcs, tensions]: [number[], number[]] = [[], []];
  for (let i = 0; store.has(of(i, 'arc')); i++) {
    arcs.push(store.valueAt(of(i, 'arc'), last));
    tensions.push(store.valueAt(of(i, 'tension'), last));
  }
  const length = arcs[arcs.length - 1];
  const pieces = arcs.length - 1;
  let k = 0;
  return Float64Array.from({ length: pieces }, (_, j) => {
    const s = ((j + 0.5) / pieces) * length;
    while (k < pieces - 1 && arcs[k + 1] < s) k++;
    const span = arcs[k + 1] - arcs[k];
    return span > 0 ? tensions[k] + ((s - arcs[k]) / span) * (tensions[k + 1] - tensions[k]) : tensions[k];
  });
}

function mixed(share: number): Color {
  return share < 0.5 ? SLACK.clone().lerp(MIDDLE, 2 * share) : MIDDLE.clone().lerp(TAUT, 2 * share - 1);
}
