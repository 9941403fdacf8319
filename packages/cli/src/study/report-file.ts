/** report.html of a study. */
import fs from 'node:fs';
import path from 'node:path';
import { readTable } from '@hawser/formats';
import { resolvePath } from '@hawser/scenario';
import { commandOf, scatterOf, studyReport } from '@hawser/study';
import { FILES, writeAtomic } from '../run-folder.ts';
import { inputError } from '../exit.ts';
import { keptFolder } from './keep.ts';
import type { StudyResults } from './replay.ts';
import { STUDY_FILES } from './study-folder.ts';
import { rowsDigest } from './table.ts';

export async function writeStudyReport(results: StudyResults): Promise<string> {
  const { record, rows, folder, judge, found, most, finished } = results;
  const { study, file, scenarioFile, hawser, variables, measures, criteria, duration } = record;
  const scatter = study.report.scatter === undefined ? undefined : scatterOf(tableOf(results, study.report.scatter));
  const weather = study.report.weather === undefined ? undefined : tableOf(results, study.report.weather.file);
  const html = studyReport({
    study,
    file,
    scenarioFile,
    version: hawser,
    variables,
    measures,
    measureNames: judge.measureNames,
    units: judge.units,
    criteria,
    rows,
    found,
    most,
    finished,
    duration,
    digest: rowsDigest(rows.map(({ row }) => row)),
    command: (i) => commandOf(record, rows[i].row),
    link: (i) => {
      const at = keptFolder(folder, i);
      if (!fs.existsSync(path.join(at, FILES.report))) return undefined;
      const inside = path.relative(folder, at).split(path.sep).join('/');
      return { href: `${inside}/${FILES.report}`, picture: `${inside}/${FILES.thumbnail}` };
    },
    ...(scatter !== undefined && { scatter }),
    ...(weather !== undefined && { weather }),
  });
  const target = path.join(folder, STUDY_FILES.report);
  writeAtomic(target, html);
  return target;
}

function tableOf(
  { record }: StudyResults,
  name: string,
): { names: readonly string[]; columns: readonly Float64Array[] } {
  const file = resolvePath(record.file, name);
  const table = readTable(new TextEncoder().encode(record.tables[file] ?? ''));
  if (table.ok) return table.value;
  const { line, column, message } = table.issues[0];
  throw inputError(`${file}:${line}:${column}: ${message}`);
}
