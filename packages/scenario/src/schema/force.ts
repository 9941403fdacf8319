/** Forces that are no joints and no contacts: springs between two points, loads on a body. */
import * as z from 'zod';
import { loadDefaults, springDefaults } from './defaults.ts';
import { type FunctionOfTime, functionOfTime } from './function.ts';
import { type BodyPoint, between, bodyPoint } from './joint.ts';
import { choice, expecting, flag, numberBetween, object, quantity, text, typed } from './kit.ts';
import { colour } from './shape.ts';

export interface Gas {
  /** [N] */
  readonly tension: number;
  /** [m] */
  readonly column: number;
  readonly exponent: number;
  /** [m] */
  readonly stroke: number;
}

export interface Spring {
  readonly type: 'spring';
  readonly between: readonly [string, string];
  readonly points: readonly [BodyPoint, BodyPoint];
  /** [N/m] */
  readonly stiffness: number;
  /** [N s/m] */
  readonly damping: number;
  /** [m] */
  readonly length?: number;
  readonly 'tension only': boolean;
  readonly hooked: boolean;
  readonly gas?: Gas;
  readonly diameter?: number;
  readonly colour: string;
}

type Triple = readonly [FunctionOfTime, FunctionOfTime, FunctionOfTime];

export interface Load {
  readonly type: 'load';
  readonly body: string;
  readonly at?: BodyPoint;
  readonly axes: 'world' | 'body';
  /** [N] */
  readonly force?: Triple;
  /** [N m] */
  readonly torque?: Triple;
}

export type Force = Spring | Load;

export const forceTypes = ['spring', 'load'] as const;

function triple(kind: 'force' | 'torque') {
  const f = functionOfTime(kind);
  return z.tuple(
    [f, f, f],
    expecting(`a list of 3 functions of time, such as [0, 0, ${kind === 'force' ? '5 kN' : '3 kN m'}]`),
  );
}

const gas = object(
  {
    tension: quantity('force', 'positive').describe('Pull in the middle of its stroke, where it has `length` [N].'),
    column: quantity('length', 'positive').describe(
      'Volume of the gas there over the area of the piston [m]: the longer, the softer.',
    ),
    exponent: numberBetween(1, 2)
      .prefault(1.3)
      .describe('Polytropic exponent: 1 for slow changes, up to 1.4 for quick ones.'),
    stroke: quantity('length', 'positive').describe('Of the rod, half of it either way [m].'),
  },
  'a map with tension, column and stroke',
);

const spring = object({
  type: z.literal('spring'),
  between: between().describe('The two bodies.'),
  points: z
    .tuple([bodyPoint(), bodyPoint()], expecting('two points'))
    .describe('The two ends, each in its body frame [m] or by name.'),
  stiffness: quantity('stiffness', 'not-negative').describe('Stiffness [N/m].'),
  damping: quantity('damping', 'not-negative')
    .prefault(springDefaults.damping)
    .describe('Damping along the spring [N s/m].'),
  length: quantity('length', 'not-negative')
    .optional()
    .describe('Length at which it is relaxed [m]; that at t = 0 if left out.'),
  'tension only': flag()
    .prefault(springDefaults['tension only'])
    .describe('true: pulls but never pushes, like a rope.'),
  hooked: flag()
    .prefault(springDefaults.hooked)
    .describe('false: not hooked on at the start; the director hooks it on and off.'),
  gas: gas
    .optional()
    .describe(
      'A passive heave compensator: a cylinder whose rod is drawn out against an accumulator. Its pull is tension (column/(column - x))^exponent, x drawn out beyond `length`; stiffness is that of the stops at both ends of its stroke.',
    ),
  diameter: quantity('length', 'positive')
    .optional()
    .describe('Drawn as a line this thick [m]; not drawn if left out. Does not affect the motion.'),
  colour: colour().prefault(springDefaults.colour).describe('Colour of that line.'),
}).describe('Spring and damper between two points.');

const load = object({
  type: z.literal('load'),
  body: text('the name of a body').describe('The body it acts on.'),
  at: bodyPoint().optional().describe('Where, in the body frame [m] or by name; the body origin if left out.'),
  axes: choice(['world', 'body'])
    .prefault(loadDefaults.axes)
    .describe('world: the directions stay; body: they turn with the body.'),
  force: triple('force').optional().describe('Force components against time [N].'),
  torque: triple('torque').optional().describe('Components of the torque as functions of time [N m].'),
}).describe('A force, a torque or both on one body.');

export const forceSchema: z.ZodType<Force> = z.discriminatedUnion(
  'type',
  [spring, load],
  typed(forceTypes, 'a map that describes a force, such as {type: load, body: bar, force: [0, 0, 5 kN]}'),
);
