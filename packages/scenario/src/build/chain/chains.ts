/** Converts chains of the file to bodies and joints in the form of the file, laid out link by link. */
import type { ChainSpec, JointSpec } from '@hawser/engine';
import type { Context } from '../../check/context.ts';
import type { Path } from '../../issues.ts';
import type { Body } from '../../schema/body.ts';
import { type Chain, type ChainEnd, countLinks } from '../../schema/chain.ts';
import type { Joint } from '../../schema/joint.ts';
import type { Vec3 } from '../../schema/kit.ts';
import type { Rotation } from '../../schema/rotation.ts';
import { headOf, shankOf } from './anchors.ts';
import { layOut } from './chain-layout.ts';
import { cross, dot, unit } from '../vectors.ts';
import { type Link, linksOf } from './link-kinds.ts';
import { hangingClear, hungAt, leanAxis, type Swing } from '../hanging.ts';
import { shellOf, throughPipe } from './pipe-line.ts';
import { pointInBody, pointInWorld, quaternionOf } from '../placement.ts';
import { buildPoint } from '../points.ts';
import type { Materials } from '../shapes.ts';
import type { StandingBody } from '../start.ts';
import { gripOf, haulerOf, type Windlass, windlassOf } from './windlass.ts';

export interface LaidChain {
  readonly name: string;
  readonly bodies: ReadonlyMap<string, Body>;
  readonly joints: ReadonlyMap<string, Joint>;
  /** names of the joints at the start of each link and at the end of the last one; undefined: none there */
  readonly jointNames: readonly (string | undefined)[];
  /** [m] */
  readonly length: number;
  /** a body that is set to the end of the chain: [m] of its origin */
  readonly carried: readonly { readonly body: string; readonly position: Vec3; readonly rotation?: Rotation }[];
  /** the winch that hauls it, if any */
  readonly windlass?: Windlass;
}

/** A chain and its joints; its inclination, if it was inclined. */
interface LedChain {
  readonly chain: Chain;
  readonly points: readonly Vec3[];
  readonly swing?: Swing;
}

/** Names of the bodies that the links of a chain are. */
export function linkNames(name: string, links: number): string[] {
  return Array.from({ length: links }, (_, i) => `${name} ${i + 1}`);
}

const GREYS = ['#5d6d7e', '#85929e'] as const;

/** `bodies`: poses at t = 0, by name; carried bodies are moved in it. */
export function layChains(context: Context, bodies: Map<string, StandingBody>, materials: Materials): LaidChain[] {
  const laid: LaidChain[] = [];
  const carried = new Set<string>();
  for (const [name, written] of Object.entries(context.scenario.chains)) {
    const path: Path = ['chains', name];
    const way = (lean: number): Chain | undefined =>
      written['through pipe'] ? ledThrough(context, name, written, bodies, path, lean) : written;
    const first = way(0);
    if (first === undefined) continue;
    const density = densityOf(context, first, materials, path);
    if (!context.sound(path) || !namesAreFree(context, name, first, path)) continue;
    const start = endPoint(context, first.from, bodies, [...path, 'from']);
    const end = endPoint(context, first.to, bodies, [...path, 'to']);
    if (start === 'wrong' || end === 'wrong') continue;
    const links = linksOf(first, density);
    const led = (chain: Chain | undefined): LedChain | undefined => {
      const points = chain && layOut(context, { chain, links, start: start?.at, end: end?.at }, path);
      return points && { chain, points };
    };
    const straight = led(first);
    if (straight === undefined) continue;
    const hangs = written['through pipe'] && first.to?.carried === true && start !== undefined && end !== undefined;
    const { chain, points, swing } = hangs
      ? hungClear(
          context,
          straight,
          (lean) => led(way(lean)),
          partsOf(context, first.to.body, bodies),
          end.at,
          start.body,
        )
      : straight;
    const hauler = haulerOf(context, name);
    const held = hauler === undefined ? chain : { ...chain, from: { body: gripOf(hauler) } };
    const made = madeOf(context, name, held, links, points, path);
    if (made === undefined) continue;
    const windlass = windlassOf(context, name, chain, links, points, start?.body);
    if (windlass === 'wrong') continue;
    const whole = { ...made, ...(windlass && { windlass }) };
    if (chain.to?.carried === true && end !== undefined) {
      const at = points[points.length - 1];
      const moved = carriedTo(context, chain.to.body, end, at, swing, carried, bodies, path);
      if (moved !== undefined) laid.push({ ...whole, carried: moved });
    } else laid.push(whole);
  }
  return laid;
}

