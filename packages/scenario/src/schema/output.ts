/** Recorded quantities. */
import * as z from 'zod';
import { outputDefaults } from './defaults.ts';
import { choice, expecting, flag, listOf, named, object, quantity, text } from './kit.ts';

/** Patterns of channels; each is compared with every channel there is. */
const MOST_PATTERNS = 2000;

export const outputFormats = ['csv', 'hdf5', 'xlsx', 'vtp'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export interface Output {
  /** [Hz] */
  readonly rate: number;
  readonly channels: readonly string[];
  /** [Hz] */
  readonly 'animation rate': number;
  readonly touches: boolean;
  /** other names for channels or components */
  readonly aliases: Readonly<Record<string, string>>;
  readonly formats: readonly OutputFormat[];
}

export const outputSchema: z.ZodType<Output> = object(
  {
    rate: quantity('frequency', 'positive')
      .prefault(outputDefaults.rate)
      .describe('Samples per second of simulated time [Hz].'),
    channels: listOf(
      text('a channel such as "bar.position" or "joint.*"'),
      MOST_PATTERNS,
      'a list of channels such as ["*.position", "joint.*"]',
    )
      .prefault([...outputDefaults.channels])
      .describe(
        'Names of channels; `*` stands for any text, `?` for any one character. `hawser channels FILE` lists all of them.',
      ),
    'animation rate': quantity('frequency', 'positive')
      .prefault(outputDefaults['animation rate'])
      .describe('Frames per second of simulated time in the animation [Hz].'),
    touches: flag()
      .prefault(outputDefaults.touches)
      .describe(
        'Record with every frame of the animation where bodies touch: points, forces, areas with their pressures or outlines (touches.stream).',
      ),
    aliases: named(text('a channel or a component such as "cable.hoist.end.tension" or "bar.position.x"'), 'aliases')
      .prefault({})
      .describe(
        'Further channels by names of your own, each to a channel of one number or to a component: { FairTen1: cable.line 1.end.tension }.',
      ),
    formats: z
      .array(choice(outputFormats), expecting('a list of formats'))
      .prefault([])
      .describe('Files written besides Parquet, glTF and the report.'),
  },
  'a map of output settings',
);
