/** A study on the page: one worker plans and judges, the others run; the page hands jobs and rows between them. */
import { download } from '@hawser/viewer';
import { type Signal, signal } from '@preact/signals';
import type { Issue } from '@hawser/scenario';
import type { Row, SharedTask, StudyJob } from '@hawser/study';
import { addFiles } from '../actions/scenario.ts';
import { startRunWith } from '../actions/session.ts';
import { partWorker } from '../files/parts.ts';
import { active, announcement, notice, project } from '../state.ts';
import type { Project } from '../worker/messages.ts';
import type { FromPlanner, FromRunner, StudyCounts, StudyInfo, ToPlanner, ToRunner } from './messages.ts';

export type StudyState = 'none' | 'checking' | 'bad' | 'ready' | 'running' | 'stopped' | 'done';

export const studyFile: Signal<string | undefined> = signal(undefined);
export const studyState: Signal<StudyState> = signal<StudyState>('none');
export const studyInfo: Signal<StudyInfo | undefined> = signal(undefined);
export const studyIssues: Signal<readonly Issue[]> = signal([]);
export const studyCounts: Signal<StudyCounts> = signal({ done: 0, failed: 0, noGo: 0, finished: false });
/** runs under way, and [s] since the first began */
export const studyPace: Signal<{ readonly running: number; readonly made: number; readonly elapsed: number }> = signal({
  running: 0,
  made: 0,
  elapsed: 0,
});
export const studyReport: Signal<{ readonly html: string; readonly style: string } | undefined> = signal(undefined);
/** project files from which the rows on the page were made */
export const studyMadeFrom: Signal<Project['files'] | undefined> = signal(undefined);
/** workers that run at once */
export const studyWorkers: Signal<number> = signal(Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)));

/** [ms] shortest interval between updates of the growing report, and its multiple of the time of one update */
const REPORT_EVERY = 2500;
const REPORT_SHARE = 8;
/** Number of broken workers from which a run counts as crashed. */
const MOST_CRASHES = 2;
/** Number of runs above which the user is asked. */
export const MANY_RUNS = 5000;

interface Runner {
  readonly worker: Worker;
  job: StudyJob | undefined;
}

let planner: Worker | undefined;
let runners: Runner[] = [];
let task: SharedTask | undefined;
let opened: Project | undefined;
let queue: StudyJob[] = [];
let crashes = new Map<string, number>();
/** pending answers of the planner: while there is one, more jobs may follow */
let unanswered = 0;
let begun = 0;
let spent = 0; // [s] before the last start
let reporting = false;
let reportDue = 0;
let made = 0;

/** Names of the studies in a project. */
export function studiesOf(files: Project['files']): string[] {
  return Object.entries(files).flatMap(([name, content]) =>
    /\.ya?ml$/i.test(name) && typeof content === 'string' && /^study\s*:/m.test(content) ? [name] : [],
  );
}

function toPlanner(message: ToPlanner): void {
  if (planner === undefined) {
    planner = partWorker('engine');
    planner.onmessage = ({ data }: MessageEvent<FromPlanner>) => hear(data);
    planner.onerror = (event) => {
      event.preventDefault();
      hear({ kind: 'broken', message: event.message });
    };
  }
  planner.postMessage({ study: message });
}

/** Reads and checks a study; rows of another one are dropped. */
export function openStudy(file: string): void {
  const now = project.value;
  if (now === undefined || studyState.value === 'running') return;
  studyFile.value = file;
  studyState.value = 'checking';
  opened = now;
  toPlanner({ kind: 'open', project: now, file });
}

export function runStudy(): void {
  const goesOn = studyState.value === 'stopped';
  if ((studyState.value !== 'ready' && studyState.value !== 'done' && !goesOn) || task === undefined) return;
  if (!goesOn) {
    queue = [];
    made = 0;
    spent = 0;
    crashes = new Map();
    studyReport.value = undefined;
    studyMadeFrom.value = opened?.files;
    unanswered++;
    toPlanner({ kind: 'begin' });
  }
  studyState.value = 'running';
  begun = performance.now();
  runners = Array.from({ length: studyWorkers.value }, startRunner);
  ask([]);
}

/** Ends the runs under way; finished rows stay, and the study can continue. */
export function stopStudy(): void {
  if (studyState.value !== 'running') return;
  const dropped = runners.flatMap(({ job }) => job ?? []);
  queue = [...dropped, ...queue];
  end('stopped');
}

function end(state: StudyState): void {
  for (const { worker } of runners) worker.terminate();
  runners = [];
  spent += (performance.now() - begun) / 1000;
  studyState.value = state;
  studyPace.value = { running: 0, made, elapsed: spent };
  report(true);
}

function startRunner(): Runner {
  const worker = partWorker('engine');
  const runner: Runner = { worker, job: undefined };
  worker.onmessage = ({ data }: MessageEvent<FromRunner>) => {
    const { job } = runner;
    runner.job = undefined;
    if (data.kind === 'row') ask([data.row]);
    else if (job !== undefined) ask([crashed(job, data.message)]);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    replace(runner, event.message);
  };
  if (opened !== undefined && task !== undefined) post(worker, { kind: 'task', project: opened, task });
  return runner;
}

