/** The folder of a study: its definition, a row for every run, results; and a lock, so that only one process writes. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CriterionSpec, MeasureSpec, Study, VariableInfo } from '@hawser/study';
import { inputError } from '../exit.ts';
import { makeFolders, safeName, writeAtomic } from '../run-folder.ts';

export const STUDY_FILES = {
  study: 'study.json',
  rows: 'rows.jsonl',
  table: 'rows.parquet',
  report: 'report.html',
  lock: 'lock',
  cancel: 'cancel',
  runs: 'runs',
} as const;

export const STUDIES_FOLDER = 'studies';
const FORMAT = 1;

/** study.json: all data for the report, queries and repetitions, without the files of the study. */
export interface StudyRecord {
  readonly format: number;
  readonly hawser: string;
  /** paths relative to the working folder of the study */
  readonly file: string;
  readonly scenarioFile: string;
  /** the folder those paths start from */
  readonly cwd: string;
  /** folders besides that of the study whose files it may read */
  readonly allow: readonly string[];
  readonly source: string;
  readonly study: Study;
  readonly variables: readonly VariableInfo[];
  readonly measures: readonly MeasureSpec[];
  readonly criteria: readonly CriterionSpec[];
  readonly base: readonly string[];
  /** hash of scenario, files, version and measures, common to all runs */
  readonly digest: string;
  /** runs at most */
  readonly most: number;
  /** [s] of a run */
  readonly duration: number;
  readonly state: 'running' | 'interrupted' | 'complete';
  /** reason of an early end */
  readonly ended?: string;
  /** text of the tables it names, by file */
  readonly tables: Readonly<Record<string, string>>;
}

export function studyFolder(out: string | undefined, file: string): string {
  const own = path.basename(file).replace(/\.(ya?ml|json)$/i, '');
  const name =
    own === 'study' ? safeName(path.join(path.dirname(path.resolve(file)), 'scenario.yaml')) : safeName(file);
  return out ?? path.join(STUDIES_FOLDER, name);
}

/** Makes the folder, or finds that of the same study; a folder with other contents is rejected. */
export function makeStudyFolder(folder: string): void {
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isDirectory())
    throw inputError(`--out ${folder}: expected a folder, found a file; choose another name`);
  if (stat !== undefined) {
    const names = fs.readdirSync(folder);
    const known = Object.values<string>(STUDY_FILES);
    const strange = names.filter((name) => !known.includes(name.replace(/(\.\d+-\d+)?\.part$/, '')));
    if (strange.length > 0 && !names.includes(STUDY_FILES.study)) {
      throw inputError(
        `${folder}: expected a new folder or that of a study, found ${strange.slice(0, 3).join(', ')}; choose another with --out`,
      );
    }
  }
  makeFolders(folder);
}

export function writeRecord(folder: string, record: Omit<StudyRecord, 'format'>): void {
  writeAtomic(path.join(folder, STUDY_FILES.study), `${JSON.stringify({ format: FORMAT, ...record }, null, 1)}\n`);
}

export function readRecord(folder: string): StudyRecord {
  const file = path.join(folder, STUDY_FILES.study);
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory() || !fs.existsSync(file)) {
    throw inputError(
      `${folder}: expected the folder of a study, found no ${STUDY_FILES.study}; hawser study run prints the folder it writes`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    value = undefined;
  }
  const record = value as StudyRecord | undefined;
  if (record?.format !== FORMAT)
    throw inputError(
      `${file}: expected format ${FORMAT}, found ${record?.format ?? 'no JSON'}; run the study again with this version`,
    );
  return record;
}

/** Held while a process writes into the folder. */
export class Lock {
  readonly #file: string;

  constructor(folder: string, part: string = '') {
    this.#file = path.join(folder, STUDY_FILES.lock + part);
    const text = JSON.stringify({ pid: process.pid, host: os.hostname() });
    // Written beside it, then linked: a lock never exists without its text.
    const own = `${this.#file}.${process.pid}-0.part`;
    const aside = `${this.#file}.${process.pid}-1.part`;
    for (let attempt = 0; ; attempt++) {
      fs.writeFileSync(own, text);
      try {
        fs.linkSync(own, this.#file);
        return;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code !== 'EEXIST') throw error;
      } finally {
        fs.rmSync(own, { force: true });
      }
      const holder = lockHolder(folder, part);
      if (holder?.alive) {
        throw inputError(
          `${folder}: process ${holder.pid} on ${holder.host} is running this study; wait for it, or hawser study cancel ${folder}`,
        );
      }
      if (attempt > 9) throw inputError(`${this.#file}: expected a lock that can be taken, found one that comes back`);
      this.#clear(aside);
    }
  }

  /** Removes the lock of a killed process, unless another process has replaced it since it was read. */
  #clear(aside: string): void {
    try {
      fs.renameSync(this.#file, aside);
    } catch {
      return; // it is gone already
    }
    try {
      if (holderIn(aside)?.alive) fs.linkSync(aside, this.#file);
    } catch {
      // a third process has set its own meanwhile: the next try finds it
    } finally {
      fs.rmSync(aside, { force: true });
    }
  }

  release(): void {
    fs.rmSync(this.#file, { force: true });
  }
}

/** The holder of the lock; a process on another machine counts as alive, because this cannot be checked. */
export function lockHolder(folder: string, part: string = ''): Holder | undefined {
  return holderIn(path.join(folder, STUDY_FILES.lock + part));
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly alive: boolean;
}

function holderIn(file: string): Holder | undefined {
  let holder: { pid: number; host: string };
  try {
    holder = JSON.parse(fs.readFileSync(file, 'utf8')) as {
      pid: number;
      host: string;
    };
  } catch {
    return undefined;
  }
  if (holder.host !== os.hostname()) return { ...holder, alive: true };
  try {
    process.kill(holder.pid, 0);
    return { ...holder, alive: true };
  } catch (error) {
    return { ...holder, alive: error instanceof Error && 'code' in error && error.code === 'EPERM' };
  }
}
