import { noTouches, Recording } from '@hawser/record';
import { expect, test } from 'vitest';
import { RunStore } from '../run/run-store.ts';
import { piecesAt } from './tension-colours.ts';

test('pieces of a cable whose elements come and go have the tension of their place', () => {
  // nodes at 0, 1 and 4 m, one more not there yet: at the end; tension falls by 10 N a metre
  const arcs = [0, 1, 4, 4];
  const channels = arcs.flatMap((_, i) =>
    ['arc', 'tension'].map((what) => ({ name: `cable.tow.range-${i}.${what}`, unit: '', components: [''] })),
  );
  const columns = arcs.flatMap((arc) => [Float64Array.of(arc, arc), Float64Array.of(100 - 10 * arc, 100 - 10 * arc)]);
  const recording = new Recording(channels, Float64Array.of(0, 1), columns);
  const facts = { title: '', file: '', source: '', resolved: {}, duration: 1, version: '', started: '' };
  const scene = { scenery: { bodies: [] }, bounds: { min: [0, 0, 0], max: [1, 1, 1] }, backdrop: [], links: [] };
  const energy = { kinetic: 0, potential: 0, elastic: 0, dissipated: 0, work: 0, initial: 0, imbalance: 0 };
  const summary = { simulatedTime: 1, steps: 1, rejected: 0, iterations: 1, energy, dissipation: [], hash: '' };
  const frames = { bodies: [], time: new Float64Array(0), poses: new Float64Array(0) };
  const end = { status: 'complete' as const, summary, warnings: [], failure: null, steered: false };
  const store = RunStore.loaded(facts, scene, { recording, frames, touches: noTouches(), events: [] }, end);
  const pieces = piecesAt(store, 'tow', 0.5);
  // middles of three equal pieces of 4 m
  expect([...(pieces ?? [])].map((tension) => Number(tension.toFixed(9)))).toEqual(
    [2 / 3, 2, 10 / 3].map((s) => Number((100 - 10 * s).toFixed(9))),
  );
  expect(piecesAt(store, 'other', 0.5)).toBeUndefined();
});
