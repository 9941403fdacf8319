/** Reads one block of a stream at a time, to follow a run while it is written: every `write` of a StreamWriter is one block. */
import { columnsOf } from './channel.ts';
import { isRunEvent, type RunEvent } from './event.ts';
import { POSE_SIZE } from './frames.ts';
import { asciiText, BLOCK, CHECKED_FROM, crc32, HEAD_SIZE, MARK, type StreamHeader } from './stream-format.ts';
import { readTouchBytes } from './touches.ts';

export type StreamBlock =
  | { readonly kind: 'header'; readonly header: StreamHeader }
  /** rows of time and numbers; `width` numbers a row, time counted */
  | { readonly kind: 'series' | 'frames'; readonly rows: number; readonly width: number; readonly values: Float64Array }
  | { readonly kind: 'touches'; readonly pictures: readonly { readonly time: number; readonly values: Float32Array }[] }
  | { readonly kind: 'events'; readonly events: readonly RunEvent[] }
  | { readonly kind: 'extremes' }
  | { readonly kind: 'end' }
  | { readonly kind: 'damaged' };

/** Reads the block that fills `bytes`. `header` is that of its stream; the header block itself needs none. */
export function readBlock(bytes: Uint8Array, header?: StreamHeader): StreamBlock {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_SIZE || view.getUint32(0, true) !== MARK) return { kind: 'damaged' };
  const size = view.getUint32(12, true);
  if (HEAD_SIZE + size !== bytes.length) return { kind: 'damaged' };
  if (crc32(bytes, CHECKED_FROM, bytes.length) !== view.getUint32(4, true)) return { kind: 'damaged' };
  const kind = view.getUint32(8, true);
  if (kind === BLOCK.end) return { kind: 'end' };
  if (kind === BLOCK.extremes) return { kind: 'extremes' }; // a page that follows a run receives them at its end
  if (kind === BLOCK.header) {
    return { kind: 'header', header: JSON.parse(asciiText(bytes, HEAD_SIZE, bytes.length)) as StreamHeader };
  }
  if (kind === BLOCK.events) {
    const lines = asciiText(bytes, HEAD_SIZE, bytes.length).split('\n');
    return { kind: 'events', events: lines.map((line) => JSON.parse(line) as unknown).filter(isRunEvent) };
  }
  if (kind === BLOCK.touches) {
    const pictures = readTouchBytes(bytes.subarray(HEAD_SIZE));
    return pictures === undefined ? { kind: 'damaged' } : { kind: 'touches', pictures };
  }
  if (header === undefined || (kind !== BLOCK.series && kind !== BLOCK.frames)) return { kind: 'damaged' };
  const series = kind === BLOCK.series;
  const width = 1 + (series ? columnsOf(header.channels).length : POSE_SIZE * header.bodies.length);
  const values = new Float64Array(size / 8);
  for (let i = 0; i < values.length; i++) values[i] = view.getFloat64(HEAD_SIZE + 8 * i, true);
  return { kind: series ? 'series' : 'frames', rows: values.length / width, width, values };
}
