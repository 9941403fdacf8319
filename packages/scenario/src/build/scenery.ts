/** Scenery: the shapes of every body as triangles in its frame, with colours. */
import { BuildError, emptyBounds, mergeBounds, type Placement, shapeBounds, tessellate } from '@hawser/engine';
import type { Scenery, SceneryBody, SceneryPart } from '@hawser/record';
import type { Context } from '../check/context.ts';
import { fixedColour, palette } from '../schema/defaults.ts';
import { matrixOf } from './placement.ts';
import type { BuiltShape } from './shapes.ts';

/** A body as the scenery needs it. */
export interface DrawnBody {
  readonly name: string;
  readonly fixed: boolean;
  readonly placement: Placement;
  readonly colour?: string;
  readonly shapes: readonly BuiltShape[];
}

/** Size of the square drawn for a half-space relative to everything else, and its limits [m]. */
const FLOOR = { times: 4, least: 4, most: 2000 } as const;

export function buildScenery(context: Context, bodies: readonly DrawnBody[]): Scenery {
  const halfSpaceSize = floorSize(bodies);
  let turn = 0;
  const drawn = bodies.map((body): SceneryBody => {
    const own = body.colour ?? (body.fixed ? fixedColour : palette[turn++ % palette.length]);
    const parts: SceneryPart[] = [];
    for (const [i, shape] of body.shapes.entries()) {
      const part = buildPart(context, shape, own, `${body.name} ${i + 1}`, halfSpaceSize);
      if (part !== undefined) parts.push(part);
    }
    return {
      name: body.name,
      fixed: body.fixed,
      parts: body.fixed ? parts.map((part) => moved(part, body.placement)) : parts,
    };
  });
  return { bodies: drawn.filter((body) => body.parts.length > 0 || !body.fixed) };
}

function buildPart(
  context: Context,
  built: BuiltShape,
  own: string,
  name: string,
  halfSpaceSize: number,
): SceneryPart | undefined {
  const { shape, placement, source } = built;
  if (source.opacity === 0) return undefined;
  try {
    const { positions, normals, indices } = tessellate(shape, { halfSpaceSize });
    const part = {
      name: source.name ?? name,
      positions,
      normals,
      indices,
      colour: source.colour ?? own,
      opacity: source.opacity,
    };
    return moved(part, placement);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const { message } = error;
    context.wrong('asset', built.path, { expected: 'a shape that can be drawn', found: message, message });
    return undefined;
  }
}

/** The part in the frame its own is placed in. */
function moved(part: SceneryPart, { position, rotation }: Placement): SceneryPart {
  const m = matrixOf(rotation);
  const turned = (from: Float32Array, origin: readonly number[]): Float32Array => {
    const to = new Float32Array(from.length);
    for (let i = 0; i < from.length; i += 3) {
      const [x, y, z] = [from[i], from[i + 1], from[i + 2]];
      to[i] = origin[0] + m[0] * x + m[1] * y + m[2] * z;
      to[i + 1] = origin[1] + m[3] * x + m[4] * y + m[5] * z;
      to[i + 2] = origin[2] + m[6] * x + m[7] * y + m[8] * z;
    }
    return to;
  };
  return { ...part, positions: turned(part.positions, position), normals: turned(part.normals, [0, 0, 0]) };
}

function floorSize(bodies: readonly DrawnBody[]): number {
  const all = new Float64Array(6);
  const one = new Float64Array(6);
  emptyBounds(all, 0);
  for (const { placement, shapes } of bodies) {
    const m = matrixOf(placement.rotation);
    for (const { shape, placement: at } of shapes) {
      if (shape.kind === 'half-space') continue;
      const [x, y, z] = at.position;
      const origin = [0, 1, 2].map((i) => placement.position[i] + m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2] * z);
      shapeBounds(one, 0, shape, origin, 0, m, 0);
      mergeBounds(all, 0, all, 0, one, 0);
    }
  }
  const extent = Math.max(all[3] - all[0], all[4] - all[1], all[5] - all[2]);
  const size = FLOOR.times * (Number.isFinite(extent) ? extent : 0);
  return Math.min(FLOOR.most, Math.max(FLOOR.least, size));
}
