/**
 * Poses of two shapes, from the poses of their bodies. Meshes and balls are stored once for each shape, relative to their own centre and
 * along the axes of the shape. A pair places them relative to the centre of mass of the body, still along the axes of the shape: neither a
 * remote position in the world nor one in the file costs digits.
 */
import type { CollisionShape } from './built-shape.ts';

/** Two meshes in the world. */
export interface PlacedMeshes {
  /** [m] origins (3 + 3), world */
  readonly pos: Float64Array;
  /** axes of A and of B to the world's, row-major (9 + 9) */
  readonly rot: Float64Array;
  /** [m] centres of the meshes from these origins, along these axes (3 + 3) */
  readonly centre: Float64Array;
}

const NOWHERE = [0, 0, 0];

export class PairPose implements PlacedMeshes {
  readonly pos: Float64Array = new Float64Array(6);
  readonly rot: Float64Array = new Float64Array(18);
  readonly centre: Float64Array = new Float64Array(6);
  /** of the shapes in their bodies */
  private readonly turn = new Float64Array(18);
  private readonly bodies: Int32Array;
  /** 1: the axes of the shape are those of its body */
  private readonly upright = new Uint8Array(2);

  /** centreA, centreB [m]: in the frames of the shapes. */
  constructor(
    a: CollisionShape,
    b: CollisionShape,
    centreA: ArrayLike<number> = NOWHERE,
    centreB: ArrayLike<number> = NOWHERE,
  ) {
    this.bodies = Int32Array.of(a.body, b.body);
    [a, b].forEach(({ position: p, rotation: r }, side) => {
      const c = side === 0 ? centreA : centreB;
      this.turn.set(r, 9 * side);
      this.upright[side] = r.every((x, k) => x === (k % 4 === 0 ? 1 : 0)) ? 1 : 0;
      for (let k = 0; k < 3; k++) this.centre[3 * side + k] = c[k] + r[k] * p[0] + r[3 + k] * p[1] + r[6 + k] * p[2];
    });
  }

  /** Bodies as columns: positions of the centres of mass, rotations row-major. */
  place(posW: Float64Array, rotWB: Float64Array): void {
    const { pos, rot, turn } = this;
    for (let side = 0; side < 2; side++) {
      const body = this.bodies[side];
      const upright = this.upright[side] === 1;
      const t = 9 * side;
      for (let i = 0; i < 3; i++) {
        pos[3 * side + i] = posW[3 * body + i];
        const o = 9 * body + 3 * i;
        const a = rotWB[o];
        const b = rotWB[o + 1];
        const c = rotWB[o + 2];
        const q = t + 3 * i;
        rot[q] = upright ? a : a * turn[t] + b * turn[t + 3] + c * turn[t + 6];
        rot[q + 1] = upright ? b : a * turn[t + 1] + b * turn[t + 4] + c * turn[t + 7];
        rot[q + 2] = upright ? c : a * turn[t + 2] + b * turn[t + 5] + c * turn[t + 8];
      }
    }
  }

  /** [m] from the centre of mass to the centre of a mesh (0 A, 1 B). */
  reach(side: number): number {
    const c = this.centre.subarray(3 * side, 3 * side + 3);
    return Math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
  }
}
