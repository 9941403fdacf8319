/** Faults of the joints taken together: bodies that do not fit at the start, duplicate joints. */
import type { BodySpec, JointSpec } from '@hawser/engine';
import { standsAt } from '../build/joints.ts';
import { frameInWorld, misfit } from '../misfit.ts';
import type { Context } from './context.ts';

export function checkJoints(context: Context, joints: readonly JointSpec[], bodies: readonly BodySpec[]): void {
  const settled = joints.filter((joint) => isSettled(context, joint, bodies));
  checkFit(context, settled, bodies);
  checkRepeated(context, settled, bodies);
}

/** True when nothing is wrong with a joint and the place of its bodies. */
function isSettled(context: Context, joint: JointSpec, bodies: readonly BodySpec[]): boolean {
  const places = [joint.a, joint.b].flatMap((i) => standsAt(bodies[i].name));
  return context.sound(['joints', joint.name]) && places.every((path) => context.sound(path));
}

/** Every joint that is open at t = 0, unless the solver assembles the bodies. */
function checkFit(context: Context, joints: readonly JointSpec[], bodies: readonly BodySpec[]): void {
  const { solver } = context.scenario;
  if (solver.assemble || context.faulty(['solver', 'assemble'])) return;
  for (const joint of joints) {
    const reason = misfit(joint, bodies, solver['assembly tolerance']);
    if (reason === undefined) continue;
    context.wrong('build', ['joints', joint.name], reason, [['solver', 'assembly tolerance']]);
  }
}

/**
 * A duplicate joint: at the same place between the same two bodies as another one, without additional constraints. The hinges of one door
 * are at different places and pass.
 */
function checkRepeated(context: Context, joints: readonly JointSpec[], bodies: readonly BodySpec[]): void {
  const pairs = new Map<string, JointSpec[]>();
  for (const joint of joints) {
    const key = [joint.a, joint.b].sort((p, q) => p - q).join(' ');
    const same = pairs.get(key);
    if (same === undefined) pairs.set(key, [joint]);
    else same.push(joint);
  }
  for (const same of pairs.values()) {
    const told = new Set<JointSpec>();
    // report the later one of two equal joints
    for (const joint of [...same].reverse()) {
      const other = same.find((each) => each !== joint && !told.has(each) && holdsAll(each, joint, bodies));
      if (other === undefined) continue;
      told.add(joint);
      const [a, b] = [bodies[joint.a].name, bodies[joint.b].name];
      context.wrong('joint', ['joints', joint.name], {
        expected: `a joint that holds something "${other.name}" does not hold already`,
        found: `the same motion of "${a}" and "${b}" held twice at the same place`,
        hint: 'remove one of the two',
      });
    }
  }
}

/** Directions held, in the world: none, those along a line, those across it, or all. */
type Held = 'none' | 'all' | { readonly kind: 'along' | 'across'; readonly axis: readonly number[] };

interface Hold {
  readonly places: readonly (readonly number[])[];
  readonly moves: Held;
  readonly turns: Held;
}

function holdsAll(joint: JointSpec, other: JointSpec, bodies: readonly BodySpec[]): boolean {
  if ((joint.type === 'distance') !== (other.type === 'distance')) return false;
  const [p, q] = [holdOf(joint, bodies), holdOf(other, bodies)];
  const samePlace = p.places.every((place, i) => apart(place, q.places[i]) <= SAME_PLACE);
  return samePlace && contains(p.moves, q.moves) && contains(p.turns, q.turns);
}

/** [m] largest difference of written coordinates of the same place */
const SAME_PLACE = 1e-9;
/** [rad] the same for directions */
const SAME_DIRECTION = 1e-9;

function holdOf(joint: JointSpec, bodies: readonly BodySpec[]): Hold {
  const flipped = joint.a > joint.b; // the same order of bodies for all joints of a pair
  const a = frameInWorld(bodies[joint.a], joint.frameA);
  const b = frameInWorld(bodies[joint.b], joint.frameB);
  const axis = a.axes[2];
  const across: Held = { kind: 'across', axis };
  const along: Held = { kind: 'along', axis };
  const driven = new Set(joint.drivers.map(({ coordinate }) => coordinate));
  const turns = driven.has('angle') ? 'all' : across;
  const moves = driven.has('displacement') ? 'all' : across;
  const places = [a.origin];
  switch (joint.type) {
    case 'point':
      return { places, moves: 'all', turns: 'none' };
    case 'revolute':
      return { places, moves: 'all', turns };
    case 'universal':
      // the one rotation that a cross joint constrains: about the normal of its two axes
      return { places, moves: 'all', turns: { kind: 'along', axis: cross(axis, b.axes[0]) } };
    case 'prismatic':
      return { places, moves, turns: 'all' };
    case 'cylindrical':
      return { places, moves, turns };
    case 'fixed':
      return { places, moves: 'all', turns: 'all' };
    case 'planar':
      return { places, moves: along, turns: across };
    case 'distance': {
      const ends = [a.origin, b.origin];
      const line = ends[1].map((x, i) => x - ends[0][i]);
      const length = Math.hypot(...line);
      const direction = line.map((x) => x / length);
      return { places: flipped ? ends.reverse() : ends, moves: { kind: 'along', axis: direction }, turns: 'none' };
    }
  }
}

function contains(outer: Held, inner: Held): boolean {
  if (outer === 'all' || inner === 'none') return true;
  if (outer === 'none' || inner === 'all') return false;
  const across = Math.hypot(...cross(outer.axis, inner.axis));
  if (outer.kind === inner.kind) return across <= SAME_DIRECTION;
  return outer.kind === 'across' && Math.abs(dot(outer.axis, inner.axis)) <= SAME_DIRECTION;
}

function apart(p: readonly number[], q: readonly number[]): number {
  return Math.hypot(...p.map((x, i) => x - q[i]));
}

function cross(u: readonly number[], v: readonly number[]): number[] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function dot(u: readonly number[], v: readonly number[]): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
