import { expect, test } from 'vitest';
import { BetweenEnds } from './between-ends.ts';

/** Values of f at these times, one after the other, then at a time within the last two. */
function between(f: (t: number) => number, times: readonly number[], at: number, line = false): number {
  const ends = new BetweenEnds(1);
  for (const t of times) ends.next(t, line)[0] = f(t);
  const out = new Float64Array(1);
  ends.read(out, at, 0, 1);
  return out[0];
}

test('parabolas are met exactly, at uneven steps too', () => {
  const f = (t: number): number => 3 - 2 * t + 5 * t * t;
  expect(between(f, [0, 0.1, 0.35, 0.4], 0.37)).toBeCloseTo(f(0.37), 12);
  expect(between(f, [-1, 2, 2.5, 6], 3)).toBeCloseTo(f(3), 10);
});

test('third order where values are smooth', () => {
  const error = (h: number): number => Math.abs(between(Math.exp, [-3 * h, -2 * h, -h, 0], -h / 2) - Math.exp(-h / 2));
  expect(error(0.1) / error(0.05)).toBeGreaterThan(7);
});

test('a jump is a straight line, whichever step it is in, and so is a step of first order', () => {
  const jump = (t: number): number => (t < 0.35 ? 10 : 1e4);
  expect(between(jump, [0.1, 0.2, 0.3, 0.4], 0.325)).toBeCloseTo(10 + 0.25 * 9990, 9);
  expect(between(jump, [0.2, 0.3, 0.4, 0.5], 0.45)).toBe(1e4);
  expect(between((t) => t * t, [0, 1, 2, 3], 2.5, true)).toBe(6.5);
});

test('no sign between ends that share it: a contact about to open does not pull', () => {
  const f = (t: number): number => Math.max(0, 4 - t) ** 2;
  expect(between(f, [0, 1, 3, 4], 3.9)).toBeGreaterThanOrEqual(0);
});

test('before there are four ends, a line; with one, its value; where one is missing, the other', () => {
  expect(between((t) => t * t, [0, 2], 1)).toBe(2);
  expect(between(() => 7, [0], 0)).toBe(7);
  expect(between((t) => (t < 1 ? Number.NaN : 5), [0, 2], 1)).toBe(5);
  expect(between((t) => (t > 1 ? Number.NaN : 5), [0, 2], 1)).toBe(5);
});
