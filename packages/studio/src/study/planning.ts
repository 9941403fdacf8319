/** A study of the project on the page: read, checked, planned, judged, reported. Uses the same package as the command line. */
import { readTable, writeRowsCsv } from '@hawser/formats';
import { resolvePath } from '@hawser/scenario';
import {
  commandOf,
  type FittedStudy,
  fitStudy,
  hasFailed,
  type Judge,
  type JudgedRow,
  jobMaker,
  makeJudge,
  type Planner,
  plannerOf,
  type Row,
  readStudy,
  type ScatterDiagram,
  STUDY_STYLE,
  scatterOf,
  settingsOf,
  type StudyJob,
  studyReport,
  studyReportBody,
  type StudyReportInput,
  tableColumns,
} from '@hawser/study';
import { VERSION } from '../version.ts';
import { loaderOf, readers } from '../worker/project.ts';
import type { Project } from '../worker/messages.ts';
import { RUN_LINK } from './planning-link.ts';
import type { FromPlanner, StudyCounts, StudyInfo, ToPlanner } from './messages.ts';

interface Opened {
  readonly fitted: FittedStudy;
  readonly judge: Judge;
  readonly project: Project;
  readonly file: string;
  planner: Planner;
  /** by key */
  readonly rows: Map<string, JudgedRow>;
}

export class Planning {
  #opened: Opened | undefined;

  answer(message: ToPlanner): FromPlanner {
    if (message.kind === 'open') return this.#open(message.project, message.file);
    const opened = this.#opened;
    if (opened === undefined) return { kind: 'broken', message: 'no study is open' };
    switch (message.kind) {
      case 'begin':
        opened.rows.clear();
        opened.planner = plannerFor(opened.fitted);
        return { kind: 'jobs', jobs: [], counts: counts(opened) };
      case 'rows':
        return this.#take(opened, message.rows, message.want);
      case 'report':
        return { kind: 'report', html: studyReportBody(inputOf(opened, true)), style: STUDY_STYLE };
      case 'page':
        return { kind: 'page', html: studyReport(inputOf(opened, false)) };
      case 'csv': {
        const { fitted, judge } = opened;
        return { kind: 'csv', text: writeRowsCsv(tableColumns(fitted, inOrder(opened), judge)) };
      }
      case 'settings': {
        const { fitted } = opened;
        const row = inOrder(opened)[message.run]?.row;
        if (row === undefined) return { kind: 'broken', message: `the study has no run ${message.run + 1}` };
        const text = fitted.variables.map(({ name }, i) => `${name} ${row.values[i]}`).join(', ');
        return {
          kind: 'settings',
          run: message.run,
          scenario: fitted.scenarioFile,
          set: settingsOf(fitted, row),
          text,
        };
      }
    }
  }

  #open(project: Project, file: string): FromPlanner {
    this.#opened = undefined;
    const loader = loaderOf(project);
    const result = readStudy(file, loader, readers);
    const fit = result.read && fitStudy(result.read, loader, readers);
    const issues = [...(result.ok ? [] : result.issues), ...(fit === undefined || fit.ok ? [] : fit.issues)];
    if (fit === undefined || !fit.ok || issues.length > 0)
      return { kind: 'opened', issues, info: undefined, task: undefined };
    const { fitted } = fit;
    const { study, variables, measures, criteria, scenarioFile, base, channels, loss } = fitted;
    this.#opened = {
      fitted,
      judge: makeJudge(study, variables, measures, criteria),
      project,
      file,
      planner: plannerFor(fitted),
      rows: new Map(),
    };
    const task = { scenarioFile, base, channels, measures, ...(loss && { loss }) };
    return { kind: 'opened', issues: fitted.warnings, info: infoOf(fitted, file, this.#opened.planner.most), task };
  }

  #take(opened: Opened, rows: readonly Row[], want: number): FromPlanner {
    const { judge, planner, fitted } = opened;
    for (const row of rows) {
      const judged = judge.judge(row);
      opened.rows.set(row.key, judged);
      const { go, measures } = judged;
      planner.tell(row.key, { go, measure: (name) => measures[judge.measureNames.indexOf(name)] ?? Number.NaN });
    }
    const jobOf = jobMaker(fitted.variables, (overrides) => overrides.join('; '));
    const jobs: StudyJob[] = [];
    const most = fitted.study.budget.runs ?? Number.POSITIVE_INFINITY;
    for (let k = 0; k < want && opened.rows.size + jobs.length < most; k++) {
      const job = planner.next();
      if (job === undefined) break;
      jobs.push(jobOf(job));
    }
    return { kind: 'jobs', jobs, counts: counts(opened) };
  }
}

function plannerFor({ study, axes, variables, measures }: FittedStudy): Planner {
  return plannerOf(study, axes, variables, measures);
}

function inOrder({ rows }: Opened): JudgedRow[] {
  return [...rows.values()].sort((a, b) => (a.row.key < b.row.key ? -1 : 1));
}

function counts({ rows, planner }: Opened): StudyCounts {
  const all = [...rows.values()];
  return {
    done: all.length,
    failed: all.filter(({ row }) => hasFailed(row)).length,
    noGo: all.filter(({ go }) => !go).length,
    finished: planner.finished,
  };
}

function infoOf({ study, axes, duration, criteria }: FittedStudy, file: string, most: number): StudyInfo {
  const notes: string[] = [];
  if (study.keep.runs !== 'none') notes.push('keep: every run opens here by a click, none is kept in a folder');
  if (study.budget.time !== undefined) notes.push('budget.time: counts on the command line only');
  return {
    title: study.title ?? file,
    most,
    exact: study.find === undefined && study.stop === undefined,
    duration,
    axes: axes.map(({ names, count, kind }) => ({ names: names.join(' with '), count, repeats: kind === 'seeds' })),
    measures: Object.keys(study.measure),
    criteria: criteria.map(({ name }) => name),
    notes,
  };
}

function inputOf(opened: Opened, linked: boolean): StudyReportInput {
  const { fitted, judge, planner, file } = opened;
  const { study, scenarioFile, variables, measures, criteria, duration, base } = fitted;
  const rows = inOrder(opened);
  const record = { scenarioFile, base, variables, allow: [] };
  const scatter = tableOf(opened, study.report.scatter);
  const weather = tableOf(opened, study.report.weather?.file);
  return {
    study,
    file,
    scenarioFile,
    version: VERSION,
    variables,
    measures,
    measureNames: judge.measureNames,
    units: judge.units,
    criteria,
    rows,
    found: [...planner.found].sort((a, b) => a.index - b.index),
    most: planner.most,
    finished: planner.finished,
    duration,
    digest: '',
    command: (i) => commandOf(record, rows[i].row),
    link: (i) => (linked ? { href: `${RUN_LINK}${i}` } : undefined),
    ...(scatter !== undefined && { scatter: scatterOf(scatter) satisfies ScatterDiagram }),
    ...(weather !== undefined && { weather }),
  };
}

function tableOf(
  { project, file }: Opened,
  name: string | undefined,
): { names: readonly string[]; columns: readonly Float64Array[] } | undefined {
  const bytes = name === undefined ? undefined : loaderOf(project).read(resolvePath(file, name));
  const table = bytes === undefined ? undefined : readTable(bytes);
  return table?.ok ? table.value : undefined;
}
