/** Converts springs and loads of the file to ForceSpec. */
import { drawnSpring, type ForceSpec, type TimeFunction, tessellate } from '@hawser/engine';
import type { SceneryBody } from '@hawser/record';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Gas, Load, Spring } from '../schema/force.ts';
import type { FunctionOfTime } from '../schema/function.ts';
import { buildFunction, ZERO } from './functions.ts';
import { distance } from './vectors.ts';
import { ORIGIN, pointInWorld } from './placement.ts';
import { buildPoint } from './points.ts';
import type { StandingBody } from './start.ts';

export function buildForces(context: Context, bodies: readonly StandingBody[]): ForceSpec[] {
  const forces: ForceSpec[] = [];
  for (const [name, force] of Object.entries(context.scenario.forces)) {
    const path: Path = ['forces', name];
    const built =
      force.type === 'spring'
        ? buildSpring(context, name, force, bodies, path)
        : buildLoad(context, name, force, bodies, path);
    if (built !== undefined) forces.push(built);
  }
  return forces;
}

function buildSpring(
  context: Context,
  name: string,
  spring: Spring,
  bodies: readonly StandingBody[],
  path: Path,
): ForceSpec | undefined {
  const a = context.body(spring.between[0], [...path, 'between', 0]);
  const b = context.body(spring.between[1], [...path, 'between', 1]);
  const pointA = a === undefined ? a : buildPoint(context, spring.points[0], bodies[a], [...path, 'points', 0]);
  const pointB = b === undefined ? b : buildPoint(context, spring.points[1], bodies[b], [...path, 'points', 1]);
  if (a !== undefined && a === b) {
    context.wrong('value', [...path, 'between'], {
      expected: 'two different bodies',
      found: `"${spring.between[0]}" twice`,
    });
    return undefined;
  }
  if (a === undefined || b === undefined || pointA === undefined || pointB === undefined) return undefined;
  const length =
    spring.length ?? distance(pointInWorld(bodies[a].start, pointA), pointInWorld(bodies[b].start, pointB));
  const { stiffness, damping, gas } = spring;
  if (gas !== undefined) checkGas(context, spring, gas, path);
  return {
    kind: 'spring',
    name,
    a,
    b,
    pointA,
    pointB,
    stiffness,
    damping,
    length,
    tensionOnly: spring['tension only'],
    ...(!spring.hooked && { detached: true }),
    ...(spring.gas && { gas: spring.gas }),
  };
}

/** Gas has a volume left at the end of the stroke, and pulls by itself. */
function checkGas(context: Context, spring: Spring, gas: Gas, path: Path): void {
  if (!(gas.stroke < 2 * gas.column)) {
    context.wrong('value', [...path, 'gas', 'stroke'], {
      expected: `less than twice the column of ${gas.column} m: gas is left when the rod is out`,
      found: `${gas.stroke} m`,
      hint: 'give a longer column, which is the volume of the gas over the area of the piston',
    });
  }
  if (spring['tension only']) {
    context.wrong('value', [...path, 'tension only'], {
      expected: 'a spring with gas, which pulls over the whole of its stroke, or one that is tension only',
      found: 'both',
      hint: 'take tension only out',
    });
  }
}

function buildLoad(
  context: Context,
  name: string,
  load: Load,
  bodies: readonly StandingBody[],
  path: Path,
): ForceSpec | undefined {
  const force = triple(context, load.force, 'force', path);
  const torque = triple(context, load.torque, 'torque', path);
  if (load.force === undefined && load.torque === undefined) {
    context.lacks('missing', path, { expected: 'a force, a torque or both', found: 'neither' });
  }
  const body = context.body(load.body, [...path, 'body']);
  if (body === undefined) return undefined;
  if (bodies[body].kind !== 'dynamic' && context.kindKnown(load.body)) {
    const found = `"${load.body}" (${bodies[body].kind})`;
    context.wrong('value', [...path, 'body'], {
      expected: 'a body that moves freely',
      found,
      hint: 'a load on it has no effect',
    });
  }
  const point = buildPoint(context, load.at ?? ORIGIN, bodies[body], [...path, 'at']);
  return point && { kind: 'load', name, body, point, axes: load.axes, force, torque };
}

type Triple = readonly [TimeFunction, TimeFunction, TimeFunction];

function triple(
  context: Context,
  functions: readonly [FunctionOfTime, FunctionOfTime, FunctionOfTime] | undefined,
  kind: 'force' | 'torque',
  path: Path,
): Triple {
  if (functions === undefined) return [ZERO, ZERO, ZERO];
  const one = (i: number): TimeFunction => buildFunction(context, functions[i], kind, [...path, kind, i]);
  return [one(0), one(1), one(2)];
}

/** Appearance of springs with a diameter: two rods each. */
export function drawSprings(context: Context, forces: readonly ForceSpec[]): SceneryBody[] {
  return forces.flatMap((force): SceneryBody[] => {
    const source = context.scenario.forces[force.name];
    if (force.kind !== 'spring' || source?.type !== 'spring' || source.diameter === undefined) return [];
    const rod = { kind: 'cylinder', radius: 0.5 * source.diameter, halfLength: 0.25 * force.length } as const;
    const { positions, normals, indices } = tessellate(rod, { segments: 3 });
    return ([0, 1] as const).map((half) => {
      const name = drawnSpring(force.name, half);
      return { name, fixed: false, parts: [{ name, positions, normals, indices, colour: source.colour, opacity: 1 }] };
    });
  });
}
