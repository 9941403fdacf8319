/**
 * What a run will take, told before it is started. Rows and frames are counted. The cost is the median of the last third of the steps
 * of a short trial on the model that was built, times as many steps of the longest kind it came to as the run has room for: while dear
 * steps are tried the program is still being compiled, so the first of them cost many times what the rest do. It is a
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
const PATIENCE = 4;
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
  // the last third: the others compile the program
  const costs = ends.slice(1).map((end, i) => end - ends[i]);
  const last = costs.slice(Math.floor((2 * costs.length) / 3)).sort((a, b) => a - b);
  const each = cheap(last) ? mean(last) : (last[Math.floor(last.length / 2)] ?? Number.NaN);
  return {
    rows,
    frames,
    cpuSeconds: fails || !(longest > 0 && each >= 0) ? null : (each * duration) / longest,
    triedSteps: ends.length - 1,
    memoryBytes: process.memoryUsage().rss + COPIES * results,
    diskBytes: results,
  };
}

/** [s] steps shorter than this are below what the clock of the processor tells apart: their mean counts, not their median */
const TICK = 1e-3;

function cheap(costs: readonly number[]): boolean {
  return costs.length === 0 || mean(costs) < TICK;
}

function mean(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
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
