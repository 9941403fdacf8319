/** Bodies: rigid, fixed or moved by a given motion. The body `world` is always there. */
import * as z from 'zod';
import { expecting, flag, named, object, quantity, text, type Vec3, vector } from './kit.ts';
import { type Hydro, hydroSchema } from './hydro.ts';
import { type Motion, motionSchema } from './motion.ts';
import { type Rotation, rotationSchema } from './rotation.ts';
import { colour, type Shape, shapeSchema } from './shape.ts';

export interface Body {
  /** [kg] */
  readonly mass?: number;
  /** [kg/m^3] */
  readonly density?: number;
  readonly material?: string;
  /** [kg m^2] xx, yy, zz or xx, yy, zz, xy, xz, yz about the centre of mass */
  readonly inertia?: readonly number[];
  /** [m] body frame */
  readonly centre?: Vec3;
  /** [m] */
  readonly position: Vec3;
  readonly rotation?: Rotation;
  /** [m/s] */
  readonly velocity: Vec3;
  /** [rad/s] */
  readonly 'angular velocity': Vec3;
  readonly 'moves with'?: string;
  readonly fixed: boolean;
  readonly motion?: Motion;
  readonly shapes: readonly Shape[];
  readonly points: Readonly<Record<string, Vec3>>;
  readonly hydro?: Hydro;
  readonly colour?: string;
}

const moment = quantity('inertia');
const INERTIA = 'a list of 3 (xx, yy, zz) or 6 (xx, yy, zz, xy, xz, yz) moments of inertia';
const inertia = z.union(
  [z.tuple([moment, moment, moment]), z.tuple([moment, moment, moment, moment, moment, moment])],
  expecting(INERTIA),
);

/** Speed and position at the start; a vector of zeros if left out. */
const zero = [0, 0, 0] as [number, number, number];

export const bodySchema: z.ZodType<Body> = object(
  {
    mass: quantity('mass', 'positive').optional().describe('Mass [kg]; if left out it comes from shapes and density.'),
    density: quantity('density', 'positive')
      .optional()
      .describe('Density of all shapes [kg/m^3]; replaces that of the material.'),
    material: text('the name of a material').optional().describe('Material of all shapes that name none.'),
    inertia: inertia
      .optional()
      .describe(
        'Moments of inertia [kg m^2] about the centre of mass, body axes: xx, yy, zz, or xx, yy, zz, xy, xz, yz. From the shapes if left out.',
      ),
    centre: vector('length')
      .optional()
      .describe(
        'Centre of mass in the body frame [m]. That of the shapes if mass or inertia comes from them, else the origin.',
      ),
    position: vector('length')
      .prefault(zero)
      .describe(
        'Origin of the body frame in the world at t = 0 [m]: always world coordinates, also for what stands on a moving body. `motion` is added to it.',
      ),
    rotation: rotationSchema
      .optional()
      .describe('Orientation of the body frame in the world at t = 0. The angles of `motion` turn it further.'),
    velocity: vector('speed')
      .prefault(zero)
      .describe('Velocity of the origin of the body frame at t = 0, world axes [m/s].'),
    'angular velocity': vector('angular speed')
      .prefault(zero)
      .describe('Angular velocity at t = 0, world axes [rad/s].'),
    'moves with': text('the name of a body')
      .optional()
      .describe(
        'At t = 0 it moves as if it were fixed to this body, a ship under it, say; velocity and angular velocity are added to that.',
      ),
    fixed: flag().prefault(false).describe('true: never moves.'),
    motion: motionSchema
      .optional()
      .describe(
        'Given motion of the body frame, added to position and rotation. The body follows it whatever forces act. The word `outside`: a program leads the body while the model runs; it stands still until then.',
      ),
    shapes: z.array(shapeSchema, expecting('a list of shapes')).prefault([]).describe('What the body is made of.'),
    points: named(vector('length'), 'points')
      .prefault({})
      .describe(
        'Named points in the body frame [m], for channels such as `crane.tip.position`, springs, loads and distance joints.',
      ),
    hydro: hydroSchema.optional().describe('What of the body meets water and wind; nothing if left out.'),
    colour: colour().optional().describe('Colour of all shapes that name none, such as "#c33".'),
  },
  'a map that describes a body',
);
