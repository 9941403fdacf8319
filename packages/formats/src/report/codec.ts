/**
 * Arrays of numbers as text, small enough to sit inside a page. A column of n 32-bit words becomes
 *   1 differences to the word before, taken once or twice (words are float bits or integers; a smooth signal gives
 *     small differences, and if it is stored on a fine grid of integers even smaller second ones)
 *   2 zigzag, so that small negative differences are small numbers too
 *   3 four planes of n bytes, lowest byte first: the upper planes of a smooth signal are almost all zero
 *   4 zlib, base64
 * Lossless: float32 bit patterns come back as they were, NaN and infinities included.
 */
import { unzlibSync, zlibSync } from 'fflate';

/** A column of 32-bit words to write. */
export type WordColumn = Float32Array | Uint32Array | Int32Array;

/** Order of differences: 1 suits float bits and row numbers, 2 suits motion on a grid of integers. */
export type Order = 1 | 2;

/** Columns one after another as base64 of compressed bytes. The reader must know kinds, lengths and order. */
export function encodeColumns(columns: readonly WordColumn[], order: Order = 1): string {
  let total = 0;
  for (const column of columns) total += 4 * column.length;
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const column of columns) {
    packWords(bytes, at, new Uint32Array(column.buffer, column.byteOffset, column.length), order);
    at += 4 * column.length;
  }
  return toBase64(zlibSync(bytes, { level: 9 }));
}

/** 64-bit floats as base64 of compressed bytes, for times that must not lose digits. */
export function encodeDoubles(values: Float64Array): string {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return toBase64(zlibSync(bytes, { level: 9 }));
}

/** Columns that `encodeColumns` wrote, as words; `lengths` in words. */
export function decodeColumns(text: string, lengths: readonly number[], order: Order = 1): Uint32Array[] {
  const bytes = unzlibSync(fromBase64(text));
  const columns: Uint32Array[] = [];
  let at = 0;
  for (const length of lengths) {
    columns.push(unpackWords(bytes, at, length, order));
    at += 4 * length;
  }
  if (at !== bytes.length) throw new RangeError(`expected ${at} bytes of columns, found ${bytes.length}`);
  return columns;
}

export function decodeDoubles(text: string): Float64Array {
  const bytes = unzlibSync(fromBase64(text));
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Words read as the floats they are the bits of. */
export function asFloats(words: Uint32Array): Float32Array {
  return new Float32Array(words.buffer, words.byteOffset, words.length);
}

/** Words read as the signed integers they are the bits of. */
export function asIntegers(words: Uint32Array): Int32Array {
  return new Int32Array(words.buffer, words.byteOffset, words.length);
}

function packWords(bytes: Uint8Array, at: number, words: Uint32Array, order: Order): void {
  const n = words.length;
  let last = 0;
  let slope = 0; // the last first difference; stays 0 for order 1
  for (let i = 0; i < n; i++) {
    const first = (words[i] - last) | 0;
    const difference = (first - slope) | 0;
    last = words[i];
    if (order === 2) slope = first;
    const zigzag = (difference << 1) ^ (difference >> 31);
    bytes[at + i] = zigzag & 0xff;
    bytes[at + n + i] = (zigzag >>> 8) & 0xff;
    bytes[at + 2 * n + i] = (zigzag >>> 16) & 0xff;
    bytes[at + 3 * n + i] = zigzag >>> 24;
  }
}

function unpackWords(bytes: Uint8Array, at: number, n: number, order: Order): Uint32Array {
  const words = new Uint32Array(n);
  let last = 0;
  let slope = 0;
  for (let i = 0; i < n; i++) {
    const zigzag =
      bytes[at + i] | (bytes[at + n + i] << 8) | (bytes[at + 2 * n + i] << 16) | (bytes[at + 3 * n + i] << 24);
    const first = (((zigzag >>> 1) ^ -(zigzag & 1)) + slope) | 0;
    if (order === 2) slope = first;
    last = (last + first) >>> 0;
    words[i] = last;
  }
  return words;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  const chunk = 0x8000; // String.fromCharCode takes bytes as arguments, of which engines allow about 1e5
  for (let i = 0; i < bytes.length; i += chunk) text += String.fromCharCode(...bytes.subarray(i, i + chunk));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
