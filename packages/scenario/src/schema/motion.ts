/** Given motion of a body: functions of time, a recorded series, or the waves through transfer functions. */
import * as z from 'zod';
import { type FunctionOfTime, functionOfTime } from './function.ts';
import { choice, expecting, flag, object, quantity, text, type Vec3, vector } from './kit.ts';

export interface Motion {
  readonly x?: FunctionOfTime;
  readonly y?: FunctionOfTime;
  readonly z?: FunctionOfTime;
  readonly roll?: FunctionOfTime;
  readonly pitch?: FunctionOfTime;
  readonly yaw?: FunctionOfTime;
  readonly series?: Series;
  readonly rao?: Rao;
  /** led by a program between steps */
  readonly outside?: boolean;
}

export interface Series {
  readonly table: string;
  readonly knots: number;
}

export interface Rao {
  readonly table: string;
  readonly speed: number;
  readonly heading: number;
  readonly at: Vec3;
  readonly phases: 'lag' | 'lead';
  readonly check: boolean;
}

const series: z.ZodType<Series> = object(
  {
    table: text('a file name').describe(
      'CSV file with a column time and any of x, y, z, roll, pitch, yaw; units in brackets in the header.',
    ),
    knots: quantity('time', 'positive')
      .prefault(0.8)
      .describe('Spacing of the knots of the smoothing spline [s]: a sixth of the shortest period that matters.'),
  },
  'a map with a table',
);

const rao: z.ZodType<Rao> = object(
  {
    table: text('a file name').describe(
      'CSV file with columns frequency [rad/s] or period [s], heading, and "surge amplitude", "surge phase" and so on for sway, heave, roll, pitch, yaw; every heading with the same frequencies. Headings are those of wave travel seen from the bow: 0 from astern, 180 deg from ahead, towards port.',
    ),
    speed: quantity('speed')
      .prefault(0)
      .describe('Mean speed ahead [m/s]; waves are met at the frequency of encounter.'),
    heading: quantity('angle')
      .prefault(0)
      .describe('Mean direction of the bow [rad], from x towards y. `rotation` of the body must hold it already.'),
    at: vector('length')
      .prefault([0, 0, 0])
      .describe(
        'Point the table is given at [m], body frame: usually midships in the waterline, or the centre of mass.',
      ),
    phases: choice(['lag', 'lead'])
      .prefault('lag')
      .describe('Phases as lags behind the wave crest at that point, or as leads before it.'),
    check: flag()
      .prefault(true)
      .describe(
        'Compare heave, pitch and roll at the lowest frequency with those of a body that follows long waves. false: for a body that does not.',
      ),
  },
  'a map with a table',
);

const MOTION = 'a map of x, y, z, roll, pitch, yaw to functions of time, or with series or rao; or the word outside';

const given: z.ZodType<Motion> = object(
  {
    x: functionOfTime('length').optional().describe('Displacement along world x [m].'),
    y: functionOfTime('length').optional().describe('Displacement along world y [m].'),
    z: functionOfTime('length').optional().describe('Displacement along world z [m].'),
    roll: functionOfTime('angle').optional().describe('Angle about world x, applied first [rad].'),
    pitch: functionOfTime('angle').optional().describe('Angle about world y, applied second [rad].'),
    yaw: functionOfTime('angle').optional().describe('Angle about world z, applied last [rad].'),
    series: series.optional().describe('A recorded motion, smoothed so that rounded values do not shake the ship.'),
    rao: rao
      .optional()
      .describe('Motion in the waves of `environment.sea` by transfer functions, added to the others.'),
  },
  MOTION,
);

const led = z.literal('outside').transform((): Motion => ({ outside: true }));

export const motionSchema: z.ZodType<Motion> = z.union([led, given], expecting(MOTION));
