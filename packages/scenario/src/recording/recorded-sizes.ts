/** Amount of recorded data, counted before a run starts. */
import type { Probe } from '@hawser/engine';
import { POSE_SIZE } from '@hawser/record';
import type { Compiled } from '../compile.ts';
import type { IssueList } from '../issues.ts';
import type { Scenario } from '../schema/index.ts';

/**
 * Numbers recorded in all, 8 bytes each: at the end of a run they are in memory, some of them more than once, and a program
 * of 64 bits gets no more than a few gigabytes of it.
 */
export const MOST_RECORDED = 250_000_000;

export interface RecordedSizes {
  readonly rows: number;
  readonly frames: number;
  /** of all rows and frames, times included */
  readonly numbers: number;
}

export function recordedSizes({ run, output }: Scenario, probes: readonly Probe[], bodies: number): RecordedSizes {
  const rows = Math.floor(run.duration * output.rate) + 2;
  const frames = Math.floor(run.duration * output['animation rate']) + 2;
  const columns = 1 + probes.reduce((sum, { size }) => sum + size, 0);
  return { rows, frames, numbers: rows * columns + frames * (1 + POSE_SIZE * bodies) };
}

/** Reports a run that would record more than can be stored. */
export function checkRecorded(
  { scenario, source }: Compiled,
  probes: readonly Probe[],
  bodies: number,
  issues: IssueList,
): void {
  const { rows, frames, numbers } = recordedSizes(scenario, probes, bodies);
  if (numbers <= MOST_RECORDED) return;
  const series = rows * (1 + probes.reduce((sum, { size }) => sum + size, 0));
  const key = series >= numbers / 2 ? 'rate' : 'animation rate';
  const path = [['output', key], ['run', 'duration'], ['output']].find((each) => source.given(each)) ?? [];
  issues.add('value', source.place(path), path, {
    expected: `a run that records at most ${MOST_RECORDED / 1e6} million numbers`,
    found: `${Number((numbers / 1e6).toPrecision(3))} million: ${rows} rows of ${series / rows} columns, ${frames} frames of ${bodies} bodies`,
    hint: 'record less often, fewer channels, or shorten the run',
  });
}
