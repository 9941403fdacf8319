/** Boxes along the world axes: six numbers from an offset, least x, y, z, then largest x, y, z. [m] */
import { unreachable } from '../base/index.ts';
import type { Numbers } from '../math/index.ts';
import type { ShapeSpec } from './shapes.ts';

/** The empty box: merging with it changes nothing, and it overlaps nothing. */
export function emptyBounds(out: Float64Array, o: number): void {
  out.fill(Number.POSITIVE_INFINITY, o, o + 3);
  out.fill(Number.NEGATIVE_INFINITY, o + 3, o + 6);
}

/** The smallest box around a shape whose frame is at posW (3) with axes rotWS (9, row-major). A half-space has infinite sides. */
export function shapeBounds(
  out: Float64Array,
  o: number,
  shape: ShapeSpec,
  posW: Numbers,
  p: number,
  rotWS: Numbers,
  r: number,
): void {
  switch (shape.kind) {
    case 'sphere':
    case 'box':
    case 'cylinder':
      for (let axis = 0; axis < 3; axis++) {
        const reach = reachAlong(shape, rotWS, r + 3 * axis);
        out[o + axis] = posW[p + axis] - reach;
        out[o + 3 + axis] = posW[p + axis] + reach;
      }
      return;
    case 'half-space':
      for (let axis = 0; axis < 3; axis++) {
        // bounded only where the normal, column z, lies exactly along the axis
        const normal = rotWS[r + 3 * axis + 2];
        out[o + axis] = normal === -1 ? posW[p + axis] : Number.NEGATIVE_INFINITY;
        out[o + 3 + axis] = normal === 1 ? posW[p + axis] : Number.POSITIVE_INFINITY;
      }
      return;
    case 'hull':
      pointBounds(out, o, shape.points, posW, p, rotWS, r);
      return;
    case 'mesh':
      pointBounds(out, o, shape.positions, posW, p, rotWS, r);
      return;
    default:
      unreachable(shape);
  }
}

/** Half extent of a symmetric shape along a world axis; row i of rotWS holds that axis in the shape frame. */
function reachAlong(
  shape: Extract<ShapeSpec, { kind: 'sphere' | 'box' | 'cylinder' }>,
  rotWS: Numbers,
  i: number,
): number {
  if (shape.kind === 'sphere') return shape.radius;
  const x = rotWS[i];
  const y = rotWS[i + 1];
  const z = rotWS[i + 2];
  if (shape.kind === 'box') {
    return shape.half[0] * Math.abs(x) + shape.half[1] * Math.abs(y) + shape.half[2] * Math.abs(z);
  }
  return shape.radius * Math.sqrt(x * x + y * y) + shape.halfLength * Math.abs(z);
}

function pointBounds(
  out: Float64Array,
  o: number,
  points: Numbers,
  posW: Numbers,
  p: number,
  rotWS: Numbers,
  r: number,
): void {
  emptyBounds(out, o);
  for (let i = 0; i < points.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const row = r + 3 * axis;
      const x =
        posW[p + axis] + rotWS[row] * points[i] + rotWS[row + 1] * points[i + 1] + rotWS[row + 2] * points[i + 2];
      if (x < out[o + axis]) out[o + axis] = x;
      if (x > out[o + 3 + axis]) out[o + 3 + axis] = x;
    }
  }
}

/** out = the smallest box around both; `out` may be one of them */
export function mergeBounds(out: Float64Array, o: number, a: Numbers, i: number, b: Numbers, j: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] = Math.min(a[i + k], b[j + k]);
    out[o + 3 + k] = Math.max(a[i + 3 + k], b[j + 3 + k]);
  }
}
