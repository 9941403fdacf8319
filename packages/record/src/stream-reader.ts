/** Reads a stream, whole or cut off anywhere. Never throws: what cannot be read is said, not raised. */
import { isRunEvent, type RunEvent } from './event.ts';
import type { Frames } from './frames.ts';
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

export interface StreamContents {
  readonly recording: Recording;
  readonly frames: Frames;
  readonly events: readonly RunEvent[];
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

export function readStream(bytes: Uint8Array): StreamContents {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = nextBlock(bytes, view, 0);
  if (typeof first === 'string') return nothing(first === 'damaged' && !startsWithMark(view) ? 'foreign' : first);
  const header = first.kind === BLOCK.header ? parseHeader(bytes, first) : null;
  if (header === null) return nothing('foreign');

  const rowSize = { [BLOCK.series]: seriesRowSize(header), [BLOCK.frames]: framesRowSize(header) };
  const found: Found = { series: [], frames: [], events: [] };
  let ending: StreamContents['ending'] = 'cut-off';
  let at = first.end;
  for (;;) {
    const block = nextBlock(bytes, view, at);
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
    } else if (block.kind === BLOCK.events) {
      readEvents(found.events, bytes, block);
    }
    at = block.end;
    if (block.kind === BLOCK.end) {
      ending = 'complete';
      break;
    }
  }
  return {
    recording: readSeries(header, view, found.series),
    frames: readFrames(header, view, found.frames),
    events: found.events,
    meta: header.meta ?? {},
    complete: ending === 'complete',
    ending,
    usedBytes: at,
  };
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
  readonly events: RunEvent[];
}

function nextBlock(bytes: Uint8Array, view: DataView, at: number): Block | 'cut-off' | 'damaged' {
  if (at + HEAD_SIZE > bytes.length) return 'cut-off';
  if (view.getUint32(at, true) !== MARK) return 'damaged';
  const end = at + HEAD_SIZE + view.getUint32(at + 12, true);
  if (end > bytes.length) return 'cut-off';
  if (crc32(bytes, at + CHECKED_FROM, end) !== view.getUint32(at + 4, true)) return 'damaged';
  return { kind: view.getUint32(at + 8, true), start: at + HEAD_SIZE, end };
}

function startsWithMark(view: DataView): boolean {
  return view.byteLength >= 4 && view.getUint32(0, true) === MARK;
}

function parseHeader(bytes: Uint8Array, block: Block): StreamHeader | null {
  const value = parsed(asciiText(bytes, block.start, block.end));
  if (headerProblem(value) !== null || (value as { format?: unknown }).format !== FORMAT) return null;
  return value as StreamHeader;
}

function readEvents(out: RunEvent[], bytes: Uint8Array, block: Block): void {
  for (const line of asciiText(bytes, block.start, block.end).split('\n')) {
    const event = parsed(line);
    if (isRunEvent(event)) out.push(event);
  }
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

function readSeries(header: StreamHeader, view: DataView, blocks: readonly Block[]): Recording {
  const rowSize = seriesRowSize(header);
  const count = rowCount(blocks, rowSize);
  const time = new Float64Array(count);
  const columns = Array.from({ length: rowSize / 8 - 1 }, () => new Float64Array(count));
  let row = 0;
  for (const block of blocks) {
    for (let at = block.start; at < block.end; at += rowSize, row++) {
      time[row] = view.getFloat64(at, true);
      for (let i = 0; i < columns.length; i++) columns[i][row] = view.getFloat64(at + 8 + 8 * i, true);
    }
  }
  return new Recording(header.channels, time, columns);
}

function readFrames(header: StreamHeader, view: DataView, blocks: readonly Block[]): Frames {
  const rowSize = framesRowSize(header);
  const count = rowCount(blocks, rowSize);
  const width = rowSize / 8 - 1;
  const time = new Float64Array(count);
  const poses = new Float64Array(count * width);
  let row = 0;
  for (const block of blocks) {
    for (let at = block.start; at < block.end; at += rowSize, row++) {
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
    events: [],
    meta: {},
    complete: false,
    ending,
    usedBytes: 0,
  };
}
