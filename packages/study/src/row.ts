/** One run of a study as stored: inputs, measures, outcome, cost. */

export type RowStatus = 'complete' | 'lost' | 'failed' | 'refused' | 'crashed';

export interface Row {
  /** hash of all inputs of the run */
  readonly id: string;
  /** sorts rows in the order of the study, independent of their completion */
  readonly key: string;
  /** values of the variables as --set takes them, in the order of the study */
  readonly values: readonly string[];
  /** the same as numbers in their unit; null for words */
  readonly numbers: readonly (number | null)[];
  /**
   * complete: reached its end; lost: ended when it could only be no-go, see loss.ts; failed: a step or an event of the script failed; refused: the scenario with these values is
   * wrong; crashed: the process that ran it died, more than once
   */
  readonly status: RowStatus;
  readonly failure?: string;
  /** verdict by the scenario's own limits, script and people; missing where it has none */
  readonly verdict?: 'go' | 'no-go' | 'not finished';
  readonly reasons: readonly string[];
  readonly measures: readonly (number | null)[];
  readonly peaks?: Readonly<Record<string, readonly number[]>>;
  /** [s] */
  readonly simulated: number;
  readonly steps: number;
  /** of the final state */
  readonly hash: string;
  /** [s] of processor time, from reading the values to the last measure */
  readonly cpu: number;
}

/** True for a run without result: neither complete nor lost. */
export function hasFailed({ status }: Pick<Row, 'status'>): boolean {
  return status !== 'complete' && status !== 'lost';
}

/** A row without its cost, the only part that may differ between two identical runs; fields always in the same order. */
export function rowText(row: Row): string {
  const { id, key, values, numbers, status, failure, verdict, reasons, measures, peaks, simulated, steps, hash } = row;
  const sorted = peaks && Object.entries(peaks).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    id,
    key,
    values,
    numbers,
    status,
    failure,
    verdict,
    reasons,
    measures,
    sorted,
    simulated,
    steps,
    hash,
  ]);
}
