/** Tension, curvature and twist along cables, tension along chains: now, and the least and largest of the run so far at every place. */
import { Envelope, present } from '@hawser/formats/report';
import { firstAbove } from '@hawser/record';
import type { RunStore } from './run-store.ts';

export type RangeQuantity = 'tension' | 'curvature' | 'twist';

export const RANGE_UNITS: Readonly<Record<RangeQuantity, string>> = { tension: 'N', curvature: '1/m', twist: 'rad/m' };

export interface CableRange {
  /** `cable.hoist` */
  readonly key: string;
  /** a cable or a chain */
  readonly cable: string;
  /** columns from start to end: of elements or links, or of nodes */
  readonly columns: readonly string[];
  /** columns with the arc length [m] of each, where the places move; else `places` has them */
  readonly arcs: readonly string[] | undefined;
  readonly places: readonly number[];
  readonly envelope: Envelope;
}

interface Known {
  readonly ranges: readonly CableRange[];
  /** rows looked at so far, and of which state of the store */
  rows: number;
  readonly cuts: number;
}

const PLACES: Readonly<Record<RangeQuantity, RegExp>> = {
  tension: /^(cable|chain)\.(.+)\.(element|link|range)-(\d+)\.tension$/s,
  curvature: /^(cable)\.(.+)\.(range)-(\d+)\.curvature$/s,
  twist: /^(cable)\.(.+)\.(range)-(\d+)\.twist$/s,
};

const found = new WeakMap<RunStore, Map<RangeQuantity, Known>>();

/** Cables of a run along which a quantity was recorded. Rows that were seen before are not looked at again. */
export function cableRanges(store: RunStore, quantity: RangeQuantity = 'tension'): readonly CableRange[] {
  if (store.rows === 0) return placesOf(store, quantity); // lengths are not known yet: nothing to remember
  const byQuantity = found.get(store) ?? new Map<RangeQuantity, Known>();
  found.set(store, byQuantity);
  let known = byQuantity.get(quantity);
  if (known === undefined || known.cuts !== store.cuts) {
    known = { ranges: placesOf(store, quantity), rows: 0, cuts: store.cuts };
    byQuantity.set(quantity, known);
  }
  for (const { arcs, places, columns, envelope } of known.ranges) {
    const at = arcs?.map((name) => store.series(name).values);
    const values = columns.map((name) => store.series(name).values);
    for (let row = known.rows; row < store.rows; row++) {
      const here = at === undefined ? places : at.map((column) => column[row]);
      envelope.add(
        here,
        values.map((column) => column[row]),
      );
    }
  }
  known.rows = store.rows;
  // without arc lengths nobody can say where an element of a line is that is paid out, or whether it is there
  return known.ranges.filter(({ arcs, key }) => arcs !== undefined || !paidOut(store, key));
}

function placesOf(store: RunStore, quantity: RangeQuantity): CableRange[] {
  const lines = new Map<string, Map<string, string[]>>();
  for (const { name } of store.channels) {
    const place = PLACES[quantity].exec(name);
    if (place === null) continue;
    const [, kind, cable, part, at] = place;
    const key = `${kind}.${cable}`;
    const parts = lines.get(key) ?? new Map<string, string[]>();
    lines.set(key, parts);
    const list = parts.get(part) ?? [];
    parts.set(part, list);
    list[Number(at)] = name;
  }
  return [...lines].flatMap(([key, parts]): CableRange[] => {
    const cable = key.slice('cable.'.length);
    const nodes = parts.get('range')?.filter((name) => name !== undefined) ?? [];
    const arcs = nodes.map((name) => name.replace(/\.[a-z]+$/, '.arc'));
    const range = { key, cable, envelope: new Envelope() };
    if (arcs.length > 1 && arcs.every((name) => store.has(name)))
      return [{ ...range, columns: nodes, arcs, places: [] }];
    const elements = parts.get('element') ?? parts.get('link');
    const columns = (elements ?? nodes).filter((name) => name !== undefined);
    const [n, length] = [columns.length, lengthOf(store, key)];
    const places = columns.map((_, j) =>
      elements === undefined ? (j / Math.max(1, n - 1)) * length : ((j + 0.5) / n) * length,
    );
    return [{ ...range, columns, arcs: undefined, places }];
  });
}

/** What was recorded last at or before an instant, at the places there were. */
export function valuesAlong(store: RunStore, range: CableRange, t: number): { arc: number[]; value: number[] } {
  const row = rowAt(store, t);
  const at = (name: string): number => store.series(name).values[row];
  return present(range.arcs?.map(at) ?? range.places, range.columns.map(at));
}

/** The last row at or before an instant; between two rows elements may have come or gone, so none is made up there. */
export function rowAt(store: RunStore, t: number): number {
  return Math.max(0, firstAbove(store.time, t) - 1);
}

/** [N] largest tension of all cables in the run so far. */
export function largestTension(ranges: readonly CableRange[]): number {
  let size = 0;
  for (const { envelope } of ranges) for (const tension of envelope.result()?.max ?? []) size = Math.max(size, tension);
  return size;
}

/** [m] as recorded; 1 where it was not, so that places are shares of the cable */
function lengthOf(store: RunStore, key: string): number {
  const name = `${key}.length`;
  return store.has(name) && store.rows > 0 ? store.series(name).values[0] : 1;
}

/** The length changes with time: elements come and go. */
function paidOut(store: RunStore, key: string): boolean {
  const name = `${key}.length`;
  const range = store.has(name) ? store.column(name)?.range : undefined;
  return range !== undefined && range !== null && range[1] - range[0] > 1e-6 * range[1];
}
