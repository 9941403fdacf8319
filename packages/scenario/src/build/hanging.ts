/**
 * Initial position of an anchor on the chain from a hawse pipe: straight down or, where it would overlap the hull, on a chain inclined away
 * from the shell by the smallest angle that clears it. In the run it swings back and lies against the shell.
 */
import { MeshIntersection, solidOf, type Placement } from '@hawser/engine';
import type { Vec3 } from '../schema/kit.ts';
import { buildRotation, matrixOf, quaternionOf } from './placement.ts';
import { cross, unit } from './vectors.ts';
import type { StandingBody } from './start.ts';

/** [rad] steps of the search, the angle at which it ends, to what it is found, and what is added to it: some 2 cm at the flukes */
const STEP = Math.PI / 180;
const MOST = Math.PI / 3;
const CLOSE = 1e-3;
const SPARE = 4e-3;

export interface Swing {
  readonly axis: Vec3;
  /** [rad] */
  readonly lean: number;
}

/** `end`: where the shackle comes to, on a chain that leans so much [rad]. Parts stand with their shackle at `shackle`. */
export function hangingClear(
  hull: StandingBody,
  parts: readonly StandingBody[],
  shackle: Vec3,
  axis: Vec3,
  end: (lean: number) => Vec3 | undefined,
): number {
  const meets = meeting(hull, parts);
  const inHull = (lean: number): boolean => {
    const at = end(lean);
    return at !== undefined && meets(parts.map(({ start }) => hungAt(start, shackle, at, { axis, lean })));
  };
  if (!inHull(0)) return 0;
  let lean = STEP;
  while (lean < MOST && inHull(lean)) lean += STEP;
  if (lean >= MOST) return 0;
  let low = lean - STEP;
  while (lean - low > CLOSE) {
    const middle = 0.5 * (low + lean);
    if (inHull(middle)) low = middle;
    else lean = middle;
  }
  return lean + SPARE;
}

/** A body whose shackle is moved from one point to another, and turned about it. */
export function hungAt(start: Placement, from: Vec3, to: Vec3, swing: Swing | undefined): Placement {
  const [x, y, z] = start.position;
  if (swing === undefined)
    return { ...start, position: [x + to[0] - from[0], y + to[1] - from[1], z + to[2] - from[2]] };
  const { axis, lean: angle } = swing;
  const lever: Placement = { position: [x - from[0], y - from[1], z - from[2]], rotation: start.rotation };
  const { position: p, rotation } = within({ position: to, rotation: buildRotation({ axis, angle }) }, lever);
  return { position: [p[0], p[1], p[2]], rotation: quaternionOf(rotation) };
}

/** The axis about which the hanging parts rotate away from the shell. */
export function leanAxis(shell: Vec3, down: Vec3): Vec3 {
  return unit(cross(down, shell));
}

function meeting(hull: StandingBody, parts: readonly StandingBody[]): (places: readonly Placement[]) => boolean {
  const touching = (body: StandingBody) =>
    body.shapes.filter(({ shape, collide }) => collide && shape.kind !== 'half-space');
  const pairs = touching(hull).flatMap((wall) =>
    parts.flatMap((part, of) =>
      touching(part).map((own) => ({
        of,
        own: own.placement,
        wall: within(hull.start, wall.placement),
        pair: new MeshIntersection(solidOf(wall.shape).mesh, solidOf(own.shape).mesh),
      })),
    ),
  );
  return (places) =>
    pairs.some(({ of, own, wall, pair }) => {
      const at = within(places[of], own);
      return pair.compute(wall.position, wall.rotation, at.position, at.rotation) > 0;
    });
}

/** A placement in a frame, in what the frame is in. */
function within(
  frame: Placement,
  { position, rotation }: Placement,
): { position: Float64Array; rotation: Float64Array } {
  const R = matrixOf(frame.rotation);
  const S = matrixOf(rotation);
  const at = new Float64Array(3);
  const turned = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    at[i] = frame.position[i];
    for (let k = 0; k < 3; k++) {
      at[i] += R[3 * i + k] * position[k];
      for (let j = 0; j < 3; j++) turned[3 * i + j] += R[3 * i + k] * S[3 * k + j];
    }
  }
  return { position: at, rotation: turned };
}
