/** Layout of a chain: straight, along a shape, or hanging between its ends. Misfits are reported. */
import type { Context } from '../../check/context.ts';
import type { Path } from '../../issues.ts';
import type { Chain } from '../../schema/chain.ts';
import type { Vec3 } from '../../schema/kit.ts';
import { alongLine, hangingLine, straightLine } from './chain-line.ts';
import { distance, dot } from '../vectors.ts';
import type { Link } from './link-kinds.ts';

export interface Wanted {
  readonly chain: Chain;
  readonly links: readonly Link[];
  /** [m] world, where its ends are held */
  readonly start?: Vec3;
  readonly end?: Vec3;
}

/** Smallest pitch in bar diameters: below it the neighbouring link does not fit. */
const SHORTEST_PITCH = 2;

/** Joints from start to end; undefined: a fault was reported. */
export function layOut(context: Context, wanted: Wanted, path: Path): Vec3[] | undefined {
  const { chain, links, start, end } = wanted;
  if (!saysNoMoreThanNeeded(context, chain, path)) return undefined;
  const least = (chain.type === 'rod' ? 1 : SHORTEST_PITCH) * chain.diameter;
  const shortest = Math.min(...links.map(({ pitch }) => pitch));
  if (shortest < least) {
    const expected = `a pitch of at least ${rounded(least)} m for a bar of ${chain.diameter} m`;
    context.wrong('value', [...path, 'pitch'], { expected, found: `${shortest} m` });
    return undefined;
  }
  if (end !== undefined && chain.to?.carried !== true) {
    if (start !== undefined) return between(context, wanted, start, end, path);
    const hint = 'say what holds its start as well, or turn the chain round';
    context.wrong('value', path, { expected: '"from" beside "to"', found: 'none', hint });
    return undefined;
  }
  if (chain.shape !== undefined) return alongShape(context, wanted, chain.shape, path);
  if (start === undefined) {
    const hint = 'say what holds its start, or lay it along a shape';
    context.wrong('value', path, { expected: 'from or shape', found: 'a chain that begins nowhere', hint });
    return undefined;
  }
  const { gravity } = context.scenario.environment;
  const down: Vec3 = dot(gravity, gravity) > 0 ? gravity : [0, 0, -1];
  return straightLine(start, chain.along ?? down, pitchesOf(links));
}

/** Properties of joints, the kinds that have them, and advice for other kinds. */
const RUBBING: readonly (readonly [
  'damping' | 'friction' | 'bend stop' | 'twist play',
  readonly Chain['joints'][],
  string,
])[] = [
  ['damping', ['universal', 'hinge', 'ball'], 'take it out: links held by contact have the damping of their material'],
  [
    'friction',
    ['universal', 'hinge', 'ball'],
    'take it out: links held by contact have the friction of their material',
  ],
  ['bend stop', ['universal', 'ball'], 'take it out, or use universal or ball joints'],
  ['twist play', ['ball'], 'take it out, or use ball joints; universal joints do not twist'],
];

function saysNoMoreThanNeeded(context: Context, chain: Chain, path: Path): boolean {
  const held = chain.to !== undefined && !chain.to.carried;
  const clash = (key: string, other: string, hint: string): boolean => {
    context.wrong('value', [...path, key], { expected: `no "${key}" beside ${other}`, found: 'both', hint });
    return false;
  };
  if (chain.along && chain.shape) return clash('along', '"shape"', 'take one of them out');
  for (const key of ['along', 'shape'] as const) {
    if (chain[key] !== undefined && held) return clash(key, '"to"', 'take it out, or let "to" be carried');
  }
  if ((chain.links === undefined) === (chain['make-up'] === undefined)) {
    const found = chain.links === undefined ? 'neither' : 'both';
    const hint = found === 'both' ? 'take one of them out' : 'say how many links, or of which kinds';
    context.wrong('value', path, { expected: '"links" or "make-up"', found, hint });
    return false;
  }
  const lone = chain['make-up']?.find(({ link }) => link !== 'common');
  if (lone !== undefined && (chain.type === 'ring' || chain.type === 'rod')) {
    const expected = `common links in the make-up of a chain of type ${chain.type}`;
    context.wrong('value', [...path, 'make-up'], { expected, found: lone.link, hint: 'use stud-link or studless' });
    return false;
  }
  for (const [key, right, hint] of RUBBING) {
    if (chain[key] === undefined || right.includes(chain.joints)) continue;
    context.wrong('value', [...path, key], {
      expected: `${key} with joints: ${right.join(', ')}`,
      found: `joints: ${chain.joints}`,
      hint,
    });
    return false;
  }
  if (chain.joints !== 'contact' || chain.type !== 'rod') return true;
  const found = 'joints: contact with rods, which nothing would hold together';
  context.wrong('value', [...path, 'joints'], { expected: 'universal, hinge or ball', found });
  return false;
}

