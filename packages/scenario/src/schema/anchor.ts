/** Anchors: a shank and a head on a pin, by type and mass or from the user's own meshes. */
import { ANCHOR_TYPES, type AnchorType } from '@hawser/engine';
import type * as z from 'zod';
import { choice, numberBetween, object, quantity, text, type Vec3, vector } from './kit.ts';
import { type Rotation, rotationSchema } from './rotation.ts';
import { colour } from './shape.ts';

export interface Anchor {
  readonly type: AnchorType;
  /** [kg] */
  readonly mass: number;
  readonly material?: string;
  readonly position: Vec3;
  readonly rotation?: Rotation;
  /** [rad] */
  readonly flukes: number;
  readonly 'fluke angle'?: number;
  readonly 'pin friction': number;
  readonly shank?: { readonly mesh: string; readonly pin: number; readonly mass?: number };
  readonly head?: { readonly mesh: string; readonly mass?: number };
  readonly colour: string;
}

export const anchorSchema: z.ZodType<Anchor> = object(
  {
    type: choice(ANCHOR_TYPES).prefault('hall').describe('Stockless anchor: Hall, Spek, AC-14 or US Navy.'),
    mass: quantity('mass', 'positive').describe('Of shank and head together [kg].'),
    material: text('the name of a material').optional().describe('Of both parts, for contact.'),
    position: vector('length')
      .prefault([0, 0, 0])
      .describe(
        'Where the shackle holds at t = 0, world coordinates [m]; a chain that carries the anchor sets it to its end.',
      ),
    rotation: rotationSchema
      .optional()
      .describe('Orientation of the shank at t = 0: its axis is z, upwards; the pin of the flukes is x.'),
    flukes: quantity('angle').prefault(0).describe('Angle of the flukes at t = 0 [rad].'),
    'fluke angle': quantity('angle', 'positive')
      .optional()
      .describe('How far they open to either side [rad]; 45 deg for hall and us-navy, 40 for spek, 35 for ac-14.'),
    'pin friction': numberBetween(0, 2)
      .prefault(0.2)
      .describe('Friction coefficient of the pin, at a quarter of the thickness of the shank.'),
    shank: object(
      {
        mesh: text('the name of a mesh file').describe('Closed mesh: z along the shank, the shackle at the origin.'),
        pin: quantity('length', 'positive').describe('From the shackle down to the pin [m].'),
        mass: quantity('mass', 'positive').optional().describe('Mass [kg]; from its volume in steel if left out.'),
      },
      'a map with mesh and pin',
    )
      .optional()
      .describe("The user's own shank instead of that of the type."),
    head: object(
      {
        mesh: text('the name of a mesh file').describe('Closed mesh: the pin is x through the origin, flukes along z.'),
        mass: quantity('mass', 'positive').optional().describe('Mass [kg]; from its volume in steel if left out.'),
      },
      'a map with mesh',
    )
      .optional()
      .describe("The user's own head instead of that of the type."),
    colour: colour().prefault('#a04020').describe('Colour such as "#c33".'),
  },
  'a map with type and mass',
);
