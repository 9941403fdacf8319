/** Joins curves with separate instants on one common axis, for uPlot. */
import type { Series } from '../data.ts';

/** number: a sample; null: a missing value, drawn as a gap; undefined: another curve's instant, drawn over. */
export type Cell = number | null | undefined;

export interface Joined {
  readonly times: number[];
  readonly columns: Cell[][];
}

export function joinSeries(curves: readonly Series[]): Joined {
  const shared = curves.length > 0 && curves.every((curve) => curve.times === curves[0].times);
  if (shared) {
    return { times: Array.from(curves[0].times), columns: curves.map(({ values }) => Array.from(values, cell)) };
  }
  const times = mergeTimes(curves.map((curve) => curve.times));
  const columns = curves.map((curve) => {
    const column = new Array<Cell>(times.length).fill(undefined);
    let at = 0;
    for (let i = 0; i < curve.times.length; i++) {
      while (times[at] < curve.times[i]) at++;
      column[at] = cell(curve.values[i]);
    }
    return column;
  });
  return { times, columns };
}

/** The union of sorted lists, each instant once. */
function mergeTimes(lists: readonly Float64Array[]): number[] {
  const all = lists.flatMap((list) => Array.from(list)).sort((a, b) => a - b);
  return all.filter((time, i) => i === 0 || time !== all[i - 1]);
}

function cell(value: number): Cell {
  return Number.isFinite(value) ? value : null;
}
