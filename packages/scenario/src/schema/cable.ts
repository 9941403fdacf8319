/** Ropes, and the cables made of them. */
import * as z from 'zod';
import { type FunctionOfTime, functionOfTime } from './function.ts';
import { type BodyPoint, bodyPoint } from './joint.ts';
import {
  choice,
  direction,
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
import { colour } from './shape.ts';

export interface Rope {
  /** [kg/m] */
  readonly mass: number;
  /** [N] force per strain; or a table */
  readonly stiffness?: number;
  /** strain, tension [N]; or the name of a CSV file */
  readonly 'tension table'?: string | readonly (readonly [number, number])[];
  /** [m] */
  readonly diameter: number;
  readonly look: 'rope' | 'chain';
  readonly 'break load'?: number;
  readonly compression: 'slack' | 'rod';
  /** [N m^2] */
  readonly bending?: number;
  readonly torsion?: number;
  /** [1/m] */
  readonly 'natural curvature'?: readonly [number, number];
  /** [s] */
  readonly 'axial damping'?: number;
  readonly 'bending damping'?: number;
  readonly 'torsion damping'?: number;
  readonly drag?: { readonly normal: number; readonly tangential: number };
  readonly 'added mass'?: { readonly normal: number; readonly tangential: number };
}

export interface CableEnd {
  readonly body: string;
  readonly point?: BodyPoint;
  readonly clamp?: Vec3;
  /** [N] */
  readonly 'parts above'?: number;
}

export interface PayOut {
  /** length of the whole cable, fed at this end */
  readonly from?: FunctionOfTime;
  readonly to?: FunctionOfTime;
  /** [m] */
  readonly longest?: number;
}

export interface Refine {
  /** [rad] */
  readonly angle: number;
  /** [m] */
  readonly shortest?: number;
  readonly longest?: number;
  readonly contact?: number;
  readonly most?: number;
}

export interface Cable {
  readonly rope?: string;
  readonly sections?: readonly { readonly rope: string; readonly length: number; readonly elements?: number }[];
  readonly length?: number;
  readonly elements?: number;
  readonly from?: CableEnd;
  readonly to?: CableEnd;
  readonly mass: 'lumped' | 'consistent' | 'blended';
  readonly seabed: boolean;
  readonly material?: string;
  readonly shape?: readonly Vec3[];
  readonly velocity?: Vec3;
  readonly accuracy?: { readonly position?: number; readonly force: number };
  readonly refine?: Refine;
  readonly 'pay out'?: PayOut;
  readonly colour?: string;
}

const coefficients = (what: string, normal: number, tangential: number) =>
  object(
    {
      normal: numberBetween(0, Number.POSITIVE_INFINITY).prefault(normal).describe(`Across the rope${what}.`),
      tangential: numberBetween(0, Number.POSITIVE_INFINITY).prefault(tangential).describe(`Along it${what}.`),
    },
    'a map with normal and tangential',
  );

const time = quantity('time', 'not-negative');

const tensionRows = z
  .array(
    z.tuple(
      [numberBetween(0, 1000), quantity('force', 'not-negative')],
      expecting('a row [strain, tension], such as [0.01, 5 kN]'),
    ),
  )
  .min(2, expecting('a table of at least 2 rows'));

export const ropeSchema: z.ZodType<Rope> = object(
  {
    mass: quantity('mass per length', 'positive').describe('Mass by length [kg/m].'),
    stiffness: quantity('force', 'positive')
      .optional()
      .describe('EA: force per strain [N]. 1e9 N is no trouble. Or give a tension table.'),
    'tension table': z
      .union([text('a file name'), tensionRows], expecting('rows [[strain, tension], ...] or the name of a CSV file'))
      .optional()
      .describe(
        'Tension by strain instead of stiffness: rows [[strain, tension], ...] from [0, 0 N], or the name of a CSV file with strain [-] and tension [N] as its first columns. Both must rise from row to row. Straight lines between the rows, with corners rounded over 2 % of the nearer row; beyond the last its line continues. Below strain 0 as with a stiffness, that of the first rows.',
      ),
    diameter: quantity('length', 'positive').describe('Outer diameter [m], for drag and contact.'),
    look: choice(['rope', 'chain'])
      .prefault('rope')
      .describe('How it is drawn: strands, or links as wide as its diameter. Changes nothing else.'),
    'break load': quantity('force', 'positive')
      .optional()
      .describe(
        'Tension at which it breaks [N]. It does not break here: passing it is an event, a warning and no-go. With it, every line of an operation has a utilisation.',
      ),
    compression: choice(['slack', 'rod'])
      .prefault('slack')
      .describe('slack: goes slack instead of pushing; rod: carries compression as it carries tension.'),
    bending: quantity('bending stiffness', 'not-negative').optional().describe('EI [N m^2]; none if left out.'),
    torsion: quantity('bending stiffness', 'not-negative').optional().describe('GJ [N m^2]; none if left out.'),
    'natural curvature': z
      .tuple([quantity('curvature'), quantity('curvature')], expecting('2 curvatures such as [0.1, 0], in 1/m'))
      .optional()
      .describe('Curvature of the unloaded rope about its two cross axes [1/m]; needs bending and torsion.'),
    'axial damping': time
      .optional()
      .describe(
        'Tension EA (strain + this times its rate), or that of the table there [s]: a damping in N s over EA. Milliseconds to seconds; more than 10 s is a warning.',
      ),
    'bending damping': time
      .optional()
      .describe('Moment EI (curvature + this times its rate) [s]; more than 10 s is a warning.'),
    'torsion damping': time
      .optional()
      .describe('Torque GJ (twist + this times its rate) [s]; more than 10 s is a warning.'),
    drag: coefficients(', in water', 1.2, 0.01).optional().describe('Drag coefficients; no drag if left out.'),
    'added mass': coefficients(', over the water displaced', 1, 0).optional().describe('Added mass coefficients.'),
  },
  'a map with mass, stiffness and diameter',
).superRefine(exactlyOne(['stiffness', 'tension table'], 'a rope'));

/** Fields of what holds an end. */
export const cableEnd = {
  body: text('the name of a body').describe('The body that holds this end; `world` for a fixed point.'),
  point: bodyPoint().optional().describe('Where, in the body frame [m] or by name; the body origin if left out.'),
  clamp: direction()
    .optional()
    .describe('Direction in the body along which the cable leaves (from) or arrives (to); pinned if left out.'),
  'parts above': quantity('force', 'positive')
    .optional()
    .describe('Force on the end above which it parts: a weak link, or an anchor that drags [N]. Never if left out.'),
};

const end = object(cableEnd, 'a map with body and point');

const payOut = object(
  {
    from: functionOfTime('length')
      .optional()
      .describe('Fed at its start: unstretched length of the whole cable as a function of time [m].'),
    to: functionOfTime('length').optional().describe('The same, fed at its end.'),
    longest: quantity('length', 'positive')
      .optional()
      .describe('All there is on the drum [m]; as much as the run asks for if left out.'),
  },
  'a map with from or to',
);

const section = object(
  {
    rope: text('the name of a rope').describe('Name of a rope.'),
    length: quantity('length', 'positive').describe('Unstretched length [m].'),
    elements: wholeNumber(1, 5000)
      .optional()
      .describe('Elements it is cut into; by its share of the length if left out.'),
  },
  'a map with rope and length',
);

const accuracy = object(
  {
    position: quantity('length', 'positive')
      .optional()
      .describe('Error of the position of nodes at rest [m]; a thousandth of the length if left out.'),
    force: numberBetween(1e-6, 1).prefault(0.01).describe('Error of the forces at its ends, in parts of them.'),
  },
  'a map with position and force',
);

const refine = object(
  {
    angle: quantity('angle', 'positive')
      .prefault('20 deg')
      .describe('Angle between two elements above which one is split [rad]; below a fifth of it two become one.'),
    shortest: quantity('length', 'positive')
      .optional()
      .describe('Shortest element [m]; a sixteenth of those at the start if left out.'),
    longest: quantity('length', 'positive')
      .optional()
      .describe('Longest element [m]; as at the start if left out: none is merged that was there.'),
    contact: quantity('length', 'positive')
      .optional()
      .describe('Longest element where the cable touches something [m]; as anywhere else if left out.'),
    most: wholeNumber(1, 5000)
      .optional()
      .describe(
        'Most elements; four times those at the start if left out. What a winch pays out gets its own besides.',
      ),
  },
  'a map with angle, shortest, longest, contact and most',
);

export const cableSchema: z.ZodType<Cable> = object(
  {
    rope: text('the name of a rope').optional().describe('Name of its rope, where it is one all along.'),
    length: quantity('length', 'positive').optional().describe('Unstretched length [m]; with rope.'),
    elements: wholeNumber(1, 5000)
      .optional()
      .describe(
        'Elements it is cut into. If left out, as many and where the shape of rest needs for 1e-4 of its length and of the forces at its ends (40 to 400), or one for every 5 deg that a given shape turns; 40 with a winch. Over sharp edges none longer than its diameter, or refine.',
      ),
    sections: z
      .array(section, expecting('a list of sections'))
      .min(1, expecting('at least one section'))
      .optional()
      .describe('Lengths of different ropes from start to end, instead of rope and length.'),
    from: end.optional().describe('What holds its start; free if left out.'),
    to: end.optional().describe('What holds its end; free if left out.'),
    mass: choice(['lumped', 'consistent', 'blended'])
      .prefault('lumped')
      .describe(
        'Where the mass is: at the nodes, along the elements, or half of both, best for waves along a taut line.',
      ),
    material: text('the name of a material')
      .optional()
      .describe(
        'Material, for contact: its modulus is that across the rope. If left out, a fibre rope of 100 MPa with friction 0.3.',
      ),
    seabed: flag().prefault(true).describe('Lies on the seabed, where the environment has one.'),
    shape: z
      .array(vector('length'), expecting('a list of points'))
      .min(2, expecting('at least 2 points'))
      .optional()
      .describe(
        'Points [m], world, along which it is laid at the start; the shape of rest between its ends if left out.',
      ),
    velocity: vector('speed')
      .optional()
      .describe(
        'Velocity of all of it at the start [m/s], but for ends that are held; as its ends and its winch move if left out.',
      ),
    accuracy: accuracy
      .optional()
      .describe('Instead of elements: as many, and where, as the shape of rest needs to be as right as this.'),
    refine: refine
      .optional()
      .describe('Elements come where the cable bends or touches and go where it is straight and free, while it runs.'),
    'pay out': payOut.optional().describe('A winch at one end pays out and hauls in.'),
    colour: colour().optional().describe('Colour such as "#c33".'),
  },
  'a map with rope, length, from and to',
);
