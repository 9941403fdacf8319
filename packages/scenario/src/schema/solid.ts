/** Solids given by a few numbers: closed meshes that weigh, are drawn and touch by volume. */
import { ANCHOR_TYPES, type AnchorType } from '@hawser/engine';
import * as z from 'zod';
import { choice, exactlyOne, expecting, object, quantity, type Vec3, wholeNumber } from './kit.ts';

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
    readonly stud?: number;
  };
  readonly ball?: { readonly radius: number; readonly level: number; readonly stretch?: Vec3 };
  readonly pocket?: { readonly size: Vec3; readonly pocket: Vec3 };
  readonly bin?: { readonly inside: Vec3; readonly wall: number };
  readonly gear?: {
    readonly module: number;
    readonly teeth: number;
    readonly width: number;
    readonly bore?: number;
    readonly backlash?: number;
  };
  readonly extrusion?: { readonly outline: readonly (readonly [number, number])[]; readonly length: number };
  readonly screw?: Thread;
  readonly nut?: Thread & { readonly outer: number; readonly clearance: number };
  readonly boat?: { readonly length: number; readonly beam: number; readonly depth: number; readonly deadrise: number };
  readonly cradle?: {
    readonly length: number;
    readonly width: number;
    readonly base: number;
    readonly deadrise: number;
  };
  readonly bow?: Bow;
  readonly bed?: { readonly below: number };
  readonly 'anchor shank'?: AnchorPart;
  readonly 'anchor head'?: AnchorPart;
}

export interface Thread {
  readonly diameter: number;
  readonly pitch: number;
  readonly length: number;
  readonly depth?: number;
  readonly segments: number;
}

export interface AnchorPart {
  readonly type: AnchorType;
  /** [kg] of the whole anchor */
  readonly mass: number;
}

export interface Bow {
  readonly flare: number;
  readonly entrance: number;
  readonly length: number;
  readonly above: number;
  readonly below: number;
  readonly thickness: number;
  readonly pipe: { readonly bore: number; readonly angle: number; readonly lead: number; readonly length: number };
  readonly mouth: number;
  readonly bolster?: { readonly radius: number; readonly height: number; readonly edge: number };
  readonly pocket?: { readonly radius: number; readonly depth: number; readonly wall: number };
  readonly mesh: number;
  readonly sides: number;
  readonly bends: number;
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
  'extrusion',
  'screw',
  'nut',
  'boat',
  'cradle',
  'bow',
  'bed',
  'anchor shank',
  'anchor head',
] as const;

const length = quantity('length', 'positive');
const sides = (fallback: number): z.ZodType<number, number | undefined> => wholeNumber(3, 2000).prefault(fallback);
const lengths = z.tuple([length, length, length], expecting('3 lengths above 0 m such as [2 m, 1 m, 0.5 m]'));
const SIDES = 'Number of flat sides; more are rounder and dearer.';
const DEADRISE = 'Rise of the bottom from the keel outwards [rad].';

const angle = quantity('angle', 'not-negative');

const thread = {
  diameter: length.describe('Over the crests of the screw [m]; of a nut that of the screw it fits.'),
  pitch: length.describe('Advance a turn [m], right-handed.'),
  length: length.describe('Along z, centred [m].'),
  depth: length.optional().describe('From crest to root [m]; 0.6 of the pitch if left out.'),
  segments: wholeNumber(6, 1000).prefault(23).describe('Columns a turn: four triangles each.'),
};

