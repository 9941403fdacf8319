import { expect, test } from 'vitest';
import { readBlock, type StreamBlock } from './stream-block.ts';
import type { StreamHeader } from './stream-format.ts';
import { StreamWriter } from './stream-writer.ts';

const header: StreamHeader = {
  channels: [{ name: 'bar.position', unit: 'm', components: ['x', 'y', 'z'] }],
  bodies: ['bar'],
};

function written(): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  const writer = new StreamWriter({ write: (bytes) => blocks.push(bytes.slice()) }, header);
  writer.append(0.5, Float64Array.of(1, 2, 3));
  writer.append(1, Float64Array.of(4, 5, Number.NaN));
  writer.appendFrame(0.5, Float64Array.of(1, 2, 3, 1, 0, 0, 0));
  writer.event({ time: 0.75, kind: 'warning', subject: 'bår', message: 'heard in the middle' });
  writer.end();
  return blocks;
}

test('every write of a stream reads back as one block, with the numbers and events that went in', () => {
  const read = written().map((bytes) => readBlock(bytes, header));
  expect(read.map((block) => block.kind)).toEqual(['header', 'series', 'frames', 'events', 'end']);
  const series = read[1] as Extract<StreamBlock, { kind: 'series' | 'frames' }>;
  expect([series.rows, series.width]).toEqual([2, 4]);
  expect([...series.values]).toEqual([0.5, 1, 2, 3, 1, 4, 5, Number.NaN]);
  const frames = read[2] as Extract<StreamBlock, { kind: 'series' | 'frames' }>;
  expect([...frames.values]).toEqual([0.5, 1, 2, 3, 1, 0, 0, 0]);
  const events = read[3] as Extract<StreamBlock, { kind: 'events' }>;
  expect(events.events[0].subject).toBe('bår');
});

test('a block with one wrong bit, cut off or without its header is called damaged', () => {
  const [, series] = written();
  const wrong = series.slice();
  wrong[20] ^= 1;
  expect(readBlock(wrong, header).kind).toBe('damaged');
  expect(readBlock(series.subarray(0, series.length - 1), header).kind).toBe('damaged');
  expect(readBlock(series).kind).toBe('damaged');
});
