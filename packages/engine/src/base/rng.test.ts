import { expect, test } from 'vitest';
import { Random } from './index.ts';

test('xoshiro128**: the first numbers from the state 1, 2, 3, 4, as its authors publish them', () => {
  const random = new Random(0);
  random.load([1, 2, 3, 4]);
  const numbers = Array.from({ length: 10 }, () => random.next());
  expect(numbers).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
});

test('the same seed gives the same numbers, neighbouring and negative seeds give others', () => {
  const first = (seed: number) => Array.from({ length: 4 }, (_, __, random = new Random(seed)) => random.next())[0];
  expect(first(12)).toBe(first(12));
  const seeds = [-2, -1, 0, 1, 2, 3, 2 ** 32, 2 ** 32 + 1, 2 ** 52];
  expect(new Set(seeds.map(first)).size).toBe(seeds.length);
});

test('save and load continue the sequence', () => {
  const random = new Random(5);
  random.next();
  const saved = random.save();
  const ahead = [random.uniform(), random.uniform()];
  const other = new Random(99);
  other.load(saved);
  expect([other.uniform(), other.uniform()]).toEqual(ahead);
});

test('uniform: in [0, 1), mean 1/2 and variance 1/12 within 5 standard errors', () => {
  const random = new Random(3);
  const n = 100000;
  let sum = 0;
  let squares = 0;
  let outside = 0;
  for (let i = 0; i < n; i++) {
    const u = random.uniform();
    outside += u >= 0 && u < 1 ? 0 : 1;
    sum += u;
    squares += (u - 0.5) ** 2;
  }
  expect(outside).toBe(0);
  expect(Math.abs(sum / n - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / n));
  // the variance of (u - 1/2)^2 is 1/180
  expect(Math.abs(squares / n - 1 / 12)).toBeLessThan(5 * Math.sqrt(1 / 180 / n));
});
