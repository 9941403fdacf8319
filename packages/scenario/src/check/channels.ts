/**
 * Names of channels in a scenario that cannot be built. The engine defines the names, so a model with the same names is built from separate
 * bodies and consistent joints.
 */
import {
  BuildError,
  type BodyShapeSpec,
  type BodySpec,
  type ForceSpec,
  type JointSpec,
  type MaterialSpec,
  type ModelSpec,
  type Placement,
  type Probe,
  Simulation,
} from '@hawser/engine';
import { ZERO } from '../build/functions.ts';
import { ORIGIN, UPRIGHT } from '../build/placement.ts';
import { chooseProbes } from '../channels.ts';
import { NAMED } from '../schema/index.ts';
import { NAME } from '../schema/kit.ts';
import type { Context } from './context.ts';

/** Reports patterns that match no channel. `spec`: the part that could be built. */
export function checkChannels(context: Context, spec: ModelSpec): void {
  if (!context.given(['output', 'channels']) || !context.sound(['output', 'channels'])) return;
  const probes = namedProbes(context, spec);
  if (probes === undefined) return;
  const unsure = unsureWords(context, spec);
  for (const { index, pattern, hint } of chooseProbes(context.scenario.output.channels, probes).unmatched) {
    if (unsure.some((word) => pattern.includes(word))) continue;
    if (context.bodyNames.some((name) => !NAME.test(name) && hint?.includes(name))) continue;
    if (!context.complete && hint?.startsWith('did you mean') !== true) continue;
    const text = { expected: 'a channel of this model', found: `"${pattern}"`, ...(hint !== undefined && { hint }) };
    context.wrong('channel', ['output', 'channels', index], text);
  }
}

/** Sections whose names stand in the model below. */
const MODELLED = ['materials', 'bodies', 'joints', 'forces'];

/** Names with uncertain channels: these depend on the values at fault. */
function unsureWords(context: Context, spec: ModelSpec): string[] {
  const others = NAMED.map(String).filter((section) => !MODELLED.includes(section));
  const built = new Set(spec.joints.map(({ name }) => name));
  const bodies = Object.entries(context.scenario.bodies);
  const meshed = bodies.some(([, { shapes }]) => shapes.some(({ collide, mesh }) => collide && mesh !== undefined));
  const wet = bodies.flatMap(([name, { hydro }]) => (hydro === undefined ? [] : [name]));
  return [
    ...others,
    'region.', // balls that stand for shapes meet at points
    ...(meshed ? ['contact.', 'separation.'] : []), // which may have no ball
    ...(wet.length > 0 ? [...wet, '*.'] : []), // and do not float
    ...(context.keys(['cables']).length > 0 ? ['cable.', 'contact.', 'separation.'] : []),
    ...(context.keys(['chains']).length > 0 ? ['chain.'] : []),
    ...others.flatMap((section) => context.keys([section])),
    ...context.bodyNames.filter((name) =>
      ['fixed', 'points', 'shapes'].some((key) => !context.gives(['bodies', name], key)),
    ),
    ...Object.keys(context.scenario.joints).filter((name) => !built.has(name)),
  ];
}

/** Stand-in for the bodies of joints and forces; no user's name begins like this. */
const HELPER = '~';

function namedProbes(context: Context, spec: ModelSpec): readonly Probe[] | undefined {
  const names = [
    ...context.bodyNames,
    ...Object.keys(context.scenario.joints),
    ...Object.keys(context.scenario.forces),
  ];
  if (['bodies', 'joints', 'forces'].some((section) => names.some((name) => context.dropped(section, name)))) return;
  try {
    const { probes } = new Simulation(modelOfNames(context, spec));
    return probes.filter((probe) => !probe.name.startsWith(HELPER) && !probe.name.includes(`.${HELPER}`));
  } catch (error) {
    if (error instanceof BuildError) return undefined; // names cannot be checked then
    throw error;
  }
}

function modelOfNames(context: Context, spec: ModelSpec): ModelSpec {
  const { scenario } = context;
  const material = spec.materials.length;
  const bodies = spec.bodies.map((body, i): BodySpec => {
    const shapes = scenario.bodies[body.name]?.shapes ?? [];
    const touches = shapes.some(({ collide, mesh }) => collide && mesh === undefined);
    return { ...standIn(body.name, body.kind, i), points: body.points, shapes: touches ? [ball(material)] : [] };
  });
  const helper = (): number => bodies.push(standIn(`${HELPER}${bodies.length}`, 'dynamic', bodies.length)) - 1;
  const joints = Object.entries(scenario.joints).map(([name, { type }]): JointSpec => {
    const b = helper();
    const frameA: Placement = bodies[b].placement;
    const frameB: Placement = { position: type === 'distance' ? [1, 0, 0] : ORIGIN, rotation: UPRIGHT };
    const built = spec.joints.find((joint) => joint.name === name);
    const actions = (['angle', 'displacement', 'length'] as const).flatMap((coordinate) => {
      const mine = built?.actions.filter((action) => action.coordinate === coordinate) ?? [];
      const friction = mine.find((action) => action.friction)?.friction;
      const pushed =
        mine.some((action) => action.effort) || built?.drivers.some((one) => one.coordinate === coordinate);
      if (!pushed && friction === undefined) return [];
      return [{ coordinate, ...(pushed && { effort: ZERO }), ...(friction && { friction }) }];
    });
    return { name, type, a: 0, b, frameA, frameB, length: 1, drivers: [], actions, collide: false };
  });
  const forces = Object.entries(scenario.forces).map(([name, { type }]): ForceSpec => {
    const b = helper();
    if (type === 'load') {
      const none = [ZERO, ZERO, ZERO] as const;
      return { kind: 'load', name, body: b, point: ORIGIN, axes: 'world', force: none, torque: none };
    }
    const at = { pointA: ORIGIN, pointB: ORIGIN, stiffness: 0, damping: 0, length: 0, tensionOnly: false };
    return { kind: 'spring', name, a: 0, b, ...at };
  });
  const solver = { ...spec.solver, assemble: true, startFromEquilibrium: false };
  return {
    ...spec,
    chains: [],
    gravity: ORIGIN,
    bodies,
    joints,
    forces,
    materials: [...spec.materials, SUBSTANCE],
    solver,
  };
}

const SUBSTANCE: MaterialSpec = {
  name: HELPER,
  youngs: 1e9,
  poisson: 0.3,
  restitution: 0.5,
  frictionStatic: 0.3,
  frictionKinetic: 0.3,
};

/** [m] far enough from each other for unit spheres */
const APART = 10;

function standIn(name: string, kind: BodySpec['kind'], index: number): BodySpec {
  return {
    name,
    kind: kind === 'dynamic' ? 'dynamic' : 'fixed',
    mass: 1,
    centreOfMass: ORIGIN,
    inertia: [1, 1, 1, 0, 0, 0],
    placement: { position: [APART * index, 0, 0], rotation: UPRIGHT },
    velocity: ORIGIN,
    angularVelocity: ORIGIN,
    points: [],
    shapes: [],
  };
}

function ball(material: number): BodyShapeSpec {
  return {
    shape: { kind: 'sphere', radius: 1 },
    placement: { position: ORIGIN, rotation: UPRIGHT },
    material,
    collide: true,
  };
}
