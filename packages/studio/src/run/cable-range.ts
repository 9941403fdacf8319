/** Tension, curvature and twist along cables, tension along chains: now, and the least and largest of the run so far at every place. */
import type { RunStore } from './run-store.ts';

export type RangeQuantity = 'tension' | 'curvature' | 'twist';

export const RANGE_UNITS: Readonly<Record<RangeQuantity, string>> = { tension: 'N', curvature: '1/m', twist: 'rad/m' };

export interface CableRange {
  /** a cable or a chain */
  readonly cable: string;
  /** how its pieces are called in the picture */
  readonly drawn: readonly string[];
  /** columns from start to end: of elements or links for tension, of nodes for the rest */
  readonly columns: readonly string[];
  /** [m] of every place along the cable */
  readonly along: Float64Array;
  readonly least: Float64Array;
  readonly largest: Float64Array;
}

interface Known {
  readonly ranges: readonly CableRange[];
  /** rows looked at so far */
  rows: number;
}

const PLACES: Readonly<Record<RangeQuantity, RegExp>> = {
  tension: /^(cable|chain)\.(.+)\.(?:element|link)-(\d+)\.tension$/s,
  curvature: /^(cable)\.(.+)\.range-(\d+)\.curvature$/s,
  twist: /^(cable)\.(.+)\.range-(\d+)\.twist$/s,
};

const found = new WeakMap<RunStore, Map<RangeQuantity, Known>>();

/** Cables of a run along which a quantity was recorded. Rows that were seen before are not looked at again. */
export function cableRanges(store: RunStore, quantity: RangeQuantity = 'tension'): readonly CableRange[] {
  if (store.rows === 0) return placesOf(store, quantity); // lengths are not known yet: nothing to remember
  const byQuantity = found.get(store) ?? new Map<RangeQuantity, Known>();
  found.set(store, byQuantity);
  let known = byQuantity.get(quantity);
  if (known === undefined || known.rows > store.rows) {
    known = { ranges: placesOf(store, quantity), rows: 0 };
    byQuantity.set(quantity, known);
  }
  if (known.rows === store.rows) return known.ranges;
  for (const { columns, least, largest } of known.ranges) {
    columns.forEach((name, j) => {
      const { values } = store.series(name);
      for (let i = known.rows; i < store.rows; i++) {
        if (values[i] < least[j]) least[j] = values[i];
        if (values[i] > largest[j]) largest[j] = values[i];
      }
    });
  }
  known.rows = store.rows;
  return known.ranges;
}

function placesOf(store: RunStore, quantity: RangeQuantity): CableRange[] {
  const columns = new Map<string, string[]>();
  for (const { name } of store.channels) {
    const place = PLACES[quantity].exec(name);
    if (place === null) continue;
    const [, kind, cable, at] = place;
    const key = `${kind}.${cable}`;
    const list = columns.get(key) ?? [];
    list[Number(at)] = name;
    columns.set(key, list);
  }
  return [...columns].map(([key, list]): CableRange => {
    const names = list.filter((name) => name !== undefined);
    const cable = key.slice('cable.'.length);
    const link = key.startsWith('chain.');
    const length = lengthOf(store, key);
    const n = names.length;
    return {
      cable,
      drawn: names.map((_, j) => (link ? `${cable} ${j + 1}` : `${cable}#${j}`)),
      columns: names,
      along: Float64Array.from(names, (_, j) =>
        quantity === 'tension' ? ((j + 0.5) / n) * length : (j / Math.max(1, n - 1)) * length,
      ),
      least: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
      largest: new Float64Array(n).fill(Number.NEGATIVE_INFINITY),
    };
  });
}

/** At every place at an instant. */
export function valuesAlong(store: RunStore, { columns }: CableRange, t: number): Float64Array {
  const last = store.time[store.rows - 1];
  return Float64Array.from(columns, (name) => store.valueAt(name, Math.min(t, last)));
}

/** [N] largest tension of all cables in the run so far. */
export function largestTension(ranges: readonly CableRange[]): number {
  let size = 0;
  for (const { largest } of ranges) for (const tension of largest) size = Math.max(size, tension);
  return size;
}

/** [m] as recorded; 1 where it was not, so that places are shares of the cable */
function lengthOf(store: RunStore, key: string): number {
  const name = `${key}.length`;
  return store.has(name) && store.rows > 0 ? store.series(name).values[0] : 1;
}
