/** Converts winches, deckhands and cranes of the file to their specs. */
import type {
  CableSpec,
  CraneAxisSpec,
  CraneSpec,
  FeedHandSpec,
  FeedWinchSpec,
  ForceSpec,
  HandOrder,
  JointSpec,
  LineRef,
  WinchMode,
} from '@hawser/engine';
import type { Context } from '../check/context.ts';
import { hasRoom } from '../check/sizes.ts';
import type { Path } from '../issues.ts';
import type { Crane, HandOrders, LineEnd, Winch, WinchOrders, Written } from '../schema/gear.ts';
import { parseQuantity, type Quantity } from '../units.ts';
import { type BuiltCable, buildEnd } from './cables.ts';
import type { StandingBody } from './start.ts';
import { gripOf, leverOf, lineOf, pitchOf } from './chain/windlass.ts';

/** Additional rope beyond the longest pay-out of a winch, so that the end of the cable is not reached by rounding [m]. */
const SPARE = 1;

/** Cables fed by a winch or a deckhand are paid out, whether or not the cable says so. */
export function feedCables(context: Context, cables: readonly BuiltCable[]): BuiltCable[] {
  const { winches, deckhands } = context.scenario;
  const feeders = [
    ...Object.entries(winches).map(([name, one]) => ({ ...one, path: ['winches', name, 'rope'] })),
    ...Object.entries(deckhands).map(([name, one]) => ({ ...one, path: ['deckhands', name, 'rope'] })),
  ];
  return cables.map((cable) => {
    const feeder = feeders.find((one) => one.cable === cable.spec.name);
    if (!feeder || cable.spec.pay) return cable;
    const value = cable.spec.pieces.reduce((sum, { length }) => sum + length, 0);
    const spec: CableSpec = {
      ...cable.spec,
      pay: {
        end: feeder.end === 'from' ? 'start' : 'end',
        length: { kind: 'constant', value },
        longest: Math.max(value, feeder.rope ?? 0) + SPARE,
      },
    };
    return hasRoom(context, spec, feeder.path) ? cable.redraw(spec) : cable;
  });
}

export function buildWinches(
  context: Context,
  cables: readonly BuiltCable[],
  forces: readonly ForceSpec[],
  bodies: readonly StandingBody[],
): FeedWinchSpec[] {
  return Object.entries(context.scenario.winches).flatMap(([name, winch]): FeedWinchSpec[] => {
    const path: Path = ['winches', name];
    const line = buildLine(context, hauling(context, name, winch, path), cables, forces, path);
    const start = winchOrder(context, winch.start, [...path, 'start']);
    if (line === undefined || start === undefined) return [];
    const wire = 'cable' in line ? cables[line.cable].spec.pieces[0].rope : undefined;
    const rope = ropeOf(context, winch, line, forces, path);
    if (rope === undefined || !isWindlass(context, winch, path)) return [];
    checkLength(context, line, cables, forces, { rope, shortest: winch.shortest }, [...path, 'rope']);
    const drumAt = buildEnd(context, winch.drum.at, bodies, [...path, 'drum', 'at']);
    if (drumAt === 'wrong') return [];
    const chain = winch.chain === undefined ? undefined : context.scenario.chains[winch.chain];
    return [
      {
        name,
        line,
        ...(drumAt && { drumAt }),
        radius: leverOf(winch, chain),
        ...(chain &&
          winch.drum.whelps !== undefined && { gypsy: { whelps: winch.drum.whelps, pitch: pitchOf(chain) } }),
        width: winch.drum.width,
        ...(winch.drum.layers !== 'smooth' && { layers: winch.drum.layers }),
        ropeDiameter: wire?.diameter ?? 0,
        ropeMass: wire?.massPerLength ?? 0,
        inertia: winch.drum.inertia,
        speedIn: winch.speed,
        speedOut: winch.speed,
        acceleration: winch.acceleration,
        torque: winch.torque ?? Number.POSITIVE_INFINITY,
        power: winch.power ?? Number.POSITIVE_INFINITY,
        brake: winch.brake ?? Number.POSITIVE_INFINITY,
        drag: winch.losses.drag,
        loss: winch.losses.part,
        proportional: winch.control.proportional,
        integral: winch.control.integral,
        derivative: winch.control.derivative,
        renderAt: winch['render at'],
        recoverAt: winch['recover at'],
        slackBelow: winch['slack below'],
        overloadAbove: winch['overload above'] ?? Number.POSITIVE_INFINITY,
        longest: rope,
        shortest: winch.shortest,
        ...(chain && { stopEvery: 2 * pitchOf(chain) }), // every second link lies flat
        start,
      },
    ];
  });
}

