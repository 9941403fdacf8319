/** Ropes, and the cables made of them. */
import * as z from 'zod';
import { hasFast, type Loading, loadings, ropeNames, ropeOfType } from '../catalogue/index.ts';
import { type FunctionOfTime, functionOfTime } from './function.ts';
import { type BodyPoint, bodyPoint } from './joint.ts';
import {
  choice,
  customIssue,
  direction,
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
  wholeNumber,
} from './kit.ts';
import { type Friction, frictionCoefficient } from './material.ts';
import { type LayStep, laySchema } from './lay.ts';
import { colour } from './shape.ts';

export interface Rope {
  /** of the catalogue */
  readonly type?: string;
  readonly loading?: Loading;
  /** [kg/m] */
  readonly mass: number;
  /** [N] force per strain; or a table */
  readonly stiffness?: number;
  /** strain, tension [N]; or the name of a CSV file */
  readonly 'tension table'?: string | readonly (readonly [number, number])[];
  readonly 'working curves'?: WorkingCurves;
  readonly creep?: Creep;
  /** [m] */
  readonly diameter: number;
  /** [m] for drag and contact, if not the diameter */
  readonly 'outer diameter'?: number;
  /** [kg/m^3] of its material; missing: it displaces a full cylinder */
  readonly density?: number;
  readonly friction?: Friction;
  readonly look: 'rope' | 'chain';
  readonly 'break load'?: number;
  readonly parts: boolean;
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

/** Static tension of a rope that remembers its largest load. */
export interface WorkingCurves {
  readonly original: string | readonly (readonly [number, number])[];
  readonly form: 'linear' | 'quadratic' | 'exponential';
  readonly k1: number;
  readonly k2: number;
  /** [N] */
  readonly largest: number;
}

export interface Creep {
  /** [N] */
  readonly 'dynamic stiffness': number;
  readonly 'stiffness per load': number;
  /** [N s] */
  readonly 'slow damping': number;
  readonly 'fast damping': number;
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

export interface Section {
  readonly rope: string;
  readonly length: number;
  readonly elements?: number;
  readonly shape?: readonly Vec3[];
}

export interface Cable {
  readonly rope?: string;
  readonly sections?: readonly Section[];
  readonly length?: number;
  readonly elements?: number;
  readonly from?: CableEnd;
  readonly to?: CableEnd;
  readonly mass: 'lumped' | 'consistent' | 'blended';
  readonly seabed: boolean;
  readonly material?: string;
  readonly shape?: readonly Vec3[];
  readonly lay?: readonly LayStep[];
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

const workingCurves = object(
  {
    original: z
      .union([text('a file name'), tensionRows], expecting('rows [[strain, tension], ...] or the name of a CSV file'))
      .describe('Original working curve: what a new rope follows when it is loaded slowly, as a `tension table`.'),
    form: choice(['linear', 'quadratic', 'exponential']).describe(
      'Working curve below the largest load T so far, with x from 0 where it is slack to 1 at T: linear T x, quadratic T x (k2 x + 1 - k2), exponential T (exp(k2 x) - 1)/(exp(k2) - 1).',
    ),
    k1: quantity('number', 'not-negative').describe(
      'Strain at which the working curve is slack, over the strain of the original curve at the largest load: 0 ... 1. For a linear curve also its stiffness, SI units [N].',
    ),
    k2: quantity('number').prefault(0).describe('Shape of the working curve: 0 ... 1 quadratic, any for exponential.'),
    largest: quantity('force', 'positive').describe('Largest mean tension that the rope has seen before the run [N].'),
  },
  'a map with original, form, k1, k2 and largest',
);

const creep = object(
  {
    'dynamic stiffness': quantity('force', 'positive').describe(
      'Stiffness for fast motion without mean load [N]; above the static stiffness.',
    ),
    'stiffness per load': quantity('number', 'not-negative')
      .prefault(0)
      .describe('What the dynamic stiffness gains per mean load [N/N].'),
    'slow damping': quantity('force times time', 'positive').describe(
      'Damping of the slow spring [N s]: over its stiffness, the time in which the rope creeps.',
    ),
    'fast damping': quantity('force times time', 'not-negative')
      .prefault(0)
      .describe('Damping of the fast spring [N s].'),
  },
  'a map with dynamic stiffness and slow damping',
);

const ropeFields = object(
  {
    type: choice(ropeNames)
      .optional()
      .describe(
        'A rope, wire or chain of the catalogue: with its diameter it has mass, stiffness, break load, drag and the rest, and every key given here takes the place of what the catalogue says. `hawser rope list` prints the types, `hawser rope show` the numbers with their sources.',
      ),
    loading: choice(loadings)
      .optional()
      .describe(
        'With type, for fibre ropes: slow (default), the stiffness under a load that changes slowly; fast, the stiffer curve of loads that change in seconds, which sets peak loads and snap-back.',
      ),
    mass: quantity('mass per length', 'positive')
      .optional()
      .describe('Mass by length [kg/m]; needed where no type is given.'),
    stiffness: quantity('force', 'positive')
      .optional()
      .describe('EA: force per strain [N]; a stiff rope costs no more steps than a soft one. Or give a tension table.'),
    'tension table': z
      .union([text('a file name'), tensionRows], expecting('rows [[strain, tension], ...] or the name of a CSV file'))
      .optional()
      .describe(
        'Tension by strain instead of stiffness: rows [[strain, tension], ...] from [0, 0 N], or the name of a CSV file with strain [-] and tension [N] as its first columns. Both must rise from row to row. Straight lines between the rows, with corners rounded over 2 % of the nearer row; beyond the last its line continues. Below strain 0 as with a stiffness, that of the first rows.',
      ),
    'working curves': workingCurves
      .optional()
      .describe(
        'Polyester by the Syrope model, instead of stiffness: static tension follows the original curve as the load rises above the largest so far, and a working curve below it. Needs `creep`.',
      ),
    creep: creep
      .optional()
      .describe(
        'A fibre rope that creeps: a slow spring with a damper in series with a fast one. Held for long it has `stiffness` or its `working curves`, in fast motion its dynamic stiffness. Cables of it are neither paid out nor refined.',
      ),
    diameter: quantity('length', 'positive').describe(
      'Outer diameter [m], for drag and contact. With a type, its nominal diameter; of a chain, that of the bar.',
    ),
    'outer diameter': quantity('length', 'positive')
      .optional()
      .describe('Diameter for drag and contact, where it is not the nominal one [m].'),
    density: quantity('density', 'positive')
      .optional()
      .describe(
        'Density of what it is made of [kg/m^3]: it displaces mass over density of water, as laid ropes with room between their yarns do. If left out, it displaces a full cylinder.',
      ),
    friction: frictionCoefficient()
      .optional()
      .describe('Friction coefficient of cables made of it that name no material; 0.3 if left out.'),
    look: choice(['rope', 'chain'])
      .optional()
      .describe('How it is drawn: strands, or links as wide as its diameter. Changes nothing else.'),
    'break load': quantity('force', 'positive')
      .optional()
      .describe(
        'Tension at which it breaks [N]. Passing it is an event, a warning and no-go; with parts: true the cable parts there. With it, every line of an operation has a utilisation.',
      ),
    parts: flag()
      .prefault(false)
      .describe(
        'true: a cable of it parts where its tension passes the break load, and both ends run on; up to four times. false (default): it bears any load, and passing the break load is reported.',
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
  'a map with mass, stiffness and diameter, or with type and diameter',
);

const oneLaw = exactlyOne(['stiffness', 'tension table', 'working curves'], 'a rope');

export const ropeSchema: z.ZodType<Rope> = ropeFields
  .superRefine((rope, context) => {
    const laws = [rope.stiffness, rope['tension table'], rope['working curves']].filter((law) => law !== undefined);
    if (rope.type === undefined || laws.length > 1) {
      oneLaw(rope, context);
    }
    if (rope.type === undefined && rope.mass === undefined) {
      const message = `${EXPECTED}a mass per length above 0 kg/m such as "2 kg/m", or a type of the catalogue`;
      context.addIssue({ code: 'custom', path: ['mass'], message, input: undefined });
    }
    if (rope.parts && rope.type === undefined && rope['break load'] === undefined) {
      const expected = 'a break load, or a type of the catalogue, beside parts: true';
      context.addIssue(customIssue(rope, { expected, found: 'neither' }));
    }
    if (rope.loading !== undefined && !(rope.type !== undefined && (rope.loading === 'slow' || hasFast(rope.type)))) {
      const expected = 'loading beside a type of the catalogue, fast where that has a curve for it';
      const found = rope.type === undefined ? 'no type' : `"${rope.type}", which has none`;
      context.addIssue(customIssue(rope, { expected, found, hint: 'take loading out, or give a tension table' }));
    }
  })
  .superRefine(creepsFittingly)
  .transform(filled);

/** Values of the catalogue, where the file gives none. */
function filled(given: z.output<typeof ropeFields>): Rope {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const type = given.type === undefined ? undefined : ropeOfType(given.type, given.diameter, given.loading ?? 'slow');
  if (type === undefined) return { look: 'rope', ...said } as Rope;
  const { friction: mu, stiffness, 'tension table': curve, ...known } = type;
  const lawless =
    given.stiffness === undefined && given['tension table'] === undefined && given['working curves'] === undefined;
  return {
    ...known,
    ...(mu !== undefined && { friction: { static: mu, kinetic: mu } }),
    ...(lawless && (curve === undefined ? { stiffness } : { 'tension table': curve })),
    ...said,
  } as Rope;
}

/** A creeping rope has a stiffness or working curves, and its own dampers; working curves need creep. */
function creepsFittingly(rope: z.output<typeof ropeFields>, context: z.RefinementCtx): void {
  const wrong = (expected: string, found: string): void => context.addIssue(customIssue(rope, { expected, found }));
  if (rope['working curves'] !== undefined && rope.creep === undefined) wrong('creep beside working curves', 'none');
  if (rope.creep === undefined) return;
  if (rope.stiffness === undefined && rope['working curves'] === undefined) {
    wrong(
      'stiffness or working curves beside creep',
      rope['tension table'] === undefined ? 'neither' : 'a tension table',
    );
  }
  if (rope['axial damping'] !== undefined) wrong('the dampings of creep alone', 'axial damping');
}

/** Fields of the holder of an end. */
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

const points = (what: string) =>
  z
    .array(vector('length'), expecting('a list of points'))
    .min(2, expecting('at least 2 points'))
    .optional()
    .describe(`Points [m], world, along which ${what}`);

const section = object(
  {
    rope: text('the name of a rope').describe('Name of a rope.'),
    length: quantity('length', 'positive').describe('Unstretched length [m].'),
    elements: wholeNumber(1, 5000)
      .optional()
      .describe('Elements it is cut into; by its share of the length if left out.'),
    shape: points(
      'this section is laid at the start, instead of one shape of the cable: all sections have one, or none.',
    ),
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
      .describe('Most elements; four times those at the start if left out. Elements that a winch pays out are extra.'),
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
        'Elements it is cut into. If left out, as many and where the shape of rest needs for 1e-4 of its length and of the forces at its ends (40 to 400), or one for every 5 deg that a given shape turns; of a rod that bends 120, or one for every degree; with a winch or a hand 40 over the longest length, at least 4. Over sharp edges none longer than its diameter, or refine.',
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
    shape: points('it is laid at the start; the shape of rest between its ends if left out.'),
    lay: laySchema
      .optional()
      .describe(
        'Instead of shape: points and turns through which it is laid tight, from its start to its end, in the words of the deck. Turns lie clear of each other. `length`, if left out, is that of the line, without strain.',
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
