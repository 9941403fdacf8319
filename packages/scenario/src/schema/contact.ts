/** The contact table: law, friction and other values of pairs. Missing values come from the two materials. */
import {
  AREA_LAW_NAMES,
  type AreaLawName,
  FOUNDATION_LAWS,
  type FoundationLaw,
  FRICTION_LAW_NAMES,
  type FrictionLawName,
  NORMAL_LAW_NAMES,
  type NormalLawName,
} from '@hawser/engine';
import * as z from 'zod';
import { contactDefaults } from './defaults.ts';
import { choice, EXPECTED, expecting, flag, numberBetween, object, oneOf, quantity, text, wholeNumber } from './kit.ts';
import { type Friction, frictionCoefficient, restitution } from './material.ts';

export interface ContactParameters {
  readonly method?: 'points' | 'volume' | 'spheres' | 'pressure';
  readonly balls?: number;
  readonly 'area law'?: AreaLawName;
  /** [N/m^3] */
  readonly foundation?: number;
  readonly 'foundation law'?: FoundationLaw;
  readonly 'mooney share'?: number;
  readonly law?: NormalLawName | 'none';
  /** [N/m^exponent] */
  readonly stiffness?: number;
  readonly exponent?: number;
  readonly restitution?: number;
  /** [s/m] */
  readonly dissipation?: number;
  readonly friction?: FrictionLawName;
  readonly 'friction coefficient'?: Friction;
  /** [m] */
  readonly 'stick deflection'?: number;
  /** [m/s] */
  readonly 'slip speed'?: number;
  /** [N s/m] */
  readonly viscous?: number;
  /** [m/s] */
  readonly 'stribeck speed'?: number;
  /** [s] */
  readonly 'dwell time'?: number;
  /** [s] */
  readonly 'stick damping'?: number;
  /** [m] */
  readonly 'rolling resistance'?: number;
}

export interface ContactPair extends ContactParameters {
  readonly between: readonly [string, string];
}

export interface Contacts {
  readonly enabled: boolean;
  readonly 'cable search': 'tree' | 'mls-dist';
  readonly 'solid search': 'tree' | 'stochastic';
  readonly defaults: ContactParameters;
  readonly pairs: readonly ContactPair[];
  readonly ignore: readonly (readonly [string, string])[];
}

const laws: readonly (NormalLawName | 'none')[] = [...NORMAL_LAW_NAMES, 'none'];

const law = choice(laws);
/** Materials have `friction: 0.4`; a number here is most likely meant as that coefficient. */
const frictionLaw: z.ZodType<FrictionLawName, FrictionLawName> = z.enum(FRICTION_LAW_NAMES, {
  error: ({ input }) =>
    EXPECTED +
    (typeof input === 'number'
      ? `a law (${FRICTION_LAW_NAMES.join(', ')}); a coefficient goes under "friction coefficient"`
      : oneOf(FRICTION_LAW_NAMES)),
});

