/**
 * The line of a taut rope through points and round posts: straight between them, and round each post from the point of arrival to that of
 * departure,
 *   angle of the tangent from a point at distance D from the axis:  phi = phi_Q +- acos(R / D)
 * R is the radius of the post plus that of the rope. Where both neighbours are posts, the points depend on each other and are found by
 * iteration, which converges as R/D for posts farther apart than their thickness. Along the axis a group of turns climbs in proportion to
 * its length: a helix, which is what a taut rope on a cylinder is.
 */
import { acos, atan2, cos, PI, sin } from '@hawser/engine';
import type { Vec3 } from '../schema/kit.ts';
import { cross, dot, unit } from '../build/vectors.ts';

/** Points on the line. */
export interface RoutePoints {
  readonly points: readonly Vec3[];
}

/** One visit of a post. */
export interface RoutePost {
  /** a point of the axis, and its direction */
  readonly centre: Vec3;
  readonly axis: Vec3;
  /** of post and rope [m] */
  readonly radius: number;
  /** 1 anticlockwise seen from the end of the axis, -1 clockwise */
  readonly sense: 1 | -1;
  /** full turns besides coming and leaving */
  readonly turns: number;
  /** index of its group */
  readonly group: number;
  /** turns across a cleat */
  readonly cleat?: CleatTurns;
}

/** Posts that are turned about one after the other. */
export interface RouteGroup {
  /** [m] along the axis, from the centre of the first post; undefined: see `length` */
  readonly at?: number;
  /** climb over length of rope; undefined: determined by its neighbours */
  readonly slope?: number;
  /** [m] along the axis to be taken up around the middle, where `at` is undefined */
  readonly middle?: boolean;
}

/** Figure-eights across a bar. */
export interface CleatTurns {
  /** crossings of the top */
  readonly crossings: number;
  /** [m] from the middle of the bar at which it goes under the horns, and what is added by every second turn */
  readonly under: number;
  readonly pitch: number;
  /** towards the side on which they cross, unit, across the axis */
  readonly top: Vec3;
  /** diameter of the rope [m] */
  readonly thick: number;
}

export type RouteStep = RoutePoints | RoutePost;

export interface RouteFault {
  /** index of the step */
  readonly step: number;
  /** [m] between the axis and what comes before or after it; undefined: of a cleat, it comes or leaves across the top */
  readonly distance?: number;
}

/** [rad] between points of an arc, at most */
const ARC = PI / 180;
const MOST_TURNS = 500;
const FULL = 2 * PI;

interface Touching {
  readonly post: RoutePost;
  readonly e: Vec3;
  readonly f: Vec3;
  /** [rad] angles of arrival and departure; from the first to the second by `sense` */
  first: number;
  last: number;
  /** along the axis [m] */
  low: number;
  high: number;
  in: Vec3;
  out: Vec3;
}

const isPost = (step: RouteStep): step is RoutePost => 'centre' in step;

/** A part of the line: round a post, or straight. */
export interface RouteRun {
  readonly points: readonly Vec3[];
  /** of the post [m]; undefined: straight */
  readonly radius?: number;
  /** between two turns of one group */
  readonly inner: boolean;
}

/** The line in its parts; or the step that begins or ends inside the post beside it. */
export function routeOf(steps: readonly RouteStep[], groups: readonly RouteGroup[]): RouteRun[] | RouteFault {
  const met = steps.map((step): Touching | undefined => (isPost(step) ? touching(step) : undefined));
  const entry = (i: number): Vec3 => met[i]?.in ?? (steps[i] as RoutePoints).points[0];
  const exit = (i: number): Vec3 => {
    const { points } = steps[i] as RoutePoints;
    return met[i]?.out ?? points[points.length - 1];
  };
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    let moved = 0;
    for (let i = 0; i < steps.length; i++) {
      const at = met[i];
      if (at === undefined) continue;
      const first = tangent(at, exit(i - 1), 1);
      const last = tangent(at, entry(i + 1), -1);
      if (typeof first !== 'number') return { step: i, distance: first.distance };
      if (typeof last !== 'number') return { step: i, distance: last.distance };
      at.first = at.post.cleat ? -at.post.sense * whole(-at.post.sense * first) : first;
      at.last = at.first + at.post.sense * turnedBy(at, first, last);
      const { cleat, sense } = at.post;
      const late = cleat && sense * at.first > -PI / 2;
      const early = cleat && sense * at.last < FULL * (cleat.crossings - 1) + PI / 2;
      if (late || early) return { step: i };
      moved = Math.max(moved, place(at));
    }
    for (let g = 0; g < groups.length; g++) moved = Math.max(moved, climb(groups[g], g, met, exit, entry));
    if (moved < 1e-12) break;
  }
  const runs: RouteRun[] = [];
  steps.forEach((step, i) => {
    const at = met[i];
    if (i > 0) {
      const group = at?.post.group;
      runs.push({ points: [exit(i - 1), entry(i)], inner: group !== undefined && group === met[i - 1]?.post.group });
    }
    if (at !== undefined) runs.push({ points: arc(at), radius: at.post.radius, inner: true });
    else if ((step as RoutePoints).points.length > 1) runs.push({ points: (step as RoutePoints).points, inner: false });
  });
  return runs;
}

