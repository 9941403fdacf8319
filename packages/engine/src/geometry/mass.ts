/** Volume, centroid and inertia of shapes, and of bodies made of several shapes. */
import { at, BuildError, unreachable } from '../base/index.ts';
import { addParallelAxis, PI, type Quaternion, quaternionToMatrix, rotateSym3, type Vec3 } from '../math/index.ts';
import { checkShape } from './check-shape.ts';
import type { Inertia, MassProperties } from './mass-properties.ts';
import { checkMesh } from './mesh/check.ts';
import { integrateMesh } from './mesh/integrals.ts';
import type { ShapeSpec } from './shapes.ts';
import { solidOf } from './solid/prepared-solid.ts';

/** Throws BuildError for sizes that are not positive, meshes that enclose nothing, and half-spaces, which are infinite. */
export function shapeMassProperties(shape: ShapeSpec): MassProperties {
  checkShape(shape);
  switch (shape.kind) {
    case 'sphere': {
      const r2 = shape.radius * shape.radius;
      const volume = (4 / 3) * PI * r2 * shape.radius;
      const i = 0.4 * volume * r2;
      return { volume, centroid: [0, 0, 0], inertia: [i, i, i, 0, 0, 0] };
    }
    case 'box': {
      const [a, b, c] = shape.half;
      const volume = 8 * a * b * c;
      const third = volume / 3;
      const inertia: Inertia = [third * (b * b + c * c), third * (a * a + c * c), third * (a * a + b * b), 0, 0, 0];
      return { volume, centroid: [0, 0, 0], inertia };
    }
    case 'cylinder': {
      const r2 = shape.radius * shape.radius;
      const h = shape.halfLength;
      const volume = 2 * PI * r2 * h;
      const across = volume * (r2 / 4 + (h * h) / 3);
      return { volume, centroid: [0, 0, 0], inertia: [across, across, 0.5 * volume * r2, 0, 0, 0] };
    }
    case 'hull': {
      const hull = at('points', () => solidOf(shape).triangles);
      return integrateMesh(hull.positions, hull.triangles);
    }
    case 'mesh':
      return meshMassProperties(shape.positions, shape.triangles);
    case 'half-space':
      throw new BuildError(
        'infinite-mass',
        'a half-space has no finite mass; give the body its mass and inertia, or use a box',
      );
    default:
      return unreachable(shape);
  }
}

function meshMassProperties(positions: Float64Array, triangles: Int32Array): MassProperties {
  const [fault] = checkMesh(positions, triangles);
  if (fault !== undefined) throw new BuildError(fault.code, fault.message, fault.path);
  const properties = integrateMesh(positions, triangles);
  if (properties.volume > 0) return properties;
  throw properties.volume < 0
    ? new BuildError(
        'mesh-inside-out',
        `the mesh must enclose a positive volume, found ${properties.volume} m^3: its triangles run clockwise seen from ` +
          'outside; reverse them all',
        ['triangles'],
      )
    : new BuildError('mesh-flat', 'the mesh must enclose a volume > 0 m^3, found none', ['triangles']);
}

/** A shape at its place in a body. */
export interface WeighedShape {
  readonly shape: ShapeSpec;
  /** shape frame in the body frame */
  readonly placement: { readonly position: Vec3; readonly rotation: Quaternion };
  /** [kg/m^3] */
  readonly density: number;
}

/** In the body frame. */
export interface BodyMass {
  /** [kg] */
  readonly mass: number;
  /** [m] */
  readonly centreOfMass: Vec3;
  /** [kg m^2] about the centre of mass */
  readonly inertia: Inertia;
}

/** Where shapes overlap, the overlap counts twice. Errors carry the index of the shape. */
export function bodyMass(shapes: readonly WeighedShape[]): BodyMass {
  if (shapes.length === 0) {
    throw new BuildError(
      'no-shapes',
      'the mass of a body comes from its shapes, but it has none: give it a mass and an inertia',
    );
  }
  const parts = shapes.map((weighed, i) => at(i, () => placedMass(weighed)));
  let mass = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (const part of parts) {
    mass += part.mass;
    x += part.mass * part.centreOfMass[0];
    y += part.mass * part.centreOfMass[1];
    z += part.mass * part.centreOfMass[2];
  }
  x /= mass;
  y /= mass;
  z /= mass;
  const inertia = new Float64Array(6);
  for (const part of parts) {
    for (let k = 0; k < 6; k++) inertia[k] += part.inertia[k];
    const [px, py, pz] = part.centreOfMass;
    addParallelAxis(inertia, 0, part.mass, px - x, py - y, pz - z);
  }
  return { mass, centreOfMass: [x, y, z], inertia: asInertia(inertia) };
}

function placedMass({ shape, placement, density }: WeighedShape): BodyMass {
  if (!(density > 0) || !Number.isFinite(density)) {
    throw new BuildError('not-positive', `must be a finite density > 0 kg/m^3, found ${density}`, ['density']);
  }
  const { volume, centroid, inertia } = at('shape', () => shapeMassProperties(shape));
  const R = new Float64Array(9);
  const turned = new Float64Array(6);
  quaternionToMatrix(R, 0, placement.rotation, 0);
  rotateSym3(turned, 0, R, 0, inertia, 0);
  for (let k = 0; k < 6; k++) turned[k] *= density;
  const [cx, cy, cz] = centroid;
  const [px, py, pz] = placement.position;
  return {
    mass: density * volume,
    centreOfMass: [
      px + R[0] * cx + R[1] * cy + R[2] * cz,
      py + R[3] * cx + R[4] * cy + R[5] * cz,
      pz + R[6] * cx + R[7] * cy + R[8] * cz,
    ],
    inertia: asInertia(turned),
  };
}

function asInertia(i: Float64Array): Inertia {
  return [i[0], i[1], i[2], i[3], i[4], i[5]];
}
