/** Converts `lay` of a cable to a line of points, with every turn clear of the others. */
import { asin, PI } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { LayStep, LayTurns } from '../schema/lay.ts';
import type { Shape } from '../schema/shape.ts';
import type { Vec3 } from '../schema/kit.ts';
import { buildPlacement, pointInWorld } from '../build/placement.ts';
import { buildPoint } from '../build/points.ts';
import type { StandingBody } from '../build/start.ts';
import { dot, unit } from '../build/vectors.ts';
import { closestTurns } from './overlap.ts';
import { type RouteGroup, type RoutePost, type RouteRun, routeOf, type RouteStep } from './route.ts';

/** Spacing of neighbouring turns in rope diameters; below NEAR of a diameter they overlap. */
const CLEAR = 1.05;
const NEAR = 0.98;
/** Along the bar of a cleat, so that crossings, which run along it more than across, lie clear as well. */
const CLEAT_LEAD = 1.6;
/** Two axes count as parallel: cosine of a hundredth of a degree. */
const PARALLEL = 1 - 1.5e-8;
/** Largest number of groups of turns without a given direction. */
const MOST_OPEN = 8;
/**
 * Largest number of turns of one cable, and largest ratio of length to thickness of its line, because overlaps are searched in steps of a
 * thickness.
 */
const MOST_TURNS = 500;
const MOST_THICKNESSES = 200_000;

interface Post {
  readonly name: string;
  readonly centre: Vec3;
  readonly axis: Vec3;
  readonly radius: number;
  readonly length: number;
}

interface Ends {
  /** world [m]; undefined: it is not held there */
  readonly start: Vec3 | undefined;
  readonly end: Vec3 | undefined;
}

export interface LaidLine {
  readonly points: readonly Vec3[];
  /** of a rope of this line, if nothing is said of elements: lengths [m] and elements of its parts */
  readonly parts: readonly { readonly length: number; readonly elements: number }[];
}

/** [rad] largest turn of an element round a post; ratios of longer elements between turns, and of those before and after. */
const TURN = (6 * PI) / 180;
const INNER = 2;
const OUTER = 8;
/** Diameters: no element is shorter, however sharp the turn. */
const LEAST = 0.5;
/** Of a line that meets no post: elements. */
const STRAIGHT = 40;

/** Undefined: a fault was reported. */
export function layPoints(
  context: Context,
  lay: readonly LayStep[],
  thick: number,
  ends: Ends,
  bodies: readonly StandingBody[],
  path: Path,
): LaidLine | undefined {
  const steps: RouteStep[] = ends.start ? [{ points: [ends.start] }] : [];
  const groups: RouteGroup[] = [];
  const posts: Post[] = [];
  if (!fewTurns(context, lay, path)) return undefined;
  const open: number[] = [];
  const placeOf: number[] = steps.map(() => 0);
  let good = true;
  lay.forEach((step, i) => {
    const at: Path = [...path, i];
    const before = steps.length;
    if (!isTurns(step)) steps.push({ points: [step] });
    else if (step.point !== undefined) {
      const point = namedPoint(context, step, bodies, at);
      if (point === undefined) good = false;
      else steps.push({ points: [point] });
    } else {
      const around = postsOf(context, step, bodies, at);
      if (around === undefined) good = false;
      else {
        posts.push(...around);
        if (step.turning === undefined) open.push(groups.length);
        const sense = step.turning === 'clockwise' ? -1 : 1;
        if (!addTurns(context, steps, groups, step, around, thick, sense, at)) good = false;
      }
    }
    for (let k = before; k < steps.length; k++) placeOf[k] = i;
  });
  if (!good) return undefined;
  if (ends.end) {
    steps.push({ points: [ends.end] });
    placeOf.push(lay.length - 1);
  }
  for (const [k, what] of [
    [0, 'from'],
    [steps.length - 1, 'to'],
  ] as const) {
    if (steps[k] !== undefined && 'points' in steps[k]) continue;
    context.wrong('value', [...path, k === 0 ? 0 : lay.length - 1], {
      expected: `a point at the ${k === 0 ? 'start' : 'end'} of the line, or "${what}" that holds it`,
      found: 'turns',
    });
    return undefined;
  }
  if (steps.length < 2) {
    context.wrong('value', path, { expected: 'a line of at least two points', found: 'one' });
    return undefined;
  }
  const runs = shortest(steps, groups, open.slice(0, MOST_OPEN));
  if (!Array.isArray(runs)) {
    const post = steps[runs.step] as RoutePost;
    const at: Path = [...path, placeOf[runs.step] ?? 0];
    if (runs.distance === undefined) {
      context.wrong('value', at, {
        expected: 'a line that comes and leaves under the horns of a cleat, not across its top',
        found: 'one that crosses the top where it comes or leaves',
        hint: 'pass points beside the bar, below its top, on the sides from which the first turn comes and to which the last leads',
      });
      return undefined;
    }
    const [distance, from] = [runs.distance, post.radius].map((x) => Number(x.toPrecision(4)));
    context.wrong('value', at, {
      expected: `points and posts at least ${from} m from its axis before and after it, radius of post and half the rope`,
      found: `one at ${distance} m`,
      hint: 'move the point, or the post',
    });
    return undefined;
  }
  const line = runs.flatMap(({ points }) => points);
  const length = lengthOf(line);
  if (!(length <= MOST_THICKNESSES * thick)) {
    context.wrong('value', path, {
      expected: `a line at most ${MOST_THICKNESSES} times as long as the rope is thick`,
      found: Number.isFinite(length)
        ? `one of ${Number(length.toPrecision(4))} m and ${Number(thick.toPrecision(3))} m`
        : 'points or posts too far apart for a length',
      hint: 'give its shape by points ("shape") instead',
    });
    return undefined;
  }
  return isClear(context, line, posts, thick, path) ? { points: line, parts: partsOf(runs, thick) } : undefined;
}

