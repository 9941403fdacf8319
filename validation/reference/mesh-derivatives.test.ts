import { describe, expect, test } from 'vitest';
import { at, compute, HOME, type Pose, turned } from '../../packages/engine/test/meshes.ts';
import {
  boxMesh,
  cylinderMesh,
  prepareMesh,
  sphereMesh,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
} from '../../packages/engine/src/geometry/index.ts';
import { expTimesMatrix } from '../../packages/engine/src/math/index.ts';
import { RegionDerivatives } from './mesh-derivatives.ts';
import { MeshIntersection } from '../../packages/engine/src/proximity/mesh-mesh/mesh-intersection.ts';

const CASES: [string, TriangleMesh, TriangleMesh, Pose, Pose][] = [
  ['cubes, corner in face', boxMesh(1, 1, 1), boxMesh(1, 1, 1), HOME, at(0.9, 0.2, 0.1, turned(5, 2, 1, 1))],
  [
    'a cylinder lying on a block',
    cylinderMesh({ radius: 0.3, length: 1, sides: 24 }),
    boxMesh(3, 3, 1),
    at(0.2, 0.1, 0.78, turned(1, 0.97, 0.05, 0.03)),
    HOME,
  ],
  [
    'a pipe standing askew on a block',
    tubeMesh({ outer: 0.5, inner: 0.3, length: 1, sides: 12 }),
    boxMesh(3, 3, 1),
    at(0.2, 0.1, 0.95, turned(1, 0.03, 0.02, 0.4)),
    at(0.1, 0.2, 0, turned(1, 0, 0.01, 0.2)),
  ],
  [
    'rings in two regions',
    torusMesh({ ring: 0.6, tube: 0.3, sides: 14, tubeSides: 7 }),
    torusMesh({ ring: 0.6, tube: 0.2, sides: 12, tubeSides: 6 }),
    at(0.1, 0.2, 0, turned(1, 0.2, 0.3, 0.1)),
    at(0.25, 0.3, 0.3, turned(1, 0.9, 0.4, 0.1)),
  ],
  ['spheres', sphereMesh(0.6, 2), sphereMesh(1, 2), at(0.5, 0.9, 0.8, turned(1, 0.3, 0.2, 0.1)), HOME],
];

const PIVOT_W = [0.3, -0.2, 0.4];
const STEP = 1e-6;

/** Pose of a body moved by `amount` along d_x d_y d_z, or turned about the pivot. */
function nudged([position, rotation]: Pose, column: number, amount: number): Pose {
  const p = position.slice();
  const r = rotation.slice();
  if (column < 3) p[column] += amount;
  else {
    const turn = new Float64Array(3);
    turn[column - 3] = amount;
    expTimesMatrix(r, 0, turn, 0, r, 0);
    // exp(turn) (p - c) by its series: third order is 1e-18
    const d = PIVOT_W.map((c, k) => position[k] - c);
    const x = (u: ArrayLike<number>, v: ArrayLike<number>): number[] =>
      [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    const once = x(turn, d);
    const twice = x(turn, once);
    for (let k = 0; k < 3; k++) p[k] += once[k] + 0.5 * twice[k];
  }
  return [p, r];
}

/** volume, first moment about `origin`, vector area of each region, in the order of volumes */
function measured(pair: MeshIntersection, a: Pose, b: Pose, origin: ArrayLike<number>): number[][] {
  const count = compute(pair, a, b);
  const { volume, centroid, vectorArea } = pair.regions;
  return Array.from({ length: count }, (_, r) => [
    volume[r],
    ...[0, 1, 2].map((k) => volume[r] * (pair.originW[k] - origin[k] + centroid[3 * r + k])),
    ...vectorArea.subarray(3 * r, 3 * r + 3),
  ]).sort((p, q) => p[0] - q[0]);
}

describe('derivatives by the relative pose are those of central differences', () => {
  for (const [name, a, b, poseA, poseB] of CASES) {
    for (const swap of [false, true]) {
      test(`${name}${swap ? ', bodies swapped' : ''}`, () => {
        const pair = new MeshIntersection(prepareMesh(swap ? b : a), prepareMesh(swap ? a : b));
        const [first, second] = swap ? [poseB, poseA] : [poseA, poseB];
        const count = compute(pair, first, second);
        expect(count).toBeGreaterThan(0);
        const origin = pair.originW.slice();
        const derivatives = new RegionDerivatives();
        derivatives.compute(
          pair,
          Float64Array.from(PIVOT_W, (c, k) => c - origin[k]),
        );
        const order = Array.from({ length: count }, (_, r) => r).sort(
          (p, q) => pair.regions.volume[p] - pair.regions.volume[q],
        );
        for (let column = 0; column < 6; column++) {
          const plus = measured(pair, nudged(first, column, STEP), second, origin);
          const minus = measured(pair, nudged(first, column, -STEP), second, origin);
          order.forEach((r, i) => {
            const slope = plus[i].map((value, k) => (value - minus[i][k]) / (2 * STEP));
            const expected = [
              derivatives.volume[6 * r + column],
              ...[0, 1, 2].map((k) => derivatives.first[18 * r + 6 * k + column]),
              ...[0, 1, 2].map((k) => derivatives.vectorArea[18 * r + 6 * k + column]),
            ];
            // differences of values known to 1e-15 over 2e-6, and a third derivative of order 10 times 1e-12
            for (let k = 0; k < 7; k++) {
              expect(Math.abs(slope[k] - expected[k]), `${column} ${k}`).toBeLessThan(5e-9);
            }
          });
        }
      });
    }
  }

  test('another pair may use the workspace in between', () => {
    const pair = new MeshIntersection(prepareMesh(boxMesh(1, 1, 1)), prepareMesh(boxMesh(1, 1, 1)));
    const other = new MeshIntersection(prepareMesh(boxMesh(2, 1, 1)), prepareMesh(sphereMesh(1, 1)));
    const pose = at(0.9, 0.2, 0.1, turned(5, 2, 1, 1));
    const [once, again] = [new RegionDerivatives(), new RegionDerivatives()];
    compute(pair, HOME, pose);
    once.compute(pair, new Float64Array(3));
    compute(other, HOME, at(1, 0, 0));
    again.compute(pair, new Float64Array(3));
    expect([...again.vectorArea]).toEqual([...once.vectorArea]);
  });
});
