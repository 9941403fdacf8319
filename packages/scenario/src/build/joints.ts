/** Converts joints of the file to JointSpec. Frames given in the world hold at t = 0. */
import type {
  ActionCoordinate,
  JointActionSpec,
  JointCoordinate,
  JointSpec,
  Placement,
  TimeFunction,
} from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { FunctionOfTime } from '../schema/function.ts';
import type { Joint, JointAction, JointFrame, JointType } from '../schema/joint.ts';
import type { Vec3 } from '../schema/kit.ts';
import { checkDwell } from './contacts.ts';
import { buildFunction } from './functions.ts';
import { frameAxes, frameInBody, ORIGIN, pointInWorld, quaternionOf, UPRIGHT } from './placement.ts';
import { buildPoint } from './points.ts';
import type { StandingBody } from './start.ts';
import { distance, dot, unit } from './vectors.ts';

/** Free coordinates of each joint, which can be driven. */
const COORDINATES: Readonly<Record<JointType, readonly JointCoordinate[]>> = {
  point: [],
  revolute: ['angle'],
  universal: [],
  prismatic: ['displacement'],
  cylindrical: ['angle', 'displacement'],
  fixed: [],
  distance: ['length'],
  planar: [],
};

export function buildJoints(context: Context, bodies: readonly StandingBody[]): JointSpec[] {
  const joints: JointSpec[] = [];
  for (const [name, joint] of Object.entries(context.scenario.joints)) {
    const built = buildJoint(context, name, joint, bodies);
    if (built !== undefined) joints.push(built);
  }
  return joints;
}

function buildJoint(
  context: Context,
  name: string,
  joint: Joint,
  bodies: readonly StandingBody[],
): JointSpec | undefined {
  const path: Path = ['joints', name];
  const drivers = buildDrivers(context, joint, path);
  const [a, b] = buildEnds(context, joint, bodies, path);
  const ends = [a === undefined ? a : bodies[a], b === undefined ? b : bodies[b]] as const;
  const frames =
    joint.type === 'distance' ? distanceFrames(context, joint, ends, path) : jointFrames(context, joint, ends, path);
  const actions = buildActions(context, joint, ends, path);
  if (a === undefined || b === undefined || a === b || frames === undefined) return undefined;
  return { name, type: joint.type, a, b, ...frames, drivers, actions, collide: joint.collide };
}

type Ends = readonly [StandingBody | undefined, StandingBody | undefined];

/** Indices of the two bodies, as far as they are known. */
function buildEnds(
  context: Context,
  joint: Joint,
  bodies: readonly StandingBody[],
  path: Path,
): readonly [number | undefined, number | undefined] {
  const at = [...path, 'between'];
  const a = context.body(joint.between[0], [...at, 0]);
  const b = context.body(joint.between[1], [...at, 1]);
  if (a === undefined || b === undefined) return [a, b];
  if (a === b) {
    context.wrong('joint', at, { expected: 'two different bodies', found: `"${joint.between[0]}" twice` });
  } else if ([a, b].every((i) => bodies[i].kind !== 'dynamic' && context.kindKnown(bodies[i].name))) {
    const kinds = [a, b].map((i) => `"${bodies[i].name}" (${bodies[i].kind})`).join(' and ');
    const hint = 'neither can yield to the other; take the joint out';
    context.wrong('joint', at, { expected: 'at least one body that moves freely', found: kinds, hint });
  }
  return [a, b];
}

interface Frames {
  readonly frameA: Placement;
  readonly frameB: Placement;
  readonly length?: number;
}

function jointFrames(context: Context, joint: Joint, [a, b]: Ends, path: Path): Frames | undefined {
  if (joint.frames !== undefined) {
    for (const key of ['at', 'axis', 'second axis'] as const) {
      if (joint[key] === undefined) continue;
      context.wrong('joint', [...path, key], {
        expected: `"${key}" or "frames"`,
        found: 'both',
        hint: 'take one of them out',
      });
    }
    const frameA = givenFrame(context, joint.frames.a, [...path, 'frames', 'a']);
    const frameB = givenFrame(context, joint.frames.b, [...path, 'frames', 'b']);
    return frameA && frameB && { frameA, frameB };
  }
  if (joint.at === undefined) {
    const hint = 'give its place in the world at t = 0';
    const from = [[...path, 'type']]; // a joint of another type may need none
    context.lacks('missing', path, { expected: '"at" (or "frames")', found: 'neither', hint }, from);
  }
  const axis = joint.axis ?? [0, 0, 1];
  const second = joint['second axis'];
  const axes = frameAxes(axis, second);
  if (axes === undefined || (second !== undefined && !perpendicular(axis, second))) {
    const expected = 'a second axis perpendicular to axis';
    const found = `[${second}] with axis [${axis}]`;
    context.wrong('joint', [...path, 'second axis'], { expected, found }, [[...path, 'axis']]);
    return undefined;
  }
  if (joint.at === undefined || a === undefined || b === undefined) return undefined;
  return { frameA: frameInBody(a.start, joint.at, axes), frameB: frameInBody(b.start, joint.at, axes) };
}

