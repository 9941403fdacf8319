/** Rotations and frames as written -> placements, by the engine's own arithmetic so that the bits are the same everywhere. */
import {
  axisAngleToQuaternion,
  cross3,
  eulerToMatrix,
  matrixToQuaternion,
  normalise3,
  type Placement,
  type Quaternion,
  quaternionToMatrix,
  tangents3,
  tMul33,
} from '@hawser/engine';
import type { Vec3 } from '../schema/kit.ts';
import type { Rotation } from '../schema/rotation.ts';

export const ORIGIN: Vec3 = [0, 0, 0];
export const UPRIGHT: Quaternion = [1, 0, 0, 0];

/** Unit quaternion w, x, y, z. */
export function buildRotation(rotation: Rotation | undefined): Quaternion {
  if (rotation === undefined) return UPRIGHT;
  const q = new Float64Array(4);
  if (rotation.quaternion !== undefined) {
    const [w, x, y, z] = rotation.quaternion;
    const length = Math.sqrt(w * w + x * x + y * y + z * z);
    return [w / length, x / length, y / length, z / length];
  }
  if (rotation.axis !== undefined) {
    axisAngleToQuaternion(q, 0, rotation.axis, 0, rotation.angle ?? 0);
  } else {
    const matrix = new Float64Array(9);
    eulerToMatrix(matrix, 0, rotation.roll ?? 0, rotation.pitch ?? 0, rotation.yaw ?? 0);
    matrixToQuaternion(q, 0, matrix, 0);
  }
  return [q[0], q[1], q[2], q[3]];
}

export function buildPlacement(at: Vec3 | undefined, rotation: Rotation | undefined): Placement {
  return { position: at ?? ORIGIN, rotation: buildRotation(rotation) };
}

/**
 * Axes of a joint frame as a row-major matrix with columns x, y, z: z along `axis`, x along the part of `x` that is
 * perpendicular to it, or along any perpendicular direction when `x` is not given. Undefined when x lies along the axis.
 */
export function frameAxes(axis: Vec3, x: Vec3 | undefined): Float64Array | undefined {
  const columns = new Float64Array(9); // x, y, z one after the other
  normalise3(columns, 6, axis, 0);
  if (x === undefined) {
    tangents3(columns, 0, columns, 6);
  } else {
    const unit = new Float64Array(3);
    normalise3(unit, 0, x, 0);
    cross3(columns, 3, columns, 6, unit, 0);
    if (normalise3(columns, 3, columns, 3) < 1e-6) return undefined;
    cross3(columns, 0, columns, 3, columns, 6);
  }
  const matrix = new Float64Array(9);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) matrix[3 * i + j] = columns[3 * j + i];
  return matrix;
}

/** A point of the world in the frame of a body. */
export function pointInBody(placement: Placement, pointW: Vec3): Vec3 {
  const m = matrixOf(placement.rotation);
  const x = pointW[0] - placement.position[0];
  const y = pointW[1] - placement.position[1];
  const z = pointW[2] - placement.position[2];
  return [m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z, m[2] * x + m[5] * y + m[8] * z];
}

/** A point of a body in the world. */
export function pointInWorld(placement: Placement, pointB: Vec3): Vec3 {
  const m = matrixOf(placement.rotation);
  const [x, y, z] = pointB;
  const [px, py, pz] = placement.position;
  return [
    px + m[0] * x + m[1] * y + m[2] * z,
    py + m[3] * x + m[4] * y + m[5] * z,
    pz + m[6] * x + m[7] * y + m[8] * z,
  ];
}

/** A joint frame given in the world, in the frame of a body. */
export function frameInBody(placement: Placement, at: Vec3, axesW: Float64Array): Placement {
  const axes = new Float64Array(9);
  tMul33(axes, 0, matrixOf(placement.rotation), 0, axesW, 0);
  return { position: pointInBody(placement, at), rotation: quaternionOf(axes) };
}

export function quaternionOf(matrix: Float64Array): Quaternion {
  const q = new Float64Array(4);
  matrixToQuaternion(q, 0, matrix, 0);
  return [q[0], q[1], q[2], q[3]];
}

export function matrixOf(rotation: Quaternion): Float64Array {
  const matrix = new Float64Array(9);
  quaternionToMatrix(matrix, 0, rotation, 0);
  return matrix;
}
