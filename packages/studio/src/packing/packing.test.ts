/** What is packed comes back byte for byte, and is smaller than gzip makes it. */
import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mix } from './mix.ts';
import { squeeze } from './squeeze.ts';
import { unmix } from './unmix.ts';
import { unsqueeze } from './unsqueeze.ts';

function same(bytes: Uint8Array): void {
  expect(Buffer.from(unsqueeze(squeeze(bytes)))).toEqual(Buffer.from(bytes));
}

test('any bytes come back: none, one, noise, few letters, repeats beyond the longest copy', () => {
  same(Uint8Array.of());
  same(Uint8Array.of(7));
  same(new Uint8Array(5000)); // one byte, over and over: copies of 273 and a rest
  fc.assert(fc.property(fc.uint8Array({ maxLength: 700 }), same), { numRuns: 30 });
  const letters = fc.array(fc.constantFrom(97, 98, 99), { maxLength: 3000 }).map((list) => Uint8Array.from(list));
  fc.assert(fc.property(letters, same), { numRuns: 20 });
  // a stretch, noise of more than one stretch, the stretch again: far distances
  const noise = Uint8Array.from({ length: 20_000 }, (_, i) => (Math.imul(i, 0x9e3779b1) >>> 13) & 0xff);
  same(Uint8Array.from([...noise, ...noise.subarray(3000, 9000), ...noise]));
});

test('program text is smaller than gzip makes it', () => {
  const folder = new URL('../panels/', import.meta.url);
  const files = fs.readdirSync(folder).map((name) => fs.readFileSync(new URL(name, folder)));
  const text = new Uint8Array(Buffer.concat(files));
  const packed = squeeze(text);
  expect(Buffer.from(unsqueeze(packed))).toEqual(Buffer.from(text));
  expect(packed.length).toBeLessThan(0.95 * gzipSync(text, { level: 9 }).length);
});

test('mixed contexts: any bytes come back; program text is smaller than LZMA makes it', () => {
  const back = (bytes: Uint8Array): void => {
    expect(Buffer.from(unmix(mix(bytes)))).toEqual(Buffer.from(bytes));
  };
  back(Uint8Array.of());
  back(Uint8Array.of(255));
  back(Uint8Array.from({ length: 400 }, (_, i) => (Math.imul(i, 0x9e3779b1) >>> 13) & 0xff)); // noise
  const folder = new URL('../panels/', import.meta.url);
  const files = fs.readdirSync(folder).map((name) => fs.readFileSync(new URL(name, folder)));
  const text = new Uint8Array(Buffer.concat(files)).slice(0, 30_000);
  const packed = mix(text);
  expect(Buffer.from(unmix(packed))).toEqual(Buffer.from(text));
  expect(packed.length).toBeLessThan(0.95 * squeeze(text).length);
});
