/** Checks whether a cable fits between its ends, and whether its drum holds the length to be paid out. */
import type { CableEndSpec, RopeLength } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Cable } from '../schema/cable.ts';
import type { Vec3 } from '../schema/kit.ts';
import { distance } from './vectors.ts';
import { matrixOf } from './placement.ts';
import type { StandingBody } from './start.ts';
import { tensionUnder } from './tension-table.ts';

/** Largest strain of a cable that is shorter than the distance of its ends; more counts as a mistake. */
export const TIGHTEST = 0.1;

export interface HeldEnds {
  readonly start?: CableEndSpec;
  readonly end?: CableEndSpec;
  readonly pieces: readonly RopeLength[];
}

/** Reports a cable far too short for the distance of its ends; true when it fits. */
export function fitsItsEnds(
  context: Context,
  { start, end, pieces }: HeldEnds,
  bodies: readonly StandingBody[],
  path: Path,
) {
  if (start === undefined || end === undefined) return true;
  // stand-ins for wrong values say nothing about lengths
  const places: Path[] = [start, end].map(({ body }) => ['bodies', bodies[body].name]);
  if (![path, ...places].every((place) => context.sound(place))) return true;
  const free = [start, end].some(({ body }) => bodies[body].kind === 'dynamic');
  const { solver } = context.scenario;
  if (free && (solver['start from equilibrium'] || solver.assemble)) return true; // the body is moved to where it fits
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const way = distance(held(bodies[start.body], start), held(bodies[end.body], end));
  if (way <= (1 + TIGHTEST) * length) return true;
  const [l, w] = [length, way].map((x) => Number(x.toPrecision(5)));
  context.wrong('value', [...path, context.given([...path, 'sections']) ? 'sections' : 'length'], {
    expected: `a length of at least ${Number((way / (1 + TIGHTEST)).toPrecision(4))} m, its ends being ${w} m apart`,
    found: `${l} m, which would have to stretch by ${Math.round(100 * (way / length - 1))} %`,
    hint: 'give more length, bring the ends together, or lay it by a shape if it is meant to be stretched so far',
  });
  return false;
}

/** Largest distance of the ends of a shape from the holders, as a part of an element: rounding in the file. */
const OFF = 0.1;

/** Reports a shape that does not start or end where the cable is held: it would be torn there in the first step. */
export function meetsItsHolders(
  context: Context,
  shape: readonly Vec3[],
  { start, end, pieces }: HeldEnds,
  bodies: readonly StandingBody[],
  path: Path,
  pathOf: (point: number) => Path,
): boolean {
  const { solver } = context.scenario;
  const sides = [
    { holder: start, key: 'from', at: 0, piece: pieces[0] },
    { holder: end, key: 'to', at: shape.length - 1, piece: pieces[pieces.length - 1] },
  ];
  const sound = context.sound(path); // before one end says that the other is not
  const wrong = sides.filter(({ holder, key, at, piece }) => {
    if (holder === undefined) return false;
    const body = bodies[holder.body];
    if (!sound || !context.sound(['bodies', body.name])) return false;
    if (body.kind === 'dynamic' && (solver['start from equilibrium'] || solver.assemble)) return false;
    const place = held(body, holder);
    const off = distance(place, shape[at]);
    if (off <= OFF * (piece.length / piece.elements)) return false;
    const list = (x: Vec3): string => `[${x.map((value) => Number(value.toPrecision(6))).join(', ')}]`;
    context.wrong('value', pathOf(at), {
      expected: `${list(place)}, where "${key}" holds the cable at the start`,
      found: `${list(shape[at])}, ${Number(off.toPrecision(4))} m away`,
      hint: `${at === 0 ? 'begin' : 'end'} the shape there, or hold the cable where its shape ${at === 0 ? 'begins' : 'ends'}`,
    });
    return true;
  });
  return wrong.length === 0;
}

