/** Does a cable fit between its ends, and what it is asked to pay out on its drum? */
import type { CableEndSpec, RopeLength } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Vec3 } from '../schema/kit.ts';
import { distance } from './joints.ts';
import { matrixOf } from './placement.ts';
import type { StandingBody } from './start.ts';

/** A cable may be this much shorter than the way between its ends; more is taken for a mistake. */
export const TIGHTEST = 0.1;

export interface HeldEnds {
  readonly start?: CableEndSpec;
  readonly end?: CableEndSpec;
  readonly pieces: readonly RopeLength[];
}

/** Tells of a cable far too short for the way between its ends; true when it fits. */
export function fitsItsEnds(
  context: Context,
  { start, end, pieces }: HeldEnds,
  bodies: readonly StandingBody[],
  path: Path,
) {
  if (start === undefined || end === undefined) return true;
  // what stands in for something wrong says nothing about lengths
  const places: Path[] = [start, end].map(({ body }) => ['bodies', bodies[body].name]);
  if (![path, ...places].every((place) => context.sound(place))) return true;
  const free = [start, end].some(({ body }) => bodies[body].kind === 'dynamic');
  const { solver } = context.scenario;
  if (free && (solver['start from equilibrium'] || solver.assemble)) return true; // a body comes to where it fits
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

function held({ start: { position, rotation } }: StandingBody, { point }: CableEndSpec): Vec3 {
  const R = matrixOf(rotation);
  const at = (i: number): number =>
    position[i] + R[3 * i] * point[0] + R[3 * i + 1] * point[1] + R[3 * i + 2] * point[2];
  return [at(0), at(1), at(2)];
}

/** What a function of time asks of a drum over a run [m]. */
export interface Asked {
  readonly least: number;
  readonly most: number;
}

/** Tells of a pay-out past the end of what there is, or of hauling in to nothing; true when neither. */
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
