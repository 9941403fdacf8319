/** Reads a study file and checks it against its scenario, with the common data of its runs. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import {
  type FittedStudy,
  fitStudy,
  type Job,
  type Judge,
  jobMaker,
  makeJudge,
  type Planner,
  plannerOf,
  readStudy,
} from '@hawser/study';
import { type Issue, resolvePath } from '@hawser/scenario';
import { loaderFor } from '../allowed.ts';
import { fileReaders, issuesError } from '../scenario-file.ts';
import { buildVersion } from './build-version.ts';
import { recordingLoader, type StudyJob, type StudyTask } from './task.ts';

export interface OpenStudy {
  readonly fitted: FittedStudy;
  readonly task: StudyTask;
  /** files its runs depend on */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly digest: string;
  readonly judge: Judge;
  jobOf(job: Job): StudyJob;
  planner(): Planner;
}

export function openStudy(file: string, allow: readonly string[]): OpenStudy {
  const { loader, files } = recordingLoader(loaderFor(file, allow));
  const result = readStudy(file, loader, fileReaders);
  const fit = result.read && fitStudy(result.read, loader, fileReaders);
  const found = [...(result.ok ? [] : result.issues), ...(fit === undefined || fit.ok ? [] : fit.issues)];
  if (fit === undefined || !fit.ok || found.length > 0) throw issuesError(file, byLine(file, found));
  const { fitted } = fit;
  // changes of the study itself and of the tables of its report do not change its runs
  const { scatter, weather } = fitted.study.report;
  for (const name of [scatter, weather?.file]) if (name !== undefined) files.delete(resolvePath(file, name));
  files.delete(file);
  const { scenarioFile, base, channels, measures, variables, study, loss } = fitted;
  const task: StudyTask = {
    version: buildVersion(),
    studyFile: file,
    scenarioFile,
    allow,
    base,
    channels,
    measures,
    ...(loss && { loss }),
  };
  const digest = digestOf(task, files);
  return {
    fitted,
    task,
    files,
    digest,
    judge: makeJudge(study, variables, measures, fitted.criteria),
    jobOf: jobMaker(variables, hashedId(digest)),
    planner: () => plannerOf(study, fitted.axes, variables, measures),
  };
}

/** Those of the study in the order of its lines, then the rest. */
function byLine(file: string, issues: readonly Issue[]): Issue[] {
  const rank = (issue: Issue): number => (issue.file === file ? issue.line : Number.POSITIVE_INFINITY);
  return [...issues].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/** The id of a job is the hash of its values and of the common data of its study. */
export function hashedId(digest: string): (overrides: readonly string[]) => string {
  return (overrides) =>
    createHash('sha256').update(digest).update(JSON.stringify(overrides)).digest('hex').slice(0, 32);
}

/** Data besides its values on which the result of a run depends. File names are relative to the scenario. */
function digestOf(
  { version, scenarioFile, base, measures, loss }: StudyTask,
  files: ReadonlyMap<string, Uint8Array>,
): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([version, base, measures, loss]));
  const folder = path.dirname(scenarioFile);
  const named = [...files].map(([name, bytes]) => [path.relative(folder, name), bytes] as const);
  for (const [name, bytes] of named.sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
