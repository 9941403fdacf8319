import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Hasher } from './index.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

test('bytes: the published test vectors of 64-bit FNV-1a', () => {
  for (const [text, digest] of [
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
  ]) {
    const hasher = new Hasher();
    hasher.addBytes(bytesOf(text));
    expect(hasher.digest()).toBe(digest);
  }
});

test('the same as a 64-bit integer implementation, for any doubles and integers', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true })), fc.array(fc.integer()), (floats, ints) => {
      const hasher = new Hasher();
      hasher.addFloats(Float64Array.from(floats));
      hasher.addInts(Int32Array.from(ints));
      const data = new DataView(new ArrayBuffer(8 * floats.length + 4 * ints.length));
      floats.forEach((value, i) => {
        data.setFloat64(8 * i, value, true);
      });
      ints.forEach((value, i) => {
        data.setInt32(8 * floats.length + 4 * i, value, true);
      });
      let h = 0xcbf29ce484222325n;
      for (let i = 0; i < data.byteLength; i++) {
        h = ((h ^ BigInt(data.getUint8(i))) * 0x100000001b3n) & 0xffffffffffffffffn;
      }
      expect(hasher.digest()).toBe(h.toString(16).padStart(16, '0'));
    }),
  );
});

test('regression: fixed digests, so a change of the byte order or of the constants shows', () => {
  const hasher = new Hasher();
  hasher.addFloats(Float64Array.of(0, 1, -2.5, 1e-300, Infinity));
  hasher.addInts(Int32Array.of(1, -1, 2147483647));
  hasher.addText('hawser');
  expect(hasher.digest()).toBe('bae257b0d1ddb4af');
});

test('a range hashes like its slice; pieces hash like the whole', () => {
  const a = Float64Array.of(1, 2, 3, 4, 5);
  const whole = new Hasher();
  whole.addFloats(a.slice(1, 4));
  const range = new Hasher();
  range.addFloats(a, 1, 2);
  range.addFloats(a, 2, 4);
  expect(range.digest()).toBe(whole.digest());
});

test('one flipped bit changes the digest: 0 and -0 differ, every NaN is the same', () => {
  const digest = (value: number) => {
    const hasher = new Hasher();
    hasher.addFloat(value);
    return hasher.digest();
  };
  expect(digest(0)).not.toBe(digest(-0));
  expect(digest(1)).not.toBe(digest(1 + 2 ** -52));
  const odd = new DataView(new ArrayBuffer(8));
  odd.setUint32(0, 0xfff80000);
  odd.setUint32(4, 12345);
  expect(digest(odd.getFloat64(0))).toBe(digest(NaN));
});
