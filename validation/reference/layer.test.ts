import { expect, test } from 'vitest';
import { PI } from '../../packages/engine/src/math/index.ts';
import { layerPacking } from './layer.ts';
import { packingFromBytes, packingToBytes } from './pack-bytes.ts';
import { filledFraction } from './pair-sums.ts';

test('a layer of balls: a plate of 2 r thickness filled to pi/6, centred, each ball for its square of the surface', () => {
  const layer = layerPacking(20, 3, 0.03);
  expect(layer.count).toBe(60);
  expect(filledFraction(layer)).toBeCloseTo(PI / 6, 14);
  for (let k = 0; k < 3; k++) {
    const along = layer.centres.filter((_, i) => i % 3 === k);
    expect(Math.max(...along)).toBeCloseTo([0.57, 0.06, 0][k], 14);
    expect(Math.min(...along)).toBeCloseTo(-[0.57, 0.06, 0][k], 14);
  }
  expect(layer.areas.reduce((sum, a) => sum + a, 0)).toBeCloseTo(1.2 * 0.18, 7); // of single precision
});

test('a layer of balls goes through bytes without loss', () => {
  const layer = layerPacking(40, 30, 0.03);
  expect(packingFromBytes(packingToBytes(layer))).toEqual(layer);
});
