import { type Frames, Recording, SCALAR } from '@hawser/record';
import { expect, test } from 'vitest';
import { box } from '../../test/shapes.ts';
import { asFloats, asIntegers, decodeColumns, decodeDoubles } from './codec.ts';
import { type Blobs, packScene, packSeries, packTime } from './pack.ts';

test('time: a run at a fixed rate is a formula that gives the same instants', () => {
  const time = Float64Array.from({ length: 6001 }, (_, i) => i / 100);
  const axis = packTime(new Map(), 't', time);
  if (axis.kind !== 'even') throw new Error('expected a formula');
  // start + i step differs from i / 100 by rounding only: 1e-12 of 60 s
  time.forEach((value, i) => void expect(Math.abs(axis.start + i * axis.step - value)).toBeLessThan(6e-11));
});

test('time: a last row that comes early makes a list, bit for bit', () => {
  const time = Float64Array.of(0, 0.1, 0.2, 0.25);
  const blobs: Blobs = new Map();
  expect(packTime(blobs, 't', time)).toEqual({ kind: 'listed', blob: 't', count: 4 });
  expect(decodeDoubles(blobs.get('t') ?? '')).toEqual(time);
});

test('series: a thinned column keeps its peak at its true row', () => {
  const length = 50_000;
  const values = Float64Array.from({ length }, (_, i) => Math.sin(i / 500));
  values[31_417] = 80;
  const time = Float64Array.from({ length }, (_, i) => i / 1000);
  const recording = new Recording([{ name: 'spike', unit: 'N', components: SCALAR }], time, [values]);
  const blobs: Blobs = new Map();
  const { channels, thinned } = packSeries(blobs, recording, 1000);
  const count = channels[0].rows[0];
  expect(thinned).toBe(true);
  expect(count).toBeLessThanOrEqual(1000);
  const [rows, words] = decodeColumns(blobs.get('c0') ?? '', [count, count]);
  expect(asFloats(words)[rows.indexOf(31_417)]).toBe(80);
  expect(words.every((word) => word % 16 === 0)).toBe(true);
  expect(channels[0].range[0]?.[1]).toBe(80);
});

test('series: values keep one part in a million, and what is not a number stays what it is', () => {
  const values = Float64Array.of(1 / 3, -2e-30, 7e30, 0, Number.NaN, Number.POSITIVE_INFINITY);
  const time = Float64Array.from(values, (_, i) => i);
  const blobs: Blobs = new Map();
  packSeries(blobs, new Recording([{ name: 'a', unit: '', components: SCALAR }], time, [values]), 100);
  const read = asFloats(decodeColumns(blobs.get('c0') ?? '', [6])[0]);
  for (let i = 0; i < 3; i++) expect(Math.abs(read[i] / values[i] - 1)).toBeLessThan(1.1e-6); // 2^-20, half a unit
  expect(read[0]).not.toBe(Math.fround(1 / 3)); // rounded, or the page would be larger than it need be
  expect(Array.from(read.subarray(3))).toEqual([0, Number.NaN, Number.POSITIVE_INFINITY]);
});

test('series: a column that fits is whole, and one without a finite value has no range', () => {
  const time = Float64Array.of(0, 1, 2);
  const channels = ['a', 'b'].map((name) => ({ name, unit: '', components: SCALAR }));
  const nothing = new Float64Array(3).fill(Number.NaN);
  const packed = packSeries(new Map(), new Recording(channels, time, [Float64Array.of(1, 2, 3), nothing]), 100);
  expect(packed.thinned).toBe(false);
  expect(packed.channels.map(({ rows, range }) => ({ rows, range }))).toEqual([
    { rows: [0], range: [[1, 3]] },
    { rows: [0], range: [null] },
  ]);
});

function swing(count: number): Frames {
  const poses: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = Math.sin(i / 10);
    poses.push(0, 0, 0, 1, 0, 0, 0, 30 * Math.sin(angle), 0, -30 * Math.cos(angle));
    poses.push(Math.cos(angle / 2), 0, -Math.sin(angle / 2), 0);
  }
  return {
    bodies: ['world', 'bob'],
    time: Float64Array.from({ length: count }, (_, i) => i / 30),
    poses: Float64Array.from(poses),
  };
}

const part = box('plate', [1, 1, 1], [0, 0, 0], '#336699');

test('scene: poses come back within half a unit of their grid, a millionth of the scene', () => {
  const frames = swing(200);
  const scenery = { bodies: [{ name: 'bob', fixed: false, parts: [part] }] };
  const blobs: Blobs = new Map();
  const { frames: packed, bodies } = packScene(blobs, frames, scenery, new Set(), 1000);
  expect(packed.bodies).toEqual(['bob']); // the world stands still
  expect(bodies[0].track).toBe(0);
  expect(packed.positionUnit).toBeLessThan(30 * 2e-6);
  const columns = decodeColumns(blobs.get('poses') ?? '', new Array<number>(7).fill(200), 2).map(asIntegers);
  for (let frame = 0; frame < 200; frame++) {
    for (let i = 0; i < 7; i++) {
      const unit = i < 3 ? packed.positionUnit : packed.rotationUnit;
      expect(Math.abs(columns[i][frame] * unit - frames.poses[14 * frame + 7 + i])).toBeLessThanOrEqual(0.5 * unit);
    }
  }
});

test('scene: frames are dropped evenly above the limit, the first and last stay', () => {
  const { frames } = packScene(new Map(), swing(300), { bodies: [] }, new Set(), 100);
  expect(frames.time.count).toBe(100);
});

test('scene: equal meshes are stored once', () => {
  const bodies = ['a', 'b', 'c'].map((name) => ({ name, fixed: true, parts: [part] }));
  const { meshes } = packScene(new Map(), swing(2), { bodies }, new Set(), 100);
  expect(meshes).toHaveLength(1);
});
