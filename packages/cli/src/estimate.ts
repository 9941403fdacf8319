/**
 * Estimate of what a run will take, made before it starts. Rows and frames are counted. Processor time comes from a short trial of the built model:
 * the median cost of a step in the last third of the trial, times the number of steps in the run. Two numbers of steps give a range: with every step as
 * long as the longest of the trial (the least the run can cost), and with steps of the mean length of that third (its cost if it continues as it began).
 * The first steps are left out because the program is still being compiled then. Contacts that come later may cost more than either.
 */
import { type PreparedRun, recordedSizes } from '@hawser/scenario';
import { cpuSeconds } from './clock.ts';

export interface RunEstimate {
  readonly rows: number;
  readonly frames: number;
  /** processor time of the stepping [s] if all steps are as long as the longest tried; null: the first step fails or the steps tried are none */
  readonly cpuSeconds: number | null;
  /** [s] the same if steps go on as they began; null as that */
  readonly cpuSecondsAtMost: number | null;
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
  const steps: number[] = [];
  let fails = false;
  while (ends.length <= MOST_STEPS && simulation.time < duration && ends[ends.length - 1] - begun < PATIENCE) {
    const before = simulation.time;
    fails = !simulation.step(duration).ok;
    if (fails) break;
    steps.push(simulation.time - before);
    ends.push(cpuSeconds());
  }
  const longest = Math.max(0, ...steps);
  const usual = mean(steps.slice(Math.floor((2 * steps.length) / 3)));
  // the last third: the others compile the program
  const costs = ends.slice(1).map((end, i) => end - ends[i]);
  const last = costs.slice(Math.floor((2 * costs.length) / 3)).sort((a, b) => a - b);
  const each = cheap(last) ? mean(last) : (last[Math.floor(last.length / 2)] ?? Number.NaN);
  // what compiling has cost, once
  const warmUp = Math.max(0, ends[ends.length - 1] - begun - costs.length * each);
  const known = !fails && longest > 0 && each >= 0;
  return {
    rows,
    frames,
    cpuSeconds: known ? warmUp + (each * duration) / longest : null,
    cpuSecondsAtMost: known ? warmUp + (each * duration) / usual : null,
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

/** Ends of a range nearer to each other than this are one number; further apart than that, the upper one says nothing: it begins with an impact. */
const CLEARLY = 1.3;
const FAR = 30;

/** As a sentence. */
export function describeEstimate(estimate: RunEstimate, duration: number): string {
  const { cpuSeconds: cpu, cpuSecondsAtMost: most, triedSteps, memoryBytes, diskBytes, rows } = estimate;
  const known = cpu !== null && most !== null;
  const upper = !known ? '' : most > FAR * cpu ? ' or more' : ` to ${time(most)}`;
  const range = !known ? '' : most > CLEARLY * cpu ? `${time(cpu)}${upper}` : `about ${time(most)}`;
  const cost = range === '' ? 'no estimate of its time (the first step fails)' : `${range} of processor time`;
  const judged =
    range === '' ? '' : `, judging by its first ${triedSteps} steps (what comes into contact later may cost more)`;
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
