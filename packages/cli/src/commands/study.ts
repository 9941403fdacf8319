/** `hawser study check|run|status` */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline/promises';
import { formatIssue, resolvePath } from '@hawser/scenario';
import { hasFailed, shareInterval } from '@hawser/study';
import { EXIT, fileFault, inputError } from '../exit.ts';
import { Interrupt } from '../interrupt.ts';
import { type Output, plural, short } from '../output.ts';
import { loaderFor } from '../allowed.ts';
import { Journal } from '../study/journal.ts';
import { keepRuns } from '../study/keep.ts';
import { type OpenStudy, openStudy } from '../study/open-study.ts';
import { estimateStudy, type StudyEstimate } from '../study/estimate-study.ts';
import { gather, type Part, partFile, readPart, writeSlurm } from '../study/parts.ts';
import { Pool } from '../study/pool.ts';
import { loadStudy, type StudyResults } from '../study/replay.ts';
import type { QueueBackend } from '../study/queue-backend.ts';
import { type Backend, playStudy } from '../study/runner.ts';
import {
  Lock,
  lockHolder,
  makeStudyFolder,
  readRecord,
  STUDY_FILES,
  type StudyRecord,
  studyFolder,
  writeRecord,
} from '../study/study-folder.ts';
import { clockText } from '../study/study-progress.ts';
import { rowsDigest, writeTable } from '../study/table.ts';
import { VERSION } from '../version.ts';

/** Number of runs above which the user is asked once. */
const MANY_RUNS = 20_000;

export interface RunStudyOptions {
  readonly out?: string;
  readonly workers?: number;
  readonly allow: readonly string[];
  readonly queue?: string;
  readonly slurm?: number;
  readonly estimate?: number;
  readonly part?: string;
  readonly priority?: number;
  readonly store?: string;
  readonly yes?: boolean;
  readonly report: boolean;
  readonly json?: boolean;
}

export function checkStudy(
  out: Output,
  file: string,
  options: { readonly allow: readonly string[]; readonly json?: boolean },
): void {
  const study = openStudy(file, options.allow);
  const { fitted } = study;
  const { most } = study.planner();
  for (const notice of fitted.warnings) out.tell(`${out.style('yellow', 'warning:')} ${formatIssue(notice)}`);
  if (options.json) {
    out.json({
      file,
      ok: true,
      runs: most,
      variables: fitted.variables.map(({ name, unit, kind }) => ({ name, unit, kind })),
      measures: study.judge.measureNames.map((name, i) => ({ name, unit: study.judge.units[i] })),
      criteria: fitted.criteria.map(({ name }) => name),
    });
    return;
  }
  const exactly = fitted.study.find || fitted.study.stop ? 'at most ' : '';
  out.print(`${file}: good; ${exactly}${plural(most, 'run')} of ${short(fitted.duration, 4)} s`);
  for (const axis of fitted.axes)
    out.print(`  ${axis.names.join(' with ')}: ${plural(axis.count, axis.kind === 'seeds' ? 'repetition' : 'value')}`);
  out.print(
    `  measured: ${study.judge.measureNames.map((name, i) => `${name}${study.judge.units[i] ? ` [${study.judge.units[i]}]` : ''}`).join(', ') || 'nothing'}`,
  );
}

