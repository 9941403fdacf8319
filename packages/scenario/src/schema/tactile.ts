/** Tactile sensors: a face of a body whose pressures are channels. */
import * as z from 'zod';
import { expecting, object, quantity, text, type Vec3, vector, wholeNumber } from './kit.ts';

export interface Tactile {
  readonly body: string;
  readonly at: Vec3;
  readonly normal: Vec3;
  readonly x?: Vec3;
  readonly size: readonly [number, number];
  readonly taxels: readonly [number, number];
}

const side = quantity('length', 'positive');

export const tactileSchema: z.ZodType<Tactile> = object(
  {
    body: text('the name of a body').describe('The body whose face it is.'),
    at: vector('length').describe('Middle of the face in the frame of the body [m].'),
    normal: vector('number').describe('Direction out of the body.'),
    x: vector('number').optional().describe('Direction of the columns, across the normal; any if left out.'),
    size: z
      .tuple([side, side], expecting('2 lengths above 0 m such as [20 mm, 20 mm]'))
      .describe('Width along x and height along y, which is normal x x [m].'),
    taxels: z
      .tuple([wholeNumber(1, 64), wholeNumber(1, 64)], expecting('2 whole numbers from 1 to 64 such as [8, 8]'))
      .describe('Columns and rows.'),
  },
  'a map with body, at, normal, size and taxels',
);
