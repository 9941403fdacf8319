/**
 * Reads a stream, complete or truncated anywhere. It never throws: unreadable parts are reported in the result. A stream on disk is read
 * twice, block by block (first to check and count, then to copy the numbers), so that besides the recording at most one block is in memory.
 */
import type { LineRange } from './line-ranges.ts';
import { isRunEvent, type RunEvent } from './event.ts';
import type { Frames } from './frames.ts';
import { EXTREMES_SHAPE, misshapen } from './manifest-shape.ts';
import { Recording } from './recording.ts';
import {
  asciiText,
  BLOCK,
  CHECKED_FROM,
  crc32,
  FORMAT,
  framesRowSize,
  HEAD_SIZE,
  headerProblem,
  MARK,
  type StreamHeader,
  seriesRowSize,
} from './stream-format.ts';
import type { ColumnSummary } from './summary.ts';
import { joinTouches, noTouches, readTouchBytes, type TouchFrames } from './touches.ts';

export interface StreamContents {
  readonly recording: Recording;
  readonly frames: Frames;
  /** empty where contacts were not recorded */
  readonly touches: TouchFrames;
  /** in the order of time */
  readonly events: readonly RunEvent[];
  /** from every step up to the last time they were written; missing where they were not */
  readonly extremes?: Readonly<Record<string, ColumnSummary>>;
  /** along lines, from every step up to the last row; known for finished runs, not stored in a stream */
  readonly ranges?: readonly LineRange[];
  readonly meta: Readonly<Record<string, unknown>>;
  /** true: written to its end */
  readonly complete: boolean;
  /**
   * complete; cut-off: the last block is missing or not whole (the writer was killed); damaged: a block fails its check
   * and nothing from there on is used; foreign: not a stream of this format at all
   */
  readonly ending: 'complete' | 'cut-off' | 'damaged' | 'foreign';
  /** bytes that could be used, from the start */
  readonly usedBytes: number;
}

/** Bytes that can be read at any place, such as those of an open file. */
export interface StreamSource {
  /** bytes there are */
  readonly size: number;
  /** bytes start ... end - 1, within `size`; only lent until the next call */
  read(start: number, end: number): Uint8Array;
}

export function readStream(from: Uint8Array | StreamSource): StreamContents {
  const source = from instanceof Uint8Array ? memorySource(from) : from;
  const first = nextBlock(source, 0);
  if (typeof first === 'string') return nothing(first === 'damaged' && !startsWithMark(source) ? 'foreign' : first);
  const header = first.kind === BLOCK.header ? parseHeader(source, first) : null;
  if (header === null) return nothing('foreign');

  const rowSize = { [BLOCK.series]: seriesRowSize(header), [BLOCK.frames]: framesRowSize(header) };
  const found: Found = { series: [], frames: [], touches: [], events: [] };
  let extremes: Record<string, ColumnSummary> | undefined;
  let ending: StreamContents['ending'] = 'cut-off';
  let at = first.end;
  for (;;) {
    const block = nextBlock(source, at);
    if (typeof block === 'string') {
      ending = block;
      break;
    }
    if (block.kind === BLOCK.series || block.kind === BLOCK.frames) {
      if ((block.end - block.start) % rowSize[block.kind] !== 0) {
        ending = 'damaged';
        break;
      }
      (block.kind === BLOCK.series ? found.series : found.frames).push(block);
    } else if (block.kind === BLOCK.touches) {
      const pictures = readTouchBytes(source.read(block.start, block.end));
      if (pictures === undefined) {
        ending = 'damaged';
        break;
      }
      found.touches.push(...pictures);
    } else if (block.kind === BLOCK.events) {
      readEvents(found.events, source, block);
    } else if (block.kind === BLOCK.extremes) {
      extremes = readExtremes(source, block) ?? extremes;
    }
    at = block.end;
    if (block.kind === BLOCK.end) {
      ending = 'complete';
      break;
    }
  }
  return {
    recording: readSeries(header, source, found.series),
    frames: readFrames(header, source, found.frames),
    touches: joinTouches(header.touching ?? [], found.touches),
    events: found.events.sort((a, b) => a.time - b.time), // the end of a contact is reported with a delay
    ...(extremes && { extremes }),
    meta: header.meta ?? {},
    complete: ending === 'complete',
    ending,
    usedBytes: at,
  };
}

