/**
 * Runs that are lost before their end: what was asked of them has failed, and nothing that follows takes it back. A study that asks for go or
 * no-go alone need not play them on; in seas above the limit what follows a lost line is often the dearest part of a run.
 */
import type { Run } from '@hawser/scenario';
import type { CriterionSpec } from './judge.ts';
import { type MeasureSpec, takeMeasures } from './measure.ts';
import type { Study } from './types.ts';

/** What ends a run: plain data that goes to whoever runs it. */
export interface LossSpec {
  /** the verdict of the scenario itself is no-go */
  readonly verdict: boolean;
  /** measures that only grow, or only fall, with their bound on that side */
  readonly bounds: readonly { readonly measure: MeasureSpec; readonly above?: number; readonly below?: number }[];
}

/** Looks at a run, equally far apart in simulated time: where a run ends does not depend on how fast it is. */
const LOOKS = 200;

/** What may end runs of this study early; undefined: nothing, they are played to their end. */
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

/** Without being asked: lost runs end where nothing but go and no-go comes of the study. */
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

/** Asked after every step of one run. */
export class LossWatch {
  readonly #spec: LossSpec;
  #next = 0;
  /** how the operation stood when the run was lost; undefined: it is not */
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