export async function runStudy(out: Output, file: string, options: RunStudyOptions): Promise<void> {
  const study = openStudy(file, options.allow);
  const { most } = study.planner();
  for (const notice of study.fitted.warnings) out.tell(`${out.style('yellow', 'warning:')} ${formatIssue(notice)}`);
  await agreeTo(out, most, study, options);
  const folder = studyFolder(options.out, file);
  makeStudyFolder(folder);
  const store =
    options.store === undefined ? undefined : await (await import('../study/store.ts')).openStore(options.store);
  if (options.part !== undefined) return runPart(out, study, folder, readPart(options.part), options);
  if (options.slurm !== undefined) return handToSlurm(out, study, file, folder, options);
  const lock = new Lock(folder);
  const interrupt = new Interrupt();
  const size = options.workers ?? os.availableParallelism();
  const journal = new Journal(path.join(folder, STUDY_FILES.rows), true);
  gather(folder, journal);
  let pool: Pool | undefined;
  let remote: QueueBackend | undefined;
  try {
    const record = recordOf(study, file, most, options.allow);
    tellChanges(out, folder, record, journal.size);
    writeRecord(folder, { ...record, state: 'running' });
    if (options.queue === undefined) pool = localPool(study, size);
    else remote = await handIn(out, study, options.queue, options.priority ?? 10);
    const backend = remote ?? localBackend(pool as Pool);
    out.tell(
      `${plural(most, 'run')} ${study.fitted.study.find || study.fitted.study.stop ? 'at most, ' : ''}${options.queue === undefined ? `on ${plural(size, 'process', 'processes')}` : `by ${new URL(options.queue).host}`}; ${journal.size} rows are there; results: ${folder}`,
    );
    if (options.estimate !== undefined) {
      const found = await estimateStudy(study, backend, size, journal, options.estimate);
      writeRecord(folder, { ...record, state: 'interrupted', ended: 'only estimated' });
      tellEstimate(out, found, most, size, options.json === true);
      return;
    }
    const played = await playStudy(study, backend, journal, folder, interrupt, process.stderr);
    writeRecord(folder, {
      ...record,
      state: played.ended === undefined ? 'complete' : 'interrupted',
      ...(played.ended !== undefined && { ended: played.ended }),
    });
    journal.sync();
    const results = loadStudy(folder);
    await writeTable(folder, results.record, results.rows, results.judge);
    if (played.ended === undefined && results.record.study.keep.runs !== 'none') {
      pool ??= localPool(study, size);
      await keepRuns(results, pool);
    }
    pool?.close();
    if (options.report) await (await import('../study/report-file.ts')).writeStudyReport(results);
    if (store !== undefined) {
      const count = await (await import('../study/store.ts')).copyFolder(store, folder);
      out.tell(`${plural(count, 'file')} copied to ${store.address}`);
    }
    tellResults(out, results, options.json === true, played.ended);
  } catch (error) {
    const fault = fileFault(error);
    if (fault === undefined) throw error;
    throw inputError(
      `${fault}; ${plural(journal.size, 'row')} kept in ${folder}: put it right and run the same command again`,
    );
  } finally {
    pool?.close();
    await remote?.close();
    journal.close();
    interrupt.close();
    lock.release();
  }
}

/** Contents of the folder that this study will not use, or will replace. */
function tellChanges(out: Output, folder: string, record: Omit<StudyRecord, 'format' | 'state'>, rows: number): void {
  if (!fs.existsSync(path.join(folder, STUDY_FILES.study))) return;
  const before = readRecord(folder);
  const warn = (text: string): void => out.tell(`${out.style('yellow', 'warning:')} ${text}`);
  if (path.resolve(before.cwd, before.file) !== path.resolve(record.file))
    warn(
      `${folder} holds the study ${before.file}: its rows are kept, its table and report are replaced; --out names another folder`,
    );
  if (before.digest !== record.digest && rows > 0)
    warn(
      `the scenario, its files, set, the measures or the program changed since ${folder} was written: its ${plural(rows, 'row')} are kept, but do not count, and the runs are made again`,
    );
}

/** Writes an array job for the runs; the same command without --slurm collects their rows. */
function handToSlurm(out: Output, study: OpenStudy, file: string, folder: string, options: RunStudyOptions): void {
  const { find, stop } = study.fitted.study;
  if (find ?? stop)
    throw inputError(
      '--slurm: expected a study whose runs are known beforehand, found find or stop; use --queue for those',
    );
  const { most } = study.planner();
  writeRecord(folder, { ...recordOf(study, file, most, options.allow), state: 'running' });
  const allow = options.allow.flatMap((each) => ['--allow', each]);
  const script = writeSlurm(folder, file, Math.min(options.slurm ?? 1, most), [...allow, '--yes']);
  out.print(script);
  out.tell(
    `hand it in: sbatch ${script}; when it is over, hawser study run ${file} --out ${folder} gathers the rows and makes what is missing`,
  );
}

