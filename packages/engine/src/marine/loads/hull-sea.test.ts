/** The sea between knots against the sea asked at every time. */
import { expect, test } from 'vitest';
import { SAMPLE, Sea } from '../sea/sea.ts';
import type { WaterSpec } from '../sea/spec.ts';
import { HullSea } from './hull-sea.ts';

const FINEST = 3;
const water: WaterSpec = {
  density: 1025,
  current: [0.3, 0, 0],
  surface: 0,
  waves: [
    {
      kind: 'irregular',
      spectrum: { kind: 'jonswap', height: 1.88, period: 8.8 },
      direction: 2.6,
      spreading: 10,
      seed: 4,
    },
  ],
};

/** Four points of a boat that surges, heaves and yaws. */
const corners = [
  [2.5, 1, -0.3],
  [2.5, -1, -0.3],
  [-2.5, 1, -0.6],
  [-2.5, -1, -0.6],
];
const path = (t: number): number[] => [t + 0.3 * Math.sin(t), 0.2 * Math.cos(0.7 * t), 0.5 * Math.sin(0.9 * t)];
const yaw = (t: number): number => 0.1 * Math.sin(0.5 * t);
const lever = new Float64Array(12);
const position = new Float64Array(3);
const velocity = new Float64Array(6);

function moveTo(t: number): void {
  const [c, s] = [Math.cos(yaw(t)), Math.sin(yaw(t))];
  corners.forEach(([x, y, z], i) => {
    lever.set([c * x - s * y, s * x + c * y, z], 3 * i);
  });
  position.set(path(t));
  velocity.set([1 + 0.3 * Math.cos(t), -0.14 * Math.sin(0.7 * t), 0.45 * Math.cos(0.9 * t)]);
  velocity[5] = 0.05 * Math.cos(0.5 * t);
}

/** Largest difference of what is looked up from what the sea says at the same points, where they are wet, over its own size. */
function worst(sea: Sea, looked: HullSea, from: number, to: number, step: number): number {
  const direct = new Float64Array(4 * SAMPLE);
  const [most, off] = [new Float64Array(SAMPLE), new Float64Array(SAMPLE)];
  for (let n = Math.round(from / step); n <= Math.round(to / step); n++) {
    moveTo(n * step);
    sea.setTime(n * step);
    looked.look(sea, position, 0, lever, velocity, 0);
    expect(sea.time).toBe(n * step);
    sea.sample(direct, looked.asked, 3, 4, FINEST);
    for (let i = 0; i < direct.length; i++) {
      const point = Math.floor(i / SAMPLE);
      if (looked.asked[3 * point + 2] > direct[SAMPLE * point]) continue;
      most[i % SAMPLE] = Math.max(most[i % SAMPLE], Math.abs(direct[i]));
      off[i % SAMPLE] = Math.max(off[i % SAMPLE], Math.abs(direct[i] - looked.samples[i]));
    }
  }
  return Math.max(...off.map((x, i) => x / most[i]));
}

test('between knots everything the sea says is right to 1 % of its size, and mostly it is not asked', () => {
  const sea = new Sea(water, 9.81);
  const looked = new HullSea(4, FINEST, 2.7);
  let asked = 0;
  const sample = sea.sample.bind(sea);
  sea.sample = (...args): void => {
    asked++;
    sample(...args);
  };
  // a parabola is off by 2e-3 of the shortest waves; slopes and accelerations, which have most of those, by a few times that
  expect(worst(sea, looked, 0, 10, 0.01)).toBeLessThan(0.01);
  // one knot each 0.1 s, two more at the start; each comparison asks once as well
  expect(asked - 1001).toBeLessThan(110);
});

test('a hull in long steps, or one that goes fast, is asked about at every time', () => {
  const sea = new Sea(water, 9.81);
  expect(worst(sea, new HullSea(4, FINEST, 2.7), 0, 20, 0.25)).toBe(0);
  const fast = new HullSea(4, FINEST, 2.7);
  for (let n = 0; n < 50; n++) {
    moveTo(0.01 * n);
    velocity[0] = 9;
    sea.setTime(0.01 * n);
    fast.look(sea, position, 0, lever, velocity, 0);
    expect(fast.asked[0]).toBe(position[0] + lever[0]);
  }
});

test('waves led elsewhere are noticed at once', () => {
  const sea = new Sea(water, 9.81);
  const looked = new HullSea(4, FINEST, 2.7);
  worst(sea, looked, 0, 5, 0.01);
  const part = (value: number) => ({ evaluate: (_: number, out: Float64Array): void => out.set([value, 0, 0]) });
  sea.levels.lead({ waves: part(0.5), current: part(1), wind: part(1) });
  // the first time must differ from the last, or nothing would be looked up
  expect(worst(sea, looked, 5.01, 8, 0.01)).toBeLessThan(0.01);
});

test('what is saved goes on with the same bits', () => {
  const sea = new Sea(water, 9.81);
  const [one, other] = [new HullSea(4, FINEST, 2.7), new HullSea(4, FINEST, 2.7)];
  worst(sea, one, 0, 3.33, 0.01);
  const saved: number[] = [];
  one.save(saved);
  expect(other.restore(Float64Array.from([...saved, 1, 2, 3]))).toBe(saved.length);
  for (let n = 334; n < 400; n++) {
    moveTo(0.01 * n);
    sea.setTime(0.01 * n);
    for (const looked of [one, other]) looked.look(sea, position, 0, lever, velocity, 0);
    expect(other.samples).toEqual(one.samples);
    expect(other.asked).toEqual(one.asked);
  }
});
