/** The script of an operation. */
import * as z from 'zod';
import { cableEnd, type CableEnd } from './cable.ts';
import { handOrder, type HandOrders, type WinchOrders, winchOrder, type Written, written } from './gear.ts';
import { type BodyPoint, bodyPoint } from './joint.ts';
import {
  choice,
  expecting,
  flag,
  numberBetween,
  object,
  quantity,
  text,
  type Vec3,
  vector,
  wholeNumber,
} from './kit.ts';

export interface Condition {
  readonly channel: string;
  readonly above?: Written;
  readonly below?: Written;
}

export interface ScriptStep extends WinchOrders, HandOrders {
  readonly phase?: string;
  readonly steps?: readonly ScriptStep[];
  readonly together?: readonly ScriptStep[];
  readonly choose?: readonly Branch[];
  readonly repeat?: number;
  readonly until?: Condition | readonly Condition[];
  readonly wait?: number;
  readonly at?: number;
  readonly 'wait until'?: Condition | readonly Condition[];
  readonly for?: number;
  readonly within?: number;
  readonly winch?: string;
  readonly speed?: number;
  readonly crane?: string;
  readonly pose?: Readonly<Record<string, Written>>;
  readonly tip?: Vec3;
  readonly telescope?: number;
  readonly follow?: { readonly body: string; readonly point?: BodyPoint; readonly offset: Vec3 };
  readonly stop?: true;
  readonly compensate?: string;
  readonly 'walk to'?: Vec3;
  readonly sea?: { readonly waves?: number; readonly current?: number; readonly wind?: number };
  readonly hand?: string;
  readonly attach?: CableEnd & {
    readonly cable: string;
    readonly end: 'from' | 'to';
    readonly reach?: number;
    readonly within: number;
  };
  readonly detach?: { readonly cable: string; readonly end: 'from' | 'to' };
  readonly hook?: string | readonly string[];
  readonly reach?: number;
  readonly unhook?: string | readonly string[];
  readonly set?: string;
  readonly to?: Written;
  readonly over?: number;
  readonly 'go on'?: boolean;
}

/** Steps with conditions. */
export interface Branch {
  readonly when?: Condition | readonly Condition[];
  readonly steps: readonly ScriptStep[];
}

export interface Limit {
  readonly name?: string;
  readonly channel: string;
  readonly above?: Written;
  readonly below?: Written;
  readonly during?: string;
}

const condition = object(
  {
    channel: text('the name of a channel').describe('Any channel of the model; a component by .x, .y or .z.'),
    above: written('a number with the unit of the channel')
      .optional()
      .describe('True while the channel is above this.'),
    below: written('a number with the unit of the channel')
      .optional()
      .describe('True while the channel is below this.'),
  },
  'a map with channel, and above, below or both',
);

const conditions = z.union(
  [condition, z.array(condition)],
  expecting('a condition, or a list of them that must all be true'),
);

const which = {
  cable: text('the name of a cable').describe('Name of the cable.'),
  end: choice(['from', 'to']).describe('Which of its ends.'),
};

const springs = z.union(
  [text('the name of a spring'), z.array(text('the name of a spring')).min(1)],
  expecting('the name of a spring, or a list of them'),
);

/** Keys of which a step has exactly one. */
export const STEP_KEYS = [
  'phase',
  'steps',
  'together',
  'choose',
  'repeat',
  'wait',
  'at',
  'wait until',
  'winch',
  'crane',
  'hand',
  'attach',
  'detach',
  'hook',
  'unhook',
  'set',
  'sea',
] as const;