async function runPart(
  out: Output,
  study: OpenStudy,
  folder: string,
  part: Part,
  options: RunStudyOptions,
): Promise<void> {
  const lock = new Lock(folder, `.${part.number}`);
  const interrupt = new Interrupt();
  const journal = new Journal(partFile(folder, part), true);
  const pool = localPool(study, options.workers ?? os.availableParallelism());
  try {
    const played = await playStudy(study, localBackend(pool), journal, folder, interrupt, process.stderr, part);
    out.print(
      `part ${part.number} of ${part.of}: ${plural(journal.size, 'row')}${played.ended === undefined ? '' : `, ended early (${played.ended})`}`,
    );
  } finally {
    pool.close();
    journal.close();
    interrupt.close();
    lock.release();
  }
}

function tellEstimate(out: Output, found: StudyEstimate, most: number, size: number, json: boolean): void {
  if (json) {
    out.json({ runs: most, workers: size, ...found });
    return;
  }
  const { seconds, low, high, cpu, tried } = found;
  out.print(
    `${plural(most, 'run')}: about ${clockText(seconds)} on ${plural(size, 'process', 'processes')} (${clockText(low)} to ${clockText(high)}), ${clockText(cpu)} of processor time; from ${tried} runs spread over the study, whose rows are kept`,
  );
}

function localPool(study: OpenStudy, size: number): Pool {
  const pool = new Pool(size);
  pool.addTask(0, study.task);
  return pool;
}

/** Sends the runs to remote workers, with the files they need. */
async function handIn(out: Output, study: OpenStudy, address: string, priority: number): Promise<QueueBackend> {
  const { queueBackend } = await import('../study/queue-backend.ts');
  const task = { ...study.task, files: Object.fromEntries(study.files) };
  const backend = await queueBackend(address, study.digest, task, priority, (line) =>
    out.tell(`${out.style('yellow', 'warning:')} ${line}`),
  );
  for (const warning of backend.warnings) out.tell(`${out.style('yellow', 'warning:')} ${warning}`);
  return backend;
}

function localBackend(pool: Pool): Backend {
  return {
    width: pool.size + 1, // there is always one when a process is free
    get running() {
      return pool.running;
    },
    run: async (job) => {
      const result = await pool.run(0, job);
      return result.kind === 'row' ? result.row : undefined;
    },
    cancel: () => pool.cancel(),
    drop: () => pool.drop(),
  };
}

function recordOf(
  { fitted, digest }: OpenStudy,
  file: string,
  most: number,
  allow: readonly string[],
): Omit<StudyRecord, 'format' | 'state'> {
  const { study, variables, measures, criteria, base, scenarioFile, document, duration } = fitted;
  const named = [study.table, study.report.scatter, study.report.weather?.file].filter((name) => name !== undefined);
  const tables = Object.fromEntries(
    named
      .map((name) => resolvePath(file, name))
      .map((name) => [name, Buffer.from(loaderFor(file, allow).read(name) ?? []).toString('utf8')]),
  );
  return {
    hawser: VERSION,
    file,
    scenarioFile,
    cwd: process.cwd(),
    allow,
    source: document.text,
    study,
    variables,
    measures,
    criteria,
    base,
    digest,
    most,
    duration,
    tables,
  };
}

/** Asks about a number of runs that is probably a mistake. */
async function agreeTo(out: Output, most: number, { fitted }: OpenStudy, options: RunStudyOptions): Promise<void> {
  if (most <= MANY_RUNS || options.yes || (fitted.study.budget.runs ?? most) <= MANY_RUNS) return;
  const factors = fitted.axes.map(({ names, count }) => `${count} of ${names.join(' with ')}`).join(' x ');
  const question = `${most} runs (${factors}) of ${short(fitted.duration, 4)} s each`;
  if (process.stdin.isTTY && !options.json) {
    const asked = readline.createInterface({ input: process.stdin, output: process.stderr });
    const answer = await asked.question(`${question}: go on? [y/N] `);
    asked.close();
    if (/^y(es)?$/i.test(answer.trim())) return;
    throw inputError('nothing was run');
  }
  out.tell(question);
  throw inputError(
    `expected at most ${MANY_RUNS} runs without being asked, found ${most}; say --yes if that is meant, or set budget: { runs: ... }`,
  );
}