/** The same chain along its path through the hawse pipe of its bow; undefined: the reason was reported. */
function ledThrough(
  context: Context,
  name: string,
  chain: Chain,
  bodies: ReadonlyMap<string, StandingBody>,
  path: Path,
  lean: number,
): Chain | undefined {
  const body = bodies.get(chain.from?.body ?? '');
  const given =
    chain.from?.point !== undefined ? 'from.point' : chain.shape !== undefined ? 'shape' : chain.along && 'along';
  if (given || chain.from === undefined) {
    const expected = '"from" with a body and no point, and no "shape" or "along"';
    context.wrong('value', [...path, 'through pipe'], { expected, found: given || 'no "from"' });
    return undefined;
  }
  if (body === undefined) {
    context.body(chain.from.body, [...path, 'from', 'body']); // says so
    return undefined;
  }
  if (!context.sound(['bodies', chain.from.body])) return undefined;
  const links = linksOf(chain);
  const width = Math.max(...links.map((link) => link.width));
  const pitch = Math.max(...links.map((link) => link.pitch));
  const hauler = haulerOf(context, name);
  const inboard = hauler === undefined ? 0 : (context.scenario.winches[hauler]['on board'] ?? 0);
  const shape = throughPipe(context, body, width, pitch, inboard, path, lean);
  return shape && { ...chain, from: { ...chain.from, point: pointInBody(body.start, shape[0]) }, shape };
}

/** The chains for the engine, once bodies and joints have their numbers. */
export function chainSpecs(
  laid: readonly LaidChain[],
  bodyNames: readonly string[],
  joints: readonly JointSpec[],
): ChainSpec[] {
  const numberOf = new Map(bodyNames.map((name, i) => [name, i]));
  const jointOf = new Map(joints.map(({ name }, i) => [name, i]));
  return laid.map(({ name, bodies, jointNames, length }) => ({
    name,
    links: [...bodies.keys()].map((link) => numberOf.get(link) ?? -1),
    joints: jointNames.map((joint) => (joint === undefined ? -1 : (jointOf.get(joint) ?? -1))),
    length,
  }));
}

function densityOf(context: Context, chain: Chain, materials: Materials, path: Path): number | undefined {
  if (chain.material === undefined) return undefined;
  const index = materials.index(chain.material);
  if (index !== undefined) return materials.density(index);
  context.unknownName('material', ['materials'], chain.material, context.knownMaterials, [...path, 'material']);
  return undefined;
}

function namesAreFree(context: Context, name: string, chain: Chain, path: Path): boolean {
  const { bodies, joints } = context.scenario;
  const taken = [...linkNames(name, countLinks(chain)), `${name} end`].find(
    (each) => Object.hasOwn(bodies, each) || Object.hasOwn(joints, each),
  );
  if (taken === undefined) return true;
  context.wrongThing('duplicate', path, {
    expected: `no body or joint called "${taken}" beside the chain, whose links and joints are called so`,
    found: 'one',
    hint: 'rename it or the chain',
  });
  return false;
}

interface EndPoint {
  /** [m] world */
  readonly at: Vec3;
  readonly body: StandingBody;
}

function endPoint(
  context: Context,
  end: ChainEnd | undefined,
  bodies: ReadonlyMap<string, StandingBody>,
  path: Path,
): EndPoint | 'wrong' | undefined {
  if (end === undefined) return undefined;
  const body = bodies.get(end.body);
  if (body === undefined) {
    context.body(end.body, [...path, 'body']); // says so
    return 'wrong';
  }
  const point = buildPoint(context, end.point ?? [0, 0, 0], body, [...path, 'point']);
  if (point === undefined || !context.sound(['bodies', end.body])) return 'wrong';
  return { at: pointInWorld(body.start, point), body };
}