function touching(post: RoutePost): Touching {
  const axis = post.axis;
  const wish: Vec3 = post.cleat?.top ?? (Math.abs(axis[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]);
  const along = dot(wish, axis);
  const e = unit([wish[0] - along * axis[0], wish[1] - along * axis[1], wish[2] - along * axis[2]]);
  const { centre } = post;
  return { post, e, f: cross(axis, e), first: 0, last: 0, low: 0, high: 0, in: centre, out: centre };
}

/** [rad] at which the line from Q comes to the post (side 1), or that to Q leaves it (side -1). */
function tangent({ post, e, f }: Touching, Q: Vec3, side: 1 | -1): number | { distance: number } {
  const d: Vec3 = [Q[0] - post.centre[0], Q[1] - post.centre[1], Q[2] - post.centre[2]];
  const [x, y] = [dot(d, e), dot(d, f)];
  const distance = Math.sqrt(x * x + y * y);
  const started = distance > 0; // the first look sees the centres of posts that are not placed yet
  if (started && distance < post.radius * (1 - 1e-9)) return { distance };
  const open = started ? acos(Math.min(1, post.radius / distance)) : 0;
  return atan2(y, x) + side * post.sense * open;
}

/** [rad] from coming to leaving, by its sense. */
function turnedBy({ post }: Touching, first: number, last: number): number {
  if (post.cleat) {
    // counted from the top of the first crossing: comes before it, leaves after the last
    const before = whole(-post.sense * first);
    return before + FULL * (post.cleat.crossings - 1) + whole(post.sense * last);
  }
  let turned = whole(post.sense * (last - first));
  if (turned > FULL - 1e-9) turned = 0; // passes straight on
  return turned + FULL * post.turns;
}

/** [rad] 0 to a full turn */
function whole(angle: number): number {
  return angle - FULL * Math.floor(angle / FULL);
}

/** Sets its two points from angles and heights; returns their motion [m]. */
function place(at: Touching): number {
  const first = pointOf(at, at.first, at.low);
  const last = pointOf(at, at.last, at.high);
  let moved = 0;
  for (let r = 0; r < 3; r++) moved = Math.max(moved, Math.abs(first[r] - at.in[r]), Math.abs(last[r] - at.out[r]));
  at.in = first;
  at.out = last;
  return moved;
}

function pointOf({ post, e, f }: Touching, angle: number, height: number, more = 0): Vec3 {
  const { centre, axis, radius } = post;
  const [c, s] = [(radius + more) * cos(angle), (radius + more) * sin(angle)];
  const at = (r: number): number => centre[r] + c * e[r] + s * f[r] + height * axis[r];
  return [at(0), at(1), at(2)];
}

/** Sets the heights of a group of turns; returns the motion of its points [m]. */
function climb(
  { at, slope, middle }: RouteGroup,
  g: number,
  met: readonly (Touching | undefined)[],
  exit: (i: number) => Vec3,
  entry: (i: number) => Vec3,
): number {
  const own = met.flatMap((each, i) => (each?.post.group === g ? [{ each, i }] : []));
  if (own.length === 0) return 0;
  const { axis, centre, cleat } = own[0].each.post;
  if (cleat) {
    const { each } = own[0];
    each.low = -cleat.under;
    each.high = cleatAlong(cleat, cleat.crossings);
    return place(each);
  }
  const height = (p: Vec3): number => dot([p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]], axis);
  const flat = (p: Vec3, q: Vec3): number => {
    const d: Vec3 = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    const along = dot(d, axis);
    return Math.sqrt(Math.max(0, dot(d, d) - along * along));
  };
  // lengths across the axis: of arcs, and of what lies between them
  let length = 0;
  const from = own.map(({ each, i }, k) => {
    if (k > 0) length += flat(exit(i - 1), each.in);
    const low = length;
    length += each.post.radius * Math.abs(each.last - each.first);
    return { low, high: length };
  });
  const before = exit(own[0].i - 1);
  const after = entry(own[own.length - 1].i + 1);
  const comes = flat(before, own[0].each.in);
  const leaves = flat(own[own.length - 1].each.out, after);
  const straight = (height(after) - height(before)) / (comes + length + leaves);
  const rise = slope ?? (at === undefined ? straight : 0);
  const start = at ?? (middle ? -0.5 * rise * length : height(before) + straight * comes);
  let moved = 0;
  own.forEach(({ each }, k) => {
    const offset = height(each.post.centre); // posts of one group may stand at different heights
    each.low = start + rise * from[k].low - offset;
    each.high = start + rise * from[k].high - offset;
    moved = Math.max(moved, place(each));
  });
  return moved;
}

function arc(at: Touching): Vec3[] {
  const { first, last, low, high, post } = at;
  const turned = Math.abs(last - first);
  const count = Math.max(1, Math.ceil(turned / ARC));
  const points: Vec3[] = [];
  for (let k = 0; k <= count; k++) {
    const t = k / count;
    const angle = first + t * (last - first);
    if (post.cleat) {
      const { along, more } = acrossCleat(post.cleat, post.sense * angle);
      points.push(pointOf(at, angle, along, more));
    } else {
      points.push(pointOf(at, angle, low + t * (high - low)));
    }
  }
  return points;
}

/** Along the bar [m] under the horn before crossing j. */
function cleatAlong({ under, pitch }: CleatTurns, j: number): number {
  return (j % 2 === 0 ? -1 : 1) * (under + Math.floor(j / 2) * pitch);
}

/** Across the top from under one horn to under the other, over those that crossed before; angle [rad] from the first top. */
function acrossCleat(cleat: CleatTurns, angle: number): { along: number; more: number } {
  const turn = Math.floor(angle / FULL + 0.5);
  const from = angle - FULL * turn; // of this top, -pi to pi
  const j = Math.max(0, Math.min(cleat.crossings - 1, turn));
  const [before, after] = [cleatAlong(cleat, j), cleatAlong(cleat, j + 1)];
  if (turn !== j || from <= -PI / 2) return { along: turn > j ? after : before, more: 0 };
  if (from >= PI / 2) return { along: after, more: 0 };
  const s = sin(from);
  const c = cos(from);
  return { along: 0.5 * (before + after) + 0.5 * (after - before) * s, more: j * cleat.thick * c };
}