/** False: a fault was reported. */
function fewTurns(context: Context, lay: readonly LayStep[], path: Path): boolean {
  const turns = lay.reduce(
    (sum, step) =>
      isTurns(step) ? sum + (step.turns ?? 0) + (step['figure eights'] ?? 0) + (step['cleat turns'] ?? 0) : sum,
    0,
  );
  if (turns <= MOST_TURNS) return true;
  context.wrong('value', path, { expected: `at most ${MOST_TURNS} turns in all`, found: String(turns) });
  return false;
}

/**
 * [m] of the nodes of a turn from the axis of its post. Where a straight run meets a turn, elements of size s lie s^2/(16 R) inside the circle of their nodes:
 * so far outside these are laid.
 */
function reachOf(radius: number, thick: number): number {
  const touching = radius + 0.5 * thick;
  const size = Math.max(TURN * touching, LEAST * thick);
  return touching + (size * size) / (16 * touching);
}

/** Elements that are short in turns. */
function partsOf(runs: readonly RouteRun[], thick: number): LaidLine['parts'] {
  const lengths = runs.map(({ points }) => lengthOf(points));
  const total = lengths.reduce((a, b) => a + b, 0);
  const longest = total / STRAIGHT;
  const turning = runs.flatMap(({ radius }) => radius ?? []);
  const around = (radius: number): number => Math.max(TURN * radius, LEAST * thick);
  const short = turning.length > 0 ? around(Math.min(...turning)) : longest;
  return runs.flatMap(({ radius, inner }, i) => {
    if (!(lengths[i] > 1e-9 * total)) return [];
    const size = radius === undefined ? (inner ? INNER : OUTER) * short : around(radius);
    return [{ length: lengths[i], elements: Math.max(1, Math.ceil(lengths[i] / Math.min(size, longest))) }];
  });
}

const isTurns = (step: LayStep): step is LayTurns => !Array.isArray(step);

function namedPoint(
  context: Context,
  { point, of }: LayTurns,
  bodies: readonly StandingBody[],
  path: Path,
): Vec3 | undefined {
  const body = context.body(of ?? '', [...path, 'of']);
  if (body === undefined || point === undefined) return undefined;
  const at = buildPoint(context, point, bodies[body], [...path, 'point']);
  return at && pointInWorld(bodies[body].start, at);
}

function postsOf(
  context: Context,
  { round }: LayTurns,
  bodies: readonly StandingBody[],
  path: Path,
): Post[] | undefined {
  const names = typeof round === 'string' ? [round] : (round ?? []);
  const found = names.map((name, k) =>
    postOf(context, name, bodies, typeof round === 'string' ? [...path, 'round'] : [...path, 'round', k]),
  );
  return found.every((post) => post !== undefined) ? found : undefined;
}

