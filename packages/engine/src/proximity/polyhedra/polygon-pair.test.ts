/** What two meshes share by their polygons is what they share by their triangles; where it would not be sure, it says so. */
import { describe, expect, test } from 'vitest';
import { randomRotation } from '../../../test/meshes.ts';
import { Random } from '../../base/index.ts';
import {
  binMesh,
  boxMesh,
  cylinderMesh,
  prepareMesh,
  sphereMesh,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
} from '../../geometry/index.ts';
import { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import { PATCH_STRIDE, PatchList, POINT_STRIDE } from '../volume/patch-list.ts';
import { AROUND, addRegionsCoarsely, THIN } from '../volume/patches.ts';
import { polygonsOf } from './polygon-mesh.ts';
import { PolygonPair } from './polygon-pair.ts';
import type { PlacedMeshes } from '../pair-pose.ts';

/** Two meshes about their centres. */
const placed = (pos: Float64Array, rot: Float64Array): PlacedMeshes => ({ pos, rot, centre: new Float64Array(6) });

const SHAPES: Readonly<Record<string, TriangleMesh>> = {
  pin: cylinderMesh({ radius: 0.02, length: 0.11, sides: 50 }),
  ring: torusMesh({ ring: 0.045, tube: 0.018, sides: 12, tubeSides: 8 }),
  tube: tubeMesh({ outer: 0.04, inner: 0.028, length: 0.09, sides: 25 }),
  ball: sphereMesh(0.05, 2),
  box: boxMesh(0.08, 0.06, 0.1),
  bin: binMesh({ inside: [0.3, 0.3, 0.3], wall: 0.05 }),
};

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Bodies 0 and 1 of a state in columns. */
function state(at: readonly number[], rotation: Float64Array): { position: Float64Array; rotation: Float64Array } {
  return { position: Float64Array.of(0.3, -0.1, 0.2, ...at), rotation: Float64Array.of(...IDENTITY, ...rotation) };
}

describe('polygons of a mesh', () => {
  test('are its faces: two triangles make a quadrilateral, a cap one polygon', () => {
    const count = (mesh: TriangleMesh): number | undefined => polygonsOf(prepareMesh(mesh))?.count;
    expect(count(SHAPES.pin)).toBe(52);
    expect(count(SHAPES.ring)).toBe(96);
    expect(count(SHAPES.tube)).toBe(100);
    expect(count(SHAPES.ball)).toBe(320);
    expect(count(SHAPES.box)).toBe(6);
  });

  test('are convex, flat, and close: every edge has a neighbour that runs along it the other way', () => {
    for (const mesh of Object.values(SHAPES)) {
      const polygons = polygonsOf(prepareMesh(mesh));
      if (polygons === undefined) throw new Error('expected polygons');
      const { corner, next, twin, face, plane, border, start } = polygons;
      const { positions } = polygons.mesh;
      const along = (f: Float64Array, o: number, v: number): number =>
        f[o] * positions[3 * v] + f[o + 1] * positions[3 * v + 1] + f[o + 2] * positions[3 * v + 2] - f[o + 3];
      for (let h = 0; h < corner.length; h++) {
        expect(corner[twin[h]]).toBe(corner[next[h]]);
        expect(twin[twin[h]]).toBe(h);
        const f = face[h];
        let [away, inside] = [0, 1];
        for (let k = start[f]; k < start[f + 1]; k++) {
          away = Math.max(away, Math.abs(along(plane, 4 * f, corner[k])));
          inside = Math.min(inside, along(border, 4 * h, corner[k]));
        }
        expect(away).toBeLessThan(1e-12);
        expect(inside).toBeGreaterThan(-1e-12);
      }
    }
  });

  test('are not made of two shells', () => {
    const { positions, triangles } = SHAPES.box;
    const twice = {
      positions: Float64Array.of(...positions, ...positions.map((x) => x + 1)),
      triangles: Int32Array.of(...triangles, ...triangles.map((v) => v + positions.length / 3)),
    };
    expect(polygonsOf(prepareMesh(twice))).toBeUndefined();
  });
});

describe('what two meshes share, by their polygons', () => {
  const random = new Random(7);
  const names = Object.keys(SHAPES);
  const pairs = names.flatMap((a, i) => names.slice(i).map((b) => [a, b] as const));
  test.each(pairs)('%s and %s: as by their triangles, to rounding', (a, b) => {
    const [A, B] = [prepareMesh(SHAPES[a]), prepareMesh(SHAPES[b])];
    const pair = PolygonPair.of(A, B);
    if (pair === undefined) throw new Error('expected polygons');
    const exact = new MeshIntersection(A, B);
    exact.lean = true;
    let sure = 0;
    let patches = 0;
    for (let i = 0; i < 40; i++) {
      const d = [0, 0, 0].map(() => random.between(-1, 1));
      const scale = random.between(0, 1) * 0.8 * (A.radius + B.radius);
      const size = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      const at = [0.3, -0.1, 0.2].map((x, k) => x + (d[k] * scale) / size);
      const { position, rotation } = state(at, randomRotation(random));
      const found = new PatchList();
      if (!pair.add(found, placed(position, rotation), THIN, AROUND)) {
        expect(found.count).toBe(0);
        continue;
      }
      sure++;
      const expected = new PatchList();
      if (exact.computeAt(placed(position, rotation)) > 0) addRegionsCoarsely(expected, exact);
      expect(found.count).toBe(expected.count);
      patches += found.count;
      // regions stand in another order
      const order = (list: PatchList): number[] =>
        Array.from({ length: list.count }, (_, p) => p).sort(
          (p, q) => list.data[PATCH_STRIDE * p + 6] - list.data[PATCH_STRIDE * q + 6],
        );
      const [mine, theirs] = [order(found), order(expected)];
      for (let k = 0; k < found.count; k++) {
        const [p, q] = [PATCH_STRIDE * mine[k], PATCH_STRIDE * theirs[k]];
        // centre, direction, volume, area, depth; a region of 1e-3 of a body leaves eight digits
        for (let j = 0; j < 3; j++) expect(found.data[p + j]).toBeCloseTo(expected.data[q + j], 9);
        for (let j = 3; j < 6; j++) expect(found.data[p + j]).toBeCloseTo(expected.data[q + j], 7);
        expect(found.data[p + 6] / expected.data[q + 6]).toBeCloseTo(1, 7);
        expect(found.data[p + 7] / expected.data[q + 7]).toBeCloseTo(1, 7);
        // the principal axes of a round patch are anywhere; all four points have the same volume
        const [o, s] = [found.start[mine[k]], expected.start[theirs[k]]];
        expect(found.points[POINT_STRIDE * o + 3] / expected.points[POINT_STRIDE * s + 3]).toBeCloseTo(1, 7);
      }
    }
    expect(sure).toBeGreaterThan(20);
    expect(patches).toBeGreaterThan(4);
  });

  test('is in doubt where faces lie in one plane, and where one is inside the other', () => {
    const box = prepareMesh(SHAPES.box);
    const small = prepareMesh(boxMesh(0.01, 0.01, 0.01));
    const flush = state([0.3, -0.1, 0.3], IDENTITY);
    const list = new PatchList();
    expect(PolygonPair.of(box, box)?.add(list, placed(flush.position, flush.rotation), THIN, AROUND)).toBe(false);
    const inner = state([0.3, -0.1, 0.2], IDENTITY);
    expect(PolygonPair.of(box, small)?.add(list, placed(inner.position, inner.rotation), THIN, AROUND)).toBe(false);
    expect(PolygonPair.of(small, box)?.add(list, placed(inner.position, inner.rotation), THIN, AROUND)).toBe(false);
    expect(list.count).toBe(0);
  });

  test('is nothing for a pin in a bore it does not touch, though its box is in that of the tube', () => {
    const pin = prepareMesh(cylinderMesh({ radius: 0.02, length: 0.05, sides: 50 }));
    const tube = prepareMesh(SHAPES.tube);
    const { position, rotation } = state([0.3003, -0.1002, 0.2001], randomRotation(new Random(1)));
    rotation.set(rotation.subarray(9), 0);
    const list = new PatchList();
    expect(PolygonPair.of(pin, tube)?.add(list, placed(position, rotation), THIN, AROUND)).toBe(true);
    expect(list.count).toBe(0);
  });
});
