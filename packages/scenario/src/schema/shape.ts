/** Shapes: what a body looks like, weighs and touches with. */
import * as z from 'zod';
import { shapeDefaults } from './defaults.ts';
import { exactlyOne, expecting, flag, numberBetween, object, quantity, text, type Vec3, vector } from './kit.ts';
import { type Rotation, rotationSchema } from './rotation.ts';
import { type Solid, solidSchema } from './solid.ts';

export interface Shape {
  readonly name?: string;
  readonly sphere?: number;
  readonly box?: Vec3;
  readonly cylinder?: { readonly radius: number; readonly length: number };
  readonly 'half-space'?: true;
  readonly hull?: { readonly points?: readonly Vec3[]; readonly mesh?: string };
  readonly mesh?: string;
  readonly solid?: Solid;
  readonly scale: number;
  readonly at?: Vec3;
  readonly rotation?: Rotation;
  readonly material?: string;
  /** [kg/m^3] */
  readonly density?: number;
  readonly collide: boolean;
  readonly colour?: string;
  readonly opacity: number;
  readonly field?: ShapeField;
}

export interface ShapeField {
  /** [m], or as deep as it goes */
  readonly layer?: number | 'deep';
  readonly solid?: true;
  /** [Pa] */
  readonly modulus?: number;
}

export const shapeKinds = ['sphere', 'box', 'cylinder', 'half-space', 'hull', 'mesh', 'solid'] as const;
export type ShapeKind = (typeof shapeKinds)[number];

const COLOUR_TEXT = 'a colour such as "#c33" or "#cc3333" (in quotes, as # starts a comment)';
const COLOUR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

/** #rgb or #rrggbb -> #rrggbb in small letters */
export function colour(): z.ZodType<string, string> {
  return z
    .string(expecting(COLOUR_TEXT))
    .regex(COLOUR, expecting(COLOUR_TEXT))
    .transform((hex) =>
      (hex.length === 4 ? `#${hex[1]}${hex[1]}${hex[2]}${hex[2]}${hex[3]}${hex[3]}` : hex).toLowerCase(),
    );
}

const positiveLength = quantity('length', 'positive');

const cylinder = object(
  {
    radius: positiveLength.describe('Radius [m].'),
    length: positiveLength.describe('Length [m] along the z axis of the shape, half of it on each side of its origin.'),
  },
  'a map with radius and length, such as {radius: 0.1 m, length: 1 m}',
);

const hull = object(
  {
    points: z
      .array(vector('length'), expecting('a list of at least 4 points'))
      .min(4, expecting('a list of at least 4 points'))
      .optional()
      .describe('Points [m]; the shape is their convex hull.'),
    mesh: text('a file name')
      .optional()
      .describe('Mesh file (OBJ, STL, PLY, VTK or glTF) whose vertices are the points.'),
  },
  'a map with points or mesh',
).superRefine(exactlyOne(['points', 'mesh'], 'a hull'));

const field = object(
  {
    layer: z
      .union([quantity('length', 'positive'), z.literal('deep')], expecting('a length above 0 m such as 5 mm, or deep'))
      .optional()
      .describe(
        'A layer of this thickness [m] under the surface, from no pressure to the whole modulus; deep: as thick as the shape allows.',
      ),
    solid: z
      .literal(true, expecting('true'))
      .optional()
      .describe(
        'From no pressure on the surface to the whole modulus at the centroid, from which all of the surface must be seen.',
      ),
    modulus: quantity('pressure', 'positive')
      .optional()
      .describe(
        "Pressure [Pa] at the bottom of the layer, or at the centroid; E (1 - nu)/((1 + nu)(1 - 2 nu)) of the shape's material if left out.",
      ),
  },
  'a map with layer or solid, such as {layer: 5 mm, modulus: 1 MPa}',
).superRefine(exactlyOne(['layer', 'solid'], 'a pressure field'));

export const shapeSchema: z.ZodType<Shape> = object(
  {
    name: text('a name').optional().describe('Name, used in reports and exported scenes.'),
    sphere: positiveLength.optional().describe('A sphere: its radius [m].'),
    box: z
      .tuple(
        [positiveLength, positiveLength, positiveLength],
        expecting('3 lengths above 0 m such as [2 m, 1 m, 0.5 m]'),
      )
      .optional()
      .describe('A box: its full edge lengths along x, y and z [m].'),
    cylinder: cylinder.optional().describe('A cylinder about its z axis.'),
    'half-space': z
      .literal(true, expecting('true'))
      .optional()
      .describe('Everything below the x-y plane of the shape, such as a floor. Has no mass.'),
    hull: hull.optional().describe('The convex hull of points or of a mesh.'),
    mesh: text('a file name').optional().describe('A closed mesh file (OBJ, STL, PLY, VTK, glTF). Touches by volume.'),
    solid: solidSchema.optional().describe('A closed mesh given by a few numbers. Touches by volume.'),
    scale: quantity('number', 'positive')
      .prefault(shapeDefaults.scale)
      .describe('Factor on the coordinates of a mesh file: 0.001 for a file in millimetres.'),
    at: vector('length').optional().describe('Origin of the shape in the body frame [m]; the body origin if left out.'),
    rotation: rotationSchema.optional().describe('Orientation of the shape in the body frame.'),
    material: text('the name of a material').optional().describe("Name of a material; the body's if left out."),
    density: quantity('density', 'not-negative')
      .optional()
      .describe('Density [kg/m^3]; replaces that of the body and of the material. 0: weighs nothing.'),
    collide: flag().prefault(shapeDefaults.collide).describe('false: drawn and weighed, never touched.'),
    colour: colour().optional().describe('Colour such as "#c33"; that of the body if left out.'),
    opacity: numberBetween(0, 1).prefault(shapeDefaults.opacity).describe('0 (invisible) to 1 (solid), for drawing.'),
    field: field
      .optional()
      .describe('Pressure under the surface: the shape is soft and touches others where their pressures are equal.'),
  },
  'a map with a shape, such as {box: [2 m, 1 m, 1 m]}',
).superRefine(exactlyOne(shapeKinds, 'a shape'));
