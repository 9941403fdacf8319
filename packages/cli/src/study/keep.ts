/** Kept run folders of a study: made by repeating their runs, with the same bits. */
import fs from 'node:fs';
import path from 'node:path';
import { hasFailed, type JudgedRow } from '@hawser/study';
import type { Pool } from './pool.ts';
import type { StudyResults } from './replay.ts';
import { STUDY_FILES } from './study-folder.ts';

/** Folder of a run in that of its study. */
export function keptFolder(folder: string, index: number): string {
  return path.join(folder, STUDY_FILES.runs, `run-${index + 1}`);
}

export function rowsToKeep({ record, rows, judge }: StudyResults): number[] {
  const { runs, count, by, least } = record.study.keep;
  const all = rows.map((_, i) => i);
  if (runs === 'none') return [];
  if (runs === 'all') return all;
  if (runs === 'failed') return all.filter((i) => hasFailed(rows[i].row) && rows[i].row.status !== 'refused');
  const column = judge.measureNames.indexOf(by ?? '');
  const size = (row: JudgedRow): number => (row.measures[column] ?? Number.NEGATIVE_INFINITY) * (least ? -1 : 1);
  const ranked = all.filter((i) => rows[i].measures[column] !== null && rows[i].row.status !== 'refused');
  return ranked.sort((a, b) => size(rows[b]) - size(rows[a]) || a - b).slice(0, count);
}

export async function keepRuns(results: StudyResults, pool: Pool): Promise<void> {
  const { record, rows, folder } = results;
  const wanted = rowsToKeep(results);
  const names = new Set(wanted.map((i) => path.basename(keptFolder(folder, i))));
  const kept = path.join(folder, STUDY_FILES.runs);
  if (fs.existsSync(kept)) {
    // another run may have the number now
    for (const name of fs.readdirSync(kept))
      if (!names.has(name)) fs.rmSync(path.join(kept, name), { recursive: true, force: true });
  }
  await Promise.all(
    wanted.map(async (i) => {
      const { row } = rows[i];
      const at = keptFolder(folder, i);
      if (hashIn(at) === row.hash && row.hash !== '') return;
      fs.rmSync(at, { recursive: true, force: true });
      fs.mkdirSync(at, { recursive: true });
      const overrides = record.variables.flatMap(({ paths }, v) => paths.map((each) => `${each}=${row.values[v]}`));
      const steps = row.status === 'lost' ? row.steps : undefined;
      const allow = [path.dirname(record.file), ...record.allow];
      await pool.runFolder(at, record.scenarioFile, [...record.base, ...overrides], allow, steps);
    }),
  );
}

function hashIn(folder: string): string | undefined {
  try {
    return (JSON.parse(fs.readFileSync(path.join(folder, 'run.json'), 'utf8')) as { summary: { hash: string } }).summary
      .hash;
  } catch {
    return undefined;
  }
}
