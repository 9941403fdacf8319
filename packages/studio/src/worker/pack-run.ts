/** Packs a run as a stream and a picture for browser storage. */
import { linksOf, renderThumbnailSvg } from '@hawser/formats/report';
import { POSE_SIZE, Recording, StreamWriter } from '@hawser/record';
import type { DeskReply, PackedRun } from './messages.ts';

/** Large blocks: nobody reads this stream while it is written. */
const BLOCK = 1 << 20;

export function packRun(run: PackedRun): Extract<DeskReply, { kind: 'packed' }> {
  const { channels, time, columns, frames, touches, events, scenery, title, resolved } = run;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(bytes.slice()) };
  const writer = new StreamWriter(
    sink,
    { channels, bodies: frames.bodies, touching: touches.bodies },
    { blockSize: BLOCK },
  );
  const row = new Float64Array(columns.length);
  for (let r = 0; r < time.length; r++) {
    for (let c = 0; c < row.length; c++) row[c] = columns[c][r];
    writer.append(time[r], row);
  }
  const width = POSE_SIZE * frames.bodies.length;
  for (let f = 0; f < frames.time.length; f++) {
    writer.appendFrame(frames.time[f], frames.poses.subarray(f * width, (f + 1) * width));
  }
  for (let i = 0; i < touches.time.length; i++) {
    writer.appendTouches(touches.time[i], touches.values.subarray(touches.start[i], touches.start[i + 1]));
  }
  for (const event of events) writer.event(event);
  writer.end();
  const recording = new Recording(channels, time, columns);
  const thumbnail = renderThumbnailSvg(recording, frames, scenery, { label: title, links: linksOf(resolved) });
  return { kind: 'packed', parts, thumbnail };
}
