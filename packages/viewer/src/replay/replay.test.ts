import { expect, test } from 'vitest';
import type { RunData } from '../data.ts';
import { gridSpacing, planGround } from './ground.ts';
import { hang } from './links.ts';
import { Poses } from './poses.ts';

test('grid: 1, 2 or 5 times a power of ten, 7 to 17.5 spacings across', () => {
  for (let size = 1e-3; size < 1e4; size *= 1.07) {
    const spacing = gridSpacing(size);
    const digit = spacing / 10 ** Math.floor(Math.log10(spacing) + 1e-9);
    expect([1, 2, 5].some((wanted) => Math.abs(digit - wanted) < 1e-9)).toBe(true);
    expect(size / spacing).toBeGreaterThan(6.99);
    expect(size / spacing).toBeLessThan(17.51);
  }
});

test('ground: on the floor if there is one, at zero if nothing is below, else under everything', () => {
  expect(planGround([0, 0, 0], [1, 1, 1], -0.3).z).toBe(-0.3);
  expect(planGround([0, 0, 0.2], [1, 1, 1], undefined).z).toBe(0);
  expect(planGround([0, 0, -2.3], [1, 1, 1], undefined).z).toBeLessThanOrEqual(-2.3);
  const slab = planGround([-4, -2.5, -0.3], [4, 2.5, 7], undefined).z; // a deck whose upper side is at zero
  expect(slab).toBeLessThanOrEqual(-0.3);
  expect(slab).toBeGreaterThan(-0.5);
  expect(planGround([0, 0, 99.5], [1, 1, 101], undefined).z).toBeGreaterThan(98); // a scene high above the origin
});

/** Half a turn about z in two frames, the second quaternion with the other sign. */
const half = Math.SQRT1_2;
const tracks = [
  [0, 2],
  [0, 0],
  [0, 0],
  [1, -half],
  [0, 0],
  [0, 0],
  [0, -half],
].map((c) => Float64Array.from(c));
const data = { frameTimes: Float64Array.of(0, 1), tracks } as unknown as RunData;

test('poses: between frames on the straight line and the shorter way round', () => {
  const out = new Float64Array(7);
  new Poses(data).read(out, 0, 0.5);
  expect(out[0]).toBe(1);
  // the middle of a 90 degree turn is 45 degrees: w = cos 22.5, z = sin 22.5; the blend is exact there by symmetry
  expect(out[3]).toBeCloseTo(Math.cos(Math.PI / 8), 12);
  expect(out[6]).toBeCloseTo(Math.sin(Math.PI / 8), 12);
});

test('poses: outside the frames the nearest one; stepping finds neighbours and stays inside', () => {
  const poses = new Poses(data);
  const out = new Float64Array(7);
  poses.read(out, 0, 9);
  expect(out[0]).toBe(2);
  expect(poses.neighbour(0, 1)).toBe(1);
  expect(poses.neighbour(1, 1)).toBe(1);
  expect(poses.neighbour(0.4, -1)).toBe(0);
  expect(poses.neighbour(1, -1)).toBe(0);
  expect(poses.neighbour(0.9999999999, 1)).toBe(1); // a time that came through a slider
});

test('ropes: tight or without a length they are straight; slack ones are as long as they should be', () => {
  const out = new Float32Array(6 * 16);
  const length = (rope: number | null): number => {
    hang(out, 0, [0, 0, 0], [3, 0, 4], rope);
    let sum = 0;
    for (let i = 0; i < out.length; i += 6) {
      sum += Math.hypot(out[i + 3] - out[i], out[i + 4] - out[i + 1], out[i + 5] - out[i + 2]);
    }
    return sum;
  };
  expect(length(null)).toBeCloseTo(5, 5);
  expect(length(4.9)).toBeCloseTo(5, 5); // stretched
  // level and 2 % slack: the shallow parabola is right to the square of its slope, 0.3^2 of the excess 0.1 m
  hang(out, 0, [0, 0, 0], [5, 0, 0], 5.1);
  const sag = Math.min(...Array.from({ length: 16 }, (_, i) => out[6 * i + 5]));
  expect(sag).toBeCloseTo(-Math.sqrt((3 * 5 * 0.1) / 8), 5);
});
