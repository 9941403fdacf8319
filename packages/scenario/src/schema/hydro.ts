/** The parts of a body that meet water and wind. */
import * as z from 'zod';
import {
  exactlyOne,
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
import { type Quantity, quantities } from '../units.ts';
import { type Solid, solidSchema } from './solid.ts';

export interface Hydro {
  readonly hull?:
    | 'none'
    | 'shapes'
    | {
        readonly mesh?: string;
        readonly solid?: Solid;
        readonly box?: readonly [number, number, number];
        readonly scale: number;
        readonly at?: Vec3;
      };
  readonly 'panel size'?: number;
  readonly drag: { readonly normal: number; readonly tangential: number };
  readonly 'added mass'?: AddedMass;
  readonly damping?: { readonly linear?: readonly number[]; readonly quadratic?: readonly number[] };
  readonly bem?: Bem;
  readonly slamming: boolean;
  readonly members: readonly Member[];
  readonly windage: readonly { readonly areas: readonly number[]; readonly coefficient: number; readonly at: Vec3 }[];
}

export interface Bem {
  readonly radiation: string;
  readonly excitation?: string;
  readonly length: number;
  readonly at: Vec3;
  readonly memory: number;
  readonly step: number;
  readonly speed: number;
  readonly heading: number;
}

export interface AddedMass {
  readonly estimate?: true;
  readonly diagonal?: readonly number[];
  readonly matrix?: readonly (readonly number[])[];
  readonly at?: Vec3;
  readonly 'full volume'?: number | 'always';
}

export interface Member {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly diameter: number;
  readonly drag: { readonly normal: number; readonly tangential: number };
  readonly 'added mass': number;
  readonly ends?: { readonly drag: number; readonly 'added mass': number };
  readonly buoyant?: boolean;
  readonly segments: number;
}

/** Surge, sway, heave in one kind of quantity, roll, pitch, yaw in another. */
function six(along: Quantity, about: Quantity): z.ZodType<readonly number[], readonly (number | string)[]> {
  const [a, b] = [quantity(along, 'not-negative'), quantity(about, 'not-negative')];
  const { example: first } = quantities[along];
  const { example: second } = quantities[about];
  const form = `a list of 6, surge, sway, heave such as ${first}, roll, pitch, yaw such as ${second}`;
  return z.tuple([a, a, a, b, b, b], expecting(form));
}
const SIX = 'a list of 6 numbers of at least 0, SI units: surge, sway, heave, roll, pitch, yaw';
const sixNumbers = z.array(z.number().min(0, expecting(SIX)), expecting(SIX)).length(6, expecting(SIX));
const row = z
  .array(z.number(expecting('a number')), expecting('a row of 6 numbers'))
  .length(6, expecting('a row of 6 numbers'));

const hullFile = object(
  {
    mesh: text('a file name').optional().describe('Closed mesh file (OBJ, STL, PLY, VTK, glTF), outward triangles.'),
    solid: solidSchema.optional().describe('A closed mesh given by a few numbers.'),
    box: z
      .tuple([quantity('length', 'positive'), quantity('length', 'positive'), quantity('length', 'positive')])
      .optional()
      .describe('A box: its full edge lengths [m].'),
    scale: quantity('number', 'positive').prefault(1).describe('Factor on the coordinates of a mesh file.'),
    at: vector('length').optional().describe('Origin of the mesh in the body frame [m].'),
  },
  'a map with mesh, solid or box',
).superRefine(exactlyOne(['mesh', 'solid', 'box'], 'a hull'));

const addedMass: z.ZodType<AddedMass> = object(
  {
    estimate: z
      .literal(true, expecting('true'))
      .optional()
      .describe(
        'true: a rough guess from length, beam and draught of the floating hull, x along it (docs/theory/sea.md).',
      ),
    diagonal: six('mass', 'inertia')
      .optional()
      .describe('Surge, sway, heave [kg], roll, pitch, yaw [kg m^2] along the body axes.'),
    matrix: z
      .array(row, expecting('6 rows of 6 numbers'))
      .length(6, expecting('6 rows of 6 numbers'))
      .optional()
      .describe('All 36 of them.'),
    at: vector('length')
      .optional()
      .describe(
        'Point it is given at [m], body frame; the centre of mass, and for an estimate that of buoyancy, if left out.',
      ),
    'full volume': z
      .union([quantity('number', 'positive'), z.literal('always')], expecting('a volume above 0 [m^3], or always'))
      .optional()
      .describe(
        'Wet volume [m^3] at which all of it acts; below that in proportion. If left out, the volume that carries the body; always: it acts in air too.',
      ),
  },
  'a map with estimate, diagonal or matrix',
).superRefine(exactlyOne(['estimate', 'diagonal', 'matrix'], 'an added mass'));

const bem: z.ZodType<Bem> = object(
  {
    radiation: text('a file name').describe('Added mass and damping of a panel program: WAMIT .1 (PER I J A B).'),
    excitation: text('a file name')
      .optional()
      .describe(
        'Exciting forces: WAMIT .3 (PER BETA I MOD PHA RE IM). The force of the undisturbed waves on the mesh is subtracted.',
      ),
    length: quantity('length', 'positive')
      .prefault(1)
      .describe('Length L by which the files are made dimensionless [m].'),
    at: vector('length')
      .prefault([0, 0, 0])
      .describe('Origin of the files in the body frame [m]; their axes are those of the body, x ahead.'),
    memory: quantity('time', 'positive').prefault(30).describe('How long waves sent out are felt [s].'),
    step: quantity('time', 'positive').prefault(0.1).describe('Time step of that memory [s].'),
    speed: quantity('speed').prefault(0).describe('Mean speed ahead [m/s]. Coefficients stay those of zero speed.'),
    heading: quantity('angle').prefault(0).describe('Mean direction of the bow [rad], for the exciting forces.'),
  },
  'a map with radiation',
);

const member: z.ZodType<Member> = object(
  {
    from: vector('length').describe('One end [m], body frame.'),
    to: vector('length').describe('The other end [m].'),
    diameter: quantity('length', 'positive').describe('Outer diameter [m].'),
    drag: object(
      {
        normal: numberBetween(0, 100).prefault(1).describe('Across.'),
        tangential: numberBetween(0, 100).prefault(0).describe('Along, on the surface.'),
      },
      'a map with normal or tangential',
    )
      .prefault({})
      .describe('Drag coefficients.'),
    'added mass': numberBetween(0, 100)
      .prefault(1)
      .describe('Coefficient Ca across; the inertia coefficient is 1 + Ca.'),
    ends: object(
      {
        drag: numberBetween(0, 100).prefault(0).describe('Of the disc at each end, against motion along the axis.'),
        'added mass': numberBetween(0, 100)
          .prefault(0)
          .describe('In parts of half a ball of water of the diameter, at each end, along the axis.'),
      },
      'a map with drag or added mass',
    )
      .optional()
      .describe(
        'Both ends as closed discs: plates under spars, floating tubes. Their coefficients, and the moment of the pressure on them, by which a wide tube floats upright. None if left out: slender members.',
      ),
    buoyant: flag()
      .optional()
      .describe('false: its volume belongs to a hull already. true if left out and there is no hull.'),
    segments: wholeNumber(1, 10_000).prefault(10).describe('Pieces it is cut into.'),
  },
  'a map with from, to and diameter',
);

export const hydroSchema: z.ZodType<Hydro> = object(
  {
    hull: z
      .union(
        [z.literal('shapes'), z.literal('none'), hullFile],
        expecting('shapes, none, or a map with mesh, solid or box'),
      )
      .optional()
      .describe(
        'The closed surface that displaces water, the only source of buoyancy: the shapes of the body (they must not overlap), a mesh, or none. shapes if left out and there are no members.',
      ),
    'panel size': quantity('length', 'positive')
      .optional()
      .describe('Longest edge of a triangle in the water [m]; a sixth of the hull if left out.'),
    drag: object(
      {
        normal: numberBetween(0, 100)
          .prefault(1)
          .describe('Of faces that move outward: a plate broadside has this coefficient, a sphere half of it.'),
        tangential: numberBetween(0, 10).prefault(0.005).describe('Of faces that slide along the water.'),
      },
      'a map with normal or tangential',
    )
      .prefault({})
      .describe('Drag coefficients of the wetted surface.'),
    'added mass': addedMass.optional().describe('Water that accelerates with the body; none if left out.'),
    damping: object(
      {
        linear: six('damping', 'torsional damping')
          .optional()
          .describe('[N s/m] and [N m s] at the centre of mass, body axes, against the water.'),
        quadratic: sixNumbers
          .optional()
          .describe('The same for the square of the speed [N s^2/m^2], [N m s^2], plain SI numbers.'),
      },
      'a map with linear or quadratic',
    )
      .optional()
      .describe(
        'Further damping: waves the hull sends out, bilge keels. Roll is the fourth number. On a hull that moves freely it grows with the wet volume and acts in full when the hull carries its body or is under water.',
      ),
    bem: bem
      .optional()
      .describe('Waves that the hull sends out and scatters, from a panel program; gives the added mass as well.'),
    slamming: flag()
      .prefault(true)
      .describe('Does added mass that grows when the body enters the water push back (von Karman)?'),
    members: z
      .array(member, expecting('a list of members'))
      .prefault([])
      .describe("Tubes by Morison's formula: frames, piles, hooks."),
    windage: z
      .array(
        object(
          {
            areas: z
              .array(z.number().min(0), expecting('3 areas [m^2] seen along x, y and z'))
              .length(3, expecting('3 areas [m^2] seen along x, y and z'))
              .describe('Areas seen along the body axes x, y, z [m^2].'),
            coefficient: numberBetween(0, 10).prefault(1.1).describe('Drag coefficient.'),
            at: vector('length').prefault([0, 0, 0]).describe('Centre of the areas [m], body frame.'),
          },
          'a map with areas',
        ),
        expecting('a list of areas'),
      )
      .prefault([])
      .describe('Areas the wind blows on.'),
  },
  'a map that says what of the body meets the water',
);
