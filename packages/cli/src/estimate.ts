/**
 * What a run will take, told before it is started. Rows and frames are counted. The cost is that of the last steps of a short
 * trial on the model that was built, times as many steps of the longest kind it came to as the run has room for. It is a
 * judgement, good to a factor of ten: contacts to come may cost more, steps may grow longer still.
 */
import { type PreparedRun, recordedSizes } from '@hawser/scenario';
import { cpuSeconds } from './clock.ts';

export interface RunEstimate {
  readonly rows: number;
  readonly frames: number;
  /** processor time of the stepping [s]; null: the first step fails or the steps tried are none */
  readonly cpuSeconds: number | null;
  /** steps it was judged by */
  readonly triedSteps: number;
  /** of the whole program, at the end of the run, when all rows are in memory [bytes] */
  readonly memoryBytes: number;
  /** of the rows while the run goes on; the files at its end are smaller [bytes] */
  readonly diskBytes: number;
}

/** [s] of processor time that the trial may take, and its steps */
const PATIENCE = 1;
const MOST_STEPS = 400;
/** Results at the end: rows and frames as read back, as columns and as the bytes of the file that is being written. */
const COPIES = 3;

/** Steps the model of `prepared`, which is of no use for a run afterwards. */
export function estimateRun({ simulation, compiled, probes, bodies }: PreparedRun): RunEstimate {
  const { duration } = compiled.scenario.run;
  const { rows, frames, numbers } = recordedSizes(compiled.scenario, probes, bodies.length);
  const results = 8 * numbers;
  const begun = cpuSeconds();
  const ends: number[] = [begun];
  let longest = 0;
  let fails = false;
  while (ends.length <= MOST_STEPS && simulation.time < duration && ends[ends.length - 1] - begun < PATIENCE) {
    const before = simulation.time;
    fails = !simulation.step(duration).ok;
    if (fails) break;
    longest = Math.max(longest, simulation.time - before);
    ends.push(cpuSeconds());
  }
  // the second half: the first compiles the program
  const half = ends.slice(Math.floor(ends.length / 2));
  const each = half.length > 1 ? (half[half.length - 1] - half[0]) / (half.length - 1) : Number.NaN;
  return {
    rows,
    frames,
    cpuSeconds: fails || !(longest > 0 && each >= 0) ? null : (each * duration) / longest,
    triedSteps: ends.length - 1,
    memoryBytes: process.memoryUsage().rss + COPIES * results,
    diskBytes: results,
  };
}

/** As a sentence. */
export function describeEstimate(estimate: RunEstimate, duration: number): string {
  const { cpuSeconds: cpu, triedSteps, memoryBytes, diskBytes, rows } = estimate;
  const cost = cpu === null ? 'no estimate of its time (the first step fails)' : `about ${time(cpu)} of processor time`;
  const judged = cpu === null ? '' : `, judging by its first ${triedSteps} steps`;
  return (
    `a run of ${Number(duration.toPrecision(6))} s: ${cost}${judged}; about ${size(memoryBytes)} of memory and ` +
    `${size(diskBytes)} on the disk for ${rows} rows`
  );
}

function time(seconds: number): string {
  const two = (value: number): number => Number(value.toPrecision(2));
  if (seconds < 120) return `${two(seconds)} s`;
  if (seconds < 7200) return `${two(seconds / 60)} min`;
  return seconds < 48 * 3600 ? `${two(seconds / 3600)} h` : `${two(seconds / 86400)} days`;
}

function size(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${Number(value.toPrecision(2))} ${units[unit]}`;
}
