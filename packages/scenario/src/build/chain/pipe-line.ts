/**
 * Path of a chain through the hawse pipe of a `solid: { bow }`: down the pipe on its lower side, round the bell mouth and straight down.
 *   a  axis of the pipe, inboard;  e  across it, downwards;  n  normal of the shell, outboard;  R, m radii of bore and bell mouth
 * The bell mouth is rounded about c = s a + (R + m) e, which lies m inside the face that it leads to:  n . c = f - m,
 *   s = (f - m - (R + m) n . e) / (n . a)
 * f is the distance of that face from the shell: height of a bolster minus depth of a pocket. Joints of links run at r + p^2/(8 r) from c
 * with r = m + w/2 + CLEAR, w the width of the widest link and p the pitch of the longest: a link is a chord of this circle, and its middle
 * then lies at r.
 */
import { bowAxes, cos, sin } from '@hawser/engine';
import type { Context } from '../../check/context.ts';
import type { Path } from '../../issues.ts';
import type { Vec3 } from '../../schema/kit.ts';
import type { Shape } from '../../schema/shape.ts';
import type { Bow } from '../../schema/solid.ts';
import { buildPlacement, ORIGIN, pointInWorld } from '../placement.ts';
import { leanAxis } from '../hanging.ts';
import type { StandingBody } from '../start.ts';
import { cross, dot, unit } from '../vectors.ts';

/** [m] between links and steel at the start; [m] of the gypsy behind the pipe; [m] that the chain may hang down */
const CLEAR = 0.01;
const BEHIND = 0.5;
const HANGS = 1000;
/** points round the bell mouth: chords between them lie less than a millimetre inside a mouth of a metre */
const POINTS = 16;

/**
 * From the gypsy, [m] world; inboard: additional distance up the line of the pipe [m]; lean: inclination of the hanging part away from the
 * shell [rad]. Undefined: a fault was reported.
 */
export function throughPipe(
  context: Context,
  body: StandingBody,
  width: number,
  pitch: number,
  inboard: number,
  path: Path,
  lean = 0,
): Vec3[] | undefined {
  const shape = context.scenario.bodies[body.name]?.shapes.find(({ solid }) => solid?.bow !== undefined);
  const bow = shape?.solid?.bow;
  const [gx, gy, gz] = context.scenario.environment.gravity;
  if (shape === undefined || bow === undefined || (gx === 0 && gy === 0 && gz === 0)) {
    const expected = 'a chain from a body with "solid: { bow }", under gravity';
    const found = bow === undefined ? `"${body.name}", which has none` : 'no gravity';
    context.wrong('value', [...path, 'through pipe'], { expected, found, hint: 'lay the chain along a "shape"' });
    return undefined;
  }
  const { origin, pipe: a, shell: n } = axesOf(body, shape, bow);
  const down = unit([gx, gy, gz]);
  const along = dot(down, a);
  const e = unit([down[0] - along * a[0], down[1] - along * a[1], down[2] - along * a[2]]);
  const face = (bow.bolster?.height ?? 0) - (bow.pocket?.depth ?? 0);
  const wall = bow.pipe.bore / 2 + bow.mouth;
  const s = (face - bow.mouth - wall * dot(n, e)) / dot(n, a);
  const centre = plus(origin, s, a, wall, e);
  const clear = bow.mouth + width / 2 + CLEAR;
  const radius = clear + (pitch * pitch) / (8 * clear);
  // the arc begins opposite e and turns from -a to down
  const across = cross(e, a);
  const hangs = lean === 0 ? down : turnedBy(down, leanAxis(n, down), lean);
  const side = unit(cross(across, hangs)); // from the middle of the arc to its last point: perpendicular to the hanging part, away from the hull
  const out: Vec3 = dot(side, e) > 0 ? [-side[0], -side[1], -side[2]] : side;
  const first: Vec3 = [-e[0], -e[1], -e[2]];
  const points: Vec3[] = [];
  for (let i = 0; i < POINTS; i++) {
    const t = i / (POINTS - 1);
    const v = unit([(1 - t) * first[0] + t * out[0], (1 - t) * first[1] + t * out[1], (1 - t) * first[2] + t * out[2]]);
    points.push(plus(centre, radius, v, 0, v));
  }
  const gypsy = plus(points[0], bow.pipe.length + BEHIND - s + inboard, a, 0, a);
  const last = points[POINTS - 1];
  return [gypsy, ...points, plus(last, HANGS, hangs, 0, hangs)];
}

/** Where the axis of the pipe meets the shell [m], its direction inboard, the normal of the shell outboard; world. */
function axesOf(body: StandingBody, shape: Shape, bow: Bow): { origin: Vec3; pipe: Vec3; shell: Vec3 } {
  const placed = buildPlacement(shape.at, shape.rotation);
  const inWorld = (p: Vec3): Vec3 => pointInWorld(body.start, pointInWorld(placed, p));
  const origin = inWorld(ORIGIN);
  const turned = (v: Vec3): Vec3 => {
    const p = inWorld(v);
    return unit([p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]);
  };
  const { pipe, shell } = bowAxes({ ...bow, pipe: { ...bow.pipe, radius: bow.pipe.bore / 2 } });
  return { origin, pipe: turned(pipe), shell: turned(shell) };
}

/** Normal of the shell of a bow, outboard, world; undefined: the body is no bow. */
export function shellOf(context: Context, body: StandingBody): Vec3 | undefined {
  const shape = context.scenario.bodies[body.name]?.shapes.find(({ solid }) => solid?.bow !== undefined);
  const bow = shape?.solid?.bow;
  return shape && bow && axesOf(body, shape, bow).shell;
}

/** v across the axis, turned about it */
function turnedBy(v: Vec3, axis: Vec3, angle: number): Vec3 {
  return plus([0, 0, 0], cos(angle), v, sin(angle), cross(axis, v));
}

function plus(p: Vec3, s: number, u: Vec3, t: number, v: Vec3): Vec3 {
  return [p[0] + s * u[0] + t * v[0], p[1] + s * u[1] + t * v[1], p[2] + s * u[2] + t * v[2]];
}