/** The line fed by a winch: for a chain, the line that pulls its grip. */
function hauling(context: Context, name: string, winch: Winch, path: Path): LineEnd {
  const { chain } = winch;
  if (chain === undefined) return winch;
  const known = Object.keys(context.scenario.chains);
  if (!known.includes(chain)) context.unknownName('chain', ['chains'], chain, known, [...path, 'chain']);
  const also = (['cable', 'line'] as const).find((key) => winch[key] !== undefined);
  if (also !== undefined) {
    context.wrong('value', [...path, also], { expected: 'one of cable, line and chain', found: `chain and ${also}` });
  }
  // no such line: the chain could not be laid, which has been reported
  const laid = Object.hasOwn(context.scenario.bodies, gripOf(name));
  return laid ? { line: lineOf(name), end: 'from' } : { chain, end: 'from' };
}

/** Data of a windlass only: a stopper, chain on board, a gypsy with whelps, which give the radius. */
function isWindlass(context: Context, winch: Winch, path: Path): boolean {
  const { whelps, radius } = winch.drum;
  if (winch.chain !== undefined) {
    if (whelps === undefined) return true;
    if (!Number.isInteger(whelps)) {
      context.wrong('value', [...path, 'drum', 'whelps'], { expected: 'a whole number', found: `${whelps}` });
      return false;
    }
    if (radius === undefined) return true;
    const found = 'both';
    const hint = 'whelps and the pitch of the chain give the radius: take it out';
    context.wrong('value', [...path, 'drum', 'radius'], { expected: 'radius or whelps', found, hint });
    return false;
  }
  const wrong =
    winch['on board'] !== undefined
      ? ['on board']
      : winch.start.stopper
        ? ['start', 'stopper']
        : whelps !== undefined
          ? ['drum', 'whelps']
          : undefined;
  if (wrong === undefined) return true;
  const text = { expected: `"${wrong.join('.')}" of a winch that hauls a chain`, found: 'one that does not' };
  context.wrong('value', [...path, ...wrong], { ...text, hint: 'give it "chain", or take this out' });
  return false;
}

/** [m] longest length out; undefined: reported as missing */
function ropeOf(
  context: Context,
  winch: Winch,
  line: LineRef,
  forces: readonly ForceSpec[],
  path: Path,
): number | undefined {
  if (winch.rope !== undefined) return winch.rope;
  const force = 'spring' in line ? forces[line.spring] : undefined;
  if (winch.chain !== undefined && force?.kind === 'spring') return force.length + (winch['on board'] ?? 0);
  context.lacks('missing', path, { expected: 'rope: the line that can be paid out at most', found: 'none' });
  return undefined;
}

export function buildHands(
  context: Context,
  cables: readonly BuiltCable[],
  forces: readonly ForceSpec[],
): FeedHandSpec[] {
  return Object.entries(context.scenario.deckhands).flatMap(([name, hand]): FeedHandSpec[] => {
    const path: Path = ['deckhands', name];
    const line = buildLine(context, hand, cables, forces, path);
    const start = handOrder(context, hand.start, [...path, 'start']);
    if (line === undefined || start === undefined) return [];
    if (start.order === 'let go') {
      const text = { expected: 'an order that keeps the line', found: 'let go', hint: 'leave the deckhand out' };
      context.wrong('value', [...path, 'start'], text);
      return [];
    }
    checkLength(context, line, cables, forces, hand, [...path, 'rope']);
    return [
      {
        name,
        line,
        mass: hand.mass,
        strength: hand.strength,
        grip: hand.grip,
        running: hand['running grip'],
        foot: hand['foot friction'],
        stance: hand.stance,
        hip: hand.hip,
        hands: hand.hands,
        speedIn: hand.speed,
        speedOut: hand['pay out speed'],
        acceleration: hand.acceleration,
        walking: hand.walking.speed,
        walkingAcceleration: hand.walking.acceleration,
        steadying: hand.steadying,
        endurance: hand.endurance ?? Number.POSITIVE_INFINITY,
        tired: hand.tired,
        longest: hand.rope,
        shortest: hand.shortest,
        start: { order: start.order, target: start.target },
      },
    ];
  });
}

