import { expect, test } from 'vitest';
import { compareTrust, Recording, summarise, trustedDigits, VECTOR } from './index.ts';

/** A body that moves along x as `x(t)`, and an angle. */
function run(times: readonly number[], x: (t: number) => number, angle: (t: number) => number = () => 0) {
  const channels = [
    { name: 'body.position', unit: 'm', components: VECTOR },
    { name: 'body.angle', unit: 'rad', components: [''] },
    { name: 'cable.line.node-3.position', unit: 'm', components: VECTOR },
  ];
  const zero = times.map(() => 0);
  const columns = [times.map(x), zero, zero, times.map(angle), times.map(x), zero, zero].map((c) =>
    Float64Array.from(c),
  );
  const recording = new Recording(channels, Float64Array.from(times), columns);
  return { recording, extremes: summarise(recording) };
}

test('trust: the error is twice the difference to a run of half the error, at the end, at extremes and on the way', () => {
  const times = [0, 1, 2, 3];
  // the truth is 10 t - t^2, the run is off by 0.2 t, the finer one by half of that
  const truth = (t: number): number => 10 * t - t * t;
  const { columns, position } = compareTrust(
    run(times, (t) => truth(t) + 0.2 * t),
    run(times, (t) => truth(t) + 0.1 * t),
    false,
  );
  expect(columns['body.position.x'].final).toBeCloseTo(0.6, 12);
  expect(columns['body.position.x'].max).toBeCloseTo(0.6, 12);
  expect(columns['body.position.x'].min).toBe(0);
  expect(columns['body.position.x'].largestTime).toBe(3);
  expect(position?.final).toBeCloseTo(0.6, 12);
  expect(position?.motion).toBeCloseTo(21.6, 12);
});

test('trust: rows at other times are read on the line between two; rows the other run never reached are left out', () => {
  const line = (t: number): number => 3 * t;
  const { columns } = compareTrust(run([0, 1, 2, 5], line), run([0, 0.8, 1.6, 2.4], line), false);
  expect(columns['body.position.x'].largest).toBeLessThan(1e-12);
});

test('trust: angles differ by the short way round, however often they turned', () => {
  const { columns } = compareTrust(
    run(
      [0, 1],
      () => 0,
      () => Math.PI - 0.01,
    ),
    run(
      [0, 1],
      () => 0,
      () => -Math.PI + 0.01,
    ),
    false,
  );
  expect(columns['body.angle'].final).toBeCloseTo(0.04, 12);
});

test('trust: nodes of a finer cable are other points and are not compared, those of the same cable are', () => {
  const a = run([0, 1], (t) => t);
  expect(compareTrust(a, a, false).columns['cable.line.node-3.position.x']).toBeUndefined();
  expect(compareTrust(a, a, true).columns['cable.line.node-3.position.x'].max).toBe(0);
});

test('trust: digits are as many as keep the error within half a unit of the last one', () => {
  expect(trustedDigits(7231, 40)).toBe(2); // 7200, a unit of 100
  expect(trustedDigits(7231, 50)).toBe(2);
  expect(trustedDigits(7231, 51)).toBe(1);
  expect(trustedDigits(7231, 5000)).toBe(0);
  expect(trustedDigits(-0.012345, 4e-6)).toBe(4); // -0.01235
  expect(trustedDigits(1, 0)).toBe(9);
  expect(trustedDigits(0, 1e-9)).toBe(0);
  expect(trustedDigits(Number.NaN, 1)).toBe(0);
});