const fields = {
  phase: text().optional().describe('Names a part of the operation; its steps are done one after the other.'),
  wait: quantity('time', 'not-negative').optional().describe('Lets this time pass [s].'),
  at: quantity('time', 'not-negative').optional().describe('Waits for this time of the run [s].'),
  repeat: wholeNumber(1, 1_000_000)
    .optional()
    .describe('Does `steps` so many times, or until a condition holds after a round.'),
  until: conditions.optional().describe('With repeat: no further round once this holds.'),
  'wait until': conditions
    .optional()
    .describe('Waits for a condition, looked at whenever a step of the solver has ended.'),
  for: quantity('time', 'not-negative').optional().describe('With wait until: it must stay true this long [s].'),
  within: quantity('time', 'positive')
    .optional()
    .describe('Longest time to wait [s]; the run fails after it, with the reason. 600 s if left out.'),
  winch: text('the name of a winch')
    .optional()
    .describe('An order to a winch: with one of haul, pay out, length, ..., compensate.'),
  ...winchOrder,
  speed: quantity('speed', 'positive').optional().describe('With length: no faster than this [m/s].'),
  crane: text('the name of a crane').optional().describe('An order to a crane: with pose, tip, follow or stop.'),
  pose: z
    .record(z.string(), written('an angle or a length'), expecting('a map of axes to values'))
    .optional()
    .describe('Values of the axes that are to move [rad] or [m]; they arrive together.'),
  tip: vector('length').optional().describe('Where the tip is to go, in the frame of the base of the crane [m].'),
  telescope: quantity('length').optional().describe('With tip: telescope [m]; as it is if left out.'),
  follow: object(
    {
      body: text('the name of a body').describe('Body that is followed; `world` for a fixed point.'),
      point: bodyPoint().optional().describe('Point of it, in its frame [m] or by name; its origin if left out.'),
      offset: vector('length').prefault([0, 0, 0]).describe('From there to the tip, along the axes of the world [m].'),
    },
    'a map with body, and point or offset',
  )
    .optional()
    .describe('The tip goes to a point of a body and stays with it until the next order.'),
  stop: z.literal(true, expecting('true')).optional().describe('The crane comes to rest where it is.'),
  compensate: text('the name of a body, world or off')
    .optional()
    .describe(
      'Heave compensation: orders of speed and length are then relative to this body, or to the world; off ends it.',
    ),
  'walk to': vector('length')
    .optional()
    .describe(
      'A deckhand takes the line there, in the frame of the body he stands on [m], and waits until he is there.',
    ),
  sea: object(
    {
      waves: numberBetween(0, 10).optional().describe('Height of the waves.'),
      current: numberBetween(-10, 10).optional().describe('The current.'),
      wind: numberBetween(0, 10).optional().describe('The wind.'),
    },
    'a map with waves, current or wind',
  )
    .optional()
    .describe(
      'Changes waves, current and wind to these factors of what the environment gives, within the time `over` (60 s).',
    ),
  hand: text('the name of a deckhand')
    .optional()
    .describe('An order to a deckhand: with one of pull, hold, let go, ..., walk to.'),
  pull: handOrder.pull,
  'let go': handOrder['let go'],
  attach: object(
    {
      ...which,
      ...cableEnd,
      reach: quantity('length', 'positive').optional().describe('Largest distance at which it can be caught [m].'),
      within: quantity('time', 'positive').prefault(1).describe('Time in which it is drawn in [s].'),
    },
    'a map with cable, end and body',
  )
    .optional()
    .describe('Holds a free end of a cable at a point of a body from then on.'),
  detach: object(which, 'a map with cable and end').optional().describe('Lets an end of a cable go.'),
  hook: springs
    .optional()
    .describe('Hooks a spring on, a strop on a hook; several at once in a list, the legs of a sling.'),
  reach: quantity('length', 'not-negative')
    .optional()
    .describe('With hook: how far beyond its length it is caught [m].'),
  unhook: springs.optional().describe('Unhooks a spring, or several in a list, also under load.'),
  set: text('the name of a target').optional().describe('Leads a target, such as joint.slew.angle, with to.'),
  to: written('a number with the unit of the target').optional().describe('With set: where to.'),
  over: quantity('time', 'positive')
    .optional()
    .describe('With set and sea: the time it takes [s]; 1 s, 60 s for a sea.'),
  'go on': flag().optional().describe('true: the next step does not wait for this one.'),
};

export const stepSchema: z.ZodType<ScriptStep> = z
  .lazy(() =>
    object(
      {
        ...fields,
        steps: z.array(stepSchema, expecting('a list of steps')).optional().describe('Steps, one after the other.'),
        choose: z
          .array(
            object(
              {
                when: conditions
                  .optional()
                  .describe(
                    'A condition, or a list that must all be true, looked at when it is the turn of the choice; always if left out.',
                  ),
                steps: z.array(stepSchema, expecting('a list of steps')).describe('What is done then.'),
              },
              'a map with when and steps',
            ),
            expecting('a list of branches such as {when: {channel, above}, steps: [...]}'),
          )
          .min(1, expecting('at least one branch'))
          .optional()
          .describe('The first branch whose conditions hold is done; none if none do.'),
        together: z
          .array(stepSchema, expecting('a list of steps'))
          .optional()
          .describe('Steps begun at the same time.'),
      },
      'a step of the script, such as {wait: 5 s}',
    ),
  )
  .meta({ id: 'script-step', title: 'step of a script' });

export const limitSchema: z.ZodType<Limit> = object(
  {
    name: text().optional().describe('What it is called in the report.'),
    channel: condition.shape.channel,
    above: written('a number with the unit of the channel').optional().describe('It must stay above this.'),
    below: written('a number with the unit of the channel').optional().describe('It must stay below this.'),
    during: text('the name of a phase').optional().describe('Only in this phase; always if left out.'),
  },
  'a map with channel, and above, below or both',
);