function memorySource(bytes: Uint8Array): StreamSource {
  return { size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

interface Block {
  readonly kind: number;
  /** content runs from start to end - 1 */
  readonly start: number;
  readonly end: number;
}

interface Found {
  readonly series: Block[];
  readonly frames: Block[];
  readonly touches: { time: number; values: Float32Array }[];
  readonly events: RunEvent[];
}

function nextBlock(source: StreamSource, at: number): Block | 'cut-off' | 'damaged' {
  if (at + HEAD_SIZE > source.size) return 'cut-off';
  const head = viewOf(source.read(at, at + HEAD_SIZE));
  if (head.getUint32(0, true) !== MARK) return 'damaged';
  const end = at + HEAD_SIZE + head.getUint32(12, true);
  if (end > source.size) return 'cut-off';
  const bytes = source.read(at, end);
  const block = viewOf(bytes);
  if (crc32(bytes, CHECKED_FROM, bytes.length) !== block.getUint32(4, true)) return 'damaged';
  return { kind: block.getUint32(8, true), start: at + HEAD_SIZE, end };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function startsWithMark(source: StreamSource): boolean {
  return source.size >= 4 && viewOf(source.read(0, 4)).getUint32(0, true) === MARK;
}

function parseHeader(source: StreamSource, block: Block): StreamHeader | null {
  const value = parsed(textOf(source, block));
  if (headerProblem(value) !== null || (value as { format?: unknown }).format !== FORMAT) return null;
  return value as StreamHeader;
}

function readEvents(out: RunEvent[], source: StreamSource, block: Block): void {
  for (const line of textOf(source, block).split('\n')) {
    const event = parsed(line);
    if (isRunEvent(event)) out.push(event);
  }
}

/** Valid entries; the checksum of the block excludes accidental changes. */
function readExtremes(source: StreamSource, block: Block): Record<string, ColumnSummary> | undefined {
  const value = parsed(textOf(source, block));
  return misshapen(value, EXTREMES_SHAPE) === undefined ? (value as Record<string, ColumnSummary>) : undefined;
}

function textOf(source: StreamSource, { start, end }: Block): string {
  return asciiText(source.read(start, end), 0, end - start);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function rowCount(blocks: readonly Block[], rowSize: number): number {
  let count = 0;
  for (const block of blocks) count += (block.end - block.start) / rowSize;
  return count;
}

function readSeries(header: StreamHeader, source: StreamSource, blocks: readonly Block[]): Recording {
  const rowSize = seriesRowSize(header);
  const count = rowCount(blocks, rowSize);
  const time = new Float64Array(count);
  const columns = Array.from({ length: rowSize / 8 - 1 }, () => new Float64Array(count));
  let row = 0;
  for (const block of blocks) {
    const view = viewOf(source.read(block.start, block.end));
    for (let at = 0; at < view.byteLength; at += rowSize, row++) {
      time[row] = view.getFloat64(at, true);
      for (let i = 0; i < columns.length; i++) columns[i][row] = view.getFloat64(at + 8 + 8 * i, true);
    }
  }
  return new Recording(header.channels, time, columns);
}

function readFrames(header: StreamHeader, source: StreamSource, blocks: readonly Block[]): Frames {
  const rowSize = framesRowSize(header);
  const count = rowCount(blocks, rowSize);
  const width = rowSize / 8 - 1;
  const time = new Float64Array(count);
  const poses = new Float64Array(count * width);
  let row = 0;
  for (const block of blocks) {
    const view = viewOf(source.read(block.start, block.end));
    for (let at = 0; at < view.byteLength; at += rowSize, row++) {
      time[row] = view.getFloat64(at, true);
      for (let i = 0; i < width; i++) poses[row * width + i] = view.getFloat64(at + 8 + 8 * i, true);
    }
  }
  return { bodies: header.bodies, time, poses };
}

function nothing(ending: 'cut-off' | 'damaged' | 'foreign'): StreamContents {
  return {
    recording: new Recording([], new Float64Array(0), []),
    frames: { bodies: [], time: new Float64Array(0), poses: new Float64Array(0) },
    touches: noTouches(),
    events: [],
    meta: {},
    complete: false,
    ending,
    usedBytes: 0,
  };
}
