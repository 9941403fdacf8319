import { insideOut, placed, together } from '../../../test/meshes.ts';
import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import {
  binMesh,
  boatMesh,
  boxMesh,
  checkMesh,
  cradleMesh,
  type Decomposition,
  decomposeMesh,
  extrudedMesh,
  gearMesh,
  hullToTriangles,
  integrateMesh,
  pocketMesh,
  sphereMesh,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
  windingNumber,
} from '../index.ts';

/** in how many pieces a point is, a hair inside their faces */
const holders = ({ pieces }: Decomposition, p: readonly number[]): number =>
  pieces.filter(({ hull: { normals: n, offsets } }) =>
    offsets.every((d, f) => n[3 * f] * p[0] + n[3 * f + 1] * p[1] + n[3 * f + 2] * p[2] < d - 1e-7),
  ).length;

const box = boxMesh(2, 2, 2);
const L = extrudedMesh([0, 0, 3, 0, 3, 1, 1, 1, 1, 2, 0, 2], 0.5);
const U = extrudedMesh([0, 0, 3, 0, 3, 2, 2, 2, 2, 1, 1, 1, 1, 2, 0, 2], 0.5);
/** mesh, pieces at most for the exact solid */
const meshes: [string, TriangleMesh, number][] = [
  ['box', box, 1],
  ['sphere', sphereMesh(1, 2), 1],
  ['L', L, 2],
  ['U', U, 3],
  ['two boxes apart', together(box, placed(box, 0, 5, 1, 0)), 2],
  ['pocket', pocketMesh({ size: [2, 2, 2], pocket: [1, 1, 1] }), 5],
  ['bin', binMesh({ inside: [2, 3, 4], wall: 0.1 }), 5],
  ['cradle', cradleMesh({ length: 1, width: 2, base: 0.3, deadrise: 0.35 }), 2],
  ['tube', tubeMesh({ outer: 2, inner: 1, length: 1, sides: 12 }), 12],
  ['box with a cavity', together(box, placed(insideOut(box), 0, 0, 0, 0, 0.5)), 6],
];

describe('convex decomposition', () => {
  test.each(meshes)(
    '%s, exactly: volumes add up, pieces are convex, closed, apart, and fill the solid',
    (name, mesh, most) => {
      const random = new Random(23);
      for (const angle of [0, 0.6]) {
        const turned = placed(mesh, angle, 1, 2, 3);
        const result = decomposeMesh(turned, { tolerance: 0 });
        const { volume } = integrateMesh(turned.positions, turned.triangles);
        expect(result.complete).toBe(true);
        expect(result.pieces.length).toBeLessThanOrEqual(most);
        expect(result.volume).toBeCloseTo(volume, 9);
        expect(result.pieceVolume / volume).toBeCloseTo(1, 7); // hulls are good to 2e-7 of their size
        for (const { hull } of result.pieces) expect(checkMesh(hull.vertices, hullToTriangles(hull))).toEqual([]);
        const { positions } = turned;
        const low = [0, 1, 2].map((k) => Math.min(...positions.filter((_, i) => i % 3 === k)));
        const high = [0, 1, 2].map((k) => Math.max(...positions.filter((_, i) => i % 3 === k)));
        for (let n = 0; n < 200; n++) {
          const point = low.map((l, k) => random.between(l, high[k]));
          const inside = windingNumber(positions, turned.triangles, point[0], point[1], point[2]) > 0.5;
          expect(holders(result, point), `${name}, seed 23, point ${n}`).toBe(inside ? 1 : 0);
        }
      }
    },
  );

  test.each([
    ['torus', torusMesh({ ring: 2, tube: 0.5, sides: 24, tubeSides: 12 }), 0.05, 48],
    ['tube', tubeMesh({ outer: 2, inner: 1.5, length: 1, sides: 32 }), 0.05, 20],
    ['gear', gearMesh({ module: 0.1, teeth: 12, width: 0.3 }), 0.05, 40],
    ['boat', boatMesh({ length: 6, beam: 2.2, depth: 1 }), 0.02, 12],
  ])(
    '%s, roughly: every piece is solid but for the tolerance, and no point is in two',
    (name, mesh, tolerance, most) => {
      const result = decomposeMesh(mesh, { tolerance });
      expect(result.complete).toBe(true);
      expect(result.pieces.length).toBeLessThanOrEqual(most);
      const { volume } = integrateMesh(mesh.positions, mesh.triangles);
      expect(result.pieces.reduce((sum, piece) => sum + piece.solidVolume, 0) / volume).toBeCloseTo(1, 9);
      for (const piece of result.pieces) {
        const air = piece.volume - piece.solidVolume;
        expect(air).toBeLessThanOrEqual(Math.max(tolerance * piece.volume, 0.01 * tolerance * volume));
      }
      const random = new Random(29);
      for (let n = 0; n < 300; n++) {
        const point = [0, 1, 2].map((k) => random.between(-3, k === 0 ? 7 : 3));
        const inside = windingNumber(mesh.positions, mesh.triangles, point[0], point[1], point[2]) > 0.5;
        const held = holders(result, point);
        expect(held, `${name}, seed 29, point ${n}`).toBeLessThanOrEqual(1);
        if (inside) expect(held).toBe(1);
      }
    },
  );

  test('when pieces run out, the rest is kept whole and said to be incomplete', () => {
    const result = decomposeMesh(tubeMesh({ outer: 2, inner: 1, length: 1, sides: 12 }), {
      tolerance: 0,
      maxPieces: 4,
    });
    expect(result.complete).toBe(false);
    expect(result.pieces.length).toBe(4);
    expect(result.pieceVolume).toBeGreaterThan(result.volume);
  });

  test('a millimetre a kilometre away, and a thousand kilometres across', () => {
    for (const [scale, far] of [
      [1e-3, 1000],
      [1e9, 0],
    ]) {
      const result = decomposeMesh(placed(L, 0, far, far, far, scale), { tolerance: 0 });
      expect(result.pieces.length).toBe(2);
      expect(result.pieceVolume / (2 * scale ** 3)).toBeCloseTo(1, 6);
    }
  });

  test('a mesh inside out is refused in words', () => {
    expect(() => decomposeMesh(insideOut(box))).toThrow(/positive volume, found -8/);
  });
});
