import { type Channel, noTouches, Recording, StreamWriter } from '@hawser/record';
import { expect, test } from 'vitest';
import { cableRanges, largestTension, valuesAlong } from './cable-range.ts';
import { RunStore } from './run-store.ts';

const scalar = (name: string, unit: string): Channel => ({ name, unit, components: [''] });

test('the range along a cable is that of every element, in the order of the cable', () => {
  const channels = [
    scalar('cable.tow.length', 'm'),
    scalar('cable.tow.element-1.tension', 'N'),
    scalar('cable.tow.element-0.tension', 'N'),
    scalar('cable.tow.range-0.curvature', '1/m'),
    scalar('cable.tow.range-1.curvature', '1/m'),
    scalar('cable.tow.range-2.curvature', '1/m'),
  ];
  const columns = [
    [10, 10, 10],
    [1, 5, 3],
    [2, 0, 4],
    [0, 0, 0],
    [0.1, 0.3, 0.2],
    [0, 0, 0],
  ].map((values) => Float64Array.from(values));
  const recording = new Recording(channels, Float64Array.of(0, 1, 2), columns);
  const facts = { title: '', file: '', source: '', resolved: {}, duration: 2, version: '', started: '' };
  const scene = { scenery: { bodies: [] }, bounds: { min: [0, 0, 0], max: [1, 1, 1] }, backdrop: [], links: [] };
  const energy = { kinetic: 0, potential: 0, elastic: 0, dissipated: 0, work: 0, initial: 0, imbalance: 0 };
  const summary = { simulatedTime: 2, steps: 2, rejected: 0, iterations: 2, energy, dissipation: [], hash: '' };
  const frames = { bodies: [], time: new Float64Array(0), poses: new Float64Array(0) };
  const end = { status: 'complete' as const, summary, warnings: [], failure: null, steered: false };
  const store = RunStore.loaded(facts, scene, { recording, frames, touches: noTouches(), events: [] }, end);
  const [range] = cableRanges(store);
  expect([...range.along]).toEqual([2.5, 7.5]);
  expect([...range.least]).toEqual([0, 1]);
  expect([...range.largest]).toEqual([4, 5]);
  expect([...valuesAlong(store, range, 0.5)]).toEqual([1, 3]);
  expect(largestTension([range])).toBe(5);
  const [bent] = cableRanges(store, 'curvature');
  expect([...bent.along]).toEqual([0, 5, 10]);
  expect([...bent.largest]).toEqual([0, 0.3, 0]);
  expect(cableRanges(store, 'twist')).toEqual([]);
});

test('chains have a range as cables do: link by link, at the middle of each', () => {
  const channels = [1, 2].map((i) => scalar(`chain.bower.link-${i}.tension`, 'N'));
  const facts = { title: '', file: '', source: '', resolved: {}, duration: 2, version: '', started: '' };
  const scene = { scenery: { bodies: [] }, bounds: { min: [0, 0, 0], max: [1, 1, 1] }, backdrop: [], links: [] };
  const store = new RunStore(facts, scene, [scalar('chain.bower.length', 'm'), ...channels], []);
  const [range] = cableRanges(store);
  expect(range).toMatchObject({ cable: 'bower', drawn: ['bower 1', 'bower 2'] });
  expect(range.columns).toEqual(channels.map(({ name }) => name));
});

test('places are in metres also when a run was first looked at before its first row', () => {
  const channels = [scalar('cable.tow.length', 'm'), scalar('cable.tow.element-0.tension', 'N')];
  const facts = { title: '', file: '', source: '', resolved: {}, duration: 2, version: '', started: '' };
  const scene = { scenery: { bodies: [] }, bounds: { min: [0, 0, 0], max: [1, 1, 1] }, backdrop: [], links: [] };
  const store = new RunStore(facts, scene, channels, []);
  cableRanges(store);
  const blocks: Uint8Array[] = [];
  const writer = new StreamWriter({ write: (bytes) => void blocks.push(bytes.slice()) }, { channels, bodies: [] });
  writer.append(0, Float64Array.of(8, 3));
  writer.flush();
  store.take(blocks.slice(1));
  expect([...cableRanges(store)[0].along]).toEqual([4]);
});
