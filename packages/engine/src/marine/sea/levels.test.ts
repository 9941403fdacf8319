import { expect, test } from 'vitest';
import { SeaLevels } from './levels.ts';

const constant = { evaluate: (_: number, out: Float64Array, o: number): void => out.set([1, 0, 0], o) };

test('ramp times what is led: rate and acceleration are those of differences, so that ships that follow the waves stay smooth', () => {
  const levels = new SeaLevels(10);
  // W = 1 - 0.3 sin 0.4 t
  const waves = {
    evaluate: (t: number, out: Float64Array, o: number): void =>
      out.set([1 - 0.3 * Math.sin(0.4 * t), -0.12 * Math.cos(0.4 * t), 0.048 * Math.sin(0.4 * t)], o),
  };
  levels.lead({ waves, current: constant, wind: constant });
  const out = new Float64Array(3);
  const h = 1e-3;
  for (const t of [1, 4, 9, 12]) {
    levels.growth(out, t);
    expect(out[0]).toBeCloseTo(levels.waves(t), 14);
    expect(out[1]).toBeCloseTo((levels.waves(t + h) - levels.waves(t - h)) / (2 * h), 6);
    expect(out[2]).toBeCloseTo((levels.waves(t + h) - 2 * levels.waves(t) + levels.waves(t - h)) / (h * h), 6);
  }
});

test('nothing led and no ramp: all of the sea, to the last bit', () => {
  const levels = new SeaLevels(0);
  expect([levels.waves(0), levels.current, levels.wind]).toEqual([1, 1, 1]);
});