const parameters = {
  method: choice(['points', 'volume', 'spheres', 'pressure'])
    .optional()
    .describe(
      'How the two meet. points: at points of their surfaces; volume: by the volume they share, for wide and conforming contact; spheres: by balls packed into them; pressure: where the pressure fields of their shapes are equal. pressure where a shape has a field, volume where a mesh or solid is involved, else points.',
    ),
  'area law': choice(AREA_LAW_NAMES)
    .optional()
    .describe(
      'Contact over an area: distributed sums over it (default); lumped, printed and indentation put one force on its centre, as Vilela 2018 (corrected, and as printed) and Dopico do, for comparison.',
    ),
  balls: wholeNumber(10, 200_000)
    .optional()
    .describe('Contact by spheres: how many balls each shape is packed with, 1000 if left out.'),
  foundation: quantity('number', 'positive')
    .optional()
    .describe(
      'Contact by volume: pressure per depth, SI units [N/m^3], modulus over thickness of the layer that gives; from the materials and sizes if left out.',
    ),
  'foundation law': choice(FOUNDATION_LAWS)
    .optional()
    .describe(
      'Contact of cables: how the pressure grows with the depth. linear (default), or as columns of rubber, as thick as the ropes, that are free to bulge: neo-hooke, or mooney-rivlin with its mooney share.',
    ),
  'mooney share': numberBetween(0, 1)
    .optional()
    .describe('C2 over C1 + C2 of mooney-rivlin; 6 (C1 + C2) is the Young modulus of the rope.'),
  stiffness: quantity('number', 'positive')
    .optional()
    .describe('K in the force K depth^exponent, SI units [N/m^exponent]; from the materials and shapes if left out.'),
  exponent: numberBetween(1, 3).optional().describe('Exponent of the depth; 1.5 where a sphere is involved, else 1.'),
  restitution: restitution()
    .optional()
    .describe('Speed after an impact over speed before it, 0.05 to 1; impacts below 2 cm/s may be absorbed.'),
  dissipation: quantity('inverse speed', 'not-negative')
    .optional()
    .describe('Constant a in the force K depth^n (1 + a v) [s/m], instead of restitution.'),
  'friction coefficient': frictionCoefficient().optional().describe('One number, or {static, kinetic}.'),
  'stick deflection': quantity('length', 'positive')
    .optional()
    .describe('Elastic give of a sticking contact at its limit [m] (bristle).'),
  'slip speed': quantity('speed', 'positive')
    .optional()
    .describe('Speed below which friction fades out [m/s] (coulomb).'),
  viscous: quantity('damping', 'not-negative')
    .optional()
    .describe(
      'Viscous part of the friction [N s/m]: the total of the pair, however many points, patches or elements of a rope touch.',
    ),
  'stribeck speed': quantity('speed', 'not-negative')
    .optional()
    .describe('Speed over which friction falls from static to kinetic [m/s]; at once if left out.'),
  'dwell time': quantity('time', 'not-negative')
    .optional()
    .describe('Time in which a contact at rest comes to its static friction [s]; at once if left out.'),
  'stick damping': quantity('time', 'not-negative')
    .optional()
    .describe(
      'Damping of a sticking contact over its stiffness [s]; most of what is critical under its own weight if left out.',
    ),
  'rolling resistance': quantity('length', 'not-negative')
    .optional()
    .describe(
      'Rolling resistance as a length [m]: a moment of this length times the normal force resists rolling, so that a wheel stays on slopes below length over radius. 0 if left out; for bodies.',
    ),
};

const lawText = 'Law of the normal force; none: the pair does not touch.';
const frictionText =
  'Law of friction: bristle truly sticks; lugre creeps before it slips and coulomb whenever it is loaded (both not over an area); none.';

const defaults = object(
  {
    law: law.prefault(contactDefaults.law).describe(lawText),
    friction: frictionLaw.prefault(contactDefaults.friction).describe(frictionText),
    ...parameters,
  },
  'a map of contact parameters',
);

const selector = text('the name of a body, a cable or a material, or any');

const pair = object(
  {
    between: z
      .tuple([selector, selector], expecting('two names such as [bar, steel]'))
      .describe('Two names of bodies, cables or materials, or `any`; twice the same cable for a cable with itself.'),
    law: law.optional().describe(lawText),
    friction: frictionLaw.optional().describe(frictionText),
    ...parameters,
  },
  'a map with between and contact parameters',
);

const bodyName = text('the name of a body or a cable');

export const contactsSchema: z.ZodType<Contacts> = object(
  {
    enabled: flag().prefault(true).describe('false: nothing touches anything.'),
    'cable search': choice(['tree', 'mls-dist'])
      .prefault('tree')
      .describe(
        'How places where cables touch each other or themselves are found: by a tree of boxes, which misses none; or from random pairs of nodes, tracked from step to step (Roy 2007, section 2.1), for comparison.',
      ),
    'solid search': choice(['tree', 'stochastic'])
      .prefault('tree')
      .describe(
        'How places where cables touch solids are found: by a tree of boxes, which misses none; or from three random points of a cable a step and solid, and those that earlier ones led to (Roy et al. 2013, section 3.2), for comparison.',
      ),
    defaults: defaults.prefault({}).describe('For all pairs.'),
    pairs: z
      .array(pair, expecting('a list of pairs'))
      .prefault([])
      .describe(
        'Settings of single pairs. They replace the defaults field by field; of several entries that match, the last one counts.',
      ),
    ignore: z
      .array(
        z.tuple([bodyName, bodyName], expecting('two names of bodies or cables')),
        expecting('a list of pairs of bodies or cables'),
      )
      .prefault([])
      .describe(
        'Pairs of bodies or cables that never touch. Bodies with a joint between them are ignored already; twice the same cable: it never touches itself.',
      ),
  },
  'a map with defaults, pairs or ignore',
);
