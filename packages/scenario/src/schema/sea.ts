/** Waves and wind. Directions are those of travel: 0 along x, 90 deg along y. */
import * as z from 'zod';
import {
  choice,
  customIssue,
  exactlyOne,
  expecting,
  named,
  numberBetween,
  object,
  quantity,
  text,
  type Vec3,
  vector,
  wholeNumber,
} from './kit.ts';

export interface Sea {
  readonly waves: readonly Wave[];
  readonly ramp: number;
  readonly stretching: 'wheeler' | 'vertical' | 'none';
  readonly gauges: Readonly<Record<string, Vec3>>;
  readonly shelters: readonly Shelter[];
}

export interface Shelter {
  readonly behind: string;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly factor: number;
  readonly edge: number;
}

export interface Wave {
  readonly regular?: {
    readonly height: number;
    readonly period: number;
    readonly direction: number;
    readonly phase: number;
  };
  readonly jonswap?: SeaState & { readonly gamma?: number };
  readonly bretschneider?: SeaState;
  readonly 'pierson-moskowitz'?: Irregular & { readonly wind: number };
  readonly spectrum?: Irregular & { readonly table: string | readonly (readonly [number, number])[] };
}

export interface Irregular {
  readonly direction: number;
  readonly spreading?: number;
  readonly directions?: number;
  readonly components?: number;
  readonly seed?: number;
  readonly amplitudes: 'fixed' | 'random';
}

export interface SeaState extends Irregular {
  readonly height: number;
  readonly period: number;
}

export interface Wind {
  readonly speed: number;
  readonly direction: number;
  readonly exponent: number;
  readonly density: number;
}

const direction = quantity('angle')
  .prefault(0)
  .describe('Direction of travel [rad]: 0 along x, 90 deg along y. With spreading, the main one.');

const irregular = {
  direction,
  spreading: numberBetween(0.5, 500)
    .optional()
    .describe(
      's of the spreading cos^2s of half the angle: 5 to 15 in a wind sea, 25 to 75 in swell. One direction if left out.',
    ),
  directions: wholeNumber(2, 90).optional().describe('Number of directions when waves spread; 7 if left out.'),
  components: wholeNumber(1, 20_000)
    .optional()
    .describe('Number of waves that make up the sea; 80, or 140 when they spread, if left out.'),
  seed: wholeNumber(0, 2_147_483_647).optional().describe('Seed of the phases; that of the run if left out.'),
  amplitudes: choice(['fixed', 'random'])
    .prefault('fixed')
    .describe('fixed: as the spectrum has them; random: drawn about them, as in a record of finite length.'),
};

const state = {
  height: quantity('length', 'positive').describe('Significant wave height Hs [m].'),
  period: quantity('time', 'positive').describe('Peak period Tp [s].'),
  ...irregular,
};

const wave: z.ZodType<Wave> = object(
  {
    regular: object(
      {
        height: quantity('length', 'not-negative').describe('Crest to trough [m].'),
        period: quantity('time', 'positive').describe('Period [s].'),
        direction,
        phase: quantity('angle').prefault(0).describe('Phase [rad]; 0: a crest at the origin at t = 0.'),
      },
      'a map with height and period',
    )
      .optional()
      .describe('One regular wave.'),
    jonswap: object(
      {
        ...state,
        gamma: numberBetween(1, 20)
          .optional()
          .describe('Peak enhancement; from height and period (DNV-RP-C205) if left out.'),
      },
      'a map with height and period',
    )
      .optional()
      .describe('A JONSWAP sea.'),
    bretschneider: object(state, 'a map with height and period')
      .optional()
      .describe('A Bretschneider sea (two-parameter Pierson-Moskowitz).'),
    'pierson-moskowitz': object(
      { wind: quantity('speed', 'positive').describe('Wind at 19.5 m [m/s].'), ...irregular },
      'a map with wind',
    )
      .optional()
      .describe('The fully risen sea of a wind.'),
    spectrum: object(
      {
        table: z
          .union(
            [z.string(), z.array(z.tuple([quantity('angular speed', 'positive'), z.number()])).min(2)],
            expecting('a table file, or a list of at least 2 rows [frequency in rad/s, density in m^2 s]'),
          )
          .describe(
            'Spectral density [m^2 s/rad] by frequency [rad/s]: rows, or a file whose first two columns these are. Linear between rows, nothing outside.',
          ),
        ...irregular,
      },
      'a map with a table',
    )
      .optional()
      .describe('A spectrum of your own.'),
  },
  'a map with one of regular, jonswap, bretschneider, pierson-moskowitz, spectrum',
).superRefine(exactlyOne(['regular', 'jonswap', 'bretschneider', 'pierson-moskowitz', 'spectrum'], 'a wave'));

