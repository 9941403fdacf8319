/** Shapes: appearance, mass and contact geometry of a body. */
import * as z from 'zod';
import { shapeDefaults } from './defaults.ts';
import {
  EXPECTED,
  exactlyOne,
  expecting,
  flag,
  numberBetween,
  object,
  quantity,
  text,
  type Vec3,
  vector,
} from './kit.ts';
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
  readonly thin?: boolean;
}

export interface ShapeField {
  /** [m], or as deep as it goes */
  readonly layer?: number | 'deep';
  readonly solid?: true | 'poisson';
  readonly core?: FieldCore;
  readonly tets?: string;
  readonly 'half-space for'?: { readonly sphere?: number; readonly cylinder?: number };
  /** [Pa] */
  readonly modulus?: number;
  readonly stiffening?: number;
  /** extent, pressure [Pa] */
  readonly pressures?: readonly (readonly [number, number])[];
  /** [1/s] */
  readonly 'expansion rate'?: number;
}

/** A rigid shape inside a soft one. */
export type FieldCore = Pick<
  Shape,
  'sphere' | 'box' | 'cylinder' | 'hull' | 'mesh' | 'solid' | 'scale' | 'at' | 'rotation'
>;

/** Fields of a shape with an inside: exactly one of them. */
const fieldKinds = ['layer', 'solid', 'core', 'tets', 'half-space for'] as const;
export const shapeKinds = ['sphere', 'box', 'cylinder', 'half-space', 'hull', 'mesh', 'solid'] as const;

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

const coreKinds = ['sphere', 'box', 'cylinder', 'hull', 'mesh', 'solid'] as const;

const boxSizes = z.tuple(
  [positiveLength, positiveLength, positiveLength],
  expecting('3 lengths above 0 m such as [2 m, 1 m, 0.5 m]'),
);

const core = object(
  {
    sphere: positiveLength.optional().describe('A sphere: its radius [m].'),
    box: boxSizes.optional().describe('A box: its full edge lengths along x, y and z [m].'),
    cylinder: cylinder.optional().describe('A cylinder about its z axis.'),
    hull: hull.optional().describe('The convex hull of points or of a mesh.'),
    mesh: text('a file name').optional().describe('A closed mesh file.'),
    solid: solidSchema.optional().describe('A closed mesh given by a few numbers.'),
    scale: quantity('number', 'positive')
      .prefault(shapeDefaults.scale)
      .describe('Factor on the coordinates of a mesh file.'),
    at: vector('length')
      .optional()
      .describe('Origin of the core in the frame of the shape [m]; its origin if left out.'),
    rotation: rotationSchema.optional().describe('Orientation of the core in the frame of the shape.'),
  },
  'a map with a shape, such as {sphere: 20 mm}',
).superRefine(exactlyOne(coreKinds, 'a core'));

