import { Sea, type WaterSpec } from '@hawser/engine';
import { expect, test } from 'vitest';
import { seaWaves } from '@hawser/scenario';
import { seaHeights } from '../../../viewer/src/replay/sea-heights.ts';

const WATER: WaterSpec = {
  density: 1025,
  current: [0, 0, 0],
  surface: 1.5,
  depth: 40,
  ramp: 10,
  waves: [
    { kind: 'regular', height: 2, period: 8, direction: 0.7, phase: 0.3 },
    { kind: 'irregular', spectrum: { kind: 'jonswap', height: 3, period: 9 }, direction: 2, spreading: 5, seed: 4 },
  ],
};

test('the surface that is drawn is the one that the engine reckons with, while waves grow and after', () => {
  const sea = new Sea(WATER, 9.81);
  const view = seaWaves({ water: WATER, gravity: [0, 0, -9.81] });
  if (view === undefined) throw new Error('no sea');
  const xs = Float64Array.of(-30, -1.5, 0, 4, 77);
  const ys = Float64Array.of(-12, 0, 55);
  const out = new Float32Array(15);
  for (const t of [0, 3.7, 25, 611.3]) {
    seaHeights(out, view, xs, ys, t);
    sea.setTime(t);
    let most = 0;
    ys.forEach((y, j) => {
      xs.forEach((x, i) => {
        most = Math.max(most, Math.abs(out[5 * j + i] - sea.elevation(x, y)));
      });
    });
    expect(most).toBeLessThan(1e-5); // single precision of heights of metres
  }
  expect(seaWaves({ water: { density: 1000, current: [1, 0, 0] }, gravity: [0, 0, -9.81] })).toBeUndefined(); // water without a surface
});
