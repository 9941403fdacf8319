import { expect, test } from 'vitest';
import {
  compute,
  gridBox,
  HOME,
  IDENTITY,
  moved,
  randomRotation,
  together,
  totalVolume,
} from '../../../test/meshes.ts';
import { Random } from '../../base/index.ts';
import { boxMesh, prepareMesh, sphereMesh, torusMesh, type TriangleMesh } from '../../geometry/index.ts';
import { RegionDerivatives } from '../../../../../validation/reference/mesh-derivatives.ts';
import { MeshIntersection } from './mesh-intersection.ts';

test('two shells of one mesh that touch by a face share with a third body what both share with it', () => {
  const random = new Random(11);
  const [left, right] = [gridBox(1, 1, 1, 2), moved(gridBox(1, 1, 1, 3), 1, 0, 0)];
  const other = prepareMesh(boxMesh(1.2, 0.6, 0.8));
  const pairs = [together(left, right), left, right].map((mesh) => new MeshIntersection(prepareMesh(mesh), other));
  for (let i = 0; i < 200; i++) {
    const rotation = i % 2 === 0 ? IDENTITY : randomRotation(random);
    const position = Float64Array.of(random.between(0.2, 0.8), random.between(-0.6, 0.6), random.between(-0.6, 0.6));
    const [both, first, second] = pairs.map((pair) => {
      compute(pair, HOME, [position, rotation]);
      return totalVolume(pair);
    });
    expect(Math.abs(both - first - second)).toBeLessThan(1e-14);
  }
});

test('meshes that cross themselves, which nothing promises a volume for, give finite numbers and come to an end', () => {
  const random = new Random(12);
  const shaken = (mesh: TriangleMesh, by: number): TriangleMesh => ({
    positions: mesh.positions.map((x) => x + random.between(-by, by)),
    triangles: mesh.triangles,
  });
  const meshes = [
    () => shaken(sphereMesh(1, 1), 0.3),
    () => shaken(torusMesh({ ring: 1, tube: 0.4, sides: 10, tubeSides: 5 }), 0.4),
    () => shaken(gridBox(1, 1, 1, 3), 0.5),
    () => together(boxMesh(1, 1, 1), moved(boxMesh(1, 1, 1), 0.5, 0.3, 0.2)),
    () => together(boxMesh(1, 1, 1), boxMesh(1, 1, 1)),
    () => together(boxMesh(1, 1, 1), moved(boxMesh(1, 1, 1), 1 - 1e-16, 0.25, 0)),
  ];
  const derivatives = new RegionDerivatives();
  let regions = 0;
  for (let k = 0; k < 40; k++) {
    const mesh = (): TriangleMesh => meshes[random.next() % meshes.length]();
    let pair: MeshIntersection;
    try {
      pair = new MeshIntersection(prepareMesh(mesh()), prepareMesh(mesh()));
    } catch {
      continue; // shaken inside out
    }
    for (let i = 0; i < 20; i++) {
      const rotation = i % 2 === 0 ? IDENTITY : randomRotation(random);
      const position = Float64Array.from([0, 0, 0], () =>
        i % 4 < 2 ? random.between(-1, 1) : Math.round(random.between(-4, 4)) / 4,
      );
      const count = compute(pair, HOME, [position, rotation]);
      derivatives.compute(pair, new Float64Array(3));
      regions += count;
      const { volume, centroid, normal, point, depthA, areaB } = pair.regions;
      expect(volume.subarray(0, count).every((v) => v > 0 && v < 100)).toBe(true);
      for (const values of [centroid, normal, point])
        expect(values.subarray(0, 3 * count).every(Number.isFinite)).toBe(true);
      for (const values of [depthA, areaB]) expect(values.subarray(0, count).every(Number.isFinite)).toBe(true);
      expect(derivatives.vectorArea.subarray(0, 18 * count).every(Number.isFinite)).toBe(true);
    }
  }
  expect(regions).toBeGreaterThan(200);
});
