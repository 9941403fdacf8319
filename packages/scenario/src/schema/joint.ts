/** Joints between two bodies, with drivers, springs, stops and friction. */
import * as z from 'zod';
import { frictionDefaults, limitDefaults } from './defaults.ts';
import { type FunctionOfTime, functionOfTime } from './function.ts';
import {
  choice,
  direction,
  expecting,
  flag,
  numberBetween,
  object,
  quantity,
  text,
  typed,
  type Vec3,
  vector,
} from './kit.ts';
import { restitution } from './material.ts';

export const jointTypes = [
  'point',
  'revolute',
  'universal',
  'prismatic',
  'cylindrical',
  'fixed',
  'distance',
  'planar',
] as const;
export type JointType = (typeof jointTypes)[number];

/** Actions along one free coordinate; units are N, m or N m, rad. */
export interface JointAction {
  readonly spring?: { readonly stiffness: number; readonly rest: number };
  readonly damping?: number;
  readonly force?: FunctionOfTime;
  readonly torque?: FunctionOfTime;
  readonly limits?: {
    readonly lower?: number;
    readonly upper?: number;
    readonly stiffness: number;
    readonly restitution: number;
  };
  readonly friction?: {
    readonly force?: number;
    readonly torque?: number;
    readonly coefficient: number;
    readonly radius?: number;
    readonly deflection: number;
    readonly law?: 'bristle' | 'lugre';
    /** over kinetic */
    readonly static?: number;
    /** [m/s] or [rad/s] */
    readonly 'stribeck speed'?: number;
    /** [s] */
    readonly 'dwell time'?: number;
    /** [s] */
    readonly 'stick damping'?: number;
  };
}

export interface JointFrame {
  readonly at: Vec3;
  readonly axis: Vec3;
  readonly x?: Vec3;
}

/** A point of a body: its name, or coordinates in the body frame [m]. */
export type BodyPoint = string | Vec3;

export interface Joint extends JointAction {
  readonly type: JointType;
  readonly between: readonly [string, string];
  readonly at?: Vec3;
  readonly axis?: Vec3;
  readonly 'second axis'?: Vec3;
  readonly frames?: { readonly a: JointFrame; readonly b: JointFrame };
  readonly points?: readonly [BodyPoint, BodyPoint];
  /** [m] */
  readonly length?: number;
  readonly driver?: {
    readonly angle?: FunctionOfTime;
    readonly displacement?: FunctionOfTime;
    readonly length?: FunctionOfTime;
  };
  readonly turning?: JointAction;
  readonly bending?: JointAction;
  readonly twisting?: JointAction;
  readonly lengths?: readonly [Vec3, Vec3];
  readonly sliding?: JointAction;
  readonly collide: boolean;
}

export function between(): z.ZodType<readonly [string, string]> {
  const name = text('the name of a body');
  return z.tuple([name, name], expecting('two names of bodies such as [world, bar]'));
}

export function bodyPoint(): z.ZodType<BodyPoint> {
  return z.union(
    [text('the name of a point'), vector('length')],
    expecting('a point: its name, or a list of 3 lengths'),
  );
}

const frame = object(
  {
    at: vector('length').describe('Origin of the joint frame in the body frame [m].'),
    axis: direction().prefault([0, 0, 1]).describe('Direction of the joint axis (z) in the body frame.'),
    x: direction().optional().describe('Direction of x in the body frame; its component along the axis is removed.'),
  },
  'a map with at, axis and x',
);

const DWELL_TEXT = 'Time in which a joint at rest comes to its static friction [s]; at once if left out.';

/** Spring, damper, drive, stops and friction along a coordinate: turning [N m, rad] or sliding [N, m]. */
function action(turning: boolean) {
  const coordinate = turning ? quantity('angle') : quantity('length');
  const unit = turning ? 'rad' : 'm';
  const stiffness = turning ? quantity('torsional stiffness', 'positive') : quantity('stiffness', 'positive');
  const perUnit = turning ? 'N m/rad' : 'N/m';
  const effort = turning ? 'torque' : 'force';
  const effortUnit = turning ? 'N m' : 'N';
  const limits = object(
    {
      lower: coordinate.optional().describe(`Smallest value [${unit}].`),
      upper: coordinate.optional().describe(`Largest value [${unit}].`),
      stiffness: stiffness
        .prefault(turning ? limitDefaults.torque : limitDefaults.force)
        .describe(`Stiffness of the stop [${perUnit}].`),
      restitution: restitution().prefault(limitDefaults.restitution).describe('Restitution of the stop, 0.05 to 1.'),
    },
    'a map with lower, upper or both',
  );
  const frictionFields = {
    coefficient: numberBetween(0, 10)
      .prefault(frictionDefaults.coefficient)
      .describe(`Friction ${effort} for each newton of joint reaction${turning ? ', times radius' : ''}.`),
    deflection: (turning ? quantity('angle', 'positive') : quantity('length', 'positive'))
      .prefault(turning ? frictionDefaults.angle : frictionDefaults.displacement)
      .describe(`Elastic give before it slips [${unit}].`),
    law: choice(['bristle', 'lugre'])
      .optional()
      .describe('bristle truly sticks (default); lugre creeps before it slips.'),
    static: numberBetween(1, 10).optional().describe('Static friction over kinetic; 1 if left out.'),
    'stribeck speed': (turning ? quantity('angular speed', 'not-negative') : quantity('speed', 'not-negative'))
      .optional()
      .describe(
        `Speed over which friction falls from static to kinetic [${turning ? 'rad/s' : 'm/s'}]; at once if left out.`,
      ),
    'dwell time': quantity('time', 'not-negative').optional().describe(DWELL_TEXT),
    'stick damping': quantity('time', 'not-negative')
      .optional()
      .describe('Damping of the elastic give over its stiffness [s]; 1 ms if left out.'),
  };
  const constant = quantity(effort, 'not-negative')
    .prefault(0)
    .describe(`Constant part of the friction [${effortUnit}].`);
  const friction = turning
    ? object({
        torque: constant,
        radius: quantity('length', 'not-negative').prefault(0).describe('Radius of the pin [m].'),
        ...frictionFields,
      })
    : object({ force: constant, ...frictionFields });
  const shared = {
    spring: object(
      {
        stiffness: stiffness.describe(`Stiffness [${perUnit}].`),
        rest: coordinate.prefault(0).describe(`Value at which it is relaxed [${unit}].`),
      },
      'a map with stiffness and rest',
    )
      .optional()
      .describe('A spring along the free coordinate.'),
    damping: (turning ? quantity('torsional damping', 'not-negative') : quantity('damping', 'not-negative'))
      .optional()
      .describe(`Viscous damping [${turning ? 'N m s/rad' : 'N s/m'}].`),
    limits: limits.optional().describe('Stops at the ends of the travel.'),
    friction: friction.optional().describe('Dry friction that truly sticks.'),
  };
  const drive = functionOfTime(effort)
    .optional()
    .describe(`Applied ${effort} against time, from the first body on the second [${effortUnit}].`);
  return turning ? { ...shared, torque: drive } : { ...shared, force: drive };
}

