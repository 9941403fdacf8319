/** Converts anchors of the file to bodies and a joint in the form of the file. */
import { anchorSizes } from '@hawser/engine';
import type { Context } from '../../check/context.ts';
import type { Path } from '../../issues.ts';
import type { Anchor } from '../../schema/anchor.ts';
import type { Body } from '../../schema/body.ts';
import type { Hydro } from '../../schema/hydro.ts';
import type { Joint } from '../../schema/joint.ts';
import type { Vec3 } from '../../schema/kit.ts';
import type { Shape } from '../../schema/shape.ts';
import { buildPlacement, buildRotation, matrixOf, pointInWorld, quaternionOf } from '../placement.ts';
import { ANCHOR_STEEL } from '../solid.ts';

export function shankOf(anchor: string): string {
  return `${anchor} shank`;
}

export function headOf(anchor: string): string {
  return `${anchor} head`;
}

/** Adds the bodies and pins of all anchors to the scenario, before bodies are built. */
export function layAnchors(context: Context): void {
  for (const [name, anchor] of Object.entries(context.scenario.anchors)) {
    const path: Path = ['anchors', name];
    if (!context.sound(path) || !namesAreFree(context, name, path)) continue;
    const { environment } = context.scenario;
    const wet = environment.sea !== undefined || environment.water?.surface !== undefined;
    const { bodies, joint } = partsOf(name, anchor, wet);
    context.add(path, bodies, new Map([[`${name} pin`, joint]]));
  }
}

function namesAreFree(context: Context, name: string, path: Path): boolean {
  const { bodies, joints } = context.scenario;
  const taken =
    [shankOf(name), headOf(name)].find((each) => Object.hasOwn(bodies, each)) ??
    [`${name} pin`].find((each) => Object.hasOwn(joints, each));
  if (taken === undefined) return true;
  context.wrongThing('duplicate', path, {
    expected: `no body or joint called "${taken}" beside the anchor, one of whose parts is called so`,
    found: 'one',
    hint: 'rename it or the anchor',
  });
  return false;
}

/** Stops of the flukes, over the mass and the length of the anchor [m/s^2/rad]: its weight at its own length bends them by 0.6 deg. */
const STOP = { stiffness: 1e3, restitution: 0.1 } as const;

/** Drag over the diameter of a rod of the same volume: bluff bars and plates. */
const DRAG = 1.2;

/** A part as a buoyant rod of its volume from one end to the other. */
function hydroOf(from: Vec3, to: Vec3, mass: number): Hydro {
  const length = Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2 + (to[2] - from[2]) ** 2);
  const diameter = Math.sqrt((4 * mass) / (ANCHOR_STEEL * Math.PI * length));
  return {
    hull: 'none',
    drag: { normal: 0, tangential: 0 },
    slamming: false,
    members: [
      { from, to, diameter, drag: { normal: DRAG, tangential: 0 }, 'added mass': 1, buoyant: true, segments: 4 },
    ],
    windage: [],
  };
}

function partsOf(name: string, anchor: Anchor, wet: boolean): { bodies: Map<string, Body>; joint: Joint } {
  const { type, mass, material, colour, flukes } = anchor;
  const sizes = anchorSizes(type, mass, ANCHOR_STEEL);
  const pin: Vec3 = [0, 0, -(anchor.shank?.pin ?? sizes.shank)];
  const at = buildPlacement(anchor.position, anchor.rotation);
  const opened = buildRotation({ axis: [1, 0, 0], angle: flukes });
  const turned = times(matrixOf(at.rotation), matrixOf(opened));
  const part = (shape: Partial<Shape>, own: number | undefined): Omit<Body, 'position'> => ({
    velocity: [0, 0, 0],
    'angular velocity': [0, 0, 0],
    fixed: false,
    shapes: [{ scale: 1, opacity: 1, collide: true, ...shape }],
    density: ANCHOR_STEEL,
    points: {},
    colour,
    ...(material !== undefined && { material }),
    ...(own !== undefined && { mass: own }),
  });
  const { shank, head } = anchor;
  const bodies = new Map<string, Body>([
    [
      shankOf(name),
      {
        ...part(shank ? { mesh: shank.mesh } : { solid: { 'anchor shank': { type, mass } } }, shank?.mass),
        position: anchor.position,
        ...(anchor.rotation !== undefined && { rotation: anchor.rotation }),
        points: { shackle: [0, 0, 0], pin },
        ...(wet && { hydro: hydroOf([0, 0, 0], pin, shank?.mass ?? (1 - sizes.head) * mass) }),
      },
    ],
    [
      headOf(name),
      {
        ...part(head ? { mesh: head.mesh } : { solid: { 'anchor head': { type, mass } } }, head?.mass),
        position: pointInWorld(at, pin),
        rotation: { quaternion: quaternionOf(Float64Array.from(turned)) },
        ...(wet && {
          hydro: hydroOf([-sizes.width / 2, 0, 0], [sizes.width / 2, 0, 0], head?.mass ?? sizes.head * mass),
        }),
      },
    ],
  ]);
  const widest = anchor['fluke angle'] ?? sizes.angle;
  const axis: Vec3 = [1, 0, 0];
  const along: Vec3 = [0, 1, 0];
  const joint: Joint = {
    type: 'revolute',
    between: [shankOf(name), headOf(name)],
    frames: { a: { at: pin, axis, x: along }, b: { at: [0, 0, 0], axis, x: along } },
    limits: {
      lower: -widest,
      upper: widest,
      stiffness: STOP.stiffness * mass * sizes.overall,
      restitution: STOP.restitution,
    },
    friction: { coefficient: anchor['pin friction'], radius: sizes.bar / 4, deflection: 1e-3 },
    collide: false,
  };
  return { bodies, joint };
}

/** a b, row by row */
function times(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [3 * Math.floor(i / 3), i % 3];
    return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6];
  });
}