const corner = z.tuple([quantity('length'), quantity('length')], expecting('a list of 2 such as [10 m, 2 m]'));

const shelter: z.ZodType<Shelter> = object(
  {
    behind: text('the name of a body').describe('Body that makes the lee.'),
    from: corner.describe('A corner of the rectangle, x and y in the frame of that body [m].'),
    to: corner.describe('The opposite corner, both numbers larger [m].'),
    factor: numberBetween(0, 1).describe(
      'Height of waves inside over that outside: 0.5 to 0.8 for waves shorter than twice the beam.',
    ),
    edge: quantity('length', 'positive').prefault(2).describe('Width over which it comes in [m].'),
  },
  'a map with behind, from, to and factor',
);

export const seaSchema: z.ZodType<Sea> = object(
  {
    waves: z
      .array(wave, expecting('a list of waves such as [{ regular: { height: 1 m, period: 10 s } }]'))
      .describe('Waves, added to each other: wind sea and swell, for one.'),
    ramp: quantity('time', 'not-negative')
      .prefault(0)
      .describe('Waves grow to their height within this time [s]; 0: they have it from the start.'),
    stretching: choice(['wheeler', 'vertical', 'none'])
      .prefault('wheeler')
      .describe(
        'Linear waves near the surface: wheeler stretches their motion to the surface; vertical takes the values of the still level above it; none computes loads up to the still level only.',
      ),
    gauges: named(vector('length'), 'points')
      .prefault({})
      .describe(
        'Named points in the world [m] where the water is recorded: `sea.NAME.elevation`, `.velocity`, `.acceleration`, `.pressure` (of still water and waves together, above that of the air; 0 above the surface).',
      ),
    shelters: z
      .array(shelter, expecting('a list of shelters'))
      .prefault([])
      .describe(
        'Lees: rectangles that move with a body, inside which waves are lower by a given factor. A factor, not diffraction; the body itself does not feel it.',
      ),
  },
  'a map with waves',
);

export const windSchema: z.ZodType<Wind> = object(
  {
    speed: quantity('speed', 'not-negative').describe('Mean wind at 10 m [m/s].'),
    direction: quantity('angle').prefault(0).describe('Direction the wind blows to [rad]: 0 along x, 90 deg along y.'),
    exponent: numberBetween(0, 1)
      .prefault(0.11)
      .describe(
        'Of the profile: speed at height z is that at 10 m times (z/10 m)^exponent. 0: the same at all heights.',
      ),
    density: quantity('density', 'positive').prefault(1.225).describe('Density of air [kg/m^3].'),
  },
  'a map with speed and direction',
);

/** A profile of the current goes down from the surface. */
export function increasingDepths(points: readonly { readonly depth: number }[], context: z.RefinementCtx): void {
  for (let i = 1; i < points.length; i++) {
    if (points[i].depth > points[i - 1].depth) continue;
    context.addIssue({
      ...customIssue(points, {
        expected: 'depths that increase from the surface down',
        found: `${points[i].depth} m after ${points[i - 1].depth} m`,
      }),
      path: [i, 'depth'],
    });
  }
}
