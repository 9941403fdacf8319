/** SQL over the rows of a study, and over other Parquet files beside them, by DuckDB in memory. */
import fs from 'node:fs';
import path from 'node:path';
import { inputError } from '../exit.ts';
import { loadStudy } from './replay.ts';
import { STUDY_FILES } from './study-folder.ts';
import { writeTable } from './table.ts';

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** `rows` is the table of the study. Rows of runs since the table was written are added first. */
export async function queryStudy(folder: string, sql: string): Promise<QueryResult> {
  const table = path.join(folder, STUDY_FILES.table);
  const journal = path.join(folder, STUDY_FILES.rows);
  const written = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1;
  if (written(table) < written(journal) || written(table) < written(path.join(folder, STUDY_FILES.study))) {
    const results = loadStudy(folder);
    await writeTable(folder, results.record, results.rows, results.judge);
  }
  if (written(table) < 0)
    throw inputError(`${folder}: expected the folder of a study, found no ${STUDY_FILES.table} in it`);
  const duckdb = await import('@duckdb/node-api').catch(() => {
    throw inputError(
      'hawser study query needs the package @duckdb/node-api, which is not installed here: npm install @duckdb/node-api',
    );
  });
  const connection = await (await duckdb.DuckDBInstance.create(':memory:')).connect();
  try {
    await connection.run(`create view rows as select * from read_parquet('${table.replaceAll("'", "''")}')`);
    const reader = await connection.runAndReadAll(sql);
    return { columns: reader.columnNames(), rows: reader.getRowsJson() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw inputError(`expected SQL over the table rows, found: ${message.trim()}`);
  } finally {
    connection.closeSync();
  }
}
