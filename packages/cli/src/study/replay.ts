/** Reads a study from its folder: replays its plan with the existing rows, without any run. */
import path from 'node:path';
import {
  type FoundLimit,
  type Judge,
  type JudgedRow,
  jobMaker,
  type Planner,
  plannerOf,
  readStudy,
} from '@hawser/study';
import { memoryLoader } from '@hawser/scenario';
import { fileReaders } from '../scenario-file.ts';
import { Journal } from './journal.ts';
import { hashedId } from './open-study.ts';
import { readRecord, STUDY_FILES, type StudyRecord } from './study-folder.ts';
import { judgeOf } from './table.ts';

export interface StudyResults {
  readonly folder: string;
  readonly record: StudyRecord;
  readonly judge: Judge;
  /** in the order of the study */
  readonly rows: readonly JudgedRow[];
  readonly found: readonly FoundLimit[];
  readonly finished: boolean;
  readonly most: number;
}

export function loadStudy(folder: string): StudyResults {
  const record = readRecord(folder);
  const journal = new Journal(path.join(folder, STUDY_FILES.rows), false);
  try {
    return { folder, record, ...replay(record, journal) };
  } finally {
    journal.close();
  }
}

function replay(
  record: StudyRecord,
  journal: Journal,
): Pick<StudyResults, 'judge' | 'rows' | 'found' | 'finished' | 'most'> {
  const judge = judgeOf(record);
  const planner = recordPlanner(record);
  const jobOf = jobMaker(record.variables, hashedId(record.digest));
  const rows: JudgedRow[] = [];
  for (let job = planner.next(); job !== undefined; job = planner.next()) {
    const row = journal.get(jobOf(job).id);
    if (row === undefined) continue;
    const judged = judge.judge({ ...row, key: job.key });
    rows.push(judged);
    const { go, measures } = judged;
    planner.tell(job.key, { go, measure: (name) => measures[judge.measureNames.indexOf(name)] ?? Number.NaN });
  }
  rows.sort((a, b) => (a.row.key < b.row.key ? -1 : a.row.key > b.row.key ? 1 : 0));
  const found = [...planner.found].sort((a, b) => a.index - b.index);
  return { judge, rows, found, finished: planner.finished, most: planner.most };
}

function recordPlanner(record: StudyRecord): Planner {
  const { file, source, tables, variables, measures } = record;
  const read = readStudy(file, memoryLoader({ ...tables, [file]: source }), fileReaders);
  if (!read.ok) throw new Error(`study.json holds a study that cannot be read: ${read.issues[0]?.message}`);
  return plannerOf(read.read.study, read.read.axes, variables, measures);
}
