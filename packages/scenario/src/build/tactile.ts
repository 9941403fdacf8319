/** Converts tactile sensors of the file to TactileSpec. Taxels beyond the surface of the body are rejected. */
import { distanceOf, solidOf, type TactileSpec } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Tactile } from '../schema/tactile.ts';
import { frameAxes, pointInBody, quaternionOf } from './placement.ts';
import type { BuiltShape } from './shapes.ts';

/** Largest distance of the middle and corners of an image from the surface, as a part of its size: faces may be curved. */
const OFF = 0.5;
/** ... and by which a line that meets the surface passes it. */
const NEAR = 1e-3;

export function buildTactile(context: Context, shapes: (body: number) => readonly BuiltShape[]): TactileSpec[] {
  return Object.entries(context.scenario.tactile).flatMap(([name, sensor]): TactileSpec[] => {
    const path: Path = ['tactile', name];
    const body = context.body(sensor.body, [...path, 'body']);
    const axes = frameAxes(sensor.normal, sensor.x);
    if (axes === undefined) {
      context.wrong('value', [...path, sensor.x === undefined ? 'normal' : 'x'], {
        expected: 'an x direction across the normal, and a normal that is not 0',
        found: `[${sensor.x ?? sensor.normal}] with normal [${sensor.normal}]`,
      });
      return [];
    }
    if (body === undefined) return [];
    checkOnFace(context, sensor, axes, shapes(body), path);
    const [width, height] = sensor.size;
    const [columns, rows] = sensor.taxels;
    return [{ name, body, frame: { position: sensor.at, rotation: quaternionOf(axes) }, width, height, columns, rows }];
  });
}

function checkOnFace(
  context: Context,
  { at, size, body, taxels }: Tactile,
  axes: Float64Array,
  shapes: readonly BuiltShape[],
  path: Path,
): void {
  const soft = shapes.filter(({ collide, shape }) => collide && shape.kind !== 'half-space');
  if (soft.length === 0) return; // a half-space has no border; a body without shape has zero pressure
  const surfaces = soft.map(({ shape, placement }) => ({
    placement,
    distance: distanceOf(solidOf(shape).surface),
    centre: solidOf(shape).surface.centre,
  }));
  const most = OFF * Math.min(...size);
  for (const [u, v] of [
    [0, 0],
    [-0.5, -0.5],
    [0.5, -0.5],
    [-0.5, 0.5],
    [0.5, 0.5],
  ]) {
    const point = [0, 1, 2].map((k) => at[k] + u * size[0] * axes[3 * k] + v * size[1] * axes[3 * k + 1]);
    const off = Math.min(
      ...surfaces.map(({ placement, distance, centre }) => {
        const local = pointInBody(placement, [point[0], point[1], point[2]]);
        return distance.nearest(local[0] - centre[0], local[1] - centre[1], local[2] - centre[2], 1e9);
      }),
    );
    if (off <= most) continue;
    const place = point.map((x) => Number(x.toPrecision(3))).join(', ');
    context.wrong('value', [...path, 'size'], {
      expected: `taxels on the surface of "${body}"`,
      found: `a corner at (${place}) m, ${Number(off.toPrecision(3))} m off it`,
      hint: 'move the middle (at), or make the image smaller',
    });
    return;
  }
  // from every side of the image a line along its normal meets the body
  const reach = Math.max(...size);
  for (const [u, v] of [
    [0.5 - 0.5 / taxels[0], 0],
    [0.5 / taxels[0] - 0.5, 0],
    [0, 0.5 - 0.5 / taxels[1]],
    [0, 0.5 / taxels[1] - 0.5],
  ]) {
    let gone = -reach;
    let least = Number.POSITIVE_INFINITY;
    while (gone < reach && least > NEAR * reach) {
      const point = [0, 1, 2].map(
        (k) => at[k] + u * size[0] * axes[3 * k] + v * size[1] * axes[3 * k + 1] - gone * axes[3 * k + 2],
      );
      least = Math.min(
        ...surfaces.map(({ placement, distance, centre }) => {
          const local = pointInBody(placement, [point[0], point[1], point[2]]);
          return Math.abs(distance.nearest(local[0] - centre[0], local[1] - centre[1], local[2] - centre[2], 1e9));
        }),
      );
      gone += Math.max(least, NEAR * reach);
    }
    if (least <= NEAR * reach) continue;
    const place = [0, 1, 2]
      .map((k) => Number((at[k] + u * size[0] * axes[3 * k] + v * size[1] * axes[3 * k + 1]).toPrecision(3)))
      .join(', ');
    context.wrong('value', [...path, 'size'], {
      expected: `taxels over the surface of "${body}"`,
      found: `one at (${place}) m with nothing under it`,
      hint: 'make the image smaller, or move its middle (at)',
    });
    return;
  }
}