function postOf(context: Context, written: string, bodies: readonly StandingBody[], path: Path): Post | undefined {
  const cut = written.indexOf('.');
  const [name, part] = cut < 0 ? [written, undefined] : [written.slice(0, cut), written.slice(cut + 1)];
  const index = context.body(name, path);
  if (index === undefined) return undefined;
  const shapes = context.scenario.bodies[name]?.shapes ?? [];
  const round = shapes.filter((shape) => roundOf(shape) !== undefined);
  const shape = part === undefined ? round[0] : round.find((each) => each.name === part);
  const size = shape && roundOf(shape);
  if (shape === undefined || size === undefined) {
    const names = round.flatMap((each) => each.name ?? []);
    context.wrong('value', path, {
      expected: 'a body with a cylinder, or body.shape for a named one',
      found: `"${written}"`,
      hint: names.length > 0 ? `"${name}" has ${names.map((each) => `"${name}.${each}"`).join(', ')}` : undefined,
    });
    return undefined;
  }
  const placed = buildPlacement(shape.at, shape.rotation);
  const inWorld = (p: Vec3): Vec3 => pointInWorld(bodies[index].start, pointInWorld(placed, p));
  const centre = inWorld([0, 0, 0]);
  const tip = inWorld([0, 0, 1]);
  const axis = unit([tip[0] - centre[0], tip[1] - centre[1], tip[2] - centre[2]]);
  return { name: written, centre, axis, ...size };
}

function roundOf({ cylinder, solid }: Shape): { radius: number; length: number } | undefined {
  if (cylinder) return cylinder;
  if (solid?.prism) return { radius: solid.prism.radius, length: solid.prism.length };
  if (solid?.tube) return { radius: solid.tube.outer, length: solid.tube.length };
  return undefined;
}

/** False: said what is wrong. */
function addTurns(
  context: Context,
  steps: RouteStep[],
  groups: RouteGroup[],
  step: LayTurns,
  [first, second]: readonly Post[],
  thick: number,
  sense: 1 | -1,
  path: Path,
): boolean {
  const group = groups.length;
  const reach = (post: Post): number => reachOf(post.radius, thick);
  const meet = (post: Post, turning: number, turns: number): RoutePost => {
    const flipped = dot(post.axis, first.axis) < 0; // seen from one side
    const axis: Vec3 = flipped ? [-post.axis[0], -post.axis[1], -post.axis[2]] : post.axis;
    return { centre: post.centre, axis, radius: reach(post), sense: turning as 1 | -1, turns, group };
  };
  const lead = step.lead ?? CLEAR * thick;
  if (step['cleat turns'] !== undefined) {
    const up = step.top ?? context.scenario.environment.gravity.map((x) => -x);
    const along = dot(up as unknown as Vec3, first.axis);
    const across: Vec3 = [up[0] - along * first.axis[0], up[1] - along * first.axis[1], up[2] - along * first.axis[2]];
    if (!(dot(across, across) > 1e-12 * Math.max(1e-30, along * along))) {
      context.wrong('value', [...path, 'top'], {
        expected: 'a direction across the bar: the side on which the turns cross',
        found: 'one along it, or none',
      });
      return false;
    }
    const cleat = {
      crossings: Math.max(1, Math.round(2 * step['cleat turns'])),
      under: step.under ?? 0,
      pitch: step.lead ?? CLEAT_LEAD * thick,
      top: unit(across),
      thick: CLEAR * thick,
    };
    steps.push({ ...meet(first, sense, 0), cleat });
    groups.push({});
    return true;
  }
  if (second === undefined) {
    const turns = step.turns ?? 0;
    steps.push(meet(first, sense, turns));
    const climbs = turns > 0 || step.lead !== undefined;
    const slope = climbs ? lead / (2 * PI * reach(first)) : undefined;
    groups.push({ ...(step.at !== undefined && { at: step.at }), ...(slope !== undefined && { slope, middle: true }) });
    return true;
  }
  const apart = spacing(first, second);
  const eight = step['figure eights'] !== undefined;
  const wide = eight ? reach(first) + reach(second) : Math.abs(first.radius - second.radius);
  if (apart === undefined || !(apart > reach(first) + reach(second))) {
    context.wrong('value', [...path, 'round'], {
      expected: 'two posts with parallel axes and room for the rope between them',
      found: apart === undefined ? 'axes that are not parallel' : `axes ${Number(apart.toPrecision(4))} m apart`,
    });
    return false;
  }
  const leg = Math.sqrt(apart * apart - wide * wide);
  const lean = asin(wide / apart);
  const arcs = [first, second].map((post) => {
    if (eight) return reach(post) * (PI + 2 * lean);
    return reach(post) * (PI + (post.radius >= Math.max(first.radius, second.radius) ? 2 : -2) * lean);
  });
  const round = arcs[0] + arcs[1] + 2 * leg;
  // where they cross, one of the two halves of a figure lies between them
  const between = Math.min(...[0, 1].map((k) => arcs[k] + (2 * leg * reach([first, second][k])) / wide));
  const rise = step.lead ?? (eight ? lead * (round / between) : lead);
  const count = Math.round(2 * (step['figure eights'] ?? step.turns ?? 0));
  for (let k = 0; k < count; k++) {
    steps.push(meet(k % 2 === 0 ? first : second, eight && k % 2 === 1 ? -sense : sense, 0));
  }
  groups.push({ ...(step.at !== undefined && { at: step.at }), slope: rise / round, middle: true });
  return true;
}

