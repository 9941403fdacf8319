/** How a cable is laid at the start: points, and turns about posts, in the words of the deck. */
import * as z from 'zod';
import { type BodyPoint, bodyPoint } from './joint.ts';
import { choice, customIssue, direction, expecting, object, quantity, text, type Vec3, vector } from './kit.ts';

export interface LayTurns {
  readonly round?: string | readonly string[];
  readonly turns?: number;
  readonly 'figure eights'?: number;
  readonly 'cleat turns'?: number;
  readonly turning?: 'clockwise' | 'anticlockwise';
  /** [m] along the axis of the post from its middle, where the first turn begins */
  readonly at?: number;
  /** [m] */
  readonly lead?: number;
  /** [m] */
  readonly under?: number;
  readonly top?: Vec3;
  readonly point?: BodyPoint;
  readonly of?: string;
}

export type LayStep = Vec3 | LayTurns;

const halves = (what: string): z.ZodType<number, number> =>
  z.number(expecting(what)).min(0, expecting(what)).max(50, expecting(what)).multipleOf(0.5, expecting(what));

const post = text('the name of a body, or of a body and a named shape of it such as "bitts.fore"');
const COUNTS = ['turns', 'figure eights', 'cleat turns'] as const;

const turns = object(
  {
    round: z
      .union([post, z.tuple([post, post], expecting('two posts such as [bitts.fore, bitts.aft]'))])
      .optional()
      .describe(
        'The post, drum, sheave or bar that it goes round: a body, or body.shape for a named shape of it; a cylinder or a solid round its z axis. Two with parallel axes: around both, or in figure-eights.',
      ),
    turns: halves('a number of turns of at least 0, in halves')
      .optional()
      .describe('Full turns besides what it takes to come and to leave; around two posts in halves. 0 if left out.'),
    'figure eights': halves('a number of figure-eights of at least 0, in halves')
      .optional()
      .describe('Figure-eight turns on two posts; they cross between them, one above the other.'),
    'cleat turns': halves('a number of figure-eights of at least 0, in halves')
      .optional()
      .describe('Figure-eight turns on the horns of a cleat: under a horn, across the top, under the other horn.'),
    turning: choice(['clockwise', 'anticlockwise'])
      .optional()
      .describe(
        'How it goes round the first post, seen from the end to which its z axis points; the shorter of the two if left out.',
      ),
    at: quantity('length')
      .optional()
      .describe(
        'Where its first turn begins, along the axis of the post from its middle [m]; turns stand in the middle of the post if left out, and a rope that only passes goes straight.',
      ),
    lead: quantity('length')
      .optional()
      .describe(
        'By how much it climbs along the axis in a turn or a figure-eight [m], negative: down. If left out, just enough for turns to lie clear of each other.',
      ),
    under: quantity('length', 'positive')
      .optional()
      .describe('With cleat turns: where it goes under the horns, from the middle of the bar [m].'),
    top: direction()
      .optional()
      .describe('With cleat turns: the side of the bar on which they cross, world; up if left out.'),
    point: bodyPoint().optional().describe('A point that it passes, of the body `of`: by name, or [m] in its frame.'),
    of: text('the name of a body').optional().describe('The body that has the point.'),
  },
  'a point [m] such as [1, 0, 2], or a map with round or point',
).superRefine((step, context) => {
  const wrong = (path: string, expected: string, found: string): void => {
    const issue = customIssue(step, { expected, found });
    context.addIssue({ ...issue, path: [path] } as never);
  };
  if ((step.round === undefined) === (step.point === undefined)) {
    context.addIssue(customIssue(step, { expected: 'either round or point', found: step.round ? 'both' : 'neither' }));
    return;
  }
  if (step.point !== undefined && step.of === undefined) wrong('of', 'the body that has the point', 'nothing');
  const counts = COUNTS.filter((key) => step[key] !== undefined);
  if (counts.length > 1) wrong(counts[1], `one of ${COUNTS.join(', ')}`, counts.join(' and '));
  const two = Array.isArray(step.round);
  if (step['figure eights'] !== undefined && !two) wrong('round', 'two posts for figure-eights', 'one');
  if (two && step['figure eights'] === undefined && !((step.turns ?? 0) > 0)) {
    wrong('turns', 'turns or figure eights above 0 around two posts', 'none');
  }
  if (step['cleat turns'] !== undefined && (two || step.under === undefined)) {
    wrong(two ? 'round' : 'under', two ? 'one bar' : 'under: where it goes under the horns', two ? 'two' : 'nothing');
  }
  if (!two && step.turns !== undefined && step.turns % 1 !== 0) {
    wrong('turns', 'whole turns around one post: it comes and leaves where it must', String(step.turns));
  }
});

export const laySchema: z.ZodType<readonly LayStep[]> = z
  .array(
    z.union([vector('length'), turns], expecting('a point [m] such as [1, 0, 2], or a map with round or point')),
    expecting('a list of points and turns'),
  )
  .min(1, expecting('at least one point or turn')) as never;