/** The chain outside its pipe: inclined away from the hull, if the body hanging on it would otherwise overlap the hull. */
function hungClear(
  context: Context,
  straight: LedChain,
  led: (lean: number) => LedChain | undefined,
  parts: readonly StandingBody[],
  end: Vec3,
  hull: StandingBody,
): LedChain {
  const shell = shellOf(context, hull);
  if (shell === undefined) return straight;
  const axis = leanAxis(shell, unit(context.scenario.environment.gravity));
  const lean = hangingClear(hull, parts, end, axis, (angle) => led(angle)?.points.at(-1));
  const leaning = lean > 0 ? led(lean) : undefined;
  return leaning === undefined ? straight : { ...leaning, swing: { axis, lean } };
}

/**
 * Position of the origin of a body at the end of a chain, and of the head of an anchor with its shank; undefined: the reason was reported.
 */
function carriedTo(
  context: Context,
  name: string,
  end: EndPoint,
  at: Vec3,
  swing: Swing | undefined,
  carried: Set<string>,
  bodies: Map<string, StandingBody>,
  path: Path,
): LaidChain['carried'] | undefined {
  const { body } = end;
  const twice = carried.has(name);
  if (body.kind !== 'dynamic' || twice) {
    const found = twice ? `"${name}", which another chain carries` : `"${name}" (${body.kind})`;
    const hint = 'take "carried" out, and let the chain reach the body where it stands';
    context.wrong('value', [...path, 'to', 'carried'], { expected: 'a body that moves freely', found, hint });
    return undefined;
  }
  return partsOf(context, name, bodies).map((one) => {
    carried.add(one.name);
    const placement = hungAt(one.start, end.at, at, swing);
    bodies.set(one.name, { ...one, placement, start: placement });
    const { position, rotation } = placement;
    return { body: one.name, position, ...(swing && { rotation: { quaternion: rotation } }) };
  });
}

/** A body at the end of a chain, and the head of an anchor with its shank. */
function partsOf(context: Context, name: string, bodies: ReadonlyMap<string, StandingBody>): StandingBody[] {
  const anchor = Object.keys(context.scenario.anchors).find((each) => shankOf(each) === name);
  return (anchor === undefined ? [name] : [name, headOf(anchor)]).flatMap((each) => bodies.get(each) ?? []);
}

/** Frames of links: z along the chain, y across the plane of the link, turned by a quarter from link to link. */
function madeOf(
  context: Context,
  name: string,
  chain: Chain,
  links: readonly Link[],
  points: readonly Vec3[],
  path: Path,
): LaidChain | undefined {
  const count = links.length;
  const names = linkNames(name, count);
  const bodies = new Map<string, Body>();
  const joints = new Map<string, Joint>();
  const jointNames: (string | undefined)[] = [];
  let before: Vec3 | undefined;
  let across = firstAcross(context, chain, points, path);
  if (across === undefined) return undefined;
  const wet =
    context.scenario.environment.sea !== undefined || context.scenario.environment.water?.surface !== undefined;
  for (let i = 0; i <= count; i++) {
    const [p, q] = i < count ? [points[i], points[i + 1]] : [points[i - 1], points[i]];
    const z = unit([q[0] - p[0], q[1] - p[1], q[2] - p[2]]);
    across = turnedAlong(across, before, z);
    const lengths: readonly [Vec3, Vec3] = [before ?? z, z];
    before = z;
    const other = cross(across, z);
    const y = i % 2 === 0 ? across : other;
    const above = i === 0 ? chain.from?.body : names[i - 1];
    const below = i === count ? chain.to?.body : names[i];
    const joint =
      above === undefined || below === undefined
        ? undefined
        : jointOf(chain, links, i, points[i], [above, below], [y, i % 2 === 0 ? other : across], lengths);
    const jointName = i === count ? `${name} end` : names[i];
    if (joint !== undefined) joints.set(jointName, joint);
    jointNames.push(joint === undefined ? undefined : jointName);
    if (i === count) break;
    const link = links[i];
    const x = cross(y, z);
    const turn = Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
    const body: Body = {
      mass: link.mass,
      position: [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), 0.5 * (p[2] + q[2])],
      rotation: { quaternion: quaternionOf(turn) },
      velocity: [0, 0, 0],
      'angular velocity': [0, 0, 0],
      fixed: false,
      shapes: link.shapes,
      points: {},
      colour: chain.colour ?? GREYS[i % 2],
      ...(chain.material !== undefined && { material: chain.material }),
      ...(wet && { hydro: link.hydro }),
    };
    bodies.set(names[i], body);
  }
  return { name, bodies, joints, jointNames, length: links.reduce((sum, { pitch }) => sum + pitch, 0), carried: [] };
}