const turning = action(true);
const sliding = action(false);

const driver = object(
  {
    angle: functionOfTime('angle')
      .optional()
      .describe(
        'Angle of the second body against the first [rad]; 0 at the start when the joint is given by at and axis.',
      ),
    displacement: functionOfTime('length').optional().describe('Displacement of the second body along the axis [m].'),
    length: functionOfTime('length').optional().describe('Distance of the two points [m].'),
  },
  'a map of angle, displacement or length to a function of time',
);

const basic = {
  between: between().describe('The two bodies.'),
  collide: flag().prefault(false).describe('true: the two bodies may also touch each other.'),
};

const placed = {
  ...basic,
  at: vector('length')
    .optional()
    .describe(
      'Where the joint stands at t = 0, world coordinates [m]; a body with `motion` is where it has it at t = 0.',
    ),
  axis: direction().optional().describe('Direction of the joint axis at t = 0, world axes; z if left out.'),
  frames: object(
    { a: frame.describe('In the first body.'), b: frame.describe('In the second body.') },
    'a map with a and b',
  )
    .optional()
    .describe('Instead of at and axis: the joint frame in each body.'),
};

const driven = { driver: driver.optional().describe('A free coordinate that follows a function of time.') };

const distance = {
  ...basic,
  points: z
    .tuple([bodyPoint(), bodyPoint()], expecting('two points'))
    .describe('The two points, each in its body frame [m] or by name.'),
  length: quantity('length', 'positive').optional().describe('Distance [m]; that at t = 0 if left out.'),
};

const { spring, damping, limits, friction } = turning;
const undriven = { spring, damping, limits, friction };

const bent = {
  bending: object(undriven)
    .optional()
    .describe(
      'What acts against the angle between the lengths of the two bodies, in whatever direction it opens: friction |M| <= coefficient radius |R|, a stop (`limits: { upper }`), a spring.',
    ),
  lengths: z
    .tuple([direction(), direction()], expecting('two directions'))
    .optional()
    .describe(
      'Directions of the lengths of the two bodies at t = 0, world axes; straight where they are parallel. If left out: axis; of a cross joint the direction across both axes.',
    ),
};

const members = [
  object({
    type: z.literal('point'),
    ...placed,
    ...driven,
    ...bent,
    twisting: object(undriven)
      .optional()
      .describe('What acts about the lengths: stops, friction, a spring; 0 at t = 0.'),
  }).describe('Ball joint: the two points coincide.'),
  object({ type: z.literal('revolute'), ...placed, ...driven, ...turning }).describe('Hinge: turns about the axis.'),
  object({
    type: z.literal('universal'),
    ...placed,
    ...driven,
    ...bent,
    'second axis': direction()
      .optional()
      .describe('Axis fixed in the second body at t = 0, world axes, perpendicular to axis.'),
  }).describe('Cross joint: axis is fixed in the first body, second axis in the second.'),
  object({ type: z.literal('prismatic'), ...placed, ...driven, ...sliding }).describe(
    'Slider: moves along the axis without turning.',
  ),
  object({
    type: z.literal('cylindrical'),
    ...placed,
    ...driven,
    turning: object(turning).optional().describe('What acts about the axis.'),
    sliding: object(sliding).optional().describe('What acts along the axis.'),
  }).describe('Slides along the axis and turns about it.'),
  object({ type: z.literal('fixed'), ...placed, ...driven }).describe('Weld: the two bodies move as one.'),
  object({ type: z.literal('distance'), ...distance, ...driven }).describe(
    'Keeps two points at a distance (a massless rod).',
  ),
  object({ type: z.literal('planar'), ...placed, ...driven }).describe(
    'Keeps the second body in the plane through at, perpendicular to axis.',
  ),
] as const;

export const jointSchema: z.ZodType<Joint> = z.discriminatedUnion(
  'type',
  members,
  typed(jointTypes, 'a map that describes a joint, such as {type: point, between: [world, bar], at: [0, 0, 0]}'),
);
