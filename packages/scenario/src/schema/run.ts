/** Duration of a run, and seed of its random numbers. */
import type * as z from 'zod';
import { runDefaults } from './defaults.ts';
import { object, quantity, wholeNumber } from './kit.ts';

export interface Run {
  /** [s] */
  readonly duration: number;
  readonly seed: number;
}

export const runSchema: z.ZodType<Run> = object(
  {
    duration: quantity('time', 'positive').prefault(runDefaults.duration).describe('Simulated time [s].'),
    seed: wholeNumber(0, 2 ** 31 - 1)
      .prefault(runDefaults.seed)
      .describe('Seed of everything random; the same seed gives the same run.'),
  },
  'a map with duration and seed',
);
