/** `hawser study show|query|report|export|cancel` */
import fs from 'node:fs';
import path from 'node:path';
import { writeRowsCsv, writeRowsParquet } from '@hawser/formats';
import { commandOf, tableColumns } from '@hawser/study';
import { inputError } from '../exit.ts';
import { writeAtomic } from '../run-folder.ts';
import { lockHolder, readRecord, STUDY_FILES } from '../study/study-folder.ts';
import { openInDesktop } from '../desktop.ts';
import { type Output, short, table } from '../output.ts';
import { queryStudy } from '../study/query.ts';
import { loadStudy } from '../study/replay.ts';
import { writeStudyReport } from '../study/report-file.ts';

export async function query(
  out: Output,
  folder: string,
  sql: string,
  options: { readonly json?: boolean },
): Promise<void> {
  const { columns, rows } = await queryStudy(folder, sql);
  if (options.json) {
    out.json({ columns, rows });
    return;
  }
  const text = (value: unknown): string =>
    typeof value === 'number' ? short(value) : value === null ? '' : String(value);
  const numbers = columns.flatMap((_, c) =>
    rows.every((row) => row[c] === null || typeof row[c] === 'number') ? [c] : [],
  );
  for (const line of table(
    columns,
    rows.map((row) => row.map(text)),
    numbers,
  ))
    out.print(line);
}

export async function studyReport(
  out: Output,
  folder: string,
  options: { readonly open?: boolean; readonly json?: boolean },
): Promise<void> {
  const results = loadStudy(folder);
  const report = await writeStudyReport(results);
  if (options.json) out.json({ study: folder, report, runs: results.rows.length });
  else out.print(report);
  if (options.open) await openInDesktop(out, path.resolve(report));
}

/** One row with the command that reproduces it. */
export function showRow(out: Output, folder: string, run: string, options: { readonly json?: boolean }): void {
  const results = loadStudy(folder);
  const index = Number(run) - 1;
  const judged = results.rows[index];
  if (!Number.isInteger(index) || judged === undefined)
    throw inputError(`expected the number of a run from 1 to ${results.rows.length}, found "${run}"`);
  const { row } = judged;
  const command = commandOf(results.record, row);
  const inputs = Object.fromEntries(results.record.variables.map(({ name }, i) => [name, row.values[i]]));
  const measures = Object.fromEntries(results.judge.measureNames.map((name, i) => [name, judged.measures[i]]));
  if (options.json) {
    out.json({
      run: index + 1,
      inputs,
      measures,
      go: judged.go,
      reason: judged.reason,
      status: row.status,
      hash: row.hash,
      id: row.id,
      cpu: row.cpu,
      command,
    });
    return;
  }
  for (const [name, value] of Object.entries(inputs)) out.print(`${name}: ${value}`);
  for (const [i, [name, value]] of Object.entries(measures).entries())
    out.print(`${name}: ${value === null ? 'none' : short(value, 6)} ${results.judge.units[i]}`.trimEnd());
  out.print(judged.go ? 'go' : `no-go: ${judged.reason}`);
  out.print(`hash: ${row.hash}`);
  out.print(`again, from ${results.record.cwd}: ${command}`);
}

export async function exportStudy(
  out: Output,
  folder: string,
  options: { readonly to: 'csv' | 'parquet' | 'json'; readonly out?: string },
): Promise<void> {
  const results = loadStudy(folder);
  const columns = tableColumns(results.record, results.rows, results.judge);
  const file = options.out ?? path.join(folder, `rows.${options.to}`);
  if (options.out !== undefined && fs.existsSync(file))
    throw inputError(`--out ${file}: expected a new file, found one; choose another name`);
  if (options.to === 'csv') writeAtomic(file, writeRowsCsv(columns));
  else if (options.to === 'parquet') writeAtomic(file, await writeRowsParquet(columns));
  else
    writeAtomic(
      file,
      `${JSON.stringify(
        results.rows.map((_, i) => Object.fromEntries(columns.map(({ name, data }) => [name, data[i]]))),
        null,
        1,
      )}\n`,
    );
  out.print(file);
}

export function cancelStudy(out: Output, folder: string): void {
  readRecord(folder);
  const holder = lockHolder(folder);
  if (!holder?.alive) throw inputError(`${folder}: expected a study that is running, found none`);
  fs.writeFileSync(path.join(folder, STUDY_FILES.cancel), '');
  out.print(`process ${holder.pid} on ${holder.host} will end; its rows are kept`);
}
