/** Writes a run in progress: rows are collected in blocks, and full blocks go to the sink. See stream-format.ts for the bytes. */
import type { RunEvent } from './event.ts';
import {
  asciiJson,
  BLOCK,
  FORMAT,
  framesRowSize,
  HEAD_SIZE,
  headerProblem,
  type StreamHeader,
  sealBlock,
  seriesRowSize,
  textBlock,
} from './stream-format.ts';
import type { ColumnSummary } from './summary.ts';
import { type TouchFrames, touchBytes } from './touches.ts';

/** Where the bytes go. They are only lent: the same buffer is filled again after `write` returns. */
export interface StreamSink {
  write(bytes: Uint8Array): void;
}

export interface StreamOptions {
  /** bytes of a full block (default 64 KiB), for each kind of row the largest loss by a kill between two flushes */
  readonly blockSize?: number;
}

export class StreamWriter {
  readonly #sink: StreamSink;
  readonly #blockSize: number;
  readonly #series: RowBlock;
  readonly #frames: RowBlock;
  #touches: Uint8Array[] = [];
  #touchSize = 0;
  #events: string[] = [];
  #eventSize = 0;
  #ended = false;

  constructor(sink: StreamSink, header: StreamHeader, options: StreamOptions = {}) {
    const problem = headerProblem(header);
    if (problem !== null) throw new RangeError(`a stream needs distinct channels and bodies: ${problem}`);
    const { channels, bodies, touching, meta = {} } = header;
    this.#sink = sink;
    this.#blockSize = options.blockSize ?? 65536;
    this.#series = new RowBlock(BLOCK.series, seriesRowSize(header), this.#blockSize);
    this.#frames = new RowBlock(BLOCK.frames, framesRowSize(header), this.#blockSize);
    sink.write(textBlock(BLOCK.header, asciiJson({ format: FORMAT, channels, bodies, touching, meta })));
  }

  /** A row of the series: all columns of all channels at one time [s]. */
  append(time: number, row: Float64Array): void {
    this.#refuseAfterEnd();
    if (this.#series.add(time, row)) this.#series.writeTo(this.#sink);
  }

  /** A frame: POSE_SIZE numbers a body at one time [s]. */
  appendFrame(time: number, poses: Float64Array): void {
    this.#refuseAfterEnd();
    if (this.#frames.add(time, poses)) this.#frames.writeTo(this.#sink);
  }

  /** Contacts at one time [s], packed by `packTouches`. */
  appendTouches(time: number, values: Float32Array): void {
    this.#refuseAfterEnd();
    const bytes = touchBytes(time, values);
    this.#touches.push(bytes);
    this.#touchSize += bytes.length;
    if (this.#touchSize >= this.#blockSize) this.#writeTouches();
  }

  event(event: RunEvent): void {
    this.#refuseAfterEnd();
    const text = asciiJson(event);
    this.#events.push(text);
    this.#eventSize += text.length + 1;
    if (this.#eventSize >= this.#blockSize) this.#writeEvents();
  }

  /** Extremes from every step so far; later ones replace earlier ones. */
  extremes(found: Readonly<Record<string, ColumnSummary>>): void {
    this.#refuseAfterEnd();
    this.#sink.write(textBlock(BLOCK.extremes, asciiJson(found)));
  }

  /** Sends the collected rows, so that a later kill loses none of them. */
  flush(): void {
    this.#series.writeTo(this.#sink);
    this.#frames.writeTo(this.#sink);
    this.#writeTouches();
    this.#writeEvents();
  }

  /** Sends the rest and the mark of a clean end. No call may follow. */
  end(): void {
    this.#refuseAfterEnd();
    this.flush();
    this.#sink.write(textBlock(BLOCK.end, ''));
    this.#ended = true;
  }

  #writeTouches(): void {
    if (this.#touches.length === 0) return;
    const bytes = new Uint8Array(HEAD_SIZE + this.#touchSize);
    let at = HEAD_SIZE;
    for (const picture of this.#touches) {
      bytes.set(picture, at);
      at += picture.length;
    }
    sealBlock(bytes, new DataView(bytes.buffer), BLOCK.touches, this.#touchSize);
    this.#sink.write(bytes);
    this.#touches = [];
    this.#touchSize = 0;
  }

  #writeEvents(): void {
    if (this.#events.length === 0) return;
    this.#sink.write(textBlock(BLOCK.events, this.#events.join('\n')));
    this.#events = [];
    this.#eventSize = 0;
  }

  #refuseAfterEnd(): void {
    if (this.#ended) throw new RangeError('the stream has been ended; open another one to record more');
  }
}

/** Contacts alone as a stream, the form stored in a run folder. */
export function touchStream({ bodies, time, start, values }: TouchFrames): Uint8Array {
  const parts: Uint8Array[] = [];
  const writer = new StreamWriter(
    { write: (bytes) => void parts.push(bytes.slice()) },
    { channels: [], bodies: [], touching: bodies },
  );
  for (let i = 0; i < time.length; i++) writer.appendTouches(time[i], values.subarray(start[i], start[i + 1]));
  writer.end();
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Rows of one block. All memory is allocated once: adding rows and sending full blocks allocate nothing. */
class RowBlock {
  readonly #kind: number;
  readonly #rowSize: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #end: number = HEAD_SIZE;

  constructor(kind: number, rowSize: number, blockSize: number) {
    const rows = Math.max(1, Math.floor((blockSize - HEAD_SIZE) / rowSize));
    this.#kind = kind;
    this.#rowSize = rowSize;
    this.#bytes = new Uint8Array(HEAD_SIZE + rows * rowSize);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** True when the block is full and must be written before the next row. */
  add(time: number, row: Float64Array): boolean {
    if (8 * (1 + row.length) !== this.#rowSize) {
      throw new RangeError(`a row of this stream has ${this.#rowSize / 8 - 1} numbers, found ${row.length}`);
    }
    const view = this.#view;
    let at = this.#end;
    view.setFloat64(at, time, true);
    for (let i = 0; i < row.length; i++) {
      at += 8;
      view.setFloat64(at, row[i], true);
    }
    this.#end = at + 8;
    return this.#end === this.#bytes.length;
  }

  writeTo(sink: StreamSink): void {
    if (this.#end === HEAD_SIZE) return;
    sealBlock(this.#bytes, this.#view, this.#kind, this.#end - HEAD_SIZE);
    sink.write(this.#end === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.#end));
    this.#end = HEAD_SIZE;
  }
}
