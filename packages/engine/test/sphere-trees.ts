/** Small sphere trees and poses for the tests that need them, made once. */
import { Random } from '../src/base/index.ts';
import { boxMesh, buildSphereTree, packSpheres, pocketMesh, type SphereTree, tubeMesh } from '../src/geometry/index.ts';
import { quaternionToMatrix } from '../src/math/index.ts';
import type { RelativePose } from '../src/proximity/index.ts';

export const CUBE: SphereTree = buildSphereTree(packSpheres(boxMesh(0.6, 0.6, 0.6), { count: 400 }));
export const POCKET: SphereTree = buildSphereTree(
  packSpheres(pocketMesh({ size: [1, 1, 1], pocket: [0.6, 0.6, 0.7] }), { count: 700 }),
);
export const TUBE: SphereTree = buildSphereTree(
  packSpheres(tubeMesh({ outer: 0.5, inner: 0.3, length: 0.8, sides: 16 }), { count: 300 }),
);

export function poseAt(x: number, y: number, z: number, rotAB: Float64Array = turned(1, 0, 0, 0)): RelativePose {
  return { rotAB, posAB: Float64Array.of(x, y, z) };
}

/** A rotation from any four numbers, not all zero. */
export function turned(w: number, x: number, y: number, z: number): Float64Array {
  const out = new Float64Array(9);
  const length = Math.sqrt(w * w + x * x + y * y + z * z);
  quaternionToMatrix(out, 0, Float64Array.of(w / length, x / length, y / length, z / length), 0);
  return out;
}

/** Poses within `reach` of each other, turned any way. */
export function randomPoses(seed: number, count: number, reach: number): RelativePose[] {
  const random = new Random(seed);
  const d = (): number => random.between(-1, 1);
  return Array.from({ length: count }, () =>
    poseAt(reach * d(), reach * d(), reach * d(), turned(d(), d(), d(), d() + 0.1)),
  );
}

/** The pose of A seen from B. */
export function inverse({ rotAB, posAB }: RelativePose): RelativePose {
  const back = new Float64Array(9);
  const at = new Float64Array(3);
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) {
      back[3 * i + k] = rotAB[3 * k + i];
      at[i] -= rotAB[3 * k + i] * posAB[k];
    }
  }
  return { rotAB: back, posAB: at };
}

/** B moved by u along and theta about the axes of A at B's origin. */
export function movedBy(pose: RelativePose, u: readonly number[], theta: readonly number[]): RelativePose {
  const angle = Math.hypot(theta[0], theta[1], theta[2]);
  const s = angle === 0 ? 0 : Math.sin(angle / 2) / angle;
  const turn = turned(Math.cos(angle / 2), s * theta[0], s * theta[1], s * theta[2]);
  const rotAB = new Float64Array(9);
  for (let i = 0; i < 9; i++) {
    for (let k = 0; k < 3; k++) rotAB[i] += turn[3 * Math.floor(i / 3) + k] * pose.rotAB[3 * k + (i % 3)];
  }
  return { rotAB, posAB: pose.posAB.map((x, k) => x + u[k]) };
}
