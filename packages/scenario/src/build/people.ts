/**
 * Appearance of deckhands: people braced against their line, with the hands at its end. For pictures only; the engine has its own model.
 */
import type { FeedHandSpec, ForceSpec, Placement } from '@hawser/engine';
import type { SceneryBody, SceneryPart } from '@hawser/record';
import type { Vec3 } from '../schema/kit.ts';
import type { BuiltCable } from './cables.ts';
import { type DrawnMesh, joined, tube } from './drawn-tube.ts';
import { matrixOf, pointInWorld } from './placement.ts';
import type { StandingBody } from './start.ts';

/** Colours of clothes, by part of the body. */
const COLOURS = {
  trousers: '#22384d',
  jacket: '#f07818',
  band: '#f4f0d8',
  skin: '#c98d6a',
  helmet: '#f5f5f2',
  boots: '#1b1d20',
};
const SIDES = 8;

type Line = readonly (readonly [number, number, number, number])[];

/**
 * x forward from the grip, y to the left, z from the deck; last the radius [m]. For a person of 1.78 m who leans back on a line held at 1
 * m; `grip` moves the hands up or down.
 */
function limbs(grip: number): Readonly<Record<keyof typeof COLOURS, readonly Line[]>> {
  return {
    trousers: [
      [
        [-0.5, 0.1, 0.94, 0.1],
        [-0.24, 0.14, 0.54, 0.075],
        [-0.16, 0.15, 0.12, 0.055],
      ],
      [
        [-0.54, -0.1, 0.94, 0.1],
        [-0.6, -0.15, 0.5, 0.075],
        [-0.86, -0.17, 0.12, 0.055],
      ],
      [
        [-0.52, 0.07, 0.93, 0.12],
        [-0.52, -0.07, 0.93, 0.12],
      ],
    ],
    jacket: [
      [
        [-0.53, 0, 1, 0.14],
        [-0.58, 0, 1.2, 0.16],
        [-0.62, 0, 1.4, 0.13],
      ],
      [
        [-0.61, 0.17, 1.42, 0.07],
        [-0.34, 0.22, 0.5 * (1.3 + grip), 0.055],
        [-0.06, 0.05, grip + 0.03, 0.042],
      ],
      [
        [-0.61, -0.17, 1.42, 0.07],
        [-0.36, -0.22, 0.5 * (1.2 + grip), 0.055],
        [-0.16, -0.05, grip + 0.01, 0.042],
      ],
    ],
    band: [
      [
        [-0.555, 0, 1.1, 0.163],
        [-0.563, 0, 1.135, 0.165],
      ],
    ],
    skin: [
      [
        [-0.61, 0, 1.5, 0.055],
        [-0.58, 0, 1.62, 0.098],
        [-0.57, 0, 1.68, 0.098],
      ],
      [
        [-0.06, 0.04, grip + 0.02, 0.043],
        [0.01, 0.01, grip, 0.043],
      ],
      [
        [-0.16, -0.04, grip, 0.043],
        [-0.1, -0.01, grip, 0.043],
      ],
    ],
    helmet: [
      [
        [-0.6, 0, 1.72, 0.118],
        [-0.605, 0, 1.745, 0.112],
      ],
    ],
    boots: [
      [
        [-0.19, 0.15, 0.06, 0.06],
        [0.02, 0.16, 0.045, 0.05],
      ],
      [
        [-0.9, -0.17, 0.06, 0.06],
        [-0.7, -0.18, 0.045, 0.05],
      ],
    ],
  };
}