const field = object(
  {
    layer: z
      .union([quantity('length', 'positive'), z.literal('deep')], expecting('a length above 0 m such as 5 mm, or deep'))
      .optional()
      .describe(
        'A layer of this thickness [m] under the surface, from no pressure to the whole modulus; deep: as thick as the shape allows.',
      ),
    solid: z
      .union([z.literal(true), z.literal('poisson')], expecting('true or poisson'))
      .optional()
      .describe(
        "true: straight from no pressure on the surface to the whole modulus at the centroid, from which all of the surface must be seen; poisson: as heat made evenly inside would flow out (Poisson's equation), for any shape.",
      ),
    core: core
      .optional()
      .describe(
        'From no pressure on the surface to the whole modulus on a rigid core inside the shape, in its frame, as heat would flow between them (Laplace).',
      ),
    tets: text('a file name')
      .optional()
      .describe(
        'File of tetrahedra that fill the shape (VTK legacy or Gmsh): extents at its points (extent, pressure, or the only scalar), 0 on the surface, are taken, else solved for by Poisson.',
      ),
    'half-space for': object(
      {
        sphere: positiveLength
          .optional()
          .describe('Radius [m] of the ball that presses into it: the force is that of Hertz.'),
        cylinder: positiveLength.optional().describe('Radius [m] of the flat punch that presses into it.'),
      },
      'a map with sphere or cylinder, such as {sphere: 50 mm}',
    )
      .superRefine(exactlyOne(['sphere', 'cylinder'], 'an indenter'))
      .optional()
      .describe(
        'A half-space that gives like an elastic one under this shape alone (Elandt 2022, appendix B); the modulus is E/(1 - nu^2).',
      ),
    modulus: quantity('pressure', 'positive')
      .optional()
      .describe(
        "Pressure [Pa] at the bottom of the layer, at the centroid or on the core; E (1 - nu)/((1 + nu)(1 - 2 nu)) of the shape's material if left out.",
      ),
    stiffening: z
      .number(expecting('a number from 0 to below 1'))
      .min(0, expecting('a number from 0 to below 1'))
      .lt(1, expecting('a number from 0 to below 1'))
      .optional()
      .describe('k in the pressure M e/(1 - k e), e the extent from 0 on the surface to 1; 0: linear.'),
    pressures: z
      .array(
        z.tuple(
          [numberBetween(0, 1), quantity('pressure', 'not-negative')],
          expecting('an extent from 0 to 1 and a pressure'),
        ),
        expecting('a list of pairs such as [[0, 0 Pa], [0.5, 20 kPa], [1, 1 MPa]]'),
      )
      .min(2, expecting('at least two pairs'))
      .superRefine((rows, ctx) => {
        const bad = rows.findIndex(([e, p], i) => i > 0 && !(e > rows[i - 1][0] && p > rows[i - 1][1]));
        if (bad > 0)
          ctx.addIssue({
            code: 'custom',
            path: [bad],
            message: `${EXPECTED}extents and pressures that rise from row to row`,
          });
        else if (rows.length > 0 && (rows[0][0] !== 0 || rows[0][1] !== 0))
          ctx.addIssue({ code: 'custom', path: [0], message: `${EXPECTED}[0, 0 Pa] as the first row` });
        else if (rows.length > 0 && rows[rows.length - 1][0] !== 1)
          ctx.addIssue({ code: 'custom', path: [rows.length - 1], message: `${EXPECTED}extent 1 in the last row` });
      })
      .optional()
      .describe(
        'Measured law instead of a modulus: pairs of extent and pressure [Pa], straight in between, from [0, 0 Pa] to extent 1.',
      ),
    'expansion rate': quantity('frequency', 'positive')
      .optional()
      .describe(
        'Rate tau [1/s] at which the strain of the material goes when all forces do: damping chi = 1/(L tau), L its characteristic thickness (Elandt 2022, eqs 5.6, 5.7), unless the pair gives dissipation or restitution.',
      ),
  },
  'a map with layer, solid, core, tets or half-space for, such as {layer: 5 mm, modulus: 1 MPa}',
)
  .superRefine(exactlyOne(fieldKinds, 'a pressure field'))
  .superRefine((value, ctx) => {
    if (value.pressures === undefined) return;
    for (const other of ['modulus', 'stiffening'] as const) {
      if (value[other] !== undefined)
        ctx.addIssue({
          code: 'custom',
          path: [other],
          message: `${EXPECTED}no ${other} beside pressures, whose last row is the modulus`,
        });
    }
  });

export const shapeSchema: z.ZodType<Shape> = object(
  {
    name: text('a name').optional().describe('Name, used in reports and exported scenes.'),
    sphere: positiveLength.optional().describe('A sphere: its radius [m].'),
    box: boxSizes.optional().describe('A box: its full edge lengths along x, y and z [m].'),
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
    thin: flag()
      .optional()
      .describe(
        'true: a rigid part, such as a card, thinner than what it is pressed between gives way: of its faces only those that look into a pressure field count.',
      ),
    field: field
      .optional()
      .describe('Pressure under the surface: the shape is soft and touches others where their pressures are equal.'),
  },
  'a map with a shape, such as {box: [2 m, 1 m, 1 m]}',
).superRefine(exactlyOne(shapeKinds, 'a shape'));
