/** Tension along cables: now, and the least and largest of the run so far at every element. */
import type { RunStore } from './run-store.ts';

export interface CableRange {
  readonly cable: string;
  /** columns of the elements' tensions, from start to end */
  readonly columns: readonly string[];
  /** [m] middle of every element along the cable */
  readonly along: Float64Array;
  /** [N] */
  readonly least: Float64Array;
  readonly largest: Float64Array;
}

const found = new WeakMap<RunStore, { readonly rows: number; readonly ranges: readonly CableRange[] }>();

/** Cables of a run whose elements' tensions were recorded. */
export function cableRanges(store: RunStore): readonly CableRange[] {
  const known = found.get(store);
  if (known?.rows === store.rows) return known.ranges;
  const columns = new Map<string, string[]>();
  for (const { name } of store.channels) {
    const element = /^cable\.(.+)\.element-(\d+)\.tension$/s.exec(name);
    if (element === null) continue;
    const list = columns.get(element[1]) ?? [];
    list[Number(element[2])] = name;
    columns.set(element[1], list);
  }
  const ranges = [...columns].map(([cable, list]): CableRange => {
    const names = list.filter((name) => name !== undefined);
    const extremes = names.map((name) => store.column(name)?.range ?? [0, 0]);
    const length = lengthOf(store, cable);
    return {
      cable,
      columns: names,
      along: Float64Array.from(names, (_, j) => ((j + 0.5) / names.length) * length),
      least: Float64Array.from(extremes, ([low]) => low),
      largest: Float64Array.from(extremes, ([, high]) => high),
    };
  });
  found.set(store, { rows: store.rows, ranges });
  return ranges;
}

/** [N] at every element at an instant. */
export function tensionsAt(store: RunStore, { columns }: CableRange, t: number): Float64Array {
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
function lengthOf(store: RunStore, cable: string): number {
  const name = `cable.${cable}.length`;
  return store.has(name) && store.rows > 0 ? store.series(name).values[0] : 1;
}
