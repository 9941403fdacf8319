/**
 * A study in parts, for batch systems instead of queues: an array job of Slurm. Every part makes each n-th run and writes rows to its own
 * file; the study collects them.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Planner } from '@hawser/study';
import { inputError } from '../exit.ts';
import { writeAtomic } from '../run-folder.ts';
import { Journal } from './journal.ts';
import { STUDY_FILES } from './study-folder.ts';

export interface Part {
  /** from 1 */
  readonly number: number;
  readonly of: number;
}

export function readPart(text: string): Part {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const number = Number(match?.[1]);
  const of = Number(match?.[2]);
  if (match === null || number < 1 || number > of)
    throw inputError(`--part: expected a part such as 3/50, found "${text}"`);
  return { number, of };
}

/** The runs of one part, in the order of the study. */
export function partOf(planner: Planner, { number, of }: Part): Planner {
  let count = 0;
  let told = 0;
  const most = Math.floor((planner.most - number) / of) + 1;
  return {
    most,
    found: [],
    next: () => {
      for (let job = planner.next(); job !== undefined; job = planner.next())
        if (count++ % of === number - 1) return job;
      return undefined;
    },
    tell: () => {
      told++;
    },
    get finished() {
      return told >= most;
    },
  };
}

export function partFile(folder: string, { number }: Part): string {
  return path.join(folder, STUDY_FILES.rows.replace('.', `.${number}.`));
}

/** Rows of parts that the study does not have yet. */
export function gather(folder: string, journal: Journal): void {
  for (const name of fs.readdirSync(folder)) {
    if (!/^rows\.\d+\.jsonl$/.test(name)) continue;
    const part = new Journal(path.join(folder, name), false);
    for (const row of part.rows()) if (!journal.has(row.id)) journal.add(row);
    part.close();
  }
}

export function writeSlurm(folder: string, file: string, parts: number, args: readonly string[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const script = path.join(folder, 'slurm.sh');
  const program = [process.execPath, path.resolve(process.argv[1])].map(quote).join(' ');
  const rest = ['--out', path.resolve(folder), ...args].map(quote).join(' ');
  writeAtomic(
    script,
    `#!/bin/sh
#SBATCH --job-name=hawser
#SBATCH --array=1-${parts}
#SBATCH --cpus-per-task=1
#SBATCH --output=${path.resolve(folder)}/slurm-%a.log
set -eu
cd ${quote(process.cwd())}
exec ${program} study run ${quote(file)} ${rest} --workers "\${SLURM_CPUS_PER_TASK:-1}" --part "$SLURM_ARRAY_TASK_ID/${parts}"
`,
  );
  return script;
}
