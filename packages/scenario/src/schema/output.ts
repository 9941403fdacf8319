/** What is recorded. */
import * as z from 'zod';
import { outputDefaults } from './defaults.ts';
import { choice, expecting, flag, object, quantity, text } from './kit.ts';

export const outputFormats = ['csv', 'hdf5', 'xlsx', 'vtp'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export interface Output {
  /** [Hz] */
  readonly rate: number;
  readonly channels: readonly string[];
  /** [Hz] */
  readonly 'animation rate': number;
  readonly touches: boolean;
  readonly formats: readonly OutputFormat[];
}

export const outputSchema: z.ZodType<Output> = object(
  {
    rate: quantity('frequency', 'positive')
      .prefault(outputDefaults.rate)
      .describe('Samples per second of simulated time [Hz].'),
    channels: z
      .array(
        text('a channel such as "bar.position" or "joint.*"'),
        expecting('a list of channels such as ["*.position", "joint.*"]'),
      )
      .prefault([...outputDefaults.channels])
      .describe(
        'Names of channels; `*` stands for any text, `?` for any one character. `hawser channels FILE` lists what there is.',
      ),
    'animation rate': quantity('frequency', 'positive')
      .prefault(outputDefaults['animation rate'])
      .describe('Frames per second of simulated time in the animation [Hz].'),
    touches: flag()
      .prefault(outputDefaults.touches)
      .describe(
        'Record with every frame of the animation where bodies touch: points, forces, outlines of areas (touches.stream).',
      ),
    formats: z
      .array(choice(outputFormats), expecting('a list of formats'))
      .prefault([])
      .describe('Files written besides Parquet, glTF and the report.'),
  },
  'a map of output settings',
);