const bow = object(
  {
    flare: angle.prefault('10 deg').describe('Angle of the shell to the vertical, its upper edge outboard [rad].'),
    entrance: angle.prefault(0).describe('Angle of the shell to the length of the ship: forward, it comes in [rad].'),
    length: length.prefault('7 m').describe('Length of the piece of shell [m].'),
    above: length.prefault('3 m').describe('Shell above the mouth of the pipe [m], along the shell.'),
    below: length.prefault('4 m').describe('Shell below it [m].'),
    thickness: length
      .prefault('0.4 m')
      .describe('Thickness the shell is modelled with [m], so that a blow meets a body and not a sheet.'),
    pipe: object(
      {
        bore: length.describe('Inner diameter [m]; 9 to 10 bar diameters of the chain are usual.'),
        angle: angle.prefault('45 deg').describe('From the vertical, up and inboard [rad].'),
        lead: quantity('angle').prefault(0).describe('In plan, from straight inboard towards aft [rad].'),
        length: length.prefault('4 m').describe('Along its axis, from the shell [m].'),
      },
      'a map with bore, angle, lead and length',
    ).describe('The hawse pipe.'),
    mouth: length.describe('Radius of the bell mouth, where the pipe meets the shell [m].'),
    bolster: object(
      {
        radius: length.describe('Of its face, from the axis of the pipe, on the shell [m].'),
        height: length.describe('Above the shell [m].'),
        edge: length.prefault('0.2 m').describe('Width of its rounded edge [m].'),
      },
      'a map with radius, height and edge',
    )
      .optional()
      .describe('A raised face around the mouth.'),
    pocket: object(
      {
        radius: length.describe('Of its floor, from the axis of the pipe, on the shell [m].'),
        depth: length.describe('Below the shell [m].'),
        wall: length.prefault('0.3 m').describe('Width of its wall, which is rounded at both ends [m].'),
      },
      'a map with radius, depth and wall',
    )
      .optional()
      .describe('A recess around the mouth that takes the head of the anchor.'),
    mesh: length.prefault('0.3 m').describe('Longest side of triangles of the shell, about [m].'),
    sides: wholeNumber(8, 2000).prefault(64).describe('Number of flat sides around the pipe.'),
    bends: wholeNumber(2, 1000).prefault(16).describe('Number of flat pieces across the bell mouth.'),
  },
  'a map with pipe and mouth',
);

const anchorPart = object(
  {
    type: choice(ANCHOR_TYPES).describe('Type of the anchor.'),
    mass: quantity('mass', 'positive').describe('Mass of the whole anchor, shank and head [kg].'),
  },
  'a map with type and mass',
);

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
        stud: length
          .optional()
          .describe(
            'Diameter [m] of a round stud across its middle: it touches, and is not drawn or weighed with the link.',
          ),
      },
      'a map with bar, length and width',
    )
      .optional()
      .describe(
        'A link of a chain, flat in x-z. It touches as a round bar, by Hertz; a pair with `method: volume` takes its flat pieces instead.',
      ),
    ball: object(
      {
        radius: length.describe('Radius [m].'),
        level: wholeNumber(0, 6).prefault(3).describe('0: an icosahedron; each level divides every face by four.'),
        stretch: z
          .tuple(
            [quantity('number', 'positive'), quantity('number', 'positive'), quantity('number', 'positive')],
            expecting('3 factors above 0 such as [2, 1, 2]'),
          )
          .optional()
          .describe('Factors along x, y and z: an ellipsoid.'),
      },
      'a map with radius',
    )
      .optional()
      .describe('A sphere with flat faces, as much outside of it as inside.'),
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
    extrusion: object(
      {
        outline: z
          .array(
            z.tuple([quantity('length'), quantity('length')], expecting('x and y such as [10 mm, 0]')),
            expecting('a list of corners'),
          )
          .min(3, expecting('at least 3 corners'))
          .describe('Corners [m] in the x-y plane, one after the other around the outline, which may be hollow.'),
        length: length.describe('Along z, centred [m].'),
      },
      'a map with outline and length',
    )
      .optional()
      .describe('A flat outline drawn along z.'),
    screw: object(thread, 'a map with diameter, pitch and length')
      .optional()
      .describe('A screw with a sharp right-handed thread, axis z.'),
    nut: object(
      {
        ...thread,
        outer: length.describe('Outer diameter [m].'),
        clearance: quantity('length', 'not-negative')
          .prefault(0)
          .describe('By which its thread lies further out than that of the screw [m].'),
      },
      'a map with diameter, pitch, length and outer',
    )
      .optional()
      .describe('A round nut for that screw, axis z: both without a turn have their threads in each other.'),
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
    bow: bow
      .optional()
      .describe(
        'A piece of the side of a bow with a hawse pipe: x forward, y outboard, z up; the origin is where the axis of the pipe meets the shell.',
      ),
    bed: object(
      { below: length.prefault('5 m').describe('From the lowest point of the bed down to its underside [m].') },
      'a map with below, such as {below: 5 m}',
    )
      .optional()
      .describe(
        'The seabed of the environment, from a table or a mesh, for bodies to touch; cables that lie on the bed do not touch this body.',
      ),
    'anchor shank': anchorPart
      .optional()
      .describe('The shank of a stockless anchor: z along it; the origin where the shackle holds, the pin below it.'),
    'anchor head': anchorPart
      .optional()
      .describe('Its head with two flukes along z; the origin is on the pin, the pin is x.'),
  },
  'a map with a solid, such as {tube: {outer: 0.1 m, inner: 0.05 m, length: 0.2 m}}',
).superRefine(exactlyOne(solidKinds, 'a solid'));
