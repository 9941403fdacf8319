/** Functions of time: a constant, a formula, a table, or a sum of them. */
import * as z from 'zod';
import { expectedQuantity, type Quantity, quantities } from '../units.ts';
import { choice, exactlyOne, expecting, object, quantity, text } from './kit.ts';

/** Values in SI. A number is a constant. */
export type FunctionOfTime = number | FunctionForm;

export interface FunctionForm {
  readonly sine?: {
    readonly amplitude: number;
    /** [s] */
    readonly period?: number;
    /** [Hz] */
    readonly frequency?: number;
    /** [rad] */
    readonly phase: number;
    readonly mean: number;
    /** [s] */
    readonly 'build up': number;
  };
  readonly ramp?: {
    readonly from: number;
    readonly to: number;
    /** [s] */
    readonly start: number;
    /** [s] */
    readonly duration: number;
  };
  /** [s], value; or the name of a CSV file */
  readonly table?: string | readonly (readonly [number, number])[];
  readonly column?: string;
  readonly time?: string;
  readonly unit?: string;
  readonly interpolation?: 'linear' | 'spline' | 'smooth';
  /** [s] */
  readonly knots?: number;
  /** SI: c0 + c1 t + c2 t^2 ... */
  readonly polynomial?: readonly number[];
  readonly sum?: readonly FunctionOfTime[];
}

const cache = new Map<Quantity, z.ZodType<FunctionOfTime>>();

/** The schema of a function whose values are of the given kind; one object a kind, so that sums can refer to it. */
export function functionOfTime(kind: Quantity): z.ZodType<FunctionOfTime> {
  const known = cache.get(kind);
  if (known !== undefined) return known;
  const made = makeFunction(kind);
  cache.set(kind, made);
  return made;
}

export const functionKinds = ['sine', 'ramp', 'table', 'polynomial', 'sum'] as const;

function makeFunction(kind: Quantity): z.ZodType<FunctionOfTime> {
  const { unit } = quantities[kind];
  const value = quantity(kind);
  const sine = object({
    amplitude: value.describe(`Half of the stroke [${unit}].`),
    period: quantity('time', 'positive').optional().describe('Time of one cycle [s]; or give frequency.'),
    frequency: quantity('frequency', 'positive').optional().describe('Cycles per second [Hz]; or give period.'),
    phase: quantity('angle').prefault(0).describe('Angle at t = 0 [rad].'),
    mean: value.prefault(0).describe(`Value it swings about [${unit}].`),
    'build up': quantity('time', 'not-negative')
      .prefault(0)
      .describe(
        'The amplitude grows smoothly from zero at t = 0 to its full size at this time [s]; 0: full size from the start.',
      ),
  }).superRefine(exactlyOne(['period', 'frequency'], 'a sine'));
  const ramp = object({
    from: value.prefault(0).describe(`Value before the start [${unit}].`),
    to: value.describe(`Value after the end [${unit}].`),
    start: quantity('time').prefault(0).describe('When it begins to change [s].'),
    duration: quantity('time', 'positive').describe('How long it changes [s]; smooth at both ends.'),
  });
  const row = z.tuple(
    [quantity('time'), value],
    expecting(`a row [time, value], such as [1 s, ${quantities[kind].example}]`),
  );
  const rows = z.array(row).min(2, expecting('a table of at least 2 rows'));
  const form = object({
    sine: sine
      .optional()
      .describe('mean + amplitude sin(2 pi t / period + phase); with build up it begins at rest, at its mean.'),
    ramp: ramp.optional().describe('A smooth change from one value to another, with continuous acceleration.'),
    table: z
      .union([text('a file name'), rows], expecting('rows [[t, value], ...] or the name of a CSV file'))
      .optional()
      .describe('Values at given times: rows [[t, value], ...] or the name of a CSV file; held constant outside.'),
    column: text('the title of a column')
      .optional()
      .describe('Column of the file that holds the values; the second if left out.'),
    time: text('the title of a column')
      .optional()
      .describe('Column of the file that holds the times [s]; the first if left out.'),
    unit: text('a unit')
      .optional()
      .describe(`Unit of the values in the file; ${unit === '' ? 'none' : unit} if left out.`),
    interpolation: choice(['linear', 'spline', 'smooth'])
      .optional()
      .describe(
        'Between the rows of a table: straight lines (not for motions and drivers: their speed would jump), a cubic spline through them (default), or a smooth one that does not follow their rounding.',
      ),
    knots: quantity('time', 'positive')
      .optional()
      .describe('Distance of the knots of a smooth table [s]; 0.8 s if left out.'),
    polynomial: z
      .array(z.number(expecting('a number in SI units')), expecting('a list of coefficients'))
      .min(1, expecting('a list of coefficients'))
      .optional()
      .describe('Coefficients c0, c1, c2, ... of c0 + c1 t + c2 t^2 + ... in SI units.'),
    get sum(): z.ZodOptional<z.ZodArray<z.ZodType<FunctionOfTime>>> {
      return z
        .array(functionOfTime(kind), expecting('a list of functions'))
        .optional()
        .describe('Functions that are added.');
    },
  }).superRefine(exactlyOne(functionKinds, 'a function of time'));
  return z
    .union([value, form], expecting(`${expectedQuantity(kind)}, or a function of time (${functionKinds.join(', ')})`))
    .meta({ id: `${kind.replaceAll(' ', '-')}-function`, title: `${kind} against time` });
}
