import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { gearMesh } from '../mesh/primitives/gear.ts';
import { boxMesh, pocketMesh } from '../mesh/primitives/blocks.ts';
import { sphereMesh, tubeMesh } from '../mesh/primitives/round.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { windingNumber } from '../mesh/winding.ts';
import { treeMesh } from '../bvh/tree-mesh.ts';
import { MeshDistance } from './mesh-distance.ts';
import { surfaceDistance } from '../../../test/surface-distance.ts';

const MESHES: readonly [string, TriangleMesh][] = [
  ['box', boxMesh(1, 0.5, 0.5)],
  ['block with a pocket', pocketMesh({ size: [1, 1, 1], pocket: [0.6, 0.6, 0.7] })],
  ['tube', tubeMesh({ outer: 0.5, inner: 0.3, length: 0.8, sides: 17 })],
  ['gear', gearMesh({ teeth: 9, module: 0.1, width: 0.2, bore: 0.1 })],
  ['ball', sphereMesh(0.5, 2)],
];

/** Two cubes with one edge in common: four faces meet there, and normals cancel. */
function touchingCubes(): TriangleMesh {
  const one = boxMesh(1, 1, 1);
  const positions = new Float64Array(48);
  const triangles = new Int32Array(72);
  for (let i = 0; i < 24; i++) {
    const shift = i % 3 === 2 ? 0 : 0.5;
    positions[i] = one.positions[i] - shift;
    positions[24 + i] = one.positions[i] + shift;
  }
  for (let i = 0; i < 36; i++) {
    triangles[i] = one.triangles[i];
    triangles[36 + i] = one.triangles[i] + 8;
  }
  return { positions, triangles };
}

describe('distance to a mesh', () => {
  test.each(MESHES)('%s: as by trying every triangle, with the side of the winding number', (_, mesh) => {
    const query = new MeshDistance(treeMesh(mesh));
    const random = new Random(7);
    for (let i = 0; i < 400; i++) {
      const [x, y, z] = [random.between(-0.8, 0.8), random.between(-0.8, 0.8), random.between(-0.8, 0.8)];
      const d = surfaceDistance(mesh, x, y, z);
      const side = windingNumber(mesh.positions, mesh.triangles, x, y, z) > 0.5 ? 1 : -1;
      expect(Math.abs(query.inside(x, y, z) - side * d)).toBeLessThan(1e-14 + 1e-13 * d);
    }
  });

  test('below a limit it is the distance, above it the limit', () => {
    const query = new MeshDistance(treeMesh(boxMesh(2, 2, 2)));
    expect(query.nearest(0, 0, 0.4, 0.7)).toBeCloseTo(0.6, 15);
    expect(query.nearest(0, 0, 0.4, 0.5)).toBe(0.5);
  });

  test('where normals cancel along a shared edge, the winding number decides', () => {
    const query = new MeshDistance(treeMesh(touchingCubes()));
    // nearest to the shared edge itself, x = y = 0
    expect(query.inside(-0.1, -0.1, 0)).toBeCloseTo(0.1, 14);
    expect(query.inside(0.2, 0.2, 0.1)).toBeCloseTo(0.2, 14);
    expect(query.inside(-0.1, 0.1, 0)).toBeCloseTo(-0.1, 14);
    expect(query.inside(0.1, -0.1, 0.2)).toBeCloseTo(-0.1, 14);
  });

  test('a triangle without area changes nothing', () => {
    const box = boxMesh(1, 1, 1);
    const spoilt = { positions: box.positions, triangles: Int32Array.from([...box.triangles, 0, 1, 1, 0, 1, 0]) };
    const [plain, odd] = [new MeshDistance(treeMesh(box)), new MeshDistance(treeMesh(spoilt))];
    const random = new Random(3);
    for (let i = 0; i < 100; i++) {
      const [x, y, z] = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      expect(odd.inside(x, y, z)).toBeCloseTo(plain.inside(x, y, z), 14);
    }
  });
});

test('parts of a solid that touch by a face: both are inside, up to the face they share', () => {
  const box = boxMesh(1, 1, 1);
  const other = boxMesh(1, 0.8, 0.9); // its face lies within that of the first
  const mesh = {
    positions: Float64Array.from([...box.positions, ...other.positions.map((x, i) => x + (i % 3 === 0 ? 1 : 0))]),
    triangles: Int32Array.from([...box.triangles, ...other.triangles.map((v) => v + box.positions.length / 3)]),
  };
  const distance = new MeshDistance(treeMesh(mesh));
  for (const [y, z] of [
    [0.1, 0.2],
    [-0.3, 0.1],
    [0, 0],
    [0.2, -0.35],
  ]) {
    for (const x of [0.45, 0.49, 0.51, 0.55]) expect(distance.inside(x, y, z)).toBeCloseTo(Math.abs(x - 0.5), 12);
  }
  expect(distance.inside(0.55, 0.45, 0)).toBeCloseTo(-0.05, 12); // beside the second, before the first
});
