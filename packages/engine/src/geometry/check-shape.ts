import { at, BuildError, unreachable } from '../base/index.ts';
import type { ShapeSpec } from './shapes.ts';

/** Rejects sizes that are not positive lengths and names the path of the field. Points and meshes are checked where they are used. */
export function checkShape(shape: ShapeSpec): void {
  switch (shape.kind) {
    case 'sphere':
      positive('radius', shape.radius);
      break;
    case 'box':
      at('half', () => {
        for (let axis = 0; axis < 3; axis++) positive(axis, shape.half[axis]);
      });
      break;
    case 'cylinder':
      positive('radius', shape.radius);
      positive('halfLength', shape.halfLength);
      break;
    case 'half-space':
    case 'hull':
    case 'mesh':
      break;
    default:
      unreachable(shape);
  }
}

function positive(field: string | number, value: number): void {
  if (value > 0 && Number.isFinite(value)) return;
  throw new BuildError('not-positive', `must be a finite length > 0 m, found ${value}`, [field]);
}