/** Transports a direction across one link to the next by the smallest rotation between the two links. */
function turnedAlong(across: Vec3, before: Vec3 | undefined, z: Vec3): Vec3 {
  const from = before ?? z;
  const share = dot(across, z) / Math.max(1e-9, 1 + dot(from, z)); // folded back: any rotation serves
  const moved: Vec3 = [
    across[0] - share * (from[0] + z[0]),
    across[1] - share * (from[1] + z[1]),
    across[2] - share * (from[2] + z[2]),
  ];
  const part = dot(moved, z); // rounding, or the whole component along the first link
  return unit([moved[0] - part * z[0], moved[1] - part * z[1], moved[2] - part * z[2]]);
}

/** Across the plane of the first link: as given, or level and across the chain. */
function firstAcross(context: Context, chain: Chain, points: readonly Vec3[], path: Path): Vec3 | undefined {
  const [p, q] = points;
  const z = unit([q[0] - p[0], q[1] - p[1], q[2] - p[2]]);
  const { gravity } = context.scenario.environment;
  const wanted = [chain.axis, cross(z, gravity), [0, 1, 0] as const, [1, 0, 0] as const];
  for (const axis of wanted) {
    if (axis === undefined) continue;
    const size = Math.sqrt(dot(axis, axis));
    if (Math.abs(dot(axis, z)) < 0.999 * size) return unit(axis);
    if (axis !== chain.axis) continue;
    const expected = 'a direction across the first link';
    context.wrong('value', [...path, 'axis'], { expected, found: `[${axis}], which lies along it` });
    return undefined;
  }
  return undefined;
}

/**
 * Stiffness of the stops against further bending or twisting of links [N m/rad], over d^3: EA of a link over its pitch, 2.5e10 d [N/m]
 * (OrcaFlex, chain data), at a lever of d, times one tenth, because crowns deform locally before they have full contact.
 */
const STOP = 2.5e9;
const STOP_RESTITUTION = 0.1;
/** [rad] elastic deflection of friction before it slips: half a degree, because crowns roll on each other before they slide */
const GIVE = 0.0087;

/** The joint at the start of link i, or at the end of the last one. */
function jointOf(
  chain: Chain,
  links: readonly Link[],
  i: number,
  at: Vec3,
  between: readonly [string, string],
  [axis, second]: readonly [Vec3, Vec3],
  lengths: readonly [Vec3, Vec3],
): Joint | undefined {
  const common = { between, at, collide: false };
  const [above, below] = [links[Math.max(0, i - 1)], links[Math.min(i, links.length - 1)]];
  const bar = Math.min(above.bar, below.bar);
  const stop = { stiffness: STOP * bar * bar * bar, restitution: STOP_RESTITUTION };
  const { damping, friction } = chain;
  const rubs = friction ? { friction: { coefficient: friction, radius: bar / 2, deflection: GIVE } } : {};
  const bends = {
    ...(damping !== undefined && { damping }),
    ...(chain['bend stop'] !== undefined && { limits: { upper: chain['bend stop'], ...stop } }),
    ...rubs,
  };
  const bending = Object.keys(bends).length > 0 && { bending: bends, lengths };
  const swivels = below.kind === 'swivel' && i < links.length;
  switch (chain.joints) {
    case 'universal':
      if (swivels) return { ...common, type: 'point', ...bending };
      return { ...common, type: 'universal', axis, 'second axis': second, ...bending };
    case 'ball': {
      const play = swivels ? undefined : chain['twist play'];
      const twisting = play !== undefined && { twisting: { limits: { lower: -play, upper: play, ...stop } }, lengths };
      return { ...common, type: 'point', ...bending, ...twisting };
    }
    case 'contact':
      return i === 0 || i === links.length ? { ...common, type: 'point' } : undefined;
    case 'hinge':
      return {
        ...common,
        type: 'revolute',
        axis,
        ...(damping !== undefined && { damping }),
        ...(friction && { friction: { coefficient: friction, radius: bar / 2, deflection: 1e-3 } }),
      };
  }
}
