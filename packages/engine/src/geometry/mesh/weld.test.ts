import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weldVertices } from './weld.ts';

describe('weld', () => {
  test('no two vertices of the result are within the tolerance; every corner keeps its place within it', () => {
    const points = fc.array(fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -30, max: 30 }))), {
      minLength: 3,
      maxLength: 60,
    });
    fc.assert(
      fc.property(points, fc.constantFrom(0, 0.05, 0.11, 1), (grid, tolerance) => {
        const positions = grid.flat().map((n) => n / 10);
        const count = grid.length - (grid.length % 3);
        const { mesh, collapsed } = weldVertices({ positions, triangles: [...Array(count).keys()] }, tolerance);
        for (let i = 0; i < mesh.positions.length; i += 3) {
          for (let j = 0; j < i; j += 3) {
            const apart = [0, 1, 2].some((k) => Math.abs(mesh.positions[i + k] - mesh.positions[j + k]) > tolerance);
            expect(apart).toBe(true);
          }
        }
        expect(mesh.triangles.length / 3 + collapsed).toBe(count / 3);
      }),
    );
  });
});
