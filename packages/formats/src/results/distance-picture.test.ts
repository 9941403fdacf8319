/** The distance surface of two cables. */
import { expect, test } from 'vitest';
import { distancePicture, distanceSurface } from './distance-picture.ts';

const line = (from: readonly number[], to: readonly number[], count: number): Float64Array =>
  Float64Array.from(
    Array.from({ length: count + 1 }, (_, i) => from.map((x, r) => x + ((to[r] - x) * i) / count)).flat(),
  );

test('two crossing lines: one minimum, where and as far as the common perpendicular says', () => {
  const surface = distanceSurface(line([0, 0, 0], [2, 0, 0], 7), line([0.5, -1, 0.3], [0.5, 2, 0.3], 5), false);
  expect(surface.lengths[0]).toBeCloseTo(2, 12);
  expect(surface.lengths[1]).toBeCloseTo(3, 12);
  expect(surface.minima.length).toBe(1);
  const [{ first, second, distance }] = surface.minima;
  // places of the grid: 3 m in 240 cells
  expect(Math.abs(first - 0.5)).toBeLessThan(0.0126);
  expect(Math.abs(second - 1)).toBeLessThan(0.0126);
  expect(distance).toBeGreaterThanOrEqual(0.3);
  expect(distance).toBeLessThan(Math.hypot(0.3, 0.0126));
  // corners: ends of both
  expect(surface.distance[0]).toBeCloseTo(Math.hypot(0.5, 1, 0.3), 12);
  const svg = distancePicture(surface, ['a', 'b <c>'], 1);
  expect(svg).toContain('b &lt;c&gt;');
  expect(svg.match(/<circle/g)?.length).toBe(1);
});

test('a hairpin comes close to itself across its bend, not along it', () => {
  const bend = Array.from({ length: 21 }, (_, i) => [
    2 + 0.2 * Math.sin((i * Math.PI) / 20),
    0.2 - 0.2 * Math.cos((i * Math.PI) / 20),
    0,
  ]);
  const points = Float64Array.from([[0, 0, 0], ...bend, [0, 0.3, 0]].flat());
  const { minima, lengths } = distanceSurface(points, points, true);
  // legs 0.4 m apart at the bend and 0.3 m at the ends
  expect(minima[0].distance).toBeCloseTo(0.3, 2);
  expect(minima[0].first).toBe(0);
  expect(minima[0].second).toBeCloseTo(lengths[0], 9);
});
