/** Points of a body: by name or by coordinates. */
import type { BodySpec } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { BodyPoint } from '../schema/joint.ts';
import type { Vec3 } from '../schema/kit.ts';
import { suggest } from '../suggest.ts';

export function buildPoint(context: Context, point: BodyPoint, body: BodySpec, path: Path): Vec3 | undefined {
  if (typeof point !== 'string') return point;
  if (context.faulty(path)) return undefined;
  const known = body.points.find((candidate) => candidate.name === point);
  if (known !== undefined) return known.position;
  const names = body.points.map((candidate) => candidate.name);
  const hint = names.length === 0 ? `"${body.name}" has no named points` : suggest(point, names);
  const text = { expected: `the name of a point of "${body.name}"`, found: `"${point}"`, hint };
  if (!context.faulty(['bodies', body.name, 'points'])) context.wrong('unknown-name', path, text);
  return undefined;
}