export function drawHands(
  scenery: readonly SceneryBody[],
  hands: readonly FeedHandSpec[],
  cables: readonly BuiltCable[],
  forces: readonly ForceSpec[],
  bodies: readonly StandingBody[],
): SceneryBody[] {
  const parts = new Map<string, SceneryPart[]>();
  for (const hand of hands) {
    const ends = endsOf(hand, cables, forces);
    if (ends === undefined) continue;
    const { start, name, kind } = bodies[ends.held.body];
    const placed = person(hand, ends.held.point, start, pointInWorld(bodies[ends.other.body].start, ends.other.point));
    const own = kind === 'fixed' ? placed.map((part) => inWorld(part, start)) : placed;
    parts.set(name, [...(parts.get(name) ?? []), ...own]);
  }
  const known = new Set(scenery.map(({ name }) => name));
  const more = [...parts].filter(([name]) => !known.has(name)); // they stand on something not drawn
  return [
    ...scenery.map((body) => ({ ...body, parts: [...body.parts, ...(parts.get(body.name) ?? [])] })),
    ...more.map(([name, own]) => ({ name, fixed: true, parts: own })),
  ];
}

interface End {
  readonly body: number;
  readonly point: Vec3;
}

/** The end of the line held by the deckhand, and the other end. */
function endsOf(
  { line }: FeedHandSpec,
  cables: readonly BuiltCable[],
  forces: readonly ForceSpec[],
): { readonly held: End; readonly other: End } | undefined {
  if ('cable' in line) {
    const { start, end, pay } = cables[line.cable].spec;
    if (start === undefined || end === undefined) return undefined;
    return pay?.end === 'end' ? { held: end, other: start } : { held: start, other: end };
  }
  const spring = forces.filter((force) => force.kind === 'spring')[line.spring];
  if (spring === undefined) return undefined;
  return { held: { body: spring.a, point: spring.pointA }, other: { body: spring.b, point: spring.pointB } };
}

/** In the frame of the body that the deckhand stands on, upright at the start and turned towards the far end of the line. */
function person({ name, hands: grip }: FeedHandSpec, at: Vec3, stand: Placement, towards: Vec3): SceneryPart[] {
  const m = matrixOf(stand.rotation);
  const here = pointInWorld(stand, at);
  const away = Math.hypot(towards[0] - here[0], towards[1] - here[1]);
  const [c, s] = away > 1e-6 ? [(towards[0] - here[0]) / away, (towards[1] - here[1]) / away] : [1, 0];
  /** a direction of the person -> the world -> the body */
  const turn = (x: number, y: number, z: number): Vec3 => {
    const w = [c * x - s * y, s * x + c * y, z];
    const along = (k: number): number => m[k] * w[0] + m[3 + k] * w[1] + m[6 + k] * w[2];
    return [along(0), along(1), along(2)];
  };
  return Object.entries(limbs(grip)).map(([what, lines]): SceneryPart => {
    const mesh = joined(
      lines.map((line) =>
        tube(
          line.map(([x, y, z, radius]) => ({ at: [x, y, z - grip], radius })),
          SIDES,
          false,
        ),
      ),
    );
    const moved = (from: Float32Array, origin: Vec3): Float32Array => {
      const to = new Float32Array(from.length);
      for (let i = 0; i < from.length; i += 3) {
        const p = turn(from[i], from[i + 1], from[i + 2]);
        for (let k = 0; k < 3; k++) to[i + k] = origin[k] + p[k];
      }
      return to;
    };
    return {
      name: `deckhand ${name}, ${what}`,
      positions: moved(mesh.positions, at),
      normals: moved(mesh.normals, [0, 0, 0]),
      indices: mesh.indices,
      colour: COLOURS[what as keyof typeof COLOURS],
      opacity: 1,
    };
  });
}

function inWorld(part: SceneryPart, { position, rotation }: Placement): SceneryPart {
  const m = matrixOf(rotation);
  const moved = (from: Float32Array, origin: readonly number[]): Float32Array =>
    from.map((_, i) => {
      const [k, o] = [i % 3, i - (i % 3)];
      return origin[k] + m[3 * k] * from[o] + m[3 * k + 1] * from[o + 1] + m[3 * k + 2] * from[o + 2];
    });
  const mesh: Pick<DrawnMesh, 'positions' | 'normals'> = {
    positions: moved(part.positions, position),
    normals: moved(part.normals, [0, 0, 0]),
  };
  return { ...part, ...mesh };
}
