/** What is packed comes back byte for byte, and is smaller than the compressors of browsers make it. */
import fs from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { mix } from './mix.ts';
import { unmix } from './unmix.ts';

test('any bytes come back, and program text is smaller than Brotli makes it', () => {
  const noise = Uint8Array.from({ length: 400 }, (_, i) => (Math.imul(i, 0x9e3779b1) >>> 13) & 0xff);
  for (const bytes of [Uint8Array.of(), Uint8Array.of(255), noise]) {
    expect(Buffer.from(unmix(mix(bytes)))).toEqual(Buffer.from(bytes));
  }
  const folder = new URL('../panels/', import.meta.url);
  const files = fs.readdirSync(folder).map((name) => fs.readFileSync(new URL(name, folder)));
  const text = new Uint8Array(Buffer.concat(files)).slice(0, 30_000);
  const packed = mix(text);
  expect(Buffer.from(unmix(packed))).toEqual(Buffer.from(text));
  expect(packed.length).toBeLessThan(brotliCompressSync(text).length);
});
