/** Converts functions of time of the file to those of the engine. */
import type { TimeFunction } from '@hawser/engine';
import type { TableData } from '../assets.ts';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { FunctionForm, FunctionOfTime } from '../schema/function.ts';
import { suggest } from '../suggest.ts';
import { parseQuantity, type Quantity, quantities } from '../units.ts';

export const ZERO: TimeFunction = { kind: 'constant', value: 0 };

export function buildFunction(context: Context, f: FunctionOfTime, kind: Quantity, path: Path): TimeFunction {
  if (typeof f === 'number') return { kind: 'constant', value: f };
  if (f.table === undefined) refuseTableKeys(context, f, path);
  if (f.sine !== undefined) {
    const { amplitude, period, frequency, phase, mean, 'build up': buildUp } = f.sine;
    const cycles = frequency ?? 1 / (period ?? 1); // the schema ensures that one of the two is given
    const sine = { kind: 'sine', mean, amplitude, angularFrequency: 2 * Math.PI * cycles, phase } as const;
    return buildUp > 0 ? { ...sine, buildUp } : sine;
  }
  if (f.ramp !== undefined) return { kind: 'ramp', ...f.ramp };
  if (f.polynomial !== undefined) return { kind: 'polynomial', coefficients: f.polynomial };
  if (f.table !== undefined) return buildTable(context, f, kind, path);
  const terms = f.sum ?? [];
  return { kind: 'sum', terms: terms.map((term, i) => buildFunction(context, term, kind, [...path, 'sum', i])) };
}

const TABLE_KEYS = ['column', 'time', 'unit', 'interpolation', 'knots'] as const;

function refuseTableKeys(context: Context, f: FunctionForm, path: Path): void {
  for (const key of TABLE_KEYS) {
    if (f[key] === undefined) continue;
    context.wrongThing('value', [...path, key], {
      expected: `"${key}" beside "table" only`,
      found: `"${key}" without a table`,
    });
  }
}

function buildTable(context: Context, f: FunctionForm, kind: Quantity, path: Path): TimeFunction {
  const interpolation = f.interpolation ?? 'spline';
  const rows = typeof f.table === 'string' ? readRows(context, f, f.table, kind, path) : inlineRows(context, f, path);
  return { kind: 'table', ...rows, interpolation, ...(f.knots !== undefined && { knots: f.knots }) };
}

export interface Rows {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

const NO_ROWS: Rows = { times: [0], values: [0] };

function inlineRows(context: Context, f: FunctionForm, path: Path): Rows {
  const rows = typeof f.table === 'object' ? f.table : [];
  for (const key of ['column', 'time', 'unit'] as const) {
    if (f[key] === undefined) continue;
    context.wrongThing('value', [...path, key], {
      expected: `"${key}" beside a table file only`,
      found: `"${key}" beside rows`,
    });
  }
  for (let i = 1; i < rows.length; i++) {
    if (rows[i][0] > rows[i - 1][0]) continue;
    const from = [[...path, 'table', i - 1]];
    context.wrong('value', [...path, 'table', i], notIncreasing(rows[i][0], rows[i - 1][0], ''), from);
  }
  return { times: rows.map((row) => row[0]), values: rows.map((row) => row[1]) };
}

function readRows(context: Context, f: FunctionForm, file: string, kind: Quantity, path: Path): Rows {
  const at = [...path, 'table'];
  const table = context.table(file, at);
  if (table === undefined) return NO_ROWS;
  const column = (key: 'time' | 'column', fallback: number): number | undefined => {
    if (context.faulty([...path, key])) return undefined;
    const wanted = f[key];
    const index = wanted === undefined ? fallback : table.names.indexOf(wanted);
    if (index >= 0 && index < table.names.length) return index;
    const found = wanted === undefined ? `${table.names.length} columns in ${file}` : `"${wanted}"`;
    const where = wanted === undefined ? at : [...path, key];
    const hint = wanted === undefined ? undefined : suggest(wanted, table.names);
    context.wrong('unknown-name', where, {
      expected: `a column of ${file} for the ${key === 'time' ? 'times' : 'values'}`,
      found,
      hint,
    });
    return undefined;
  };
  const timeColumn = column('time', 0);
  const valueColumn = column('column', timeColumn === 1 ? 0 : 1);
  const times = converted(context, table, timeColumn, undefined, 'time', at);
  const values = converted(context, table, valueColumn, f.unit, kind, f.unit === undefined ? at : [...path, 'unit']);
  if (timeColumn === undefined || valueColumn === undefined) return NO_ROWS;
  if (times === undefined || values === undefined) return NO_ROWS;
  return checkedRows(context, { times, values }, [table.names[timeColumn], table.names[valueColumn]], file, at);
}

/** Numbers of a column in SI units, or undefined when it is missing or its unit does not fit (reported). */
export function converted(
  context: Context,
  table: TableData,
  column: number | undefined,
  given: string | undefined,
  kind: Quantity,
  path: Path,
): number[] | undefined {
  if (column === undefined) return undefined;
  const numbers = Array.from(table.columns[column]);
  const unit = given ?? table.units[column] ?? '';
  if (unit === '' || unit === '-') return numbers;
  const one = parseQuantity(`1 ${unit}`, kind);
  if (!one.ok) {
    const expected = `a unit of ${quantities[kind].noun}, such as "${quantities[kind].unit}"`;
    context.wrong('value', path, { expected, found: `"${unit}"`, hint: one.hint });
    return undefined;
  }
  return one.value === 1 ? numbers : numbers.map((value) => value * one.value);
}

export function checkedRows(
  context: Context,
  rows: Rows,
  names: readonly [string, string],
  file: string,
  path: Path,
): Rows {
  const { times, values } = rows;
  if (times.length < 2) {
    context.wrong('asset', path, { expected: 'a table of at least 2 rows', found: `${times.length} in ${file}` });
    return NO_ROWS;
  }
  for (const [c, column] of [times, values].entries()) {
    const bad = column.findIndex((value) => !Number.isFinite(value));
    if (bad < 0) continue;
    const found = `${column[bad]} in column "${names[c]}", data row ${bad + 1} of ${file}`;
    context.wrong('asset', path, { expected: 'finite numbers', found, hint: 'fill the gap or drop the row' });
  }
  if (!context.sound(path)) return NO_ROWS;
  const back = times.flatMap((time, i) => (i > 0 && time <= times[i - 1] ? [i] : []));
  if (back.length === 0) return rows;
  const [first] = back;
  const more = back.length > 1 ? `, and ${back.length - 1} more such rows` : '';
  const where = ` (data row ${first + 1} of ${file}${more})`;
  context.wrong('asset', path, notIncreasing(times[first], times[first - 1], where));
  return NO_ROWS;
}

function notIncreasing(time: number, before: number, where: string): { expected: string; found: string; hint: string } {
  const hint = 'sort the rows and remove repeated times';
  return { expected: 'times that increase from row to row', found: `${time} s after ${before} s${where}`, hint };
}
