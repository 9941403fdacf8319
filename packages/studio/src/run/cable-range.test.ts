import { type Channel, noTouches, Recording, StreamWriter } from '@hawser/record';
import { expect, test } from 'vitest';
import { cableRanges, largestTension, valuesAlong } from './cable-range.ts';
import { tensionsOf } from '../view/tension-colours.ts';
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
  expect(range.along).toEqual({ arc: [2.5, 7.5], min: [0, 1], mean: [1.5, 3.5], max: [4, 5] });
  expect(valuesAlong(store, range, 0.5)).toEqual({ arc: [2.5, 7.5], value: [2, 1] }); // the row before
  expect(largestTension([range])).toBe(5);
  const [bent] = cableRanges(store, 'curvature');
  expect(bent.along).toMatchObject({ arc: [0, 5, 10], max: [0, 0.3, 0] });
  expect(cableRanges(store, 'twist')).toEqual([]);
});

test('chains have a range as cables do: link by link, at the middle of each', () => {
  const channels = [1, 2].map((i) => scalar(`chain.bower.link-${i}.tension`, 'N'));
  const facts = { title: '', file: '', source: '', resolved: {}, duration: 2, version: '', started: '' };
  const scene = { scenery: { bodies: [] }, bounds: { min: [0, 0, 0], max: [1, 1, 1] }, backdrop: [], links: [] };
  const store = new RunStore(facts, scene, [scalar('chain.bower.length', 'm'), ...channels], []);
  const [range] = cableRanges(store);
  expect(range).toMatchObject({ cable: 'bower', key: 'chain.bower' });
  expect(range.columns).toEqual(channels.map(({ name }) => name));
});

test('places are in metres also when a run was first looked at before its first row', () => {
  const channels = ['length', 'element-0.tension', 'element-1.tension'].map((name) => scalar(`cable.tow.${name}`, 'm'));
  const facts = { title: '', file: '', source: '', resolved: {}, duration: 2, version: '', started: '' };
  const scene = { scenery: { bodies: [] }, bounds: { min: [0, 0, 0], max: [1, 1, 1] }, backdrop: [], links: [] };
  const store = new RunStore(facts, scene, channels, []);
  cableRanges(store);
  const blocks: Uint8Array[] = [];
  const writer = new StreamWriter({ write: (bytes) => void blocks.push(bytes.slice()) }, { channels, bodies: [] });
  writer.append(0, Float64Array.of(8, 3, 5));
  writer.flush();
  store.take(blocks.slice(1));
  expect(cableRanges(store)[0].along?.arc).toEqual([2, 6]);
});

/** A wire of elements of 1 m that a winch pays out from 1.5 m to 3.5 m; two slots are empty at first. */
function paidOut(arcs: boolean): RunStore {
  const lengths = [1.5, 2.5, 3.5];
  const nodes = lengths.map((length) => [0, 1, 2, 3, 4].map((i) => Math.min(length, i === 0 ? 0 : i - 0.5)));
  const list: (readonly [Channel, number[]])[] = [[scalar('cable.wire.length', 'm'), lengths]];
  for (let j = 0; j < 4; j++) {
    const tension = lengths.map((length) => (j < length + 0.5 - 1e-9 ? 5000 + 100 * j : 0));
    list.push([scalar(`cable.wire.element-${j}.tension`, 'N'), tension]);
  }
  for (let i = 0; arcs && i < 5; i++) {
    list.push([scalar(`cable.wire.range-${i}.arc`, 'm'), nodes.map((row) => row[i])]);
    list.push([scalar(`cable.wire.range-${i}.tension`, 'N'), nodes.map((row) => 5000 + 100 * row[i])]);
  }
  const recording = new Recording(
    list.map(([channel]) => channel),
    Float64Array.of(0, 1, 2),
    list.map(([, values]) => Float64Array.from(values)),
  );
  const facts = { title: '', file: '', source: '', resolved: {}, duration: 2, version: '', started: '' };
  const scene = { scenery: { bodies: [] }, bounds: { min: [0, 0, 0], max: [1, 1, 1] }, backdrop: [], links: [] };
  const energy = { kinetic: 0, potential: 0, elastic: 0, dissipated: 0, work: 0, initial: 0, imbalance: 0 };
  const summary = { simulatedTime: 2, steps: 2, rejected: 0, iterations: 2, energy, dissipation: [], hash: '' };
  const frames = { bodies: [], time: new Float64Array(0), poses: new Float64Array(0) };
  const end = { status: 'complete' as const, summary, warnings: [], failure: null, steered: false };
  return RunStore.loaded(facts, scene, { recording, frames, touches: noTouches(), events: [] }, end);
}

test('a line that is paid out has its length now, its envelope by arc length, and no slack where no element is', () => {
  const store = paidOut(true);
  const [range] = cableRanges(store);
  expect(valuesAlong(store, range, 0.9)).toEqual({ arc: [0, 0.5, 1.5], value: [5000, 5050, 5150] });
  expect(valuesAlong(store, range, 2).arc.at(-1)).toBe(3.5);
  const { arc = [], min = [], max = [] } = range.along ?? {};
  expect(arc.at(-1)).toBe(3.5);
  expect(Math.min(...min)).toBeGreaterThanOrEqual(5000);
  expect(Math.max(...max)).toBe(5350);
  expect([...tensionsOf(store, range, 0)]).toEqual([5000, 5100, 5100, 5100]); // the last slots are drawn over the second
});

test('of a line that is paid out without arc lengths no range is made up', () => {
  expect(cableRanges(paidOut(false))).toEqual([]);
});

test('rows taken back and computed anew are looked at anew', () => {
  const store = paidOut(true);
  expect(Math.max(...(cableRanges(store)[0].along?.max ?? []))).toBe(5350);
  store.cut(0);
  expect(Math.max(...(cableRanges(store)[0].along?.max ?? []))).toBe(5150);
});
