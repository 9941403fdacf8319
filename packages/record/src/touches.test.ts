import { expect, test } from 'vitest';
import { readBlock } from './stream-block.ts';
import { readStream } from './stream-reader.ts';
import { StreamWriter, touchStream } from './stream-writer.ts';
import { noTouches, packTouches, type Touch, touchesAt, unpackTouches } from './touches.ts';

// numbers that single precision holds exactly
const point: Touch = {
  a: 0,
  b: 2,
  point: [1, 2, 0.5],
  normal: [0, 0, 1],
  force: [10, 0, 250],
  slip: 0.25,
  area: 0,
  outline: new Float32Array(0),
};
const area: Touch = { ...point, b: 1, area: 0.5, outline: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0) };

test('touches come back from their numbers: points, areas with corners, none', () => {
  expect(unpackTouches(packTouches([point, area]))).toEqual([point, area]);
  expect(unpackTouches(packTouches([]))).toEqual([]);
});

test('a stream keeps pictures of different lengths in their order, block by block and as a whole', () => {
  const blocks: Uint8Array[] = [];
  const names = ['floor', 'box', 'ball'];
  const writer = new StreamWriter(
    { write: (bytes) => void blocks.push(bytes.slice()) },
    { channels: [], bodies: ['box'], touching: names },
    { blockSize: 200 },
  );
  const pictures = [[point], [], [point, area], [area]];
  pictures.forEach((touches, i) => {
    writer.appendTouches(0.1 * i, packTouches(touches));
  });
  writer.end();
  const seen = blocks.flatMap((bytes) => {
    const block = readBlock(bytes);
    return block.kind === 'touches' ? block.pictures.map(({ values }) => unpackTouches(values)) : [];
  });
  expect(seen).toEqual(pictures);
  const whole = new Uint8Array(blocks.reduce((sum, bytes) => sum + bytes.length, 0));
  let at = 0;
  for (const bytes of blocks) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  const { touches, ending } = readStream(whole);
  expect(ending).toBe('complete');
  expect(touches.bodies).toEqual(names);
  expect([...touches.time]).toEqual([0, 0.1, 0.2, 0.1 * 3]);
  expect(readStream(touchStream(touches)).touches).toEqual(touches);
  expect([-1, 0.05, 0.25, 9].map((t) => touchesAt(touches, t))).toEqual([0, 0, 2, 3].map((i) => pictures[i]));
  // cut off within a block of touches: what is before it is whole
  const cut = readStream(whole.subarray(0, whole.length - 40));
  expect(cut.ending).toBe('cut-off');
  expect(cut.touches.time.length).toBeLessThan(4);
  expect(noTouches().time.length).toBe(0);
});
