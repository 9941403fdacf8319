/** Chains: links of one kind or a make-up of several, laid out and joined. */
import * as z from 'zod';
import { type BodyPoint, bodyPoint } from './joint.ts';
import {
  choice,
  direction,
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

export const linkTypes = ['stud-link', 'studless', 'ring', 'rod'] as const;
export type LinkType = (typeof linkTypes)[number];

/** Kinds of links that a chain is made up of, beside the common link of its type. */
export const linkKinds = [
  'common',
  'enlarged',
  'end',
  'kenter',
  'swivel',
  'joining-shackle',
  'anchor-shackle',
] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface ChainPart {
  readonly link: LinkKind;
  readonly count: number;
}

export const linkJoints = ['universal', 'hinge', 'ball', 'contact'] as const;
export type LinkJoint = (typeof linkJoints)[number];

export interface ChainEnd {
  readonly body: string;
  readonly point?: BodyPoint;
}

export interface Chain {
  readonly links?: number;
  readonly 'make-up'?: readonly ChainPart[];
  readonly grade?: 1 | 2 | 3;
  readonly type: LinkType;
  /** [m] of the bar */
  readonly diameter: number;
  /** [m] from joint to joint */
  readonly pitch?: number;
  /** [kg/m] */
  readonly mass?: number;
  readonly from?: ChainEnd;
  readonly to?: ChainEnd & { readonly carried: boolean };
  readonly along?: Vec3;
  readonly shape?: readonly Vec3[];
  readonly 'through pipe': boolean;
  readonly joints: LinkJoint;
  readonly axis?: Vec3;
  /** [N m s/rad] */
  readonly damping?: number;
  readonly friction?: number;
  /** [rad] */
  readonly 'bend stop'?: number;
  readonly 'twist play'?: number;
  readonly material?: string;
  readonly touches: 'boxes' | 'links' | 'nothing';
  readonly 'self contact': boolean;
  readonly drag?: { readonly normal: number; readonly tangential: number };
  readonly colour?: string;
}

export const MOST_LINKS = 500;

const end = {
  body: text('the name of a body').describe('The body that holds this end; `world` for a fixed point.'),
  point: bodyPoint().optional().describe('Where, in the body frame [m] or by name; the body origin if left out.'),
};

export const chainSchema: z.ZodType<Chain> = object(
  {
    links: wholeNumber(1, MOST_LINKS)
      .optional()
      .describe(
        'Number of links; each is a body, called by the name of the chain and its number: `cable 1` is the first. Left out where there is a make-up.',
      ),
    'make-up': z
      .array(
        object(
          {
            link: choice(linkKinds)
              .prefault('common')
              .describe(
                'common: as `type` says; enlarged: 1.1 times that; end: studless, bar 1.2 d, 6.75 d by 4 d; kenter: 6 d by 4.2 d, no stud; swivel: 9.7 d, twists freely; joining-shackle: bar 1.3 d, 7.1 d by 4 d; anchor-shackle: bar 1.4 d, 8.7 d by 5.2 d.',
              ),
            count: wholeNumber(1, MOST_LINKS).prefault(1).describe('How many of them, one after the other.'),
          },
          'a map with link and count',
        ),
        expecting('a list of maps with link and count'),
      )
      .min(1, expecting('at least one part'))
      .optional()
      .describe('Links of several kinds in their order from the start, instead of `links`.'),
    grade: z
      .union([z.literal(1), z.literal(2), z.literal(3)], expecting('1, 2 or 3'))
      .optional()
      .describe(
        'Grade of the steel: with the diameter it gives the break load (IACS UR W18), and a run reports how much of it was used.',
      ),
    type: choice(linkTypes)
      .prefault('stud-link')
      .describe(
        'Links of bar diameter d. stud-link: 6 d long, 3.6 d wide, pitch 4 d, 21.9 t/m^3 d^2; studless: 6 d, 3.35 d, 4 d, 20 t/m^3 d^2; ring: round, 6 d, pitch 4 d; rod: straight, pitch 10 d. Rings and rods weigh their steel.',
      ),
    diameter: quantity('length', 'positive').describe('Diameter of the bar [m].'),
    pitch: quantity('length', 'positive')
      .optional()
      .describe('From joint to joint [m], if not that of the type; links keep their bar and stretch with it.'),
    mass: quantity('mass per length', 'positive')
      .optional()
      .describe('Mass per length of chain [kg/m], if not that of the type.'),
    from: object(end, 'a map with body and point').optional().describe('What holds its start; free if left out.'),
    to: object(
      {
        ...end,
        carried: flag()
          .prefault(false)
          .describe('true: the body is set to where the chain ends, instead of where its position says.'),
      },
      'a map with body and point',
    )
      .optional()
      .describe('What holds its end, or hangs on it; free if left out.'),
    along: direction()
      .optional()
      .describe('Direction in which it is laid from its start, where nothing holds its end; down if left out.'),
    shape: z
      .array(vector('length'), expecting('a list of points'))
      .min(2, expecting('at least 2 points'))
      .optional()
      .describe('Points [m], world, along which it is laid from its start, where nothing holds its end.'),
    'through pipe': flag()
      .prefault(false)
      .describe(
        'true: laid through the hawse pipe of the bow that holds its start (`solid: { bow }`), from a gypsy 0.5 m behind the pipe, down its lower side, round the bell mouth and straight down; `from` then has no point.',
      ),
    joints: choice(linkJoints)
      .prefault('universal')
      .describe(
        'Between links. universal: bends both ways, does not twist; hinge: each one across the one before, so bends one way at every second; ball: twists too; contact: nothing but the links themselves, linked through each other.',
      ),
    axis: direction()
      .optional()
      .describe('World direction across the plane of the first link; level and across the chain if left out.'),
    damping: quantity('torsional damping', 'not-negative')
      .optional()
      .describe('Viscous damping of every joint between links against bending [N m s/rad].'),
    friction: numberBetween(0, 2)
      .optional()
      .describe(
        'Friction coefficient mu of every joint between links: it resists bending by at most mu T d/2, T the force between the links.',
      ),
    'bend stop': quantity('angle', 'positive')
      .optional()
      .describe(
        'Angle between neighbours at which they lie against each other [rad], 50 to 70 deg for common links; none if left out.',
      ),
    'twist play': quantity('angle', 'positive')
      .optional()
      .describe(
        'With `joints: ball`: turn of a link against the last, to either side, before they lock [rad], 15 to 25 deg for common links; free if left out.',
      ),
    material: text('the name of a material')
      .optional()
      .describe('Material of the links, for contact; its density, if it has one, is that of the bar.'),
    touches: choice(['boxes', 'links', 'nothing'])
      .prefault('boxes')
      .describe(
        'What of the chain touches other bodies: a box around each link (rods: themselves), the links as closed meshes, or nothing.',
      ),
    'self contact': flag().prefault(false).describe('true: links that are not neighbours may touch each other.'),
    drag: object(
      {
        normal: numberBetween(0, 100).describe('Across, over the diameter of the bar.'),
        tangential: numberBetween(0, 100).prefault(0).describe('Along, over the same area.'),
      },
      'a map with normal or tangential',
    )
      .optional()
      .describe(
        'Drag coefficients where there is water with a surface; 2.6 and 1.4 for stud-link, 2.4 and 1.15 for others, 1 and 0 for rods if left out.',
      ),
    colour: colour().optional().describe('Colour such as "#c33"; two greys in turn if left out.'),
  },
  'a map with links, diameter and from',
);

/** Number of links, by the make-up where there is one. */
export function countLinks(chain: Chain): number {
  return chain['make-up']?.reduce((sum, { count }) => sum + count, 0) ?? chain.links ?? 0;
}
