import { expect, test } from 'vitest';
import { type DrumSpec, gypsyRadius, layerLength, layerRadius } from './drum.ts';

const drum = (layers: DrumSpec['layers']): DrumSpec => ({ radius: 0.3, width: 0.4, ropeDiameter: 0.02, layers });

/** dS = R dtheta, turn by turn, in the words of the model: 20 turns a layer, the first of each layer after the first climbs. */
function wound(turns: number, pitch: number): { length: number; radius: number } {
  const steps = 2000;
  let [length, radius] = [0, 0.3];
  for (let i = 0; i < turns * steps; i++) {
    const theta = (i + 0.5) / steps; // turns
    const layer = Math.floor(theta / 20);
    const climbed = layer > 0 ? Math.min(1, theta - 20 * layer) : 1;
    radius = 0.3 + pitch * (layer - 1 + climbed);
    if (layer === 0) radius = 0.3;
    length += (2 * Math.PI * radius) / steps;
  }
  return { length, radius };
}

test('three layers: length stored and radius are those of a drum wound turn by turn', () => {
  for (const layers of ['stacked', 'grooved'] as const) {
    const pitch = layers === 'stacked' ? 0.02 : 0.01 * Math.sqrt(3);
    for (const turns of [5, 20, 20.5, 21, 39, 40.25, 45, 60]) {
      const { length, radius } = wound(turns, pitch);
      // the sum by midpoints is exact but for rounding; its last radius is half a step back
      expect(layerRadius(drum(layers), length)).toBeCloseTo(radius, 4);
    }
    const full = [1, 2, 3].map((count) => layerLength(drum(layers), count));
    full.forEach((length, k) => {
      expect(length).toBeCloseTo(wound(20 * (k + 1), pitch).length, 9);
      expect(layerRadius(drum(layers), length)).toBeCloseTo(0.3 + k * pitch, 12);
    });
  }
});

test('the radius has no step at a change of layer, and by 1 mm of rope no more than the climb gives', () => {
  for (const layers of ['stacked', 'grooved'] as const) {
    const spec = drum(layers);
    const most = layerLength(spec, 4);
    let [least, greatest] = [0, 0];
    for (let on = 0; on < most; on += 1e-3) {
      const more = layerRadius(spec, on + 1e-3) - layerRadius(spec, on);
      least = Math.min(least, more);
      greatest = Math.max(greatest, more);
    }
    expect(least).toBeGreaterThanOrEqual(-1e-15);
    expect(greatest).toBeLessThanOrEqual((1e-3 * 0.02) / (2 * Math.PI * 0.3) + 1e-12);
  }
});

test('smooth: as much rope by area as the layers hold, in the mean', () => {
  const spec = drum('stacked');
  const length = layerLength(spec, 3);
  const smooth = layerRadius({ ...spec, layers: undefined }, length);
  // area of the rope d^2 a turn between R0 - d/2 and R0 + 5 d/2, seen from the middle of the first layer
  expect(Math.abs(smooth - 0.35)).toBeLessThan(0.01);
});

test('a gypsy of w whelps: a turn pays out 2 w links, its speed goes up and down by 1 - cos(pi/(2 w))', () => {
  for (const [whelps, pitch] of [
    [4, 0.3],
    [5, 0.248],
    [7, 0.11],
  ]) {
    const spec: DrumSpec = { radius: gypsyRadius(whelps, pitch), width: 0, ropeDiameter: 0, gypsy: { whelps, pitch } };
    // the angle for ten links, from dtheta = dS/R by midpoints: second order, so doubling the parts leaves a quarter of the error
    const turned = (parts: number): number => {
      let sum = 0;
      for (let i = 0; i < parts; i++) sum += (10 * pitch) / parts / layerRadius(spec, ((i + 0.5) * 10 * pitch) / parts);
      return sum;
    };
    expect(turned(4000) / ((10 * Math.PI) / whelps)).toBeCloseTo(1, 6);
    const levers = Array.from({ length: 401 }, (_, i) => layerRadius(spec, (i / 100) * pitch));
    expect(Math.min(...levers) / Math.max(...levers)).toBeCloseTo(Math.cos(Math.PI / (2 * whelps)), 9);
  }
});
