/** The surface of a collision shape as a closed mesh, in the centre-of-mass frame of its body. */
import { unreachable } from '../../base/index.ts';
import {
  boxMesh,
  convexHull,
  cylinderMesh,
  hullToTriangles,
  type ShapeSpec,
  sphereMesh,
  type TriangleMesh,
} from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';

/** Sides of the prism that stands for a cylinder, and how often an icosahedron is divided for a sphere (1280 faces). */
const CYLINDER_SIDES = 64;
const SPHERE_LEVEL = 3;

export function solidMesh(placed: CollisionShape): TriangleMesh {
  const { positions, triangles } = ownMesh(placed.shape);
  const { position: p, rotation: r } = placed;
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    moved[i] = p[0] + r[0] * x + r[1] * y + r[2] * z;
    moved[i + 1] = p[1] + r[3] * x + r[4] * y + r[5] * z;
    moved[i + 2] = p[2] + r[6] * x + r[7] * y + r[8] * z;
  }
  return { positions: moved, triangles };
}

function ownMesh(shape: ShapeSpec): TriangleMesh {
  switch (shape.kind) {
    case 'box':
      return boxMesh(2 * shape.half[0], 2 * shape.half[1], 2 * shape.half[2]);
    case 'cylinder':
      return cylinderMesh({ radius: shape.radius, length: 2 * shape.halfLength, sides: CYLINDER_SIDES });
    case 'sphere':
      return sphereMesh(shape.radius, SPHERE_LEVEL);
    case 'hull': {
      const hull = convexHull(shape.points);
      return { positions: Float64Array.from(hull.vertices), triangles: hullToTriangles(hull) };
    }
    case 'mesh':
      return { positions: Float64Array.from(shape.positions), triangles: Int32Array.from(shape.triangles) };
    case 'half-space':
      return boxMesh(1, 1, 1); // never asked for: a half-space is a plane to VolumePair
    default:
      return unreachable(shape);
  }
}
