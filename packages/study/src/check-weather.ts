/** Checks the weather tables of the report before the first run, so that a mistake is not found only after the last. */
import { type Path, suggest } from '@hawser/scenario';
import type { Findings } from './findings.ts';
import { mapAxes, scatterOf } from './operability.ts';
import type { Axis, VariableInfo } from './plan.ts';
import { unitFactor } from './quantity.ts';
import type { Study } from './types.ts';
import type { StudyTable } from './variables.ts';

/** Tolerance of the sum of probabilities written with few digits. */
const ROUNDING = 0.01;

export function checkWeather(
  findings: Findings,
  study: Study,
  variables: readonly VariableInfo[],
  axes: readonly Axis[],
  read: (name: string, path: Path) => StudyTable | undefined,
): void {
  const { scatter, weather, headings, map } = study.report;
  if (scatter === undefined && weather === undefined && headings === undefined) return;
  const scatterTable = scatter === undefined ? undefined : read(scatter, ['report', 'scatter']);
  const weatherTable = weather === undefined ? undefined : read(weather.file, ['report', 'weather', 'file']);
  const at = mapAxes(variables, map);
  if ([...findings.document.dropped].some((each) => each.startsWith('vary'))) return; // the axes are not known
  if (at === undefined) {
    const key = scatter !== undefined ? 'scatter' : weather !== undefined ? 'weather' : 'headings';
    findings.bad(['report', key], 'two variables with values or a range, for the map', 'fewer');
    return;
  }
  if (at.x < 0 || at.y < 0 || (at.panel ?? 0) < 0) return; // a name reported elsewhere
  const [x, y] = [variables[at.x], variables[at.y]];
  if (scatterTable !== undefined) checkScatter(findings, scatterTable, x, y);
  if (weatherTable !== undefined) checkRecord(findings, weatherTable, [x, y]);
  if (headings !== undefined) checkHeadings(findings, headings, at.panel, variables, axes);
}

function checkScatter(findings: Findings, table: StudyTable, x: VariableInfo, y: VariableInfo): void {
  const path: Path = ['report', 'scatter'];
  const diagram = scatterOf(table);
  const bare = diagram.x.findIndex((value) => !Number.isFinite(value));
  if (diagram.x.length === 0) findings.bad(path, `a column for each ${x.name} after the first`, 'one column');
  if (bare >= 0)
    findings.bad(path, `a number in the name of each column, such as "${x.name} 8"`, `"${table.names[bare + 1]}"`);
  sameUnit(findings, path, table, 0, y);
  const cells = table.columns.slice(1).flatMap((column) => Array.from(column));
  const negative = cells.find((cell) => cell < 0);
  if (negative !== undefined) findings.bad(path, 'counts or probabilities, none below 0', `${negative}`);
  const sum = cells.reduce((all, cell) => all + cell, 0);
  if (diagram.x.length > 0 && negative === undefined && !(sum > 0))
    findings.bad(path, 'counts or probabilities, some above 0', 'none');
  const probabilities = cells.every((cell) => cell <= 1) && cells.some((cell) => !Number.isInteger(cell));
  if (probabilities && negative === undefined && Math.abs(sum - 1) > ROUNDING)
    findings.bad(
      path,
      'probabilities whose sum is 1',
      `a sum of ${Number(sum.toPrecision(4))}`,
      'add the sea states that are missing, or write counts, which may have any sum',
    );
}

function checkRecord(findings: Findings, table: StudyTable, of: readonly VariableInfo[]): void {
  const path: Path = ['report', 'weather', 'file'];
  for (const name of ['time', ...of.map((variable) => variable.name)]) {
    if (!table.names.includes(name))
      findings.bad(
        path,
        `a table with a column "${name}"`,
        table.names.map((each) => `"${each}"`).join(', '),
        suggest(name, table.names),
      );
  }
  for (const variable of of) sameUnit(findings, path, table, table.names.indexOf(variable.name), variable);
  const time = table.columns[table.names.indexOf('time')];
  if (time === undefined) return;
  const unit = table.units[table.names.indexOf('time')];
  if (unit !== '' && unit !== 's') findings.bad(path, 'the column "time" in s', `"time" in ${unit}`);
  for (let i = 1; i < time.length; i++) {
    if (time[i] > time[i - 1]) continue;
    findings.bad(path, 'times that rise', `${time[i]} after ${time[i - 1]} in row ${i + 1}`);
    return;
  }
}

function sameUnit(findings: Findings, path: Path, table: StudyTable, column: number, variable: VariableInfo): void {
  const unit = table.units[column];
  if (unit === undefined || unit === '' || variable.unit === '') return;
  if (unitFactor(unit, variable.unit) === 1) return;
  findings.bad(path, `the column "${table.names[column]}" in ${variable.unit}, as ${variable.name} varies`, unit);
}

function checkHeadings(
  findings: Findings,
  headings: Readonly<Record<string, number>>,
  panel: number | undefined,
  variables: readonly VariableInfo[],
  axes: readonly Axis[],
): void {
  if (panel === undefined) {
    findings.bad(['report', 'headings'], 'panels in report.map that the headings weigh', 'none');
    return;
  }
  const { name } = variables[panel];
  const axis = axes.find(({ names }) => names.includes(name));
  if (axis === undefined) return;
  const k = axis.names.indexOf(name);
  const values = Array.from({ length: axis.count }, (_, i) => axis.at(i)[k].text);
  for (const key of Object.keys(headings)) {
    if (values.includes(key)) continue;
    const hint = suggest(key, values) ?? `${name} takes ${values.slice(0, 8).join(', ')}`;
    findings.bad(['report', 'headings', key], `a value of ${name}, as it is written there`, `"${key}"`, hint);
  }
  if (!Object.values(headings).some((share) => share > 0))
    findings.bad(['report', 'headings'], 'a share above 0', 'none');
}
