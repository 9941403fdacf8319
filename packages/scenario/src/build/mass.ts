/** Mass, centre and inertia of a body: as given, or from its shapes, or the shapes scaled to a given mass. */
import { BuildError, bodyMass, eigenSym3, type WeighedShape } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Body } from '../schema/body.ts';
import type { Vec3 } from '../schema/kit.ts';
import { ORIGIN } from './placement.ts';
import type { BuiltShape } from './shapes.ts';

type Inertia = readonly [number, number, number, number, number, number];

export interface BodyMass {
  /** [kg] */
  readonly mass: number;
  /** [m] body frame */
  readonly centre: Vec3;
  /** [kg m^2] about the centre, xx, yy, zz, xy, xz, yz */
  readonly inertia: Inertia;
}

/** A stand-in for wrong values; the reported issues prevent its use. */
const UNKNOWN: BodyMass = { mass: 1, centre: ORIGIN, inertia: [1, 1, 1, 0, 0, 0] };

export function buildMass(
  context: Context,
  name: string,
  body: Body,
  shapes: readonly BuiltShape[],
  path: Path,
): BodyMass {
  const inertia = body.inertia && asTensor(body.inertia);
  const possible = inertia === undefined || checkInertia(context, inertia, [...path, 'inertia']);
  if (body.mass !== undefined && inertia !== undefined)
    return possible ? { mass: body.mass, centre: body.centre ?? ORIGIN, inertia } : UNKNOWN;
  if (body.centre !== undefined && inertia === undefined && !context.incomplete(path)) {
    const found = 'a centre without inertia';
    const hint = 'give the inertia about that centre, or take the centre out';
    context.wrong('mass', [...path, 'centre'], { expected: 'the inertia that goes with the centre', found, hint });
  }
  const weighed = weigh(context, name, body, shapes, path);
  if (weighed === undefined) return UNKNOWN;
  if (![weighed.mass, ...weighed.inertia.slice(0, 3)].every((value) => value > 0 && Number.isFinite(value))) {
    const found = `${weighed.mass} kg and moments of inertia of ${weighed.inertia.slice(0, 3).join(', ')} kg m^2`;
    const expected = 'shapes whose mass and inertia are finite and above 0';
    const turned = shapes.some(({ shape }) => shape.kind === 'mesh') && weighed.mass > 0;
    const hint = turned
      ? 'is a part of a mesh inside out (hawser mesh shows it)? if not, are the units right?'
      : 'are the units of the shapes right?';
    context.wrong('mass', [...path, 'shapes'], { expected, found, hint });
    return UNKNOWN;
  }
  const scale = body.mass === undefined ? 1 : body.mass / weighed.mass;
  return {
    mass: body.mass ?? weighed.mass,
    centre: body.centre ?? weighed.centre,
    inertia: inertia ?? scaled(weighed.inertia, scale),
  };
}

/** Mass from shapes and densities; with a given mass only the ratios of the densities matter. */
function weigh(
  context: Context,
  name: string,
  body: Body,
  shapes: readonly BuiltShape[],
  path: Path,
): BodyMass | undefined {
  const solid = shapes.filter(({ shape, density }) => shape.kind !== 'half-space' && density !== 0);
  if (solid.length === 0) {
    if (context.kindKnown(name)) tellMissing(context, body, shapes, path);
    return undefined;
  }
  const without = solid.filter(({ density }) => density === undefined);
  if (without.some(({ lost }) => lost) || context.incomplete(path)) return undefined;
  if (without.length > 0 && (body.mass === undefined || without.length < solid.length)) {
    const expected =
      body.mass === undefined ? 'a mass, or a density for every shape' : 'a density for every shape or for none';
    const found = `a shape without density`;
    const hint = 'give the body a mass or a density, or its material a density';
    const from = ['mass', 'density'].map((key) => [...path, key]);
    if (context.kindKnown(name)) context.wrong('mass', without[0].path, { expected, found, hint }, from);
    return undefined;
  }
  const list: WeighedShape[] = solid.map(({ shape, placement, density }) => ({
    shape,
    placement,
    density: density ?? 1,
  }));
  try {
    const { mass, centreOfMass, inertia } = bodyMass(list);
    return { mass, centre: centreOfMass, inertia };
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const shape = solid[Number(error.path[0])] ?? solid[0];
    const kind = shape.source.mesh === undefined ? [] : ['mesh'];
    const { message } = error;
    context.wrong('mass', [...shape.path, ...kind], { expected: 'a shape with a volume', found: message, message });
    return undefined;
  }
}

function tellMissing(context: Context, body: Body, shapes: readonly BuiltShape[], path: Path): void {
  if (context.faulty([...path, 'shapes'])) return;
  if (shapes.length < body.shapes.length) return; // an unreadable shape may be the one with mass
  const what =
    body.mass === undefined ? 'a mass and an inertia, or shapes with a density' : 'an inertia, or shapes that give it';
  const found = body.shapes.length === 0 ? 'no shapes' : 'no shape that has a weight';
  const hint = 'a body that never moves is "fixed: true"';
  context.lacks('mass', path, { expected: what, found, ...(body.mass === undefined && { hint }) });
}

/** No rigid body has other moments: each principal moment is positive and at most the sum of the other two. */
function checkInertia(context: Context, inertia: Inertia, path: Path): boolean {
  const moments = new Float64Array(3);
  eigenSym3(moments, 0, new Float64Array(9), 0, inertia, 0);
  const [a, b, c] = [...moments].sort((p, q) => p - q);
  const shown = `${[a, b, c].map((moment) => Number(moment.toPrecision(6))).join(', ')} kg m^2`;
  if (!(a > 0)) {
    context.wrong('mass', path, { expected: 'principal moments above 0 kg m^2', found: shown });
    return false;
  }
  // rounding of rotated tensors; flat bodies meet the bound exactly
  if (a + b < c * (1 - 1e-9)) {
    const expected = 'the largest principal moment to be at most the sum of the other two';
    context.wrong('mass', path, { expected, found: shown, hint: 'no body has such an inertia (triangle inequality)' });
    return false;
  }
  return true;
}

function asTensor(given: readonly number[]): Inertia {
  return [given[0], given[1], given[2], given[3] ?? 0, given[4] ?? 0, given[5] ?? 0];
}

function scaled(inertia: Inertia, factor: number): Inertia {
  const [xx, yy, zz, xy, xz, yz] = inertia;
  return [xx * factor, yy * factor, zz * factor, xy * factor, xz * factor, yz * factor];
}