function tellResults(out: Output, results: StudyResults, json: boolean, ended: string | undefined): void {
  const { rows, record, folder } = results;
  const go = rows.filter((row) => row.go).length;
  const failed = rows.filter(({ row }) => hasFailed(row)).length;
  const { low, high } = shareInterval(go, rows.length, record.study.report.confidence);
  const status = statusOf(results);
  if (json) out.json(status);
  else {
    const word =
      ended === undefined
        ? out.style('green', 'complete', 'stdout')
        : out.style('yellow', `ended early (${ended})`, 'stdout');
    out.print(
      `${word}: ${plural(rows.length, 'run')}, ${go} go (${percent(go / Math.max(1, rows.length))}, ${percent(low)} to ${percent(high)}), ${failed} failed; processor time ${clockText(status.cpu)}`,
    );
    for (const [criterion, count] of status.against.slice(0, 5)) out.print(`  no-go by ${criterion}: ${count}`);
    for (const line of foundLines(results)) out.print(`  ${line}`);
    out.print(`rows: ${path.join(folder, STUDY_FILES.table)} (digest ${status.digest})`);
    if (fs.existsSync(path.join(folder, STUDY_FILES.report)))
      out.print(`report: ${path.join(folder, STUDY_FILES.report)}`);
    if (ended !== undefined) out.print(`the same command goes on: hawser study run ${record.file}`);
  }
  if (ended === undefined && rows.length > 0 && failed === rows.length) process.exitCode = EXIT.failed;
}

/** Limits found by a bisection, as sentences. */
export function foundLines({ found, record }: StudyResults): string[] {
  const { find } = record.study;
  if (find === undefined) return [];
  const unit = record.variables.find(({ name }) => name === find.along)?.unit ?? '';
  const text = (value: number): string => `${short(value, 4)}${unit ? ` ${unit}` : ''}`;
  return found.map(({ case: at, go, noGo }) => {
    const where = [...at].map(([name, value]) => `${name} ${value.text}`).join(', ');
    const limit =
      go === undefined
        ? `below ${text(noGo ?? 0)}, the lowest tried`
        : noGo === undefined
          ? `above ${text(go)}, the highest tried`
          : `between ${text(go)} (go) and ${text(noGo)} (no-go)`;
    return `${where === '' ? '' : `${where}: `}limit of ${find.along} ${limit}`;
  });
}

const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;

function statusOf(results: StudyResults): {
  folder: string;
  state: string;
  runs: number;
  most: number;
  go: number;
  failed: number;
  cpu: number;
  digest: string;
  against: [string, number][];
  found: readonly { case: Record<string, string>; go: number | null; noGo: number | null }[];
} {
  const { rows, record, folder, most, found } = results;
  const against = new Map<string, number>();
  for (const { go, criterion } of rows) if (!go) against.set(criterion, (against.get(criterion) ?? 0) + 1);
  return {
    folder,
    state: record.state,
    runs: rows.length,
    most,
    go: rows.filter((row) => row.go).length,
    failed: rows.filter(({ row }) => hasFailed(row)).length,
    cpu: rows.reduce((sum, { row }) => sum + row.cpu, 0),
    digest: rowsDigest(rows.map(({ row }) => row)),
    against: [...against].sort((a, b) => b[1] - a[1]),
    found: found.map((each) => ({
      case: Object.fromEntries([...each.case].map(([name, value]) => [name, value.text])),
      go: each.go ?? null,
      noGo: each.noGo ?? null,
    })),
  };
}

export function studyStatus(out: Output, folder: string, options: { readonly json?: boolean }): void {
  const results = loadStudy(folder);
  const status = statusOf(results);
  const holder = lockHolder(folder);
  const state = holder?.alive ? 'running' : status.state === 'running' ? 'killed' : status.state;
  if (options.json) {
    out.json({ ...status, state, process: holder?.alive ? holder.pid : null });
    return;
  }
  out.print(
    `${results.record.study.title ?? results.record.file}: ${state}${holder?.alive ? ` (process ${holder.pid} on ${holder.host})` : ''}`,
  );
  out.print(
    `  ${status.runs} of ${results.record.study.find || results.record.study.stop ? 'at most ' : ''}${plural(status.most, 'run')}, ${status.go} go, ${status.failed} failed, digest ${status.digest}`,
  );
  for (const [criterion, count] of status.against.slice(0, 5)) out.print(`  no-go by ${criterion}: ${count}`);
  for (const line of foundLines(results)) out.print(`  ${line}`);
  if (state === 'killed' || state === 'interrupted')
    out.print(`  goes on with: hawser study run ${results.record.file}`);
}