/** The initial length must lie within the range of its winch. */
function checkLength(
  context: Context,
  line: LineRef,
  cables: readonly BuiltCable[],
  forces: readonly ForceSpec[],
  { rope, shortest }: { readonly rope: number; readonly shortest: number },
  path: Path,
): void {
  const force = 'spring' in line ? forces[line.spring] : undefined;
  const out =
    'cable' in line
      ? cables[line.cable].spec.pieces.reduce((sum, { length }) => sum + length, 0)
      : force?.kind === 'spring'
        ? force.length
        : 0;
  if (out <= rope && out >= shortest) return;
  context.wrong('value', path, {
    expected: `room for the ${show(out)} m that are out at the start`,
    found: `${show(shortest)} to ${show(rope)} m`,
    hint: 'give it more rope, or a shorter line',
  });
}

function buildLine(
  context: Context,
  { cable, line, chain }: LineEnd,
  cables: readonly BuiltCable[],
  forces: readonly ForceSpec[],
  path: Path,
): LineRef | undefined {
  if (chain !== undefined) return undefined;
  if ((cable === undefined) === (line === undefined)) {
    const found = cable === undefined ? 'neither' : 'both';
    context.lacks('value', path, { expected: 'either cable or line: what it feeds', found });
    return undefined;
  }
  if (cable !== undefined) {
    const index = cables.findIndex(({ spec }) => spec.name === cable);
    const known = Object.keys(context.scenario.cables);
    if (!known.includes(cable)) context.unknownName('cable', ['cables'], cable, known, [...path, 'cable']);
    return index < 0 ? undefined : { cable: index };
  }
  const name = line ?? '';
  const springs = Object.entries(context.scenario.forces).filter(([, { type }]) => type === 'spring');
  const known = springs.map(([spring]) => spring);
  if (!known.includes(name)) context.unknownName('spring', ['forces'], name, known, [...path, 'line']);
  const fed = context.scenario.forces[name];
  if (fed?.type === 'spring' && fed.gas !== undefined) {
    context.wrong('value', [...path, 'line'], {
      expected: 'a line that is paid out and hauled in',
      found: `"${name}", a cylinder with gas`,
      hint: 'hang the cylinder on the line, or the line on the cylinder',
    });
  }
  const index = forces.findIndex((force) => force.name === name && force.kind === 'spring');
  return index < 0 ? undefined : { spring: index };
}

/** Exactly one order. */
function single(context: Context, orders: object, keys: readonly string[], path: Path): string | undefined {
  const present = keys.filter((key) => (orders as Record<string, unknown>)[key] !== undefined);
  if (present.length === 1) return present[0];
  context.wrong('value', path, {
    expected: `exactly one of ${keys.join(', ')}`,
    found: present.length === 0 ? 'none of them' : present.join(' and '),
  });
  return undefined;
}

export const WINCH_ORDERS = ['haul', 'pay out', 'length', 'tension', 'render', 'hold', 'free', 'stopper'] as const;
export const HAND_ORDERS = ['pull', 'haul', 'pay out', 'length', 'hold', 'let go'] as const;

