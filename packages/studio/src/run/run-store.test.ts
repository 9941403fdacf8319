import { type Channel, StreamWriter } from '@hawser/record';
import { expect, test } from 'vitest';
import { Curves } from './curves.ts';
import { difference } from './difference.ts';
import { type RunFacts, RunStore, type Scene } from './run-store.ts';

const channels: readonly Channel[] = [
  { name: 'pin.force', unit: 'N', components: ['x', 'y', 'z'] },
  { name: 'count', unit: '', components: [''] },
];
const facts: RunFacts = {
  title: 'a run',
  file: 'some/folder/pin test.yaml',
  source: '',
  resolved: {},
  duration: 1,
  version: '0',
  started: '',
};
const scene: Scene = { scenery: { bodies: [] }, bounds: { min: [0, 0, 0], max: [1, 1, 1] }, backdrop: [], links: [] };

function filled(rows: number): RunStore {
  const store = new RunStore(facts, scene, channels, ['bar']);
  const blocks: Uint8Array[] = [];
  const writer = new StreamWriter({ write: (bytes) => blocks.push(bytes.slice()) }, { channels, bodies: ['bar'] });
  for (let i = 0; i < rows; i++) {
    writer.append(0.1 * i, Float64Array.of(3 * i, 4 * i, 0, i));
    writer.appendFrame(0.1 * i, Float64Array.of(i, 0, 0, 1, 0, 0, 0));
  }
  writer.event({ time: 0.25, kind: 'contact-begin', subject: 'a~b', message: '' });
  writer.flush();
  store.take(blocks);
  return store;
}

test('rows, frames and events of a stream are there, with the size of vectors beside their components', () => {
  const store = filled(1000);
  expect(store.rows).toBe(1000);
  expect(store.columns.map(({ name }) => name)).toEqual([
    'pin.force.x',
    'pin.force.y',
    'pin.force.z',
    'pin.force.magnitude',
    'count',
  ]);
  expect(store.series('pin.force.magnitude').values[10]).toBe(50); // 3-4-5
  expect(store.valueAt('count', 0.25)).toBeCloseTo(2.5, 12);
  expect(store.poses(0.25)[0]).toBeCloseTo(2.5, 12);
  expect(store.events).toHaveLength(1);
  expect(store.fileStem).toBe('pin-test');
});

test('cut back to an instant, a run forgets what came after it and grows again from there', () => {
  const store = filled(100);
  store.series('pin.force.magnitude');
  store.cut(0.2);
  expect(store.rows).toBe(3);
  expect(store.endTime).toBeCloseTo(0.2, 12);
  expect(store.events).toHaveLength(0);
  expect(store.series('pin.force.magnitude').values).toHaveLength(3);
  expect(store.columns.find(({ name }) => name === 'count')?.range).toEqual([0, 2]);
});

test('neighbouring frames are found from any instant', () => {
  const store = filled(5);
  expect(store.neighbour(0.1, 1)).toBeCloseTo(0.2, 12);
  expect(store.neighbour(0.15, -1)).toBeCloseTo(0.1, 12);
  expect(store.neighbour(0.4, 1)).toBeCloseTo(0.4, 12);
});

test('the difference of two series is taken at the instants of the first, and nowhere made up', () => {
  const own = { times: Float64Array.of(0, 1, 2, 3), values: Float64Array.of(0, 1, 2, 3) };
  const other = { times: Float64Array.of(0.5, 2.5), values: Float64Array.of(1, 3) };
  expect([...difference(own, other)]).toEqual([Number.NaN, 0.5, 0.5, Number.NaN]);
});

test('plots draw the peak that a step between rows reached, once the run has ended; rows stay as they are', () => {
  const store = filled(5);
  const curves = new Curves(store);
  expect(curves.series('count').values).toHaveLength(5);
  const count = { unit: '', min: 0, minTime: 0, max: 9, maxTime: 0.17, mean: 2, rms: 2, final: 4 };
  const energy = { kinetic: 0, potential: 0, elastic: 0, dissipated: 0, work: 0, initial: 0, imbalance: 0 };
  const summary = { simulatedTime: 0.4, steps: 4, rejected: 0, iterations: 4, energy, dissipation: [], hash: '' };
  store.end = { status: 'complete', summary, warnings: [], failure: null, steered: false, extremes: { count } };
  expect([...curves.series('count').values]).toEqual([0, 1, 9, 2, 3, 4]);
  expect(curves.series('count').times[2]).toBe(0.17);
  expect(store.series('count').values).toHaveLength(5);
});