const post = (worker: Worker, message: ToRunner): void => worker.postMessage({ study: message });

/** A broken worker loses only its own run. */
function replace(runner: Runner, reason: string): void {
  runner.worker.terminate();
  const at = runners.indexOf(runner);
  if (at < 0) return;
  runners[at] = startRunner();
  const { job } = runner;
  if (job === undefined) return;
  const count = (crashes.get(job.key) ?? 0) + 1;
  crashes.set(job.key, count);
  if (count < MOST_CRASHES) queue.unshift(job);
  ask(count < MOST_CRASHES ? [] : [crashed(job, reason)]);
}

function crashed({ id, key, values, numbers }: StudyJob, failure: string): Row {
  return {
    id,
    key,
    values,
    numbers,
    status: 'crashed',
    failure,
    reasons: [],
    measures: [],
    simulated: 0,
    steps: 0,
    hash: '',
    cpu: 0,
  };
}

/** Submits rows and requests enough jobs to keep every worker busy. */
function ask(rows: readonly Row[]): void {
  made += rows.length;
  const want = 2 * runners.length - queue.length;
  unanswered++;
  toPlanner({ kind: 'rows', rows, want: Math.max(0, want) });
  deal();
}

function deal(): void {
  for (const runner of runners) {
    if (runner.job !== undefined) continue;
    const job = queue.shift();
    if (job === undefined) break;
    runner.job = job;
    post(runner.worker, { kind: 'job', job });
  }
  const running = runners.filter(({ job }) => job !== undefined).length;
  studyPace.value = { running, made, elapsed: spent + (performance.now() - begun) / 1000 };
}

function hear(message: FromPlanner): void {
  switch (message.kind) {
    case 'opened':
      unanswered = 0;
      task = message.task;
      studyInfo.value = message.info;
      studyIssues.value = message.issues;
      studyCounts.value = { done: 0, failed: 0, noGo: 0, finished: false };
      studyReport.value = undefined;
      studyState.value = message.info === undefined ? 'bad' : 'ready';
      break;
    case 'jobs':
      unanswered--;
      studyCounts.value = message.counts;
      queue.push(...message.jobs);
      if (studyState.value !== 'running') break;
      deal();
      if (unanswered === 0 && queue.length === 0 && runners.every(({ job }) => job === undefined)) {
        announcement.value = `The study is done: ${message.counts.done} runs`;
        end('done');
      } else report(false);
      break;
    case 'report':
      reporting = false;
      reportDue = performance.now() + Math.max(REPORT_EVERY, REPORT_SHARE * (performance.now() - asked));
      studyReport.value = { html: message.html, style: message.style };
      break;
    case 'csv':
      download(`${stem()}-rows.csv`, new Blob([message.text], { type: 'text/csv' }));
      break;
    case 'page':
      download(`${stem()}-report.html`, new Blob([message.html], { type: 'text/html' }));
      break;
    case 'settings':
      startRunWith(message.scenario, message.set, `Run ${message.run + 1} of the study: ${message.text}`);
      break;
    case 'broken':
      for (const { worker } of runners) worker.terminate();
      runners = [];
      planner?.terminate();
      planner = undefined;
      studyState.value = 'none';
      notice.value = { tone: 'bad', title: 'The study broke off by a fault of hawser', text: message.message };
  }
}

let asked = 0;
function report(now: boolean): void {
  if (!now && (reporting || performance.now() < reportDue)) return;
  reporting = true;
  asked = performance.now();
  toPlanner({ kind: 'report' });
}

const stem = (): string => (studyFile.value ?? 'study').replace(/\.ya?ml$/i, '').replaceAll('/', '-');

export const saveRows = (): void => toPlanner({ kind: 'csv' });
export const savePage = (): void => toPlanner({ kind: 'page' });
/** Runs one row of the study again, interactively. */
export const replay = (run: number): void => toPlanner({ kind: 'settings', run });

/** A study to start from, beside the scenario. */
export function newStudy(): void {
  const now = project.value;
  if (now === undefined) return;
  const folder = now.main.includes('/') ? now.main.replace(/[^/]*$/, '') : '';
  let name = `${folder}study.yaml`;
  for (let k = 2; name in now.files; k++) name = `${folder}study-${k}.yaml`;
  addFiles({ [name]: template(now.main.slice(folder.length)) });
  active.value = name;
  openStudy(name);
}

const template = (scenario: string): string => `study: 1
title: A study of ${scenario.replace(/\.ya?ml$/i, '')}
scenario: ${scenario}
vary:
  # any value of the scenario by its path, as a list, a range, a distribution or repetitions, for example
  # speed: { path: 'bodies.NAME.velocity[0]', range: { from: 0.1 m/s, to: 1 m/s, count: 5 } }
  seed: { path: run.seed, seeds: 4 }
measure:
  simulated: { summary: simulatedTime }
  # tension: { channel: winch.NAME.tension, take: max }
criteria: []
`;