function givenFrame(context: Context, frame: JointFrame, path: Path): Placement | undefined {
  const axes = frameAxes(frame.axis, frame.x);
  if (axes !== undefined) return { position: frame.at, rotation: quaternionOf(axes) };
  const expected = 'an x direction that does not lie along axis';
  const found = `[${frame.x}] with axis [${frame.axis}]`;
  context.wrong('joint', [...path, 'x'], { expected, found }, [[...path, 'axis']]);
  return undefined;
}

/** 1e-6 of a right angle: six written digits pass, a mistake does not. */
function perpendicular(a: Vec3, b: Vec3): boolean {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return Math.abs(dot) <= 1e-6 * distance(a, ORIGIN) * distance(b, ORIGIN);
}

function distanceFrames(context: Context, joint: Joint, [a, b]: Ends, path: Path): Frames | undefined {
  const points = joint.points ?? [ORIGIN, ORIGIN];
  const pointA = a && buildPoint(context, points[0], a, [...path, 'points', 0]);
  const pointB = b && buildPoint(context, points[1], b, [...path, 'points', 1]);
  if (a === undefined || b === undefined || pointA === undefined || pointB === undefined) return undefined;
  const length = joint.length ?? distance(pointInWorld(a.start, pointA), pointInWorld(b.start, pointB));
  if (!(length > 0)) {
    const expected = 'two points that are apart at t = 0 (or a length)';
    const from = [...standsAt(a.name), ...standsAt(b.name)];
    if (from.every((each) => context.sound(each))) {
      context.wrong('joint', [...path, 'points'], { expected, found: 'the same place', hint: 'use a point joint' });
    }
    return undefined;
  }
  return { frameA: { position: pointA, rotation: UPRIGHT }, frameB: { position: pointB, rotation: UPRIGHT }, length };
}

/** Source of the pose of a body and of its points at t = 0. */
export function standsAt(name: string): Path[] {
  return ['position', 'rotation', 'motion', 'points'].map((key) => ['bodies', name, key]);
}

function buildDrivers(context: Context, joint: Joint, path: Path): JointSpec['drivers'] {
  const drivers: { coordinate: JointCoordinate; target: TimeFunction }[] = [];
  const free = COORDINATES[joint.type];
  for (const coordinate of ['angle', 'displacement', 'length'] as const) {
    const f = joint.driver?.[coordinate];
    if (f === undefined) continue;
    const at = [...path, 'driver', coordinate];
    if (!free.includes(coordinate)) {
      const offered = free.length === 0 ? 'no driver' : `a driver of ${free.join(' or ')}`;
      const text = { expected: `${offered} on a ${joint.type} joint`, found: `one of ${coordinate}` };
      context.wrongThing('joint', at, text, [[...path, 'type']]);
      continue;
    }
    drivers.push({ coordinate, target: buildFunction(context, f, coordinate === 'angle' ? 'angle' : 'length', at) });
  }
  return drivers;
}

function buildActions(context: Context, joint: Joint, ends: Ends, path: Path): JointActionSpec[] {
  if (joint.type === 'cylindrical') {
    return [
      ...buildAction(context, 'angle', joint.turning ?? {}, [...path, 'turning']),
      ...buildAction(context, 'displacement', joint.sliding ?? {}, [...path, 'sliding']),
    ];
  }
  if (joint.bending !== undefined || joint.twisting !== undefined) {
    const lengthwise = lengthsOf(context, joint, ends, path);
    const acts = [
      ...buildAction(context, 'bend', joint.bending ?? {}, [...path, 'bending']),
      ...buildAction(context, 'twist', joint.twisting ?? {}, [...path, 'twisting']),
    ];
    return lengthwise === undefined ? [] : acts.map((act) => ({ ...act, lengthwise }));
  }
  const [coordinate] = COORDINATES[joint.type];
  return coordinate === undefined ? [] : buildAction(context, coordinate, joint, path);
}

