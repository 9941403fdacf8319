/** Bodies as written -> BodySpec. */
import type { BodySpec } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Body } from '../schema/body.ts';
import { buildMotion } from './motion.ts';
import { buildHydro } from './hydro.ts';
import { type BodyMass, buildMass } from './mass.ts';
import { buildPlacement, ORIGIN, UPRIGHT } from './placement.ts';
import { type BuiltShape, buildShapes, type Materials } from './shapes.ts';

/** A body that does not move freely needs no mass. */
const NO_MASS: BodyMass = { mass: 0, centre: ORIGIN, inertia: [0, 0, 0, 0, 0, 0] };

export interface BuiltBody {
  readonly spec: BodySpec;
  /** a body with data that the engine does not need: colours, densities, places in the file */
  readonly shapes: readonly BuiltShape[];
  readonly colour?: string;
}

/** In the order of `context.bodyNames`; index 0 is the world. */
export function buildBodies(context: Context, materials: Materials): BuiltBody[] {
  return context.bodyNames.map((name) => {
    const body = context.scenario.bodies[name];
    return body === undefined ? { spec: emptyWorld, shapes: [] } : buildBody(context, name, body, materials);
  });
}

const emptyWorld: BodySpec = {
  name: 'world',
  kind: 'fixed',
  mass: 0,
  centreOfMass: ORIGIN,
  inertia: [0, 0, 0, 0, 0, 0],
  placement: { position: ORIGIN, rotation: UPRIGHT },
  velocity: ORIGIN,
  angularVelocity: ORIGIN,
  shapes: [],
  points: [],
};

export function buildBody(context: Context, name: string, body: Body, materials: Materials): BuiltBody {
  const path: Path = ['bodies', name];
  const kind = kindOf(context, name, body, path);
  const shapes = buildShapes(context, body, materials, path);
  const mass = kind === 'dynamic' ? buildMass(context, name, body, shapes, path) : NO_MASS;
  const hydro =
    body.hydro &&
    buildHydro(context, body.hydro, shapes, kind === 'dynamic' ? mass : undefined, body.position, [...path, 'hydro']);
  const spec: BodySpec = {
    name,
    kind,
    mass: mass.mass,
    centreOfMass: mass.centre,
    inertia: mass.inertia,
    placement: buildPlacement(body.position, body.rotation),
    velocity: body.velocity,
    angularVelocity: body['angular velocity'],
    ...movesWith(context, name, body, kind, path),
    shapes: shapes.map(({ shape, placement, material, collide, field, thin }) => ({
      shape,
      placement,
      material,
      collide,
      ...(field && { field }),
      ...(thin && { thin }),
    })),
    ...(hydro && { hydro }),
    points: Object.entries(body.points).map(([point, position]) => ({ name: point, position })),
  };
  const moving = kind === 'prescribed' ? { ...spec, motion: buildMotion(context, body, path) } : spec;
  return { spec: moving, shapes, ...(body.colour !== undefined && { colour: body.colour }) };
}

function movesWith(
  context: Context,
  name: string,
  body: Body,
  kind: BodySpec['kind'],
  path: Path,
): Pick<BodySpec, 'movesWith'> {
  const carrier = body['moves with'];
  if (carrier === undefined) return {};
  const at = [...path, 'moves with'];
  const index = context.body(carrier, at);
  if (kind !== 'dynamic' || carrier === name) {
    const found = carrier === name ? 'itself' : 'it for a body that does not move freely';
    context.wrong('value', at, { expected: 'another body for one that moves freely', found, hint: 'take it out' });
    return {};
  }
  return index === undefined ? {} : { movesWith: index };
}

function kindOf(context: Context, name: string, body: Body, path: Path): BodySpec['kind'] {
  if (name === 'world') return 'fixed';
  if (body.fixed && body.motion !== undefined) {
    context.wrong('value', [...path, 'fixed'], {
      expected: 'fixed or motion',
      found: 'both',
      hint: 'take one of them out',
    });
  }
  if (!body.fixed && body.motion === undefined) return 'dynamic';
  for (const key of ['velocity', 'angular velocity'] as const) {
    if (body[key].every((component) => component === 0)) continue;
    const found = body.fixed ? 'one for a fixed body' : 'one beside "motion"';
    const hint = body.fixed ? 'take it out' : 'the motion gives the velocity; take it out';
    if (context.kindKnown(name)) context.wrong('value', [...path, key], { expected: `no ${key}`, found, hint });
  }
  return body.fixed ? 'fixed' : 'prescribed';
}
