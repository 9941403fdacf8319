/**
 * Runs that are lost before their end: a criterion has failed irrevocably. A study that needs only go or no-go does not have to finish
 * them; in seas above the limit the time after a lost line is often the most expensive part of a run.
 */
import type { Run } from '@hawser/scenario';
import type { CriterionSpec } from './judge.ts';
import { type MeasureSpec, takeMeasures } from './measure.ts';
import type { Study } from './types.ts';

/** Criteria that end a run: plain data that are sent to the worker. */
export interface LossSpec {
  /** the verdict of the scenario itself is no-go */
  readonly verdict: boolean;
  /** measures that only grow or only fall, with their limit */
  readonly bounds: readonly { readonly measure: MeasureSpec; readonly above?: number; readonly below?: number }[];
}

/** Number of tests of a run, equally spaced in simulated time, so that its end does not depend on its speed. */
const LOOKS = 200;

/** Criteria that may end runs of this study early; undefined: none. */
export function lossOf(
  study: Study,
  measures: readonly MeasureSpec[],
  criteria: readonly CriterionSpec[],
): LossSpec | undefined {
  if ((study['lost runs'] ?? lostRunsOf(study)) === 'continue') return undefined;
  const bounds = criteria.flatMap(({ measure: name, above, below }) => {
    const measure = measures.find((spec) => spec.name === name);
    if (measure?.columns === undefined) return [];
    const low = above !== undefined && falls(measure) ? { above } : {};
    const high = below !== undefined && grows(measure) ? { below } : {};
    return 'above' in low || 'below' in high ? [{ measure, ...low, ...high }] : [];
  });
  const verdict = criteria.some((criterion) => criterion.verdict !== undefined);
  return verdict || bounds.length > 0 ? { verdict, bounds } : undefined;
}

/** Default: lost runs end early where the study only yields go and no-go. */
export function lostRunsOf({ find, measure, criteria, stop, keep, report }: Study): 'end' | 'continue' {
  if (find !== undefined) return 'end';
  const judged = new Set(criteria.map((criterion) => criterion.measure));
  const other = Object.keys(measure).some((name) => !judged.has(name));
  const sized = (stop !== undefined && stop.of !== 'go') || keep.runs === 'worst' || report.extremes.length > 0;
  return other || sized ? 'continue' : 'end';
}

const counts = ({ timeAbove, timeBelow, peaks }: MeasureSpec): boolean =>
  timeAbove !== undefined || timeBelow !== undefined || peaks !== undefined;

function grows(spec: MeasureSpec): boolean {
  return counts(spec) || (spec.fractile === undefined && ['max', 'largest', 'range'].includes(spec.take ?? 'max'));
}

function falls(spec: MeasureSpec): boolean {
  return !counts(spec) && spec.fractile === undefined && spec.take === 'min';
}

/** Called after every step of one run. */
export class LossWatch {
  readonly #spec: LossSpec;
  #next = 0;
  /** state of the operation when the run was lost; undefined: it is not lost */
  lost: { readonly verdict: 'go' | 'no-go' | 'not finished'; readonly reasons: readonly string[] } | undefined;

  constructor(spec: LossSpec) {
    this.#spec = spec;
  }

  look(run: Run): boolean {
    const { time } = run.simulation;
    if (time < this.#next || run.failure !== undefined) return false;
    this.#next = (Math.floor((LOOKS * time) / run.end) + 1) * (run.end / LOOKS);
    if (!(this.#spec.verdict && run.lost) && !this.#isBeyond(run)) return false;
    const { verdict = 'go', reasons = [] } = run.operation ?? {};
    this.lost = { verdict, reasons };
    return true;
  }

  #isBeyond(run: Run): boolean {
    const { bounds } = this.#spec;
    if (bounds.length === 0) return false;
    const { values } = takeMeasures(
      bounds.map(({ measure }) => measure),
      run,
    );
    return bounds.some(({ above, below }, i) => {
      const value = values[i];
      return value !== null && ((above !== undefined && value <= above) || (below !== undefined && value >= below));
    });
  }
}
