/** Cables coloured by their tension: blue where slack, yellow, red at the largest of the run. */
import { Color } from 'three';
import { type CableRange, cableRanges, largestTension, rowAt, valuesAlong } from '../run/cable-range.ts';
import type { RunStore } from '../run/run-store.ts';

/** The colours also differ in lightness, for red-green blindness. */
export const TENSION_STOPS: readonly [string, string, string] = ['#2f5fae', '#e8cf5a', '#b3261e'];
const [SLACK, MIDDLE, TAUT] = TENSION_STOPS.map((stop) => new Color(stop));

/** Colours by the names of drawn elements; undefined where no element's tension was recorded. */
export function tensionColours(store: RunStore, t: number): ReadonlyMap<string, Color> | undefined {
  const ranges = cableRanges(store);
  if (ranges.length === 0) return undefined;
  const most = Math.max(1e-9, largestTension(ranges));
  const colours = new Map<string, Color>();
  for (const range of ranges) {
    const link = range.key.startsWith('chain.');
    tensionsOf(store, range, t).forEach((tension, j) => {
      const drawn = link ? `${range.cable} ${j + 1}` : `${range.cable}#${j}`;
      colours.set(drawn, mixed(Math.min(1, Math.max(0, tension / most))));
    });
  }
  return colours;
}

/** [N] of every drawn piece of a line. */
export function tensionsOf(store: RunStore, range: CableRange, t: number): Float64Array {
  const { cable, key } = range;
  if (drawnInPieces(store, cable)) {
    const pieces = piecesAt(store, cable, t);
    if (pieces !== undefined) return pieces;
  }
  const { arc, value } = valuesAlong(store, range, t);
  if (range.arcs === undefined) return Float64Array.from(value);
  // elements that are not there are drawn over the last one
  const there = Math.max(1, arc.length - 1);
  const row = rowAt(store, t);
  return Float64Array.from({ length: range.columns.length - 1 }, (_, j) => {
    const k = Math.min(j, there - 1);
    const own = `${key}.element-${k}.tension`;
    return store.has(own) ? store.series(own).values[row] : 0.5 * (value[k] + value[Math.min(k + 1, value.length - 1)]);
  });
}

/** Cables with refinement, or with elements of different length, are drawn in equal pieces. */
function drawnInPieces({ facts }: RunStore, cable: string): boolean {
  const own = (facts.resolved as { cables?: Record<string, unknown> } | undefined)?.cables?.[cable];
  return own !== undefined && /"(?:refine|spacing)":/.test(JSON.stringify(own));
}

/**
 * [N] in the middle of every drawn piece where a cable is drawn in equal pieces of its length, as one whose elements come and
 * go is: by straight lines between the nodes' tensions over their places. Undefined where these were not recorded.
 */
export function piecesAt(store: RunStore, cable: string, t: number): Float64Array | undefined {
  const of = (i: number, what: string): string => `cable.${cable}.range-${i}.${what}`;
  if (!store.has(of(0, 'arc')) || !store.has(of(0, 'tension'))) return undefined;
  const row = rowAt(store, t);
  const [arcs, tensions]: [number[], number[]] = [[], []];
  for (let i = 0; store.has(of(i, 'arc')); i++) {
    arcs.push(store.series(of(i, 'arc')).values[row]);
    tensions.push(store.series(of(i, 'tension')).values[row]);
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
