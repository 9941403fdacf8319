import { expect, test } from 'vitest';
import { Clock } from './clock.ts';

test('clock: plays at its speed, stops at the end and starts over from there', () => {
  const clock = new Clock(2, 10);
  let told = 0;
  clock.listen(() => told++);
  clock.setSpeed(4);
  clock.play();
  clock.tick(1);
  expect(clock.time).toBe(6);
  clock.tick(5);
  expect(clock.time).toBe(10);
  expect(clock.playing).toBe(false);
  clock.toggle();
  expect(clock.time).toBe(2);
  expect(told).toBe(5); // speed, play, two ticks, play again
});

test('clock: never leaves the run, and NaN does not move it', () => {
  const clock = new Clock(0, 1);
  clock.set(7);
  expect(clock.time).toBe(1);
  clock.set(-7);
  expect(clock.time).toBe(0);
  clock.set(Number.NaN);
  expect(clock.time).toBe(0);
});

test('clock: speeds go up and down their list and stay on it', () => {
  const clock = new Clock(0, 1);
  for (let i = 0; i < 9; i++) clock.shiftSpeed(1);
  expect(clock.speed).toBe(4);
  for (let i = 0; i < 9; i++) clock.shiftSpeed(-1);
  expect(clock.speed).toBe(0.1);
});

test('clock: a run of one instant does not play', () => {
  const clock = new Clock(3, 3);
  clock.play();
  expect(clock.playing).toBe(false);
});
