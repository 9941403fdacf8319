/** Chains: a number of equal links of a kind, laid out and joined. */
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

export const linkJoints = ['universal', 'hinge', 'ball', 'contact'] as const;
export type LinkJoint = (typeof linkJoints)[number];

export interface ChainEnd {
  readonly body: string;
  readonly point?: BodyPoint;
}

export interface Chain {
  readonly links: number;
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
  readonly joints: LinkJoint;
  readonly axis?: Vec3;
  /** [N m s/rad] */
  readonly damping?: number;
  readonly friction?: number;
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
    links: wholeNumber(1, MOST_LINKS).describe(
      'Number of links; each is a body, called by the name of the chain and its number: `cable 1` is the first.',
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
      .describe('Viscous damping of every hinge [N m s/rad].'),
    friction: numberBetween(0, 2)
      .optional()
      .describe('Friction coefficient of every hinge, at half the diameter of the bar.'),
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
