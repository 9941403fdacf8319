/** Data of a run for plots: the rows and, after its end, the peaks between them, as in the report. */
import { peaksBetweenRows, withPeak } from '@hawser/formats/report';
import type { ColumnInfo, PlotData, Series } from '@hawser/viewer';
import type { RunStore } from './run-store.ts';

export class Curves implements PlotData {
  readonly #store: RunStore;
  readonly #drawn = new Map<string, Series>();
  /** the end for which they were made */
  #end: RunStore['end'];

  constructor(store: RunStore) {
    this.#store = store;
  }

  get title(): string {
    return this.#store.title;
  }

  get fileStem(): string {
    return this.#store.fileStem;
  }

  get thinned(): boolean {
    return this.#store.thinned;
  }

  get columns(): readonly ColumnInfo[] {
    return this.#store.columns;
  }

  column(name: string): ColumnInfo | undefined {
    return this.#store.column(name);
  }

  series(name: string): Series {
    const { end } = this.#store;
    const rows = this.#store.series(name);
    const known = end?.extremes?.[name];
    if (known === undefined) return rows;
    if (end !== this.#end) this.#drawn.clear();
    this.#end = end;
    let drawn = this.#drawn.get(name);
    if (drawn === undefined) {
      drawn = withPeak(rows.times, rows.values, peaksBetweenRows(rows.times, rows.values, known));
      this.#drawn.set(name, drawn);
    }
    return drawn;
  }
}
