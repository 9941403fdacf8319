/** Events at given times: ends of cables are released, or caught. */
import { cableEnd, type CableEnd } from './cable.ts';
import { choice, object, quantity, text } from './kit.ts';
import type * as z from 'zod';

export interface Release {
  readonly cable: string;
  readonly end: 'from' | 'to';
}

export interface Catch extends Release, CableEnd {
  /** [m] */
  readonly reach?: number;
  /** [s] */
  readonly within: number;
}

export interface Event {
  /** [s] */
  readonly at: number;
  readonly detach?: Release;
  readonly attach?: Catch;
}

const which = {
  cable: text('the name of a cable').describe('Name of the cable.'),
  end: choice(['from', 'to']).describe('Which of its ends.'),
};

export const eventSchema: z.ZodType<Event> = object(
  {
    at: quantity('time', 'not-negative').describe('When [s].'),
    detach: object(which, 'a map with cable and end')
      .optional()
      .describe('Lets an end of a cable go; either this or attach.'),
    attach: object(
      {
        ...which,
        ...cableEnd,
        reach: quantity('length', 'positive')
          .optional()
          .describe('Largest distance at which it can be caught [m]; the length of its end element if left out.'),
        within: quantity('time', 'positive')
          .prefault(1)
          .describe('Time in which an end away from the point is drawn in [s].'),
      },
      'a map with cable, end and body',
    )
      .optional()
      .describe('Holds a free end at a point of a body from then on.'),
  },
  'a map with at, and detach or attach',
);
