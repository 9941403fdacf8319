/** What is the same everywhere: gravity. */
import * as z from 'zod';
import { environmentDefaults } from './defaults.ts';
import { expecting, object, quantity, type Vec3, vector } from './kit.ts';

export interface Environment {
  /** [m/s^2] world axes */
  readonly gravity: Vec3;
}

const downwards = quantity('acceleration', 'not-negative').transform((g): Vec3 => [0, 0, -g]);

export const environmentSchema: z.ZodType<Environment> = object(
  {
    gravity: z
      .union(
        [downwards, vector('acceleration')],
        expecting('a downward acceleration of at least 0 m/s^2 such as "9.81 m/s^2", or a list of 3'),
      )
      .prefault(environmentDefaults.gravity)
      .describe('Acceleration of gravity [m/s^2]: one number for downwards (along -z), or a vector in world axes.'),
  },
  'a map with the key gravity',
);
