/** Rows of a study written as Parquet, and a hash over them. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { writeRowsParquet } from '@hawser/formats';
import { type JudgedRow, type Judge, makeJudge, type Row, rowText, tableColumns } from '@hawser/study';
import { writeAtomic } from '../run-folder.ts';
import { STUDY_FILES, type StudyRecord } from './study-folder.ts';

export function judgeOf({ study, variables, measures, criteria }: StudyRecord): Judge {
  return makeJudge(study, variables, measures, criteria);
}

/** Hash over all rows in the order of the study, without their cost: equal on machines with equal results. */
export function rowsDigest(rows: Iterable<Row>): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(rowText(row)).update('\n');
  return hash.digest('hex').slice(0, 16);
}

export async function writeTable(
  folder: string,
  record: StudyRecord,
  rows: readonly JudgedRow[],
  judge: Judge,
): Promise<void> {
  const digest = rowsDigest(rows.map(({ row }) => row));
  const bytes = await writeRowsParquet(tableColumns(record, rows, judge), {
    'hawser.study': record.study.title ?? record.file,
    'hawser.version': record.hawser,
    'hawser.rows': digest,
  });
  writeAtomic(path.join(folder, STUDY_FILES.table), bytes);
}