/**
 * Axes in the two bodies whose z is the length of the body. x of the second is that of the first, transported by the smallest rotation
 * between the two lengths, so that the twist is 0 at t = 0.
 */
function lengthsOf(
  context: Context,
  joint: Joint,
  [a, b]: Ends,
  path: Path,
): JointActionSpec['lengthwise'] | undefined {
  const lower = joint.bending?.limits?.lower;
  if (lower !== undefined) {
    const text = { expected: '"upper" alone: an angle between two lengths has no sign', found: 'lower' };
    context.wrongThing('joint', [...path, 'bending', 'limits', 'lower'], text);
  }
  if (joint.frames !== undefined && joint.lengths === undefined) {
    const hint = 'give the directions of the two bodies along which the joint is straight';
    context.lacks('missing', path, { expected: '"lengths" beside "frames"', found: 'none', hint });
    return undefined;
  }
  const axis = joint.axis ?? [0, 0, 1];
  const second = joint['second axis'];
  const plain = joint.type === 'universal' ? frameAxes(axis, second) : undefined;
  // across both axes of a cross joint: the y axis of its frame
  const straight: Vec3 = plain === undefined ? axis : [plain[1], plain[4], plain[7]];
  const [u, v] = (joint.lengths ?? [straight, straight]).map(unit);
  if (dot(u, v) < -0.999) {
    const text = { expected: 'lengths that are not folded right back', found: `[${u}] and [${v}]` };
    context.wrong('joint', [...path, 'lengths'], text);
    return undefined;
  }
  const axes = frameAxes(u, undefined);
  if (axes === undefined || a === undefined || b === undefined) return undefined;
  const share = dot([axes[0], axes[3], axes[6]], v) / (1 + dot(u, v));
  const x: Vec3 = [axes[0] - share * (u[0] + v[0]), axes[3] - share * (u[1] + v[1]), axes[6] - share * (u[2] + v[2])];
  const turned = frameAxes(v, x);
  if (turned === undefined) return undefined;
  return {
    a: frameInBody(a.start, ORIGIN, axes).rotation,
    b: frameInBody(b.start, ORIGIN, turned).rotation,
  };
}

/** The actions along one coordinate as a list of one, or an empty list. */
function buildAction(
  context: Context,
  coordinate: ActionCoordinate,
  action: JointAction,
  path: Path,
): JointActionSpec[] {
  const { spring, damping, limits, friction } = action;
  const turning = coordinate === 'angle' || coordinate === 'bend' || coordinate === 'twist';
  const effort: FunctionOfTime | undefined = turning ? action.torque : action.force;
  if (!spring && damping === undefined && !limits && !friction && effort === undefined) return [];
  if (limits) checkLimits(context, limits, turning ? 'rad' : 'm', [...path, 'limits']);
  if (friction) checkDwell(context, friction, 0, [...path, 'friction']);
  const kind = turning ? 'torque' : 'force';
  return [
    {
      coordinate,
      ...(spring && { spring }),
      ...(damping !== undefined && { damping }),
      ...(effort !== undefined && { effort: buildFunction(context, effort, kind, [...path, kind]) }),
      ...(limits && { limits }),
      ...(friction && {
        friction: {
          constant: (turning ? friction.torque : friction.force) ?? 0,
          coefficient: friction.coefficient,
          radius: friction.radius ?? 0,
          deflection: friction.deflection,
          ...(friction.law === 'lugre' && { creeps: true }),
          ...(friction.static !== undefined && { staticRatio: friction.static }),
          ...(friction['stribeck speed'] !== undefined && { stribeckSpeed: friction['stribeck speed'] }),
          ...(friction['dwell time'] !== undefined && { dwellTime: friction['dwell time'] }),
          ...(friction['stick damping'] !== undefined && { stickDamping: friction['stick damping'] }),
        },
      }),
    },
  ];
}

function checkLimits(context: Context, limits: NonNullable<JointAction['limits']>, unit: string, path: Path): void {
  const { lower, upper } = limits;
  if (lower === undefined && upper === undefined) {
    context.lacks('joint', path, { expected: 'lower, upper or both', found: 'neither' });
  } else if (lower !== undefined && upper !== undefined && lower > upper) {
    context.wrong('joint', path, {
      expected: 'lower below upper',
      found: `lower ${Number(lower.toPrecision(6))} ${unit}, upper ${Number(upper.toPrecision(6))} ${unit}`,
      hint: 'swap them',
    });
  }
}
