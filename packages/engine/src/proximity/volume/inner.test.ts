import { expect, test } from 'vitest';
import { boxMesh, type ShapeSpec, type TriangleMesh } from '../../geometry/index.ts';
import { PatchList } from './patch-list.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';

const solid = ({ positions, triangles }: TriangleMesh): ShapeSpec => ({
  kind: 'mesh',
  positions,
  triangles,
});
const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

test.each([
  ['B in A', 0],
  ['A in B', 1],
])('%s: a cube wholly inside a block is pushed out the shortest way, with its whole volume', (_name, inner) => {
  const both = [solid(boxMesh(4, 4, 1)), solid(boxMesh(0.1, 0.1, 0.1))];
  const shapes = (inner === 0 ? both : both.reverse()).map((shape, body) => ({
    shape,
    body,
    position: [0, 0, 0],
    rotation: UPRIGHT,
  })) as never;
  const pair = new VolumePair(shapes[0], shapes[1], new SolidMeshes());
  const patches = new PatchList();
  // 0.3 m above the middle: 0.2 m below the top
  const cube = [0.5, -0.2, 0.3];
  const position = Float64Array.from(inner === 0 ? [0, 0, 0, ...cube] : [...cube, 0, 0, 0]);
  pair.meet(patches, position, Float64Array.of(...UPRIGHT, ...UPRIGHT), new Float64Array(12));
  expect(patches.count).toBe(1);
  const [x, y, z, nx, ny, nz, volume, , depth] = patches.data;
  expect(volume).toBeCloseTo(1e-3, 15);
  expect(depth).toBeCloseTo(0.2, 12);
  [nx, ny, nz].forEach((n, k) => {
    expect(n).toBeCloseTo([0, 0, inner === 0 ? 1 : -1][k], 12);
  });
  [x, y, z].forEach((value, k) => {
    expect(value).toBeCloseTo(cube[k], 12);
  });
});
