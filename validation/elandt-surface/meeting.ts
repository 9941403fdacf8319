/** Two solids at a pose, met by their pressure fields: wrench about the world's origin, energy, stiffness. */
import { boxMesh, cylinderMesh, gearMesh, sphereMesh, type TriangleMesh } from '@hawser/engine';
import {
  PATCH_STRIDE,
  PATCH_TURNING,
  PatchList,
  POINT_STRIDE,
  PressurePair,
  type PressureSide,
} from '@hawser/engine/parts';

export const UPRIGHT: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Rotation vector to a matrix, row-major (Rodrigues). */
export function turn(x: number, y: number, z: number): number[] {
  const a = Math.hypot(x, y, z);
  if (a === 0) return [...UPRIGHT];
  const axis = [x / a, y / a, z / a];
  const [c, s] = [Math.cos(a), Math.sin(a)];
  const cross = [0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0];
  return UPRIGHT.map((one, i) => c * one + s * cross[i] + (1 - c) * axis[Math.floor(i / 3)] * axis[i % 3]);
}

export function product(a: readonly number[], b: readonly number[]): number[] {
  return a.map((_, i) => [0, 1, 2].reduce((sum, k) => sum + a[i - (i % 3) + k] * b[3 * k + (i % 3)], 0));
}

export function applied(a: readonly number[], x: readonly number[]): number[] {
  return [0, 1, 2].map((i) => a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2]);
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
}

export interface Met {
  readonly wrench: Float64Array;
  readonly energy: number;
  readonly deepest: number;
  readonly polygons: number;
}

export class Meeting {
  private readonly list = new PatchList();
  private readonly pair: PressurePair;

  constructor(a: TriangleMesh, b: TriangleMesh, sideA: PressureSide | undefined, sideB: PressureSide | undefined) {
    const shape = (mesh: TriangleMesh, body: number) => ({
      shape: { kind: 'mesh' as const, positions: mesh.positions, triangles: mesh.triangles },
      body,
      position: [0, 0, 0] as const,
      rotation: UPRIGHT,
    });
    this.pair = new PressurePair(shape(a, 0), shape(b, 1), sideA, sideB);
  }

  /** B at a place, turned; A at the origin. */
  at(place: readonly number[], rotation: readonly number[]): Met {
    const { list } = this;
    list.clear();
    this.pair.meet(list, Float64Array.of(0, 0, 0, ...place), Float64Array.from([...UPRIGHT, ...rotation]));
    const wrench = new Float64Array(6);
    let [energy, deepest] = [0, 0];
    for (let p = 0; p < list.count; p++) {
      const d = list.data.subarray(PATCH_STRIDE * p, PATCH_STRIDE * (p + 1));
      energy += d[10];
      deepest = Math.max(deepest, d[8]);
      for (let i = list.start[p]; i < list.start[p + 1]; i++) {
        const q = list.points.subarray(POINT_STRIDE * i, POINT_STRIDE * (i + 1));
        const n = d[9] === 1 ? list.normals.subarray(3 * i, 3 * i + 3) : d.subarray(3, 6);
        const f = [0, 1, 2].map((k) => q[3] * n[k]);
        const m = cross([q[0] + d[0], q[1] + d[1], q[2] + d[2]], f);
        for (let k = 0; k < 3; k++) {
          wrench[k] += f[k];
          wrench[3 + k] += m[k];
        }
      }
    }
    return { wrench, energy, deepest, polygons: this.pair.surface.count };
  }

  /** -d wrench on B / d motion of B, about the world's origin, of the state last met. */
  stiffness(): Float64Array {
    const { list } = this;
    const K = new Float64Array(36);
    for (let p = 0; p < list.count; p++) {
      const d = list.data.subarray(PATCH_STRIDE * p, PATCH_STRIDE * (p + 1));
      const own = Float64Array.from(list.turning.subarray(PATCH_TURNING * p, PATCH_TURNING * (p + 1)));
      for (let i = list.start[p]; i < list.start[p + 1]; i++) {
        const q = list.points.subarray(POINT_STRIDE * i, POINT_STRIDE * (i + 1));
        const n = d[9] === 1 ? list.normals.subarray(3 * i, 3 * i + 3) : d.subarray(3, 6);
        const left = [...n, ...cross(q, n)];
        const right = [...q.subarray(4, 7), ...cross(q, q.subarray(4, 7))];
        for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) own[6 * r + c] += left[r] * right[c];
      }
      // to the origin: T^T K T with T = [1, -[c]x; 0, 1]
      const [x, y, z] = d;
      const T = Float64Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 1 : 0));
      T.set([0, z, -y], 3);
      T.set([-z, 0, x], 9);
      T.set([y, -x, 0], 15);
      for (let r = 0; r < 36; r++) {
        for (let i = 0; i < 6; i++) {
          for (let j = 0; j < 6; j++) K[r] += T[6 * i + Math.floor(r / 6)] * own[6 * i + j] * T[6 * j + (r % 6)];
        }
      }
    }
    return K;
  }
}

const layer = (thickness: number, scale: number = thickness): PressureSide => ({
  field: { kind: 'layer', thickness },
  scale,
});
const solid = (scale: number): PressureSide => ({ field: { kind: 'solid' }, scale });

/** Pairs, a place of B about which they meet, and f under which there is no field any more [m]. */
export const PAIRS: readonly (readonly [name: string, make: () => Meeting, place: readonly number[], core: number])[] =
  [
    [
      'layer of a ball, rigid box',
      () => new Meeting(sphereMesh(0.1, 2), boxMesh(0.2, 0.15, 0.1), layer(0.03), undefined),
      [0.02, 0.03, 0.14],
      0.029,
    ],
    [
      'rigid gear, layer of a box',
      () =>
        new Meeting(
          gearMesh({ teeth: 8, module: 0.02, width: 0.03, bore: 0.03 }),
          boxMesh(0.2, 0.15, 0.1),
          undefined,
          layer(0.03),
        ),
      [0.06, 0, 0.06],
      0.029,
    ],
    [
      'two layers, edge on edge',
      () => new Meeting(boxMesh(0.2, 0.2, 0.2), boxMesh(0.2, 0.2, 0.2), layer(0.06), layer(0.05, 0.13)),
      [0.13, 0.02, 0.13],
      0.059,
    ],
    [
      'solid box, solid cylinder',
      () =>
        new Meeting(
          boxMesh(0.2, 0.2, 0.2),
          cylinderMesh({ radius: 0.08, length: 0.2, sides: 24 }),
          solid(0.1),
          solid(0.2),
        ),
      [0.05, 0.06, 0.15],
      Number.POSITIVE_INFINITY,
    ],
    [
      'two soft balls',
      () => new Meeting(sphereMesh(0.1, 2), sphereMesh(0.1, 1), solid(0.1), solid(0.03)),
      [0.05, 0.06, 0.15],
      Number.POSITIVE_INFINITY,
    ],
  ];
