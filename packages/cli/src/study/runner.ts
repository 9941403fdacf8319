/**
 * Plays the plan of a study: a job with an existing row is not run again, all others go to the backend, and every row is stored on arrival.
 * A killed study continues by replaying its plan from the start.
 */
import fs from 'node:fs';
import path from 'node:path';
import { hasFailed, type Job, type JudgedRow, type Planner, type Row } from '@hawser/study';
import { wallSeconds } from '../clock.ts';
import type { Interrupt } from '../interrupt.ts';
import type { Journal } from './journal.ts';
import type { OpenStudy } from './open-study.ts';
import { type Part, partOf } from './parts.ts';
import { STUDY_FILES } from './study-folder.ts';
import { StudyProgress, type StudyState } from './study-progress.ts';
import type { StudyJob } from './task.ts';

/** A backend that runs jobs: the pool of this machine, or a queue. */
export interface Backend {
  /** useful number of simultaneous jobs */
  readonly width: number;
  readonly running: number;
  /** the row, or undefined when it was cancelled */
  run(job: StudyJob): Promise<Row | undefined>;
  cancel(): void;
  /** takes back jobs that were not begun */
  drop(): void;
}

export interface PlayedStudy {
  readonly planner: Planner;
  /** ids of all rows that belong to the study, with their keys */
  readonly ids: ReadonlyMap<string, string>;
  /** reason of an early end */
  readonly ended?: string;
  readonly made: number;
  /** [s] */
  readonly elapsed: number;
}

const SYNC_EVERY = 1;

export async function playStudy(
  study: OpenStudy,
  backend: Backend,
  journal: Journal,
  folder: string,
  interrupt: Interrupt,
  stream: NodeJS.WriteStream,
  part?: Part,
): Promise<PlayedStudy> {
  const planner = part === undefined ? study.planner() : partOf(study.planner(), part);
  const { budget } = study.fitted.study;
  const ids = new Map<string, string>();
  const progress = new StudyProgress(stream);
  const cancelFile = path.join(folder, STUDY_FILES.cancel);
  fs.rmSync(cancelFile, { force: true });
  const begun = wallSeconds();
  let made = 0;
  let failed = 0;
  let noGo = 0;
  let ended: string | undefined;
  let fault: unknown;
  const under = new Set<Promise<void>>();

  const take = (job: Job, row: Row): void => {
    ids.set(row.id, job.key);
    const judged = study.judge.judge(row);
    if (hasFailed(row)) failed++;
    if (!judged.go) noGo++;
    planner.tell(job.key, outcomeOf(judged, study.judge.measureNames));
  };
  const state = (): StudyState => ({
    done: ids.size,
    most: planner.most,
    running: backend.running,
    failed,
    noGo,
    made,
    elapsed: wallSeconds() - begun,
  });
  const start = (job: Job, sent: StudyJob): void => {
    const task = backend
      .run(sent)
      .then((row) => {
        if (row === undefined) return;
        journal.add(row);
        made++;
        take(job, row);
      })
      .catch((error: unknown) => {
        fault ??= error;
        ended ??= 'an error';
        backend.cancel();
      })
      .finally(() => under.delete(task));
    under.add(task);
  };

  const timer = setInterval(() => {
    journal.sync();
    progress.update(state(), wallSeconds());
    if (ended === undefined && fs.existsSync(cancelFile)) ended = 'cancelled';
    if (ended === undefined && interrupt.asked) ended = 'interrupted';
    if (ended === undefined && budget.time !== undefined && wallSeconds() - begun >= budget.time)
      ended = 'its time is used up';
    if (ended !== undefined && ended !== 'an error' && under.size > 0 && ended !== told) {
      told = ended;
      backend.drop();
      stream.write(
        `${stream.isTTY ? '\n' : ''}${ended}: waiting for ${under.size} runs that are under way (Ctrl-C again ends at once)\n`,
      );
    }
  }, SYNC_EVERY * 200);
  let told = '';
  try {
    while (ended === undefined) {
      if (interrupt.asked) ended = 'interrupted';
      else if (budget.runs !== undefined && ids.size + under.size >= budget.runs && under.size === 0)
        ended = 'its number of runs is used up';
      const room = under.size < backend.width && (budget.runs === undefined || ids.size + under.size < budget.runs);
      const job = ended === undefined && room ? planner.next() : undefined;
      if (job !== undefined) {
        const sent = study.jobOf(job);
        const known = journal.get(sent.id);
        if (known !== undefined && known.status !== 'crashed') take(job, known);
        else start(job, sent);
        continue;
      }
      if (under.size === 0) break;
      await Promise.race(under);
    }
    await Promise.all(under);
  } finally {
    clearInterval(timer);
    journal.sync();
    progress.finish(state());
    fs.rmSync(cancelFile, { force: true });
  }
  if (fault !== undefined) throw fault;
  if (ended !== undefined && planner.finished) ended = undefined;
  return { planner, ids, made, elapsed: wallSeconds() - begun, ...(ended !== undefined && { ended }) };
}

function outcomeOf(
  { go, measures }: JudgedRow,
  names: readonly string[],
): { go: boolean; measure(name: string): number } {
  return { go, measure: (name) => measures[names.indexOf(name)] ?? Number.NaN };
}
