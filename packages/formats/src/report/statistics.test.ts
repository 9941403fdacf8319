import { expect, test } from 'vitest';
import { signalStatistics } from './statistics.ts';

test('a sine of amplitude A and period T: deviation A/sqrt 2, significant height 2 A, m2 = m0 w^2, m4 = m0 w^4', () => {
  const [A, T, mean] = [3, 8, 10];
  const time = Float64Array.from({ length: 8001 }, (_, i) => 0.01 * i); // ten periods
  const values = time.map((t) => mean + A * Math.sin((2 * Math.PI * t) / T));
  const found = signalStatistics(time, values);
  const w = (2 * Math.PI) / T;
  expect(found?.mean).toBeCloseTo(mean, 6);
  expect(found?.deviation).toBeCloseTo(A / Math.SQRT2, 4);
  expect(found?.significant).toBeCloseTo(2 * A, 3);
  // slopes over 0.01 s: an error of (w dt)^2 / 12, 5e-6
  expect(found?.m2).toBeCloseTo(0.5 * A * A * w * w, 3);
  expect(found?.m4).toBeCloseTo(0.5 * A * A * w ** 4, 3);
  expect(found?.period).toBeCloseTo(T, 2); // slopes end half a row before the signal: 1e-4
});

test('a signal that stands still has no period and no significant value; too short a one has no statistics', () => {
  const still = signalStatistics([0, 1, 2, 3], [5, 5, 5, 5]);
  expect(still).toMatchObject({ mean: 5, deviation: 0, m0: 0 });
  expect(still?.period).toBeNaN();
  expect(still?.significant).toBeNaN();
  expect(signalStatistics([0, 1], [1, 2])).toBeUndefined();
});
