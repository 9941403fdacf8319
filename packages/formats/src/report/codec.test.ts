import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asFloats, asIntegers, decodeColumns, decodeDoubles, encodeColumns, encodeDoubles } from './codec.ts';

const floats = fc.float32Array({ maxLength: 200 }); // NaN, infinities, -0 and subnormals among them
const integers = fc.int32Array({ maxLength: 200 });

test('columns: float32 bit patterns come back as they were, NaN and infinities included', () => {
  fc.assert(
    fc.property(fc.array(floats, { maxLength: 4 }), (columns) => {
      const lengths = columns.map((column) => column.length);
      const read = decodeColumns(encodeColumns(columns), lengths);
      expect(read.map((words) => Array.from(words))).toEqual(
        columns.map((column) => Array.from(new Uint32Array(column.buffer, column.byteOffset, column.length))),
      );
      expect(read.map(asFloats)).toEqual(columns.map((column) => Float32Array.from(column)));
    }),
  );
});

test('columns: second differences of any integers come back, wrap-around included', () => {
  fc.assert(
    fc.property(integers, integers, (a, b) => {
      const read = decodeColumns(encodeColumns([a, b], 2), [a.length, b.length], 2).map(asIntegers);
      expect(read).toEqual([Int32Array.from(a), Int32Array.from(b)]);
    }),
  );
});

test('columns: a reader that expects other lengths is told, not given wrong numbers', () => {
  const text = encodeColumns([Float32Array.of(1, 2, 3)]);
  expect(() => decodeColumns(text, [2])).toThrow('expected 8 bytes of columns, found 12');
});

test('doubles: all 64 bits come back', () => {
  fc.assert(
    fc.property(fc.float64Array({ maxLength: 200 }), (values) => {
      expect(decodeDoubles(encodeDoubles(values))).toEqual(Float64Array.from(values));
    }),
  );
});

test('columns: a swinging signal on a grid of integers takes less than a third of its float32 size', () => {
  // 30 Hz frames of a 2 s swing on a grid of 1e-4 of its amplitude: second differences reach (2 pi/60)^2 of the
  // amplitude, 110 units or 8 bits, against 32
  const swing = Array.from({ length: 900 }, (_, i) => Math.sin((2 * Math.PI * i) / 60));
  const coarse = encodeColumns([Int32Array.from(swing, (value) => Math.round(value * 1e4))], 2);
  expect(coarse.length).toBeLessThan((900 * 4 * 4) / 3 / 3); // base64 is 4/3 of the bytes
});
