/**
 * Tension, curvature and twist along cables, tension along chains: present values, and the smallest and largest of the run so far at every
 * place.
 */
import { type Along, Envelope, firstAbove, lineColumns, present } from '@hawser/record';
import type { RunStore } from './run-store.ts';

export type RangeQuantity = 'tension' | 'curvature' | 'twist' | 'load';

export const RANGE_UNITS: Readonly<Record<RangeQuantity, string>> = {
  tension: 'N',
  curvature: '1/m',
  twist: 'rad/m',
  load: 'N/m',
};

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
  /** from every step where reported, otherwise from rows; undefined: not known yet */
  readonly along: Along | undefined;
}

interface Place extends Omit<CableRange, 'along'> {
  readonly envelope: Envelope;
}

interface Known {
  readonly ranges: readonly Place[];
  /** rows processed so far, and the state of the store */
  rows: number;
  readonly cuts: number;
}

const found = new WeakMap<RunStore, Map<RangeQuantity, Known>>();

/** Cables of a run along which a quantity was recorded. Rows are processed only once. */
export function cableRanges(store: RunStore, quantity: RangeQuantity = 'tension'): readonly CableRange[] {
  if (store.rows === 0) return placesOf(store, quantity).map((place) => ({ ...place, along: undefined })); // lengths are not known yet
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
        row > 0 ? store.time[row] - store.time[row - 1] : 0,
      );
    }
  }
  known.rows = store.rows;
  // without arc lengths the place and existence of an element of a paid-out line are unknown
  return known.ranges
    .filter(({ arcs, key }) => arcs !== undefined || !paidOut(store, key))
    .map(({ envelope, ...place }) => {
      const ofSteps = store.ranges?.find((range) => range.line === place.key && range.quantity === quantity);
      return { ...place, along: ofSteps ?? envelope.result() };
    });
}

function placesOf(store: RunStore, quantity: RangeQuantity): Place[] {
  return lineColumns(store.channels)
    .filter((line) => line.quantity === quantity)
    .map(({ line: key, columns, arcs, shares }) => {
      const length = lengthOf(store, key);
      const places = shares.map((share) => share * length);
      return { key, cable: key.slice('cable.'.length), columns, arcs, places, envelope: new Envelope() };
    });
}

/** What was recorded last at or before an instant, at the places there were. */
export function valuesAlong(store: RunStore, range: CableRange, t: number): { arc: number[]; value: number[] } {
  const row = rowAt(store, t);
  const at = (name: string): number => store.series(name).values[row];
  return present(range.arcs?.map(at) ?? range.places, range.columns.map(at));
}

/** The last row at or before an instant; elements may be added or removed between two rows, so values are not interpolated. */
export function rowAt(store: RunStore, t: number): number {
  return Math.max(0, firstAbove(store.time, t) - 1);
}

/** [N] largest tension of all cables in the run so far. */
export function largestTension(ranges: readonly CableRange[]): number {
  let size = 0;
  for (const { along } of ranges) for (const tension of along?.max ?? []) size = Math.max(size, tension);
  return size;
}

/** [m] as recorded; 1 where it was not, so that places are shares of the cable */
function lengthOf(store: RunStore, key: string): number {
  const name = `${key}.length`;
  return store.has(name) && store.rows > 0 ? store.series(name).values[0] : 1;
}

/** The length changes with time: elements are added and removed. */
function paidOut(store: RunStore, key: string): boolean {
  const name = `${key}.length`;
  const range = store.has(name) ? store.column(name)?.range : undefined;
  return range !== undefined && range !== null && range[1] - range[0] > 1e-6 * range[1];
}
