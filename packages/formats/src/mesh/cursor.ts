/** A position in a file of mixed text and binary numbers. */
import { parseDecimal } from '../text.ts';

/** Storage type of a number, and its size in bytes. */
export type NumberType =
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'float32'
  | 'float64';

export const TYPE_SIZE: Readonly<Record<NumberType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float32: 4,
  float64: 8,
};

export function readNumber(view: DataView, at: number, type: NumberType, little: boolean): number {
  switch (type) {
    case 'int8':
      return view.getInt8(at);
    case 'uint8':
      return view.getUint8(at);
    case 'int16':
      return view.getInt16(at, little);
    case 'uint16':
      return view.getUint16(at, little);
    case 'int32':
      return view.getInt32(at, little);
    case 'uint32':
      return view.getUint32(at, little);
    case 'int64':
      return Number(view.getBigInt64(at, little));
    case 'uint64':
      return Number(view.getBigUint64(at, little));
    case 'float32':
      return view.getFloat32(at, little);
    case 'float64':
      return view.getFloat64(at, little);
  }
}

const FEED = 10;
const RETURN = 13;

export class Cursor {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  at = 0;
  /** number of the line the cursor is in, from 1; counted in text only */
  line = 1;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** The rest of the line, without its end; null at the end of the file. */
  nextLine(): string | null {
    const { bytes } = this;
    if (this.at >= bytes.length) return null;
    const start = this.at;
    while (this.at < bytes.length && bytes[this.at] !== FEED && bytes[this.at] !== RETURN) this.at++;
    const text = latin(bytes.subarray(start, this.at));
    if (bytes[this.at] === RETURN && bytes[this.at + 1] === FEED) this.at++;
    this.at++;
    this.line++;
    return text;
  }

  /** The next word, across lines; null at the end of the file. */
  nextWord(): string | null {
    const { bytes } = this;
    this.skipSpace();
    if (this.at >= bytes.length) return null;
    const start = this.at;
    while (this.at < bytes.length && bytes[this.at] > 32) this.at++;
    return latin(bytes.subarray(start, this.at));
  }

  skipSpace(): void {
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at] <= 32) {
      if (bytes[this.at] === FEED || (bytes[this.at] === RETURN && bytes[this.at + 1] !== FEED)) this.line++;
      this.at++;
    }
  }

  /** A binary number; the caller has checked `left`. */
  number(type: NumberType, little: boolean): number {
    const value = readNumber(this.#view, this.at, type, little);
    this.at += TYPE_SIZE[type];
    return value;
  }
}

/** Finite decimals; words for non-finite values as NaN; null for anything else. */
export function parseNumber(text: string): number | null {
  const value = parseDecimal(text);
  if (value !== null) return value;
  return /^[+-]?(?:nan|inf|infinity)$/i.test(text) ? Number.NaN : null;
}

/** Bytes as characters, one each. */
export function latin(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}