/** [m] between two parallel axes; undefined: they are not. */
function spacing(a: Post, b: Post): number | undefined {
  if (Math.abs(dot(a.axis, b.axis)) < PARALLEL) return undefined;
  const d: Vec3 = [b.centre[0] - a.centre[0], b.centre[1] - a.centre[1], b.centre[2] - a.centre[2]];
  const along = dot(d, a.axis);
  return Math.sqrt(Math.max(0, dot(d, d) - along * along));
}

/** The shortest line over the directions of groups without a given one. */
function shortest(
  steps: readonly RouteStep[],
  groups: readonly RouteGroup[],
  open: readonly number[],
): ReturnType<typeof routeOf> {
  let best: ReturnType<typeof routeOf> | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let choice = 0; choice < 1 << open.length; choice++) {
    const turned = steps.map((step): RouteStep => {
      if (!('centre' in step)) return step;
      const bit = open.indexOf(step.group);
      return bit >= 0 && (choice >> bit) & 1 ? { ...step, sense: step.sense === 1 ? -1 : 1 } : step;
    });
    const line = routeOf(turned, groups);
    const length = Array.isArray(line) ? lengthOf(line.flatMap(({ points }) => points)) : Number.POSITIVE_INFINITY;
    if (best === undefined || length < least - 1e-9) [best, least] = [line, length];
  }
  return best ?? [];
}

function lengthOf(points: readonly Vec3[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const d = [0, 1, 2].map((r) => points[i][r] - points[i - 1][r]);
    sum += Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  }
  return sum;
}

/** Checks that the line does not pass through itself, slip off a post or pass through one. */
function isClear(context: Context, line: readonly Vec3[], posts: readonly Post[], thick: number, path: Path): boolean {
  const mm = (x: number): string => `${Number((1000 * x).toPrecision(3))} mm`;
  const m = (x: number): string => `${Number(x.toPrecision(4))} m`;
  for (const { name, centre, axis, radius, length } of posts) {
    for (const p of line) {
      const d: Vec3 = [p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]];
      const along = dot(d, axis);
      const off = Math.sqrt(Math.max(0, dot(d, d) - along * along));
      const touches = off < reachOf(radius, thick) * (1 + 1e-6);
      if (touches && Math.abs(along) > 0.5 * length - 0.25 * thick && off > radius + 0.49 * thick) {
        context.wrong('value', path, {
          expected: `turns on "${name}", which is ${m(length)} long`,
          found: `one ${m(Math.abs(along))} from its middle`,
          hint: 'make it longer, lay fewer turns, or say where they begin with "at"',
        });
        return false;
      }
      if (Math.abs(along) < 0.5 * length && off < radius + NEAR * 0.5 * thick) {
        context.wrong('value', path, {
          expected: `a line clear of "${name}", ${m(radius + 0.5 * thick)} from its axis`,
          found: `${m(off)} at [${p.map((x) => Number(x.toPrecision(4))).join(', ')}]`,
          hint: 'lead it round by a point, or turn the other way',
        });
        return false;
      }
    }
  }
  const near = closestTurns(line, thick);
  if (near === undefined || near.distance >= NEAR * thick) return true;
  context.wrong('value', path, {
    expected: `turns that lie clear of each other: a rope of ${mm(thick)}`,
    found: `${mm(near.distance)} between ${m(near.first)} and ${m(near.second)} from its start`,
    hint: 'more lead, another start of the turns ("at"), or the other turning',
  });
  return false;
}