/** [Pa] Ropes that stretch by more than TIGHTEST before they break, of nylon or of rubber, break below this stress; so do rods. */
const HOLDS = 0.4e9;
/** Rubber breaks at seven times more than its length; nothing is pressed to less than half of it. */
const LONGEST = 8;
const SHORTEST = 0.5;
/** Largest excess of a rope over the length of its shape: elements take this slack without harm. */
const SLACK = 0.2;

/**
 * Reports a shape whose length differs from that of its cable. The difference is strain from the start: a small one is a rope under load,
 * or slack. Only a soft rope can take more; a rope cannot be compressed, and slack appears as bends in its shape. Where the run starts from
 * equilibrium, the shape is only an initial guess.
 */
export function hasItsLength(context: Context, way: number, { pieces }: Pick<HeldEnds, 'pieces'>, path: Path): boolean {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const ratio = way / length;
  const off = Math.abs(ratio - 1);
  const fits = pieces.every(({ rope }) => {
    const { diameter } = rope;
    if (ratio < 1 && rope.slackRatio !== 1) return off < SLACK + 1e-9;
    const stress = tensionUnder(rope, off) / (0.25 * Math.PI * diameter * diameter);
    return off < TIGHTEST + 1e-9 || (stress < HOLDS && ratio > SHORTEST && ratio < LONGEST);
  });
  if (fits || context.scenario.solver['start from equilibrium'] || !context.sound(path)) return true;
  const [l, w] = [length, way].map((x) => Number(x.toPrecision(5)));
  const [what, how] =
    ratio < 1
      ? ['less: it would be crumpled from the start', 'longer, with the bends of what is slack']
      : ['more: none of its stiffness can be stretched so far', 'shorter'];
  context.wrong('value', [...path, 'shape'], {
    expected: `a shape about as long as its cable, ${l} m`,
    found: `${w} m, ${Math.round(100 * off)} % ${what}`,
    hint: `make it ${how}, or the cable ${w} m long`,
  });
  return false;
}

/** Where an end is held at the start, world [m]. */
export function held({ start: { position, rotation } }: StandingBody, { point }: CableEndSpec): Vec3 {
  const R = matrixOf(rotation);
  const at = (i: number): number =>
    position[i] + R[3 * i] * point[0] + R[3 * i + 1] * point[1] + R[3 * i + 2] * point[2];
  return [at(0), at(1), at(2)];
}

/** Reports a cable fed at an end that is never held; true when it is held. */
export function fedWhereHeld(context: Context, name: string, cable: Cable, path: Path): boolean {
  const given = cable['pay out'];
  const { events, director } = context.scenario;
  if (given === undefined || director.length > 0) return true;
  const key = given.from === undefined ? 'to' : 'from';
  const caught = events.some(({ attach }) => attach?.cable === name && attach.end === key);
  if (cable[key] !== undefined || caught || !context.sound(path)) return true;
  const other = key === 'from' ? 'to' : 'from';
  context.wrong('value', [...path, key], {
    expected: `a cable that something holds where it is fed, at "${key}"`,
    found: 'a free end',
    hint: `say what holds it with "${key}" of the cable${cable[other] === undefined ? '' : `, or feed it at "${other}"`}`,
  });
  return false;
}

/** Extremes of the length demanded by a function of time over a run [m]. */
export interface Asked {
  readonly least: number;
  readonly most: number;
}

/** Reports paying out more than the available length, or hauling in to zero; true when neither. */
export function fitsItsDrum(
  context: Context,
  { least, most }: Asked,
  longest: number | undefined,
  path: Path,
): boolean {
  if (longest !== undefined && most > longest * (1 + 1e-6)) {
    context.wrong('value', [...path, 'longest'], {
      expected: `at least the ${Number(most.toPrecision(5))} m that are paid out during the run`,
      found: `${longest} m: it would run out to its end`,
      hint: 'pay out less, or put more on the drum',
    });
    return false;
  }
  if (least > 0) return true;
  context.wrong('value', path, {
    expected: 'a length above 0 m throughout the run',
    found: `${Number(least.toPrecision(4))} m at the least`,
    hint: 'haul in less',
  });
  return false;
}
