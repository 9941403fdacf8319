/** Anchors that are hauled home and judged: stowed pose and tolerances. */
import type * as z from 'zod';
import { direction, object, quantity, text, type Vec3, vector } from './kit.ts';

export interface Stowing {
  readonly hull: string;
  readonly winch: string;
  /** [m] */
  readonly depth?: number;
  /** [rad] */
  readonly flukes?: number;
  readonly tilt?: number;
  readonly tolerance: {
    readonly depth: number;
    readonly roll: number;
    readonly tilt: number;
    readonly flukes: number;
  };
  /** [s] */
  readonly hold: number;
  readonly stable: number;
  readonly pipe?: { readonly at: Vec3; readonly axis: Vec3; readonly across: Vec3 };
}

export const stowingSchema: z.ZodType<Stowing> = object(
  {
    hull: text('the name of a body').describe('The body with the hawse pipe.'),
    winch: text('the name of a winch').describe('The windlass that hauls the chain of the anchor.'),
    depth: quantity('length')
      .optional()
      .describe(
        'Where the shackle is when the anchor is stowed: from the shell, along the axis of the pipe, inboard [m]. Left out, as far as hull and anchor let it come: found from their shapes, the pull and the weights by statics without friction, and with it `tilt` and `flukes`.',
      ),
    flukes: quantity('angle', 'not-negative')
      .optional()
      .describe(
        'Angle of the flukes when it is stowed, to either side [rad]; beside a `depth` their stop if left out.',
      ),
    tilt: quantity('angle', 'not-negative')
      .optional()
      .describe(
        'Angle of the shank, pin to shackle, against the axis of the pipe when it is stowed [rad]; beside a `depth` 0 if left out.',
      ),
    tolerance: object(
      {
        depth: quantity('length', 'positive').prefault('30 mm').describe('Of the depth [m].'),
        roll: quantity('angle', 'positive').prefault('3 deg').describe('Of the turn about the pipe [rad].'),
        tilt: quantity('angle', 'positive')
          .prefault('10 deg')
          .describe('Of the tilt [rad]. A shank has play in its pipe: allow what the bore leaves it.'),
        flukes: quantity('angle', 'positive').prefault('3 deg').describe('Of the angle of the flukes [rad].'),
      },
      'a map with depth, roll, tilt and flukes',
    )
      .prefault({})
      .describe('How nearly it must come there to be seated.'),
    hold: quantity('time', 'positive')
      .prefault('3 s')
      .describe('How long it must have been at rest, the windlass stalled, before it is judged [s].'),
    stable: quantity('time', 'not-negative')
      .prefault(0)
      .describe('How long it must then stay within 20 mm of its seat, the windlass braked [s]; 0: not asked for.'),
    pipe: object(
      {
        at: vector('length').describe('Where its axis meets the shell, frame of the hull [m].'),
        axis: direction().describe('Its direction, inboard, frame of the hull.'),
        across: direction()
          .prefault([1, 0, 0])
          .describe('Direction of the pin of the flukes when the anchor is stowed, frame of the hull.'),
      },
      'a map with at, axis and across',
    )
      .optional()
      .describe('The hawse pipe, where the hull is no `solid: { bow }`, which says so itself.'),
  },
  'a map with hull and winch',
);
