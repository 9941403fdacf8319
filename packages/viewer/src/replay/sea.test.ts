import type { SeaWaves } from '@hawser/formats/report';
import { expect, test } from 'vitest';
import { cornerAt, cornersOf, SEA_GRIDS, spacingFor } from './sea-grid.ts';
import { seaHeights } from './sea-heights.ts';

const WAVE: SeaWaves = {
  kx: [0.3],
  ky: [-0.2],
  omega: [1.7],
  amplitude: [0.8],
  phase: [0.4],
  level: 2,
  ramp: 0,
} as unknown as SeaWaves;

test('sea: a wave that the grid resolves has its height in every corner, one that it does not is left out', () => {
  const at = Float64Array.of(-7, 0, 3.3);
  const out = new Float32Array(9);
  const spacing = (d: number): { x: Float64Array; y: Float64Array } => ({
    x: new Float64Array(3).fill(d),
    y: new Float64Array(3).fill(d),
  });
  const t = 5.1;
  seaHeights(out, WAVE, at, at, t, spacing(1));
  for (let j = 0; j < 3; j++) {
    for (let i = 0; i < 3; i++) {
      const eta = 2 + 0.8 * Math.cos(0.3 * at[i] - 0.2 * at[j] - 1.7 * t + 0.4);
      expect(out[3 * j + i]).toBeCloseTo(eta, 6); // float32
    }
  }
  seaHeights(out, WAVE, at, at, t, spacing(5)); // 1.8 rad from corner to corner
  expect([...out]).toEqual(Array(9).fill(2));
});

test('sea: corners are even in the middle, grow outwards, and the closed formula of the shader finds them again', () => {
  for (const grid of Object.values(SEA_GRIDS)) {
    const half = (cornersOf(grid) - 1) / 2;
    let last = 0;
    for (let k = 1; k <= half; k++) {
      const u = cornerAt(grid, k);
      expect(cornerAt(grid, -k)).toBe(-u);
      if (k <= grid.even) expect(u - last).toBe(1);
      else expect(u - last).toBeGreaterThan(0.99);
      const far = u - grid.even;
      const back = far <= 0 ? u : grid.even + Math.log(1 + far * (grid.growth - 1)) / Math.log(grid.growth);
      expect(back).toBeCloseTo(k, 9);
      last = u;
    }
    // the horizon: at least 30 eye distances away, whatever the distance
    for (const distance of [0.3, 7, 260]) {
      const spacing = spacingFor(grid, distance);
      expect(Math.abs(Math.log2(spacing) % 1)).toBe(0);
      expect(spacing * grid.even).toBeGreaterThanOrEqual(0.7 * distance);
      expect(spacing * last).toBeGreaterThan(30 * distance);
    }
  }
});
