/**
 * The bytes of a stream, shared by its writer and its reader. A stream is a row of blocks, little-endian throughout:
 *
 *   mark  u32   'HWSB'
 *   check u32   CRC-32 of everything that follows in the block
 *   kind  u32   one of BLOCK
 *   size  u32   bytes of the content
 *   content     header, events, extremes: JSON in ASCII; series, frames: rows of f64, time first; touches: see touches.ts
 *
 * The header comes first, the end block last. Reading stops at a truncated or damaged block; all earlier blocks are intact, because every
 * block has its own checksum.
 */
import { type Channel, columnsOf } from './channel.ts';
import { POSE_SIZE } from './frames.ts';

export const FORMAT = 1;
export const MARK = 0x42535748; // 'HWSB' read as a little-endian u32
export const HEAD_SIZE = 16;
export const CHECKED_FROM = 8; // the check covers kind, size and content

export const BLOCK = { header: 1, series: 2, frames: 3, events: 4, end: 5, touches: 6, extremes: 7 } as const;

export interface StreamHeader {
  readonly channels: readonly Channel[];
  /** bodies whose poses are in the frames */
  readonly bodies: readonly string[];
  /** bodies of recorded contacts; missing where contacts are not recorded */
  readonly touching?: readonly string[];
  /** further data beside the numbers; must survive JSON */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Bytes of a row of the series, and of the frames: time and the numbers. */
export function seriesRowSize(header: StreamHeader): number {
  return 8 * (1 + columnsOf(header.channels).length);
}

export function framesRowSize(header: StreamHeader): number {
  return 8 * (1 + POSE_SIZE * header.bodies.length);
}

/** The fault of a header, or null. Reader and writer use the same rule. */
export function headerProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'the header is not an object';
  const header = value as Record<string, unknown>;
  if (!Array.isArray(header.channels) || !header.channels.every(isChannel)) {
    return 'every channel needs a name, a unit and its components';
  }
  if (!isTexts(header.bodies)) return 'the bodies must be names';
  if (header.touching !== undefined && !isTexts(header.touching)) return 'the bodies that touch must be names';
  const names = ['time', ...columnsOf(header.channels).map((column) => column.name)];
  const twice = firstDouble(names) ?? firstDouble(header.bodies);
  return twice === null ? null : `the name ${twice} is used twice`;
}

/** Head of the block that fills `bytes`, whose content is in place already. */
export function sealBlock(bytes: Uint8Array, view: DataView, kind: number, size: number): void {
  view.setUint32(0, MARK, true);
  view.setUint32(8, kind, true);
  view.setUint32(12, size, true);
  view.setUint32(4, crc32(bytes, CHECKED_FROM, HEAD_SIZE + size), true);
}

/** A block around a text of ASCII characters. */
export function textBlock(kind: number, text: string): Uint8Array {
  const bytes = new Uint8Array(HEAD_SIZE + text.length);
  for (let i = 0; i < text.length; i++) bytes[HEAD_SIZE + i] = text.charCodeAt(i);
  sealBlock(bytes, new DataView(bytes.buffer), kind, text.length);
  return bytes;
}

/** JSON in which every character above 126 is escaped, so that characters are bytes. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The ASCII characters of bytes start ... end - 1. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  const pieces: string[] = [];
  for (let i = start; i < end; i += 8192) {
    // apply reads the bytes directly; spread would use an iterator for each number
    pieces.push(String.fromCharCode.apply(null, bytes.subarray(i, Math.min(i + 8192, end)) as unknown as number[]));
  }
  return pieces.join('');
}

/** CRC-32 of bytes start ... end - 1 (ISO 3309, reflected, polynomial 0x04c11db7: the one of zip and PNG). */
export function crc32(bytes: Uint8Array, start: number, end: number): number {
  let crc = ~0;
  for (let i = start; i < end; i++) crc = crcTable[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

const crcTable: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function isChannel(value: unknown): value is Channel {
  if (typeof value !== 'object' || value === null) return false;
  const channel = value as Record<string, unknown>;
  return typeof channel.name === 'string' && typeof channel.unit === 'string' && isTexts(channel.components);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function firstDouble(names: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}
