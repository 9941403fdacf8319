import { Recording, SCALAR, summarise, VECTOR } from '@hawser/record';
import { expect, test } from 'vitest';
import { exchangedEnergy, extremesOf, withMagnitudes, withPeaks } from './derive.ts';

const time = Float64Array.of(0, 1, 2);
const recording = new Recording(
  [
    { name: 'joint.pin.reaction', unit: 'N', components: VECTOR },
    { name: 'bar.position', unit: 'm', components: VECTOR },
    { name: 'energy.kinetic', unit: 'J', components: SCALAR },
  ],
  time,
  [
    [3, 0, 2],
    [4, 0, 3],
    [12, 1, 6],
    [1, 2, 3],
    [0, 0, 0],
    [0, 0, 0],
    [0, 50, 10],
  ].map((column) => Float64Array.from(column)),
);

test('magnitudes: beside vectors, not beside positions', () => {
  const more = withMagnitudes(recording);
  expect(Array.from(more.column('joint.pin.reaction.magnitude'))).toEqual([13, 1, 7]); // 3-4-12-13 and 2-3-6-7
  expect(more.has('bar.position.magnitude')).toBe(false);
  expect(more.column('energy.kinetic')).toBe(recording.column('energy.kinetic'));
});

test('extremes: what run.json says comes first, what it does not know is computed', () => {
  const given = summarise(recording);
  given['energy.kinetic'] = { ...given['energy.kinetic'], max: 60, maxTime: 1.03 }; // seen between two rows
  const extremes = extremesOf(withMagnitudes(recording), given);
  expect(extremes.find(({ name }) => name === 'energy.kinetic')).toMatchObject({ max: 60, maxTime: 1.03 });
  expect(extremes.find(({ name }) => name === 'joint.pin.reaction.magnitude')).toMatchObject({
    min: 1,
    minTime: 1,
    max: 13,
    maxTime: 0,
  });
});

test('peaks: a step between rows that went beyond them gets a row; other columns are on the line between theirs', () => {
  const given = summarise(recording);
  given['energy.kinetic'] = { ...given['energy.kinetic'], max: 60, maxTime: 1.25 };
  given['bar.position.x'] = { ...given['bar.position.x'], max: 3.0001, maxTime: 1.75 }; // hardly beyond
  const plotted = withPeaks(recording, given);
  expect(Array.from(plotted.time)).toEqual([0, 1, 1.25, 2]);
  expect(Array.from(plotted.column('energy.kinetic'))).toEqual([0, 50, 60, 10]);
  expect(Array.from(plotted.column('bar.position.x'))).toEqual([1, 2, 2.25, 3]);
  expect(withPeaks(recording, summarise(recording))).toBe(recording);
});

test('exchanged energy: the peak of the kinetic energy counts, not its last value', () => {
  const ledger = { initial: 0, kinetic: 10, potential: 1e9, elastic: 0, dissipated: 7, work: -3, imbalance: 0 };
  expect(exchangedEnergy(recording, ledger)).toBe(50 + 7 + 3);
});
