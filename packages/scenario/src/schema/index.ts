/** A scenario: the whole input of a run, except meshes and tables in separate files. */
import * as z from 'zod';
import { type Anchor, anchorSchema } from './anchor.ts';
import { type Body, bodySchema } from './body.ts';
import { type Cable, cableSchema, type Rope, ropeSchema } from './cable.ts';
import { type Chain, chainSchema } from './chain.ts';
import { type Contacts, contactsSchema } from './contact.ts';
import { type Limit, limitSchema, type ScriptStep, stepSchema } from './director.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { type Event, eventSchema } from './event.ts';
import { type Force, forceSchema } from './force.ts';
import { type Crane, craneSchema, type Deckhand, deckhandSchema, type Winch, winchSchema } from './gear.ts';
import { between, type Joint, jointSchema } from './joint.ts';
import { expecting, named, object, text } from './kit.ts';
import { type Material, materialSchema } from './material.ts';
import { type Output, outputSchema } from './output.ts';
import { type Paper, paperSchema } from './paper.ts';
import { type Run, runSchema } from './run.ts';
import { type Solver, solverSchema } from './solver.ts';
import { type Stowing, stowingSchema } from './stowing.ts';
import { type Tactile, tactileSchema } from './tactile.ts';

/** The version of the format this program writes and reads; older ones go through migrate.ts. */
export const VERSION = 1;

/** Sections that map names of the user's own to things. */
export const NAMED: readonly (string | number)[] = [
  'materials',
  'bodies',
  'joints',
  'forces',
  'ropes',
  'cables',
  'chains',
  'anchors',
  'winches',
  'deckhands',
  'cranes',
  'stowing',
];

export interface Scenario {
  readonly hawser: typeof VERSION;
  readonly title?: string;
  readonly description?: string;
  readonly document?: Paper;
  readonly include?: string | readonly string[];
  readonly environment: Environment;
  readonly materials: Readonly<Record<string, Material>>;
  readonly bodies: Readonly<Record<string, Body>>;
  readonly joints: Readonly<Record<string, Joint>>;
  readonly forces: Readonly<Record<string, Force>>;
  readonly ropes: Readonly<Record<string, Rope>>;
  readonly cables: Readonly<Record<string, Cable>>;
  readonly chains: Readonly<Record<string, Chain>>;
  readonly anchors: Readonly<Record<string, Anchor>>;
  readonly winches: Readonly<Record<string, Winch>>;
  readonly deckhands: Readonly<Record<string, Deckhand>>;
  readonly cranes: Readonly<Record<string, Crane>>;
  readonly stowing: Readonly<Record<string, Stowing>>;
  readonly director: readonly ScriptStep[];
  readonly limits: readonly Limit[];
  readonly clearances: readonly (readonly [string, string])[];
  readonly events: readonly Event[];
  readonly tactile: Readonly<Record<string, Tactile>>;
  readonly contacts: Contacts;
  readonly solver: Solver;
  readonly run: Run;
  readonly output: Output;
}

const files = z.union(
  [text('a file name'), z.array(text('a file name'))],
  expecting('the name of a scenario file, or a list of them'),
);

const sections = {
  hawser: z.literal(VERSION, expecting(`version ${VERSION}`)).describe('Version of the scenario format.'),
  title: text().optional().describe('One line that names the scenario.'),
  description: text('text', 100_000).optional().describe('What it shows and where its numbers come from.'),
  document: paperSchema.optional().describe('Title block of the report: project, number, revision, people.'),
  include: files
    .optional()
    .describe(
      'Other scenario files. Their bodies and all else that has a name, their scripts, limits, events and contacts are added; their environment, contact defaults, run and output apply, key by key, where this file gives none.',
    ),
  environment: environmentSchema.prefault({}).describe('What is the same everywhere.'),
  materials: named(materialSchema, 'materials').prefault({}).describe('Materials by name.'),
  bodies: named(bodySchema, 'bodies')
    .prefault({})
    .describe('Bodies by name. `world` is always there: fixed, at the origin.'),
  joints: named(jointSchema, 'joints').prefault({}).describe('Joints by name.'),
  forces: named(forceSchema, 'forces').prefault({}).describe('Springs and loads by name.'),
  ropes: named(ropeSchema, 'ropes').prefault({}).describe('Ropes by name: what cables are made of.'),
  cables: named(cableSchema, 'cables').prefault({}).describe('Cables by name.'),
  chains: named(chainSchema, 'chains').prefault({}).describe('Chains by name: links, laid out and joined.'),
  anchors: named(anchorSchema, 'anchors')
    .prefault({})
    .describe('Anchors by name: each becomes the bodies `<name> shank` and `<name> head` and the joint `<name> pin`.'),
  winches: named(winchSchema, 'winches').prefault({}).describe('Winches by name.'),
  deckhands: named(deckhandSchema, 'deckhands').prefault({}).describe('Deckhands by name, each at a line.'),
  cranes: named(craneSchema, 'cranes').prefault({}).describe('Cranes and davits by name: driven joints led together.'),
  stowing: named(stowingSchema, 'anchors to be stowed')
    .prefault({})
    .describe('Anchors, by their names, that are hauled home and judged: seated, mis-seated or jammed.'),
  director: z
    .array(stepSchema, expecting('a list of steps'))
    .prefault([])
    .describe('The script of the operation, step by step (guide: docs/guide/director.md).'),
  limits: z
    .array(limitSchema, expecting('a list of limits'))
    .prefault([])
    .describe('What must not be exceeded: go or no-go.'),
  clearances: z
    .array(between(), expecting('a list of pairs of bodies'))
    .prefault([])
    .describe('Pairs of bodies whose distance is a channel, clearance.<a>~<b>, and stands in the report.'),
  events: z.array(eventSchema, expecting('a list of events')).prefault([]).describe('What happens at given times.'),
  tactile: named(tactileSchema, 'sensors')
    .prefault({})
    .describe('Tactile sensors by name: images of the pressure on a face, tactile.<name>.pressure.<row>.<column>.'),
  contacts: contactsSchema.prefault({}).describe('How pairs of bodies touch.'),
  solver: solverSchema.prefault({}).describe('How time advances.'),
  run: runSchema.prefault({}).describe('How long.'),
  output: outputSchema.prefault({}).describe('What is recorded.'),
};

/** The schema of one section alone; undefined: there is no such section. */
export function sectionSchema(name: string): z.ZodType | undefined {
  return Object.hasOwn(sections, name) ? (sections as Readonly<Record<string, z.ZodType>>)[name] : undefined;
}

export const scenarioSchema: z.ZodType<Scenario> = object(sections, 'a map with the key hawser: 1').meta({
  title: 'hawser scenario',
  description: 'A mechanical system to simulate. Numbers are SI; text may carry a unit, such as "15 deg".',
});
