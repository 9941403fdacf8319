import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { triangulatePolygon, triangulateWithHoles } from './triangulate.ts';

describe('polygons', () => {
  test('a star-shaped outline in any plane: n - 2 triangles, none turned over, areas add up', () => {
    const outline = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 4, maxLength: 30 });
    const angle = fc.double({ min: 0, max: 6.3, noNaN: true });
    fc.assert(
      fc.property(outline, angle, angle, (radii, tilt, turn) => {
        const positions: number[] = [];
        let area = 0;
        radii.forEach((r, i) => {
          const phi = (2 * Math.PI * i) / radii.length;
          const [x, y] = [r * Math.cos(phi), r * Math.sin(phi)];
          const [v, w] = [y * Math.cos(tilt), y * Math.sin(tilt)]; // turn about x, then about z
          positions.push(x * Math.cos(turn) - v * Math.sin(turn), x * Math.sin(turn) + v * Math.cos(turn), w);
          area += 0.5 * r * radii[(i + 1) % radii.length] * Math.sin((2 * Math.PI) / radii.length);
        });
        const normal = [Math.sin(tilt) * Math.sin(turn), -Math.sin(tilt) * Math.cos(turn), Math.cos(tilt)];
        const triangles: number[] = [];
        triangulatePolygon(triangles, positions, [...radii.keys()]);
        expect(triangles.length / 3).toBe(radii.length - 2);
        let sum = 0;
        for (let t = 0; t < triangles.length; t += 3) {
          const part = signedArea(positions, triangles, t, normal);
          expect(part).toBeGreaterThan(-1e-12); // rounding of coordinates below 1
          sum += part;
        }
        expect(sum).toBeCloseTo(area, 11);
      }),
    );
  });

  test('an L is cut without covering its notch', () => {
    const positions = [0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0];
    const triangles: number[] = [];
    triangulatePolygon(triangles, positions, [3, 4, 5, 0, 1, 2]); // starts at the inner corner, where a fan goes wrong
    for (let t = 0; t < triangles.length; t += 3) {
      expect(signedArea(positions, triangles, t, [0, 0, 1])).toBeGreaterThan(0);
      const x = (positions[3 * triangles[t]] + positions[3 * triangles[t + 1]] + positions[3 * triangles[t + 2]]) / 3;
      const y =
        (positions[3 * triangles[t] + 1] + positions[3 * triangles[t + 1] + 1] + positions[3 * triangles[t + 2] + 1]) /
        3;
      expect(x > 1 && y > 1).toBe(false);
    }
  });

  test('holes stay open: the triangles cover the outline less its holes, whatever the order of the holes', () => {
    const square = (x: number, y: number, size: number, hole: boolean) => {
      const corners = [x, y, x + size, y, x + size, y + size, x, y + size];
      const order = hole ? [0, 3, 2, 1] : [0, 1, 2, 3];
      return order.map((i) => [corners[2 * i], corners[2 * i + 1]]);
    };
    const positions: number[] = [];
    const loop = (corners: number[][]) => corners.map(([x, y]) => positions.push(x, y, 0) / 3 - 1);
    const outline = loop(square(0, 0, 10, false));
    const holes = [square(1, 1, 2, true), square(1, 6, 3, true), square(5, 2, 4, true)].map(loop);
    for (const order of fc.sample(fc.shuffledSubarray(holes, { minLength: 3 }), { seed: 1, numRuns: 5 })) {
      const triangles: number[] = [];
      triangulateWithHoles(triangles, positions, outline, order);
      let sum = 0;
      for (let t = 0; t < triangles.length; t += 3) {
        const part = signedArea(positions, triangles, t, [0, 0, 1]);
        expect(part).toBeGreaterThan(0);
        sum += part;
      }
      expect(sum).toBe(100 - 4 - 9 - 16); // small integers: exact
      expect(triangles.length / 3).toBe(16 + 2 * 3 - 2); // each bridge counts two corners twice
    }
  });
});

function signedArea(p: number[], triangles: number[], t: number, n: number[]): number {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    sum += n[k] * ((p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]));
  }
  return sum / 2;
}
