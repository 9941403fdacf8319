import type { FoundLimit } from '../planner.ts';
import type { JudgedRow } from '../judge.ts';
import type { ScatterDiagram } from '../operability.ts';
import type { CriterionSpec } from '../judge.ts';
import type { MeasureSpec } from '../measure.ts';
import type { VariableInfo } from '../plan.ts';
import type { Study } from '../types.ts';

/** Input of the report of a study. */
export interface StudyReportInput {
  readonly study: Study;
  readonly file: string;
  readonly scenarioFile: string;
  readonly version: string;
  readonly variables: readonly VariableInfo[];
  readonly measures: readonly MeasureSpec[];
  readonly measureNames: readonly string[];
  readonly units: readonly string[];
  readonly criteria: readonly CriterionSpec[];
  readonly rows: readonly JudgedRow[];
  readonly found: readonly FoundLimit[];
  readonly most: number;
  readonly finished: boolean;
  /** [s] of one run */
  readonly duration: number;
  readonly digest: string;
  /** the command that reproduces a row */
  command(index: number): string;
  /** address of the run of a row, and a picture of it */
  link(index: number): { readonly href: string; readonly picture?: string } | undefined;
  readonly scatter?: ScatterDiagram;
  readonly weather?: { readonly names: readonly string[]; readonly columns: readonly ArrayLike<number>[] };
}
