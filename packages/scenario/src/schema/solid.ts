/** Solids given by a few numbers: closed meshes that weigh, are drawn and touch by volume. */
import * as z from 'zod';
import { exactlyOne, expecting, object, quantity, type Vec3, wholeNumber } from './kit.ts';

export interface Solid {
  readonly prism?: { readonly radius: number; readonly length: number; readonly sides: number };
  readonly tube?: { readonly outer: number; readonly inner: number; readonly length: number; readonly sides: number };
  readonly torus?: {
    readonly ring: number;
    readonly tube: number;
    readonly sides: number;
    readonly 'tube sides': number;
  };
  readonly link?: {
    readonly bar: number;
    readonly length: number;
    readonly width: number;
    readonly bends: number;
    readonly 'bar sides': number;
  };
  readonly ball?: { readonly radius: number; readonly level: number };
  readonly pocket?: { readonly size: Vec3; readonly pocket: Vec3 };
  readonly bin?: { readonly inside: Vec3; readonly wall: number };
  readonly gear?: {
    readonly module: number;
    readonly teeth: number;
    readonly width: number;
    readonly bore?: number;
    readonly backlash?: number;
  };
  readonly boat?: { readonly length: number; readonly beam: number; readonly depth: number; readonly deadrise: number };
  readonly cradle?: {
    readonly length: number;
    readonly width: number;
    readonly base: number;
    readonly deadrise: number;
  };
}

export const solidKinds = [
  'prism',
  'tube',
  'torus',
  'link',
  'ball',
  'pocket',
  'bin',
  'gear',
  'boat',
  'cradle',
] as const;

const length = quantity('length', 'positive');
const sides = (fallback: number): z.ZodType<number, number | undefined> => wholeNumber(3, 2000).prefault(fallback);
const lengths = z.tuple([length, length, length], expecting('3 lengths above 0 m such as [2 m, 1 m, 0.5 m]'));
const SIDES = 'Number of flat sides; more are rounder and dearer.';
const DEADRISE = 'Rise of the bottom from the keel outwards [rad].';

export const solidSchema: z.ZodType<Solid> = object(
  {
    prism: object(
      {
        radius: length.describe('Radius through the corners [m].'),
        length: length.describe('Length [m] along z, half of it on each side of the origin.'),
        sides: sides(64).describe(SIDES),
      },
      'a map with radius and length',
    )
      .optional()
      .describe('A cylinder or disc with flat sides, axis z.'),
    tube: object(
      {
        outer: length.describe('Outer radius [m].'),
        inner: length.describe('Inner radius [m].'),
        length: length.describe('Length [m] along z.'),
        sides: sides(64).describe(SIDES),
      },
      'a map with outer, inner and length',
    )
      .optional()
      .describe('A cylinder with a bore, axis z.'),
    torus: object(
      {
        ring: length.describe('Radius of the ring, to the middle of the tube [m].'),
        tube: length.describe('Radius of the tube [m].'),
        sides: sides(48).describe(SIDES),
        'tube sides': sides(16).describe('The same around the tube.'),
      },
      'a map with ring and tube',
    )
      .optional()
      .describe('A ring about the z axis.'),
    link: object(
      {
        bar: length.describe('Diameter of the bar [m].'),
        length: length.describe('Outside length [m] along z.'),
        width: length.describe('Outside width [m] along x; equal to the length: a ring.'),
        bends: sides(12).describe('Number of flat pieces of each bend.'),
        'bar sides': sides(12).describe('Number of flat sides around the bar.'),
      },
      'a map with bar, length and width',
    )
      .optional()
      .describe('A link of a chain, flat in x-z.'),
    ball: object(
      {
        radius: length.describe('Radius [m].'),
        level: wholeNumber(0, 6).prefault(3).describe('0: an icosahedron; each level divides every face by four.'),
      },
      'a map with radius',
    )
      .optional()
      .describe('A sphere with flat faces.'),
    pocket: object(
      {
        size: lengths.describe('Full lengths of the block [m].'),
        pocket: lengths.describe('Full lengths of the pocket [m]; it opens to +z in the middle of the top.'),
      },
      'a map with size and pocket',
    )
      .optional()
      .describe('A block with a box-shaped hole.'),
    bin: object(
      {
        inside: lengths.describe('Clear lengths inside [m].'),
        wall: length.describe('Thickness of walls and floor [m].'),
      },
      'a map with inside and wall',
    )
      .optional()
      .describe('An open box; the origin is in the middle of its floor, inside.'),
    gear: object(
      {
        module: length.describe('Pitch diameter over number of teeth [m].'),
        teeth: wholeNumber(5, 1000).describe('Number of teeth; the middle of one points along +x.'),
        width: length.describe('Width [m] along z.'),
        bore: length.optional().describe('Radius of the bore [m].'),
        backlash: length.optional().describe('Gap between the flanks of a pair on the pitch circle [m].'),
      },
      'a map with module, teeth and width',
    )
      .optional()
      .describe('A spur gear with involute flanks, axis z.'),
    boat: object(
      {
        length: length.describe('Transom to stem [m]; x forward, the origin on the keel at the transom.'),
        beam: length.describe('Width of the deck [m].'),
        depth: length.describe('Keel to deck [m].'),
        deadrise: quantity('angle', 'positive').prefault('20 deg').describe(DEADRISE),
      },
      'a map with length, beam and depth',
    )
      .optional()
      .describe('A hard-chine boat with a flat deck.'),
    cradle: object(
      {
        length: length.describe('Length along x [m].'),
        width: length.describe('Width [m].'),
        base: length.describe('From the ground to the bottom of the V [m].'),
        deadrise: quantity('angle', 'positive').prefault('20 deg').describe(DEADRISE),
      },
      'a map with length, width and base',
    )
      .optional()
      .describe('A block with a V along x that takes a boat; the origin is in the bottom of the V.'),
  },
  'a map with a solid, such as {tube: {outer: 0.1 m, inner: 0.05 m, length: 0.2 m}}',
).superRefine(exactlyOne(solidKinds, 'a solid'));
