/** Curves of a run against curves of a reference, row by row. */
import type { CaseRun } from 'hawser/cases';

/** Columns by their heading, as `readCsv` gives them; the times stand in `t`. */
export type Columns = Readonly<Record<string, Float64Array>>;

/**
 * Largest |ours - theirs| over all rows and all pairs { column of the run: column of the reference }. Both must have the
 * same times: nothing is interpolated, so that nothing is smoothed away.
 */
export function curveDifference(run: CaseRun, reference: Columns, pairs: Readonly<Record<string, string>>): number {
  let most = 0;
  for (const [ours, theirs] of Object.entries(pairs)) {
    most = larger(most, valuesDifference(run, reference, run.recording.column(ours), theirs));
  }
  return most;
}

/** The same for values derived from the columns of a run, one a row. */
export function valuesDifference(
  run: CaseRun,
  reference: Columns,
  values: ArrayLike<number>,
  theirs: string,
  from: number = 0,
): number {
  const rows = matchingRows(run, reference);
  const expected = reference[theirs];
  if (expected === undefined) throw new RangeError(`the reference has no column ${theirs}`);
  let most = 0;
  for (let i = from; i < rows; i++) most = larger(most, Math.abs(values[i] - expected[i]));
  return most;
}

/** Largest component of ours - theirs for unit quaternions, where q and -q are the same rotation. */
export function quaternionDifference(
  run: CaseRun,
  reference: Columns,
  body: string,
  theirs: readonly string[],
): number {
  const rows = matchingRows(run, reference);
  const ours = ['w', 'x', 'y', 'z'].map((part) => run.recording.column(`${body}.rotation.${part}`));
  let most = 0;
  for (let i = 0; i < rows; i++) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += ours[k][i] * reference[theirs[k]][i];
    const sign = dot < 0 ? -1 : 1;
    for (let k = 0; k < 4; k++) most = larger(most, Math.abs(sign * ours[k][i] - reference[theirs[k]][i]));
  }
  return most;
}

/** Largest |value - first value|. */
export function largestChange(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = larger(most, Math.abs(values[i] - values[0]));
  return most;
}

/** log2 of the ratio of neighbouring errors: the order of convergence when each run halves the step of the one before. */
export function observedOrders(errors: readonly number[]): number[] {
  return errors.slice(1).map((error, i) => Math.log2(errors[i] / error));
}

/** Number of rows, when run and reference have the same times; a run that ended early has not. */
function matchingRows(run: CaseRun, reference: Columns): number {
  if (run.status !== 'complete') throw new Error(`the run ended early: ${run.failure}`);
  const { time } = run.recording;
  const { t } = reference;
  if (time.length !== t.length) throw new RangeError(`expected ${t.length} rows, found ${time.length}`);
  for (let i = 0; i < t.length; i++) {
    if (Math.abs(time[i] - t[i]) > 1e-9 * Math.max(1, t[i])) {
      throw new RangeError(
        `row ${i} stands at ${time[i]} s, expected ${t[i]} s: let the step divide the time of a row`,
      );
    }
  }
  return t.length;
}

/** The larger of two, and NaN once there is one. */
function larger(a: number, b: number): number {
  return Number.isNaN(a) || b <= a ? a : b;
}
