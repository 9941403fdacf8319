/** Converts tension by strain, as rows or a file, to rising rows from rest; undefined after a reported fault. */
import { type RopeSpec, tableFault, type TensionTable } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import { converted } from './functions.ts';

const HINT = 'begin with [0, 0 N], sort the rows, and take out rows in which the tension does not rise';

export function tensionTable(context: Context, given: string | TensionTable, path: Path): TensionTable | undefined {
  if (!context.sound(path)) return undefined;
  const rows = typeof given === 'string' ? readRows(context, given, path) : given;
  if (rows === undefined) return undefined;
  const fault = tableFault(rows);
  if (fault === undefined) return rows;
  const { row, expected, found } = fault;
  if (typeof given === 'string') {
    context.wrong('asset', path, { expected, found: `${found} (data row ${row + 1} of ${given})`, hint: HINT });
  } else {
    const at = row < given.length ? [...path, row] : path;
    context.wrong('value', at, { expected, found, hint: HINT });
  }
  return undefined;
}

function readRows(context: Context, file: string, path: Path): TensionTable | undefined {
  const table = context.table(file, path);
  if (table === undefined) return undefined;
  if (table.names.length < 2) {
    const found = `${table.names.length} in ${file}`;
    context.wrong('asset', path, { expected: 'two columns, strain and tension', found });
    return undefined;
  }
  const strains = converted(context, table, 0, undefined, 'number', path);
  const tensions = converted(context, table, 1, undefined, 'force', path);
  if (strains === undefined || tensions === undefined) return undefined;
  return strains.map((strain, i) => [strain, tensions[i]] as const);
}

/** Strain of a taut rope under a tension [N]. */
export function strainUnder({ axialStiffness, tensionTable: rows }: RopeSpec, tension: number): number {
  if (rows === undefined) return tension / axialStiffness;
  const [[z, T], slope] = lineAt(rows, ([, each]) => tension > each);
  return z + (tension - T) / slope;
}

/** Tension of a rope at a strain > 0 [N]. */
export function tensionUnder({ axialStiffness, tensionTable: rows }: RopeSpec, strain: number): number {
  if (rows === undefined) return strain * axialStiffness;
  const [[z, T], slope] = lineAt(rows, ([each]) => strain > each);
  return T + (strain - z) * slope;
}

/** Beginning and slope [N] of the line after the last inner row that is passed. */
function lineAt(rows: TensionTable, passed: (row: TensionTable[number]) => boolean): [TensionTable[number], number] {
  let k = 0;
  while (k < rows.length - 2 && passed(rows[k + 1])) k++;
  return [rows[k], (rows[k + 1][1] - rows[k][1]) / (rows[k + 1][0] - rows[k][0])];
}
