/** Cases of a study (all variables except repetitions): share of go, limiting criterion, and downtime by weather. */
import type { JudgedRow } from './judge.ts';
import type { VariableInfo } from './plan.ts';
import { type Interval, shareInterval } from './statistics.ts';

export interface Cell {
  readonly x: number;
  readonly y: number;
  /** value of the panel, as written; empty without one */
  readonly panel: string;
  readonly count: number;
  readonly go: number;
  readonly interval: Interval;
  /** most frequent reason against it; empty without one */
  readonly criterion: string;
}

export interface OperabilityMap {
  readonly x: VariableInfo;
  readonly y: VariableInfo;
  readonly panels?: VariableInfo;
  readonly cells: readonly Cell[];
}

export interface MapAxes {
  readonly x: number;
  readonly y: number;
  readonly panel: number | undefined;
}

/** Axes of the map: as given, otherwise the first two numeric variables that are no repetitions, and a third for panels. */
export function mapAxes(
  variables: readonly VariableInfo[],
  asked: { x: string; y: string; panels?: string } | undefined,
): MapAxes | undefined {
  const index = (name: string): number => variables.findIndex((variable) => variable.name === name);
  if (asked)
    return {
      x: index(asked.x),
      y: index(asked.y),
      panel: asked.panels === undefined ? undefined : index(asked.panels),
    };
  const listed = variables.flatMap(({ kind, numeric }, i) =>
    numeric && (kind === 'values' || kind === 'range') ? [i] : [],
  );
  if (listed.length < 2) return undefined;
  const [y, x, panel] = listed;
  return { x, y, panel };
}

export function operabilityMap(
  rows: readonly JudgedRow[],
  variables: readonly VariableInfo[],
  axes: MapAxes,
  confidence: number,
): OperabilityMap {
  const gathered = new Map<
    string,
    { x: number; y: number; panel: string; count: number; go: number; against: Map<string, number> }
  >();
  for (const { row, inputs, go, criterion } of rows) {
    const x = inputs[axes.x];
    const y = inputs[axes.y];
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    const panel = axes.panel === undefined ? '' : row.values[axes.panel];
    const key = `${x}|${y}|${panel}`;
    const cell = gathered.get(key) ?? { x, y, panel, count: 0, go: 0, against: new Map<string, number>() };
    gathered.set(key, cell);
    cell.count++;
    if (go) cell.go++;
    else cell.against.set(criterion, (cell.against.get(criterion) ?? 0) + 1);
  }
  const cells = [...gathered.values()].map(({ x, y, panel, count, go, against }): Cell => {
    const most = [...against].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
    return { x, y, panel, count, go, interval: shareInterval(go, count, confidence), criterion: most?.[0] ?? '' };
  });
  return {
    x: variables[axes.x],
    y: variables[axes.y],
    ...(axes.panel !== undefined && { panels: variables[axes.panel] }),
    cells,
  };
}

/** Values along an axis of the map, in order. */
export function valuesAlong(cells: readonly Cell[], of: (cell: Cell) => number): number[] {
  return [...new Set(cells.map(of))].sort((a, b) => a - b);
}

/** The highest y below which all cells of a column are good; undefined when the lowest is not. */
export function limitOf(
  cells: readonly Cell[],
  share: number,
): { readonly limit: number | undefined; readonly open: boolean; readonly criterion: string } {
  const column = [...cells].sort((a, b) => a.y - b.y);
  let limit: number | undefined;
  for (const cell of column) {
    if (cell.go / cell.count < share - 1e-9) return { limit, open: false, criterion: cell.criterion };
    limit = cell.y;
  }
  return { limit, open: true, criterion: '' };
}

/** Probabilities of sea states: rows by y (Hs), columns by x (Tp). */
export interface ScatterDiagram {
  readonly y: readonly number[];
  readonly x: readonly number[];
  /** p[i][j]: share of time in y[i], x[j]; all together 1 */
  readonly p: readonly (readonly number[])[];
}

export function scatterOf(table: {
  readonly names: readonly string[];
  readonly columns: readonly ArrayLike<number>[];
}): ScatterDiagram {
  const x = table.names.slice(1).map((name) => Number(/[-+]?[\d.]+/.exec(name)?.[0] ?? Number.NaN));
  const y = Array.from(table.columns[0]);
  const counts = y.map((_, i) => table.columns.slice(1).map((column) => Math.max(0, column[i])));
  const total = counts.flat().reduce((sum, each) => sum + each, 0);
  return { y, x, p: counts.map((row) => row.map((each) => each / total)) };
}