/** Straight where the distance of the ends equals the length of the chain, otherwise hanging. */
function between(context: Context, { chain, links }: Wanted, start: Vec3, end: Vec3, path: Path): Vec3[] | undefined {
  const pitches = pitchesOf(links);
  const length = sum(pitches);
  const way = distance(start, end);
  const near = context.scenario.solver['assembly tolerance'];
  if (way > length + near) {
    const pitch = length / links.length;
    const needed = Math.ceil(way / pitch - 1e-9);
    context.wrong('value', [...path, chain.links === undefined ? 'make-up' : 'links'], {
      expected: `at least ${needed} links of ${rounded(pitch)} m, its ends being ${rounded(way)} m apart`,
      found: `${links.length}, which are ${rounded(length)} m`,
      hint: 'give more links or a longer pitch, bring the ends together, or let "to" be carried',
    });
    return undefined;
  }
  if (way >= length - near) {
    return straightLine(start, [end[0] - start[0], end[1] - start[1], end[2] - start[2]], pitches);
  }
  if (chain.joints === 'hinge') {
    context.wrong('value', [...path, 'joints'], {
      expected: 'joints that bend both ways for a chain that hangs slack: universal, ball or contact',
      found: `hinge, with ${rounded(length)} m of chain between ends ${rounded(way)} m apart`,
      hint: 'hinges need a chain that starts straight: move an end, or let "to" be carried',
    });
    return undefined;
  }
  const [x, y, z] = context.scenario.environment.gravity;
  const line = x === 0 && y === 0 && z === 0 ? undefined : hangingLine(start, end, [-x, -y, -z], links);
  if (line !== undefined) return line;
  context.wrong('value', [...path, 'to'], {
    expected: 'ends that are not above each other for a chain that hangs slack under gravity',
    found: `ends ${rounded(way)} m apart without a level distance, or no gravity`,
    hint: 'move an end sideways, or leave out "to" and lay the chain along a shape',
  });
  return undefined;
}

function alongShape(
  context: Context,
  { chain, links, start }: Wanted,
  shape: readonly Vec3[],
  path: Path,
): Vec3[] | undefined {
  const pitches = pitchesOf(links);
  if (start !== undefined && distance(start, shape[0]) > context.scenario.solver['assembly tolerance']) {
    context.wrong('value', [...path, 'shape', 0], {
      expected: `a shape that begins where the chain is held, [${start.map(rounded).join(', ')}] m`,
      found: `[${shape[0].map(rounded).join(', ')}] m`,
    });
    return undefined;
  }
  if (chain.joints === 'hinge' && shape.length > 2) {
    context.wrong('value', [...path, 'joints'], {
      expected: 'joints that bend both ways for a chain along a shape with corners: universal, ball or contact',
      found: 'hinge',
      hint: 'hinges need a chain that starts straight',
    });
    return undefined;
  }
  const line = alongLine(shape, pitches);
  if (line !== undefined) return line;
  const way = sum(shape.slice(1).map((point, i) => distance(point, shape[i])));
  context.wrong('value', [...path, 'shape'], {
    expected: `a shape at least as long as the chain, ${rounded(sum(pitches))} m`,
    found: `${rounded(way)} m`,
    hint: 'lengthen its last part, or use fewer links',
  });
  return undefined;
}

function pitchesOf(links: readonly Link[]): number[] {
  return links.map(({ pitch }) => pitch);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(x: number): number {
  return Number(x.toPrecision(6));
}
