/** Data of two runs for plots: each column of this run, of the other, and their difference. */
import type { ColumnInfo, PlotData, Series } from '@hawser/viewer';
import type { RunStore } from './run-store.ts';

const SUFFIX = { own: ' (this run)', other: ' (other run)', difference: ' (difference)' } as const;

export class Difference implements PlotData {
  readonly #own: RunStore;
  readonly #other: RunStore;
  readonly columns: readonly ColumnInfo[];
  readonly #byName: ReadonlyMap<string, ColumnInfo>;

  constructor(own: RunStore, other: RunStore) {
    this.#own = own;
    this.#other = other;
    this.columns = own.columns
      .filter(({ name }) => other.has(name))
      .flatMap((column) =>
        Object.values(SUFFIX).map((suffix) => ({
          ...column,
          name: column.name + suffix,
          channel: column.name,
          component: suffix.slice(2, -1),
        })),
      );
    this.#byName = new Map(this.columns.map((column) => [column.name, column]));
  }

  get title(): string {
    return `${this.#own.title}, two runs`;
  }

  get fileStem(): string {
    return `${this.#own.fileStem}-difference`;
  }

  get thinned(): boolean {
    return false;
  }

  column(name: string): ColumnInfo | undefined {
    return this.#byName.get(name);
  }

  /** Plots for one column: both runs, then their difference. */
  static plotsOf(name: string): string[][] {
    return [[name + SUFFIX.own, name + SUFFIX.other], [name + SUFFIX.difference]];
  }

  series(name: string): Series {
    const kind = (Object.keys(SUFFIX) as (keyof typeof SUFFIX)[]).find((key) => name.endsWith(SUFFIX[key])) ?? 'own';
    const plain = name.slice(0, name.length - SUFFIX[kind].length);
    if (kind === 'other') return this.#other.series(plain);
    const own = this.#own.series(plain);
    if (kind === 'own') return own;
    return { times: own.times, values: difference(own, this.#other.series(plain)) };
  }
}

/** Other minus own at the instants of own, interpolated linearly; NaN where the other has none. */
export function difference(own: Series, other: Series): Float64Array {
  const out = new Float64Array(own.times.length).fill(Number.NaN);
  const { times, values } = other;
  let at = 0;
  for (let i = 0; i < out.length; i++) {
    const t = own.times[i];
    while (at < times.length - 1 && times[at + 1] <= t) at++;
    if (times.length === 0 || t < times[at]) continue;
    if (times[at] === t) out[i] = values[at] - own.values[i];
    else if (at + 1 < times.length) {
      const s = (t - times[at]) / (times[at + 1] - times[at]);
      out[i] = values[at] + s * (values[at + 1] - values[at]) - own.values[i];
    }
  }
  return out;
}

export interface Deviation {
  readonly name: string;
  readonly unit: string;
  /** largest difference, and when [s] */
  readonly largest: number;
  readonly time: number;
  /** of the larger range of the two */
  readonly share: number;
}

/** Part of the largest range of a unit below which a difference is rounding. */
const NOISE = 1e-9;

/** Columns of both runs, sorted by difference relative to the largest range of their unit. */
export function deviations(own: RunStore, other: RunStore): Deviation[] {
  const spans = new Map<string, number>();
  const shared = own.columns.filter(({ name }) => other.has(name));
  for (const { unit, range } of shared) spans.set(unit, Math.max(spans.get(unit) ?? 0, spanOf(range)));
  const weight = ({ largest, unit }: Deviation): number => Math.abs(largest) / (spans.get(unit) || 1);
  return shared
    .map(({ name, unit, range }): Deviation => {
      const series = own.series(name);
      const values = difference(series, other.series(name));
      let best = -1;
      for (let i = 0; i < values.length; i++) {
        if (Number.isFinite(values[i]) && (best < 0 || Math.abs(values[i]) > Math.abs(values[best]))) best = i;
      }
      const largest = best < 0 ? 0 : values[best];
      const span = Math.max(spanOf(range), spanOf(other.column(name)?.range ?? null));
      const share = span > 0 ? Math.abs(largest) / span : 0;
      return { name, unit, largest, time: best < 0 ? 0 : series.times[best], share };
    })
    .filter((deviation) => weight(deviation) > NOISE)
    .sort((a, b) => weight(b) - weight(a));
}

function spanOf(range: readonly [number, number] | null): number {
  return range === null ? 0 : range[1] - range[0];
}