export interface Downtime {
  /** share of time in sea states inside the map, and of those, the share without go */
  readonly covered: number;
  readonly down: number;
  /** of all time: sea states outside the map on the high side count as no-go, on the low side as the nearest */
  readonly downAll: number;
  readonly interval: Interval;
}

/**
 * Share of time without go: sum of p times (1 - share of go) over the sea states of the diagram, the share linear between the
 * cells of the map. Sea states beyond the map in y (higher waves) count as no-go; elsewhere the nearest cells hold.
 */
export function downtime(scatter: ScatterDiagram, cells: readonly Cell[]): Downtime {
  const share = shareAt(cells, (cell) => cell.go / cell.count);
  const low = shareAt(cells, (cell) => cell.interval.low);
  const high = shareAt(cells, (cell) => cell.interval.high);
  let covered = 0;
  let down = 0;
  let all = 0;
  let least = 0;
  let most = 0;
  scatter.y.forEach((y, i) => {
    scatter.x.forEach((x, j) => {
      const p = scatter.p[i][j];
      const at = share(x, y);
      if (at.inside) {
        covered += p;
        down += p * (1 - at.value);
      }
      all += p * (1 - at.value);
      least += p * (1 - high(x, y).value);
      most += p * (1 - low(x, y).value);
    });
  });
  return {
    covered,
    down: covered > 0 ? down / covered : Number.NaN,
    downAll: all,
    interval: { low: least, high: most },
  };
}

/** Linear in x and y between the cells; above the highest y: 0. */
export function shareAt(
  cells: readonly Cell[],
  of: (cell: Cell) => number,
): (x: number, y: number) => { value: number; inside: boolean } {
  const xs = valuesAlong(cells, ({ x }) => x);
  const ys = valuesAlong(cells, ({ y }) => y);
  const grid = new Map(cells.map((cell) => [`${cell.x}|${cell.y}`, of(cell)]));
  const at = (i: number, j: number): number => grid.get(`${xs[i]}|${ys[j]}`) ?? 0;
  return (x, y) => {
    const inX = x >= xs[0] && x <= xs[xs.length - 1];
    const inY = y >= ys[0] && y <= ys[ys.length - 1];
    if (y > ys[ys.length - 1]) return { value: 0, inside: false };
    const [i, u] = between(xs, x);
    const [j, v] = between(ys, y);
    const i1 = Math.min(i + 1, xs.length - 1);
    const j1 = Math.min(j + 1, ys.length - 1);
    const value = (1 - u) * ((1 - v) * at(i, j) + v * at(i, j1)) + u * ((1 - v) * at(i1, j) + v * at(i1, j1));
    return { value, inside: inX && inY };
  };
}

function between(values: readonly number[], x: number): [index: number, part: number] {
  if (x <= values[0]) return [0, 0];
  for (let i = 0; i + 1 < values.length; i++) {
    if (x < values[i + 1]) return [i, (x - values[i]) / (values[i + 1] - values[i])];
  }
  return [values.length - 1, 0];
}

export interface Windows {
  /** [s] */
  readonly length: number;
  /** share of time at which such a window may start */
  readonly share: number;
  readonly count: number;
  /** [s] mean wait until one may start, over the times of the record followed by one; NaN when there is none */
  readonly wait: number;
}

/** Windows in which the weather stays good for `length` [s]: counted in a record of weather with good at each time. */
export function weatherWindows(time: ArrayLike<number>, good: readonly boolean[], length: number): Windows {
  const n = time.length;
  // duration of good weather from each time on, limited by the end of the record
  const until = new Array<number>(n).fill(0);
  for (let i = n - 2; i >= 0; i--) if (good[i]) until[i] = time[i + 1] - time[i] + until[i + 1];
  let start = 0;
  let total = 0;
  let waited = 0;
  let followed = 0; // time followed by a window; the time after the last one is unknown
  let count = 0;
  let next = Number.NaN; // when the next window may begin
  for (let i = n - 2; i >= 0; i--) {
    const step = time[i + 1] - time[i];
    const may = until[i] >= length;
    if (may) next = time[i];
    total += step;
    if (may) start += step;
    if (may && (i === 0 || !(until[i - 1] >= length))) count++;
    if (!Number.isFinite(next)) continue;
    waited += step * (next - time[i]);
    followed += step;
  }
  return {
    length,
    share: total > 0 ? start / total : 0,
    count,
    wait: waited / followed,
  };
}
