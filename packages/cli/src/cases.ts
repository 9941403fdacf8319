/**
 * Types of validation cases and benchmark scenes. The cases are in validation/ and benchmarks/scenarios/ of the repository and import these
 * types only; the program passes them a context, so that their scenarios take exactly the path of a user's file.
 */
import type { Simulation } from '@hawser/engine';
import type { Recording } from '@hawser/record';

/** One number compared with its reference, as printed by `hawser validate --json`. */
export interface ValidationRow {
  readonly id: string;
  readonly quantity: string;
  readonly unit: string;
  readonly expected: number;
  readonly measured: number;
  /** largest |measured - expected| that passes, in `unit` */
  readonly tolerance: number;
  readonly pass: boolean;
  readonly source: string;
}

export interface ValidationCase {
  /** the folder's name, such as MB-01-pendulum */
  readonly id: string;
  readonly title: string;
  /** source of the reference */
  readonly source: string;
  /** true: takes more than a few seconds; run by `hawser validate`, not by the test suite */
  readonly slow?: boolean;
  run(context: CaseContext): Promise<readonly ValidationRow[]>;
}

/** One measurement of cost, as printed by `hawser bench --json`. */
export interface BenchRow {
  readonly name: string;
  /** [s] */
  readonly simulatedSeconds: number;
  /** [s] of processor time, stepping only */
  readonly cpuSeconds: number;
  /** simulated seconds per second of processor time: larger is better */
  readonly realTimeRatio: number;
  readonly details: Readonly<Record<string, number | string>>;
}

/** Variants of a scene: with half the step, in an irregular sea. */
export type BenchFlag = 'refine' | 'irregular';

export interface BenchCase {
  readonly name: string;
  readonly title: string;
  /** those it knows */
  readonly flags?: readonly BenchFlag[];
  run(context: CaseContext, flags: ReadonlySet<BenchFlag>): Promise<BenchRow>;
}

/** `path` as in --set, `value` as it would stand in the file. */
export type Overrides = Readonly<Record<string, unknown>>;

export interface CaseContext {
  /** A file in the case's folder, or the text of a scenario (anything with a line break in it). */
  runScenario(fileOrText: string, overrides?: Overrides): Promise<CaseRun>;
  /** The same, ready to be stepped by the case itself. */
  openScenario(fileOrText: string, overrides?: Overrides): Simulation;
  /** Columns of numbers by their heading, from a file in the case's folder. */
  readCsv(file: string): Readonly<Record<string, Float64Array>>;
  readJson(file: string): unknown;
  readText(file: string): string;
}

export interface CaseRun {
  /** complete, or the reason of an early end */
  readonly status: 'complete' | 'failed';
  readonly failure?: string;
  readonly recording: Recording;
  readonly warnings: readonly string[];
  /** [J] at the end */
  readonly energy: EnergyAtEnd;
  readonly steps: number;
  readonly rejected: number;
  readonly iterations: number;
  /** [s] */
  readonly simulatedSeconds: number;
  /** [s] of processor time, stepping only */
  readonly cpuSeconds: number;
  /** 16 hexadecimal digits of the final state */
  readonly hash: string;
  /** last value of a column */
  final(column: string): number;
  /** a column at time t [s], interpolated linearly between rows */
  at(column: string, t: number): number;
}

export interface EnergyAtEnd {
  readonly kinetic: number;
  readonly potential: number;
  readonly elastic: number;
  readonly dissipated: number;
  readonly work: number;
  readonly initial: number;
  readonly imbalance: number;
}
