/** The environment: gravity, water, waves, wind, the seabed. */
import * as z from 'zod';
import { environmentDefaults } from './defaults.ts';
import { type FunctionOfTime, functionOfTime } from './function.ts';
import { expecting, numberBetween, object, quantity, text, type Vec3, vector } from './kit.ts';
import { increasingDepths, type Sea, seaSchema, type Wind, windSchema } from './sea.ts';

export interface Environment {
  /** [m/s^2] world axes */
  readonly gravity: Vec3;
  readonly water?: Water;
  readonly sea?: Sea;
  readonly wind?: Wind;
  readonly seabed?: {
    readonly height?: number;
    readonly table?: string;
    readonly mesh?: string;
    readonly spacing?: number;
    readonly stiffness?: number;
    readonly damping: number;
    readonly friction: number;
    readonly 'friction across'?: number;
    readonly give: number;
  };
}

export interface Water {
  readonly density: number;
  readonly current: Vec3;
  readonly surface?: number;
  readonly depth?: number;
  readonly profile?: readonly { readonly depth: number; readonly velocity: readonly FunctionOfTime[] }[];
}

const speed = functionOfTime('speed');
const downwards = quantity('acceleration', 'not-negative').transform((g): Vec3 => [0, 0, -g]);

export const environmentSchema: z.ZodType<Environment> = object(
  {
    gravity: z
      .union(
        [downwards, vector('acceleration')],
        expecting('a downward acceleration of at least 0 m/s^2 such as "9.81 m/s^2", or a list of 3'),
      )
      .prefault(environmentDefaults.gravity)
      .describe('Acceleration of gravity [m/s^2]: one number for downwards (along -z), or a vector in world axes.'),
    water: object(
      {
        density: quantity('density', 'positive').prefault(1025).describe('Density [kg/m^3].'),
        current: vector('speed').prefault([0, 0, 0]).describe('Velocity of the water [m/s].'),
        surface: quantity('length')
          .optional()
          .describe('Height of the still surface [m]; 0 with waves, else water everywhere if left out.'),
        depth: quantity('length', 'positive').optional().describe('Depth for the waves [m]; deep if left out.'),
        profile: z
          .array(
            object(
              {
                depth: quantity('length', 'not-negative').describe('Below the surface [m].'),
                velocity: z
                  .tuple([speed, speed, speed], expecting('a list of 3 such as [1 m/s, 0, 0], or functions of time'))
                  .describe('Velocity there [m/s]: numbers, or functions of time for a current that turns or swells.'),
              },
              'a map with depth and velocity',
            ),
            expecting('a list of points such as { depth: 10 m, velocity: [1 m/s, 0, 0] }'),
          )
          .min(1)
          .superRefine(increasingDepths)
          .optional()
          .describe('Current by depth, from the surface down, linear between the points; instead of "current".'),
      },
      'a map with density, current, surface, depth or profile',
    )
      .optional()
      .describe('Water around cables and hulls: buoyancy, drag and added mass.'),
    sea: seaSchema.optional().describe('Waves. They bring water with a surface at 0 m if `water` says nothing else.'),
    wind: windSchema.optional().describe('Wind above the surface; cables feel it where they are dry.'),
    seabed: object(
      {
        height: quantity('length')
          .optional()
          .describe('Height of the flat bed; with a table or a mesh, what is added to its heights [m].'),
        table: text('a file name')
          .optional()
          .describe(
            'A table with the columns x, y and z: heights of the bed on a full grid, rows in any order, spacing as you like; cubic between the points, straight on outside.',
          ),
        mesh: text('a file name')
          .optional()
          .describe(
            'A mesh file whose upper surface is the bed; it covers a rectangle along x and y and is sampled on a grid.',
          ),
        spacing: quantity('length', 'positive')
          .optional()
          .describe(
            'Between the points at which a mesh is sampled [m]; a two-hundredth of its longer side if left out.',
          ),
        stiffness: quantity('number', 'positive')
          .optional()
          .describe(
            'Pressure per depth, SI units [Pa/m]. If left out, 1e6, or more for a heavy and thin cable, so that its weight in air presses it in by a twentieth of its diameter.',
          ),
        damping: quantity('inverse speed', 'not-negative').prefault(1).describe('Damping factor [s/m].'),
        friction: numberBetween(0, 5)
          .prefault(0.5)
          .describe('Friction coefficient, of motion along a cable where `friction across` differs.'),
        'friction across': numberBetween(0, 5)
          .optional()
          .describe('Friction coefficient of motion across a cable; as along it if left out.'),
        give: quantity('length', 'positive')
          .prefault(0.01)
          .describe('How far a cable slides elastically along the bed before the full friction acts [m].'),
      },
      'a map with height, table or mesh',
    )
      .optional()
      .describe(
        'A bed that cables lie on: flat, or of heights. A body with `solid: {bed: ...}` lets other bodies touch it.',
      ),
  },
  'a map with gravity, water, sea, wind or seabed',
);
