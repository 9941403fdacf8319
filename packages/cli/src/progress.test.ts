import { expect, test } from 'vitest';
import { Progress, type ProgressState, progressLine } from './progress.ts';

const state: ProgressState = {
  start: 0,
  end: 10,
  time: 2.5,
  elapsed: 2,
  step: 0.002,
  iterations: 3,
  drift: -1.3e-7,
};

test('progress: the line shows simulated time, real-time ratio, step size, iterations, energy drift and time left', () => {
  expect(progressLine(state)).toBe(
    '[######..................]  25 %  t 2.50/10 s  1.25x real time  step 2 ms  3 iterations  energy drift -1.3e-7 J  6 s left',
  );
});

test('progress: the line never reaches the last column, so a terminal does not wrap it', () => {
  for (const columns of [20, 40, 80, 300]) expect(progressLine(state, columns).length).toBeLessThan(columns);
});

test('progress: a resumed run counts from where it was resumed', () => {
  const line = progressLine({ ...state, start: 5, time: 7.5, elapsed: 1 });
  expect(line).toContain(' 50 %');
  expect(line).toContain('2.5x real time');
});

test('progress: no division by a zero span or a zero clock', () => {
  const line = progressLine({ ...state, start: 0, end: 0, time: 0, elapsed: 0, step: 0 });
  expect(line).not.toMatch(/NaN|Infinity/);
  expect(line).toContain('100 %');
});

test('progress: steps read in s, ms and us; long waits in minutes and hours', () => {
  expect(progressLine({ ...state, step: 2.5e-5 })).toContain('step 25 us');
  expect(progressLine({ ...state, step: 1.5 })).toContain('step 1.5 s');
  expect(progressLine({ ...state, elapsed: 60 })).toContain('3 min 0 s left');
  expect(progressLine({ ...state, elapsed: 3600 })).toContain('3 h 0 min left');
});

function record(isTTY: boolean): { written: string[]; bar: Progress } {
  const written: string[] = [];
  return { written, bar: new Progress({ isTTY, columns: 100, write: (text) => written.push(text) }) };
}

test('progress: on a terminal the bar is redrawn at most ten times a second and leaves its line at the end', () => {
  const { written, bar } = record(true);
  for (let k = 0; k <= 100; k++) bar.update({ ...state, elapsed: k / 100 });
  expect(written.length).toBeLessThanOrEqual(11);
  expect(written.every((text) => text.startsWith('\r'))).toBe(true);
  bar.finish(state);
  expect(written.at(-1)).toBe('\n');
});

test('progress: in a log a short run prints nothing, a long one a plain line every five seconds', () => {
  const { written, bar } = record(false);
  for (let k = 0; k < 50; k++) bar.update({ ...state, elapsed: k / 10 });
  expect(written).toEqual([]);
  for (let k = 50; k <= 200; k++) bar.update({ ...state, elapsed: k / 10 });
  bar.finish(state);
  expect(written.length).toBe(4);
  expect(written.every((text) => text.endsWith('\n') && !text.includes('\r'))).toBe(true);
});