export function winchOrder(
  context: Context,
  orders: WinchOrders,
  path: Path,
): { mode: WinchMode; target: number } | undefined {
  switch (single(context, orders, WINCH_ORDERS, path)) {
    case 'haul':
      return { mode: 'speed', target: -(orders.haul ?? 0) };
    case 'pay out':
      return { mode: 'speed', target: orders['pay out'] ?? 0 };
    case 'length':
      return { mode: 'length', target: orders.length ?? 0 };
    case 'tension':
      return { mode: 'tension', target: orders.tension ?? 0 };
    case 'render':
      return { mode: 'render', target: orders.render ?? 0 };
    case 'hold':
      return { mode: 'brake', target: 0 };
    case 'free':
      return { mode: 'free', target: 0 };
    case 'stopper':
      return { mode: 'stopper', target: 0 };
    default:
      return undefined;
  }
}

export function handOrder(
  context: Context,
  orders: HandOrders,
  path: Path,
): { order: HandOrder | 'let go'; target: number } | undefined {
  switch (single(context, orders, HAND_ORDERS, path)) {
    case 'pull':
      return { order: 'tension', target: orders.pull ?? 0 };
    case 'haul':
      return { order: 'speed', target: -(orders.haul ?? 0) };
    case 'pay out':
      return { order: 'speed', target: orders['pay out'] ?? 0 };
    case 'length':
      return { order: 'length', target: orders.length ?? 0 };
    case 'hold':
      return { order: 'hold', target: 0 };
    case 'let go':
      return { order: 'let go', target: 0 };
    default:
      return undefined;
  }
}

export function buildCranes(context: Context, joints: readonly JointSpec[]): CraneSpec[] {
  return Object.entries(context.scenario.cranes).map(([name, crane]) => ({
    name,
    axes: Object.entries(crane.axes).flatMap(([axis]) =>
      buildAxis(context, crane, axis, joints, ['cranes', name, 'axes', axis]),
    ),
    ...(crane.geometry && {
      geometry: {
        heelRadius: crane.geometry['heel radius'],
        heelHeight: crane.geometry['heel height'],
        mainBoom: crane.geometry['main boom'],
        outerBoom: crane.geometry['outer boom'],
      },
    }),
  }));
}

function buildAxis(
  context: Context,
  crane: Crane,
  name: string,
  joints: readonly JointSpec[],
  path: Path,
): CraneAxisSpec[] {
  const written = crane.axes[name];
  const known = Object.keys(context.scenario.joints);
  if (!known.includes(written.joint)) {
    context.unknownName('joint', ['joints'], written.joint, known, [...path, 'joint']);
    return [];
  }
  const joint = joints.findIndex((one) => one.name === written.joint);
  const driver = joints[joint]?.drivers[0];
  if (joint < 0) return [];
  if (driver === undefined) {
    context.wrong('joint', [...path, 'joint'], {
      expected: 'a joint with a driver',
      found: `"${written.joint}" without one`,
      hint: 'give it one, such as driver: {angle: 0}',
    });
    return [];
  }
  const turns = driver.coordinate === 'angle';
  const read = (key: 'from' | 'to' | 'rate' | 'acceleration', kind: Quantity): number | undefined =>
    readWritten(context, written[key], kind, [...path, key]);
  const lower = read('from', turns ? 'angle' : 'length');
  const upper = read('to', turns ? 'angle' : 'length');
  const rate = read('rate', turns ? 'angular speed' : 'speed');
  const acceleration = read('acceleration', turns ? 'angular acceleration' : 'acceleration');
  if (lower === undefined || upper === undefined || rate === undefined || acceleration === undefined) return [];
  if (!(lower < upper)) {
    context.wrong('value', [...path, 'to'], { expected: `more than "from", ${show(lower)}`, found: show(upper) });
  }
  for (const [key, value] of [
    ['rate', rate],
    ['acceleration', acceleration],
  ] as const) {
    if (!(value > 0)) context.wrong('value', [...path, key], { expected: 'more than 0', found: show(value) });
  }
  return [{ name, joint, coordinate: driver.coordinate, lower, upper, rate, acceleration }];
}

/** A number with the unit that its place decides. */
export function readWritten(context: Context, value: Written, kind: Quantity, path: Path): number | undefined {
  const result = parseQuantity(value, kind);
  if (result.ok) return result.value;
  context.wrong('value', path, {
    expected: result.expected,
    found: result.found,
    ...(result.hint && { hint: result.hint }),
  });
  return undefined;
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
