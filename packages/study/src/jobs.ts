/** Converts points of a plan to jobs, inputs of a row to the command that reproduces it, and rows to columns of a table. */
import type { Judge, JudgedRow } from './judge.ts';
import type { MeasureSpec } from './measure.ts';
import { type Axis, overridesOf, type VariableInfo } from './plan.ts';
import { findPlanner, GridPlanner, type Job, type Planner, stopPlanner } from './planner.ts';
import type { Row } from './row.ts';
import type { Study } from './types.ts';

export interface StudyJob {
  readonly id: string;
  readonly key: string;
  readonly values: readonly string[];
  readonly numbers: readonly (number | null)[];
  readonly overrides: readonly string[];
}

/** `idOf` the overrides: a globally unique name of the job. */
export function jobMaker(
  variables: readonly VariableInfo[],
  idOf: (overrides: readonly string[]) => string,
): (job: Job) => StudyJob {
  return ({ key, point }) => {
    const overrides = overridesOf(variables, point);
    const values = variables.map(({ name }) => point.get(name)?.text ?? '');
    const numbers = variables.map(({ name }) => point.get(name)?.number ?? null);
    return { id: idOf(overrides), key, values, numbers, overrides };
  };
}

export function plannerOf(
  study: Study,
  axes: readonly Axis[],
  variables: readonly VariableInfo[],
  measures: readonly MeasureSpec[],
): Planner {
  if (study.find !== undefined) {
    const unit = variables.find(({ name }) => name === study.find?.along)?.unit ?? '';
    return findPlanner(axes, study.find, unit);
  }
  if (study.stop !== undefined) {
    const unit = measures.find(({ name }) => name === study.stop?.of)?.unit ?? '';
    return stopPlanner(axes, study.stop, unit);
  }
  return new GridPlanner(axes);
}

/** Overrides of a row, in the order of --set. */
export function settingsOf(
  { base, variables }: { readonly base: readonly string[]; readonly variables: readonly VariableInfo[] },
  row: Pick<Row, 'values'>,
): string[] {
  return [...base, ...variables.flatMap(({ paths }, i) => paths.map((each) => `${each}=${row.values[i]}`))];
}

/** The command that reproduces the row with the same hash. */
export function commandOf(
  record: {
    readonly scenarioFile: string;
    readonly base: readonly string[];
    readonly variables: readonly VariableInfo[];
    readonly allow: readonly string[];
  },
  row: Pick<Row, 'values' | 'status' | 'steps'>,
): string {
  const set = settingsOf(record, row).map((text) => ` --set ${quoted(text)}`);
  const allow = record.allow.map((folder) => ` --allow ${quoted(folder)}`);
  return `hawser run ${quoted(record.scenarioFile)}${allow.join('')}${set.join('')}${row.status === 'lost' ? ` --steps ${row.steps}` : ''}`;
}

function quoted(text: string): string {
  return /^[A-Za-z0-9_./=:,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** As `writeRowsParquet` and `writeRowsCsv` of @hawser/formats take it. */
export type TableColumn =
  | {
      readonly name: string;
      readonly unit?: string;
      readonly kind: 'number';
      readonly data: readonly (number | null)[];
    }
  | { readonly name: string; readonly unit?: string; readonly kind: 'text'; readonly data: readonly string[] }
  | { readonly name: string; readonly unit?: string; readonly kind: 'flag'; readonly data: readonly boolean[] };

/** Inputs, measures, verdict, reason, cost, hash; `run` counts from 1 in the order of the study. */
export function tableColumns(
  { variables, measures }: { readonly variables: readonly VariableInfo[]; readonly measures: readonly MeasureSpec[] },
  rows: readonly JudgedRow[],
  judge: Judge,
): TableColumn[] {
  const inputs = variables.map(
    ({ name, unit, numeric }, i): TableColumn =>
      numeric
        ? { name, unit, kind: 'number', data: rows.map(({ row }) => row.numbers[i]) }
        : { name, kind: 'text', data: rows.map(({ row }) => row.values[i]) },
  );
  const measured = judge.measureNames.map(
    (name, i): TableColumn => ({
      name,
      unit: judge.units[i],
      kind: 'number',
      data: rows.map((row) => row.measures[i]),
    }),
  );
  const peaks = measures
    .filter((spec) => spec.peaks !== undefined)
    .map(
      ({ name }): TableColumn => ({
        name: `${name} list`,
        kind: 'text',
        data: rows.map(({ row }) => JSON.stringify(row.peaks && Object.hasOwn(row.peaks, name) ? row.peaks[name] : [])),
      }),
    );
  return [
    { name: 'run', kind: 'number', data: rows.map((_, i) => i + 1) },
    ...inputs,
    ...measured,
    ...peaks,
    { name: 'go', kind: 'flag', data: rows.map(({ go }) => go) },
    { name: 'criterion', kind: 'text', data: rows.map(({ criterion }) => criterion) },
    { name: 'reason', kind: 'text', data: rows.map(({ reason }) => reason) },
    { name: 'status', kind: 'text', data: rows.map(({ row }) => row.status) },
    { name: 'simulated', unit: 's', kind: 'number', data: rows.map(({ row }) => row.simulated) },
    { name: 'steps', kind: 'number', data: rows.map(({ row }) => row.steps) },
    { name: 'hash', kind: 'text', data: rows.map(({ row }) => row.hash) },
    { name: 'id', kind: 'text', data: rows.map(({ row }) => row.id) },
    { name: 'cpu', unit: 's', kind: 'number', data: rows.map(({ row }) => row.cpu) },
  ];
}
