/** Messages between the page and the workers of a study, as plain data. */
import type { Issue } from '@hawser/scenario';
import type { Row, SharedTask, StudyJob } from '@hawser/study';
import type { Project } from '../worker/messages.ts';

/** A study that can be run, as the page shows it. */
export interface StudyInfo {
  readonly title: string;
  /** runs at most; exactly so many unless it stops early or bisects */
  readonly most: number;
  readonly exact: boolean;
  /** [s] simulated, of one run */
  readonly duration: number;
  /** axes: names of joint variables, number of values */
  readonly axes: readonly { readonly names: string; readonly count: number; readonly repeats: boolean }[];
  readonly measures: readonly string[];
  readonly criteria: readonly string[];
  /** features that need the command line */
  readonly notes: readonly string[];
}

export interface StudyCounts {
  readonly done: number;
  readonly failed: number;
  readonly noGo: number;
  readonly finished: boolean;
}

/** To the worker that plans and judges. */
export type ToPlanner =
  | { readonly kind: 'open'; readonly project: Project; readonly file: string }
  /** from the start */
  | { readonly kind: 'begin' }
  /** finished rows; the same number of new jobs is wanted */
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly want: number }
  | { readonly kind: 'report' }
  | { readonly kind: 'csv' }
  | { readonly kind: 'page' }
  | { readonly kind: 'settings'; readonly run: number };

export type FromPlanner =
  | {
      readonly kind: 'opened';
      readonly issues: readonly Issue[];
      readonly info: StudyInfo | undefined;
      readonly task: SharedTask | undefined;
    }
  | { readonly kind: 'jobs'; readonly jobs: readonly StudyJob[]; readonly counts: StudyCounts }
  /** `style` goes with the first one only */
  | { readonly kind: 'report'; readonly html: string; readonly style: string }
  | { readonly kind: 'csv'; readonly text: string }
  | { readonly kind: 'page'; readonly html: string }
  | {
      readonly kind: 'settings';
      readonly run: number;
      readonly scenario: string;
      readonly set: readonly string[];
      readonly text: string;
    }
  | { readonly kind: 'broken'; readonly message: string };

/** To a worker that runs jobs. */
export type ToRunner =
  | { readonly kind: 'task'; readonly project: Project; readonly task: SharedTask }
  | { readonly kind: 'job'; readonly job: StudyJob };

export type FromRunner =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'fault'; readonly message: string };
